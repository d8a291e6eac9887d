"""What the referee of Schwein gehabt! is told.

Ref: docs/rules/schwein_gehabt.md, Observations.
"""

from dataclasses import dataclass
from typing import ClassVar

from touchjudge.rules.game import Card, Observation, Player, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Observation):
    """The dealer turns the top card."""

    do: ClassVar[str] = "reveal"
    contact: ClassVar[bool] = True
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNamed(Observation):
    """Names, or renames, the revealed card; ``unseen`` says that nobody will."""

    do: ClassVar[str] = "card"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch(Observation):
    """A contact on a target pad."""

    do: ClassVar[str] = "touch"
    contact: ClassVar[bool] = True
    spot: Spot
    player: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Observation):
    """A seat button: "I took one"; on a touch card "the sandwich is mine"."""

    do: ClassVar[str] = "claim"
    contact: ClassVar[bool] = True
    player: Player
    spot: Spot | None = None
    wrong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Observation):
    """The player let go of the seat button."""

    do: ClassVar[str] = "release"
    contact: ClassVar[bool] = True
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Nobody(Observation):
    """What touched that target was no draw."""

    do: ClassVar[str] = "nobody"
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands(Observation):
    """The pile of hands on a touch card, from the lowest to the highest."""

    do: ClassVar[str] = "hands"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner(Observation):
    """The table says who won the touch card, or nobody; with a spot, who was first there."""

    do: ClassVar[str] = "winner"
    player: Player | None
    spot: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Observation):
    """Close the round and pay."""

    do: ClassVar[str] = "settle"


OBSERVATIONS: tuple[type[Observation], ...] = (
    Reveal,
    CardNamed,
    Touch,
    Claim,
    Release,
    Nobody,
    Hands,
    Winner,
    Settle,
)
