"""Which games there are: the entry points of the group ``touchjudge.games``, ours and those of other packages."""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from touchjudge.rules.game import Game

GROUP = "touchjudge.games"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games on the shelf.

    Attributes:
        games: by name, in the order of their names.
        faults: a sentence for each game of a package that does not load; the others can be played.
    """

    games: dict[str, Game[Any]]
    faults: tuple[str, ...]


@cache
def shelf() -> Shelf:
    """All games that are installed."""
    games: dict[str, Game[Any]] = {}
    faults = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            game: Game[Any] = point.load()
        except Exception as error:  # noqa: BLE001 - whatever another package raises when it is imported
            faults.append(f"the game {point.name!r} of {_package(point)} does not load ({error}); repair or remove it")
            continue
        if game.name != point.name:
            faults.append(f"the entry point {point.name!r} of {_package(point)} gives the game {game.name!r}: one name")
            continue
        games[point.name] = game
    return Shelf(games, tuple(faults))


def known_games() -> dict[str, Game[Any]]:
    """The games that can be played, by name."""
    return shelf().games


def _package(point: EntryPoint) -> str:
    return f"package {point.dist.name}" if point.dist is not None else point.value
