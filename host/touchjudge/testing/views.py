"""One view of the table for each scene, for tests and for the pictures in the documentation.

Each is what a screen gets while four people play: whole, plain JSON, as the session's view makes it.
"""

from collections.abc import Mapping
from typing import Any

from touchjudge.screens.invitation import invitation

_PLAYERS = ["Ana", "Luis", "Marta", "Jörg"]
_EIGHT = ["Ana", "Luis", "Marta", "Jörg", "Øyvind", "Žofie", "François", "İlker"]
_NUMBERS = {"Ana": [1, 5], "Luis": [2, 6], "Marta": [3, 7], "Jörg": [4, 8]}
_JOIN = invitation("192.168.178.31", 8080, "058213", "0123456789AB")
_LINK = {"source": "pico", "phase": "connected", "text": "Board e66058388354b32f on /dev/ttyACM0.", "facts": {}}


def lucky_view(**changes: Any) -> dict[str, Any]:
    """A view in the middle of the lucky-charm game, with these fields changed; ``state`` is merged key by key."""
    state: dict[str, Any] = {
        "phase": "reveal",
        "round": 7,
        "revealed": None,
        "deck": 41,
        "jackpot": 4,
        "cards": {"Ana": 5, "Luis": 7, "Marta": 3, "Jörg": 3},
        "numbers": _NUMBERS,
        "dealer": "Ana",
        **(changes.pop("state", None) or {}),
    }
    return {
        "seq": 1,
        "session": "2026-05-01-1",
        "n": 40,
        "simulated": False,
        "language": "en",
        "phase": "playing",
        "game": "schwein_gehabt",
        "title": "Schwein gehabt!",
        "players": _PLAYERS,
        "options": {},
        "state": state,
        "headline": "",
        "headline_verdict": "ok",
        "rulings": [],
        "touches": [],
        "question": None,
        "result": None,
        "scores": state["cards"],
        "links": [_LINK],
        "warnings": [],
        **changes,
    }


def ruling(n: int, verdict: str, code: str, player: str | None = None, say: str = "", **effects: Any) -> dict[str, Any]:
    """A ruling as a view holds it."""
    return {"n": n, "verdict": verdict, "code": code, "player": player, "effects": effects, "say": say}


def touch(spot: str, player: str | None, reaction_us: int, gap_us: int | None = None, **more: Any) -> dict[str, Any]:
    """A touch as a view holds it."""
    return {
        "spot": spot,
        "player": player,
        "reaction_us": reaction_us,
        "bound_us": 2,
        "attribution": "claimed" if player else None,
        "gap_us": gap_us,
        "dead_heat": False,
        **more,
    }


def set_up_view(**setup: Any) -> dict[str, Any]:
    """A view of the set-up by buttons."""
    view = lucky_view(phase="setup", game=None, title="", scores={}) | {"state": None}
    return view | {"setup": {"seats": {}, "players": view["players"], "playable": [], "option": None, **setup}}


_SETTLED = [
    ruling(39, "ok", "claimed", "Luis", "Luis took one."),
    ruling(
        40, "ok", "drew_right", "Luis", "Luis is right with the pig and gets a card.",
        spot="pig", pay=1, attribution="claimed", reaction_us=412_345,
    ),
    ruling(
        40, "foul", "drew_wrong", "Marta", "The chimney sweep was wrong: Marta gives 3 cards to the jackpot.",
        spot="sweep", penalty=3, attribution="claimed", reaction_us=433_012,
    ),
    ruling(40, "info", "round_settled", None, "The round is settled.", deck=41, jackpot=4),
]  # fmt: skip

_WRONG_FIRST = [
    ruling(
        40, "foul", "drew_wrong", "Marta", "The chimney sweep was wrong: Marta gives 3 cards to the jackpot.",
        spot="sweep", penalty=3, attribution="claimed", reaction_us=398_000,
    ),
    ruling(40, "info", "round_settled", None, "The round is settled.", deck=41, jackpot=4),
]  # fmt: skip

