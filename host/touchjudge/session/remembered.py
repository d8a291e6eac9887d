"""What people had to say once about their cards and need not say again: the command printed on a number.

In: lines told on this and earlier evenings, oldest first. Out: what a ``start`` line takes along.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from touchjudge.rules.game import Game, Line
from touchjudge.rules.the_game.cards import NUMBERS


def commands_named(told: Iterable[Mapping[str, Any]]) -> dict[str, str | None]:
    """By number the command that was last named for it; null is a card that has none.

    What a ``start`` brought counts, and so do the lines of a correction. A number that no card has was a slip.

    >>> commands_named([{"do": "play", "card": 20, "command": "stop"}, {"do": "play", "card": 21}])
    {'20': 'stop'}
    """
    named: dict[str, str | None] = {}
    for line in told:
        match line:
            case {"do": "start", "commands": dict(commands)}:
                named |= commands
            case {"do": "correct", "lines": list(lines)}:
                named |= commands_named(lines)
            case {"do": "play", "card": int(card), "command": str() | None as command} if card in NUMBERS:
                named[str(card)] = command
    return named


def with_remembered(start: Line, games: Mapping[str, Game[Any]], commands: Mapping[str, str | None]) -> Line:
    """The ``start`` line with what is remembered for its game, unless it says that itself."""
    game = games.get(str(start.get("game")))
    if game is None or "commands" not in game.extras or "commands" in start or not commands:
        return start
    return {**start, "commands": dict(commands)}
