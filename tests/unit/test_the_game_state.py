"""The Game and its Extreme sister: whose turn it is, taking over a table that is under way, what can be done now."""

from collections import Counter
from typing import Any

import pytest

from stack_table import AT_BASE, EXTREME, PLAIN, Table, codes, extreme, table, the
from touchjudge.rules.game import Deck, Pads, Setup
from touchjudge.rules.the_game import TheGame
from touchjudge.rules.the_game.observations import EndTurn, Play, Stuck, Talked


@pytest.mark.parametrize("game", [PLAIN, EXTREME], ids=lambda game: game.name)
def test_the_state_is_exactly_what_the_rules_sheet_lists(game: TheGame) -> None:
    assert table(game).view == {
        "turn": "A",
        "stacks": AT_BASE,
        "showing": dict.fromkeys(AT_BASE),
        "hands": {"A": 7, "B": 7},
        "draw_pile": 84,
        "laid_this_turn": [],
        "minimum": 2,
        "bound": None,
        "played": [],
        "left": 98,
        "result": None,
    }


@pytest.mark.parametrize(("players", "hand"), [("A", 8), ("AB", 7), ("ABC", 6), ("ABCD", 6), ("ABCDE", 6)])
def test_hands_depend_on_the_number_of_players(players: str, hand: int) -> None:
    at = table(players=players)
    assert set(at.view["hands"].values()) == {hand}
    assert at.view["draw_pile"] == 98 - hand * len(players)


def test_the_first_named_begins_unless_start_says_who() -> None:
    at = Table()
    at.tell("start", game="the_game", players=["A", "B"], first="B")
    assert at.view["turn"] == "B"
    the(at.end_turn("A"), "not_your_turn")


def test_a_card_that_is_refused_makes_nobody_the_beginner() -> None:
    at = table()
    the(at.play("B", 1, "up1"), "no_such_card")
    assert at.view["turn"] == "A"


def test_the_laid_cards_of_the_turn_are_listed_with_stack_and_command() -> None:
    at = extreme()
    at.play("A", 20, "up1")
    at.play("A", 80, "down1", "one_stack")
    assert at.view["laid_this_turn"] == [[20, "up1", None], [80, "down1", "one_stack"]]
    assert at.view["showing"] == {**dict.fromkeys(AT_BASE), "down1": "one_stack"}
    assert (at.view["bound"], at.view["played"], at.view["hands"]["A"]) == ("down1", [20, 80], 5)
    at.end_turn("A")
    assert (at.view["bound"], at.view["laid_this_turn"]) == (None, [])


def test_without_a_draw_pile_one_card_is_enough_and_who_has_none_is_passed_over() -> None:
    at = table(players="ABC")
    at.set(draw_pile=0, hands={"A": 2, "B": 0, "C": 1})
    the(at.play("A", 20, "up1"), "played", owes=[])
    the(at.end_turn("A"), "turn_ended", draw=0, next="C")
    the(at.play("C", 21, "up1"), "played")
    the(at.play("C", 22, "up1"), "no_cards_left")
    the(at.stuck("C"), "not_stuck")
    the(at.end_turn("C"), "turn_ended", next="A")


def test_the_last_card_of_all_wins_at_once() -> None:
    at = table()
    at.set(draw_pile=0, hands={"A": 1, "B": 0})
    won = the(at.play("A", 20, "up1"), "won", winners=["A", "B"], ranking=[["A", "B"]], scores={"left": 0})
    assert won.effects["left"] == 0
    assert at.view["result"] == "won"


def test_a_last_card_that_is_a_skull_loses() -> None:
    at = extreme("A")
    at.set(draw_pile=0, hands={"A": 1})
    assert codes(at.play("A", 20, "up1", "skull")) == ["played", "command_broken"]


def test_an_empty_hand_that_still_owes_a_card_is_lost_at_once_and_not_earlier() -> None:
    at = extreme()
    at.set(hands={"A": 1}, draw_pile=50)
    assert at.view["minimum"] == 2
    assert codes(at.play("A", 20, "up1")) == ["played", "lost"]


