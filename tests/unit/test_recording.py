"""Recordings as text: every edge comes back exactly, and a row that is none is refused with its number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchjudge.adapters.recorded import recorded_edges
from touchjudge.errors import ConfigError
from touchjudge.ports import Board, BoardRow
from touchjudge.timing.edges import Edge
from touchjudge.timing.recording import RecordedEdge, Writing, read_rows

UNNAMED = Board("recorded", "00")
ROWS = tuple(BoardRow(Board("e66a", f"{n:02x}"), n * 1_000, n * 40) for n in range(3))


def edges(*rows: str) -> list[Edge]:
    return [each.edge for each in read_rows(rows, UNNAMED)]


def test_rows_of_one_time_are_one_edge_and_a_row_that_changes_nothing_is_none() -> None:
    assert edges("time_us,line,level", "10,0,1", "10,9,1", "20,0,1", "30,0,0") == [
        Edge(0, 10, 0x201),
        Edge(1, 30, 0x200),
    ]


def test_the_whole_mask_is_hexadecimal_and_both_forms_mix() -> None:
    assert edges("5,00ff", "6,0,0") == [Edge(0, 5, 0xFF), Edge(1, 6, 0xFE)]


def test_byte_order_mark_empty_rows_and_remarks_are_no_rows() -> None:
    assert edges("\ufefftime_us,levels", "", "# by hand", "5,1") == [Edge(0, 5, 1)]


def test_a_board_that_was_placed_anew_is_told_again_and_its_rows_go_on() -> None:
    board = Board("e66b", "02")
    rows = [BoardRow(board, 700, 41), BoardRow(board, 690, 45, since=1)]
    writing, told = Writing(), []
    for row, edge in zip(rows, (Edge(0, 10, 1), Edge(1, 20, 0)), strict=True):
        writing, some = writing.rows(row, edge)
        told += some
    assert [each.t_us for each in read_rows(told, UNNAMED)] == [710, 710]
    again = recorded_edges([(board, Edge(0, 10, 1)), (board, Edge(1, 20, 0))], rows)
    assert [each.t_us for each in again] == [710, 710]


def test_rows_of_nobody_belong_to_the_board_of_the_recording() -> None:
    assert [each.row for each in read_rows(["5,1"], UNNAMED)] == [BoardRow(UNNAMED, 0, 0)]


@pytest.mark.parametrize(
    "row", ["x,0,1", "5", "5,16,1", "5,0,2", "5,10000", "-1,0,1", "5,0,1,7", "1.5,0,1", f"{1 << 63},1", "5,,1"]
)
def test_row_that_is_none_is_refused_with_its_number(row: str) -> None:
    with pytest.raises(ConfigError, match="row 2 of the recording"):
        edges("time_us,line,level", row)


def test_time_that_goes_back_is_refused_but_not_that_of_another_board() -> None:
    with pytest.raises(ConfigError, match="row 2 of the recording goes back in time"):
        edges("5,1", "4,0")
    assert len(edges("# board a boot 1", "5,1", "# board b boot 1", "4,1", "# board a boot 1", "6,0")) == 3


def test_number_that_was_there_before_is_refused() -> None:
    with pytest.raises(ConfigError, match="edge 0, which was there before"):
        edges("5,1", "6,0", "# number 0 lost 0", "7,1")


steps = st.tuples(
    st.sampled_from(ROWS),
    st.integers(0, 3),
    st.sampled_from([0, 0, 0, 1, 5]),
    st.integers(0, 7),
    st.sampled_from([0, 0, 2]),
)


@given(st.lists(steps, max_size=60))
def test_what_is_written_is_read_again_to_the_last_figure(taken: list[tuple[BoardRow, int, int, int, int]]) -> None:
    told: list[RecordedEdge] = []
    next_number, newest_us = dict.fromkeys(ROWS, 0), dict.fromkeys(ROWS, 0)
    writing, text = Writing(), list[str]()
    for row, later_us, skipped, levels, lost in taken:
        newest_us[row] += later_us
        edge = Edge(next_number[row] + skipped, newest_us[row], levels, lost)
        next_number[row] = edge.number + 1
        told.append(RecordedEdge(row, edge))
        writing, rows = writing.rows(row, edge)
        text += rows
    assert list(read_rows(text, UNNAMED)) == told
