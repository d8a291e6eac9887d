"""Values of effects in words: codes, cards, lists, times; never a traceback, whatever the value is."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from touchjudge.words import things
from touchjudge.words.plain import plain
from touchjudge.words.translate import ENGLISH, Translate

Words = Mapping[str, str]
_SYMBOL_COUNTS = re.compile(r"\d{1,3}-\d{1,3}-\d{1,3}")
_SHORT_US = 100_000  # below this, thousandths of a second say too little


def in_words(
    name: str, value: Any, translate: Translate = ENGLISH, *, form: str = "", words: Words | None = None
) -> str:
    """The value of the effect ``name`` for people.

    Args:
        name: decides how a string is read: only what an effect of this name can hold is looked up, so that a player
            called ``pig`` stays ``pig``.
        form: empty; ``the`` (a noun with its article, as a subject) or ``obj`` (as an object).
        words: codes that a game brings beyond :data:`things.THINGS`.

    >>> in_words("spot", "sweep", form="the")
    'the chimney sweep'
    >>> in_words("reaction_us", 412_345)
    '0.412 s'
    >>> in_words("players", ["Ana", "Luis", "Marta"])
    'Ana, Luis and Marta'
    >>> in_words("card", "symbol:4-8-1")
    '4 mushrooms, 8 pigs and 1 sweep'
    """
    match value:
        case None | [] | ():
            return translate.gettext(things.NOTHING.get(name, things.NOTHING_ELSE))
        case Mapping() if not value:
            return translate.gettext(things.NOTHING.get(name, things.NOTHING_ELSE))
        case bool():
            return translate.gettext("yes") if value else translate.gettext("no")
        case int() | float() if name.endswith("_us"):
            return interval(value, translate)
        case int() | float():
            return str(value)
        case str():
            return _code(name, value, translate, form, words or {})
        case Mapping():
            pairs = [
                f"{in_words(name, str(key), translate, words=words)} {in_words('', count, translate, words=words)}"
                for key, count in value.items()
            ]
            return ", ".join(pairs)
        case Sequence():
            return _listed([in_words(name, item, translate, form=form, words=words) for item in value], translate)
        case _:
            return plain(str(value))


def interval(us: float, translate: Translate = ENGLISH) -> str:
    """A reaction time or a gap, in seconds; short gaps in milliseconds.

    >>> interval(412_345), interval(-1_260), interval(0)
    ('0.412 s', '-1.3 ms', '0.0 ms')
    """
    text = f"{us / 1_000:.1f} ms" if abs(us) < _SHORT_US else f"{us / 1_000_000:.3f} s"
    return decimal(text, translate)


def decimal(text: str, translate: Translate = ENGLISH) -> str:
    """A number with the decimal mark of the language."""
    return text.replace(".", translate.pgettext("decimal mark", "."))


def _listed(parts: list[str], translate: Translate) -> str:
    if len(parts) == 1:
        return parts[0]
    return fill(translate.gettext(things.LAST_OF_LIST), {"list": ", ".join(parts[:-1]), "last": parts[-1]})


def _code(name: str, code: str, translate: Translate, form: str, words: Words) -> str:
    if name in things.CARDS:
        return card(code, translate, words)
    if name in things.DUTIES:
        return _duty(code, translate)
    if name in things.SPOTS or name in things.CODES:
        if form in ("the", "obj") and code in things.THE_THINGS:
            return translate.pgettext(form, things.THE_THINGS[code])
        known = words.get(code) or things.THINGS.get(code)
        return translate.gettext(known) if known else plain(code)
    return plain(code)


def card(code: str, translate: Translate = ENGLISH, words: Words | None = None) -> str:
    """A card's code in words; a card of an unknown form stays as it is.

    >>> card("touch:pig"), card("heart:red:apple+bell"), card("17"), card("symbol:1-x")
    ('the touch card with the pig', 'heart, red (apple, bell)', '17', 'symbol:1-x')
    """
    known = (words or {}).get(code) or things.CARD_NAMES.get(code)
    if known:
        return translate.gettext(known)
    match code.split(":"):
        case ["symbol", counts] if _SYMBOL_COUNTS.fullmatch(counts):
            shown = [
                translate.ngettext(one, many, int(n)).replace("{n}", n)
                for (one, many), n in zip(things.SYMBOL_COUNTS, counts.split("-"), strict=True)
            ]
            return _listed(shown, translate)
        case ["number", colour, value, both]:
            parts = {"colour": _thing(colour, translate), "value": plain(value), "objects": objects(both, translate)}
            return fill(translate.gettext(things.NUMBER_CARD), parts)
        case ["heart", colour, both]:
            parts = {"colour": _thing(colour, translate), "objects": objects(both, translate)}
            return fill(translate.gettext(things.HEART_CARD), parts)
        case _:
            return plain(code)


def _thing(code: str, translate: Translate) -> str:
    return translate.gettext(things.THINGS[code]) if code in things.THINGS else plain(code)


def objects(both: str, translate: Translate = ENGLISH, between: str = ", ") -> str:
    """The objects of a card in words; those of another deck stay as they are.

    >>> objects("anchor+bell"), objects("sun")
    ('anchor, bell', 'sun')
    """
    return between.join(
        translate.pgettext(things.OBJECT, things.OBJECTS[one]) if one in things.OBJECTS else plain(one)
        for one in both.split("+")
    )


def _duty(code: str, translate: Translate) -> str:
    kind, _, what = code.partition(":")
    if kind == "cover":
        return fill(translate.gettext(things.COVER_SENTENCE), {"stack": _thing(what, translate)})
    if kind in things.DUTY_SENTENCES and what.isdecimal():
        one, many = things.DUTY_SENTENCES[kind]
        return translate.ngettext(one, many, int(what)).replace("{n}", what)
    return plain(code)


def fill(template: str, parts: Mapping[str, str] | Callable[[str, str], str]) -> str:
    """The template with each ``{name}`` or ``{name:form}`` replaced, once: braces in a value stay what they are.

    >>> fill("{player} {x}", {"player": "{x}", "x": "1"})
    '{x} 1'
    """
    found = parts if callable(parts) else lambda name, _form: parts.get(name, "…")
    out: list[str] = []
    rest = template
    while rest:
        before, brace, tail = rest.partition("{")
        out.append(before)
        if not brace:
            break
        inside, closing, after = tail.partition("}")
        name, _, form = inside.partition(":")
        if closing and name.isidentifier():
            out.append(found(name, form))
            rest = after
        else:
            out.append(brace)
            rest = tail
    return "".join(out)
