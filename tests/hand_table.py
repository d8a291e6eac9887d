"""A running table without threads or hardware: hands press places at stated times, and the clock moves by hand."""

import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from touchjudge.errors import ConfigError, JournalError
from touchjudge.language import read
from touchjudge.ports import Board, BoardBeat, EdgesArrived, Told, Warned
from touchjudge.registry import known_games
from touchjudge.rules.game import Deck
from touchjudge.service import RunningTable, Settings
from touchjudge.session.fold import Session
from touchjudge.session.notes import Pads
from touchjudge.session.places import DEFAULT_PLACES
from touchjudge.session.view import Viewer
from touchjudge.testing import FakeClock
from touchjudge.testing.memory_journal import MemoryJournal
from touchjudge.timing.edges import Edge
from touchjudge.words import say
from touchjudge.words.choices import choice

NUMBERS = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}
BOARD = Board("e661", "b001")
HOLD_US = 120_000


def no_deck(name: str, game: str) -> Deck:
    raise ConfigError(f"there is no deck {name!r}")


def empty_session() -> Session:
    games = known_games()
    return Session(partial(read, games=games), no_deck, games)


class FullDisk(MemoryJournal):
    """A journal that refuses to commit while ``full``."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    def commit(self, session: str, **batch: Any) -> None:
        if self.full:
            raise JournalError("the disk is full; make room")
        super().commit(session, **batch)


class NoSource:
    """An edge source that only remembers what was acknowledged."""

    def __init__(self) -> None:
        self.acknowledged: dict[Board, int] = {}

    def start(self, inbox: Any) -> None: ...

    def acknowledge(self, board: Board, below: int) -> None:
        self.acknowledged[board] = below

    def stop(self) -> None: ...


@dataclass
class HandTable:
    """Drives one :class:`RunningTable` turn by turn."""

    journal: FullDisk = field(default_factory=FullDisk)
    clock: FakeClock = field(default_factory=FakeClock)
    source: NoSource = field(default_factory=NoSource)
    settings: Settings = field(default_factory=Settings)
    session_name: str = ""
    commands: dict[str, str | None] = field(default_factory=dict)
    pads: Pads | None = None

    def __post_init__(self) -> None:
        self.views: list[dict[str, Any]] = []
        self.levels: dict[Board, int] = {}
        self.numbers: dict[Board, int] = {}
        if not self.session_name:
            self.session_name = self.journal.begin(
                started_utc=self.clock.wall_utc(), host_ns=0, host_boot_id="h", simulated=False, seed=None
            )
        self.running = RunningTable(
            name=self.session_name,
            session=empty_session(),
            journal=self.journal,
            inbox=None,  # type: ignore[arg-type] # turns are taken by hand
            clock=self.clock,
            source=self.source,
            say=lambda ruling, game: say(ruling, game),
            viewer=Viewer(lambda ruling, game: say(ruling, game), choice),
            settings=self.settings,
            audiences=[self.views.append],
            commands=self.commands,
            pads=self.pads,
        )

    # ---- what hands and people do

    def start(self, **more: Any) -> None:
        line = {"do": "start", "game": "schwein_gehabt", "players": list(NUMBERS), "numbers": NUMBERS, **more}
        assert self.running.tell(line, "command").error is None

    def edge(self, place: str, down: bool, at_us: int, board: Board = BOARD, **offset: int) -> EdgesArrived:
        """One level change, as the link would hand it on."""
        bit = 1 << DEFAULT_PLACES.index(place)
        levels = self.levels.get(board, 0)
        self.levels[board] = levels | bit if down else levels & ~bit
        number = self.numbers.get(board, 0)
        self.numbers[board] = number + 1
        arrived = EdgesArrived(board, (Edge(number, at_us, self.levels[board]),), self.clock.host_ns(), **offset)
        self.running.take(arrived)
        return arrived

    def press(self, place: str, at_us: int, hold_us: int = HOLD_US) -> None:
        self.edge(place, True, at_us)
        if hold_us:
            self.edge(place, False, at_us + hold_us)

    def beat(self, at_us: int, levels: int) -> None:
        """Two beats that agree, which is what debounce asks for."""
        number = self.numbers.get(BOARD, 0)
        for later_us in (0, 250_000):
            self.running.take(BoardBeat(BOARD, at_us + later_us, levels, number, 0))

    def tell(self, **line: Any) -> dict[str, Any]:
        """A line from the page; its answer."""
        answers: list[str] = []
        self.running.take(Told(json.dumps(line), "page", answers.append))
        answer: dict[str, Any] = json.loads(answers[0])
        return answer

    def wait_ms(self, ms: int) -> None:
        self.clock.advance(ms=ms)
        self.running.take(None)

    # ---- what can be seen

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.views[-1]["state"]
        return state

    def told(self) -> list[dict[str, Any]]:
        """The lines in the journal."""
        return [json.loads(row.text) for row in self.journal.lines(self.session_name)]

    def codes(self) -> list[str]:
        return [ruling.code for entry in self.running.session.entries for ruling in entry.answer.rulings]

    def after_a_power_cut(self) -> "HandTable":
        """A new table on the same journal."""
        again = HandTable(
            self.journal,
            FakeClock(self.clock.host_ns()),
            NoSource(),
            self.settings,
            self.session_name,
            pads=self.pads,
        )
        again.levels, again.numbers = dict(self.levels), dict(self.numbers)
        name = self.session_name
        again.running.restore(self.journal.lines(name), self.journal.edges(name), self.journal.boards(name))
        again.running.take(Warned("nothing", None))
        return again
