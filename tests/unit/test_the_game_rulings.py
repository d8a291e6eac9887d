"""Each situation of the rulings about The Game and its Extreme sister, under its id; options both ways."""

from typing import Any

import pytest
import yaml

from need import ROOT, shared
from stack_table import AT_BASE, EXTREME, Table, broken, codes, extreme, session, table, the
from touchjudge.session.fold import Answer

SHOWN = {"up1": 47, "up2": 30, "down1": 100, "down2": 99}


def showing(**commands: str) -> Table:
    at = extreme()
    at.set(stacks=SHOWN, showing=commands)
    return at


def test_TG_01_on_a_rising_stack_only_exactly_ten_lower_goes_backwards() -> None:
    at = table()
    at.set(stacks={"up1": 47})
    assert codes(at.play("A", 38, "up1")) == codes(at.play("A", 27, "up1")) == ["not_higher"]
    the(at.play("A", 37, "up1"), "backwards")


def test_TG_02_on_a_falling_stack_exactly_ten_higher_goes_backwards() -> None:
    at = table()
    at.set(stacks={"down1": 65})
    the(at.play("A", 74, "down1"), "not_lower")
    the(at.play("A", 75, "down1"), "backwards")


def test_TG_04_two_and_ninety_nine_fit_on_stacks_that_have_no_card() -> None:
    at = table()
    the(at.play("A", 2, "up1"), "played")
    the(at.play("A", 99, "down1"), "played")


def test_TG_05_one_card_laid_and_no_second_one_that_fits_is_lost() -> None:
    at = table()
    at.play("A", 2, "up1")
    the(at.end_turn("A"), "below_minimum", owes=["cards:1"])
    the(at.stuck("A"), "lost", left=97, winners=[], scores={"left": 97})


def test_TG_07_with_fewer_cards_in_the_pile_than_played_what_is_there_is_drawn() -> None:
    at = table()
    at.set(stacks={"up1": 10}, draw_pile=1, hands={"A": 7, "B": 7})
    at.play("A", 11, "up1")
    at.play("A", 12, "up1")
    the(at.end_turn("A"), "turn_ended", draw=1, next="B")
    assert (at.view["draw_pile"], at.view["hands"], at.view["minimum"]) == (0, {"A": 6, "B": 7}, 1)


@pytest.mark.parametrize(("left", "is_excellent"), [(9, True), (10, False)])
def test_TG_09_fewer_than_ten_left_is_excellent(left: int, is_excellent: bool) -> None:
    at = table()
    at.set(draw_pile=0, hands={"A": 5, "B": left - 5})
    the(at.stuck("A"), "lost", left=left, excellent=is_excellent)


@pytest.mark.parametrize(("talk", "code"), [("numbers", "talk_allowed"), ("numbers_and_tricks", "said_number")])
def test_TG_10_to_say_that_one_can_go_ten_back_is_an_option(talk: str, code: str) -> None:
    at = table(talk=talk)
    the(at.tell("talked", player="B", what="trick"), code)
    the(at.tell("talked", player="B", what="number"), "said_number")
    the(at.tell("talked", player="B"), "talk_allowed")


def test_TG_11_the_state_shows_the_top_of_each_stack_and_no_order_below_it() -> None:
    at = table()
    at.play("A", 20, "up1")
    at.play("A", 10, "up1")
    assert at.view["stacks"] == {**AT_BASE, "up1": 10}
    assert at.view["played"] == [10, 20]


def test_TG_13_hands_and_draw_pile_count_when_it_is_lost() -> None:
    the(table().stuck("A"), "lost", left=98)


def test_TG_14_experts_lay_three_with_a_card_fewer_in_hand() -> None:
    at = table(minimum=3, hand_less=1)
    at.play("A", 2, "up1")
    at.play("A", 3, "up1")
    the(at.end_turn("A"), "below_minimum", owes=["cards:1"])
    assert at.view["hands"]["B"] == 6


