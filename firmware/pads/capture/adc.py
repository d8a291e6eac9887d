"""The samples of the analogue pads on the board: nothing of their making runs on the processor.

The ADC converts its inputs 0 to 2 in turn for ever, 15,000 times a second, and asks the DMA for each sample; one DMA
channel moves them into a ring. How many it has moved is the number of the sample, and with it the channel and the time:
ADC and timer run by the same crystal, so what was found out at the start holds for good.

Ref: RP2040 datasheet 4.9 (ADC: round robin, sample FIFO), 2.5 (DMA: rings), 2.15 (clocks).
"""

import time

import rp2
import uctypes
from machine import ADC, Pin

from pads import registers
from pads.clock import DeviceClock
from pads.force import CHANNELS, SAMPLES_A_S
from pads.force_plain import RING
from pads.force_samples import COUNT_MOST, Samples
from pads.pinout import FIRST_ADC_GPIO

_RING_BYTES = 2 * RING
_RING_BITS = 12  # the DMA wraps its write address at 2^12 bytes
_ADC_HZ = 48_000_000
_CYCLES = _ADC_HZ // (SAMPLES_A_S * CHANNELS)
_INPUTS = (1 << CHANNELS) - 1
# Looks at the count that meet a new sample; the one that the processor was quickest at says when it was taken.
_LOOKS = 12
_WAITS = 1_000
# A pin's own resistors (50 to 80 kΩ) move a wired input by a sixth of the range at most, and an open one by most of it.
_OPEN = 20_000
_PULLED_MS = 1

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from typing import Any


class AdcSamples(Samples):
    """Samples by ADC and DMA."""

    def __init__(self, clock: DeviceClock) -> None:
        super().__init__()
        # A DMA ring must lie at a multiple of its size.
        self._memory = bytearray(2 * _RING_BYTES)
        skip = -uctypes.addressof(self._memory) % _RING_BYTES
        self.ring = memoryview(self._memory)[skip : skip + _RING_BYTES]
        self._device = clock
        self._mover: "Any" = None

    def open_inputs(self) -> int:
        self.stop()
        found = 0
        for channel in range(CHANNELS):
            gpio = FIRST_ADC_GPIO + channel
            adc = ADC(Pin(gpio))
            up = _pulled(adc, gpio, registers.PULL_UP)
            down = _pulled(adc, gpio, registers.PULL_DOWN)
            registers.pull(gpio, registers.NO_PULL)
            if up - down > _OPEN:
                found |= 1 << channel
        return found

    def start(self) -> None:
        self.stop()
        for channel in range(CHANNELS):
            ADC(Pin(FIRST_ADC_GPIO + channel))  # its digital input and its pulls off
        mover: "Any" = rp2.DMA()
        self._mover = mover
        mover.config(
            read=registers.ADC_FIFO,
            write=self.ring,
            count=COUNT_MOST,
            ctrl=mover.pack_ctrl(
                size=1,
                inc_read=False,
                inc_write=True,
                ring_size=_RING_BITS,
                ring_sel=True,
                treq_sel=registers.ADC_REQUEST,
                irq_quiet=True,
            ),
            trigger=True,
        )
        registers.start_adc(_INPUTS, _CYCLES)
        self._find_first()

    def stop(self) -> None:
        registers.stop_adc()
        registers.abort_dma((registers.ADC_FIFO,))
        if self._mover is not None:
            self._mover.close()
            self._mover = None

    def taken(self) -> int:
        left: int = self._mover.count
        return COUNT_MOST - left

    def overran(self) -> bool:
        return registers.adc_overran()

    def _find_first(self) -> None:
        """Finds out when sample 0 was taken: a sample is in the count soon after, never before."""
        earliest = -1
        for _ in range(_LOOKS):
            before = taken = self.taken()
            for _ in range(_WAITS):
                taken = self.taken()
                if taken != before:
                    break
            first_us = self._device.now_us() - (taken - 1) * 1_000_000 // (SAMPLES_A_S * CHANNELS)
            if earliest < 0 or first_us < earliest:
                earliest = first_us
        self.clock.set_by(earliest, 0)


def _pulled(adc: ADC, gpio: int, how: int) -> int:
    """What an input shows with one of its pin's resistors on."""
    registers.pull(gpio, how)
    time.sleep_ms(_PULLED_MS)
    return adc.read_u16()
