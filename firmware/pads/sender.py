"""Writes to a host that may not read, without ever waiting for it.

On the board a write that does not fit holds the program for a quarter of a second, and "ready" means one free byte. The
USB queue is a multiple of 64 bytes and empties by 64, so whole blocks of 64 always fit where one byte fits. After a
short write that is no longer so: then single bytes go out until the queue is full, from where it empties by 64 again.
"""

import tjwire

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK = 64
_SIZE = BLOCK + tjwire.LINE_MAX
_FILLING = b"\n" * BLOCK


class Sender:
    """Cuts lines into blocks.

    Attributes:
        waiting: bytes not yet written.
    """

    def __init__(self, write: "Callable[[memoryview], int | None]", can_write: "Callable[[], bool]") -> None:
        self._write = write
        self._can_write = can_write
        self._kept = bytearray(_SIZE)
        self._view = memoryview(self._kept)
        self._singly = False
        self.waiting = 0

    def speak(self, next_line: "Callable[[], bytes | None]", blocks: int) -> bool:
        """Writes at most so many blocks of what there is to say; True when something was written.

        Lines are asked for only when their first byte can be written, so that what they tell is fresh.
        """
        spoke = False
        for _ in range(blocks):
            if not self._can_write():
                self._singly = False
                break
            self._fill(next_line)
            if not self.waiting:
                break
            wrote = self._write_singly() if self._singly else self._write_block()
            spoke = spoke or wrote
        return spoke

    def _fill(self, next_line: "Callable[[], bytes | None]") -> None:
        while self.waiting < BLOCK:
            line = next_line()
            if line is None:
                break
            self._kept[self.waiting : self.waiting + len(line)] = line
            self.waiting += len(line)
        # Line ends mean nothing between lines, so they fill the last block.
        if 0 < self.waiting < BLOCK:
            self._kept[self.waiting : BLOCK] = _FILLING[self.waiting :]
            self.waiting = BLOCK

    def _write_block(self) -> bool:
        wrote = self._write(self._view[:BLOCK]) or 0
        self._singly = wrote < BLOCK
        self._forget(wrote)
        return wrote > 0

    def _write_singly(self) -> bool:
        wrote = 0
        while wrote < BLOCK and wrote < self.waiting:
            if not self._can_write():
                self._singly = False
                break
            if not self._write(self._view[wrote : wrote + 1]):
                break
            wrote += 1
        self._forget(wrote)
        return wrote > 0

    def _forget(self, wrote: int) -> None:
        self.waiting -= wrote
        self._kept[: self.waiting] = self._kept[wrote : wrote + self.waiting]
