"""Schwein gehabt!: set-up, taking over a table that is under way, and what can be done now."""

from collections import Counter
from typing import Any

import pytest

from lucky_table import NUMBERS, REVEAL_US, codes, table, the
from touchjudge.rules.game import Deck, Pads, Setup
from touchjudge.rules.schwein_gehabt import GAME
from touchjudge.rules.schwein_gehabt.observations import Reveal

BASIC: dict[str, Any] = {"game": "schwein_gehabt", "players": ["A", "B", "C"]}


@pytest.mark.parametrize(
    ("players", "numbers"),
    [
        ("ABC", [[1, 4, 7], [2, 5, 8], [3, 6]]),
        ("ABCD", [[1, 5], [2, 6], [3, 7], [4, 8]]),
        ("ABCDE", [[1, 6], [2, 7], [3, 8], [4], [5]]),
        ("ABCDEFGH", [[1], [2], [3], [4], [5], [6], [7], [8]]),
    ],
)
def test_lucky_numbers_are_dealt_in_turn(players: str, numbers: list[list[int]]) -> None:
    at = table()
    at.tell("start", game="schwein_gehabt", players=list(players))
    assert list(at.view["numbers"].values()) == numbers


@pytest.mark.parametrize(
    "numbers",
    [
        {"A": [1, 2], "B": [2, 3], "C": [4]},
        {"A": [1, 1], "B": [2, 3], "C": [4]},
        {"A": [0], "B": [2, 3], "C": [4]},
        {"A": [9], "B": [2, 3], "C": [4]},
        {"A": [], "B": [2, 3], "C": [4]},
        {"A": [1], "B": [2, 3]},
        {"A": [1], "B": [2, 3], "C": [4], "D": [5]},
        {"A": [True], "B": [2, 3], "C": [4]},
        {"A": "1", "B": [2, 3], "C": [4]},
        [1, 2, 3],
    ],
)
def test_numbers_that_cannot_be_are_an_error_at_the_start(numbers: Any) -> None:
    assert "numbers" in table().error("start", **BASIC, numbers=numbers)


def test_the_dealer_is_who_begins_or_who_is_named() -> None:
    at = table()
    assert at.view["dealer"] == "A"
    at.tell("start", **BASIC, first="B")
    assert at.view["dealer"] == "B"
    at.tell("start", **BASIC, dealer="C")
    assert at.view["dealer"] == "C"
    assert "dealer" in at.error("start", **BASIC, dealer="Z")


def test_the_state_is_exactly_what_the_rules_sheet_lists() -> None:
    assert table().view == {
        "phase": "reveal",
        "round": 0,
        "revealed": None,
        "deck": 63,
        "jackpot": 0,
        "cards": {"A": 0, "B": 0, "C": 0},
        "numbers": NUMBERS,
        "dealer": "A",
        "revealed_us": None,
        "touches": [],
        "claims": [],
        "releases": [],
        "hands": None,
        "winner": None,
        "struck": [],
        "questions": [],
        "winners": [],
    }


def test_the_facts_of_a_round_stand_in_its_state() -> None:
    at = table()
    at.reveal("touch:pig")
    at.touch("pig", "A", 1_200_000, bound_us=3, by="sensor")
    at.claim("B", t_us=1_900_000, by="player")
    at.tell("release", player="C", t_us=1_300_000)
    at.tell("hands", players=["A", "B", "A"])
    seen = at.view
    assert (seen["phase"], seen["round"], seen["revealed"], seen["revealed_us"]) == ("react", 1, "touch:pig", REVEAL_US)
    assert seen["touches"] == [{"spot": "pig", "player": "A", "t_us": 1_200_000, "bound_us": 3, "by": "sensor"}]
    assert seen["claims"] == [
        {"player": "B", "spot": None, "wrong": False, "t_us": 1_900_000, "bound_us": 1, "by": "player"}
    ]
    assert seen["releases"] == [{"player": "C", "t_us": 1_300_000, "bound_us": 1, "by": "referee"}]
    assert seen["hands"] == ["A", "B", "A"]


