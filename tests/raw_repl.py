"""A board with MicroPython's prompts and a real littlefs, made of the unix MicroPython; power goes at any write.

The flash is a file, so a test puts files on it before power-up and looks at them after a cut:

    with RawReplBoard(tmp_path, files={"/main.py": b"…"}) as board:
        install(board.open(), clock, board.port, bundle)
        board.power_up(cut=17)                  # the power goes amid the 17th write of a block
"""

import contextlib
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from micropython.rig import Rig
from need import ROOT
from touchjudge.adapters.pico_link import Port, open_serial

HUNG_S = 60.0  # so long nothing may take, however busy the machine
BLOCK = 4096
BLOCKS = 128
_LEFT_FREE = 5  # blocks


class RawReplBoard(Rig):
    """One such board.

    Args:
        folder: for the flash and the port.
        files: path → content, on the flash from the beginning.
        full: nearly nothing is free: a file ``/music`` takes the rest.
        told: what the board says at its prompt and how it is: platform, version, machine, name, stuck, levels, blocks.
    """

    def __init__(
        self, folder: Path, *, files: Mapping[str, bytes] | None = None, full: bool = False, **told: str
    ) -> None:
        super().__init__(folder, main=ROOT / "tests" / "raw_repl_board.py")
        self._told = [word for name, value in told.items() for word in (f"--{name}", value)]
        self._usual = [*self._options, "--blocks", str(BLOCKS), *self._told]
        self._options = list(self._usual)
        self._flash = folder / "flash.img"
        if files is not None:
            self._fill(files, full)

    def _fill(self, files: Mapping[str, bytes], full: bool) -> None:
        littlefs = pytest.importorskip("littlefs", reason="no littlefs-python on this machine: make setup installs it")
        made = littlefs.LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=256)
        for path, content in files.items():
            if path.count("/") > 1:
                made.makedirs(path.rpartition("/")[0], exist_ok=True)
            with made.open(path, "wb") as file:
                file.write(content)
        if full:
            with made.open("/music", "wb") as file:
                file.write(bytes(BLOCK * (BLOCKS - made.used_block_count - _LEFT_FREE)))
        self._flash.write_bytes(bytes(made.context.buffer))

    def files(self) -> dict[str, bytes]:
        """What is on the flash; it is changed by nothing while the board is off."""
        littlefs = pytest.importorskip("littlefs", reason="no littlefs-python on this machine: make setup installs it")
        context = littlefs.UserContext(BLOCK * BLOCKS)
        context.buffer[:] = self._flash.read_bytes()
        kept = littlefs.LittleFS(context, mount=True, block_size=BLOCK, block_count=BLOCKS, prog_size=256)
        found = {}
        for folder, _, names in kept.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with kept.open(path, "rb") as file:
                    found[path] = bytes(file.read())
        return found

    def power_up(self, *, cut: int = 0) -> None:
        """Power up, after a power cut if it is running; amid the write with number ``cut`` the power goes."""
        self._options = [*self._usual, "--cut", str(cut)]
        self.restart()

    @property
    def has_power(self) -> bool:
        return self._firmware is not None and self._firmware.poll() is None

    @property
    def writes(self) -> int:
        """How often a block of the flash was written or erased since power-up."""
        return int((self._flash.parent / "writes").read_text() or 0)

    def wait_for_end_or_hello(self) -> None:
        """Wait until the power is gone, or the firmware has said hello."""
        pause, end_s = threading.Event(), time.monotonic() + HUNG_S
        while self.has_power and b"!hello" not in self.said:
            assert time.monotonic() < end_s, f"neither the end nor hello came; {self.said[-300:]!r}"
            pause.wait(0.01)

    def open(self) -> Port:
        """The port, which is gone when the power is."""
        return _Cable(self, open_serial(self.port, write_wait_s=HUNG_S))


class _Cable:
    def __init__(self, board: RawReplBoard, port: Port) -> None:
        self._board = board
        self._port = port

    def read(self) -> bytes:
        if not self._board.has_power:
            self._board.cut()
        return self._port.read()

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._port.close()
