"""Schwein gehabt!: the pile of hands on a touch card, who wins it, and the stamps of a pad under it."""

from lucky_table import codes, table, the


def test_one_claim_wins_the_sandwich() -> None:
    at = table()
    at.set(jackpot=3)
    at.reveal("touch:pig")
    at.claim("B")
    assert the(at.settle(), "sandwich", "B").effects == {"pay": 4, "attribution": "claimed"}
    assert (at.view["cards"]["B"], at.view["jackpot"]) == (4, 0)


def test_several_claims_are_asked_who_won_among_those_players_or_nobody() -> None:
    at = table()
    at.reveal("touch:pig")
    at.claim("C")
    at.claim("A")
    (question,) = at.settle()
    assert question.code == "who_won"
    assert [lines[0]["player"] for lines in question.effects["options"]] == ["A", "C", None]
    at.option(question, 1)
    assert the(at.settle(), "sandwich", "C").effects["attribution"] == "declared"


def test_a_touch_card_of_which_nothing_is_told_asks_who_won_among_all() -> None:
    at = table()
    at.reveal("touch:pig")
    (question,) = at.settle()
    assert [lines[0]["player"] for lines in question.effects["options"]] == ["A", "B", "C", None]


def test_nobody_won_asks_for_the_lowest_hand_which_is_then_paid() -> None:
    at = table()
    at.reveal("touch:pig")
    at.tell("winner", player=None)
    (question,) = at.settle()
    assert question.code == "who_was_lowest"
    at.option(question, 1)
    assert the(at.settle(), "lowest_hand", "B").effects == {"pay": 1, "attribution": "declared"}


def test_nobody_was_lowest_puts_the_touch_card_into_the_jackpot() -> None:
    at = table()
    at.reveal("touch:pig")
    at.tell("winner", player=None)
    (question,) = at.settle()
    at.option(question, -1)
    assert codes(at.settle()) == ["jackpot_added", "round_settled"]


def test_nobody_won_goes_to_the_jackpot_without_a_question_where_that_is_the_house_rule() -> None:
    at = table(no_sandwich="jackpot")
    at.reveal("touch:pig")
    at.tell("winner", player=None)
    assert codes(at.settle()) == ["jackpot_added", "round_settled"]


def test_nobody_won_with_a_told_pile_pays_its_lowest_hand() -> None:
    at = table()
    at.reveal("touch:pig")
    at.tell("hands", players=["C", "A", "C"])
    at.tell("winner", player=None)
    assert codes(at.settle()) == ["lowest_hand", "round_settled"]
    assert at.view["cards"]["C"] == 1


def test_a_later_pile_replaces_the_winner_and_a_later_winner_the_pile() -> None:
    at = table()
    at.reveal("touch:pig")
    at.tell("winner", player="A")
    at.tell("hands", players=["C", "A", "C"])
    assert at.view["winner"] is None
    at.tell("winner", player="B")
    assert the(at.settle(), "sandwich", "B")


def test_the_pile_beats_the_claims() -> None:
    at = table()
    at.reveal("touch:pig")
    at.claim("A")
    at.tell("hands", players=["C", "A", "C"])
    assert the(at.settle(), "sandwich", "C").effects["attribution"] == "declared"


def test_a_pile_told_by_the_simulation_is_sensed() -> None:
    at = table()
    at.reveal("touch:pig")
    the(at.tell("hands", players=["C", "A", "C"], by="sim"), "sandwich", attribution="sensed")
    assert the(at.settle(), "sandwich", "C").effects["attribution"] == "sensed"


def test_three_hands_of_one_player_are_an_error_that_changes_nothing() -> None:
    at = table()
    at.reveal("touch:pig")
    assert "two hands" in at.error("hands", players=["A", "A", "B", "A"])


def test_an_empty_pile_has_no_sandwich_and_no_lowest_hand() -> None:
    at = table()
    at.reveal("touch:pig")
    the(at.tell("hands", players=[]), "no_sandwich")
    assert codes(at.settle()) == ["no_sandwich", "jackpot_added", "round_settled"]


def test_hands_or_a_winner_on_a_symbol_card_are_no_touch_card() -> None:
    at = table()
    at.reveal("symbol:1-2-3")
    before = at.state
    assert codes(at.tell("hands", players=["A", "B", "A"])) == ["no_touch_card"]
    assert codes(at.tell("winner", player="A")) == ["no_touch_card"]
    assert at.state == before


