"""A form for each line of each game: every field that the table language knows, and nothing that it would refuse."""

from typing import Any

import pytest

from touchjudge.adapters.web.app import STATIC
from touchjudge.cli.page_facts import game_facts
from touchjudge.language.forms import forms
from touchjudge.language.read import json_names
from touchjudge.registry import known_games
from touchjudge.words.translate import ENGLISH

KINDS = {"player", "spot", "card", "count", "int", "bool", "text", "choice", "list", "object"}


def fields_within(field: dict[str, Any]) -> list[dict[str, Any]]:
    inner = [field["of"]] if "of" in field else field.get("fields", [])
    return [field, *(deep for each in inner for deep in fields_within(each))]


@pytest.mark.parametrize("name", list(known_games()))
def test_every_field_of_every_line_has_a_kind_that_pages_know(name: str) -> None:
    game = known_games()[name]
    told = {form["do"]: form["fields"] for form in forms(game)}
    for kind in game.observations:
        assert [*(field["name"] for field in told[kind.do]), "t_us", "bound_us", "by"] == [
            *(name for name in json_names(kind) if name not in ("t_us", "bound_us", "by")),
            "t_us",
            "bound_us",
            "by",
        ]
        for field in told[kind.do]:
            assert {each["kind"] for each in fields_within(field)} <= KINDS


def test_a_claim_needs_its_player_and_may_name_a_spot_or_none() -> None:
    claim = next(form for form in forms(known_games()["schwein_gehabt"]) if form["do"] == "claim")
    assert claim["fields"] == [
        {"name": "player", "needed": True, "kind": "player"},
        {"name": "spot", "needed": False, "kind": "spot", "null": True},
        {"name": "wrong", "needed": False, "kind": "bool"},
    ]


def test_a_choice_that_may_be_nothing_says_so() -> None:
    play = next(form for form in forms(known_games()["the_game_extreme"]) if form["do"] == "play")
    command = next(field for field in play["fields"] if field["name"] == "command")
    assert {"stop", "draw_one", None} <= set(command["choices"])


def test_a_page_gets_what_an_option_means_and_what_it_may_be() -> None:
    facts = game_facts(known_games()["schwein_gehabt"], ENGLISH)
    assert facts["players"] == [3, 8]
    assert facts["extras"] == ["numbers", "dealer"]
    penalty = next(option for option in facts["options"] if option["name"] == "penalty")
    assert (penalty["default"], penalty["low"], penalty["high"]) == (3, 1, 6)
    assert penalty["why"]


@pytest.mark.parametrize("name", list(known_games()))
def test_every_value_of_an_option_has_a_word_on_the_page(name: str) -> None:
    words = (STATIC / "words" / "en.js").read_text()
    values = words[words.index("  values: {") :].partition("}")[0]
    for option in known_games()[name].options:
        for choice in option.choices:
            assert f"{choice}: " in values, f"{name}: {option.name}={choice}"