_TOUCHES = [touch("pig", "Luis", 412_345), touch("sweep", "Marta", 433_012, 20_667)]

VIEWS: Mapping[str, dict[str, Any]] = {
    "idle": lucky_view(phase="setup", game=None, title="", players=[], scores={}) | {"state": None},
    "set_up": lucky_view(phase="setup", game=None, title="", scores={}) | {"state": None},
    "set_up_game": set_up_view(step="game", game="schwein_gehabt", title="Schwein gehabt!"),
    "set_up_option": set_up_view(
        step="options",
        game="schwein_gehabt",
        title="Schwein gehabt!",
        option={
            "name": "free_choice",
            "value": False,
            "why": "A player none of whose numbers shows may take any one target; then the order of touches decides"
            " who is paid.",
            "number": 1,
            "of": 10,
        },
    ),
    "idle_open": lucky_view(phase="setup", game=None, title="", players=[], scores={}, join=_JOIN) | {"state": None},
    "set_up_open": lucky_view(phase="setup", game=None, title="", scores={}, join=_JOIN) | {"state": None},
    "reveal": lucky_view(headline="The table is as you say."),
    "react": lucky_view(
        state={"phase": "react", "revealed": "symbol:4-6-2"},
        headline="The card is 4 mushrooms, 6 pigs and 2 sweeps.",
    ),
    "react_touched": lucky_view(
        state={"phase": "react", "revealed": "symbol:4-6-2"},
        headline="The pig was touched after 0.412 s.",
        touches=[touch("pig", None, 412_345), touch("sweep", "Marta", 433_012, 20_667)],
    ),
    "settle": lucky_view(
        headline="Luis is right with the pig and gets a card.",
        rulings=_SETTLED,
        touches=_TOUCHES,
    ),
    "settle_wrong": lucky_view(
        headline="The chimney sweep was wrong: Marta gives 3 cards to the jackpot.",
        headline_verdict="foul",
        rulings=_WRONG_FIRST,
        touches=[touch("sweep", "Marta", 398_000)],
    ),
    "settle_three": lucky_view(
        headline="Luis is right with the pig and gets a card.",
        rulings=[
            *_SETTLED[:-1],
            ruling(
                40, "ok", "drew_right", "Jörg", "", spot="mushroom", pay=1, attribution="inferred", reaction_us=501_000
            ),
            _SETTLED[-1],
        ],
        touches=[*_TOUCHES, touch("mushroom", "Jörg", 501_000, 88_655)],
    ),
    "question": lucky_view(
        state={"phase": "react", "revealed": "symbol:4-6-2"},
        headline="Who touched the pig?",
        headline_verdict="ask",
        touches=[touch("pig", None, 412_345)],
        question={
            "code": "who_touched",
            "say": "Who touched the pig?",
            "options": [{"label": name, "lines": []} for name in [*_PLAYERS, "Nobody"]],
        },
    ),
    "winner": lucky_view(
        phase="over",
        state={"phase": "over", "deck": 0, "jackpot": 2, "cards": {"Ana": 14, "Luis": 21, "Marta": 15, "Jörg": 11}},
        headline="The deck is empty: the game is over.",
        headline_verdict="over",
        result={
            "winners": ["Luis"],
            "ranking": [["Luis"], ["Marta"], ["Ana"], ["Jörg"]],
            "scores": {"Ana": 14, "Luis": 21, "Marta": 15, "Jörg": 11},
        },
    ),
    "paused": lucky_view(phase="paused", headline="The table is paused.", headline_verdict="ok"),
    "disconnected": lucky_view(
        links=[{**_LINK, "phase": "disconnected", "text": "The board at /dev/ttyACM0 is gone; play on by hand."}]
    ),
    "simulated": lucky_view(
        simulated=True,
        state={"phase": "react", "revealed": "symbol:4-6-2"},
        touches=[touch("pig", None, 412_345)],
        headline="The pig was touched after 0.412 s.",
    ),
    "simulated_settle": lucky_view(
        simulated=True,
        headline="Luis is right with the pig and gets a card.",
        rulings=_SETTLED,
        touches=_TOUCHES,
    ),
    "eight_players": lucky_view(
        players=_EIGHT,
        scores={name: 3 * n for n, name in enumerate(_EIGHT)},
        state={"numbers": {name: [n + 1] for n, name in enumerate(_EIGHT)}, "dealer": "Žofie"},
    ),
    "commands": lucky_view(
        game="the_game_extreme",
        title="The Game: Extreme",
        scores={"left": 61},
        headline="Marta plays the backwards trick on the second falling stack.",
    )
    | {
        "state": {
            "turn": "Marta",
            "stacks": {"up1": 34, "up2": 27, "down1": 66, "down2": 88},
            "showing": {"up1": None, "up2": "silence", "down1": "skull", "down2": None},
            "draw_pile": 37,
            "left": 61,
            "minimum": 2,
        }
    },
    "together": lucky_view(
        game="the_game",
        title="The Game",
        scores={"left": 61},
        headline="Marta plays the backwards trick on the second falling stack.",
    )
    | {
        "state": {
            "turn": "Marta",
            "stacks": {"up1": 34, "up2": 27, "down1": 66, "down2": 88},
            "draw_pile": 37,
            "left": 61,
            "minimum": 2,
        }
    },
}


