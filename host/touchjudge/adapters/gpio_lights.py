"""Lights at the seats and a buzzer on the Raspberry Pi's own header, through gpiozero.

In: a pattern for a seat, a tone. Out: PWM on the pins that the table file names. A pin that cannot be used is left out;
the table goes on without that light.

Ref: gpiozero's documentation of ``PWMLED`` and ``TonalBuzzer``; the patterns are those of the wire.
"""

import importlib
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

_BLINK_S = 0.25
_PULSE_S = 0.5  # to bright, then back to dark
_OCTAVES = 4  # around 440 Hz: 27.5 to 7,040 Hz
_LOWEST_HZ, _HIGHEST_HZ = 28, 7_000


class GpioLights:
    """The port :class:`touchjudge.ports.Lights` on pins.

    Args:
        factory: gpiozero's pin factory; closed by whoever made it.
        lights: GPIO numbers of the lights, by seat.
        buzzer: GPIO number of the buzzer; None where there is none.
        later: calls a function after so many seconds, and gives something to ``cancel``.

    Attributes:
        broken: GPIO number → why it cannot be used.
    """

    def __init__(
        self,
        factory: Any,
        *,
        lights: Sequence[int],
        buzzer: int | None,
        later: Callable[[float, Callable[[], None]], Any] | None = None,
    ) -> None:
        self.broken: dict[int, str] = {}
        self._factory = factory
        self._later = later or _timer
        self._lights = {seat: self._made(gpio, "PWMLED") for seat, gpio in enumerate(lights, 1)}
        self._buzzer = None if buzzer is None else self._made(buzzer, "TonalBuzzer", octaves=_OCTAVES)
        self._silence: Any = None

    def light(self, seat: int, pattern: str) -> bool:
        """Set the light of a seat, counted from 1; a seat without one takes everything and shows nothing."""
        led = self._lights.get(seat)
        if led is None:
            return True
        match pattern:
            case "on":
                led.on()
            case "blink":
                led.blink(on_time=_BLINK_S, off_time=_BLINK_S)
            case "pulse":
                led.pulse(fade_in_time=_PULSE_S, fade_out_time=_PULSE_S)
            case _:
                led.off()
        return True

    def tone(self, hz: int, ms: int) -> bool:
        """Sound the buzzer, 0 Hz or 0 ms for silence; a tone that sounds is replaced."""
        if self._buzzer is None:
            return True
        if self._silence is not None:
            self._silence.cancel()
        if not hz or not ms:
            self._buzzer.stop()
            return True
        tones = importlib.import_module("gpiozero.tones")
        self._buzzer.play(tones.Tone.from_frequency(min(max(hz, _LOWEST_HZ), _HIGHEST_HZ)))
        self._silence = self._later(ms / 1_000, self._buzzer.stop)
        return True

    def close(self) -> None:
        """Dark and silent; the pins are free again."""
        if self._silence is not None:
            self._silence.cancel()
        for device in (*self._lights.values(), self._buzzer):
            with suppress(Exception):
                if device is not None:
                    device.close()

    def _made(self, gpio: int, kind: str, **more: object) -> Any:
        try:
            return getattr(importlib.import_module("gpiozero"), kind)(gpio, pin_factory=self._factory, **more)
        except Exception as error:  # noqa: BLE001 - each backend raises what it likes; the other lights go on
            self.broken[gpio] = str(error) or type(error).__name__
            return None


def _timer(seconds: float, act: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()
    return timer
