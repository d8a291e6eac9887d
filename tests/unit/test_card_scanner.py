"""A scanner: from what its keys do to texts, and from texts to what is told at the table."""

import errno
import threading
from collections import deque
from collections.abc import Callable, Sequence

import pytest

from touchjudge.adapters.card_scanner import AUTO, CardScanner, Device, Keys
from touchjudge.ports import Warned

SHIFT, CONTROL, CAPS, ENTER, TAB, KEYPAD_ENTER = 42, 29, 58, 28, 15, 96
SECOND_NS = 1_000_000_000
# The keys of a US keyboard by what they type, as input-event-codes.h numbers them.
KEY = {
    **dict(zip("1234567890-=", range(2, 14), strict=True)),
    **dict(zip("qwertyuiop[]", range(16, 28), strict=True)),
    **dict(zip("asdfghjkl;'`", range(30, 42), strict=True)),
    **dict(zip("\\zxcvbnm,./", range(43, 54), strict=True)),
    " ": 57,
}
SHIFTED = dict(
    zip(
        '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"~|ZXCVBNM<>?',
        "1234567890-=qwertyuiop[]asdfghjkl;'`\\zxcvbnm,./",
        strict=True,
    )
)


def typed(text: str, end: int = ENTER) -> list[tuple[int, int]]:
    """(key, value) as a scanner sends them: each key down and up, shift around capitals."""
    events: list[tuple[int, int]] = []
    for letter in text:
        key = KEY[SHIFTED.get(letter, letter)]
        inner = [(key, 1), (key, 0)]
        events += [(SHIFT, 1), *inner, (SHIFT, 0)] if letter in SHIFTED else inner
    return [*events, (end, 1), (end, 0)]


def read(events: Sequence[tuple[int, int]], keys: Keys | None = None, now_ns: int = 0) -> list[str]:
    keys = keys or Keys()
    texts = [keys.key(code, value, now_ns) for code, value in events]
    return [text for text in texts if text is not None]


# ---- keys


@pytest.mark.parametrize(
    "text",
    ["04A2:77", "touchjudge:schwein_gehabt:touch:pig", "HTTPS://X.Y/Z?a=1&b=~2", "5901234123457", "a b", "#[{|}]"],
)
def test_what_a_scanner_types_is_the_text_of_the_code(text: str) -> None:
    assert read(typed(text)) == [text]


@pytest.mark.parametrize("end", [ENTER, TAB, KEYPAD_ENTER])
def test_a_code_ends_with_enter_or_tab_and_the_next_one_begins_anew(end: int) -> None:
    assert read([*typed("one", end), *typed("two", end)]) == ["one", "two"]


def test_an_enter_alone_is_no_code() -> None:
    assert read([(ENTER, 1), (ENTER, 0), *typed(" ")]) == []


def test_a_key_that_is_held_is_typed_once() -> None:
    assert read([(30, 1), (30, 2), (30, 2), (30, 0), (ENTER, 1)]) == ["a"]


def test_the_digits_of_the_keypad_are_digits() -> None:
    assert read([(79, 1), (80, 1), (81, 1), (KEYPAD_ENTER, 1)]) == ["123"]


def test_capitals_may_be_typed_with_caps_lock_and_then_shift_makes_them_small() -> None:
    assert read([(CAPS, 1), (CAPS, 0), (30, 1), (SHIFT, 1), (48, 1), (SHIFT, 0), (2, 1), (ENTER, 1)]) == ["Ab1"]


def test_a_key_with_control_is_no_letter() -> None:
    assert read([(30, 1), (CONTROL, 1), (27, 1), (CONTROL, 0), (48, 1), (ENTER, 1)]) == ["ab"]


def test_half_a_code_that_nobody_ended_does_not_stick_to_the_next() -> None:
    keys = Keys()
    assert read(typed("half")[:-2], keys) == []
    assert read(typed("whole"), keys, 2 * SECOND_NS) == ["whole"]


def test_a_code_that_is_far_too_long_is_dropped_whole_and_the_next_is_read() -> None:
    keys = Keys()
    assert read(typed("9" * 5000), keys) == []
    assert read(typed("whole"), keys) == ["whole"]


def test_keys_without_a_letter_change_nothing() -> None:
    assert read([(59, 1), (30, 1), (767, 1), (-3, 1), (ENTER, 1)]) == ["a"]


# ---- the device


