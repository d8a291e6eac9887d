"""Make the pictures of the scoreboard: moments of a game, on a phone, a tablet and a TV, light and dark.

Run: ``python docs/make_pictures.py [--out FOLDER] [--all] [--only NAMES]``. Needs Playwright and Debian's Chromium.
The moments are written down here and drawn by the real page; the browser tests compare the page with real games.
"""

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from page_pictures import evenings, pages_without_a_view
from PIL import Image
from practice_pictures import pages_of_practice

from touchjudge.adapters.web import Evenings, WebScreen
from touchjudge.cli.page_facts import game_facts
from touchjudge.cli.page_practice import page_practice
from touchjudge.ports import Arrival
from touchjudge.registry import known_games
from touchjudge.screens.invitation import invitation
from touchjudge.words.translate import ENGLISH

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = {"phone": (320, 640), "tablet": (768, 1024), "tv": (1920, 1080)}
MOST_COLOURS = 256
SCHEMES = ("light", "dark")
KEPT = (
    ("settled", "tv", "dark"),
    ("settled", "tv", "light"),
    ("settled", "tablet", "light"),
    ("settled", "phone", "dark"),
    ("question", "tv", "light"),
    ("sandwich", "tv", "dark"),
    ("winner", "tv", "light"),
    ("trouble", "phone", "light"),
    ("set_up", "tablet", "light"),
    ("set_up", "phone", "dark"),
    ("the_game", "tv", "dark"),
    ("virus", "tv", "light"),
    ("hearts", "tv", "light"),
    ("first_touch", "tv", "dark"),
    ("set_up_open", "tv", "light"),
)


class NoTable:
    """An inbox that takes nothing: pictures tell no lines."""

    refused = 0

    def put(self, arrival: Arrival) -> bool:  # noqa: ARG002 (a port)
        return False

    def wait(self, until_ns: int | None) -> Arrival | None:  # noqa: ARG002 (a port)
        return None


def ruling(n: int, verdict: str, code: str, say: str, player: str | None = None, **effects: Any) -> dict[str, Any]:
    return {"n": n, "verdict": verdict, "code": code, "player": player, "effects": effects, "say": say}


def touch(
    spot: str, player: str | None, reaction_us: int | None, first_us: int, how: str | None, **more: Any
) -> dict[str, Any]:
    gap = None if reaction_us is None else reaction_us - first_us
    return {
        "spot": spot,
        "player": player,
        "reaction_us": reaction_us,
        "bound_us": 1,
        "attribution": how,
        "ruling": None,
        "gap_us": gap,
        "dead_heat": False,
        **more,
    }


def view(players: list[str], cards: list[int], numbers: list[list[int]], **changes: Any) -> dict[str, Any]:
    """A view of Schwein gehabt! between rounds; ``changes`` replace fields, those of ``state`` one by one."""
    jackpot = changes.pop("jackpot", 4)
    state = {
        "phase": "reveal",
        "round": 14,
        "revealed": None,
        "deck": 63 - jackpot - sum(cards),
        "jackpot": jackpot,
        "cards": dict(zip(players, cards, strict=True)),
        "numbers": dict(zip(players, numbers, strict=True)),
        "dealer": players[0],
        "revealed_us": None,
        "touches": [],
        "claims": [],
        "releases": [],
        "hands": None,
        "winner": None,
        "struck": [],
        "questions": [],
        "winners": [],
        **changes.pop("state", {}),
    }
    return {
        "seq": 1,
        "session": "2025-11-30-1",
        "n": 71,
        "simulated": False,
        "language": "en",
        "phase": "playing",
        "game": "schwein_gehabt",
        "title": "Schwein gehabt!",
        "players": players,
        "options": {"jackpot_limit": 5},
        "state": state,
        "headline": "",
        "headline_verdict": "info",
        "rulings": [],
        "touches": [],
        "question": None,
        "result": None,
        "scores": dict(zip(players, cards, strict=True)),
        "links": [{"source": "pico", "phase": "connected", "text": "The board answers.", "facts": {}}],
        "warnings": [],
        **changes,
    }


FOUR = (["Ana", "Luis", "Marta", "Jo"], [12, 9, 15, 7], [[1, 5], [2, 6], [3, 7], [4, 8]])


