"""The running table, turn by turn: edges to rulings, kept before acknowledged, and the same again after a power cut."""

import json

import pytest

from hand_table import BOARD, FullDisk, HandTable
from touchjudge.ports import AskedHistory, Board, EdgesArrived, LinkChanged, Warned
from touchjudge.session.places import DEFAULT_PLACES
from touchjudge.timing.edges import Edge


@pytest.fixture
def table() -> HandTable:
    table = HandTable()
    table.start()
    return table


def play_a_round(table: HandTable, at_us: int, card: str = "symbol:4-8-2") -> None:
    """Luis takes the pig."""
    table.press("reveal", at_us)
    table.press("target2", at_us + 412_345)
    table.press("seat2", at_us + 1_100_000)
    table.tell(do="card", card=card)


def test_presses_become_lines_with_device_time_and_who_says_so(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_412_345)
    table.press("seat2", 6_100_000)
    assert table.told()[1:] == [
        {"do": "reveal", "t_us": 5_000_000, "by": "sensor"},
        {"do": "touch", "spot": "pig", "t_us": 5_412_345, "by": "sensor"},
        {"do": "claim", "player": "Luis", "t_us": 6_100_000, "by": "player"},
    ]


def test_a_round_is_settled_four_seconds_after_its_last_touch_or_claim_and_not_before(table: HandTable) -> None:
    play_a_round(table, 5_000_000)
    table.wait_ms(3_999)
    assert "round_settled" not in table.codes()
    table.wait_ms(1)
    assert table.codes()[-2:] == ["drew_right", "round_settled"]
    assert table.state["cards"] == {"Ana": 0, "Luis": 1, "Marta": 0}


def test_ok_settles_at_once(table: HandTable) -> None:
    play_a_round(table, 5_000_000)
    table.press("ok", 6_500_000)
    assert table.codes()[-1] == "round_settled"


