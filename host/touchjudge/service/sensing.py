"""What the boards feel: edges and level reads in, contacts with place and table time out, the same live and restored.

One place knows each boot of each board: its debounce, what is held down on it, and where its clock lies on the
session's time line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from touchjudge.ports import Board, BoardBeat, BoardRow, EdgesArrived
from touchjudge.session.places import Places
from touchjudge.session.table import Contact
from touchjudge.timing.clock_map import Offset
from touchjudge.timing.debounce import Debounce
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released, Stepped
from touchjudge.timing.settle import Settle
from touchjudge.timing.timeline import DRIFT_PPM, TimeLine, wanted

# An analogue pad is looked at 5,000 times a second, and a press is believed when three samples agree.
FORCE_BOUND_US = 500


@dataclass(slots=True)
class Pads:
    """One boot of one board.

    Attributes:
        next_number: of its next edge.
        down: line → place, of those that are held down.
        up_since: line → device_us at which it was let go last.
        stamp_bound_us: how wrong its stamps can be.
        force_lines: that an analogue pad has told of; their stamps are less sharp.
    """

    debounce: Debounce
    next_number: int = 0
    down: dict[int, str] = field(default_factory=dict)
    up_since: dict[int, int] = field(default_factory=dict)
    stamp_bound_us: int = 1
    force_lines: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Sensed:
    """What an arrival of edges came to.

    Attributes:
        edges: those that were not there before.
        row: where the boot lies on the time line, if it is new.
    """

    contacts: list[Contact]
    edges: list[tuple[Board, Edge]]
    row: BoardRow | None
    next_number: int


class Sensing:
    """The boards of one session.

    Args:
        settle: debounce settings of all lines.
        overrides: line → settings of its own.
        board_overrides: chip id (in small letters) → such settings, for boards that have theirs in place of these.
    """

    def __init__(
        self,
        places: Places,
        settle: Settle,
        overrides: Mapping[int, Settle],
        board_overrides: Mapping[str, Mapping[int, Settle]],
    ) -> None:
        self.places = places
        self._settle = settle
        self._overrides = overrides
        self._board_overrides = board_overrides
        self._time_line = TimeLine()
        self._pads: dict[Board, Pads] = {}

    @property
    def newest_t_us(self) -> int:
        """Table time of the newest edge."""
        return self._time_line.newest_t_us

    def host_time(self, host_ns: int) -> dict[str, int]:
        """A moment of the host's clock as fields of a line: ``t_us`` and ``bound_us``; none without a clock map."""
        bridge = self._time_line.bridge
        if bridge is None:
            return {}
        host_us = host_ns // 1_000
        drift_us = abs(host_us - bridge.host_us) * DRIFT_PPM // 1_000_000
        return {"t_us": host_us + bridge.offset_us, "bound_us": bridge.bound_us + drift_us + 1}

    def edges(self, arrived: EdgesArrived) -> Sensed:
        """Edges as the link handed them on, at least one; those that are known already are left out."""
        board = arrived.board
        offset = None
        if arrived.offset_us is not None and arrived.bound_us is not None:
            offset = Offset(arrived.offset_us, arrived.bound_us)
        pads = self._pads_of(board)
        pads.stamp_bound_us = arrived.stamp_bound_us
        new = [edge for edge in arrived.edges if edge.number >= pads.next_number]
        first = (new or arrived.edges)[0]
        self._time_line, row = self._time_line.place(
            board,
            device_us=first.device_us,
            host_us=arrived.arrived_ns // 1_000,
            offset=offset,
            number=first.number if new else 0,
        )
        contacts = [contact for edge in new for contact in self._edge(board, pads, edge)]
        if new:
            self._time_line = self._time_line.note(board, new[-1].device_us)
        return Sensed(contacts, [(board, edge) for edge in new], row, pads.next_number)

    def beat(self, beat: BoardBeat) -> list[Contact]:
        """A level read: mends what no edge told of."""
        pads = self._pads.get(beat.board)
        if pads is None or beat.next_number != pads.next_number:
            return []
        pads.debounce, events = pads.debounce.read(beat.device_us, beat.levels, beat.next_number)
        return self._contacts(beat.board, pads, events)

    def restore(self, edges: Sequence[tuple[Board, Edge]], boards: Sequence[BoardRow]) -> list[Contact]:
        """Stand where the journal ends; all contacts of the session, which were told when they came."""
        begins = wanted(boards)
        stamps: dict[tuple[Board, int], int] = {}
        for board, edge in edges:
            stamps.setdefault((board, 0), edge.device_us)  # the first row of a boot holds from its first edge here
            if (board, edge.number) in begins:
                stamps[board, edge.number] = edge.device_us
        self._time_line = TimeLine.resume(boards, 0, stamps)
        contacts = [contact for board, edge in edges for contact in self._edge(board, self._pads_of(board), edge)]
        for board, last in dict(edges).items():
            self._time_line = self._time_line.note(board, last.device_us)
        return contacts

    def _pads_of(self, board: Board) -> Pads:
        if board not in self._pads:
            own = self._board_overrides.get(board.chip_id.lower(), self._overrides)
            self._pads[board] = Pads(Debounce.begin(self._settle, own))
        return self._pads[board]

    def _edge(self, board: Board, pads: Pads, edge: Edge) -> list[Contact]:
        pads.next_number = edge.number + 1
        if edge.step is not None:
            pads.force_lines.add(edge.step.line)
        pads.debounce, events = pads.debounce.take(edge)
        return self._contacts(board, pads, events)

    def _contacts(self, board: Board, pads: Pads, events: Sequence[ContactEvent]) -> list[Contact]:
        contacts = []
        for event in events:
            contact = self._contact(board, event, frozenset(pads.down.values()))
            match event:
                case Pressed(line=line, began_us=began_us):
                    if line in pads.up_since:
                        contact = replace(contact, up_us=began_us - pads.up_since[line])
                    pads.down[line] = contact.place
                case Released(line=line, ended_us=ended_us):
                    pads.down.pop(line, None)
                    pads.up_since[line] = ended_us
                case Chattering() | Stepped():
                    pass
            contacts.append(contact)
        return contacts

    def _contact(self, board: Board, event: ContactEvent, down: frozenset[str]) -> Contact:
        match event:
            case Pressed():
                at_us, tail = event.began_us, f"{event.number}/{event.line}"
            case Released():
                at_us, tail = event.ended_us, f"{event.number}/{event.line}/up"
            case Chattering():
                at_us, tail = event.since_us, f"{event.since_us}/{event.line}/chatter"
            case Stepped():
                at_us, tail = event.at_us, f"{event.number}/{event.line}"
            case _:
                assert_never(event)
        t_us, bound_us = self._time_line.t_us(board, at_us)
        source = f"edge:{board.chip_id}/{board.boot_id}/{tail}"
        # Even where the boot's own place adds nothing, the stamp itself is unsure.
        pads = self._pads_of(board)
        bound_us += FORCE_BOUND_US if event.line in pads.force_lines else pads.stamp_bound_us
        return Contact(event, self.places.place(board.chip_id, event.line), source, t_us, bound_us, down)
