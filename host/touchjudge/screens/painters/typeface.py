"""Letters for small pictures: always there, crisp, and with marks above and below them.

Pillow carries one outline font with it (ASCII only), so pictures look the same on every machine. Marks (ä, ñ, Č) are
drawn here, letters such as ß are spelled out. What is left, other scripts, is taken from a font of the system where
one has it, and is a box where none has. Words that are written from right to left are painted as a whole.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont, features

# Fonts that Debian and its relatives install; looked up by name, none of them needed.
SYSTEM_FONTS = (
    "DejaVuSans-Bold.ttf",
    "NotoSansCJK-Bold.ttc",
    "NotoSans-Bold.ttf",
    "FreeSansBold.ttf",
    "wqy-microhei.ttc",
    "unifont.otf",
)

_SPELLED = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D",
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "ı": "i", "–": "-", "—": "-", "\u00a0": " ",
}  # fmt: skip
_MINUS = "−"  # painted as wide as a digit, where a hyphen would be overlooked
_BOLD_FROM = 13  # pixels: smaller letters have no room for thicker strokes
_TURNED = {"¿": "?", "¡": "!"}
_EMBEDDED_MORE = frozenset("©«°±´·»‘’“”…‹›")
# Marks by where they begin and end, in units of their own width and height (x to the right, y down).
_LINES = {
    "\u0300": (((0.2, 0.0), (0.8, 1.0)),),
    "\u0301": (((0.8, 0.0), (0.2, 1.0)),),
    "\u030b": (((0.5, 0.0), (0.1, 1.0)), ((1.0, 0.0), (0.6, 1.0))),
    "\u0302": (((0.0, 1.0), (0.5, 0.0)), ((0.5, 0.0), (1.0, 1.0))),
    "\u030c": (((0.0, 0.0), (0.5, 1.0)), ((0.5, 1.0), (1.0, 0.0))),
    "\u0303": (((0.0, 1.0), (0.3, 0.2)), ((0.3, 0.2), (0.7, 0.8)), ((0.7, 0.8), (1.0, 0.0))),
    "\u0304": (((0.0, 0.5), (1.0, 0.5)),),
    "\u0306": (((0.0, 0.0), (0.5, 1.0)), ((0.5, 1.0), (1.0, 0.0))),
}
_DOTS = {"\u0308": (0.1, 0.9), "\u0307": (0.5,)}
_RING = "\u030a"
_BELOW = frozenset("\u0327\u0328\u0326\u0323")
# Hebrew, Arabic and their neighbours, with what stands between two words of theirs.
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_LEFTWARD_RUN = re.compile(f"([{_LEFTWARD}]+(?:[ '-]+[{_LEFTWARD}]+)*)")
_JOINER = "\u200d"
_FINER = 4  # how many times finer smooth letters are painted before they are reduced


class Typeface:
    """Text as one-bit masks.

    Args:
        fallbacks: names or paths of fonts to ask for what the embedded one lacks.
    """

    def __init__(self, fallbacks: Sequence[str] = ()) -> None:
        self._fallbacks = tuple(fallbacks)
        self._glyph = lru_cache(maxsize=4096)(self._painted)
        self._embedded = lru_cache(maxsize=64)(_embedded)
        self._system = lru_cache(maxsize=512)(_system)

    def width(self, text: str, size: int, *, bold: bool = False) -> int:
        return sum(glyph.advance for glyph in self._glyphs(text, size, bold))

    def ink(self, text: str, size: int, *, bold: bool = False) -> tuple[int, int]:
        """The first row with a pixel of this text, and the row after the last one."""
        boxes = [glyph.box for glyph in self._glyphs(text, size, bold) if glyph.box]
        return (min(box[1] for box in boxes), max(box[3] for box in boxes)) if boxes else (0, 0)

    def write(
        self,
        picture: ImageDraw.ImageDraw,
        xy: tuple[int, int],
        text: str,
        size: int,
        *,
        bold: bool = False,
        ink: int | str = 1,
    ) -> int:
        """Write the text with its upper left corner at xy; how wide it became, in pixels."""
        x, y = xy
        for glyph in self._glyphs(text, size, bold):
            picture.bitmap((x, y), glyph.mask, fill=ink)
            x += glyph.advance
        return x - xy[0]

    def fitted(
        self, text: str, width: int, sizes: Sequence[int], *, bold: bool = False, more: str = "…"
    ) -> tuple[str, int]:
        """The text in the first of these sizes (largest first) in which it fits; cut in the last one if in none."""
        for size in sizes:
            if self.width(text, size, bold=bold) <= width:
                return text, size
        signs = _whole_signs(text)

        def cut(count: int) -> str:
            return "".join(signs[:count]).rstrip() + more

        kept = bisect_right(range(2, len(signs)), width, key=lambda n: self.width(cut(n), sizes[-1], bold=bold))
        return cut(1 + kept), sizes[-1]

    def wrapped(self, text: str, width: int, size: int, lines: int, *, bold: bool = False) -> list[str]:
        """The text broken at spaces into at most so many lines, the last one cut where there is more."""
        done: list[str] = []
        words = text.split()
        while words and len(done) < lines:
            count = 1
            while count < len(words) and self.width(" ".join(words[: count + 1]), size, bold=bold) <= width:
                count += 1
            last = len(done) == lines - 1
            line = " ".join(words if last else words[:count])
            done.append(self.fitted(line, width, (size,), bold=bold)[0])
            words = [] if last else words[count:]
        return done

    def _glyphs(self, text: str, size: int, bold: bool) -> list["_Glyph"]:
        return [self._glyph(letter, marks, size, bold) for letter, marks in _clusters(text)]

    def _painted(self, letter: str, marks: str, size: int, bold: bool) -> "_Glyph":
        """One letter with its marks as a mask as high as a line of this size."""
        mask = Image.new("1", (size * 2 * len(letter), line_height(size)), 0)
        draw = ImageDraw.Draw(mask)
        draw.fontmode = "1"
        advance = self._letter(draw, letter, marks, size, bold)
        return _Glyph(mask, advance, mask.getbbox())

    def _letter(self, draw: ImageDraw.ImageDraw, letter: str, marks: str, size: int, bold: bool) -> int:
        """Paint one letter; how far it moves the pen."""
        strikes = self._strikes(size, bold)
        if letter == " ":
            return max(4, round(size * 0.28))
        if letter == _MINUS:
            wide, thick, middle = round(size * 0.46), max(1, round(size * 0.12)), _baseline(size) - round(size * 0.28)
            draw.rectangle((1, middle, wide, middle + thick - 1), fill=1)
            return wide + 2
        if letter in _TURNED:
            return self._turned(draw, _TURNED[letter], size, bold)
        if letter.isascii() or letter in _EMBEDDED_MORE:
            font = self._embedded(size)
            top = _top(font, size)
            for strike in strikes:
                draw.text((strike, top), letter, 1, font=font)
            advance = round(font.getlength(letter)) + strikes[-1]
            for mark in marks:
                _mark(draw, font, advance, top, letter, mark, size, bold)
            return advance
        found = self._system(self._fallbacks, size, letter[0])
        if found is None:
            high, thick = round(size * 0.7), max(1, size // 24)
            for left in range(0, high * len(letter), high):
                box = (left + thick, _baseline(size) - high, left + high - 2 * thick, _baseline(size) - thick)
                draw.rectangle(box, outline=1, width=thick)
            return high * len(letter)
        if len(letter) > 1 and not features.check("raqm"):
            letter = letter[::-1]  # nobody but us turns it round
        draw.text((0, _baseline(size)), letter + marks, 1, font=found, anchor="ls")
        return max(1, round(found.getlength(letter + marks)))

    def _strikes(self, size: int, bold: bool) -> tuple[int, ...]:
        """Where a letter is struck, in pixels to the right.

        Bold letters are struck side by side: an outline that grows to all sides would close the gap below the dot of
        an i.
        """
        return (0, 1) if bold and size >= _BOLD_FROM else (0,)

    def _turned(self, draw: ImageDraw.ImageDraw, letter: str, size: int, bold: bool) -> int:
        upright = self._glyph(letter, "", size, bold)
        box = upright.box or (0, 0, 1, 1)
        draw.bitmap((box[0], box[1] + size // 6), upright.mask.crop(box).rotate(180), fill=1)
        return upright.advance


class SmoothTypeface(Typeface):
    """The same letters with soft edges, for panels that have shades: painted finer, then reduced."""

    def _painted(self, letter: str, marks: str, size: int, bold: bool) -> "_Glyph":
        fine = super()._painted(letter, marks, size * _FINER, bold)
        mask = fine.mask.convert("L").reduce(_FINER)
        return _Glyph(mask, max(1, round(fine.advance / _FINER)), mask.getbbox())

    def _strikes(self, size: int, bold: bool) -> tuple[int, ...]:
        return tuple(round(size * share) for share in (0, 0.03, 0.06)) if bold else (0,)


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A letter, how far it moves the pen, and where its ink is."""

    mask: Image.Image
    advance: int
    box: tuple[int, int, int, int] | None


