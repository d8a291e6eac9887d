"""Hearts and numbers: each code that the rules sheet lists is ruled, with its verdict; malformed lines are errors."""

import re
from collections import Counter
from typing import Any

import pytest

from card_table import OPEN, Table, as_line, codes, hearts
from need import ROOT
from touchjudge.rules.game import Deck, Setup
from touchjudge.rules.hearts_and_numbers import GAME
from touchjudge.rules.hearts_and_numbers.observations import Deal, Refill, Turn
from touchjudge.session.setup import check_options

CODES = {
    "ok": "started dealt take no_match took refilled",
    "foul": "not_your_turn wrong_refill card_seen_twice unknown_card left_one took_extra wrong_phase cannot_be "
    "game_is_over",
    "ask": "stalled",
    "info": "count_differs",
    "over": "stack_used_up ended",
}
VERDICTS = {code: verdict for verdict, codes in CODES.items() for code in codes.split()}

MATCH, MATCH_TWO, NO_MATCH = "heart:red:e+k", "heart:red:a+k", "heart:red:k+l"


def lay(card: str = MATCH, player: str = "A") -> dict[str, Any]:
    return as_line("turn", {"player": player, "card": card})


def took(*cards: str, player: str = "A") -> dict[str, Any]:
    return as_line("took", {"player": player, "cards": list(cards)})


def refill(*cards: str, **more: Any) -> dict[str, Any]:
    return as_line("refill", {"cards": list(cards), **more})


# What was told before, what is told, what is ruled.
CASES: list[tuple[list[dict[str, Any]], dict[str, Any], list[str]]] = [
    ([], lay(), ["take"]),
    ([], lay(NO_MATCH), ["no_match"]),
    ([lay()], took(OPEN[2]), ["took"]),
    ([lay(MATCH_TWO)], took(OPEN[1], OPEN[0]), ["took"]),
    ([lay(MATCH_TWO), refill("heart:red:x+y")], took(OPEN[0], OPEN[1]), ["took"]),
    ([lay(MATCH_TWO)], took(OPEN[0]), ["left_one"]),
    ([lay()], took(OPEN[2], OPEN[0]), ["took_extra"]),
    ([lay()], took(OPEN[0]), ["left_one", "took_extra"]),
    ([lay()], took(OPEN[2], player="B"), ["not_your_turn"]),
    ([lay(MATCH_TWO)], took(OPEN[2], player="B"), ["not_your_turn"]),
    ([], took(OPEN[0]), ["wrong_phase"]),
    ([lay(NO_MATCH)], took(), ["wrong_phase"]),
    ([lay(MATCH_TWO)], refill("heart:red:x+y"), ["refilled"]),
    ([lay(MATCH_TWO)], refill(), ["wrong_refill"]),
    ([lay(MATCH_TWO)], refill("heart:red:x+y", "heart:red:x+y"), ["wrong_refill"]),
    ([lay(MATCH_TWO)], refill("heart:red:x+y", "heart:red:x+y", stack_empty=True), ["wrong_refill"]),
    ([lay(MATCH_TWO)], refill(stack_empty=True), ["count_differs", "stack_used_up"]),
    ([], refill(), ["wrong_phase"]),
    ([], as_line("deal", {"open": OPEN}), ["wrong_phase"]),
    ([lay(MATCH_TWO)], lay(), ["wrong_phase"]),
    ([], lay(player="B"), ["not_your_turn"]),
    ([], as_line("end", {}), ["ended"]),
    ([as_line("end", {})], lay(), ["game_is_over"]),
    ([], {"do": "set", "state": {"stack": 3}}, ["cannot_be"]),
]


def checked(rulings: tuple[Any, ...], ruled: list[str]) -> None:
    assert codes(rulings) == ruled
    assert [ruling.verdict for ruling in rulings] == [VERDICTS[code] for code in ruled]


@pytest.mark.parametrize(("before", "line", "ruled"), CASES)
def test_a_line_is_ruled_with_its_code_and_verdict(
    before: list[dict[str, Any]], line: dict[str, Any], ruled: list[str]
) -> None:
    at = hearts()
    for earlier in before:
        at.tell(**earlier)
    state = at.state
    rulings = at.tell(**line)
    checked(rulings, ruled)
    if any(ruling.verdict == "foul" for ruling in rulings):
        assert at.state == state


def test_before_the_deal_only_the_deal_fits() -> None:
    at = Table(GAME)
    at.start()
    for line in (lay(), took(), refill()):
        assert at.foul(**line).code == "wrong_phase"
    assert at.foul("deal", open=OPEN[:5]).code == "wrong_refill"
    assert at.foul("deal", open=[*OPEN, MATCH]).effects == {
        "wanted": 6,
        "count": 7,
        "mend": "lay 6 cards openly and name them",
    }
    (dealt,) = at.tell("deal", open=OPEN)
    assert (dealt.code, dealt.effects) == ("dealt", {"open": OPEN, "stack": 80, "next": "A"})


def test_what_was_left_or_taken_too_much_is_named_with_the_right_set() -> None:
    at = hearts()
    at.tell(**lay(MATCH_TWO))
    left, extra = at.tell(**took(OPEN[0], OPEN[5]))
    assert left.effects == {"take": OPEN[:2], "missing": [OPEN[1]], "mend": "take these, too"}
    assert extra.effects == {"take": OPEN[:2], "extra": [OPEN[5]], "mend": "put these back"}
    assert at.view["taken"]["A"] == OPEN[:2]


# ---- a real deck


