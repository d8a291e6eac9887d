"""The running table: one thread that takes arrivals, judges them, keeps them, and only then shows them.

In: arrivals from an inbox. Out: commits to the journal, acknowledgements to the edge sources, views to the screens.
The order is always the same: edges → contacts → lines → judged → committed → acknowledged and shown. Screens run
behind slots that keep only the newest view, so none of them can make the table wait; what fails to be committed is
kept in memory, said on every screen, and tried again.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from touchjudge.errors import JournalError, LineError
from touchjudge.language import answer_json, parse_line
from touchjudge.language.answers import Say
from touchjudge.ports import (
    Arrival,
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
    Stop,
    Told,
    Warned,
)
from touchjudge.rules.game import Line
from touchjudge.session.fold import Answer, Session
from touchjudge.session.places import Places
from touchjudge.session.table import Contact, kept_at_the_end, lines_of
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.timing.clock_map import Offset
from touchjudge.timing.debounce import Debounce
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released
from touchjudge.timing.settle import Settle
from touchjudge.timing.timeline import TimeLine

MS_NS = 1_000_000
COMMIT_AGAIN_NS = 2_000 * MS_NS
AGAIN_AFTER_US = 3_000_000

Audience = Callable[[dict[str, Any]], None]
"""Something that is handed each view on the table's thread and returns at once (a screen's slot, a simulation)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this table behaves beyond the rules of a game.

    Attributes:
        settle_after_ms: a round is closed this long after its last touch or claim. 500 to 60,000.
        settle: debounce settings of all lines.
    """

    settle_after_ms: int = 4_000
    settle: Settle = field(default_factory=Settle)
    places: Places = field(default_factory=Places)
    language: str = "en"


@dataclass(slots=True)
class Uncommitted:
    """What has been judged but is not on the disk yet."""

    lines: list[LineRow] = field(default_factory=list)
    edges: list[tuple[Board, Edge]] = field(default_factory=list)
    boards: list[BoardRow] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.lines or self.edges or self.boards)


@dataclass(slots=True)
class Pads:
    """One boot of one board as the table knows it: its debounce, and the places that are held down."""

    debounce: Debounce
    next_number: int = 0
    down: dict[int, str] = field(default_factory=dict)


def retell(session: Session, rows: Sequence[LineRow]) -> None:
    """Tell a session all lines of the journal again; a line that was lost to damage keeps its number.

    Raises:
        JournalError: a line that this version does not understand.
    """
    for row in rows:
        while len(session.entries) + 1 < row.n:
            session.tell_unreadable("this line was lost when the journal was damaged")
        answer = session.tell(parse_line(row.text))
        if answer.error is not None:
            raise JournalError(
                f"line {row.n} of the journal is not understood ({answer.error}); install the version that wrote it"
            )


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
    ) -> None:
        self.session = session
        self._name = name
        self._journal = journal
        self._inbox = inbox
        self._clock = clock
        self._source = source
        self._say = say
        self._viewer = viewer
        self._settings = settings
        self._simulated = simulated
        self._audiences = list(audiences)
        self.on_answer = on_answer
        self._time_line = TimeLine()
        self._pads: dict[Board, Pads] = {}
        self._links: dict[str, LinkChanged] = {}
        self._warnings: dict[str, str] = {}
        self._kept: list[tuple[Line, str]] = []
        self._uncommitted = Uncommitted()
        self._acknowledge: dict[Board, int] = {}
        self._answers: list[Answer] = []
        self._shown: tuple[int, dict[str, LinkChanged], dict[str, str]] | None = None
        self._settle_at_ns: int | None = None
        self._commit_again_ns: int | None = None
        self._settling = False
        self._amid_lines = False
        self._over_t_us: int | None = None
        self._seq = 0

    def restore(
        self, lines: Sequence[LineRow], edges: Sequence[tuple[Board, Edge]], boards: Sequence[BoardRow]
    ) -> None:
        """Stand again where the journal ends, before :meth:`run`; nothing is told or committed by it.

        Raises:
            JournalError: a line that this version does not understand.
        """
        retell(self.session, lines)
        self._time_line = TimeLine.resume(boards, 0)
        contacts: list[Contact] = []
        for board, edge in edges:
            pads = self._pads.setdefault(board, Pads(Debounce.begin(self._settings.settle)))
            pads.next_number = edge.number + 1
            pads.debounce, events = pads.debounce.take(edge)
            contacts += [self._noted(board, pads, event) for event in events]
            self._time_line = self._time_line.note(board, edge.device_us)
        self._kept = kept_at_the_end(contacts, lines, self.session, self._settings.places)
        self._settling = self._question_open()
        if self._round_is_open():
            self._settle_at_ns = self._clock.host_ns() + self._settings.settle_after_ms * MS_NS

    def tell(self, line: Line, source: str) -> Answer:
        """Tell a line before or between arrivals; kept when this returns."""
        answer = self._tell(line, source)
        self._commit()
        return answer

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
            case None:
                pass
            case EdgesArrived():
                self._edges_arrived(arrival)
            case BoardBeat():
                self._beat(arrival)
            case LinkChanged():
                self._links[arrival.source] = arrival
            case Told():
                self._told(arrival)
            case Warned(about=about, sentence=sentence):
                self._warn(about, sentence)
            case Stop():
                pass
            case _:
                assert_never(arrival)
        self._due()
        self._commit()
        shown = (len(self.session.entries), self._links, self._warnings)
        if self._answers or shown != self._shown:
            self._publish()

    def _deadline_ns(self) -> int | None:
        times = [at for at in (self._settle_at_ns, self._commit_again_ns) if at is not None]
        return min(times, default=None)

    def _due(self) -> None:
        now_ns = self._clock.host_ns()
        if self._settle_at_ns is not None and now_ns >= self._settle_at_ns:
            self._settle_at_ns = None
            if self._round_is_open():
                self._tell({"do": "settle"}, "table")

    # ---- what comes in

    def _edges_arrived(self, arrived: EdgesArrived) -> None:
        if not arrived.edges:
            return
        pads = self._known(arrived.board, arrived)
        for edge in arrived.edges:
            if edge.number < pads.next_number:
                continue
            pads.next_number = edge.number + 1
            self._uncommitted.edges.append((arrived.board, edge))
            pads.debounce, events = pads.debounce.take(edge)
            self._contacts(arrived.board, pads, events)
            self._time_line = self._time_line.note(arrived.board, edge.device_us)
        self._acknowledge[arrived.board] = pads.next_number

    def _beat(self, beat: BoardBeat) -> None:
        pads = self._pads.get(beat.board)
        if pads is None or beat.next_number != pads.next_number:
            return
        pads.debounce, events = pads.debounce.read(beat.device_us, beat.levels, beat.next_number)
        self._contacts(beat.board, pads, events)

    def _known(self, board: Board, arrived: EdgesArrived) -> Pads:
        offset = None
        if arrived.offset_us is not None and arrived.bound_us is not None:
            offset = Offset(arrived.offset_us, arrived.bound_us)
        self._time_line, row = self._time_line.place(
            board, device_us=arrived.edges[0].device_us, host_us=arrived.arrived_ns // 1_000, offset=offset
        )
        if row is not None:
            self._uncommitted.boards.append(row)
        if board not in self._pads:
            self._pads[board] = Pads(Debounce.begin(self._settings.settle))
        return self._pads[board]

    def _contacts(self, board: Board, pads: Pads, events: Sequence[ContactEvent]) -> None:
        for event in events:
            down = frozenset(pads.down.values())
            contact = self._noted(board, pads, event)
            if isinstance(event, Chattering):
                sentence = f"The switch of {contact.place} chatters; its presses still count once. Replace it soon."
                self._warn(f"chatter {contact.place}", sentence)
            if self._comes_too_soon(contact):
                continue
            for line in lines_of(contact, self.session.now, self._settings.places, down):
                self._tell_in_turn(line, contact.source)

    def _comes_too_soon(self, contact: Contact) -> bool:
        """Whether OK is pressed so shortly after the end that it was meant for the last round, not for a new game."""
        if not self.session.now.over or contact.place != "ok":
            return False
        return self._over_t_us is not None and contact.t_us < self._over_t_us + AGAIN_AFTER_US

    def _noted(self, board: Board, pads: Pads, event: ContactEvent) -> Contact:
        """The contact that an event tells of; what is held down is known from then on."""
        contact = self._contact(board, event)
        match event:
            case Pressed(line=line):
                pads.down[line] = contact.place
            case Released(line=line):
                pads.down.pop(line, None)
            case Chattering():
                pass
        return contact

    def _contact(self, board: Board, event: ContactEvent) -> Contact:
        place = self._settings.places.place(board.chip_id, event.line)
        match event:
            case Pressed():
                at_us, tail = event.began_us, f"{event.number}/{event.line}"
            case Released():
                at_us, tail = event.ended_us, f"{event.number}/{event.line}/up"
            case Chattering():
                at_us, tail = event.since_us, f"{event.since_us}/{event.line}/chatter"
            case _:
                assert_never(event)
        t_us, bound_us = self._time_line.t_us(board, at_us)
        # A stamp is whole microseconds: where the boot's own place adds nothing, the last one stays unsure.
        return Contact(event, place, f"edge:{board.chip_id}/{board.boot_id}/{tail}", t_us, bound_us + 1)

    def _told(self, told: Told) -> None:
        answers = []
        self._amid_lines = True
        for text in told.line.splitlines() or [""]:
            try:
                answer = self._tell(parse_line(text), told.source)
            except LineError as error:
                answer = Answer(len(self.session.entries) + 1, error=str(error))
            answers.append(answer_json(answer, self.session.now.game, self._say))
        self._amid_lines = False
        self._after_answers()
        if told.reply is not None:
            # The answer goes out only when it is kept; a page that hears "ok" may forget what it sent.
            self._commit()
            told.reply("\n".join(answers))

    # ---- telling the referee

    def _tell_in_turn(self, line: Line, source: str) -> None:
        """Tell a line from a contact, or keep it while a reveal waits for the answer to a question."""
        if self._kept or (line["do"] == "reveal" and self._question_open()):
            self._kept.append((line, source))
        else:
            answer = self._tell(line, source)
            if any(ruling.code == "round_open" for ruling in answer.rulings):
                self._kept.append((line, source))

    def _tell(self, line: Line, source: str) -> Answer:
        judged = self.session.judge(line)
        answer = judged.entry.answer
        if answer.error is not None:
            return answer
        self.session.append(judged)
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        row = LineRow(answer.n, text, source, self._clock.host_ns(), self._clock.wall_utc())
        self._uncommitted.lines.append(row)
        self._answers.append(answer)
        self._time_the_round(answer)
        self._after_answers()
        return answer

    def _time_the_round(self, answer: Answer) -> None:
        if any(ruling.verdict == "over" for ruling in answer.rulings):
            self._over_t_us = self._time_line.newest_t_us
        codes = {ruling.code for ruling in answer.rulings}
        if codes & {"touched", "claimed", "released"}:
            self._settle_at_ns = self._clock.host_ns() + self._settings.settle_after_ms * MS_NS
        elif codes & {"round_settled", "revealed", "started"}:
            self._settle_at_ns = None

    def _after_answers(self) -> None:
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
        while self._kept and not self._question_open():
            waiting, self._kept = self._kept, []
            for line, source in waiting:
                self._tell_in_turn(line, source)

    def _question_open(self) -> bool:
        now = self.session.now
        return now.game is not None and bool(now.game.questions(now.state))

    def _round_is_open(self) -> bool:
        now = self.session.now
        return now.game is not None and not now.over and now.game.view(now.state).get("phase") == "react"

    # ---- keeping and showing

    def _commit(self) -> None:
        now_ns = self._clock.host_ns()
        if self._commit_again_ns is not None and now_ns < self._commit_again_ns:
            return
        batch = self._uncommitted
        if batch:
            try:
                self._journal.commit(self._name, lines=batch.lines, edges=batch.edges, boards=batch.boards)
            except JournalError as error:
                self._commit_again_ns = now_ns + COMMIT_AGAIN_NS
                self._warn("journal", f"Not saved: {error}. The game goes on in memory.")
                return
        self._commit_again_ns = None
        self._warn("journal", None)
        self._uncommitted = Uncommitted()
        for board, below in self._acknowledge.items():
            self._source.acknowledge(board, below)
        self._acknowledge = {}

    def _warn(self, about: str, sentence: str | None) -> None:
        if sentence is None:
            self._warnings.pop(about, None)
        else:
            self._warnings[about] = sentence

    def _publish(self) -> None:
        self._shown = (len(self.session.entries), dict(self._links), dict(self._warnings))
        settled = any(ruling.code == "round_settled" for answer in self._answers for ruling in answer.rulings)
        for answer in self._answers:
            self.on_answer(answer)
        self._answers = []
        self._seq += 1
        links = tuple(
            {"source": link.source, "phase": link.phase, "text": link.text, "facts": link.facts}
            for link in self._links.values()
        )
        around = Surroundings(
            self._name, self._seq, self._simulated, self._settings.language, links, tuple(self._warnings.values())
        )
        view = self._viewer.view(self.session, around)
        for audience in self._audiences:
            audience(view)
        if settled:
            # Everybody looks at the ruling now; the next hand is seconds away, and stamped by the board anyway.
            self._journal.checkpoint()
