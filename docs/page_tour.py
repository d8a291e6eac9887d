"""Make the pictures of every page for every game: a phone, a tablet and a TV. Part of ``make pictures``.

Run: ``python docs/page_tour.py [--out FOLDER] [--only GAMES]``. Needs Playwright and Debian's Chromium. Each game is
played by its real rules from lines that are the same every time, and drawn by the real pages.
"""

import argparse
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from touchjudge.adapters.web import WebScreen
from touchjudge.cli.app import labeller, new_session, sayer
from touchjudge.cli.page_facts import game_facts
from touchjudge.language import parse_line
from touchjudge.ports import Arrival, AskedHistory
from touchjudge.registry import known_games
from touchjudge.session.history import history
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.simulation.played import chance_of
from touchjudge.simulation.simulators import simulator
from touchjudge.words.translate import ENGLISH

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
SIZES = {320: (320, 640, "dark"), 768: (768, 1024, "light"), 1920: (1920, 1080, "dark")}
PAGES = {"board": "/", "table": "/table", "me": "/me", "history": "/history"}
PLAYERS = ("Ana", "Luis", "Marta")
# A repository keeps each version for ever: so few colours, half of them the most frequent and half the rarest, and a
# screen across the room at half its size.
COLOURS = 32
WIDEST = 960
LINK = {"source": "pico", "phase": "connected", "text": "The pads are connected.", "facts": {"bound_us": 20}}


def rounds() -> Iterator[dict[str, Any]]:
    """Three rounds of Schwein gehabt!: one right, a sandwich, and one in which somebody was wrong."""
    numbers = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}
    yield {"do": "start", "game": "schwein_gehabt", "players": list(PLAYERS), "numbers": numbers}
    grabs: list[tuple[str, list[tuple[str, str, int]]]] = [
        ("symbol:4-8-2", [("mushroom", "Ana", 512_300), ("sweep", "Luis", 633_870)]),
        ("touch:pig", [("pig", "Luis", 287_940), ("pig", "Marta", 301_202)]),
        ("symbol:5-1-6", [("mushroom", "Luis", 412_345), ("pig", "Ana", 450_512), ("sweep", "Ana", 611_871)]),
    ]
    for n, (card, touches) in enumerate(grabs, 1):
        at_us = 8_000_000 * n
        yield {"do": "reveal", "card": card, "t_us": at_us, "by": "sensor"}
        for spot, player, after_us in touches:
            yield {"do": "touch", "spot": spot, "player": player, "t_us": at_us + after_us, "by": "sensor"}
        yield {"do": "settle"}
        if card.startswith("touch"):
            yield {"do": "winner", "player": "Marta"}
            yield {"do": "settle"}


def commands() -> Iterator[dict[str, Any]]:
    """Some turns of The Game: Extreme with commands in force."""
    yield {"do": "start", "game": "the_game_extreme", "players": list(PLAYERS)}
    turns: list[tuple[str, list[tuple[int, str, str | None]]]] = [
        ("Ana", [(12, "up1", None), (94, "down1", None)]),
        ("Luis", [(9, "up2", None), (97, "down2", None), (15, "up1", None)]),
        ("Marta", [(88, "down1", "silence"), (21, "up1", "one_stack")]),
        ("Ana", [(24, "up1", None), (28, "up1", None)]),
        ("Luis", [(93, "down2", "draw_one"), (17, "up2", "skull")]),
    ]
    for player, cards in turns:
        for card, stack, command in cards:
            yield {"do": "play", "player": player, "card": card, "stack": stack, "command": command}
        if player != "Luis" or len(cards) == 3:
            yield {"do": "end_turn", "player": player}


def signals() -> Iterator[dict[str, Any]]:
    """Four rounds of first touch; the last one is still open."""
    yield {"do": "start", "game": "first_touch", "players": list(PLAYERS)}
    for n, (first, second, third) in enumerate(
        (PLAYERS, ("Marta", "Luis", "Ana"), PLAYERS, ("Luis", "Ana", "Marta")), 1
    ):
        at_us = 10_000_000 * n
        yield {"do": "arm"}
        yield {"do": "go", "t_us": at_us, "by": "sensor"}
        for player, after_us in ((first, 232_100), (second, 270_400), (third, 301_900)):
            yield {"do": "touch", "player": player, "t_us": at_us + after_us, "by": "sensor"}
        if n < 4:
            yield {"do": "settle"}


