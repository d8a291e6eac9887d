"""The way of an edge on the host: decoder, order, debounce, clock map; and the real firmware behind a real port."""

import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from micropython.rig import Rig
from pty_board import Taker
from touchjudge.adapters.pico_link import LinkSettings, PicoLink
from touchjudge.link.events import EdgesRead
from touchjudge.link.machine import BoardLink
from touchjudge.ports import EdgesArrived
from touchjudge.testing import FakeBoard
from touchjudge.timing.clock_map import ClockMap, Exchange
from touchjudge.timing.debounce import contacts
from touchjudge.timing.edges import Edge

EDGES = 100_000
TURN_NS = 20_000_000
FIRMWARE_EDGES = 20_000
BURST = 200


def run() -> dict[str, Any]:
    """All figures."""
    return {
        "good way": delivery(worsen=None),
        "bad way": delivery(worsen=random.Random(1)),
        "debounce": debounce(),
        "clock map": clock_map(),
        "real firmware": firmware(),
    }


def delivery(worsen: random.Random | None) -> dict[str, Any]:
    """Edges through decoder and order; on the bad way 1 % each of lines dropped, doubled, swapped, damaged; 50 cuts."""
    board, link = FakeBoard(keeps=1 << 20), BoardLink(chance=random.Random(2).random)
    link.opened(0)
    numbers: list[int] = []
    now_ns = put = 0
    started = time.perf_counter()
    while len(numbers) < EDGES:
        now_ns += TURN_NS
        for _ in range(min(200, EDGES - put)):
            put += 1
            board.edge(now_ns // 1000, put & 0xFFFF)
        board.hear(link.say(now_ns), now_us=now_ns // 1000)
        said = board.say(now_us=now_ns // 1000)
        for event in link.feed(said if worsen is None else _worse(said, worsen), now_ns):
            if isinstance(event, EdgesRead):
                numbers += [edge.number for edge in event.edges]
                link.acknowledge(event.board, len(numbers))
        if worsen is not None and put and put % (EDGES // 50) == 0:
            link.closed()
            link.opened(now_ns)
    seconds = time.perf_counter() - started
    return {
        "edges_per_s": round(EDGES / seconds),
        "lost": {"value": EDGES - len(set(numbers)), "aim": 0},
        "doubled": {"value": len(numbers) - len(set(numbers)), "aim": 0},
        "out_of_order": {"value": sum(a >= b for a, b in pairwise(numbers)), "aim": 0},
        "gaps_asked": link.gaps_asked,
    }


def _worse(data: bytes, chance: random.Random) -> bytes:
    lines: list[bytes] = []
    for line in data.splitlines(keepends=True):
        fate = chance.random()
        if fate < 0.01:
            continue
        if fate < 0.02:
            line = line[:9] + bytes([line[9] ^ 1]) + line[10:]
        lines.append(line)
        if fate > 0.99:
            lines.append(line)
        elif fate > 0.98 and len(lines) > 1:
            lines[-2:] = reversed(lines[-2:])
    return b"".join(lines)


def debounce() -> dict[str, Any]:
    """Bouncing presses on all lines."""
    chance, edges, at_us = random.Random(3), [], 0
    for press in range(EDGES // 50):
        at_us += 40_000
        line, up = press % 16, (press // 16) % 2
        for bounce in range(49):
            at_us += chance.randrange(1, 60)
            edges.append(Edge(len(edges), at_us, int(bounce % 2 == up) << line))
    seconds, _ = _timed(lambda: contacts(edges))
    return {"edges_per_s": round(len(edges) / seconds)}


def clock_map() -> dict[str, Any]:
    """Exchanges of ten minutes with 0 to 5 ms of one-sided delay and 150 ppm between the clocks."""
    chance, known, at_us, bound_us = random.Random(4), ClockMap(), 0.0, 0
    exchanges = []
    while at_us < 600e6:
        at_us += chance.uniform(253e3, 457e3)
        device_us = 5e6 + at_us * 1.00015
        back_us = 40 + chance.uniform(0, 5_000)
        exchanges.append(
            Exchange(int(at_us * 1e3), int(device_us + 30), int(device_us + 60), int((at_us + 60 + back_us) * 1e3))
        )

    def take_all() -> None:
        nonlocal known, bound_us
        for exchange in exchanges:
            known = known.take(exchange)
            if not bound_us and exchange.sent_ns > 30e9:
                now = known.at(exchange.written_us)
                bound_us = now.bound_us if now else 0

    seconds, _ = _timed(take_all)
    return {
        "exchange_us": round(seconds * 1e6 / len(exchanges)),
        "bound_after_30_s_us": {"value": bound_us, "aim": "< 1000"},
    }


def firmware() -> dict[str, Any]:
    """The real firmware on the unix MicroPython: bursts of 200 edges at 20 µs, the cable pulled three times."""
    taker, numbers, seen = Taker(), [], 0
    with tempfile.TemporaryDirectory() as folder, Rig(Path(folder), script=_bursts(), fast=True) as rig:
        settings = LinkSettings(retry_least_ns=10_000_000, retry_most_ns=50_000_000)
        source = PicoLink(taker.clock, port=rig.port, find_ports=list, settings=settings)

        def enough(until: int) -> bool:
            nonlocal seen
            for arrival in taker.arrivals[seen:]:
                if isinstance(arrival, EdgesArrived):
                    numbers.extend(edge.number for edge in arrival.edges)
                    source.acknowledge(arrival.board, len(numbers))
            seen = len(taker.arrivals)
            return len(numbers) >= until

        started = time.perf_counter()
        source.start(taker.inbox)
        for cut in range(1, 4):
            taker.until(partial(enough, cut * FIRMWARE_EDGES // 4), "edges", 60)
            rig.cut()
            taker.until(lambda: taker.phase() != "connected", "word of the cut", 5)
            rig.restore()
            taker.until_phase("connected")
        taker.until(lambda: enough(FIRMWARE_EDGES), "all edges", 60)
        seconds = time.perf_counter() - started
        source.stop()
    return {
        "edges_per_s_with_three_cuts": round(FIRMWARE_EDGES / seconds),
        "lost": {"value": FIRMWARE_EDGES - len(set(numbers)), "aim": 0},
        "doubled": {"value": len(numbers) - len(set(numbers)), "aim": 0},
        "out_of_order": {"value": sum(a >= b for a, b in pairwise(numbers)), "aim": 0},
    }


def _bursts() -> str:
    # On all lines in turn: a line alone would be muted for flooding.
    rows, at_us, levels = [], 0, [0] * 16
    for number in range(FIRMWARE_EDGES):
        line = number % 16
        levels[line] ^= 1
        rows.append(f"{at_us},{line},{levels[line]}\n")
        at_us += 20 if (number + 1) % BURST else 20_000
    return "".join(rows)


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result
