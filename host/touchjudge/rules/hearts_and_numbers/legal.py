"""What may be done now in the hearts-and-numbers game, in a fixed order.

The referee does not see hands, so every card of the deck that is not in sight may be laid or come from the stack.
With the deck ``any`` nobody can list the cards; then there is only the answer to what was taken.

Ref: docs/rules/hearts_and_numbers.md, What can be told.
"""

from collections.abc import Iterator
from itertools import combinations

from touchjudge.rules.game import Observation
from touchjudge.rules.hearts_and_numbers.cards import MIDDLE
from touchjudge.rules.hearts_and_numbers.observations import Deal, Refill, Took, Turn
from touchjudge.rules.hearts_and_numbers.state import State, in_sight


def legal(state: State) -> Iterator[Observation]:
    """Everything that may be told now: one by one, because the ways to deal or refill are millions."""
    if state.phase == "over":
        return
    if state.last_take is not None:
        yield Took(player=state.players[state.taker], cards=state.last_take)
    unseen = _unseen(state)
    match state.phase:
        case "deal":
            for cards in _choices(unseen, MIDDLE):
                yield Deal(open=cards)
        case "turn":
            for card in dict.fromkeys(unseen):
                yield Turn(player=state.player, card=card)
        case "refill":
            for cards in _choices(unseen, state.missing):
                yield Refill(cards=cards)
            for came in range(min(state.stack + 1, state.missing)):
                for cards in _choices(unseen, came):
                    yield Refill(cards=cards, stack_empty=True)


def _unseen(state: State) -> list[str]:
    deck = state.setup.deck
    return [] if deck is None else sorted((deck.cards - in_sight(state)).elements())


def _choices(cards: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every choice of so many of the sorted cards; like cards are not told apart."""
    last: tuple[str, ...] | None = None
    for chosen in combinations(cards, count):
        if chosen != last:
            yield chosen
        last = chosen
