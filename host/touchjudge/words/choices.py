"""A possible answer to a question, in as few words as fit on a button."""

from collections.abc import Mapping, Sequence
from typing import Any

from touchjudge.words.plain import plain
from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import in_words

# Lines that say something by being there; the others say it by their fields.
LINES: Mapping[str, str] = {
    "nobody": "nobody",
    "end": "end the game",
    "settle": "close the round",
    "resume": "go on",
    "undo": "take it back",
    "correct": "judge that round again",
}
NO_LINES = "no"
NO_COMMAND = "no command"
# What an answer line says, in the order in which people name it; two of them at most, so that it fits on a button.
_TELLING = ("player", "spot", "stack", "card", "players", "count")


def choice(lines: Sequence[Mapping[str, Any]], translate: Translate = ENGLISH) -> str:
    """The label of the button that tells these lines; an answer without lines is a no.

    >>> choice([{"do": "claim", "player": "Ana", "spot": "pig"}, {"do": "claim", "player": "pig", "spot": "sweep"}])
    'Ana: pig, pig: chimney sweep'
    >>> choice([{"do": "card", "card": "touch:pig"}]), choice([{"do": "winner", "player": None}]), choice([])
    ('The touch card with the pig', 'Nobody', 'No')
    """
    told = [line for line in lines if line.get("do") != "settle"] or list(lines)
    if not told:
        return _capital(translate.gettext(NO_LINES))
    text = ", ".join(dict.fromkeys(_one(line, translate) for line in told))
    # A name keeps its first letter.
    return text if isinstance(told[0].get("player"), str) else _capital(text)


def _one(line: Mapping[str, Any], translate: Translate) -> str:
    do = str(line.get("do", ""))
    if do in LINES:
        return translate.gettext(LINES[do])
    if "command" in line:
        command = line["command"]
        return translate.gettext(NO_COMMAND) if command is None else in_words("command", command, translate)
    if "player" in line and line["player"] is None:
        return translate.gettext(LINES["nobody"])
    fields = [in_words(name, line[name], translate) for name in _TELLING if line.get(name) is not None]
    return ": ".join(fields[:2]) or plain(do.replace("_", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
