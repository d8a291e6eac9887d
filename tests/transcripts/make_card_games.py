"""Writes the golden transcripts of Virus! and hearts and numbers: ``python tests/transcripts/make_card_games.py``.

Lines of the table language with what the referee says of each; what only people at the table know is indented, too.
"""

from pathlib import Path

from touchjudge.rules.hearts_and_numbers import GAME as HEARTS
from touchjudge.rules.virus import GAME as VIRUS
from touchjudge.simulation import hearts_and_numbers, virus
from touchjudge.simulation.bots.hearts_and_numbers import SENSIBLE as COLLECTOR
from touchjudge.simulation.bots.virus import RANDOM_LEGAL, SENSIBLE
from touchjudge.simulation.played import chance_of

PLAYERS = ("Ana", "Luis", "Marta", "Noor")
SEED = 1
HOUSE = {"virus_on_own": True, "medicine_on_others": True}


def made() -> dict[str, str]:
    """The files by name: people who want to win, four who do anything under house rules, and collectors."""
    played = {
        "virus": virus.simulate_game(VIRUS, PLAYERS[:3], SENSIBLE, chance_of(SEED, 0), transcript=True),
        "virus_house_rules": virus.simulate_game(
            VIRUS, PLAYERS[:4], RANDOM_LEGAL, chance_of(SEED, 3), HOUSE, transcript=True
        ),
        "hearts_and_numbers": hearts_and_numbers.simulate_game(
            HEARTS, PLAYERS[:3], COLLECTOR, chance_of(SEED, 0), transcript=True
        ),
    }
    return {f"{name}.txt": "\n".join(game.transcript) + "\n" for name, game in played.items()}


if __name__ == "__main__":
    for file, text in made().items():
        (Path(__file__).parent / file).write_text(text, encoding="utf-8")
