"""Each situation of the rulings about Virus!, under its id; options both ways."""

from typing import Any

import pytest
import yaml

from card_table import Table, codes, organ, shipped, virus
from need import ROOT, shared
from touchjudge.rules.virus import GAME

FOUR = {"red": [], "green": [], "blue": []}


def play(at: Table, card: str, **fields: Any) -> list[str]:
    return codes(at.tell("play", player="A", card=card, **fields))


def test_VI_01_there_are_ten_treatments_two_contagions_three_thieves_three_transplants() -> None:
    cards = shipped("virus", "virus").cards
    treatments = {card.removeprefix("treatment:"): n for card, n in cards.items() if card.startswith("treatment:")}
    assert treatments == {"transplant": 3, "thief": 3, "contagion": 2, "glove": 1, "error": 1}


def test_VI_02_a_second_organ_of_one_colour_may_not_be_laid() -> None:
    at = virus({"A": {"red": []}})
    assert at.foul("play", player="A", card="organ:red").code == "duplicate_organ"
    assert play(at, "organ:multi") == ["placed"]


def test_VI_03_four_healthy_organs_win_beside_an_infected_fifth() -> None:
    at = virus({"A": {**FOUR, "multi": ["virus:red"]}})
    placed, won = at.tell("play", player="A", card="organ:yellow")
    assert (placed.code, placed.effects["draw"], placed.effects["next"]) == ("placed", 0, None)
    assert (won.verdict, won.code, won.effects["winners"]) == ("over", "won", ["A"])
    assert at.view["winner"] == "A"


def test_VI_05_the_multicolour_organ_takes_on_no_colour() -> None:
    at = virus({"A": {"multi": ["medicine:red"], "red": []}})
    assert play(at, "medicine:blue", on=organ("A", "multi")) == ["immunised"]


def test_VI_06_two_viruses_of_any_colours_destroy_the_multicolour_organ() -> None:
    at = virus({"B": {"multi": ["virus:red"]}})
    assert play(at, "virus:blue", on=organ("B", "multi")) == ["destroyed"]
    assert at.view["discards"] == ["organ:multi", "virus:red", "virus:blue"]


def test_VI_08_a_yellow_virus_does_nothing_to_a_green_medicine_on_the_multicolour_organ() -> None:
    at = virus({"B": {"multi": ["medicine:green"]}})
    assert at.foul("play", player="A", card="virus:yellow", on=organ("B", "multi")).code == "wrong_colour"
    assert play(at, "virus:green", on=organ("B", "multi")) == ["medicine_removed"]


def test_VI_09_two_medicines_of_any_colours_immunise_the_multicolour_organ() -> None:
    at = virus({"A": {"multi": ["medicine:red"]}})
    assert play(at, "medicine:blue", on=organ("A", "multi")) == ["immunised"]
    assert at.view["bodies"]["A"] == {"multi": ["medicine:red", "medicine:blue"]}


def test_VI_10_any_medicine_cures_a_multicolour_virus_on_any_organ() -> None:
    at = virus({"A": {"red": ["virus:multi"]}})
    assert play(at, "medicine:green", on=organ("A", "red")) == ["cured"]
    assert at.view["bodies"]["A"] == {"red": []}


def test_VI_11_any_virus_takes_a_multicolour_medicine_with_it() -> None:
    at = virus({"B": {"red": ["medicine:multi"]}})
    assert play(at, "virus:green", on=organ("B", "red")) == ["medicine_removed"]
    assert at.view["discards"] == ["medicine:multi", "virus:green"]


@pytest.mark.parametrize("second", ["virus:green", "medicine:green"])
def test_a_second_virus_or_medicine_on_a_red_organ_must_match_red(second: str) -> None:
    kind = second.split(":")[0]
    owner = "A" if kind == "medicine" else "B"
    at = virus({owner: {"red": [f"{kind}:multi"]}})
    assert at.foul("play", player="A", card=second, on=organ(owner, "red")).code == "wrong_colour"


def test_VI_14_an_immunised_organ_takes_neither_virus_nor_third_medicine() -> None:
    at = virus({"A": {"red": ["medicine:red", "medicine:multi"]}, "B": {"blue": ["medicine:blue"] * 2}})
    assert at.foul("play", player="A", card="virus:blue", on=organ("B", "blue")).code == "is_immunised"
    assert at.foul("play", player="A", card="medicine:red", on=organ("A", "red")).code == "is_immunised"


def test_VI_15_a_second_virus_sends_organ_and_viruses_to_the_discards() -> None:
    at = virus({"B": {"blue": ["virus:blue"]}})
    assert play(at, "virus:multi", on=organ("B", "blue")) == ["destroyed"]
    assert at.view["bodies"]["B"] == {}
    assert at.view["discards"] == ["organ:blue", "virus:blue", "virus:multi"]


