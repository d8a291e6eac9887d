"""Which games there are: the entry points of the group ``touchjudge.games``, ours and those of other packages."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from touchjudge.errors import ConfigError
from touchjudge.rules.game import Game

GROUP = "touchjudge.games"


@cache
def known_games() -> dict[str, Game[Any]]:
    """All games by name, in the order of their names.

    Raises:
        ConfigError: a package's game cannot be loaded; says which and how to go on without it.
    """
    return {point.name: _load(point) for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def _load(point: EntryPoint) -> Game[Any]:
    try:
        game: Game[Any] = point.load()
    except Exception as error:  # whatever another package's module raises when it is imported
        package = point.dist.name if point.dist else point.value
        raise ConfigError(
            f"the game {point.name!r} of package {package} does not load ({error}); repair or uninstall that package"
        ) from error
    if game.name != point.name:
        raise ConfigError(f"entry point {point.name!r} gives the game {game.name!r}; both must have one name")
    return game
