"""The unix MicroPython as a board: standard input and output are the way to the host, a script moves the hands.

    micropython firmware/main.py [--script FILE] [--go US] [--fast] [--levels HEX]
                                 [--chip ID] [--state FOLDER] [--timer-at US] [--analogue FILE]

--script   edges to play (``pads.capture.scripted`` has the format); without one the table is silent
--go       device_us at which the script begins; otherwise it begins with the first hi
--fast     plays as fast as the host takes the edges
--levels   lines that are pressed at power-up; with bit 4, the OK button, the firmware does not start
--chip     the chip's id
--state    a folder in which settings are kept over a power cut; a script that holds goes on when a file "go-on" is
           put there (it is taken away: one file, one hold)
--timer-at device_us at power-up
--analogue what the analogue pads show (``pads.capture.scripted_adc`` has the format); without it nothing is wired there
"""

import gc
import os
import sys
import termios
import time

from pads.board import Board
from pads.capture import Capture
from pads.capture.scripted import ScriptedCapture
from pads.capture.scripted_adc import ScriptedSamples
from pads.force_pads import ForcePads
from pads.outbox import Outbox
from pads.pinout import OK_LINE

_ICANON = 2  # of the terminal's local modes: lines are edited
_OPTIONS = ("script", "go", "levels", "chip", "state", "timer-at", "analogue")

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from collections.abc import Iterator


class OptionError(Exception):
    """A wrong option on the command line."""


class UnixBoard(Board):
    """A board made of a process."""

    def __init__(self, arguments: "list[str]") -> None:
        options = _options_of(arguments)
        state = options.get("state")
        super().__init__(
            "unix",
            options.get("chip", "unix"),
            _number_of(options, "timer-at", 10, 0),
            time.ticks_us(),
            state + "/settings" if state else None,
        )
        self._state = state
        self._script = options.get("script")
        self._analogue = options.get("analogue")
        self._go_us = _number_of(options, "go", 10, -1)
        self._fast = "fast" in options
        self._levels = _number_of(options, "levels", 16, 0)
        self._console: "list[object] | None" = None

    def read_byte(self) -> int:
        for _ in self._readable.ipoll(0):
            try:
                took = self._in.readinto(self._byte)
            except OSError:
                took = 0
            if took:
                return self._byte[0]
            # Ready without a byte: the other end of the terminal is gone, and such a one does not come back.
            sys.exit(0)
        return -1

    def write(self, data: memoryview) -> "int | None":
        try:
            return super().write(data)
        except OSError:
            return 0

    def ok_is_down(self) -> bool:
        return bool(self._levels >> OK_LINE & 1)

    def capture(self, outbox: Outbox) -> Capture:
        rows = _rows_of(self._script)
        go_us = None if self._go_us < 0 else self._go_us
        return ScriptedCapture(rows, self.clock, outbox, self._levels, go_us, self._fast, self._goes_on)

    def force(self) -> ForcePads:
        go_us = None if self._go_us < 0 else self._go_us
        return ForcePads(ScriptedSamples(_rows_of(self._analogue), self.clock, go_us))

    def _goes_on(self) -> bool:
        if self._state is None:
            return False
        try:
            os.remove(self._state + "/go-on")
        except OSError:
            return False
        return True

    def free_bytes(self) -> int:
        return gc.mem_free()

    def open(self) -> None:
        try:
            console = termios.tcgetattr(0)
            if console[3] & _ICANON:
                # Only then: it throws away what a host may have said already.
                termios.setraw(0)
                self._console = console
        except OSError:
            pass  # not a terminal: a pipe needs no setting
        super().open()

    def close(self) -> None:
        super().close()
        if self._console is not None:
            termios.tcsetattr(0, termios.TCSANOW, self._console)


def _options_of(arguments: "list[str]") -> "dict[str, str]":
    options: "dict[str, str]" = {}
    waiting = list(arguments)
    while waiting:
        name = waiting.pop(0)
        if name == "--fast":
            options["fast"] = ""
        elif name[:2] == "--" and name[2:] in _OPTIONS and waiting:
            options[name[2:]] = waiting.pop(0)
        else:
            legal = ", ".join(["--" + option for option in _OPTIONS])
            raise OptionError("option %s: must be --fast or, with a value, one of %s" % (name, legal))
    return options


def _number_of(options: "dict[str, str]", name: str, base: int, default: int) -> int:
    if name not in options:
        return default
    digits = "0123456789abcdef"[:base]
    for digit in options[name]:
        if digit not in digits:
            raise OptionError("option --%s %s: must be of the digits %s" % (name, options[name], digits))
    return int(options[name] or "0", base)


def _rows_of(path: "str | None") -> "Iterator[str]":
    if path is not None:
        with open(path) as file:
            for row in file:
                yield row