def test_VI_16_a_virus_and_the_medicine_it_meets_both_go() -> None:
    at = virus({"B": {"blue": ["medicine:blue"]}})
    assert play(at, "virus:blue", on=organ("B", "blue")) == ["medicine_removed"]
    assert at.view["bodies"]["B"] == {"blue": []}
    assert at.view["discards"] == ["medicine:blue", "virus:blue"]


def test_VI_17_organs_of_one_colour_may_be_swapped() -> None:
    at = virus({"A": {"red": []}, "B": {"red": ["virus:red"]}})
    assert play(at, "treatment:transplant", a=organ("A", "red"), b=organ("B", "red")) == ["transplanted"]
    assert at.view["bodies"] == {"A": {"red": ["virus:red"]}, "B": {"red": []}}


def test_VI_17_nobody_may_end_with_two_of_a_colour() -> None:
    at = virus({"A": {"red": [], "blue": []}, "B": {"blue": []}})
    ruling = at.foul("play", player="A", card="treatment:transplant", a=organ("A", "red"), b=organ("B", "blue"))
    assert (ruling.code, ruling.effects["owner"], ruling.effects["organ"]) == ("duplicate_organ", "A", "blue")


def test_VI_18_a_transplant_between_two_others_is_allowed() -> None:
    at = virus({"B": {"red": []}, "C": {"blue": []}}, "ABC")
    assert play(at, "treatment:transplant", a=organ("C", "blue"), b=organ("B", "red")) == ["transplanted"]
    assert at.view["bodies"] == {"A": {}, "B": {"blue": []}, "C": {"red": []}}


def test_VI_19_what_lies_on_an_organ_goes_with_it() -> None:
    at = virus({"A": {"red": ["virus:red"]}, "B": {"blue": ["medicine:multi"]}})
    assert play(at, "treatment:transplant", a=organ("A", "red"), b=organ("B", "blue")) == ["transplanted"]
    assert at.view["bodies"] == {"A": {"blue": ["medicine:multi"]}, "B": {"red": ["virus:red"]}}


@pytest.mark.parametrize(("a", "b"), [(("A", "red"), ("B", "blue")), (("B", "blue"), ("A", "red"))])
def test_VI_21_neither_transplant_nor_thief_touches_an_immunised_organ(a: Any, b: Any) -> None:
    at = virus({"A": {"red": []}, "B": {"blue": ["medicine:blue"] * 2}})
    ruling = at.foul("play", player="A", card="treatment:transplant", a=organ(*a), b=organ(*b))
    assert ruling.code == "is_immunised"
    assert at.foul("play", player="A", card="treatment:thief", from_=organ("B", "blue")).code == "is_immunised"


@pytest.mark.parametrize("on", [["medicine:red"], ["medicine:red", "medicine:red"], ["virus:red"]])
def test_VI_23_contagion_goes_to_free_organs_only(on: list[str]) -> None:
    at = virus({"A": {"red": ["virus:red"]}, "B": {"red": on, "multi": []}})
    moves = [{"organ": "red", "to": organ("B", "red")}]
    assert at.foul("play", player="A", card="treatment:contagion", moves=moves).code == "not_free"


def test_VI_24_as_many_viruses_as_possible_must_move_and_the_choice_is_free() -> None:
    bodies = {
        "A": {"red": ["virus:red"], "multi": ["virus:blue"]},
        "B": {"red": [], "blue": []},
        "C": {"blue": []},
    }
    at = virus(bodies, "ABC")
    one = [{"organ": "multi", "to": organ("C", "blue")}]
    ruling = at.foul("play", player="A", card="treatment:contagion", moves=one)
    assert (ruling.code, ruling.effects["moved"], ruling.effects["most"]) == ("contagion_not_all", 1, 2)
    both = [*one, {"organ": "red", "to": organ("B", "red")}]
    assert play(at, "treatment:contagion", moves=both) == ["spread"]
    assert at.view["bodies"] == {
        "A": {"red": [], "multi": []},
        "B": {"red": ["virus:red"], "blue": []},
        "C": {"blue": ["virus:blue"]},
    }


def test_VI_24_the_largest_number_is_found_where_the_first_target_would_block_it() -> None:
    # The multicolour virus could take the only place that the red one has.
    at = virus({"A": {"red": ["virus:multi"], "multi": ["virus:red"]}, "B": {"red": [], "blue": []}})
    greedy = [{"organ": "red", "to": organ("B", "red")}]
    assert at.foul("play", player="A", card="treatment:contagion", moves=greedy).effects["most"] == 2
    moves = [{"organ": "red", "to": organ("B", "blue")}, {"organ": "multi", "to": organ("B", "red")}]
    assert play(at, "treatment:contagion", moves=moves) == ["spread"]


