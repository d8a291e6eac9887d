"""From an observation back to the line of the table language that tells it, for the answers that a question offers."""

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from touchjudge.rules.game import Line, Observation

_COMMON = tuple(entry.name for entry in fields(Observation))


def line_of(observation: Observation) -> Line:
    """The line that says this; what has its default value is left out, the common fields come last.

    >>> from touchjudge.rules.game import Pads
    >>> line_of(Pads(down=("pig",), t_us=7))
    {'do': 'pads', 'down': ['pig'], 't_us': 7}
    """
    line: Line = {"do": observation.do}
    for entry in sorted(fields(observation), key=lambda entry: entry.name in _COMMON):
        value = getattr(observation, entry.name)
        if entry.default is MISSING or value != entry.default:
            line[_in_json(entry.name)] = _value(value)
    return line


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_value(one) for one in value]
    if is_dataclass(value):
        return {_in_json(entry.name): _value(getattr(value, entry.name)) for entry in fields(value)}
    return value


def _in_json(name: str) -> str:
    return name.removesuffix("_")
