"""Virus!: the piles, taking over a table, the end as it stands, and what is legal."""

from typing import Any

import pytest

from card_table import Table, codes, organ, virus
from touchjudge.rules.game import Observation
from touchjudge.rules.virus import GAME
from touchjudge.rules.virus.cards import CARDS
from touchjudge.rules.virus.observations import Discard, Draw, Play


def fields_of(at: Table, **state: Any) -> list[str]:
    """The fields that cannot be; the table stays as it is."""
    before = at.state
    (ruling,) = at.set(**state)
    assert ruling.code == "cannot_be"
    assert at.state == before
    fields: list[str] = ruling.effects["fields"]
    return fields


# ---- the piles


def test_a_game_begins_with_three_cards_each_and_the_rest_in_the_draw_pile() -> None:
    assert virus(players="ABC").view == {
        "turn": "A",
        "bodies": {"A": {}, "B": {}, "C": {}},
        "hands": {"A": 3, "B": 3, "C": 3},
        "draw_pile": 59,
        "discards": [],
        "must_draw": [],
        "winner": None,
    }


def test_the_discards_are_turned_over_in_the_middle_of_drawing() -> None:
    at = virus()
    at.set(draw_pile=1, discards=[None] * 61)
    (discarded,) = at.tell("discard", player="A", cards=["organ:red", "organ:blue", "organ:red"])
    assert (discarded.effects["draw"], discarded.effects["turned"]) == (3, True)
    # 61 and the three that were put away lay there; two were wanted beyond the one of the old pile.
    assert (at.view["draw_pile"], at.view["discards"]) == (62, [])


def test_the_pile_is_turned_when_a_card_is_wanted_and_not_before() -> None:
    at = virus()
    at.set(draw_pile=1, discards=[None] * 61)
    (placed,) = at.tell("play", player="A", card="organ:red")
    assert "turned" not in placed.effects
    assert (at.view["draw_pile"], len(at.view["discards"])) == (0, 61)
    (placed,) = at.tell("play", player="B", card="organ:red")
    assert placed.effects["turned"] is True
    assert (at.view["draw_pile"], at.view["discards"]) == (60, [])


def test_cards_that_were_turned_over_are_out_of_sight_again() -> None:
    at = virus()
    at.set(draw_pile=0, discards=["organ:multi", *[None] * 61])
    assert at.foul("play", player="A", card="organ:multi").code == "not_in_deck"
    at.tell("play", player="A", card="organ:red")
    assert codes(at.tell("play", player="B", card="organ:multi")) == ["placed"]


def test_with_the_deck_any_every_card_is_believed() -> None:
    at = Table(GAME)
    at.start(deck="any")
    at.set(discards=["organ:multi"] * 3)
    assert codes(at.tell("play", player="A", card="organ:multi")) == ["placed"]


# ---- taking over


