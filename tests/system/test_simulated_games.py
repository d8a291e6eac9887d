"""Every game is played by itself on the simulated table, to a result, by its seed, whatever people at the page do."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands import touchjudge
from simulated_evening import DECKS, SimulatedEvening, View

CARD_GAMES = [*DECKS]
UNDO = {"do": "undo"}
FEW_WORDS = ("--json", "--screen", "none", "--no-web")


def by_seed(game: str, db: Path, *more: str, speed: str = "1000") -> bytes:
    ended = touchjudge("play", game, "--table", "sim", "--seed", "7", "--speed", speed, *FEW_WORDS, *more, "--db", db)
    assert (ended.status, ended.said) == (0, "")
    return ended.out_bytes


def play_on(evening: SimulatedEvening, game: str) -> None:
    """To the end; games of stacks are long, so for a while."""
    if game.startswith("the_game"):
        evening.until(_further(evening, 15))
    else:
        evening.until_over()


def _further(evening: SimulatedEvening, lines: int) -> Callable[[View], bool]:
    number = int(evening.view["n"]) + lines
    return lambda view: int(view["n"]) >= number or view["phase"] == "over"


@pytest.mark.parametrize(
    ("game", "ends"),
    [
        ("the_game", {"won", "lost"}),
        ("the_game_extreme", {"won", "lost", "command_broken"}),
        ("virus", {"won"}),
        ("hearts_and_numbers", {"stack_used_up"}),
        ("first_touch", {"ended"}),
    ],
)
def test_a_game_is_played_to_its_result_and_one_seed_is_the_same_bytes(
    game: str, ends: set[str], tmp_path: Path
) -> None:
    once, again = by_seed(game, tmp_path / "once.sqlite3"), by_seed(game, tmp_path / "again.sqlite3")
    assert once == again
    *rulings, last = [json.loads(line) for line in once.splitlines()]
    assert rulings[-1]["verdict"] == "over"
    assert rulings[-1]["code"] in ends
    assert {ruling["code"] for ruling in rulings if ruling["verdict"] in ("foul", "ask")} <= {"false_start"}
    assert last["result"]["game"] == game
    assert last["result"]["rounds"] >= 10
    assert last["result"]["scores"] == rulings[-1]["effects"]["scores"]
    assert "SIMULATED" in touchjudge("sessions", "--db", tmp_path / "once.sqlite3").out


def test_a_signal_left_to_chance_comes_by_the_seed_too_at_any_speed(tmp_path: Path) -> None:
    rules = ("--rule", "signal=random", "--rule", "points_to_win=2")
    once = by_seed("first_touch", tmp_path / "once.sqlite3", *rules)
    assert once == by_seed("first_touch", tmp_path / "again.sqlite3", *rules, speed="99")
    assert b'"points_reached"' in once


@pytest.mark.parametrize("game", CARD_GAMES)
def test_lines_taken_back_in_the_middle_of_a_game_do_not_stop_it(game: str) -> None:
    evening = SimulatedEvening(seed=3)
    evening.start(game)
    for number in (8, 15):
        evening.until_line(number)
        evening.tell(UNDO, UNDO, UNDO)
    evening.until_line(24)
    evening.tell({"do": "correct", "n": 6, "lines": []})
    evening.until_line(26)
    evening.tell({"do": "pause"})
    evening.until(lambda view: view["phase"] == "paused")
    evening.tell({"do": "resume"})
    play_on(evening, game)
    assert evening.errors == []
    assert evening.wrong == []
    assert evening.people.wrong == []
    assert not evening.codes["ended"]
    assert evening.codes["undone"] == 6


@pytest.mark.parametrize("signal", ["button", "random", "none"])
def test_a_signal_or_a_touch_that_is_taken_back_does_not_stop_a_game_of_reactions(signal: str) -> None:
    evening = SimulatedEvening(seed=6)
    evening.start("first_touch", ("Ana", "Luis", "Marta"), signal=signal, points_to_win=4)
    for phase in ("open", "idle", "open"):
        evening.until(lambda view, phase=phase: view["state"] is not None and view["state"]["phase"] == phase)  # type: ignore[misc]
        evening.tell(UNDO)
        evening.until_line(int(evening.view["n"]) + 7)
    over = evening.until_over()
    assert max(over["scores"].values()) == 4
    assert evening.errors == []
    assert evening.codes["first"] <= 20


@pytest.mark.parametrize("game", CARD_GAMES)
def test_what_somebody_at_the_page_plays_for_one_of_them_is_played_on_from(game: str) -> None:
    evening = SimulatedEvening(seed=8)
    evening.start(game)
    for number in (6, 9, 12, 15):
        # Some card that could be in a hand, whoever holds it really.
        legal = evening.until_line(number)["legal"] or [UNDO]
        evening.tell(legal[len(legal) // 3])
    evening.tell({"do": "discard", "player": evening.view["state"]["turn"], "count": 2} if game == "virus" else UNDO)
    evening.until_line(int(evening.view["n"]) + 6)
    decided = evening.people.decided
    evening.tell(UNDO, UNDO)
    play_on(evening, game)
    assert evening.people.decided > decided
    assert evening.people.wrong == []
    assert evening.wrong == []
    assert evening.errors == []


TAKEN_OVER: dict[str, dict[str, Any]] = {
    "the_game": {"stacks": {"up1": 40, "down2": 60}, "played": [40, 60, *[None] * 30], "hands": {"Ana": 7, "Luis": 7}},
    "the_game_extreme": {"stacks": {"up1": 40}, "showing": {"up1": "skull"}, "played": [40, None, None]},
    "virus": {"bodies": {"Ana": {"red": ["virus:red"], "multi": []}}, "discards": ["treatment:glove", None, None]},
    "hearts_and_numbers": {"taken": {"Luis": [None, None, "heart:red:anchor+bell"]}, "stall": 2},
}


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_table_that_is_put_right_by_hand_is_played_on_from_there(game: str) -> None:
    evening = SimulatedEvening(seed=5)
    evening.start(game)
    evening.until_line(4)
    evening.tell(UNDO, {"do": "set", "state": TAKEN_OVER[game]})
    evening.until_line(int(evening.view["n"]) + 10)
    assert evening.codes["set"] == 1
    play_on(evening, game)
    assert evening.errors == []
    assert evening.people.decided > 5
    assert evening.people.wrong == []
    assert not evening.codes["ended"]


@pytest.mark.parametrize("game", ["the_game", "virus", "hearts_and_numbers", "first_touch"])
def test_a_killed_table_is_played_on_from_the_journal(game: str) -> None:
    evening = SimulatedEvening(seed=11)
    evening.start(game, ("Ana", "Luis", "Marta"))
    evening.until_line(10)
    state = evening.view["state"]
    evening = evening.taken_up_again()
    evening.until(lambda view: True)
    assert evening.view["state"] == state
    evening.until_over()
    assert evening.errors == []
    assert evening.wrong == []
    assert evening.people.wrong == []
    assert not set(evening.codes) & {"not_your_turn", "wrong_phase", "out_of_round"}


def test_an_evening_of_several_games_and_other_people_is_played_through() -> None:
    evening = SimulatedEvening(seed=2)
    for game, players, options in (
        ("schwein_gehabt", ("Ana", "Luis", "Marta"), {"home": True}),
        ("first_touch", ("Luis", "Marta"), {"points_to_win": 3}),
        ("hearts_and_numbers", ("Jo", "Ana"), {"stall_limit": 1}),
        ("virus", ("Ana", "Jo", "Sam"), {"virus_on_own": True}),
        ("virus", ("Ana", "Jo", "Sam"), {}),
        ("the_game", ("Sam",), {"hand_less": 1, "minimum": 3}),
    ):
        evening.start(game, players, **options)
        evening.until(lambda view, game=game: view["game"] == game and view["phase"] == "playing")  # type: ignore[misc]
        over = evening.until_over()
        assert sum(over["result"]["scores"].values()) > 0
    assert evening.errors == []
    assert evening.wrong == []
    assert evening.people.wrong == []
    assert evening.codes["started"] == 6


def test_a_game_that_people_end_has_ended_and_the_next_one_is_a_new_deal() -> None:
    evening = SimulatedEvening(seed=4)
    evening.start("virus")
    evening.until_line(6)
    evening.tell({"do": "end"})
    assert evening.until_over()["result"] is not None
    evening.start("virus")
    evening.until_line(int(evening.view["n"]) + 5)
    assert evening.people.wrong == []


def test_a_process_that_is_killed_goes_on_with_resume(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "touchjudge.cli", "play", "virus", "--table", "sim", *FEW_WORDS, "--db"]
    command += [str(tmp_path / "j.sqlite3")]
    playing = subprocess.Popen([*command, "--seed", "7", "--speed", "20"], stdout=subprocess.PIPE)
    try:
        assert playing.stdout is not None
        before = [json.loads(playing.stdout.readline()) for _ in range(5)]
    finally:
        playing.kill()
        playing.communicate()
    ended = touchjudge(*command[3:], "--resume", "--speed", "1000")
    *rulings, last = [json.loads(line) for line in ended.out.splitlines()]
    assert rulings[0]["n"] > before[-1]["n"] - 1
    assert last["result"]["game"] == "virus"
    assert last["result"]["winners"]
