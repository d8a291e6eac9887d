"""Bots of Virus! and hearts and numbers: whole games under the referee, by seed, readable, as they always were."""

import json
from collections import Counter
from pathlib import Path

import pytest

from card_table import GAMES, Table, shipped
from touchjudge.errors import IllegalAction
from touchjudge.rules.game import Setup
from touchjudge.rules.hearts_and_numbers import GAME as HEARTS
from touchjudge.rules.virus import GAME as VIRUS
from touchjudge.rules.virus.observations import Discard, Draw, Play
from touchjudge.rules.virus.state import State
from touchjudge.session.setup import check_options
from touchjudge.simulation import hearts_and_numbers, virus
from touchjudge.simulation.bots import hearts_and_numbers as collectors
from touchjudge.simulation.bots import virus as doctors
from touchjudge.simulation.played import chance_of
from transcripts.make_card_games import made

PLAYERS = ("Ana", "Luis", "Marta", "Noor", "Otto", "Pia")
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


def a_table(bodies: dict[str, dict[str, list[str]]]) -> State:
    setup = Setup(("A", "B"), "A", check_options(VIRUS.options, {}), shipped("virus", "virus"))
    state, (ruling,) = VIRUS.put(VIRUS.start(setup), {"bodies": bodies})
    assert ruling.code == "set"
    return state


def sensible(bodies: dict[str, dict[str, list[str]]], *hand: str) -> Play | Discard | Draw:
    return doctors.sensible(a_table(bodies), hand, chance_of(0, 0))


@pytest.mark.parametrize("bot", doctors.BOTS.values(), ids=lambda bot: bot.name)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_game_of_virus_is_played_to_its_end_without_a_foul(bot: doctors.Bot, players: int) -> None:
    for index in range(4):
        played = virus.simulate_game(VIRUS, PLAYERS[:players], bot, chance_of(3, index))
        assert played.code == "won"
        assert max(played.result.scores.values()) >= 4
        assert played.observations == played.turns


@pytest.mark.parametrize("bot", collectors.BOTS.values(), ids=lambda bot: bot.name)
@pytest.mark.parametrize("players", [2, 3])
def test_every_game_of_hearts_and_numbers_is_played_to_its_end(bot: collectors.Bot, players: int) -> None:
    for index in range(4):
        played = hearts_and_numbers.simulate_game(HEARTS, PLAYERS[:players], bot, chance_of(3, index))
        assert played.code == "stack_used_up"
        assert set(played.result.scores) == set(PLAYERS[:players])


def test_the_same_seed_and_index_is_the_same_game_whatever_was_played_before() -> None:
    def game(index: int) -> tuple[str, ...]:
        bot = doctors.RANDOM_LEGAL
        return virus.simulate_game(VIRUS, PLAYERS[:2], bot, chance_of(5, index), transcript=True).transcript

    first, again = [game(index) for index in (0, 1, 2)], [game(index) for index in (2, 1, 0)]
    assert first == again[::-1]
    assert len(set(first)) == 3


def test_a_game_that_nobody_wins_is_ended_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virus, "MOST_TURNS", 3)
    played = virus.simulate_game(VIRUS, PLAYERS[:2], doctors.SENSIBLE, chance_of(1, 0))
    assert (played.code, played.turns, played.observations) == ("ended", 3, 4)


def test_a_stalled_game_is_ended_when_the_referee_asks() -> None:
    options = {"stall_limit": 1}
    played = hearts_and_numbers.simulate_game(
        HEARTS, PLAYERS[:3], collectors.RANDOM_LEGAL, chance_of(1, 0), options, transcript=True
    )
    assert played.code == "ended"
    assert any("ask stalled" in text for text in played.transcript)


def test_a_bot_that_does_what_may_not_be_is_stopped() -> None:
    cheat = doctors.Bot("cheat", lambda state, hand, chance: Draw(player=state.player))
    with pytest.raises(IllegalAction, match="nothing_to_draw") as error:
        virus.simulate_game(VIRUS, PLAYERS[:2], cheat, chance_of(1, 0))
    assert error.value.code == "nothing_to_draw"


@pytest.mark.parametrize("name", ["virus", "virus_house_rules", "hearts_and_numbers"])
def test_a_transcript_told_again_gives_the_same_rulings(name: str) -> None:
    lines = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines if line.startswith("{")]
    said = [line.split(":")[0].split() for line in lines if line.startswith(("    ok ", "    over ", "    info "))]
    at = Table(GAMES[told[0]["game"]])
    rulings = [ruling for line in told for ruling in at.session.tell(line).rulings]
    assert [[ruling.verdict, ruling.code] for ruling in rulings[1:]] == said


def test_the_transcripts_are_as_they_were() -> None:
    for name, text in made().items():
        kept = (TRANSCRIPTS / name).read_text(encoding="utf-8")
        assert text == kept, "run python tests/transcripts/make_card_games.py"


def test_the_transcripts_show_what_there_is_to_see() -> None:
    text = "".join((TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8") for name in ("virus", "virus_house_rules"))
    codes = Counter(line.split(":")[0].split()[1] for line in text.splitlines() if line.startswith("    ok "))
    assert set(codes) >= {"placed", "infected", "destroyed", "medicine_removed", "vaccinated", "cured", "immunised"}
    assert set(codes) >= {"transplanted", "stolen", "spread", "gloved", "swapped", "discarded", "drew"}


# ---- what a sensible player does


def test_who_can_win_wins() -> None:
    bodies = {"A": {"red": [], "green": [], "blue": []}, "B": {"red": [], "yellow": []}}
    turn = sensible(bodies, "medicine:red", "treatment:thief", "virus:red")
    assert isinstance(turn, Play)
    assert turn.card == "treatment:thief"


def test_who_is_about_to_lose_attacks() -> None:
    bodies = {"B": {"red": [], "green": [], "blue": []}}
    turn = sensible(bodies, "organ:red", "virus:green", "medicine:red")
    assert isinstance(turn, Play)
    assert turn.card == "virus:green"


def test_who_can_do_nothing_useful_puts_cards_away_and_keeps_one_for_later() -> None:
    turn = sensible({}, "virus:green", "medicine:red", "medicine:blue")
    assert turn == Discard(player="A", cards=("virus:green", "medicine:blue"))


def test_a_collector_lays_the_card_that_brings_most() -> None:
    setup = Setup(("A", "B"), "A", check_options(HEARTS.options, {}))
    open_cards = ["number:red:5:a+b", "heart:red:a+c", "number:blue:1:d+e", *["heart:blue:x+y"] * 3]
    state, _ = HEARTS.put(HEARTS.start(setup), {"open": open_cards})
    hand = ("number:red:1:d+z", "heart:red:a+z", "number:red:1:p+q")
    assert collectors.sensible(state, hand, chance_of(0, 0)) == "heart:red:a+z"
