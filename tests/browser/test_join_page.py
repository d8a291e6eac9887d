"""Phones that come in: by the scanned code, by the PIN, not at all; and what a display shows them.

The browser is told that the address of a phone's network leads to this machine, so that it stands outside as phones do.
"""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from browser_table import ARGUMENTS, Open, RealTable, facts
from lan_door import PIN, TOKEN, Clock
from need import chromium
from touchjudge.adapters.web import WebScreen
from touchjudge.adapters.web.attempts import FREE_TRIES
from touchjudge.registry import known_games
from touchjudge.session.setting_up import SetUp

OUTSIDE = "192.168.7.7"
PHONE = (360, 740)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {OUTSIDE} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> Iterator[RealTable]:
    table = RealTable()
    table.screen = WebScreen(table, "0.0.0.0", port=0, facts=facts, door=clock.door())
    table.screen.start()
    with closing(table.screen):
        yield table


@pytest.fixture
def outside(open_page: Open, table: RealTable) -> Open:
    """Opens a page as a phone does, which calls the table by its address in the network."""

    def open_it(path: str, size: tuple[int, int] = PHONE, **more: object) -> Page:
        page = open_page("/sessions", size, **more)
        assert table.screen is not None
        page.goto(f"http://{OUTSIDE}:{table.screen.port}{path}")
        return page

    return open_it


def told(table: RealTable, do: str) -> int:
    return sum(line.get("do") == do for line in table.told)


def test_the_scanned_code_leads_to_the_players_page_and_leaves_nothing_in_the_address(
    table: RealTable, outside: Open
) -> None:
    table.tell(do="start", game="schwein_gehabt", players=["Ana", "Luis", "Marta"])
    page = outside(f"/J#{TOKEN}")
    page.wait_for_url("**/me")
    page.get_by_role("button", name="Luis").click()
    expect(page.locator("#come-in")).to_be_empty()
    table.tell(do="reveal", card="symbol:4-8-2")
    page.get_by_role("button", name="Mine!").click()
    expect(page.locator(".claim-button")).to_have_attribute("data-claimed", "true")
    assert told(table, "claim") == 1


def test_six_digits_open_the_door_without_a_further_tap_and_lead_back(table: RealTable, outside: Open) -> None:
    table.tell(do="start", game="first_touch", players=["Ana", "Luis"])
    page = outside("/table")
    page.locator("#come-in a").click()
    page.wait_for_url("**/join?back=%2Ftable")
    expect(page.locator("input")).to_be_focused()
    page.keyboard.type(PIN)
    page.wait_for_url("**/table")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".paused")).to_be_visible()


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example", "javascript:alert(1)", "/../x", "/join"])
def test_the_way_back_leads_to_a_page_of_the_table_only(table: RealTable, outside: Open, back: str) -> None:
    page = outside(f"/join?back={back}")
    page.locator("input").fill(PIN)
    page.wait_for_url(f"http://{OUTSIDE}:*/*")
    assert OUTSIDE in page.url


def test_a_phone_that_looks_on_sees_the_board_and_is_led_to_the_door_when_it_presses_something(
    table: RealTable, outside: Open
) -> None:
    table.tell(do="start", game="first_touch", players=["Ana", "Luis"])
    page = outside("/")
    expect(page.locator("#players .panel")).to_have_count(2)
    expect(page.locator("#come-in")).to_be_empty()
    page.keyboard.press("r")
    expect(page.locator("#come-in a")).to_be_visible()
    expect(page.locator(".invitation")).to_have_count(0)
    page.get_by_role("button", name="History").click()
    page.wait_for_url("**/join?back=%2F")
    assert table.told == [{"do": "start", "game": "first_touch", "players": ["Ana", "Luis"]}]


@pytest.mark.parametrize("path", ["/history", "/sessions"])
def test_what_needs_the_pin_asks_for_it_first(table: RealTable, outside: Open, path: str) -> None:
    table.show_now()
    page = outside(path)
    page.wait_for_url(f"**/join?back=%2F{path[1:]}")
    page.locator("input").fill(PIN)
    page.wait_for_url(f"**{path}")


