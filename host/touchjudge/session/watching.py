"""What all lines of all boards do while somebody is asked to press one of them: a fold over what arrives.

In: arrivals of edge sources. Out: a :class:`Watch`: for every line its :class:`~touchjudge.timing.unrest.Trace` since
the question was asked, and how many contacts the table would have made of it with the settle times in force.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from touchjudge.ports import Arrival, Board, BoardBeat, EdgesArrived, LinkChanged
from touchjudge.session.places import Places
from touchjudge.timing.debounce import LINES, Debounce
from touchjudge.timing.edges import ContactEvent, Edge, Pressed
from touchjudge.timing.settle import Settle
from touchjudge.timing.unrest import Trace


@dataclass(frozen=True, slots=True, order=True)
class Wire:
    """One line of one board; ``chip_id`` in small letters."""

    chip_id: str
    line: int


@dataclass(frozen=True, slots=True)
class Wiring:
    """The table as its file says.

    Attributes:
        overrides: line → its own times, on a board that has none in ``board_overrides``.
        board_overrides: chip id (in small letters) → the same.
    """

    places: Places = field(default_factory=Places)
    settle: Settle = field(default_factory=Settle)
    overrides: Mapping[int, Settle] = field(default_factory=dict)
    board_overrides: Mapping[str, Mapping[int, Settle]] = field(default_factory=dict)

    def own(self, chip_id: str) -> Mapping[int, Settle]:
        """The lines of a board that have times of their own."""
        return self.board_overrides.get(chip_id.lower(), self.overrides)

    def settle_of(self, wire: Wire) -> Settle:
        """The times in force on a line."""
        return self.own(wire.chip_id).get(wire.line, self.settle)

    def place(self, wire: Wire) -> str:
        """What lies on a line; ``spare`` where nothing does.

        >>> Wiring().place(Wire("e66a", 6))
        'spare'
        """
        place = self.places.place(wire.chip_id, wire.line)
        return "spare" if place.startswith("spare") else place


@dataclass(frozen=True, slots=True)
class BoardWatched:
    """One boot of one board.

    Attributes:
        levels, next_number, newest_us: after its newest edge.
        traces, contacts: by line, since the question was asked.
        beaten: a level read was seen, so that the levels of all lines are known.
        read: levels and device time of the last level read that no edge explains.
        lost: edges that never came, as the board counts them.
        muted: mask of the lines that the board no longer listens to.
    """

    board: Board
    debounce: Debounce
    levels: int = 0
    next_number: int = 0
    newest_us: int = 0
    traces: tuple[Trace, ...] = (Trace(),) * LINES
    contacts: tuple[int, ...] = (0,) * LINES
    beaten: bool = False
    read: tuple[int, int] | None = None
    lost: int = 0
    muted: int = 0

    def asked(self) -> "BoardWatched":
        """The same board when a new question is asked."""
        traces = tuple(Trace.begin(bool(self.levels >> line & 1)) for line in range(LINES))
        return replace(self, traces=traces, contacts=(0,) * LINES)

    def edge(self, edge: Edge) -> "BoardWatched":
        """One more edge; one that is known already changes nothing."""
        if edge.number < self.next_number:
            return self
        at_us = max(edge.device_us, self.newest_us)
        debounce, events = self.debounce.take(edge)
        changed = replace(self, debounce=debounce, next_number=edge.number + 1, read=None)
        return changed._levels_are(edge.levels, at_us)._contacts(events)

    def beat(self, beat: BoardBeat) -> "BoardWatched":
        """A level read: time passes, and twice the same without an edge between mends what no edge told of."""
        if beat.next_number != self.next_number and self.beaten:
            return self  # edges are under way that came before it
        debounce, events = self.debounce.read(beat.device_us, beat.levels, beat.next_number)
        at_us = max(beat.device_us, self.newest_us)
        beaten = replace(self, debounce=debounce, next_number=beat.next_number, beaten=True, lost=beat.lost, read=None)
        if not self.beaten:
            return replace(beaten, levels=beat.levels, newest_us=at_us).asked()
        if beat.levels == self.levels:
            beaten = replace(beaten, newest_us=at_us, traces=tuple(each.let_pass(at_us) for each in self.traces))
        elif self.read is not None and self.read[0] == beat.levels:
            beaten = beaten._levels_are(beat.levels, max(self.read[1], self.newest_us))
        else:
            beaten = replace(beaten, read=(beat.levels, at_us))
        return beaten._contacts(events)

    def _levels_are(self, levels: int, at_us: int) -> "BoardWatched":
        changed = levels ^ self.levels
        traces = tuple(
            trace.change(at_us) if changed >> line & 1 else trace.let_pass(at_us)
            for line, trace in enumerate(self.traces)
        )
        return replace(self, levels=levels, newest_us=at_us, traces=traces)

    def _contacts(self, events: tuple[ContactEvent, ...]) -> "BoardWatched":
        pressed = [event.line for event in events if isinstance(event, Pressed)]
        if not pressed:
            return self
        return replace(self, contacts=tuple(count + pressed.count(line) for line, count in enumerate(self.contacts)))


@dataclass(frozen=True, slots=True)
class Watch:
    """Everything that is watched.

    Attributes:
        boards: chip id (in small letters) → the boot that was heard last.
        from_rest: every line was up before its first edge (a recording); else levels are only known after a level
            read, and what came before it does not count.
    """

    wiring: Wiring = field(default_factory=Wiring)
    boards: Mapping[str, BoardWatched] = field(default_factory=dict)
    from_rest: bool = False

    def asked(self) -> "Watch":
        """A new question is asked: what was heard before no longer counts."""
        return replace(self, boards={chip_id: board.asked() for chip_id, board in self.boards.items()})

    def take(self, arrival: Arrival) -> "Watch":
        """One more arrival; what no board said changes nothing."""
        match arrival:
            case EdgesArrived(board=board, edges=edges):
                watched = self._board(board)
                for edge in edges:
                    watched = watched.edge(edge)
            case BoardBeat(board=board):
                watched = self._board(board).beat(arrival)
            case LinkChanged(board=Board() as board, facts={"muted_lines": int(muted)}):
                watched = replace(self._board(board), muted=muted)
            case _:
                return self
        return replace(self, boards={**self.boards, board.chip_id.lower(): watched})

    def wires(self) -> Iterator[Wire]:
        """All lines of the boards that are there."""
        return (Wire(chip_id, line) for chip_id in self.boards for line in range(LINES))

    def trace(self, wire: Wire) -> Trace:
        """What a line did since the question."""
        board = self.boards.get(wire.chip_id)
        return Trace() if board is None else board.traces[wire.line]

    def contacts(self, wire: Wire) -> int:
        """How many contacts the table would have made of it."""
        board = self.boards.get(wire.chip_id)
        return 0 if board is None else board.contacts[wire.line]

    def muted(self, wire: Wire) -> bool:
        """Whether its board no longer listens to a line."""
        board = self.boards.get(wire.chip_id)
        return board is not None and bool(board.muted >> wire.line & 1)

    def quiet_us(self, wire: Wire) -> int:
        """For how long a line has been quiet, by its board's clock; 0 where it never changed."""
        board, last_us = self.boards.get(wire.chip_id), self.trace(wire).last_us
        return 0 if board is None or last_us is None else board.newest_us - last_us

    def _board(self, board: Board) -> BoardWatched:
        known = self.boards.get(board.chip_id.lower())
        if known is not None and known.board == board:
            return known
        debounce = Debounce.begin(self.wiring.settle, self.wiring.own(board.chip_id))
        return BoardWatched(board, debounce, beaten=self.from_rest)
