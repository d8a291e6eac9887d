"""The judge: lines a second through the whole door and observations a second through the rules alone; and many mad
lines of every game, of which none may break it.

What is timed are legal moves drawn from one seed, as many sessions as make up ``LINES``; a game that ends begins
again. Only games that can list their first moves are timed: who is dealt hidden cards from a deck nobody knows cannot.
"""

import random
import time
from collections.abc import Iterator
from typing import Any

from fuzzed_lines import SESSION_LINES, all_told, cards_of, encoded, in_english
from touchjudge.cli.app import new_session
from touchjudge.language import answer_json, parse_line
from touchjudge.registry import known_games
from touchjudge.rules.game import Game, Line, Observation
from touchjudge.rules.lines import line_of
from touchjudge.session.fold import Session

LINES = 4_000
FUZZED_LINES = 300_000
PLAYERS = ("Ana", "Luis", "Marta")


def run() -> dict[str, Any]:
    games = known_games()
    figures: dict[str, Any] = {name: speed(game) for name, game in games.items() if lists_moves(game)}
    sessions = FUZZED_LINES // (SESSION_LINES * len(games)) + 1
    begin_s = time.perf_counter()
    lines = all_told(range(1_000, 1_000 + sessions))
    figures["fuzz"] = {
        "lines": lines,
        "broken": {"value": 0, "aim": "0"},  # the first that breaks the judge ends this bench
        "lines_per_s": lines / (time.perf_counter() - begin_s),
    }
    return figures


def speed(game: Game[Any]) -> dict[str, Any]:
    told = [list(legal_lines(game, seed)) for seed in range(LINES // SESSION_LINES)]
    texts = [[encoded(line) for line in lines] for lines in told]
    begin_s = time.perf_counter()
    for lines in texts:
        session = new_session()
        for text in lines:
            answer_json(session.tell(parse_line(text)), session.now.game, in_english())
    through_s = time.perf_counter() - begin_s
    played = [observed(lines) for lines in told]
    begin_s = time.perf_counter()
    for state, observations in played:
        for observation in observations:
            state, _ = game.judge(state, observation)
    judged_s = time.perf_counter() - begin_s
    return {
        "lines_per_s": sum(map(len, texts)) / through_s,
        "observations_per_s": sum(len(observations) for _, observations in played) / judged_s,
    }


def lists_moves(game: Game[Any]) -> bool:
    session = new_session()
    session.tell(start_of(game))
    return any(True for _ in game.legal(session.now.state))


def start_of(game: Game[Any]) -> Line:
    return {"do": "start", "game": game.name, "players": list(PLAYERS)}


def legal_lines(game: Game[Any], seed: int) -> Iterator[Line]:
    """A session of legal moves, its first line the start of the game."""
    rng, session = random.Random(f"{game.name} {seed}"), new_session()
    for _ in range(SESSION_LINES):
        line = start_of(game) if session.now.game is None or session.now.over else move(game, session, rng)
        session.tell(line)
        yield line


def move(game: Game[Any], session: Session, rng: random.Random) -> Line:
    """A legal move; a card that is turned is named, for that is what makes a referee work."""
    legal = list(game.legal(session.now.state))
    if not legal:
        return {"do": "end"}
    line = line_of(rng.choice(legal))
    return {**line, "card": rng.choice(cards_of(game)[:-2])} if line == {"do": "reveal"} else line


def observed(lines: list[Line]) -> tuple[Any, list[Observation]]:
    """The state before the first observation and those of the first game of these lines, ready to be judged."""
    session, observations, states = new_session(), [], []
    for line in lines:
        if line["do"] in ("start", "end"):
            if observations:
                break
            session.tell(line)
            continue
        states.append(session.now.state)
        observations.append(session.read(line, session.now))
        session.tell(line)
    return states[0], observations
