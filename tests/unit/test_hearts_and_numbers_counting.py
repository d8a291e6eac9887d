"""Hearts and numbers: how many tables can be reached from a fixed deal; one number decides over every rule at once."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from card_table import shipped
from touchjudge.rules.game import Setup
from touchjudge.rules.hearts_and_numbers import GAME
from touchjudge.rules.hearts_and_numbers.observations import Deal, Refill, Turn
from touchjudge.rules.hearts_and_numbers.state import State
from touchjudge.session.setup import check_options


class Position(NamedTuple):
    """A table with all that the players know."""

    state: State
    hands: tuple[tuple[str, ...], ...]  # each sorted
    stack: tuple[str, ...]  # the next card is the last

    def key(self) -> Any:
        return self.state.turn, self.state.open, self.state.taken, self.state.stall, self.hands, self.stack


def dealt(players: str) -> Position:
    """Every thirteenth card of the stand-in deck, so that a mixture comes up that everybody can make again."""
    deck = shipped("hearts_and_numbers_stand_in", GAME.name)
    ordered = sorted(deck.cards.elements())
    stack = [ordered[i * 13 % len(ordered)] for i in range(len(ordered))]
    hands = tuple(tuple(sorted((stack.pop(), stack.pop()))) for _ in players)
    state = GAME.start(Setup(tuple(players), players[0], check_options(GAME.options, {}), deck))
    state, _ = GAME.judge(state, Deal(open=tuple(stack.pop() for _ in range(6))))
    return Position(state, hands, tuple(stack))


def following(at: Position) -> Iterator[Position]:
    """Every position after one turn."""
    seat, drawn = at.state.turn, at.stack[-1]
    held = sorted((*at.hands[seat], drawn))
    for card in held:
        stack = list(at.stack[:-1])
        state, (acted, *_) = GAME.judge(at.state, Turn(player=at.state.player, card=card))
        if acted.code == "no_match":
            stack.insert(0, card)
        elif state.phase == "refill":
            cards = tuple(stack.pop() for _ in range(acted.effects["refill"]))
            state, _ = GAME.judge(state, Refill(cards=cards))
        assert state.stack == len(stack)
        kept = list(held)
        kept.remove(card)
        hands = tuple(tuple(kept) if i == seat else hand for i, hand in enumerate(at.hands))
        yield Position(state, hands, tuple(stack))


def reachable(start: Position, turns: int) -> tuple[list[int], list[int]]:
    """How many positions there are after one turn, after two, and so on; and how many stacks and scores."""
    now = {start.key(): start}
    counts, looks = [], []
    for _ in range(turns):
        now = {after.key(): after for at in now.values() for after in following(at)}
        counts.append(len(now))
        looks.append(len({(at.state.stack, tuple(GAME.scores(at.state).values())) for at in now.values()}))
    return counts, looks


@pytest.mark.parametrize(
    ("players", "looks"), [("AB", [2, 9, 24, 71, 181, 501, 1257]), ("ABC", [2, 8, 21, 64, 199, 572, 1496])]
)
def test_the_number_of_tables_after_each_turn_is_as_it_always_was(players: str, looks: list[int]) -> None:
    counts, looking = reachable(dealt(players), len(looks))
    # Any of three cards may be laid, and no two ways lead to the same hands; but many come to the same points.
    assert counts == [3**turn for turn in range(1, len(looks) + 1)]
    assert looking == looks
