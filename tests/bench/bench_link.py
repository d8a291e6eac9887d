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
MILLION = 1_000_000
RECONNECTS = 50
STRETCH = 10  # bytes that are damaged together, on average
TURN_NS = 20_000_000
FIRMWARE_EDGES = 20_000
BURST = 200


def run() -> dict[str, Any]:
    """All figures."""
    return {
        "good way": delivery(EDGES, way=None),
        "bad way": delivery(MILLION, way=BadWay(random.Random(1))),
        "debounce": debounce(),
        "clock map": clock_map(),
        "real firmware": firmware(),
    }


def delivery(edges: int, way: "BadWay | None") -> dict[str, Any]:
    """Edges through decoder and order, and commands through the board's decoder; on the bad way with 50 reconnects."""
    board, link = FakeBoard(keeps=1 << 20), BoardLink(chance=random.Random(2).random)
    link.opened(0)
    chance = random.Random(3)
    put: list[tuple[int, int]] = []
    took: list[Edge] = []
    doubled = false = cuts = now_ns = 0
    started = time.perf_counter()
    while len(took) < edges:
        now_ns += TURN_NS
        for at in range(min(BURST, edges - len(put))):
            put.append((now_ns // 1000 + at, chance.randrange(1 << 16)))
            board.edge(*put[-1])
        commands = link.say(now_ns)
        board.hear(commands if way is None else way.bytes_of(commands), now_us=now_ns // 1000)
        said = board.say(now_us=now_ns // 1000 + BURST)
        for event in link.feed(said if way is None else way.bytes_of(said), now_ns):
            if isinstance(event, EdgesRead):
                for edge in event.edges:
                    doubled += edge.number < len(took)
                    false += put[edge.number] != (edge.device_us, edge.levels)
                    took.append(edge)
                link.acknowledge(event.board, len(took))
        link.tick(now_ns)
        if way is not None and len(took) >= (cuts + 1) * edges // (RECONNECTS + 1):
            cuts += 1
            link.closed()
            link.opened(now_ns)
    seconds = time.perf_counter() - started
    return {
        "edges": edges,
        "edges_per_s": round(edges / seconds),
        "reconnects": cuts,
        **({} if way is None else way.done()),
        "lost": {"value": edges - len({edge.number for edge in took}), "aim": 0},
        "doubled": {"value": doubled, "aim": 0},
        "false": {"value": false, "aim": 0},
        "out_of_order": {"value": sum(a.number >= b.number for a, b in pairwise(took)), "aim": 0},
        "gaps_asked": link.gaps_asked,
    }


class BadWay:
    """Damages one byte in a hundred, in stretches as a loose plug does; cuts, doubles and swaps one line in fifty."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._bytes = self._damaged = self._cut = self._doubled = self._swapped = 0

    def bytes_of(self, data: bytes) -> bytes:
        lines: list[bytes] = []
        for line in data.splitlines(keepends=True):
            fate = self._chance.random()
            if fate < 0.02:
                line = line[: self._chance.randrange(len(line))]
                self._cut += 1
            lines.append(line)
            if fate > 0.98:
                lines.append(line)
                self._doubled += 1
            elif fate > 0.96 and len(lines) > 1:
                lines[-2:] = reversed(lines[-2:])
                self._swapped += 1
        return self._damage(bytearray(b"".join(lines)))

    def _damage(self, data: bytearray) -> bytes:
        at = self._until_next()
        self._bytes += len(data)
        while at < len(data):
            for hurt in range(at, min(len(data), at + self._chance.randint(1, 2 * STRETCH - 1))):
                data[hurt] ^= 1 << self._chance.randrange(8)
                self._damaged += 1
            at += self._until_next()
        return bytes(data)

    def _until_next(self) -> int:
        return round(self._chance.expovariate(0.01 / STRETCH))

    def done(self) -> dict[str, Any]:
        """What it did."""
        return {
            "bytes_damaged_percent": round(100 * self._damaged / self._bytes, 2),
            "lines_cut": self._cut,
            "lines_doubled": self._doubled,
            "lines_swapped": self._swapped,
        }


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
