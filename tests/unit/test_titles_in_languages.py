"""The title of a game in its reader's language: views, the set-up, the lists of the page, practice, the report."""

from pathlib import Path

import pytest

from commands import keep
from played_session import Evening
from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.report import report_page
from touchjudge.cli.app import labeller, new_session, sayer, titler
from touchjudge.cli.page_evenings import page_evenings
from touchjudge.cli.page_facts import page_facts
from touchjudge.cli.page_practice import page_practice
from touchjudge.registry import known_games
from touchjudge.session.setting_up import SetUp
from touchjudge.session.view import Surroundings, Viewer

FIRST_TOUCH = [("en", "First touch"), ("de", "Erste Berührung"), ("es", "Primer toque")]
EACH = pytest.mark.parametrize(("language", "title"), FIRST_TOUCH)


def viewer(language: str) -> Viewer:
    return Viewer(sayer(language), labeller(language), titler(language))


def first_touch() -> Evening:
    evening = Evening({game.name: game for game in known_games().values()})
    evening.tell(do="start", game="first_touch", players=["Ana", "Luis"], options={})
    evening.tell(do="go", t_us=1_000_000)
    evening.tell(do="touch", player="Ana", t_us=1_300_000)
    evening.tell(do="end")
    return evening


@EACH
def test_a_view_has_the_title_in_the_language_of_the_table(language: str, title: str) -> None:
    session = new_session()
    session.tell({"do": "start", "game": "first_touch", "players": ["Ana", "Luis"], "options": {}})
    assert viewer(language).view(session, Surroundings("s", 1, True, language))["title"] == title


@EACH
def test_the_set_up_offers_a_game_by_its_title_in_the_language_of_the_table(language: str, title: str) -> None:
    set_up = SetUp(games=known_games(), names=("Ana", "Luis"), usual={}, seated={}, game="first_touch")
    around = Surroundings("s", 1, True, language, set_up=set_up)
    assert viewer(language).view(new_session(), around)["setup"]["title"] == title


@EACH
def test_the_page_lists_games_and_past_evenings_by_their_titles(tmp_path: Path, language: str, title: str) -> None:
    db, evening = tmp_path / "evening.sqlite3", first_touch()
    keep(db, evening.row(), evening.rows)
    titles = {game["name"]: game["title"] for game in page_facts(db, language)["games"]}
    assert titles["first_touch"] == title
    (past,) = page_evenings(db, language).past(None)["sessions"]
    assert [game["title"] for game in past["games"]] == [title]


@EACH
def test_the_report_heads_a_game_with_its_title(language: str, title: str) -> None:
    page = report_page(
        first_touch().standings(), say=lambda _ruling, _game: "", translate=catalogue(language), language=language
    ).decode()
    assert page.count(title) >= 2  # the game, its reaction times
    assert page.count("First touch") == (page.count(title) if language == "en" else 0)


def test_hearts_and_numbers_is_told_apart_from_a_heart_and_a_number_of_the_table() -> None:
    titles = [titler(language)("Hearts and numbers") for language in ("en", "de", "es")]
    assert titles == ["Hearts and numbers", "Herzen und Zahlen", "Corazones y números"]


def test_practice_and_games_from_elsewhere_keep_a_name_that_is_the_same_everywhere() -> None:
    assert page_practice("de").facts()["title"] == "Schwein gehabt!"
    assert titler("es")("A game from elsewhere") == "A game from elsewhere"
    assert titler("de")("") == ""
