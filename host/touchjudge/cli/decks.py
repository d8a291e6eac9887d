"""``deck list``, ``check``, ``enrol`` and ``print``: the cards that games are played with."""

import json
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import typer

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.decks import DeckFile, known, own_folder, read_file, write_file
from touchjudge.cli.app import AsJson, Language, app
from touchjudge.cli.enrolling import begun
from touchjudge.cli.shown import columns
from touchjudge.cli.taking_home import STANDARD_OUTPUT, write
from touchjudge.decks.card_codes import card_of
from touchjudge.decks.enrolling import Enrolment
from touchjudge.decks.proofs import TOTALS
from touchjudge.decks.sheet import codes_of_cards, sheet
from touchjudge.errors import ConfigError, RuleError
from touchjudge.words.values import in_words

deck = typer.Typer(name="deck", help="The cards that games are played with.")
app.add_typer(deck)

_WORDS = ("undo", "done")

Which = Annotated[str | None, typer.Argument(help="A game, a deck's name, or a deck file; every deck if left out.")]


@deck.command("list")
def list_(
    game: Annotated[str | None, typer.Argument(help="Only decks of this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """The decks that are known, and which of them are stand-ins."""
    files, faults = _files(game)
    for fault in faults:
        print(f"touchjudge: {fault}", file=sys.stderr)
    if as_json:
        print(json.dumps({"decks": [_facts(file) for file in files]}, ensure_ascii=False, indent=2))
        return
    for text in columns((file.deck.name, file.game, _count(file), _kind(file), file.about) for file in files):
        print(text)


@deck.command()
def check(which: Which = None) -> None:
    """Prove counts and the stated distribution; a deck that is not right is told, and the status is 2."""
    files, faults = _files(which) if which is None or _is_game(which) else ([_read(which)], [])
    wrong = [file.deck.name for file in files if file.problems]
    for file in files:
        verdict = "not right" if file.problems else "right"
        print(f"{file.deck.name}: {_count(file)} of {file.game}, {verdict} ({_kind(file)})")
        for problem in file.problems:
            print(f"    {problem}")
    for fault in faults:
        print(fault)
    if wrong or faults:
        of = len(files) + len(faults)
        raise ConfigError(
            f"{len(wrong) + len(faults)} of {of} decks are not right; what is said above has to be mended"
        )


@deck.command()
def enrol(
    game: Annotated[str, typer.Argument(help="The game that the cards belong to.")],
    name: Annotated[str | None, typer.Option(help="What the deck is called; my_GAME if left out.")] = None,
    scanner: Annotated[
        str | None, typer.Option(help="Reads the codes: auto, or the path of the scanner's input device.")
    ] = None,
) -> None:
    """Record an owner's cards one by one, each kept at once; the same command goes on where it was interrupted.

    A line is a card, or CODE CARD (or CARD CODE) for a card with a QR code or an NFC id. With --scanner scan the code,
    then write the card. The Game: Extreme takes command=stop and its like after the card. undo takes back the last
    card, done stops.
    """
    path, enrolment = begun(game, f"my_{game}" if name is None else name)
    if enrolment.complete:
        print(f"{path.stem} is complete, {enrolment.so_far} cards: {path}")
        return
    print(f"{path.stem}: {enrolment.so_far} cards so far; write CARD or CODE CARD, undo, or done.")
    earlier: list[Enrolment] = []

    def codes() -> Mapping[str, str]:
        return enrolment.codes

    for line in _lines() if scanner is None else _scanned_lines(scanner, game, codes):
        if line == "done":
            break
        try:
            if line == "undo":
                if not earlier:
                    raise RuleError("nothing was enrolled since this command began, so there is nothing to undo")
                enrolment, said = earlier.pop(), "took back the last card"
            else:
                told = enrolment.read(line)
                grown = enrolment.add(told)
                earlier.append(enrolment)
                enrolment = grown
                said = told.card + (f" with the code {told.code}" if told.code is not None else "")
        except RuleError as error:
            print(f"touchjudge: {error}", file=sys.stderr, flush=True)
            continue
        write_file(path, game, enrolment.deck(path.stem), enrolment.codes)
        print(f"{enrolment.so_far}: {said}", flush=True)
        if enrolment.complete:
            print(f"{path.stem} is complete: {path}")
            return
    print(f"{path.stem} has {enrolment.so_far} cards; the same command goes on: {path}")


@deck.command("print")
def print_(
    which: Annotated[str, typer.Argument(help="A deck's name, a deck file, or a game.")],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE.html", help="Where to; - is standard output.")
    ] = STANDARD_OUTPUT,
    codes: Annotated[bool, typer.Option("--codes", help="A QR code on each card, for a scanner or a photo.")] = False,
    labels: Annotated[
        bool, typer.Option("--labels", help="Only the QR codes, as labels for the cards that you have.")
    ] = False,
    language: Language = "en",
) -> None:
    """A page with every card, to print and cut; a stand-in says so on each of them."""
    translate = catalogue(language)
    files = [_read(which)] if which in known([own_folder()]) or not _is_game(which) else _files(which)[0]
    if len(files) > 1:
        names = ", ".join(file.deck.name for file in files)
        raise ConfigError(f"there are several decks of {which}: name one of {names}")
    (file,) = files
    page = sheet(
        file.deck,
        file.about,
        lambda card: in_words("card", card, translate),
        codes=codes_of_cards(file.game, file.deck, file.codes) if codes or labels else None,
        labels=labels,
        language=language,
    )
    write(page.encode(), output)


# ---- which decks


def _files(game: str | None = None) -> tuple[list[DeckFile], list[str]]:
    """The decks, of one game or of all, an owner's first; and a sentence for each own file that cannot be read.

    Raises:
        ConfigError: no deck is of this game.
    """
    files, faults = [], []
    for name in known([own_folder()]):
        try:
            files.append(_read(name))
        except ConfigError as error:
            faults.append(str(error))
    found = [file for file in files if game in (None, file.game)]
    if not found:
        games = ", ".join(sorted({file.game for file in files}))
        raise ConfigError(f"there is no deck of a game {game!r}; there are decks of {games}")
    return sorted(found, key=lambda file: file.shipped), faults


def _read(which: str) -> DeckFile:
    return read_file(which, folders=[own_folder()])


def _is_game(which: str) -> bool:
    return any(file.game == which for file in _files()[0])


def _facts(file: DeckFile) -> dict[str, Any]:
    return {
        "name": file.deck.name,
        "game": file.game,
        "cards": file.deck.cards.total(),
        "of": TOTALS.get(file.game),
        "stand_in": file.deck.stand_in,
        "shipped": file.shipped,
        "codes": len(file.codes),
        "problems": list(file.problems),
        "about": file.about,
        "path": str(file.path),
    }


def _count(file: DeckFile) -> str:
    count, total = file.deck.cards.total(), TOTALS.get(file.game)
    return f"{count} cards" if total in (None, count) else f"{count} of {total} cards"


def _kind(file: DeckFile) -> str:
    return "stand-in" if file.deck.stand_in else "printed deck" if file.shipped else "own"


# ---- enrolling


def _lines() -> Iterator[str]:
    """What is typed or scanned, until it ends or somebody presses Ctrl-C; without remarks and empty lines."""
    try:
        for line in sys.stdin:
            told = line.strip(" \t\r\n")
            if told and not told.startswith("#"):
                yield told
    except KeyboardInterrupt:
        print(file=sys.stderr)


def _scanned_lines(scanner: str, game: str, codes: Callable[[], Mapping[str, str]]) -> Iterator[str]:
    """What is typed, each card behind the code that was scanned before it.

    Args:
        codes: those that are enrolled already.

    Raises:
        ConfigError: what reads a scanner is not installed.
    """
    from touchjudge.cli.scanning import codes_scanned

    # The scanner is read by a thread and the keyboard by another; None ends what is typed.
    told: queue.SimpleQueue[tuple[str | None, str | None]] = queue.SimpleQueue()

    def typing() -> None:
        for line in _lines():
            told.put((None, line))
        told.put((None, None))

    with codes_scanned(scanner, lambda code: told.put((code, None))):
        threading.Thread(target=typing, name="typing", daemon=True).start()
        waiting: str | None = None
        while True:
            try:
                code, line = told.get()
            except KeyboardInterrupt:
                print(file=sys.stderr)
                return
            if code is not None:
                card = card_of(code, game, codes())
                waiting = code if card is None else None
                if card is None:
                    print(f"{code}: write its card", flush=True)
                elif code in codes():
                    print(f"{code} is enrolled already, as {card}", flush=True)
                else:  # a card that was printed here says itself what it is, and every copy says the same
                    yield card
            elif line is None:
                return
            elif line in _WORDS or waiting is None:
                waiting = None
                yield line
            else:
                yield f"{waiting} {line}"
                waiting = None
