"""The other games by taps, against their real rules: in the referee's strip and on a player's phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser_table import Open, RealTable

pytestmark = pytest.mark.browser

PLAYERS = ["Ana", "Luis", "Marta"]
STRIP = (768, 1024)


def shows(page: Page, table: RealTable) -> None:
    page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")


def press(box: Page | Locator, *names: str) -> None:
    for name in names:
        box.get_by_role("button", name=name, exact=True).click()


def told_next(page: Page, table: RealTable, before: int) -> dict[str, Any]:
    """The line that the last tap told, once the page shows what came of it."""
    page.wait_for_function("n => Number(document.body.dataset.seq) > n", arg=before)
    shows(page, table)
    return dict(table.told[-1])


def test_a_card_of_the_game_is_laid_by_two_digits_and_a_stack(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game", players=PLAYERS)
    page = open_page("/table", STRIP)
    strip = page.locator("#strip")
    press(strip, "Luis")  # whoever lays the first card begins
    for digits, stack, name in ((("1", "2"), "up1", "1st up"), (("9",), "down2", "2nd down")):
        before = table.view["seq"]
        press(strip, *digits, name)
        line = told_next(page, table, before)
        assert line == {"do": "play", "player": "Luis", "card": int("".join(digits)), "stack": stack}
        expect(page.locator(f".stack[data-spot={stack}] .figure")).to_have_text(
            str(table.view["state"]["stacks"][stack])
        )
    before = table.view["seq"]
    press(strip, "End turn")
    assert told_next(page, table, before) == {"do": "end_turn", "player": "Luis"}
    figures = page.locator(".facts .figure").all_text_contents()
    state = table.view["state"]
    assert figures == [str(state["left"]), str(state["draw_pile"]), str(len(state["laid_this_turn"]))]
    assert state["turn"] == "Marta"
    expect(strip.locator(".play h2")).to_have_text("Marta to move")


def test_a_card_of_the_game_is_laid_by_two_digits_and_the_pad_under_its_stack(
    table: RealTable, open_page: Open
) -> None:
    table.tell(do="start", game="the_game", players=PLAYERS)
    page = open_page("/table", STRIP)
    strip = page.locator("#strip")
    table.show_now(pad={"stack": "down1", "press": 3})
    shows(page, table)
    expect(strip.get_by_role("button", name="1st down", exact=True)).to_have_attribute("aria-pressed", "true")
    press(strip, "9", "4")
    assert table.told[-1]["do"] == "start", "a pad that was pressed before the card was named lays nothing"
    before = table.view["seq"] + 1
    table.show_now(pad={"stack": "up2", "press": 4})
    line = told_next(page, table, before)
    assert line == {"do": "play", "player": "Ana", "card": 94, "stack": "up2"}
    expect(strip.locator(".typed")).to_have_text("–")


def test_a_wrong_digit_is_wiped_and_stuck_is_asked_twice(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game", players=PLAYERS)
    table.tell(do="play", player="Ana", card=50, stack="up1")
    page = open_page("/table", STRIP)
    strip = page.locator("#strip")
    press(strip, "7", "8", "Wipe the last digit")
    expect(strip.locator(".typed")).to_have_text("7")
    press(strip, "9", "3")
    expect(strip.locator(".typed")).to_have_text("3")
    press(strip, "Stuck")
    assert table.told[-1]["do"] == "play"
    before = table.view["seq"]
    press(strip, "Really?")
    assert told_next(page, table, before) == {"do": "stuck", "player": "Ana"}
    expect(page.locator(".result")).to_contain_text("Not beaten")


def test_extreme_shows_what_binds_and_what_is_owed_and_asks_a_command_once(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game_extreme", players=PLAYERS)
    table.tell(do="play", player="Ana", card=10, stack="up1", command="silence")
    table.tell(do="play", player="Ana", card=90, stack="down1", command="skull")
    page = open_page("/table", STRIP)
    expect(page.locator(".command")).to_have_text(["NO TALKING", "COVER THE SKULL"])
    expect(page.locator(".owed li")).to_have_text(["COVER THE SKULL (1st down)"])
    strip = page.locator("#strip")
    press(strip, "8", "0", "1st down")
    expect(page.locator("#question")).to_contain_text("80")
    before = table.view["seq"]
    page.locator(".answer", has_text=re.compile("no command", re.IGNORECASE)).click()
    assert told_next(page, table, before) == {
        "do": "play",
        "player": "Ana",
        "card": 80,
        "stack": "down1",
        "command": None,
    }
    expect(page.locator(".owed")).to_be_hidden()
    assert table.view["state"]["stacks"]["down1"] == 80


def test_on_a_phone_only_whoever_is_to_move_lays_cards(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="the_game", players=PLAYERS)
    table.tell(do="play", player="Ana", card=10, stack="up1")
    ana, luis = open_page("/me", (320, 640)), open_page("/me", (320, 640))
    press(ana, "Ana")
    press(luis, "Luis")
    expect(luis.locator(".act .hint")).to_have_text("Ana to move")
    assert luis.locator(".number-pad").count() == 0
    before = table.view["seq"]
    press(ana, "2", "4", "2nd up")
    assert told_next(ana, table, before) == {"do": "play", "player": "Ana", "card": 24, "stack": "up2", "by": "player"}
    assert ana.evaluate("document.documentElement.scrollWidth") == 320


def virus_table(table: RealTable) -> None:
    table.tell(do="start", game="virus", players=PLAYERS)
    table.tell(do="play", player="Ana", card="organ:red")
    table.tell(do="play", player="Luis", card="organ:multi")
    table.tell(do="play", player="Marta", card="organ:blue")


def test_virus_cards_are_played_in_at_most_three_taps(table: RealTable, open_page: Open) -> None:
    virus_table(table)
    page = open_page("/table", STRIP)
    play = page.locator(".virus-play")
    luis_multi = {"player": "Luis", "organ": "multi"}
    turns: list[tuple[list[str], dict[str, Any]]] = [
        (["Virus: red", "Luis: any colour"], {"player": "Ana", "card": "virus:red", "on": luis_multi}),
        (["Organ: green"], {"player": "Luis", "card": "organ:green"}),
        (
            ["Organ thief", "Ana: red"],
            {"player": "Marta", "card": "treatment:thief", "from": {"player": "Ana", "organ": "red"}},
        ),
        (["Medical error", "Marta"], {"player": "Ana", "card": "treatment:error", "with": "Marta"}),
        (
            ["Transplant", "Ana: red", "Luis: green"],
            {
                "player": "Luis",
                "card": "treatment:transplant",
                "a": {"player": "Ana", "organ": "red"},
                "b": {"player": "Luis", "organ": "green"},
            },
        ),
        (["Latex glove"], {"player": "Marta", "card": "treatment:glove"}),
    ]
    for taps, line in turns:
        assert len(taps) <= 3
        before = table.view["seq"]
        press(play, *taps)
        assert told_next(page, table, before) == {"do": "play", **line}
        assert table.view["rulings"][-1]["verdict"] == "ok", table.view["rulings"][-1]
        shown = {
            body.get_attribute("data-player"): [
                organ.get_attribute("data-organ") for organ in body.locator(".organ").all()
            ]
            for body in page.locator(".body").all()
        }
        assert shown == {name: list(organs) for name, organs in table.view["state"]["bodies"].items()}
    before = table.view["seq"]
    press(play, "Draw")
    assert told_next(page, table, before) == {"do": "draw", "player": "Ana"}


def test_virus_offers_only_what_is_legal_when_the_table_says_so(table: RealTable, open_page: Open) -> None:
    virus_table(table)
    page = open_page("/table", STRIP)
    legal = [
        {"do": "play", "player": "Ana", "card": "virus:blue", "on": {"player": "Marta", "organ": "blue"}},
        {"do": "play", "player": "Ana", "card": "virus:blue", "on": {"player": "Luis", "organ": "multi"}},
        {"do": "discard", "player": "Ana", "count": 1},
    ]
    table.show(table.view | {"seq": 50, "legal": legal})
    page.locator("body[data-seq='50']").wait_for(state="attached")
    play = page.locator(".virus-play")
    expect(play.get_by_role("button", name="Organ: red")).to_be_disabled()
    press(play, "Virus: blue")
    assert sorted(play.locator(".targets button").all_text_contents()) == ["Luis", "Marta"]


def test_a_phone_shows_every_body_its_own_first_and_large_and_plays_in_three_taps(
    table: RealTable, open_page: Open
) -> None:
    virus_table(table)
    table.tell(do="play", player="Ana", card="virus:blue", on={"player": "Marta", "organ": "blue"})
    page = open_page("/me", (320, 640))
    press(page, "Luis")
    shown = page.locator("#me .body")
    assert [body.get_attribute("data-player") for body in shown.all()] == ["Luis", "Marta", "Ana"]
    for body in shown.all():
        lies = {
            organ.get_attribute("data-organ"): organ.locator(".on .icon").count()
            for organ in body.locator(".organ").all()
        }
        assert lies == {
            organ: len(cards)
            for organ, cards in table.view["state"]["bodies"][body.get_attribute("data-player")].items()
        }
    own, other = (page.locator(f".{kind} .organ > .icon").first.bounding_box() for kind in ("own-body", "other-bodies"))
    assert own is not None
    assert other is not None
    assert own["width"] > 1.4 * other["width"]
    play = page.locator(".virus-play")
    press(play, "Virus: blue")
    assert table.view["legal"] is not None
    assert sorted(play.locator(".targets button").all_text_contents()) == ["Marta"], "no other organ may be infected"
    before = table.view["seq"]
    press(play, "Marta: blue")
    line = told_next(page, table, before)
    assert line["on"] == {"player": "Marta", "organ": "blue"}
    expect(page.locator("#me .body[data-player=Marta] .organ")).to_have_count(0)
    assert page.locator("#me .body[data-turn=true]").get_attribute("data-player") == table.view["state"]["turn"]
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_value_above_five_is_named_by_taps(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="hearts_and_numbers", players=["Ana", "Luis"])
    page = open_page("/table", STRIP)
    play = page.locator(".hearts-play")
    objects = ("apple", "key")
    press(play, "red", "Higher values", "12")
    expect(play.get_by_role("button", name="12", exact=True)).to_have_attribute("aria-pressed", "true")
    for name in objects:
        play.get_by_label("Object").fill(name)
        press(play, "Add")
    for value in range(1, 6):
        press(play, "green", str(value))
        for name in objects:
            play.get_by_label("Object").fill(name)
            press(play, "Add")
    page.wait_for_function("document.querySelectorAll('.small-card').length === 6")
    assert table.told[-1]["open"][0] == "number:red:12:apple+key"
    expect(play.get_by_role("button", name="12", exact=True)).to_be_visible()  # seen, so it stays at hand


def test_what_must_be_taken_lights_up_and_points_are_those_of_now(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="hearts_and_numbers", players=["Ana", "Luis"])
    middle = [f"number:{colour}:3:key+moon" for colour in ("red", "green", "blue", "yellow")]
    table.tell(do="deal", open=[*middle, "heart:red:fish+star", "heart:blue:fish+sun"])
    table.tell(do="turn", player="Ana", card="heart:green:fish+tree")
    page = open_page("/", (1920, 1080))
    shows(page, table)
    lit = page.locator(".row.take[data-now=true] .small-card")
    assert lit.count() == len(table.view["state"]["last_take"]) == 2
    for card in lit.all():
        assert card.evaluate("node => parseFloat(getComputedStyle(node).outlineWidth)") > 4
    expect(page.locator("h2.take")).to_contain_text("Take these")
    points = {
        panel.get_attribute("data-player"): panel.locator(".digits").text_content()
        for panel in page.locator(".panel").all()
    }
    assert points == {name: str(n) for name, n in table.view["state"]["points"].items()}
    expect(page.locator("[data-fact=points]")).to_have_text("points if it ended now")
    table.tell(do="refill", cards=["number:red:1:key+sun"])
    shows(page, table)
    assert page.locator("[data-now=true]").count() == 0
    table.show(table.view | {"seq": table.view["seq"] + 1, "language": "de"})
    expect(page.locator(".small-card").first).to_contain_text("key · Mond")  # no deck that ships has a key


def test_cards_of_hearts_and_numbers_are_named_by_colour_value_and_objects(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="hearts_and_numbers", players=["Ana", "Luis"])
    middle = [
        "number:red:4:apple+star",
        "heart:blue:key+moon",
        "number:violet:2:fish+star",
        "heart:green:apple+key",
        "number:yellow:5:moon+tree",
        "number:blue:1:fish+tree",
    ]
    table.tell(do="deal", open=middle)
    page = open_page("/table", STRIP)
    play = page.locator(".hearts-play")
    before = table.view["seq"]
    press(play, "red", "Heart", "fish", "apple")
    assert told_next(page, table, before) == {"do": "turn", "player": "Ana", "card": "heart:red:apple+fish"}
    assert page.locator(".small-card").count() == len(table.view["state"]["open"]) + len(
        table.view["state"]["last_take"]
    )
    refill = table.view["rulings"][-1]["effects"]["refill"]
    before = table.view["seq"]
    for value in range(1, refill + 1):
        press(play, "green", str(value), "moon")
        play.get_by_label("Object").fill("sun")
        press(play, "Add")
    line = told_next(page, table, before)
    assert line == {"do": "refill", "cards": [f"number:green:{value}:moon+sun" for value in range(1, refill + 1)]}
    assert table.view["rulings"][-1]["verdict"] == "ok"


def test_first_touch_shows_who_was_first_and_by_how_much(table: RealTable, open_page: Open) -> None:
    table.tell(do="start", game="first_touch", players=PLAYERS)
    page = open_page("/table", STRIP)
    before = table.view["seq"]
    press(page.locator("#strip"), "Get ready")
    assert told_next(page, table, before) == {"do": "arm"}
    expect(page.locator(".light")).to_have_text("Get ready …")
    table.tell(do="go", t_us=5_000_000, by="sensor")
    table.tell(do="touch", player="Marta", t_us=5_300_100, by="sensor")
    table.tell(do="touch", player="Ana", t_us=5_250_000, by="sensor")
    shows(page, table)
    assert page.locator(".first .name").all_text_contents() == ["Ana"]
    expect(page.locator(".touch")).to_contain_text("+50.1 ms")
    before = table.view["seq"]
    press(page.locator("#strip"), "Settle")
    told_next(page, table, before)
    assert page.locator(".panel[data-first=true]").get_attribute("data-player") == "Ana"
    assert table.view["scores"]["Ana"] == 1


@pytest.mark.parametrize("size", [(320, 640), (768, 1024), (1920, 1080)], ids=str)
@pytest.mark.parametrize("path", ["/", "/table", "/me"])
def test_no_game_scrolls_sideways(table: RealTable, open_page: Open, size: tuple[int, int], path: str) -> None:
    crowd = ["Wolfeschlegelsteinhausenbergerdorff Seni", "לאה בן־דוד"]
    table.tell(do="start", game="virus", players=crowd)
    page = open_page(path, size)
    if path == "/me":
        page.get_by_role("button", name=crowd[0]).click()
    for game in ("virus", "the_game_extreme", "hearts_and_numbers", "first_touch"):
        table.tell(do="start", game=game, players=crowd)
        shows(page, table)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], game
