"""The simulated table as a source, an inbox and a clock: what every one of these must do, on virtual time.

Nobody outside can press its pads, so the suite of the sources on real time cannot drive it; the same demands are made
of it here, while its own people play.
"""

from itertools import pairwise
from math import inf
from typing import Any

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
from touchjudge.adapters.decks import load
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.cli.app import labeller, new_session, sayer
from touchjudge.errors import ConfigError
from touchjudge.ports import Arrival, Board, BoardBeat, EdgesArrived, LinkChanged
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.timing.edges import Edge

SECONDS = 60


@pytest.fixture
def inbox() -> SimulatedTable:
    deck = load("schwein_gehabt_stand_in")
    return SimulatedTable("schwein_gehabt", seed=1, deck=deck, speed=inf, idle_speed=inf, inbox_size=3)


@pytest.fixture
def clock(inbox: SimulatedTable) -> SimulatedTable:
    return inbox


def played(*, acknowledges: bool = True, **how: Any) -> tuple[SimulatedTable, list[Arrival]]:
    """A minute of a game: the arrivals, each edge acknowledged as a table does it."""
    table = SimulatedTable("schwein_gehabt", seed=7, deck=load("schwein_gehabt_stand_in"), speed=inf, **how)
    session, viewer = new_session(), Viewer(sayer("en"), labeller("en"))
    session.tell({"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"], "options": {}})
    table.show(viewer.view(session, Surroundings("evening", 1, simulated=True, language="en")))
    table.start(table)
    until_ns, taken = table.host_ns() + SECONDS * 1_000_000_000, list[Arrival]()
    while (arrival := table.wait(until_ns)) is not None:
        taken.append(arrival)
        if isinstance(arrival, EdgesArrived) and acknowledges:
            table.acknowledge(arrival.board, arrival.edges[-1].number + 1)
    return table, taken


def edges_of(taken: list[Arrival]) -> list[Edge]:
    return [edge for each in taken if isinstance(each, EdgesArrived) for edge in each.edges]


def test_edges_come_once_in_order_with_the_whole_mask() -> None:
    _, taken = played()
    edges = edges_of(taken)
    assert len(edges) > 2
    assert [edge.number for edge in edges] == list(range(len(edges)))
    assert [edge.lost for edge in edges] == [0] * len(edges)
    stamps = [edge.device_us for edge in edges]
    assert stamps == sorted(stamps)
    masks = [0, *(edge.levels for edge in edges)]
    assert all(before != after for before, after in pairwise(masks))


def test_a_line_lost_on_the_way_comes_all_the_same() -> None:
    whole, mended = (edges_of(played(drop_edge_line=line)[1]) for line in (None, 1))
    assert mended == whole


def test_it_says_that_it_is_connected_and_to_whom() -> None:
    _, taken = played()
    link = next(each for each in taken if isinstance(each, LinkChanged) and each.phase == "connected")
    assert isinstance(link.board, Board)
    assert link.text.endswith(".")


def test_level_reads_come_by_themselves_and_say_what_the_last_edge_said() -> None:
    _, taken = played()
    levels, reads = 0, 0
    for each in taken:
        if isinstance(each, EdgesArrived):
            levels = each.edges[-1].levels
        elif isinstance(each, BoardBeat) and each.next_number == len(edges_of(taken[: taken.index(each)])):
            assert each.levels == levels
            reads += 1
    assert reads > 3 * SECONDS


def test_what_nobody_acknowledges_is_kept_and_what_is_acknowledged_is_not() -> None:
    kept, _ = played(acknowledges=False)
    assert kept.link.figures["acknowledged"] == 0
    table, taken = played()
    assert table.link.figures["acknowledged"] == len(edges_of(taken))


def test_after_stop_nothing_comes_any_more_and_stop_may_be_called_twice() -> None:
    table, _ = played()
    table.stop()
    table.stop()
    while table.wait(table.host_ns()) is not None:
        pass  # what was on its way
    assert table.wait(table.host_ns() + 10_000_000_000) is None


def test_another_inbox_is_refused() -> None:
    deck = load("schwein_gehabt_stand_in")
    one, other = (SimulatedTable("schwein_gehabt", seed=1, deck=deck, speed=inf) for _ in range(2))
    with pytest.raises(ConfigError, match="own inbox"):
        one.start(other)
