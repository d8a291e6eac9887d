"""Colour panels: real luma devices on an SPI bus that keeps what it is told, as the panel's memory would."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import Image, ImageChops

from need import not_installable
from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.panel import Lcd, LcdDisplay, LcdDriver, Panel, PanelScreen, Rest, panel_screen
from touchjudge.errors import ConfigError
from touchjudge.ports import Warned
from touchjudge.screens.painters.colour import paint
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, SmoothTypeface
from touchjudge.screens.panels import PANELS
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS, lucky_view

serial = pytest.importorskip("luma.core.interface.serial", reason="luma.lcd is not installed")
pytest.importorskip("luma.lcd.device", reason="luma.lcd is not installed")

SECOND_NS = 1_000_000_000
TYPEFACE = SmoothTypeface(SYSTEM_FONTS)
DRIVERS = ("st7789", "ili9341")
DC, RESET, LIGHT = 24, 25, 18

drivers = pytest.mark.parametrize("driver", DRIVERS)


@dataclass
class Wires:
    """An SPI port and three pins with a panel on them, or a loose plug; has the functions of spidev and RPi.GPIO."""

    driver: LcdDriver = "st7789"
    on: bool = False
    awake: bool = False
    sent_bytes: int = 0
    error: int | None = None
    opened: int = 0
    resets: int = 0
    plugged: bool = True
    max_speed_hz: int = 0
    levels: dict[int, int] = field(default_factory=dict)
    largest: int = 0
    blank_seen: bool = False
    _picture: Image.Image | None = None
    _command: int = 0
    _told: bytearray = field(default_factory=bytearray)
    _box: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    LOW, HIGH, OUT, BCM = 0, 1, 0, 11

    def __post_init__(self) -> None:
        self._picture = Image.new("RGB", PANELS[self.driver])

    def open(self, port: int, device: int) -> None:
        if self.error is not None:
            raise OSError(self.error, "no such port")
        self.opened += 1

    def close(self) -> None:
        pass

    def setup(self, pin: int, mode: int) -> None:
        pass

    def output(self, pin: int, level: int) -> None:
        if pin == DC:
            self._finish()
        self.resets += pin == RESET and level == self.LOW
        self.levels[pin] = level

    def cleanup(self, pins: Any) -> None:
        pass

    def writebytes(self, content: Any) -> None:
        if self.error is not None:
            raise OSError(self.error, "the bus is gone")
        self.sent_bytes += len(content)
        self.largest = max(self.largest, len(content))
        if not self.plugged:
            return
        if self.levels[DC] == self.HIGH:
            self._told.extend(content)
            return
        (self._command,) = content
        self._told.clear()
        self.awake |= self._command == 0x11
        self.on = self._command == 0x29 or (self.on and self._command != 0x28)

    def _finish(self) -> None:
        """What was told since the last command belongs to it."""
        told, self._told = bytes(self._told), bytearray()
        if self._command in (0x2A, 0x2B) and told:
            first, last = int.from_bytes(told[:2], "big"), int.from_bytes(told[2:], "big")
            at = 0 if self._command == 0x2A else 1
            self._box[at], self._box[at + 2] = first, last + 1
        elif self._command == 0x2C and told:
            left, top, right, bottom = self._box
            assert self._picture is not None
            self._picture.paste(Image.frombytes("RGB", (right - left, bottom - top), told), (left, top))
            self.blank_seen |= self._picture.getbbox() is None

    def shown(self) -> Image.Image:
        self._finish()
        assert self._picture is not None
        return self._picture.copy()

    def lose_power(self) -> None:
        """What was in its memory is gone, and it sleeps in the dark."""
        self._picture = Image.new("RGB", PANELS[self.driver], "#ff00ff")
        self.on = self.awake = False

    @property
    def lit(self) -> bool:
        return self.on and self.awake and self.levels[LIGHT] == self.HIGH

    def opener(self) -> LcdDisplay:
        def bus() -> Any:
            return serial.spi(spi=self, gpio=self, gpio_DC=DC, gpio_RST=RESET)

        return LcdDisplay(self.driver, make_bus=bus, gpio=self, light=LIGHT, pause_s=lambda _s: None)


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The device's own pause after it woke the panel."""
    monkeypatch.setattr("luma.lcd.device.sleep", lambda _s: None)


