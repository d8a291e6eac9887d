"""The Raspberry Pi's own header as an edge source: gpiozero's pins with the kernel's stamps.

In: ``when_changed(ticks, state)`` of each pin, without a bounce time. Out: numbered edges in the order of their stamps,
and a level read twice a second, which mends an edge that the kernel or the library lost. Stamps of another clock than
the factory's are refused: they would put touches in a wrong order.

Ref: docs/other-tables.md; gpiozero's documentation of ``Pin.when_changed`` and ``Factory.ticks``.
"""

import importlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from touchjudge.errors import LinkError
from touchjudge.ports import Board, BoardBeat, Clock, EdgesArrived, Inbox, LinkChanged, LinkPhase
from touchjudge.timing.edges import Edge

CHIP_ID = "gpio"
SOURCE = "gpio"
LINES = 16
FIRST_GPIO = 2
ALL_INVERTED = (1 << LINES) - 1

# Callbacks of several pins may come out of order by about the millisecond in which a library looks at the kernel.
SORT_S = 0.005
READ_EVERY_S = 0.5
# So many edges wait for room in the inbox.
# The kernel stamps when it gets to it: some tens of microseconds as a rule, on a busy Pi more.
STAMP_BOUND_US = 500
KEPT = 4_096
# A first stamp that is older, or that lies ahead, was made by another clock.
STAMP_AGE_S = 1.0
STAMP_AHEAD_S = 0.001

_STOP_WITHIN_S = 1.5
_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}


def pin_factory(environment: Mapping[str, str] = os.environ) -> Any:
    """The way of gpiozero to the pins: lgpio, or what ``GPIOZERO_PIN_FACTORY`` names.

    Raises:
        LinkError: the library or its backend is not installed, or finds no pins here.
    """
    name = environment.get("GPIOZERO_PIN_FACTORY") or "lgpio"
    if name not in _FACTORIES:
        raise LinkError(
            f"GPIOZERO_PIN_FACTORY is {name!r}: allowed are {', '.join(_FACTORIES)}; lgpio is the usual one"
        )
    module, kind = _FACTORIES[name]
    try:
        importlib.import_module("gpiozero")
    except ImportError:
        raise LinkError(
            "the Pi's pins need gpiozero, which is not installed: `pip install 'touchjudge[gpio]'`, or use a Pico"
        ) from None
    try:
        factory: Callable[[], Any] = getattr(importlib.import_module(module), kind)
    except ImportError as error:
        raise LinkError(
            f"gpiozero's backend {name} cannot be loaded ({error}): `pip install 'touchjudge[gpio]'` brings lgpio,"
            " the one for today's kernels"
        ) from None
    try:
        return factory()
    except Exception as error:  # noqa: BLE001 - each backend raises what it likes
        raise LinkError(
            f"gpiozero's backend {name} finds no pins here ({_reason(error)}): run this on a Raspberry Pi, as a user of"
            " the group gpio; use --table pico elsewhere"
        ) from None


