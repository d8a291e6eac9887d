"""What a link says of itself on the screens: one phase, one sentence, and figures; sent on only when they change."""

from typing import Any

from touchjudge.errors import LinkError
from touchjudge.link.events import Answered, BeatRead, Foreign, Greeted, Timed
from touchjudge.link.machine import BoardLink
from touchjudge.ports import Board, Inbox, LinkChanged, LinkPhase
from touchjudge.words.sentences import Sentence, told

_FIGURES_NS = 1_000_000_000
_NEWS_NS = 60_000_000_000  # that touches may be missing must still be read by who was looking at the table
_WAITING = Sentence("No Pico is plugged in: play goes on by hand, and the pads join in when it comes.")
_PUT_IN_AGAIN = Sentence("The pads are disconnected: put the cable in again, they join in by themselves.")
_RESTARTED = Sentence("The pads restarted: touches in the moment before it may be missing, so check the last round.")
_NEVER_HEARD = Sentence("The board says nothing: has it the firmware? If not: `touchjudge firmware install`.")
_NO_LONGER_HEARD = Sentence(
    "The pads are disconnected: nothing was heard from the board for a second; trying to reach it again."
)
_KEPT_OUT = Sentence("OK was held when the board was powered up: power it up again without, to play.")
_BEING_STARTED = Sentence("The board stands at its MicroPython prompt: its program is being started.")
_AT_ITS_PROMPT = Sentence("The board stands at its MicroPython prompt: run `touchjudge firmware install`.")


