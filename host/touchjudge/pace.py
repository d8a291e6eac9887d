"""The virtual clock of a table that is simulated or played from a recording: it jumps from event to event.

Time passes only in :meth:`Pace.go_to`. At a finite speed real time is waited for; a thread that wants to be heard wakes
the one that waits.
"""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import inf

_NOT_WORTH_A_SLEEP_NS = 1_000_000
_GIVES_UP_CATCHING_UP_NS = 500_000_000  # of real time: after a suspended laptop the table goes on, it does not race
START_NS = 1_000_000_000_000


class Pace:
    """A clock (:class:`touchjudge.ports.Clock`) and the way to make it go.

    Args:
        speed: virtual seconds a real one; infinite: never wait.
        started: wall clock at the start.
        real_ns: a monotonic clock.
        sleep: waits so many seconds, or until woken if it is the default.
    """

    def __init__(
        self,
        speed: float,
        *,
        started: datetime | None = None,
        real_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.speed = speed
        self._started = started or datetime.now(UTC)
        self._real_ns = real_ns
        self._woken = threading.Event()
        self._sleep = sleep or self._woken.wait
        self._now_ns = START_NS
        self._anchor: tuple[float, int, int] | None = None  # speed, real and virtual ns that belong together

    def host_ns(self) -> int:
        """The virtual time."""
        return self._now_ns

    def wall_utc(self) -> str:
        """The wall clock at the start, and the virtual time since."""
        now = self._started + timedelta(microseconds=(self._now_ns - START_NS) // 1000)
        return now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def wake(self) -> None:
        """End the wait of the table's thread; from any thread."""
        self._woken.set()

    def rest(self) -> None:
        """Wait until woken: nothing will happen by itself."""
        self._woken.wait()
        self._woken.clear()

    def go_to(self, until_ns: int, *, at_most: float = inf) -> bool:
        """Let time pass; False if woken before ``until_ns``.

        Args:
            at_most: a lower speed for this way.
        """
        speed = min(self.speed, at_most)
        if speed == inf:
            self._now_ns = max(self._now_ns, until_ns)
            return True
        if self._anchor is None or self._anchor[0] != speed:
            self._anchor = speed, self._real_ns(), self._now_ns
        while True:
            _, anchor_real_ns, anchor_ns = self._anchor
            due_real_ns = anchor_real_ns + round((until_ns - anchor_ns) / speed)
            left_ns = due_real_ns - self._real_ns()
            if left_ns < _NOT_WORTH_A_SLEEP_NS:
                if left_ns < -_GIVES_UP_CATCHING_UP_NS:
                    self._anchor = speed, self._real_ns(), until_ns
                self._now_ns = max(self._now_ns, until_ns)
                return True
            self._sleep(left_ns / 1e9)
            if self._woken.is_set():
                self._woken.clear()
                passed_ns = anchor_ns + round((self._real_ns() - anchor_real_ns) * speed)
                self._now_ns = max(self._now_ns, min(passed_ns, until_ns))
                return False
