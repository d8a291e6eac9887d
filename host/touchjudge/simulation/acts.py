"""What simulated people do to a table: contacts on its spots, and lines of the table language.

Times are table time in µs. A contact is a person's own; where several lie on one pad, the pad is down from the first
to the last, and who it was cannot be told from it.
"""

from dataclasses import dataclass
from typing import Any, Protocol

View = dict[str, Any]  # what a screen shows, as session/view.py makes it
Line = dict[str, Any]  # a line of the table language


@dataclass(frozen=True, slots=True)
class Contact:
    """A hand on a spot.

    Attributes:
        place: a spot of the table, or a player's seat button as :func:`seat` names it.
        ended_us: None where the hand stays until an :class:`Away`.
        fails: the pad does not feel this one.
    """

    place: str
    began_us: int
    ended_us: int | None
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Away:
    """The hand that stayed on a place leaves it."""

    place: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Says:
    """Somebody tells the referee a line.

    Attributes:
        answers: the code of the question that it answers; it is not said any more when that is no longer asked.
    """

    at_us: int
    line: Line
    answers: str | None = None


Act = Contact | Away | Says


def seat(player: str) -> str:
    """The place of a player's seat button.

    >>> seat("Ana")
    'seat:Ana'
    """
    return f"seat:{player}"


class People(Protocol):
    """The simulated people of one game; one object plays a whole evening of it."""

    def look(self, view: View, now_us: int) -> list[Act]:
        """Take in what the table shows now; what they do about it, none of it in the past.

        Called when :meth:`next_look_us` has come, or, where they only wait, when something new is shown.
        """
        ...

    def next_look_us(self) -> int | None:
        """When they will look up by themselves, or None while they only wait for the table."""
        ...
