"""The scoreboard shows what the view says: after each ruling of a game, after sleep, whatever people are called."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser_table import Open, RealTable
from touchjudge.adapters.web import WebScreen

pytestmark = pytest.mark.browser

PLAYERS = ["Ana", "Luis", "Marta", "Jörg"]
HOSTILE = [
    "<script>document.title='broken'</script>",
    "😀" * 40,
    "לאה בן־דוד",
    "constructor",
    "__proto__",
    '"><img src=x onerror=alert(1)>',
    "Wolfeschlegelsteinhausenbergerdorff Seni",
    "x",
]
SPOTS = ["mushroom", "pig", "sweep"]
MARKS = {"drew_right": True, "sandwich": True, "lowest_hand": True, "drew_wrong": False, "wrong_slap": False}
READ = """() => {
  const text = (place, what) => place.querySelector(what)?.textContent ?? null;
  const touches = [...document.querySelectorAll(".first:has(.detail), .touch")].map((row) => ({
    spot: row.dataset.spot ?? null,
    player: row.querySelector(".nobody") ? null : text(row, ".name"),
    time: text(row, ".time"),
    gap: text(row, ".gap"),
    source: text(row, "[data-attribution]"),
    mark: row.querySelector(".mark")?.classList.contains("right") ?? null,
  }));
  return {
    title: text(document, "h1"),
    round: text(document, ".round"),
    simulated: text(document, ".simulated"),
    card: document.querySelector(".card")?.getAttribute("aria-label") ?? text(document, ".card"),
    headline: document.querySelector("#ribbon").hidden ? null : text(document, "#ribbon p"),
    verdict: document.querySelector("#ribbon").dataset.verdict,
    asked: document.querySelector("#question").hidden ? null : text(document, ".asked"),
    answers: [...document.querySelectorAll(".answer:not(.any) span")].map((answer) => answer.textContent),
    piles: [...document.querySelectorAll(".pile .figure")].map((figure) => figure.textContent),
    scores: [...document.querySelectorAll(".panel")].map((panel) => [text(panel, ".name"), text(panel, ".digits")]),
    numbers: [...document.querySelectorAll(".panel")].map((panel) =>
      [...panel.querySelectorAll(".chip")].map((chip) => [chip.textContent, chip.dataset.match ?? ""])),
    winners: [...document.querySelectorAll(".winners .name")].map((name) => name.textContent),
    ranking: [...document.querySelectorAll(".ranking li")].map((place) => place.textContent),
    touches,
  };
}"""


def shows(page: Page, seq: int) -> None:
    """Wait until the page shows the view with this number."""
    page.locator(f"body[data-seq='{seq}']").wait_for(state="attached")


def drawn(page: Page, view: dict[str, Any]) -> dict[str, Any]:
    """What the page shows once it shows this view."""
    shows(page, view["seq"])
    read: dict[str, Any] = page.evaluate(READ)
    return read


def milliseconds(us: int) -> str:
    """As the page writes it in English, worked out without floating point."""
    tenths = (us + 50) // 100
    return f"{tenths // 10:,}.{tenths % 10}"


def card_of(view: dict[str, Any]) -> str:
    state = view["state"]
    card = state["revealed"]
    if state["phase"] != "react":
        named = [r for r in view["rulings"] if r["code"] in ("revealed", "card_named", "started")]
        card = named[-1]["effects"].get("card") if named else None
    symbols = re.fullmatch(r"symbol:(\d)-(\d)-(\d)", card or "")
    if symbols:
        return f"{symbols[1]} mushrooms, {symbols[2]} pigs, {symbols[3]} sweeps"
    if card and card.startswith("touch:"):
        return f"Touch card: {card.removeprefix('touch:').capitalize()}"
    if state["phase"] == "react":
        return "Which card?"
    return "not named" if card == "unseen" else "Next card"


def expected(view: dict[str, Any]) -> dict[str, Any]:
    """What the page must show, read from the view by other code than the page's."""
    state, result, question = view["state"], view["result"], view["question"]
    counts = {}
    if not result and (symbols := re.fullmatch(r"(\d) mushrooms, (\d) pigs, (\d) sweeps", card_of(view))):
        counts = {spot: int(symbols[i + 1]) for i, spot in enumerate(SPOTS)}
    wanted: dict[str, Any] = {
        "title": view["title"],
        "simulated": "SIMULATED",
        "headline": None if question else view["headline"],
        "asked": question["say"] if question else None,
        "answers": [option["label"] for option in question["options"]] if question else [],
        "scores": [[name, str(view["scores"][name])] for name in view["players"]],
        "numbers": [
            [[str(n), " ".join(spot for spot in SPOTS if counts.get(spot) == n)] for n in state["numbers"][name]]
            for name in view["players"]
        ],
    }
    if result is not None:
        return wanted | {"winners": result["winners"]}
    return wanted | {
        "round": f"Round {state['round']}" if state["round"] else None,
        "card": card_of(view),
        "piles": [str(state["deck"]), str(state["jackpot"])],
        "touches": [
            {
                "spot": touch["spot"],
                "player": touch["player"],
                "time": "no time" if touch["reaction_us"] is None else f"{milliseconds(touch['reaction_us'])} ms",
                "source": touch["attribution"],
                "mark": MARKS.get(touch["ruling"]),
            }
            for touch in view["touches"]
        ],
    }