def simulated(name: str, seed: int, lines: int) -> Iterator[dict[str, Any]]:
    """The first lines of a simulated game, as people would tell them."""
    game, how = known_games()[name], simulator(name)
    played = how.simulate(game, PLAYERS, how.bots[how.usual], chance_of(seed, 0), {}, transcript=True)
    told = [json.loads(text) for text in played.transcript if text.startswith("{")]
    for line in told[:lines]:
        yield {key: value for key, value in line.items() if (line["do"], key) != ("start", "deck")}


def games() -> dict[str, list[dict[str, Any]]]:
    """Lines of each game up to a moment worth a look."""
    return {
        "schwein_gehabt": list(rounds()),
        "the_game": list(simulated("the_game", 3, 30)),
        "the_game_extreme": list(commands()),
        "virus": list(simulated("virus", 5, 19)),
        "hearts_and_numbers": list(simulated("hearts_and_numbers", 2, 16)),
        "first_touch": list(signals()),
    }


class Table:
    """A session that lines are told to, and the inbox that pages ask for its history; it takes nothing from pages."""

    refused = 0

    def __init__(self) -> None:
        self.session = new_session()
        self.say = sayer("en")

    def put(self, arrival: Arrival) -> bool:
        if isinstance(arrival, AskedHistory):
            arrival.reply(json.dumps(history(self.session.entries, self.say)))
        return isinstance(arrival, AskedHistory)

    def wait(self, until_ns: int | None) -> Arrival | None:  # noqa: ARG002 (a port)
        return None

    def play(self, lines: list[dict[str, Any]]) -> dict[str, Any]:
        """The view after these lines of a new evening."""
        self.session = new_session()
        for line in lines:
            answer = self.session.tell(parse_line(json.dumps(line)))
            if answer.error is not None:
                raise ValueError(f"{line}: {answer.error}")
        around = Surroundings("2026-05-01-1", len(lines), False, "en", links=(LINK,))
        return Viewer(self.say, labeller("en")).view(self.session, around)


def pictures(only: list[str] | None) -> Iterator[tuple[str, bytes]]:
    """The name of each picture, and the picture."""
    from playwright.sync_api import sync_playwright

    table = Table()
    known = [game_facts(game, ENGLISH) for game in known_games().values()]
    screen = WebScreen(table, port=0, facts=lambda: {"games": known, "names": []})
    screen.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
            for game, lines in games().items():
                if only and game not in only:
                    continue
                view = table.play(lines)
                screen.show(view)
                for width, (_, height, scheme) in SIZES.items():
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme=scheme,  # type: ignore[arg-type]
                        reduced_motion="reduce",
                    )
                    context.add_init_script(f"localStorage.setItem('touchjudge.me', '{me(view)}')")
                    for name, path in PAGES.items():
                        page = context.new_page()
                        page.goto(screen.url + path)
                        page.wait_for_selector(f"body[data-seq='{view['seq']}']")
                        page.wait_for_load_state("networkidle")  # the drawings come in a file of their own
                        yield f"{game}-{name}-{width}", page.screenshot()
                        page.close()
                    context.close()
            browser.close()
    finally:
        screen.close()


def me(view: Mapping[str, Any]) -> str:
    """Whose phone it is: of whoever is to move."""
    return str((view["state"] or {}).get("turn") or PLAYERS[0])


def keep(png: bytes, path: Path) -> None:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if picture.width > WIDEST:
        picture = picture.resize((WIDEST, picture.height * WIDEST // picture.width), Image.Resampling.LANCZOS)
    colours: list[int] = []
    for method in (Image.Quantize.MEDIANCUT, Image.Quantize.MAXCOVERAGE):
        colours += (picture.quantize(COLOURS, method=method).getpalette() or [])[: 3 * COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "pictures" / "pages")
    parser.add_argument("--only", help="games to draw, with commas")
    chosen = parser.parse_args()
    if not Path(CHROMIUM).exists():
        print(f"The pictures need {CHROMIUM}: install it with apt install chromium.", file=sys.stderr)
        return 2
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name, png in pictures(chosen.only.split(",") if chosen.only else None):
        keep(png, chosen.out / f"{name}.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
