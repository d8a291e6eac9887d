"""The cards of Schwein gehabt!: three targets, symbol cards, touch cards.

Ref: docs/rules/schwein_gehabt.md, Cards.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from touchjudge.errors import RuleError

SPOTS = ("mushroom", "pig", "sweep")  # the order of the counts on a symbol card
DECK_SIZE = 63
NUMBERS = range(1, 9)
UNSEEN = "unseen"  # a card that lies there and that nobody has named
TOUCH_CARDS = tuple(f"touch:{spot}" for spot in SPOTS)

_SYMBOL = re.compile(r"symbol:([1-8])-([1-8])-([1-8])")


def check_card(card: str) -> None:
    """Check the form of a card.

    >>> check_card("symbol:4-8-2")
    >>> check_card("symbol:4-9-2")
    Traceback (most recent call last):
    touchjudge.errors.RuleError: no such card: 'symbol:4-9-2'; allowed are symbol:M-P-S with counts from 1 to 8, \
touch:mushroom, touch:pig, touch:sweep and unseen
    """
    if card != UNSEEN and card not in TOUCH_CARDS and not _SYMBOL.fullmatch(card):
        raise RuleError(
            f"no such card: {card!r}; allowed are symbol:M-P-S with counts from 1 to 8, "
            f"{', '.join(TOUCH_CARDS)} and {UNSEEN}"
        )


def is_symbol(card: str | None) -> bool:
    return card is not None and card.startswith("symbol:")


def is_touch(card: str | None) -> bool:
    return card in TOUCH_CARDS


@lru_cache(maxsize=512)
def counts(card: str) -> Mapping[str, int]:
    """How often each symbol is on a symbol card.

    >>> dict(counts("symbol:4-8-2"))
    {'mushroom': 4, 'pig': 8, 'sweep': 2}
    """
    found = _SYMBOL.fullmatch(card)
    if found is None:
        raise RuleError(f"{card!r} shows no counts; a symbol card is symbol:M-P-S")
    return MappingProxyType(dict(zip(SPOTS, map(int, found.groups()), strict=True)))


def shown_on(card: str) -> str:
    """The target that a touch card shows.

    >>> shown_on("touch:pig")
    'pig'
    """
    return card.removeprefix("touch:")
