"""A recording as a source, an inbox and a clock: what every one of these must do, on virtual time.

A recording has no hands that could press while it is played, so the suite of the sources on real time cannot drive it;
the same demands are made of it here.
"""

from itertools import pairwise
from math import inf

import pytest

from contract.test_clock import (  # noqa: F401
    test_host_time_is_whole_nanoseconds_and_never_goes_back,
    test_wall_time_is_utc_with_milliseconds,
)
from contract.test_inbox import (  # noqa: F401
    test_arrival_from_another_thread_ends_the_wait,
    test_arrivals_come_out_in_the_order_in_which_they_were_put,
    test_full_inbox_refuses_counts_and_keeps_what_it_has,
    test_stop_finds_room_in_a_full_inbox_and_comes_last,
    test_wait_ends_at_its_time_and_not_before,
    test_wait_for_a_time_that_has_passed_still_hands_out_what_is_there,
)
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.recorded import RecordedTable
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.errors import ConfigError
from touchjudge.ports import Arrival, Board, BoardBeat, BoardRow, EdgesArrived, LinkChanged, Stop
from touchjudge.timing.clock_map import Offset
from touchjudge.timing.edges import Edge
from touchjudge.timing.recording import RecordedEdge
from touchjudge.timing.timeline import TimeLine

FIRST = BoardRow(Board("e66a", "01"), 0, 0)
SECOND = BoardRow(Board("e66b", "02"), 70_000, 101)
MASKS = [0b1, 0b101, 0b100, 0b1100, 0]
PLAYED = tuple(RecordedEdge(FIRST, Edge(n, 1_000 + 300 * n, levels)) for n, levels in enumerate(MASKS))


def recorded(*edges: RecordedEdge, inbox_size: int = 3, speed: float = inf) -> RecordedTable:
    return RecordedTable(edges or PLAYED, name="evening.csv", speed=speed, inbox_size=inbox_size)


@pytest.fixture
def inbox() -> RecordedTable:
    return recorded()


@pytest.fixture
def clock(inbox: RecordedTable) -> RecordedTable:
    return inbox


def arrivals(table: RecordedTable) -> list[tuple[int, Arrival]]:
    """Everything until the stop, with the virtual time of its arrival."""
    table.start(table)
    taken = []
    while not isinstance(arrival := table.wait(None), Stop):
        assert arrival is not None
        taken.append((table.host_ns(), arrival))
    return taken


def edges(taken: list[tuple[int, Arrival]]) -> list[Edge]:
    return [edge for _, each in taken if isinstance(each, EdgesArrived) for edge in each.edges]


def test_edges_come_once_in_order_with_the_whole_mask() -> None:
    assert edges(arrivals(recorded())) == [each.edge for each in PLAYED]


def test_edges_arrive_at_their_distances_and_after_their_stamps() -> None:
    taken = [(at_ns, each) for at_ns, each in arrivals(recorded()) if isinstance(each, EdgesArrived)]
    assert [b - a for (a, _), (b, _) in pairwise(taken)] == [300_000] * 4
    for at_ns, each in taken:
        assert each.arrived_ns == at_ns
        assert each.offset_us is not None
        assert each.edges[0].device_us + each.offset_us < at_ns // 1000


def test_it_says_that_it_is_connected_and_to_whom() -> None:
    first = arrivals(recorded())[0][1]
    assert isinstance(first, LinkChanged)
    assert (first.phase, first.board, first.text[-1]) == ("connected", FIRST.board, ".")


def test_level_reads_follow_the_last_edge_until_every_line_is_at_rest() -> None:
    reads = [each for _, each in arrivals(recorded()) if isinstance(each, BoardBeat)]
    assert [read.levels for read in reads] == [0] * 4
    assert {read.next_number for read in reads} == {5}
    assert reads[-1].device_us - PLAYED[-1].edge.device_us == 1_000_000


def test_it_ends_only_when_nothing_waits_for_its_time_any_more() -> None:
    table = recorded()
    arrivals(table)
    until_ns = table.host_ns() + 4_000_000_000
    assert table.wait(until_ns) is None
    assert table.host_ns() == until_ns
    assert isinstance(table.wait(None), Stop)


def test_what_waits_for_ever_does_not_keep_it_from_ending() -> None:
    table = recorded()
    arrivals(table)
    while table.wait(table.host_ns() + 2_000_000_000) is None:
        pass


def test_second_board_is_placed_where_it_lay_with_the_bound_it_had() -> None:
    later = RecordedEdge(SECOND, Edge(0, 30_000_000, 1))
    line = TimeLine()
    rows = []
    for _, each in arrivals(recorded(*PLAYED, later)):
        if isinstance(each, EdgesArrived) and each.offset_us is not None and each.bound_us is not None:
            offset = Offset(each.offset_us, each.bound_us)
            line, row = line.place(
                each.board, device_us=each.edges[0].device_us, host_us=each.arrived_ns // 1000, offset=offset
            )
            rows += [] if row is None else [row]
    assert rows == [FIRST, SECOND]


def test_another_inbox_is_refused() -> None:
    with pytest.raises(ConfigError, match="its own inbox"):
        recorded().start(QueueInbox(SystemClock()))


def test_after_stop_nothing_comes_any_more_and_stop_may_be_called_twice() -> None:
    table = recorded()
    table.start(table)
    table.stop()
    table.stop()
    assert table.wait(table.host_ns() + 10_000_000_000) is None


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan")])
def test_speed_that_is_none_is_refused(speed: float) -> None:
    with pytest.raises(ConfigError, match="speed"):
        recorded(speed=speed)
