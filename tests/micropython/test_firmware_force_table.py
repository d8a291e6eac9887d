"""Analogue pads all the way: the real firmware on a terminal, the host's link, and a journal of steps."""

from itertools import pairwise
from pathlib import Path

import pytest

from micropython.rig import Rig
from pty_board import Taker
from touchjudge.adapters.pico_link import LinkSettings, PicoLink
from touchjudge.ports import EdgesArrived, PadsFaulty
from touchjudge.timing.edges import Edge
from touchjudge.timing.force import ForcePads

pytestmark = [pytest.mark.micropython, pytest.mark.timeout(120)]

QUICK = LinkSettings(retry_least_ns=10_000_000, retry_most_ns=50_000_000)
PERIOD_MS = 400
SECONDS = 40


def piles() -> str:
    """ADC 0 broken, ADC 1 with nothing wired to it, and on ADC 2 two hands every 400 ms."""
    rows = []
    for ms in range(1_000 * SECONDS):
        into = ms % PERIOD_MS
        pile = 2_000 if 200 <= into < 250 else 2_600 if 250 <= into < 300 else 140
        rows.append(f"{1_000 * ms},0,{ms * 7_919 % 40_000},{16 * (pile + ms % 2)}")
    return "\n".join(rows) + "\n"


def test_a_host_that_says_which_pads_there_are_hears_their_hands_and_what_is_wrong_with_the_others(
    tmp_path: Path,
) -> None:
    taker = Taker()
    with Rig(tmp_path, analogue=piles(), go_us=0) as rig:
        link = PicoLink(
            taker.clock, port=rig.port, find_ports=list, settings=QUICK, force=lambda _chip_id: ForcePads(lines=0b111)
        )
        link.start(taker.inbox)
        try:

            def steps() -> list[Edge]:
                edges = [edge for each in taker.arrivals if isinstance(each, EdgesArrived) for edge in each.edges]
                felt = [edge for edge in edges if edge.step is not None and edge.step.line == 2]
                first = next((at for at, edge in enumerate(felt) if edge.step and edge.step.hands == 1), len(felt))
                return felt[first:]

            def faults() -> list[tuple[tuple[int, str], ...]]:
                return [each.faults for each in taker.arrivals if isinstance(each, PadsFaulty)]

            taker.until(lambda: len(steps()) >= 7, "seven steps", within_s=30.0)
            taker.until(lambda: ((0, "dead"), (1, "floating")) in faults(), "both faults", within_s=30.0)
            taker.until(lambda: bool(taker.links[-1].facts["muted_lines"] == 0b10), "the muted line", within_s=30.0)
        finally:
            link.stop()
    told = steps()[:7]
    assert [edge.step and edge.step.hands for edge in told] == [1, 2, 0, 1, 2, 0, 1]
    assert [edge.levels >> 2 & 1 for edge in told] == [1, 1, 0, 1, 1, 0, 1]
    gaps = [later.device_us - earlier.device_us for earlier, later in pairwise(told)]
    assert all(abs(gap - wanted) <= 200 for gap, wanted in zip(gaps, [50_000, 50_000, 300_000] * 2, strict=True)), gaps
