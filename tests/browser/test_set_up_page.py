"""Set-up on the page: by taps and typed names, beside the buttons, and again after a game."""

import pytest
from playwright.sync_api import Page, expect

from browser_table import Open, RealTable
from touchjudge.registry import known_games
from touchjudge.session.asking_pads import AskedPads
from touchjudge.session.notes import pads_in
from touchjudge.session.places import Places
from touchjudge.session.setting_up import SetUp, press

pytestmark = pytest.mark.browser

SIZES = [(320, 640), (768, 1024), (1920, 1080)]


def join(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_label("Another player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()


def seats(page: Page) -> list[str | None]:
    return [seat.get_attribute("data-player") for seat in page.locator(".seat").all()]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_is_set_up_by_names_that_are_typed_or_tapped(
    table: RealTable, open_page: Open, size: tuple[int, int]
) -> None:
    table.show_now()
    page = open_page("/", size)
    page.get_by_role("button", name="Ana", exact=True).click()
    join(page, "<script>alert(1)</script>", "לאה")
    assert seats(page) == ["Ana", "<script>alert(1)</script>", "לאה"]
    page.locator("[data-game=schwein_gehabt]").click()
    page.locator("[data-option=penalty] input").fill("2")
    page.locator("[data-option=free_choice]").get_by_role("button", name="yes").click()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.get_by_role("button", name="Start").click()
    page.locator("body[data-phase=playing]").wait_for()
    expect(page.locator("#setup")).to_be_hidden()
    assert table.told == [
        {
            "do": "start",
            "game": "schwein_gehabt",
            "players": ["Ana", "<script>alert(1)</script>", "לאה"],
            "options": {"free_choice": True, "penalty": 2},
        }
    ]
    assert table.view["players"] == table.told[0]["players"]


def test_players_change_places_and_leave_before_the_game(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page()
    join(page, "Ana", "Luis", "Marta")
    page.get_by_role("button", name="Marta: earlier").click()
    page.get_by_role("button", name="Ana: later").click()
    page.get_by_role("button", name="Without Luis").click()
    assert seats(page) == ["Marta", "Ana"]


def test_what_is_missing_is_said_and_nothing_can_begin(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page()
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_disabled()
    join(page, "Ana", "Ana")
    expect(page.locator("#setup .said")).to_have_text("Ana is here already.")
    page.get_by_label("Another player").fill("")
    join(page, "Luis")
    page.locator("[data-game=schwein_gehabt]").click()
    expect(page.locator("#setup .said")).to_have_text("Schwein gehabt! is for 3 to 8; here are 2.")
    expect(start).to_be_disabled()
    join(page, "x" * 41)
    expect(page.locator("#setup .said")).to_have_text("A name has 1 to 40 letters.")
    assert table.told == []


def test_lucky_numbers_move_by_two_taps_and_everyone_needs_one(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page()
    join(page, "Ana", "Luis", "Marta")
    page.locator("[data-game=schwein_gehabt]").click()
    marta = page.locator("[data-player=Marta]")
    for number in ("3", "6"):
        marta.get_by_role("button", name=number, exact=True).click()
        page.get_by_role("button", name=f"Luis gets the {number}").click()
    expect(page.locator("#setup .said")).to_have_text("Marta needs a number.")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    page.locator("[data-player=Ana]").get_by_role("button", name="1", exact=True).click()
    page.get_by_role("button", name="Marta gets the 1").click()
    page.get_by_role("button", name="Start").click()
    page.locator("body[data-phase=playing]").wait_for()
    assert table.view["state"]["numbers"] == {"Ana": [4, 7], "Luis": [2, 3, 5, 6, 8], "Marta": [1]}


def test_the_numbers_that_are_shown_are_those_that_the_referee_deals(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page()
    join(page, "A", "B", "C", "D", "E")
    page.locator("[data-game=schwein_gehabt]").click()
    shown = {
        name: [int(key) for key in page.locator(f"[data-player={name}] .number").all_text_contents()]
        for name in "ABCDE"
    }
    page.get_by_role("button", name="Start").click()
    page.locator("body[data-phase=playing]").wait_for()
    assert table.view["state"]["numbers"] == shown


def test_a_set_up_by_buttons_is_followed_press_by_press(table: RealTable, open_page: Open) -> None:
    def show(set_up: SetUp) -> None:
        table.show_now(set_up=set_up, places=Places())

    set_up = SetUp(games=known_games(), names=("Ana", "Luis", "Marta"))
    show(set_up)
    page = open_page()
    expect(page.locator(".buttons-say")).to_contain_text("Seat buttons join")
    for place, expected in (("seat1", ["Ana"]), ("seat3", ["Ana", "Luis"]), ("seat3", ["Ana", "Marta"])):
        set_up, _ = press(set_up, place)
        show(set_up)
        page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
        assert seats(page) == expected
    for place in ("seat2", "ok", "seat1"):
        set_up, _ = press(set_up, place)
    show(set_up)
    game = table.view["setup"]["game"]
    expect(page.locator(f"[data-game={game}]")).to_have_attribute("aria-pressed", "true")
    while set_up.game != "schwein_gehabt":
        set_up, _ = press(set_up, "seat1")
    for place in ("ok", "reveal", "seat1"):
        set_up, _ = press(set_up, place)
    show(set_up)
    marked = page.locator("[data-marked=true]")
    expect(marked).to_have_attribute("data-option", table.view["setup"]["option"]["name"])
    expect(marked).to_have_attribute("data-changed", "true")


def test_what_is_typed_stays_while_views_go_by(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page()
    page.get_by_label("Another player").fill("Mart")
    table.show_now()
    page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    assert seats(page) == ["Marta"]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Another player"


def test_after_a_game_the_same_is_played_again_with_its_numbers(table: RealTable, open_page: Open) -> None:
    begun = {
        "do": "start",
        "game": "schwein_gehabt",
        "players": ["Ana", "Luis", "Marta"],
        "numbers": {"Ana": [1], "Luis": [2, 3], "Marta": [4, 5, 6, 7, 8]},
        "options": {"penalty": 2},
    }
    table.tell(**begun, by="player")
    table.tell(do="end")
    page = open_page()
    page.get_by_role("button", name="Play again").click()
    page.locator("body[data-phase=playing]").wait_for()
    assert table.told[-1] == begun


def test_after_a_game_another_is_chosen_or_the_choice_is_left(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="schwein_gehabt", players=["Ana", "Luis", "Marta"])
    table.tell(do="end")
    page = open_page()
    page.get_by_role("button", name="Change game or players").click()
    assert seats(page) == ["Ana", "Luis", "Marta"]
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".result")).to_be_visible()
    assert len(table.told) == 2
    page.get_by_role("button", name="Change game or players").click()
    page.get_by_role("button", name="Without Marta").click()
    page.locator("[data-game=virus]").click()
    page.get_by_role("button", name="Start").click()
    page.locator("body[data-phase=playing]").wait_for()
    assert table.told[-1] == {"do": "start", "game": "virus", "players": ["Ana", "Luis"], "options": {}}
    expect(page.locator("#setup")).to_be_hidden()


def test_a_start_that_is_refused_is_said_and_the_set_up_stays(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page()
    join(page, "Ana", "Luis", "Marta")
    page.locator("[data-game=schwein_gehabt]").click()
    page.route("**/api/tell", lambda route: route.fulfill(status=422, body='{"n":1,"error":"players: no."}'))
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#setup .said")).to_have_text("players: no.")
    assert seats(page) == ["Ana", "Luis", "Marta"]


@pytest.mark.parametrize(
    ("game", "target", "says"),
    [("schwein_gehabt", "pig", "Press the pad: Pig"), ("the_game", "down1", "Press the pad: 1st down")],
)
def test_the_scoreboard_asks_for_the_pad_of_a_target(
    table: RealTable, open_page: Open, game: str, target: str, says: str
) -> None:
    table.tell(do="start", game=game, players=["Ana", "Luis", "Marta"])
    page = open_page("/")
    table.show_now(asking=AskedPads(game, (target,), ("target1",)))
    expect(page.locator("#stage h2")).to_have_text(says)
    expect(page.locator("#stage .hint")).to_have_text("1 / 1 · OK: the pads lie as usual")
    table.show_now()
    expect(page.locator(".asked-pad")).to_have_count(0)


def test_pads_that_lie_elsewhere_are_asked_for_again(table: RealTable, open_page: Open) -> None:
    table.simulated = False
    table.show_now()
    page = open_page()
    join(page, "Ana", "Luis", "Marta")
    page.locator("[data-game=schwein_gehabt]").click()
    with page.expect_response("**/api/tell"):
        page.get_by_role("button", name="The pads lie elsewhere now").click()
    assert pads_in(table.told, before={"schwein_gehabt": {"target1": "pig"}}) == {}
    expect(page.locator(".ask-pads")).to_have_text("The game will ask for each pad when it begins.")
