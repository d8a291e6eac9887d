"""All tables that can be reached from one deal in so many lines, counted: a slip in the rules changes the numbers."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from stack_table import EXTREME, PLAIN
from touchjudge.rules.game import Deck, Setup
from touchjudge.rules.the_game import TheGame
from touchjudge.rules.the_game.cards import NUMBERS
from touchjudge.rules.the_game.observations import Play, Talked
from touchjudge.rules.the_game.state import State
from touchjudge.simulation.the_game import DECKS

# Tens for tricks, and in Extreme a stop (3), a skull (7), a three (10) and a one-stack card (21).
HANDS = ((3, 7, 10, 21, 31, 60, 97), (2, 12, 30, 40, 50, 88, 99))
PILE = [number for number in NUMBERS if number not in (*HANDS[0], *HANDS[1])][:9]
# Only what can turn up in a few lines, so that there is less to try.
CARDS = Counter(map(str, (*HANDS[0], *HANDS[1], *PILE)))

Table = tuple[State, tuple[frozenset[int], ...], int]  # the referee's state, the hands, how many of the pile are drawn


def begun(game: TheGame) -> Table:
    options: dict[str, Any] = {option.name: option.default for option in game.options}
    deck = Deck("fixed deal", CARDS, facts=DECKS[game.name].facts)
    state = game.start(Setup(("A", "B"), "A", options, deck))
    return state, tuple(frozenset(hand) for hand in HANDS), 0


def next_tables(game: TheGame, table: Table) -> Iterator[Table]:
    state, hands, drawn = table
    for line in game.legal(state):
        if isinstance(line, Talked):
            continue
        seat = state.players.index(line.player)  # type: ignore[attr-defined]
        after = list(hands)
        if isinstance(line, Play):
            if line.card not in hands[seat]:
                continue
            after[seat] -= {line.card}
        next_state, rulings = game.judge(state, line)
        draw = sum(ruling.effects["draw"] for ruling in rulings if ruling.code == "turn_ended")
        after[seat] |= frozenset(PILE[drawn : drawn + draw])
        yield next_state, tuple(after), drawn + draw


@pytest.mark.parametrize(
    ("game", "counts"),
    [(PLAIN, [57, 1248, 19412]), (EXTREME, [57, 1164, 17180])],
    ids=["the_game", "the_game_extreme"],
)
def test_as_many_tables_can_be_reached_as_ever(game: TheGame, counts: list[int]) -> None:
    tables = [begun(game)]
    reached = []
    for _ in counts:
        different: dict[Any, Table] = {}
        for table in tables:
            for found in next_tables(game, table):
                state, *others = found
                different[(json.dumps(game.view(state)), *others)] = found
        tables = list(different.values())
        reached.append(len(tables))
    assert reached == counts
