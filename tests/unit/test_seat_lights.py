"""The lights at the seats: what they say in each phase, and that only what changed is sent."""

from typing import Any

import pytest

from hand_table import BOARD, HandTable
from touchjudge.ports import Board, LinkChanged
from touchjudge.registry import known_games
from touchjudge.screens.lights import lights
from touchjudge.service import SeatLights
from touchjudge.session.setting_up import SetUp

DARK = dict.fromkeys(range(1, 9), "off")


def lit(table: HandTable) -> dict[int, str]:
    return {seat: pattern for seat, pattern in lights(table.views[-1]).items() if pattern != "off"}


@pytest.fixture
def table() -> HandTable:
    table = HandTable()
    table.start()
    return table


def test_while_hands_fly_only_a_claim_that_was_heard_is_shown_and_then_who_was_right_and_who_was_wrong(
    table: HandTable,
) -> None:
    table.tell(do="reveal", card="symbol:1-2-8", t_us=1_000_000)
    assert lit(table) == {}
    table.press("target1", 1_200_000)
    table.press("target3", 1_250_000)
    assert lit(table) == {}
    table.press("seat1", 1_500_000)
    assert lit(table) == {1: "on"}
    table.tell(do="claim", player="Marta", spot="sweep", wrong=True)
    table.tell(do="settle")
    assert lit(table) == {1: "on"}, "Marta was wrong, but had no card to give"
    table.tell(do="set", state={"cards": {"Ana": 3, "Luis": 0, "Marta": 3}})
    table.tell(do="reveal", card="symbol:1-2-8", t_us=9_000_000)
    table.tell(do="touch", spot="sweep", player="Marta")
    table.tell(do="settle")
    assert lit(table) == {3: "blink"}


def test_a_question_blinks_at_the_seats_that_can_answer_it(table: HandTable) -> None:
    table.tell(do="reveal", card="symbol:1-2-8", t_us=1_000_000)
    table.press("target1", 1_200_000)
    table.tell(do="settle")
    assert table.views[-1]["question"]["code"] == "who_touched"
    assert lit(table) == {1: "blink", 2: "blink", 3: "blink"}


def test_who_is_in_whose_turn_it_is_a_pause_and_the_end() -> None:
    table = HandTable()
    table.running.open_set_up(SetUp({"virus": known_games()["virus"]}, names=("Ana", "Luis")))
    table.press("seat4", 1_000_000)
    assert lit(table) == {4: "on"}
    table.tell(do="start", game="virus", players=["Ana", "Luis"], deck="any")
    turn = table.state["turn"]
    assert lit(table) == {1 + ["Ana", "Luis"].index(turn): "on"}
    table.tell(do="pause")
    assert lit(table) == {1: "pulse", 2: "pulse"}
    table.tell(do="resume")
    table.tell(do="end")
    winners = table.views[-1]["result"]["winners"]
    assert lit(table) == {1 + ["Ana", "Luis"].index(name): "pulse" for name in winners}


class Chain:
    """A chain of lights that takes so many commands."""

    def __init__(self) -> None:
        self.shown = dict(DARK)
        self.told: list[tuple[int, str]] = []
        self.room = 1_000

    def light(self, seat: int, pattern: str) -> bool:
        if not self.room:
            return False
        self.room -= 1
        self.told.append((seat, pattern))
        self.shown[seat] = pattern
        return True


def view(phase: str, boot: str = "b1", link: str = "connected", **seats: str) -> dict[str, Any]:
    return {"phase": phase, "seats": seats, "links": [{"source": "pads", "phase": link, "boot": boot}]}


def test_only_what_changed_is_sent_and_what_found_no_room_comes_with_the_next_view() -> None:
    chain = Chain()
    screen = SeatLights(chain)
    screen.show(view("setup", seat1="Ana"))
    assert chain.shown == {**DARK, 1: "on"}
    chain.told.clear()
    chain.room = 1
    screen.show(view("setup", seat1="Ana", seat2="Luis", seat3="Jo"))
    assert chain.told == [(2, "on")]
    chain.room = 9
    screen.show(view("setup", seat1="Ana", seat2="Luis", seat3="Jo"))
    assert chain.told == [(2, "on"), (3, "on")]
    screen.close()
    assert chain.shown == DARK


def test_a_board_that_comes_back_or_restarts_is_told_all_lights_anew() -> None:
    chain = Chain()
    screen = SeatLights(chain)
    screen.show(view("setup", seat1="Ana"))
    for change in ({"link": "disconnected"}, {}, {"boot": "b2"}):
        chain.told.clear()
        screen.show(view("setup", seat1="Ana", **change))
        assert ((1, "on") in chain.told) == ("link" not in change)


def test_the_running_table_says_which_boot_is_connected(table: HandTable) -> None:
    table.running.take(LinkChanged("pads", "connected", Board("e66", "b7"), "The pads are connected.", {}))
    assert table.views[-1]["links"][0]["boot"] == "b7"
    assert table.views[-1]["seats"] == {"seat1": "Ana", "seat2": "Luis", "seat3": "Marta"}
    assert BOARD.boot_id != "b7"