def test_TG_14_without_the_options_two_are_enough() -> None:
    at = table()
    at.play("A", 2, "up1")
    at.play("A", 3, "up1")
    the(at.end_turn("A"), "turn_ended", draw=2)
    assert at.view["hands"] == {"A": 7, "B": 7}


def test_TG_15_anyone_begins_and_then_it_goes_clockwise() -> None:
    at = table(players="ABC")
    the(at.play("B", 2, "up1"), "played")
    the(at.play("C", 3, "up1"), "not_your_turn")
    at.play("B", 3, "up1")
    the(at.end_turn("B"), "turn_ended", next="C")
    at.play("C", 4, "up1")
    at.play("C", 5, "up1")
    the(at.end_turn("C"), "turn_ended", next="A")


def test_TG_16_cards_laid_together_must_each_fit_on_the_one_before() -> None:
    at = table()
    at.set(stacks={"up1": 50})
    the(at.play("A", 59, "up1"), "played")
    the(at.play("A", 49, "up1"), "backwards")


def test_EX_01_a_stop_as_the_first_card_ends_the_turn() -> None:
    at = extreme()
    rulings = at.play("A", 20, "up1", "stop")
    the(rulings, "played", owes=[], draw=1, next="B")
    the(rulings, "turn_ended", draw=1, next="B")
    assert at.view["turn"] == "B"


def test_EX_02_a_card_after_the_own_stop_loses_the_game_and_lies() -> None:
    at = extreme()
    at.play("A", 20, "up1", "stop")
    broken(at.play("A", 21, "up1"), "stop")
    assert (at.view["stacks"]["up1"], at.view["left"], at.view["result"]) == (21, 96, "lost")


def test_EX_03_a_stop_as_the_third_card_fits_with_three() -> None:
    at = extreme()
    at.play("A", 20, "up1")
    the(at.play("A", 30, "up1", "three"), "played", owes=["exactly:1"])
    the(at.play("A", 40, "up1", "stop"), "turn_ended", draw=3)


def test_EX_05_three_as_the_fourth_card_or_followed_by_a_fourth_is_broken() -> None:
    at = extreme()
    for card in (20, 21, 22):
        at.play("A", card, "up1")
    broken(at.play("A", 30, "up1", "three"), "three")
    at = extreme()
    at.play("A", 20, "up1", "three")
    at.play("A", 21, "up1")
    the(at.play("A", 22, "up1"), "played", owes=[])
    broken(at.play("A", 23, "up1"), "three")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_EX_06_three_may_be_any_of_the_three_cards(place: int) -> None:
    at = extreme()
    for i in range(3):
        at.play("A", 20 + i, "up1", "three" if i == place else None)
    the(at.end_turn("A"), "turn_ended", draw=3)


def test_EX_07_two_cards_with_three_still_ask_for_three_cards() -> None:
    at = extreme()
    at.play("A", 20, "up1", "three")
    the(at.play("A", 21, "up1", "three"), "played", owes=["exactly:1"])
    at.play("A", 22, "up1")
    the(at.end_turn("A"), "turn_ended")


def test_EX_08_three_with_two_cards_in_hand_is_broken_when_the_hand_is_empty_and_not_earlier() -> None:
    at = extreme()
    at.set(stacks={"up1": 5}, draw_pile=0, hands={"A": 2, "B": 3})
    the(at.play("A", 10, "up1", "three"), "played")
    assert codes(at.play("A", 11, "up1")) == ["played", "command_broken"]
    assert at.view["left"] == 3


def test_EX_09_three_asks_for_three_cards_also_without_a_draw_pile() -> None:
    at = extreme()
    at.set(stacks={"up1": 5}, draw_pile=0, hands={"A": 4, "B": 3})
    at.play("A", 10, "up1", "three")
    broken(at.end_turn("A"), "three")


def test_EX_12_a_skull_as_the_last_of_three_cannot_be_covered() -> None:
    at = extreme()
    at.play("A", 20, "up1", "three")
    at.play("A", 21, "up1")
    the(at.play("A", 22, "up1", "skull"), "played", owes=["cover:up1"])
    broken(at.end_turn("A"), "skull")


