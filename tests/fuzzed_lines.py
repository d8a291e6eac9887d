"""Lines for the referee that nobody sane would tell: well-formed ones in a mad order, damaged ones, and plain noise.

For every game that is installed, from its own observations: a field's mark says from which names, spots or cards it is
filled. Everything follows from one seed.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from touchjudge.adapters.decks import known, load
from touchjudge.cli.app import new_session, sayer
from touchjudge.errors import ConfigError, LineError
from touchjudge.language import answer_json, parse_line
from touchjudge.language.answers import Say
from touchjudge.registry import known_games
from touchjudge.rules.game import Game, Line, Observation
from touchjudge.session.lines import COMMON_LINES

NAMES = ("Ana", "李雷", "🐷", "<b>", "null", "a\u2028b", "=1", "שלום")
WORDS = (
    "",
    "x",
    "pig",
    "reveal",
    "react",
    "any",
    "unseen",
    "a\u0000b",
    "\u0085",
    "touch:pig\n",
    "symbol:٣-1-1",
    "9" * 70,
)
NUMBERS = (-1, 0, 1, 2, 3, 5, 8, 9, 63, 64, 99, 2**31, 2**63, 10**29)
NASTY: tuple[Any, ...] = (*WORDS, *NUMBERS, None, True, 1.5, 1e400, [], {}, [[]], {"A": 1}, ["pig"], [None])
BYTES = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\xff",
    b"\x00",
    b"9" * 40,
    b"\\ud800",
    b"\xe2\x80\xa8",
    b"NaN",
)
SESSION_LINES = 200


@dataclass(frozen=True, slots=True)
class Table:
    """What lines of one game are made from."""

    rng: random.Random
    game: Game[Any]
    players: Sequence[str]
    cards: Sequence[str]

    def start(self) -> Line:
        options = {}
        for option in self.game.options:
            if self.rng.random() < 0.3:
                default = option.default
                if isinstance(default, bool):
                    options[option.name] = self.rng.random() < 0.5
                elif isinstance(default, int):
                    options[option.name] = self.rng.choice((option.low, option.high, default))
                else:
                    options[option.name] = self.rng.choice(option.choices)
        deck = {"deck": "any"} if self.rng.random() < 0.5 else {}
        return {"do": "start", "game": self.game.name, "players": list(self.players), "options": options, **deck}

    def line(self, n: int, state: Line | None) -> Line:
        """One line that is well-formed, and mostly a game's own."""
        kinds = self.game.observations if self.rng.random() < 0.85 else COMMON_LINES
        kind = self.rng.choice(kinds)
        match kind.do:
            case "start":
                return self.start() if self.rng.random() < 0.1 else {"do": "state"}
            case "end" | "pause" if self.rng.random() < 0.8:
                return {"do": "resume"}
            case "undo":
                return {"do": "undo"} if self.rng.random() < 0.4 else {"do": "undo", "n": self.rng.randint(1, n)}
            case "correct":
                lines = [self.own(self.rng.choice(self.game.observations)) for _ in range(self.rng.randrange(3))]
                return {"do": "correct", "n": self.rng.randint(1, n), "lines": lines}
            case "set":
                return {"do": "set", "state": self.changes(state or {})}
            case "pads":
                places = (*self.game.targets, "reveal", *self.players)
                return {"do": "pads", "down": self.rng.sample(places, self.rng.randrange(3))}
            case _:
                return self.own(kind)

    def own(self, kind: type[Observation]) -> Line:
        return {"do": kind.do, **self.filled(kind)}

    def filled(self, kind: type[Any]) -> Line:
        hints = hints_of(kind)
        line: Line = {}
        for field in fields(kind):
            needed = field.default is MISSING and field.default_factory is MISSING
            if needed or self.rng.random() < 0.5:
                line[field.name.removesuffix("_")] = self.value(hints[field.name], field.name)
        return line

    def value(self, hint: Any, name: str = "") -> Any:
        if name == "t_us":
            return self.rng.randrange(0, 20_000_000, 50_000)
        parts = get_args(hint)
        match get_origin(hint):
            case origin if origin is Annotated:
                pool = {"player": self.players, "spot": self.game.targets, "card": self.cards, "count": range(9)}
                return self.rng.choice(pool[hint.__metadata__[0]])
            case origin if origin in (Union, UnionType):
                return self.value(self.rng.choice(parts))
            case origin if origin is Literal:
                return self.rng.choice(parts)
            case origin if origin is tuple:
                return [self.value(parts[0]) for _ in range(self.rng.randrange(6))]
        if hint is bool:
            return self.rng.random() < 0.5
        if hint is int:
            return self.rng.randrange(101)
        if hint is str:
            return self.rng.choice(WORDS)
        return None if hint is type(None) else self.filled(hint)

    def changes(self, state: Line) -> Line:
        """Some fields of the state as they are, one of them perhaps not."""
        told = {name: state[name] for name in state if self.rng.random() < 0.4}
        if told and self.rng.random() < 0.7:
            name = self.rng.choice(list(told))
            value = told[name]
            if isinstance(value, dict) and value:
                told[name] = {**value, self.rng.choice(list(value)): self.rng.choice((*NUMBERS[:8], *NASTY))}
            else:
                told[name] = self.rng.choice((*NUMBERS[:8], *NASTY))
        return told

    def damaged(self, line: Line) -> bytes:
        """The line with a field wrong, missing or too many, or with bytes that are not as they were."""
        if self.rng.random() < 0.6:
            line = dict(line)
            name = self.rng.choice(list(line))
            match self.rng.randrange(4):
                case 0:
                    del line[name]
                case 1:
                    line[self.rng.choice((*WORDS, "n", "card", "t_us"))] = self.rng.choice(NASTY)
                case _:
                    line[name] = self.rng.choice(NASTY)
            return encoded(line)
        text = bytearray(encoded(line))
        for _ in range(self.rng.randint(1, 3)):
            at = self.rng.randrange(len(text) + 1)
            match self.rng.randrange(3):
                case 0:
                    text[at:at] = self.rng.choice(BYTES)
                case 1:
                    del text[at : at + self.rng.randint(1, 9)]
                case _:
                    text[at : at + 1] = self.rng.choice(BYTES)
        return bytes(text).replace(b"\n", b" ")


