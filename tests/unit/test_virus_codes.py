"""Virus!: each code that the rules sheet lists is ruled, with its verdict and effects; malformed lines are errors."""

import re
from typing import Any

import pytest

from card_table import Table, as_line, codes, organ, virus
from need import ROOT
from touchjudge.rules.virus import GAME

CODES = {
    "ok": "started placed infected destroyed medicine_removed vaccinated cured immunised transplanted stolen spread "
    "gloved swapped discarded drew",
    "foul": "nothing_to_draw not_your_turn wrong_colour no_such_organ duplicate_organ is_immunised not_free "
    "not_infected contagion_not_all nothing_to_spread own_organ others_organ must_only_draw nothing_discarded "
    "too_many_discarded not_in_deck same_player hand_empty cannot_be game_is_over",
    "over": "won ended",
}
VERDICTS = {code: verdict for verdict, codes in CODES.items() for code in codes.split()}

A_RED, B_RED, B_BLUE, B_MULTI = organ("A", "red"), organ("B", "red"), organ("B", "blue"), organ("B", "multi")
INFECTED: dict[str, Any] = {"A": {"red": ["virus:red"], "green": []}, "B": {"red": [], "blue": ["virus:blue"]}}
IMMUNE: dict[str, Any] = {"B": {"blue": ["medicine:blue"] * 2}}


def play(card: str, player: str = "A", **fields: Any) -> dict[str, Any]:
    return as_line("play", {"player": player, "card": card, **fields})


def discard(**fields: Any) -> dict[str, Any]:
    return as_line("discard", {"player": "A", **fields})


def contagion(source: str = "red", to: dict[str, str] = B_RED) -> dict[str, Any]:
    return play("treatment:contagion", moves=[{"organ": source, "to": to}])