def with_deck() -> Any:
    """A game with an owner's own deck, in which the middle is dealt."""
    cards = Counter(dict.fromkeys([*OPEN, MATCH, MATCH_TWO, NO_MATCH, "heart:red:q+r"], 1)) + Counter(
        {"number:violet:4:x+y": 80}
    )
    setup = Setup(("A", "B"), "A", check_options(GAME.options, {}), Deck("own", cards))
    state, (dealt,) = GAME.judge(GAME.start(setup), Deal(open=tuple(OPEN)))
    assert dealt.code == "dealt"
    return state


def test_a_card_that_a_real_deck_does_not_have_is_unknown() -> None:
    state = with_deck()
    after, (ruling,) = GAME.judge(state, Turn(player="A", card="heart:red:y+z"))
    assert (ruling.code, ruling.effects["card"]) == ("unknown_card", "heart:red:y+z")
    assert after == state


def test_a_card_that_lies_open_or_is_owned_is_seen_twice() -> None:
    state = with_deck()
    assert GAME.judge(state, Turn(player="A", card=OPEN[0]))[1][0].code == "card_seen_twice"
    state, _ = GAME.judge(state, Turn(player="A", card=MATCH_TWO))
    assert GAME.judge(state, Refill(cards=(OPEN[0],)))[1][0].code == "card_seen_twice"
    assert GAME.judge(state, Refill(cards=(MATCH_TWO,)))[1][0].code == "card_seen_twice"
    # As many of a card as the deck has may lie there.
    assert GAME.judge(state, Refill(cards=("number:violet:4:x+y",)))[1][0].code == "refilled"


def test_a_deal_may_not_show_a_card_more_often_than_the_deck_has_it() -> None:
    setup = with_deck().setup
    begun = GAME.start(setup)
    assert GAME.judge(begun, Deal(open=(OPEN[0], *OPEN[:5])))[1][0].code == "card_seen_twice"
    assert GAME.judge(begun, Deal(open=("heart:red:y+z", *OPEN[:5])))[1][0].code == "unknown_card"


def test_the_stand_in_deck_refuses_no_well_formed_card() -> None:
    at = Table(GAME)
    at.start(deck="hearts_and_numbers_stand_in")
    assert codes(at.tell("deal", open=OPEN)) == ["dealt"]
    assert codes(at.tell("turn", player="A", card=OPEN[0])) == ["take"]


def test_the_codes_are_those_of_the_rules_sheet_and_each_is_ruled_and_has_a_sentence() -> None:
    ruled = {code for *_, found in CASES for code in found}
    ruled |= {"started", "dealt", "stalled", "card_seen_twice", "unknown_card"}  # in tests of their own
    assert ruled == set(VERDICTS) == set(GAME.sentences)


def test_the_page_about_the_game_names_each_code() -> None:
    page = (ROOT / "docs" / "rules" / "hearts_and_numbers.md").read_text("utf-8")
    assert set(VERDICTS) <= set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", page))))


# ---- what is no line of this game


@pytest.mark.parametrize(
    "card",
    [
        "heart:red", "heart:pink:a+b", "heart:red:1:a+b", "number:red:a+b", "number:red:0:a+b", "number:red:100:a+b",
        "number:red:٣:a+b", "heart:red:a", "heart:red:a+b+c", "heart:red:b+a", "heart:red:+b", "heart:red:a+b ", "",
        "virus:red", "heart:red:a+b\n",
    ],
)  # fmt: skip
def test_a_malformed_card_is_an_error_and_not_an_unknown_card(card: str) -> None:
    at = hearts()
    for line in ({"do": "turn", "player": "A", "card": card}, {"do": "deal", "open": [card]}):
        assert "no such card" in at.error(**line)


@pytest.mark.parametrize("card", ["heart:violet:Äpfel+żaba", "number:blue:12:cat-fish+dog", "heart:red:a+a"])
def test_objects_may_have_any_names(card: str) -> None:
    assert codes(hearts().tell(**lay(card)))[0] in ("take", "no_match")


@pytest.mark.parametrize(
    ("do", "fields", "says"),
    [
        ("deal", {}, "open: is missing"),
        ("deal", {"open": "x"}, 'open: "x"'),
        ("turn", {"player": "A"}, "card: is missing"),
        ("turn", {"player": "C", "card": MATCH}, 'player: "C" does not play; allowed: A, B'),
        ("turn", {"player": "A", "card": MATCH, "stack": "up1"}, "stack: is no field of turn"),
        ("took", {"player": "A"}, "cards: is missing"),
        ("took", {"player": "A", "cards": [None]}, "cards.0: null"),
        ("refill", {}, "cards: is missing"),
        ("refill", {"cards": [], "stack_empty": 1}, "stack_empty: 1"),
        ("play", {"player": "A", "card": MATCH}, "do: 'play' is unknown"),
    ],
)
def test_a_malformed_line_is_an_error_that_names_the_field(do: str, fields: dict[str, Any], says: str) -> None:
    assert says in hearts().error(do, **fields)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"players": ["A"]}, "is for 2 to 3"),
        ({"players": list("ABCD")}, "is for 2 to 3"),
        ({"players": ["A", "B"], "options": {"no_hearts": "all"}}, "allowed: keep, lose"),
        ({"players": ["A", "B"], "options": {"stall_limit": 100}}, "allowed: 0 to 99"),
    ],
)
def test_a_start_that_cannot_be_is_an_error(fields: dict[str, Any], says: str) -> None:
    answer = Table(GAME).session.tell({"do": "start", "game": GAME.name, **fields})
    assert answer.error is not None
    assert says in answer.error
