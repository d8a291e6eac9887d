"""Calibration through real ways in: a board behind a port, and the pins of a Pi's header."""

import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pty_board import PtyBoard, wait_for
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.pico_link import PicoLink
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.asking import KEYS, NO_MORE_KEYS, Asking, Keyboard
from touchjudge.cli.tables import TableParts
from touchjudge.ports import Arrival, EdgeSource, Told
from touchjudge.session.calibration import Measured, measured, wires_to_ask
from touchjudge.session.watching import Wiring

OK_LINE, OK_BIT = 4, 1 << 4
WITHIN_S = 20.0


def asked_for_ok(
    source: EdgeSource, hand: Callable[[], object] = lambda: None, *, within_s: float = WITHIN_S
) -> tuple[Measured, list[str]]:
    """What calibration says of OK when the hand does this as soon as it is asked for, and what people read before."""
    clock = SystemClock()
    inbox = QueueInbox(clock)

    def people(view: Mapping[str, Any]) -> None:
        if view["asked"] == "ok":
            hand()

    said: list[str] = []
    asking = Asking(TableParts(inbox, source, clock), Wiring(), say=said.append, people=people)
    source.start(inbox)
    try:
        asking.begin(1, within_s=WITHIN_S)
        [(place, wire)] = [each for each in wires_to_ask(asking.watch) if each[0] == "ok"]
        return measured(asking.ask(place, wire, within_s=within_s)), said
    finally:
        source.stop()


def test_a_press_on_a_board_is_measured_and_its_edges_are_acknowledged(tmp_path: Path) -> None:
    with PtyBoard(tmp_path / "port") as board:
        # Held longer than a contact may pause, by a clock that may be late and is never early.
        timer = threading.Timer(0.2, board.edges, (0,))

        def press() -> None:
            board.edges(OK_BIT, 0, OK_BIT)
            timer.start()

        told, _ = asked_for_ok(PicoLink(SystemClock(), port=board.port), press)
        timer.join()
        wait_for(lambda: board.board.oldest == board.board.next_number == 4, "the last acknowledgement")
    assert (told.presses, told.contacts, told.bounces, told.findings) == (1, 1, 2, ())
    assert told.came_on is not None
    assert told.came_on.line == OK_LINE


def test_a_press_on_the_pis_header_is_measured() -> None:
    pi_header = pytest.importorskip("pi_header")
    header = pi_header.PiHeader()

    def press() -> None:
        header.change(OK_BIT)
        header.change(0, after_us=300_000)
        header.now_s += 1.0

    told, _ = asked_for_ok(pi_header.source(header), press)
    assert (told.presses, told.contacts, told.findings) == (1, 1, ())


def test_a_pin_of_the_header_that_cannot_be_used_is_named_and_its_place_is_silent() -> None:
    pi_header = pytest.importorskip("pi_header")
    header = pi_header.PiHeader()
    header.line(OK_LINE).refuses = RuntimeError("failed to add edge detection")
    told, said = asked_for_ok(pi_header.source(header), within_s=0.1)
    assert [finding.code for finding in told.findings] == ["silent"]
    assert any("cannot use ok (GPIO6): failed to add edge detection" in text for text in said)


class Typed:
    """An inbox that keeps what was typed."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self.refused = 0

    def put(self, arrival: Arrival) -> bool:
        assert isinstance(arrival, Told)
        self.told.append((arrival.line, arrival.source))
        return True

    def wait(self, until_ns: int | None) -> None: ...


def test_what_is_typed_comes_line_by_line_and_its_end_is_told() -> None:
    reads, writes = os.pipe()
    typed = Typed()
    with os.fdopen(reads) as keys:
        keyboard = Keyboard(typed, keys)
        os.write(writes, b"\nye")
        wait_for(lambda: len(typed.told) == 1, "Enter")
        os.write(writes, b"s\n")
        wait_for(lambda: len(typed.told) == 2, "the word")
        os.close(writes)
        wait_for(lambda: len(typed.told) == 3, "the end")
        keyboard.close()
    assert typed.told == [("", KEYS), ("yes", KEYS), ("", NO_MORE_KEYS)]


def test_a_keyboard_on_which_nobody_types_does_not_keep_the_program_from_ending() -> None:
    reads, writes = os.pipe()
    with os.fdopen(reads) as keys:
        keyboard = Keyboard(Typed(), keys)
        keyboard.close()
        assert not keyboard.listens
    os.close(writes)
