"""SSD1306 and SH1106: 128x64 pixels, lit or not, on I2C; how a picture gets into their memory.

Ref: SSD1306 data sheet, sections 9 and 10; SH1106 data sheet, commands.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from PIL import Image

from touchjudge.adapters.panel.display import Display
from touchjudge.screens.painters.mono import HEIGHT, WIDTH, paint
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, Typeface
from touchjudge.screens.scene import Scene

_PAGES = HEIGHT // 8  # a panel's memory is 8 pages of 128 bytes, each byte 8 pixels down, the lowest bit on top
_BRIGHT, _DIM = 0xCF, 0x08

OledDriver = Literal["ssd1306", "sh1106"]


@dataclass(frozen=True, slots=True)
class Oled:
    """How such a panel is painted and spoken to.

    Attributes:
        renew_s: None, since a panel on I2C says when it is gone.
    """

    driver: OledDriver
    typeface: Typeface = field(default_factory=lambda: Typeface(SYSTEM_FONTS))
    renew_s: int | None = None

    def blank(self) -> Image.Image:
        return Image.new("1", (WIDTH, HEIGHT), 0)

    def paint(self, scene: Scene) -> Image.Image:
        return paint(scene, self.typeface)

    def shade(self, picture: Image.Image) -> Image.Image:
        """It is the panel that is dimmed, not the picture."""
        return picture

    def send(self, display: Display, shown: Image.Image | None, wanted: Image.Image) -> None:
        """Bring the panel from one picture to another; from anything if it is not known what it shows."""
        for page, column, content in changes(None if shown is None else memory(shown), memory(wanted)):
            display.command(*_address(self.driver, page, column, len(content)))
            display.data(list(content))

    def light(self, display: Display, *, dim: bool) -> None:
        display.contrast(_DIM if dim else _BRIGHT)

    def switch(self, display: Display, *, lit: bool) -> None:
        display.show() if lit else display.hide()


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


def _address(driver: OledDriver, page: int, column: int, length: int) -> tuple[int, ...]:
    """The command after which data goes to this place."""
    if driver == "sh1106":
        column += 2  # its memory is 132 columns wide, the panel in the middle of it
        return 0xB0 | page, column & 0x0F, 0x10 | column >> 4
    return 0x21, column, column + length - 1, 0x22, page, page
