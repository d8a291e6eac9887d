"""The scanner and the codes of the cards that people have enrolled."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from touchjudge.adapters.decks import known, own_folder, read_file
from touchjudge.cli.enrolling import learn
from touchjudge.errors import ConfigError
from touchjudge.ports import Inbox, Warned
from touchjudge.service.scanned_cards import ScannedCards

if TYPE_CHECKING:
    from touchjudge.adapters.card_scanner import CardScanner


def codes_of(game: str) -> dict[str, str]:
    """The codes of all own decks of a game, and their cards; a deck file that cannot be read has none."""
    codes: dict[str, str] = {}
    for name in known([own_folder()]):
        try:
            file = read_file(name, folders=[own_folder()])
        except ConfigError:
            continue
        if file.game == game:
            codes |= file.codes
    return codes


@contextmanager
def scanned_cards(device: str | None, inbox: Inbox) -> Iterator[ScannedCards]:
    """What is told of scanned cards, and the scanner that reads them, if there is one.

    Raises:
        ConfigError: what reads a scanner is not installed.
    """
    cards = ScannedCards(inbox.put, codes_of, learn=learn)
    if device is None:
        yield cards
        return
    with closing(_scanner(device, cards.heard, inbox.put)):
        yield cards


def photo_reader(cards: ScannedCards) -> Callable[[bytes], dict[str, Any]]:
    """Reads the cards in a photo and tells them as if they had been scanned."""

    def read(photo: bytes) -> dict[str, Any]:
        from touchjudge.adapters.photo_codes import codes_in

        return {"cards": [{"code": code, "card": cards.heard(code)} for code in codes_in(photo)]}

    return read


@contextmanager
def codes_scanned(device: str, heard: Callable[[str], Any]) -> Iterator[None]:
    """A scanner without a table; what is wrong with it goes to standard error.

    Raises:
        ConfigError: what reads a scanner is not installed.
    """

    def warn(warned: Warned) -> None:
        print(f"touchjudge: {warned.sentence or 'the scanner is there'}", file=sys.stderr, flush=True)

    with closing(_scanner(device, heard, warn)):
        yield


def _scanner(device: str, heard: Callable[[str], Any], warn: Callable[[Warned], Any]) -> "CardScanner":
    from touchjudge.adapters.card_scanner import CardScanner

    if device != "auto" and not device.startswith("/"):
        raise ConfigError(f"--scanner {device!r} is no device; use auto, or a path such as /dev/input/by-id/…")
    return CardScanner(device, heard, warn)
