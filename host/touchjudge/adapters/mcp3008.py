"""Analogue pads on an MCP3008 beside the Raspberry Pi's header, as pins for :class:`.gpio_pins.GpioPins`.

In: values of the converter, read one channel after the other as fast as the bus goes. Out: pins that change like those
of the header, stamped when the sample that told of it was read. A stamp can be late by the time between two samples of
a channel; the longest that was seen lately is the bound.

Ref: gpiozero's documentation of ``MCP3008``; docs/other-tables.md.
"""

import importlib
import threading
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from touchjudge.errors import LinkError
from touchjudge.timing.hysteresis import PadState

MOST = 65_535
BUS_LINES = (6, 7, 8, 9)  # of the table: GPIO8 to GPIO11 are SPI 0
_STOP_WITHIN_S = 1.0
# A pause of the whole system is no reason to call an evening's stamps unsure: it is forgotten after so many rounds.
_FORGET_AFTER = 1_000


class AdcPin:
    """One channel, with what :class:`.gpio_pins.GpioPins` asks of a pin.

    Attributes:
        when_changed: is called with ticks and whether it is pressed.
    """

    def __init__(self, device: Any, pad: PadState) -> None:
        self.when_changed: Callable[[Any, Any], None] | None = None
        self._device = device
        self._pad = pad
        self.failed: Exception | None = None

    @property
    def state(self) -> bool:
        """Whether it is pressed.

        Raises:
            Exception: whatever the bus raised when it was read last.
        """
        if self.failed is not None:
            raise self.failed
        return self._pad.pressed

    def sample(self, ticks: Callable[[], Any]) -> None:
        """Read it once, and tell if that changed it."""
        at = ticks()
        try:
            value = round(self._device.value * MOST)
        except Exception as error:  # noqa: BLE001 - each backend raises what it likes; the other pads go on
            self.failed = error
            return
        self.failed = None
        before, self._pad = self._pad, self._pad.take(value)
        if self._pad.pressed != before.pressed and self.when_changed is not None:
            self.when_changed(at, self._pad.pressed)

    def close(self) -> None:
        """Free the channel."""
        with suppress(Exception):
            self._device.close()


class AdcPads:
    """The channels of one converter; channel n is the pad of line n.

    Args:
        factory: gpiozero's pin factory; closed by whoever made it.
        lines: which channels.
        on, off: thresholds, as in :class:`~touchjudge.timing.hysteresis.PadState`.
        device: which select line of SPI 0.

    Raises:
        LinkError: the converter cannot be reached.
    """

    def __init__(self, factory: Any, lines: Sequence[int], *, on: int, off: int, device: int = 0) -> None:
        self._factory = factory
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._longest_us = 0
        self._rounds = 0
        self.pins: dict[int, AdcPin] = {}
        try:
            for line in lines:
                self.pins[line] = AdcPin(_channel(factory, line, device), PadState(on=on, off=off))
        except Exception as error:  # noqa: BLE001 - each backend raises what it likes
            for pin in self.pins.values():
                pin.close()
            raise LinkError(
                f"the converter of the analogue pads cannot be reached on SPI 0.{device} ({error}): switch the bus on"
                " (`sudo raspi-config nonint do_spi 0`), or take `force` out of the table file"
            ) from None

    @property
    def bound_us(self) -> int:
        """How late a stamp can be: the longest time between two samples of a channel, lately."""
        return self._longest_us

    def start(self) -> None:
        """Begin to sample, if there is a channel."""
        if not self.pins:
            return
        self._thread = threading.Thread(target=self._run, name="analogue pads", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End; the pins are closed by whoever watches them."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(_STOP_WITHIN_S)

    def sample(self, before: Any) -> Any:
        """Read every channel once; the ticks at which that began.

        Args:
            before: those of the round before; None in the first.
        """
        begun = self._factory.ticks()
        for pin in self.pins.values():
            pin.sample(self._factory.ticks)
        if before is not None:
            took_us = round(self._factory.ticks_diff(self._factory.ticks(), before) * 1e6)
            self._rounds = (self._rounds + 1) % _FORGET_AFTER
            self._longest_us = took_us if not self._rounds else max(self._longest_us, took_us)
        return begun

    def _run(self) -> None:
        before: Any = None
        while not self._stopping.is_set():
            before = self.sample(before)


def _channel(factory: Any, line: int, device: int) -> Any:
    gpiozero = importlib.import_module("gpiozero")
    with warnings.catch_warnings():
        # Without the kernel's driver gpiozero moves the pins itself: slower, and the bound says so.
        warnings.simplefilter("ignore", gpiozero.SPISoftwareFallback)
        return gpiozero.MCP3008(channel=line, port=0, device=device, pin_factory=factory)