def test_set_merges_players_and_replaces_one_players_body_and_lists_whole() -> None:
    at = virus({"A": {"red": [], "blue": []}, "B": {"green": []}})
    at.set(bodies={"A": {"red": ["virus:red"]}}, hands={"B": 2}, discards=["organ:red", None])
    view = at.view
    assert view["bodies"] == {"A": {"red": ["virus:red"]}, "B": {"green": []}}
    assert view["hands"] == {"A": 3, "B": 2}
    assert view["draw_pile"] == 68 - 3 - 5 - 2


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ({"turn": "C"}, ["turn"]),
        ({"winner": "C"}, ["winner"]),
        ({"must_draw": ["C"]}, ["must_draw"]),
        ({"must_draw": ["A", "A"]}, ["must_draw"]),
        ({"hands": {"C": 1}}, ["hands"]),
        ({"hands": {"A": -1}}, ["hands"]),
        ({"bodies": {"C": {}}}, ["bodies"]),
        ({"bodies": {"A": {"pink": []}}}, ["bodies"]),
        ({"bodies": {"A": {"red": ["virus:blue"]}}}, ["bodies"]),
        ({"bodies": {"A": {"red": ["virus:red", "virus:red"]}}}, ["bodies"]),
        ({"bodies": {"A": {"red": ["virus:red", "medicine:red"]}}}, ["bodies"]),
        ({"bodies": {"A": {"red": ["medicine:red"] * 3}}}, ["bodies"]),
        ({"bodies": {"A": {"red": ["organ:red"]}}}, ["bodies"]),
        ({"bodies": {"A": {"red": [None]}}}, ["bodies"]),
        ({"bodies": {"A": {"multi": []}, "B": {"multi": []}}}, ["bodies"]),
        ({"bodies": {"A": {"multi": []}}, "discards": ["organ:multi"]}, ["bodies", "discards"]),
        ({"discards": ["treatment:glove"] * 2}, ["discards"]),
        ({"discards": [None] * 63}, ["discards"]),
        ({"draw_pile": 61}, ["draw_pile"]),
        ({"draw_pile": 69}, ["draw_pile"]),
        ({"draw_pile": 62, "hands": {"A": 2}}, ["hands", "draw_pile"]),
        ({"bodies": {"A": {"red": [], "blue": [], "green": [], "multi": []}}}, ["bodies"]),
        ({"winner": "A"}, ["winner"]),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_its_fields(state: dict[str, Any], fields: list[str]) -> None:
    assert fields_of(virus(), **state) == fields


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"deck": 3}, "state has no field 'deck'; it has turn, bodies"),
        ({"turn": 3}, "turn is 3; it is a player's name"),
        ({"hands": [3]}, "hands is [3]; it is an object"),
        ({"hands": {"A": "3"}}, "hands is '3'; it is a whole number from 0 to 3"),
        ({"draw_pile": True}, "draw_pile is True"),
        ({"discards": "organ:red"}, "discards is 'organ:red'; it is a list"),
        ({"discards": [1]}, "discards holds 1"),
        ({"discards": ["organ:pink"]}, "discards: no such card: 'organ:pink'"),
        ({"bodies": {"A": []}}, "bodies.A is []; it is an object with organs"),
        ({"bodies": {"A": {"red": {}}}}, "bodies.A.red is {}; it is a list"),
        ({"must_draw": "A"}, "must_draw is 'A'; it is a list"),
    ],
)
def test_a_field_of_the_wrong_type_is_an_error(state: dict[str, Any], says: str) -> None:
    assert says in virus().error("set", state=state)


def test_a_game_that_is_won_may_be_taken_over_and_reopened() -> None:
    four = {"red": [], "blue": [], "green": [], "yellow": []}
    at = virus()
    assert codes(at.set(bodies={"B": four}, winner="B")) == ["set"]
    assert at.foul("draw", player="A").code == "game_is_over"
    assert fields_of(at, winner=None) == ["winner"]
    assert codes(at.set(bodies={"B": {**four, "red": ["virus:red"]}})) == ["set"]
    assert at.view["winner"] is None
    assert codes(at.tell("play", player="A", card="organ:red")) == ["placed"]


def test_a_game_that_was_ended_is_won_by_whoever_alone_led_and_may_be_reopened() -> None:
    at = virus({"A": {"red": ["virus:red"]}, "B": {"blue": []}})
    (ended,) = at.tell("end")
    assert ended.effects == {"winners": ["B"], "ranking": [["B"], ["A"]], "scores": {"A": 0, "B": 1}}
    assert at.view["winner"] == "B"
    assert codes(at.set(**at.view)) == ["set"]
    assert at.foul("draw", player="A").code == "game_is_over"
    assert codes(at.set(winner=None)) == ["set"]
    assert codes(at.tell("play", player="A", card="organ:blue")) == ["placed"]


def test_a_game_that_was_ended_in_a_tie_has_no_single_winner() -> None:
    at = virus({"A": {"red": []}, "B": {"blue": []}})
    (ended,) = at.tell("end")
    assert ended.effects["winners"] == ["A", "B"]
    assert at.view["winner"] is None
    assert codes(at.set(**at.view)) == ["set"]
    assert at.foul("draw", player="A").code == "game_is_over"