class GpioPins:
    """The port :class:`touchjudge.ports.EdgeSource` on the pins of this machine.

    Args:
        factory: gpiozero's pin factory; closed by :meth:`stop`.
        boot_id: of this machine: its clock and the count of edges belong to it.
        lines: line → the place on it; only these pins are touched. Line n is GPIO n+2.
        inverted: mask of the lines that are pressed when low; default all.
        have: for each boot the number of the first edge that is not in the journal: the count goes on there.
        analogue: line → what stands for its pin where a pad is analogue (:mod:`.mcp3008`); high is pressed there.
        analogue_bound_us: how late the stamps of those can be, just now.

    Attributes:
        lost: edges that were never told of, but a level read or the next edge shows that they were; and edges that
            found no room.
        broken: line → why it cannot be used.
    """

    def __init__(
        self,
        clock: Clock,
        factory: Any,
        *,
        boot_id: str,
        lines: Mapping[int, str],
        inverted: int | None = None,
        have: Mapping[Board, int] | None = None,
        analogue: Mapping[int, Any] | None = None,
        analogue_bound_us: Callable[[], int] = lambda: 0,
    ) -> None:
        self.lost = 0
        self.broken: dict[int, str] = {}
        self._clock = clock
        self._factory = factory
        self._lines = dict(lines)
        self._analogue = dict(analogue or {})
        self._analogue_bound_us = analogue_bound_us
        self._inverted = ALL_INVERTED if inverted is None else inverted
        for line in self._analogue:
            self._inverted &= ~(1 << line)
        self._board = Board(CHIP_ID, boot_id)
        self._next_number = (have or {}).get(self._board, 0)
        self._pins: dict[int, Any] = {}
        self._watchers: list[Callable[[Any, Any], None]] = []  # gpiozero itself keeps only weak references
        self._stamped: set[int] = set()
        self._told: deque[tuple[int, int, bool]] = deque()  # device_us, line, pressed; not numbered yet
        self._kept: deque[Edge] = deque()
        self._missing = 0  # lost since the last edge that was kept
        self._levels = 0
        self._newest_us = 0
        self._read: tuple[int, int] | None = None  # levels and next number of the last level read
        self._begin_ticks: Any = None
        self._begin_us = 0
        self._bound_us = 0
        self._turn = threading.Condition()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._said: tuple[LinkPhase, str, int] | None = None

    def start(self, inbox: Inbox) -> None:
        """Begin; a pin that does not work is said, and the others go on.

        Raises:
            LinkError: it was started before, or the factory's clock is none that can be compared.
        """
        if self._thread is not None:
            raise LinkError("the pins were started already: make another source")
        self._set_clock()
        for line in sorted(self._lines):
            self._watch(line)
        self._thread = threading.Thread(target=self._run, args=(inbox,), name="pins", daemon=True)
        self._thread.start()

    def acknowledge(self, board: Board, below: int) -> None:
        """All edges of this boot below this number are in the journal; before the start the count goes on there."""
        with self._turn:
            if board == self._board and self._thread is None:
                self._next_number = max(self._next_number, below)

    def stop(self) -> None:
        """Let the pins go; may be called twice."""
        with self._turn:
            self._stopping.set()
            self._turn.notify()
        if self._thread is not None:
            self._thread.join(_STOP_WITHIN_S)
        pins, self._pins = self._pins, {}
        for pin in pins.values():
            with suppress(Exception):
                pin.when_changed = None
                pin.close()
        with suppress(Exception):
            self._factory.close()

    # The pins

    def _set_clock(self) -> None:
        before_ns = self._clock.host_ns()
        ticks = self._factory.ticks()
        after_ns = self._clock.host_ns()
        if not isinstance(ticks, float):
            raise LinkError(
                f"the stamps of {type(self._factory).__name__} are {ticks!r}, no seconds of a monotonic clock;"
                " `pip install 'touchjudge[gpio]'` brings lgpio, whose stamps are the kernel's"
            )
        self._begin_ticks = ticks
        self._begin_us = (before_ns + after_ns) // 2_000
        self._bound_us = (after_ns - before_ns) // 2_000 + 1

    def _device_us(self, ticks: Any) -> int:
        since_s: float = self._factory.ticks_diff(ticks, self._begin_ticks)
        return self._begin_us + round(since_s * 1e6)

    def _watch(self, line: int) -> None:
        """Claim the pin of a line and listen to it."""

        def changed(ticks: Any, state: Any) -> None:
            self._changed(line, ticks, state)

        try:
            pin = self._analogue.get(line) or self._header_pin(line)
            self._pins[line] = pin
            if self._is_pressed(line, pin.state):
                self._levels |= 1 << line
            self._watchers.append(changed)
            pin.when_changed = changed
        except Exception as error:  # noqa: BLE001 - each backend raises what it likes; the other pins go on
            self._break(line, _reason(error))

    def _header_pin(self, line: int) -> Any:
        pin = self._factory.pin(f"GPIO{line + FIRST_GPIO}")
        pin.function = "input"
        pin.pull = "up" if self._inverted >> line & 1 else "down"
        pin.edges = "both"
        return pin

    def _break(self, line: int, why: str) -> None:
        self.broken[line] = why
        pin = self._pins.pop(line, None)
        with suppress(Exception):
            if pin is not None:
                pin.when_changed = None
        self._levels &= ~(1 << line)

    def _is_pressed(self, line: int, state: Any) -> bool:
        return bool(state) != bool(self._inverted >> line & 1)

    def _changed(self, line: int, ticks: Any, state: Any) -> None:
        """On the library's thread: keep stamp and level, and nothing else."""
        with self._turn:
            if line in self.broken:
                return
            if line not in self._stamped:
                self._stamped.add(line)
                age_s = self._factory.ticks_diff(self._factory.ticks(), ticks)
                if not -STAMP_AHEAD_S <= age_s <= STAMP_AGE_S:
                    self.broken[line] = f"its stamps are of another clock, {age_s:.3f} s from now"
                    return
            self._told.append((self._device_us(ticks), line, self._is_pressed(line, state)))
            self._turn.notify()

    # The thread

    def _run(self, inbox: Inbox) -> None:
        read_ns = self._clock.host_ns()
        while not self._stopping.is_set():
            now_ns = self._clock.host_ns()
            if now_ns >= read_ns:
                read_ns = now_ns + int(READ_EVERY_S * 1e9)
                self._read_levels(inbox)
            with self._turn:
                if not self._told and not self._kept and not self._stopping.is_set():
                    self._turn.wait(max(0.0, (read_ns - now_ns) / 1e9))
                waiting = bool(self._told or self._kept)
                if waiting and not self._stopping.is_set():
                    self._turn.wait_for(self._stopping.is_set, SORT_S)
                if self._stopping.is_set():
                    return
                self._number()
            self._hand_on(inbox)
            self._publish(inbox)

    def _number(self) -> None:
        """Make numbered edges of what the pins told, by their stamps; changes of the same µs are one edge."""
        told = sorted(self._told, key=lambda each: each[0])
        self._told.clear()
        at_us, changed = -1, 0
        for device_us, line, pressed in told:
            bit = 1 << line
            same = bool(self._levels & bit) == pressed
            if same:
                # The change between was never told.
                self.lost += 1
                self._missing += 1
            self._levels = self._levels | bit if pressed else self._levels & ~bit
            if device_us == at_us and not changed & bit and self._kept and not same:
                last = self._kept.pop()
                self._kept.append(Edge(last.number, last.device_us, self._levels, last.lost))
                changed |= bit
                continue
            at_us, changed = device_us, bit
            self._newest_us = max(self._newest_us, device_us)
            if len(self._kept) >= KEPT:
                self.lost += 1
                self._missing += 1
                at_us = -1
                continue
            self._kept.append(Edge(self._next_number, self._newest_us, self._levels, self._missing))
            self._next_number += 1
            self._missing = 0

    def _hand_on(self, inbox: Inbox) -> None:
        edges = tuple(self._kept)
        # The offset is 0: these stamps are of the host's own clock, as surely as the two were compared at the start.
        now_ns = self._clock.host_ns()
        stamp_bound_us = max(STAMP_BOUND_US, self._analogue_bound_us())
        if edges and inbox.put(EdgesArrived(self._board, edges, now_ns, 0, self._bound_us, stamp_bound_us)):
            self._kept.clear()

    def _read_levels(self, inbox: Inbox) -> None:
        """Which lines are down now; what two reads agree on and no edge told of was lost on the way."""
        levels, failed = 0, list[tuple[int, str]]()
        for line, pin in list(self._pins.items()):
            try:
                levels |= self._is_pressed(line, pin.state) << line
            except Exception as error:  # noqa: BLE001 - each backend raises what it likes
                failed.append((line, _reason(error)))
        device_us = self._device_us(self._factory.ticks())
        with self._turn:
            for line, why in failed:
                self._break(line, why)
            for line in set(self.broken) & set(self._pins):
                self._break(line, self.broken[line])
            quiet = not self._told and not self._kept
            agreed = ~(self._read[0] ^ levels) if quiet and self._read and self._read[1] == self._next_number else 0
            missed = (levels ^ self._levels) & agreed
            self.lost += missed.bit_count()
            self._levels ^= missed
            self._read = (levels, self._next_number)
            beat = BoardBeat(self._board, max(device_us, self._newest_us), levels, self._next_number, self.lost)
        if quiet:
            inbox.put(beat)  # one that finds no room is only missed; another comes
        self._publish(inbox)

    def _publish(self, inbox: Inbox) -> None:
        phase, text = self._state()
        state = (phase, text, self.lost)
        if state == self._said:
            return
        facts: dict[str, Any] = {
            "backend": type(self._factory).__name__,
            "lost": self.lost,
            "broken": {self._lines[line]: why for line, why in sorted(self.broken.items())},
            "bound_us": self._bound_us,
        }
        if inbox.put(LinkChanged(SOURCE, phase, self._board, text, facts)):
            self._said = state

    def _state(self) -> tuple[LinkPhase, str]:
        backend = type(self._factory).__name__
        broken = "; ".join(
            f"{self._lines[line]} (GPIO{line + FIRST_GPIO}): {why}" for line, why in sorted(self.broken.items())
        )
        if not self._pins:
            return "broken", (
                f"No pin of the header works with {backend} ({broken or 'none is wired'}): play goes on by hand."
                " `pip install 'touchjudge[gpio]'` brings lgpio, the backend for today's kernels."
            )
        text = f"The Pi's pins are connected ({_spoken(self._pins)})."
        if broken:
            text += f" {backend} cannot use {broken}; the others go on."
        return "connected", text


def _spoken(lines: Iterable[int]) -> str:
    """The pins of lines, runs put together.

    >>> _spoken([0, 1, 2, 8])
    'GPIO2 to GPIO4, GPIO10'
    """
    runs: list[list[int]] = []
    for line in sorted(lines):
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    names = [[f"GPIO{line + FIRST_GPIO}" for line in (run[0], run[-1])] for run in runs]
    return ", ".join(first if first == last else f"{first} to {last}" for first, last in names)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
