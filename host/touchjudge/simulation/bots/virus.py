"""Players of Virus!: what to play next, from the own hand and what lies on the table.

Ref: docs/rules/virus.md, Simulated players.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Final

from touchjudge.rules.virus.bodies import TO_WIN, Body, condition, healthy
from touchjudge.rules.virus.cards import kind
from touchjudge.rules.virus.legal import outcomes
from touchjudge.rules.virus.observations import Discard, Draw, Play
from touchjudge.rules.virus.state import State

Hand = Sequence[str]
Turn = Play | Discard | Draw
Decide = Callable[[State, Hand, Random], Turn]

# What an organ is worth in each condition, and what the healthy ones of a body are worth together.
_ORGAN: Final = {"free": 10, "infected": 3, "vaccinated": 14, "immunised": 18}
_HEALTHY: Final = (0, 0, 4, 15, 1000, 1000)
_GLOVE: Final = 6  # the worth of a turn that all others lose
_LEAST_GAIN: Final = 1  # for less than this the hand is rather bettered
_KEPT: Final = ("treatment", "medicine")  # kinds that will be of use later
MOST_PLAYS: Final = 200  # of the ways to play one card a person looks at so many


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to play: the turn of the player to move."""

    name: str
    decide: Decide


def random_legal(state: State, hand: Hand, chance: Random) -> Turn:
    """Any card that may be played in any way; putting away what is in the hand is one way more."""
    if not hand or state.turn in state.must_draw:
        return Draw(player=state.player)
    plays = [play for card in sorted(set(hand)) for play, _ in islice(outcomes(state, card), MOST_PLAYS)]
    at = chance.randrange(len(plays) + 1)
    if at < len(plays):
        return plays[at]
    count = chance.randint(1, len(hand))
    return Discard(player=state.player, cards=tuple(chance.sample(list(hand), count)))


def sensible(state: State, hand: Hand, chance: Random) -> Turn:  # noqa: ARG001 (leaves nothing to chance)
    """The play that leads to the best table for the player; if none betters it, what is of no use is put away."""
    if not hand or state.turn in state.must_draw:
        return Draw(player=state.player)
    now = _worth(state, state.bodies)
    best, play = float(_LEAST_GAIN), None
    useful: set[str] = set()
    for card in sorted(set(hand)):
        for one, done in islice(outcomes(state, card), MOST_PLAYS):
            gain = _worth(state, done.bodies) - now + (_GLOVE if done.code == "gloved" else 0)
            if gain > 0:
                useful.add(card)
            if gain > best:
                best, play = gain, one
    if play is not None:
        return play
    # Of what may be of use later one card is kept: it takes new cards to get on.
    kept = [card for card in hand if card not in useful and kind(card) in _KEPT][:1]
    useless = tuple(card for card in hand if card not in useful and card not in kept)
    return Discard(player=state.player, cards=useless or tuple(hand[:1]))


def _worth(state: State, bodies: Sequence[Body]) -> float:
    """How good these bodies are for the player to move: the own one against the best of the others."""
    values = [_body_worth(body) for body in bodies]
    own = values.pop(state.turn)
    return own - max(values) - sum(values) / 10


@lru_cache(maxsize=4096)
def _body_worth(body: Body) -> int:
    organs = sum(_ORGAN[condition(on)] for on in body if on is not None)
    return organs + _HEALTHY[min(healthy(body), TO_WIN + 1)]


RANDOM_LEGAL: Final = Bot("random_legal", random_legal)
SENSIBLE: Final = Bot("sensible", sensible)

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (RANDOM_LEGAL, SENSIBLE)}
