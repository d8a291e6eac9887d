"""A card that was scanned and needs more is named already on the page: its stack, or what it acts on, is one tap."""

import pytest
from playwright.sync_api import expect

from browser_table import Open, RealTable

pytestmark = pytest.mark.browser

STRIP = (768, 1024)


def test_a_scanned_number_is_laid_by_one_tap_on_its_stack(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game", players=["Ana", "Luis"])
    page = open_page("/table", STRIP)
    strip = page.locator("#strip")
    table.show(table.view | {"seq": table.view["seq"] + 100, "picked": "17"})
    expect(strip.locator(".typed")).to_have_text("17")
    strip.get_by_role("button", name="1st up", exact=True).click()
    expect(page.locator(".stack[data-spot=up1] .figure")).to_have_text("17")
    expect(strip.locator(".typed")).to_have_text("–")
    assert table.told[-1] == {"do": "play", "player": "Ana", "card": 17, "stack": "up1"}


def test_digits_that_are_typed_go_before_what_was_scanned(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game", players=["Ana", "Luis"])
    page = open_page("/table", STRIP)
    strip = page.locator("#strip")
    table.show(table.view | {"seq": table.view["seq"] + 100, "picked": "17"})
    strip.get_by_role("button", name="8", exact=True).click()
    expect(strip.locator(".typed")).to_have_text("8")


def test_a_scanned_card_with_several_targets_is_played_by_one_tap_on_one(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="virus", players=["Ana", "Luis"])
    for player, card in (("Ana", "organ:red"), ("Luis", "organ:blue"), ("Ana", "organ:green"), ("Luis", "organ:green")):
        table.tell(do="play", player=player, card=card)
        table.tell(do="draw", player=player)
    page = open_page("/table", STRIP)
    table.show(table.view | {"seq": table.view["seq"] + 100, "picked": "virus:multi"})
    targets = page.locator("#strip .targets")
    expect(targets.get_by_role("button")).to_have_count(2)
    targets.get_by_role("button", name="Luis: blue", exact=True).click()
    expect(page.locator("#strip .targets")).to_have_count(0)
    assert table.told[-1] == {
        "do": "play", "player": "Ana", "card": "virus:multi", "on": {"player": "Luis", "organ": "blue"}
    }  # fmt: skip
