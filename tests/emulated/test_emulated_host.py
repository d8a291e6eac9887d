"""The real firmware on an emulated Pico behind the host's real link: hosts that do not read, close, come back; floods;
a power cut; a board that is kept out of its program."""

from collections.abc import Iterator

import pytest

from emulated.hosts import Host
from emulated.rig import LONG, WITHIN_S, EmulatedPico

pytestmark = [pytest.mark.emulated, pytest.mark.timeout(WITHIN_S)]

OK = 1 << 4
SILENT_TENTHS = 50 if LONG else 3  # tenths of a second in which the host does not read


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    with EmulatedPico(tmp_path_factory.mktemp("pico")) as pico:
        yield pico


def presses(count: int, line: int, every_ns: int = 100_000) -> list[tuple[float, int, bool]]:
    """So many presses and as many releases."""
    return [(50_000.0 + every_ns * number, line, number % 2 == 0) for number in range(2 * count)]


def are_all_there(host: Host, times_us: list[float], first: int) -> None:
    """Whether these are the host's edges, numbered on from ``first``, each stamped to the microsecond."""
    edges = [edge for _, edge in host.edges]
    assert [edge.number for edge in edges] == list(range(first, first + len(times_us)))
    errors = {edge.device_us - int(time_us) for edge, time_us in zip(edges, times_us, strict=True)}
    assert errors <= {0, 1}
    assert not any(edge.lost for edge in edges)


def next_number(pico: EmulatedPico, host: Host) -> int:
    """How many edges the board has counted, by its newest beat."""
    before = len(host.beats)
    host.until(lambda: len(host.beats) > before, "a beat", 1_000)
    return host.beats[-1].next_number


def test_board_says_who_it_is_and_a_touch_comes_through(pico: EmulatedPico) -> None:
    with Host(pico) as host:
        host.until_phase("connected", 8_000)
        assert host.board.chip_id == "e6614103e7452d30"
        assert host.links[-1].facts["model"] == "pico"
        times_us = pico.drive([(100_000, 1, True), (30_000_000, 1, False)])
        assert [edge.levels for edge in host.until_edges(2)] == [0b10, 0]
        are_all_there(host, times_us, 0)


def test_br030_a_lone_block_of_64_bytes_is_ended_by_an_empty_packet(pico: EmulatedPico) -> None:
    with Host(pico) as host:
        host.until_phase("connected")
        next_number(pico, host)
        pico.run_ms(20)
        *_, (block_ns, block), (end_ns, end) = pico.usb_bytes
        assert (len(block), end) == (64, b"")
        assert end_ns - block_ns < 1_000_000


def test_edges_of_a_time_in_which_nobody_read_or_the_port_was_closed_come_afterwards(pico: EmulatedPico) -> None:
    with Host(pico) as host:
        host.until_phase("connected")
        first = next_number(pico, host)
        board = host.board
        times_us = []
        host.reads = False
        for _ in range(SILENT_TENTHS):  # more than the board's own queue holds
            times_us += pico.drive(presses(20, 2))
            pico.run_ms(100)
        said = len(pico.usb_bytes)
        times_us += pico.drive(presses(10, 5))
        pico.run_ms(100)
        assert len(pico.usb_bytes) == said, "the board waits for the host"
        host.take()
        assert not host.edges
    pico.host_takes = True
    times_us += pico.drive(presses(10, 6))
    pico.run_ms(20)
    with Host(pico, have={board: first}) as host:
        host.until_edges(40 * SILENT_TENTHS + 40)
        assert host.board == board
        are_all_there(host, times_us, first)


def test_line_that_floods_is_muted_and_can_be_listened_to_again(pico: EmulatedPico) -> None:
    with Host(pico) as host:
        host.until_phase("connected")
        first = next_number(pico, host)
        pico.drive(presses(1_200, 6, every_ns=40_000))
        pico.drive([(20_000_000, 0, True)])  # another line goes on, in the middle of it
        host.until(lambda: "Line 6 flooded" in host.text, "word of the flood", 3_000)
        # A beat overtakes the edges that wait, so the word of the flood may come before them.
        host.until(lambda: any(edge.levels & 1 for _, edge in host.edges), "the touch of the other line", 3_000)
        pico.drive([(100_000, 0, False)])
        pico.until(
            lambda: (host.take(), bool(host.edges) and not host.edges[-1][1].levels)[1], "all lines at rest", 2_000
        )
        before = len(host.edges)
        pico.drive([*presses(5, 6), (2_000_000, 0, True), (3_000_000, 0, False)])
        host.until_edges(before + 2)
        assert {edge.levels for _, edge in host.edges[before:]} == {1, 0}, "the muted line says nothing"
        assert host.link.unmute(1 << 6)
        host.until(lambda: "flooded" not in host.text, "word that it is listened to again", 2_000)
        before = len(host.edges)
        pico.drive(presses(1, 6))
        host.until_edges(before + 2)
        assert [edge.levels for _, edge in host.edges[before:]] == [1 << 6, 0]
        assert [edge.number for _, edge in host.edges] == list(range(first, first + len(host.edges)))


def test_power_cut_in_the_middle_is_a_new_boot_and_ok_held_at_power_up_keeps_the_program_out(
    pico: EmulatedPico,
) -> None:
    with Host(pico) as host:
        host.until_phase("connected")
        first_boot = host.board
        pico.drive([(100_000, 1, True)])
        host.until_edges(1)
        pico.cut_power()
        host.until(lambda: "restarted" in host.text, "word of the restart", 8_000)
        assert host.board.chip_id == first_boot.chip_id
        assert host.board.boot_id != first_boot.boot_id
        pico.drive([(100_000, 1, True), (200_000, 1, False)])
        host.until_edges(3)
        assert [board == first_boot for board, _ in host.edges] == [True, False, False]
        assert [edge.number for _, edge in host.edges[1:]] == [0, 1]
        pico.cut_power(held=OK)
        host.until(lambda: "OK was held" in host.text, "word of the safe boot", 8_000)
        assert host.phase == "broken"
        pico.run_ms(200)
        assert b"!hello" not in pico.console