def test_VI_26_a_multicolour_virus_goes_to_any_free_organ_of_others() -> None:
    at = virus({"A": {"red": ["virus:multi"]}, "B": {"blue": []}})
    assert play(at, "treatment:contagion", moves=[{"organ": "red", "to": organ("B", "blue")}]) == ["spread"]


def test_VI_27_a_contagion_without_virus_or_target_can_only_be_discarded() -> None:
    at = virus()
    assert at.foul("play", player="A", card="treatment:contagion", moves=[]).code == "nothing_to_spread"
    at.set(bodies={"A": {"red": ["virus:red"]}, "B": {"blue": []}})
    moves = [{"organ": "red", "to": organ("B", "blue")}]
    assert at.foul("play", player="A", card="treatment:contagion", moves=moves).code == "nothing_to_spread"
    assert codes(at.tell("discard", player="A", cards=["treatment:contagion"])) == ["discarded"]


def test_VI_28_contagion_into_the_own_body_is_not_allowed() -> None:
    at = virus({"A": {"red": ["virus:multi"], "blue": []}, "B": {"green": []}})
    moves = [{"organ": "red", "to": organ("A", "blue")}]
    assert at.foul("play", player="A", card="treatment:contagion", moves=moves).code == "own_organ"


def test_VI_29_a_glove_takes_all_other_hands_and_their_next_turns() -> None:
    at = virus(players="ABC")
    (gloved,) = at.tell("play", player="A", card="treatment:glove")
    assert gloved.effects == {"discarded": ["treatment:glove", *[None] * 6], "draw": 1, "next": "B"}
    assert at.view["hands"] == {"A": 3, "B": 0, "C": 0}
    assert at.view["must_draw"] == ["B", "C"]
    assert at.foul("play", player="B", card="organ:red").code == "must_only_draw"
    assert at.foul("discard", player="B", count=1).code == "must_only_draw"
    (drew,) = at.tell("draw", player="B")
    assert drew.effects == {"discarded": [], "draw": 3, "next": "C"}
    at.tell("draw", player="C")
    assert at.view["must_draw"] == []
    assert play(at, "organ:red") == ["placed"]


def test_VI_31_a_glove_victim_draws_in_the_own_next_turn_and_not_before() -> None:
    at = virus(players="ABC")
    at.tell("play", player="A", card="treatment:glove")
    assert at.foul("draw", player="C").code == "not_your_turn"
    assert at.view["hands"] == {"A": 3, "B": 0, "C": 0}


def test_VI_33_a_medical_error_swaps_everything_and_nobody_wins_by_it() -> None:
    three = {"red": ["medicine:red"] * 2, "green": [], "blue": []}
    at = virus({"A": {}, "B": three})
    assert play(at, "treatment:error", with_="B") == ["swapped"]
    assert at.view["bodies"] == {"A": three, "B": {}}
    assert at.view["winner"] is None


def test_VI_34_somebody_else_wins_by_a_transplant_between_others() -> None:
    at = virus({"B": {**FOUR, "multi": ["virus:red"]}, "C": {"yellow": []}}, "ABC")
    _, won = at.tell("play", player="A", card="treatment:transplant", a=organ("C", "yellow"), b=organ("B", "multi"))
    assert (won.code, won.effects["winners"]) == ("won", ["B"])


def test_VI_34_with_medicine_on_others_somebody_else_wins_by_a_cure() -> None:
    at = virus({"B": {**FOUR, "multi": ["virus:red"]}}, medicine_on_others=True)
    _, won = at.tell("play", player="A", card="medicine:red", on=organ("B", "multi"))
    assert won.effects["winners"] == ["B"]


def test_VI_35_there_is_no_passing() -> None:
    at = virus()
    assert "pass" in at.error("pass", player="A")
    assert at.foul("draw", player="A").code == "nothing_to_draw"


def test_VI_36_one_to_three_cards_are_discarded() -> None:
    at = virus()
    assert at.foul("discard", player="A", count=0).code == "nothing_discarded"
    assert at.foul("discard", player="A", cards=[]).code == "nothing_discarded"
    assert at.foul("discard", player="A", count=4).code == "too_many_discarded"
    (discarded,) = at.tell("discard", player="A", count=3)
    assert discarded.effects == {"count": 3, "discarded": [None] * 3, "draw": 3, "next": "B"}


