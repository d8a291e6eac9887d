"""One analogue pad: from the look of its samples to onset, further hands, release, and what is wrong with it.

In: runs of samples beyond a limit and the figures of each window, as ``pads.force_plain`` finds them. Out: steps to
tell, and the limits to look for next. Times are counted in samples, so that the same samples tell the same whenever
the loop looks at them.

A pad is pressed when it rises ``on`` above its rest, and let go when it falls below ``off`` above its rest. Rest is
followed: at once downwards, slowly upwards. Each further hand on the pile is a rise above the plateau that the hands
before it made; after every hand the pile must settle before the next one counts.

Values are those of the ADC, 12 bits.
"""

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from array import array

CHANNELS = 3  # ADC 0 to 2; channel n is the pad of line n
SAMPLES_A_S = 5_000  # of each channel
WINDOW = 64  # samples of a channel: 12.8 ms
CONFIRM = 3  # so many samples in a row beyond a limit are no spike
MOST = 4095

# A channel's row in the array that the samples are looked at with: limits, runs beyond them, figures of the window.
FIELDS = 8
LOW, HIGH, BELOW, ABOVE, SUM, LEAST, GREATEST = range(7)

# After a hand the pile settles for two whole windows: 26 to 38 ms, in which another hand is not told from its echo.
_SETTLING = 3
# Of `on`: how far a further hand must rise above the plateau. Hands on hands press less, and the pad is less linear.
_RISE_PART = 4
_RISE_LEAST = 16
_HANDS_MOST = 255

_REST_BITS = 10  # rest rises by a 1024th of the difference a window: it follows warmth in 13 s, not a hand
_PLATEAU_BITS = 4

_NEAR_ZERO = 8  # below this no healthy pad rests that has its resistor
_FLAT_WINDOWS = 780  # 10 s without any noise at all
_ZERO_WINDOWS = 78  # 1 s
_STUCK_WINDOWS = 9_375  # 2 min
_NOISE = 200  # from least to greatest within a window at rest: 5 % of the range
_NOISY_WINDOWS = 50  # so many more noisy windows than quiet ones

DEAD = "dead"
STUCK = "stuck"
FLOATING = "floating"


