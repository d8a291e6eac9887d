"""Where the samples of the analogue pads come from, and when each was taken.

A maker fills a ring with samples of the channels in turn, without the processor where there is hardware for it
(``pads.capture.adc``), from a script on the unix MicroPython (``pads.capture.scripted_adc``). Which channel a sample
belongs to and when it was taken is said by its number since the start alone: sample n is of channel n modulo 3.
"""

from pads.force import CHANNELS, SAMPLES_A_S

INTERVAL_US = 1_000_000 // SAMPLES_A_S  # from one sample of a channel to its next
COUNT_MOST = (1 << 28) - 1  # samples from start to start: five hours

# What a sampling pad feels lies within the interval before the sample: its middle is wrong by half of it.
_MIDDLE_US = INTERVAL_US // 2

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from pads.force_plain import Buffer


class SampleClock:
    """device_us of samples by their numbers, without a number above 2^30.

    >>> clock = SampleClock()
    >>> clock.set(2**32 - 50)
    >>> low = bytearray(4)
    >>> clock.stamp(3, low), low.hex()
    (1, '00000096')
    """

    def __init__(self) -> None:
        self._high = 0
        self._top = 0
        self._bottom = 0

    def set(self, first_us: int) -> None:
        """What the pad showed in the first sample began at this device_us, within half an interval."""
        self._high = first_us >> 32
        self._top = first_us >> 16 & 0xFFFF
        self._bottom = first_us & 0xFFFF

    def set_by(self, taken_us: int, number: int) -> None:
        """A sample was taken at this device_us."""
        self.set(max(0, taken_us - number * INTERVAL_US // CHANNELS - _MIDDLE_US))

    def stamp(self, number: int, low: bytearray) -> int:
        """Writes the low word of a sample's stamp, most significant byte first; returns the high word."""
        turn = number // CHANNELS
        channel = number - CHANNELS * turn
        # 200 * turn in two parts, since the product would be above 2^30 after an hour and a half.
        bottom = self._bottom + INTERVAL_US * (turn & 0x1FFF) + INTERVAL_US * channel // CHANNELS
        top = self._top + (INTERVAL_US >> 3) * (turn >> 13) + (bottom >> 16)
        low[0] = top >> 8 & 0xFF
        low[1] = top & 0xFF
        low[2] = bottom >> 8 & 0xFF
        low[3] = bottom & 0xFF
        return self._high + (top >> 16)


class Samples:
    """Base of the makers.

    Attributes:
        ring: the newest samples; sample n lies at n modulo ``RING``.
        clock: when they were taken.
    """

    def __init__(self) -> None:
        self.ring: "Buffer" = bytearray(0)
        self.clock = SampleClock()

    def open_inputs(self) -> int:
        """Mask of the channels to whose input nothing is wired; looked at while nothing is sampled."""
        return 0

    def start(self) -> None:
        """Begins to sample at number 0. Whatever an earlier run left armed is stopped first."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ends sampling; may be called twice."""
        raise NotImplementedError

    def taken(self) -> int:
        """How many samples there are since the start."""
        raise NotImplementedError

    def overran(self) -> bool:
        """Whether a sample was lost on its way to the ring, after which none has its channel."""
        return False

    def begin(self) -> None:
        """The first host has said hi."""
