"""Games of bots a second on one processor, fully refereed, without a journal."""

import time
from typing import Any

from touchjudge.registry import known_games
from touchjudge.simulation.simulators import SIMULATORS, play_games

# game, players, bot, games: enough for about a second of each.
PLAYED = (
    ("the_game", 3, "nearest", 600),
    ("the_game", 3, "least_change", 60),
    ("the_game_extreme", 3, "nearest", 60),
    ("virus", 3, "random_legal", 60),
    ("virus", 3, "sensible", 40),
    ("hearts_and_numbers", 3, "random_legal", 200),
    ("hearts_and_numbers", 3, "sensible", 100),
    ("schwein_gehabt", 3, "human", 20),
    ("first_touch", 3, "human", 100),
)


def run() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for name, players, bot, games in PLAYED:
        game = known_games()[name]
        assert bot in SIMULATORS[name].bots
        play_games(game, players, bot, 0, range(3), {})  # what is made once is made now
        rates = []
        for seed in (1, 2, 3):
            begun = time.process_time()
            play_games(game, players, bot, seed, range(games), {})
            rates.append(games / (time.process_time() - begun))
        figures[f"{name}, {players} players, {bot}: games a second of processor time"] = round(sorted(rates)[1], 1)
    return figures
