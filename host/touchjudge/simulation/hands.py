"""From hands on places to levels of lines: several hands on one pad are one press, and every press bounces.

In: contacts that begin and end, told when they do. Out: level changes with their times. What is on its way when the
next turn of the same line begins is cut off by it.
"""

from collections.abc import Callable, Sequence
from random import Random

from touchjudge.simulation.acts import seat
from touchjudge.simulation.bounce import (
    BUTTON_PRESS,
    BUTTON_RELEASE,
    PAD_PRESS,
    PAD_RELEASE,
    Bounce,
    changes_us,
)

REVEAL, OK, UNDO, FIRST_SEAT, LINES = 3, 4, 5, 8, 16

Change = tuple[int, int, int, bool]
"""When (µs), the line, which turn of it this belongs to, and the level."""


class Hands:
    """Who holds what down.

    Args:
        targets: spots on the lines from 0 on.
        chance: gives a source of chance for the so manyth turn of a line.
    """

    def __init__(self, targets: Sequence[str], chance: Callable[[int, int], Random]) -> None:
        self._chance = chance
        self._lines = {**{spot: line for line, spot in enumerate(targets)}, "reveal": REVEAL, "ok": OK, "undo": UNDO}
        self._hands = [0] * LINES
        self._turns = [0] * LINES
        self.levels = 0

    def sit(self, players: Sequence[str]) -> None:
        """Who sits at which seat button, in the order of the seats."""
        for place in [place for place, line in self._lines.items() if line >= FIRST_SEAT]:
            del self._lines[place]
        self._lines.update({seat(player): FIRST_SEAT + number for number, player in enumerate(players)})

    def knows(self, place: str) -> bool:
        """Whether there is such a place on this table."""
        return place in self._lines

    def press(self, place: str, at_us: int) -> list[Change]:
        """One more hand on a place."""
        line = self._lines[place]
        self._hands[line] += 1
        return self._turn(line, at_us, True) if self._hands[line] == 1 else []

    def release(self, place: str, at_us: int) -> list[Change]:
        """One hand less on a place; none less where there was none."""
        line = self._lines[place]
        if self._hands[line] == 0:
            return []
        self._hands[line] -= 1
        return self._turn(line, at_us, False) if self._hands[line] == 0 else []

    def change(self, line: int, turn: int, level: bool) -> int:
        """The levels of all lines after a change that may be overtaken by a newer turn of its line."""
        if turn == self._turns[line]:
            self.levels = self.levels | 1 << line if level else self.levels & ~(1 << line)
        return self.levels

    def _turn(self, line: int, at_us: int, pressed: bool) -> list[Change]:
        self._turns[line] += 1
        turn = self._turns[line]
        offsets_us = changes_us(self._chance(line, turn), _bounce(line, pressed))
        # The first change goes to the new level, the last one stays there.
        return [(at_us + offset, line, turn, pressed ^ bool(index % 2)) for index, offset in enumerate(offsets_us)]


def _bounce(line: int, pressed: bool) -> Bounce:
    if line < FIRST_SEAT:
        return PAD_PRESS if pressed else PAD_RELEASE
    return BUTTON_PRESS if pressed else BUTTON_RELEASE
