"""The maker of the board: nothing of it runs on the processor.

A state machine samples all sixteen lines in one instruction, four cycles a turn. When one has changed it pushes the
levels with a down-counter, eleven cycles in all, so changes less than 0.1 µs apart may come as one. Two DMA channels
start each other: one moves the pushed word into a ring, the other the timer's low word, which is the stamp. Both swap
bytes, so that the rings hold the words as the wire writes them.

Polarity, disabled and muted lines are input overrides of the pins: the sampler sees levels as the wire has them.

Ref: RP2040 datasheet 3.4 (PIO instructions), 2.5 (DMA: chaining, rings, byte swap).
"""

import rp2
import uctypes
from machine import Pin

from pads import registers
from pads.capture import RING, Capture
from pads.pinout import ALL_LINES, FIRST_GPIO, LINES

_RING_BYTES = 4 * RING
_RING_BITS = 12  # the DMA wraps its write address at 2^12 bytes
_STATE_MACHINE = 0

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from typing import Any

    from rp2.asm_pio import (
        in_,
        invert,
        isr,
        jmp,
        label,
        mov,
        noblock,
        null,
        osr,
        pins,
        push,
        wrap,
        wrap_target,
        x,
        x_not_y,
        y,
        y_dec,
    )


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def _sampler() -> None:
    # X holds the last levels, OSR the down-counter, Y what is being looked at.
    mov(osr, invert(null))
    mov(isr, null)
    in_(pins, 16)
    mov(x, isr)
    wrap_target()
    label("look")
    mov(isr, null)
    in_(pins, 16)
    mov(y, isr)
    jmp(x_not_y, "changed")
    wrap()
    label("changed")
    mov(x, y)
    in_(osr, 16)
    # A full queue loses the word, not the count: the next counter tells.
    push(noblock)
    mov(y, osr)
    jmp(y_dec, "counted")
    label("counted")
    mov(osr, y)
    jmp("look")


class PioCapture(Capture):
    """Edges sampled by PIO and stamped by DMA."""

    def __init__(self) -> None:
        super().__init__()
        # A DMA ring must lie at a multiple of its size.
        self._memory = bytearray(3 * _RING_BYTES)
        skip = -uctypes.addressof(self._memory) % _RING_BYTES
        rings = memoryview(self._memory)
        self.words = rings[skip : skip + _RING_BYTES]
        self.lows = rings[skip + _RING_BYTES : skip + 2 * _RING_BYTES]
        self._first_low = uctypes.addressof(self._memory) + skip + _RING_BYTES
        self._pins = [Pin(FIRST_GPIO + line, Pin.IN, Pin.PULL_UP) for line in range(LINES)]
        self._sampler: "rp2.StateMachine | None" = None
        self._channels: "list[Any]" = []
        self._stamp_mover: "Any" = None
        self._stopped_at = 0

    def start(self) -> None:
        self.stop()
        self._sampler = rp2.StateMachine(_STATE_MACHINE, _sampler, in_base=self._pins[0])
        word_mover: "Any" = rp2.DMA()
        stamp_mover: "Any" = rp2.DMA()
        self._channels = [word_mover, stamp_mover]
        self._stamp_mover = stamp_mover
        stamp_mover.config(
            read=registers.TIMERAWL,
            write=self.lows,
            count=1,
            ctrl=_control(stamp_mover, registers.ALWAYS_REQUEST, word_mover),
        )
        word_mover.config(
            read=registers.PIO0_RXF0,
            write=self.words,
            count=1,
            ctrl=_control(word_mover, registers.PIO0_RX0_REQUEST, stamp_mover),
            trigger=True,
        )
        self._levels = self.levels_now()
        self._sampler.active(1)

    def stop(self) -> None:
        if self._sampler is not None:
            self._sampler.active(0)
            self._sampler = None
        rp2.PIO(0).remove_program()
        registers.abort_dma((registers.PIO0_RXF0, registers.TIMERAWL))
        # The loop turns on after this, for its farewell.
        self._stopped_at = self.head()
        for channel in self._channels:
            channel.close()
        self._channels = []

    def head(self) -> int:
        if not self._channels:
            return self._stopped_at
        # An edge is whole when its stamp is written, which is the second of the two moves.
        written: int = self._stamp_mover.write - self._first_low
        return written // 4 % RING

    def levels_now(self) -> int:
        return registers.levels_of(FIRST_GPIO, ALL_LINES)

    def override(self) -> None:
        for line in range(LINES):
            how = registers.INVERTED if self.invert >> line & 1 else registers.AS_IT_IS
            if not (self.enable & ~self.muted) >> line & 1:
                how = registers.LOW
            registers.override_input(FIRST_GPIO + line, how)


def _control(channel: "Any", request: int, following: "Any") -> int:
    control: int = channel.pack_ctrl(
        size=2,
        inc_read=False,
        inc_write=True,
        ring_size=_RING_BITS,
        ring_sel=True,
        treq_sel=request,
        chain_to=following.channel,
        bswap=True,
        irq_quiet=True,
    )
    return control
