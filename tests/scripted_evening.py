"""A whole game of Schwein gehabt! as edges for a board and cards for the person who names them: one seed, one game.

Rounds follow each other in a third of a second, so that a game takes ten; what is told apart by device time does not
mind. A paced evening holds before each OK and before each card, as people do who wait for each other: however slow the
one who names the cards, no round is closed before its card has a name. Ana, Luis and Marta own the numbers that are
dealt by default.
"""

import random
from dataclasses import dataclass

from touchjudge.session.places import DEFAULT_PLACES

PLAYERS = ("Ana", "Luis", "Marta")
NUMBERS = {"Ana": (1, 4, 7), "Luis": (2, 5, 8), "Marta": (3, 6)}
SPOTS = ("mushroom", "pig", "sweep")
ROUND_US = 330_000
BREATH_US = 60_000  # from going on to the next hand, so that the last one is seen to be up
ROUNDS = 32  # more than a game lasts: the deck is empty before


@dataclass(frozen=True)
class ScriptedEvening:
    """Attributes:
    script: rows ``time_us,line,level`` for the scripted capture, and ``hold`` where it is paced.
    cards: by round, counted from 1.
    """

    script: str
    cards: tuple[str, ...]


def scripted_evening(seed: int, paced: bool = False) -> ScriptedEvening:
    chance = random.Random(seed)
    rows: list[tuple[int, int, int]] = []
    cards = []
    script = ""
    for number in range(ROUNDS):
        at_us = BREATH_US if paced else 500_000 + number * ROUND_US
        counts = [chance.randint(1, 8) for _ in SPOTS]
        cards.append(f"symbol:{counts[0]}-{counts[1]}-{counts[2]}")
        _press(rows, chance, "reveal", at_us, 40_000)
        owners = [next(name for name in PLAYERS if count in NUMBERS[name]) for count in counts]
        if chance.random() < 0.15:  # somebody takes what is not theirs
            owners[chance.randrange(3)] = chance.choice(PLAYERS)
        for target, touch_us in enumerate(sorted(chance.sample(range(110_000, 160_000), 3))):
            _press(rows, chance, f"target{target + 1}", at_us + touch_us, 30_000)
        for name in dict.fromkeys(owners):
            seat = f"seat{PLAYERS.index(name) + 1}"
            _press(rows, chance, seat, at_us + 205_000 + chance.randrange(20_000), 25_000)
        if paced:
            script += _told(rows) + "hold\n"
            rows = []
        _press(rows, chance, "ok", BREATH_US if paced else at_us + 285_000, 20_000)
        if paced:
            script += _told(rows) + "hold\n"
            rows = []
    return ScriptedEvening(script + _told(rows), tuple(cards))


def _told(rows: list[tuple[int, int, int]]) -> str:
    return "".join(f"{time_us},{line},{level}\n" for time_us, line, level in sorted(rows))


def _press(rows: list[tuple[int, int, int]], chance: random.Random, place: str, at_us: int, hold_us: int) -> None:
    """A press and its release, each with some bounce."""
    line = DEFAULT_PLACES.index(place)
    for begin_us, level in ((at_us, 1), (at_us + hold_us, 0)):
        time_us = begin_us
        rows.append((time_us, line, level))
        for _ in range(chance.randint(0, 3)):
            time_us += chance.randint(20, 400)
            rows.append((time_us, line, 1 - level))
            time_us += chance.randint(20, 400)
            rows.append((time_us, line, level))
