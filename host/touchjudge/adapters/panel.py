"""A small OLED beside the table: SSD1306 or SH1106 with 128x64 pixels on I2C, through luma.

In: views. Out: only those bytes of a picture that differ from what the panel shows already, so nothing flickers. A
panel that nobody needs is dimmed and its picture moved about, later it is dark; the next thing that happens at the
table wakes it. A panel that is missing or whose wire comes loose is tried again until it is there, and then drawn anew.

:class:`Panel` is driven by the time that is handed in; :class:`PanelScreen` gives it a thread and the host's clock.
Ref: SSD1306 data sheet, sections 9 and 10; SH1106 data sheet, commands.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

from PIL import Image

from touchjudge.errors import ConfigError
from touchjudge.ports import Warned
from touchjudge.screens.painters.mono import HEIGHT, WIDTH, paint
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, Typeface
from touchjudge.screens.scenes import scene_of
from touchjudge.words import ENGLISH, Translate

_PAGES = HEIGHT // 8  # a panel's memory is 8 pages of 128 bytes, each byte 8 pixels down, the lowest bit on top
_SECOND_NS = 1_000_000_000
_NOTHING = 0xE3  # the command that does nothing, on both kinds
_BRIGHT, _DIM = 0xCF, 0x08
# Where the picture lies while nobody plays: round in a ring, so that no pixel is lit for long.
_PLACES = ((0, 0), (2, 0), (2, 1), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2))

Driver = Literal["ssd1306", "sh1106"]


class Display(Protocol):
    """What of a luma device is used here."""

    def command(self, *cmd: int) -> None: ...

    def data(self, data: list[int]) -> None: ...

    def contrast(self, level: int) -> None: ...

    def show(self) -> None: ...

    def hide(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Rest:
    """When a panel rests.

    Attributes:
        dim_after_s: without anything new; then it is dim and the picture moves every ``move_every_s``.
        dark_after_s: then it is off.
        retry_s: how often a missing panel is looked for.
    """

    dim_after_s: int = 60
    move_every_s: int = 30
    dark_after_s: int = 600
    retry_s: int = 2


class Panel:
    """What a panel shows, as a function of views and time; not thread-safe.

    Args:
        open_display: makes the display anew; may raise whatever luma and the bus raise.
        driver: how the display's memory is addressed.
        lost: the errors that mean that the display is not there, now or any more.
    """

    def __init__(
        self,
        open_display: Callable[[], Display],
        *,
        driver: Driver = "ssd1306",
        catalogue: Callable[[str], Translate] = lambda _language: ENGLISH,
        typeface: Typeface | None = None,
        rest: Rest | None = None,
        upside_down: bool = False,
        lost: tuple[type[Exception], ...] = (OSError,),
    ) -> None:
        self._open = open_display
        self._lost_by = lost
        self._driver = driver
        self._catalogue = catalogue
        self._typeface = typeface or Typeface(SYSTEM_FONTS)
        self._rest = rest or Rest()
        self._upside_down = upside_down
        self._picture = Image.new("1", (WIDTH, HEIGHT), 0)
        self._told: tuple[object, ...] | None = None
        self._woken_ns = 0
        self._display: Display | None = None
        self._retry_ns: int | None = None
        self._sent: bytes | None = None
        self._level: int | None = None
        self._lit: bool | None = None
        self.trouble: str | None = None

    def show(self, view: Mapping[str, Any], now_ns: int) -> None:
        """Take over a view; :meth:`advance` sends it."""
        picture = paint(scene_of(view, self._catalogue(str(view.get("language") or "en"))), self._typeface)
        told = (view.get("session"), view.get("n"), view.get("presses"))
        if told != self._told or picture.tobytes() != self._picture.tobytes():
            self._woken_ns = now_ns
        self._picture, self._told = picture, told

    def wake(self, now_ns: int) -> None:
        """Somebody touched the table: be bright again."""
        self._woken_ns = now_ns

    def advance(self, now_ns: int) -> int:
        """Send what is due; when there is something to do again, in the clock of ``now_ns``."""
        if self._retry_ns is not None and now_ns < self._retry_ns:
            return self._retry_ns
        try:
            if self._display is None:
                self._display = self._open()
            self._send(self._display, now_ns)
        except self._lost_by as error:
            self._lost(error, now_ns)
            return now_ns + self._rest.retry_s * _SECOND_NS
        self._retry_ns, self.trouble = None, None
        return self._due_ns(now_ns)

    def close(self) -> None:
        """Leave the panel dark; a panel that is gone is no error."""
        display, self._display = self._display, None
        if display is not None:
            with contextlib.suppress(*self._lost_by):
                display.hide()

    def _send(self, display: Display, now_ns: int) -> None:
        idle_s = (now_ns - self._woken_ns) // _SECOND_NS
        lit = idle_s < self._rest.dark_after_s
        level = _BRIGHT if idle_s < self._rest.dim_after_s else _DIM
        if lit:
            wanted = memory(self._placed(idle_s))
            for page, column, content in changes(self._sent, wanted):
                display.command(*_address(self._driver, page, column, len(content)))
                display.data(list(content))
            self._sent = wanted
        if level != self._level:
            display.contrast(level)
            self._level = level
        if lit != self._lit:
            display.show() if lit else display.hide()
            self._lit = lit

    def _placed(self, idle_s: int) -> Image.Image:
        """The picture, moved about a little while nothing happens."""
        picture = self._picture
        if idle_s >= self._rest.dim_after_s:
            dx, dy = _PLACES[(idle_s - self._rest.dim_after_s) // self._rest.move_every_s % len(_PLACES)]
            picture = Image.new("1", (WIDTH, HEIGHT), 0)
            picture.paste(self._picture, (dx, dy))
        return picture.transpose(Image.Transpose.ROTATE_180) if self._upside_down else picture

    def _lost(self, error: Exception, now_ns: int) -> None:
        self.trouble = f"The panel does not answer ({error}); it is tried again every {self._rest.retry_s} s."
        self._display, self._sent, self._level, self._lit = None, None, None, None
        self._retry_ns = now_ns + self._rest.retry_s * _SECOND_NS

    def _due_ns(self, now_ns: int) -> int:
        idle_s = (now_ns - self._woken_ns) // _SECOND_NS
        rest = self._rest
        if idle_s < rest.dim_after_s:
            next_s = rest.dim_after_s
        elif idle_s < rest.dark_after_s:
            moved = (idle_s - rest.dim_after_s) // rest.move_every_s + 1
            next_s = min(rest.dim_after_s + moved * rest.move_every_s, rest.dark_after_s)
        else:
            return now_ns + 3600 * _SECOND_NS
        return self._woken_ns + next_s * _SECOND_NS


class PanelScreen:
    """The panel as a screen of the table.

    Args:
        warn: is told when the panel is lost and, with None, when it is back; from the panel's thread.
    """

    name = "panel"

    def __init__(
        self,
        panel: Panel,
        *,
        warn: Callable[[Warned], Any] = lambda _warned: None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._panel = panel
        self._warn = warn
        self._clock_ns = clock_ns
        self._changed = threading.Condition()
        self._view: Mapping[str, Any] | None = None
        self._stopping = False
        self._failed: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def show(self, view: Mapping[str, Any]) -> None:
        """Show this view as soon as the bus has taken the one before.

        Raises:
            Exception: what ended the panel's thread; a lost display does not.
        """
        with self._changed:
            if self._failed is not None:
                raise self._failed
            self._view = view
            self._changed.notify()

    def close(self) -> None:
        """Leave the panel dark; ends within a second."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join(1.0)

    def _run(self) -> None:
        try:
            self._drive()
        except Exception as error:  # noqa: BLE001 - kept for whoever calls show, who makes this screen anew
            with self._changed:
                self._failed = error

    def _drive(self) -> None:
        said: str | None = None
        due_ns = self._clock_ns()
        while True:
            with self._changed:
                left_s = max(0, due_ns - self._clock_ns()) / _SECOND_NS
                self._changed.wait_for(lambda: self._view is not None or self._stopping, left_s)
                view, self._view = self._view, None
                stopping = self._stopping
            now_ns = self._clock_ns()
            if view is not None:
                self._panel.show(view, now_ns)
            if stopping:
                self._panel.advance(now_ns)
                self._panel.close()
                return
            due_ns = self._panel.advance(now_ns)
            if self._panel.trouble != said:
                said = self._panel.trouble
                self._warn(Warned("panel", said))


