"""What a scanned card means at this moment: the lines that a person would tell by hand, or what is still needed.

In: the view, a card, the cards scanned before it. Out: a :class:`Scanned`. Pure, and it names no game: what a state
shows (a card that is revealed, stacks, cards that lie open) says what a card can be. A reader never times anything: no
line from here has a time, and where a pad senses when a card is turned, a card that is scanned before waits for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchjudge.rules.game import Line

View = Mapping[str, Any]
_IN_THE_MIDDLE = 6  # cards that lie open in the hearts-and-numbers game


@dataclass(frozen=True, slots=True)
class Scanned:
    """What comes of a card.

    Attributes:
        lines: to tell the referee; empty while something is missing.
        kept: the cards that wait for the rest.
        why: what they wait for, as a sentence; empty where lines are told.
    """

    lines: tuple[Line, ...] = ()
    kept: tuple[str, ...] = ()
    why: str = ""


def scanned(view: View, card: str, before: Sequence[str] = ()) -> Scanned:
    """What this card means in the game that is played.

    >>> view = {"phase": "playing", "state": {"phase": "react", "revealed": None}, "links": []}
    >>> scanned(view, "touch:pig").lines
    ({'do': 'card', 'card': 'touch:pig'},)
    """
    state = view.get("state") or {}
    if view.get("phase") != "playing":
        return Scanned(why=f"{card} was scanned while no game is played, and says nothing.")
    if "revealed" in state:
        return _turned(view, state, card)
    if "stacks" in state:
        return _laid(view, state, card)
    if "open" in state:
        return _named(state, card, before)
    return _played(view, state, card)


def _turned(view: View, state: View, card: str) -> Scanned:
    if state.get("phase") == "react":
        return Scanned(({"do": "card", "card": card},))
    if any(link.get("phase") == "connected" for link in view.get("links") or ()):
        return Scanned(kept=(card,), why=f"{card} was scanned: it is the card that is turned over next.")
    return Scanned(({"do": "reveal", "card": card},))


def _laid(view: View, state: View, card: str) -> Scanned:
    stack = (view.get("pad") or {}).get("stack")
    if stack is None or not card.isdecimal():
        return Scanned(kept=(card,), why=f"{card} was scanned: press the pad of its stack, or choose it on the page.")
    return Scanned(({"do": "play", "player": state.get("turn"), "card": int(card), "stack": stack},))


def _played(view: View, state: View, card: str) -> Scanned:
    player = state.get("turn")
    legal = view.get("legal")
    ways = [line for line in legal or () if line.get("card") == card and line.get("player") in (None, player)]
    if len(ways) == 1:
        return Scanned((ways[0],))
    if player is None or (legal is not None and not any("card" in line for line in legal)):
        return Scanned(why=f"{card} was scanned, and no card can be played now.")
    return Scanned(kept=(card,), why=f"{card} was scanned: choose on the page what it acts on.")


def _named(state: View, card: str, before: Sequence[str]) -> Scanned:
    cards = (*before, card) if card not in before else tuple(before)
    match state.get("phase"):
        case "deal":
            wanted, line = _IN_THE_MIDDLE, {"do": "deal", "open": list(cards)}
        case "refill":
            open_now = len([one for one in state.get("open") or () if one is not None])
            wanted, line = max(1, _IN_THE_MIDDLE - open_now), {"do": "refill", "cards": list(cards)}
        case _:
            return Scanned(({"do": "turn", "player": state.get("turn"), "card": card},))
    if len(cards) < wanted:
        return Scanned(kept=cards, why=f"{len(cards)} of {wanted} cards are scanned.")
    return Scanned((line,))


@dataclass(frozen=True, slots=True)
class New:
    """A code that nobody knows, waiting for somebody to name its card by hand.

    Attributes:
        round_: the round in which it was scanned; None in games without.
        named: the card of that round, or the numbers that lay on the table, at that moment.
    """

    game: str
    code: str
    round_: Any
    named: tuple[Any, ...]

    def card(self, view: View) -> str | None:
        """The card that has been named since; None where none was, or more than one."""
        if not self.can_be_named(view):
            return None
        since = [card for card in _all_named(view) if card not in self.named]
        return str(since[0]) if len(since) == 1 else None

    def can_be_named(self, view: View) -> bool:
        """Whether it still is the game, and the round, in which it was scanned."""
        state = view.get("state") or {}
        same = view.get("game") == self.game and view.get("phase") in ("playing", "paused")
        return same and state.get("round") == self.round_ and len(_all_named(view)) <= len(self.named) + 1


def new_code(view: View, code: str) -> New | None:
    """A code that waits for its card's name; None in a game in which a card that is named by hand cannot be seen.

    >>> view = {"phase": "playing", "game": "the_game", "state": {"stacks": {}, "played": [17]}}
    >>> new = new_code(view, "Q1")
    >>> new.card(view), new.card({**view, "state": {"stacks": {}, "played": [17, 23]}})
    (None, '23')
    """
    state = view.get("state") or {}
    if view.get("phase") != "playing" or not ("revealed" in state or "played" in state):
        return None
    if "revealed" in state and (state.get("phase") != "react" or _all_named(view)):
        return None  # no card lies there, or it has its name already: then it is another card's code
    return New(str(view.get("game")), code, state.get("round"), _all_named(view))


def _all_named(view: View) -> tuple[Any, ...]:
    state = view.get("state") or {}
    if "played" in state:
        return tuple(state["played"])
    card = state.get("revealed")
    return (card,) if card not in (None, "unseen") else ()
