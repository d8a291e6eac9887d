"""What the page needs to set up a game and to put a line right: the games, their options, lines, earlier players."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from touchjudge.adapters.catalogues import catalogue
from touchjudge.cli.earlier import earlier
from touchjudge.language.forms import forms
from touchjudge.registry import known_games
from touchjudge.rules.game import Game, Option
from touchjudge.words.evening import game_title
from touchjudge.words.translate import Translate


def page_facts(journal: Path, language: str) -> dict[str, Any]:
    """The facts as JSON values; reads the journal, and loads every game."""
    translate = catalogue(language)
    return {
        "games": [game_facts(game, translate) for game in known_games().values()],
        "names": list(earlier(journal).names),
    }


def game_facts(game: Game[Any], translate: Translate) -> Mapping[str, Any]:
    return {
        "name": game.name,
        "title": game_title(game.title, translate),
        "players": [game.players.start, game.players.stop - 1],
        "cooperative": game.cooperative,
        "targets": list(game.targets),
        "extras": list(game.extras),
        "options": [_option(option, translate) for option in game.options],
        "lines": forms(game),
    }


def _option(option: Option, translate: Translate) -> Mapping[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
        "why": translate.gettext(option.why),
    }
