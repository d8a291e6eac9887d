"""Simulated games of The Game and Extreme: refereed whole, the same by their chance, bots that play as described."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from stack_table import EXTREME, PLAIN, session
from touchjudge.errors import IllegalAction
from touchjudge.language import parse_line
from touchjudge.rules.game import Observation
from touchjudge.rules.the_game import TheGame
from touchjudge.rules.the_game.observations import EndTurn, Play, Stuck
from touchjudge.rules.the_game.state import State
from touchjudge.simulation.bots import least_change
from touchjudge.simulation.bots.the_game import BOTS, LEAST_CHANGE, NEAREST, RANDOM_LEGAL, Bot, nearest
from touchjudge.simulation.played import PlayedGame, chance_of
from touchjudge.simulation.the_game import DECKS, simulate_game
from transcripts.make_the_game import made

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
NAMES = ("Ana", "Luis", "Marta", "Tom", "Zoë")
EVERY = [(game, bot) for game in (PLAIN, EXTREME) for bot in BOTS[game.name].values()]
EVERY_ID = [f"{game.name}-{bot.name}" for game, bot in EVERY]


def played(game: TheGame, bot: Bot, players: int = 3, index: int = 0, **more: Any) -> PlayedGame:
    return simulate_game(game, NAMES[:players], bot, chance_of(7, index), **more)


def state(game: TheGame = PLAIN, **changes: Any) -> State:
    at = session()
    at.tell({"do": "start", "game": game.name, "players": ["A", "B"]})
    at.tell({"do": "set", "state": changes})
    found: State = at.now.state
    return found


@pytest.mark.parametrize(("game", "bot"), EVERY, ids=EVERY_ID)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_game_is_played_to_its_end_and_the_same_again_by_its_chance(game: TheGame, bot: Bot, players: int) -> None:
    one, again = played(game, bot, players), played(game, bot, players)
    assert one == again
    assert one.code in ("won", "lost", "command_broken")
    assert (one.code == "won") == (one.result.scores == {"left": 0})
    assert one != played(game, bot, players, 1)


@pytest.mark.parametrize(("game", "bot"), EVERY, ids=EVERY_ID)
def test_a_transcript_judged_again_ends_the_same(game: TheGame, bot: Bot) -> None:
    game_played = played(game, bot, transcript=True)
    at = session()
    said = []
    for line in game_played.transcript:
        if line.startswith("{"):
            answer = at.tell(parse_line(line))
            assert answer.error is None
            said += [f"    {ruling.verdict} {ruling.code}: " for ruling in answer.rulings]
    assert game.result(at.now.state) == game_played.result
    told = [line for line in game_played.transcript if line.startswith(("    ok", "    info", "    over"))]
    assert len(told) == len(said) - 1  # the start is told, too
    assert all(line.startswith(start) for line, start in zip(told, said[1:], strict=True))


@pytest.mark.parametrize("minimum", [2, 3])
def test_house_rules_hold_in_simulated_games(minimum: int) -> None:
    game_played = played(PLAIN, NEAREST, options={"minimum": minimum, "hand_less": 1}, transcript=True)
    (line, *_) = game_played.transcript
    assert f'"minimum":{minimum},"hand_less":1' in line
    assert len(game_played.transcript[1].split()) == 2 + 5


def test_a_bot_that_does_what_the_referee_refuses_is_told_so() -> None:
    def cheat(game: TheGame, state: State, hand: Any, chance: Random) -> list[Observation]:
        return [EndTurn(player=state.player)]

    with pytest.raises(IllegalAction, match="below_minimum") as caught:
        played(PLAIN, Bot("cheat", cheat))
    assert caught.value.code == "below_minimum"


def test_what_a_simulated_game_deals_is_the_shipped_deck() -> None:
    assert DECKS["the_game"].cards.total() == 98
    assert DECKS["the_game_extreme"].stand_in
    assert len(DECKS["the_game_extreme"].facts) == 28


def test_nearest_lays_two_and_goes_on_while_the_gap_is_at_most_two() -> None:
    lines = nearest(PLAIN, state(), (3, 5, 7, 30, 96), Random(1))
    assert [(line.card, line.stack) for line in lines if isinstance(line, Play)] == [
        (3, "up1"),
        (5, "up1"),
        (7, "up1"),
    ]
    assert lines[-1] == EndTurn(player="A")


def test_nearest_takes_a_trick_before_everything_else() -> None:
    lines = nearest(PLAIN, state(stacks={"up1": 40}), (30, 41, 2), Random(1))
    assert next(line.card for line in lines if isinstance(line, Play)) == 30


def test_nearest_says_when_it_is_stuck() -> None:
    blocked = state(stacks={"up1": 90, "up2": 91, "down1": 20, "down2": 21})
    assert nearest(PLAIN, blocked, (50, 51), Random(1)) == [Stuck(player="A")]


def test_nearest_keeps_off_a_skull_that_it_could_not_cover() -> None:
    at = session()
    at.tell({"do": "start", "game": "the_game_extreme", "players": ["A", "B"], "deck": "the_game_extreme_stand_in"})
    at.tell(
        {
            "do": "set",
            "state": {
                "stacks": {"up1": 1, "up2": 90, "down1": 100, "down2": 6},
                "draw_pile": 0,
                "hands": {"A": 2, "B": 5},
            },
        }
    )
    # 7 is a skull and nearest; only 2 is left, which covers nothing but the falling stack.
    assert EXTREME.command_on(at.now.state, 7) == "skull"
    (line,) = nearest(EXTREME, at.now.state, (2, 7), Random(1))
    assert isinstance(line, Play)
    assert (line.card, line.stack) == (2, "up1")


@pytest.mark.parametrize(
    ("tops", "hand", "minimum", "moves"),
    [
        # A chain is laid to its far end and back, loose cards on the way.
        ((1, 1, 100, 100), (4, 10, 20, 60), 2, [(4, 0), (20, 0), (10, 0)]),
        ((50, 50, 100, 100), (12, 85, 95), 2, [(85, 2), (95, 2)]),
        # A trick from the top.
        ((47, 1, 100, 100), (3, 27, 37, 80), 2, [(37, 0), (27, 0)]),
        # Of equal movements the one that leaves the best stacks furthest apart, then what costs nothing.
        ((60, 60, 100, 40), (30, 50, 62, 99), 2, [(50, 0), (99, 2)]),
        ((60, 1, 100, 40), (2, 99, 50), 2, [(50, 0), (2, 1)]),
        ((60, 30, 100, 40), (20, 50, 62), 2, [(50, 0), (20, 1)]),
        # Too few cards that fit.
        ((90, 91, 20, 21), (50, 95), 2, []),
        # A chain is split where there are not cards enough otherwise.
        ((35, 95, 5, 6), (30, 40), 1, [(40, 0), (30, 0)]),
        ((45, 98, 3, 2), (40, 50, 60), 1, [(60, 0), (50, 0), (40, 0)]),
    ],
)
def test_least_change_moves_the_stacks_least(
    tops: tuple[int, ...], hand: tuple[int, ...], minimum: int, moves: list[tuple[int, int]]
) -> None:
    assert least_change.turn(tops, hand, minimum) == moves


def test_least_change_lets_the_hand_that_moves_the_stacks_least_begin() -> None:
    assert LEAST_CHANGE.begin is not None
    fresh = state()
    assert LEAST_CHANGE.begin(fresh, [(30, 40, 60), (2, 99, 50), (10, 90, 50)]) == 1
    assert NEAREST.begin is RANDOM_LEGAL.begin is None


# A hundred games tell a mean to about one card; the bots that play otherwise leave many more.
@pytest.mark.parametrize(("players", "left"), [(1, 12.51), (2, 9.01), (3, 13.69), (4, 9.70), (5, 8.48)])
def test_least_change_leaves_about_as_many_cards_as_measured_elsewhere(players: int, left: float) -> None:
    games = [played(PLAIN, LEAST_CHANGE, players, index) for index in range(100)]
    mean = sum(game.result.scores["left"] for game in games) / len(games)
    assert mean == pytest.approx(left, abs=3)


@pytest.mark.parametrize("name", ["the_game", "the_game_extreme"])
def test_the_golden_transcripts_are_as_the_games_are_played_now(name: str) -> None:
    text = (TRANSCRIPTS / f"{name}.txt").read_text("utf-8")
    assert text == made()[f"{name}.txt"], "run python tests/transcripts/make_the_game.py"
