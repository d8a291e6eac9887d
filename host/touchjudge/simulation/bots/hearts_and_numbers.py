"""Players of the hearts-and-numbers game: which of three cards to lay, from the own hand and what lies on the table.

Ref: docs/rules/hearts_and_numbers.md, Simulated players.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from touchjudge.rules.hearts_and_numbers.cards import is_number, matching, objects
from touchjudge.rules.hearts_and_numbers.state import State, points

Hand = Sequence[str]
Decide = Callable[[State, Hand, Random], str]

_HEART: Final = 2.0  # points that a heart is worth before it decides anything
_NUMBER: Final = 0.25  # the share of a number's worth that counts before hearts make it safe
_LEFT: Final = 0.1  # what a card costs that the next player can take along


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to play: the card that the player to move lays."""

    name: str
    decide: Decide


def random_legal(state: State, hand: Hand, chance: Random) -> str:  # noqa: ARG001 (every card may be laid)
    """Any card of the hand."""
    return chance.choice(list(hand))


def sensible(state: State, hand: Hand, chance: Random) -> str:  # noqa: ARG001 (leaves nothing to chance)
    """The card after which the player would be furthest ahead, with something extra for hearts."""
    return max(hand, key=lambda card: _worth(state, card))


def _worth(state: State, card: str) -> float:
    take = matching(card, state.open)
    taken = tuple((*own, *take) if seat == state.turn else own for seat, own in enumerate(state.taken))
    scores = dict(points(replace(state, taken=taken)))
    own = scores.pop(state.player)
    hearts = sum(not is_number(one) for one in take)
    rest = [one for one in state.open if one not in take]
    shared = sum(bool(objects(card) & objects(one)) for one in rest)
    return own - max(scores.values()) + _HEART * hearts + _NUMBER * (len(take) - hearts) - _LEFT * shared


RANDOM_LEGAL: Final = Bot("random_legal", random_legal)
SENSIBLE: Final = Bot("sensible", sensible)

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (RANDOM_LEGAL, SENSIBLE)}
