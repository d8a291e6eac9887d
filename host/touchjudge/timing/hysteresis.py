"""One analogue pad read sample by sample: pressed above its rest by ``on``, let go below its rest by ``off``.

In: values of 16 bits, at any rate. Out: the pad's state. For boards that leave this to the host (the Pi's own header
with an MCP3008); a Pico does it itself, faster and with further hands (docs/pads.md).
"""

from dataclasses import dataclass, replace

FIRST = 16  # samples that are thrown away: a multiplexer that was just switched on tells of the channel before
CONFIRM = 2  # so many samples in a row beyond a limit are no spike
_UP_BITS = 13  # rest rises by this part of the difference a sample: it follows warmth, not a hand
_DOWN_BITS = 2  # and falls quickly: the last hand may have lain on it when all began


@dataclass(frozen=True, slots=True)
class PadState:
    """What is known of a pad.

    Attributes:
        on, off: how far above rest it is pressed, and let go; of 65,535, ``off`` below ``on``.
        rest: what it reads when nobody touches it, times 2**13; -1 before that is known.
        beyond: how many samples in a row said that it has changed.

    Example:
        >>> pad = PadState(on=16_000, off=12_000)
        >>> for value in [900] * 20 + [40_000, 41_000]:
        ...     pad = pad.take(value)
        >>> pad.pressed, pad.take(900).pressed, pad.take(900).take(900).pressed
        (True, True, False)
    """

    on: int
    off: int
    pressed: bool = False
    rest: int = -1
    seen: int = 0
    beyond: int = 0

    def take(self, value: int) -> "PadState":
        """The state after one more sample."""
        if self.seen < FIRST:
            return replace(self, seen=self.seen + 1)
        if self.rest < 0:
            return replace(self, rest=value << _UP_BITS)
        above = value - (self.rest >> _UP_BITS)
        changes = above < self.off if self.pressed else above >= self.on
        if changes:
            if self.beyond + 1 < CONFIRM:
                return replace(self, beyond=self.beyond + 1)
            return replace(self, pressed=not self.pressed, beyond=0)
        if self.pressed:
            return replace(self, beyond=0)
        change = above << (_UP_BITS - _DOWN_BITS) if above < 0 else above
        return replace(self, rest=self.rest + change, beyond=0)
