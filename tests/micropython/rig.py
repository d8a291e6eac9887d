"""The real firmware on the unix MicroPython, behind a port that pyserial can open.

The firmware runs as a process on a terminal pair of its own; a relay joins that to a second pair whose path is the
port. So the cable can be pulled and put back while the firmware runs on, and the process can die while the host holds
the port:

    with Rig(tmp_path, script="0,3,1\\n200000,3,0\\n") as rig:
        serial.Serial(rig.port, exclusive=True)
        rig.cut()              # the port is gone; the firmware runs on and what it says is lost
        rig.restore()          # the port is back under the same path
        rig.kill()             # power cut: process and port are gone
        rig.restart()          # a new boot, a new boot_id

A closed port loses what the firmware says, as on the board; an open port that nobody reads makes it wait (the relay
reads on only while the port takes bytes). :class:`Wire` is a host made of
nothing but tjwire, for tests of the firmware.
"""

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import tjwire
from need import ROOT, micropython

PATIENCE_S = 4.0  # how long a test waits for what must come
_TAIL_BYTES = 1 << 16
_OPEN_MS = 50
_CLOSED_MS = 2

Heard = TypeVar("Heard", bound=tjwire.Line)


class Rig:
    """One board made of a process.

    Args:
        folder: for the script, the settings and the port; one for each board.
        script: rows of ``pads.capture.scripted``, or a file of them.
        go_us: device_us at which the script begins; None: with the first hi.
        fast: the script is played as fast as the host takes its edges.
        levels: mask of the lines that are pressed at power-up.
        chip: the chip's id.
        timer_at_us: device_us at power-up.
        analogue: rows of ``pads.capture.scripted_adc``; empty: nothing is wired to the ADC.
        main: another main program, to see the firmware fail.

    Attributes:
        port: path for pyserial; the same over all cuts and boots.
    """

    def __init__(
        self,
        folder: Path,
        *,
        script: str | Path | None = None,
        go_us: int | None = None,
        fast: bool = False,
        levels: int = 0,
        chip: str = "pad-a",
        timer_at_us: int = 0,
        analogue: str = "",
        main: Path = ROOT / "firmware" / "main.py",
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = str(folder / "port")
        self._folder = folder
        self._script = script
        self._options = ["--chip", chip, "--state", str(folder), "--timer-at", str(timer_at_us)]
        self._options += ["--levels", f"{levels:x}"]
        if go_us is not None:
            self._options += ["--go", str(go_us)]
        if fast:
            self._options.append("--fast")
        if analogue:
            (folder / "analogue.csv").write_text(analogue)
            self._options += ["--analogue", str(folder / "analogue.csv")]
        self._main = main
        self._micropython = micropython()
        self._firmware: subprocess.Popen[bytes] | None = None
        self._relay: _Relay | None = None

    def __enter__(self) -> Self:
        self.restart()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def said(self) -> bytes:
        """What the firmware wrote since power-up (the newest 64 KiB), whether or not a host read it."""
        return bytes(self._relay.said) if self._relay else b""

    def go_on(self) -> None:
        """Let a script that holds go on, or that will hold next."""
        (self._folder / "go-on").touch()

    @property
    def pid(self) -> int:
        """Of the firmware's process."""
        assert self._firmware is not None
        return self._firmware.pid

    def cut(self) -> None:
        """Pull the cable; the board has power from elsewhere."""
        assert self._relay is not None
        self._relay.cut()

    def restore(self) -> None:
        """Put the cable back."""
        assert self._relay is not None
        self._relay.restore()

    def kill(self) -> None:
        """Cut the power: what was not acknowledged is gone, and the port too."""
        if self._firmware is not None:
            self._firmware.kill()
            self._firmware.wait()
            self._firmware = None
        if self._relay is not None:
            self._relay.close()
            self._relay = None

    def restart(self, script: str | Path | None = None) -> None:
        """Power up, after a power cut if it is running; with another script if one is given."""
        self.kill()
        if script is not None:
            self._script = script
        options = list(self._options)
        if isinstance(self._script, str):
            (self._folder / "script.csv").write_text(self._script)
            options += ["--script", str(self._folder / "script.csv")]
        elif self._script is not None:
            options += ["--script", str(self._script)]
        master, slave = os.openpty()
        tty.setraw(slave)
        # A write that does not fit must be short, as on the board's USB, and not wait.
        _never_wait(slave)
        self._firmware = subprocess.Popen(
            [self._micropython, str(self._main), *options], stdin=slave, stdout=slave, stderr=slave
        )
        os.close(slave)
        self._relay = _Relay(master, self.port)

    def says(self, text: bytes, silent_s: float) -> bool:
        """Wait until the firmware has got this text rid of; False when it gets rid of nothing for so long."""
        assert self._relay is not None
        deadline = time.monotonic() + 4 * PATIENCE_S
        with self._relay.moved:
            while text not in self._relay.said:
                if not self._relay.moved.wait(silent_s):
                    return False
                assert time.monotonic() < deadline, f"the firmware goes on, but never says {text!r}"
        return True

    def close_terminal(self) -> None:
        """What happens to the firmware when this process dies."""
        assert self._relay is not None
        self._relay.close()
        self._relay = None

    def wait_for_end(self) -> int:
        """The exit status of the firmware, which must end by itself."""
        assert self._firmware is not None
        return self._firmware.wait(PATIENCE_S)

    def interrupt(self) -> None:
        """What a shell's Ctrl-C sends."""
        os.kill(self.pid, signal.SIGINT)


class Wire:
    """A host that says and hears single lines.

    Attributes:
        heard: everything so far, noise included.
        decoder: what read it.
    """

    def __init__(self, port: str) -> None:
        self._port = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._port)
        self.decoder = tjwire.Decoder()
        self.heard: list[tjwire.Line] = []
        self._looked_at = 0
        self._n = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        os.close(self._port)

    def say(self, make: Callable[..., tjwire.Line], *fields: object) -> int:
        """Say a command; its number."""
        self._n += 1
        self.write(tjwire.encode(make(self._n, *fields)))
        return self._n

    def write(self, data: bytes) -> None:
        """Any bytes."""
        deadline = time.monotonic() + PATIENCE_S
        while data:
            select.select([], [self._port], [], max(0, deadline - time.monotonic()))
            try:
                data = data[os.write(self._port, data) :]
            except BlockingIOError:
                assert time.monotonic() < deadline, f"{len(data)} bytes are not taken"

    def read(self, seconds: float) -> bytes:
        """What comes within this time, at once when something comes; empty at its end or at the end of the port."""
        if not select.select([self._port], [], [], max(0, seconds))[0]:
            return b""
        with contextlib.suppress(OSError):
            data = os.read(self._port, 1 << 16)
            self.heard += self.decoder.feed(data)
            return data
        return b""

    def hear(self, kind: type[Heard], wanted: Callable[[Heard], bool] = lambda line: True) -> Heard:
        """The next line of this kind (and as wanted) that was not yet looked at."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            while self._looked_at < len(self.heard):
                line = self.heard[self._looked_at]
                self._looked_at += 1
                if isinstance(line, kind) and wanted(line):
                    return line
            assert self.read(deadline - time.monotonic()), f"no such {kind.__name__} came; heard {self.heard[-20:]}"

    def ask(self, make: Callable[..., tjwire.Line], *fields: object) -> tjwire.Line:
        """Say a command; its answer."""
        n = self.say(make, *fields)
        return self.hear(tjwire.Line, lambda line: getattr(line, "n", None) == n)


class _Relay(threading.Thread):
    """Carries bytes between the firmware's terminal and the port, and is the cable."""

    def __init__(self, firmware: int, port: str) -> None:
        super().__init__(name="relay", daemon=True)
        self._firmware = firmware
        self._path = Path(port)
        self._port: int | None = None
        self._wake_read, self._wake_write = os.pipe()
        self._turn = threading.Lock()
        self._ended = False
        self._silent = False
        self._unsaid = b""
        self.said = bytearray()
        self.moved = threading.Condition()
        _never_wait(firmware)
        self.restore()
        self.start()

    def restore(self) -> None:
        with self._turn:
            if self._port is not None:
                return
            master, slave = os.openpty()
            tty.setraw(slave)
            _never_wait(master)
            path = os.ttyname(slave)
            # Closed again: from now on the master tells whether a host has the port open.
            os.close(slave)
            self._path.unlink(missing_ok=True)
            self._path.symlink_to(path)
            self._port = master
        self._wake()

    def cut(self) -> None:
        with self._turn:
            if self._port is None:
                return
            self._path.unlink()
            os.close(self._port)
            self._port = None
        self._wake()

    def close(self) -> None:
        self.cut()
        self._ended = True
        self._wake()
        self.join()
        for end in (self._firmware, self._wake_read, self._wake_write):
            os.close(end)

    def run(self) -> None:
        while not self._ended:
            with self._turn:
                opened = self._port is not None and not _hung_up(self._port)
                poller = select.poll()
                poller.register(self._wake_read, select.POLLIN)
                if opened and self._port is not None:
                    poller.register(self._port, select.POLLOUT if self._unsaid else select.POLLIN)
                if not self._silent and not (opened and self._unsaid):
                    poller.register(self._firmware, select.POLLIN)
            # Nothing tells that a host opened the port, so a closed one is looked at soon again.
            poller.poll(_OPEN_MS if opened else _CLOSED_MS)
            with self._turn:
                if _ready(self._wake_read, select.POLLIN):
                    os.read(self._wake_read, 64)
                if not self._unsaid:
                    self._hear()
                if self._port is None or _hung_up(self._port):
                    self._unsaid = b""
                else:
                    self._carry(self._port)

    def _hear(self) -> None:
        if self._silent or not _ready(self._firmware, select.POLLIN | select.POLLHUP):
            return
        try:
            self._unsaid = os.read(self._firmware, 1024)
        except OSError:
            self._silent = True
        with self.moved:
            self.said += self._unsaid
            del self.said[:-_TAIL_BYTES]
            self.moved.notify_all()

    def _carry(self, port: int) -> None:
        with contextlib.suppress(OSError):
            if self._unsaid and _ready(port, select.POLLOUT):
                self._unsaid = self._unsaid[os.write(port, self._unsaid) :]
            if _ready(port, select.POLLIN) and _ready(self._firmware, select.POLLOUT):
                os.write(self._firmware, os.read(port, 256))

    def _wake(self) -> None:
        os.write(self._wake_write, b"x")


def _never_wait(end: int) -> None:
    fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_NONBLOCK)


def _ready(end: int, what: int, within_ms: int = 0) -> bool:
    poller = select.poll()
    poller.register(end, what)
    return any(event & what for _, event in poller.poll(within_ms))


def _hung_up(end: int) -> bool:
    poller = select.poll()
    poller.register(end, 0)
    return any(event & select.POLLHUP for _, event in poller.poll(0))
