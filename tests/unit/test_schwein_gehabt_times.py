"""Schwein gehabt!: which round a contact belongs to, reaction times, what is held, what comes early or late."""

from typing import Any

import pytest

from lucky_table import Table, codes, draws, table, the


def test_what_is_told_before_its_reveal_belongs_to_it_if_it_happened_after() -> None:
    at = table()
    assert codes(at.touch("mushroom", "A", 1_400_000)) == ["out_of_round"]
    assert codes(at.claim("A", t_us=1_900_000)) == ["out_of_round"]
    assert at.view["touches"] == []
    assert codes(at.reveal("symbol:1-4-8")) == ["revealed", "touched", "claimed"]
    assert the(at.settle(), "drew_right", "A").effects["reaction_us"] == 400_000


def test_what_happened_before_the_reveal_is_dropped() -> None:
    at = table()
    at.touch("mushroom", "A", 999_999)
    at.tell("release", player="A", t_us=400_000)
    at.claim("A", t_us=999_999)
    assert codes(at.reveal("symbol:1-4-8")) == ["revealed"]
    assert codes(at.settle()) == ["round_settled"]


def test_a_touch_without_a_time_between_rounds_is_of_no_round() -> None:
    at = table()
    assert codes(at.touch("mushroom", "A", None)) == ["out_of_round"]
    assert codes(at.reveal("symbol:1-4-8", None)) == ["revealed"]


def test_a_claim_without_a_time_between_rounds_is_in_the_wrong_phase() -> None:
    assert codes(table().claim("A")) == ["wrong_phase"]


def test_without_times_all_that_is_told_in_a_round_belongs_to_it() -> None:
    at = table()
    at.reveal("symbol:1-4-8", None)
    assert the(at.touch("mushroom", "A", None), "touched").effects["reaction_us"] is None
    assert the(at.settle(), "drew_right").effects["reaction_us"] is None


@pytest.mark.parametrize(("by", "code"), [("sensor", "touched"), ("sim", "touched"), ("referee", "out_of_round")])
def test_a_card_is_seen_before_a_sensed_reveal_says_that_it_lies(by: str, code: str) -> None:
    at = table()
    at.reveal("symbol:1-4-8", by=by)
    assert codes(at.touch("mushroom", "A", 500_000)) == [code]


def test_a_touch_within_the_lead_has_an_unknown_reaction_not_a_negative_one() -> None:
    at = table()
    at.touch("mushroom", "A", 700_000)
    rulings = at.reveal("symbol:1-4-8", by="sensor")
    assert the(rulings, "touched").effects["reaction_us"] is None
    assert the(at.settle(), "drew_right").effects["reaction_us"] is None


@pytest.mark.parametrize(("lead_ms", "code"), [(0, "out_of_round"), (500, "touched"), (499, "out_of_round")])
def test_the_lead_is_an_option(lead_ms: int, code: str) -> None:
    at = table(lead_ms=lead_ms)
    at.reveal("symbol:1-4-8", by="sensor")
    assert codes(at.touch("mushroom", "A", 500_000)) == [code]


def test_a_reaction_of_zero_is_a_time() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    assert the(at.touch("mushroom", "A", 1_000_000), "touched").effects["reaction_us"] == 0
    assert the(at.settle(), "drew_right").effects["reaction_us"] == 0


@pytest.mark.parametrize(("anticipation_ms", "marked"), [(100, True), (99, False), (0, False)])
def test_sooner_than_anyone_can_react_is_marked_and_judged_like_any_other(anticipation_ms: int, marked: bool) -> None:
    at = table(anticipation_ms=anticipation_ms)
    at.reveal("symbol:1-4-8")
    assert ("anticipation" in codes(at.touch("mushroom", "A", 1_099_999))) is marked
    assert the(at.settle(), "drew_right", "A").effects.get("anticipation", False) is marked


def test_a_claim_of_before_the_reveal_is_out_of_round_even_within_the_lead() -> None:
    at = table()
    at.reveal("symbol:1-4-8", by="sensor")
    assert codes(at.claim("A", t_us=999_999)) == ["out_of_round"]


