"""From an observation back to the line of the table language that tells it, for the answers that a question offers."""

from dataclasses import MISSING, fields

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
            line[entry.name.removesuffix("_")] = list(value) if isinstance(value, tuple) else value
    return line
