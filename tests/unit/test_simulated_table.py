"""The simulated table as an inbox and a clock: it jumps, it waits at a finite speed, and hears other threads."""

import json
import threading
from datetime import UTC, datetime
from math import inf
from typing import Any

import pytest

from touchjudge.adapters.decks import load
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.errors import ConfigError
from touchjudge.pace import START_NS, Pace
from touchjudge.ports import Board, BoardBeat, EdgesArrived, LinkChanged, Stop, Told

S = 1_000_000_000
NAMES = ["Ana", "Luis", "Marta"]


class RealTime:
    """A real clock that only goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.ns = 0
        self.slept_s: list[float] = []

    def now_ns(self) -> int:
        return self.ns

    def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        self.ns += round(seconds * 1e9)


def table(seed: int = 7, **how: Any) -> SimulatedTable:
    how = {"speed": inf, "idle_speed": inf} | how
    return SimulatedTable("schwein_gehabt", seed=seed, deck=load("schwein_gehabt_stand_in"), **how)


def view(phase: str = "playing", question: dict[str, Any] | None = None, **state: Any) -> dict[str, Any]:
    numbers = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}
    cards = dict.fromkeys(NAMES, 0)
    usual = {"phase": "reveal", "round": 0, "revealed": None, "deck": 63, "jackpot": 0, "cards": cards}
    return {
        "phase": phase,
        "players": NAMES,
        "options": {},
        "question": question,
        "state": {**usual, "numbers": numbers, "revealed_us": None, **state},
    }


def arrivals(one: SimulatedTable, seconds: float) -> list[Any]:
    until_ns = one.host_ns() + round(seconds * S)
    heard = []
    while (arrival := one.wait(until_ns)) is not None:
        heard.append(arrival)
    return heard


def started(**how: Any) -> SimulatedTable:
    one = table(**how)
    one.start(one)
    return one


def test_waiting_moves_the_clock_exactly_to_the_deadline() -> None:
    one = table()
    assert one.wait(START_NS + 5 * S) is None
    assert one.host_ns() == START_NS + 5 * S


def test_a_deadline_that_has_passed_does_not_turn_the_clock_back() -> None:
    one = table()
    one.wait(START_NS + 5 * S)
    assert one.wait(START_NS) is None
    assert one.host_ns() == START_NS + 5 * S


def test_a_board_that_is_switched_on_says_hello_and_beats_four_times_a_second() -> None:
    heard = arrivals(started(), 10)
    greeting = next(arrival for arrival in heard if isinstance(arrival, LinkChanged))
    assert greeting.phase == "connected"
    assert greeting.board is not None
    assert 38 <= sum(isinstance(arrival, BoardBeat) for arrival in heard) <= 40


def test_before_the_start_and_after_the_stop_there_is_silence() -> None:
    one = table()
    assert arrivals(one, 3) == []
    one.start(one)
    assert arrivals(one, 3) != []
    one.stop()
    one.stop()
    assert arrivals(one, 3) == []


def test_nothing_is_touched_while_no_game_is_played() -> None:
    one = started()
    for phase in ("setup", "paused", "over"):
        one.show(view(phase))
        assert not any(isinstance(arrival, EdgesArrived | Told) for arrival in arrivals(one, 20))


def test_people_turn_a_card_and_their_edges_come_with_rising_numbers_and_stamps() -> None:
    one = started()
    one.show(view())
    edges = [edge for arrival in arrivals(one, 12) if isinstance(arrival, EdgesArrived) for edge in arrival.edges]
    assert [edge.number for edge in edges] == list(range(len(edges)))
    assert [edge.device_us for edge in edges] == sorted(edge.device_us for edge in edges)
    assert all(edge.lost == 0 for edge in edges)
    assert edges[0].levels == 1 << 3  # the reveal pad
    assert any(edge.levels & 0b111 for edge in edges)
    assert edges[-1].levels == 0


def test_edges_carry_the_offset_of_their_clock_within_its_bound() -> None:
    one = started()
    one.show(view())
    arrived = [arrival for arrival in arrivals(one, 12) if isinstance(arrival, EdgesArrived)]
    assert arrived[0].offset_us is not None
    assert arrived[0].bound_us is not None
    # The board was switched on two seconds before the evening and runs 14 ppm fast.
    seconds = (arrived[0].arrived_ns - START_NS) / S
    true_us = START_NS // 1000 - 2_000_000 - 14 * seconds
    assert abs(arrived[0].offset_us - true_us) <= arrived[0].bound_us
    assert arrived[0].bound_us < 5_000


def test_nobody_presses_anything_while_the_table_is_paused() -> None:
    one = started()
    one.show(view())
    arrivals(one, 1.5)  # they are about to turn the first card
    one.show(view("paused"))
    assert not any(isinstance(arrival, EdgesArrived) for arrival in arrivals(one, 20))
    one.show(view())
    assert any(isinstance(arrival, EdgesArrived) for arrival in arrivals(one, 12))


def heard_as_text(one: SimulatedTable) -> str:
    one.show(view())
    return repr(arrivals(one, 30))


def test_the_same_seed_gives_the_same_arrivals_and_another_one_others() -> None:
    assert heard_as_text(started(seed=7)) == heard_as_text(started(seed=7))
    assert heard_as_text(started(seed=7)) != heard_as_text(started(seed=8))


def test_the_same_seed_gives_the_same_arrivals_at_any_speed() -> None:
    real = RealTime()
    slow = started(speed=3.0, real_ns=real.now_ns, sleep=real.sleep)
    assert heard_as_text(slow) == heard_as_text(started())
    assert real.ns == pytest.approx(30 * S / 3, rel=0.05)


def test_an_idle_table_does_not_hurry() -> None:
    real = RealTime()
    one = started(speed=inf, idle_speed=1.0, real_ns=real.now_ns, sleep=real.sleep)
    one.show(view("over"))
    arrivals(one, 20)
    assert real.ns == pytest.approx(20 * S, rel=0.01)


def test_a_board_that_is_switched_on_again_is_another_boot() -> None:
    def board(boot: int) -> Board:
        return next(arrival.board for arrival in arrivals(started(boot=boot), 1) if isinstance(arrival, BoardBeat))

    assert board(0) == board(0)
    assert board(0).chip_id == board(1).chip_id
    assert board(0).boot_id != board(1).boot_id


def test_lines_from_outside_come_first_and_in_order() -> None:
    one = started()
    told, stop = Told('{"do":"pause"}', "page"), Stop()
    assert one.put(told)
    assert one.put(stop)
    assert (one.wait(None), one.wait(None)) == (told, stop)


def test_a_line_from_another_thread_ends_the_wait_at_once() -> None:
    one = table(speed=1.0, idle_speed=1.0)
    threading.Timer(0.02, one.put, [Stop("page")]).start()
    assert one.wait(one.host_ns() + 3600 * S) == Stop("page")
    assert one.host_ns() < START_NS + 60 * S
    threading.Timer(0.02, one.put, [Stop("again")]).start()
    assert one.wait(None) == Stop("again")  # nothing is planned at all


def test_a_table_that_was_asleep_goes_on_instead_of_racing() -> None:
    real = RealTime()
    pace = Pace(1.0, real_ns=real.now_ns, sleep=real.sleep)
    pace.go_to(START_NS + S)
    real.ns += 3600 * S
    pace.go_to(START_NS + 2 * S)
    pace.go_to(START_NS + 3 * S)
    assert real.ns == 3600 * S + 2 * S


def test_the_wall_clock_goes_on_with_the_virtual_time() -> None:
    one = table(started=datetime(2026, 5, 1, 19, 0, tzinfo=UTC))
    one.wait(START_NS + 61 * S)
    assert one.wall_utc() == "2026-05-01T19:01:01.000Z"


def test_who_names_the_card_is_marked_as_simulated() -> None:
    one = started()
    one.show(view())
    touched = next(arrival for arrival in iter(lambda: one.wait(None), None) if isinstance(arrival, EdgesArrived))
    one.show({**view(), "state": {**view()["state"], "phase": "react", "round": 1, "revealed": "unseen", "deck": 62}})
    told = [arrival for arrival in arrivals(one, 8) if isinstance(arrival, Told)]
    line = json.loads(told[0].line)
    assert (line["do"], line["by"]) == ("card", "sim")
    assert line["card"] in load("schwein_gehabt_stand_in").cards
    assert touched.edges[0].number == 0


@pytest.mark.parametrize("speed", [0, -1, float("nan")])
def test_a_speed_that_is_none_is_refused(speed: float) -> None:
    with pytest.raises(ConfigError, match="number above 0"):
        table(speed=speed)


def test_a_game_that_nobody_plays_by_themselves_is_refused() -> None:
    with pytest.raises(ConfigError, match="schwein_gehabt"):
        SimulatedTable("chess", seed=1, deck=load("virus"))


def test_another_inbox_than_the_table_itself_is_refused() -> None:
    with pytest.raises(ConfigError, match="its own inbox"):
        table().start(table())
