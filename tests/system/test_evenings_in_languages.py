"""``sessions``, ``show``, ``rejudge``, ``undo`` and the end of ``play`` in the language that was asked for, whole."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from commands import Ended, keep, touchjudge
from played_session import Evening, claimed_pig
from touchjudge.adapters.catalogues import catalogue
from touchjudge.cli import shown
from touchjudge.words import evening as words
from touchjudge.words.sentences import Sentence, translated

LANGUAGES = ("de", "es")
LOCALE = Path(words.__file__).parents[1] / "locale"
ONE_CARD = "time_us,line,level\n1000000,3,1\n1080000,3,0\n"  # the reveal pad, pressed once


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated evening of first touch."""
    path = tmp_path_factory.mktemp("evening") / "evening.sqlite3"
    played = ("play", "first_touch", "--table", "sim", "--seed", "3", "--speed", "1000")
    assert touchjudge(*played, "--screen", "none", "--no-web", "--db", path).status == 0
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    evening = claimed_pig()
    keep(tmp_path / "evening.sqlite3", evening.row(), evening.rows)
    return tmp_path / "evening.sqlite3"


def english(language: str) -> list[str]:
    """What the lists say in English, in pieces between the parts that are filled in, and the language itself never."""
    path = LOCALE / language / "LC_MESSAGES" / "touchjudge.po"
    translations = " ".join(str(message.string) for message in read_po(io.BytesIO(path.read_bytes())))
    own = re.sub(r"\{\w+\}", "", translations)
    texts = [*words.TEXTS.values(), *words.WORDS.values(), *(text for both in words.COUNTS.values() for text in both)]
    pieces = {piece.strip(" ,.;:()`") for text in texts for piece in re.split(r"\{\w+\}", text)}
    return [piece for piece in sorted(pieces) if piece and not found(piece, own)]


def found(piece: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(piece)}\b", text) is not None


def without_lines(ended: Ended) -> str:
    """What was said but for the lines of the table language, which are the same in every language."""
    assert ended.status == 0, ended.said
    return re.sub(r"\{\"do\".*?\}(?=  \[|$)", "", ended.out, flags=re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [("sessions",), ("show",), ("rejudge", "--settle-ms", "0.1")], ids=lambda c: c[0])
def test_nothing_of_an_evening_stays_in_english(db: Path, command: tuple[str, ...], language: str) -> None:
    in_english = without_lines(touchjudge(*command, "--db", db))
    said = without_lines(touchjudge(*command, "--db", db, "--language", language))
    assert "First touch" in in_english
    assert "First touch" not in said
    pieces = english(language)
    assert len([piece for piece in pieces if found(piece, in_english)]) > 2
    assert [piece for piece in pieces if found(piece, said)] == []


@pytest.mark.parametrize(
    ("language", "list_says", "show_says", "heads"),
    [
        (
            "en",
            "1  First touch  ",
            "(times in ms; ± is the bound of the stamp)",
            ["line", "table", "time", "spot", "player", "reaction", "known", "ruling"],
        ),
        (
            "de",
            "1  Erste Berührung  ",
            "(Zeiten in ms; ± ist die Uhrgrenze des Stempels)",
            ["Zeile", "Tischzeit", "Ziel", "Spieler", "Reaktion", "bekannt", "Entscheid"],
        ),
        (
            "es",
            "1  Primer toque  ",
            "(tiempos en ms; ± es la cota del reloj)",
            ["línea", "hora", "de", "mesa", "blanco", "jugador", "reacción", "sabido", "fallo"],
        ),
    ],
)
def test_an_evening_is_listed_and_shown_in_each_language(
    db: Path, language: str, list_says: str, show_says: str, heads: list[str]
) -> None:
    assert list_says in touchjudge("sessions", "--db", db, "--language", language).out
    told = touchjudge("show", "--db", db, "--language", language).out.splitlines()
    head = next(index for index, line in enumerate(told) if show_says in line)
    assert told[head + 1].split() == heads