class LinkReport:
    """Keeps the newest state of a link and puts it into the inbox when it has changed."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._phase: LinkPhase = "waiting"
        self._text: str = _WAITING
        self._board: Board | None = None
        self._facts: dict[str, Any] = {}
        self._muted = 0
        self._explained = False
        self._before: tuple[LinkPhase, str] = ("waiting", _WAITING)
        self._connected = Sentence("")
        self._news: Sentence | None = None
        self._news_ns: int | None = None
        self._sent: tuple[LinkPhase, str] | None = None
        self._sent_facts: dict[str, Any] = {}
        self._sent_ns = 0
        self.clashes: list[str] = []

    def say(self, phase: LinkPhase, text: str) -> None:
        """The link is in this phase now."""
        self._phase, self._text = phase, text

    def opened(self, path: str) -> None:
        """A port was opened; who is on it is not known yet."""
        self._facts["port"] = path
        if self._phase == "waiting":
            self.say("waiting", Sentence("Waiting for the board on {port} to say hello.", port=path))

    def no_port(self, refusal: LinkError | None, *, heard_before: bool) -> None:
        """No port could be opened."""
        problem = getattr(refusal, "problem", None)
        if refusal is not None and problem in ("denied", "busy"):
            self.say("refused", told(refusal))
        elif not heard_before:
            self.say("waiting", _WAITING if refusal is None else told(refusal))
        elif self._phase not in ("disconnected", "refused"):
            self.say("disconnected", _PUT_IN_AGAIN)

    def greeted(self, event: Greeted) -> None:
        """The board said who it is."""
        restarted = event.new_boot and self._board is not None and self._board.chip_id == event.board.chip_id
        self._board = event.board
        self._explained = False
        self._facts |= {"firmware": event.firmware, "model": event.model}
        connected = "The pads are connected (board {board}, firmware {firmware})."
        self._connected = Sentence(connected, board=event.board.chip_id, firmware=event.firmware)
        if event.new_boot or event.missed:
            # A board says hello by itself and again when it is asked: what the first one brought to light stands.
            self._news, self._news_ns = self._news_of(event, restarted=restarted), None
        self.say("connected", self._connected)

    def _news_of(self, event: Greeted, *, restarted: bool) -> Sentence | None:
        news = _RESTARTED if restarted else self._connected
        if event.missed:
            missed = "{edges} edges went to another program and are not in this journal."
            return news.then(Sentence(missed, edges=event.missed))
        return news if restarted else None

    def silent(self) -> None:
        """Nothing valid was heard for as long as the limit says."""
        if self._phase in ("broken", "refused"):
            return
        self._before = (self._phase, self._text)
        if self._board is None:
            self.say("silent", _NEVER_HEARD)
        else:
            self.say("silent", _NO_LONGER_HEARD)

    def heard_again(self) -> None:
        """A valid line after silence; a board that was greeted goes on as it was."""
        if self._phase == "silent" and self._before[0] == "connected":
            self.say(*self._before)

    def foreign(self, event: Foreign, *, may_start: bool) -> None:
        """Text that is no line of the wire."""
        self._facts["foreign_text"] = event.text
        match event.kind:
            case "traceback":
                self._explained = True
                self.say("broken", Sentence("The board's program ended with an error: {error}", error=event.text))
            case "kept_out":
                self._explained = True
                self.say("broken", _KEPT_OUT)
            case "repl" | "raw_repl":
                if not self._explained:
                    self.say("broken", _BEING_STARTED if may_start else _AT_ITS_PROMPT)
            case "text":
                pass

    def beat(self, event: BeatRead) -> None:
        """The program of the board runs, whatever else stood on the port; which lines are muted."""
        self._muted = event.muted
        if self._phase == "broken":
            self._explained = False
            self.say("connected", self._connected)

    def timed(self, event: Timed) -> None:
        """A ping came back."""
        self._facts["round_trip_us"] = (event.exchange.received_ns - event.exchange.sent_ns) // 1000

    def answered(self, event: Answered) -> None:
        """A command that the board could not do."""
        if not event.done:
            self._facts["refused_command"] = f"{event.command}: {event.reason}"

    def clash(self, chip_id: str, others: list[str]) -> None:
        """Other links reach a board with the same id, or no longer do."""
        if others and not self.clashes:
            self._before = (self._phase, self._text)
            twins = "Two boards say they are {board} ({port} and {others}): neither is used, pull one of them out."
            self.say("refused", Sentence(twins, board=chip_id, port=self._source, others=", ".join(others)))
        elif self.clashes and not others and self._phase == "refused":
            self.say(*self._before)
        self.clashes = others

    def publish(self, inbox: Inbox, now_ns: int, link: BoardLink) -> None:
        """Put the state into the inbox if it changed; figures alone at most once a second."""
        text = self._standing(now_ns) if self._phase == "connected" else self._text
        offset = link.clock.at_host(now_ns)
        facts = self._facts | link.figures | {"bound_us": None if offset is None else _coarse(offset.bound_us)}
        state = (self._phase, text)
        notable = {name: value for name, value in facts.items() if name not in _RESTLESS}
        if state == self._sent and (notable == self._sent_facts or now_ns - self._sent_ns < _FIGURES_NS):
            return
        if inbox.put(LinkChanged(self._source, self._phase, self._board, text, facts)):
            self._sent, self._sent_facts, self._sent_ns = state, notable, now_ns

    def _standing(self, now_ns: int) -> str:
        """What is said of a board that is connected: news for a minute, and lines that are muted."""
        text = self._connected
        if self._news is not None:
            if self._news_ns is None:
                self._news_ns = now_ns
            if now_ns - self._news_ns < _NEWS_NS:
                text = self._news
        if self._muted:
            broken = ", ".join(str(line) for line in range(16) if self._muted >> line & 1)
            muted = "Line {lines} flooded and is muted: that pad or its cable is broken."
            text = text.then(Sentence(muted, lines=broken))
        return text


# Figures that change all the time and would send the state once a second for ever.
_RESTLESS = {"lines_heard", "next_number", "acknowledged", "round_trip_us"}


def _coarse(bound_us: int) -> int:
    """Rounded up to 1, 2 or 5 of a power of ten, so that the bound's slow breathing is no news."""
    step = 1
    while True:
        for each in (step, 2 * step, 5 * step):
            if bound_us <= each:
                return each
        step *= 10