def virus_view(players: int = 3, **changes: Any) -> dict[str, Any]:
    """A view in the middle of Virus!: an organ in every condition, a body without one, the victim of a glove."""
    names = ["Ana", "Luis", "Marta", "Jörg", "Žofie", "François"][:players]
    bodies: list[dict[str, list[str]]] = [
        {"red": [], "green": ["virus:green"], "blue": ["medicine:blue"], "multi": ["medicine:red", "medicine:multi"]},
        {},
        {"yellow": ["medicine:multi"]},
        {"red": [], "green": ["virus:multi"], "blue": [], "yellow": ["virus:yellow"], "multi": ["virus:red"]},
        {"blue": ["medicine:blue", "medicine:multi"], "yellow": []},
        {"green": ["medicine:green"]},
    ]
    view = lucky_view(
        game="virus",
        title="Virus!",
        players=names,
        scores=dict(zip(names, (3, 0, 1, 2, 2, 1), strict=False)),
        headline="Infected, Ana: green organ.",
    )
    state = {
        "turn": "Ana",
        "bodies": dict(zip(names, bodies, strict=False)),
        "hands": dict.fromkeys(names, 3),
        "draw_pile": 31,
        "discards": ["treatment:thief", "virus:red", None],
        "must_draw": ["Luis"],
        "winner": None,
    }
    return view | {"state": state} | changes


def hearts_view(phase: str = "refill", **changes: Any) -> dict[str, Any]:
    """A view in the middle of hearts and numbers: Luis has laid a card and takes two, or has taken them."""
    names = ["Ana", "Luis", "Marta"]
    points = {"Ana": 12, "Luis": 4, "Marta": 0}
    view = lucky_view(
        game="hearts_and_numbers",
        title="Hearts and numbers",
        players=names,
        scores=points,
        headline="Luis takes this: yellow 4 (lantern, shell) and heart, red (anchor, lantern).",
    )
    state = {
        "phase": phase,
        "turn": "Luis",
        "stack": 63,
        "open": [
            "heart:blue:bell+moon", "heart:green:bell+kite", "number:yellow:1:anchor+shell",
            "heart:violet:feather+kite", "number:violet:4:lantern+umbrella", "number:blue:2:clover+feather",
        ],
        "taken": {"Ana": [], "Luis": [], "Marta": []},
        "hands": dict.fromkeys(names, 2),
        "stall": 0,
        "last_take": ["number:yellow:4:lantern+shell", "heart:red:anchor+lantern"],
        "hearts": {name: {} for name in names},
        "points": points,
        "winners": [],
    }  # fmt: skip
    return view | {"state": state} | changes