def _panel(wires: Wires, **more: Any) -> Panel:
    opener = wires.opener()
    return Panel(opener, Lcd(wires.driver, TYPEFACE), again=opener.again, lost=opener.lost, **more)


def _wanted(view: dict[str, Any], driver: LcdDriver) -> Image.Image:
    return paint(scene_of(view), PANELS[driver], TYPEFACE)


def _same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


@drivers
def test_the_panel_holds_the_picture_of_every_scene_one_after_the_other(driver: LcdDriver) -> None:
    wires = Wires(driver)
    panel = _panel(wires)
    for n, view in enumerate(VIEWS.values()):
        panel.show(view, n * SECOND_NS)
        panel.advance(n * SECOND_NS)
        assert _same(wires.shown(), _wanted(view, driver))
    assert wires.lit
    assert wires.opened == 1


@drivers
def test_between_two_scores_only_what_changed_is_sent_and_never_a_blank_frame(driver: LcdDriver) -> None:
    wires = Wires(driver)
    panel = _panel(wires)
    panel.show(lucky_view(scores={"Ana": 5, "Luis": 7}), 0)
    panel.advance(0)
    whole_bytes = wires.sent_bytes
    wires.blank_seen, wires.sent_bytes = False, 0
    panel.show(lucky_view(scores={"Ana": 6, "Luis": 7}, n=41), SECOND_NS)
    panel.advance(SECOND_NS)
    assert not wires.blank_seen
    assert 0 < wires.sent_bytes < whole_bytes / 10
    wires.sent_bytes = 0
    panel.advance(2 * SECOND_NS)
    assert wires.sent_bytes == 0
    assert wires.largest <= 4096  # what the kernel takes at once


def test_a_panel_that_hangs_upside_down_shows_the_picture_turned() -> None:
    wires = Wires()
    panel = _panel(wires, upside_down=True)
    panel.show(VIEWS["settle"], 0)
    panel.advance(0)
    assert _same(wires.shown(), _wanted(VIEWS["settle"], "st7789").transpose(Image.Transpose.ROTATE_180))


@drivers
@pytest.mark.parametrize("error", [5, 19, 110])
def test_a_port_that_fails_ends_nothing_and_all_is_drawn_anew_when_it_is_back(driver: LcdDriver, error: int) -> None:
    wires = Wires(driver)
    panel = _panel(wires)
    panel.show(VIEWS["reveal"], 0)
    panel.advance(0)
    wires.error = error
    panel.show(VIEWS["settle"], SECOND_NS)
    due_ns = panel.advance(SECOND_NS)
    assert panel.trouble is not None
    assert due_ns == 3 * SECOND_NS
    wires.lose_power()
    panel.advance(due_ns)
    wires.error = None
    panel.advance(5 * SECOND_NS)
    assert panel.trouble is None
    assert _same(wires.shown(), _wanted(VIEWS["settle"], driver))
    assert wires.lit


@drivers
def test_a_panel_that_had_no_power_for_a_while_is_back_within_a_minute_though_it_cannot_say_so(
    driver: LcdDriver,
) -> None:
    wires = Wires(driver)
    panel = _panel(wires)
    panel.show(VIEWS["reveal"], 0)
    panel.advance(0)
    wires.plugged = False
    panel.show(VIEWS["settle"], SECOND_NS)
    panel.advance(SECOND_NS)
    wires.lose_power()
    wires.plugged = True
    resets = wires.resets
    due_ns = SECOND_NS
    while due_ns < 60 * SECOND_NS:
        panel.show(VIEWS["settle"] | {"presses": due_ns}, due_ns)  # people play on
        due_ns = panel.advance(due_ns)
    panel.advance(due_ns)
    assert due_ns <= 61 * SECOND_NS
    assert _same(wires.shown(), _wanted(VIEWS["settle"], driver))
    assert wires.lit
    assert wires.resets == resets  # a reset would have blinked


