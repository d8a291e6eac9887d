"""What went wrong at other people's tables, in the area of the referee, each under its id."""

import pytest

from hand_table import BOARD, HandTable
from touchjudge.ports import EdgesArrived
from touchjudge.session.places import DEFAULT_PLACES
from touchjudge.timing.edges import Edge


@pytest.fixture
def table() -> HandTable:
    table = HandTable()
    table.start()
    return table


def test_br078_a_touch_in_the_same_instant_as_the_end_of_the_round_counts(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("seat2", 5_300_000)
    both = 1 << DEFAULT_PLACES.index("target2") | 1 << DEFAULT_PLACES.index("ok")
    table.running.take(EdgesArrived(BOARD, (Edge(table.numbers[BOARD], 5_400_000, both),), 0))
    assert table.codes()[-2:] == ["drew_right", "round_settled"]


def test_br078_a_touch_that_arrives_after_the_end_is_said_with_what_would_let_it_count(table: HandTable) -> None:
    table.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    table.tell(do="claim", player="Luis", t_us=5_900_000)
    table.tell(do="claim", player="Luis", spot="pig", t_us=5_900_000)
    table.tell(do="settle", t_us=9_900_000)
    answer = table.tell(do="touch", spot="mushroom", t_us=5_400_000)
    (late,) = answer["rulings"]
    assert (late["verdict"], late["code"]) == ("info", "late_touch")
    assert late["effects"]["options"]
    before = table.state
    assert table.after_a_power_cut().state == before


@pytest.mark.parametrize(
    ("gap_us", "too_close"), [(0, True), (300, True), (1_000, True), (5_000, False), (30_000, False)]
)
def test_br082_two_hands_closer_than_the_bounds_are_a_dead_heat_and_the_referee_asks(
    gap_us: int, too_close: bool
) -> None:
    table = HandTable()
    table.start(options={"free_choice": True})
    table.tell(do="reveal", card="symbol:3-6-6", t_us=5_000_000)  # no number of Ana or Luis: both may take any one
    for player, t_us in (("Ana", 5_400_000), ("Luis", 5_400_000 + gap_us)):
        table.tell(do="touch", spot="pig", player=player, t_us=t_us, bound_us=500, by="sensor")
    codes = [ruling["code"] for ruling in table.tell(do="settle")["rulings"]]
    assert ("dead_heat" in codes) == too_close


def test_br084_a_touch_counts_when_the_hand_comes_down_not_when_it_is_lifted(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.edge("target2", True, 5_400_000)
    assert table.told()[-1] == {"do": "touch", "spot": "pig", "t_us": 5_400_000, "by": "sensor"}
    before = table.told()
    table.edge("target2", False, 5_800_000)
    assert table.told() == before


def test_br025_what_came_too_late_is_in_the_history_with_its_reason_and_changes_no_score(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.tell(do="card", card="symbol:1-1-1")
    table.press("ok", 6_000_000)
    cards = table.state["cards"]
    table.press("target1", 7_000_000)
    assert table.codes()[-1] == "out_of_round"
    assert table.state["cards"] == cards


def test_br087_a_pad_that_is_held_through_three_rounds_takes_nothing(table: HandTable) -> None:
    table.press("target1", 4_000_000, hold_us=0)
    for round_number in range(3):
        table.press("reveal", 5_000_000 + round_number * 8_000_000)
        table.tell(do="card", card="symbol:1-5-5")
        table.press("ok", 9_000_000 + round_number * 8_000_000)
    assert [line for line in table.told() if line["do"] == "touch" and line["t_us"] > 5_000_000] == []
    assert table.state["cards"] == {"Ana": 0, "Luis": 0, "Marta": 0}


@pytest.mark.parametrize(("at_us", "marked"), [(99_999, True), (100_000, False), (100_001, False)])
def test_br088_the_limit_of_anticipation_is_kept_to_the_microsecond_by_device_time(
    table: HandTable, at_us: int, marked: bool
) -> None:
    table.press("reveal", 5_000_000, hold_us=50_000)
    table.press("target2", 5_000_000 + at_us)
    table.press("seat2", 5_900_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("ok", 6_500_000)
    assert ("anticipation" in table.codes()) == marked