def test_scripts_read_titles_in_english_whatever_the_language(db: Path) -> None:
    for command in (("sessions",), ("show",)):
        in_english = touchjudge(*command, "--db", db, "--json").json
        said = touchjudge(*command, "--db", db, "--json", "--language", "de").json
        assert "First touch" in json.dumps(said)
        if command == ("sessions",):
            assert said == in_english


def test_a_language_without_sentences_is_refused(db: Path) -> None:
    ended = touchjudge("sessions", "--db", db, "--language", "fr")
    assert (ended.status, "choose one of en, de, es" in ended.said) == (2, True)


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("en", "now: nothing.", "now: line 7.", "now: lines 7, 9."),
        ("de", "jetzt: nichts.", "ist jetzt: Zeile 7.", "sind jetzt: Zeilen 7, 9."),
        ("es", "modo: nada.", "modo: línea 7.", "modo: líneas 7, 9."),
    ],
)
def test_what_an_undo_changed_is_told_in_each_language(language: str, none: str, one: str, two: str) -> None:
    for changed, says in (([], none), ([7], one), ([7, 9], two)):
        ruling = {"verdict": "ok", "code": "undone", "effects": {"changed": changed}, "say": "."}
        _, told = shown.put_right({"n": 10, "rulings": [ruling]}, catalogue(language))
        assert says in told
        assert "`touchjudge undo 10`" in told


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "the game is not over; `touchjudge play --resume"),
        ("de", "das Spiel ist nicht zu Ende; `touchjudge play --resume"),
        ("es", "la partida no ha terminado; `touchjudge play --resume"),
    ],
)
def test_play_says_in_the_tables_language_how_to_go_on(tmp_path: Path, language: str, says: str) -> None:
    recording = tmp_path / "r.csv"
    recording.write_text(ONE_CARD)
    played = ("play", "schwein_gehabt", "--players", "Ana,Luis,Marta", "--table", f"recorded:{recording}")
    ended = touchjudge(
        *played, "--speed", "1000", "--screen", "none", "--no-web", "--db", tmp_path / "j.db", "--language", language
    )
    assert (ended.status, says in ended.said) == (0, True), ended.said


@pytest.mark.parametrize(
    ("language", "says"),
    [("de", "korrigiert von 6"), ("es", "corregida por 6")],
)
def test_a_corrected_line_is_marked_in_the_language_asked_for(
    unfinished: Path, tmp_path: Path, language: str, says: str
) -> None:
    (tmp_path / "other").write_text('{"do":"claim","player":"Luis"}\n')
    assert touchjudge("correct", "4", tmp_path / "other", "--db", unfinished).status == 0
    assert f"[{says}]" in touchjudge("show", "--db", unfinished, "--language", language).out


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("en", "Ana won", "Ana and Luis and Marta won"),
        ("de", "Ana hat gewonnen", "Ana und Luis und Marta haben gewonnen"),
        ("es", "ha ganado Ana", "han ganado Ana y Luis y Marta"),
    ],
)
def test_one_winner_and_several_are_told_apart_by_the_verb(language: str, one: str, three: str) -> None:
    evening = Evening()
    evening.start()
    (game,) = evening.standings().games
    for winners, says in ((("Ana",), one), (("Ana", "Luis", "Marta"), three)):
        assert shown.outcome(replace(game, aborted=False, winners=winners), catalogue(language)) == says


def test_why_a_touch_could_not_be_put_in_is_read_in_german() -> None:
    why = Sentence("line {n} cannot be taken out: {why}", n=3, why=Sentence("it was taken out already"))
    assert why == "line 3 cannot be taken out: it was taken out already"
    in_german = "Zeile 3 kann nicht herausgenommen werden: sie ist schon herausgenommen"
    assert translated(why, catalogue("de")) == in_german
