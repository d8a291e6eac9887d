"""device_us: 64-bit microseconds that never go back, built of ticks that wrap.

In: the platform's ticks. Out: device_us, and its upper parts as small numbers for the path that must not allocate.
"""

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class DeviceClock:
    """Counts on from ``start_us``, which it was at ``start_ticks``, by the differences of wrapping ticks.

    It must be read at least once in half a wrap of the ticks (9 minutes on the board); the loop reads it each turn.

    Attributes:
        high: high word of device_us at the newest reading.
        top: upper half of its low word, in units of 65,536 µs.
    """

    def __init__(
        self,
        ticks_us: "Callable[[], Any]",
        ticks_diff: "Callable[[Any, Any], int]",
        start_us: int,
        start_ticks: "Any",
    ) -> None:
        self._ticks_us = ticks_us
        self._ticks_diff = ticks_diff
        self._last_ticks = start_ticks
        self._now_us = start_us
        self.high = 0
        self.top = 0
        self.now_us()

    def now_us(self) -> int:
        """device_us now."""
        ticks = self._ticks_us()
        passed_us = self._ticks_diff(ticks, self._last_ticks)
        if passed_us > 0:
            self._last_ticks = ticks
            self._now_us += passed_us
        self.high = self._now_us >> 32
        self.top = (self._now_us >> 16) & 0xFFFF
        return self._now_us

    def skip_to(self, device_us: int) -> None:
        """Jump forward to this time if it is not there yet; for a script that is played without waiting."""
        if device_us > self._now_us:
            self._now_us = device_us
