"""What can be told in a game, as forms that a page can draw: each line with its fields, their kinds and choices.

Made from the observations themselves, as the JSON Schema is; a page that puts a line right needs no game of its own.
"""

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from touchjudge.rules.game import Game, Observation

# Fields of every line; no form asks for them.
_COMMON = frozenset(field.name for field in fields(Observation))


def forms(game: Game[Any]) -> list[dict[str, Any]]:
    """The game's own lines: ``do`` and ``fields``.

    A field has ``name``, ``needed`` and ``kind``: ``player``, ``spot``, ``card``, ``count``, ``int``, ``bool``,
    ``text``, ``choice`` (with ``choices``, null among them where that may be said), ``list`` (with ``of``, a field
    without a name) or ``object`` (with ``fields``). ``null`` says that nobody or nothing may be said.
    """
    return [{"do": kind.do, "fields": _fields(kind)} for kind in game.observations]


def _fields(kind: type[Any]) -> list[dict[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        {"name": field.name.removesuffix("_"), "needed": field.default is MISSING, **_kind(hints[field.name])}
        for field in fields(kind)
        if field.name not in _COMMON
    ]


def _kind(hint: Any) -> dict[str, Any]:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _either(get_args(hint))
    if origin is Annotated:
        return {"kind": hint.__metadata__[0]}
    if origin is Literal:
        return {"kind": "choice", "choices": list(get_args(hint))}
    if origin is tuple:
        return {"kind": "list", "of": _kind(get_args(hint)[0])}
    if is_dataclass(hint) and isinstance(hint, type):
        return {"kind": "object", "fields": _fields(hint)}
    if hint in (bool, int):
        return {"kind": hint.__name__}
    return {"kind": "text"}


def _either(parts: Iterable[Any]) -> dict[str, Any]:
    kinds = [_kind(part) for part in parts if part is not NoneType]
    null = NoneType in parts
    if all(kind["kind"] == "choice" for kind in kinds):
        choices = [choice for kind in kinds for choice in kind["choices"]]
        return {"kind": "choice", "choices": [*choices, None] if null else choices}
    return {**kinds[0], "null": null}
