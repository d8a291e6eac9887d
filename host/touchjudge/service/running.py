"""The running table: one thread that takes arrivals, judges them, keeps them, and only then shows them.

In: arrivals from an inbox. Out: commits to the journal, acknowledgements to the edge sources, views to the screens.
The order is always the same: edges → contacts → lines → judged → committed → acknowledged and shown.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, assert_never

from touchjudge.errors import LineError
from touchjudge.language import answer_json, parse_line
from touchjudge.language.answers import Say
from touchjudge.ports import (
    Arrival,
    AskedHistory,
    Board,
    BoardBeat,
    BoardRow,
    Clock,
    EdgesArrived,
    EdgeSource,
    Inbox,
    Journal,
    LineRow,
    LinkChanged,
    PadsFaulty,
    Stop,
    Told,
    Warned,
)
from touchjudge.rules.game import Line
from touchjudge.service.arranging import Arranging
from touchjudge.service.keeping import Keeping
from touchjudge.service.pad_faults import pad_warnings
from touchjudge.service.retelling import retell
from touchjudge.service.sensing import Sensing
from touchjudge.service.settings import Settings
from touchjudge.service.showing import Audience, Now, Showing
from touchjudge.session.fold import Answer, Session
from touchjudge.session.history import history
from touchjudge.session.notes import Pads
from touchjudge.session.remembered import with_remembered
from touchjudge.session.setting_up import SetUp
from touchjudge.session.table import (
    LONG_PRESS_US,
    OPEN_ROUND,
    Contact,
    answer_of,
    is_reveal,
    kept_at_the_end,
    lines_of,
)
from touchjudge.session.view import Viewer
from touchjudge.timing.edges import Chattering, Edge, Pressed
from touchjudge.words.sentences import Sentence
from touchjudge.words.translate import ENGLISH, Translate

MS_NS = 1_000_000
# OK pressed sooner than this after the end of a game was meant for its last round.
AGAIN_AFTER_US = 3_000_000
# When a signal that is left to chance comes after it was armed.
SIGNAL_AFTER_NS = range(1_000_000_000, 4_000_000_000)


class RunningTable:
    """Joins the ports; see :meth:`run`.

    Attributes:
        session: the fold of everything told so far.
        on_answer: is called on the table's thread with each answer, when it is kept.
    """

    def __init__(
        self,
        *,
        name: str,
        session: Session,
        journal: Journal,
        inbox: Inbox,
        clock: Clock,
        source: EdgeSource,
        say: Say,
        viewer: Viewer,
        settings: Settings,
        simulated: bool = False,
        audiences: Sequence[Audience] = (),
        on_answer: Callable[[Answer], None] = lambda _answer: None,
        commands: Mapping[str, str | None] | None = None,
        pads: Pads | None = None,
        chance: Callable[[], float] = lambda: 0.5,
        signal: Callable[[], object] = lambda: None,
        translate: Translate = ENGLISH,
    ) -> None:
        """Nothing is taken or told yet.

        Args:
            audiences: are handed each view.
            commands: by number, as they were named on earlier evenings.
            pads: by game, place → target, as they were pressed on earlier evenings; of a game that is not among them
                the table asks for each target once. None: a table that never asks.
            chance: an even draw from 0 to 1: when a signal comes that is left to chance.
            signal: gives that signal at the table (a light, a tone).
            translate: the catalogue of the language in which links and warnings are read.
        """
        self.session = session
        self.on_answer = on_answer
        self._inbox = inbox
        self._clock = clock
        self._say = say
        self._settings = settings
        self._showing = Showing(
            name, viewer, audiences, simulated=simulated, language=settings.language, translate=translate
        )
        self._sensing = Sensing(settings.places, settings.settle, settings.overrides, settings.board_overrides)
        self._arranging = Arranging(self._sensing, session, settings.places, pads)
        self._keeping = Keeping(name, journal, source, clock, lambda sentence: self._showing.warn("journal", sentence))
        self._waiting: list[Contact] = []  # a reveal that waits for an answer, and all that was touched since
        self._unsaid: list[Answer] = []
        self._shown: tuple[Any, ...] | None = None
        self._settle_at_ns: int | None = None
        self._signal_at_ns: int | None = None
        self._commands = dict(commands or {})
        self._chance = chance
        self._signal = signal
        self._settling = False  # a settle has asked; the answer closes the round
        self._amid_lines = False  # more lines of the same answer follow
        self._over_t_us: int | None = None
        self._presses = 0

    def restore(
        self, lines: Sequence[LineRow], edges: Sequence[tuple[Board, Edge]], boards: Sequence[BoardRow]
    ) -> None:
        """Stand again where the journal ends, before :meth:`run`; nothing is told or committed by it.

        Raises:
            JournalError: a line that this version does not understand.
        """
        retell(self.session, lines)
        self._arranging.restore()
        contacts = self._sensing.restore(edges, boards)
        self._waiting = kept_at_the_end(contacts, lines, self.session)
        self._settling = self._question_open()
        if self._round_is_open():
            self._settle_at_ns = self._clock.host_ns() + self._settings.settle_after_ms * MS_NS

    def tell(self, line: Line, source: str) -> Answer:
        """Tell a line before or between arrivals; kept when this returns."""
        answer = self._tell(line, source)
        self._keeping.commit()
        return answer

    def open_set_up(self, set_up: SetUp | None = None) -> None:
        """Let people say with buttons who plays what; by default it begins with those who play now."""
        self._arranging.open_set_up(set_up)

    # ---- the loop

    def run(self, until: Callable[[], bool] = lambda: False) -> str:
        """Take arrivals until a :class:`Stop` comes or ``until`` says so; the reason."""
        self._publish()
        while not until():
            arrival = self._inbox.wait(self._deadline_ns())
            if isinstance(arrival, Stop):
                return arrival.reason
            self.take(arrival)
        return "done"

    def take(self, arrival: Arrival | None) -> None:
        """One turn of the loop: an arrival, or None when a deadline has come."""
        match arrival:
            case EdgesArrived(edges=edges) if edges:
                sensed = self._sensing.edges(arrival)
                self._keeping.edges(sensed.edges, sensed.row, arrival.board, sensed.next_number)
                self._contacts(sensed.contacts)
            case BoardBeat():
                self._contacts(self._sensing.beat(arrival))
            case LinkChanged():
                self._showing.link(arrival)
            case Told():
                self._told(arrival)
            case AskedHistory(reply=reply):
                reply(json.dumps(history(self.session.entries, self._say), ensure_ascii=False, separators=(",", ":")))
            case Warned(about=about, sentence=sentence):
                self._showing.warn(about, sentence)
            case PadsFaulty():
                for about, sentence in pad_warnings(arrival, self._sensing.places, self.session.now, self._say):
                    self._showing.warn(about, sentence)
            case None | EdgesArrived() | Stop():
                pass
            case _:
                assert_never(arrival)
        self._settle_when_due()
        self._signal_when_due()
        self._keeping.commit()
        if self._unsaid or self._what_shows() != self._shown:
            self._publish()

    def _deadline_ns(self) -> int | None:
        times = [at for at in (self._settle_at_ns, self._signal_at_ns, self._keeping.again_ns) if at is not None]
        return min(times, default=None)

    def _settle_when_due(self) -> None:
        if self._settle_at_ns is not None and self._clock.host_ns() >= self._settle_at_ns:
            self._settle_at_ns = None
            if self._round_is_open():
                # By table time, so that a touch which is still on its way is known to belong to the round.
                t_us = self._sensing.newest_t_us + self._settings.settle_after_ms * 1_000
                self._tell({"do": "settle", "t_us": t_us}, "table")

    def _signal_when_due(self) -> None:
        now_ns = self._clock.host_ns()
        if self._signal_at_ns is None or now_ns < self._signal_at_ns:
            return
        self._signal_at_ns = None
        if self._phase() == "armed" and not self.session.now.paused:
            self._signal()
            self._tell({"do": "go", **self._sensing.host_time(now_ns), "by": "sensor"}, "table")

    # ---- what comes in

    def _contacts(self, contacts: Sequence[Contact]) -> None:
        for contact in contacts:
            self._presses += isinstance(contact.event, Pressed)
            if isinstance(contact.event, Chattering):
                chatters = "The switch of {place} chatters; its presses still count once. Replace it soon."
                self._showing.warn(f"chatter {contact.place}", Sentence(chatters, place=Sentence(contact.place)))
            elif self._comes_too_soon(contact):
                continue
            elif (lines := self._arranging.press(contact)) is not None:
                for line in lines:
                    self._tell(line, contact.source)
            elif self.session.now.over and contact.place == "ok" and contact.held_us >= LONG_PRESS_US:
                self.open_set_up()
            else:
                self._arranging.note_pad(contact, self._presses)
                self._contact_in_turn(contact)

    def _comes_too_soon(self, contact: Contact) -> bool:
        """Whether OK is pressed so shortly after the end that it was meant for the last round, not for a new game."""
        if self._over_t_us is None or not self.session.now.over or contact.place != "ok":
            return False
        return contact.t_us - contact.held_us < self._over_t_us + AGAIN_AFTER_US

    def _told(self, told: Told) -> None:
        with self._as_one():
            answers = [self._read(text, told.source) for text in told.line.split("\n")]
        if told.reply is not None:
            # The answer goes out only when it is kept; a page that hears "ok" may forget what it sent.
            self._keeping.commit()
            told.reply("\n".join(answer_json(answer, self.session.now.game, self._say) for answer in answers))

    def _read(self, text: str, source: str) -> Answer:
        try:
            return self._tell(parse_line(text), source)
        except LineError as error:
            return Answer(len(self.session.entries) + 1, error=str(error))

    # ---- telling the referee

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        """What is told inside is one: only after the last of it is the round closed that had asked."""
        self._amid_lines = True
        try:
            yield
        finally:
            self._amid_lines = False
        self._go_on_after_answers()

    def _contact_in_turn(self, contact: Contact) -> None:
        """Tell what a contact means, or keep it while a reveal waits for the answer to a question.

        What comes after the reveal belongs to its round: a seat button says "that was me" there and answers nothing.
        OK and undo still answer, so that a table without a page never stands still.
        """
        if self._waiting or (is_reveal(contact) and self._question_open()):
            pressed = contact.place in ("ok", "undo") and isinstance(contact.event, Pressed)
            answer_lines = answer_of(contact.place, self.session.now, self._sensing.places) if pressed else None
            if answer_lines is None:
                self._waiting.append(contact)
                return
            with self._as_one():
                for line in answer_lines:
                    self._tell(line, contact.source)
            return
        with self._as_one():
            for line in lines_of(contact, self.session.now, self._sensing.places):
                answer = self._tell(line, contact.source)
                if any(ruling.code == "round_open" for ruling in answer.rulings):
                    self._waiting.append(contact)

    def _tell(self, line: Line, source: str) -> Answer:
        if line.get("do") == "start":
            named = {**self._commands, **self.session.now.commands}
            line = with_remembered(line, self.session.games, named)
        judged = self.session.judge(line)
        answer = judged.entry.answer
        if answer.error is not None:
            return answer
        setup = judged.entry.after.setup
        if line["do"] == "start" and setup is not None and (notes := self._arranging.before_start(line, setup.players)):
            for note in notes:
                self._tell(note, "table")
            judged = self.session.judge(line)  # after the notes
            answer = judged.entry.answer
        self.session.append(judged)
        self._keeping.line(answer.n, json.dumps(line, ensure_ascii=False, separators=(",", ":")), source)
        self._unsaid.append(answer)
        self._arranging.told(line)
        self._follow(answer)
        self._go_on_after_answers()
        return answer

    def _follow(self, answer: Answer) -> None:
        """What an answer means for the table's own clockwork."""
        codes = {ruling.code for ruling in answer.rulings}
        if any(ruling.verdict == "over" for ruling in answer.rulings):
            self._over_t_us = self._sensing.newest_t_us
        if any(ruling.code == "armed" and ruling.effects.get("signal") == "random" for ruling in answer.rulings):
            delay_ns = SIGNAL_AFTER_NS.start + round(self._chance() * len(SIGNAL_AFTER_NS))
            self._signal_at_ns = self._clock.host_ns() + delay_ns
        if codes & {"touched", "claimed", "released"}:
            self._settle_at_ns = self._clock.host_ns() + self._settings.settle_after_ms * MS_NS
        elif codes & {"round_settled", "revealed", "started"}:
            self._settle_at_ns = None

    def _go_on_after_answers(self) -> None:
        """When the open question has been answered: close the round that asked it, then tell what had to wait."""
        if self._amid_lines:
            return
        if self._question_open():
            self._settling = True
            return
        if self._settling:
            self._settling = False
            if self._round_is_open():
                self._tell({"do": "settle"}, "table")
                return
        while self._waiting and not self._question_open():
            waiting, self._waiting = self._waiting, []
            for contact in waiting:
                self._contact_in_turn(contact)

    def _question_open(self) -> bool:
        now = self.session.now
        return now.game is not None and bool(now.game.questions(now.state))

    def _round_is_open(self) -> bool:
        return self._phase() in OPEN_ROUND

    def _phase(self) -> str | None:
        """The phase of the game that goes on."""
        now = self.session.now
        return None if now.game is None or now.over else now.game.view(now.state).get("phase")

    # ---- showing

    def _what_shows(self) -> tuple[Any, ...]:
        return (
            len(self.session.entries),
            *self._showing.beside(),
            self._arranging.set_up,
            self._arranging.asking,
            self._presses,
        )

    def _publish(self) -> None:
        unsaid, self._unsaid = self._unsaid, []
        self._shown = self._what_shows()
        for answer in unsaid:
            self.on_answer(answer)
        asked = self._arranging
        now = Now(asked.set_up, asked.asking, asked.pad, self._sensing.places, self._presses)
        self._showing.show(self.session, now)
        if any(ruling.code == "round_settled" for answer in unsaid for ruling in answer.rulings):
            # Everybody looks at the ruling now; the next hand is seconds away, and stamped by the board anyway.
            self._keeping.checkpoint()
