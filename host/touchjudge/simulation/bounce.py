"""How contacts bounce: bursts of quick level changes with longer pauses between them, as recorded on real switches.

In: chance and the kind of contact. Out: when the level changes, in µs after the first touch. A press and a release
change the level an odd number of times. Two changes within one microsecond get the same stamp, as on the board.
"""

from dataclasses import dataclass
from math import log
from random import Random


@dataclass(frozen=True, slots=True)
class Bounce:
    """What one direction of a contact looks like.

    Attributes:
        clean: chance, 0 to 1, of a single change without any bounce.
        bursts: fewest and most bursts.
        changes: median of the level changes in a burst.
        gap_us: median between changes in a burst. pause_us: median between bursts.
        longest_us: everything is quiet by then.
    """

    clean: float
    bursts: tuple[int, int]
    changes: float
    gap_us: float
    pause_us: float
    longest_us: int


# The press of a rocker: 17 to 157 changes (median 37) over 0.3 to 1.1 ms; its release is mostly clean, else a few
# changes within 46 µs. A pad is as rough; a push button is better.
PAD_PRESS = Bounce(0.0, (3, 6), 7.0, 2.6, 80.0, 1100)
PAD_RELEASE = Bounce(0.7, (1, 1), 3.0, 5.0, 20.0, 46)
BUTTON_PRESS = Bounce(0.3, (1, 2), 3.0, 4.0, 90.0, 500)
BUTTON_RELEASE = Bounce(0.85, (1, 1), 3.0, 5.0, 20.0, 46)


def changes_us(random: Random, kind: Bounce) -> tuple[int, ...]:
    """When the level changes, in µs after the first change; an odd number of times, not falling.

    >>> changes_us(Random(3), PAD_RELEASE)
    (0,)
    >>> len(changes_us(Random(3), PAD_PRESS)) % 2
    1
    """
    if random.random() < kind.clean:
        return (0,)
    at_us = 0.0
    changes = []
    for burst in range(random.randint(*kind.bursts)):
        if burst:
            at_us += random.lognormvariate(log(kind.pause_us), 0.8)
        for _ in range(max(1, round(random.lognormvariate(log(kind.changes), 0.75)))):
            changes.append(round(at_us))
            at_us += random.lognormvariate(log(kind.gap_us), 0.9)
    changes = [change for change in changes if change <= kind.longest_us]
    return tuple(changes if len(changes) % 2 else changes[:-1])