def test_a_stop_saves_a_hand_that_is_too_short() -> None:
    at = extreme()
    at.set(hands={"A": 1}, draw_pile=50)
    the(at.play("A", 20, "up1", "stop"), "turn_ended", draw=7)


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ({"hands": {"A": 8}}, ["hands"]),
        ({"hands": {"Z": 1}}, ["hands"]),
        ({"hands": {"A": -1}}, ["hands"]),
        ({"draw_pile": 99}, ["draw_pile"]),
        ({"draw_pile": 90}, ["draw_pile"]),
        ({"draw_pile": 84, "played": [2, 3]}, ["draw_pile", "played"]),
        ({"draw_pile": 84, "played": [None]}, ["draw_pile", "played"]),
        ({"left": 97}, ["left"]),
        ({"turn": "Z"}, ["turn"]),
        ({"stacks": {"up1": 100}}, ["stacks"]),
        ({"stacks": {"down1": 1}}, ["stacks"]),
        ({"stacks": {"up3": 5}}, ["stacks"]),
        ({"stacks": {"up1": 50, "down1": 50}}, ["stacks"]),
        ({"showing": {"up1": "stop"}}, ["showing"]),
        ({"stacks": {"up1": 5}, "showing": {"up1": "jump"}}, ["showing"]),
        ({"showing": {"left": None}}, ["showing"]),
        ({"played": [1]}, ["played"]),
        ({"played": [5, 5]}, ["played"]),
        ({"laid_this_turn": [[5, "up1", None]]}, ["laid_this_turn"]),
        ({"stacks": {"up1": 5}, "laid_this_turn": [[5, "up1", "stop"]]}, ["laid_this_turn"]),
        ({"stacks": {"up1": 5}, "laid_this_turn": [[5, "up1", None], [5, "up1", None]]}, ["laid_this_turn"]),
        ({"laid_this_turn": [[5, "up9", None]]}, ["laid_this_turn"]),
        ({"minimum": 3}, ["minimum"]),
        ({"bound": "up9"}, ["bound"]),
        ({"result": "won"}, ["result"]),
        ({"hands": {"A": 0, "B": 0}, "draw_pile": 0}, ["hands", "draw_pile"]),
        ({"turn": "B", "hands": {"B": 0}, "draw_pile": 0}, ["turn", "hands", "draw_pile"]),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_fields(state: dict[str, Any], fields: list[str]) -> None:
    at = extreme()
    before = at.state
    assert the(at.set(**state), "cannot_be", fields=fields).effects["mend"]
    assert at.state == before


@pytest.mark.parametrize(
    ("state", "part"),
    [
        ({"pile": 3}, "'pile'; it has turn, stacks"),
        ({"turn": 1}, "turn is 1"),
        ({"stacks": [1]}, "stacks is [1]"),
        ({"stacks": {"up1": "5"}}, "stacks.up1 is '5'"),
        ({"showing": {"up1": 5}}, "showing.up1 is 5"),
        ({"hands": 7}, "hands is 7"),
        ({"hands": {"A": True}}, "hands is True"),
        ({"draw_pile": None}, "draw_pile is None"),
        ({"laid_this_turn": [5]}, "laid_this_turn holds 5"),
        ({"laid_this_turn": [["5", "up1", None]]}, "laid_this_turn holds '5'"),
        ({"played": "5"}, "played is '5'"),
        ({"played": [2.5]}, "played holds 2.5"),
        ({"left": "1"}, "left is '1'"),
        ({"result": "draw"}, "result is 'draw'"),
        ({"bound": 1}, "bound is 1"),
    ],
)
def test_a_field_of_another_kind_is_an_error_that_names_it(state: dict[str, Any], part: str) -> None:
    assert part in extreme().error("set", state=state)


def test_the_plain_game_has_no_commands_to_show() -> None:
    the(table().set(stacks={"up1": 5}, showing={"up1": "stop"}), "cannot_be", fields=["showing"])


