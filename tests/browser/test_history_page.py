"""Putting right what was told: in sight, undone by one tap, corrected by a form, cancelled without a trace.

BR091, BR093.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser_table import Open, RealTable

pytestmark = pytest.mark.browser

PLAYERS = ["Ana", "Luis", "Marta"]


def two_rounds(table: RealTable) -> None:
    """Luis claims the pig in round 1, which was Ana's; a round of a touch card follows."""
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", card="symbol:1-1-1", t_us=8_000_000, by="sensor")
    table.tell(do="touch", spot="pig", t_us=8_412_345, by="sensor", bound_us=7)
    table.tell(do="claim", player="Luis", spot="pig", t_us=9_000_000, by="player")
    table.tell(do="settle")
    table.tell(do="reveal", card="touch:pig", t_us=16_000_000, by="sensor")
    table.tell(do="claim", player="Luis", by="player")
    table.tell(do="settle")


def line(page: Page, n: int) -> Locator:
    return page.locator(f"[data-n='{n}']")


def opened(table: RealTable, open_page: Open, size: tuple[int, int] = (768, 1024)) -> Page:
    page = open_page("/table", size)
    page.get_by_role("button", name="History").click()
    line(page, len(table.told)).wait_for()
    return page


def answers(table: RealTable) -> list[Any]:
    return [entry.answer for entry in table.session.entries]


