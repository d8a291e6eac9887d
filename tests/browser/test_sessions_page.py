"""`/sessions` in a browser: past evenings of a real journal, taken home by a tap, on small screens and in the dark."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser_table import Open, RealTable
from past_evenings import STRANGE, journal_of
from touchjudge.adapters.web import WebScreen
from touchjudge.cli.page_evenings import AT_ONCE, page_evenings


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def table(db: Path, request: pytest.FixtureRequest) -> Iterator[RealTable]:
    """A table whose page reads this journal; ``indirect`` parameters are its language."""
    language = getattr(request, "param", "en")
    table = RealTable(language=language)
    table.screen = WebScreen(table, port=0, evenings=page_evenings(db, language))
    table.screen.start()
    with closing(table.screen):
        yield table


def evenings(page: Page) -> list[str | None]:
    return [each.get_attribute("data-session") for each in page.locator(".evening").all()]


def test_evenings_stand_newest_first_with_their_games_players_and_winners(db: Path, open_page: Open) -> None:
    names = journal_of(db)
    page = open_page("/sessions")
    expect(page.locator(".evening")).to_have_count(2)
    assert evenings(page) == names[::-1]
    newest = page.locator(".evening").first
    expect(newest.locator("time")).to_have_attribute("datetime", "2026-10-02T19:00:00.000Z")
    expect(newest.locator(".what b")).to_have_text("Schwein gehabt!")
    expect(newest.locator(".outcome")).to_contain_text("Luis")
    expect(newest.locator(".outcome")).to_contain_text("Marta")
    expect(newest.locator(".who li")).to_have_text(["Luis1", "Marta1", "Ana0"])
    expect(page.locator(".evening").last.locator(".simulated")).to_have_text("SIMULATED")
    expect(newest.locator(".simulated")).to_have_count(0)


def test_an_evening_is_taken_home_by_a_tap(db: Path, open_page: Open, tmp_path: Path) -> None:
    names = journal_of(db)
    page = open_page("/sessions", (390, 844))
    newest = page.locator(".evening").first
    saved = {}
    for kind in ("Players", "Everything", "Spreadsheet", "BG Stats"):
        with page.expect_download() as coming:
            newest.get_by_role("link", name=kind).click()
        file = tmp_path / coming.value.suggested_filename
        coming.value.save_as(file)
        saved[kind] = file
    assert saved["Players"].name == f"touchjudge-{names[1]}-players.csv"
    rows = list(csv.DictReader(io.StringIO(saved["Players"].read_text())))
    assert [(row["player"], row["score"]) for row in rows] == [("Ana", "0"), ("Luis", "1"), ("Marta", "1")]
    assert json.loads(saved["Everything"].read_text())["schema"]
    assert saved["Spreadsheet"].read_bytes()[:2] == b"PK"
    assert saved["BG Stats"].suffix == ".bgsplay"
    assert page.url.endswith("/sessions")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 568), (768, 1024), (1920, 1080)])
def test_strange_names_are_letters_and_nothing_runs_over_the_edge(
    db: Path, open_page: Open, size: tuple[int, int], scheme: str
) -> None:
    journal_of(db, strange=True)
    page = open_page("/sessions", size, color_scheme=scheme)
    names = page.locator(".evening").first.locator(".who .name")
    expect(names).to_have_text(list(STRANGE))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.locator("script:not([type=module])").count() == 0
    for link in page.locator(".file").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        assert box["x"] + box["width"] <= size[0]


def test_by_keys_alone_earlier_evenings_are_shown_and_the_first_of_them_has_the_focus(
    db: Path, open_page: Open
) -> None:
    names = journal_of(db, evenings=AT_ONCE + 2)
    page = open_page("/sessions")
    expect(page.locator(".evening")).to_have_count(AT_ONCE)
    page.get_by_role("button", name="Show earlier ones").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".evening")).to_have_count(AT_ONCE + 2)
    expect(page.get_by_role("button", name="Show earlier ones")).to_have_count(0)
    focused = page.evaluate("document.activeElement.closest('.evening')?.dataset.session")
    assert focused == names[1]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.file')")


def test_a_journal_that_cannot_be_read_is_said_and_nothing_else_breaks(db: Path, open_page: Open) -> None:
    db.write_bytes(b"this was a journal" * 1000)
    page = open_page("/sessions")
    expect(page.locator(".warning")).to_be_visible()
    expect(page.locator(".evening")).to_have_count(0)
    page.get_by_role("link", name="Scoreboard").click()
    page.wait_for_url("**/")


@pytest.mark.parametrize(
    ("table", "heading", "file"),
    [("de", "Abende", "Spieler"), ("es", "Veladas", "Jugadores")],
    indirect=["table"],
)
def test_the_page_speaks_the_tables_language(db: Path, open_page: Open, heading: str, file: str) -> None:
    journal_of(db)
    page = open_page("/sessions")
    expect(page.locator("h1")).to_have_text(heading)
    expect(page.get_by_role("link", name=file).first).to_be_visible()


def test_the_referee_has_a_way_to_the_evenings(db: Path, table: RealTable, open_page: Open) -> None:
    journal_of(db)
    table.show_now()
    table.tell(do="start", game="first_touch", players=["Ana", "Luis"])
    page = open_page("/table")
    page.get_by_role("link", name="Evenings").click()
    expect(page.locator(".evening")).to_have_count(2)
