"""`firmware monitor`: what it shows of edges and contacts, and that it takes nothing away from a game."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pty_board import PtyBoard
from touchjudge.adapters.table_file import TableFile
from touchjudge.cli.firmware_monitor import (
    Chatters,
    ContactBegan,
    ContactEnded,
    EdgeSeen,
    Faulty,
    Felt,
    LineSums,
    LinkSeen,
    Monitor,
    Seen,
    Waiting,
    follow,
    sentence,
    sums_rows,
)
from touchjudge.ports import Arrival, Board, BoardBeat, EdgesArrived, LinkChanged, PadsFaulty
from touchjudge.testing import FakeBoard, FakeClock
from touchjudge.timing.edges import Edge, Step

HUNG_S = 60.0  # so long nothing may take, however busy the machine
BOARD = Board("e66a", "0011223344556677")


class Arriving:
    """An inbox with what is to arrive, and the source that is acknowledged; the clock goes on with each arrival."""

    def __init__(self, clock: FakeClock, arrivals: Sequence[Arrival]) -> None:
        self._clock = clock
        self._arrivals = list(arrivals)
        self.refused = 0
        self.acknowledged: list[tuple[Board, int]] = []

    def put(self, arrival: Arrival) -> bool:
        raise NotImplementedError

    def wait(self, until_ns: int | None) -> Arrival | None:
        if self._arrivals:
            return self._arrivals.pop(0)
        assert until_ns is not None
        self._clock.advance(us=(until_ns - self._clock.host_ns()) // 1000)
        return None

    def start(self, inbox: object) -> None:
        raise NotImplementedError

    def acknowledge(self, board: Board, below: int) -> None:
        self.acknowledged.append((board, below))

    def stop(self) -> None:
        pass


def shown(*arrivals: Arrival) -> tuple[list[Seen], list[tuple[Board, int]], Monitor]:
    """What these arrivals show, what was acknowledged, and the monitor after them."""
    clock, seen, monitor = FakeClock(), [], Monitor(TableFile())
    inbox = Arriving(clock, arrivals)
    follow(monitor, inbox, inbox, clock, clock.host_ns() + 1_000_000_000, seen.append)
    return seen, inbox.acknowledged, monitor


def beat(at_us: int, levels: int = 0, next_number: int = 0, board: Board = BOARD) -> BoardBeat:
    return BoardBeat(board, at_us, levels, next_number, 0)


def edges(*told: tuple[int, int], first: int = 0, board: Board = BOARD) -> EdgesArrived:
    """Edges of (device_us, levels)."""
    return EdgesArrived(board, tuple(Edge(first + n, at, levels) for n, (at, levels) in enumerate(told)), 0)


def test_a_bouncing_press_is_shown_edge_by_edge_and_as_one_contact_with_its_bounce() -> None:
    seen, acknowledged, monitor = shown(
        beat(0),
        edges((1_000_000, 2), (1_000_400, 0), (1_000_700, 2)),
        edges((1_200_000, 0), first=3),
        beat(1_400_000, next_number=4),
    )
    assert [type(each) for each in seen] == [EdgeSeen, ContactBegan, EdgeSeen, EdgeSeen, EdgeSeen, ContactEnded]
    first, began, second, *_, over = seen
    assert first == EdgeSeen(1, "target2", True, 1_000_000, None, 0, 0)
    assert began == ContactBegan(1, "target2", 1_000_000, False)
    assert second == EdgeSeen(1, "target2", False, 1_000_400, 400, 1, 0)
    assert over == ContactEnded(1, "target2", 1_000_000, 200_000, 2, 700)
    assert monitor.sums == [LineSums(1, "target2", 4, 1, 2, 700, 200_000, 0)]
    assert acknowledged == [(BOARD, 3), (BOARD, 4)]


def test_two_lines_in_one_edge_are_two_rows() -> None:
    seen, _, monitor = shown(beat(0), edges((5_000, 0b1001)))
    assert [each.line for each in seen if isinstance(each, EdgeSeen)] == [0, 3]
    assert [each.place for each in monitor.sums] == ["target1", "reveal"]


def test_edges_that_wait_for_a_game_are_neither_shown_nor_acknowledged_and_then_nothing_is() -> None:
    seen, acknowledged, monitor = shown(
        edges((10, 1), (100_000, 0)),  # the board sends what nobody has taken, before its next beat
        beat(200_000, next_number=4),
        edges((110_000, 1), (150_000, 0), first=2),  # these were counted by it, so they are from before too
        beat(450_000, next_number=4),
        edges((500_000, 1), (700_000, 0), first=4),
    )
    assert acknowledged == []
    assert [each for each in seen if isinstance(each, Waiting)] == [Waiting(2), Waiting(4)]
    assert [each.at_us for each in seen if isinstance(each, EdgeSeen)] == [500_000, 700_000]
    assert [each.contacts for each in monitor.sums] == [1]


def test_board_that_restarts_under_our_eyes_has_nothing_from_before() -> None:
    again = Board("e66a", "8899aabbccddeeff")
    seen, acknowledged, _ = shown(beat(0), edges((10, 1)), edges((20, 1), board=again), beat(30, 1, 1, again))
    assert acknowledged == [(BOARD, 1), (again, 1)]
    assert len([each for each in seen if isinstance(each, EdgeSeen)]) == 2
    assert not [each for each in seen if isinstance(each, Waiting)]


def test_held_line_whose_edge_was_lost_is_told_by_the_level() -> None:
    seen, _, _ = shown(beat(0), beat(250_000, 1), beat(500_000, 1))
    assert [sentence(each) for each in seen] == ["    0.250000 s  line  0 target1   contact (told by the level)"]


def test_br022_every_hand_on_an_analogue_pad_is_shown_with_what_its_adc_read() -> None:
    pile = [Edge(0, 1_000_000, 2, 0, Step(1, 1, 22_000)), Edge(1, 1_060_000, 2, 0, Step(1, 2, 31_000))]
    pile.append(Edge(2, 1_400_000, 0, 0, Step(1, 0, 900)))
    seen, _, monitor = shown(beat(0), EdgesArrived(BOARD, tuple(pile), 0), beat(1_600_000, next_number=3))
    assert [sentence(each) for each in seen if isinstance(each, Felt)] == [
        "    1.000000 s  line  1 target2   1 hand, 22000 of 65535",
        "    1.060000 s  line  1 target2   2 hands, 31000 of 65535",
        "    1.400000 s  line  1 target2   no hand, 900 of 65535",
    ]
    assert [each.contacts for each in monitor.sums] == [1]


def test_what_is_wrong_with_an_analogue_pad_is_shown_when_it_is_news() -> None:
    floating, both = ((2, "floating"),), ((0, "dead"), (2, "floating"))
    told = [PadsFaulty(BOARD, faults) for faults in (floating, floating, both, (), floating)]
    seen, _, _ = shown(*told)
    assert [(each.line, each.fault) for each in seen if isinstance(each, Faulty)] == [*floating, (0, "dead"), *floating]
    assert sentence(seen[0]) == "— line  2 target3   its analogue pad is floating"


def test_sentences_say_when_where_and_how_long() -> None:
    assert sentence(LinkSeen("connected", "The pads are connected.")) == "— The pads are connected."
    assert sentence(Waiting(3)) == "— 3 edges from before wait on the board for a game; they stay there"
    assert (
        sentence(EdgeSeen(3, "reveal", False, 12_000_250, 1_250, 7, 2))
        == "   12.000250 s  line  3 reveal    up    after 1.250 ms  2 edges lost before it"
    )
    assert (
        sentence(ContactEnded(8, "seat1", 1_000_000, 134_200, 3, 800))
        == "    1.134200 s  line  8 seat1     contact over, held 134.200 ms, 3 bounces over 0.800 ms"
    )
    assert "chatters: 40 changes" in sentence(Chatters(0, "target1", 5, 40))
    assert "no bounce" in sentence(ContactEnded(8, "seat1", 0, 9, 0, 0))


def test_sums_are_a_table_and_say_so_when_there_is_nothing() -> None:
    assert list(sums_rows([])) == ["no line changed"]
    head, row = sums_rows([LineSums(1, "target2", 4, 1, 2, 700, 200_000, 3)])
    assert head.split() == ["line", "place", "edges", "contacts", "bounces", "longest", "bounce", "longest", "held"]
    assert row.split() == ["1", "target2", "4", "1", "2", "0.700", "ms", "200.000", "ms", "chattered", "3", "times"]


def test_link_changes_are_shown() -> None:
    seen, _, _ = shown(LinkChanged("pico", "silent", None, "The board says nothing."))
    assert seen == [LinkSeen("silent", "The board says nothing.")]


def test_ctrl_c_ends_it_with_sums(tmp_path: Path) -> None:
    with PtyBoard(tmp_path / "port", FakeBoard()) as board:
        command = [sys.executable, "-m", "touchjudge.cli", "firmware", "monitor", "--port", board.port, "--json"]
        lines: list[dict[str, Any]] = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            reader = threading.Thread(target=lambda: lines.extend(map(json.loads, running.stdout or ())))
            reader.start()
            try:
                press_until(board, lambda: any(line.get("kind") == "contact_over" for line in lines), running)
            finally:
                running.send_signal(signal.SIGINT)
            status = running.wait(HUNG_S)
            reader.join(HUNG_S)
        assert status == 0
        [sums] = lines[-1]["sums"]
        assert (sums["line"], sums["place"]) == (3, "reveal")
        assert sums["contacts"] >= 1
        assert board.board.oldest > 0, "what was shown is acknowledged, since no game waits for it"


def press_until(board: PtyBoard, enough: Callable[[], bool], running: subprocess.Popen[str]) -> None:
    """Once somebody has said hi and heard a beat, press the reveal pad again and again until it is enough."""
    pause, end_s = threading.Event(), time.monotonic() + HUNG_S
    while not enough():
        assert time.monotonic() < end_s
        assert running.poll() is None
        pause.wait(0.1)
        if board.heard.count(b"!ping") > 3:  # so many take a second, and a beat comes every quarter
            board.edges(1 << 3)
            pause.wait(0.1)
            board.edges(0)


def test_seconds_end_it(tmp_path: Path) -> None:
    with PtyBoard(tmp_path / "port", FakeBoard()) as board:
        command = [sys.executable, "-m", "touchjudge.cli", "firmware", "monitor", "--port", board.port]
        done = subprocess.run([*command, "--seconds", "0.2"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "no line changed"
