"""The symbols of the games and of the pages, painted from the one drawing that the web page has too.

In: the name of a symbol of ``icons.svg``, a size, the colour of what has none of its own. Out: a picture with soft
edges on a transparent ground. Only what that drawing uses is understood: paths, circles, ellipses, rectangles, plain
colours.
Ref: SVG 1.1, sections 8.3 (paths), 9 (shapes) and F.6 (arcs).
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from xml.etree import ElementTree

from PIL import Image, ImageColor, ImageDraw

Point = tuple[float, float]
_GRID = 64  # the drawing's symbols are so many units wide and high
_FINER = 4
_STEPS = 12  # straight pieces that a curve is painted with
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_VARIABLE = re.compile(r"var\(--(\w+), *(.+)\)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}
_CAPS = {"round": True, None: False}


@lru_cache(maxsize=256)
def icon(name: str, size: int, ink: str = "#ffffff", hole: str = "#000000") -> Image.Image:
    """The symbol as a picture of mode ``RGBA``, to be pasted and not to be changed.

    Args:
        ink: for what follows the colour of the text.
        hole: for what is left open in that.

    Raises:
        KeyError: the drawing has no such symbol.
    """
    shapes = _symbols()[name]
    scale = size * _FINER / _GRID
    picture = Image.new("RGBA", (size * _FINER, size * _FINER), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    for shape in shapes:
        fill, stroke = (
            _colour(shape.get(part, usual), ink, hole) for part, usual in (("fill", "#000"), ("stroke", "none"))
        )
        width = float(shape.get("stroke-width", "1")) * scale
        cut_out = shape.get("fill-rule") == "evenodd"
        for n, (points, closed) in enumerate(_outlines(shape)):
            scaled = [(x * scale, y * scale) for x, y in points]
            if fill is not None and len(scaled) > 2:
                draw.polygon(scaled, fill=(0, 0, 0, 0) if cut_out and n % 2 else fill)
            if stroke is not None:
                _stroke(draw, scaled, closed, stroke, width, round_ends=_CAPS[shape.get("stroke-linecap")])
    return picture.reduce(_FINER)


def names() -> list[str]:
    """What there is to paint."""
    return sorted(_symbols())


@cache
def _symbols() -> Mapping[str, list[ElementTree.Element]]:
    drawing = resources.files("touchjudge") / "adapters" / "web" / "static" / "icons.svg"
    root = ElementTree.fromstring(drawing.read_text(encoding="utf-8"))  # noqa: S314 (our own file)
    return {symbol.attrib["id"]: list(symbol) for symbol in root}


def _colour(told: str, ink: str, hole: str) -> tuple[int, ...] | None:
    variable = _VARIABLE.fullmatch(told)
    if variable is not None:
        told = hole if variable[1] == "hole" else variable[2]
    if told == "none":
        return None
    return ImageColor.getcolor(ink if told == "currentColor" else told, "RGBA")  # type: ignore[return-value]


def _stroke(
    draw: ImageDraw.ImageDraw,
    points: list[Point],
    closed: bool,
    colour: tuple[int, ...],
    width: float,
    *,
    round_ends: bool,
) -> None:
    line = [*points, points[0]] if closed else points
    draw.line(line, fill=colour, width=round(width))
    joints = points if closed or round_ends else points[1:-1]
    for x, y in joints:
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=colour)


def _outlines(shape: ElementTree.Element) -> Iterator[tuple[list[Point], bool]]:
    """(points, whether it is closed) of each line of a shape."""
    kind = shape.tag.rpartition("}")[2]
    number = {key: float(value) for key, value in shape.attrib.items() if _TOKEN.fullmatch(value) and key != "d"}
    match kind:
        case "path":
            yield from _path(shape.attrib["d"])
        case "circle" | "ellipse":
            rx, ry = number.get("rx", number.get("r", 0)), number.get("ry", number.get("r", 0))
            turns = [2 * math.pi * n / (4 * _STEPS) for n in range(4 * _STEPS)]
            yield [(number["cx"] + rx * math.cos(turn), number["cy"] + ry * math.sin(turn)) for turn in turns], True
        case "rect":
            x, y, w, h, r = (number.get(key, 0) for key in ("x", "y", "width", "height", "rx"))
            corner = f"a{r} {r} 0 0 1 "
            yield from _path(
                f"M{x + r} {y}h{w - 2 * r}{corner}{r} {r}v{h - 2 * r}{corner}{-r} {r}"
                f"h{2 * r - w}{corner}{-r} {-r}v{2 * r - h}{corner}{r} {-r}z"
            )
        case _:
            raise ValueError(f"the drawing has a {kind}, which cannot be painted; use path, circle, ellipse or rect")


def _path(data: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path.

    >>> list(_path("M1 2h3v-2zm5 0l1 1"))
    [([(1.0, 2.0), (4.0, 2.0), (4.0, 0.0)], True), ([(6.0, 2.0), (7.0, 3.0)], False)]
    """
    tokens = _TOKEN.findall(data)
    points: list[Point] = []
    x = y = 0.0
    pull: Point | None = None  # where the curve before came from, which a smooth one goes on
    letter, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        kind = letter.upper()
        if kind not in _TAKES:
            raise ValueError(f"the drawing has a path command {letter!r}; use {', '.join(_TAKES)}")
        values = [float(token) for token in tokens[at : at + _TAKES[kind]]]
        at += _TAKES[kind]
        dx, dy = (x, y) if letter.islower() else (0.0, 0.0)
        match kind:
            case "M":
                if len(points) > 1:
                    yield points, False
                x, y = values[0] + dx, values[1] + dy
                points = [(x, y)]
                letter = "l" if letter == "m" else "L"  # more pairs are lines
            case "Z":
                yield points, True
                x, y = points[0]
                points = [(x, y)]
            case "H" | "V" | "L":
                x, y = (values[0] + dx if kind != "V" else x), (values[-1] + dy if kind != "H" else y)
                points.append((x, y))
            case "C" | "S":
                *first, two, end = ((values[n] + dx, values[n + 1] + dy) for n in range(0, len(values), 2))
                one = first[0] if first else (x, y) if pull is None else (2 * x - pull[0], 2 * y - pull[1])
                points.extend(_curve((x, y), one, two, end))
                pull, (x, y) = two, end
                continue
            case "A":
                end = values[5] + dx, values[6] + dy
                points.extend(_arc((x, y), values[0], bool(values[3]), bool(values[4]), end))
                x, y = end
        pull = None
    if len(points) > 1:
        yield points, False