def test_a_whole_state_taken_over_at_a_new_table_is_that_state() -> None:
    at = virus({"A": {"red": ["medicine:red"], "multi": ["virus:blue"]}, "B": {"blue": []}})
    at.tell("play", player="A", card="treatment:glove")
    other = virus()
    assert codes(other.set(**at.view)) == ["set"]
    assert other.state == at.state


def test_undo_takes_back_a_card_and_a_foul_leaves_nothing_to_undo() -> None:
    at = virus()
    before = at.state
    at.tell("play", player="A", card="organ:red")
    at.tell("play", player="A", card="organ:red")
    assert codes(at.tell("undo")) == ["undone"]
    assert at.state == before


# ---- what is legal


def test_at_the_start_organs_treatments_that_work_and_discards_are_legal() -> None:
    legal = list(GAME.legal(virus().state))
    cards = [one.card for one in legal if isinstance(one, Play)]
    assert cards == [*CARDS[:5], "treatment:glove", "treatment:error"]
    assert [one.count for one in legal if isinstance(one, Discard)] == [1, 2, 3]


@pytest.mark.parametrize("state", [{"must_draw": ["A"]}, {"hands": {"A": 0}}])
def test_who_has_no_hand_may_only_draw(state: dict[str, Any]) -> None:
    at = virus()
    at.set(**state)
    assert list(GAME.legal(at.state)) == [Draw(player="A")]


def test_when_it_is_over_nothing_is_legal() -> None:
    at = virus()
    at.tell("end")
    assert list(GAME.legal(at.state)) == []


def test_a_card_of_which_all_are_in_sight_is_not_legal() -> None:
    at = virus({"B": {"multi": []}})
    assert not any(isinstance(one, Play) and one.card == "organ:multi" for one in GAME.legal(at.state))


RICH: dict[str, Any] = {
    "A": {"red": ["virus:red"], "green": ["medicine:green"], "multi": ["virus:multi"]},
    "B": {"red": [], "blue": ["virus:blue"], "green": ["medicine:green", "medicine:multi"]},
    "C": {"red": [], "yellow": [], "blue": ["medicine:multi"]},
}


@pytest.mark.parametrize("options", [{}, {"virus_on_own": True, "medicine_on_others": True}])
def test_the_legal_plays_are_exactly_those_that_are_no_foul(options: dict[str, Any]) -> None:
    at = virus(RICH, "ABC", **options)
    legal = list(GAME.legal(at.state))
    assert len(legal) == len(set(map(repr, legal)))
    for one in legal:
        assert GAME.judge(at.state, one)[1][0].verdict == "ok", one

    places = [organ(name, which) for name in "ABC" for which in ("red", "green", "blue", "yellow", "multi")]
    told: list[dict[str, Any]] = [
        {"card": card} for card in CARDS if card.startswith("organ") or card.endswith("glove")
    ]
    told += [{"card": card, "on": on} for card in CARDS[5:15] for on in places]
    told += [{"card": "treatment:thief", "from": place} for place in places]
    told += [{"card": "treatment:error", "with": name} for name in "ABC"]
    told += [{"card": "treatment:transplant", "a": a, "b": b} for i, a in enumerate(places) for b in places[i + 1 :]]
    right = 0
    for fields in told:
        begun = at.session.judge({"do": "play", "player": "A", **fields})
        assert begun.entry.answer.error is None
        right += begun.entry.answer.rulings[0].verdict == "ok"
    listed: list[Observation] = [one for one in legal if isinstance(one, Play) and one.moves is None]
    assert len(listed) == right
    # Red may go to B or C, the multicolour virus to the other red, to C's yellow: two viruses, three free organs.
    assert sum(isinstance(one, Play) and one.moves is not None for one in legal) == 4
