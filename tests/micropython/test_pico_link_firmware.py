"""The host's link against the real firmware on the unix MicroPython, over a real port: nothing lost, nothing twice."""

from pathlib import Path

import pytest

from micropython.rig import Rig
from pty_board import Taker
from touchjudge.adapters.pico_link import LinkSettings, PicoLink
from touchjudge.ports import Board, EdgesArrived
from touchjudge.timing.edges import Edge

pytestmark = [pytest.mark.micropython, pytest.mark.timeout(60)]

QUICK = LinkSettings(retry_least_ns=10_000_000, retry_most_ns=50_000_000)


def bursts(count: int, size: int = 200, gap_us: int = 20, pause_us: int = 20_000) -> str:
    """Bursts of edges on three lines, every edge a change."""
    rows, at_us, levels = [], 0, [0, 0, 0]
    for number in range(count * size):
        line = number % 3
        levels[line] ^= 1
        rows.append(f"{at_us},{line},{levels[line]}\n")
        at_us += gap_us if (number + 1) % size else pause_us
    return "".join(rows)


class Journal:
    """Takes edges as a table does: keeps them, and only then acknowledges them."""

    def __init__(self) -> None:
        self.taker = Taker()
        self.kept: dict[Board, list[Edge]] = {}
        self._looked_at = 0

    def source(self, rig: Rig) -> PicoLink:
        link = PicoLink(self.taker.clock, port=rig.port, find_ports=list, settings=QUICK)
        for board, edges in self.kept.items():
            link.acknowledge(board, len(edges))
        return link

    def keep(self, source: PicoLink, until: int) -> None:
        """Until so many edges of one boot are kept."""

        def enough() -> bool:
            for arrival in self.taker.arrivals[self._looked_at :]:
                if isinstance(arrival, EdgesArrived):
                    self.kept.setdefault(arrival.board, []).extend(arrival.edges)
                    source.acknowledge(arrival.board, len(self.kept[arrival.board]))
            self._looked_at = len(self.taker.arrivals)
            return max(map(len, self.kept.values()), default=0) >= until

        self.taker.until(enough, f"{until} edges", within_s=20.0)


def test_firmware_and_link_lose_and_double_nothing_over_three_cuts_and_a_host_killed_once(tmp_path: Path) -> None:
    journal = Journal()
    with Rig(tmp_path, script=bursts(15), fast=True) as rig:
        source = journal.source(rig)
        source.start(journal.taker.inbox)
        for cut in range(1, 4):
            journal.keep(source, 600 * cut)
            rig.cut()
            journal.taker.until(lambda: journal.taker.phase() != "connected", "word of the cut", within_s=2.0)
            rig.restore()
            journal.taker.until_phase("connected")
        # Killed: what it had heard and not kept is gone with it, and the board was not told the last.
        source._link.last_words = lambda: b""  # type: ignore[method-assign]
        source.stop()
        journal.taker = Taker()
        journal._looked_at = 0
        source = journal.source(rig)
        source.start(journal.taker.inbox)
        journal.keep(source, 3_000)
        source.stop()
    (edges,) = journal.kept.values()
    assert [edge.number for edge in edges] == list(range(3_000))
    assert [edge.lost for edge in edges] == [0] * 3_000
    stamps = [edge.device_us - edges[0].device_us for edge in edges]
    expected = [int(row.split(",")[0]) for row in bursts(15).splitlines()]
    assert stamps == expected


def test_power_cut_of_the_real_firmware_is_a_new_boot_and_is_said(tmp_path: Path) -> None:
    journal = Journal()
    with Rig(tmp_path, script="0,3,1\n1000,3,0\n") as rig:
        source = journal.source(rig)
        source.start(journal.taker.inbox)
        journal.keep(source, 2)
        rig.restart()
        journal.taker.until(lambda: "restarted" in journal.taker.text, "word of the restart")
        journal.taker.until(
            lambda: len({a.board for a in journal.taker.arrivals if isinstance(a, EdgesArrived)}) == 2,
            "the new boot's edges",
        )
        source.stop()


def test_clock_of_the_real_firmware_is_known_within_a_millisecond_or_so(tmp_path: Path) -> None:
    taker = Taker()
    with Rig(tmp_path) as rig:
        source = PicoLink(taker.clock, port=rig.port, find_ports=list, settings=QUICK)
        source.start(taker.inbox)
        taker.until(lambda: bool(taker.links) and (taker.links[-1].facts["bound_us"] or 10**6) < 5_000, "a bound")
        source.stop()


def test_commands_are_answered_by_the_real_firmware(tmp_path: Path) -> None:
    taker = Taker()
    with Rig(tmp_path) as rig:
        source = PicoLink(taker.clock, port=rig.port, find_ports=list, settings=QUICK)
        source.start(taker.inbox)
        taker.until_phase("connected")
        assert source.light(1, "on")
        assert source.light(200, "on")  # there is no such seat
        taker.until(lambda: "refused_command" in taker.links[-1].facts, "the refusal")
        assert taker.links[-1].facts["refused_command"] == "light: seat"
        source.stop()
