"""An owner's decks as files: begun, gone on with, and one code more for a card that was named at the table."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from touchjudge.adapters.decks import known, own_folder, read_file, write_file
from touchjudge.decks.enrolling import Enrolment, kinds_of
from touchjudge.errors import ConfigError
from touchjudge.registry import known_games
from touchjudge.rules.game import Deck, Game, Setup
from touchjudge.session.lines import Start
from touchjudge.session.setup import make_setup

_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
_NAME_LENGTH = range(1, 41)


def learn(game: str, code: str, card: str) -> None:
    """Keep that this code is on that card: in the owner's deck of the game if there is one, else in a new one.

    Raises:
        ConfigError: the file cannot be read or written.
        RuleError: it is no card of the game, or the deck has no room for it.
    """
    own = [name for name in known([own_folder()]) if name not in known() and _is_of(name, game)]
    path, enrolment = begun(game, own[0] if len(own) == 1 else f"my_{game}")
    grown = enrolment.with_code(code, card)
    write_file(path, game, grown.deck(path.stem), grown.codes)


def _is_of(name: str, game: str) -> bool:
    try:
        return read_file(name, folders=[own_folder()]).game == game
    except ConfigError:
        return False


def begun(game_name: str, name: str) -> tuple[Path, Enrolment]:
    """Where the deck is kept, and what it has already.

    Raises:
        ConfigError: no such game, a name that cannot be or is a shipped deck's, a file of another game.
    """
    games = known_games()
    if game_name not in games:
        raise ConfigError(f"there is no game {game_name!r}; the games are {', '.join(games)}")
    if len(name) not in _NAME_LENGTH or not set(name) <= _NAME:
        raise ConfigError(f"a deck cannot have the name {name!r}: use up to 40 of a to z, 0 to 9, _ and -")
    if name in known() or name == "any":
        raise ConfigError(f"{name} is a deck that came with touchjudge; give yours another name with --name")
    game = games[game_name]
    setup = _any_setup(game)
    cards = [card for known_name in known() for card in _cards_of(known_name, game_name)]
    enrolment = Enrolment(game_name, lambda card: game.check_card(card, setup), kinds_of(cards))
    path = own_folder() / f"{name}.toml"
    if not path.exists():
        return path, enrolment
    file = read_file(path)
    if file.game != game_name:
        raise ConfigError(f"the deck {name} in {path} is for {file.game}; give this one another name with --name")
    return path, replace(enrolment, cards=file.deck.cards, facts=file.deck.facts, codes=file.codes)


def _cards_of(name: str, game: str) -> list[str]:
    file = read_file(name)
    return list(file.deck.cards) if file.game == game else []


def _any_setup(game: Game[Any]) -> Setup:
    """A set-up to check cards by; how a card is written depends on no player."""
    players = tuple(f"Player {number}" for number in range(1, game.players.start + 1))
    return make_setup(game, Start(game=game.name, players=players, deck="any"), _no_deck)


def _no_deck(name: str, game: str) -> Deck:
    raise ConfigError(f"no deck {name!r} of {game} is needed to check how cards are written")