def test_a_round_without_touches_waits_for_the_next_reveal(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.tell(do="card", card="symbol:1-1-1")
    table.wait_ms(60_000)
    assert "round_settled" not in table.codes()
    table.press("reveal", 70_000_000)
    assert table.state["round"] == 2


def test_a_bouncing_pad_is_one_touch(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    for i in range(20):
        table.edge("target1", i % 2 == 0, 5_400_000 + i * 150)
    table.edge("target1", True, 5_403_100)
    table.press("seat1", 6_000_000)
    assert [line for line in table.told() if line["do"] == "touch"] == [
        {"do": "touch", "spot": "mushroom", "t_us": 5_400_000, "by": "sensor"}
    ]


def test_a_reveal_during_an_open_question_waits_with_all_that_follows_and_is_judged_after_the_answer(
    table: HandTable,
) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)  # a touch that nobody claims
    table.tell(do="card", card="symbol:4-8-2")
    table.press("ok", 6_000_000)
    assert table.views[-1]["question"]["code"] == "who_touched"
    table.press("reveal", 8_000_000)
    table.press("target1", 8_400_000)
    assert table.state["round"] == 1
    answer = next(o for o in table.views[-1]["question"]["options"] if o["label"].startswith("Luis"))
    for line in answer["lines"]:
        table.tell(**line)
    assert table.views[-1]["question"] is None
    assert table.state["cards"]["Luis"] == 1
    assert table.state["round"] == 2
    assert [touch["reaction_us"] for touch in table.views[-1]["touches"]] == [400_000]


def test_a_seat_pressed_behind_a_waiting_reveal_claims_in_the_new_round_and_answers_nothing(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("ok", 6_000_000)
    table.press("reveal", 8_000_000)
    table.press("target1", 8_400_000)
    table.press("seat3", 9_000_000)
    assert table.views[-1]["question"]["code"] == "who_touched"
    table.tell(do="claim", player="Luis", spot="pig")
    assert table.state["cards"] == {"Ana": 0, "Luis": 1, "Marta": 0}
    assert table.told()[-1] == {"do": "claim", "player": "Marta", "t_us": 9_000_000, "by": "player"}


def test_a_reveal_whose_settling_asks_is_told_again_after_the_answer(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("reveal", 8_000_000)
    assert "round_open" in table.codes()
    table.press("target1", 8_400_000)
    table.tell(do="claim", player="Luis", spot="pig")
    assert table.state["round"] == 2
    assert table.state["cards"]["Luis"] == 1
    assert [touch["spot"] for touch in table.views[-1]["touches"]] == ["mushroom"]


def test_edges_are_acknowledged_only_after_they_are_committed() -> None:
    table = HandTable(journal=FullDisk())
    table.start()
    table.press("reveal", 5_000_000)
    assert table.source.acknowledged == {BOARD: 2}
    table.journal.full = True
    table.press("target2", 5_400_000)
    assert table.source.acknowledged == {BOARD: 2}
    assert "the disk is full" in table.views[-1]["warnings"][0]
    assert table.state["touches"], "the game goes on in memory"
    table.journal.full = False
    table.wait_ms(2_000)
    assert table.source.acknowledged == {BOARD: 4}
    table.press("target1", 5_800_000)
    assert table.views[-1]["warnings"] == []
    assert len(table.journal.edges(table.session_name)) == 6


def test_edges_that_come_twice_count_once(table: HandTable) -> None:
    arrived = table.edge("reveal", True, 5_000_000)
    before = table.told()
    table.running.take(arrived)
    assert table.told() == before
    assert len(table.journal.edges(table.session_name)) == 1


def test_a_press_that_no_edge_told_of_is_caught_up_by_the_level(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.beat(5_600_000, 0b10)
    assert table.told()[-1]["spot"] == "pig"
    assert len([line for line in table.told() if line["do"] == "touch"]) == 1


def test_what_is_held_at_the_reveal_is_told_before_it(table: HandTable) -> None:
    table.press("target1", 4_000_000, hold_us=0)
    table.press("reveal", 5_000_000)
    lines = table.told()
    assert {"do": "pads", "down": ["mushroom"], "by": "sensor"} in lines
    assert lines.index({"do": "pads", "down": ["mushroom"], "by": "sensor"}) < lines.index(
        {"do": "reveal", "t_us": 5_000_000, "by": "sensor"}
    )


def test_with_home_letting_go_of_the_seat_is_the_reaction(table: HandTable) -> None:
    table = HandTable()
    table.start(options={"home": True})
    for seat, at_us in (("seat1", 1_000_000), ("seat2", 1_100_000), ("seat3", 1_200_000)):
        table.press(seat, at_us, hold_us=0)
    table.press("reveal", 5_000_000)
    table.edge("seat2", False, 5_300_000)
    table.press("target2", 5_500_000)
    assert {"do": "release", "player": "Luis", "t_us": 5_300_000, "by": "sensor"} in table.told()


def test_the_undo_button_takes_back_the_last_touch(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.press("undo", 6_000_000)
    assert table.state["touches"] == []


def test_after_the_end_ok_plays_the_same_again(table: HandTable) -> None:
    table.tell(do="end")
    assert table.views[-1]["phase"] == "over"
    table.press("ok", 9_000_000)
    assert table.views[-1]["phase"] == "playing"
    assert table.state["numbers"] == {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}


def test_a_line_that_is_not_understood_is_answered_and_not_kept(table: HandTable) -> None:
    before = table.told()
    assert "Zoe" in table.tell(do="claim", player="Zoe")["error"]
    assert table.told() == before


def test_contacts_before_a_game_are_kept_as_edges_and_mean_nothing() -> None:
    table = HandTable()
    table.press("target1", 1_000_000)
    assert table.told() == []
    assert len(table.journal.edges(table.session_name)) == 2


def test_after_a_power_cut_the_table_stands_where_it_stood(table: HandTable) -> None:
    play_a_round(table, 5_000_000)
    table.press("ok", 6_500_000)
    table.press("reveal", 9_000_000)
    table.press("target3", 9_350_000, hold_us=0)
    again = table.after_a_power_cut()
    assert again.state == table.state
    again.edge("target3", False, 9_700_000)  # the hand that lay there during the cut
    again.press("seat1", 10_000_000)
    again.tell(do="card", card="symbol:5-2-7")
    again.wait_ms(4_000)
    assert again.state["cards"] == {"Ana": 1, "Luis": 1, "Marta": 0}


def test_after_a_power_cut_during_a_question_the_reveal_still_waits(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("ok", 6_000_000)
    table.press("reveal", 8_000_000)
    table.press("target1", 8_400_000)
    again = table.after_a_power_cut()
    again.tell(do="claim", player="Luis", spot="pig")
    assert again.state["round"] == 2
    assert [touch["spot"] for touch in again.views[-1]["touches"]] == ["mushroom"]


def test_a_refused_reveal_still_waits_after_a_power_cut(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("reveal", 8_000_000)
    again = table.after_a_power_cut()
    again.tell(do="claim", player="Luis", spot="pig")
    assert again.state["round"] == 2


def test_the_pads_restarted_and_the_time_line_goes_on(table: HandTable) -> None:
    table.edge("reveal", True, 5_000_000, offset_us=1_000_000, bound_us=100)
    table.edge("reveal", False, 5_100_000, offset_us=1_000_000, bound_us=100)
    rebooted = Board("e661", "b002")
    table.edge("target2", True, 300_000, board=rebooted, offset_us=6_100_000, bound_us=100)
    touch = table.told()[-1]
    assert touch["t_us"] == 5_400_000
    assert 200 <= touch["bound_us"] <= 400


def test_links_and_warnings_are_on_the_screens_until_they_are_mended(table: HandTable) -> None:
    table.running.take(LinkChanged("pico", "silent", BOARD, "The pads are silent.", {"bound_us": 40}))
    table.running.take(Warned("screen panel", "The panel is gone."))
    assert table.views[-1]["links"][0]["phase"] == "silent"
    assert table.views[-1]["warnings"] == ["The panel is gone."]
    table.running.take(Warned("screen panel", None))
    assert table.views[-1]["warnings"] == []


def test_a_frame_of_many_edges_is_one_commit(table: HandTable) -> None:
    edges = tuple(Edge(i, 5_000_000 + i * 100, i % 2) for i in range(12))
    table.running.take(EdgesArrived(BOARD, edges, 0))
    assert table.source.acknowledged == {BOARD: 12}


def test_the_history_shows_what_was_undone_and_by_what(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.tell(do="undo")
    answers: list[str] = []
    table.running.take(AskedHistory(answers.append))
    entries = json.loads(answers[0])
    assert [entry["n"] for entry in entries] == [1, 2, 3, 4]
    assert (entries[2]["undone"], entries[2]["replaced_by"], entries[2]["told"]["spot"]) == (True, 4, "pig")
    assert entries[3]["correction"] == {"n": 3, "lines": []}


def test_a_command_that_was_named_once_is_remembered_in_the_next_game_and_from_earlier_evenings() -> None:
    table = HandTable(commands={"30": "silence", "20": None})
    table.tell(do="start", game="the_game_extreme", players=["Ana", "Luis"])
    table.tell(do="play", player="Ana", card=20, stack="up1", command="three")
    table.tell(do="end")
    table.tell(do="start", game="the_game_extreme", players=["Ana", "Luis"])
    assert table.told()[-1]["commands"] == {"30": "silence", "20": "three"}
    answer = table.tell(do="play", player="Ana", card=30, stack="up1")
    assert answer["rulings"][0]["effects"]["in_force"] == ["silence"]


def test_commands_named_in_a_game_that_was_played_again_are_remembered_in_the_one_after() -> None:
    table = HandTable(commands={"30": "silence"})
    table.tell(do="start", game="the_game_extreme", players=["Ana", "Luis"])
    for number, command in ((20, "three"), (150, "stop"), (21, None)):  # no card has the number 150
        table.tell(do="play", player="Ana", card=number, stack="up1", command=command)
    table.tell(do="end")
    table.press("ok", 5_000_000)
    assert table.told()[-1]["commands"] == {"30": "silence", "20": "three", "21": None}
    table.tell(do="play", player="Ana", card=20, stack="up1", command="stop")
    table.tell(do="end")
    table.press("ok", 9_000_000)
    assert table.told()[-1]["commands"] == {"30": "silence", "20": "stop", "21": None}


def test_stamps_that_are_less_sure_bring_their_own_bound(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    down = 1 << DEFAULT_PLACES.index("target2")
    edge = Edge(table.numbers[BOARD], 5_400_000, down)
    table.running.take(EdgesArrived(BOARD, (edge,), 0, stamp_bound_us=500))
    assert table.told()[-1]["bound_us"] == 500


def test_ok_answers_a_question_also_when_the_next_card_waits_behind_it(table: HandTable) -> None:
    table.press("reveal", 5_000_000)
    table.press("target2", 5_400_000)
    table.tell(do="card", card="symbol:4-8-2")
    table.press("ok", 6_000_000)
    table.press("reveal", 8_000_000)
    table.press("target1", 8_400_000)
    table.press("ok", 9_000_000)  # nobody touched the pig
    assert table.state["round"] == 2
    assert table.state["cards"]["Luis"] == 0
    assert [touch["spot"] for touch in table.views[-1]["touches"]] == ["mushroom"]
