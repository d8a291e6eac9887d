"""``--rule NAME=VALUE``: an option of a game as the command line tells it."""

from typing import Any

from touchjudge.errors import ConfigError
from touchjudge.rules.game import Game, Option


def option_told(game: Game[Any], told: str) -> tuple[str, bool | int | str]:
    """The option's name and value.

    Raises:
        ConfigError: no such option; what a value may be, the set-up says.
    """
    name, equals, value = told.partition("=")
    option = next((option for option in game.options if option.name == name), None)
    if not equals or option is None:
        names = ", ".join(option.name for option in game.options)
        raise ConfigError(f"--rule {told!r} names no option of {game.name}; give NAME=VALUE with one of {names}")
    return name, _value(option, value)


def _value(option: Option, told: str) -> bool | int | str:
    if isinstance(option.default, bool) and told.lower() in ("true", "false"):
        return told.lower() == "true"
    if isinstance(option.default, int) and not isinstance(option.default, bool) and told.lstrip("-").isdecimal():
        return int(told)
    return told  # make_setup says what is allowed
