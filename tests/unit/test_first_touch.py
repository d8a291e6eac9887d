"""first_touch: who was first, by how much, who was too early; each code and each option."""

from typing import Any

import pytest

from hand_table import HandTable, empty_session
from touchjudge.rules.first_touch import GAME
from touchjudge.session.fold import Session

PLAYERS = ["Ana", "Luis", "Marta"]


class Round:
    def __init__(self, **options: Any) -> None:
        self.session: Session = empty_session()
        self.codes: set[str] = set()
        self("start", game="first_touch", players=PLAYERS, options=options)

    def __call__(self, do: str, **fields: Any) -> list[Any]:
        answer = self.session.tell({"do": do, **fields})
        assert answer.error is None, answer.error
        self.codes |= {ruling.code for ruling in answer.rulings}
        return list(answer.rulings)

    def touch(self, player: str, t_us: int, **fields: Any) -> list[Any]:
        return self("touch", player=player, t_us=t_us, **fields)

    @property
    def state(self) -> dict[str, Any]:
        return GAME.view(self.session.now.state)


def test_the_first_gets_the_point_with_reaction_and_gap_whatever_the_order_of_arrival() -> None:
    play = Round()
    play("go", t_us=1_000_000)
    play.touch("Luis", 1_300_500)
    (touched,) = play.touch("Ana", 1_250_000)
    assert touched.effects == {"place": 1, "reaction_us": 250_000, "gap_us": 0}
    first, settled = play("settle")
    assert (first.code, first.player) == ("first", "Ana")
    assert first.effects == {"pay": 1, "reaction_us": 250_000, "gap_us": 50_500}
    assert settled.effects["order"] == ["Ana", "Luis"]
    assert settled.effects["gaps_us"] == [0, 50_500]
    assert play.state["scores"] == {"Ana": 1, "Luis": 0, "Marta": 0}


@pytest.mark.parametrize(("gap_us", "asked"), [(0, True), (2, True), (3, False)])
def test_a_gap_within_the_bounds_is_a_dead_heat_that_a_person_decides(gap_us: int, asked: bool) -> None:
    play = Round()
    play("go", t_us=0)
    play.touch("Ana", 300_000)
    play.touch("Luis", 300_000 + gap_us)
    assert (play("settle")[0].code == "dead_heat") == asked
    if asked:
        assert play("touch", player="Marta")[0].code == "out_of_round"
        assert play("award", player="Marta")[0].code == "wrong_phase"
        first, _ = play("award", player="Luis")
        assert (first.code, first.player) == ("first", "Luis")
        assert play.state["scores"]["Luis"] == 1


def test_a_dead_heat_may_give_the_point_to_nobody() -> None:
    play = Round(dead_heat_us=1_000)
    play("go", t_us=0)
    play.touch("Ana", 300_000)
    play.touch("Luis", 300_900)
    play("settle")
    assert play("award", player=None)[0].code == "no_point"
    assert play.state["scores"] == {"Ana": 0, "Luis": 0, "Marta": 0}


@pytest.mark.parametrize(
    ("option", "score", "sits_out"), [("none", 0, False), ("loses_point", -1, False), ("sits_out", 0, True)]
)
def test_a_false_start_costs_what_the_option_says(option: str, score: int, sits_out: bool) -> None:
    play = Round(false_start=option)
    play("arm")
    (ruling,) = play.touch("Ana", 900_000)
    assert (ruling.verdict, ruling.code, ruling.stands) == ("foul", "false_start", True)
    assert play.state["scores"]["Ana"] == score
    play("go", t_us=1_000_000)
    assert (play.touch("Ana", 1_200_000)[0].code == "sits_out") == sits_out


def test_a_touch_stamped_before_the_signal_is_a_false_start_though_it_arrives_later() -> None:
    play = Round(false_start="loses_point")
    play("go", t_us=1_000_000)
    assert play.touch("Ana", 999_999)[0].code == "false_start"


