"""Measure the firmware's time on an emulated Pico: stamps by three methods, slap to USB, edges a second, free heap.

And of its analogue pads: how wrong their stamps are, hand to USB, cost of a sample.

Not a ``bench_*.py``: it needs a MicroPython image (tests/emulated/rig.py says where) and takes minutes. Emulated time
is exact whatever else the machine does; the emulation has no flash-cache misses, so the real chip is slower.

usage: python tests/bench/pico.py [-o FILE]
"""

import argparse
import binascii
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from run import rows

import tjwire
from emulated.rig import EmulatedPico

PADS = (0, 9)
PAIRS = 60
PAIR_NS = 3_000_000
SLAPS = 80
STREAM = 1_500
FORCES = 40
SCANNED = 600

# The board stamps two pads by each method while its main loop allocates as much as it can.
METHODS = """
import gc, micropython, sys, time
from array import array
from machine import Pin
micropython.alloc_emergency_exception_buf(100)
gc.collect()
print("heap", gc.mem_free())
from pads.board import this_board
from pads.outbox import Outbox
board = this_board()
outbox = Outbox()
capture = board.capture(outbox)
first = Pin(2 + FIRST, Pin.IN, Pin.PULL_UP)
second = Pin(2 + SECOND, Pin.IN, Pin.PULL_UP)
capture.configure(0, 0xFFFF)
gc.collect()
print("heap", gc.mem_free())
stamps = [array("i", [0] * PAIRS), array("i", [0] * PAIRS)]
count = [0, 0]

def felt_first(pin):
    if count[0] < PAIRS:
        stamps[0][count[0]] = time.ticks_us()
    count[0] += 1

def felt_second(pin):
    if count[1] < PAIRS:
        stamps[1][count[1]] = time.ticks_us()
    count[1] += 1

def work(ms):
    end = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        [bytearray(40) for _ in range(40)]

def tell(name):
    for pad in (0, 1):
        print("stamps", name, pad, count[pad], " ".join(["%x" % each for each in stamps[pad]]))

for name, hard in (("soft", False), ("hard", True)):
    count[0] = count[1] = 0
    first.irq(felt_first, Pin.IRQ_FALLING, hard=hard)
    second.irq(felt_second, Pin.IRQ_FALLING, hard=hard)
    print("go", name)
    work(LONG)
    first.irq(None)
    second.irq(None)
    tell(name)
for name, what in (("mem_free", gc.mem_free), ("collect", gc.collect)):
    began = time.ticks_us()
    what()
    print("took", name, time.ticks_diff(time.ticks_us(), began))
capture.configure(0xFFFF, 0xFFFF)
capture.start()
print("go pio")
work(LONG)
capture.collect(outbox, board.clock, 1024)
capture.stop()
line = outbox.next_line()
while line:
    print(line.decode().strip())
    line = outbox.next_line()
print("done", capture.lost)
"""


# How long one look at many samples takes, by machine code and by plain Python.
SCANS = """
import time
from array import array
from pads import force_plain, force_viper
ring = bytearray(2 * force_plain.RING)
rows = array("i", [0, 4096, 0, 0, 0, 0, 0, 0] * 3)
for name, scan in (("plain", force_plain.scan), ("viper", force_viper.scan)):
    began = time.ticks_us()
    done = scan(ring, 0, SCANNED, 0, rows)
    print("scan", name, time.ticks_diff(time.ticks_us(), began), done)
print("done")
"""


@contextmanager
def board(files: dict[str, str]) -> Iterator[EmulatedPico]:
    """A board whose port is open and read."""
    with tempfile.TemporaryDirectory() as folder, EmulatedPico(Path(folder), files=files) as pico:
        port = os.open(pico.port, os.O_RDWR | os.O_NOCTTY)
        threading.Thread(target=_read_all, args=(port,), daemon=True).start()
        yield pico


def _read_all(port: int) -> None:
    try:
        while os.read(port, 1 << 16):
            pass
    except OSError:
        pass


