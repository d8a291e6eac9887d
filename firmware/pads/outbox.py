"""Edges wait here until the host says that they are in its journal.

In: words as the sampler left them in memory. Out: lines, made only when they can be sent. Everything is allocated once;
putting an edge in allocates nothing. When it is full the oldest stay and the newest are counted as lost.
"""

from array import array

import tjwire
from pads.blocks import copy_words, fill, run_of

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from pads.blocks_plain import Buffer

EDGE = 0
FORCE = 1
_LINE_OF = (tjwire.edges_line, tjwire.force_line)

SIZE = 4096


class Outbox:
    """A ring of numbered edges.

    Attributes:
        oldest: number of the oldest edge kept; all below are acknowledged.
        next_number: that the next edge gets.
        unsent: number of the next edge to send.
        lost: edges that found it full.
    """

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._lows = bytearray(4 * size)
        self._words = bytearray(4 * size)
        self._lows_view = memoryview(self._lows)
        self._words_view = memoryview(self._words)
        # Kind and high word of each edge; 15 bits of the latter are enough for four years.
        self._tags = array("H", bytearray(2 * size))
        self.oldest = 0
        self.next_number = 0
        self.unsent = 0
        self.lost = 0

    @property
    def room(self) -> int:
        """How many more edges it takes."""
        return self._size - (self.next_number - self.oldest)

    def put(self, lows: "Buffer", words: "Buffer", at: int, count: int, high: int, kind: int) -> None:
        """Keeps neighbouring edges of two rings that share a high word; counts those for which there is no room."""
        kept = min(count, self._size - (self.next_number - self.oldest))
        self.lost += count - kept
        while kept:
            slot = self.next_number % self._size
            block = min(kept, self._size - slot)
            copy_words(lows, at, self._lows, slot, block)
            copy_words(words, at, self._words, slot, block)
            fill(self._tags, slot, block, high << 1 | kind)
            self.next_number += block
            at += block
            kept -= block

    def acknowledge(self, number: int) -> bool:
        """Forgets all below ``number``; False when there is no such edge yet."""
        if number > self.next_number:
            return False
        if number > self.oldest:
            self.oldest = number
            if self.unsent < number:
                self.unsent = number
        return True

    def rewind(self, number: int) -> bool:
        """Sends again from ``number`` on; False when it is not kept."""
        if not self.oldest <= number <= self.next_number:
            return False
        if number < self.unsent:
            self.unsent = number
        return True

    def next_line(self) -> "bytes | None":
        """The next line to send, or None when all is sent. Neighbours share a line while kind and high word agree."""
        number = self.unsent
        count = self.next_number - number
        if not count:
            return None
        first = number % self._size
        count = run_of(self._tags, first, min(count, tjwire.EDGES_MAX, self._size - first))
        self.unsent = number + count
        tag = self._tags[first]
        lows = bytes(self._lows_view[4 * first : 4 * (first + count)])
        words = bytes(self._words_view[4 * first : 4 * (first + count)])
        return _LINE_OF[tag & 1](number, tag >> 1, lows, words)
