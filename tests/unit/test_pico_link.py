"""The link to a Pico over a real pseudo-terminal, opened by pyserial: what comes, what is said, and what goes wrong."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports

import tjwire
from pty_board import PtyBoard, Taker, wait_for
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.pico_link import (
    ChipClaims,
    LinkSettings,
    PicoLink,
    Port,
    PortError,
    PortFound,
    find_picos,
    open_serial,
)
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.errors import LinkError
from touchjudge.ports import Board, BoardBeat, EdgesArrived, PadsFaulty
from touchjudge.testing import FakeBoard
from touchjudge.timing.force import ForcePads

MS = 1_000_000
QUICK = LinkSettings(retry_least_ns=10 * MS, retry_most_ns=50 * MS, rescue_ns=200 * MS, swap_ns=2_000 * MS)

Make = Callable[..., PicoLink]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PtyBoard]:
    with PtyBoard(tmp_path / "ttyPad") as made:
        yield made


@pytest.fixture
def taker() -> Taker:
    return Taker()


@pytest.fixture
def link(taker: Taker) -> Iterator[Make]:
    """Makes and starts links, and stops them all."""
    made: list[PicoLink] = []

    def make(port: str | None, *, inbox: QueueInbox | None = None, **options: object) -> PicoLink:
        options.setdefault("settings", QUICK)
        options.setdefault("find_ports", list)
        new = PicoLink(taker.clock, port=port, **options)  # type: ignore[arg-type]
        made.append(new)
        new.start(inbox or taker.inbox)
        return new

    yield make
    for each in made:
        each.stop()


def test_edges_come_in_order_with_levels_and_the_clock_map_with_its_bound(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.edges(0b1, 0b11, 0b10)
    edges = taker.until_edges(board.boot, 3)
    assert [(edge.number, edge.levels) for edge in edges] == [(0, 0b1), (1, 0b11), (2, 0b10)]
    taker.until(lambda: taker.links[-1].facts["bound_us"] is not None, "a bound")
    board.edges(0b0)
    taker.until_edges(board.boot, 4)
    last = [arrival for arrival in taker.arrivals if isinstance(arrival, EdgesArrived)][-1]
    assert last.offset_us is not None
    assert last.bound_us is not None
    true_us = time.monotonic_ns() // 1000 - board.now_us()
    assert abs(last.offset_us - true_us) <= last.bound_us + 50


def test_beats_come_with_the_levels(board: PtyBoard, taker: Taker, link: Make) -> None:
    board.edges(0b100)
    link(board.port)
    taker.until(lambda: any(isinstance(a, BoardBeat) and a.levels == 0b100 for a in taker.arrivals), "a beat")


def test_board_is_told_its_analogue_pads_and_what_it_says_of_them_arrives(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    board.board.faults = "floating:1"
    link(board.port, force=lambda _chip_id: ForcePads(lines=0b110, on=9_000, off=6_000))
    taker.until(lambda: any(isinstance(each, PadsFaulty) for each in taker.arrivals), "what is wrong")
    faulty = next(each for each in taker.arrivals if isinstance(each, PadsFaulty))
    assert faulty == PadsFaulty(board.boot, ((1, "floating"),))
    taker.until(lambda: len(settings_told(board)) == 4, "the settings")
    # In this order no threshold for letting go is ever above the one for pressing, whatever the board kept.
    assert settings_told(board) == [
        ("force_off", "1770"),
        ("force_on", "2328"),
        ("force_off", "1770"),
        ("enable", "6ffff"),
    ]


def settings_told(board: PtyBoard) -> list[tuple[str, str]]:
    with board.turn:
        lines = tjwire.Decoder().feed(bytes(board.heard))
    return [(line.name, line.value) for line in lines if isinstance(line, tjwire.Set)]


def test_board_is_told_what_was_acknowledged_and_forgets_it(board: PtyBoard, taker: Taker, link: Make) -> None:
    source = link(board.port)
    taker.until_phase("connected")
    board.edges(*range(1, 41))
    taker.until_edges(board.boot, 40)
    source.acknowledge(board.boot, 40)
    taker.until(lambda: board.board.oldest == 40, "the acknowledgement")


def test_last_acknowledgement_is_said_before_the_port_is_closed(board: PtyBoard, taker: Taker, link: Make) -> None:
    source = link(board.port)
    taker.until_phase("connected")
    board.edges(*range(1, 11))
    taker.until_edges(board.boot, 10)
    source.acknowledge(board.boot, 10)
    source.stop()
    taker.until(lambda: board.board.oldest == 10, "the acknowledgement")


def test_after_a_host_restart_only_what_the_journal_has_not_is_handed_on(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    first = link(board.port)
    taker.until_phase("connected")
    board.edges(*range(1, 31))
    taker.until_edges(board.boot, 30)
    first.stop()  # ten of them were committed, but the board was never told
    again = Taker()
    link(board.port, inbox=again.inbox, have={board.boot: 10})
    edges = again.until_edges(board.boot, 20)
    assert [edge.number for edge in edges] == list(range(10, 30))


def test_what_is_in_the_journal_can_also_be_said_by_an_acknowledgement_before_the_start(
    board: PtyBoard, taker: Taker
) -> None:
    board.edges(*range(1, 31))
    source = PicoLink(taker.clock, port=board.port)
    source.acknowledge(board.boot, 12)
    source.start(taker.inbox)
    edges = taker.until_edges(board.boot, 18)
    source.stop()
    assert edges[0].number == 12


def test_inbox_that_is_full_loses_nothing_and_is_counted(board: PtyBoard, link: Make) -> None:
    small = Taker(QueueInbox(SystemClock(), size=1))
    link(board.port, inbox=small.inbox)
    small.until_phase("connected")
    for mask in range(1, 301):
        board.edges(mask)
    small.until(lambda: small.inbox.refused > 0 or len(small.edges(board.boot)) == 300, "a full inbox")
    edges = small.until_edges(board.boot, 300)
    assert [edge.number for edge in edges] == list(range(300))


# The cable


def test_br054_pulled_cable_is_said_within_a_second_and_everything_goes_on_when_it_is_back(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.edges(1, 2)
    taker.until_edges(board.boot, 2)
    board.cut()
    said = taker.until_phase("disconnected", within_s=1.0)
    assert "the cable was pulled" in said.text
    board.edges(3, 4)  # while nobody listens
    board.restore()
    taker.until_phase("connected")
    board.edges(5)
    assert [edge.levels for edge in taker.until_edges(board.boot, 5)] == [1, 2, 3, 4, 5]


def test_br033_board_with_power_of_its_own_keeps_its_edges_over_a_long_pull(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    link(board.port)
    taker.until_phase("connected")
    for _ in range(3):
        board.cut()
        board.edges(1, 2, 3)
        taker.until_phase("disconnected")
        board.restore()
        taker.until_phase("connected")
    assert [edge.number for edge in taker.until_edges(board.boot, 9)] == list(range(9))


def test_br054_silent_board_is_said_within_a_second_and_comes_back_without_being_asked(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.reads = False
    said = taker.until_phase("silent", within_s=1.5)
    assert "disconnected" in said.text
    board.reads = True
    taker.until_phase("connected")


@pytest.mark.parametrize("error", [OSError(6, "ENXIO"), OSError(5, "EIO"), OSError(19, "ENODEV"), LinkError("gone")])
def test_br054_any_error_of_the_port_leads_to_a_new_try(
    error: Exception, board: PtyBoard, taker: Taker, link: Make
) -> None:
    class Breaking:
        """A port that fails after some reads."""

        def __init__(self, path: str) -> None:
            self._port = open_serial(path)
            self._left = 3

        def read(self) -> bytes:
            self._left -= 1
            if self._left < 0 and len(opened) < 3:
                raise PortError(str(error), "gone") if isinstance(error, OSError) else error
            return self._port.read()

        def write(self, data: bytes) -> None:
            self._port.write(data)

        def close(self) -> None:
            self._port.close()

    opened: list[str] = []

    def open_port(path: str) -> Port:
        opened.append(path)
        return Breaking(path)

    link(board.port, open_port=open_port)
    board.edges(1, 2, 3)
    assert [edge.number for edge in taker.until_edges(board.boot, 3)] == [0, 1, 2]
    wait_for(lambda: len(opened) >= 3, "new tries")


def test_br040_board_that_reboots_is_said_and_its_edges_are_its_new_boots(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.edges(1)
    taker.until_edges(board.boot, 1)
    before = board.boot
    board.reboot()
    assert board.boot != before
    taker.until(lambda: "restarted" in taker.text, "word of the restart")
    board.edges(1, 2)
    assert [edge.number for edge in taker.until_edges(board.boot, 2)] == [0, 1]


# Ports


def test_port_that_does_not_exist_is_refused_in_one_sentence(taker: Taker) -> None:
    source = PicoLink(taker.clock, port="/dev/ttyNOWHERE7")
    with pytest.raises(LinkError, match="There is no port /dev/ttyNOWHERE7") as refused:
        source.start(taker.inbox)
    assert "\n" not in str(refused.value)
    source.stop()


def test_file_that_is_no_port_is_refused(taker: Taker, tmp_path: Path) -> None:
    plain = tmp_path / "notes.txt"
    plain.write_text("no port")
    with pytest.raises(LinkError, match=r"notes\.txt is no serial port"):
        PicoLink(taker.clock, port=str(plain)).start(taker.inbox)


def test_port_without_permission_names_the_group_and_the_command(taker: Taker, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: serial.Serial) -> None:
        raise serial.SerialException(13, f"could not open port {self.port}: [Errno 13] Permission denied")

    monkeypatch.setattr(serial.Serial, "open", denied)
    with pytest.raises(LinkError, match=r"No permission to open /dev/null \(.*group (\S+)\): run `sudo usermod -aG \1"):
        PicoLink(taker.clock, port="/dev/null").start(taker.inbox)


def test_br055_port_that_is_open_already_is_refused_and_its_holder_named(
    board: PtyBoard, taker: Taker, link: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    link(board.port)
    taker.until_phase("connected")
    with pytest.raises(LinkError, match=r"held by another program \(often Thonny, mpremote"):
        PicoLink(taker.clock, port=board.port).start(taker.inbox)
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(LinkError, match=r"held by \S+ \(process \d+\)"):
        PicoLink(taker.clock, port=board.port).start(taker.inbox)


def test_br055_other_program_that_took_no_lock_is_found_too(
    board: PtyBoard, taker: Taker, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    monkeypatch.setattr(os, "getpid", lambda: -1)
    try:
        with pytest.raises(LinkError, match=r"held by \S+ \(process \d+\)"):
            PicoLink(taker.clock, port=board.port).start(taker.inbox)
    finally:
        os.close(other)


def test_br039_dtr_and_rts_are_raised_and_the_lock_asked_for_before_the_port_is_opened(
    board: PtyBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[object, ...]] = []
    really_open = serial.Serial.open

    def watched(self: serial.Serial) -> None:
        seen.append((self.dtr, self.rts, self.exclusive, self.write_timeout is not None))
        really_open(self)

    monkeypatch.setattr(serial.Serial, "open", watched)
    open_serial(board.port).close()
    assert seen == [(True, True, True, True)]


def test_br039_board_that_stays_silent_from_the_start_is_said_with_what_to_do(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    board.reads = False
    link(board.port)
    assert "touchjudge firmware install" in taker.until_phase("silent").text


def test_link_waits_for_a_pico_without_a_named_port_and_takes_it_when_it_comes(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    found: list[PortFound] = []
    link(None, find_ports=lambda: found)
    assert "by hand" in taker.until_phase("waiting").text
    found.append(PortFound(board.port))
    taker.until_phase("connected")


def test_br060_boards_that_come_back_under_other_names_stay_who_they_are(
    tmp_path: Path, taker: Taker, link: Make
) -> None:
    chips = ["a" * 16, "b" * 16, "c" * 16]
    boards = [PtyBoard(tmp_path / f"tty{at}", FakeBoard(chip, boot=at)) for at, chip in enumerate(chips, 1)]
    found = [PortFound(each.port) for each in boards]
    try:
        for chip in chips:
            link(None, chip_id=chip, find_ports=lambda: list(found), source=f"pads {chip[0]}")
        for chip in chips:
            taker.until_phase("connected", source=f"pads {chip[0]}")
        for each in boards:
            each.cut()
        for chip in chips:
            taker.until_not("connected", f"pads {chip[0]}")
        for each, path in zip(boards, ["tty2", "tty3", "tty1"], strict=True):
            each.restore(tmp_path / path)
        for mask, (chip, each) in enumerate(zip(chips, boards, strict=True), 1):
            each.edges(mask)
            assert [edge.levels for edge in taker.until_edges(each.boot, 1)] == [mask]
            assert taker.until_phase("connected", source=f"pads {chip[0]}").board == each.boot
    finally:
        for each in boards:
            each.close()


def test_br060_named_port_whose_board_came_back_elsewhere_is_found_by_its_chip(
    board: PtyBoard, taker: Taker, link: Make, tmp_path: Path
) -> None:
    found: list[PortFound] = []
    link(board.port, find_ports=lambda: found)
    taker.until_phase("connected")
    board.cut()
    taker.until_phase("disconnected")
    board.restore(tmp_path / "ttyOther")
    found.append(PortFound(board.port, board.board.chip_id.upper()))
    assert taker.until_phase("connected").facts["port"] == board.port


def test_br060_another_board_in_its_place_is_taken_when_the_first_stays_away(
    board: PtyBoard, taker: Taker, link: Make, tmp_path: Path
) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.cut()
    taker.until_phase("disconnected")
    with PtyBoard(tmp_path / "ttyPad", FakeBoard("f" * 16, boot=9)) as other:
        assert f"is {'f' * 16}, not {board.board.chip_id}" in taker.until_phase("waiting").text
        assert taker.until_phase("connected").board == other.boot


def test_br061_two_boards_with_one_id_are_both_refused_until_one_is_gone(
    tmp_path: Path, taker: Taker, link: Make
) -> None:
    claims = ChipClaims()
    one, two = (PtyBoard(tmp_path / f"tty{at}", FakeBoard("d" * 16, boot=at)) for at in (1, 2))
    try:
        link(one.port, claims=claims, source="one")
        taker.until_phase("connected", source="one")
        link(two.port, claims=claims, source="two")
        assert "Two boards say they are dddd" in taker.until_phase("refused", source="one").text
        assert "pull one of them out" in taker.until_phase("refused", source="two").text
        one.edges(1)
        taker.until(lambda: one.board._unsent == 1, "the edge on its way")
        two.cut()
        taker.until_phase("connected", source="one")
        assert [edge.number for edge in taker.until_edges(one.boot, 1)] == [0]
        assert taker.edges(two.boot) == []
    finally:
        one.close()
        two.close()


# What stands on the port instead of the firmware


def test_br036_board_left_in_the_raw_repl_is_brought_back(board: PtyBoard, taker: Taker, link: Make) -> None:
    board.at_prompt = "raw"
    link(board.port)
    taker.until_phase("connected")
    assert b"\x02" in board.heard
    assert b"\x04" in board.heard


def test_br036_board_at_its_prompt_is_started(board: PtyBoard, taker: Taker, link: Make) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.at_prompt = "repl"
    board.say(b"\r\nMicroPython v1.23.0 on 2024-06-02; Raspberry Pi Pico with RP2040\r\n>>> ")
    assert "its program is being started" in taker.until_phase("broken").text
    assert "restarted" in taker.until_phase("connected").text


def test_br036_board_without_firmware_is_not_started_for_ever(board: PtyBoard, taker: Taker, link: Make) -> None:
    board.at_prompt, board.has_program = "raw", False
    link(board.port)
    taker.until(lambda: "touchjudge firmware install" in taker.text, "word of the missing firmware")
    assert taker.links[-1].phase == "broken"
    wait_for(lambda: board.heard.count(b"!hi") > 8, "more tries")
    assert board.heard.count(b"\x04") == 3


def test_prompt_between_lines_of_a_running_board_is_soon_forgotten(board: PtyBoard, taker: Taker, link: Make) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.reads = False  # so that the prompt is the last thing it says, and no beat follows in the same breath
    board.say(b"\r\n>>> ")
    taker.until(lambda: any(link.phase == "broken" for link in taker.links), "word of the prompt")
    board.reads = True
    board.edges(1)
    taker.until_edges(board.boot, 1)
    taker.until_phase("connected")


def test_traceback_of_the_firmware_is_shown_with_its_last_line(board: PtyBoard, taker: Taker, link: Make) -> None:
    link(board.port)
    taker.until_phase("connected")
    board.reads = False
    board.say(b'Traceback (most recent call last):\r\n  File "main.py", line 3\r\nOSError: [Errno 28] ENOSPC\r\n')
    said = taker.until_phase("broken")
    assert said.text == "The board's program ended with an error: OSError: [Errno 28] ENOSPC"


def test_board_that_was_told_at_power_up_not_to_start_is_left_alone(board: PtyBoard, taker: Taker, link: Make) -> None:
    board.at_prompt = "repl"
    link(board.port)
    wait_for(lambda: b"!hi" in board.heard, "hi")
    board.say(b"touchjudge: OK was held at power-up, so the firmware was not started\r\n")
    assert "power it up again" in taker.until_phase("broken").text
    board.say(b">>> ")
    taker.until(lambda: taker.links[-1].phase == "broken", "a second word")
    assert b"\x04" not in board.heard


def test_board_of_another_protocol_is_refused_with_the_command(tmp_path: Path, taker: Taker, link: Make) -> None:
    with PtyBoard(tmp_path / "ttyOld", FakeBoard(protocol=9)) as old:
        link(old.port)
        said = taker.until_phase("refused")
        assert "speaks version 9" in said.text
        assert "touchjudge firmware install" in said.text
        old.edges(1)
        assert taker.edges(old.boot) == []


def test_muted_line_is_shown_as_broken(board: PtyBoard, taker: Taker, link: Make) -> None:
    link(board.port)
    taker.until_phase("connected")
    with board.turn:
        board.board.muted = 0b1000
    taker.until(lambda: "Line 3 flooded" in taker.text, "word of the muted line")
    assert taker.links[-1].facts["muted_lines"] == 0b1000


# Bounds and ends


def test_br034_bytes_to_the_board_are_printable(board: PtyBoard, taker: Taker, link: Make) -> None:
    source = link(board.port)
    taker.until_phase("connected")
    for seat in range(1, 9):
        assert source.light(seat, "blink")
    assert source.tone(440, 100)
    assert source.unmute(0b11)
    board.edges(*range(1, 9))
    source.acknowledge(board.boot, len(taker.until_edges(board.boot, 8)))
    taker.until(lambda: board.board.oldest == 8, "the acknowledgement")
    taker.until(lambda: b"!unmute" in board.heard, "the commands")
    with board.turn:
        assert set(board.heard) <= {0x0A, *range(0x20, 0x7F)}
        kinds = {type(line) for line in tjwire.Decoder().feed(bytes(board.heard))}
    assert kinds >= {tjwire.Hi, tjwire.Ping, tjwire.Ack, tjwire.Light, tjwire.Tone, tjwire.Unmute}


def test_br036_board_that_does_not_read_never_blocks_the_link(board: PtyBoard, taker: Taker, link: Make) -> None:
    source = link(board.port)
    taker.until_phase("connected")
    board.reads = False
    for _ in range(60):
        source.light(1, "on")
    taker.until_phase("silent")
    started = time.monotonic()
    source.stop()
    assert time.monotonic() - started < 2.0


def test_br016_edges_are_stamped_right_while_nobody_takes_them(board: PtyBoard, taker: Taker, link: Make) -> None:
    link(board.port)
    taker.until_phase("connected")
    pressed_us = board.now_us()
    board.edges(1)
    released_us = board.now_us()
    board.edges(0)
    wait_for(lambda: board.board._unsent == 2, "the edges on their way")
    one, two = taker.until_edges(board.boot, 2)
    assert pressed_us <= one.device_us <= two.device_us <= board.now_us()
    assert two.device_us >= released_us


def test_stop_ends_within_two_seconds_in_any_state_and_may_be_called_twice(
    board: PtyBoard, taker: Taker, link: Make
) -> None:
    never_started = PicoLink(taker.clock, port=board.port)
    never_started.stop()
    searching = link(None)
    connected = link(board.port)
    taker.until_phase("connected", source=board.port)
    for source in (searching, connected):
        started = time.monotonic()
        source.stop()
        source.stop()
        assert time.monotonic() - started < 2.0


def test_link_cannot_be_started_twice(board: PtyBoard, taker: Taker, link: Make) -> None:
    source = link(board.port)
    with pytest.raises(LinkError, match="was started already"):
        source.start(taker.inbox)


def test_only_boards_with_the_id_of_a_pico_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Seen:
        def __init__(self, device: str, vid: int | None, pid: int | None) -> None:
            self.device, self.vid, self.pid, self.serial_number = device, vid, pid, "E66A"

    there = [Seen("/dev/ttyACM1", 0x2E8A, 5), Seen("/dev/ttyUSB0", 0x0403, 0x6001), Seen("/dev/ttyS0", None, None)]
    there += [Seen("/dev/ttyACM2", 0x2E8A, 0x000C), Seen("/dev/ttyACM0", 0x2E8A, 5)]
    monkeypatch.setattr(list_ports, "comports", lambda: there)
    assert [each.path for each in find_picos()] == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_sources_boot_is_what_its_hello_says(board: PtyBoard, taker: Taker, link: Make) -> None:
    link(board.port)
    assert taker.until_phase("connected").board == Board(board.board.chip_id, board.board.boot_id)
