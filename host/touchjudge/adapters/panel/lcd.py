"""ST7789 and ILI9341: colour panels of 240x240 and 320x240 pixels on SPI; how a picture gets into their memory.

A whole picture takes a twentieth to a tenth of a second, so only the parts that changed are sent, strip by strip. SPI
is spoken into the dark: a panel that is gone does not say so. So it is set up anew and drawn whole once a minute, which
nobody sees, and one that had no power meanwhile is back by itself.
Ref: ST7789 data sheet, section 9.1; ILI9341 data sheet, section 8.2 (CASET, RASET, RAMWR: the same in both).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from PIL import Image, ImageChops

from touchjudge.adapters.panel.display import Display
from touchjudge.screens.painters.colour import paint
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, SmoothTypeface, Typeface
from touchjudge.screens.panels import PANELS
from touchjudge.screens.scene import Scene

_COLUMNS, _ROWS, _WRITE = 0x2A, 0x2B, 0x2C
_STRIP = 30  # rows that are looked at together for what has changed
_DIM = 0.25  # of each pixel's light; the panel's own light can only be on or off

LcdDriver = Literal["st7789", "ili9341"]


class _Backlit(Protocol):
    def backlight(self, is_enabled: bool, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Lcd:
    """How such a panel is painted and spoken to."""

    driver: LcdDriver
    typeface: Typeface = field(default_factory=lambda: SmoothTypeface(SYSTEM_FONTS))
    renew_s: int | None = 60

    def blank(self) -> Image.Image:
        return Image.new("RGB", PANELS[self.driver], 0)

    def paint(self, scene: Scene) -> Image.Image:
        return paint(scene, PANELS[self.driver], self.typeface)

    def shade(self, picture: Image.Image) -> Image.Image:
        return picture.point(lambda value: value * _DIM)

    def send(self, display: Display, shown: Image.Image | None, wanted: Image.Image) -> None:
        """Bring the panel from one picture to another; from anything if it is not known what it shows."""
        for left, top, right, bottom in changes(shown, wanted):
            display.command(_COLUMNS, *_pair(left), *_pair(right - 1))
            display.command(_ROWS, *_pair(top), *_pair(bottom - 1))
            display.command(_WRITE)
            display.data(list(wanted.crop((left, top, right, bottom)).tobytes()))

    def light(self, display: Display, *, dim: bool) -> None:
        """It is the picture that is dimmed, not the panel."""

    def switch(self, display: Display, *, lit: bool) -> None:
        display.show() if lit else display.hide()
        backlit: _Backlit = display  # type: ignore[assignment]
        backlit.backlight(lit)


def changes(shown: Image.Image | None, wanted: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """The smallest box of what differs in each strip; the whole picture where nothing is known to be shown.

    >>> one, other = Image.new("RGB", (240, 240)), Image.new("RGB", (240, 240))
    >>> other.putpixel((7, 31), (9, 9, 9))
    >>> list(changes(one, other))
    [(7, 31, 8, 32)]
    """
    width, height = wanted.size
    if shown is None:
        yield 0, 0, width, height
        return
    different = ImageChops.difference(shown, wanted)
    for top in range(0, height, _STRIP):
        box = different.crop((0, top, width, top + _STRIP)).getbbox()
        if box is not None:
            yield box[0], top + box[1], box[2], top + box[3]


def _pair(value: int) -> tuple[int, int]:
    return value >> 8, value & 0xFF
