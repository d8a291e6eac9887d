"""The scanner as an input device of its own: grabbed, so that no code lands in a terminal; back when it is back.

In: key events. Out: the text of each code, told to whoever listens; what is wrong with the device, in one sentence.
The system's stamps of these events are not used: what a reader says never times anything.
"""

import errno
import re
import select
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from touchjudge.adapters.card_scanner.keys import Keys
from touchjudge.errors import ConfigError
from touchjudge.ports import Warned
from touchjudge.words.sentences import Sentence, told

AUTO = "auto"
RETRY_S = 2.0
_LISTEN_S = 0.5
_EVENTS = Path("/dev/input")
_KEY = 1  # the type of a key event
# What scanners call themselves.
_SCANNER = re.compile(
    r"scan|bar ?code|\bqr|rfid|nfc|reader|symbol tech|zebra|honeywell|datalogic|newland|netum|inateck|eyoyo",
    re.IGNORECASE,
)


class Device(Protocol):
    """An input device that is open."""

    def grab(self) -> None:
        """From now on nobody else gets its events."""
        ...

    def read(self, wait_s: float) -> Sequence[tuple[int, int, int]]:
        """(type, code, value) of the events that have come; waits so long for the first.

        Raises:
            OSError: it is gone.
        """
        ...

    def close(self) -> None: ...


class Devices(Protocol):
    """The input devices of this machine."""

    def paths(self) -> Sequence[str]:
        """Of those that there are, also of those that may not be read."""
        ...

    def open(self, path: str) -> Device:
        """Raises OSError."""
        ...

    def name(self, path: str) -> str:
        """What it calls itself; raises OSError."""
        ...


class CardScanner:
    """Reads one scanner on a thread of its own until it is closed.

    Args:
        device: ``auto``, or the path of the input device.
        heard: is told the text of each code, from the scanner's thread.
        warn: is told what is wrong and, with None, that all is well again; from the same thread.
    """

    def __init__(
        self,
        device: str,
        heard: Callable[[str], Any],
        warn: Callable[[Warned], Any],
        *,
        devices: Devices | None = None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        retry_s: float = RETRY_S,
    ) -> None:
        self._wanted = device
        self._heard = heard
        self._warn = warn
        self._devices = devices if devices is not None else EvdevDevices()
        self._clock_ns = clock_ns
        self._retry_s = retry_s
        self._stopping = threading.Event()
        self._said: str | None = None
        self._thread = threading.Thread(target=self._run, name="scanner", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets the device go; ends within a second."""
        self._stopping.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._read(self._found())
            except _NoScanner as error:
                self._say(told(error))
            except PermissionError as error:
                self._say(Sentence(_FORBIDDEN, path=error.filename or self._wanted))
            except OSError as error:
                self._say(Sentence(_LOST, path=self._wanted, why=error.strerror or error))
            self._stopping.wait(self._retry_s)

    def _read(self, path: str) -> None:
        device = self._devices.open(path)
        try:
            device.grab()
            self._say(None)
            keys = Keys()
            while not self._stopping.is_set():
                for kind, code, value in device.read(_LISTEN_S):
                    text = keys.key(code, value, self._clock_ns()) if kind == _KEY else None
                    if text is not None:
                        self._heard(text)
        finally:
            device.close()

    def _found(self) -> str:
        if self._wanted != AUTO:
            return self._wanted
        forbidden: str | None = None
        for path in self._devices.paths():
            try:
                if _SCANNER.search(self._devices.name(path)):
                    return path
            except PermissionError:
                forbidden = path
            except OSError:
                continue  # it was pulled out meanwhile
        raise _NoScanner(Sentence(_FORBIDDEN, path=forbidden) if forbidden is not None else Sentence(_NONE_FOUND))

    def _say(self, sentence: str | None) -> None:
        if sentence != self._said:
            self._said = sentence
            self._warn(Warned("scanner", sentence))


class EvdevDevices:
    """The input devices of this machine, through evdev.

    Raises:
        ConfigError: evdev is not installed.
    """

    def __init__(self) -> None:
        try:
            self._evdev = import_module("evdev")
        except ImportError as error:
            raise ConfigError(f"A scanner needs evdev ({error}): run pip install 'touchjudge[codes]'.") from error

    def paths(self) -> list[str]:
        return sorted(map(str, _EVENTS.glob("event*")))

    def open(self, path: str) -> "_Evdev":
        return _Evdev(self._evdev.InputDevice(path))

    def name(self, path: str) -> str:
        device = self._evdev.InputDevice(path)
        try:
            return str(device.name)
        finally:
            device.close()


class _Evdev:
    def __init__(self, device: Any) -> None:
        self._device = device

    def grab(self) -> None:
        self._device.grab()

    def read(self, wait_s: float) -> list[tuple[int, int, int]]:
        ready, _, _ = select.select([self._device.fd], [], [], wait_s)
        return [(event.type, event.code, event.value) for event in self._events()] if ready else []

    def _events(self) -> Iterator[Any]:
        try:
            yield from self._device.read()
        except BlockingIOError:
            return

    def close(self) -> None:
        try:
            self._device.close()
        except OSError as error:
            if error.errno != errno.ENODEV:  # it is gone already
                raise


class _NoScanner(Exception):
    """No device that could be it."""


_LOST = "The scanner ({path}) cannot be read: {why}; it joins in again by itself."
_NONE_FOUND = "No input device calls itself a scanner: plug it in, or name it with --scanner /dev/input/by-id/…"
_FORBIDDEN = "{path} may not be read: run `sudo usermod -aG input $USER`, then log in again."
