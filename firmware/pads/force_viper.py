"""Looks at samples of the analogue pads in machine code: the fast twin of ``pads.force_plain``, which says how.

The numbers stand here once more, as the compiler takes constants from this file only; a test compares them.
"""

# ruff: noqa: F821 (ptr16 and its like are words of the compiler)

import micropython
from micropython import const

_RING_MASK = const(2047)
_VALUE = const(0x0FFF)
_FIELD_BITS = const(3)
_LOW = const(0)
_HIGH = const(1)
_BELOW = const(2)
_ABOVE = const(3)
_SUM = const(4)
_LEAST = const(5)
_GREATEST = const(6)
_CHANNELS = const(3)
_CONFIRM = const(3)
_RUN = const(0x8000)

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from typing import Any

    ptr16: Any
    ptr32: Any


@micropython.viper
def scan(ring: object, at: int, count: int, channel: int, rows: object) -> int:
    samples = ptr16(ring)
    numbers = ptr32(rows)
    done = 0
    while done < count:
        value = int(samples[(at + done) & _RING_MASK]) & _VALUE
        row = channel << _FIELD_BITS
        done += 1
        channel += 1
        if channel == _CHANNELS:
            channel = 0
        numbers[row + _SUM] = int(numbers[row + _SUM]) + value
        if value < int(numbers[row + _LEAST]):
            numbers[row + _LEAST] = value
        if value > int(numbers[row + _GREATEST]):
            numbers[row + _GREATEST] = value
        if value > int(numbers[row + _HIGH]):
            run = int(numbers[row + _ABOVE]) + 1
            numbers[row + _ABOVE] = run
            numbers[row + _BELOW] = 0
            if run == _CONFIRM:
                return done | _RUN
        elif value < int(numbers[row + _LOW]):
            run = int(numbers[row + _BELOW]) + 1
            numbers[row + _BELOW] = run
            numbers[row + _ABOVE] = 0
            if run == _CONFIRM:
                return done | _RUN
        else:
            numbers[row + _ABOVE] = 0
            numbers[row + _BELOW] = 0
    return done


@micropython.viper
def open_since(last: int, rows: object) -> int:
    numbers = ptr32(rows)
    since = -1
    channel = 0
    while channel < _CHANNELS:
        row = channel << _FIELD_BITS
        run = int(numbers[row + _ABOVE]) + int(numbers[row + _BELOW])
        if run:
            first = last - (last - channel) % _CHANNELS - _CHANNELS * (run - 1)
            if since < 0 or first < since:
                since = first
        channel += 1
    return since
