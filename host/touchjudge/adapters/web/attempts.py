"""How often somebody may try the PIN: each address with longer and longer waits, and all together so many an hour.

In: who tried, when, how it went. Out: how long that address has to wait. Pure: the time is handed in, in seconds of any
clock that only goes forward. Why these figures: docs/decisions/0015-the-tables-pin.md.
"""

from dataclasses import dataclass

FREE_TRIES = 5
FIRST_WAIT_S = 5.0
LONGEST_WAIT_S = 900.0
FORGET_AFTER_S = 3600.0
MOST_ADDRESSES = 1024
# Of all addresses together: so many wrong ones at once, then one more each so many seconds.
WRONG_AT_ONCE = 60.0
WRONG_EVERY_S = 60.0


@dataclass(slots=True)
class _Wrong:
    """What one address did: how many wrong ones in a row, when the last was, until when it waits."""

    count: int
    last_s: float
    until_s: float


class Attempts:
    """Counts wrong PINs.

    >>> attempts = Attempts()
    >>> for _ in range(6):
    ...     attempts.wrong("192.168.1.66", 0.0)
    >>> attempts.wait_s("192.168.1.66", 0.0), attempts.wait_s("192.168.1.7", 0.0)
    (10.0, 0.0)
    """

    def __init__(self) -> None:
        self._of: dict[str, _Wrong] = {}  # who tried last stands last
        self._left = WRONG_AT_ONCE
        self._left_at_s: float | None = None

    def wait_s(self, address: str, now_s: float) -> float:
        """How long this address has to wait before it may try; 0 if it may now."""
        known = self._of.get(address)
        own_s = 0.0 if known is None else known.until_s - now_s
        left = self._refilled(now_s)
        all_s = 0.0 if left >= 1 else (1 - left) * WRONG_EVERY_S
        return max(0.0, own_s, all_s)

    def wrong(self, address: str, now_s: float, *, of_all: bool = True) -> None:
        """This address tried and was wrong.

        Args:
            of_all: it counts for all addresses together too.
        """
        known = self._of.pop(address, None)
        forgotten = known is None or now_s - known.last_s > FORGET_AFTER_S
        count = 1 if known is None or forgotten else known.count + 1
        doubled = count - FREE_TRIES
        wait_s = 0.0 if doubled < 0 else min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** min(doubled, 16))
        self._of[address] = _Wrong(count, now_s, now_s + wait_s)
        if len(self._of) > MOST_ADDRESSES:
            del self._of[next(iter(self._of))]
        if of_all:
            self._left = max(0.0, self._refilled(now_s) - 1)
            self._left_at_s = now_s

    def right(self, address: str) -> None:
        """This address is in."""
        self._of.pop(address, None)

    def _refilled(self, now_s: float) -> float:
        if self._left_at_s is None:
            return self._left
        return min(WRONG_AT_ONCE, self._left + max(0.0, now_s - self._left_at_s) / WRONG_EVERY_S)