class Channel:
    """The state of one analogue pad.

    Attributes:
        step: hands on it; 0 while it is up.
        enabled: whether it counts.
        is_open: nothing is wired to its input; what it shows is its neighbour or the air.
        fault: ``dead`` (it cannot or does not move), ``stuck`` (pressed for minutes), ``floating`` (open, or noise),
            or empty.
    """

    def __init__(self, number: int, rows: "array[int]") -> None:
        self.number = number
        self._rows = rows
        self._at = FIELDS * number
        self._on = 0
        self._off = 0
        self._rise = 0
        self.enabled = False
        self.is_open = False
        self._begin()

    def configure(self, on: int, off: int, enabled: bool) -> int:
        """Sets the thresholds above rest; a step to tell, or -1."""
        self._on = on
        self._off = off
        self._rise = max(_RISE_LEAST, on // _RISE_PART)
        self.enabled = enabled
        told = 0 if self.step else -1
        self._begin()
        return told

    def _begin(self) -> None:
        self.step = 0
        self.fault = ""
        self._rest = -1
        self._plateau = 0
        self._settling = 0
        self._noisy = 0
        self._flat = 0
        self._at_zero = 0
        self._pressed = 0
        self._is_calm = False
        # A pad that was pressed from a rest of nearly zero has no resistor that could tell a broken cable.
        self._rests_at_zero = False
        self.forget()

    def forget(self) -> None:
        """Samples are missing: the window and the runs begin anew, the state stays."""
        rows = self._rows
        at = self._at
        rows[at + BELOW] = 0
        rows[at + ABOVE] = 0
        rows[at + SUM] = 0
        rows[at + LEAST] = MOST
        rows[at + GREATEST] = 0
        self._set_limits()

    def wired(self, is_open: bool) -> None:
        """Whether anything is wired to its input, before sampling begins."""
        self.is_open = is_open
        self._is_calm = False
        if is_open and self.enabled:
            self.fault = FLOATING

    @property
    def rest(self) -> int:
        """Its value when nobody touches it; -1 before that is known."""
        return self._rest >> _REST_BITS if self._rest >= 0 else -1

    def crossed(self) -> int:
        """A run beyond a limit is long enough: the step to tell."""
        rows = self._rows
        above = rows[self._at + ABOVE] >= CONFIRM
        self._is_calm = False
        rows[self._at + ABOVE] = 0
        rows[self._at + BELOW] = 0
        if above:
            if not self.step and self.rest < _NEAR_ZERO:
                self._rests_at_zero = True
            self.step = min(self.step + 1, _HANDS_MOST)
            self._settling = _SETTLING
        else:
            self.step = 0
            self._pressed = 0
        self._set_limits()
        return self.step

    def window(self) -> int:
        """A window is over: follows rest or plateau and weighs the pad's health; a step to tell, or -1."""
        rows = self._rows
        at = self._at
        mean = rows[at + SUM] // WINDOW
        noise = rows[at + GREATEST] - rows[at + LEAST]
        rows[at + SUM] = 0
        rows[at + LEAST] = MOST
        rows[at + GREATEST] = 0
        if not self.enabled:
            return -1
        if self._is_calm and 0 < noise <= _NOISE and mean >= _NEAR_ZERO and not self.step:
            # Nothing but rest can have changed, which is nearly always so.
            self._follow_rest(mean)
            rows[at + HIGH] = (self._rest >> _REST_BITS) + self._on
            self._is_calm = rows[at + HIGH] <= MOST
            return -1
        if self._rest < 0:
            self._rest = mean << _REST_BITS
        elif self.step:
            self._follow_pile(mean)
        else:
            self._follow_rest(mean)
        told = self._weigh(mean, noise)
        self._set_limits()
        self._is_calm = not (self.step or self.fault or self._noisy or self._flat or self._at_zero)
        return told

    def _follow_rest(self, mean: int) -> None:
        difference = mean - (self._rest >> _REST_BITS)
        if difference < 0:
            # The last hand may have lain on it when the board was switched on.
            self._rest += difference << (_REST_BITS - 2)
        else:
            self._rest += difference

    def _follow_pile(self, mean: int) -> None:
        if self._settling:
            self._settling -= 1
            self._plateau = mean << _PLATEAU_BITS
            return
        difference = (mean << _PLATEAU_BITS) - self._plateau
        self._plateau += difference >> 1 if difference < 0 else difference >> _PLATEAU_BITS

    def _weigh(self, mean: int, noise: int) -> int:
        self._noisy = min(_NOISY_WINDOWS, self._noisy + 1) if noise > _NOISE else max(0, self._noisy - 1)
        flat = not noise and not self.step and mean >= _NEAR_ZERO
        self._flat = min(_FLAT_WINDOWS, self._flat + 1) if flat else 0
        at_zero = mean < _NEAR_ZERO and not self.step and not self._rests_at_zero
        self._at_zero = min(_ZERO_WINDOWS, self._at_zero + 1) if at_zero else 0
        self._pressed = min(_STUCK_WINDOWS, self._pressed + 1) if self.step else 0
        if self.is_open or self._noisy >= _NOISY_WINDOWS or (self.fault == FLOATING and self._noisy):
            self.fault = FLOATING
            if self.step:
                # It is not listened to any more, so nothing else would tell the table that it is up.
                self.step = 0
                return 0
        elif self._at_zero >= _ZERO_WINDOWS or self._flat >= _FLAT_WINDOWS or self.rest + self._on > MOST:
            self.fault = DEAD
        elif self._pressed >= _STUCK_WINDOWS:
            self.fault = STUCK
        else:
            self.fault = ""
        return -1

    def _set_limits(self) -> None:
        low, high = 0, MOST + 1  # beyond which there is nothing
        if self._rest >= 0 and self.enabled and self.fault != FLOATING:
            if not self.step:
                high = self.rest + self._on
            else:
                low = self.rest + self._off
                if not self._settling:
                    high = (self._plateau >> _PLATEAU_BITS) + self._rise
        self._rows[self._at + LOW] = low
        self._rows[self._at + HIGH] = high
