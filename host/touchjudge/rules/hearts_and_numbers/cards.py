"""The cards of the hearts-and-numbers game: colour, heart or number, and two objects in the middle.

Ref: docs/rules/hearts_and_numbers.md, What lies on the table.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from touchjudge.errors import RuleError

COLOURS: Final = ("red", "yellow", "green", "blue", "violet")
DECK_SIZE: Final = 90
HAND: Final = 2
MIDDLE: Final = 6

_CARD = re.compile(rf"(?:heart|number):(?:{'|'.join(COLOURS)})(?P<value>:[1-9][0-9]?)?:(?P<a>[\w-]+)\+(?P<b>[\w-]+)")


def check_card(card: str) -> None:
    """Check the form of a card.

    >>> check_card("number:red:5:bell+moon")
    >>> check_card("heart:blue:moon+bell")
    Traceback (most recent call last):
    touchjudge.errors.RuleError: no such card: 'heart:blue:moon+bell'; allowed are number:C:V:A+B and heart:C:A+B with \
C one of red, yellow, green, blue, violet, V from 1 to 99, and the objects A and B in alphabetical order
    """
    found = _CARD.fullmatch(card)
    if not found or (found["value"] is not None) != is_number(card) or found["a"] > found["b"]:
        raise RuleError(
            f"no such card: {card!r}; allowed are number:C:V:A+B and heart:C:A+B with C one of {', '.join(COLOURS)}, "
            "V from 1 to 99, and the objects A and B in alphabetical order"
        )


@lru_cache(maxsize=1024)
def is_number(card: str) -> bool:
    return card.startswith("number:")


@lru_cache(maxsize=1024)
def colour(card: str) -> str:
    """The colour of a card.

    >>> colour("heart:blue:bell+moon")
    'blue'
    """
    return card.split(":", 2)[1]


@lru_cache(maxsize=1024)
def value(card: str) -> int:
    """The points of a card; a heart has none.

    >>> value("number:red:5:bell+moon"), value("heart:blue:bell+moon")
    (5, 0)
    """
    return int(card.split(":", 3)[2]) if is_number(card) else 0


@lru_cache(maxsize=1024)
def objects(card: str) -> frozenset[str]:
    """The objects in the middle of a card.

    >>> sorted(objects("heart:blue:bell+moon"))
    ['bell', 'moon']
    """
    return frozenset(card.rpartition(":")[2].split("+"))


def matching(card: str, open_cards: Iterable[str]) -> tuple[str, ...]:
    """The open cards that show at least one of the objects of the card that is laid.

    >>> matching("heart:red:bell+moon", ["number:red:1:bell+star", "heart:blue:kite+star"])
    ('number:red:1:bell+star',)
    """
    shown = objects(card)
    return tuple(other for other in open_cards if shown & objects(other))