def test_a_wrong_pin_is_said_and_the_right_one_can_be_typed_over_it(table: RealTable, browser: Browser) -> None:
    # A page of its own: the browser writes each refusal on its console, which elsewhere is a fault of the page.
    with closing(browser.new_context(viewport={"width": 320, "height": 568})) as context:
        page = context.new_page()
        assert table.screen is not None
        page.goto(f"http://{OUTSIDE}:{table.screen.port}/join")
        field, said = page.locator("input"), page.locator(".said")
        page.keyboard.press("Enter")
        expect(said).to_have_text("Type the six digits.")
        page.keyboard.type("123 45")
        page.keyboard.press("Enter")
        expect(said).to_contain_text("another PIN")
        expect(field).to_be_focused()
        page.keyboard.type(PIN)
        page.wait_for_url("**/me")


def test_who_has_to_wait_is_told_how_long_and_sees_it_pass(table: RealTable, clock: Clock, browser: Browser) -> None:
    with closing(browser.new_context(viewport={"width": 320, "height": 568})) as context:
        page = context.new_page()
        page.clock.install()
        assert table.screen is not None
        page.goto(f"http://{OUTSIDE}:{table.screen.port}/join")
        button = page.get_by_role("button", name="Come in")
        for n in range(FREE_TRIES + 1):
            expect(button).to_be_enabled()
            with page.expect_response("**/api/join"):
                page.locator("input").fill(f"{n + 900_000}")
        expect(page.locator(".said")).to_contain_text("again in 6 s")
        expect(button).to_be_disabled()
        page.clock.run_for(2000)
        expect(page.locator(".said")).to_contain_text("again in 4 s")
        clock.pass_s(6)
        page.clock.run_for(5000)
        expect(button).to_be_enabled()
        page.locator("input").fill(PIN)
        page.wait_for_url("**/me")


def test_a_claim_whose_answer_was_lost_is_sent_again_and_counts_once(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="schwein_gehabt", players=["Ana", "Luis", "Marta"])
    page = open_page("/me", PHONE)
    page.get_by_role("button", name="Luis").click()
    table.tell(do="reveal", card="symbol:4-8-2")
    keys = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        answer = route.fetch()
        if len(keys) == 1:
            route.fulfill(status=200, body="<", content_type="text/html")  # what a broken way brings
        else:
            route.fulfill(response=answer)

    page.route("**/api/tell", lose_the_first_answer)
    page.get_by_role("button", name="Mine!").click()
    expect(page.locator(".claim-button")).to_have_attribute("data-claimed", "true")
    expect(page.locator(".said")).not_to_be_empty()
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert told(table, "claim") == 1


@pytest.mark.parametrize("size", [(320, 568), (768, 1024), (1920, 1080)])
def test_the_display_at_the_table_shows_the_code_and_the_pin_at_set_up(
    table: RealTable, open_page: Open, size: tuple[int, int]
) -> None:
    table.show_now(set_up=SetUp(games=known_games()))
    page = open_page("/", size)
    expect(page.locator("#setup .pin")).to_have_text(f"{PIN[:3]} {PIN[3:]}")
    assert page.locator("#setup .qr").bounding_box()["width"] >= 130  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_across_the_room_the_code_stays_in_sight_however_many_sit_down(table: RealTable, open_page: Open) -> None:
    names = ("Ana", "Luis", "Marta", "Jo", "Kai", "Lea", "Mia", "Zoë")
    seated = {f"seat{n}": name for n, name in enumerate(names, 1)}
    table.show_now(set_up=SetUp(games=known_games(), seated=seated))
    page = open_page("/")
    expect(page.locator("#setup .seat")).to_have_count(8)
    for part in ("#setup .qr", "#setup .pin", "#setup .begin"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_phone_outside_is_shown_neither_code_nor_pin(table: RealTable, outside: Open) -> None:
    table.show_now(set_up=SetUp(games=known_games()))
    page = outside("/")
    expect(page.locator("#setup")).to_be_visible()
    expect(page.locator("#come-in a")).to_be_visible()
    expect(page.locator(".invitation")).to_have_count(0)
    assert not re.search(f"{PIN}|{PIN[:3]} {PIN[3:]}|{TOKEN}", page.content())


@pytest.mark.parametrize(
    ("locale", "heading"), [("de-DE", "An den Tisch"), ("es-ES", "Ven a la mesa"), ("fr", "Come to")]
)
def test_the_door_speaks_the_phones_language(table: RealTable, outside: Open, locale: str, heading: str) -> None:
    page = outside("/join", locale=locale)
    expect(page.locator("h1")).to_contain_text(heading)