@cache
def hints_of(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def encoded(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass")


@cache
def in_english() -> Say:
    return sayer("en")


@cache
def cards_of(game: Game[Any]) -> list[str]:
    """The cards of the game's shipped deck, and two that it does not have."""
    for name in known():
        try:
            return [*sorted(load(name, game=game.name).cards), "unseen", "2"]
        except ConfigError:
            continue
    return ["unseen"]


def told_to(game: Game[Any], seed: int, lines: int = SESSION_LINES) -> Iterator[tuple[bytes, bytes]]:
    """A session of this many lines: each line and its answer, with what must always hold checked on the way.

    Raises:
        AssertionError: an answer that is not one line with its number, or a state that cannot be.
    """
    rng = random.Random(f"{game.name} {seed}")
    count = rng.choice(game.players)
    table = Table(rng, game, rng.sample(NAMES, count), cards_of(game))
    session, say_it = new_session(), in_english()
    for n in range(1, lines + 1):
        state = None
        if session.now.game is not None:
            state = session.now.game.view(session.now.state)
        again = session.now.over and rng.random() < 0.2
        line = table.start() if n == 1 or again else table.line(n, state)
        text = table.damaged(line) if n > 1 and rng.random() < 0.25 else encoded(line)
        try:
            answer = session.tell(parse_line(text))
        except LineError as error:
            answer = session.tell_unreadable(str(error))
        answered = answer_json(answer, session.now.game, say_it).encode()
        check(n, answered, session.now.game.view(session.now.state) if session.now.game else None, state)
        yield text, answered


def check(n: int, answered: bytes, state: Line | None, before: Line | None) -> None:
    """What holds after every line of every game."""
    assert len(answered.decode().splitlines()) == 1, answered
    answer = json.loads(answered)
    assert answer["n"] == n, answered
    assert list(answer) in (["n", "error"], ["n", "rulings"], ["n", "rulings", "state"]), answered
    if "error" in answer:
        assert answer["error"], answered
        assert state == before, answered
    for ruling in answer.get("rulings", ()):
        assert list(ruling) == ["verdict", "code", "player", "effects", "say"], answered
        assert ruling["say"], answered
    if state is not None and "jackpot" in state:
        cards = state["deck"] + state["jackpot"] + sum(state["cards"].values()) + (state["revealed"] is not None)
        assert cards == 63, state


def all_told(seeds: range, lines: int = SESSION_LINES) -> int:
    """Tell sessions of every game; how many lines that were."""
    return sum(1 for game in known_games().values() for seed in seeds for _ in told_to(game, seed, lines))
