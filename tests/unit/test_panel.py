"""The small panel: real luma devices on a bus that keeps what it is told, as the display's memory would."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import Image

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.panel import (
    Oled,
    OledDisplay,
    OledDriver,
    Panel,
    PanelScreen,
    Rest,
    memory,
    panel_screen,
)
from touchjudge.ports import Warned
from touchjudge.screens.painters.mono import paint
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS, lucky_view

serial = pytest.importorskip("luma.core.interface.serial", reason="luma.oled is not installed")

SECOND_NS = 1_000_000_000
BUS_ERRORS = (121, 5, 6, 19, 110)


@dataclass
class Bus:
    """An I2C bus with one display on it, or with a loose wire."""

    driver: OledDriver = "ssd1306"
    ram: bytearray = field(default_factory=lambda: bytearray(8 * 132))
    on: bool = False
    level: int = 0
    sent_bytes: int = 0
    error: int | None = None  # errno that everything raises
    fail_after: int | None = None  # so many writes still succeed
    blank_seen: bool = False
    opened: int = 0
    _window: tuple[int, int, int] = (0, 127, 0)  # first and last column, page
    _at: int = 0
    _mode: int = 0

    def write_i2c_block_data(self, address: int, mode: int, content: list[int]) -> None:
        assert address == 0x3C
        if self.fail_after is not None:
            self.fail_after -= 1
            if self.fail_after < 0:
                self.error = 121
        if self.error is not None:
            raise OSError(self.error, "no answer")
        self.sent_bytes += len(content) + 2
        if mode == 0x40:
            for byte in content:
                self._store(byte)
            self.blank_seen |= not any(self.ram)
        else:
            self._command(content)

    def _store(self, byte: int) -> None:
        first, last, page = self._window
        self.ram[page * 132 + self._at] = byte
        self._at += 1
        if self.driver == "ssd1306" and self._at > last:
            self._at = first
            self._window = (first, last, (page + 1) % 8)

    def _command(self, content: list[int]) -> None:
        match content:
            case [0x21, first, last, 0x22, page, _]:
                self._window, self._at = (first, last, page), first
            case [page, low, high] if page & 0xF8 == 0xB0 and high & 0xF0 == 0x10:
                self._window, self._at = (0, 131, page & 7), low & 0x0F | (high & 0x0F) << 4
            case [0x81, level]:
                self.level = level
            case [0xAF]:
                self.on = True
            case [0xAE, *_]:
                self.on = False

    def picture(self) -> bytes:
        """What is lit, as :func:`memory` has it."""
        skip = 2 if self.driver == "sh1106" else 0
        return b"".join(bytes(self.ram[page * 132 + skip : page * 132 + skip + 128]) for page in range(8))

    def opener(self) -> OledDisplay:
        def make() -> Any:
            self.opened += 1
            return serial.i2c(bus=self)

        return OledDisplay(self.driver, make_bus=make)


def _panel(bus: Bus, **more: Any) -> Panel:
    opener = bus.opener()
    return Panel(opener, Oled(bus.driver), lost=opener.lost, **more)


def _wanted(view: dict[str, Any]) -> bytes:
    return memory(paint(scene_of(view)))


def _missing(panel: Panel) -> bool:
    return panel.trouble is not None


def _lit(bus: Bus) -> bool:
    return bus.on


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_the_display_holds_the_picture_of_every_scene_one_after_the_other(driver: OledDriver) -> None:
    bus = Bus(driver)
    panel = _panel(bus)
    for n, view in enumerate(VIEWS.values()):
        panel.show(view, n * SECOND_NS)
        panel.advance(n * SECOND_NS)
        assert bus.picture() == _wanted(view)
    assert _lit(bus)


def test_a_panel_that_hangs_upside_down_shows_the_picture_turned() -> None:
    bus = Bus()
    panel = _panel(bus, upside_down=True)
    panel.show(VIEWS["settle"], 0)
    panel.advance(0)
    assert bus.picture() == memory(paint(scene_of(VIEWS["settle"])).transpose(Image.Transpose.ROTATE_180))


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_br072_between_two_scores_only_what_changed_is_sent_and_never_a_blank_frame(driver: OledDriver) -> None:
    bus = Bus(driver)
    panel = _panel(bus)
    panel.show(lucky_view(scores={"Ana": 5, "Luis": 7}), 0)
    panel.advance(0)
    bus.blank_seen, bus.sent_bytes = False, 0
    panel.show(lucky_view(scores={"Ana": 6, "Luis": 7}, n=41), SECOND_NS)
    panel.advance(SECOND_NS)
    assert not bus.blank_seen
    assert 0 < bus.sent_bytes < 300  # of 1,024 for a whole picture: about 8 ms at 400 kHz
    bus.sent_bytes = 0
    panel.advance(2 * SECOND_NS)
    assert bus.sent_bytes == 0


@pytest.mark.parametrize("error", BUS_ERRORS)
def test_br070_a_display_that_is_missing_at_the_start_is_looked_for_until_it_is_there(error: int) -> None:
    bus = Bus(error=error)
    panel = _panel(bus)
    panel.show(VIEWS["settle"], 0)
    due_ns = panel.advance(0)
    assert _missing(panel)
    assert due_ns == 2 * SECOND_NS
    while due_ns < 10 * SECOND_NS:
        due_ns = panel.advance(due_ns)
    bus.error = None
    panel.advance(due_ns)
    assert not _missing(panel)
    assert bus.picture() == _wanted(VIEWS["settle"])


@pytest.mark.parametrize("error", BUS_ERRORS)
@pytest.mark.parametrize("writes", [0, 1, 7, 20])
def test_br070_a_wire_that_comes_loose_in_any_frame_ends_nothing_and_all_is_drawn_anew_when_it_is_back(
    error: int, writes: int
) -> None:
    bus = Bus()
    panel = _panel(bus)
    panel.show(VIEWS["reveal"], 0)
    panel.advance(0)
    bus.fail_after = writes
    panel.show(VIEWS["settle"], SECOND_NS)
    panel.advance(SECOND_NS)
    bus.error, bus.fail_after = error, None
    panel.show(VIEWS["winner"], 2 * SECOND_NS)
    due_ns = panel.advance(2 * SECOND_NS)
    assert _missing(panel)
    bus.error, bus.ram, bus.on = None, bytearray(b"\xaa" * len(bus.ram)), False  # it had no power in between
    panel.advance(due_ns)
    assert bus.picture() == _wanted(VIEWS["winner"])
    assert _lit(bus)
    assert not _missing(panel)


def test_br070_a_display_that_never_comes_costs_one_question_every_two_seconds_and_nothing_else() -> None:
    bus = Bus(error=121)
    panel = _panel(bus)
    due_ns = 0
    for _ in range(100):
        due_ns = panel.advance(due_ns)
    assert bus.opened == 100
    assert due_ns == 200 * SECOND_NS
    assert bus.sent_bytes == 0


def _idle(panel: Panel, bus: Bus, hours: int) -> list[float]:
    """Seconds for which each pixel was lit in so many hours without anything new."""
    lit_s = [0.0] * (128 * 64)
    now_ns, end_ns = 0, hours * 3600 * SECOND_NS
    while now_ns < end_ns:
        due_ns = min(panel.advance(now_ns), end_ns)
        if bus.on:
            shown = bus.picture()
            share = bus.level / 255
            for pixel in range(128 * 64):
                column, row = pixel % 128, pixel // 128
                if shown[row // 8 * 128 + column] >> row % 8 & 1:
                    lit_s[pixel] += (due_ns - now_ns) / SECOND_NS * share
        now_ns = due_ns
    return lit_s


def test_br073_in_a_day_without_players_no_pixel_is_lit_for_more_than_two_minutes_of_full_light() -> None:
    bus = Bus()
    panel = _panel(bus)
    panel.show(VIEWS["winner"], 0)
    lit_s = _idle(panel, bus, hours=24)
    assert max(lit_s) < 120
    assert not _lit(bus)


def test_br073_the_picture_is_dim_and_moves_after_a_minute_and_is_dark_after_ten() -> None:
    bus = Bus()
    panel = _panel(bus)
    panel.show(VIEWS["paused"], 0)
    panel.advance(0)
    bright = bus.level
    panel.advance(60 * SECOND_NS)
    assert bus.level < bright
    first = bus.picture()
    panel.advance(90 * SECOND_NS)
    assert bus.picture() != first
    panel.advance(600 * SECOND_NS)
    assert not _lit(bus)


def test_br073_the_first_press_wakes_the_panel_and_what_it_did_is_shown_at_once() -> None:
    bus = Bus()
    panel = _panel(bus)
    panel.show(VIEWS["reveal"], 0)
    panel.advance(0)
    panel.advance(3600 * SECOND_NS)
    assert not _lit(bus)
    panel.show(VIEWS["react_touched"], 3601 * SECOND_NS)
    panel.advance(3601 * SECOND_NS)
    assert _lit(bus)
    assert bus.level > 0x80
    assert bus.picture() == _wanted(VIEWS["react_touched"])


def test_a_view_in_which_nothing_was_told_does_not_keep_the_panel_awake() -> None:
    bus = Bus()
    panel = _panel(bus)
    for second in range(0, 601, 5):
        panel.show(VIEWS["reveal"] | {"seq": second}, second * SECOND_NS)
        panel.advance(second * SECOND_NS)
    assert not _lit(bus)
    panel.wake(602 * SECOND_NS)
    panel.advance(602 * SECOND_NS)
    assert _lit(bus)


def test_the_next_time_is_always_later_so_that_nobody_turns_in_circles() -> None:
    panel = _panel(Bus(), rest=Rest(dim_after_s=3, move_every_s=2, dark_after_s=8, retry_s=1))
    panel.show(VIEWS["reveal"], 0)
    times = [0]
    for _ in range(5):
        times.append(panel.advance(times[-1]))
    assert [time_ns // SECOND_NS for time_ns in times] == [0, 3, 5, 7, 8, 3608]


def _on_a_thread(bus: Bus, said: list[str | None]) -> tuple[PanelScreen, Callable[[int], None]]:
    heard = threading.Condition()

    def warn(warned: Warned) -> None:
        with heard:
            said.append(warned.sentence)
            heard.notify_all()

    def until(count: int) -> None:
        with heard:
            assert heard.wait_for(lambda: len(said) >= count, 10), said

    return PanelScreen(_panel(bus, rest=Rest(retry_s=0)), warn=warn), until


def test_on_its_thread_a_lost_panel_is_said_and_that_it_is_back_and_it_is_dark_in_the_end() -> None:
    bus = Bus(error=5)
    said: list[str | None] = []
    screen, until = _on_a_thread(bus, said)
    screen.show(VIEWS["settle"])
    until(1)
    bus.error = None
    until(2)
    screen.close()
    assert said[0] is not None
    assert "does not answer" in said[0]
    assert said[1] is None
    assert bus.picture() == _wanted(VIEWS["settle"])
    assert not _lit(bus)


def test_br070_a_machine_without_any_bus_has_a_panel_that_is_waited_for() -> None:
    said: list[str | None] = []
    heard = threading.Event()

    def warn(warned: Warned) -> None:
        said.append(warned.sentence)
        heard.set()

    screen = panel_screen(catalogue, port=97, warn=warn)
    screen.show(VIEWS["settle"])
    assert heard.wait(10)
    screen.close()
    assert said[0] is not None
    assert "tried again every 2 s" in said[0]


def test_what_is_no_lost_display_is_raised_to_whoever_shows_the_next_view() -> None:
    def broken() -> Any:
        raise ZeroDivisionError("a bug")

    screen = PanelScreen(Panel(broken, Oled("ssd1306")))
    screen.close()
    with pytest.raises(ZeroDivisionError):
        screen.show(VIEWS["settle"])
