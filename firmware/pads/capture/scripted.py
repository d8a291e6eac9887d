"""Edges played from a file, for the unix MicroPython: the same rings, outbox and loop as on the board.

The script is text, a row an edge, times in order; empty rows and rows that begin with ``#`` or ``time_us`` are skipped:

    time_us,line,level      line 0 to 15 (decimal), level 1 is pressed
    time_us,levels          all sixteen lines at once (hexadecimal), 1 is pressed
    hold                    nothing more until the script is told to go on; times count from 0 again then

Rows of the same time are one edge; a row that changes nothing is none. Times count in µs from the beginning of the
script, which is when the first host says hi, or at a given device_us. Stamps are exactly those of the script, however
late the row is played. Played ``fast``, the clock jumps to each edge as soon as there is room for it.

``pressed`` is what the wire calls 1 under the default polarity: a script is written for people, not for pull-ups.
"""

import tjwire
from pads.capture import RING, Capture
from pads.clock import DeviceClock
from pads.outbox import Outbox
from pads.pinout import ALL_LINES, INVERT, LINES

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class ScriptError(Exception):
    """A row of the script that is none."""


class Script:
    """Reads a script row by row, so that a million edges need no memory.

    Attributes:
        time_us: of the next edge, from the beginning of the script; -1 when there is none left.
        levels: all lines after it.
        held: whether it waits to be told to go on; its next edge is not known before.
    """

    def __init__(self, rows: "Iterator[str]", levels: int) -> None:
        self._rows = rows
        self._count = 0
        self._ahead_us = 0
        self._ahead = levels
        self.time_us = 0
        self.levels = levels
        self.go_on()

    def go_on(self) -> None:
        """Begins, at 0 µs, with what comes next."""
        self.held = False
        self._ahead_us = 0
        self._read()
        self.next()

    def next(self) -> None:
        """Goes to the next edge."""
        levels = self.levels
        while self._ahead_us >= 0:
            self.time_us = self._ahead_us
            while self._ahead_us == self.time_us:
                self.levels = self._ahead
                self._read()
            if self.levels != levels:
                return
        self.time_us = -1

    def _read(self) -> None:
        for row in self._rows:
            self._count += 1
            row = row.strip()
            if not row or row[0] == "#" or row.startswith("time_us"):
                continue
            if row == "hold":
                self.held = True
                break
            time_us, levels = self._of_row(row)
            if time_us < self._ahead_us:
                raise ScriptError("row %d of the script goes back in time: %s" % (self._count, row))
            self._ahead_us = time_us
            self._ahead = levels
            return
        self._ahead_us = -1

    def _of_row(self, row: str) -> "tuple[int, int]":
        columns = row.split(",")
        try:
            time_us = int(columns[0])
            if len(columns) == 2:
                levels = int(columns[1], 16)
                if 0 <= levels <= ALL_LINES:
                    return time_us, levels
            elif len(columns) == 3:
                line = int(columns[1])
                level = int(columns[2])
                if 0 <= line < LINES and 0 <= level <= 1:
                    return time_us, self._ahead & ~(1 << line) | level << line
        except ValueError:
            pass
        raise ScriptError("row %d of the script must be time_us,line,level or time_us,levels: %s" % (self._count, row))


class ScriptedCapture(Capture):
    """Plays a script into the rings."""

    def __init__(
        self,
        rows: "Iterator[str]",
        clock: DeviceClock,
        outbox: Outbox,
        levels: int,
        go_us: "int | None",
        fast: bool,
        goes_on: "Callable[[], bool]" = lambda: False,
    ) -> None:
        """goes_on is asked, while the script is held, whether it has been told to go on."""
        super().__init__()
        self.lows = bytearray(4 * RING)
        self.words = bytearray(4 * RING)
        self._clock = clock
        self._outbox = outbox
        self._script = Script(rows, levels)
        self._go_us = go_us
        self._fast = fast
        self._goes_on = goes_on
        self._played = levels
        self._head = 0
        self._counter = tjwire.FIRST_COUNTER
        self._sampled = levels
        self._samples = False

    def start(self) -> None:
        self._samples = True
        self._sampled = self._levels = self.levels_now()

    def stop(self) -> None:
        self._samples = False

    def head(self) -> int:
        return self._head

    def levels_now(self) -> int:
        return (self._played ^ INVERT ^ self.invert) & self.enable & ~self.muted

    def override(self) -> None:
        if self._samples:
            self.play()  # what the hands did before comes before
            self._sample(self._clock.now_us())

    def begin(self) -> None:
        if self._go_us is None:
            self._go_us = self._clock.now_us()

    def play(self) -> bool:
        if self._go_us is None or not self._samples:
            return False
        now_us = self._clock.now_us()
        if self._script.time_us < 0:
            if not (self._script.held and self._goes_on()):
                return False
            self._script.go_on()
            self._go_us = now_us
        played = False
        while self._script.time_us >= 0 and self._has_room():
            stamp_us = self._go_us + self._script.time_us
            if stamp_us > now_us:
                if not self._fast:
                    break
                self._clock.skip_to(stamp_us)
                now_us = self._clock.now_us()
            self._played = self._script.levels
            self._sample(stamp_us)
            self._script.next()
            played = True
        return played

    def _has_room(self) -> bool:
        waiting = (self._head - self._tail) % RING
        if not self._fast:
            return waiting < RING - 1
        # A fast script waits for the host; a hand does not.
        return waiting < min(RING - 1, self._outbox.room)

    def _sample(self, stamp_us: int) -> None:
        """What the sampler does: where a level changed, push stamp and levels with the counter."""
        levels = self.levels_now()
        if levels == self._sampled:
            return
        self._sampled = levels
        at = 4 * self._head
        self.lows[at : at + 4] = (stamp_us & 0xFFFFFFFF).to_bytes(4, "big")
        self.words[at : at + 4] = (levels << 16 | self._counter).to_bytes(4, "big")
        self._counter = (self._counter - 1) & 0xFFFF
        self._head = (self._head + 1) % RING
