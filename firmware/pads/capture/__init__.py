"""What samples the lines: the port, and the part that all its makers share.

A maker fills two rings with the words of the wire, most significant byte first: the timer's low word of each edge, and
its levels with the sampler's down-counter. On the board that is done by PIO and DMA while the processor does something
else (``pads.capture.pio``); on the unix MicroPython a script is played (``pads.capture.scripted``).

Here the edges move from the rings to the outbox, without allocation: losses are counted by the down-counter, stamps
get their high word, and a line that floods is muted.
"""

from array import array

import tjwire
from pads.clock import DeviceClock
from pads.outbox import EDGE, Outbox
from pads.pinout import ALL_LINES, LINES

RING = 1024  # edges

# Stamps change their upper 12 bits every 2^20 µs: 2,000 edges a second are 2,097 in such a window.
FLOOD_EDGES = 2097

# When the rings were lapped this many of the newest words tell who flooded.
_SCANNED = 64


class Capture:
    """Base of the makers.

    A maker implements ``start``, ``stop``, ``head``, ``levels_now`` and ``override``; ``play`` and ``begin`` if it has
    to do something itself.

    Attributes:
        muted: mask of the lines that flooded.
        lost: edges that the sampler lost, told by its down-counter.
    """

    def __init__(self) -> None:
        # The maker brings the rings: 4 * RING bytes each.
        self.lows: "bytearray | memoryview" = bytearray(0)
        self.words: "bytearray | memoryview" = bytearray(0)
        self.invert = 0
        self.enable = ALL_LINES
        self.muted = 0
        self.lost = 0
        self._tail = 0
        self._expected = tjwire.FIRST_COUNTER
        self._was_lapped = False
        self._levels = 0
        self._window = 0
        self._counts = array("H", bytearray(2 * LINES))

    def start(self) -> None:
        """Begins to sample. Whatever an earlier run left armed is stopped first."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ends sampling; may be called twice."""
        raise NotImplementedError

    def head(self) -> int:
        """Where in the rings the next edge will be written, 0 to RING - 1; what lies before it is whole."""
        raise NotImplementedError

    def levels_now(self) -> int:
        """The levels of all lines, read now: after polarity, 0 for a line that is muted or not enabled."""
        raise NotImplementedError

    def override(self) -> None:
        """Makes the inputs follow ``invert``, ``enable`` and ``muted``."""
        raise NotImplementedError

    def play(self) -> bool:
        """Called each turn of the loop; True when there was something to do."""
        return False

    def begin(self) -> None:
        """The first host has said hi."""

    def configure(self, invert: int, enable: int) -> None:
        """Which lines are pressed when low (``invert``), and which count at all."""
        self.invert = invert
        self.enable = enable
        self.override()

    def unmute(self, lines: int) -> None:
        """Listens again to these lines."""
        self.muted &= ~lines
        for line in range(LINES):
            self._counts[line] = 0
        self.override()

    def collect(self, outbox: Outbox, clock: DeviceClock, most: int) -> int:
        """Moves at most so many edges from the rings to the outbox; how many it took. Allocates nothing."""
        taken = 0
        head = self.head()
        while taken < most and self._tail != head:
            at = 4 * self._tail
            counter = self.words[at + 2] << 8 | self.words[at + 3]
            gap = (self._expected - counter) & 0xFFFF
            if gap >= RING and not self._was_lapped:
                self._lapped(head)
                return taken + 1
            self._was_lapped = False
            self.lost += gap
            self._expected = (counter - 1) & 0xFFFF
            self._watch(at)
            outbox.put(self.lows, self.words, at, self._high_of(at, clock), EDGE)
            self._tail = (self._tail + 1) % RING
            taken += 1
        return taken

    def _high_of(self, at: int, clock: DeviceClock) -> int:
        """The high word of a stamp, which lies within half a wrap of the clock's newest reading."""
        top = self.lows[at] << 8 | self.lows[at + 1]
        if (top - clock.top) & 0x8000:
            return clock.high - 1 if top > clock.top else clock.high
        return clock.high + 1 if top < clock.top else clock.high

    def _watch(self, at: int) -> None:
        """Counts the edges of each line in the running window and mutes a line that floods."""
        window = self.lows[at] << 4 | self.lows[at + 1] >> 4
        if window != self._window:
            self._window = window
            for line in range(LINES):
                self._counts[line] = 0
        levels = self.words[at] << 8 | self.words[at + 1]
        changed = levels ^ self._levels
        self._levels = levels
        line = 0
        while changed:
            if changed & 1:
                self._counts[line] += 1
                if self._counts[line] > FLOOD_EDGES and not self.muted >> line & 1:
                    self._mute(line)
            changed >>= 1
            line += 1

    def _mute(self, line: int) -> None:
        self.muted |= 1 << line
        self.override()

    def _lapped(self, head: int) -> None:
        """The sampler ran round the rings: what is in them is torn. Drop it, and mute the line with most edges.

        The first edge after it tells by its counter how many were lost.
        """
        for line in range(LINES):
            self._counts[line] = 0
        before = -1
        for step in range(_SCANNED):
            at = 4 * ((head - _SCANNED + step) % RING)
            levels = self.words[at] << 8 | self.words[at + 1]
            if before >= 0:
                for line in range(LINES):
                    self._counts[line] += (levels ^ before) >> line & 1
            before = levels
        most = 0
        for line in range(LINES):
            if self._counts[line] > self._counts[most]:
                most = line
        self._mute(most)
        newest = 4 * ((head - 1) % RING)
        self._levels = self.words[newest] << 8 | self.words[newest + 1]
        self._tail = head
        self._was_lapped = True