def test_a_pad_that_is_down_at_the_reveal_must_be_seen_up_first() -> None:
    at = table()
    at.tell("pads", down=["mushroom"])
    at.reveal("symbol:1-4-8")
    assert codes(at.touch("mushroom")) == ["held"]
    assert codes(at.touch("pig")) == ["touched"]
    at.tell("pads", down=[])
    assert codes(at.touch("mushroom", t_us=1_500_000)) == ["touched"]


def test_a_pad_that_goes_down_in_the_round_is_not_held() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.tell("pads", down=["mushroom"])
    assert codes(at.touch("mushroom")) == ["touched"]


def test_what_is_held_is_told_anew_before_each_reveal() -> None:
    at = table()
    at.tell("pads", down=["mushroom"])
    at.reveal("symbol:1-4-8")
    at.reveal("symbol:1-4-8", 9_000_000)
    assert codes(at.touch("mushroom", t_us=9_400_000)) == ["touched"]


def test_pads_told_before_the_reveal_that_closes_the_round_count_for_the_new_one() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.tell("pads", down=["pig"])
    at.reveal("symbol:1-4-8", 9_000_000)
    assert codes(at.touch("pig", t_us=9_400_000)) == ["held"]


def test_a_seat_button_that_is_held_claims_nothing_but_a_claim_with_a_spot_is_no_button() -> None:
    at = table()
    at.tell("pads", down=["A"])
    at.reveal("symbol:1-4-8")
    assert codes(at.claim("A")) == ["held"]
    assert codes(at.claim("A", "mushroom")) == ["claimed"]


def test_at_home_seat_buttons_are_meant_to_be_down() -> None:
    at = table(home=True)
    at.tell("pads", down=["A", "B", "C"])
    at.reveal("symbol:1-4-8")
    assert codes(at.claim("A")) == ["claimed"]


def test_at_home_letting_go_is_the_reaction_and_the_way_to_the_target_the_movement() -> None:
    at = table(home=True)
    at.reveal("symbol:1-4-8")
    assert the(at.tell("release", player="A", t_us=1_310_000), "released").effects == {"reaction_us": 310_000}
    at.touch("mushroom", t_us=1_480_000)
    at.claim("A")
    effects = the(at.settle(), "drew_right", "A").effects
    assert (effects["reaction_us"], effects["movement_us"]) == (310_000, 170_000)


def test_at_home_who_let_go_twice_reacted_with_the_last_before_the_touch() -> None:
    at = table(home=True)
    at.reveal("symbol:1-4-8")
    for t_us in (1_110_000, 1_310_000, 1_900_000):
        at.tell("release", player="A", t_us=t_us)
    at.touch("mushroom", "A", 1_480_000)
    assert the(at.settle(), "drew_right", "A").effects["reaction_us"] == 310_000


def test_at_home_a_draw_of_who_was_not_seen_to_let_go_has_no_reaction() -> None:
    at = table(home=True)
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    effects = the(at.settle(), "drew_right", "A").effects
    assert (effects["reaction_us"], effects["movement_us"]) == (None, None)


def test_at_home_letting_go_too_soon_is_anticipation() -> None:
    at = table(home=True)
    at.reveal("symbol:1-4-8")
    assert codes(at.tell("release", player="A", t_us=1_050_000)) == ["released", "anticipation"]
    assert codes(at.touch("mushroom", "A", 1_090_000)) == ["touched"]
    assert the(at.settle(), "drew_right", "A").effects["anticipation"] is True


def test_at_home_only_who_let_go_can_have_taken_anything() -> None:
    at = table(home=True)
    at.set(cards={"C": 3})
    at.reveal("symbol:1-4-8")
    at.touch("sweep")
    at.tell("release", player="C", t_us=1_200_000)
    at.claim("B")
    at.claim("C")
    # Not even the one target that is B's is presumed, as he never let go.
    (question,) = at.settle()
    assert (question.code, question.player) == ("which_target", "B")
    at.option(question, -1)
    assert draws(at.settle()) == [("drew_right", "C", "sweep")]


