"""The analogue pads of a board: samples in, numbered steps out, in the order of their stamps with the edges.

A step is told when three samples agree, some tenths of a millisecond after it happened. So that it still stands before
the edges that came after it, those wait in their rings as long as a step may yet come before them. Work a turn is
bounded, and nothing is allocated while samples are looked at.

They are off until a channel is enabled: bit 16 + n of the setting ``enable``. An input that nothing is wired to is no
pad.
"""

import sys
from array import array

from pads.force import CHANNELS, CONFIRM, FIELDS, FLOATING, WINDOW, Channel
from pads.force_plain import RING, RUN, VALUE
from pads.force_samples import COUNT_MOST, Samples
from pads.outbox import FORCE

if sys.implementation.name == "micropython":
    try:
        from pads.force_viper import open_since, scan
    except SyntaxError:  # a MicroPython that makes no code for this processor
        from pads.force_plain import open_since, scan  # type: ignore[assignment]
else:
    from pads.force_plain import open_since, scan  # type: ignore[assignment]

FIRST_BIT = 16  # of the channels in the setting `enable`
ALL_CHANNELS = ((1 << CHANNELS) - 1) << FIRST_BIT
THROWN_AWAY = 30  # first samples after a start: ten of each channel

_WINDOW = CHANNELS * WINDOW
_SAMPLES_A_TURN = 600  # 40 ms
_RING_LEFT = 64  # samples that may come while the older ones are looked at
_RESTART_AT = COUNT_MOST - (1 << 24)  # at rest, with 19 minutes left
_RESTART_NOW = COUNT_MOST - (1 << 18)

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from pads.capture import Capture
    from pads.clock import DeviceClock
    from pads.outbox import Outbox