def test_the_history_is_newest_first_by_game_and_round(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    page = opened(table, open_page)
    assert page.locator(".group h3").all_text_contents() == [
        "Game 1 · Schwein gehabt! · Round 2",
        "Game 1 · Schwein gehabt! · Round 1",
        "Game 1 · Schwein gehabt!",
    ]
    numbers = [each.get_attribute("data-n") for each in page.locator(".told-line").all()]
    assert numbers == [str(n) for n in range(8, 0, -1)]
    for entry in table.session.entries:
        said = line(page, entry.n).locator(".says").all_text_contents()
        assert len(said) == len(entry.answer.rulings)


def test_one_tap_undoes_a_line_of_an_earlier_round_and_shows_by_which(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    page = opened(table, open_page)
    line(page, 4).get_by_role("button", name="Undo this").click()
    expect(page.locator(".change-panel")).to_be_visible()
    assert table.told[-1] == {"do": "undo", "n": 4}
    expect(line(page, 4)).to_contain_text("undone by 9")
    expect(line(page, 4)).to_have_attribute("data-undone", "true")
    assert line(page, 4).locator("[data-act=undo]").count() == 0


def test_a_correction_starts_from_what_is_stored_and_shows_what_it_changed(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    page = opened(table, open_page)
    before = dict(table.view["scores"])
    was = answers(table)
    line(page, 4).get_by_role("button", name="Correct", exact=True).click()
    form = page.locator(".correction")
    expect(form.locator("[data-field=player] [aria-pressed=true]")).to_have_text("Luis")
    expect(form.get_by_role("button", name="Correct it")).to_be_disabled()
    assert form.locator(".again li").count() == 4
    form.get_by_role("button", name="Ana").click()
    form.get_by_role("button", name="Correct it").click()
    expect(page.locator(".change-panel")).to_be_visible()
    corrected = {"do": "claim", "player": "Ana", "spot": "pig", "t_us": 9_000_000, "by": "player"}
    assert table.told[-1] == {"do": "correct", "n": 4, "lines": [corrected]}
    changed = table.session.entries[-1].answer.rulings[0].effects["changed"]
    shown = [int(n) for n in page.locator(".change-panel .n").all_text_contents()]
    assert shown
    assert set(shown) <= set(changed)
    for name, score in table.view["scores"].items():
        if score != before[name]:
            expect(page.locator(".change-panel .scores")).to_contain_text(f"{name} {before[name]} → {score}")
    expect(line(page, 4)).to_contain_text("corrected by 9")
    page.get_by_role("button", name="Take that back").click()
    expect(line(page, 9)).to_have_attribute("data-undone", "true")
    assert answers(table)[:8] == was
    assert table.view["scores"] == before


def test_a_second_correction_starts_from_the_first(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    table.tell(do="correct", n=4, lines=[{"do": "claim", "player": "Marta", "spot": "sweep"}])
    page = opened(table, open_page)
    line(page, 4).get_by_role("button", name="Correct", exact=True).click()
    expect(page.locator("[data-field=player] [aria-pressed=true]")).to_have_text("Marta")
    expect(page.locator("[data-field=spot] [aria-pressed=true]")).to_have_count(1)


@pytest.mark.parametrize("how", ["Cancel", "Escape", "Close"])
def test_a_form_that_is_opened_filled_in_and_left_changes_not_a_byte(
    table: RealTable, open_page: Open, how: str
) -> None:
    two_rounds(table)
    before = json.dumps([table.told, [repr(answer) for answer in answers(table)], table.view])
    page = opened(table, open_page)
    for n in (4, 2):
        line(page, n).get_by_role("button", name="Correct", exact=True).click()
        page.locator(".correction .row .action").first.click()
        if how == "Escape":
            page.keyboard.press("Escape")
        else:
            page.get_by_role("button", name=how, exact=True).click()
        expect(page.locator(".correction")).to_have_count(0)
        if how == "Close":
            page.get_by_role("button", name="History").click()
            line(page, 1).wait_for()
    assert json.dumps([table.told, [repr(answer) for answer in answers(table)], table.view]) == before


def test_a_card_is_renamed_rounds_later(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    page = opened(table, open_page, (320, 640))
    line(page, 2).get_by_role("button", name="Correct", exact=True).click()
    expect(page.locator(".correction").get_by_role("button", name="Pig 1", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator(".correction").get_by_role("button", name="Pig 2", exact=True).click()
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator(".change-panel")).to_be_visible()
    assert table.told[-1]["lines"][0]["card"] == "symbol:1-2-1"
    assert table.view["scores"]["Luis"] > 0
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_correction_that_is_refused_says_why_and_keeps_the_form(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    table.tell(do="pause")
    page = opened(table, open_page)
    line(page, 9).get_by_role("button", name="Correct", exact=True).click()
    page.locator(".correction textarea").fill('{"do":"start"}')
    page.locator(".correction textarea").blur()
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator(".correction .said")).to_contain_text("may not stand in a correction")
    assert table.view["n"] >= 9


def test_a_game_is_only_taken_out_by_a_second_tap(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    page = opened(table, open_page)
    button = line(page, 1).locator("[data-act=undo]")
    button.click()
    expect(button).to_have_text("Really?")
    assert table.told[-1]["do"] == "settle"
    button.click()
    page.locator("body[data-phase=setup]").wait_for()
    assert table.told[-1] == {"do": "undo", "n": 1}


def test_the_history_follows_what_others_tell(table: RealTable, open_page: Open) -> None:
    two_rounds(table)
    page = open_page("/history", (320, 640))
    line(page, 8).wait_for()
    table.tell(do="reveal", t_us=30_000_000)
    line(page, 9).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_names_in_the_history_are_text(table: RealTable, open_page: Open) -> None:
    hostile = ["<img src=x onerror=alert(1)>", "__proto__", "constructor"]
    table.tell(do="start", game="schwein_gehabt", players=hostile)
    table.tell(do="reveal", t_us=1_000_000)
    table.tell(do="claim", player="__proto__")
    page = opened(table, open_page)
    line(page, 3).get_by_role("button", name="Correct", exact=True).click()
    assert page.locator(".correction [data-field=player] .action").all_text_contents() == hostile
    assert page.locator("#history img").count() == 0


def test_cards_of_other_games_stand_there_in_words(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game_extreme", players=PLAYERS)
    table.tell(do="play", player=PLAYERS[0], card=12, stack="up1", command="skull")
    table.tell(do="start", game="virus", players=PLAYERS)
    table.tell(do="play", player=PLAYERS[0], card="organ:red")
    table.tell(do="play", player=PLAYERS[1], card="virus:red", on={"player": PLAYERS[0], "organ": "red"})
    table.tell(do="play", player=PLAYERS[2], card="treatment:glove")
    page = open_page("/history", (768, 1024))
    told = page.locator(".told-line .told-words")
    expect(told.first).to_be_visible()
    words = [" ".join(line.locator(".value").all_text_contents()) for line in told.all()]
    first, second, third = PLAYERS[:3]
    assert f"{first} 12 1st up COVER THE SKULL" in words
    assert f"{second} Virus red {first} red" in words
    assert {f"{first} Organ red", f"{third} Latex glove"} <= set(words)
