"""Deck files: the shipped ones and a person's own, read into :class:`~touchjudge.rules.game.Deck`.

In: a name or the path of a TOML file (``name, game, about, stand_in, total, [cards], [facts], [codes]``). Out: a deck
whose cards add up. The deck ``any`` has no file: it is the absence of a deck.
"""

import errno
import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import platformdirs

from touchjudge.decks.making import toml
from touchjudge.decks.proofs import problems
from touchjudge.errors import ConfigError
from touchjudge.rules.game import Deck

_FIELDS = {
    "name": str,
    "game": str,
    "about": str,
    "stand_in": bool,
    "total": int,
    "cards": dict,
    "facts": dict,
    "codes": dict,
}
_OWN = "An owner's cards, enrolled one by one."
_WRITTEN_BY = "Written by `touchjudge deck enrol`, which goes on where it was interrupted."
_NEEDED = ("name", "game", "total", "cards")


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck as its file has it.

    Attributes:
        codes: what is printed on cards for a scanner (QR code, NFC id), and which card that is.
        shipped: it came with the program, and nobody writes to it.
        problems: what does not agree with the game, one sentence each; an owner's deck that is not all enrolled has
            some.
    """

    path: Path
    game: str
    about: str
    deck: Deck
    codes: Mapping[str, str]
    shipped: bool
    problems: tuple[str, ...]


def own_folder() -> Path:
    """Where the user's own deck files lie."""
    return platformdirs.user_data_path("touchjudge", appauthor=False) / "decks"


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
    file = read_file(name_or_path, folders=folders)
    if game is not None and file.game != game:
        # As it was called: where a shipped file lies is another place on every machine.
        raise ConfigError(f"The deck {str(name_or_path)!r} is for {file.game}, not for {game}; choose another deck.")
    if file.problems:
        raise ConfigError(f"The deck file {file.path} does not agree with its game: {file.problems[0]}")
    return file.deck


def read_file(name_or_path: str | Path, *, folders: Iterable[Path] = ()) -> DeckFile:
    """Read a deck file, also one that does not agree with its game yet.

    Raises:
        ConfigError: no such deck, a file that cannot be read or is no deck file, cards that do not add up.
    """
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or "/" in text or "\\" in text or text.endswith(".toml"):
        return _read(Path(name_or_path))
    files = _files(folders)
    if text not in files:
        raise ConfigError(f"There is no deck {text!r}: the known decks are {', '.join(sorted(files))}, or give a file.")
    return _read(files[text])


def write_file(path: Path, game: str, deck: Deck, codes: Mapping[str, str]) -> None:
    """Write an owner's deck file whole in the place of the one before; on the disk when it returns.

    Raises:
        ConfigError: it cannot be written.
    """
    text = toml(game, deck, _OWN, written_by=_WRITTEN_BY, codes=codes)
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise ConfigError(
            f"The deck file {path} cannot be written: {error.strerror}; make room, or check its rights."
        ) from None


def _shipped() -> Path:
    with resources.as_file(resources.files("touchjudge.decks")) as folder:
        return folder


def _files(folders: Iterable[Path]) -> dict[str, Path]:
    return {file.stem: file for folder in (_shipped(), *folders) for file in folder.glob("*.toml")}


def _read(path: Path) -> DeckFile:
    if "\0" in str(path):
        raise ConfigError(f"A deck file cannot be called {str(path)!r}; leave out the zero character.")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe might never end
            raise OSError(errno.EINVAL, "it is no ordinary file")
        content = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ConfigError(
            f"The deck file {path} cannot be read: {error.strerror}; check its name and rights."
        ) from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"The deck file {path} is not UTF-8 (byte {error.start}); save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:  # tomllib raises plain ones on nesting and on endless numbers
        raise ConfigError(f"The deck file {path} is not TOML: {error}; mend that place.") from None
    return _deck(path, content)


def _deck(path: Path, content: dict[str, Any]) -> DeckFile:
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
    deck = Deck(content["name"], cards, content.get("stand_in", False), facts)
    return DeckFile(
        path=path,
        game=content["game"],
        about=content.get("about", ""),
        deck=deck,
        codes=_codes(path, content.get("codes", {}), cards),
        shipped=path.parent == _shipped(),
        problems=problems(content["game"], deck),
    )


def _codes(path: Path, codes: dict[str, Any], cards: Counter[str]) -> dict[str, str]:
    coded = Counter[str]()
    for code, card in codes.items():
        if not isinstance(card, str) or card not in cards:
            raise ConfigError(f"codes.{code} in the deck file {path} is {card!r}: write one of its cards.")
        coded[card] += 1
        if coded[card] > cards[card]:
            raise ConfigError(
                f"{card} in the deck file {path} is there {cards[card]} times with {coded[card]} codes; take one out."
            )
    return dict(codes)
