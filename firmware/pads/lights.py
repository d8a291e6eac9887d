"""The lights at the seats and the buzzer: what was asked for, as brightness over time.

In: patterns and tones from the host, and the time. Out: brightness of each seat to the board, only when it changed.
"""

from pads.pinout import SEATS

_TURN_MS = 20
_BLINK_MS = 250  # on, then as long off
_PULSE_MS = 1024  # from dark to bright and back
_BRIGHTEST = 255
_HOST_GONE_MS = 3000  # a host pings at least once a second

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from collections.abc import Callable


class Lights:
    """Patterns of all seats, and one tone.

    Args:
        show: is given the brightness of each seat, 0 to 255; the buffer stays ours.
        sound: is given a pitch in hertz, 0 for silence.
    """

    def __init__(self, show: "Callable[[bytearray], None]", sound: "Callable[[int], None]") -> None:
        self._show = show
        self._sound = sound
        self._patterns = ["off"] * SEATS
        self._shown = bytearray(SEATS)
        self._elapsed_ms = 0
        self._since_ms = 0
        self._tone_left_ms = 0
        self._unheard_ms = 0

    def light(self, seat: int, pattern: str) -> bool:
        """The light of a seat, counted from 1; False when there is no such seat."""
        if not 1 <= seat <= SEATS:
            return False
        self._patterns[seat - 1] = pattern
        return True

    def tone(self, hz: int, ms: int) -> None:
        """A tone from now on; it replaces one that sounds."""
        self._tone_left_ms = ms if hz else 0
        self._sound(hz if ms else 0)

    def heard(self) -> None:
        """The host is there."""
        self._unheard_ms = 0

    def turn(self, passed_ms: int) -> None:
        """Moves the patterns on by the time that passed; without a host they show nothing that is still true."""
        if self._unheard_ms < _HOST_GONE_MS:
            self._unheard_ms += passed_ms
            if self._unheard_ms >= _HOST_GONE_MS:
                self._forget()
        if self._tone_left_ms:
            self._tone_left_ms = max(0, self._tone_left_ms - passed_ms)
            if not self._tone_left_ms:
                self._sound(0)
        self._since_ms += passed_ms
        if self._since_ms < _TURN_MS:
            return
        self._elapsed_ms = (self._elapsed_ms + self._since_ms) % (_PULSE_MS * _BLINK_MS * 2)
        self._since_ms = 0
        changed = False
        for seat in range(SEATS):
            bright = self._brightness(self._patterns[seat])
            if bright != self._shown[seat]:
                self._shown[seat] = bright
                changed = True
        if changed:
            self._show(self._shown)

    def _forget(self) -> None:
        for seat in range(SEATS):
            self._patterns[seat] = "off"
        if self._tone_left_ms:
            self._tone_left_ms = 0
            self._sound(0)

    def dark(self) -> None:
        """All lights off, silence."""
        for seat in range(SEATS):
            self._patterns[seat] = "off"
            self._shown[seat] = 0
        self._tone_left_ms = 0
        self._sound(0)
        self._show(self._shown)

    def _brightness(self, pattern: str) -> int:
        if pattern == "on":
            return _BRIGHTEST
        if pattern == "blink":
            return 0 if self._elapsed_ms // _BLINK_MS & 1 else _BRIGHTEST
        if pattern == "pulse":
            phase = self._elapsed_ms % _PULSE_MS
            half = _PULSE_MS // 2
            return (phase if phase < half else _PULSE_MS - phase) * _BRIGHTEST // half
        return 0