def test_the_draw_pile_takes_up_the_difference_to_what_is_told() -> None:
    at = table()
    at.set(stacks={"up1": 47, "down1": 60}, played=[30, 31, 47, None])
    # Four known ones, one unknown one, and two hands of seven.
    assert (at.view["draw_pile"], at.view["played"]) == (98 - 14 - 5, [30, 31, 47, 60])
    at.set(hands={"A": 3})
    assert at.view["draw_pile"] == 98 - 10 - 5


def test_a_game_taken_over_with_cards_that_nobody_can_name_goes_on() -> None:
    at = table()
    at.set(stacks={"up1": 10, "down1": 90}, draw_pile=2, hands={"A": 7, "B": 7})
    assert (at.view["left"], at.view["played"]) == (16, [10, 90])
    the(at.play("B", 11, "up1"), "not_your_turn")
    at.play("A", 11, "up1")
    at.play("A", 12, "up1")
    at.end_turn("A")
    assert (at.view["left"], at.view["draw_pile"], at.view["minimum"]) == (14, 0, 1)


def test_another_card_on_top_shows_its_own_command_as_far_as_it_is_known() -> None:
    at = extreme()
    at.play("A", 20, "up1", "draw_one")
    at.set(stacks={"up1": 21})
    assert at.view["showing"]["up1"] is None
    at.set(stacks={"up1": 20})
    assert at.view["showing"]["up1"] == "draw_one"


def test_a_game_that_is_over_can_be_opened_again() -> None:
    at = table()
    at.stuck("A")
    the(at.set(result=None), "set")
    the(at.play("A", 2, "up1"), "played")


@pytest.mark.parametrize("game", [PLAIN, EXTREME], ids=lambda game: game.name)
def test_to_set_what_state_answered_changes_nothing(game: TheGame) -> None:
    at = table(game)
    at.play("A", 20, "up1", "one_stack")
    at.play("A", 10, "up1")
    before = at.state
    the(at.set(**at.view), "set")
    assert at.state == before


# ---- commands that nobody has named


def ask(at: Table, card: int = 20, player: str = "A") -> Any:
    return the(at.tell("play", player=player, card=card, stack="up1"), "which_command")


def test_a_card_whose_command_is_not_known_is_not_laid_until_somebody_says_it() -> None:
    at = extreme()
    asked = ask(at)
    assert [line["command"] for (line,) in asked.effects["options"]] == [*EXTREME.commands, None]
    assert at.view["stacks"] == AT_BASE
    assert EXTREME.questions(at.state) == (asked,)
    (line,) = asked.effects["options"][1]
    the(at.tell(**line), "played", command="skull", owes=["cards:1", "cover:up1"])
    assert EXTREME.questions(at.state) == ()


def test_an_open_question_is_asked_again_at_the_end_of_the_turn() -> None:
    at = extreme()
    asked = ask(at)
    assert at.end_turn("A") == at.stuck("A") == (asked,)


def test_another_card_takes_the_place_of_one_that_waits() -> None:
    at = extreme()
    ask(at, 20)
    ask(at, 21)
    the(at.play("A", 22, "up1"), "played")
    assert EXTREME.questions(at.state) == ()
    assert at.view["played"] == [22]


def test_whoever_answers_first_begins() -> None:
    at = extreme()
    asked = ask(at, player="B")
    assert at.view["turn"] == "A"
    at.tell(**asked.effects["options"][7][0])
    assert at.view["turn"] == "B"


def test_a_time_told_with_the_card_stays_with_it() -> None:
    at = extreme()
    asked = the(at.tell("play", player="A", card=20, stack="up1", t_us=5, by="player"), "which_command")
    assert asked.effects["options"][0][0]["t_us"] == 5


def test_a_card_that_breaks_a_command_in_any_case_is_not_asked_about() -> None:
    at = extreme()
    at.set(stacks={"up1": 47}, showing={"up1": "no_backwards"})
    the(at.tell("play", player="A", card=37, stack="up1"), "command_broken", command="no_backwards")


def test_a_card_that_does_not_fit_is_not_asked_about() -> None:
    at = extreme()
    at.play("A", 20, "up1")
    the(at.tell("play", player="A", card=19, stack="up1"), "not_higher")


