"""What may be done now at a table of Virus!, in a fixed order.

The referee does not see hands, so every card that can be in one counts; whoever knows a hand asks for its cards.

Ref: docs/rules/virus.md, What can be told.
"""

from collections.abc import Iterator
from itertools import combinations

from touchjudge.rules.game import Observation, Ruling
from touchjudge.rules.virus import contagion
from touchjudge.rules.virus.acting import Done, act
from touchjudge.rules.virus.cards import CARDS, ORGANS, kind
from touchjudge.rules.virus.observations import Discard, Draw, Place, Play
from touchjudge.rules.virus.state import State
from touchjudge.rules.virus.taking_over import beyond_the_deck


def legal(state: State) -> Iterator[Observation]:
    """Everything that the player to move may do; discards by their number, which stands for any cards."""
    if state.over:
        return
    if state.turn in state.must_draw or not state.hands[state.turn]:
        yield Draw(player=state.player)
        return
    for card in CARDS:
        if beyond_the_deck(state, (card,)) is None:
            yield from legal_plays(state, card)
    for count in range(1, state.hands[state.turn] + 1):
        yield Discard(player=state.player, count=count)


def legal_plays(state: State, card: str) -> Iterator[Play]:
    """Every way in which the player to move may play this card from the hand."""
    return (play for play, _ in outcomes(state, card))


def outcomes(state: State, card: str) -> Iterator[tuple[Play, Done]]:
    """The same, each with what it comes to."""
    for play in _thinkable(state, card):
        done = act(state, play)
        if not isinstance(done, Ruling):
            yield play, done


def _thinkable(state: State, card: str) -> Iterator[Play]:
    """Every way to play the card that could be right, each table it leads to once."""
    player = state.player
    match card:
        case "treatment:transplant":
            for a, b in combinations(_places(state), 2):
                yield Play(player=player, card=card, a=a, b=b)
        case "treatment:thief":
            for place in _places(state):
                yield Play(player=player, card=card, from_=place)
        case "treatment:contagion":
            for moves in contagion.ways(state, player):
                yield Play(player=player, card=card, moves=moves)
        case "treatment:error":
            for name in state.players:
                yield Play(player=player, card=card, with_=name)
        case _ if kind(card) in ("virus", "medicine"):
            for place in _places(state):
                yield Play(player=player, card=card, on=place)
        case _:
            yield Play(player=player, card=card)


def _places(state: State) -> list[Place]:
    """Every organ on the table."""
    return [
        Place(player=name, organ=organ)
        for name, body in zip(state.players, state.bodies, strict=True)
        for organ, on in zip(ORGANS, body, strict=True)
        if on is not None
    ]