def methods() -> dict[str, Any]:
    """The error of the stamp by each method, and the free heap."""
    long_ms = PAIRS * PAIR_NS // 1_000_000 + 40
    numbers = {"PAIRS": PAIRS, "FIRST": PADS[0], "SECOND": PADS[1], "LONG": long_ms}
    program = METHODS
    for name, number in numbers.items():
        program = program.replace(name, str(number))
    chance = Random(7)
    driven: dict[str, list[list[float]]] = {}
    with board({"main.py": program}) as pico:
        for name in ("soft", "hard", "pio"):
            pico.until(lambda name=name: f"go {name}\r".encode() in pico.console, name, 5_000)
            moves: list[tuple[float, int, bool]] = []
            for pair in range(PAIRS):
                at_ns, gap_ns = 5_000_000 + PAIR_NS * pair, 1_000 * chance.randint(1, 50)
                moves += [(at_ns, PADS[0], True), (at_ns + gap_ns, PADS[1], True)]
                moves += [(at_ns + 1_000_000, line, False) for line in PADS]
            times = pico.drive(moves)
            driven[name] = [
                [at_us for at_us, (_, line, down) in zip(times, moves, strict=True) if down and line == pad]
                for pad in PADS
            ]
        pico.until(lambda: b"done" in pico.console, "the end", 10_000)
        said = bytes(pico.console).decode().split("\r\n")
    heap = [int(each.split()[1]) for each in said if each.startswith("heap")]
    figures: dict[str, Any] = {"heap_free_at_boot_bytes": heap[0], "heap_free_with_rings_and_outbox_bytes": heap[1]}
    for _, name, took_us in (each.split() for each in said if each.startswith("took")):
        figures[f"gc_{name}_us"] = int(took_us)
    for name in ("soft", "hard"):
        errors, missed = [], 0
        for row in (each.split() for each in said if each.startswith(f"stamps {name} ")):
            stamps = [int(each, 16) for each in row[4:]][: int(row[3])]
            missed += PAIRS - len(stamps)
            errors += nearest(stamps, driven[name][int(row[2])])
        figures[f"{name}_interrupt"] = spread(errors, "error_us") | {"missed": missed}
    edges = [line for each in said if isinstance(line := tjwire.decode(each.encode()), tjwire.Edges)]
    figures["pio_and_dma"] = pio_errors(edges, driven["pio"])
    return figures


def nearest(stamps: Sequence[int], times_us: Sequence[float]) -> list[float]:
    """How late each stamp is behind the whole µs of the newest event before it; the timer has not wrapped."""
    return [stamp - int(max(at_us for at_us in times_us if at_us <= stamp + 1)) for stamp in stamps]


def pio_errors(lines: Sequence[tjwire.Edges], driven: list[list[float]]) -> dict[str, Any]:
    errors, before, found = [], 0, 0
    for line in lines:
        for stamp, levels in zip(line.stamps_us, line.levels, strict=True):
            for pad, times_us in zip(PADS, driven, strict=True):
                if levels & ~before & 1 << pad:
                    errors += nearest([stamp], times_us)
                    found += 1
            before = levels
    return spread(errors, "error_us") | {"missed": len(PADS) * PAIRS - found}