def agrees(page: Page, view: dict[str, Any]) -> None:
    read, wanted = drawn(page, view), expected(view)
    for touch in read["touches"]:
        del touch["gap"]
    assert {key: read[key] for key in wanted} == wanted


def evening(chance: random.Random, table: RealTable, players: list[str]) -> Iterator[dict[str, Any]]:
    """Lines of a whole game: hands, claims, questions answered, cards named early, late and never, undos, pauses."""
    yield {"do": "start", "game": "schwein_gehabt", "players": players}
    for t_us in range(8_000_000, 24 * 8_000_000, 8_000_000):
        card = chance.choice(
            [f"touch:{chance.choice(SPOTS)}", "symbol:" + "-".join(str(chance.randint(1, 8)) for _ in SPOTS)]
        )
        named = chance.random()
        yield {"do": "reveal", "t_us": t_us, "by": "sensor"} | ({"card": card} if named < 0.4 else {})
        for spot in chance.sample(SPOTS, chance.randint(0, 3)):
            yield {"do": "touch", "spot": spot, "t_us": t_us + chance.randint(90_000, 1_200_000), "by": "sensor"}
        for player in chance.sample(players, chance.randint(0, 3)):
            told = {"spot": chance.choice(SPOTS)} if chance.random() < 0.3 and card[0] == "s" else {}
            yield {"do": "claim", "player": player, "by": "player", **told}
        if 0.4 <= named < 0.9:
            yield {"do": "card", "card": card}
        if chance.random() < 0.1:
            yield {"do": "undo"}
        if chance.random() < 0.1:
            yield {"do": "pause"}
            yield {"do": "resume"}
        yield {"do": "settle"}
        while table.view["question"] is not None:
            yield from chance.choice(table.view["question"]["options"])["lines"]
            yield {"do": "settle"}
    yield {"do": "end"}


def test_the_page_agrees_with_the_view_after_each_ruling_of_a_whole_game(table: RealTable, open_page: Open) -> None:
    page = open_page(size=(800, 480))
    chance = random.Random(7)
    for line in evening(chance, table, PLAYERS):
        table.tell(**line)
        agrees(page, table.view)
    rulings = [ruling for entry in table.session.entries for ruling in entry.answer.rulings]
    assert len(rulings) > 50
    assert {ruling.verdict for ruling in rulings} == {"ok", "foul", "ask", "info", "over"}
    assert drawn(page, table.view)["winners"] == table.view["result"]["winners"]


def test_every_entry_of_the_ranking_is_shown_with_shared_places(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="set", state={"cards": {"Ana": 7, "Luis": 9, "Marta": 9, "Jörg": 0}})
    table.tell(do="end")
    read = drawn(page, table.view)
    assert read["winners"] == ["Luis", "Marta"]
    assert read["ranking"] == ["1.Luis9", "1.Marta9", "3.Ana7", "4.Jörg0"]


