"""`/practice` in a browser: by keys, mouse and fingers, judged by the real rules; the trainer; small screens, the dark.

The page's clock is moved by hand, so waits and reactions are exact however slow the machine is.
"""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from browser_table import Open, RealTable, facts
from touchjudge.adapters.web import PracticeRound, WebScreen
from touchjudge.cli.page_practice import page_practice

pytestmark = pytest.mark.browser

TARGETS = ("mushroom", "pig", "sweep")
DIGITS = dict(zip(TARGETS, "123", strict=True))
LETTERS = dict(zip(TARGETS, "jkl", strict=True))
LONGEST_WAIT_MS = 3_600
FRAME_MS = 16
STOPPED_AT_MS = 3_600_000  # until then the clock runs, and the page looks at it; from here on it is moved by hand
SEED = 12
PALE = (Path(__file__).parent / "pale.js").read_text()


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[RealTable]:
    """A table that can judge practice; ``indirect`` parameters are its language."""
    language = getattr(request, "param", "en")
    table = RealTable(language=language)
    table.screen = WebScreen(table, port=0, facts=facts, practice=page_practice(language))
    table.screen.start()
    with closing(table.screen):
        yield table


# Notes when the card can be seen, on the page's own clock.
NOTE_OPENED = """
new MutationObserver(() => {
  const phase = document.getElementById("practice")?.dataset.phase;
  if (phase === "open" && window.wasPhase !== "open") window.openedAt = performance.now();
  window.wasPhase = phase;
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-phase"] });
"""


def by_hand(page: Page) -> None:
    page.clock.install(time=0)
    page.add_init_script(NOTE_OPENED)


@pytest.fixture
def practice(open_page: Open) -> Any:
    """Opens the page with its clock in hand, and waits until it is drawn and has looked at its clock."""

    def open_it(size: tuple[int, int] = (1280, 720), *, seed: int = SEED, **more: Any) -> Page:
        page = open_page(f"/practice?seed={seed}", size, prepare=by_hand, **more)
        expect(page.locator("#practice")).to_have_attribute("data-phase", re.compile("begin|ready"))
        page.clock.pause_at(STOPPED_AT_MS)
        page.clock.run_for(1_000)
        return page

    return open_it


def phase(page: Page, *names: str) -> None:
    expect(page.locator("#practice")).to_have_attribute("data-phase", re.compile(f"^({'|'.join(names)})$"))


def begin(page: Page, *, free_choice: bool = False) -> None:
    if free_choice:
        page.get_by_label("Free choice").check()
    page.locator(".begin-button").click()
    phase(page, "ready")


def turn(page: Page, *, step_ms: int = 80) -> None:
    """Press Space and let time pass until the card is seen, or that much longer."""
    page.keyboard.press("Space")
    phase(page, "waiting")
    until_open(page, step_ms)


