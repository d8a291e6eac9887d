"""Schwein gehabt!: who drew what from a symbol card, what is asked, and what is paid."""

import pytest

from lucky_table import codes, draws, table, the


def test_a_claim_names_the_hand_that_touched_the_pad() -> None:
    at = table(numbers={"A": [1, 4, 7], "B": [2, 5, 8], "C": [3, 6]})
    at.reveal("symbol:4-8-2", 5_000_000)
    assert the(at.touch("pig", t_us=5_412_345), "touched").effects == {"spot": "pig", "reaction_us": 412_345}
    at.claim("B", t_us=6_100_000)
    right, settled = at.settle()
    assert (right.code, right.player) == ("drew_right", "B")
    assert list(right.effects.items()) == [
        ("spot", "pig"),
        ("pay", 1),
        ("attribution", "claimed"),
        ("reaction_us", 412_345),
    ]
    assert settled.code == "round_settled"
    assert list(settled.effects.items()) == [("deck", 61), ("jackpot", 1), ("cards", {"A": 0, "B": 1, "C": 0})]


@pytest.mark.parametrize(("by", "attribution"), [("sensor", "sensed"), ("sim", "sensed"), ("referee", "declared")])
def test_a_touch_with_a_player_is_sensed_or_declared_by_who_says_so(by: str, attribution: str) -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A", by=by)
    assert the(at.settle(), "drew_right").effects["attribution"] == attribution


def test_one_claim_stands_for_two_targets_each_with_its_time() -> None:
    at = table()
    at.reveal("symbol:1-2-8")
    at.touch("mushroom", t_us=1_400_000)
    at.touch("pig", t_us=1_500_000)
    at.claim("A")
    settled = at.settle()
    assert the(settled, "drew_right", spot="mushroom").effects["reaction_us"] == 400_000
    assert the(settled, "drew_right", spot="pig").effects["reaction_us"] == 500_000


def test_further_contacts_on_a_drawn_target_are_no_draws_and_the_first_dates_it() -> None:
    at = table()
    at.reveal("symbol:1-2-8")
    at.touch("mushroom", t_us=1_400_000)
    assert codes(at.touch("mushroom", t_us=1_900_000)) == ["touched_again"]
    assert codes(at.touch("mushroom", t_us=1_300_000)) == ["touched_again"]
    at.claim("A")
    assert the(at.settle(), "drew_right").effects["reaction_us"] == 300_000


def test_two_claims_for_one_target_are_two_draws_without_times() -> None:
    at = table()
    at.set(cards={"B": 3})
    at.reveal("symbol:1-4-8")
    at.touch("mushroom")
    at.claim("A")
    at.claim("B")
    settled = at.settle()
    for code, player in (("drew_right", "A"), ("drew_wrong", "B")):
        effects = the(settled, code, player).effects
        assert (effects["spot"], effects["attribution"], effects["reaction_us"]) == ("mushroom", "claimed", None)


def test_ways_that_pay_the_same_are_ruled_without_a_question_and_without_saying_which() -> None:
    at = table()
    at.set(cards={"A": 9, "B": 9})
    at.reveal("symbol:7-7-8")
    at.touch("mushroom")
    at.touch("pig")
    at.claim("A")
    at.claim("B")
    settled = at.settle()
    assert codes(settled) == ["drew_wrong", "drew_wrong", "jackpot_trimmed", "round_settled"]
    for player in "AB":
        effects = the(settled, "drew_wrong", player).effects
        assert (effects["spot"], effects["attribution"], effects["reaction_us"]) == (None, "inferred", None)
        assert effects["penalty"] == 3


def test_people_are_presumed_to_have_taken_what_was_theirs_and_it_is_said_so() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", t_us=1_400_000)
    at.touch("pig", t_us=1_300_000)
    at.claim("A")
    at.claim("B")
    settled = at.settle()
    assert settled[0].code == "assumed"
    assert settled[0].effects["draws"] == [{"player": "A", "spot": "mushroom"}, {"player": "B", "spot": "pig"}]
    assert draws(settled) == [("drew_right", "B", "pig"), ("drew_right", "A", "mushroom")]
    assert the(settled, "drew_right", "A").effects["attribution"] == "inferred"
    assert the(settled, "drew_right", "A").effects["reaction_us"] == 400_000


def test_with_presume_ask_the_table_says_who_took_what() -> None:
    at = table(presume="ask")
    at.reveal("symbol:1-4-8")
    at.touch("mushroom")
    at.touch("pig")
    at.claim("A")
    at.claim("B")
    (question,) = at.settle()
    assert (question.verdict, question.code) == ("ask", "who_took_what")
    assert question.effects["options"] == [
        [{"do": "claim", "player": "A", "spot": "mushroom"}, {"do": "claim", "player": "B", "spot": "pig"}],
        [{"do": "claim", "player": "A", "spot": "pig"}, {"do": "claim", "player": "B", "spot": "mushroom"}],
    ]
    at.option(question, 1)
    assert draws(at.settle()) == [("drew_wrong", "A", "pig"), ("drew_wrong", "B", "mushroom")]


