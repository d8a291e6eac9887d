"""Nobody touches a keyboard: set-up, answers, pause and the next game by seat buttons, pads, OK and undo."""

from hand_table import HandTable
from touchjudge.registry import known_games
from touchjudge.session.setting_up import SetUp, press

GAMES = {"schwein_gehabt": known_games()["schwein_gehabt"]}


def pressed(setup: SetUp, *places: str) -> SetUp:
    for place in places:
        setup, start = press(setup, place)
        assert start is None
    return setup


def test_a_seat_joins_takes_the_next_name_and_leaves() -> None:
    setup = SetUp(GAMES, names=("Ana", "Luis"))
    seen = []
    for _ in range(4):
        setup = pressed(setup, "seat2")
        seen.append(setup.players)
    assert seen == [("Ana",), ("Luis",), ("Player 2",), ()]


def test_two_seats_never_have_one_name() -> None:
    setup = pressed(SetUp(GAMES, names=("Ana",)), "seat1", "seat2", "seat3")
    assert setup.players == ("Ana", "Player 2", "Player 3")
    assert pressed(setup, "undo").players == ("Ana", "Player 2")


def test_ok_goes_on_only_when_so_many_can_play_something() -> None:
    setup = pressed(SetUp(GAMES), "seat1", "seat2", "ok")
    assert setup.step == "players"
    assert pressed(setup, "seat4", "ok").step == "game"


def test_options_are_gone_through_by_pads_and_changed_by_seats() -> None:
    setup = pressed(SetUp(GAMES), "seat1", "seat2", "seat3", "ok", "ok")
    assert setup.option is not None
    assert setup.option.name == "free_choice"
    setup = pressed(setup, "seat1", "target1", "seat1")
    assert setup.values == {"free_choice": True, "no_sandwich": "jackpot"}
    _, start = press(setup, "ok")
    assert start == {
        "do": "start",
        "game": "schwein_gehabt",
        "players": ["Player 1", "Player 2", "Player 3"],
        "options": {"free_choice": True, "no_sandwich": "jackpot"},
    }


def test_a_table_is_set_up_played_and_set_up_again_by_presses_alone() -> None:
    table = HandTable()
    table.running.open_set_up(SetUp(GAMES, names=("Ana", "Luis", "Marta")))
    at_us = 1_000_000
    for place in ("seat1", "seat3", "seat4", "ok", "ok", "ok"):
        assert table.views[-1:] == [] or table.views[-1]["phase"] == "setup"
        table.press(place, at_us)
        at_us += 500_000
    assert table.views[-1]["phase"] == "playing"
    assert table.views[-1]["players"] == ["Ana", "Luis", "Marta"]
    table.press("reveal", 10_000_000)
    table.press("target2", 10_400_000)
    table.press("seat3", 11_000_000)
    assert table.told()[-1] == {"do": "claim", "player": "Luis", "t_us": 11_000_000, "by": "player"}
    table.tell(do="end")
    table.press("ok", 20_000_000)
    assert table.views[-1]["phase"] == "playing", "a short press plays the same again"
    table.tell(do="end")
    table.press("ok", 30_000_000, hold_us=2_000_000)
    assert table.views[-1]["phase"] == "setup", "a long one changes game or players"
    assert table.views[-1]["players"] == ["Ana", "Luis", "Marta"]


def test_who_sits_where_is_known_again_after_a_power_cut() -> None:
    table = HandTable()
    table.running.open_set_up(SetUp(GAMES, names=("Ana", "Luis", "Marta")))
    for i, place in enumerate(("seat1", "seat3", "seat4", "ok", "ok", "ok")):
        table.press(place, 1_000_000 + i * 500_000)
    again = table.after_a_power_cut()
    again.press("reveal", 10_000_000)
    again.press("seat4", 11_000_000)
    assert again.told()[-1]["player"] == "Marta"


def test_a_seat_answers_who_touched_and_ok_says_nobody() -> None:
    for place, cards in (("seat2", 1), ("ok", 0)):
        table = HandTable()
        table.start()
        table.press("reveal", 5_000_000)
        table.press("target2", 5_400_000)
        table.tell(do="card", card="symbol:4-8-2")
        table.press("ok", 6_000_000)
        buttons = {option["label"]: option["button"] for option in table.views[-1]["question"]["options"]}
        assert buttons["Luis: pig"] == "seat2"
        table.press(place, 7_000_000)
        assert table.views[-1]["question"] is None
        assert table.state["phase"] == "reveal"
        assert table.state["cards"]["Luis"] == cards


def test_an_answer_of_several_lines_is_settled_once() -> None:
    table = HandTable()
    table.start(options={"presume": "ask"})
    table.press("reveal", 5_000_000)
    for i in range(3):
        table.press(f"target{i + 1}", 5_400_000 + i * 10_000)
    table.press("seat1", 6_000_000)
    table.press("seat2", 6_100_000)
    table.tell(do="card", card="symbol:5-6-1")
    table.press("ok", 6_500_000)
    question = table.views[-1]["question"]
    assert question["code"] == "who_took_what"
    assert len(question["options"][0]["lines"]) > 1
    table.press("ok", 7_000_000)
    assert table.codes().count("round_settled") == 1
    assert "wrong_phase" not in table.codes()


def test_ok_held_pauses_and_ok_goes_on() -> None:
    table = HandTable()
    table.start()
    table.press("ok", 5_000_000, hold_us=1_600_000)
    assert table.views[-1]["phase"] == "paused"
    table.press("target1", 7_000_000)
    assert "paused" in table.codes()
    table.press("ok", 8_000_000)
    assert table.views[-1]["phase"] == "playing"


def test_who_joins_by_phone_sits_at_the_own_or_the_next_free_seat_and_may_leave_again() -> None:
    table = HandTable()
    table.running.open_set_up(SetUp(GAMES, usual={"seat2": "Luis", "seat3": "Jo"}))
    table.press("seat1", 1_000_000)
    for name in ("Marta", "Luis", "Luis", " ", "x" * 41, "\\ud800"):
        table.tell(do="note", text=f'joins "{name}"', by="player")
    assert table.views[-1]["setup"]["seats"] == {"seat1": "Player 1", "seat4": "Marta", "seat2": "Luis"}
    table.tell(do="note", text='leaves "Marta"', by="player")
    assert table.views[-1]["players"] == ["Player 1", "Luis"]
    for number in range(9):
        table.tell(do="note", text=f'joins "Guest {number}"', by="player")
    assert len(table.views[-1]["players"]) == 8, "there are no more seats"
    table.press("ok", 2_000_000)
    table.tell(do="note", text='leaves "Luis"', by="player")
    assert "Luis" in table.views[-1]["players"], "who plays is settled"
