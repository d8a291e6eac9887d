"""The few registers of the chip that MicroPython has no name for.

Ref: RP2040 datasheet 2.19.6.1 (IO_BANK0), 2.19.6.3 (PADS_BANK0), 2.5.7 (DMA), 2.3.1.7 (SIO), 4.6.5 (timer), 4.9.6
(ADC); RP2350 datasheet 9.11.1, 9.11.3, 12.6.10, 3.1.11, 12.8.5, 12.4.6. Their numbers are above 2^30, so touching them
allocates: never in the path that takes edges.
"""

import sys

from machine import mem32

RP2350 = "RP2350" in sys.implementation._machine

_IO_BANK0 = 0x40028000 if RP2350 else 0x40014000
_TIMER = 0x400B0000 if RP2350 else 0x40054000
_DMA = 0x50000000
_DMA_ABORT = _DMA + (0x464 if RP2350 else 0x444)
_DMA_CHANNELS = 16 if RP2350 else 12
_CHANNEL_BYTES = 0x40
_CONTROL_UNTRIGGERED = 0x10
_ABORT_LOOKS = 100
_GPIO_IN = 0xD0000004
_PIO0 = 0x50200000
_ADC = 0x400A0000 if RP2350 else 0x4004C000
_PADS_BANK0 = 0x40038000 if RP2350 else 0x4001C000
_PULLS = 3 << 2
_INOVER_AT = 16

# ADC: control (on, convert for ever, which inputs take turns), queue (on, asks the DMA at one sample), clock divider.
_ADC_ON = 1
_ADC_FOR_EVER = 1 << 3
_ADC_TURNS_AT = 16
_QUEUE_ON = 1
_QUEUE_ASKS_DMA = 1 << 3
_QUEUE_OVERRAN = 1 << 11
_QUEUE_UNDERRAN = 1 << 10
_QUEUE_LEVEL_AT = 16
_QUEUE_ONE = 1 << 24
_DIVIDER_AT = 8

TIMERAWH = _TIMER + 0x24
TIMERAWL = _TIMER + 0x28
PIO0_RXF0 = _PIO0 + 0x20
PIO0_RX0_REQUEST = 4
ADC_FIFO = _ADC + 0x0C
ADC_REQUEST = 48 if RP2350 else 36
_ADC_QUEUE = _ADC + 0x08
_ADC_DIVIDER = _ADC + 0x10
ALWAYS_REQUEST = 0x3F

# Which of a pin's own resistors is on.
NO_PULL = 0
PULL_DOWN = 1 << 2
PULL_UP = 1 << 3

# What an input override makes of the pin's level before anything in the chip sees it.
AS_IT_IS = 0
INVERTED = 1
LOW = 2


def override_input(gpio: int, how: int) -> None:
    """Sets a pin's input override."""
    control = _IO_BANK0 + 8 * gpio + 4
    mem32[control] = (mem32[control] & 0xFFFFFFFF & ~(3 << _INOVER_AT)) | how << _INOVER_AT


def pull(gpio: int, how: int) -> None:
    """Turns a pin's own resistors on or off, and nothing else of the pin."""
    pad = _PADS_BANK0 + 4 + 4 * gpio
    mem32[pad] = (mem32[pad] & 0xFFFFFFFF & ~_PULLS) | how


def levels_of(first_gpio: int, mask: int) -> int:
    """The levels of neighbouring pins, after their overrides."""
    levels: int = mem32[_GPIO_IN]
    return levels >> first_gpio & mask


def timer_us() -> int:
    """The chip's 64-bit timer."""
    while True:
        high: int = mem32[TIMERAWH] & 0xFFFFFFFF
        low: int = mem32[TIMERAWL] & 0xFFFFFFFF
        if high == mem32[TIMERAWH] & 0xFFFFFFFF:
            return high << 32 | low


def abort_dma(sources: "tuple[int, ...]") -> None:
    """Stops the DMA channels that read from these addresses: an earlier run's may still write into what was its heap.

    Others are left alone: the wireless chip of a Pico W has some of its own.
    """
    for channel in range(_DMA_CHANNELS):
        at = _DMA + _CHANNEL_BYTES * channel
        if mem32[at] & 0xFFFFFFFF in sources:
            # Disabled first, by the alias that triggers nothing: an aborted channel could else be started by its chain.
            mem32[at + _CONTROL_UNTRIGGERED] = 0
            mem32[_DMA_ABORT] = 1 << channel
            for _ in range(_ABORT_LOOKS):
                if not mem32[_DMA_ABORT] & 1 << channel:
                    break


def start_adc(inputs: int, cycles: int) -> None:
    """Converts these inputs (a mask) in turn from the lowest on, one conversion in so many cycles of 48 MHz."""
    mem32[_ADC_DIVIDER] = cycles - 1 << _DIVIDER_AT
    mem32[_ADC_QUEUE] = _QUEUE_ON | _QUEUE_ASKS_DMA | _QUEUE_ONE | _QUEUE_OVERRAN | _QUEUE_UNDERRAN
    mem32[_ADC] = _ADC_ON | inputs << _ADC_TURNS_AT
    mem32[_ADC] = _ADC_ON | inputs << _ADC_TURNS_AT | _ADC_FOR_EVER


def stop_adc() -> None:
    """Ends converting and empties the queue; other uses of the ADC find it as they left it."""
    mem32[_ADC] = mem32[_ADC] & _ADC_ON
    for _ in range(_ABORT_LOOKS):
        if not mem32[_ADC_QUEUE] >> _QUEUE_LEVEL_AT & 0xF:
            break
        mem32[ADC_FIFO]
    mem32[_ADC_QUEUE] = 0


def adc_overran() -> bool:
    """Whether a sample found the queue full."""
    queue: int = mem32[_ADC_QUEUE]
    return queue & _QUEUE_OVERRAN != 0
