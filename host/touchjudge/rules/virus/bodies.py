"""A body: the organs in front of one player and what lies on each.

A body is a tuple with a place for each kind of organ, in the order of ``ORGANS``: None where there is no such organ,
else the cards on it.

Ref: docs/rules/virus.md, Bodies.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from touchjudge.rules.virus.cards import ORGANS, kind, matches

On = tuple[str, ...]  # the cards on one organ
Body = tuple[On | None, ...]
Condition = Literal["free", "infected", "vaccinated", "immunised"]

EMPTY: Final[Body] = (None,) * len(ORGANS)
AT: Final[Mapping[str, int]] = {organ: place for place, organ in enumerate(ORGANS)}
TO_WIN: Final = 4  # healthy organs


@lru_cache(maxsize=4096)
def condition(on: On) -> Condition:
    """How an organ is with these cards on it.

    >>> [condition(on) for on in ((), ("virus:red",), ("medicine:red",), ("medicine:red", "medicine:multi"))]
    ['free', 'infected', 'vaccinated', 'immunised']
    """
    match on:
        case ():
            return "free"
        case (card,):
            return "infected" if kind(card) == "virus" else "vaccinated"
        case _:
            return "immunised"


@lru_cache(maxsize=4096)
def healthy(body: Body) -> int:
    """How many organs are free, vaccinated or immunised."""
    return sum(on is not None and condition(on) != "infected" for on in body)


def with_organ(body: Body, organ: str, on: On | None) -> Body:
    """The body with these cards on that organ; None takes the organ out."""
    place = AT[organ]
    return (*body[:place], on, *body[place + 1 :])


def can_be(organ: str, on: tuple[str | None, ...]) -> bool:
    """Whether these cards can come to lie on this organ.

    >>> can_be("red", ("medicine:red", "medicine:multi")), can_be("red", ("virus:red", "virus:red"))
    (True, False)
    >>> can_be("red", ("virus:blue",)), can_be("multi", ("virus:blue",))
    (False, True)
    """
    if any(card is None or not matches(card, f"organ:{organ}") for card in on):
        return False
    match [kind(str(card)) for card in on]:
        case [] | ["virus"] | ["medicine"] | ["medicine", "medicine"]:
            return True
        case _:
            return False
