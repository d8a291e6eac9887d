"""Displays opened through luma: an OLED on I2C, a colour panel on SPI.

luma's devices stay known to the interpreter until it ends, so there is one device for good, set up anew each time.
"""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from touchjudge.adapters.panel.display import Display
from touchjudge.adapters.panel.lcd import LcdDriver
from touchjudge.adapters.panel.oled import OledDriver
from touchjudge.errors import ConfigError

_NOTHING = 0xE3  # the command that does nothing, on both kinds of OLED
_SLEEP_OUT, _AWAKE_S = 0x11, 0.12  # an LCD needs so long to wake
_SPEED_HZ = {"st7789": 32_000_000, "ili9341": 16_000_000}


class OledDisplay:
    """Opens an OLED; its device is not even made before something answers at the address.

    Args:
        make_bus: makes luma's way to the display; by default the I2C port of this machine.

    Raises:
        ConfigError: luma is not installed.
    """

    def __init__(
        self,
        driver: OledDriver = "ssd1306",
        *,
        port: int = 1,
        address: int = 0x3C,
        make_bus: Callable[[], Any] | None = None,
    ) -> None:
        serial, kinds, self.lost = _luma("luma.oled.device")
        self._kind = _unblanked(getattr(kinds, driver))
        self._make_bus = make_bus or (lambda: serial.i2c(port=port, address=address))
        self._bus: Any = None
        self._device: Any = None

    def __call__(self) -> Display:
        """The display, set up and dark.

        Raises:
            OSError, luma.core.error.Error: nothing answers; :attr:`lost` has the types.
        """
        if self._bus is not None:
            self._bus.cleanup()
            self._bus = None
        bus = self._make_bus()
        try:
            bus.command(_NOTHING)
            if self._device is None:
                self._device = self._kind(bus)
            else:
                self._kind.__init__(self._device, bus)
            self._device.hide()  # until there is a picture in its memory
        except self.lost:
            bus.cleanup()
            raise
        self._bus = bus
        display: Display = self._device
        return display


class LcdDisplay:
    """Opens a colour panel.

    Args:
        port, device: the SPI port of this machine, and which of its select lines.
        dc, reset, light: the pins, by their numbers on the Pi's processor.
        make_bus: makes luma's way to the display, instead of that port.
        gpio: has RPi.GPIO's functions, instead of this machine's pins.
        pause_s: waits so many seconds.

    Raises:
        ConfigError: luma, or what it speaks SPI with, is not installed.
    """

    def __init__(
        self,
        driver: LcdDriver,
        *,
        port: int = 0,
        device: int = 0,
        dc: int = 24,
        reset: int = 25,
        light: int = 18,
        make_bus: Callable[[], Any] | None = None,
        gpio: Any = None,
        pause_s: Callable[[float], None] = time.sleep,
    ) -> None:
        serial, kinds, self.lost = _luma("luma.lcd.device")
        self._kind = _unblanked(getattr(kinds, driver))
        if make_bus is None:
            gpio = _pins()
            speed = {"bus_speed_hz": _SPEED_HZ[driver], "gpio_DC": dc, "gpio_RST": reset, "gpio": gpio}
            self._make_bus: Callable[[], Any] = lambda: serial.spi(port=port, device=device, **speed)
        else:
            self._make_bus = make_bus
        self._lit_by = {"gpio": gpio, "gpio_LIGHT": light}
        self._pause_s = pause_s
        self._bus: Any = None
        self._device: Any = None
        self._set_up: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    def __call__(self) -> Display:
        """The display, set up and dark.

        Raises:
            OSError, luma.core.error.Error: there is no such port, or it may not be used; :attr:`lost` has the types.
        """
        if self._bus is not None:
            self._bus.cleanup()
            self._bus = None
        bus = self._make_bus()
        heard = _Heard(bus)
        try:
            if self._device is None:
                self._device = self._kind(heard, **self._lit_by)
            else:
                self._kind.__init__(self._device, heard, **self._lit_by)
            self._set_up = list(heard.said)
            self._device.hide()  # until there is a picture in its memory
            self._device.backlight(False)
        except self.lost:
            bus.cleanup()
            raise
        self._bus = bus
        self._device._serial_interface = bus
        display: Display = self._device
        return display

    def again(self) -> None:
        """Say to the panel once more what it was told when it was set up: one that lost its power shows again.

        Raises:
            OSError, luma.core.error.Error: as when it is opened.
        """
        for tell, about in self._set_up:
            tell(*about)
            if about == (_SLEEP_OUT,):
                self._pause_s(_AWAKE_S)


class _Heard:
    """A bus that keeps in mind what it was told."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self.said: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    def command(self, *about: int) -> None:
        self._bus.command(*about)
        self.said.append((self._bus.command, about))

    def data(self, content: Any) -> None:
        self._bus.data(content)
        self.said.append((self._bus.data, (content,)))

    def cleanup(self) -> None:
        self._bus.cleanup()


def _luma(devices: str) -> tuple[Any, Any, tuple[type[Exception], ...]]:
    """The buses of luma, its devices, and the errors that mean that a display is not there."""
    try:
        serial = import_module("luma.core.interface.serial")
        return serial, import_module(devices), (OSError, import_module("luma.core.error").Error)
    except ImportError as error:
        raise ConfigError(f"The panel needs luma ({error}): run pip install 'touchjudge[panel]'.") from error


def _pins() -> Any:
    """This machine's pins, as luma wants them."""
    try:
        import_module("spidev")
        gpio = import_module("RPi.GPIO")
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)
    except ImportError as error:
        raise ConfigError(
            f"A colour panel needs SPI and pins ({error}): on the Pi run pip install 'touchjudge[panel]'."
        ) from error
    except RuntimeError as error:
        raise ConfigError(f"A colour panel needs the pins of a Raspberry Pi ({error}).") from error
    return gpio


def _unblanked(kind: Any) -> Any:
    """The luma device, which sends a blank picture when it is set up, without that."""
    return type(kind.__name__, (kind,), {"clear": lambda _self: None})
