"""Boots of boards on one time line: the first is it, the others come with a bound, and time never goes back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchjudge.errors import LinkError
from touchjudge.ports import Board, BoardRow
from touchjudge.timing.clock_map import Offset
from touchjudge.timing.timeline import DRIFT_PPM, UNKNOWN_US, TimeLine

LEFT, LEFT_AGAIN, RIGHT = Board("e661aa", "b001"), Board("e661aa", "b002"), Board("e661bb", "b003")


def test_first_board_is_the_time_line_and_needs_no_clock_map() -> None:
    line, row = TimeLine().place(LEFT, device_us=123, host_us=9_000, offset=None)
    assert row == BoardRow(LEFT, 0, 0)
    assert line.t_us(LEFT, 123) == (123, 0)


def test_boot_that_is_placed_already_gives_no_second_row() -> None:
    line, _ = TimeLine().place(LEFT, device_us=123, host_us=9_000, offset=None)
    assert line.place(LEFT, device_us=500, host_us=10_000, offset=Offset(9_500, 10))[1] is None


def test_second_board_is_placed_through_the_host_with_the_sum_of_bounds() -> None:
    line, _ = TimeLine().place(LEFT, device_us=1_000_000, host_us=51_000_000, offset=Offset(50_000_000, 100))
    line, row = line.place(RIGHT, device_us=2_000, host_us=51_000_000, offset=Offset(50_998_000, 70))
    assert row == BoardRow(RIGHT, 998_000, 171)
    assert line.t_us(RIGHT, 2_000) == (1_000_000, 171)


def test_bound_of_a_second_board_grows_with_the_time_the_first_was_not_heard() -> None:
    line, _ = TimeLine().place(LEFT, device_us=1_000_000, host_us=51_000_000, offset=Offset(50_000_000, 100))
    _, row = line.place(RIGHT, device_us=2_000, host_us=61_000_000, offset=Offset(60_998_000, 70))
    assert row is not None
    assert row.bound_us == 171 + 2_000


def test_reboot_goes_on_where_the_host_says() -> None:
    line, _ = TimeLine().place(LEFT, device_us=1_000_000, host_us=51_000_000, offset=Offset(50_000_000, 100))
    line = line.note(LEFT, 1_000_000)
    line, row = line.place(LEFT_AGAIN, device_us=10_000, host_us=54_000_000, offset=Offset(53_990_000, 200))
    assert row is not None
    assert line.t_us(LEFT_AGAIN, 10_000)[0] == 4_000_000
    assert row.bound_us == 100 + 200 + 600 + 1
    assert line.leader == LEFT_AGAIN


def test_reboot_never_goes_back_in_time_and_its_bound_says_by_how_much_it_was_moved() -> None:
    line, _ = TimeLine().place(LEFT, device_us=9_000_000, host_us=51_000_000, offset=Offset(42_000_000, 100))
    line = line.note(LEFT, 9_000_000)
    line, row = line.place(LEFT_AGAIN, device_us=500, host_us=51_000_000, offset=Offset(50_999_000, 50))
    assert row is not None
    assert line.t_us(LEFT_AGAIN, 500) == (9_000_000, 100 + 50 + 1 + 500)


def test_reboot_without_a_clock_map_comes_after_all_that_was_and_says_that_it_is_not_known_when() -> None:
    line, _ = TimeLine().place(LEFT, device_us=9_000_000, host_us=51_000_000, offset=None)
    line = line.note(LEFT, 9_000_000)
    line, row = line.place(LEFT_AGAIN, device_us=700, host_us=60_000_000, offset=None)
    assert row == BoardRow(LEFT_AGAIN, 9_000_000 - 700, UNKNOWN_US)


def test_session_that_goes_on_keeps_the_places_of_its_boards() -> None:
    rows = [BoardRow(LEFT, 0, 0), BoardRow(RIGHT, 998_000, 171)]
    line = TimeLine.resume(rows, newest_t_us=4_000_000)
    assert line.place(LEFT, device_us=5_000_000, host_us=1, offset=None)[1] is None
    assert line.t_us(RIGHT, 2_000) == (1_000_000, 171)
    _, row = line.place(LEFT_AGAIN, device_us=300, host_us=1, offset=Offset(1, 1))
    assert row == BoardRow(LEFT_AGAIN, 4_000_000 - 300, UNKNOWN_US)


@pytest.mark.parametrize("drift_ppm", [-90.0, 0.0, 35.0, 90.0])
def test_over_an_evening_two_boards_that_drift_apart_are_compared_within_the_bound(drift_ppm: float) -> None:
    """Three hours, a touch on the second board every 1 to 40 s; the clock maps know the offsets to 200 µs."""
    chance = random.Random(round(drift_ppm))
    line, rows, number, at_us = TimeLine(), [], 0, 0.0
    stamps: dict[tuple[Board, int], int] = {}
    touches = []
    while at_us < 3 * 3_600e6:
        at_us += chance.uniform(1e6, 40e6)
        left_us, right_us = 7_000_000 + at_us, 500_000_000 + at_us * (1 + drift_ppm / 1e6)

        def offset(device_us: float) -> Offset:
            return Offset(round(at_us - device_us + chance.uniform(-200, 200)), 201)  # noqa: B023

        line, row = line.place(
            LEFT, device_us=round(left_us), host_us=round(at_us), offset=offset(left_us), number=number
        )
        assert (row is not None) == (number == 0), "the first board is the line and never moves"
        line = line.note(LEFT, round(left_us))
        for late_us in (0, 60, 30_000):  # bounce, and letting go
            stamp_us = round(right_us) + late_us
            line, row = line.place(
                RIGHT, device_us=stamp_us, host_us=round(at_us), offset=offset(right_us), number=number
            )
            stamps[RIGHT, number] = stamp_us
            rows += [] if row is None else [row]
            placed = line.t_us(RIGHT, stamp_us)
            assert abs(placed[0] - (left_us + late_us)) <= placed[1] + 1
            assert placed[1] < 1_000 + 40 * DRIFT_PPM
            assert not touches or placed[0] > touches[-1][1][0], "never back"
            touches.append((stamp_us, placed))
            line = line.note(RIGHT, stamp_us)
            number += 1
    assert 10 < len(rows) < number / 3 + 2
    stamps[RIGHT, 0] = touches[0][0]
    again = TimeLine.resume([BoardRow(LEFT, 0, 0), *rows], 0, stamps)
    assert [again.t_us(RIGHT, stamp_us) for stamp_us, _ in touches] == [placed for _, placed in touches]


def test_bound_of_a_second_board_grows_with_the_drift_while_nothing_is_heard_of_it() -> None:
    line = TimeLine.resume([BoardRow(LEFT, 0, 0), BoardRow(RIGHT, 998_000, 171)], 0, {(RIGHT, 0): 5_000_000})
    assert line.t_us(RIGHT, 5_000_000) == (5_998_000, 171)
    assert line.t_us(RIGHT, 3_605_000_000)[1] == 171 + 3_600 * DRIFT_PPM
    assert line.t_us(LEFT, 3_605_000_000)[1] == 0


def test_time_of_a_boot_that_was_never_placed_is_refused() -> None:
    with pytest.raises(LinkError, match="e661bb boot b003 is not on the session's time line"):
        TimeLine().t_us(RIGHT, 5)


@given(st.lists(st.tuples(st.integers(0, 10**9), st.none() | st.integers(0, 10**12)), min_size=1, max_size=12))
def test_over_any_number_of_reboots_t_us_never_goes_back(boots: list[tuple[int, int | None]]) -> None:
    line, newest_t_us = TimeLine(), 0
    for count, (runs_us, offset_us) in enumerate(boots):
        board = Board("e661aa", f"{count:04x}")
        offset = None if offset_us is None else Offset(offset_us, 50)
        line, _ = line.place(board, device_us=40, host_us=count * 10**7, offset=offset)
        for device_us in (40, 40 + runs_us):
            t_us, _ = line.t_us(board, device_us)
            assert t_us >= newest_t_us
            newest_t_us = t_us
            line = line.note(board, device_us)
