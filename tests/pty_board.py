"""A fake board behind a pseudo-terminal that pyserial opens, and a taker of arrivals; for tests in real time.

The port is a path that stays the same while the cable is pulled and put back; what a board says while nobody has the
port open is lost, as on the real one.
"""

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.ports import Arrival, Board, EdgesArrived, LinkChanged
from touchjudge.testing import FakeBoard
from touchjudge.timing.edges import Edge

PATIENCE_S = 5.0  # how long a test waits for what must come


class PtyBoard(threading.Thread):
    """A thread that is the board: it hears, answers, beats, and sends edges.

    Attributes:
        board: change it only under :attr:`turn`.
        heard: all bytes that the host wrote.
        at_prompt: the program is not running; ``repl`` or ``raw`` answers like MicroPython's prompts, and the program
            starts again by Ctrl-D, if it has one.
        has_program: whether it has one.
        reads: False: it hangs, and neither reads nor says anything.
    """

    def __init__(self, port: Path, board: FakeBoard | None = None) -> None:
        super().__init__(name=f"board {port.name}", daemon=True)
        self.board = board or FakeBoard()
        self.turn = threading.RLock()
        self.heard = bytearray()
        self.at_prompt = ""
        self.has_program = True
        self.reads = True
        self._path = port
        self._master: int | None = None
        self._booted_ns = time.monotonic_ns()
        self._ended = False
        self._wake_read, self._wake_write = os.pipe()
        self.restore()
        self.start()

    @property
    def port(self) -> str:
        return str(self._path)

    @property
    def boot(self) -> Board:
        return Board(self.board.chip_id, self.board.boot_id)

    def now_us(self) -> int:
        return (time.monotonic_ns() - self._booted_ns) // 1000 + 1

    def edges(self, *levels: int) -> None:
        """Sample these levels now, one after the other."""
        with self.turn:
            for mask in levels:
                self.board.edge(self.now_us(), mask)
        self._wake()

    def say(self, text: bytes) -> None:
        """Write what is no line of the wire."""
        with self.turn:
            if self._master is not None:
                os.write(self._master, text)

    def cut(self) -> None:
        """Pull the cable; the board runs on."""
        with self.turn:
            if self._master is not None:
                self._path.unlink()
                os.close(self._master)
                self._master = None
        self._wake()

    def restore(self, path: Path | None = None) -> None:
        """Put the cable back, perhaps under another path."""
        with self.turn:
            self._path = path or self._path
            self._master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self._path.symlink_to(os.ttyname(slave))
            os.close(slave)
        self._wake()

    def reboot(self) -> None:
        """Cut its power for a moment, with the cable in."""
        with self.turn:
            self.board.reboot()
        self._wake()

    def close(self) -> None:
        self.cut()
        self._ended = True
        self._wake()
        self.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def run(self) -> None:
        while not self._ended:
            with self.turn:
                master = self._master
            ends = [self._wake_read]
            if master is not None and self.reads and not _nobody(master):
                ends.append(master)
            with contextlib.suppress(OSError, ValueError):
                if self._wake_read in select.select(ends, [], [], 0.005)[0]:
                    os.read(self._wake_read, 64)
            with self.turn, contextlib.suppress(OSError):
                self._turn()

    def _turn(self) -> None:
        master = self._master
        if master is None or not self.reads:
            return
        data = b""
        with contextlib.suppress(OSError):
            data = os.read(master, 1 << 16)
        if _nobody(master):
            # What is said is lost, as on USB: but it counts as sent.
            if not self.at_prompt:
                self.board.hear(data, now_us=self.now_us())
                self.board.say(now_us=self.now_us())
            return
        self.heard += data
        if self.at_prompt:
            self._prompt(master, data)
            return
        self.board.hear(data, now_us=self.now_us())
        said = self.board.say(now_us=self.now_us())
        while said:
            if not select.select([], [master], [], 1.0)[1]:
                return
            said = said[os.write(master, said) :]

    def _prompt(self, master: int, data: bytes) -> None:
        for byte in data:
            match self.at_prompt, byte:
                case "raw", 0x02:
                    self.at_prompt = "repl"
                    os.write(master, b"\r\nMicroPython v1.23.0 on 2024-06-02; Raspberry Pi Pico with RP2040\r\n>>> ")
                case "repl", 0x04 if not self.has_program:
                    os.write(master, b"\r\nMPY: soft reboot\r\n>>> ")
                case "repl", 0x04:
                    self.at_prompt = ""
                    os.write(master, b"\r\nMPY: soft reboot\r\n")
                    self.board.reboot()
                    return
                case "repl", _:
                    os.write(master, bytes([byte]))

    def _wake(self) -> None:
        os.write(self._wake_write, b"x")


def _nobody(master: int) -> bool:
    """Whether no host has the port open."""
    poller = select.poll()
    poller.register(master, select.POLLIN)
    return any(event & select.POLLHUP for _, event in poller.poll(0))


def wait_for(true: Callable[[], bool], what: str) -> None:
    """Wait without taking anything; a failure says what did not come."""
    pause, end_s = threading.Event(), time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s, f"{what} did not come"
        pause.wait(0.005)


class Taker:
    """The table's end of an inbox: takes arrivals and keeps them."""

    def __init__(self, inbox: QueueInbox | None = None) -> None:
        self.clock = SystemClock()
        self.inbox = inbox or QueueInbox(self.clock)
        self.arrivals: list[Arrival] = []

    def until(self, enough: Callable[[], bool], what: str, within_s: float = PATIENCE_S) -> None:
        """Take arrivals until it is enough; a failure says what did not come."""
        end_ns = self.clock.host_ns() + int(within_s * 1e9)
        while not enough():
            arrival = self.inbox.wait(min(end_ns, self.clock.host_ns() + 10_000_000))
            if arrival is not None:
                self.arrivals.append(arrival)
            assert self.clock.host_ns() < end_ns, (
                f"{what} did not come; {self.links[-3:]}, {len(self.arrivals)} arrivals"
            )

    def edges(self, board: Board) -> list[Edge]:
        return [e for a in self.arrivals if isinstance(a, EdgesArrived) and a.board == board for e in a.edges]

    @property
    def links(self) -> list[LinkChanged]:
        return [arrival for arrival in self.arrivals if isinstance(arrival, LinkChanged)]

    @property
    def text(self) -> str:
        return self.links[-1].text if self.links else ""

    def phase(self, source: str | None = None) -> str:
        said = [link.phase for link in self.links if source in (None, link.source)]
        return said[-1] if said else ""

    def until_not(self, phase: str, source: str) -> None:
        """Take arrivals until a link is in another phase."""
        self.until(lambda: self.phase(source) != phase, f"another phase than {phase}")

    def until_edges(self, board: Board, count: int, within_s: float = PATIENCE_S) -> list[Edge]:
        self.until(lambda: len(self.edges(board)) >= count, f"{count} edges", within_s)
        return self.edges(board)

    def until_phase(self, phase: str, within_s: float = PATIENCE_S, source: str | None = None) -> LinkChanged:
        """The newest state of a link, once it is in this phase."""
        self.until(lambda: self.phase(source) == phase, f"phase {phase}", within_s)
        return next(link for link in reversed(self.links) if source in (None, link.source))
