"""How a line is debounced: one unit (µs) and a stated range for each setting; nothing is rounded in silence."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from touchjudge.errors import ConfigError

SETTLE_US = range(100, 500_001)
GLITCH_US = range(10, 500_001)
CHATTER_US = range(1_000, 1_000_001)


@dataclass(frozen=True, slots=True)
class Settle:
    """Debounce settings of one line.

    Attributes:
        settle_us: a change is believed at once; after it the line is guarded in both directions until it has been
            quiet for this long. 100 to 500,000.
        glitch_us: an excursion shorter than this produces nothing at all; 0 turns it off, else 10 to ``settle_us``.
            A change is then told that much later, still stamped with its first edge.
        chatter_us: a line whose unrest after one change lasts longer than this (not counting its longest pause) is
            reported as chattering. 1,000 to 1,000,000.

    Raises:
        ConfigError: a value that is no whole number or outside its range.

    >>> Settle(settle_us=900).settle_us
    900
    >>> Settle(settle_us=0)
    Traceback (most recent call last):
    touchjudge.errors.ConfigError: settle_us is 0: allowed are 100 to 500000 whole microseconds; give one of these
    """

    # Worn switches chatter with pauses of up to 16 ms at a release; hands come back after 40 ms at the earliest.
    settle_us: int = 25_000
    glitch_us: int = 0
    # Healthy contacts are at rest within about 3 ms, two of them (a short slap) within 5.
    chatter_us: int = 5_000

    def __post_init__(self) -> None:
        _check("settle_us", self.settle_us, SETTLE_US)
        if self.glitch_us != 0 or isinstance(self.glitch_us, (bool, float)):
            _check("glitch_us", self.glitch_us, GLITCH_US, off=True)
        if self.glitch_us > self.settle_us:
            raise ConfigError(
                f"glitch_us is {self.glitch_us}: it must not be above settle_us ({self.settle_us});"
                " make it shorter or settle_us longer"
            )
        _check("chatter_us", self.chatter_us, CHATTER_US)

    @classmethod
    def from_ms(
        cls,
        *,
        settle_ms: int | float | str = "25",
        glitch_ms: int | float | str = "0",
        chatter_ms: int | float | str = "5",
    ) -> "Settle":
        """The same from milliseconds, as ``table.toml`` and the command line give them; fractions work.

        >>> Settle.from_ms(settle_ms=1.5).settle_us
        1500
        >>> Settle.from_ms(settle_ms=0)
        Traceback (most recent call last):
        touchjudge.errors.ConfigError: settle_ms is 0: allowed are 0.1 to 500 ms; give one of these
        """
        return cls(
            settle_us=_us_in("settle_ms", settle_ms, SETTLE_US),
            glitch_us=_us_in("glitch_ms", glitch_ms, GLITCH_US, off=True),
            chatter_us=_us_in("chatter_ms", chatter_ms, CHATTER_US),
        )


def whole_us(name: str, ms: int | float | str) -> int:
    """Milliseconds as whole microseconds, exactly.

    Raises:
        ConfigError: no number, or a fraction of a microsecond.

    >>> whole_us("settle_ms", 0.9)
    900
    >>> whole_us("settle_ms", "0.0004")
    Traceback (most recent call last):
    touchjudge.errors.ConfigError: settle_ms is 0.0004: the finest step is 0.001 ms; give a multiple of it
    """
    try:
        us = Decimal(str(ms)) * 1000
    except InvalidOperation:
        us = Decimal("NaN")
    if isinstance(ms, bool) or not us.is_finite():
        raise ConfigError(f"{name} is {ms!r}: it must be a number of milliseconds, such as 25 or 1.5")
    if us != us.to_integral_value():
        raise ConfigError(f"{name} is {ms}: the finest step is 0.001 ms; give a multiple of it")
    return int(us)


def _us_in(name: str, ms: int | float | str, allowed: range, *, off: bool = False) -> int:
    """Whole microseconds in a range; who gave milliseconds is told in milliseconds."""
    us = whole_us(name, ms)
    if us in allowed or (off and us == 0):
        return us
    legal = f"{'0 (off) or ' if off else ''}{allowed.start / 1000:g} to {(allowed.stop - 1) / 1000:g}"
    raise ConfigError(f"{name} is {ms}: allowed are {legal} ms; give one of these")


def _check(name: str, value: object, allowed: range, *, off: bool = False) -> None:
    if type(value) is int and value in allowed:
        return
    legal = f"{'0 (off) or ' if off else ''}{allowed.start} to {allowed.stop - 1}"
    raise ConfigError(f"{name} is {value!r}: allowed are {legal} whole microseconds; give one of these")