def line_height(size: int) -> int:
    """Pixels from the top of a mark on a capital to below a descender."""
    return _baseline(size) + max(2, round(size * 0.24))


def middle_of_capitals(size: int) -> float:
    """How far below the top of a line the middle of its capitals is, which is where the eye looks."""
    return _baseline(size) - size * 0.36


def _baseline(size: int) -> int:
    return round(size * 0.72) + max(2, round(size * 0.2))


def _top(font: ImageFont.FreeTypeFont, size: int) -> int:
    ascent, _ = font.getmetrics()
    return _baseline(size) - ascent


def _clusters(text: str) -> list[tuple[str, str]]:
    """Letters with their marks, spelled out where need be; words from right to left as one letter."""
    clusters: list[tuple[str, str]] = []
    spelled = "".join(_SPELLED.get(letter, letter) for letter in text)
    for n, part in enumerate(_LEFTWARD_RUN.split(spelled)):
        if n % 2:
            clusters.append((part, ""))
            continue
        for letter in unicodedata.normalize("NFD", part):
            if unicodedata.combining(letter) and clusters:
                clusters[-1] = (clusters[-1][0], clusters[-1][1] + letter)
            elif unicodedata.category(letter) not in ("Cf", "Mn", "Me"):
                clusters.append((letter, ""))
    return clusters


