"""What links, journals and displays say is read in the table's language; in English it is as it always was."""

import copy
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.journal_sqlite.failures import explained
from touchjudge.adapters.pico_link.port import missing
from touchjudge.adapters.pico_link.report import LinkReport
from touchjudge.link.machine import BoardLink
from touchjudge.ports import Arrival, LinkChanged
from touchjudge.service.showing import Now, Showing
from touchjudge.session.fold import Session
from touchjudge.session.places import Places
from touchjudge.session.view import Viewer
from touchjudge.words.sentences import SENTENCES, Sentence, told, translated

HOST = Path(__file__).parents[2] / "host" / "touchjudge"
# Text where a sentence is made, up to its first part or the end of the message.
MADE = re.compile(r'Sentence\(\s*"([^"]+)"')


def view_of(language: str, *, link: LinkChanged | None = None, warning: str | None = None) -> dict[str, Any]:
    """The view of a table that stands still beside such a link or warning."""
    views: list[dict[str, Any]] = []
    viewer = Viewer(lambda _ruling, _game: "", lambda _lines: "")
    showing = Showing("s", viewer, [views.append], simulated=False, language=language, translate=catalogue(language))
    if link is not None:
        showing.link(link)
    showing.warn("about", warning)
    showing.show(Session(None, None, {}), Now(None, None, None, Places(), 0))  # type: ignore[arg-type]
    return views[-1]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Not saved: the journal j could not keep: the disk is full"),
        ("de", "Nicht gespeichert: die Platte mit dem Journal j ist voll"),
        ("es", "No se ha guardado: el disco del diario j está lleno"),
    ],
)
def test_a_full_disk_is_said_in_the_language_of_the_table(language: str, said: str) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    error = explained(full, Path("j"), "keep")
    warning = Sentence("Not saved: {why}. The game goes on in memory.", why=told(error))
    shown = view_of(language, warning=warning)["warnings"]
    assert shown[0].startswith(said)
    assert type(json.loads(json.dumps(shown))[0]) is str


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No Pico is plugged in: play goes on by hand, and the pads join in when it comes."),
        ("de", "Kein Pico ist angesteckt: gespielt wird von Hand, und die Felder machen mit, sobald er da ist."),
        ("es", "No hay ningún Pico conectado: se juega a mano, y las placas se suman cuando llegue."),
    ],
)
def test_a_board_that_is_missing_is_said_in_the_language_of_the_table(language: str, said: str) -> None:
    arrivals: list[Arrival] = []

    class Inbox:
        def put(self, arrival: Arrival) -> bool:
            arrivals.append(arrival)
            return True

        def wait(self, until_ns: int | None) -> Arrival | None:
            return None

    LinkReport("pico").publish(Inbox(), 1, BoardLink(chance=lambda: 0.5))
    link = arrivals[-1]
    assert isinstance(link, LinkChanged)
    assert view_of(language, link=link)["links"][0]["text"] == said


def test_two_sentences_and_what_they_were_made_of_stay_together() -> None:
    chatters = Sentence(
        "The switch of {place} chatters; its presses still count once. Replace it soon.", place=Sentence("pig")
    )
    muted = Sentence("Line {lines} flooded and is muted: that pad or its cable is broken.", lines="3, 4")
    both = copy.deepcopy(chatters.then(muted))
    assert both == (
        "The switch of pig chatters; its presses still count once. Replace it soon."
        " Line 3, 4 flooded and is muted: that pad or its cable is broken."
    )
    assert translated(both, catalogue("de")).startswith("Der Schalter von Schwein prellt")
    assert translated(both, catalogue("de")).endswith(
        "Leitung 3, 4 war überflutet und ist stumm: dieses Feld oder sein Kabel ist kaputt."
    )


def test_what_a_stranger_sends_is_never_read_as_a_message() -> None:
    ended = Sentence("The board's program ended with an error: {error}", error="{0} {edges} {error!r}")
    assert ended == "The board's program ended with an error: {0} {edges} {error!r}"
    assert translated(ended, catalogue("es")).endswith("{0} {edges} {error!r}")


def test_a_text_that_is_no_sentence_is_shown_as_it_is() -> None:
    assert view_of("de", warning="as it is")["warnings"] == ["as it is"]
    assert type(told(missing("/dev/ttyACM9", []))) is str


def test_every_sentence_that_is_made_is_in_the_table() -> None:
    made = {
        text for path in HOST.rglob("*.py") if path.name != "sentences.py" for text in MADE.findall(path.read_text())
    }
    assert made
    assert {text for text in made if not any(known.startswith(text) for known in SENTENCES)} == set()


@pytest.mark.parametrize("language", ["de", "es"])
def test_no_translation_loses_a_part_but_what_was_tried(language: str) -> None:
    def parts(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", text)) - {"tried"}

    for sentence in SENTENCES:
        assert parts(catalogue(language).gettext(sentence)) == parts(sentence), sentence