def panel_screen(
    catalogue: Callable[[str], Translate],
    *,
    driver: Driver = "ssd1306",
    port: int = 1,
    address: int = 0x3C,
    upside_down: bool = False,
    warn: Callable[[Warned], Any] = lambda _warned: None,
) -> PanelScreen:
    """The screen for ``--screen panel``; it is made whether the display is there or not.

    Raises:
        ConfigError: luma is not installed.
    """
    display = LumaDisplay(driver, port=port, address=address)
    panel = Panel(display, driver=driver, catalogue=catalogue, upside_down=upside_down, lost=display.lost)
    return PanelScreen(panel, warn=warn)


class LumaDisplay:
    """Opens a display through luma, as often as need be.

    luma's devices stay known to the interpreter until it ends, so there is one device for good, set up anew each time,
    and it is not even made before something answers at the address.

    Args:
        make_bus: makes luma's way to the display; by default the I2C port of this machine.

    Raises:
        ConfigError: luma is not installed.
    """

    def __init__(
        self,
        driver: Driver = "ssd1306",
        *,
        port: int = 1,
        address: int = 0x3C,
        make_bus: Callable[[], Any] | None = None,
    ) -> None:
        try:
            serial = import_module("luma.core.interface.serial")
            self._kind = _unblanked(getattr(import_module("luma.oled.device"), driver))
            self.lost: tuple[type[Exception], ...] = (OSError, import_module("luma.core.error").Error)
        except ImportError as error:
            raise ConfigError(f"The panel needs luma ({error}): run pip install 'touchjudge[panel]'.") from error
        self._make_bus = make_bus or (lambda: serial.i2c(port=port, address=address))
        self._bus: Any = None
        self._device: Any = None

    def __call__(self) -> Display:
        """The display, set up and dark.

        Raises:
            OSError, luma.core.error.Error: nothing answers; :attr:`lost` has the types.
        """
        if self._bus is not None:
            self._bus.cleanup()
            self._bus = None
        bus = self._make_bus()
        try:
            bus.command(_NOTHING)
            if self._device is None:
                self._device = self._kind(bus)
            else:
                self._kind.__init__(self._device, bus)
            self._device.hide()  # until there is a picture in its memory
        except self.lost:
            bus.cleanup()
            raise
        self._bus = bus
        display: Display = self._device
        return display


