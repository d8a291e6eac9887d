"""What the referee of Virus! is told.

Ref: docs/rules/virus.md, What can be told.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from touchjudge.errors import LineError
from touchjudge.rules.game import Card, Count, Observation, Player
from touchjudge.rules.virus.cards import Organ, kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One organ of one player."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    player: Player
    organ: Organ


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The virus on an own organ goes to another player's."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    organ: Organ
    to: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Observation):
    """A card from the hand is played.

    Attributes:
        on: what a virus or a medicine acts on.
        a, b: what a transplant swaps.
        from_: what the thief takes.
        moves: where contagion brings the viruses.
        with_: with whom medical error swaps the body.
    """

    do: ClassVar[str] = "play"
    player: Player
    card: Card
    on: Place | None = None
    a: Place | None = None
    b: Place | None = None
    from_: Place | None = None
    moves: tuple[Move, ...] | None = None
    with_: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Observation):
    """One to three cards from the hand are put away, by name or by number."""

    do: ClassVar[str] = "discard"
    player: Player
    cards: tuple[Card, ...] | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Observation):
    """The player only draws, because of a glove or an empty hand."""

    do: ClassVar[str] = "draw"
    player: Player


OBSERVATIONS: tuple[type[Observation], ...] = (Play, Discard, Draw)

# What must be said of a card, beside who plays it; nothing else may be.
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "organ": (),
    "virus": ("on",),
    "medicine": ("on",),
    "treatment:transplant": ("a", "b"),
    "treatment:thief": ("from_",),
    "treatment:contagion": ("moves",),
    "treatment:glove": (),
    "treatment:error": ("with_",),
}
_ALL: Final = ("on", "a", "b", "from_", "moves", "with_")


def check_fields(told: Play | Discard) -> None:
    """Check that a line says what its card needs, and no more.

    Raises:
        LineError: a field is missing or one too many.
    """
    if isinstance(told, Discard):
        if (told.cards is None) == (told.count is None):
            raise LineError("cards, count: discard takes exactly one of them; name the cards, or say how many")
        return
    needed = NEEDED.get(told.card) or NEEDED.get(kind(told.card), ())
    for name in _ALL:
        is_given = getattr(told, name) is not None
        if is_given and name not in needed:
            allowed = ", ".join(_as_told(one) for one in needed) or "nothing more"
            raise LineError(f"{_as_told(name)}: is no field of playing {told.card}; it takes {allowed}")
        if not is_given and name in needed:
            raise LineError(f"{_as_told(name)}: is missing; playing {told.card} needs it")


def _as_told(name: str) -> str:
    return name.removesuffix("_")