def until_open(page: Page, step_ms: int = 80) -> None:
    for _ in range(LONGEST_WAIT_MS // step_ms + 2):
        page.clock.run_for(step_ms)
        if page.evaluate("window.wasPhase") == "open":
            return
    raise AssertionError("no card was turned")


def wait_after_card(page: Page, reaction_ms: int) -> None:
    """Let time pass until so long after the card was seen."""
    left_ms = round(reaction_ms - page.evaluate("performance.now() - window.openedAt"))
    assert left_ms >= 0, "the clock has gone too far"
    page.clock.run_for(left_ms)


def bound_told(page: Page) -> int:
    """How true the page says its times are, in ms: what it found when it looked at its clock."""
    told = re.search(r"± (\d+) ms", page.locator(".bound").inner_text())
    assert told is not None
    return int(told[1])


def settle(page: Page) -> None:
    """Let the round come to its end."""
    for _ in range(20):
        page.clock.run_for(500)
        if page.evaluate("window.wasPhase") != "open":
            break
    phase(page, "shown", "asked", "over")


def counts(page: Page) -> dict[str, int]:
    """The counts on the card, by target; empty on a touch card."""
    found = page.eval_on_selector_all(".card .count", "all => all.map(each => [each.dataset.target, each.textContent])")
    return {target: int(count) for target, count in found}


def mine(page: Page) -> list[str]:
    """The targets that show one of the own numbers, or the one of a touch card twice."""
    own = [int(number) for number in page.locator(".own-numbers li").all_text_contents()]
    if on_card := counts(page):
        return [target for target in TARGETS if on_card[target] in own]
    return [str(page.locator(".card.slap").get_attribute("data-target"))] * 2


def keep_what_is_sent(page: Page) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(json.loads(request.post_data or "{}"))

    page.on("request", note)
    return sent


# ---- against simulated players


@pytest.mark.parametrize("keys", [DIGITS, LETTERS], ids=["digits", "letters"])
def test_a_round_is_played_by_keys_and_judged_by_the_referee(
    practice: Any, table: RealTable, keys: dict[str, str]
) -> None:
    page = practice()
    sent = keep_what_is_sent(page)
    begin(page)
    turn(page)
    own = mine(page)
    assert own, "the seed gives a card with something for the person"
    wait_after_card(page, 400)
    for target in own:
        page.keyboard.press(keys[target])
        page.clock.run_for(120)
    settle(page)
    phase(page, "shown")
    round_sent = sent[-1]
    at = [touch["reaction_us"] for touch in round_sent["touches"]]
    assert at == [400_000 + 120_000 * place for place in range(len(own))]
    assert [touch["spot"] for touch in round_sent["touches"]] == own
    bound_ms = bound_told(page)
    assert bound_ms >= 2 * FRAME_MS
    assert {-(-touch["bound_us"] // 1000) for touch in round_sent["touches"]} == {bound_ms}
    # What the page shows is what the same referee says to the same round.
    answer = page_practice("en").judge(PracticeRound.model_validate(round_sent, strict=False))
    rulings = [ruling for ruling in answer["view"]["rulings"] if ruling["player"] == "Guest"]
    assert {ruling["code"] for ruling in rulings} == {"touched", "drew_right"}
    won = "Guest was right and gets 1 card."
    expect(page.locator(".say")).to_have_text(won if len(own) == 1 else f"{won} × {len(own)}")
    expect(page.locator('.seat[data-own="true"] .score-figure')).to_have_text(str(answer["view"]["scores"]["Guest"]))
    stamped = page.locator('.touches [data-player="Guest"]').first
    expect(stamped).to_contain_text("browser")
    expect(stamped).to_contain_text(re.compile(r"±\d+\.\d ms"))
    assert table.told == []


def test_others_lay_their_hands_at_their_own_times_while_the_card_lies(practice: Any) -> None:
    page = practice()
    begin(page)
    turn(page)
    settle(page)
    tags = page.locator('.hand-tag[data-own="false"]')
    assert tags.count() > 0
    expect(page.locator('.hand-tag[data-own="true"]')).to_have_count(0)
    expect(page.locator(".say")).to_have_text("Nothing for you in this round.")


def test_a_round_is_played_by_fingers_two_on_a_touch_card(practice: Any) -> None:
    page = practice((390, 844), has_touch=True, is_mobile=True)
    sent = keep_what_is_sent(page)
    page.locator(".begin-button").tap()
    phase(page, "ready")
    for _ in range(20):
        page.locator(".go").tap()
        phase(page, "waiting")
        until_open(page)
        is_touch_card = not counts(page)
        own = mine(page)
        page.clock.run_for(280)
        for target in own:
            page.locator(f'.target-card[data-target="{target}"]').tap()
        settle(page)
        phase(page, "shown", "asked")
        assert [touch["spot"] for touch in sent[-1]["touches"]] == own
        if is_touch_card:
            named = page.locator(".first")
            expect(named).to_be_visible()
            return
    raise AssertionError("no touch card came")


def test_a_click_counts_once_and_a_key_on_a_focused_target_too(practice: Any) -> None:
    page = practice()
    sent = keep_what_is_sent(page)
    begin(page)
    turn(page)
    page.clock.run_for(300)
    page.locator('.target-card[data-target="pig"]').click()
    page.locator('.target-card[data-target="sweep"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    settle(page)
    assert [touch["spot"] for touch in sent[-1]["touches"]] == ["pig", "sweep", "sweep"]


def test_a_touch_before_the_card_is_told_with_a_time_before_it_and_costs_nothing(practice: Any) -> None:
    page = practice()
    sent = keep_what_is_sent(page)
    begin(page)
    page.keyboard.press("Space")
    phase(page, "waiting")
    page.keyboard.press("2")
    page.clock.run_for(LONGEST_WAIT_MS)
    page.keyboard.press("Space")
    settle(page)
    assert sent[-1]["touches"][0]["reaction_us"] < 0
    expect(page.locator(".say")).to_have_text("That was between the rounds and does not count.")
    expect(page.locator('.seat[data-own="true"] .score-figure')).to_have_text("0")


def test_closer_than_the_bounds_the_page_asks_and_a_key_answers(practice: Any) -> None:
    # The person is told to touch with the first simulated player, whoever that is; free choice lets both be entitled.
    for seed in range(1, 40):
        first = page_practice("en").judge(PracticeRound(seed=seed + 1, name="Guest", players=4, free_choice=True))
        rival, card = first["next"]["others"][:1], first["next"]["card"]
        if not rival or rival[0]["reaction_us"] < 200_000 or card.startswith("touch:"):
            continue
        reaction_us = rival[0]["reaction_us"] // 1000 * 1000
        touch = {"spot": rival[0]["spot"], "reaction_us": reaction_us, "bound_us": 33_000}
        told_so = {"seed": seed + 1, "name": "Guest", "players": 4, "free_choice": True, "kept": first["kept"]}
        asked = page_practice("en").judge(PracticeRound.model_validate({**told_so, "touches": (touch,)}))
        if asked["view"]["question"]:
            break
    else:
        raise AssertionError("no such seed")
    page = practice(seed=seed)
    begin(page, free_choice=True)
    turn(page)
    wait_after_card(page, reaction_us // 1000)
    page.keyboard.press(DIGITS[touch["spot"]])
    settle(page)
    phase(page, "asked")
    expect(page.locator(".asked")).to_contain_text("Too close to tell")
    page.keyboard.press("1")
    phase(page, "shown")
    expect(page.locator(".say")).to_contain_text("Guest was right")
    expect(page.locator(".dead-heat")).to_be_visible()


def test_a_whole_game_is_played_to_its_winner_and_another_one_is_dealt_anew(practice: Any) -> None:
    page = practice()
    begin(page)
    numbers = []
    for _ in range(120):
        turn(page)
        numbers.append(page.locator(".card").get_attribute("aria-label"))
        for target in mine(page):
            page.keyboard.press(DIGITS[target])
        page.keyboard.press("Space")
        phase(page, "shown", "over", "asked")
        if page.locator("#practice").get_attribute("data-phase") == "over":
            break
    phase(page, "over")
    expect(page.locator(".say").first).to_contain_text(re.compile("won|Winner"))
    expect(page.locator('.seat[data-winner="true"]')).not_to_have_count(0)
    page.locator(".go").click()
    phase(page, "begin")
    begin(page)
    turn(page)
    assert page.locator(".card").get_attribute("aria-label") != numbers[0]


def test_a_page_that_goes_out_of_sight_takes_the_round_back(practice: Any) -> None:
    page = practice()
    sent = keep_what_is_sent(page)
    begin(page)
    turn(page)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    phase(page, "ready")
    expect(page.locator(".say")).to_have_text("The page was out of sight")
    page.clock.run_for(20_000)
    assert [body for body in sent if body.get("touches") is not None] == []


def test_a_host_that_is_away_is_said_and_the_round_is_not_lost(practice: Any) -> None:
    page = practice()
    begin(page)
    turn(page)
    page.keyboard.press("1")
    page.route("**/api/practice", lambda route: route.abort("connectionrefused"))
    page.keyboard.press("Space")
    phase(page, "judging")
    for _ in range(20):
        page.clock.run_for(400)
        if page.evaluate("window.wasPhase") == "failed":
            break
    phase(page, "failed")
    expect(page.locator(".say")).to_contain_text("not reached")
    page.unroute("**/api/practice")
    page.locator(".go").click()
    phase(page, "shown")


def test_too_fast_is_waited_for_and_sent_again(practice: Any) -> None:
    page = practice()
    page.evaluate(
        """() => {
          const answers = [[429, { error: "That was too fast.", wait_s: 2 }], [503, { error: "busy" }]];
          const fetched = window.fetch;
          window.fetch = (...asked) => {
            const [status, answer] = answers.shift() ?? [];
            return status ? Promise.resolve(new Response(JSON.stringify(answer), { status })) : fetched(...asked);
          };
        }"""
    )
    page.locator(".begin-button").click()
    phase(page, "judging")
    page.clock.run_for(1_900)
    phase(page, "judging")
    for _ in range(10):
        page.clock.run_for(500)
        if page.evaluate("window.wasPhase") == "ready":
            break
    phase(page, "ready")


# ---- alone


def alone(page: Page, exercise: str = "Slap what it shows") -> None:
    page.get_by_role("button", name="Alone").click()
    page.get_by_role("button", name=exercise).click()


def react(page: Page, after_ms: int, *, wrong: bool = False) -> None:
    turn(page, step_ms=80 if after_ms > 100 else FRAME_MS)
    wait_after_card(page, after_ms)
    right = mine(page)[0]
    page.keyboard.press(DIGITS[right if not wrong else next(target for target in TARGETS if target != right)])
    phase(page, "told")


def best(page: Page) -> str:
    return page.locator(".own-facts dd").first.inner_text().strip()


@pytest.mark.parametrize("exercise", ["Slap what it shows", "Find my number"])
def test_the_own_time_is_shown_large_and_the_best_is_kept_over_a_reload(practice: Any, exercise: str) -> None:
    page = practice()
    alone(page, exercise)
    react(page, 432)
    large = page.locator(".huge")
    expect(large).to_contain_text("432 ms")
    expect(page.locator(".within")).to_have_text(f"± {bound_told(page)} ms · browser")
    assert best(page) == "432 ms"
    react(page, 300)
    expect(page.locator(".verdict")).to_contain_text("New best!")
    react(page, 500)
    expect(page.locator(".verdict")).to_have_count(0)
    assert best(page) == "300 ms"
    expect(page.locator(".last li")).to_have_count(3)
    page.reload()
    expect(page.locator(".own-facts dd").first).to_have_text("300 ms")
    expect(page.locator(".last li")).to_have_count(3)


def test_what_is_too_early_a_guess_wrong_or_missed_is_said_and_not_counted(practice: Any) -> None:
    page = practice()
    alone(page)
    page.keyboard.press("Space")
    phase(page, "waiting")
    page.keyboard.press("1")
    phase(page, "told")
    verdict = page.locator(".verdict")
    expect(verdict).to_have_text("Too early · not counted")
    expect(page.locator(".card.back")).to_be_visible()
    react(page, 48)
    expect(verdict).to_have_text("Sooner than anyone can react · not counted")
    react(page, 300, wrong=True)
    expect(verdict).to_have_text("Wrong target · not counted")
    turn(page)
    page.clock.run_for(6_000)
    expect(verdict).to_have_text("Missed · not counted")
    expect(page.locator(".last li")).to_have_count(0)
    assert best(page) == "–"
    expect(page.locator(".huge")).to_have_count(0)


def test_the_last_ten_count_for_the_median_and_the_times_can_be_forgotten(practice: Any) -> None:
    page = practice()
    alone(page)
    for ms in (900, 208, 304, 400, 208, 304, 400, 208, 304, 400, 304):
        react(page, ms)
    expect(page.locator(".last li")).to_have_count(10)
    middle = page.locator(".own-facts dd").nth(1).inner_text()
    assert middle.strip() == "304 ms"
    page.get_by_role("button", name="Forget my times").click()
    expect(page.locator(".last li")).to_have_count(10)
    page.get_by_role("button", name="Really?").click()
    expect(page.locator(".last li")).to_have_count(0)
    page.reload()
    assert best(page) == "–"


@pytest.mark.parametrize(
    "kept", ['{"times":{"slap":{"best":-5,"last":"x"},"find":7},"way":"alone"}', "[1]", "{", "null"]
)
def test_strange_things_in_what_was_kept_are_no_times(open_page: Open, kept: str) -> None:
    def prepare(page: Page) -> None:
        by_hand(page)
        page.add_init_script(f"localStorage.setItem('touchjudge.practice', {json.dumps(kept)})")

    page = open_page("/practice?seed=3", (1280, 720), prepare=prepare)
    expect(page.locator("#practice")).to_have_attribute("data-phase", re.compile("begin|ready"))
    alone(page)
    assert best(page) == "–"


def test_a_browser_that_keeps_nothing_is_practised_in_all_the_same_and_says_so(open_page: Open) -> None:
    def prepare(page: Page) -> None:
        by_hand(page)
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
        )

    page = open_page("/practice?seed=3", (1280, 720), prepare=prepare)
    expect(page.locator("#practice")).to_have_attribute("data-phase", "begin")
    page.clock.pause_at(STOPPED_AT_MS)
    page.clock.run_for(1_000)
    alone(page)
    react(page, 320)
    assert best(page) != "–"
    expect(page.get_by_text("This browser keeps nothing")).to_be_visible()


# ---- for everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 640), (640, 320), (768, 1024), (1920, 1080)])
def test_nothing_runs_over_the_edge_and_the_targets_are_in_sight(
    practice: Any, size: tuple[int, int], scheme: str
) -> None:
    page = practice(size, color_scheme=scheme)

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]

    fits()
    page.get_by_label("Your name").fill("<b>Ямаמא</b> 🎲🎲🎲 extraordinarily")
    for _ in range(4):
        page.get_by_role("button", name="One more").click()
    begin(page)
    page.evaluate("scrollTo(0, 0)")
    turn(page)
    page.evaluate("scrollTo(0, 0)")
    for target in TARGETS:
        button = page.locator(f'.target-card[data-target="{target}"]')
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
        assert min(box["width"], box["height"]) >= 44
        page.keyboard.press(DIGITS[target])
    fits()
    settle(page)
    fits()
    expect(page.locator('.seat[data-own="true"] .name')).to_contain_text("<b>")
    page.get_by_role("button", name="Alone").click()
    react(page, 300)
    fits()


def test_by_keys_alone_one_gets_everywhere(practice: Any) -> None:
    page = practice()

    def tab_to(name: str) -> None:
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent").strip() == name:
                return
        raise AssertionError(f"no way to {name!r}")

    tab_to("Begin")
    page.keyboard.press("Enter")
    phase(page, "ready")
    turn(page)
    page.keyboard.press("Space")
    phase(page, "shown", "asked")
    tab_to("New game")
    page.keyboard.press("Enter")
    phase(page, "begin")
    tab_to("Alone")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Alone")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground_in_every_phase(practice: Any, scheme: str) -> None:
    page = practice(color_scheme=scheme)
    assert page.evaluate(PALE) == []
    begin(page, free_choice=True)
    assert page.evaluate(PALE) == []
    turn(page)
    for target in TARGETS:
        page.keyboard.press(DIGITS[target])
    assert page.evaluate(PALE) == []
    settle(page)
    assert page.evaluate(PALE) == []
    page.get_by_role("button", name="Alone").click()
    react(page, 300)
    assert page.evaluate(PALE) == []
    react(page, 300, wrong=True)
    assert page.evaluate(PALE) == []


def test_results_are_announced_and_each_target_has_a_name(practice: Any) -> None:
    page = practice()
    begin(page)
    expect(page.locator(".ruling")).to_have_attribute("role", "status")
    for name in ("Mushroom", "Pig", "Sweep"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    turn(page)
    expect(page.locator(".card")).to_have_attribute("aria-label", re.compile("mushrooms|Touch card"))


@pytest.mark.parametrize(
    ("table", "title", "press", "ruled"),
    [("de", "Üben", "Karte aufdecken", "Gast lag"), ("es", "Practicar", "Descubrir una carta", "Invitado")],
    indirect=["table"],
)
def test_the_page_speaks_the_tables_language(practice: Any, title: str, press: str, ruled: str) -> None:
    page = practice()
    expect(page.locator("h1")).to_have_text(title)
    page.locator(".begin-button").click()
    phase(page, "ready")
    expect(page.locator(".go")).to_contain_text(press)
    turn(page)
    page.clock.run_for(300)
    for target in TARGETS:
        page.keyboard.press(DIGITS[target])
    settle(page)
    expect(page.locator(".say").first).to_contain_text(ruled)


def test_the_board_without_a_game_and_the_referee_lead_to_practice(table: RealTable, open_page: Open) -> None:
    table.show_now()
    page = open_page("/")
    page.get_by_role("link", name="Practice").click()
    page.wait_for_url("**/practice")
    page.get_by_role("link", name="Scoreboard").click()
    page.wait_for_url("**/")
    table.tell(do="start", game="first_touch", players=["Ana", "Luis"])
    page = open_page("/table")
    page.get_by_role("link", name="Practice").click()
    page.wait_for_url("**/practice")
    expect(page.locator(".begin")).to_be_visible()