def test_without_home_letting_go_is_noted_and_no_reaction() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    assert codes(at.tell("release", player="A", t_us=1_050_000)) == ["released"]
    at.touch("mushroom", "A")
    assert the(at.settle(), "drew_right", "A").effects["reaction_us"] == 400_000


def test_a_reveal_closes_the_round_before() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    assert codes(at.reveal("symbol:1-4-8", 9_000_000)) == ["drew_right", "round_settled", "revealed"]
    assert at.view["round"] == 2


def test_a_reveal_that_ends_the_game_turns_no_card() -> None:
    at = table()
    at.set(cards={"A": 60}, deck=2, jackpot=1)
    at.reveal("symbol:1-2-8")
    at.touch("mushroom", "A")
    at.touch("pig", "A")
    assert codes(at.reveal("symbol:1-4-8", 9_000_000)) == ["short_deck"]


def test_a_reveal_during_a_question_is_round_open_and_changes_nothing() -> None:
    at = table()
    at.reveal()
    at.settle()
    before = at.state
    assert codes(at.reveal(t_us=9_000_000)) == ["round_open"]
    assert at.state == before


def test_a_reveal_whose_settling_asks_carries_the_question_and_the_question_stays_open() -> None:
    at = table()
    at.reveal()
    assert codes(at.reveal(t_us=9_000_000)) == ["which_card", "round_open"]
    assert [question["code"] for question in at.view["questions"]] == ["which_card"]
    assert at.view["round"] == 1


def test_what_happened_after_a_reveal_that_is_told_late_goes_to_its_round() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A", 1_400_000)
    at.touch("pig", "B", 9_300_000)
    at.claim("C", "sweep", t_us=9_900_000)
    rulings = at.reveal("symbol:1-4-8", 9_000_000)
    assert codes(rulings) == ["drew_right", "round_settled", "revealed", "touched", "claimed"]
    assert draws(at.settle()) == [("drew_right", "B", "pig"), ("drew_right", "C", "sweep")]


def settled_round(**options: Any) -> Table:
    """A round whose sweep was not seen, because its board was silent."""
    at = table(**options)
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A", 1_400_000)
    at.settle(t_us=5_400_000)
    return at


def test_a_touch_of_a_settled_round_is_late_and_its_option_opens_the_round_again() -> None:
    at = settled_round()
    late = the(at.touch("sweep", t_us=1_450_000), "late_touch")
    assert late.verdict == "info"
    leave, reopen = late.effects["options"]
    assert [line["do"] for line in leave] == ["note"]
    assert [line["do"] for line in reopen] == ["set"]
    at.option(late, 1)
    assert (at.view["phase"], at.view["round"], at.view["cards"]["A"]) == ("react", 1, 0)
    at.claim("C")
    assert draws(at.settle()) == [("drew_right", "A", "mushroom"), ("drew_right", "C", "sweep")]
    assert the(at.reveal("symbol:1-4-8", 9_000_000), "revealed").effects["round"] == 2


def test_leaving_a_late_touch_out_changes_nothing() -> None:
    at = settled_round()
    late = the(at.touch("sweep", t_us=1_450_000), "late_touch")
    before = at.state
    at.option(late, 0)
    assert at.state == before


def test_a_round_is_opened_again_without_losing_the_next_one() -> None:
    at = settled_round()
    at.reveal(t_us=9_000_000, by="sensor")
    at.touch("pig", "B", 8_900_000, by="sensor")
    at.touch("mushroom", t_us=9_300_000)
    at.touch("sweep", "C", None)
    at.claim("A", t_us=9_900_000)
    late = the(at.touch("sweep", "C", 1_450_000), "late_touch")
    rulings = at.option(late, 1)
    assert draws(rulings) == [("drew_right", "A", "mushroom"), ("drew_right", "C", "sweep")]
    assert (at.view["round"], at.view["phase"]) == (2, "react")
    at.tell("card", card="symbol:1-4-8")
    assert sorted(draws(at.settle())) == [
        ("drew_right", "A", "mushroom"),
        ("drew_right", "B", "pig"),
        ("drew_right", "C", "sweep"),
    ]
    assert at.view["cards"] == {"A": 2, "B": 1, "C": 2}