def test_a_table_under_way_is_taken_over_and_the_deck_takes_up_the_difference() -> None:
    at = table()
    assert codes(at.set(round=7, cards={"A": 5, "C": 2}, jackpot=3)) == ["set"]
    assert (at.view["deck"], at.view["cards"], at.view["round"]) == (53, {"A": 5, "B": 0, "C": 2}, 7)


def test_a_round_under_way_is_taken_over_with_its_facts() -> None:
    at = table()
    at.set(phase="react", round=3, revealed="symbol:1-4-8", revealed_us=0, touches=[{"spot": "pig", "t_us": 400_000}])
    at.claim("B", t_us=800_000)
    assert at.view["deck"] == 62
    assert the(at.settle(), "drew_right", "B").effects["reaction_us"] == 400_000


def test_the_whole_state_of_one_table_goes_on_at_another() -> None:
    at, other = table(), table()
    at.reveal()
    at.touch("pig")
    at.settle()
    assert codes(other.set(**at.view)) == ["set"]
    assert other.view == at.view


def test_setting_the_phase_to_reveal_takes_the_card_back() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("pig")
    at.set(phase="reveal")
    assert (at.view["deck"], at.view["revealed"], at.view["touches"]) == (63, None, [])


def test_an_ended_game_is_reopened() -> None:
    at = table()
    at.tell("end")
    assert at.view["winners"] == ["A", "B", "C"]
    at.set(phase="reveal")
    assert at.view["winners"] == []
    assert codes(at.reveal("symbol:1-4-8")) == ["revealed"]


def test_a_round_that_the_deck_could_not_pay_is_reopened_and_paid() -> None:
    at = table()
    at.set(cards={"A": 30, "B": 30}, deck=1, jackpot=2)
    at.reveal("symbol:1-4-8")
    at.touch("mushroom", "A")
    at.settle()
    at.set(phase="react", cards={"B": 20})
    assert codes(at.settle()) == ["drew_right", "round_settled"]


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ({"cards": {"A": 64}}, ["cards"]),
        ({"cards": {"A": -1}}, ["cards"]),
        ({"cards": {"Z": 1}}, ["cards"]),
        ({"deck": 62}, ["deck"]),
        ({"deck": 60, "jackpot": 4}, ["deck", "jackpot"]),
        ({"jackpot": -1}, ["jackpot"]),
        ({"round": -1}, ["round"]),
        ({"numbers": {"A": [4]}}, ["numbers"]),
        ({"numbers": {"Z": [1]}}, ["numbers"]),
        ({"dealer": "Z"}, ["dealer"]),
        ({"phase": "react"}, ["phase"]),
        ({"revealed": "touch:pig"}, ["revealed"]),
        ({"revealed_us": 7}, ["revealed_us"]),
        ({"touches": [{"spot": "pig", "t_us": 7}]}, ["touches"]),
        ({"hands": ["A"]}, ["hands"]),
        ({"winner": "A"}, ["winner"]),
        ({"struck": ["pig"]}, ["struck"]),
        ({"winners": ["A"]}, ["winners"]),
        ({"questions": [{"code": "which_card"}]}, ["questions"]),
        ({"phase": "react", "revealed": "touch:pig", "hands": ["A", "A", "A"]}, ["hands"]),
        ({"phase": "react", "revealed": "touch:pig", "hands": ["Z"]}, ["hands"]),
        ({"phase": "react", "revealed": "touch:pig", "winner": "Z"}, ["winner"]),
        ({"phase": "react", "revealed": "touch:pig", "struck": ["dog"]}, ["struck"]),
        ({"phase": "react", "revealed": "touch:pig", "touches": [{"spot": "dog"}]}, ["touches"]),
        ({"phase": "react", "revealed": "touch:pig", "claims": [{"player": "Z"}]}, ["claims"]),
    ],
)
def test_a_state_that_cannot_be_is_named_and_changes_nothing(state: dict[str, Any], fields: list[str]) -> None:
    at = table()
    before = at.state
    (foul,) = at.set(**state)
    assert (foul.code, foul.effects["fields"], foul.stands) == ("cannot_be", fields, False)
    assert at.state == before


