"""Hearts and numbers: the count of the stack, taking over a table, and what is legal."""

from itertools import islice
from typing import Any

import pytest

from card_table import OPEN, Table, codes, hearts
from touchjudge.rules.hearts_and_numbers import GAME
from touchjudge.rules.hearts_and_numbers.observations import Deal, Refill, Took, Turn

TWO, THREE = "heart:red:a+k", "heart:red:a+i"  # take two or four of the open cards
NEW = ["heart:red:p+q", "heart:red:p+r", "heart:red:p+s"]
X = "number:red:1:x+y"


def nearly_out(stack: int) -> Table:
    """A table at which only so many cards are left in the stack by the count."""
    return hearts(stack=stack, taken={"A": [X] * (80 - stack)})


# ---- the stack is only counted


def test_a_stack_that_comes_out_even_ends_the_game_after_the_refill() -> None:
    at = nearly_out(2)
    at.tell("turn", player="A", card=TWO)
    assert codes(at.tell("refill", cards=NEW[:1])) == ["refilled", "stack_used_up"]
    assert (at.view["phase"], at.view["stack"]) == ("over", 0)


def test_a_turn_names_the_full_refill_even_if_the_count_says_that_the_stack_is_too_short() -> None:
    at = nearly_out(2)
    (take,) = at.tell("turn", player="A", card=THREE)
    assert take.effects["refill"] == 3
    assert at.view["stack"] == 1


def test_more_cards_than_were_counted_refill_the_middle_and_the_game_goes_on() -> None:
    at = nearly_out(2)
    at.tell("turn", player="A", card=THREE)
    refilled, differs = at.tell("refill", cards=NEW)
    assert (refilled.code, refilled.effects["stack"]) == ("refilled", 0)
    assert (differs.verdict, differs.code, differs.effects) == ("info", "count_differs", {"counted": 1, "came": 3})
    assert (at.view["phase"], at.view["turn"], at.view["stack"]) == ("turn", "B", 0)
    # The next player has drawn, so there was a card; that the count said otherwise ends nothing.
    assert codes(at.tell("turn", player="B", card="heart:red:f+z")) == ["take"]
    assert codes(at.tell("turn", player="A", card="heart:red:v+w")) == ["no_match"]
    assert at.view["stack"] == 1


def test_a_stack_that_is_said_to_be_empty_is_empty_whatever_the_count_says() -> None:
    at = hearts()
    at.tell("turn", player="A", card=THREE)
    differs, over = at.tell("refill", cards=NEW[:1], stack_empty=True)
    assert (differs.code, differs.effects) == ("count_differs", {"counted": 79, "came": 1})
    assert over.code == "stack_used_up"
    assert at.view["open"] == [OPEN[2], OPEN[3], THREE, NEW[0]]


def test_a_stack_that_ends_with_a_full_middle_leaves_no_card_to_draw() -> None:
    at = hearts()
    at.tell("turn", player="A", card=TWO)
    assert codes(at.tell("refill", cards=NEW[:1], stack_empty=True)) == ["refilled", "count_differs", "stack_used_up"]


def test_a_stack_that_ends_as_counted_needs_no_remark() -> None:
    at = nearly_out(2)
    at.tell("turn", player="A", card=THREE)
    assert codes(at.tell("refill", cards=NEW[:1], stack_empty=True)) == ["stack_used_up"]


# ---- taking over


def test_six_open_cards_take_the_place_of_the_deal() -> None:
    at = Table(GAME)
    at.start()
    assert at.view["phase"] == "deal"
    assert codes(at.set(open=OPEN)) == ["set"]
    assert (at.view["phase"], at.view["stack"]) == ("turn", 80)