def test_a_reopened_round_keeps_what_was_said_beside_its_facts() -> None:
    at = table()
    at.reveal()
    at.tell("card", card="unseen")
    at.tell("winner", player=None)
    (question,) = at.settle()
    at.option(question, 1)
    at.settle(t_us=5_000_000)
    at.option(the(at.touch("sweep", t_us=1_450_000), "late_touch"), 1)
    assert the(at.settle(), "lowest_hand", "B")


def test_a_touch_after_the_settling_is_of_no_round() -> None:
    at = settled_round()
    assert codes(at.touch("sweep", t_us=5_400_001)) == ["out_of_round"]
    at.reveal("symbol:1-4-8", 9_000_000)
    assert codes(at.touch("sweep", t_us=5_400_001)) == ["out_of_round"]


def test_where_the_settling_has_no_time_hands_of_the_next_second_are_still_late() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A", 1_400_000)
    at.settle()
    assert codes(at.touch("sweep", t_us=2_400_000)) == ["late_touch"]
    assert codes(at.touch("sweep", t_us=2_400_001)) == ["out_of_round"]


def test_a_late_touch_after_the_next_reveal_belongs_to_the_round_that_this_closed() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.reveal("symbol:1-4-8", 9_000_000)
    assert codes(at.touch("sweep", t_us=8_000_000)) == ["late_touch"]


def test_a_late_touch_that_the_next_reveal_claims_is_not_lost() -> None:
    at = settled_round()
    assert codes(at.touch("pig", "B", 5_300_000)) == ["late_touch"]
    assert codes(at.reveal("symbol:1-4-8", 5_000_000)) == ["revealed", "touched"]


def test_a_table_put_right_by_hand_is_not_taken_back_by_a_late_touch() -> None:
    at = settled_round()
    at.set(cards={"B": 4})
    assert codes(at.touch("sweep", t_us=1_450_000)) == ["out_of_round"]


def test_undo_passes_over_what_sensors_tell_between_rounds() -> None:
    at = settled_round()
    at.touch("sweep", t_us=6_000_000)
    at.tell("pads", down=["pig"])
    assert codes(at.tell("undo")) == ["undone"]
    assert at.view["phase"] == "react"


def test_a_chattering_pad_fills_neither_a_round_nor_the_time_between() -> None:
    at = table()
    for n in range(300):
        at.touch("pig", t_us=n)
    assert len(at.state.waiting) == 256
    at.reveal("symbol:1-4-8")
    for n in range(40):
        at.touch("pig", t_us=1_400_000 + n)
    assert len(at.state.touches) == 32


def test_a_reopened_round_that_asks_is_told_nothing_of_the_next_one_but_what_its_reveal_hands_over() -> None:
    at = settled_round()
    at.reveal("symbol:1-4-8", 9_000_000)
    at.touch("pig", "B", 9_300_000)
    at.tell("nobody", spot="mushroom")
    late = the(at.touch("sweep", t_us=1_450_000), "late_touch")
    assert codes(at.option(late, 1)) == ["set", "who_touched", "round_open"]
    at.claim("C", "sweep")
    settled = at.reveal("symbol:1-4-8", 9_000_000)
    assert draws(settled) == [("drew_right", "A", "mushroom"), ("drew_right", "C", "sweep")]
    assert draws(at.settle()) == [("drew_right", "B", "pig")]


def test_a_symbol_card_for_which_hands_were_told_by_mistake_is_opened_again_all_the_same() -> None:
    at = table()
    at.reveal()
    at.tell("winner", player=None)
    at.tell("card", card="symbol:1-4-8")
    at.settle(t_us=5_000_000)
    late = the(at.touch("mushroom", "A", 1_450_000), "late_touch")
    assert codes(at.option(late, 1)) == ["set"]
    assert draws(at.settle()) == [("drew_right", "A", "mushroom")]