class Plugs:
    """Input devices that are plugged in and out by hand."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.forbidden: set[str] = set()
        self.grabbed: list[str] = []
        self.closed: list[str] = []
        self.changed = threading.Condition()
        self.events: deque[tuple[int, int, int]] = deque()

    def paths(self) -> list[str]:
        return sorted(self.names)

    def name(self, path: str) -> str:
        self._may(path)
        return self.names[path]

    def _may(self, path: str) -> None:
        if path in self.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)

    def open(self, path: str) -> Device:
        self._may(path)
        return _Plugged(self, path)

    def type(self, text: str) -> None:
        with self.changed:
            self.events.extend((1, code, value) for code, value in typed(text))
            self.changed.notify_all()

    def pull(self, path: str) -> None:
        with self.changed:
            del self.names[path]
            self.changed.notify_all()


class _Plugged:
    def __init__(self, plugs: Plugs, path: str) -> None:
        self._plugs, self._path = plugs, path

    def grab(self) -> None:
        self._plugs.grabbed.append(self._path)

    def read(self, wait_s: float) -> list[tuple[int, int, int]]:
        plugs = self._plugs
        with plugs.changed:
            plugs.changed.wait_for(lambda: plugs.events or self._path not in plugs.names, wait_s)
            if self._path not in plugs.names:
                raise OSError(errno.ENODEV, "No such device")
            events = list(plugs.events)
            plugs.events.clear()
        return [(4, 4, 458756), *events, (0, 0, 0)]  # what else a keyboard says

    def close(self) -> None:
        self._plugs.closed.append(self._path)


class Listening:
    """A scanner on its thread, and what came of it."""

    def __init__(self, plugs: Plugs, device: str = AUTO) -> None:
        self.codes: list[str] = []
        self.said: list[str | None] = []
        self.changed = threading.Condition()
        self.scanner = CardScanner(device, self._heard, self._warned, devices=plugs, retry_s=0.01)

    def _heard(self, code: str) -> None:
        with self.changed:
            self.codes.append(code)
            self.changed.notify_all()

    def _warned(self, warned: Warned) -> None:
        with self.changed:
            self.said.append(warned.sentence)
            self.changed.notify_all()

    def until(self, there: Callable[[], object]) -> None:
        with self.changed:
            assert self.changed.wait_for(there, 30), (self.codes, self.said)


@pytest.fixture
def plugs() -> Plugs:
    plugs = Plugs()
    plugs.names = {
        "/dev/input/event0": "AT Translated Set 2 keyboard",
        "/dev/input/event7": "NetumScan Barcode Scanner",
    }
    return plugs


def test_the_scanner_is_found_among_the_keyboards_and_is_nobody_elses_from_then_on(plugs: Plugs) -> None:
    listening = Listening(plugs)
    plugs.type("04A2:77")
    listening.until(lambda: listening.codes)
    listening.scanner.close()
    assert listening.codes == ["04A2:77"]
    assert plugs.grabbed == ["/dev/input/event7"]
    assert plugs.closed == ["/dev/input/event7"]
    assert listening.said == []


def test_a_device_that_is_named_is_taken_whatever_it_calls_itself(plugs: Plugs) -> None:
    listening = Listening(plugs, "/dev/input/event0")
    plugs.type("one")
    listening.until(lambda: listening.codes)
    listening.scanner.close()
    assert plugs.grabbed == ["/dev/input/event0"]


def test_a_scanner_that_is_pulled_out_is_said_and_reads_on_by_itself_when_it_is_back(plugs: Plugs) -> None:
    listening = Listening(plugs, "/dev/input/event7")
    plugs.type("one")
    listening.until(lambda: listening.codes)
    plugs.pull("/dev/input/event7")
    listening.until(lambda: listening.said)
    assert "joins in again by itself" in str(listening.said[0])
    plugs.names["/dev/input/event7"] = "NetumScan Barcode Scanner"
    listening.until(lambda: len(listening.said) == 2)
    plugs.type("two")
    listening.until(lambda: len(listening.codes) == 2)
    listening.scanner.close()
    assert listening.said[1] is None
    assert listening.codes == ["one", "two"]


def test_a_keyboard_is_never_taken_for_a_scanner_and_what_to_do_is_said_once(plugs: Plugs) -> None:
    plugs.pull("/dev/input/event7")
    listening = Listening(plugs)
    listening.until(lambda: listening.said)
    listening.scanner.close()
    assert plugs.grabbed == []
    assert len(listening.said) == 1
    assert "--scanner /dev/input/by-id/" in str(listening.said[0])


@pytest.mark.parametrize("device", [AUTO, "/dev/input/event7"])
def test_a_scanner_that_may_not_be_read_is_told_with_the_way_to_get_the_right(plugs: Plugs, device: str) -> None:
    plugs.forbidden = set(plugs.names)
    listening = Listening(plugs, device)
    listening.until(lambda: listening.said)
    listening.scanner.close()
    assert "sudo usermod -aG input" in str(listening.said[0])


def test_a_device_that_somebody_else_has_grabbed_is_told_and_tried_again(
    plugs: Plugs, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()
    grab = _Plugged.grab

    def busy(device: _Plugged) -> None:
        if not free.is_set():
            raise OSError(errno.EBUSY, "Device or resource busy")
        grab(device)

    monkeypatch.setattr(_Plugged, "grab", busy)
    listening = Listening(plugs)
    listening.until(lambda: listening.said)
    free.set()
    listening.until(lambda: len(listening.said) == 2)
    listening.scanner.close()
    assert "busy" in str(listening.said[0])
