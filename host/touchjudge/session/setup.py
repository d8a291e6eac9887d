"""From a ``start`` line to a game's set-up: players, options and deck, checked once, with every default filled in."""

from collections.abc import Callable, Mapping
from typing import Any

from touchjudge.errors import LineError, TouchJudgeError
from touchjudge.rules.game import Deck, Game, Option, Setup
from touchjudge.session.lines import Start

NAME_LENGTH = range(1, 41)
ANY_DECK = "any"  # only totals are checked

DeckFinder = Callable[[str, str], Deck]  # a deck's name or path, a game's name → the deck


def make_setup(game: Game[Any], start: Start, find_deck: DeckFinder) -> Setup:
    """The set-up that a ``start`` line describes.

    Raises:
        LineError: a field that cannot be, with its value and what is allowed.
    """
    check_players(game, start.players)
    first = start.players[0] if start.first is None else start.first
    if first not in start.players:
        raise LineError(f"first: {first!r} does not play; allowed: {', '.join(start.players)}")
    deck_name = game.default_deck if start.deck is None else start.deck
    return Setup(
        players=start.players,
        first=first,
        options=check_options(game.options, start.options),
        deck=_deck(deck_name, game.name, find_deck),
        extras=dict(start.extras),
    )


def _deck(name: str, game: str, find_deck: DeckFinder) -> Deck | None:
    if name == ANY_DECK:
        return None
    try:
        return find_deck(name, game)
    except TouchJudgeError as error:
        raise LineError(f"deck: {error} {ANY_DECK!r} is allowed too and takes every card of the game.") from None


def check_players(game: Game[Any], players: tuple[str, ...]) -> None:
    """Raises LineError unless these names can play this game."""
    fewest, most = game.players.start, game.players.stop - 1
    if len(players) not in game.players:
        raise LineError(f"players: {len(players)} given; {game.name} is for {fewest} to {most}")
    for name in players:
        if len(name) not in NAME_LENGTH:
            raise LineError(f"players: {name!r} has {len(name)} characters; a name has 1 to 40")
    for name in players:
        if players.count(name) > 1:
            raise LineError(f"players: {name!r} is named twice; names must differ")


def check_options(known: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, bool | int | str]:
    """All options by name, defaults filled in.

    >>> check_options((Option("penalty", 3, "cards for a wrong draw", low=1, high=6),), {"penalty": 2})
    {'penalty': 2}

    Raises:
        LineError: an unknown option or a value out of range, with what is allowed.
    """
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            raise LineError(f"options: {name!r} is unknown; allowed: {', '.join(names) or 'none'}")
    chosen: dict[str, bool | int | str] = {}
    for option in known:
        value = given.get(option.name, option.default)
        if not _fits(option, value):
            raise LineError(f"options.{option.name}: {value!r} is not allowed; allowed: {option.allowed()}")
        chosen[option.name] = value
    return chosen


def _fits(option: Option, value: object) -> bool:
    if isinstance(option.default, bool):
        return isinstance(value, bool)
    if isinstance(option.default, int):
        return isinstance(value, int) and not isinstance(value, bool) and option.low <= value <= option.high
    return isinstance(value, str) and value in option.choices