class ForcePads:
    """The channels and what joins them to the outbox.

    Attributes:
        muted: mask of the lines whose analogue pad is not listened to, because it floats.
        lost: how often samples were overtaken or lost, so that a step may be missing.
    """

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self._rows = array("i", [0] * (FIELDS * CHANNELS))
        self._channels = [Channel(number, self._rows) for number in range(CHANNELS)]
        self._settings = (0, 0, 0)
        self._running = False
        self._allowed = False
        self._behind = False
        self._next = THROWN_AWAY
        self._window_end = THROWN_AWAY + _WINDOW
        self._untold = 0
        self._low = bytearray(4)
        self._word = bytearray(4)
        self.muted = 0
        self.lost = 0

    def configure(self, on: int, off: int, enable: int) -> None:
        """Thresholds above rest on the scale of ``read_u16``, and the mask of what is enabled."""
        settings = (on, off, enable)
        if settings == self._settings:
            return  # a host that says them at each greeting lets nobody's hand go
        self._settings = settings
        for channel in self._channels:
            enabled = enable >> (FIRST_BIT + channel.number) & enable >> channel.number & 1
            if channel.configure(on >> 4, off >> 4, enabled > 0) >= 0:
                self._untold |= 1 << channel.number
        self.muted = 0
        if self._allowed:
            self.start()

    def start(self) -> None:
        """Begins to sample if a channel is enabled."""
        self._allowed = True
        self._samples.stop()
        self._running = self._settings[2] & ALL_CHANNELS > 0
        if self._running:
            # Looked at each time: a pad may have been plugged in since, or have come off.
            is_open = self._samples.open_inputs()
            for channel in self._channels:
                channel.wired(is_open >> channel.number & 1 > 0)
            self._restart()

    def stop(self) -> None:
        """Ends sampling, until the next start; may be called twice."""
        self._allowed = False
        self._running = False
        self._samples.stop()

    def begin(self) -> None:
        """The first host has said hi."""
        self._samples.begin()

    def unmute(self, lines: int) -> None:
        """Listens again to the analogue pads of these lines."""
        if self._running and self._settings[2] >> FIRST_BIT & lines:
            self.start()

    def faults(self, lines: int) -> str:
        """What is wrong with the pads of these lines, as one word such as ``dead:0,floating:2``; empty: nothing."""
        wrong = []
        for channel in self._channels:
            if channel.fault and lines >> channel.number & 1:
                wrong.append("%s:%d" % (channel.fault, channel.number))
        return ",".join(wrong)

    def collect(self, capture: "Capture", outbox: "Outbox", clock: "DeviceClock", most: int) -> bool:
        """Moves what was felt, and at most so many edges, to the outbox; True when there was something to do."""
        head = capture.head()
        busy = False
        if self._untold and outbox.room:
            self._tell_again(outbox, clock)
            busy = True
        if self._running:
            busy = self._look(capture, outbox, clock, head) or busy
            since = open_since(self._next - 1, self._rows)
            if since < 0 and self._behind:
                since = self._next
            if since >= 0:
                self._samples.clock.stamp(since, self._low)
                head = capture.head_after(self._low, head)
        return capture.collect(outbox, clock, most, head) > 0 or busy

    def _look(self, capture: "Capture", outbox: "Outbox", clock: "DeviceClock", head: int) -> bool:
        taken = self._samples.taken()
        if taken > _RESTART_AT and (taken > _RESTART_NOW or self._are_up()):
            self._restart()
            return False
        if taken - self._next > RING - _RING_LEFT:
            # Older ones are overwritten while they are looked at.
            self.lost += 1
            self._begin_at(taken)
            return False
        end = min(taken, self._next + _SAMPLES_A_TURN)
        self._behind = end < taken
        told = False
        ring, rows, at = self._samples.ring, self._rows, self._next
        while at < end:
            done = scan(ring, at % RING, min(end, self._window_end) - at, at % CHANNELS, rows)
            at += done & ~RUN
            self._next = at
            if done & RUN:
                if self._samples.overran():
                    return self._begin_anew()
                channel = self._channels[(at - 1) % CHANNELS]
                channel.crossed()
                high = self._samples.clock.stamp(at - 1 - CHANNELS * (CONFIRM - 1), self._low)
                # What happened before it comes before it.
                capture.collect(outbox, clock, RING, capture.head_after(self._low, head))
                self._put(channel, outbox, high)
                told = True
            if at == self._window_end:
                if self._samples.overran():
                    return self._begin_anew()
                self._end_window()
        return told or self._behind

    def _begin_anew(self) -> bool:
        """A sample was lost on the way, so that none after it has its channel."""
        self.lost += 1
        self._restart()
        return True

    def _end_window(self) -> None:
        """Every so often: rest and health of each channel."""
        self._window_end += _WINDOW
        for channel in self._channels:
            if channel.window() >= 0:
                self._untold |= 1 << channel.number
            bit = 1 << channel.number
            self.muted = self.muted | bit if channel.fault == FLOATING else self.muted & ~bit

    def _restart(self) -> None:
        self._samples.start()
        self._begin_at(THROWN_AWAY)

    def _begin_at(self, number: int) -> None:
        self._behind = False
        self._next = number
        self._window_end = number + _WINDOW
        for channel in self._channels:
            channel.forget()

    def _are_up(self) -> bool:
        return not (self._channels[0].step or self._channels[1].step or self._channels[2].step)

    def _newest_of(self, number: int) -> int:
        """The newest sample of a channel that was looked at."""
        last = self._next - 1
        return last - (last - number) % CHANNELS

    def _put(self, channel: Channel, outbox: "Outbox", high: int) -> None:
        at = 2 * (self._newest_of(channel.number) % RING)
        value = (self._samples.ring[at] | self._samples.ring[at + 1] << 8) & VALUE
        word = self._word
        word[0] = channel.number
        word[1] = channel.step
        # As read_u16 makes 16 bits of 12.
        word[2] = value >> 4
        word[3] = (value << 4 | value >> 8) & 0xFF
        if not outbox.room:
            self._untold |= 1 << channel.number
        outbox.put(self._low, word, 0, 1, high, FORCE)

    def _tell_again(self, outbox: "Outbox", clock: "DeviceClock") -> None:
        """Tells how the pads stand of which a step found no room, or that are not listened to any more."""
        now_us = clock.now_us()
        for at in range(4):
            self._low[at] = now_us >> (24 - 8 * at) & 0xFF
        for channel in self._channels:
            if self._untold >> channel.number & 1:
                self._untold &= ~(1 << channel.number)
                self._put(channel, outbox, now_us >> 32)
