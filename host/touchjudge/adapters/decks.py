"""Deck files: the shipped ones and a person's own, read into :class:`~touchjudge.rules.game.Deck`.

In: a name or the path of a TOML file (``name, game, about, stand_in, total, [cards], [facts]``). Out: a deck whose
cards add up. The deck ``any`` has no file: it is the absence of a deck.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from touchjudge.decks.proofs import problems
from touchjudge.errors import ConfigError
from touchjudge.rules.game import Deck

_FIELDS = {"name": str, "game": str, "about": str, "stand_in": bool, "total": int, "cards": dict, "facts": dict}
_NEEDED = ("name", "game", "total", "cards")


def known(folders: Iterable[Path] = ()) -> list[str]:
    """The names of the shipped decks and of those in these folders, sorted."""
    return sorted(_files(folders))


def load(name_or_path: str | Path, *, game: str | None = None, folders: Iterable[Path] = ()) -> Deck:
    """Read a deck.

    Args:
        name_or_path: a deck's name, or a path if it holds a slash or ends with ``.toml``.
        game: the game that is to be played with it, to find out about a deck of another one.
        folders: where a person keeps own deck files; a file there wins over a shipped one of the same name.

    Raises:
        ConfigError: no such deck, a file that cannot be read or is no deck file, cards that do not add up.
    """
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or "/" in text or "\\" in text or text.endswith(".toml"):
        return _read(Path(name_or_path), game)
    files = _files(folders)
    if text not in files:
        raise ConfigError(f"There is no deck {text!r}: the known decks are {', '.join(sorted(files))}, or give a file.")
    return _read(files[text], game)


def _files(folders: Iterable[Path]) -> dict[str, Path]:
    with resources.as_file(resources.files("touchjudge.decks")) as shipped:
        return {file.stem: file for folder in (shipped, *folders) for file in folder.glob("*.toml")}


def _read(path: Path, game: str | None) -> Deck:
    if "\0" in str(path):
        raise ConfigError(f"A deck file cannot be called {str(path)!r}; leave out the zero character.")
    try:
        content = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ConfigError(
            f"The deck file {path} cannot be read: {error.strerror}; check its name and rights."
        ) from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"The deck file {path} is not UTF-8 (byte {error.start}); save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:  # tomllib raises plain ones on nesting and on endless numbers
        raise ConfigError(f"The deck file {path} is not TOML: {error}; mend that place.") from None
    return _deck(path, content, game)


def _deck(path: Path, content: dict[str, Any], game: str | None) -> Deck:
    for field, value in content.items():
        if field not in _FIELDS:
            raise ConfigError(f"The deck file {path} has a field {field!r}: it may have {', '.join(_FIELDS)}.")
        if type(value) is not _FIELDS[field]:
            kind = {"dict": "table", "str": "text", "int": "whole number", "bool": "true or false"}
            raise ConfigError(f"{field} in the deck file {path} is {value!r}; write a {kind[_FIELDS[field].__name__]}.")
    if missing := [field for field in _NEEDED if field not in content]:
        raise ConfigError(f"The deck file {path} lacks {', '.join(missing)}; a shipped deck file shows how it looks.")
    cards = Counter[str]()
    for card, count in content["cards"].items():
        if type(count) is not int or count < 1:
            raise ConfigError(f"{card} in the deck file {path} is there {count!r} times; write a number from 1.")
        cards[card] = count
    if cards.total() != content["total"]:
        raise ConfigError(
            f"The cards in the deck file {path} add up to {cards.total()}, its total says {content['total']}; "
            "count again and mend the one that is wrong."
        )
    facts = content.get("facts", {})
    for card, about in facts.items():
        if card not in cards or not isinstance(about, dict):
            raise ConfigError(f"facts.{card} in the deck file {path} is not about one of its cards; take it out.")
    if game is not None and content["game"] != game:
        raise ConfigError(f"The deck file {path} is for {content['game']}, not for {game}; choose another deck.")
    deck = Deck(content["name"], cards, content.get("stand_in", False), facts)
    if wrong := problems(content["game"], deck):
        raise ConfigError(f"The deck file {path} does not agree with its game: {wrong[0]}")
    return deck
