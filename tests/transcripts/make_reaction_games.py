"""Writes the golden transcripts of the reaction games: ``python tests/transcripts/make_reaction_games.py``.

Lines of the table language with what the referee says of each: a game of Schwein gehabt!, one in which anybody may take
anything (free choice), and first_touch with false starts that cost a point.
"""

from pathlib import Path

from touchjudge.rules.first_touch import GAME as FIRST_TOUCH
from touchjudge.rules.schwein_gehabt import GAME as LUCKY
from touchjudge.simulation import first_touch, lucky_games
from touchjudge.simulation.played import chance_of

PLAYERS = ("Ana", "Luis", "Marta")
SEED = 1


def made() -> dict[str, str]:
    """The files by name."""
    human = lucky_games.BOTS["human"]
    played = {
        "schwein_gehabt": lucky_games.simulate_game(LUCKY, PLAYERS, human, chance_of(SEED, 0), transcript=True),
        "schwein_gehabt_free_choice": lucky_games.simulate_game(
            LUCKY, PLAYERS, human, chance_of(SEED, 1), {"free_choice": True}, transcript=True
        ),
        "first_touch": first_touch.simulate_game(
            FIRST_TOUCH,
            PLAYERS,
            first_touch.BOTS["human"],
            chance_of(SEED, 0),
            {"false_start": "loses_point", "points_to_win": 5},
            transcript=True,
        ),
    }
    return {f"{name}.txt": "\n".join(game.transcript) + "\n" for name, game in played.items()}


if __name__ == "__main__":
    for file, text in made().items():
        (Path(__file__).parent / file).write_text(text, encoding="utf-8")
