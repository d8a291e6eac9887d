"""How often something that costs time may be asked for: each address so often, and all together so often.

In: who asks, and when. Out: how long they have to wait. Pure: the time is handed in, in seconds of any clock that only
goes forward. Nothing grows: who has not asked for long is forgotten, and no more than so many are remembered.
"""

from dataclasses import dataclass

MOST_ADDRESSES = 1024


@dataclass(slots=True)
class _Left:
    """What is left, and when that was so."""

    left: float
    at_s: float


class Allowance:
    """So many at once, then one more each so many seconds.

    Args:
        at_once: for one address.
        each_s: one more for an address each so many seconds.
        all_at_once, all_each_s: the same for all addresses together.

    >>> allowance = Allowance(at_once=2, each_s=10, all_at_once=100, all_each_s=1)
    >>> [allowance.wait_s("192.168.1.7", 0.0) for _ in range(3)], allowance.wait_s("192.168.1.8", 0.0)
    ([0.0, 0.0, 10.0], 0.0)
    """

    def __init__(self, *, at_once: int, each_s: float, all_at_once: int, all_each_s: float) -> None:
        self._at_once, self._each_s = float(at_once), each_s
        self._all_at_once, self._all_each_s = float(all_at_once), all_each_s
        self._of: dict[str, _Left] = {}  # who asked last stands last
        self._all = _Left(self._all_at_once, 0.0)

    def wait_s(self, address: str, now_s: float) -> float:
        """0 where this address may ask now, and then it has; else how long to wait."""
        own = self._of.pop(address, _Left(self._at_once, now_s))
        _refill(own, now_s, self._each_s, self._at_once)
        _refill(self._all, now_s, self._all_each_s, self._all_at_once)
        self._of[address] = own
        if len(self._of) > MOST_ADDRESSES:
            del self._of[next(iter(self._of))]
        wait_s = max((1 - own.left) * self._each_s, (1 - self._all.left) * self._all_each_s)
        if wait_s > 0:
            return wait_s
        own.left -= 1
        self._all.left -= 1
        return 0.0


def _refill(left: _Left, now_s: float, each_s: float, most: float) -> None:
    left.left = min(most, left.left + max(0.0, now_s - left.at_s) / each_s)
    left.at_s = now_s