def test_a_named_command_is_remembered_for_its_number() -> None:
    at = extreme()
    at.play("A", 20, "up1", "draw_one")
    at.set(stacks={"up1": 1}, played=[], laid_this_turn=[], hands={"A": 7}, showing={"up1": None})
    the(at.tell("play", player="A", card=20, stack="up1"), "played", command="draw_one")


def test_commands_of_other_evenings_can_be_told_at_the_start() -> None:
    at = Table(EXTREME)
    at.tell("start", game="the_game_extreme", players=["A", "B"], commands={"20": "silence", "21": None})
    the(at.tell("play", player="A", card=20, stack="up1"), "played", command="silence")
    the(at.tell("play", player="A", card=21, stack="up1"), "played", command=None)
    ask(at, 22)


@pytest.mark.parametrize("commands", [[], {"1": "stop"}, {"x": "stop"}, {"20": "jump"}])
def test_commands_that_cannot_be_are_an_error_at_the_start(commands: Any) -> None:
    at = extreme()
    assert "commands" in at.error("start", game="the_game_extreme", players=["A"], commands=commands)


def test_a_deck_file_knows_the_commands_and_what_people_say_is_stronger() -> None:
    at = Table(EXTREME)
    at.tell("start", game="the_game_extreme", players=["A", "B"], deck="the_game_extreme_stand_in")
    the(at.tell("play", player="A", card=2, stack="up1"), "played", command=None)
    the(at.tell("play", player="A", card=7, stack="up1"), "played", command="skull")
    the(at.tell("play", player="A", card=10, stack="up1", command=None), "played", command=None, owes=[])


def test_talking_goes_on_while_a_card_waits() -> None:
    at = extreme()
    ask(at)
    the(at.tell("talked", player="B"), "talk_allowed")
    assert EXTREME.questions(at.state)


# ---- after a stop


def test_after_a_stop_ending_the_turn_once_more_is_only_noted() -> None:
    at = extreme()
    at.play("A", 20, "up1", "stop")
    before = at.state
    the(at.end_turn("A"), "turn_already_ended")
    assert at.state == before


def test_once_the_next_player_has_gone_on_a_card_is_only_out_of_turn() -> None:
    at = extreme()
    at.play("A", 20, "up1", "stop")
    the(at.play("B", 19, "up1"), "not_higher")
    at.play("B", 30, "up1")
    the(at.play("A", 31, "up1"), "not_your_turn")
    the(at.end_turn("A"), "not_your_turn")


def test_a_card_that_waits_for_its_command_counts_as_going_on() -> None:
    at = extreme()
    at.play("A", 20, "up1", "stop")
    ask(at, 30, "B")
    the(at.play("A", 31, "up1"), "not_your_turn")


def test_after_a_stop_a_card_that_does_not_fit_is_still_a_foul() -> None:
    at = extreme()
    at.play("A", 20, "up1", "stop")
    the(at.play("A", 19, "up1"), "not_higher")


def test_alone_a_card_after_a_stop_begins_the_next_turn() -> None:
    at = extreme("A")
    the(at.play("A", 20, "up1", "stop"), "turn_ended", next="A")
    the(at.end_turn("A"), "turn_already_ended")
    the(at.play("A", 21, "up1"), "played", owes=["cards:1"])


def test_a_stop_that_leaves_a_skull_on_another_stack_breaks_it() -> None:
    at = extreme()
    at.play("A", 20, "up1", "skull")
    the(at.play("A", 20 + 1, "up2", "stop"), "command_broken", command="skull", left=96)


def test_a_stop_on_the_skull_covers_it() -> None:
    at = extreme()
    at.play("A", 20, "up1", "skull")
    the(at.play("A", 21, "up1", "stop"), "turn_ended", next="B")


def test_a_stop_as_the_second_card_after_three_breaks_it() -> None:
    at = extreme()
    at.play("A", 20, "up1", "three")
    the(at.play("A", 21, "up1", "stop"), "command_broken", command="three")


