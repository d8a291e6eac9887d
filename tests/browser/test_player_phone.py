"""A player's phone: who it is, one big claim, the own numbers and times, answers; awake, asleep and on a dead line."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from browser_table import Open, RealTable
from touchjudge.registry import known_games
from touchjudge.session.notes import joining
from touchjudge.session.setting_up import SetUp, join, leave

pytestmark = pytest.mark.browser

PHONE = (320, 640)
PLAYERS = ["Ana", "Luis", "Marta"]


def begun(table: RealTable) -> None:
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)


def phone_of(open_page: Open, name: str) -> Page:
    page = open_page("/me", PHONE)
    page.get_by_role("button", name=name, exact=True).click()
    return page


def test_the_name_is_chosen_once_and_kept_on_the_phone(table: RealTable, open_page: Open) -> None:
    begun(table)
    page = phone_of(open_page, "Luis")
    expect(page.locator("h1")).to_have_text("Luis")
    page.reload()
    expect(page.locator("h1")).to_have_text("Luis")
    page.get_by_role("button", name="Not me").click()
    expect(page.get_by_role("button", name="Marta")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Marta")).to_be_visible()


def test_a_phone_joins_while_the_table_is_set_up_and_leaves_again(table: RealTable, open_page: Open) -> None:
    games = {"schwein_gehabt": known_games()["schwein_gehabt"]}
    set_up = SetUp(games, seated={"seat1": "Ana"})
    table.show_now(set_up=set_up)
    page = open_page("/me", PHONE)
    name = 'Zoë "Z" <b>'
    page.get_by_label("Your name").fill(f" {name} ")
    with page.expect_response("**/api/tell"):
        page.get_by_role("button", name="Join in").click()
    assert joining(table.told[-1]) == (name, True)
    set_up = join(set_up, name)
    table.show_now(set_up=set_up)
    expect(page.locator("h2")).to_have_text(f"You play, {name}.")
    with page.expect_response("**/api/tell"):
        page.get_by_role("button", name="I do not play after all").click()
    assert joining(table.told[-1]) == (name, False)
    table.show_now(set_up=leave(set_up, name))
    expect(page.get_by_label("Your name")).to_have_value(name)
    table.show_now(set_up=replace(set_up, step="game", seated={"seat1": "Ana"}))
    expect(page.locator("h2")).to_have_text("Who plays is settled. You can look on.")


def test_one_press_claims_and_another_names_the_spot(table: RealTable, open_page: Open) -> None:
    begun(table)
    page = phone_of(open_page, "Luis")
    claim = page.locator(".claim-button")
    expect(claim).to_be_disabled()
    table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
    with page.expect_response("**/api/tell"):
        claim.click()
    expect(claim).to_have_attribute("data-claimed", "true")
    assert table.told[-1] == {"do": "claim", "player": "Luis", "by": "player"}
    with page.expect_response("**/api/tell"):
        page.get_by_role("button", name="Pig", exact=True).click()
    assert table.told[-1] == {"do": "claim", "player": "Luis", "spot": "pig", "by": "player"}


def test_the_claim_is_as_large_as_a_hand_can_find_without_looking(table: RealTable, open_page: Open) -> None:
    begun(table)
    table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
    page = phone_of(open_page, "Luis")
    box = page.locator(".claim-button").bounding_box()
    assert box is not None
    assert box["width"] >= 0.85 * PHONE[0]
    assert box["height"] >= 0.4 * PHONE[1]
    assert box["x"] + box["width"] <= PHONE[0]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_it_shows_the_own_numbers_time_score_and_place(table: RealTable, open_page: Open) -> None:
    begun(table)
    page = phone_of(open_page, "Luis")
    table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
    table.tell(do="touch", spot="mushroom", player="Ana", t_us=8_300_000, by="sensor")
    table.tell(do="touch", spot="pig", player="Luis", t_us=8_412_345, by="sensor")
    table.tell(do="settle")
    page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
    assert page.locator(".my-numbers li").all_text_contents() == [
        str(n) for n in table.view["state"]["numbers"]["Luis"]
    ]
    facts = page.locator(".my-facts dd").all_text_contents()
    assert facts[0].startswith(str(table.view["scores"]["Luis"]))
    assert facts[2:] == ["412.3 ms", "2. / 2"]
    table.tell(do="reveal", card="symbol:1-2-3", t_us=16_000_000)
    page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
    expect(page.locator(".my-facts")).to_contain_text("412.3")


def test_a_question_is_answered_by_one_press(table: RealTable, open_page: Open) -> None:
    begun(table)
    page = phone_of(open_page, "Luis")
    table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
    table.tell(do="touch", spot="pig", t_us=8_400_000, by="sensor")
    table.tell(do="settle")
    lines = table.view["question"]["options"][1]["lines"]
    page.locator(".answer", has_text="Luis").click()
    expect(page.locator("#me .ask")).to_be_empty()
    assert table.told[-len(lines) :] == [{**line, "by": "player"} for line in lines]


def test_two_phones_are_two_players(table: RealTable, open_page: Open) -> None:
    begun(table)
    ana, luis = phone_of(open_page, "Ana"), phone_of(open_page, "Luis")
    table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
    luis.locator(".claim-button").click()
    ana.locator(".claim-button").click()
    expect(ana.locator(".claim-button")).to_have_attribute("data-claimed", "true")
    assert [line["player"] for line in table.told if line["do"] == "claim"] == ["Luis", "Ana"]


def test_a_phone_that_slept_is_right_when_it_wakes(table: RealTable, open_page: Open) -> None:
    begun(table)
    page = phone_of(open_page, "Marta")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
    table.tell(do="touch", spot="sweep", player="Marta", t_us=8_250_000, by="sensor")
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator(".claim-button")).to_be_enabled()
    expect(page.locator(".my-facts")).to_contain_text("250.0")


def test_whoever_does_not_play_this_game_is_told_and_asked_again(table: RealTable, open_page: Open) -> None:
    begun(table)
    page = phone_of(open_page, "Marta")
    table.tell(do="start", game="virus", players=["Ana", "Luis"])
    expect(page.locator("#me .hint")).to_have_text("Marta does not play in this game.")
    page.get_by_role("button", name="Ana").click()
    expect(page.locator("h1")).to_have_text("Ana")