@pytest.mark.parametrize(
    "size", [(1920, 1080), (1366, 768), (1280, 720), (1024, 768), (3840, 2160), (800, 480)], ids=str
)
@pytest.mark.parametrize("count", [3, 4])
def test_score_digits_are_a_fifth_of_the_screen_and_more(
    table: RealTable, open_page: Open, size: tuple[int, int], count: int
) -> None:
    page = open_page(size=size)
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS[:count])
    table.tell(do="set", state={"cards": dict(zip(PLAYERS[:count], (18, 7, 20, 15), strict=False))})
    table.tell(do="reveal", card="symbol:1-1-1", t_us=1_000_000)
    table.tell(do="touch", spot="pig", player="Ana", t_us=1_400_000)
    drawn(page, table.view)
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".digits")].map((digits) => {
          const style = getComputedStyle(digits);
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          const box = digits.getBoundingClientRect();
          const panel = digits.closest(".panel").getBoundingClientRect();
          return {
            box: box.height, ink: pen.measureText("7").actualBoundingBoxAscent,
            inside: box.left >= panel.left && box.right <= panel.right && panel.bottom <= innerHeight,
          };
        })"""
    )
    assert len(boxes) == count
    for box in boxes:
        assert box["box"] >= size[1] / 5, box
        assert box["ink"] >= size[1] / 5, box
        assert box["inside"], box


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/", (320, 640)),
        ("/", (640, 360)),
        ("/", (768, 1024)),
        ("/", (1920, 1080)),
        ("/table", (320, 640)),
        ("/table", (1024, 768)),
    ],
    ids=str,
)
def test_nothing_scrolls_sideways_whatever_people_are_called(
    table: RealTable, open_page: Open, size: tuple[int, int], path: str
) -> None:
    page = open_page(path, size)
    table.tell(do="start", game="schwein_gehabt", players=HOSTILE)
    table.tell(do="reveal", card="symbol:1-2-3", t_us=1_000_000)
    for number, spot in enumerate(SPOTS):
        table.tell(do="touch", spot=spot, player=HOSTILE[number], t_us=1_400_000 + 7 * number)
    assert drawn(page, table.view)["scores"] == [[name, "0"] for name in HOSTILE]
    assert page.evaluate("[document.documentElement.scrollWidth, scrollX]") == [size[0], 0]
    outside = page.evaluate(
        """() => [...document.querySelectorAll("#bar *, #stage *, #ribbon *, .panel *, .answer, #strip button")]
          .filter((node) => {
            const box = node.getBoundingClientRect();
            return box.width && (box.left < -1 || box.right > innerWidth + 1);
          })
          .map((node) => node.outerHTML.slice(0, 80))"""
    )
    assert outside == []


def test_names_are_text_and_nothing_else(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=HOSTILE)
    table.tell(do="reveal", card="symbol:1-2-3", t_us=1_000_000)
    for number, name in enumerate(HOSTILE):
        table.tell(do="claim", player=name, spot=SPOTS[number % 3], t_us=1_300_000 + number)
    table.tell(do="settle")
    agrees(page, table.view)
    assert page.evaluate("document.querySelectorAll('main script, main img').length") == 0
    assert "broken" not in page.title()
    table.tell(do="end")
    assert len(drawn(page, table.view)["ranking"]) == len(HOSTILE)
    assert all(
        way == "auto" for way in page.evaluate("[...document.querySelectorAll('.name')].map((name) => name.dir)")
    )


def test_zero_is_a_value_and_none_is_not(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", card="symbol:5-2-8", t_us=1_000_000)
    table.tell(do="touch", spot="mushroom", player="Ana", t_us=1_000_000)
    table.tell(do="claim", player="Luis", spot="pig")
    table.tell(do="settle")
    read = drawn(page, table.view)
    assert [touch["time"] for touch in read["touches"]] == ["0.0 ms", "no time"]
    assert ["Marta", "0"] in read["scores"]


def test_a_dead_heat_gives_the_first_place_to_nobody(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", card="symbol:5-2-8", t_us=1_000_000)
    table.tell(do="touch", spot="mushroom", player="Ana", t_us=1_400_000)
    table.tell(do="touch", spot="pig", player="Luis", t_us=1_400_002)
    table.tell(do="touch", spot="sweep", player="Jörg", t_us=1_400_003)
    drawn(page, table.view)
    expect(page.locator(".dead-heat")).to_contain_text("Dead heat")
    assert page.locator(".first .name").all_text_contents() == ["Ana", "Luis"]
    assert page.locator(".panel[data-first=true]").count() == 0
    assert page.locator(".touch .gap").all_text_contents() == ["+0.0 ms"]


def test_a_question_is_answered_by_one_press_and_its_lines_are_told(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", t_us=1_000_000)
    table.tell(do="touch", spot="pig", t_us=1_400_000, by="sensor")
    table.tell(do="settle")
    options = table.view["question"]["options"]
    drawn(page, table.view)
    page.keyboard.press("2")
    expect(page.locator("#ribbon")).to_be_visible()
    assert table.told[-len(options[1]["lines"]) :] == options[1]["lines"]
    table.tell(do="settle")
    drawn(page, table.view)
    lines = table.view["question"]["options"][0]["lines"]
    page.locator(".answer").first.click()
    expect(page.locator("#question")).to_be_hidden()
    assert table.told[-len(lines) :] == lines


def test_the_strip_names_a_card_in_three_taps(table: RealTable, open_page: Open) -> None:
    page = open_page("/table", (390, 844))
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", t_us=1_000_000)
    drawn(page, table.view)
    for label in ("Mushroom 4", "Pig 8", "Sweep 2"):
        page.get_by_role("button", name=label, exact=True).click()
    expect(page.locator(".card")).to_have_attribute("aria-label", "4 mushrooms, 8 pigs, 2 sweeps")
    assert table.told[-1] == {"do": "card", "card": "symbol:4-8-2"}


def test_the_strip_tells_claims_settle_undo_pause_and_end(table: RealTable, open_page: Open) -> None:
    page = open_page("/table")
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    drawn(page, table.view)
    pressed = [
        ("Touch card: Pig", {"do": "reveal", "card": "touch:pig"}),
        ("Luis", {"do": "claim", "player": "Luis"}),
        ("Settle", {"do": "settle"}),
        ("Reveal", {"do": "reveal"}),
        ("Marta: Sweep", {"do": "claim", "player": "Marta", "spot": "sweep"}),
        ("Nobody saw it", {"do": "card", "card": "unseen"}),
        ("Undo", {"do": "undo"}),
        ("Pause", {"do": "pause"}),
        ("Go on", {"do": "resume"}),
    ]
    for label, line in pressed:
        before = len(table.told)
        page.locator("#strip").get_by_role("button", name=label, exact=True).click()
        shows(page, before + 1)
        assert table.told[-1] == line
    page.get_by_role("button", name="End game").click()
    assert table.told[-1] != {"do": "end"}
    page.get_by_role("button", name="Really end?").click()
    expect(page.locator(".result")).to_be_visible()


def test_the_strip_is_away_on_the_scoreboard_and_a_key_brings_it(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    drawn(page, table.view)
    expect(page.locator("#strip")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Settle")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#strip")).to_be_hidden()


def test_everything_to_press_can_be_reached_by_key(table: RealTable, open_page: Open) -> None:
    page = open_page("/table")
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", t_us=1_000_000)
    table.tell(do="settle")
    drawn(page, table.view)
    buttons = page.locator("button:visible").count()
    reached = set()
    for _ in range(buttons):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.outerHTML + document.activeElement.parentElement.outerHTML"))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert len(reached) == buttons


def test_focus_stays_on_a_button_while_views_go_by(table: RealTable, open_page: Open) -> None:
    page = open_page("/table")
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    drawn(page, table.view)
    page.locator("#referee").focus()
    table.tell(do="reveal", t_us=1_000_000)
    table.show(
        table.view | {"seq": 99, "links": [{"source": "pico", "phase": "connected", "text": "", "facts": {"rtt": 1}}]}
    )
    shows(page, 99)
    table.show(
        table.view | {"seq": 100, "links": [{"source": "pico", "phase": "connected", "text": "", "facts": {"rtt": 2}}]}
    )
    page.locator("#strip button").first.focus()
    table.tell(do="touch", spot="pig", t_us=1_300_000)
    drawn(page, table.view)
    assert page.evaluate("document.activeElement.closest('#strip') !== null")


def test_what_is_missing_is_said(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    gone = {"source": "pico", "phase": "disconnected", "text": "The board is gone; play on by hand.", "facts": {}}
    table.show(table.view | {"seq": 50, "links": [gone], "warnings": ["The disk is full.", "b", "c", "d"]})
    shows(page, 50)
    expect(page.locator(".link")).to_have_text("pico: disconnected")
    assert page.locator(".warning").all_text_contents() == [gone["text"], "The disk is full.", "b", "and 2 more"]
    table.show(table.view | {"seq": 51, "simulated": False, "links": [], "warnings": []})
    shows(page, 51)
    expect(page.locator("#warnings")).to_be_hidden()
    expect(page.locator(".simulated")).to_have_count(0)


def test_a_page_whose_table_went_away_says_so_and_is_right_when_it_is_back(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    drawn(page, table.view)
    assert table.screen is not None
    port = table.screen.port
    table.screen.close()
    expect(page.locator("#lost")).to_contain_text("No connection to the table")
    table.screen = WebScreen(table, port=port)
    table.tell(do="reveal", card="touch:sweep", t_us=1_000_000)
    table.screen.start()
    try:
        agrees(page, table.view)
        expect(page.locator("#lost")).to_be_hidden()
    finally:
        page.close()
        table.screen.close()


def test_a_page_that_slept_through_many_views_gets_only_the_newest(table: RealTable, open_page: Open) -> None:
    frames = []

    def count(page: Page) -> None:
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))

    page = open_page(prepare=count)
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    drawn(page, table.view)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    for seq in range(1000, 1300):
        table.show(table.view | {"seq": seq})
    table.tell(do="reveal", card="symbol:1-2-3", t_us=1_000_000)
    table.show(table.view | {"seq": 2000})
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    agrees(page, table.view)
    assert 2 <= len(frames) < 50  # of more than 300; one that it had not drawn yet, and the newest


def test_a_page_that_wakes_up_on_a_dead_connection_makes_a_new_one(table: RealTable, open_page: Open) -> None:
    """The connection looks open and brings nothing more, as after a phone's sleep."""
    connections: list[WebSocketRoute] = []

    def deaf_after_the_first_view(page: Page) -> None:
        def route(socket: WebSocketRoute) -> None:
            connections.append(socket)
            server, heard = socket.connect_to_server(), [0]

            def pass_on(message: str | bytes) -> None:
                heard[0] += 1
                if len(connections) > 1 or heard[0] == 1:
                    socket.send(message)

            server.on_message(pass_on)

        page.route_web_socket("**/ws", route)

    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    page = open_page(prepare=deaf_after_the_first_view)
    drawn(page, table.view)
    table.tell(do="reveal", card="symbol:1-2-3", t_us=1_000_000)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    agrees(page, table.view)
    assert len(connections) == 2


