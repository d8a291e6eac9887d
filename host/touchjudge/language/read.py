"""From text to observations: what is no line of the table language is refused with field, value and what is allowed.

In: text, and the moment of the session (which game, which players). Out: an observation of rules/ or session/.
The observations are plain dataclasses; pydantic reads their fields, so a game describes its lines once.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from touchjudge.errors import LineError
from touchjudge.rules.game import Game, Line, Observation, Pads
from touchjudge.session.fold import Moment
from touchjudge.session.lines import COMMON_LINES, Correct, Note, Start

MAX_LINE_BYTES = 65_536
MAX_TIME_US = 2**62  # 146,000 years; keeps every sum of two times within 64 bits
MAX_DIGITS = 30  # Python writes no number of more than 4,300, and a sum may have more than its parts
NEVER_IN_A_CORRECTION = ("start", "state", "undo", "correct")


def parse_line(text: str | bytes) -> Line:
    """The JSON object of one line.

    >>> parse_line('{"do": "settle"}')
    {'do': 'settle'}

    Raises:
        LineError: no JSON, no object, too long, a field twice, a number without end, or text that is no valid Unicode.
    """
    if len(text) > MAX_LINE_BYTES:
        raise LineError(f"the line has {len(text)} bytes; allowed are {MAX_LINE_BYTES}")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")  # some editors begin a file with a byte order mark
        line = json.loads(text, object_pairs_hook=_no_field_twice, parse_int=_whole, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise LineError(f"the line is not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise LineError(f"no JSON: {error.msg} at column {error.colno}; a line is one object in braces") from None
    except RecursionError:
        raise LineError("the line is nested too deeply") from None
    if not isinstance(line, dict):
        raise LineError(f'{_shown(line)} is no JSON object; a line is one object such as {{"do": "settle"}}')
    try:
        json.dumps(line, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise LineError("the line holds half a surrogate pair, which is no character; send whole characters") from None
    return line


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    line = dict(pairs)
    if len(line) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise LineError(f"{twice}: given twice in one object; give it once")
    return line


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise LineError(f"{digits[:MAX_DIGITS]}… is a number of {len(digits)} digits; allowed are {MAX_DIGITS}")
    return int(digits)


def _no_constant(name: str) -> None:
    raise LineError(f"{name} is no number of the table language; whole numbers only")


def read(line: Line, moment: Moment, games: Mapping[str, Game[Any]]) -> Observation:
    """The observation that a line tells at this moment.

    Raises:
        LineError: no known ``do``, a missing, wrong or unknown field, an unknown player or spot, a malformed card.
    """
    do = line.get("do")
    if not isinstance(do, str):
        raise LineError(f"do: {_shown(do)} was read; a line names what it does, one of {', '.join(_known(moment))}")
    kind = _kinds(moment).get(do)
    if kind is None:
        if moment.game is None and any(do == own.do for game in games.values() for own in game.observations):
            raise LineError(f"do: {do!r} before a game has begun; tell a start line first")
        raise LineError(f"do: {do!r} is unknown; allowed: {', '.join(_known(moment))}")
    given = {key: value for key, value in line.items() if key != "do"}
    if kind is Start:
        given = _gather_extras(given, games)
    observation = _validated(kind, given)
    if observation.t_us is not None and not 0 <= observation.t_us <= MAX_TIME_US:
        raise LineError(f"t_us: {observation.t_us} was read; allowed: 0 to {MAX_TIME_US}")
    if not 0 <= observation.bound_us <= MAX_TIME_US:
        raise LineError(f"bound_us: {observation.bound_us} was read; allowed: 0 to {MAX_TIME_US}")
    _check_marks(observation, moment)
    return observation


def _kinds(moment: Moment) -> dict[str, type[Observation]]:
    own = () if moment.game is None else moment.game.observations
    return {kind.do: kind for kind in (*COMMON_LINES, *own)}


def _known(moment: Moment) -> list[str]:
    return list(_kinds(moment)) if moment.game is not None else [Start.do, Note.do]


def _gather_extras(given: dict[str, Any], games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """Moves a game's own fields of ``start`` into ``extras``; what is left over is refused as unknown."""
    if "extras" in given:
        raise LineError("extras: is no field of start; give the game's own fields beside the others")
    name = given.get("game")
    game = games.get(name) if isinstance(name, str) else None
    if isinstance(name, str) and game is None:
        raise LineError(f"game: {name!r} is unknown; allowed: {', '.join(sorted(games))}")
    own = game.extras if game is not None else ()
    extras = {key: given[key] for key in own if key in given}
    common = {key: value for key, value in given.items() if key not in own}
    if own:
        unknown = [key for key in common if key not in json_names(Start)]
        if unknown:
            allowed = [*(key for key in json_names(Start) if key != "extras"), *own]
            raise LineError(f"{unknown[0]}: is no field of start for {name}; allowed: {', '.join(allowed)}")
    return {**common, "extras": extras}


