"""What holds for every page: names are text, letters can be read on their ground, keys reach all there is to press."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from browser_table import Open, RealTable, facts
from touchjudge.adapters.web import Evenings, WebScreen
from touchjudge.cli.page_practice import page_practice

pytestmark = pytest.mark.browser

# Each with what stands on it when it is drawn.
PAGES = {
    "/": "body[data-seq]",
    "/table": "#strip .action",
    "/me": "#me > section:not(:empty)",
    "/history": ".told-line",
    "/sessions": ".evening",
    "/practice": ".begin-button",
    "/join": "input",
}
CROWD = ["<script>document.title='broken'</script>", "😀" * 40, "לאה בן־דוד", '"><img src=x onerror=alert(1)>']
GAMES = ("the_game_extreme", "virus", "hearts_and_numbers", "first_touch")
SIZES = ((320, 640), (1920, 1080))

# Every text that is in sight with its contrast to what lies behind it, where that is below WCAG 2.1 AA (1.4.3): 4.5 to
# 1, and 3 to 1 for large letters. Of a gradient the worst colour counts. Keys that are off are excepted there too.
TOO_FAINT = """() => {
  const parse = (text) => {
    const numbers = text.match(/[\\d.]+(?:e-?\\d+)?/g).map(Number);
    const [r, g, b, a = 1] = text.startsWith("color(") ? numbers.map((n, i) => (i < 3 ? 255 * n : n)) : numbers;
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((n, i) => n * a + under[i] * (1 - a)).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const grounds = (node) => {
    if (!node) return [[255, 255, 255, 1]];
    const style = getComputedStyle(node);
    const own = style.backgroundImage.match(/(?:rgba?|color)\\([^)]*\\)/g) ?? [style.backgroundColor];
    const colours = own.map(parse);
    if (colours.every((colour) => colour[3] === 1)) return colours;
    const under = grounds(node.parentElement);
    return colours.flatMap((colour) => under.map((below) => over(colour, below)));
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    const text = walk.currentNode.textContent.trim();
    if (!/[\\p{L}\\p{N}]/u.test(text)) continue;
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (node.closest("script, style, noscript, :disabled, [aria-disabled=true], option, [aria-hidden=true]")) continue;
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const worst = Math.min(...grounds(node).map((ground) => ratio(over(parse(style.color), ground), ground)));
    const name = `${node.tagName.toLowerCase()}.${node.className}`;
    if (worst < (large ? 3 : 4.5)) found.push(`${name} "${text.slice(0, 20)}" ${worst.toFixed(2)}`);
  }
  return [...new Set(found)];
}"""

# What can be pressed or typed into and is in sight, as numbers that the page keeps on it.
MARK = """() => {
  const all = [...document.querySelectorAll("button, a[href], input, select, textarea, summary")];
  const inSight = (node) => node.checkVisibility({ visibilityProperty: true });
  const there = all.filter((node) => !node.disabled && node.tabIndex >= 0 && inSight(node));
  there.forEach((node, index) => { node.dataset.tabbed = index; });
  return there.length;
}"""
FOCUSED = """() => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  return [node.dataset?.tabbed === undefined ? -1 : Number(node.dataset.tabbed), ring];
}"""


@pytest.fixture
def table() -> Iterator[RealTable]:
    table = RealTable()
    past = Evenings(lambda _before: evenings(), lambda _session, _name: None)
    table.screen = WebScreen(table, port=0, facts=facts, evenings=past, practice=page_practice("en"))
    table.screen.start()
    with closing(table.screen):
        table.tell(do="start", game="schwein_gehabt", players=CROWD)
        table.tell(do="reveal", card="symbol:1-2-3", t_us=8_000_000)
        table.tell(do="touch", spot="pig", player=CROWD[2], t_us=8_400_000, by="sensor")
        table.tell(do="touch", spot="sweep", player=CROWD[1], t_us=8_512_000, by="sensor")
        table.tell(do="settle")
        yield table


def evenings() -> dict[str, Any]:
    """One evening of the past with the same people."""
    game = {
        "title": "Schwein gehabt!",
        "players": CROWD,
        "scores": dict(zip(CROWD, (3, 5, 1, 0), strict=True)),
        "winners": [CROWD[1]],
        "ending": "won",
        "aborted": False,
        "cooperative": False,
        "duration_s": 1200,
    }
    evening = {
        "session": "2026-05-08T19-02-11",
        "started_utc": "2026-05-08T19:02:11.000Z",
        "simulated": False,
        "lines": 412,
        "games": [game],
        "error": None,
        "duration_s": 1400,
        "files": ["players.csv", "evening.json"],
    }
    return {"sessions": [evening], "more": False, "language": "en"}


def not_inside(page: Page) -> None:
    """As a phone in the network is answered; whoever is inside is sent on to its page."""
    page.route("**/api/join", lambda route: route.fulfill(json={"pin": True, "inside": False}))


def drawn(open_page: Open, path: str, size: tuple[int, int], **more: Any) -> Page:
    page = open_page(path, size, prepare=not_inside if path == "/join" else None, **more)
    page.locator(PAGES[path]).first.wait_for()
    return page


@pytest.mark.parametrize("path", PAGES)
def test_names_are_text_on_every_page_and_fit(table: RealTable, open_page: Open, path: str) -> None:
    for size in SIZES:
        page = drawn(open_page, path, size)
        assert "broken" not in page.title().split("·")[-1]
        assert page.locator("body script, body img[src='x']").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        directions = page.locator(".name", has_text=CROWD[2])
        if directions.count():
            assert directions.first.evaluate("node => getComputedStyle(node).direction") == "rtl"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_letters_stand_out_from_their_ground_on_every_page(
    table: RealTable, open_page: Open, path: str, scheme: str
) -> None:
    page = drawn(open_page, path, (768, 1024), color_scheme=scheme)
    assert page.evaluate(TOO_FAINT) == []
    if path == "/me":
        page.get_by_role("button", name=CROWD[2]).click()
        page.locator(".my-facts").wait_for()
        assert page.evaluate(TOO_FAINT) == []
    if path in ("/table", "/me"):
        for game in GAMES:
            table.tell(do="start", game=game, players=CROWD[1:3])
            page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
            assert page.evaluate(TOO_FAINT) == [], game


@pytest.mark.parametrize("path", PAGES)
def test_keys_reach_everything_that_can_be_pressed_and_show_where_they_are(
    table: RealTable, open_page: Open, path: str
) -> None:
    page = drawn(open_page, path, (768, 1024))
    there = page.evaluate(MARK)
    reached: set[int] = set()
    for _ in range(there + 5):
        page.keyboard.press("Tab")
        at, ring = page.evaluate(FOCUSED)
        if at >= 0:
            assert ring, f"where the keys are cannot be seen on {at}"
            reached.add(at)
    assert reached == set(range(there))


# Drawings that a page refers to and does not have.
UNDRAWN = """() => [...document.querySelectorAll("svg use")]
  .map((use) => use.getAttribute("href"))
  .filter((href) => document.querySelector(href)?.tagName !== "symbol")"""


@pytest.mark.parametrize("path", PAGES)
def test_every_drawing_that_a_page_uses_stands_in_it(table: RealTable, open_page: Open, path: str) -> None:
    page = drawn(open_page, path, (768, 1024))
    page.locator("symbol#icon-clover").wait_for(state="attached")
    assert page.locator("svg use").count() > 0
    assert page.evaluate(UNDRAWN) == []


def test_drawings_come_once_the_host_gives_them(table: RealTable, open_page: Open) -> None:
    answers = iter(("refused", "away"))

    def fail_twice(page: Page) -> None:
        def answer(route: Route) -> None:
            match next(answers, "there"):
                case "refused":
                    route.fulfill(status=422)
                case "away":
                    route.abort("connectionrefused")
                case _:
                    route.continue_()

        page.route("**/static/icons.svg", answer)

    page = open_page("/", (768, 1024), prepare=fail_twice)
    page.locator("symbol#icon-clover").wait_for(state="attached")
    assert page.evaluate(UNDRAWN) == []


# What is set anew counts as changed, though it is the same: a language lays out the whole page. Of the data that parts
# carry only what is really another value counts.
WATCH = """() => {
  window.redrawn = [];
  new MutationObserver((records) => {
    for (const { type, target, attributeName, oldValue } of records) {
      const same = attributeName?.startsWith("data-") && target.getAttribute(attributeName) === oldValue;
      if (!same) redrawn.push(`${target.nodeName}#${target.id}.${target.className} ${attributeName ?? type}`);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeOldValue: true });
}"""


@pytest.mark.parametrize("path", ["/", "/table", "/me"])
def test_a_view_that_changes_nothing_draws_nothing(table: RealTable, open_page: Open, path: str) -> None:
    page = drawn(open_page, path, (768, 1024))
    if path == "/me":
        page.get_by_role("button", name=CROWD[2]).click()
    page.locator("symbol#icon-clover").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    assert table.screen is not None
    table.screen.show({**table.view, "seq": table.view["seq"] + 1})
    page.locator(f"body[data-seq='{table.view['seq'] + 1}']").wait_for(state="attached")
    assert page.evaluate("redrawn") == ["BODY#. data-seq"]


def test_a_claim_draws_the_ruling_and_the_one_who_claims_anew(table: RealTable, open_page: Open) -> None:
    page = drawn(open_page, "/table", (1920, 1080))
    table.tell(do="reveal")
    page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    table.tell(do="claim", player=CROWD[1])
    page.locator(f"body[data-seq='{table.view['seq']}']").wait_for(state="attached")
    elsewhere = """redrawn.filter((what) => !/^(BODY#|SECTION#ribbon|LI#.panel)/.test(what))"""
    assert page.evaluate(elsewhere) == []