def slaps_and_stream() -> dict[str, Any]:
    """The real program: from a slap to its line on USB, and how many edges a second come through."""
    chance = Random(11)
    with board({}) as pico:
        pico.until(lambda: b"!beat" in pico.console, "a beat", 5_000)
        pico.usb_bytes.clear()
        moves = []
        at_ns = 5_000_000.0
        for slap in range(SLAPS):
            moves.append((at_ns, 2, slap % 2 == 0))
            at_ns += chance.uniform(6_000_000, 16_000_000)
        times = pico.drive(moves)
        pico.until(heard(pico, SLAPS), "all slaps", 5_000)
        waits_ms = [(seen - at_us) / 1000 for at_us, seen in zip(times, seen_at(pico), strict=True)]
        pico.usb_bytes.clear()
        times = pico.drive([(1_000_000 + 30_000 * each, each // 2 % 16, each % 2 == 0) for each in range(STREAM)])
        pico.until(heard(pico, STREAM), "all edges", 5_000)
        seconds = (max(seen_at(pico)) - times[0]) / 1e6
        beats = [each for each in lines_of(pico) if isinstance(each[1], tjwire.Beat)]
    figures = spread(waits_ms, "ms", digits=2)
    for name, aim in (("p95_ms", 3.0), ("max_ms", 25.0)):
        figures[name] = {"value": figures[name], "aim": f"≤ {aim}"}
    stream: dict[str, Any] = {"edges_per_s": round(STREAM / seconds)}
    if beats:
        stream["lost"] = beats[-1][1].lost
    return {"slap_to_usb": figures, "sustained": stream}


def analogue() -> dict[str, Any]:
    """The real program with analogue pads: how wrong their stamps are, and how long a hand takes to its line on USB."""
    chance = Random(13)
    body = "touchjudge 1\ninvert ffff\nenable 7ffff\nforce_on 3e80\nforce_off 2ee0\nname pads\n"
    with board({"settings": f"{body}{binascii.crc32(body.encode()):08x}\n"}) as pico:
        pico.drive_adc([(0, number, 100) for number in range(3)])
        pico.until(lambda: pico.console.count(b"!beat") > 1, "two beats", 5_000)
        pico.usb_bytes.clear()
        at_ns, moves = 5_000_000.0, []
        for force in range(FORCES):
            moves.append((at_ns, force // 2 % 3, 100 if force % 2 else 2_000))
            at_ns += chance.uniform(4_000_000, 12_000_000)
        times = pico.drive_adc(moves)
        pico.until(lambda: len(steps_of(pico)) >= FORCES, "all hands", 5_000)
        felt = steps_of(pico)
    errors = [abs(stamp - at_us) for at_us, (_, stamp) in zip(times, felt, strict=True)]
    waits_ms = [(seen - at_us) / 1000 for at_us, (seen, _) in zip(times, felt, strict=True)]
    stamps, waits = spread(errors, "error_us"), spread(waits_ms, "ms", digits=2)
    stamps["max_error_us"] = {"value": stamps["max_error_us"], "aim": "≤ 500"}
    with board({"main.py": SCANS.replace("SCANNED", str(SCANNED))}) as pico:
        pico.until(lambda: b"done" in pico.console, "the end", 5_000)
        said = [each.split() for each in bytes(pico.console).decode().split("\r\n") if each.startswith("scan")]
    costs = {f"{name}_us_a_sample": round(int(took_us) / int(done), 2) for _, name, took_us, done in said}
    return {"force_stamps": stamps, "force_to_usb": waits, "force_scan": costs}


def steps_of(pico: EmulatedPico) -> list[tuple[float, int]]:
    """When each step was on USB, and its stamp."""
    lines = [each for each in lines_of(pico) if isinstance(each[1], tjwire.Force)]
    return [(at_us, stamp) for at_us, line in lines for stamp in line.stamps_us]


def lines_of(pico: EmulatedPico) -> list[tuple[float, Any]]:
    """Each line since, with the timer's µs at which its last byte was handed over."""
    epoch_ns = pico.epoch_ns
    decoder = tjwire.Decoder()
    return [
        ((at_ns - epoch_ns) / 1000, line)
        for at_ns, block in list(pico.usb_bytes)
        for line in decoder.feed(block)
        if not isinstance(line, tjwire.Noise)
    ]


def seen_at(pico: EmulatedPico) -> list[float]:
    return [at_us for at_us, line in lines_of(pico) if isinstance(line, tjwire.Edges) for _ in line.stamps_us]


def heard(pico: EmulatedPico, count: int) -> Callable[[], bool]:
    return lambda: len(seen_at(pico)) >= count


def spread(values: Sequence[float], unit: str, digits: int = 1) -> dict[str, Any]:
    """Median, upper percentiles and the most."""
    ordered = sorted(values)
    if not ordered:
        return {"count": 0}

    def at(part: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], digits)

    return {f"p50_{unit}": at(0.5), f"p95_{unit}": at(0.95), f"p99_{unit}": at(0.99), f"max_{unit}": at(1.0)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-o", type=Path, help="a file for the figures")
    chosen = options.parse_args()
    figures = methods() | slaps_and_stream() | analogue()
    for name, figure, aim in rows(figures):
        print(f"{name:<46} {figure:>12} {aim}")
    if chosen.o:
        chosen.o.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
