"""Which games can be simulated without a table, by which bots; and many games at once, as sums that any order gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from touchjudge.errors import ConfigError
from touchjudge.rules.game import Game
from touchjudge.simulation import first_touch, hearts_and_numbers, lucky_games, the_game, virus
from touchjudge.simulation.bots import hearts_and_numbers as hearts_bots
from touchjudge.simulation.bots import the_game as stack_bots
from touchjudge.simulation.bots import virus as virus_bots
from touchjudge.simulation.played import PlayedGame, chance_of
from touchjudge.simulation.seat_names import SEAT_NAMES

EXCELLENT: Final = 10  # so many cards left, or more, are no longer excellent


@dataclass(frozen=True, slots=True)
class Simulator:
    """How whole games of one game are simulated.

    Attributes:
        simulate: (game, players, bot, chance, options, transcript=…) → the game.
        usual: name of the bot that plays if none is named.
    """

    simulate: Callable[..., PlayedGame]
    bots: Mapping[str, Any]
    usual: str


SIMULATORS: Final[Mapping[str, Simulator]] = {
    "first_touch": Simulator(first_touch.simulate_game, first_touch.BOTS, "human"),
    "hearts_and_numbers": Simulator(hearts_and_numbers.simulate_game, hearts_bots.BOTS, "sensible"),
    "schwein_gehabt": Simulator(lucky_games.simulate_game, lucky_games.BOTS, "human"),
    "the_game": Simulator(the_game.simulate_game, stack_bots.BOTS["the_game"], "least_change"),
    "the_game_extreme": Simulator(the_game.simulate_game, stack_bots.BOTS["the_game_extreme"], "nearest"),
    "virus": Simulator(virus.simulate_game, virus_bots.BOTS, "sensible"),
}


def simulator(game: str) -> Simulator:
    """The simulator of a game.

    Raises:
        ConfigError: nobody can play it by themselves.
    """
    if game not in SIMULATORS:
        raise ConfigError(f"{game} has no simulated players; simulate one of {', '.join(SIMULATORS)}")
    return SIMULATORS[game]


def bot_named(game: str, name: str | None) -> str:
    """The name of the bot to play with.

    Raises:
        ConfigError: no such bot.
    """
    known = simulator(game)
    chosen = known.usual if name is None else name
    if chosen not in known.bots:
        raise ConfigError(f"{game} has no bot {chosen!r}; its bots are {', '.join(known.bots)}")
    return chosen


@dataclass(frozen=True, slots=True)
class Sums:
    """What many games add up to. Whole numbers only, so that it does not matter who played which.

    Attributes:
        wins: games won by seat, shared ones too; in a cooperative game the first counts the games won.
        scores, scores_squared: sums by seat; in a cooperative game of the cards left.
        excellent: cooperative games with fewer than ten cards left.
    """

    games: int = 0
    wins: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    scores_squared: tuple[int, ...] = ()
    turns: int = 0
    excellent: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        if not self.games:
            return other
        return Sums(
            self.games + other.games,
            _added(self.wins, other.wins),
            _added(self.scores, other.scores),
            _added(self.scores_squared, other.scores_squared),
            self.turns + other.turns,
            self.excellent + other.excellent,
        )


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def play_games(game: Game[Any], players: int, bot: str, seed: int, indices: range, options: Mapping[str, Any]) -> Sums:
    """Play the games with these numbers; which process plays a game does not change it."""
    known = simulator(game.name)
    names = SEAT_NAMES[:players]
    sums = Sums()
    for index in indices:
        sums += _sums(known.simulate(game, names, known.bots[bot], chance_of(seed, index), options), names)
    return sums


def _sums(played: PlayedGame, names: tuple[str, ...]) -> Sums:
    result = played.result
    if "left" in result.scores:
        left = result.scores["left"]
        return Sums(1, (int(bool(result.winners)),), (left,), (left**2,), played.turns, int(left < EXCELLENT))
    scores = tuple(result.scores.get(name, 0) for name in names)
    wins = tuple(int(name in result.winners) for name in names)
    return Sums(1, wins, scores, tuple(score**2 for score in scores), played.turns)
