"""``touchjudge simulate``: the same figures whatever the number of processes, every game and bot, and wrong calls."""

import json
from typing import Any

import pytest

from commands import touchjudge
from touchjudge.simulation.simulators import SIMULATORS

PLAYERS = {"schwein_gehabt": 3}


def simulated(*arguments: str) -> dict[str, Any]:
    ran = touchjudge("simulate", *arguments, "--json")
    assert ran.status == 0, ran.said
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_the_same_seed_gives_the_same_figures_whatever_the_number_of_processes() -> None:
    call = ("the_game", "--players", "2", "--games", "120", "--seed", "5")
    alone, together = simulated(*call, "--processes", "1"), simulated(*call, "--processes", "3")
    assert alone == together
    assert set(alone) >= {"game", "players", "games", "bot", "seed", "won", "win_rate", "excellent_rate", "left_mean"}
    assert alone["win_rate_interval"][0] <= alone["win_rate"] <= alone["win_rate_interval"][1]
    assert simulated(*call[:-1], "6") != alone


@pytest.mark.parametrize("game", SIMULATORS)
def test_every_bot_of_every_game_plays_to_an_end(game: str) -> None:
    for bot in SIMULATORS[game].bots:
        found = simulated(game, "--players", str(PLAYERS.get(game, 2)), "--games", "2", "--seed", "1", "--bot", bot)
        assert (found["games"], found["bot"]) == (2, bot)
        assert found["turns_mean"] > 1
        if "wins" in found:
            assert sum(found["wins"]) >= 2
            assert len(found["scores_mean"]) == found["players"]


def test_a_game_can_be_read_as_text() -> None:
    ran = touchjudge("simulate", "schwein_gehabt", "--players", "3", "--games", "2", "--transcript", "2")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert json.loads(lines[0])["do"] == "start"
    assert any("over" in line for line in lines[-3:])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("chess", "--players", "2"), "there is no game 'chess'"),
        (("virus", "--players", "9"), "virus is for 2 to 6 players"),
        (("virus", "--players", "2", "--bot", "me"), "its bots are random_legal, sensible"),
        (("virus", "--players", "2", "--games", "0"), "give 1 to"),
        (("virus", "--players", "2", "--processes", "0"), "give 1 to 256"),
        (("virus", "--players", "2", "--rule", "hats=1"), "names no option of virus"),
        (("the_game", "--players", "2", "--rule", "minimum=9"), "allowed: 2 to 3"),
        (("virus", "--players", "2", "--transcript", "900"), "none of the 100 games"),
    ],
)
def test_a_wrong_call_is_one_sentence_and_status_2(arguments: tuple[str, ...], part: str) -> None:
    ran = touchjudge("simulate", *arguments)
    assert ran.status == 2
    assert part in ran.said
    assert len(ran.said.splitlines()) == 1
