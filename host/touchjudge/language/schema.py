"""The JSON Schema of the table language, made from the observations themselves (``touchjudge judge --schema``)."""

from collections.abc import Mapping
from typing import Any

from touchjudge.language.read import adapter
from touchjudge.rules.game import Game, Observation
from touchjudge.session.lines import COMMON_LINES, Start

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """One schema: ``anyOf`` the lines that any game knows (two games share ``settle``), and ``$defs.answer``."""
    definitions: dict[str, Any] = {"answer": _ANSWER, "ruling": _RULING}
    choices = [_line(kind, "", definitions, games) for kind in COMMON_LINES]
    for game in games.values():
        choices += [_line(kind, game.name, definitions, games) for kind in game.observations]
    return {"$schema": DIALECT, "title": "The table language, a line in", "anyOf": choices, "$defs": definitions}


def _line(
    kind: type[Observation], game: str, definitions: dict[str, Any], games: Mapping[str, Game[Any]]
) -> dict[str, Any]:
    made = adapter(kind).json_schema(ref_template="#/$defs/{model}")
    definitions.update(made.pop("$defs", {}))
    properties = {name.removesuffix("_"): value for name, value in made.get("properties", {}).items()}
    if kind is Start:
        del properties["extras"]
        properties["game"] = {"enum": sorted(games)}
        properties |= {extra: True for each in games.values() for extra in each.extras}
    title = f"{game}: {kind.do}" if game else kind.do
    return {
        "title": title,
        "description": (kind.__doc__ or "").strip().splitlines()[0],
        "type": "object",
        "properties": {"do": {"const": kind.do}, **properties},
        "required": ["do", *(name.removesuffix("_") for name in made.get("required", ()))],
        "additionalProperties": False,
    }


_RULING = {
    "type": "object",
    "properties": {
        "verdict": {"enum": ["ok", "foul", "ask", "info", "over"]},
        "code": {"type": "string"},
        "player": {"type": ["string", "null"]},
        "effects": {"type": "object"},
        "say": {"type": "string"},
    },
    "required": ["verdict", "code", "player", "effects", "say"],
    "additionalProperties": False,
}
_ANSWER = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1},
        "rulings": {"type": "array", "items": {"$ref": "#/$defs/ruling"}},
        "state": {"type": "object"},
        "error": {"type": "string"},
    },
    "required": ["n"],
    "additionalProperties": False,
}
