"""A picture of a colour panel in the making: words as large as they fit, symbols, boxes, marks."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from touchjudge.screens.painters import colours
from touchjudge.screens.painters.icons import icon
from touchjudge.screens.painters.typeface import Typeface, line_height, middle_of_capitals
from touchjudge.screens.texts import Text

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two lie outside."""

_SIZES = (112, 104, 96, 88, 80, 74, 68, 62, 57, 52, 48, 44, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18, 16, 14, 12)
_COMFORT = 0.72  # a longer text is taken where it fits in so large a part of the height there is
_MARK = 22


class Canvas:
    """Draws on a picture of mode ``RGB``."""

    def __init__(self, size: tuple[int, int], typeface: Typeface) -> None:
        self.width, self.height = size
        self.picture = Image.new("RGB", size, colours.FELT)
        self.typeface = typeface
        self._draw = ImageDraw.Draw(self.picture)

    # ---- words

    def words(
        self,
        text: str | Text,
        box: Box,
        *,
        ink: str = colours.INK,
        align: str = "left",
        most: int = _SIZES[0],
        least: int = 14,
        bold: bool = True,
    ) -> Box:
        """One line as large as it fits; where it came to lie. Of three lengths the longest that is large enough."""
        left, top, right, bottom = box
        sizes = self._sizes(bottom - top, most, least)
        told = self._length(text, right - left, sizes, bold)
        told, size = self.typeface.fitted(told, right - left, sizes, bold=bold)
        width = self.typeface.width(told, size, bold=bold)
        x = {"left": left, "right": right - width, "centre": (left + right - width) // 2}[align]
        first, last = self.typeface.ink(told, size, bold=bold)
        y = max(top - first, min(round((top + bottom) / 2 - middle_of_capitals(size)), bottom - last))
        self.typeface.write(self._draw, (x, y), told, size, bold=bold, ink=ink)
        return x, top, x + width, bottom

    def paragraph(
        self,
        text: str | Text,
        box: Box,
        *,
        ink: str = colours.INK,
        align: str = "left",
        most: int = 34,
        least: int = 16,
        bold: bool = True,
        middle: bool = False,
    ) -> int:
        """Some lines, as large as all of the text fits, cut at the end where it does not; where they end.

        Args:
            middle: of the height there is, instead of its upper end.
        """
        left, top, right, bottom = box
        sizes = [size for size in _SIZES if least <= size <= most]
        told = [text] if isinstance(text, str) else [text.full, text.line, text.panel]
        large = [size for size in sizes if size >= _COMFORT * sizes[0]]
        found = self._broken(told, right - left, bottom - top, large, bold)
        size, lines = found or self._broken(told[-1:], right - left, bottom - top, sizes, bold) or (sizes[-1], None)
        room = max(1, (bottom - top) // _leading(size))
        lines = lines or self.typeface.wrapped(told[-1], right - left, size, room, bold=bold)
        if middle:
            top += max(0, bottom - top - len(lines) * _leading(size)) // 2
        for line in lines:
            row = (left, top, right, top + _leading(size))
            self.words(line, row, ink=ink, align=align, most=size, least=size, bold=bold)
            top += _leading(size)
        return top

    def common(self, texts: Sequence[str], width: int, height: int, *, most: int = _SIZES[0], least: int = 14) -> int:
        """The largest size in which every one of these fits, so that things of one kind look alike."""
        sizes = self._sizes(height, most, least)
        fits = (all(self.typeface.width(text, size, bold=True) <= width for text in texts) for size in sizes)
        return next((size for size, fit in zip(sizes, fits, strict=True) if fit), sizes[-1])

    def wide(self, text: str, size: int) -> int:
        return self.typeface.width(text, size, bold=True)

    def _sizes(self, height: int, most: int, least: int) -> list[int]:
        """Those whose capitals, with something below them, have room."""
        return [size for size in _SIZES if least <= size <= most and size * 0.86 <= height] or [least]

    def _length(self, text: str | Text, width: int, sizes: Sequence[int], bold: bool) -> str:
        if isinstance(text, str):
            return text
        large = next((size for size in sizes if size <= sizes[0] * _COMFORT), sizes[-1])
        lengths = (text.full, text.line)
        return next((told for told in lengths if self.typeface.width(told, large, bold=bold) <= width), text.panel)

    def _broken(
        self, texts: Sequence[str], width: int, height: int, sizes: Sequence[int], bold: bool
    ) -> tuple[int, list[str]] | None:
        """The largest of the sizes in which one of the texts fits whole, the first text first."""
        for text in texts:
            for size in sizes:
                lines = self.typeface.wrapped(text, width, size, max(1, height // _leading(size)), bold=bold)
                if " ".join(lines) == " ".join(text.split()):
                    return size, lines
        return None

    # ---- shapes

    def box(self, box: Box, fill: str, *, edge: str | None = None, thick: int = 2, radius: int = 8) -> None:
        left, top, right, bottom = box
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius, fill=fill, outline=edge, width=thick if edge else 0
        )

    def stripe(self, box: Box, colour: str) -> None:
        """A bar in a player's colour."""
        left, top, right, bottom = box
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), (right - left) // 2, fill=colour)

    def line(self, box: Box, colour: str) -> None:
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def icon(self, name: str, xy: tuple[int, int], size: int, *, ink: str = colours.INK) -> None:
        drawn = icon(name, size, ink, colours.FELT)
        self.picture.paste(drawn, xy, drawn)

    def pill(self, text: str, box: Box, fill: str, *, align: str = "right", ink: str = colours.WHITE) -> Box:
        """A number on a coloured ground, as wide as it has to be."""
        left, top, right, bottom = box
        high = bottom - top
        side = round(high * 0.14)
        size = self.common([text], right - left - 2 * side, round(high * 0.86))
        wide = min(right - left, max(self.wide(text, size) + 2 * side, high))
        left = {"right": right - wide, "left": left, "centre": (left + right - wide) // 2}[align]
        self.box((left, top, left + wide, bottom), fill, radius=high // 3)
        self.words(text, (left, top, left + wide, bottom), ink=ink, align="centre", most=size)
        return left, top, left + wide, bottom

    def circle(self, text: str, xy: tuple[int, int], size: int) -> None:
        """A lucky number."""
        x, y = xy
        self._draw.ellipse((x, y, x + size - 1, y + size - 1), fill=colours.PANEL, outline=colours.EDGE, width=2)
        self.words(text, (x, y, x + size, y + size), ink=colours.MUTED, align="centre", most=round(size * 0.7))

    def marks(self, marks: Sequence[tuple[str, str, str]]) -> int:
        """(text, ground, ink) of each mark, in the upper right corner; the pixels they take."""
        taken = 0
        for text, ground, ink in marks:
            wide = self.wide(text, 16) + 12
            left = self.width - taken - wide
            self.box((left, 0, left + wide, _MARK), ground, radius=5)
            self.words(text, (left, 0, left + wide, _MARK), ink=ink, align="centre", most=16)
            taken += wide + 4
        return taken


def _leading(size: int) -> int:
    """From one line of a paragraph to the next."""
    return line_height(size) - max(1, size // 12)
