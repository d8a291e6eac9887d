"""MicroPython's raw prompt over a port that is already open: mpremote's transport, on our port and on our clock.

mpremote would open the port itself, wait by the machine's clock, and print what it did not expect. Here the port is the
link's own kind, locked and with all its sentences for what can fail, and every limit is on the clock that is handed in.
"""

import contextlib
import io
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from touchjudge.errors import LinkError
from touchjudge.ports import Clock

_MS = 1_000_000
_INTERRUPT = b"\r\x03"
_LEAVE_RAW = b"\r\x02"
_SOFT_RESET = b"\x04"

# What the board's own file system says when it cannot: name, and number for a MicroPython that does not know names.
_FULL = ("ENOSPC", "Errno 28", "OSError: 28")
_READ_ONLY = ("EROFS", "Errno 30", "OSError: 30")


class PromptPort(Protocol):
    """An open port; all methods raise :class:`LinkError` when it is gone."""

    def read(self) -> bytes:
        """What has come; waits a little when nothing has."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a board may take, in ns of the clock that is handed in.

    Attributes:
        hello_ns: to say who it is after ``hi``, or to show a prompt; one that was just plugged in compiles its program.
        again_ns: between two such questions.
        bye_ns: to end its program after ``bye``.
        answer_ns: of silence while it does something at its prompt.
        start_ns: to move files, compile them and say hello after an installation.
    """

    hello_ns: int = 8_000 * _MS
    again_ns: int = 500 * _MS
    bye_ns: int = 2_000 * _MS
    answer_ns: int = 10_000 * _MS
    start_ns: int = 45_000 * _MS


class Prompt:
    """The raw prompt of a board.

    Args:
        where: the port's path, for sentences.
    """

    def __init__(self, port: PromptPort, clock: Clock, patience: Patience, where: str) -> None:
        self._where = where
        self._port = port
        self._transport = _Transport(_Bytes(port, clock, patience.answer_ns), clock, patience.answer_ns, where)

    def enter(self) -> None:
        """Interrupt whatever runs and begin anew at the raw prompt, with an empty heap and no program started.

        Raises:
            LinkError: the board does not come to its prompt.
        """
        said = io.StringIO()
        with contextlib.redirect_stdout(said), self._sentences("come to its prompt"):
            self._transport.enter_raw_repl(soft_reset=True)

    def run(self, program: str, doing: str) -> str:
        """Run a program on the board; what it printed.

        Args:
            doing: what it is for, to follow "the board cannot" in a sentence.

        Raises:
            LinkError: the board does not answer, or the program ended with an error.
        """
        with self._sentences(doing):
            out: bytes = self._transport.exec(program)
        return out.decode(errors="replace").replace("\r\n", "\n")

    def write_file(self, path: str, content: bytes, progress: Callable[[int], None]) -> None:
        """Write a file; ``progress`` is told how many bytes of it are there.

        Raises:
            LinkError: the board does not answer, or its file system is full or cannot be written.
        """
        with self._sentences(f"write {path}"):
            self._transport.fs_writefile(
                path, content, chunk_size=1024, progress_callback=lambda written, _size: progress(written)
            )

    def leave(self, *, start: bool = True) -> None:
        """Go to the friendly prompt, and start anew from there: the board runs its program if it has one.

        Whatever the board is in the middle of is given up.
        """
        self._port.write(_INTERRUPT)
        self._port.write(_LEAVE_RAW)
        if start:
            self._port.write(_SOFT_RESET)

    @contextlib.contextmanager
    def _sentences(self, doing: str) -> Any:
        try:
            yield
        except TransportExecError as error:
            raise self._failed(doing, str(error.error_output)) from error
        except OSError as error:
            # mpremote's translation of an error of the board's file system.
            raise self._failed(doing, str(error) if error.errno is None else f"OSError: {error.errno}") from error
        except (TransportError, struct.error) as error:
            raise LinkError(
                f"The board on {self._where} does not answer as MicroPython does (it was to {doing}): power it off and"
                " on, with OK held if its own program does not let go, then run this again."
            ) from error

    def _failed(self, doing: str, output: str) -> LinkError:
        last = (output.strip().splitlines() or ["it gave no reason"])[-1]
        if any(sign in output for sign in _FULL):
            return LinkError(
                f"The file system of the board on {self._where} is full (it was to {doing}): delete files of your own"
                f" from it (`mpremote connect {self._where} fs ls` lists them), then run this again."
            )
        if any(sign in output for sign in _READ_ONLY):
            return LinkError(
                f"The file system of the board on {self._where} cannot be written (it was to {doing}): power the board"
                " off and on; if that does not mend it, put MicroPython on it anew."
            )
        return LinkError(
            f"The board on {self._where} cannot {doing} ({last}): power it off and on, then run this again; if that"
            " does not mend it, put MicroPython on it anew."
        )


class _Bytes:
    """Our port in the shape that mpremote knows, pyserial's."""

    def __init__(self, port: PromptPort, clock: Clock, wait_ns: int) -> None:
        self._port = port
        self._clock = clock
        self._wait_ns = wait_ns
        self._kept = bytearray()

    def inWaiting(self) -> int:  # noqa: N802 (pyserial's name)
        # Only what was read along already. Looking at the port would wait, once for each window of a file.
        return len(self._kept)

    def look(self) -> None:
        """Take what has come; waits a little when nothing has."""
        if not self._kept:
            self._kept += self._port.read()

    def read(self, size: int = 1) -> bytes:
        """So many bytes; fewer when the board is silent for too long."""
        until_ns = self._clock.host_ns() + self._wait_ns
        while len(self._kept) < size and self._clock.host_ns() < until_ns:
            self._kept += self._port.read()
        taken = bytes(self._kept[:size])
        del self._kept[:size]
        return taken

    def write(self, data: bytes) -> None:
        self._port.write(data)


class _Transport(SerialTransport):  # type: ignore[misc]  # mpremote has no types
    """mpremote's transport on a port that is open already."""

    def __init__(self, serial: _Bytes, clock: Clock, wait_ns: int, where: str) -> None:
        # Not its parent's: that one opens the port.
        self.serial = serial
        self.device_name = where
        self.in_raw_repl = False
        self.use_raw_paste = True
        self.mounted = False
        self.is_pty = False
        self._clock = clock
        self._wait_ns = wait_ns

    def read_until(
        self,
        min_num_bytes: int,  # noqa: ARG002 (mpremote's own no longer looks at it)
        ending: bytes,
        timeout: float | None = 10,  # noqa: ARG002 (the limit is ours)
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """As mpremote's, with the limit and on the clock that were handed in."""
        data = b""
        begun_ns = heard_ns = self._clock.host_ns()
        while not data.endswith(ending):
            self.serial.look()
            now_ns = self._clock.host_ns()
            if self.serial.inWaiting():
                new = self.serial.read(1)
                if data_consumer:
                    data_consumer(new)
                data = new if data_consumer else data + new
                heard_ns = now_ns
            elif now_ns - heard_ns >= self._wait_ns:
                break
            if timeout_overall is not None and now_ns - begun_ns >= self._wait_ns:
                break
        return data
