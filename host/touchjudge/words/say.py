"""A ruling as one short sentence for the players.

In: a ruling, the game whose sentences to use, a catalogue. Out: the ``say`` of the table language. Codes never change
with the language; names of players are shown as plain text without bidi controls, because ``say`` is read by scripts
too and screens isolate names themselves.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from touchjudge.rules.game import COMMON_SENTENCES, Ruling
from touchjudge.words import things
from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import fill, in_words

Sentence = str | tuple[str, str, str]


class HasSentences(Protocol):
    """The part of a game that is needed here."""

    @property
    def sentences(self) -> Mapping[str, Sentence]: ...


def say(ruling: Ruling, game: HasSentences | None = None, translate: Translate = ENGLISH) -> str:
    """The ruling in a sentence; whatever the effects hold or lack, a sentence comes out.

    >>> from touchjudge.rules.game import foul
    >>> say(foul("cannot_be", fields=["deck", "jackpot"]))
    'That cannot be: look at deck and jackpot.'
    """
    sentence = (game.sentences if game is not None else {}).get(ruling.code) or COMMON_SENTENCES.get(ruling.code)
    template = _template(sentence, ruling, translate)
    words = getattr(game, "words", None)

    def value(name: str, form: str) -> str:
        if name == "player" and "player" not in ruling.effects:
            return in_words(name, ruling.player, translate)
        if name not in ruling.effects:
            return "…"
        return in_words(name, ruling.effects[name], translate, form=form, words=words)

    text = fill(template, value)
    return text if _begins_with_a_name(template, ruling) else text[:1].upper() + text[1:]


def _begins_with_a_name(template: str, ruling: Ruling) -> bool:
    """A name keeps its first letter; a word that happens to stand first gets a capital one."""
    if not template.startswith("{"):
        return False
    name = template[1:].partition("}")[0].partition(":")[0]
    value = ruling.effects.get(name, ruling.player if name == "player" else None)
    return value is not None and name not in things.SPOTS | things.CARDS | things.CODES | things.DUTIES


def _template(sentence: Sentence | None, ruling: Ruling, translate: Translate) -> str:
    match sentence:
        case str():
            return translate.gettext(sentence)
        case (one, many, counting):
            return translate.ngettext(one, many, _number(ruling.effects.get(counting)))
        case _:
            return ruling.code.replace("_", " ") + "."


def _number(value: Any) -> int:
    match value:
        case int():
            return abs(value)
        case list() | tuple() | dict():
            return len(value)
        case _:
            return 0