def _curve(begin: Point, one: Point, two: Point, end: Point) -> list[Point]:
    """A cubic curve as points after its first."""
    return [
        (
            (1 - t) ** 3 * begin[0] + 3 * (1 - t) ** 2 * t * one[0] + 3 * (1 - t) * t**2 * two[0] + t**3 * end[0],
            (1 - t) ** 3 * begin[1] + 3 * (1 - t) ** 2 * t * one[1] + 3 * (1 - t) * t**2 * two[1] + t**3 * end[1],
        )
        for t in (n / _STEPS for n in range(1, _STEPS + 1))
    ]


def _arc(begin: Point, radius: float, large: bool, clockwise: bool, end: Point) -> list[Point]:
    """Part of a circle as points after its first; one that is too small to reach the end grows until it does."""
    across = math.dist(begin, end)
    if across == 0 or radius == 0:
        return [end]
    radius = max(radius, across / 2)
    middle = ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2)
    off = math.sqrt(max(0.0, radius**2 - across**2 / 4)) / across * (-1 if large == clockwise else 1)
    centre = (middle[0] + off * (begin[1] - end[1]), middle[1] + off * (end[0] - begin[0]))
    first = math.atan2(begin[1] - centre[1], begin[0] - centre[0])
    turn = (math.atan2(end[1] - centre[1], end[0] - centre[0]) - first) % (2 * math.pi)
    if not clockwise:
        turn -= 2 * math.pi
    angles = [first + turn * n / _STEPS for n in range(1, _STEPS + 1)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]