def test_a_touch_at_the_very_time_of_the_signal_is_none_too_early_however_exact_its_stamp() -> None:
    play = Round()
    play("go", t_us=1_000_000, bound_us=500)
    assert play("touch", player="Ana", t_us=1_000_000, bound_us=0)[0].effects["reaction_us"] == 0


@pytest.mark.parametrize(
    ("option", "first", "later"), [("none", "Ana", "touched_again"), ("sits_out", "Luis", "sits_out")]
)
def test_a_false_start_that_arrives_after_the_same_hands_next_touch_is_one_all_the_same(
    option: str, first: str, later: str
) -> None:
    play = Round(false_start=option)
    play("go", t_us=1_000_000)
    play.touch("Ana", 1_200_000)
    play.touch("Luis", 1_300_000)
    assert play.touch("Ana", 999_999)[0].code == "false_start"
    assert play.touch("Ana", 1_400_000)[0].code == later
    assert play("settle")[0].player == first


def test_without_a_signal_the_first_touch_begins_the_round() -> None:
    play = Round(signal="none")
    assert play.touch("Ana", 5_000_000)[0].effects == {"place": 1, "reaction_us": None, "gap_us": 0}
    assert play.touch("Luis", 5_040_000)[0].effects["gap_us"] == 40_000
    assert play("settle")[0].player == "Ana"


def test_with_a_signal_a_touch_between_rounds_counts_for_nothing() -> None:
    play = Round()
    assert play.touch("Ana", 5_000_000)[0].code == "out_of_round"


def test_points_by_hand_and_the_end_at_so_many_points() -> None:
    play = Round(points_to_win=3, auto_point=False)
    play("go")
    play("touch", player="Marta")
    assert play("touch", player="Marta")[0].code == "touched_again"
    assert play("settle")[0].effects["pay"] == 0
    (awarded,) = play("award", player="Luis", points=2)
    assert awarded.code == "awarded"
    over = play("award", player="Luis", points=1)[-1]
    assert (over.verdict, over.code, over.effects["winners"]) == ("over", "points_reached", ["Luis"])


def test_a_round_that_nobody_touches_is_closed_with_ok() -> None:
    play = Round()
    play("go")
    assert [ruling.code for ruling in play("settle")] == ["nobody_touched", "round_settled"]
    assert play("settle")[0].code == "wrong_phase"


def test_the_state_that_was_answered_can_be_set_and_changes_nothing() -> None:
    play = Round()
    play("go", t_us=0)
    play.touch("Ana", 300_000)
    play.touch("Luis", 300_001)
    play("settle")
    before = play.session.now.state
    assert play("set", state=play.state)[0].code == "set"
    assert play.session.now.state == before
    assert play("set", state={"scores": {"Zoe": 1}})[0].code == "cannot_be"
    assert play("set", state={"scores": {"Ana": 7}, "phase": "idle"})[0].code == "set"
    assert play.state["scores"]["Ana"] == 7


def test_seats_are_the_buttons_and_the_reveal_pad_is_the_signal() -> None:
    table = HandTable()
    table.tell(do="start", game="first_touch", players=PLAYERS)
    table.press("reveal", 5_000_000, hold_us=50_000)
    table.press("seat2", 5_300_000, hold_us=5_000)
    table.press("seat1", 5_310_000)
    table.wait_ms(4_000)
    assert table.views[-1]["scores"] == {"Ana": 0, "Luis": 1, "Marta": 0}
    assert [touch["player"] for touch in table.views[-1]["touches"]] == ["Luis", "Ana"]
    assert [touch["reaction_us"] for touch in table.views[-1]["touches"]] == [300_000, 310_000]


def test_a_random_signal_comes_by_itself_after_the_pad_has_armed() -> None:
    table = HandTable()
    table.tell(do="start", game="first_touch", players=PLAYERS, options={"signal": "random"})
    table.press("reveal", 5_000_000)
    assert table.state["phase"] == "armed"
    table.press("seat1", 5_500_000)
    assert table.codes()[-1] == "false_start"
    table.wait_ms(999)
    assert table.state["phase"] == "armed"
    table.wait_ms(3_001)
    assert table.state["phase"] == "open"