def _unblanked(kind: Any) -> Any:
    """The luma device, which sends a blank picture when it is set up, without that."""
    return type(kind.__name__, (kind,), {"clear": lambda _self: None})


def memory(picture: Image.Image) -> bytes:
    """A picture of mode ``1`` as the panel's memory holds it: page after page, 128 bytes each.

    >>> picture = Image.new("1", (128, 64), 0)
    >>> picture.putpixel((3, 9), 1)
    >>> memory(picture).index(2) == 1 * 128 + 3
    True
    """
    # Turned so that a row is a column of the panel from the bottom up: then each byte has its lowest bit on top.
    columns = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).transpose(Image.Transpose.TRANSPOSE).tobytes()
    return b"".join(columns[_PAGES - 1 - page :: _PAGES] for page in range(_PAGES))


def changes(shown: bytes | None, wanted: bytes) -> Iterator[tuple[int, int, bytes]]:
    r"""(page, column, bytes) for the part of each page that differs; all of it where nothing is known to be shown.

    >>> list(changes(bytes(1024), bytes(130) + b"\xff" + bytes(893)))
    [(1, 2, b'\xff')]
    """
    for page in range(_PAGES):
        new = wanted[page * WIDTH : (page + 1) * WIDTH]
        if shown is None:
            yield page, 0, new
            continue
        old = shown[page * WIDTH : (page + 1) * WIDTH]
        different = [column for column in range(WIDTH) if old[column] != new[column]]
        if different:
            yield page, different[0], new[different[0] : different[-1] + 1]


def _address(driver: Driver, page: int, column: int, length: int) -> tuple[int, ...]:
    """The command after which data goes to this place."""
    if driver == "sh1106":
        column += 2  # its memory is 132 columns wide, the panel in the middle of it
        return 0xB0 | page, column & 0x0F, 0x10 | column >> 4
    return 0x21, column, column + length - 1, 0x22, page, page