# What lies, what is set besides, what is told, what is ruled.
CASES: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {}, play("organ:multi"), ["placed"]),
    ({"B": {"red": []}}, {}, play("virus:red", on=B_RED), ["infected"]),
    ({"B": {"blue": ["virus:multi"]}}, {}, play("virus:blue", on=B_BLUE), ["destroyed"]),
    ({"B": {"blue": ["medicine:blue"]}}, {}, play("virus:multi", on=B_BLUE), ["medicine_removed"]),
    ({"A": {"red": []}}, {}, play("medicine:multi", on=A_RED), ["vaccinated"]),
    (INFECTED, {}, play("medicine:red", on=A_RED), ["cured"]),
    ({"A": {"red": ["medicine:multi"]}}, {}, play("medicine:red", on=A_RED), ["immunised"]),
    (INFECTED, {}, play("treatment:transplant", a=organ("A", "green"), b=B_BLUE), ["transplanted"]),
    (INFECTED, {}, play("treatment:thief", from_=B_BLUE), ["stolen"]),
    (INFECTED, {}, contagion(), ["spread"]),
    ({}, {}, play("treatment:glove"), ["gloved"]),
    (INFECTED, {}, play("treatment:error", with_="B"), ["swapped"]),
    ({}, {}, discard(cards=["organ:red", "organ:red"]), ["discarded"]),
    ({}, {"must_draw": ["A"], "hands": {"A": 0}}, as_line("draw", {"player": "A"}), ["drew"]),
    ({"A": {"red": [], "blue": [], "green": []}}, {}, play("organ:multi"), ["placed", "won"]),
    ({}, {}, as_line("end", {}), ["ended"]),
    ({}, {}, as_line("draw", {"player": "A"}), ["nothing_to_draw"]),
    ({}, {}, play("organ:red", player="B"), ["not_your_turn"]),
    ({}, {}, as_line("discard", {"player": "B", "count": 0}), ["not_your_turn"]),
    ({}, {}, as_line("draw", {"player": "B"}), ["not_your_turn"]),
    ({"B": {"red": []}}, {}, play("virus:blue", on=B_RED), ["wrong_colour"]),
    ({"A": {"red": ["virus:red"]}}, {}, play("medicine:blue", on=A_RED), ["wrong_colour"]),
    ({"A": {"red": ["virus:red"]}, "B": {"red": [], "blue": []}}, {}, contagion(to=B_BLUE), ["wrong_colour"]),
    ({}, {}, play("virus:blue", on=B_RED), ["no_such_organ"]),
    ({}, {}, play("medicine:red", on=A_RED), ["no_such_organ"]),
    (INFECTED, {}, play("treatment:transplant", a=A_RED, b=B_MULTI), ["no_such_organ"]),
    ({}, {}, play("treatment:thief", from_=B_RED), ["no_such_organ"]),
    (INFECTED, {}, contagion(source="blue"), ["no_such_organ"]),
    (INFECTED, {}, contagion(to=B_MULTI), ["no_such_organ"]),
    ({"A": {"red": []}}, {}, play("organ:red"), ["duplicate_organ"]),
    ({"A": {"red": []}, "B": {"red": []}}, {}, play("treatment:thief", from_=B_RED), ["duplicate_organ"]),
    (IMMUNE, {}, play("virus:blue", on=B_BLUE), ["is_immunised"]),
    (IMMUNE, {}, play("treatment:thief", from_=B_BLUE), ["is_immunised"]),
    (INFECTED, {}, contagion(to=B_BLUE), ["not_free"]),
    (INFECTED, {}, contagion(source="green"), ["not_infected"]),
    (INFECTED, {}, play("treatment:contagion", moves=[]), ["contagion_not_all"]),
    ({}, {}, play("treatment:contagion", moves=[]), ["nothing_to_spread"]),
    ({"A": {"red": []}}, {}, play("virus:red", on=A_RED), ["own_organ"]),
    ({"A": {"red": []}}, {}, play("treatment:thief", from_=A_RED), ["own_organ"]),
    (INFECTED, {}, contagion(to=organ("A", "green")), ["own_organ"]),
    ({"B": {"red": []}}, {}, play("medicine:red", on=B_RED), ["others_organ"]),
    ({}, {"must_draw": ["A"], "hands": {"A": 0}}, play("organ:red"), ["must_only_draw"]),
    ({}, {}, discard(cards=[]), ["nothing_discarded"]),
    ({}, {"hands": {"A": 2}}, discard(count=3), ["too_many_discarded"]),
    ({}, {"discards": ["organ:multi"]}, play("organ:multi"), ["not_in_deck"]),
    ({}, {}, discard(cards=["treatment:glove", "treatment:glove"]), ["not_in_deck"]),
    (INFECTED, {}, play("treatment:transplant", a=A_RED, b=organ("A", "green")), ["same_player"]),
    ({}, {}, play("treatment:error", with_="A"), ["same_player"]),
    ({}, {"hands": {"A": 0}}, play("organ:red"), ["hand_empty"]),
    ({}, {"hands": {"A": 0}}, discard(cards=[]), ["hand_empty"]),
    ({}, {}, {"do": "set", "state": {"hands": {"A": 4}}}, ["cannot_be"]),
]


@pytest.mark.parametrize(("bodies", "state", "line", "ruled"), CASES)
def test_a_line_is_ruled_with_its_code_and_verdict(
    bodies: dict[str, Any], state: dict[str, Any], line: dict[str, Any], ruled: list[str]
) -> None:
    at = virus(bodies)
    if state:
        assert codes(at.set(**state)) == ["set"]
    before = at.view
    rulings = at.tell(**line)
    assert codes(rulings) == ruled
    assert [ruling.verdict for ruling in rulings] == [VERDICTS[code] for code in ruled]
    for ruling in rulings:
        if ruling.verdict == "foul":
            assert at.view == before
            assert ruling.code == "cannot_be" or ruling.effects["mend"]
        elif ruling.verdict == "ok":
            assert list(ruling.effects)[-3:] == ["discarded", "draw", "next"]


def test_the_codes_are_those_of_the_rules_sheet_and_each_is_ruled_and_has_a_sentence() -> None:
    ruled = {code for *_, found in CASES for code in found} | {"started", "game_is_over"}
    assert ruled == set(VERDICTS) == set(GAME.sentences)


def test_after_the_end_a_game_line_is_refused() -> None:
    at = virus()
    at.tell("end")
    assert at.foul("play", player="A", card="organ:red").code == "game_is_over"
    _, (ruling,) = GAME.judge(at.state, GAME.observations[2](player="A"))  # type: ignore[call-arg]
    assert ruling.code == "game_is_over"


def test_the_page_about_the_game_names_each_code() -> None:
    page = (ROOT / "docs" / "rules" / "virus.md").read_text("utf-8")
    assert set(VERDICTS) <= set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", page))))


