"""Edges wait here until the host says that they are in its journal.

In: words as the sampler left them in memory. Out: lines, made only when they can be sent. Everything is allocated once;
putting an edge in allocates nothing. When it is full the oldest stay and the newest are counted as lost.
"""

from array import array

import tjwire

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
        # Half a high word is enough for nine years.
        self._highs = array("H", bytearray(2 * size))
        self._kinds = bytearray(size)
        self.oldest = 0
        self.next_number = 0
        self.unsent = 0
        self.lost = 0

    @property
    def room(self) -> int:
        """How many more edges it takes."""
        return self._size - (self.next_number - self.oldest)

    def put(
        self, lows: "bytearray | memoryview", words: "bytearray | memoryview", at: int, high: int, kind: int
    ) -> bool:
        """Keeps the low word and the word that lie at byte ``at`` of the two rings; False and counted when full."""
        if self.next_number - self.oldest == self._size:
            self.lost += 1
            return False
        slot = self.next_number % self._size
        self._highs[slot] = high
        self._kinds[slot] = kind
        slot *= 4
        # Byte by byte: a 32-bit word above 2^30 would be an allocated number on the board.
        mine = self._lows
        mine[slot] = lows[at]
        mine[slot + 1] = lows[at + 1]
        mine[slot + 2] = lows[at + 2]
        mine[slot + 3] = lows[at + 3]
        mine = self._words
        mine[slot] = words[at]
        mine[slot + 1] = words[at + 1]
        mine[slot + 2] = words[at + 2]
        mine[slot + 3] = words[at + 3]
        self.next_number += 1
        return True

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
        high = self._highs[first]
        kind = self._kinds[first]
        last = min(first + min(count, tjwire.EDGES_MAX), self._size)
        end = first + 1
        while end < last and self._highs[end] == high and self._kinds[end] == kind:
            end += 1
        self.unsent = number + end - first
        lows = bytes(self._lows_view[4 * first : 4 * end])
        words = bytes(self._words_view[4 * first : 4 * end])
        return _LINE_OF[kind](number, high, lows, words)