@pytest.mark.parametrize(
    "state",
    [
        {"nope": 1},
        {"deck": "1"},
        {"deck": 1.5},
        {"jackpot": True},
        {"cards": [1]},
        {"cards": {"A": "1"}},
        {"numbers": {"A": 1}},
        {"numbers": 1},
        {"phase": "settle"},
        {"phase": 1},
        {"dealer": 1},
        {"dealer": None},
        {"revealed": "symbol:9-1-1"},
        {"revealed": 1},
        {"revealed_us": "1"},
        {"touches": {}},
        {"touches": [1]},
        {"touches": [{"player": "A"}]},
        {"touches": [{"spot": None}]},
        {"touches": [{"spot": "pig", "nope": 1}]},
        {"touches": [{"spot": "pig", "bound_us": -1}]},
        {"touches": [{"spot": "pig", "by": "nobody"}]},
        {"touches": [{"spot": "pig", "t_us": 0.5}]},
        {"claims": [{"player": None}]},
        {"claims": [{"player": "A", "wrong": 1}]},
        {"hands": "A"},
        {"hands": [1]},
        {"winner": 1},
        {"struck": [1]},
        {"questions": 1},
        {"questions": ["which_card"]},
        {"winners": 1},
    ],
)
def test_a_field_that_is_unknown_or_of_the_wrong_type_is_an_error(state: dict[str, Any]) -> None:
    assert next(iter(state)) in table().error("set", state=state)


def test_numbers_may_be_exchanged_by_naming_both_owners() -> None:
    at = table()
    at.set(numbers={"A": [4, 2, 3], "B": [1, 5, 6]})
    assert at.view["numbers"] == {"A": [4, 2, 3], "B": [1, 5, 6], "C": [7, 8]}


def test_putting_the_facts_right_closes_a_question_that_they_answer() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("pig")
    at.settle()
    at.set(claims=[{"player": "B"}])
    assert at.view["questions"] == []


def test_a_question_may_be_withdrawn_and_is_asked_again_when_it_is_still_open() -> None:
    at = table()
    at.reveal("symbol:1-4-8")
    at.touch("pig")
    at.settle()
    at.set(questions=[])
    assert at.view["questions"] == []
    assert codes(at.settle()) == ["who_touched"]


def test_a_printed_deck_refuses_a_card_that_it_does_not_have() -> None:
    setup = Setup(("A", "B", "C"), "A", {}, Deck("mine", Counter({"symbol:1-2-3": 62, "touch:pig": 1})))
    state = GAME.start(setup)
    same, (foul,) = GAME.judge(state, Reveal(card="touch:sweep", t_us=1))
    assert (foul.code, foul.effects["fields"], same) == ("cannot_be", ["card"], state)
    _, (ruling,) = GAME.judge(state, Reveal(card="touch:pig", t_us=1))
    assert ruling.code == "revealed"


def test_a_deck_without_a_card_deals_none_and_the_game_is_over() -> None:
    at = table()
    at.set(cards={"A": 63}, deck=0)
    assert codes(at.reveal("symbol:1-2-3")) == ["deck_empty"]


def test_what_may_be_done_depends_on_the_phase() -> None:
    at = table()
    assert list(GAME.legal(at.state)) == [Reveal()]
    at.reveal("symbol:1-2-8")
    kinds = {observation.do for observation in GAME.legal(at.state)}
    assert kinds == {"reveal", "card", "touch", "claim", "nobody", "settle"}
    at.touch("pig")
    assert "reveal" not in {observation.do for observation in GAME.legal(at.state)}
    at.tell("end")
    assert list(GAME.legal(at.state)) == []


def test_the_game_knows_its_set_up_scores_and_questions() -> None:
    at = table()
    at.set(cards={"A": 2})
    at.reveal()
    at.settle()
    assert GAME.setup_of(at.state).players == ("A", "B", "C")
    assert GAME.scores(at.state) == {"A": 2, "B": 0, "C": 0}
    assert [ruling.code for ruling in GAME.questions(at.state)] == ["which_card"]
    assert GAME.result(at.state) is None


def test_pads_are_noted_in_any_phase() -> None:
    state = table().state
    _, (ruling,) = GAME.judge(state, Pads(down=("pig", "pig")))
    assert ruling.code == "pads_noted"
