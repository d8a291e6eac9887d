"""One simulated game: its chance, how it ended, and the text of it that a person can read.

Ref: docs/architecture.md.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from touchjudge.errors import IllegalAction
from touchjudge.rules.game import Game, Line, Observation, Result, Ruling, Setup
from touchjudge.rules.lines import line_of
from touchjudge.words import say


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over.

    Attributes:
        code: how it ended, such as ``won``.
        turns, observations: how many there were.
        transcript: the game as text, if it was asked for.
    """

    result: Result
    code: str
    turns: int
    observations: int
    transcript: tuple[str, ...] = ()


def chance_of(seed: int, index: int) -> Random:
    """The chance of one game of many, whichever process plays it.

    >>> chance_of(1, 7).random() == chance_of(1, 7).random() != chance_of(1, 8).random()
    True
    """
    return Random(f"{seed}/{index}")


class Table:
    """A game under way: every line is refereed, and written down if somebody wants to read it."""

    def __init__(self, game: Game[Any], setup: Setup, *, transcript: bool = False) -> None:
        self._game = game
        self._text: list[str] | None = [] if transcript else None
        self.state = game.start(setup)
        self.turns = 0
        self.observations = 0
        self.code = ""
        start: Line = {
            "do": "start",
            "game": game.name,
            "players": list(setup.players),
            "first": setup.first,
            "options": dict(setup.options),
            "deck": "any" if setup.deck is None else setup.deck.name,
        }
        self._write([_compact(start)])

    def tell(self, line: Observation) -> tuple[Ruling, ...]:
        """Have a line refereed.

        Raises:
            IllegalAction: the referee has it taken back.
        """
        self.state, rulings = self._game.judge(self.state, line)
        taken_back = [ruling for ruling in rulings if ruling.verdict == "foul" and not ruling.stands]
        if taken_back:
            code = taken_back[0].code
            raise IllegalAction(f"{line_of(line)} was ruled {code}; a bot must know better", code=code)
        self._told(line_of(line) if self._text is not None else {}, rulings)
        return rulings

    def end(self) -> None:
        """End the game as it stands."""
        self.state, rulings = self._game.end(self.state)
        self._told({"do": "end"}, rulings)

    def note(self, text: str) -> None:
        """Write down what only the people at the table know."""
        self._write([f"    {text}"])

    def played(self) -> PlayedGame:
        """The game, which is over."""
        result = self._game.result(self.state) or Result((), (), {})
        return PlayedGame(result, self.code, self.turns, self.observations, tuple(self._text or ()))

    def _told(self, line: Line, rulings: Sequence[Ruling]) -> None:
        self.observations += 1
        self.code = rulings[-1].code
        if self._text is not None:
            self._write([_compact(line), *(f"    {one.verdict} {one.code}: {say(one, self._game)}" for one in rulings)])

    def _write(self, lines: Iterable[str]) -> None:
        if self._text is not None:
            self._text.extend(lines)


def _compact(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
