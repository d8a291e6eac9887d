"""Who was first, as far as the measurement can tell.

In: stamps with their error bounds. Out: the order, or that it cannot be told. Knows no game and no clock: all stamps
lie on one time line.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Stamp:
    """When something happened.

    Attributes:
        t_us: on the table's time line.
        bound_us: the true time is not further from ``t_us`` than this.
    """

    t_us: int
    bound_us: int = 1


def is_dead_heat(one: Stamp, other: Stamp, margin_us: int = 0) -> bool:
    """Whether two stamps are too close to say which came first: the gap is not above both bounds and the margin.

    >>> is_dead_heat(Stamp(1_400_000), Stamp(1_400_002)), is_dead_heat(Stamp(1_400_000), Stamp(1_400_003))
    (True, False)
    """
    return abs(one.t_us - other.t_us) <= one.bound_us + other.bound_us + margin_us


def rivals(stamps: Iterable[Stamp | None], margin_us: int = 0) -> tuple[int, ...]:
    """Which of these may have been the first, as indices: more than one is a dead heat.

    Something without a stamp may have been first as well as last.

    >>> rivals([Stamp(90), Stamp(40), Stamp(41), Stamp(42)])
    (1, 2, 3)
    >>> rivals([Stamp(90), None, Stamp(40)])
    (1, 2)
    """
    told = list(stamps)
    known = [stamp for stamp in told if stamp is not None]
    earliest = min(known, default=None)
    return tuple(
        index
        for index, stamp in enumerate(told)
        if stamp is None or earliest is None or is_dead_heat(stamp, earliest, margin_us)
    )
