"""Writes the golden transcripts of The Game and Extreme: ``python tests/transcripts/make_the_game.py``.

Lines of the table language with what the referee says of each; what only people at the table know is indented, too.
"""

from pathlib import Path

from touchjudge.registry import known_games
from touchjudge.simulation.bots.the_game import BOTS
from touchjudge.simulation.played import chance_of
from touchjudge.simulation.the_game import simulate_game

# One that was lost with few cards left, and one in which many commands are carried out.
GAMES = (("the_game", "least_change", 2, 4), ("the_game_extreme", "nearest", 3, 7))
PLAYERS = ("Ana", "Luis", "Marta")
SEED = 1


def made() -> dict[str, str]:
    """The files by name."""
    files = {}
    for name, bot, players, index in GAMES:
        game = known_games()[name]
        chance = chance_of(SEED, index)
        played = simulate_game(game, PLAYERS[:players], BOTS[name][bot], chance, transcript=True)
        files[f"{name}.txt"] = "\n".join(played.transcript) + "\n"
    return files


if __name__ == "__main__":
    for file, text in made().items():
        (Path(__file__).parent / file).write_text(text, encoding="utf-8")
