"""Pictures of the pages that show no view: past evenings, and where the PIN is typed. For ``make pictures``."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Route

# Address, what there has to be before the picture is taken, sizes and schemes.
PAGES = {
    "sessions": ("/sessions", ".evening", (("tv", "light"), ("tablet", "dark"), ("phone", "dark"))),
    "join": ("/join", "input", (("phone", "light"), ("tablet", "dark"), ("tv", "dark"))),
}


def evening(day: str, *games: dict[str, Any], minutes: int, simulated: bool = False) -> dict[str, Any]:
    """A past evening, as the page gets it."""
    tables = [f"{name}.csv" for name in ("players", "rounds", "touches")]
    return {
        "session": f"{day}T19-02-11",
        "started_utc": f"{day}T19:02:11.000Z",
        "simulated": simulated,
        "lines": 412,
        "games": list(games),
        "error": None,
        "duration_s": 60 * minutes,
        "files": [*tables, "evening.xlsx", "evening.json", "evening.bgsplay"],
    }


def played(title: str, minutes: int, winners: list[str], scores: dict[str, int], *others: str) -> dict[str, Any]:
    """A game of a past evening; ``others`` play together and have no scores of their own."""
    return {
        "title": title,
        "players": list(others) or list(scores),
        "scores": scores,
        "winners": winners,
        "ending": "won",
        "aborted": False,
        "cooperative": bool(others),
        "duration_s": 60 * minutes,
    }


def evenings() -> dict[str, Any]:
    """Past evenings of three families, with names that are hard to set."""
    return {
        "sessions": [
            evening(
                "2026-05-08",
                played("Schwein gehabt!", 24, ["Ana"], {"Ana": 23, "Luis": 20, "Marta": 11}),
                played("The Game: Extreme", 31, [], {"left": 12}, "Ana", "Luis", "Marta"),
                played("Virus!", 18, ["לאה"], {"Ana": 3, "לאה": 4, "<script>": 1, "😀" * 40: 2}),
                minutes=73,
            ),
            evening("2026-05-01", played("Schwein gehabt!", 27, ["Pablo"], {"Jörg": 17, "Pablo": 25}), minutes=27),
            evening(
                "2026-04-30",
                played("The Game", 15, ["Ana", "Luis"], {"left": 0}, "Ana", "Luis"),
                minutes=15,
                simulated=True,
            ),
        ],
        "more": True,
        "language": "en",
    }


def pages_without_a_view(
    browser: Browser, url: str, sizes: Mapping[str, tuple[int, int]], only: Sequence[str] | None
) -> Iterator[tuple[str, bytes]]:
    """The name of each picture, and the picture.

    Args:
        only: pages to draw; None draws all.
    """
    for name, (path, wanted, shapes) in PAGES.items():
        for size, scheme in shapes if not only or name in only else ():
            width, height = sizes[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                locale="en-GB",
                timezone_id="Europe/Madrid",
            )
            page = context.new_page()
            page.route("**/api/join", partial(answer_standing, inside=name == "sessions"))
            page.goto(url + path)
            page.wait_for_selector(wanted)
            page.wait_for_load_state("networkidle")
            yield f"{name}-{size}-{scheme}", page.screenshot()
            context.close()


def answer_standing(route: Route, *, inside: bool) -> None:
    """As a phone in the network is answered."""
    route.fulfill(json={"pin": True, "inside": inside})