def test_to_be_stuck_with_an_open_command_breaks_it() -> None:
    at = extreme()
    at.play("A", 20, "up1", "skull")
    the(at.stuck("A"), "command_broken", command="skull", left=97)


# ---- what can be done now


def test_at_the_beginning_anyone_may_lay_any_number_anywhere() -> None:
    legal = list(PLAIN.legal(table().state))
    assert len([line for line in legal if isinstance(line, Play)]) == 2 * 98 * 4
    assert legal[0] == Play(player="A", card=2, stack="up1")
    assert Stuck(player="A") in legal
    assert EndTurn(player="A") not in legal
    assert Talked(player="B") in legal


def test_what_breaks_a_command_is_not_legal() -> None:
    at = extreme()
    at.set(stacks={"up1": 47}, showing={"up1": "no_backwards"}, laid_this_turn=[[47, "up1", "no_backwards"]])
    cards = {(line.card, line.stack) for line in EXTREME.legal(at.state) if isinstance(line, Play)}
    assert (37, "up1") not in cards
    assert (48, "up1") in cards


def test_with_nothing_owed_the_turn_may_end_and_nobody_is_stuck() -> None:
    at = table()
    at.play("A", 2, "up1")
    at.play("A", 3, "up1")
    legal = list(PLAIN.legal(at.state))
    assert EndTurn(player="A") in legal
    assert Stuck(player="A") not in legal
    assert {line.player for line in legal if isinstance(line, Play)} == {"A"}


def test_while_a_card_waits_its_answers_come_first() -> None:
    at = extreme()
    ask(at)
    first = list(EXTREME.legal(at.state))[:8]
    assert [getattr(line, "command", "") for line in first] == [*EXTREME.commands, None]


def test_under_silence_talking_is_not_legal() -> None:
    at = extreme()
    at.play("A", 20, "up1", "silence")
    assert not any(isinstance(line, Talked) for line in EXTREME.legal(at.state))


def test_nothing_is_legal_after_the_end() -> None:
    at = table()
    at.tell("end")
    assert list(PLAIN.legal(at.state)) == []


# ---- decks and the rest


def test_the_plain_game_is_played_with_the_printed_deck_and_extreme_with_any() -> None:
    assert (PLAIN.default_deck, EXTREME.default_deck) == ("the_game", "any")
    assert table().session.now.setup is not None
    (started,) = table().session.entries[0].answer.rulings
    assert started.effects["deck"] == "the_game"


def test_a_number_that_the_own_deck_does_not_have_is_ruled() -> None:
    deck = Deck("short", Counter({str(number): 1 for number in range(2, 99)}))
    state = PLAIN.start(Setup(("A",), "A", {}, deck))
    _, (ruling,) = PLAIN.judge(state, Play(player="A", card=99, stack="up1"))
    assert ruling.code == "no_such_card"


def test_pads_are_noted() -> None:
    state = table().state
    assert PLAIN.judge(state, Pads(down=("up1",)))[0] == state


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ({"player": "A", "stack": "up1"}, "card: is missing"),
        ({"player": "A", "card": "20", "stack": "up1"}, "card"),
        ({"player": "Z", "card": 20, "stack": "up1"}, "does not play"),
        ({"player": "A", "card": 20, "stack": 1}, "stack"),
        ({"player": "A", "card": 20, "stack": "up1", "command": "jump"}, "command"),
        ({"player": "A", "card": 20, "stack": "up1", "colour": "red"}, "colour: is no field of play"),
    ],
)
def test_a_field_that_cannot_be_read_is_an_error_that_names_it(line: dict[str, Any], part: str) -> None:
    assert part in extreme().error("play", **line)


def test_the_plain_game_knows_no_command_on_a_card() -> None:
    assert "command: is no field" in table().error("play", player="A", card=2, stack="up1", command=None)


def test_undo_takes_a_card_back_and_a_refused_card_stays_refused() -> None:
    at = table()
    at.play("A", 20, "up1")
    the(at.play("A", 19, "up1"), "not_higher")
    the(at.tell("undo"), "undone")
    assert at.view == table().view
    the(at.tell("undo", n=2), "nothing_to_undo")