def test_hands_on_a_card_that_nobody_named_make_it_a_touch_card() -> None:
    at = table()
    at.reveal()
    at.tell("hands", players=["A", "B", "A"])
    assert the(at.settle(), "sandwich", "A")


def test_a_winner_on_a_card_that_nobody_named_makes_it_a_touch_card() -> None:
    at = table()
    at.reveal()
    at.tell("winner", player="C")
    assert the(at.settle(), "sandwich", "C")


def test_a_winner_at_the_target_of_the_touch_card_is_its_winner() -> None:
    at = table()
    at.reveal("touch:pig")
    at.tell("winner", player="C", spot="pig")
    assert the(at.settle(), "sandwich", "C")


def test_one_stamp_is_the_lowest_hand() -> None:
    at = table()
    at.reveal("touch:pig")
    at.touch("pig", t_us=1_350_000)
    named = the(at.tell("hands", players=["B", "A", "B"]), "hands_named")
    assert named.effects["reaction_us"] == {"A": None, "B": 350_000}


def test_as_many_stamps_as_hands_give_everyone_a_reaction_time() -> None:
    at = table()
    at.reveal("touch:pig")
    for t_us in (1_350_000, 1_410_000, 1_520_000):
        assert codes(at.touch("pig", t_us=t_us)) == ["touched"]
    named = the(at.tell("hands", players=["B", "A", "B"]), "hands_named")
    assert named.effects["reaction_us"] == {"A": 410_000, "B": 350_000}


def test_another_number_of_stamps_is_said_and_gives_no_times() -> None:
    at = table()
    at.reveal("touch:pig")
    at.touch("pig", t_us=1_350_000)
    at.touch("pig", t_us=1_450_000)
    named, differ, sandwich = at.tell("hands", players=["B", "A", "B"])
    assert named.effects["reaction_us"] == {"A": None, "B": None}
    assert (differ.code, differ.effects) == ("stamps_differ", {"stamps": 2, "hands": 3})
    assert sandwich.code == "sandwich"


def test_a_pile_without_any_stamp_is_a_table_without_pads_and_no_matter() -> None:
    at = table()
    at.reveal("touch:pig")
    assert codes(at.tell("hands", players=["B", "A", "B"])) == ["hands_named", "sandwich"]


def test_stamps_on_two_targets_of_an_unnamed_card_are_nobodys() -> None:
    at = table()
    at.reveal()
    at.touch("pig", t_us=1_350_000)
    at.touch("sweep", t_us=1_360_000)
    named = the(at.tell("hands", players=["B", "A", "B"]), "hands_named")
    assert named.effects["reaction_us"] == {"A": None, "B": None}


def test_a_wrong_slap_by_an_unknown_hand_is_asked_for_only_if_it_costs() -> None:
    free, dear = table(), table(wrong_slap_penalty=1)
    for at in (free, dear):
        at.set(cards={"A": 3})
        at.reveal("touch:pig")
        at.touch("sweep")
        at.claim("B")
    slap = the(free.settle(), "wrong_slap")
    assert (slap.player, slap.effects["penalty"], slap.stands) == (None, 0, True)
    (question,) = dear.settle()
    assert (question.code, question.effects["spot"]) == ("who_touched", "sweep")
    dear.option(question, 0)
    slap = the(dear.settle(), "wrong_slap", "A")
    assert (slap.effects["penalty"], slap.effects["reaction_us"]) == (1, 400_000)


def test_a_wrong_slap_that_was_none_is_struck_out() -> None:
    at = table(wrong_slap_penalty=1)
    at.reveal("touch:pig")
    at.touch("sweep")
    at.claim("B")
    (question,) = at.settle()
    at.option(question, -1)
    assert codes(at.settle()) == ["sandwich", "round_settled"]


def test_a_card_renamed_to_a_symbol_card_is_paid_as_one() -> None:
    at = table()
    at.reveal("touch:pig")
    at.touch("mushroom", "A")
    at.tell("hands", players=["A", "B", "A"])
    at.tell("card", card="symbol:1-4-8")
    assert codes(at.settle()) == ["drew_right", "round_settled"]