def test_VI_39_with_both_piles_empty_people_play_on_with_fewer_cards() -> None:
    immune = {colour: [f"medicine:{colour}"] * 2 for colour in ("red", "green", "blue")}
    ill = {colour: [f"virus:{colour}"] for colour in ("red", "green", "blue")}
    bodies = {
        "A": {**immune, "yellow": ["virus:yellow"]},
        "B": immune,
        "C": {**ill, "yellow": ["medicine:yellow"] * 2},
        "D": {**ill, "yellow": ["medicine:yellow"] * 2},
        "E": {**ill, "yellow": ["virus:yellow"]},
        "F": {"yellow": ["virus:yellow"], "multi": ["medicine:multi"]},
    }
    at = virus(bodies, "ABCDEF")
    at.set(turn="F")
    assert (at.view["draw_pile"], at.view["discards"]) == (0, [])
    (immunised,) = at.tell("play", player="F", card="medicine:multi", on=organ("F", "multi"))
    assert immunised.effects["draw"] == 0
    assert "turned" not in immunised.effects
    assert at.view["hands"] == {**dict.fromkeys("ABCDE", 3), "F": 2}
    # What is put away is at once the pile that is drawn from.
    (discarded,) = at.tell("discard", player="A", count=1)
    assert (discarded.effects["draw"], discarded.effects["turned"]) == (1, True)
    assert (at.view["draw_pile"], at.view["discards"]) == (0, [])


def test_VI_39_who_has_an_empty_hand_only_draws() -> None:
    at = virus({"A": {"red": []}})
    at.set(hands={"A": 0, "B": 3}, discards=[None] * 64, draw_pile=0)
    assert at.foul("play", player="A", card="organ:blue").code == "hand_empty"
    assert at.foul("discard", player="A", count=1).code == "hand_empty"
    (drew,) = at.tell("draw", player="A")
    assert drew.effects == {"discarded": [], "draw": 3, "next": "B", "turned": True}


def test_VI_40_a_virus_on_an_own_organ_is_not_allowed() -> None:
    at = virus({"A": {"red": []}})
    assert at.foul("play", player="A", card="virus:red", on=organ("A", "red")).code == "own_organ"


def test_VI_40_unless_the_table_wants_it() -> None:
    at = virus({"A": {"red": []}}, virus_on_own=True)
    assert play(at, "virus:red", on=organ("A", "red")) == ["infected"]


def test_VI_41_a_medicine_is_for_own_organs() -> None:
    at = virus({"B": {"red": []}})
    assert at.foul("play", player="A", card="medicine:red", on=organ("B", "red")).code == "others_organ"


def test_VI_41_unless_the_table_wants_it() -> None:
    at = virus({"B": {"red": []}}, medicine_on_others=True)
    assert play(at, "medicine:red", on=organ("B", "red")) == ["vaccinated"]


@pytest.mark.parametrize("direction", ["right", "left"])
def test_VI_42_the_direction_turns_the_picture_and_not_the_order_of_names(direction: str) -> None:
    at = virus(players="ABC", direction=direction)
    at.tell("discard", player="A", count=1)
    assert at.view["turn"] == "B"


def test_VI_43_who_begins_is_told_or_the_first_named() -> None:
    at = Table(GAME)
    at.start("ABC", first="C")
    assert at.view["turn"] == "C"
    at.start("ABC")
    assert at.view["turn"] == "A"


def test_VI_44_a_treatment_lies_under_what_it_brings_to_the_discards() -> None:
    at = virus({"A": {"red": []}})
    at.tell("play", player="A", card="treatment:error", with_="B")
    assert at.view["discards"] == ["treatment:error"]
    at.tell("play", player="B", card="treatment:glove")
    assert at.view["discards"] == ["treatment:error", "treatment:glove", None, None, None]


def test_VI_45_without_the_blank_cards_the_deck_has_68() -> None:
    at = virus()
    assert shipped("virus", "virus").cards.total() == 68
    assert at.view["draw_pile"] == 68 - 6


def test_VI_46_there_are_17_viruses() -> None:
    cards = shipped("virus", "virus").cards
    viruses = {card: n for card, n in cards.items() if card.startswith("virus:")}
    assert sum(viruses.values()) == 17
    assert viruses["virus:multi"] == 1


def test_each_ruling_of_the_contract_about_this_game_has_a_test_here() -> None:
    rulings = yaml.safe_load(shared("rulings.yaml").read_text(encoding="utf-8"))
    wanted = {entry["id"] for entry in rulings if entry["game"] == "virus"}
    source = (ROOT / "tests" / "unit" / "test_virus_rulings.py").read_text(encoding="utf-8")
    assert {one for one in wanted if f"test_{one.replace('-', '_')}_" not in source} == set()
