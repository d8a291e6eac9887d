"""People who play by turns at a simulated table think, say it once, say it again if nothing comes of it, give up."""

from typing import Any

import pytest

from touchjudge.decks import making
from touchjudge.errors import ConfigError
from touchjudge.rules.game import Game, Setup
from touchjudge.rules.the_game.game import GAME as THE_GAME
from touchjudge.rules.the_game_extreme.game import GAME as EXTREME
from touchjudge.rules.virus.game import GAME as VIRUS
from touchjudge.session.setup import check_options
from touchjudge.simulation.acts import Act, Away, Contact, Says, seat
from touchjudge.simulation.people.evening import EveningPeople
from touchjudge.simulation.people.first_touch import FirstTouchPeople
from touchjudge.simulation.people.the_game import TheGameExtremePeople, TheGamePeople
from touchjudge.simulation.people.turns import MOST_TRIES
from touchjudge.simulation.people.virus import VirusPeople

S = 1_000_000
NAMES = ("Ana", "Luis")
DECKS = {game: deck for game, deck, _ in making.shipped().values()}


def view_of(game: Game[Any], question: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    setup = Setup(NAMES, "Ana", check_options(game.options, {}))
    state, _ = game.put(game.start(setup), changes)
    return {
        "game": game.name,
        "phase": "playing",
        "players": list(NAMES),
        "options": dict(setup.options),
        "state": game.view(state),
        "question": question,
    }


def acts_within(people: Any, view: dict[str, Any], seconds: float, from_us: int = 0) -> list[Act]:
    """What they do while the table shows this."""
    acts: list[Act] = []
    look_us: int | None = from_us
    while look_us is not None and look_us <= from_us + seconds * S:
        acts += people.look(view, look_us)
        following = people.next_look_us()
        assert following is None or following > look_us
        look_us = following
    return acts


def lines(acts: list[Act]) -> list[dict[str, Any]]:
    return [act.line for act in acts if isinstance(act, Says)]


def test_a_card_takes_some_seconds_and_a_hand_is_on_the_pad_of_its_stack_before_it_is_named() -> None:
    acts = acts_within(TheGamePeople(7, DECKS["the_game"]), view_of(THE_GAME), 6)
    hand, said = acts
    assert isinstance(hand, Contact)
    assert isinstance(said, Says)
    assert 1.8 * S < hand.began_us < said.at_us <= 5.5 * S
    pads = {"up1": "mushroom", "up2": "pig", "down1": "sweep", "down2": "reveal"}
    assert hand.place == pads[said.line["stack"]]
    assert said.line["by"] == "sim"


def test_nobody_does_anything_while_the_table_is_paused_and_a_hand_on_the_way_says_nothing_then() -> None:
    people, view = TheGamePeople(7, DECKS["the_game"]), view_of(THE_GAME)
    while not people.look(view, people.next_look_us() or 0):
        pass
    at_us = people.next_look_us()
    assert at_us is not None
    assert people.look({**view, "phase": "paused"}, at_us) == []
    assert people.next_look_us() is None
    assert lines(acts_within(people, view, 1.5, from_us=at_us)) == []  # they think anew


def test_a_table_that_changes_while_they_think_is_thought_about_anew() -> None:
    people = VirusPeople(7, DECKS["virus"])
    assert acts_within(people, view_of(VIRUS), 2.5) == []
    changed = view_of(VIRUS, turn="Luis")
    first = next(iter(acts_within(people, changed, 14, from_us=2_500_000)))
    assert isinstance(first, Says)
    assert first.line["player"] == "Luis"
    assert first.at_us > 5_000_000


def test_what_changes_nothing_is_said_again_with_other_cards_and_in_the_end_the_game_is_given_up() -> None:
    said = lines(acts_within(VirusPeople(7, DECKS["virus"]), view_of(VIRUS), 60))
    played = said[:MOST_TRIES]
    assert {line["do"] for line in played} <= {"play", "discard"}
    assert len({str(line) for line in played}) > 3
    assert said[MOST_TRIES] == {"do": "end", "by": "player"}


def test_the_command_is_told_with_the_card_and_a_card_without_one_says_so() -> None:
    facts = DECKS["the_game_extreme"].facts
    told = []
    for seed in range(12):
        told += lines(acts_within(TheGameExtremePeople(seed, DECKS["the_game_extreme"]), view_of(EXTREME), 6))
    assert {line["do"] for line in told} == {"play"}
    assert all(line["command"] == facts.get(str(line["card"]), {}).get("command") for line in told)
    assert {line["command"] is None for line in told} == {True, False}


@pytest.mark.parametrize("card", [17, 18, 19, 20, 21, 22, 23])
def test_the_question_for_a_command_is_answered_with_what_is_printed_on_the_card(card: int) -> None:
    play = {"do": "play", "player": "Ana", "card": card, "stack": "up1"}
    options = [
        {"label": str(command), "lines": [{**play, "command": command}]} for command in (*EXTREME.commands, None)
    ]
    view = view_of(EXTREME, {"code": "which_command", "say": "", "options": options})
    deck = DECKS["the_game_extreme"]
    acts = acts_within(TheGameExtremePeople(7, deck), view, 5)
    assert [act.answers for act in acts if isinstance(act, Says)] == ["which_command"]
    printed = deck.facts.get(str(card), {}).get("command")
    assert lines(acts) == [{**play, "command": printed, "by": "player"}]


def test_a_turn_that_goes_another_way_than_planned_is_still_finished() -> None:
    people = TheGamePeople(7, DECKS["the_game"])
    first = lines(acts_within(people, view_of(THE_GAME), 6))[0]
    # Somebody at the page takes it back and lays another one, and one more.
    view = view_of(
        THE_GAME,
        stacks={"up1": 30, "up2": 31},
        laid_this_turn=[[30, "up1", None], [31, "up2", None]],
        played=[30, 31],
        hands={"Ana": 5, "Luis": 7},
    )
    said = lines(acts_within(people, view, 8, from_us=10 * S))[0]
    assert said["player"] == "Ana"
    assert said["do"] in ("play", "end_turn")
    assert said.get("card") != first["card"] or first["card"] not in (30, 31)


# ---- first touch


def touch_view(phase: str, number: int = 0, question: Any = None, **options: Any) -> dict[str, Any]:
    state = {"phase": phase, "round": number, "touches": [], "scores": dict.fromkeys(NAMES, 0), "sitting_out": []}
    return {
        "game": "first_touch",
        "phase": "playing",
        "players": list(NAMES),
        "options": {"signal": "button", "auto_point": True, "points_to_win": 0, **options},
        "state": state,
        "question": question,
    }


def test_hands_react_to_the_signal_when_it_is_shown_whoever_gave_it_and_then_ok_is_pressed() -> None:
    people = FirstTouchPeople(7)
    assert people.look(touch_view("armed", signal="random"), 0) == []
    assert people.next_look_us() is None  # whatever is shown next is looked at at once
    hands = people.look(touch_view("open", 1, signal="random"), 2 * S)
    assert {hand.place for hand in hands if isinstance(hand, Contact)} <= {seat(name) for name in NAMES}
    assert all(2.13 * S <= hand.began_us < 4 * S for hand in hands if isinstance(hand, Contact))
    acts = acts_within(people, touch_view("open", 1, signal="random"), 3, from_us=2 * S + 1)
    assert [act.place for act in acts if isinstance(act, Contact)] == ["ok"]


def test_a_dead_heat_is_answered_with_who_really_came_first() -> None:
    for seed in range(8):
        people = FirstTouchPeople(seed)
        hands = [act for act in people.look(touch_view("open", 1), 0) if isinstance(act, Contact)]
        first = min(hands, key=lambda hand: hand.began_us).place.removeprefix("seat:")
        options = [{"label": "", "lines": [{"do": "award", "player": name}]} for name in (*NAMES, None)]
        view = touch_view("open", 1, {"code": "dead_heat", "options": options})
        said = lines(acts_within(people, view, 4, from_us=3 * S))
        assert said[0] == {"do": "award", "player": first, "by": "player"}


def test_after_twenty_rounds_without_points_to_win_they_end_the_game() -> None:
    assert lines(acts_within(FirstTouchPeople(7), touch_view("idle", 20), 6)) == [{"do": "end", "by": "player"}]
    goes_on = lines(acts_within(FirstTouchPeople(7), touch_view("idle", 20, points_to_win=9), 6))
    assert goes_on[0]["do"] == "arm"


def test_a_signal_that_never_comes_is_given_up_and_the_round_closed() -> None:
    view = touch_view("armed", signal="random")
    people = FirstTouchPeople(7)
    people.look(view, 0)
    assert lines(people.look(view, 30 * S)) == [{"do": "settle", "by": "player"}]


# ---- the evening


def test_hands_that_rest_on_buttons_let_go_when_another_game_begins() -> None:
    people = EveningPeople("first_touch", 7)
    people.look(touch_view("idle"), 0)
    acts = people.look(view_of(VIRUS), S)
    assert acts == [Away(seat(name), S) for name in NAMES]


def test_a_game_of_another_package_is_looked_on_and_not_played_first() -> None:
    people = EveningPeople("virus", 7)
    assert people.look({**view_of(VIRUS), "game": "chess"}, 0) == []
    assert people.next_look_us() is None
    assert acts_within(people, view_of(VIRUS), 9, from_us=S)
    with pytest.raises(ConfigError, match=r"nobody plays 'chess' .* first_touch, .*, virus"):
        EveningPeople("chess", 7)
