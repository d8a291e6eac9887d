"""What samples the lines: the port, and the part that all its makers share.

A maker fills two rings with the words of the wire, most significant byte first: the timer's low word of each edge, and
its levels with the sampler's down-counter. On the board that is done by PIO and DMA while the processor does something
else (``pads.capture.pio``); on the unix MicroPython a script is played (``pads.capture.scripted``).

Here the edges move from the rings to the outbox, without allocation: losses are counted by the down-counter, stamps
get their high word, and a line that floods is muted.
"""

from array import array

import tjwire
from pads.blocks import fill, watch
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
        self._in_window = 0
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
        self._in_window = 0
        fill(self._counts, 0, LINES, 0)
        self.override()

    def head_after(self, low: "bytearray", head: int) -> int:
        """Where in the rings the first edge lies that is later than a stamp (its low word), at most the given place."""
        top = low[0] << 8 | low[1]
        bottom = low[2] << 8 | low[3]
        at = self._tail
        while at != head:
            ahead = (self.lows[4 * at] << 8 | self.lows[4 * at + 1]) - top & 0xFFFF
            if ahead == 0:
                if self.lows[4 * at + 2] << 8 | self.lows[4 * at + 3] > bottom:
                    break
            elif ahead < 0x8000:
                break
            at = (at + 1) % RING
        return at

    def collect(self, outbox: Outbox, clock: DeviceClock, most: int, head: int = -1) -> int:
        """Moves at most so many edges from the rings to the outbox; how many it took. Allocates nothing.

        Args:
            head: the place in the rings to go to; default all that is there.
        """
        taken = 0
        if head < 0:
            head = self.head()
        while taken < most and self._tail != head:
            count = min((head - self._tail) % RING, RING - self._tail, most - taken)
            # A block has one high word and lies in one window of the flood count; shorter ones soon do.
            while count > 1 and not self._are_alike(self._tail, self._tail + count - 1, clock):
                count >>= 1
            if not self._count_lost(self._tail + count - 1, count):
                self._lapped(self.head())
                return taken + 1
            self._watch(self._tail, count)
            outbox.put(self.lows, self.words, self._tail, count, self._high_of(self._tail, clock), EDGE)
            self._tail = (self._tail + count) % RING
            taken += count
        return taken

    def _are_alike(self, first: int, last: int, clock: DeviceClock) -> bool:
        same_window = self._window_of(first) == self._window_of(last)
        return same_window and self._high_of(first, clock) == self._high_of(last, clock)

    def _window_of(self, at: int) -> int:
        return self.lows[4 * at] << 4 | self.lows[4 * at + 1] >> 4

    def _high_of(self, at: int, clock: DeviceClock) -> int:
        """The high word of a stamp, which lies within half a wrap of the clock's newest reading."""
        top = self.lows[4 * at] << 8 | self.lows[4 * at + 1]
        if (top - clock.top) & 0x8000:
            return clock.high - 1 if top > clock.top else clock.high
        return clock.high + 1 if top < clock.top else clock.high

    def _count_lost(self, last: int, count: int) -> bool:
        """Counts what is missing before and in a block; False when the sampler ran round the rings."""
        counter = self.words[4 * last + 2] << 8 | self.words[4 * last + 3]
        gap = (self._expected - counter - (count - 1)) & 0xFFFF
        if gap >= RING and not self._was_lapped:
            return False
        self._was_lapped = False
        self.lost += gap
        self._expected = (counter - 1) & 0xFFFF
        return True

    def _watch(self, first: int, count: int) -> None:
        """Counts the edges of each line in the running window and mutes a line that floods."""
        window = self._window_of(first)
        if window != self._window:
            self._window = window
            self._in_window = 0
            fill(self._counts, 0, LINES, 0)
        self._levels = watch(self.words, first, count, self._levels, self._counts)
        self._in_window += count
        if self._in_window > FLOOD_EDGES:
            for line in range(LINES):
                if self._counts[line] > FLOOD_EDGES and not self.muted >> line & 1:
                    self._mute(line)

    def _mute(self, line: int) -> None:
        self.muted |= 1 << line
        self.override()

    def _lapped(self, head: int) -> None:
        """The sampler ran round the rings: what is in them is torn. Drop it, and mute the line with most edges.

        The first edge after it tells by its counter how many were lost.
        """
        fill(self._counts, 0, LINES, 0)
        before = self._levels
        for step in range(_SCANNED):
            before = watch(self.words, (head - _SCANNED + step) % RING, 1, before, self._counts)
        most = 0
        for line in range(LINES):
            if self._counts[line] > self._counts[most]:
                most = line
        self._mute(most)
        self._levels = before
        self._tail = head
        self._was_lapped = True
