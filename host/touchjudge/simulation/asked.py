"""The people at a simulated table that is calibrated: they press what is asked for, once, and let go.

In: what calibration shows (``asked``, ``number``). Out: acts.
"""

from random import Random

from touchjudge.session.places import SEATS, TARGETS
from touchjudge.simulation.acts import Act, Contact, View, seat
from touchjudge.simulation.players import TARGETS as SPOTS

_THINKS_US = (600_000, 1_500_000)
_HOLDS_US = (250_000, 600_000)


class AskedPeople:
    """One person who does as asked.

    Example:
        >>> people = AskedPeople(seed=1)
        >>> [act.place for act in people.look({"asked": "target2", "number": 1}, 0)]
        ['pig']
        >>> people.look({"asked": "target2", "number": 1}, 50)
        []
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(f"{seed}/asked")
        self._number = 0

    def look(self, view: View, now_us: int) -> list[Act]:
        """Press what is asked for now; see :class:`~touchjudge.simulation.acts.People`."""
        place, number = view.get("asked"), view.get("number", 0)
        if place is None or number == self._number:
            return []
        self._number = number
        began_us = now_us + self._random.randint(*_THINKS_US)
        return [Contact(hand_place(place), began_us, began_us + self._random.randint(*_HOLDS_US))]

    def next_look_us(self) -> int | None:
        """They only wait to be asked."""
        return None


def hand_place(place: str) -> str:
    """The place of a table file, as hands know it on a simulated table.

    >>> hand_place("target1"), hand_place("seat2"), hand_place("ok")
    ('mushroom', 'seat:seat2', 'ok')
    """
    if place in TARGETS:
        return SPOTS[TARGETS.index(place)]
    return seat(place) if place in SEATS else place
