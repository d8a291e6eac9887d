"""What the host says: numbered commands, never more a second than the wire allows, never a multiple of 64 bytes."""

from collections import deque
from collections.abc import Iterable

import tjwire

_SECOND_NS = 1_000_000_000
_QUEUE_MAX = 64


class Saying:
    """Numbers commands and lets them out at the rate that is allowed."""

    def __init__(self, lines_a_second: int, first_n: int = 1) -> None:
        self._lines_a_second = lines_a_second
        self._n = first_n
        self._said_ns: deque[int] = deque(maxlen=lines_a_second)
        # Lights and tones leave room for pings, gaps and acknowledgements.
        self._commands_a_second = max(1, lines_a_second * 2 // 5)
        self._commanded_ns: deque[int] = deque(maxlen=self._commands_a_second)
        self._queue: deque[tjwire.Line] = deque()

    def number(self) -> int:
        """The next command's own number."""
        n = self._n
        self._n = (n + 1) & 0xFFFF_FFFF
        return n

    def queue(self, line: tjwire.Line) -> bool:
        """Say this when there is room; False when too much waits already."""
        if len(self._queue) >= _QUEUE_MAX:
            return False
        self._queue.append(line)
        return True

    def queued(self, host_ns: int) -> tjwire.Line | None:
        """The next line that waits, when it may be said now."""
        due_ns = self.queued_due_ns(host_ns)
        if due_ns is None or due_ns > host_ns:
            return None
        self._commanded_ns.append(host_ns)
        return self._queue.popleft()

    def queued_due_ns(self, host_ns: int) -> int | None:
        """When the next line that waits may be said; None when none waits."""
        if not self._queue:
            return None
        if len(self._commanded_ns) < self._commands_a_second:
            return host_ns
        return max(host_ns, self._commanded_ns[0] + _SECOND_NS)

    def forget(self) -> None:
        """Nobody is there to hear what waits."""
        self._queue.clear()

    def room_ns(self, host_ns: int) -> int:
        """From when on a line may be said."""
        if len(self._said_ns) < self._lines_a_second:
            return host_ns
        return max(host_ns, self._said_ns[0] + _SECOND_NS)

    def said(self, host_ns: int) -> None:
        """A line goes out now."""
        self._said_ns.append(host_ns)


def written(lines: Iterable[tjwire.Line]) -> bytes:
    r"""Lines as they are written in one go.

    A line end more where the length would be a multiple of 64: some boards hold such a write back until the next one.

    >>> written([tjwire.Ping(26)])
    b'!ping 1a*1aa947cd\n'
    """
    data = b"".join(tjwire.encode(line) for line in lines)
    return data + b"\n" if data and len(data) % 64 == 0 else data
