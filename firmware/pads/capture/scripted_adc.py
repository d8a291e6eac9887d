"""Analogue pads played from a file, for the unix MicroPython: the same ring, channels and outbox as on the board.

The script is text, times in order; empty rows and rows that begin with ``#`` or ``time_us`` are skipped:

    time_us,value,value,value     what ADC 0, 1 and 2 show from this time on, 0 to 65535

Times count in µs from the beginning of the script, which is when the first host says hi, or at a given device_us.
Before, the pads show what the first row says. Samples are made when they are asked for, and have the values and numbers
of their times, however late that is.
"""

from pads.capture.scripted import ScriptError
from pads.clock import DeviceClock
from pads.force import CHANNELS
from pads.force_plain import RING
from pads.force_samples import INTERVAL_US, Samples

_AT_ONCE = 600  # samples made at a time, so that the ring is not lapped
_VALUE_MAX = 0xFFFF

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from collections.abc import Iterator


class ScriptedSamples(Samples):
    """Samples of a script."""

    def __init__(self, rows: "Iterator[str]", clock: DeviceClock, go_us: "int | None") -> None:
        super().__init__()
        self.ring = bytearray(2 * RING)
        self._rows = rows
        self._count = 0
        self._device = clock
        self._go_us = go_us
        self._samples = False
        self._began_us = 0
        self._made = 0
        self._ahead: "tuple[int, tuple[int, ...]] | None" = None
        self._ahead = self._read()
        self._values = (0, 0, 0) if self._ahead is None else self._ahead[1]

    def start(self) -> None:
        self._samples = True
        self._began_us = self._device.now_us()
        self._made = 0
        self.clock.set_by(self._began_us, 0)

    def stop(self) -> None:
        self._samples = False

    def begin(self) -> None:
        if self._go_us is None:
            self._go_us = self._device.now_us()

    def taken(self) -> int:
        if self._samples:
            passed_us = self._device.now_us() - self._began_us
            due = CHANNELS * passed_us // INTERVAL_US + 1
            for _ in range(min(due - self._made, _AT_ONCE)):
                self._make()
        return self._made

    def _make(self) -> None:
        taken_us = self._began_us + self._made * INTERVAL_US // CHANNELS
        if self._go_us is not None:
            while self._ahead is not None and self._go_us + self._ahead[0] <= taken_us:
                self._values = self._ahead[1]
                self._ahead = self._read()
        value = self._values[self._made % CHANNELS] >> 4
        at = 2 * (self._made % RING)
        self.ring[at] = value & 0xFF
        self.ring[at + 1] = value >> 8
        self._made += 1

    def _read(self) -> "tuple[int, tuple[int, ...]] | None":
        for row in self._rows:
            self._count += 1
            row = row.strip()
            if row and row[0] != "#" and not row.startswith("time_us"):
                return self._of_row(row)
        return None

    def _of_row(self, row: str) -> "tuple[int, tuple[int, ...]]":
        try:
            numbers = tuple([int(column) for column in row.split(",")])
        except ValueError:
            numbers = ()
        if len(numbers) != 1 + CHANNELS or min(numbers) < 0 or max(numbers[1:]) > _VALUE_MAX:
            raise ScriptError(
                "row %d of the analogue script must be time_us,value,value,value (0 to 65535): %s" % (self._count, row)
            )
        if self._ahead is not None and numbers[0] < self._ahead[0]:
            raise ScriptError("row %d of the analogue script goes back in time: %s" % (self._count, row))
        return numbers[0], numbers[1:]
