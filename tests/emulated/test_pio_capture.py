"""The board's maker of edges on an emulated Pico with a stock MicroPython: one boot, a few edges at known times.

The image is named by ``TOUCHJUDGE_PICO_UF2`` or lies in the user's cache folder; without one this skips.
"""

import asyncio
import os
from pathlib import Path

import pytest

import tjwire
from need import ROOT, not_installable

pytestmark = [pytest.mark.emulated, pytest.mark.timeout(600)]

FIRMWARE = ROOT / "firmware"
# Before a fixture gives the tests cache folders of their own.
IMAGE = Path(os.environ.get("TOUCHJUDGE_PICO_UF2") or Path.home() / ".cache" / "touchjudge" / "pico.uf2")

# All is compiled before sampling begins, for from then on the emulation takes its time.
PREPARE = """
import time
from pads import blocks_viper  # else the plain twin would silently do, forty times slower
from pads.board import this_board
from pads.outbox import Outbox
board = this_board()
outbox = Outbox(64)
capture = board.capture(outbox)
capture.configure(0xFFFF, 0xFFFF)

def tell():
    capture.collect(outbox, board.clock, 64)
    print(capture.lost, capture.levels_now())
    print(outbox.next_line().decode().strip())

def play():
    time.sleep_ms(5)
    print(board.clock.now_us())
    tell()
    capture.muted = 1
    capture.override()
    time.sleep_us(20)
    tell()
    capture.stop()

capture.start()
capture.start()
print(board.name, capture.head(), capture.levels_now())
"""

# (µs from now, line, pressed)
HANDS = ((3000.0, 0, True), (3000.5, 15, True), (3010.0, 15, False), (3010.0, 7, True), (4000.25, 8, True))


def file_system(path: Path, blocks: int) -> Path:
    """A littlefs image of the firmware, without the main program that would never give the console back."""
    littlefs = pytest.importorskip("littlefs", reason="no littlefs-python on this machine: make setup installs it")
    made = littlefs.LittleFS(block_size=4096, block_count=blocks, prog_size=256)
    for source in sorted(FIRMWARE.rglob("*.py")):
        name = "/" + str(source.relative_to(FIRMWARE))
        if name != "/main.py":
            made.makedirs(str(Path(name).parent), exist_ok=True)
            with made.open(name, "wb") as file:
                file.write(source.read_bytes())
    path.write_bytes(bytes(made.context.buffer))
    return path


async def played(folder: Path) -> tuple[list[str], list[str]]:
    """What the board printed before and after the hands moved."""
    boards = pytest.importorskip("rp2040py.boards", reason="no rp2040py on this machine: make setup installs it")
    from rp2040py.device import MicroPythonDevice
    from rp2040py.utils.firmware_retrieve import MICROPYTHON

    spec = boards.resolve_board_spec("pico", MICROPYTHON, str(IMAGE))
    image = file_system(folder / "files.img", spec.layout.fs_blockcount)
    async with MicroPythonDevice(board=spec, filesystem=image) as device:
        pins = device.mcu.gpio
        for line in range(16):
            pins[line + 2].set_input_value(True)
        prepared, error = await device.aexec(PREPARE, timeout=300)
        assert not error, error.decode()
        clock = device.mcu.clock
        for after_us, line, pressed in HANDS:
            move = clock.create_alarm(lambda *_, pin=pins[line + 2], level=not pressed: pin.set_input_value(level))
            move.schedule(int(after_us * 1000))
        told, error = await device.aexec("play()", timeout=200)
        assert not error, error.decode()
    return prepared.decode().split("\r\n"), told.decode().split("\r\n")


def test_edges_are_stamped_to_the_microsecond_and_muted_lines_read_as_not_pressed(tmp_path):
    if not IMAGE.exists():
        not_installable(
            f"no MicroPython image at {IMAGE}: put RPI_PICO 1.22 or newer there, or name it in TOUCHJUDGE_PICO_UF2"
        )
    prepared, told = asyncio.run(played(tmp_path))
    assert prepared[0] == "pico 0 0"
    now_us = int(told[0])
    assert told[1] == f"0 {0x0181}"
    edges = tjwire.decode(told[2].encode())
    assert isinstance(edges, tjwire.Edges)
    assert edges.levels == (0x0001, 0x8001, 0x0081, 0x0181), "what happens at once is one edge"
    assert edges.counters == (0xFFFF, 0xFFFE, 0xFFFD, 0xFFFC)
    driven_us = sorted({after_us for after_us, _, _ in HANDS})
    shifts = [stamp_us - after_us for stamp_us, after_us in zip(edges.stamps_us, driven_us, strict=True)]
    assert max(shifts) - min(shifts) <= 1.0
    assert 0 < now_us - edges.stamps_us[-1] < 1_000_000, "the clock and the stamps are one timer"
    assert told[3] == f"0 {0x0180}"
    muting = tjwire.decode(told[4].encode())
    assert isinstance(muting, tjwire.Edges)
    assert muting.levels == (0x0180,)
