"""The simulated board before the host's own link: edges in order, once, whatever gets lost, kept until acknowledged."""

import pytest

import tjwire
from touchjudge.adapters.simulated.board import SimulatedBoard
from touchjudge.link.events import BeatRead, EdgesRead, Greeted, LinkEvent
from touchjudge.link.machine import BoardLink
from touchjudge.ports import Board
from touchjudge.timing.edges import Edge

MS = 1_000_000
BOARD = Board("SIMULATED", "00000000000000aa")


class Desk:
    """A board and a link that hear each other at once; a step is a millisecond."""

    def __init__(self, drop_edge_line: int | None = None) -> None:
        self.board = SimulatedBoard(BOARD.chip_id, BOARD.boot_id, drop_edge_line=drop_edge_line)
        self.link = BoardLink(chance=lambda: 0.5)
        self.now_ns = 0
        self.events: list[LinkEvent] = []
        self.link.opened(0)
        self.steps(2)

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.now_ns += MS
            self.board.hear(self.link.say(self.now_ns), self.now_ns // 1000)
            self.events += self.link.feed(self.board.bytes_to_host(), self.now_ns)

    def edges(self) -> list[Edge]:
        return [edge for event in self.events if isinstance(event, EdgesRead) for edge in event.edges]


def test_a_board_greets_the_host_that_says_hi() -> None:
    greeted = next(event for event in Desk().events if isinstance(event, Greeted))
    assert greeted.board == BOARD
    assert greeted.lines == 0xFFFF


def test_edges_come_numbered_from_0_with_their_stamps_and_levels() -> None:
    desk = Desk()
    desk.board.change(5_000, 0b1)
    desk.board.change(5_003, 0b0)
    desk.board.change(5_003, 0b0)  # no change
    desk.steps(1)
    assert desk.edges() == [Edge(0, 5_000, 0b1), Edge(1, 5_003, 0b0)]


def test_a_wrap_of_the_low_word_starts_a_new_line() -> None:
    desk = Desk()
    for number in range(4):
        desk.board.change((1 << 32) - 2 + number, number + 1)
    desk.steps(1)
    assert [edge.device_us for edge in desk.edges()] == [(1 << 32) - 2 + number for number in range(4)]


@pytest.mark.parametrize("dropped", [1, 2, 5])
def test_a_lost_edge_line_is_asked_for_and_changes_nothing(dropped: int) -> None:
    def heard(drop_edge_line: int | None) -> tuple[list[Edge], int]:
        desk = Desk(drop_edge_line)
        for number in range(60):
            desk.board.change(10_000 + number, number % 2 + 2)
        desk.steps(1)
        desk.board.beat(desk.now_ns // 1000)
        desk.steps(300)
        return desk.edges(), desk.link.gaps_asked

    undisturbed, asked = heard(None)
    assert (len(undisturbed), asked) == (60, 0)
    assert heard(dropped) == (undisturbed, 1)


def test_a_lost_last_line_is_noticed_by_the_next_beat() -> None:
    desk = Desk(drop_edge_line=1)
    desk.board.change(10_000, 1)
    desk.steps(250)
    assert desk.edges() == []
    desk.board.beat(desk.now_ns // 1000)
    desk.steps(150)
    assert desk.edges() == [Edge(0, 10_000, 1)]


def test_what_is_acknowledged_is_not_kept_and_the_rest_is_sent_again_to_a_host_that_comes_back() -> None:
    desk = Desk()
    for number in range(5):
        desk.board.change(10_000 + number, number + 1)
    desk.steps(1)
    desk.link.acknowledge(BOARD, 3)
    desk.steps(300)
    again = BoardLink(chance=lambda: 0.5, have={BOARD: 3})
    again.opened(desk.now_ns)
    desk.link, desk.events = again, []
    desk.steps(3)
    assert [edge.number for edge in desk.edges()] == [3, 4]


def test_what_is_not_kept_or_does_not_exist_cannot_be_had() -> None:
    board = SimulatedBoard(BOARD.chip_id, BOARD.boot_id)
    board.change(1, 1)
    board.hear(tjwire.encode(tjwire.Ack(1, 1)) + tjwire.encode(tjwire.Resend(2, 0)), 10)
    board.hear(tjwire.encode(tjwire.Ack(3, 9)) + tjwire.encode(tjwire.Light(4, 1, "on")), 20)
    answers = tjwire.Decoder().feed(board.bytes_to_host())
    assert answers == [
        tjwire.Did(1, "ack"),
        tjwire.Cannot(2, "not_kept"),
        tjwire.Cannot(3, "beyond"),
        tjwire.Did(4, "light"),
    ]


def test_a_full_outbox_keeps_the_oldest_and_the_beat_says_what_was_lost() -> None:
    desk = Desk()
    for number in range(4100):
        desk.board.change(number, number % 2 + 1)
    desk.board.beat(5_000)
    desk.steps(1)
    beat = next(event for event in desk.events if isinstance(event, BeatRead))
    assert (beat.next_number, beat.lost) == (4096, 4)
