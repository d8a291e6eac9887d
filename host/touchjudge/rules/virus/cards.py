"""The cards of Virus! and which of them match.

Ref: docs/rules/virus.md, What is in the box.
"""

from functools import lru_cache
from typing import Final, Literal, get_args

from touchjudge.errors import RuleError

Organ = Literal["red", "green", "blue", "yellow", "multi"]

ORGANS: Final[tuple[Organ, ...]] = get_args(Organ)  # the order of the organs in every body
TREATMENTS: Final = ("transplant", "thief", "contagion", "glove", "error")
CARDS: Final = (
    *(f"{kind}:{colour}" for kind in ("organ", "virus", "medicine") for colour in ORGANS),
    *(f"treatment:{name}" for name in TREATMENTS),
)
DECK_SIZE: Final = 68
HAND: Final = 3


@lru_cache(maxsize=1024)
def kind(card: str) -> str:
    """What sort of card it is.

    >>> kind("virus:red")
    'virus'
    """
    return card.partition(":")[0]


@lru_cache(maxsize=1024)
def colour(card: str) -> str:
    """The colour of a card; of a treatment its name.

    >>> colour("virus:red"), colour("treatment:thief")
    ('red', 'thief')
    """
    return card.partition(":")[2]


@lru_cache(maxsize=1024)
def matches(one: str, other: str) -> bool:
    """Whether a card may act on another: same colour, or either is multicolour.

    >>> matches("virus:red", "organ:red"), matches("virus:red", "medicine:multi"), matches("virus:red", "organ:blue")
    (True, True, False)
    """
    return colour(one) == colour(other) or "multi" in (colour(one), colour(other))


def check_card(card: str) -> None:
    """Check the form of a card.

    >>> check_card("medicine:multi")
    >>> check_card("medicine:pink")
    Traceback (most recent call last):
    touchjudge.errors.RuleError: no such card: 'medicine:pink'; allowed are organ:C, virus:C and medicine:C with C one \
of red, green, blue, yellow, multi, and treatment:T with T one of transplant, thief, contagion, glove, error
    """
    if card not in CARDS:
        raise RuleError(
            f"no such card: {card!r}; allowed are organ:C, virus:C and medicine:C with C one of {', '.join(ORGANS)}, "
            f"and treatment:T with T one of {', '.join(TREATMENTS)}"
        )
