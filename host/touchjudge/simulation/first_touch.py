"""Whole games of first_touch: people with human reaction times, or hands that know nothing.

In: players, a bot, a chance. Out: how it ended, and on request the game as text. Pure: the same chance gives the same
game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from touchjudge.rules.first_touch import Arm, Award, FirstTouch, Go, Settle, Touch
from touchjudge.rules.game import Observation, Setup
from touchjudge.session.setup import check_options
from touchjudge.simulation.played import PlayedGame, Table
from touchjudge.simulation.reactions import Person, between_us, happens, person

ROUNDS: Final = 20  # of a game without points to win
ROUND_US: Final = 10_000_000
_TOO_EARLY: Final = 0.03

Hands = Callable[[Random, list[Person]], list[tuple[int, str]]]  # (µs after the signal, player), some below 0


@dataclass(frozen=True, slots=True)
class Bot:
    """How people play: when whose hand comes down, from the signal."""

    name: str
    hands: Hands


def human(chance: Random, people: list[Person]) -> list[tuple[int, str]]:
    """A simple reaction of each, now and then too early or none."""
    hands = []
    for each in people:
        if happens(chance, _TOO_EARLY):
            hands.append((-between_us(chance, 50, 600), each.name))
        elif not happens(chance, each.hesitates):
            hands.append((each.simple.draw_us(chance), each.name))
    return hands


def random_legal(chance: Random, people: list[Person]) -> list[tuple[int, str]]:
    """Some hands, some time."""
    return [(between_us(chance, 100, 2_000), each.name) for each in people if happens(chance, 0.5)]


BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (Bot("human", human), Bot("random_legal", random_legal))}


def simulate_game(
    game: FirstTouch,
    players: tuple[str, ...],
    bot: Bot,
    chance: Random,
    options: Mapping[str, Any] | None = None,
    *,
    transcript: bool = False,
) -> PlayedGame:
    """Play one game: to its points to win, else twenty rounds."""
    chosen = check_options(game.options, options or {})
    table = Table(game, Setup(players, players[0], chosen), transcript=transcript)
    people = [person(chance, name) for name in players]
    while game.result(table.state) is None and table.turns < ROUNDS * (50 if chosen["points_to_win"] else 1):
        table.turns += 1
        go_us = table.turns * ROUND_US
        for line in _round(bot.hands(chance, people), go_us, with_signal=chosen["signal"] != "none"):
            table.tell(line)
        if table.state.phase == "open":
            table.tell(Settle())
        if table.state.tied:
            table.tell(Award(player=chance.choice(table.state.tied)))
    if game.result(table.state) is None:
        table.end()
    return table.played()


def _round(hands: list[tuple[int, str]], go_us: int, *, with_signal: bool) -> list[Observation]:
    touches = [Touch(player=name, t_us=go_us + at_us, by="sim") for at_us, name in sorted(hands)]
    if not with_signal:
        return [*touches]
    early = [touch for touch, (at_us, _) in zip(touches, sorted(hands), strict=True) if at_us < 0]
    return [Arm(by="sim"), *early, Go(t_us=go_us, by="sim"), *touches[len(early) :]]
