"""``simulate``: many games of bots, fully refereed, on all processors; the same figures for the same seed."""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Annotated, Any

import typer

from touchjudge.cli.app import AsJson, app
from touchjudge.cli.told_options import option_told
from touchjudge.errors import ConfigError, LineError
from touchjudge.registry import known_games
from touchjudge.session.setup import check_options

MOST_GAMES = 10_000_000
PORTION = 50


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="Which game; `touchjudge games` lists them.")],
    players: Annotated[int, typer.Option(help="How many play.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Decides everything.")] = 1,
    bot: Annotated[str | None, typer.Option(help="Who plays; a wrong name lists the bots.")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE; may be repeated.")] = None,
    processes: Annotated[int | None, typer.Option(help="How many at once; by default one a processor.")] = None,
    transcript: Annotated[int | None, typer.Option(help="Print this game, counted from 1, as text instead.")] = None,
    as_json: AsJson = False,
) -> None:
    """Games of bots, fully refereed: who wins how often, how surely, how long it takes."""
    from touchjudge.simulation.simulators import bot_named

    known = known_games()
    if game not in known:
        raise ConfigError(f"there is no game {game!r}; the games are {', '.join(known)}")
    name = bot_named(game, bot)
    counts = known[game].players
    if players not in counts:
        raise ConfigError(f"{game} is for {counts.start} to {counts.stop - 1} players, not {players}")
    if not 1 <= games <= MOST_GAMES:
        raise ConfigError(f"--games {games} cannot be; give 1 to {MOST_GAMES}")
    at_once = processes if processes is not None else os.cpu_count() or 1
    if not 1 <= at_once <= 256:
        raise ConfigError(f"--processes {at_once} cannot be; give 1 to 256")
    options = dict(option_told(known[game], told) for told in rule or [])
    try:
        check_options(known[game].options, options)
    except LineError as error:
        raise ConfigError(str(error)) from None
    if transcript is not None:
        _print_transcript(game, players, name, seed, transcript, games, options)
        return
    sums = _play(game, players, name, seed, games, at_once, options)
    if as_json:
        print(json.dumps(figures(game, players, name, seed, sums), ensure_ascii=False, separators=(",", ":")))
    else:
        for line in _in_words(figures(game, players, name, seed, sums)):
            print(line)


def _print_transcript(
    game: str, players: int, bot: str, seed: int, number: int, games: int, options: dict[str, Any]
) -> None:
    from touchjudge.simulation.played import chance_of
    from touchjudge.simulation.seat_names import SEAT_NAMES
    from touchjudge.simulation.simulators import simulator

    if not 1 <= number <= games:
        raise ConfigError(f"--transcript {number} is none of the {games} games; give 1 to {games}")
    known = simulator(game)
    played = known.simulate(
        known_games()[game],
        SEAT_NAMES[:players],
        known.bots[bot],
        chance_of(seed, number - 1),
        options,
        transcript=True,
    )
    for line in played.transcript:
        print(line)


def _play(game: str, players: int, bot: str, seed: int, games: int, at_once: int, options: dict[str, Any]) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from touchjudge.simulation.simulators import Sums

    portions = [range(begin, min(begin + PORTION, games)) for begin in range(0, games, PORTION)]
    total = Sums()
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task(f"{game}, {bot}", total=games)
        for sums in _portions(game, players, bot, seed, portions, at_once, options):
            total += sums
            bar.advance(task, sums.games)
    return total


def _portions(
    game: str, players: int, bot: str, seed: int, portions: list[range], at_once: int, options: dict[str, Any]
) -> Iterator[Any]:
    if at_once == 1 or len(portions) == 1:
        for portion in portions:
            yield _portion(game, players, bot, seed, portion, options)
        return
    with ProcessPoolExecutor(min(at_once, len(portions))) as pool:
        waiting = [pool.submit(_portion, game, players, bot, seed, portion, options) for portion in portions]
        for done in as_completed(waiting):
            yield done.result()


def _portion(game: str, players: int, bot: str, seed: int, portion: range, options: dict[str, Any]) -> Any:
    from touchjudge.simulation.simulators import play_games

    return play_games(known_games()[game], players, bot, seed, portion, options)


def figures(game: str, players: int, bot: str, seed: int, sums: Any) -> dict[str, Any]:
    """What ``--json`` prints; every rate and mean with its 95 % interval."""
    from touchjudge.simulation.intervals import of_mean, of_rate

    games = sums.games
    head = {"game": game, "players": players, "games": games, "bot": bot, "seed": seed}
    if known_games()[game].cooperative:
        return {
            **head,
            "won": sums.wins[0],
            "win_rate": round(sums.wins[0] / games, 4),
            "win_rate_interval": list(of_rate(sums.wins[0], games)),
            "excellent_rate": round(sums.excellent / games, 4),
            "excellent_rate_interval": list(of_rate(sums.excellent, games)),
            "left_mean": round(sums.scores[0] / games, 3),
            "left_mean_interval": list(of_mean(sums.scores[0], sums.scores_squared[0], games)),
            "turns_mean": round(sums.turns / games, 3),
        }
    return {
        **head,
        "wins": list(sums.wins),
        "win_rates": [round(wins / games, 4) for wins in sums.wins],
        "win_rates_interval": [list(of_rate(wins, games)) for wins in sums.wins],
        "scores_mean": [round(score / games, 3) for score in sums.scores],
        "scores_mean_interval": [
            list(of_mean(score, squares, games))
            for score, squares in zip(sums.scores, sums.scores_squared, strict=True)
        ],
        "turns_mean": round(sums.turns / games, 3),
    }


def _in_words(found: dict[str, Any]) -> Iterator[str]:
    yield "{game}, {players} players, bot {bot}, {games} games, seed {seed}".format(**found)
    if "won" in found:
        yield _rate("won", found["win_rate"], found["win_rate_interval"])
        yield _rate("excellent", found["excellent_rate"], found["excellent_rate_interval"])
        low, high = found["left_mean_interval"]
        yield f"  cards left  {found['left_mean']:.2f}  ({low:.2f} to {high:.2f})"
    else:
        for seat, rate in enumerate(found["win_rates"]):
            name = f"seat {seat + 1}"
            low, high = found["scores_mean_interval"][seat]
            mean = f"mean score {found['scores_mean'][seat]:.2f} ({low:.2f} to {high:.2f})"
            yield f"{_rate(name, rate, found['win_rates_interval'][seat])}  {mean}"
    yield f"  turns       {found['turns_mean']:.1f}"


def _rate(name: str, rate: float, interval: list[float]) -> str:
    return f"  {name:<10}  {rate:.1%}  ({interval[0]:.1%} to {interval[1]:.1%})"
