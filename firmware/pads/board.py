"""The platform: what the loop needs of a board, and which one this is.

Clock, ids, bytes to and from the host, lights and the maker of edges. There are two: the Pico (``pads.board_rp2``) and
the unix MicroPython (``pads.board_unix``), which runs the same loop on a terminal's two ends.
"""

import binascii
import os
import select
import sys
import time

import micropython
from pads.clock import DeviceClock
from pads.outbox import Outbox

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from typing import Any

    from pads.capture import Capture
    from pads.force_pads import ForcePads


class Board:
    """Base of the two.

    Attributes:
        name: what board it is, one word.
        chip_id: the chip's own id.
        boot_id: 64 random bits as 16 digits, new at each boot.
        clock: gives device_us.
        settings_path: of the file that is kept over a power cut; None: nothing is kept.
    """

    def __init__(self, name: str, chip_id: str, start_us: int, start_ticks: "Any", settings_path: "str | None") -> None:
        self.name = name
        self.chip_id = chip_id
        self.boot_id = binascii.hexlify(os.urandom(8)).decode()
        self.clock = DeviceClock(time.ticks_us, time.ticks_diff, start_us, start_ticks)
        self.settings_path = settings_path
        self._asked_ms = time.ticks_ms()
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def passed_ms(self) -> int:
        """Milliseconds since it was asked last."""
        now_ms = time.ticks_ms()
        passed_ms = time.ticks_diff(now_ms, self._asked_ms)
        self._asked_ms = now_ms
        return passed_ms

    def read_byte(self) -> int:
        """The next byte from the host, or -1 when none has come. Reading more at once could wait."""
        for event in self._readable.ipoll(0):
            if event[1] & select.POLLIN and self._in.readinto(self._byte):
                return self._byte[0]
        return -1

    def can_write(self) -> bool:
        """Whether one byte can be written without waiting."""
        for event in self._writable.ipoll(0):
            return bool(event[1] == select.POLLOUT)
        return False

    def write(self, data: memoryview) -> "int | None":
        """Writes; how many bytes it took."""
        return self._out.write(data)

    def wait_ms(self, ms: int) -> None:
        """Sleeps until a byte comes, but not longer than this."""
        for _ in self._readable.ipoll(ms):
            pass

    def ok_is_down(self) -> bool:
        """Whether somebody holds the OK button."""
        raise NotImplementedError

    def capture(self, outbox: Outbox) -> "Capture":
        """The maker of edges of this board."""
        raise NotImplementedError

    def force(self) -> "ForcePads":
        """The analogue pads of this board."""
        raise NotImplementedError

    def show(self, brightness: bytearray) -> None:
        """The lights of the seats, 0 to 255 each."""

    def sound(self, hz: int) -> None:
        """The buzzer; 0 is silence."""

    def free_bytes(self) -> int:
        """Free heap, now or a while ago."""
        raise NotImplementedError

    def open(self) -> None:
        """Takes the console: from now on no byte is Ctrl-C."""
        micropython.kbd_intr(-1)

    def close(self) -> None:
        """Gives the console back."""
        micropython.kbd_intr(3)


def this_board() -> Board:
    """The board that this runs on."""
    if sys.platform == "rp2":
        from pads.board_rp2 import Pico

        return Pico()
    from pads.board_unix import UnixBoard

    return UnixBoard(sys.argv[1:])