def test_set_merges_players_and_replaces_their_cards_whole() -> None:
    at = hearts(taken={"A": [X, X], "B": [X]})
    at.set(taken={"A": ["heart:red:x+y", None]})
    view = at.view
    assert view["taken"] == {"A": ["heart:red:x+y", None], "B": [X]}
    assert view["stack"] == 90 - 4 - 6 - 3
    assert view["hearts"]["A"]["red"] == 1


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ({"turn": "C"}, ["turn"]),
        ({"taken": {"C": []}}, ["taken"]),
        ({"stack": -1}, ["stack"]),
        ({"stack": 78}, ["stack"]),
        ({"stall": -1}, ["stall"]),
        ({"open": OPEN[:5]}, ["open"]),
        ({"open": [*OPEN, X]}, ["open"]),
        ({"open": [*OPEN[:5], None]}, ["open"]),
        ({"phase": "deal"}, ["phase"]),
        ({"phase": "refill"}, ["phase"]),
        ({"phase": "deal", "open": []}, ["phase", "open"]),
        ({"last_take": [X, X]}, ["last_take"]),
        ({"last_take": []}, ["last_take"]),
        ({"last_take": [OPEN[0]]}, ["last_take"]),
        ({"taken": {"B": [X] * 81}}, ["taken"]),
        ({"hands": {"A": 3}}, ["hands"]),
        ({"hands": {"C": 2}}, ["hands"]),
        ({"points": {"A": 7}}, ["points"]),
        ({"hearts": {"A": {"red": 1}}}, ["hearts"]),
        ({"winners": ["A"]}, ["winners"]),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_its_fields(state: dict[str, Any], fields: list[str]) -> None:
    at = hearts(taken={"B": [X]})
    before = at.state
    (ruling,) = at.set(**state)
    assert (ruling.code, ruling.effects["fields"]) == ("cannot_be", fields)
    assert ruling.effects["mend"]
    assert at.state == before


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"deck": 1}, "state has no field 'deck'"),
        ({"phase": "react"}, "phase is 'react'; allowed are deal, turn, refill, over"),
        ({"turn": None}, "turn is None"),
        ({"stack": "80"}, "stack is '80'; it is a whole number"),
        ({"stall": True}, "stall is True"),
        ({"open": {}}, "open is {}; it is a list of cards"),
        ({"open": [1]}, "open holds 1"),
        ({"open": ["heart:red"]}, "open: no such card"),
        ({"taken": []}, "taken is []; it is an object"),
        ({"taken": {"A": ["heart:red"]}}, "taken.A: no such card"),
        ({"last_take": "x"}, "last_take is 'x'; it is a list"),
        ({"hands": 2}, "hands is 2; it is an object"),
        ({"points": []}, "points is []; it is an object"),
        ({"winners": "A"}, "winners is 'A'; it is a list"),
    ],
)
def test_a_field_of_the_wrong_type_is_an_error(state: dict[str, Any], says: str) -> None:
    assert says in hearts().error("set", state=state)


def test_what_follows_from_the_cards_may_be_told_if_it_is_right() -> None:
    at = hearts(taken={"A": [X]})
    assert codes(at.set(points={"A": 1}, hands={"B": 2}, hearts={"A": {"red": 0}}, winners=[], stall=1)) == ["set"]
    assert at.view["stall"] == 1


def test_a_game_that_is_over_may_be_reopened_where_it_was() -> None:
    at = hearts()
    at.tell("turn", player="A", card=TWO)
    at.tell("end")
    assert codes(at.set(**at.view)) == ["set"]
    assert at.view["phase"] == "over"
    assert codes(at.set(phase="refill")) == ["set"]
    assert codes(at.tell("refill", cards=NEW[:1])) == ["refilled"]


def test_a_whole_state_taken_over_at_a_new_table_is_that_state() -> None:
    at = hearts(taken={"B": [X]})
    at.tell("turn", player="A", card=THREE)
    other = Table(GAME)
    other.start()
    assert codes(other.set(**at.view)) == ["set"]
    assert other.state == at.state


def test_when_the_cards_of_its_taker_change_the_last_take_is_forgotten() -> None:
    at = hearts()
    at.tell("turn", player="A", card=TWO)
    at.set(taken={"A": []}, stack=81)
    assert at.view["last_take"] is None
    assert at.foul("took", player="A", cards=[]).code == "wrong_phase"


# ---- what is legal


def test_with_the_stand_in_deck_every_card_that_is_not_in_sight_may_be_laid() -> None:
    at = Table(GAME)
    at.start(deck="hearts_and_numbers_stand_in")
    first = next(iter(GAME.legal(at.state)))
    assert isinstance(first, Deal)
    at.tell("deal", open=list(first.open))
    legal = list(GAME.legal(at.state))
    assert len(legal) == 84
    assert all(isinstance(one, Turn) and one.card not in first.open for one in legal)
    for one in legal:
        assert GAME.judge(at.state, one)[1][0].verdict == "ok"


def test_after_a_take_its_check_and_every_refill_are_legal() -> None:
    at = hearts(deck="hearts_and_numbers_stand_in")
    at.tell("deal", open=[*OPEN[:4], "number:blue:3:h+i", "number:green:4:i+j"])
    at.tell("turn", player="A", card=TWO)
    legal = list(GAME.legal(at.state))
    assert legal[0] == Took(player="A", cards=tuple(OPEN[:2]))
    assert sum(isinstance(one, Refill) and not one.stack_empty for one in legal) == 90
    assert legal[-1] == Refill(cards=(), stack_empty=True)
    for one in islice(legal, 5):
        assert GAME.judge(at.state, one)[1][0].verdict == "ok"


def test_with_the_deck_any_nobody_can_list_the_cards() -> None:
    at = hearts()
    assert list(GAME.legal(at.state)) == []
    at.tell("turn", player="A", card=TWO)
    assert list(GAME.legal(at.state)) == [
        Took(player="A", cards=tuple(OPEN[:2])),
        Refill(cards=(), stack_empty=True),
    ]


def test_when_it_is_over_nothing_is_legal() -> None:
    at = hearts()
    at.tell("end")
    assert list(GAME.legal(at.state)) == []
