"""The Pico, Pico W and Pico 2 as a board."""

import binascii
import gc
import sys
import time

import machine
import neopixel

from pads import registers
from pads.board import Board
from pads.capture import Capture
from pads.capture.adc import AdcSamples
from pads.capture.pio import PioCapture
from pads.force_pads import ForcePads
from pads.outbox import Outbox
from pads.pinout import BUZZER_GPIO, FIRST_GPIO, LIGHTS_GPIO, OK_LINE, PRESSED_LEVEL, SEATS

_SETTLE_MS = 2  # a pull-up against the capacity of a long cable
_DIM_BITS = 2  # a quarter of the brightness: eight lights stay below what a USB port gives
_LOWEST_HZ = 20
_TICKS_MASK = 2**30 - 1
_FREE_EVERY = 40  # beats: looking through the heap holds the loop for some milliseconds

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from typing import Any


class Pico(Board):
    """A board with its chip."""

    def __init__(self) -> None:
        machine_name = sys.implementation._machine
        name = "pico2" if registers.RP2350 else "pico"
        chip_id = binascii.hexlify(machine.unique_id()).decode()
        # Stamps are the timer's own, and ticks are its low bits: join them where they mean the same µs.
        ticks: "Any" = time.ticks_us()
        timer_us = registers.timer_us()
        start_us = timer_us - ((timer_us - ticks) & _TICKS_MASK)
        super().__init__(name + "_w" * (" W" in machine_name), chip_id, start_us, ticks, "/settings")
        self._lights = neopixel.NeoPixel(machine.Pin(LIGHTS_GPIO), SEATS)
        self._buzzer = machine.PWM(machine.Pin(BUZZER_GPIO))
        self._free_bytes = 0
        self._free_asked = 0

    def ok_is_down(self) -> bool:
        ok = machine.Pin(FIRST_GPIO + OK_LINE, machine.Pin.IN, machine.Pin.PULL_UP)
        registers.override_input(FIRST_GPIO + OK_LINE, registers.AS_IT_IS)
        time.sleep_ms(_SETTLE_MS)
        return bool(ok.value() == PRESSED_LEVEL)

    def capture(self, outbox: Outbox) -> Capture:  # noqa: ARG002 (only a script has to look for room)
        return PioCapture()

    def force(self) -> ForcePads:
        return ForcePads(AdcSamples(self.clock))

    def show(self, brightness: bytearray) -> None:
        for seat in range(SEATS):
            level = brightness[seat] >> _DIM_BITS
            self._lights[seat] = (level, level, level)
        self._lights.write()

    def sound(self, hz: int) -> None:
        if hz >= _LOWEST_HZ:
            self._buzzer.freq(hz)
            self._buzzer.duty_u16(1 << 15)
        else:
            self._buzzer.duty_u16(0)

    def free_bytes(self) -> int:
        if self._free_asked % _FREE_EVERY == 0:
            self._free_bytes = gc.mem_free()
        self._free_asked += 1
        return self._free_bytes
