"""What one line did while somebody watched it: its changes in groups that belong together, and the figures of each.

In: level changes with their stamps, before any debounce. Out: :class:`Unrest` values: a press is one, a release is one,
however much they bounced. Time is device time of one boot.
"""

from dataclasses import dataclass, replace

REST_US = 60_000
"""Changes closer than this are one movement of the contact. Worn switches pause for up to 16 ms; a hand that presses
and lets go on purpose needs longer than this."""

KEPT = 1_000
"""So many movements of a line are kept one by one; a line with more floods, and only their number matters."""


@dataclass(frozen=True, slots=True)
class Unrest:
    """Changes that follow one another within :data:`REST_US`.

    Attributes:
        changes: how many; an odd number changed the level for good.
        longest_us: the longest pause between two of them: so long must a settle time be at the least.
        down: the level after them.
    """

    began_us: int
    ended_us: int
    changes: int
    longest_us: int
    down: bool

    @property
    def is_press(self) -> bool:
        """The line was up before and is down now."""
        return self.down and self.changes % 2 == 1

    @property
    def is_release(self) -> bool:
        """The line was down before and is up now."""
        return not self.down and self.changes % 2 == 1

    @property
    def unrest_us(self) -> int:
        """How long it was restless, without the longest pause: what is held against ``chatter_us``."""
        return self.ended_us - self.began_us - self.longest_us


@dataclass(frozen=True, slots=True)
class Trace:
    """One line since the watch began.

    Attributes:
        began_down, down: its level then and now.
        open: the changes that are not at rest yet.
        over: those that are.
        changes: of all of them.

    Example:
        >>> trace = Trace()
        >>> for at_us in (1_000, 1_200, 1_900, 500_000):
        ...     trace = trace.change(at_us)
        >>> trace = trace.let_pass(600_000)
        >>> [(each.is_press, each.changes, each.longest_us) for each in trace.over]
        [(True, 3, 700), (False, 1, 0)]
    """

    began_down: bool = False
    down: bool = False
    open: Unrest | None = None
    over: tuple[Unrest, ...] = ()
    changes: int = 0

    @classmethod
    def begin(cls, down: bool) -> "Trace":
        """A line that has this level and is at rest."""
        return cls(began_down=down, down=down)

    def change(self, at_us: int) -> "Trace":
        """The level changes."""
        rested = self.let_pass(at_us)
        down, before = not rested.down, rested.open
        if before is None:
            now = Unrest(at_us, at_us, 1, 0, down)
        else:
            longest_us = max(before.longest_us, at_us - before.ended_us)
            now = Unrest(before.began_us, at_us, before.changes + 1, longest_us, down)
        return replace(rested, down=down, open=now, changes=rested.changes + 1)

    def let_pass(self, until_us: int) -> "Trace":
        """Device time has come so far."""
        if self.open is None or until_us - self.open.ended_us <= REST_US:
            return self
        over = (*self.over, self.open) if len(self.over) < KEPT else self.over
        return replace(self, open=None, over=over)

    @property
    def most_changes(self) -> int:
        """Of one movement."""
        counts = [each.changes for each in self.over]
        return max((*counts, 0 if self.open is None else self.open.changes), default=0)

    @property
    def fleeting(self) -> int:
        """The changes of movements that left the line as it was."""
        return sum(each.changes for each in self.over if each.changes % 2 == 0)

    @property
    def presses(self) -> tuple[Unrest, ...]:
        """The movements that pressed it and are over."""
        return tuple(each for each in self.over if each.is_press)

    @property
    def releases(self) -> tuple[Unrest, ...]:
        """The movements that let it go and are over."""
        return tuple(each for each in self.over if each.is_release)

    @property
    def last_us(self) -> int | None:
        """When it changed last; None where it did not."""
        last = self.open or (self.over[-1] if self.over else None)
        return None if last is None else last.ended_us

    @property
    def longest_us(self) -> int:
        """The longest pause within a movement."""
        return max((each.longest_us for each in self.over), default=0)

    @property
    def worst_us(self) -> int:
        """The longest unrest of a movement."""
        return max((each.unrest_us for each in self.over), default=0)
