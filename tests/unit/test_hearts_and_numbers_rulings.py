"""Each situation of the rulings about the hearts-and-numbers game, under its id; options both ways."""

from typing import Any

import yaml

from card_table import OPEN, Table, codes, hearts
from need import ROOT, shared
from touchjudge.rules.hearts_and_numbers import GAME

X = "number:violet:4:x+y"


def test_ST_01_one_shared_object_is_enough_to_have_to_take_a_card() -> None:
    at = hearts()
    (take,) = at.tell("turn", player="A", card="heart:red:e+k")
    assert take.effects == {"card": "heart:red:e+k", "take": ["heart:blue:d+e"], "refill": 0}
    assert at.view["taken"]["A"] == ["heart:blue:d+e"]


def test_ST_03_a_card_that_matches_nothing_goes_under_the_stack_and_the_middle_stays() -> None:
    at = hearts()
    (ruling,) = at.tell("turn", player="A", card="heart:red:k+l")
    assert (ruling.code, ruling.effects) == ("no_match", {"under_stack": "heart:red:k+l", "next": "B"})
    view = at.view
    assert (view["phase"], view["turn"], view["stack"], view["open"]) == ("turn", "B", 80, OPEN)
    assert view["taken"] == {"A": [], "B": []}
    assert view["last_take"] is None


def test_ST_05_one_card_fewer_than_was_taken_is_refilled_from_the_stack() -> None:
    at = hearts()
    (take,) = at.tell("turn", player="A", card="heart:red:a+k")
    assert (take.effects["take"], take.effects["refill"]) == (OPEN[:2], 1)
    assert at.view["open"] == [*OPEN[2:], "heart:red:a+k"]
    assert at.view["phase"] == "refill"
    (refilled,) = at.tell("refill", cards=["heart:red:a+l"])
    assert (refilled.code, refilled.effects["next"]) == ("refilled", "B")
    assert at.view["open"] == [*OPEN[2:], "heart:red:a+k", "heart:red:a+l"]
    assert (at.view["stack"], at.view["turn"]) == (78, "B")


def test_ST_06_a_card_that_matches_nothing_may_be_chosen_and_a_stall_is_asked_about() -> None:
    at = hearts(options={"stall_limit": 2})
    assert codes(at.tell("turn", player="A", card="heart:red:k+l")) == ["no_match"]
    _, stalled = at.tell("turn", player="B", card="heart:red:k+m")
    assert (stalled.verdict, stalled.code, stalled.effects["stall"]) == ("ask", "stalled", 2)
    assert stalled.effects["options"] == [[{"do": "end"}], []]
    assert GAME.questions(at.state) == (stalled,)


def test_ST_06_the_next_turn_answers_that_the_game_goes_on_and_the_count_starts_anew() -> None:
    at = hearts(options={"stall_limit": 2})
    for player in "AB":
        at.tell("turn", player=player, card="heart:red:k+l")
    assert codes(at.tell("turn", player="A", card="heart:red:k+l")) == ["no_match"]
    assert at.view["stall"] == 1
    assert GAME.questions(at.state) == ()
    assert codes(at.tell("turn", player="B", card="heart:red:k+l")) == ["no_match", "stalled"]
    assert codes(at.tell("end")) == ["ended"]


def test_ST_06_without_a_limit_nobody_is_asked_and_a_match_starts_the_count_anew() -> None:
    at = hearts()
    for player in "ABAB":
        assert codes(at.tell("turn", player=player, card="heart:red:k+l")) == ["no_match"]
    assert at.view["stall"] == 4
    at.tell("turn", player="A", card="heart:red:e+k")
    assert at.view["stall"] == 0


def test_ST_07_the_game_ends_when_the_middle_cannot_be_filled_up() -> None:
    at = hearts(stack=1, taken={"A": ["number:red:1:x+y"] * 79})
    at.tell("turn", player="A", card="heart:red:a+i")
    assert at.view["open"] == [OPEN[2], OPEN[3], "heart:red:a+i"]
    (over,) = at.tell("refill", cards=[], stack_empty=True)
    assert (over.verdict, over.code, over.effects["winners"]) == ("over", "stack_used_up", ["A"])


def test_ST_08_the_game_ends_when_the_next_player_cannot_draw() -> None:
    at = hearts(stack=1, taken={"B": ["number:red:1:x+y"] * 79})
    assert codes(at.tell("turn", player="A", card="heart:red:e+k")) == ["take", "stack_used_up"]
    assert at.view["winners"] == ["B"]


def test_ST_10_without_a_heart_of_a_colour_all_keep_its_numbers() -> None:
    assert hearts(taken={"A": [X]}).view["points"] == {"A": 4, "B": 0}


def test_ST_10_or_all_lose_them() -> None:
    at = hearts(taken={"A": [X]}, options={"no_hearts": "lose"})
    assert at.view["points"] == {"A": 0, "B": 0}
    at.set(taken={"A": [X, "heart:violet:x+y"]})
    assert at.view["points"] == {"A": 4, "B": 0}


def test_only_those_with_most_hearts_of_a_colour_keep_its_numbers() -> None:
    heart = "heart:violet:x+y"
    at = hearts("ABC", taken={"A": [X, heart], "B": [X, X, heart], "C": [X, X, X]})
    assert at.view["points"] == {"A": 4, "B": 8, "C": 0}
    at.set(taken={"C": [X, X, X, heart, heart]})
    assert at.view["points"] == {"A": 0, "B": 0, "C": 12}


def test_ST_12_who_has_the_same_total_shares_the_win() -> None:
    at = hearts(taken={"A": [X], "B": [X]})
    (ended,) = at.tell("end")
    assert ended.effects == {"winners": ["A", "B"], "ranking": [["A", "B"]], "scores": {"A": 4, "B": 4}}


def test_ST_13_hearts_are_worth_nothing() -> None:
    view = hearts(taken={"A": ["heart:violet:x+y"]}).view
    assert view["points"]["A"] == 0
    assert view["hearts"]["A"] == {"red": 0, "yellow": 0, "green": 0, "blue": 0, "violet": 1}


def test_ST_14_the_player_to_the_dealers_left_begins_then_clockwise() -> None:
    at = Table(GAME)
    at.start("ABC", first="B")
    order: list[Any] = [at.tell("deal", open=OPEN)[0].effects["next"]]
    for _ in range(3):
        order.append(at.tell("turn", player=order[-1], card="heart:red:k+l")[0].effects["next"])
    assert order == ["B", "C", "A", "B"]


def test_each_ruling_of_the_contract_about_this_game_has_a_test_here() -> None:
    rulings = yaml.safe_load(shared("rulings.yaml").read_text(encoding="utf-8"))
    wanted = {entry["id"] for entry in rulings if entry["game"] == "hearts_and_numbers"}
    source = (ROOT / "tests" / "unit" / "test_hearts_and_numbers_rulings.py").read_text(encoding="utf-8")
    assert {one for one in wanted if f"test_{one.replace('-', '_')}_" not in source} == set()
