"""Which games there are: the entry points of the group ``touchjudge.games``, ours and those of other packages."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from touchjudge.rules.game import Game

GROUP = "touchjudge.games"


class Shelf(Mapping[str, Game[Any]]):
    """Games by name, in the order of their names; each is loaded when it is asked for.

    A game of a package that does not load is not on the shelf; the others can be played.
    """

    def __init__(self, points: Iterable[EntryPoint]) -> None:
        self._points = {point.name: point for point in sorted(points, key=lambda point: point.name)}
        self._games: dict[str, Game[Any]] = {}
        self._faults: dict[str, str] = {}

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each game that does not load."""
        for name in self._points:
            self._load(name)
        return tuple(self._faults[name] for name in self._points if name in self._faults)

    def __getitem__(self, name: str) -> Game[Any]:
        self._load(name)
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._points if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self, name: str) -> None:
        point = self._points.get(name)
        if point is None or name in self._games or name in self._faults:
            return
        try:
            game: Game[Any] = point.load()
        except Exception as error:  # noqa: BLE001 - whatever another package raises when it is imported
            self._faults[name] = f"the game {name!r} of {_package(point)} does not load ({error}); repair or remove it"
            return
        if game.name == name:
            self._games[name] = game
        else:
            self._faults[name] = (
                f"the entry point {name!r} of {_package(point)} gives the game {game.name!r}: both need one name"
            )


@cache
def known_games() -> Shelf:
    """The games that are installed."""
    return Shelf(entry_points(group=GROUP))


def _package(point: EntryPoint) -> str:
    return f"package {point.dist.name}" if point.dist is not None else point.value
