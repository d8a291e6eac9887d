"""The numbers and the four stacks of The Game, and which number fits on which stack.

A stack is named in lines and views and counted (0 to 3) everywhere else; the first two rise, the others fall. A set of
numbers is an ``int`` in which bit n stands for the number n.

Ref: docs/rules/the_game.md, What lies on the table.
"""

from collections.abc import Iterable, Mapping
from typing import Final

STACKS: Final = ("up1", "up2", "down1", "down2")
STACK_AT: Final[Mapping[str, int]] = {name: place for place, name in enumerate(STACKS)}
RISING: Final = 2  # stacks below this rise
NUMBERS: Final = range(2, 100)
DECK_SIZE: Final = len(NUMBERS)
BASES: Final = (1, 1, 100, 100)
TRICK: Final = 10  # the backwards trick goes back exactly so far

Tops = tuple[int, int, int, int]


def fits(stack: int, top: int, number: int) -> bool:
    """Whether the number may lie on this stack.

    >>> [number for number in (27, 37, 38, 48) if fits(0, 47, number)]
    [37, 48]
    >>> [number for number in (64, 66, 75) if fits(2, 65, number)]
    [64, 75]
    """
    ahead = number - top if stack < RISING else top - number
    return ahead > 0 or ahead == -TRICK


def is_trick(stack: int, top: int, number: int) -> bool:
    """Whether the number goes backwards on this stack."""
    return number < top if stack < RISING else number > top


def set_of(numbers: Iterable[int]) -> int:
    """A set of numbers.

    >>> numbers_in(set_of([99, 2, 2]))
    [2, 99]
    """
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def numbers_in(numbers: int) -> list[int]:
    """The numbers of a set, in order."""
    return [number for number in NUMBERS if numbers >> number & 1]


ALL_NUMBERS: Final = set_of(NUMBERS)
