"""Which lines of a board have an analogue pad, and how far it must be pressed. Ref: docs/pads.md."""

from dataclasses import dataclass

from touchjudge.errors import ConfigError

FORCE_LINES = 3  # the first of a board; line n is ADC n
VALUES = range(1, 65_536)


@dataclass(frozen=True, slots=True)
class ForcePads:
    """The analogue pads of a board.

    Attributes:
        lines: mask of the lines that have one.
        on, off: how far above what it reads at rest a pad is pressed, and let go; of 65,535.

    Raises:
        ConfigError: a line without an ADC, or thresholds that are not 1 to 65,535 with ``off`` below ``on``.

    >>> ForcePads(lines=0b101).enabled
    [0, 2]
    >>> ForcePads(lines=0b1, on=9_000, off=9_000)
    Traceback (most recent call last):
    touchjudge.errors.ConfigError: off is 9000: it must be below on (9000), or a pad flickers; give about three quarters
    """

    lines: int = 0
    on: int = 16_000
    off: int = 12_000

    def __post_init__(self) -> None:
        if self.lines >> FORCE_LINES:
            raise ConfigError(f"analogue pads are on lines 0 to {FORCE_LINES - 1} only, as a board has no more ADCs")
        for name, value in (("on", self.on), ("off", self.off)):
            if type(value) is not int or value not in VALUES:
                raise ConfigError(f"{name} is {value!r}: allowed are {VALUES.start} to {VALUES.stop - 1}")
        if self.off >= self.on:
            raise ConfigError(
                f"off is {self.off}: it must be below on ({self.on}), or a pad flickers; give about three quarters"
            )

    @property
    def enabled(self) -> list[int]:
        """The lines, in order."""
        return [line for line in range(FORCE_LINES) if self.lines >> line & 1]