def test_the_picture_is_dim_and_moves_after_a_minute_and_the_light_goes_out_after_ten() -> None:
    wires = Wires()
    panel = _panel(wires)
    panel.show(VIEWS["paused"], 0)
    panel.advance(0)
    bright = wires.shown().convert("L").getextrema()[1]
    panel.advance(60 * SECOND_NS)
    first = wires.shown()
    assert first.convert("L").getextrema()[1] < bright / 3
    panel.advance(90 * SECOND_NS)
    assert not _same(wires.shown(), first)
    panel.advance(600 * SECOND_NS)
    assert wires.levels[LIGHT] == wires.LOW
    assert not wires.on
    wires.sent_bytes = 0
    panel.advance(3600 * SECOND_NS)
    assert wires.sent_bytes == 0
    panel.show(VIEWS["react_touched"], 3601 * SECOND_NS)
    panel.advance(3601 * SECOND_NS)
    assert wires.lit
    assert _same(wires.shown(), _wanted(VIEWS["react_touched"], "st7789"))


def test_the_next_time_is_always_later_so_that_nobody_turns_in_circles() -> None:
    panel = _panel(Wires(), rest=Rest(dim_after_s=100, move_every_s=50, dark_after_s=200, retry_s=1))
    panel.show(VIEWS["reveal"], 0)
    times = [0]
    for _ in range(6):
        times.append(panel.advance(times[-1]))
    assert [time_ns // SECOND_NS for time_ns in times] == [0, 60, 100, 120, 150, 180, 200]


def test_a_slow_panel_shows_the_newest_view_and_holds_nobody_up() -> None:
    wires = Wires()
    entered, released = threading.Event(), threading.Event()
    write = wires.writebytes

    def slow(content: Any) -> None:
        entered.set()
        assert released.wait(30)
        write(content)

    wires.writebytes = slow  # type: ignore[method-assign]
    screen = PanelScreen(_panel(wires))
    screen.show(VIEWS["idle"])
    assert entered.wait(30)
    began_s = time.thread_time()
    for view in VIEWS.values():
        screen.show(view)
    screen.show(VIEWS["winner"])
    assert time.thread_time() - began_s < 0.5  # it paints nothing and sends nothing itself
    wires.sent_bytes = 0
    released.set()
    screen.close()
    screen._thread.join(30)
    assert _same(wires.shown(), _wanted(VIEWS["winner"], "st7789"))
    assert wires.sent_bytes < 3 * 240 * 240 * 3  # the first, the newest, and none of those between
    assert not wires.on
    assert wires.levels[LIGHT] == wires.LOW


def test_on_its_thread_a_port_that_fails_is_said_and_that_it_is_back() -> None:
    wires = Wires(error=5)
    heard = threading.Condition()
    said: list[str | None] = []

    def warn(warned: Warned) -> None:
        with heard:
            said.append(warned.sentence)
            heard.notify_all()

    screen = PanelScreen(_panel(wires, rest=Rest(retry_s=0)), warn=warn)
    screen.show(VIEWS["settle"])
    with heard:
        assert heard.wait_for(lambda: len(said) >= 1, 30)
    wires.error = None
    with heard:
        assert heard.wait_for(lambda: len(said) >= 2, 30)
    screen.close()
    assert said[0] is not None
    assert "does not answer" in said[0]
    assert said[1] is None


@drivers
def test_a_machine_without_the_parts_for_spi_is_told_what_to_install(driver: LcdDriver) -> None:
    try:
        import RPi.GPIO  # noqa: F401
        import spidev  # noqa: F401
    except (ImportError, RuntimeError):
        with pytest.raises(ConfigError, match=r"Raspberry Pi|touchjudge\[panel\]"):
            panel_screen(catalogue, driver=driver)
    else:
        not_installable("this machine has RPi.GPIO and spidev, so nothing is missing")