def test_what_is_still_undecided_when_all_presume_the_best_is_asked() -> None:
    at = table()
    at.set(cards={"A": 9, "B": 9})
    at.reveal("symbol:7-7-8")
    for spot in ("mushroom", "pig", "sweep"):
        at.touch(spot)
    at.claim("A")
    at.claim("B")
    (question,) = at.settle()
    assert question.code == "who_took_what"
    assert len(question.effects["options"]) == 6


def test_too_many_ways_to_read_are_asked_player_by_player() -> None:
    at = table("ABCDEF", presume="ask")
    at.set(cards=dict.fromkeys("ABCDEF", 6))
    at.reveal("symbol:1-2-3")
    for spot in ("mushroom", "pig", "sweep"):
        at.touch(spot)
    for player in "ABCDE":
        at.claim(player)
    asked = 0
    while (settled := at.settle())[0].code == "who_took_what":
        asked += 1
        assert len(settled[0].effects["options"]) <= 24
        at.option(settled[0], 0)
    assert 1 < asked <= 5
    assert settled[-1].code == "round_settled"


def test_a_target_that_nobody_claims_is_asked_for() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom")
    (question,) = at.settle()
    assert (question.code, question.effects["spot"]) == ("who_touched", "mushroom")
    assert question.effects["options"] == [
        [{"do": "claim", "player": "A", "spot": "mushroom"}],
        [{"do": "claim", "player": "B", "spot": "mushroom"}],
        [{"do": "claim", "player": "C", "spot": "mushroom"}],
        [{"do": "nobody", "spot": "mushroom"}],
    ]
    at.option(question, 0)
    assert the(at.settle(), "drew_right", "A").effects["reaction_us"] == 400_000


def test_a_sleeve_on_a_target_is_struck_out() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom")
    (question,) = at.settle()
    assert codes(at.option(question, -1)) == ["struck_out"]
    assert at.view["struck"] == ["mushroom"]
    assert at.view["touches"] == []
    assert codes(at.settle()) == ["round_settled"]


def test_a_touch_after_the_sleeve_counts_again() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom")
    at.tell("nobody", spot="mushroom")
    assert codes(at.touch("mushroom", t_us=1_800_000)) == ["touched"]
    at.claim("A")
    assert the(at.settle(), "drew_right", "A").effects["reaction_us"] == 800_000


def test_a_claim_where_no_pad_felt_anything_is_presumed_to_be_the_own_target() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.claim("A")
    settled = at.settle()
    assert settled[0].effects["draws"] == [{"player": "A", "spot": "mushroom"}]
    effects = the(settled, "drew_right", "A").effects
    assert (effects["spot"], effects["attribution"], effects["reaction_us"]) == ("mushroom", "inferred", None)


@pytest.mark.parametrize("card", ["symbol:1-2-8", "symbol:4-5-8"])
def test_a_claim_with_no_right_or_with_two_is_asked_for_its_target(card: str) -> None:
    at = table()
    at.reveal(card)
    at.claim("A")
    (question,) = at.settle()
    assert (question.code, question.player) == ("which_target", "A")
    assert len(question.effects["options"]) == 4
    at.option(question, 1)
    assert draws(at.settle())[0][1:] == ("A", "pig")


def test_with_presume_ask_even_one_right_is_asked_for() -> None:
    at = table(presume="ask")
    at.reveal("symbol:1-4-8")
    at.claim("A")
    assert codes(at.settle()) == ["which_target"]


def test_a_claim_that_was_none_is_taken_away_by_the_last_option() -> None:
    at = table()
    at.reveal("symbol:4-5-8")
    at.claim("B")
    at.claim("A")
    (question,) = at.settle()
    assert question.player == "A"
    assert codes(at.option(question, -1)) == ["set"]
    assert [claim["player"] for claim in at.view["claims"]] == ["B"]


def test_a_claim_with_a_spot_is_a_draw_without_any_contact() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.claim("A", "mushroom")
    effects = the(at.settle(), "drew_right", "A").effects
    assert (effects["attribution"], effects["reaction_us"]) == ("declared", None)


def test_a_claim_with_a_spot_replaces_the_one_without() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom")
    at.claim("A")
    at.claim("A", "mushroom")
    at.claim("A")
    assert len(at.view["claims"]) == 1
    assert draws(at.settle()) == [("drew_right", "A", "mushroom")]


def test_a_target_with_a_known_drawer_asks_for_nobody_else() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A", 1_400_000)
    assert codes(at.touch("mushroom", t_us=1_400_100)) == ["touched_again"]
    assert draws(at.settle()) == [("drew_right", "A", "mushroom")]


def test_a_player_with_a_draw_is_not_matched_with_what_is_left() -> None:
    at = table()
    at.reveal("symbol:1-2-8")
    at.touch("mushroom", "A")
    at.touch("pig")
    at.claim("A")
    (question,) = at.settle()
    assert (question.code, question.effects["spot"]) == ("who_touched", "pig")