def test_fouls_are_found_in_their_order_turn_duty_hand_deck_action() -> None:
    at = virus({"B": {"red": []}})
    at.set(discards=["organ:multi"])
    line = {"card": "organ:multi"}
    assert at.foul("play", player="B", **line).code == "not_your_turn"
    at.set(must_draw=["A"], hands={"A": 0})
    assert at.foul("play", player="A", **line).code == "must_only_draw"
    at.set(must_draw=[])
    assert at.foul("play", player="A", **line).code == "hand_empty"
    at.set(hands={"A": 3}, bodies={"A": {"red": []}}, discards=["organ:multi", *["organ:red"] * 3])
    assert at.foul("play", player="A", card="organ:red").code == "not_in_deck"
    at.set(discards=["organ:multi"])
    assert at.foul("play", player="A", card="organ:red").code == "duplicate_organ"


# ---- what is no line of this game


@pytest.mark.parametrize(
    ("do", "fields", "says"),
    [
        ("play", {"player": "A"}, "card: is missing"),
        ("play", {"player": "C", "card": "organ:red"}, 'player: "C" does not play; allowed: A, B'),
        ("play", {"player": "A", "card": "organ:pink"}, "card: no such card: 'organ:pink'"),
        ("play", {"player": "A", "card": "pig"}, "treatment:T with T one of transplant"),
        ("play", {"player": "A", "card": "virus:red"}, "on: is missing; playing virus:red needs it"),
        ("play", {"player": "A", "card": "organ:red", "on": A_RED}, "on: is no field of playing organ:red"),
        ("play", {"player": "A", "card": "virus:red", "on": A_RED, "with_": "B"}, "with: is no field of playing"),
        ("play", {"player": "A", "card": "virus:red", "on": {"player": "A"}}, "on.organ: is missing"),
        ("play", {"player": "A", "card": "virus:red", "on": {"player": "A", "organ": "pink"}}, 'on.organ: "pink"'),
        ("play", {"player": "A", "card": "virus:red", "on": {"player": "Z", "organ": "red"}}, 'on.player: "Z"'),
        ("play", {"player": "A", "card": "virus:red", "on": {**A_RED, "x": 1}}, "on.x: is no field"),
        ("play", {"player": "A", "card": "treatment:thief"}, "from: is missing; playing treatment:thief needs it"),
        ("play", {"player": "A", "card": "treatment:transplant", "a": A_RED}, "b: is missing"),
        ("play", {"player": "A", "card": "treatment:error", "with_": "Z"}, 'with: "Z" does not play'),
        ("play", {"player": "A", "card": "treatment:contagion"}, "moves: is missing"),
        ("play", {"player": "A", "card": "treatment:contagion", "moves": [{"organ": "red"}]}, "moves.0.to: is missing"),
        ("discard", {"player": "A"}, "cards, count: discard takes exactly one of them"),
        ("discard", {"player": "A", "cards": [], "count": 0}, "cards, count: discard takes exactly one of them"),
        ("discard", {"player": "A", "count": -1}, "count: -1 was read; allowed: 0 or more"),
        ("discard", {"player": "A", "count": True}, "count: true"),
        ("discard", {"player": "A", "cards": ["organ"]}, "cards: no such card: 'organ'"),
        ("discard", {"player": "A", "cards": [None]}, "cards.0: null"),
        ("draw", {"player": "A", "count": 3}, "count: is no field of draw"),
        ("reveal", {}, "do: 'reveal' is unknown"),
    ],
)
def test_a_malformed_line_is_an_error_that_names_field_and_what_is_allowed(
    do: str, fields: dict[str, Any], says: str
) -> None:
    assert says in virus().error(do, **fields)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"players": ["A"]}, "virus is for 2 to 6"),
        ({"players": list("ABCDEFG")}, "virus is for 2 to 6"),
        ({"players": ["A", "B"], "options": {"direction": "up"}}, "options.direction: 'up' is not allowed"),
        ({"players": ["A", "B"], "options": {"virus_on_own": 1}}, "allowed: true or false"),
    ],
)
def test_a_start_that_cannot_be_is_an_error(fields: dict[str, Any], says: str) -> None:
    at = Table(GAME)
    answer = at.session.tell({"do": "start", "game": "virus", **fields})
    assert answer.error is not None
    assert says in answer.error