def _whole_signs(text: str) -> list[str]:
    """The text in pieces that may not be cut: a letter with its marks, pictures that are joined to one."""
    pieces: list[str] = []
    for letter in text:
        if pieces and (
            unicodedata.category(letter) in ("Mn", "Me", "Cf")
            or 0x1F3FB <= ord(letter) <= 0x1F3FF  # the colour of a skin
            or pieces[-1].endswith(_JOINER)
        ):
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _embedded(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise OSError("Pillow was built without FreeType, which paints the letters: install the wheel from PyPI.")
    return font


def _system(names: tuple[str, ...], size: int, letter: str) -> ImageFont.FreeTypeFont | None:
    for name in names:
        try:
            font = ImageFont.truetype(name, size)
        except OSError:
            continue
        if bytes(font.getmask(letter)) != bytes(font.getmask("\U000ffffd")):
            return font
    return None


def _mark(
    draw: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont,
    advance: int,
    top: int,
    letter: str,
    mark: str,
    size: int,
    bold: bool,
) -> None:
    thick = max(1, size // 10) + (1 if bold and size >= _BOLD_FROM else 0)
    wide, high = max(3, round(size * 0.3)), max(2, round(size * 0.14))
    upper = top + round(font.getbbox("x" if letter in "ij" else letter)[1])
    middle = advance / 2
    left, above = round(middle - wide / 2), upper - high - max(1, size // 16)
    if letter in "ij":  # the mark takes the place of the dot
        draw.rectangle((0, 0, advance, upper - 1), fill=0)
    if mark in _DOTS:
        for at in _DOTS[mark]:
            dot = round(left + at * wide - thick / 2)
            draw.rectangle((dot, above + high - thick, dot + thick - 1, above + high - 1), fill=1)
    elif mark in _LINES:
        for (x0, y0), (x1, y1) in _LINES[mark]:
            ends = (left + x0 * wide, above + y0 * (high - 1), left + x1 * wide, above + y1 * (high - 1))
            draw.line(ends, fill=1, width=thick)
    elif mark == _RING:
        draw.ellipse((middle - high / 2 - 1, above - 1, middle + high / 2 + 1, above + high), outline=1, width=thick)
    elif mark in _BELOW:
        below = _baseline(size) + 1
        draw.line((middle, below, middle - thick, below + high), fill=1, width=thick)
