"""A possible answer to a question, in as few words as fit on a button."""

from collections.abc import Mapping, Sequence
from typing import Any

from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import in_words

# What an answer line says, in the order in which people name it; the first field that is there, and the second where
# one alone would leave two buttons alike.
_TELLING = ("player", "card", "command", "spot", "stack", "players")
_LINES = {
    "nobody": "nobody",
    "end": "end the game",
    "settle": "close the round",
    "resume": "go on",
}


def choice(lines: Sequence[Mapping[str, Any]], translate: Translate = ENGLISH) -> str:
    """The label of the button that tells these lines.

    >>> choice([{"do": "claim", "player": "Ana", "spot": "pig"}])
    'Ana: pig'
    >>> choice([{"do": "card", "card": "touch:pig"}])
    'touch card with the pig'
    >>> choice([{"do": "winner", "player": None}])
    'nobody'
    >>> choice([])
    'no'
    """
    if not lines:
        return translate.gettext("no")
    return ", ".join(dict.fromkeys(_one(line, translate) for line in lines))


def _one(line: Mapping[str, Any], translate: Translate) -> str:
    told = [name for name in _TELLING if name in line]
    if not told or (told == ["spot"] and line.get("do") in _LINES):
        return translate.gettext(_LINES.get(str(line.get("do")), str(line.get("do"))))
    words = [_word(name, line[name], translate) for name in told[:2]]
    return ": ".join(words)


def _word(name: str, value: Any, translate: Translate) -> str:
    if value is None:
        return translate.gettext("nobody" if name == "player" else "none")
    return in_words(name, value, translate)
