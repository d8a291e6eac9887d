"""Pictures of `/practice`: a round against simulated players, and alone. For ``make pictures``.

The page's clock is moved by hand, so the same seed gives the same picture.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from playwright.sync_api import Browser, Page, Route

SEED = 12
STOPPED_AT_MS = 3_600_000
STEP_MS = 16
LONGEST_WAIT_MS = 4_000
TIMES = [468, 431, 502, 447, 389, 420, 455, 398, 412]
# Name, what is played, sizes and schemes.
PICTURES: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    ("practice", "settled", (("tv", "light"), ("tablet", "dark"), ("phone", "light"))),
    ("practice_alone", "alone", (("tv", "dark"), ("phone", "dark"))),
)


def pages_of_practice(
    browser: Browser, url: str, sizes: Mapping[str, tuple[int, int]], only: Sequence[str] | None
) -> Iterator[tuple[str, bytes]]:
    """The name of each picture, and the picture.

    Args:
        only: pages to draw; None draws all.
    """
    for name, what, shapes in PICTURES:
        for size, scheme in shapes if not only or name in only else ():
            width, height = sizes[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                has_touch=size == "phone",
                is_mobile=size == "phone",
                locale="en-GB",
            )
            page = context.new_page()
            page.add_init_script(f"localStorage.setItem('touchjudge.practice', {json.dumps(json.dumps(kept(what)))})")
            open_with_clock_in_hand(page, f"{url}/practice?seed={SEED}")
            page.clock.run_for(1_000)
            PLAYED[what](page)
            page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
            page.wait_for_load_state("networkidle")
            yield f"{name}-{size}-{scheme}", page.screenshot()
            context.close()


def open_with_clock_in_hand(page: Page, address: str) -> None:
    """The page looks at its clock as soon as it can; it can when the clock stands."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.clock.install(time=0)
    page.route("**/static/practice.js", hold)
    with page.expect_request("**/static/practice.js"):
        page.goto(address, wait_until="commit")
    page.clock.pause_at(STOPPED_AT_MS)
    held[0].continue_()
    page.wait_for_selector("#practice[data-phase]")


def kept(what: str) -> dict[str, object]:
    """What the browser knows of its person."""
    return {
        "way": "alone" if what == "alone" else "others",
        "exercise": "slap",
        "game": {"name": "Lea", "players": 4, "free_choice": True},
        "times": {"slap": {"best": min(TIMES), "last": TIMES}},
    }


def settled(page: Page) -> None:
    page.locator(".begin-button").click()
    page.wait_for_selector("[data-phase=ready]")
    turn(page)
    page.clock.run_for(320)
    for key in mine(page):
        page.keyboard.press(key)
        page.clock.run_for(64)
    page.clock.run_for(400)
    page.keyboard.press("Space")
    page.wait_for_selector("[data-phase=shown]")


def alone(page: Page) -> None:
    turn(page)
    page.clock.run_for(352)
    page.keyboard.press(mine(page)[0])
    page.wait_for_selector("[data-phase=told]")


PLAYED: Mapping[str, Callable[[Page], None]] = {"settled": settled, "alone": alone}


def turn(page: Page) -> None:
    page.keyboard.press("Space")
    for _ in range(LONGEST_WAIT_MS // STEP_MS):
        page.clock.run_for(STEP_MS)
        if page.locator("#practice").get_attribute("data-phase") == "open":
            return


def mine(page: Page) -> list[str]:
    """The keys of what is to be touched."""
    found: list[str] = page.evaluate(
        """() => {
          const keys = { mushroom: "1", pig: "2", sweep: "3" };
          const face = document.querySelector(".card.slap")?.dataset.target;
          if (face) return [keys[face]];
          const own = [...document.querySelectorAll(".own-numbers li")].map((each) => each.textContent);
          const counts = [...document.querySelectorAll(".card .count")];
          return counts.filter((each) => own.includes(each.textContent)).map((each) => keys[each.dataset.target]);
        }"""
    )
    return found
