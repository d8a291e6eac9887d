"""All tables that can be reached in n lines from a fixed beginning, counted: one number that a changed rule changes.

The first two numbers of first_touch were counted by hand; those of Schwein gehabt! are pinned as they are.
"""

from typing import Any

import pytest

from touchjudge.registry import known_games
from touchjudge.rules.game import Observation, Setup
from touchjudge.rules.schwein_gehabt.observations import Reveal
from touchjudge.session.setup import check_options


def reached(name: str, players: tuple[str, ...], lines: int, before: tuple[Observation, ...] = ()) -> list[int]:
    """How many different tables there are after each number of lines."""
    game = known_games()[name]
    state: Any = game.start(Setup(players, players[0], check_options(game.options, {})))
    for observation in before:
        state, _ = game.judge(state, observation)
    layer, counts = [state], []
    for _ in range(lines):
        following = {repr(game.view(new)): new for old in layer for new in _after(game, old)}
        layer = list(following.values())
        counts.append(len(layer))
    return counts


def _after(game: Any, state: Any) -> list[Any]:
    after = []
    for line in game.legal(state):
        new, rulings = game.judge(state, line)
        assert all(ruling.verdict != "foul" or ruling.stands for ruling in rulings), f"{line} is no legal line"
        after.append(new)
    return after


@pytest.mark.parametrize(
    ("name", "players", "before", "counts"),
    [
        ("first_touch", ("Ana", "Luis"), (), [4, 12, 31, 68]),
        ("schwein_gehabt", ("Ana", "Luis", "Marta"), (Reveal(card="symbol:1-4-8"),), [33, 607]),
    ],
)
def test_the_tables_within_reach_are_as_many_as_they_were(
    name: str, players: tuple[str, ...], before: tuple[Observation, ...], counts: list[int]
) -> None:
    assert reached(name, players, len(counts), before) == counts