def json_names(kind: type[Any]) -> list[str]:
    """The names of a line's fields in JSON (``from_`` is ``from``)."""
    return [field.name.removesuffix("_") for field in fields(kind)]


def _validated(kind: type[Observation], given: dict[str, Any]) -> Observation:
    python_names = {field.name.removesuffix("_"): field.name for field in fields(kind)}
    for key in given:
        if key not in python_names:
            allowed = ", ".join(["do", *(name for name in python_names if name != "extras")])
            raise LineError(f"{key}: is no field of {kind.do}; allowed: {allowed}")
    renamed = {python_names[key]: value for key, value in given.items()}
    try:
        observation: Observation = adapter(kind).validate_json(json.dumps(renamed, ensure_ascii=False))
        return observation
    except ValidationError as error:
        raise LineError(_in_words(error.errors(include_url=False)[0], kind)) from None


# Built once a kind. Not functools.cache: mypy takes a class with an unhashable instance for an unhashable class.
_ADAPTERS: dict[type[Observation], TypeAdapter[Any]] = {}
_MARKED_FIELDS: dict[type[Any], tuple[tuple[str, Any], ...]] = {}


def adapter(kind: type[Observation]) -> TypeAdapter[Any]:
    """Pydantic's reader of one kind of line."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def _in_words(error: ErrorDetails, kind: type[Observation]) -> str:
    # pydantic names the branch of a union, such as 'constrained-str', in the location; only ours are kept.
    names = [str(part).removesuffix("_") for part in error["loc"]]
    path = ".".join(name for name in names if not name.startswith(("function-", "constrained-", "literal[")))
    match error["type"]:
        case "missing":
            return f"{path}: is missing; {kind.do} needs it"
        case "unexpected_keyword_argument" | "extra_forbidden":
            return f"{path}: is no field of {kind.do}"
        case "json_invalid":
            return "the line is nested too deeply"  # it has been JSON before
        case _:
            message = error["msg"]
            return f"{path}: {_shown(error['input'])} was read; {message[0].lower()}{message[1:]}"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else f"{text[:77]}…"


def _check_marks(observation: Observation, moment: Moment) -> None:
    """Players, spots and cards must be of this game."""
    if isinstance(observation, Correct):
        for line in observation.lines:
            if line.get("do") in NEVER_IN_A_CORRECTION:
                raise LineError(f"lines: {line['do']!r} may not stand in a correction; tell it by itself")
        return
    if moment.game is None or moment.setup is None or isinstance(observation, Start):
        return
    players, spots = moment.setup.players, moment.game.targets
    if isinstance(observation, Pads):
        for name in observation.down:
            if name not in (*spots, "reveal", *players):
                allowed = ", ".join((*spots, "reveal", *players))
                raise LineError(f"down: {_shown(name)} is no spot and no player; allowed: {allowed}")
        return
    for path, mark, value in _marked(observation):
        if mark == "player" and value not in players:
            raise LineError(f"{path}: {_shown(value)} does not play; allowed: {', '.join(players)}")
        if mark == "spot" and value not in spots:
            raise LineError(f"{path}: {_shown(value)} is no spot of {moment.game.name}; allowed: {', '.join(spots)}")
        if mark == "card":
            try:
                moment.game.check_card(value, moment.setup)
            except ValueError as error:
                raise LineError(f"{path}: {error}") from None
        if mark == "count" and value < 0:
            raise LineError(f"{path}: {value} was read; allowed: 0 or more")


def _marked(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    for name, hint in _marked_fields(type(value)):
        yield from _marked_in(getattr(value, name), hint, f"{path}{name.removesuffix('_')}")


def _marked_fields(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    if kind not in _MARKED_FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        _MARKED_FIELDS[kind] = tuple((f.name, hints[f.name]) for f in fields(kind) if _has_mark(hints[f.name]))
    return _MARKED_FIELDS[kind]


def _has_mark(hint: Any) -> bool:
    if get_origin(hint) is Annotated or is_dataclass(hint):
        return True
    return any(_has_mark(part) for part in get_args(hint))


def _marked_in(value: Any, hint: Any, path: str) -> Iterator[tuple[str, str, Any]]:
    origin = get_origin(hint)
    if origin is Annotated:
        yield path, hint.__metadata__[0], value
    elif is_dataclass(value) and is_dataclass(hint):
        yield from _marked(value, f"{path}.")
    elif origin in (Union, UnionType):
        for part in get_args(hint):
            if _fits(value, part):
                yield from _marked_in(value, part, path)
                return
    elif origin is tuple and value is not None:
        for item in value:
            yield from _marked_in(item, get_args(hint)[0], path)


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value that pydantic has accepted came through this branch of a union."""
    origin = get_origin(hint)
    if origin is Annotated:
        return isinstance(value, get_args(hint)[0])
    if origin is not None:
        return isinstance(value, origin) if isinstance(origin, type) else value in get_args(hint)
    return isinstance(value, hint) if isinstance(hint, type) else value == hint
