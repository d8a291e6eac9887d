"""Stamps of the real firmware on an emulated Pico, through USB and the host's link, while its main loop is busy.

The loop collects garbage in every fourth turn, which takes some milliseconds: a stamp that the processor had to take
would be as late as that.
"""

from collections.abc import Iterator
from random import Random

import pytest

from emulated.busy import BUSY
from emulated.hosts import Host
from emulated.rig import FIRMWARE, LINES, LONG, WITHIN_S, EmulatedPico
from touchjudge.timing.edges import Edge

pytestmark = [pytest.mark.emulated, pytest.mark.timeout(WITHIN_S)]

WRAP_US = 1 << 32
AT_ONCE = 48  # of 240 pairs of lines
ALL = (1 << LINES) - 1


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    files = {"main.py": BUSY, "start.py": (FIRMWARE / "main.py").read_text()}
    # A minute before the timer's word wraps, which is when the ticks of MicroPython wrap too.
    with EmulatedPico(tmp_path_factory.mktemp("pico"), files=files, timer_at_us=WRAP_US - 60_000_000) as pico:
        yield pico


@pytest.fixture(scope="module")
def host(pico: EmulatedPico) -> Iterator[Host]:
    with Host(pico) as host:
        host.until_phase("connected", 8_000)
        yield host


def driven(pico: EmulatedPico, host: Host, moves: list[tuple[float, int, bool]]) -> list[Edge]:
    """The edges that came of these moves; each must be there once, in order, and stamped to the microsecond."""
    before = len(host.edges)
    times_us = sorted(set(pico.drive(moves)))
    edges = host.until_edges(before + len(times_us))[before:]
    assert [edge.number for edge in edges] == list(range(before, before + len(times_us)))
    assert [edge.lost for edge in edges] == [0] * len(edges)
    errors = [edge.device_us - int(time_us) for edge, time_us in zip(edges, times_us, strict=True)]
    assert set(errors) <= {0, 1}, f"errors of the stamps, in µs: {sorted(set(errors))}"
    levels, expected = edges_before(host, before), []
    for at_ns in sorted({ns for ns, _, _ in moves}):
        for _, line, pressed in (each for each in moves if each[0] == at_ns):
            levels = levels | 1 << line if pressed else levels & ~(1 << line)
        expected.append(levels)
    assert [edge.levels for edge in edges] == expected
    return edges


def edges_before(host: Host, count: int) -> int:
    return host.edges[count - 1][1].levels if count else 0


def test_edges_half_a_microsecond_apart_on_any_two_lines_keep_their_order(pico: EmulatedPico, host: Host) -> None:
    every = [(first, second) for first in range(LINES) for second in range(LINES) if first != second]
    pairs = Random(5).sample(every, len(every) if LONG else AT_ONCE)
    for begin in range(0, len(pairs), AT_ONCE):
        moves: list[tuple[float, int, bool]] = []
        for number, (first, second) in enumerate(pairs[begin : begin + AT_ONCE]):
            at_ns = 100_000 + 40_000 * number
            moves += [(at_ns, first, True), (at_ns + 500, second, True)]
            moves += [(at_ns + 9_000, second, False), (at_ns + 9_500, first, False)]
        assert len(driven(pico, host, moves)) == 4 * AT_ONCE


def test_sixteen_lines_at_once_are_one_edge(pico: EmulatedPico, host: Host) -> None:
    moves: list[tuple[float, int, bool]] = [(50_000, line, True) for line in range(LINES)]
    moves += [(90_000, line, False) for line in range(LINES)]
    assert [edge.levels for edge in driven(pico, host, moves)] == [ALL, 0]


def test_three_hundred_edges_three_microseconds_apart_are_all_there(pico: EmulatedPico, host: Host) -> None:
    moves = [(50_000.0 + 3_000 * number, number // 2 % LINES, number % 2 == 0) for number in range(300)]
    driven(pico, host, moves)


def test_stamps_count_on_where_the_timers_word_wraps(pico: EmulatedPico, host: Host) -> None:
    pico.jump_to_us(WRAP_US - 3_000)
    moves = [(500_000.0 + 250_000 * number, 3, number % 2 == 0) for number in range(24)]
    edges = driven(pico, host, moves)
    assert edges[0].device_us < WRAP_US < edges[-1].device_us
