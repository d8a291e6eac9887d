"""What the referee of The Game is told.

Cards and stacks that do not exist are ruled, not refused at the border: a number can be mistyped on the pad.

Ref: docs/rules/the_game.md, What can be told.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from touchjudge.rules.game import Observation, Player

What = Literal["number", "trick", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Observation):
    """A card was laid on a stack."""

    do: ClassVar[str] = "play"
    player: Player
    card: int
    stack: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Observation):
    """The player has finished and draws."""

    do: ClassVar[str] = "end_turn"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck(Observation):
    """The player cannot do what the turn still owes."""

    do: ClassVar[str] = "stuck"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Talked(Observation):
    """Somebody spoke about the game."""

    do: ClassVar[str] = "talked"
    player: Player
    what: What = "other"
