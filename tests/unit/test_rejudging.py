"""Where a contact that was found later is put in among what people told, and that the rest stays as it is."""

import json
from typing import Any

import pytest

from touchjudge.cli.app import new_session
from touchjudge.ports import Board, BoardRow, LineRow
from touchjudge.service import Settings
from touchjudge.service.rejudging import Kept, Rejudged, rejudge
from touchjudge.timing.edges import Edge
from touchjudge.timing.settle import Settle

BOARD = Board("e66a", "01")
HOST_US = 70_000_000  # of the host's clock when the board's was 0
START = {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"]}
CARD = {"do": "card", "card": "touch:pig"}
# A card is turned at 1.0 s, the pig is felt at 1.4 and again at 1.462 s, Ana claims at 2.0 s.
CHANGES = [
    (1_000_000, 8), (1_080_000, 0), (1_400_000, 2), (1_430_000, 0), (1_462_000, 2), (1_540_000, 0), (2_000_000, 256),
    (2_080_000, 0),
]  # fmt: skip
EDGES = [(BOARD, Edge(n, at_us, levels)) for n, (at_us, levels) in enumerate(CHANGES)]


def row(n: int, line: dict[str, Any], source: str, at_us: int) -> LineRow:
    return LineRow(n, json.dumps(line), source, (HOST_US + at_us) * 1_000, "2026-11-30T19:03:21.123Z")


def felt(n: int, line: dict[str, Any], edge: int, pin: int) -> LineRow:
    at_us = CHANGES[edge][0]
    told = {**line, "t_us": at_us, "by": "sensor"}
    return row(n, told, f"edge:e66a/01/{edge}/{pin}", at_us + 1_200)


def evening(*said: tuple[dict[str, Any], int]) -> Kept:
    """The lines of a table that took the second touch for a bounce, with what people said, and when."""
    told = [
        (0, lambda n: row(n, START, "command", 0)),
        (1_000_000, lambda n: felt(n, {"do": "reveal"}, 0, 3)),
        (1_400_000, lambda n: felt(n, {"do": "touch", "spot": "pig"}, 2, 1)),
        *(
            (max(1_400_001, at_us), lambda n, line=line, at_us=at_us: row(n, line, "web", at_us))
            for line, at_us in said
        ),
        (2_000_000, lambda n: felt(n, {"do": "claim", "player": "Ana"}, 6, 8)),
    ]
    told.sort(key=lambda each: each[0])
    return Kept([make(n) for n, (_, make) in enumerate(told, 1)], EDGES, [BoardRow(BOARD, 0, 0)])


def again(kept: Kept, settle_us: int = 25_000) -> Rejudged:
    return rejudge(kept, new_session, settings=Settings(settle=Settle(settle_us=40_000)), settle_us=settle_us)


def put_in(rejudged: Rejudged) -> tuple[int, list[str]]:
    (correction,) = rejudged.corrections
    return correction["n"], [line["do"] for line in correction["lines"]]


def test_new_contact_stands_before_the_line_that_came_next() -> None:
    assert put_in(again(evening())) == (4, ["touch", "claim"])


@pytest.mark.parametrize(
    ("said_us", "where"),
    [(1_450_000, (5, ["touch", "claim"])), (1_500_000, (4, ["touch", "card"]))],
)
def test_what_people_said_keeps_its_place_by_the_hosts_clock(said_us: int, where: tuple[int, list[str]]) -> None:
    assert put_in(again(evening((CARD, said_us)))) == where


def test_clock_of_another_start_of_the_host_throws_nothing_out_of_its_order() -> None:
    assert put_in(again(evening((CARD, -HOST_US)))) == (5, ["touch", "claim"])


def test_same_settle_time_finds_nothing_and_the_lines_are_those_of_the_journal() -> None:
    kept = evening((CARD, 1_500_000))
    same = again(kept, 40_000)
    assert (same.corrections, same.changed, same.told) == ((), (), kept.lines)


def test_contact_that_only_a_level_read_told_of_stays_as_it_was_told() -> None:
    kept = evening()
    rows = [*kept.lines, row(5, {"do": "touch", "spot": "mushroom", "by": "sensor"}, "edge:e66a/01/8/0", 2_500_000)]
    rejudged = again(Kept(rows, kept.edges, kept.boards), 40_000)
    assert (rejudged.corrections, rejudged.told) == ((), rows)


def test_other_options_change_the_start_line_alone_and_the_numbers_stay() -> None:
    kept = evening((CARD, 1_500_000))
    rejudged = rejudge(kept, new_session, settings=Settings(), options={"schwein_gehabt": {"home": True}})
    assert [told.n for told in rejudged.told] == [1, 2, 3, 4, 5]
    assert rejudged.told[1:] == kept.lines[1:]
    assert rejudged.told[0].source == "rejudge"
