"""What the referee of the hearts-and-numbers game is told.

Ref: docs/rules/hearts_and_numbers.md, What can be told.
"""

from dataclasses import dataclass
from typing import ClassVar

from touchjudge.rules.game import Card, Observation, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Observation):
    """Everyone has two cards, and these lie open in the middle."""

    do: ClassVar[str] = "deal"
    open: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Observation):
    """The player has drawn and lays this card."""

    do: ClassVar[str] = "turn"
    player: Player
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Took(Observation):
    """What the player took from the middle, to be compared."""

    do: ClassVar[str] = "took"
    player: Player
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill(Observation):
    """Cards from the stack fill the middle up.

    Attributes:
        stack_empty: there was no further card.
    """

    do: ClassVar[str] = "refill"
    cards: tuple[Card, ...]
    stack_empty: bool = False


OBSERVATIONS: tuple[type[Observation], ...] = (Deal, Turn, Took, Refill)
