"""What several commands share: their options, a session that knows all games, the sentences of a language."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.decks import known as known_decks
from touchjudge.adapters.decks import load as load_deck
from touchjudge.adapters.decks import own_folder, read_file
from touchjudge.errors import ConfigError
from touchjudge.language import read
from touchjudge.registry import known_games
from touchjudge.rules.game import Deck, Game, Line, Ruling
from touchjudge.session.fold import Session
from touchjudge.words import say
from touchjudge.words.choices import choice
from touchjudge.words.evening import game_title

BAD_INPUT = 2

app = typer.Typer(
    name="touchjudge",
    help="The referee that sits at a real card table.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Language = Annotated[str, typer.Option("--language", help="en, de or es: the language of the sentences.")]
Db = Annotated[
    Path | None, typer.Option("--db", readable=False, help="The journal; by default in the user's data folder.")
]  # readable=False: the journal itself says best why it cannot be read
AsJson = Annotated[bool, typer.Option("--json", help="JSON for scripts.")]


def new_session() -> Session:
    """An empty session that knows all games and decks."""
    games = known_games()

    def find_deck(name: str, game: str) -> Deck:
        return load_deck(name, game=game, folders=[own_folder()])

    return Session(lambda line, moment: read(line, moment, games), find_deck, games)


def own_decks() -> dict[str, str]:
    """Game → the deck that its owner has enrolled whole; a game with none, or with several, is not in it."""
    found: dict[str, list[str]] = {}
    for name in set(known_decks([own_folder()])) - set(known_decks()):
        try:
            file = read_file(name, folders=[own_folder()])
        except ConfigError:
            continue
        if not file.problems and not file.deck.stand_in:
            found.setdefault(file.game, []).append(name)
    return {game: names[0] for game, names in found.items() if len(names) == 1}


def sayer(language: str) -> Callable[[Ruling, Game[Any] | None], str]:
    """A function that puts a ruling into a sentence of this language.

    Raises:
        ConfigError: a language there is no catalogue for.
    """
    translate = catalogue(language)

    def say_it(ruling: Ruling, game: Game[Any] | None) -> str:
        return say(ruling, game, translate)

    return say_it


def labeller(language: str) -> Callable[[Sequence[Line]], str]:
    """A function that puts the lines of a possible answer on a button."""
    translate = catalogue(language)
    return lambda lines: choice(lines, translate)


def titler(language: str) -> Callable[[str], str]:
    """A function that puts the title of a game into this language."""
    translate = catalogue(language)
    return lambda title: game_title(title, translate)