def test_a_card_that_nobody_names_is_asked_for_and_any_card_line_answers() -> None:
    at = table()
    at.reveal()
    assert at.view["revealed"] == "unseen"
    at.touch("mushroom")
    at.claim("A")
    (question,) = at.settle()
    assert question.code == "which_card"
    assert [lines[0]["card"] for lines in question.effects["options"]] == [
        "touch:mushroom",
        "touch:pig",
        "touch:sweep",
        "unseen",
    ]
    assert codes(at.tell("card", card="symbol:1-4-8")) == ["card_named"]
    assert draws(at.settle()) == [("drew_right", "A", "mushroom")]


def test_on_an_unseen_card_all_is_right_but_what_is_said_to_be_wrong() -> None:
    at = table()
    at.set(cards={"B": 5})
    at.reveal()
    at.touch("mushroom")
    at.touch("pig")
    at.claim("A", "mushroom")
    at.claim("B", "pig", wrong=True)
    at.tell("card", card="unseen")
    settled = at.settle()
    assert the(settled, "drew_right", "A").effects["attribution"] == "declared"
    assert the(settled, "drew_wrong", "B").effects["attribution"] == "declared"


def test_a_second_press_does_not_take_back_that_it_was_wrong_but_the_referee_may() -> None:
    at = table()
    at.reveal()
    at.claim("A", wrong=True, by="player")
    at.claim("A", by="player")
    assert at.view["claims"][0]["wrong"] is True
    at.claim("A")
    assert at.view["claims"][0]["wrong"] is False


def test_the_card_may_be_renamed_until_the_round_is_settled() -> None:
    at = table()
    at.reveal("symbol:4-1-8")
    at.touch("mushroom", "A")
    at.tell("card", card="symbol:1-4-8")
    assert draws(at.settle()) == [("drew_right", "A", "mushroom")]
    assert codes(at.tell("card", card="symbol:4-1-8")) == ["wrong_phase"]


def test_players_are_paid_by_their_first_touch_then_unknown_times_by_seat() -> None:
    at = table("ABCDEFGH")
    at.set(cards={"D": 3})
    at.reveal("symbol:1-2-8")
    at.claim("B", "pig")
    at.claim("A", "mushroom")
    at.touch("sweep", "H", 1_500_000)
    at.touch("sweep", "D", 1_400_000)
    assert draws(at.settle()) == [
        ("drew_right", "H", "sweep"),
        ("drew_right", "A", "mushroom"),
        ("drew_right", "B", "pig"),
        ("drew_wrong", "D", "sweep"),
    ]


def test_cards_won_this_round_can_be_lost_in_it() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    at.touch("pig", "A", 1_500_000)
    assert the(at.settle(), "drew_wrong", "A").effects["penalty"] == 1
    assert at.view["cards"]["A"] == 0
    assert at.view["jackpot"] == 2


def test_a_deck_that_cannot_pay_ends_the_game_and_nothing_of_the_round_counts() -> None:
    at = table()
    at.set(cards={"A": 30, "B": 20, "C": 5}, deck=2, jackpot=6)
    at.reveal("symbol:1-2-8")
    at.touch("mushroom", "A")
    at.touch("pig", "A", 1_500_000)
    at.touch("sweep", "B", 1_500_000)
    assert codes(at.settle()) == ["short_deck"]
    assert at.view["cards"] == {"A": 30, "B": 20, "C": 5}
    assert (at.view["phase"], at.view["revealed"], at.view["winners"]) == ("over", "symbol:1-2-8", ["A"])
    assert codes(at.touch("pig")) == ["game_is_over"]


def test_an_empty_deck_after_a_round_ends_the_game_at_once() -> None:
    at = table()
    at.set(cards={"A": 30, "B": 20, "C": 10}, deck=2, jackpot=1)
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    assert codes(at.settle()) == ["drew_right", "round_settled", "deck_empty"]
    assert at.view["winners"] == ["A"]


def test_what_the_jackpot_gives_back_keeps_the_deck_from_being_empty() -> None:
    at = table()
    at.set(cards={"A": 30, "B": 20, "C": 6}, deck=2, jackpot=5)
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    assert codes(at.settle()) == ["drew_right", "jackpot_trimmed", "round_settled"]
    assert at.view["deck"] == 1


def test_the_answer_to_one_question_may_lead_to_the_next_and_settle_repeats_what_is_open() -> None:
    at = table()
    at.reveal()
    at.touch("mushroom")
    at.touch("pig")
    assert codes(at.settle()) == codes(at.settle()) == ["which_card"]
    at.tell("card", card="symbol:1-4-8")
    assert at.view["questions"] == []
    (question,) = at.settle()
    assert (question.code, question.effects["spot"]) == ("who_touched", "mushroom")
    at.option(question, 0)
    (question,) = at.settle()
    assert (question.code, question.effects["spot"]) == ("who_touched", "pig")
    assert at.view["questions"] == [
        {"code": "who_touched", "player": None, "spot": "pig", "options": question.effects["options"]}
    ]
    at.option(question, 1)
    assert draws(at.settle()) == [("drew_right", "A", "mushroom"), ("drew_right", "B", "pig")]
