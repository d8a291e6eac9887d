"""What waits to be taken by a table on a virtual clock: its own arrivals, and those that other threads bring.

A table that is simulated or played from a recording is its own inbox; this is the part of it that threads may touch.
"""

import threading
from collections import deque

from touchjudge.pace import Pace
from touchjudge.ports import Arrival, Stop


class Pending:
    """Arrivals in order; what comes from outside is taken before the table's own.

    Args:
        pace: whoever waits in it is woken by what comes from outside.
        most: so many from outside may wait.

    Attributes:
        refused: how many from outside found no room.
    """

    def __init__(self, pace: Pace, most: int) -> None:
        self._pace = pace
        self._most = most
        self._own: deque[Arrival] = deque()
        self._outside: deque[Arrival] = deque()
        self._lock = threading.Lock()
        self.refused = 0

    def put(self, arrival: Arrival) -> bool:
        """From any thread; False and counted when too many wait. A stop always finds room."""
        with self._lock:
            if len(self._outside) >= self._most and not isinstance(arrival, Stop):
                self.refused += 1
                return False
            self._outside.append(arrival)
        self._pace.wake()
        return True

    def add(self, arrival: Arrival) -> None:
        """One of the table's own, on its thread."""
        self._own.append(arrival)

    def take(self) -> Arrival | None:
        """The next one, on the table's thread; None when nothing waits."""
        with self._lock:
            if self._outside:
                return self._outside.popleft()
        return self._own.popleft() if self._own else None

    def drop_own(self) -> None:
        """The table's own are wanted no more."""
        self._own.clear()
