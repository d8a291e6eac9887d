"""What lies open on the table, from a game's state: the bodies of all players, or the middle and what is taken from it.

Nothing here names a game: whatever of a state says what lies where is shown where it is there.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from touchjudge.screens.scene import Lying, Thing
from touchjudge.screens.texts import Text, text
from touchjudge.words import Translate, plain
from touchjudge.words.values import objects

View = Mapping[str, Any]

_BY_MEDICINES = ("free", "vaccinated", "immunised")


def lying(view: View, state: View, translate: Translate) -> tuple[Lying, ...]:
    """Everything that lies open, in the order of turns."""
    bodies = state.get("bodies")
    if isinstance(bodies, Mapping):
        return tuple(_body(str(name), bodies, state, translate) for name in view.get("players") or ())
    if isinstance(state.get("open"), list):
        return tuple(_middle(state, translate))
    return ()


def condition(cards: Sequence[str]) -> str:
    """How it is with an organ that these cards lie on.

    >>> condition([]), condition(["virus:red"]), condition(["medicine:red", "medicine:multi"])
    ('free', 'infected', 'immunised')
    """
    if any(str(card).startswith("virus") for card in cards):
        return "infected"
    return _BY_MEDICINES[min(len(cards), 2)]


def _body(name: str, bodies: View, state: View, translate: Translate) -> Lying:
    things = [
        Thing(str(organ), _coloured(how, str(organ), translate), how)
        for organ, cards in (bodies.get(name) or {}).items()
        for how in [condition(cards)]
    ]
    if name in (state.get("must_draw") or ()):
        things.append(Thing("", text("must_draw", translate), "must_draw"))
    named = plain(name)
    return Lying(
        label=Text(named, named, named),
        things=tuple(things),
        empty=text("no_organ", translate),
        player=named,
        turn=state.get("turn") == name,
    )


def _middle(state: View, translate: Translate) -> Iterable[Lying]:
    nothing = text("nothing_lies", translate)
    taken = state.get("last_take")
    # Until the middle is filled again, what was taken last is what must be taken now.
    now = state.get("phase") == "refill"
    rows = [Lying(text("middle", translate), _cards(state["open"], translate), nothing)]
    if isinstance(taken, list) and taken:
        label = text("take" if now else "taken", translate)
        rows.insert(0 if now else 1, Lying(label, _cards(taken, translate), nothing, urgent=now))
    return rows


def _cards(cards: Sequence[object], translate: Translate) -> tuple[Thing, ...]:
    return tuple(_card(str(card), translate) for card in cards)


def _card(code: str, translate: Translate) -> Thing:
    match code.split(":"):
        case ["number", colour, value, both]:
            parts = {"value": plain(value), "objects": objects(both, translate, "+")}
            return Thing(colour, _coloured("number_card", colour, translate, **parts))
        case ["heart", colour, both]:
            return Thing(colour, _coloured("heart_card", colour, translate, objects=objects(both, translate, "+")))
        case _:
            shown = plain(code)
            return Thing("", Text(shown, shown, shown))


def _coloured(key: str, colour: str, translate: Translate, **parts: str) -> Text:
    """The text of this key with the colour's name as long as the text is."""
    named = text(plain(colour), translate)
    return Text(
        panel=text(key, translate, colour=named.panel, **parts).panel,
        line=text(key, translate, colour=named.line, **parts).line,
        full=text(key, translate, colour=named.full, **parts).full,
    )