@pytest.mark.parametrize(
    ("language", "word", "link"),
    [
        ("de", "Jackpot", "simulierter Tisch: verbunden"),
        ("es", "Bote", "mesa simulada: conectado"),
        ("en", "Jackpot", "simulated table: connected"),
    ],
)
def test_the_page_speaks_the_tables_language(
    table: RealTable, open_page: Open, language: str, word: str, link: str
) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.tell(do="reveal", card="symbol:1-2-3", t_us=1_000_000)
    table.tell(do="touch", spot="pig", player="Ana", t_us=1_412_345)
    links = [
        {"source": source, "phase": "connected", "text": "", "facts": {}} for source in ("simulated table", "gpio")
    ]
    table.show(table.view | {"seq": 70, "language": language, "links": links})
    shows(page, 70)
    assert page.evaluate("document.documentElement.lang") == language
    expect(page.locator(".jackpot .label")).to_have_text(word)
    expect(page.locator(".link").first).to_have_text(link)
    expect(page.locator(".link").last).to_contain_text("gpio: ")
    expect(page.locator(".first .time")).to_have_text("412.3 ms" if language == "en" else "412,3 ms")


def test_a_game_without_a_stage_of_its_own_is_told_in_sentences(table: RealTable, open_page: Open) -> None:
    page = open_page()
    table.tell(do="start", game="schwein_gehabt", players=PLAYERS)
    table.show(table.view | {"seq": 60, "game": "a_game_from_elsewhere", "state": {"phase": "armed"}})
    shows(page, 60)
    expect(page.locator(".sentences li").last).to_have_text(table.view["rulings"][-1]["say"])
    assert page.locator(".panel .name").all_text_contents() == PLAYERS


def test_before_a_game_the_page_says_that_it_waits(table: RealTable, open_page: Open) -> None:
    page = open_page()
    expect(page.locator("#stage")).to_contain_text("Waiting for the table")
    table.show(
        {
            "seq": 1,
            "phase": "setup",
            "game": None,
            "title": "",
            "players": ["Ana"],
            "options": {},
            "state": None,
            "language": "en",
            "simulated": False,
            "headline": "",
            "headline_verdict": "info",
            "rulings": [],
            "touches": [],
            "question": None,
            "result": None,
            "scores": {},
            "links": [],
            "warnings": [],
            "n": 0,
            "session": "s",
        }
    )
    expect(page.locator("#stage")).to_contain_text("Set-up")