def moments() -> dict[str, dict[str, Any]]:
    """Moments by name."""
    revealed = ruling(66, "ok", "revealed", "A card is revealed.", card="symbol:4-8-2")
    settled = view(
        *FOUR,
        headline="Luis has the sweep: one card. Ana gives three.",
        headline_verdict="foul",
        rulings=[
            revealed,
            ruling(71, "ok", "drew_right", "Jo has the pig: one card.", "Jo", spot="pig", pay=1),
            ruling(71, "foul", "drew_wrong", "Ana gives three.", "Ana", spot="mushroom", penalty=3),
            ruling(71, "ok", "drew_right", "Luis has the sweep: one card.", "Luis", spot="sweep", pay=1),
        ],
        touches=[
            touch("pig", "Jo", 412_345, 412_345, "claimed", ruling="drew_right"),
            touch("mushroom", "Ana", 450_512, 412_345, "claimed", ruling="drew_wrong"),
            touch("sweep", "Luis", 611_871, 412_345, "inferred", ruling="drew_right"),
        ],
    )
    reacting = view(
        *FOUR,
        simulated=True,
        state={"phase": "react", "claims": [{"player": "Jo", "spot": None}]},
        headline="Someone touched the pig after 412.3 ms.",
        headline_verdict="ok",
        rulings=[ruling(66, "ok", "revealed", "A card is revealed.")],
        touches=[touch("pig", None, 412_345, 412_345, None), touch("sweep", None, 450_512, 412_345, None)],
    )
    question = view(
        *FOUR,
        simulated=True,
        state={"phase": "react", "revealed": "symbol:4-8-2"},
        headline="Who touched the pig?",
        headline_verdict="ask",
        rulings=[revealed],
        touches=[
            touch("pig", None, 412_345, 412_345, None, dead_heat=True),
            touch("sweep", "Luis", 412_346, 412_345, "claimed", dead_heat=True),
        ],
        question={
            "code": "who_touched",
            "say": "Who touched the pig?",
            "options": [{"label": name, "lines": [{"do": "claim", "player": name, "spot": "pig"}]} for name in FOUR[0]]
            + [{"label": "nobody", "lines": [{"do": "nobody", "spot": "pig"}]}],
        },
    )
    sandwich = view(
        ["Ana", "Luis", "Marta"],
        [12, 9, 21],
        [[1, 4, 7], [2, 5, 8], [3, 6]],
        jackpot=0,
        headline="Marta has the sandwich: the touch card and the jackpot, six cards.",
        headline_verdict="ok",
        rulings=[
            ruling(80, "ok", "revealed", "A touch card: slap the pig!", card="touch:pig"),
            ruling(84, "ok", "sandwich", "Marta has the sandwich.", "Marta", pay=6, attribution="claimed"),
        ],
        touches=[touch("pig", "Luis", 287_940, 287_940, "sensed"), touch("pig", "Marta", 301_202, 287_940, "sensed")],
    )
    winner = view(
        *FOUR,
        phase="over",
        state={"phase": "over", "winners": ["Marta"]},
        headline="The deck is empty. Marta wins with 15 cards.",
        headline_verdict="over",
        result={
            "winners": ["Marta"],
            "ranking": [["Marta"], ["Ana"], ["Luis"], ["Jo"]],
            "scores": dict(zip(FOUR[0], FOUR[1], strict=True)),
        },
    )
    crowd = [
        "Ana",
        "לאה בן־דוד",
        "😀" * 40,
        "<script>alert(1)</script>",
        "Wolfeschlegelsteinhausenbergerdorff Senior",
        "محمد",
        "X",
        "Jo",
    ]
    trouble = view(
        crowd,
        [12, 9, 15, 0, 3, 1, 2, 5],
        [[n] for n in range(1, 9)],
        state={"phase": "react", "revealed": "touch:sweep"},
        headline="<b>Nothing</b> is lost: 😀😀 the table goes on by hand.",
        rulings=[ruling(66, "ok", "revealed", "A touch card.", card="touch:sweep")],
        touches=[
            touch("sweep", crowd[1], 312_345, 312_345, "sensed"),
            touch("sweep", crowd[2], 312_399, 312_345, "sensed", bound_us=1200),
            touch("sweep", crowd[4], None, 312_345, "declared"),
        ],
        links=[
            {
                "source": "pico",
                "phase": "disconnected",
                "text": "The Pico does not answer: look at its cable.",
                "facts": {},
            }
        ],
        warnings=["The journal is full: the game goes on in memory."],
    )
    waiting = view(
        *FOUR,
        headline="The game begins.",
        headline_verdict="ok",
        rulings=[ruling(1, "ok", "started", "The game begins.")],
    )
    slap = view(*FOUR, state={"phase": "react", "revealed": "touch:mushroom"}, rulings=[revealed])
    the_game = view(*FOUR) | {
        "game": "the_game_extreme",
        "title": "The Game: Extreme",
        "scores": {},
        "headline": "Luis laid 43 on the first rising stack.",
        "headline_verdict": "ok",
        "state": {
            "turn": "Luis",
            "stacks": {"up1": 43, "up2": 17, "down1": 88, "down2": 51},
            "showing": {"up1": None, "up2": "silence", "down1": "draw_one", "down2": None},
            "hands": {"Ana": 6, "Luis": 5, "Marta": 6, "Jo": 6},
            "draw_pile": 41,
            "laid_this_turn": [["43", "up1", None]],
            "minimum": 2,
            "bound": None,
            "played": [],
            "left": 64,
            "result": None,
        },
    }
    virus = view(*FOUR) | {
        "game": "virus",
        "title": "Virus!",
        "scores": {"Ana": 2, "Luis": 3, "Marta": 1, "Jo": 0},
        "headline": "Ana infected the brain of Marta.",
        "headline_verdict": "ok",
        "state": {
            "turn": "Luis",
            "bodies": {
                "Ana": {"red": [], "green": ["medicine:green"]},
                "Luis": {"blue": ["medicine:blue", "medicine:multi"], "multi": [], "yellow": []},
                "Marta": {"blue": ["virus:blue"], "red": []},
                "Jo": {},
            },
            "hands": {"Ana": 3, "Luis": 3, "Marta": 3, "Jo": 3},
            "draw_pile": 31,
            "discards": ["virus:red", None],
            "must_draw": [],
            "winner": None,
        },
    }
    hearts = view(*FOUR) | {
        "game": "hearts_and_numbers",
        "title": "Hearts and numbers",
        "players": ["Ana", "Luis"],
        "scores": {"Ana": 23, "Luis": 17},
        "headline": "Ana takes two cards.",
        "headline_verdict": "ok",
        "state": {
            "phase": "turn",
            "turn": "Luis",
            "stack": 52,
            "open": [
                "number:red:4:apple+star",
                "heart:blue:key+moon",
                "number:violet:2:fish+star",
                "heart:green:apple+key",
                "number:yellow:5:moon+tree",
                "number:blue:1:fish+tree",
            ],
            "taken": {},
            "hands": {"Ana": 2, "Luis": 2},
            "stall": 0,
            "last_take": ["number:green:3:star+sun", "heart:red:sun+tree"],
            "hearts": {},
            "points": {"Ana": 23, "Luis": 17},
            "winners": [],
        },
    }
    seats = dict(zip(("seat1", "seat2", "seat3", "seat4"), FOUR[0], strict=True))
    option = {"name": "penalty", "value": 2, "why": "", "number": 6, "of": 10}
    set_up = view(*FOUR) | {
        "game": None,
        "title": "",
        "phase": "setup",
        "state": None,
        "scores": {},
        "setup": {
            "step": "options",
            "seats": seats,
            "players": FOUR[0],
            "playable": ["schwein_gehabt"],
            "game": "schwein_gehabt",
            "title": "Schwein gehabt!",
            "option": option,
            "options": {"penalty": 2},
        },
    }
    first_touch = view(*FOUR) | {
        "game": "first_touch",
        "title": "First touch",
        "scores": {"Ana": 2, "Luis": 4, "Marta": 1, "Jo": 3},
        "headline": "Jo is first, 38.2 ms ahead of Ana.",
        "headline_verdict": "ok",
        "state": {
            "phase": "open",
            "round": 11,
            "go_us": 1_000_000,
            "touches": [
                {"player": "Jo", "t_us": 1_412_345, "bound_us": 1},
                {"player": "Ana", "t_us": 1_450_512, "bound_us": 1},
                {"player": "Marta", "t_us": 1_611_871, "bound_us": 1},
            ],
            "sitting_out": [],
            "scores": {},
            "questions": [],
            "winners": [],
        },
    }
    return {
        "set_up": set_up,
        "set_up_open": set_up | {"join": invitation("192.168.178.31", 8080, "058213", "0123456789AB")},
        "first_touch": first_touch,
        "settled": settled,
        "reacting": reacting,
        "question": question,
        "sandwich": sandwich,
        "winner": winner,
        "trouble": trouble,
        "waiting": waiting,
        "slap": slap,
        "the_game": the_game,
        "virus": virus,
        "hearts": hearts,
    }


