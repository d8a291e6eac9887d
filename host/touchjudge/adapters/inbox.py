"""The table's inbox with real parts: a bounded queue that threads fill and the table empties, and that counts."""

import threading
from collections import deque

from touchjudge.errors import ConfigError
from touchjudge.ports import Arrival, Clock, Stop


class QueueInbox:
    """The port :class:`touchjudge.ports.Inbox`.

    Args:
        clock: on which :meth:`wait` waits.
        size: so many arrivals may wait; 1 or more. A :class:`Stop` always finds room.

    Raises:
        ConfigError: a size below 1.
    """

    def __init__(self, clock: Clock, size: int = 1024) -> None:
        if size < 1:
            raise ConfigError(f"inbox size is {size}: it must be 1 or more")
        self._clock = clock
        self._size = size
        self._arrivals: deque[Arrival] = deque()
        self._changed = threading.Condition()
        self._refused = 0

    def put(self, arrival: Arrival) -> bool:
        """From any thread; False and counted when it is full."""
        with self._changed:
            if len(self._arrivals) >= self._size and not isinstance(arrival, Stop):
                self._refused += 1
                return False
            self._arrivals.append(arrival)
            self._changed.notify()
            return True

    def wait(self, until_ns: int | None) -> Arrival | None:
        """The next arrival; None at ``until_ns`` of the clock, or never without one."""
        with self._changed:
            while not self._arrivals:
                if until_ns is None:
                    self._changed.wait()
                    continue
                left_ns = until_ns - self._clock.host_ns()
                if left_ns <= 0:
                    return None
                self._changed.wait(left_ns / 1e9)
            return self._arrivals.popleft()

    @property
    def refused(self) -> int:
        """How many arrivals found it full."""
        return self._refused

    @property
    def waiting(self) -> int:
        """How many arrivals wait."""
        return len(self._arrivals)