def test_EX_15_a_skull_may_be_covered_by_a_backwards_trick() -> None:
    at = extreme()
    at.play("A", 20, "up1", "skull")
    the(at.play("A", 10, "up1"), "backwards", owes=[])
    the(at.end_turn("A"), "turn_ended")


def test_EX_15_but_not_while_no_backwards_shows() -> None:
    at = showing(up2="no_backwards")
    at.play("A", 50, "up1", "skull")
    broken(at.play("A", 40, "up1"), "no_backwards")


def test_EX_16_a_stop_as_the_last_card_of_all_wins() -> None:
    at = extreme("A")
    at.set(stacks={"up1": 50}, draw_pile=0, hands={"A": 1})
    rulings = at.play("A", 51, "up1", "stop")
    assert codes(rulings) == ["played", "won"]
    the(rulings, "won", winners=["A"], scores={"left": 0}, excellent=True)


def test_EX_16_not_if_a_skull_shows() -> None:
    at = extreme("A")
    at.set(stacks={"up1": 50, "up2": 40}, showing={"up2": "skull"}, draw_pile=0, hands={"A": 1})
    broken(at.play("A", 51, "up1", "stop"), "skull")


def test_EX_18_a_covered_no_backwards_binds_no_longer() -> None:
    at = showing(up1="no_backwards")
    the(at.play("A", 48, "up1"), "played", in_force=[])
    the(at.play("A", 20, "up2"), "backwards")


def test_EX_19_no_backwards_itself_is_not_covered_by_a_trick() -> None:
    broken(showing(up1="no_backwards").play("A", 37, "up1"), "no_backwards")


def test_EX_21_one_stack_leaves_the_choice_of_the_stack() -> None:
    at = showing(up1="one_stack")
    the(at.play("A", 31, "up2"), "played", in_force=["one_stack"])
    assert at.view["bound"] == "up2"
    broken(at.play("A", 48, "up1"), "one_stack")


def test_EX_22_covering_the_only_one_stack_card_frees_the_next() -> None:
    at = showing(up1="one_stack")
    at.play("A", 48, "up1")
    assert at.view["bound"] is None
    the(at.play("A", 31, "up2"), "played")


def test_EX_22_strictly_it_does_not() -> None:
    at = extreme(one_stack_covered="strict")
    at.set(stacks=SHOWN, showing={"up1": "one_stack"})
    at.play("A", 48, "up1")
    assert at.view["bound"] == "up1"
    broken(at.play("A", 31, "up2"), "one_stack")


def test_EX_23_one_stack_in_the_middle_of_a_turn_binds_from_then_on() -> None:
    at = extreme()
    at.play("A", 20, "up1")
    the(at.play("A", 21, "up2", "one_stack"), "played")
    broken(at.play("A", 30, "up1"), "one_stack")


def test_EX_23_with_whole_turn_the_cards_before_it_count() -> None:
    at = extreme(one_stack_late="whole_turn")
    at.play("A", 20, "up1")
    broken(at.play("A", 21, "up2", "one_stack"), "one_stack")


def test_EX_24_three_and_one_stack_together_are_three_cards_on_one_stack() -> None:
    at = showing(up1="one_stack")
    at.play("A", 31, "up2", "three")
    at.play("A", 32, "up2")
    at.play("A", 33, "up2")
    the(at.end_turn("A"), "turn_ended", draw=3)


def test_EX_26_a_draw_one_covered_in_the_same_turn_changes_nothing() -> None:
    at = extreme()
    at.play("A", 20, "up1", "draw_one")
    at.play("A", 21, "up1")
    the(at.end_turn("A"), "turn_ended", draw=2)


def test_EX_28_two_draw_one_cards_still_mean_one_card() -> None:
    at = extreme()
    at.play("A", 20, "up1", "draw_one")
    the(at.play("A", 21, "up2", "draw_one"), "played", in_force=["draw_one"])
    the(at.end_turn("A"), "turn_ended", draw=1)