def keep(png: bytes, path: Path) -> None:
    """Write a picture with as few colours as it can do with: a repository keeps each version for ever."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(MOST_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "pictures")
    parser.add_argument("--all", action="store_true", help="every moment in every size and scheme, not only those kept")
    parser.add_argument("--only", help="moments to draw, with commas")
    chosen = parser.parse_args()
    if not Path(CHROMIUM).exists():
        print(f"The pictures need {CHROMIUM}: install it with apt install chromium.", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    games = [game_facts(game, ENGLISH) for game in known_games().values()]
    past = Evenings(lambda _before: evenings(), lambda _session, _name: None)
    screen = WebScreen(
        NoTable(),
        port=0,
        facts=lambda: {"games": games, "names": ["Pablo", "Jörg"]},
        evenings=past,
        practice=page_practice("en"),
    )
    screen.start()
    only = chosen.only.split(",") if chosen.only else None
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
            for name, moment in moments().items():
                screen.show(moment)
                for size, (width, height) in SIZES.items():
                    for scheme in SCHEMES:
                        if (only and name not in only) or (not chosen.all and (name, size, scheme) not in KEPT):
                            continue
                        context = browser.new_context(
                            viewport={"width": width, "height": height},
                            color_scheme=scheme,  # type: ignore[arg-type]
                            reduced_motion="reduce",
                        )
                        page = context.new_page()
                        page.goto(screen.url)
                        page.wait_for_selector("body[data-seq]")
                        page.wait_for_load_state("networkidle")  # the drawings come in a file of their own
                        chosen.out.mkdir(parents=True, exist_ok=True)
                        keep(page.screenshot(), chosen.out / f"scoreboard-{name}-{size}-{scheme}.png")
                        context.close()
            for pages in (pages_without_a_view, pages_of_practice):
                for name, png in pages(browser, screen.url, SIZES, only):
                    keep(png, chosen.out / f"{name}.png")
            browser.close()
    finally:
        screen.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
