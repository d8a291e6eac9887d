"""A photo of a card from the page: made small there, read by the table, and what came of it is said."""

import io
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
import segno
from PIL import Image
from playwright.sync_api import Page, expect

from browser_table import Open, RealTable, facts
from touchjudge.adapters.photo_codes import codes_in
from touchjudge.adapters.web import WebScreen
from touchjudge.decks.card_codes import card_of, printed

pytestmark = pytest.mark.browser
pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")

STRIP, PHONE = (768, 1024), (320, 640)
PLAYERS = ["Ana", "Luis", "Marta"]


class ReadingTable(RealTable):
    """A table that reads photos, and remembers how large they came."""

    def read(self, photo: bytes) -> dict[str, Any]:
        game = str(self.view["game"])
        cards = [{"code": code, "card": card_of(code, game, {})} for code in codes_in(photo)]
        with Image.open(io.BytesIO(photo)) as picture:
            self.sizes = [*getattr(self, "sizes", []), picture.size]
        for each in cards:
            if each["card"] is not None:
                self.tell(do="card", card=each["card"])
        return {"cards": cards}


@pytest.fixture
def table() -> Iterator[RealTable]:
    table = ReadingTable()
    table.screen = WebScreen(table, port=0, facts=facts, photos=table.read)
    table.screen.start()
    with closing(table.screen):
        yield table


def photo_of(code: str, scale: int) -> dict[str, Any]:
    drawn = io.BytesIO()
    segno.make_qr(code, error="m").save(drawn, kind="png", scale=scale, border=10)
    return {"name": "card.png", "mimeType": "image/png", "buffer": drawn.getvalue()}


def photograph(page: Page, photo: dict[str, Any]) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photo of a card").click()
    chooser.value.set_files(photo)


@pytest.mark.parametrize(("path", "size"), [("/table", STRIP), ("/me", PHONE)])
def test_a_photo_names_the_card_of_the_round(
    table: RealTable, open_page: Open, path: str, size: tuple[int, int]
) -> None:
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal")
    page = open_page(path, size)
    if path == "/me":
        page.get_by_role("button", name="Luis", exact=True).click()
    photograph(page, photo_of(printed("schwein_gehabt", "symbol:4-8-2"), scale=60))
    expect(page.locator(".said").first).to_have_text("Done.")
    assert table.view["state"]["revealed"] == "symbol:4-8-2"
    assert isinstance(table, ReadingTable)
    assert max(table.sizes[-1]) == 1600  # 2,940 pixels were taken


def test_a_code_that_nobody_knows_and_a_photo_without_one_are_said(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game", players=PLAYERS)
    page = open_page("/table", STRIP)
    photograph(page, photo_of("04A2:77", scale=8))
    said = page.locator("#strip .said")
    expect(said).to_have_text("No card has this code: 04A2:77")
    photograph(page, {"name": "x.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(said).to_contain_text("The photo is no JPEG, PNG or WebP picture")
    assert table.told[-1]["do"] == "start"