@pytest.mark.parametrize(("short_hand", "after"), [("lost", ["turn_ended", "lost"]), ("all", ["turn_ended"])])
def test_EX_30_a_turn_that_would_begin_without_a_card_is_lost_or_passes(short_hand: str, after: list[str]) -> None:
    at = extreme(short_hand=short_hand)
    at.set(stacks={"up1": 5}, hands={"A": 7, "B": 0}, draw_pile=50)
    at.play("A", 10, "up1")
    at.play("A", 11, "up1")
    assert codes(at.end_turn("A")) == after
    if short_hand == "all":
        the(at.end_turn("B"), "turn_ended", draw=7, next="A")


def test_EX_31_under_silence_any_talk_loses_the_game() -> None:
    at = extreme()
    at.play("A", 20, "up1", "silence")
    over = broken(at.tell("talked", player="B"), "silence")
    assert over.player == "B"


def test_EX_32_without_silence_commands_may_be_said_and_numbers_not() -> None:
    at = extreme()
    the(at.tell("talked", player="B"), "talk_allowed")
    assert the(at.tell("talked", player="B", what="number"), "said_number").stands


def test_EX_33_commands_that_show_on_several_stacks_all_apply() -> None:
    at = showing(up1="one_stack", up2="no_backwards")
    the(at.play("A", 48, "up1"), "played", in_force=["no_backwards"])
    broken(at.play("A", 38, "up1"), "no_backwards")


def test_EX_34_a_broken_command_is_over_at_once_and_nothing_is_taken_back() -> None:
    at = showing(up1="no_backwards")
    broken(at.play("A", 20, "up2"), "no_backwards")
    assert (at.view["stacks"]["up2"], at.view["hands"]["A"]) == (20, 6)
    the(at.play("A", 60, "up2"), "game_is_over")


def test_EX_35_alone_silence_forbids_nothing() -> None:
    at = extreme("A")
    at.play("A", 20, "up1", "silence")
    the(at.tell("talked", player="A"), "talk_allowed")


def _cases() -> list[Any]:
    path = ROOT.parent / "shared" / "ruling-cases.yaml"
    if not path.exists():
        return [pytest.param({}, id="no cases")]
    cases = yaml.safe_load(path.read_text("utf-8"))
    return [pytest.param(case, id=case["id"]) for case in cases if case["id"].startswith(("TG", "EX"))]


@pytest.mark.parametrize("case", _cases())
def test_the_cases_of_the_contract_are_answered_as_it_says(case: dict[str, Any]) -> None:
    shared("ruling-cases.yaml")
    at = session()
    answers = [at.tell(line) for line in case["lines"]]
    for want in case["expect"]:
        assert _agrees(answers[want["n"] - 1], want), (want, answers[want["n"] - 1])


def _agrees(answer: Answer, want: dict[str, Any]) -> bool:
    if "state" in want:
        return _within(want["state"], answer.state)
    accepted = want["code"] if isinstance(want.get("code"), list) else [want.get("code")]
    return any(
        ("code" not in want or ruling.code in accepted)
        and want.get("verdict", ruling.verdict) == ruling.verdict
        and _within(want.get("effects", {}), ruling.effects)
        for ruling in answer.rulings
    )


def _within(want: Any, have: Any) -> bool:
    if isinstance(want, dict):
        return all(key in have and _within(value, have[key]) for key, value in want.items())
    return bool(want == have)


def test_each_entry_of_the_rulings_has_a_test_of_its_id() -> None:
    entries = yaml.safe_load(shared("rulings.yaml").read_text("utf-8"))
    ids = {entry["id"].replace("-", "_") for entry in entries if entry["game"] in ("the_game", EXTREME.name)}
    assert ids
    assert {one for one in ids if not any(name.startswith(f"test_{one}_") for name in globals())} == set()
