"""Serial ports: finding Picos by their USB id, opening one for nobody else, and saying in a sentence why it fails.

Ref: pyserial 3.5. The port is locked, and DTR and RTS are raised before it is opened: a board that waits for DTR says
nothing before.
"""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

import serial
from serial.tools import list_ports

from touchjudge.errors import LinkError
from touchjudge.words.sentences import Sentence

# What pyserial lets through when the port fails; closing it under a read is a TypeError.
_FAILURES: tuple[type[Exception], ...] = (OSError, TypeError, ValueError)
try:
    import termios
except ImportError:  # Windows
    pass
else:
    _FAILURES += (termios.error,)

RASPBERRY_PI = 0x2E8A
_DEBUG_PROBE = 0x000C

READ_WAIT_S = 0.02
WRITE_WAIT_S = 0.5

_USUAL_HOLDERS = "often Thonny, mpremote, ModemManager or a second touchjudge"

_STUCK = "The board on {port} has not read for {seconds} s: if this stays, power it off and on."
_NO_SERIAL_PORT = "{port} is no serial port: name the port of the Pico, such as /dev/ttyACM0."
_NOT_OPENED = "{port} cannot be opened ({why}): pull the cable and put it in again."
_BUSY = "{port} is held by {holder}: close that program, then try again."
_GONE = "{port} is gone ({why}): the cable was pulled or the board lost its power."

PortProblem = Literal["missing", "denied", "busy", "gone", "stuck"]


class PortError(LinkError):
    """A port that cannot be opened, or no longer read or written.

    Attributes:
        problem: ``missing`` (no such port), ``denied`` (no permission), ``busy`` (another program holds it), ``gone``
            (it failed while it was open, or is none), ``stuck`` (the board does not read).
    """

    def __init__(self, message: str, problem: PortProblem) -> None:
        super().__init__(message)
        self.problem: PortProblem = problem


class Port(Protocol):
    """An open port. All methods raise :class:`LinkError` when it is gone."""

    def read(self) -> bytes:
        """What has come; waits a little (some hundredths of a second) when nothing has."""
        ...

    def write(self, data: bytes) -> None:
        """Write all of it; never waits for ever."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class PortFound:
    """A port that a Pico is on, and the serial number that its USB descriptor says."""

    path: str
    serial_number: str | None = None


def find_picos() -> list[PortFound]:
    """Ports of boards with Raspberry Pi's USB id."""
    found = [
        PortFound(each.device, each.serial_number)
        for each in list_ports.comports()
        if each.vid == RASPBERRY_PI and each.pid != _DEBUG_PROBE
    ]
    return sorted(found, key=lambda each: each.path)


def open_serial(path: str, *, write_wait_s: float = WRITE_WAIT_S) -> Port:
    """Open a port for nobody else.

    Args:
        write_wait_s: a board that has not read for so long is stuck.

    Raises:
        PortError: it does not exist, may not be opened, is held by another program, or is no serial port.
    """
    port = serial.Serial()
    port.port = path
    port.timeout = READ_WAIT_S
    port.write_timeout = write_wait_s
    port.dtr = True
    port.rts = True
    if os.name == "posix":
        port.exclusive = True
    try:
        port.open()
    except _FAILURES as error:
        raise _refused(path, error) from error
    others = holders(path)
    if others:
        port.close()
        raise _busy(path, others)
    return _SerialPort(path, port, write_wait_s)


class _SerialPort:
    def __init__(self, path: str, port: serial.Serial, write_wait_s: float) -> None:
        self._path = path
        self._port = port
        self._write_wait_s = write_wait_s

    def read(self) -> bytes:
        try:
            data: bytes = self._port.read(1)
            if data and (more := self._port.in_waiting):
                data += self._port.read(more)
        except _FAILURES as error:
            raise _gone(self._path, error) from error
        return data

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise PortError(
                Sentence(_STUCK, port=self._path, seconds=f"{self._write_wait_s:g}"),
                "stuck",
            ) from error
        except _FAILURES as error:
            raise _gone(self._path, error) from error

    def close(self) -> None:
        with suppress(*_FAILURES):
            self._port.close()


def holders(path: str) -> list[str]:
    """Other programs that have the port open, as far as this user may see: ``mpremote (process 4711)``."""
    try:
        real = str(Path(path).resolve(strict=True))
    except OSError:
        return []
    return [f"{name} (process {pid})" for pid, name in _who_has_open(real) if pid != os.getpid()]


def _who_has_open(real: str) -> Iterator[tuple[int, str]]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(_target(each) == real for each in (process / "fd").iterdir()):
                yield int(process.name), (process / "comm").read_text().strip()


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


def _refused(path: str, error: Exception) -> PortError:
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT or not Path(path).exists():
        return missing(path, find_picos())
    if number in (errno.EACCES, errno.EPERM):
        return PortError(
            Sentence("No permission to open {port}{group}.", port=path, group=_group(path)),
            "denied",
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        return _busy(path, holders(path))
    if "configure port" in text or number in (errno.ENOTTY, errno.EISDIR, errno.EINVAL):
        return PortError(Sentence(_NO_SERIAL_PORT, port=path), "gone")
    return PortError(Sentence(_NOT_OPENED, port=path, why=text), "gone")


def missing(path: str, found: Sequence[PortFound]) -> PortError:
    """The sentence for a port that does not exist, with those that do."""
    there = ", ".join(each.path for each in found)
    hint = f"a Pico is on {there}" if there else "no Pico is plugged in"
    return PortError(
        f"There is no port {path}; {hint}: name an existing port, or use `--table pico` to wait for one.", "missing"
    )


def _busy(path: str, others: Sequence[str]) -> PortError:
    holder = " and ".join(others) or f"another program ({_USUAL_HOLDERS})"
    return PortError(Sentence(_BUSY, port=path, holder=holder), "busy")


def _gone(path: str, error: Exception) -> PortError:
    others = holders(path)
    if others:
        return _busy(path, others)
    return PortError(Sentence(_GONE, port=path, why=error), "gone")


def _group(path: str) -> str:
    try:
        group = Path(path).group()
    except (KeyError, OSError, NotImplementedError):
        return ": run touchjudge as a user who may open it"
    return f" (it belongs to the group {group}): run `sudo usermod -aG {group} $USER`, then log in again"
