"""Numbers side by side on a colour panel, as large as they can be: the players' scores, or the stacks of a game."""

from collections.abc import Sequence

from touchjudge.screens.painters import colours
from touchjudge.screens.painters.canvas import Box, Canvas
from touchjudge.screens.scene import Figure, Scene

_GAP = 4
_CIRCLE = 28  # of a lucky number, with the gap beside it
_WIDE = 280
_BAND = 22  # of what a stack demands
_LOW = 66  # pixels: below this a name stands beside its number, not above it
_DIRECTIONS = {"up": "up", "do": "down"}


def figures(canvas: Canvas, scene: Scene, shown: Sequence[Figure], box: Box) -> None:
    """These figures of the scene in the box; who leads wears a crown, whose turn it is a golden frame."""
    left, top, right, bottom = box
    if not shown:
        return
    columns = _columns(len(shown), right - left)
    rows = -(-len(shown) // columns)
    wide, high = (right - left) // columns, (bottom - top) // rows
    low = high < _LOW
    values = [str(figure.value) for figure in shown]
    beside = 0  # pixels that the lucky numbers take; they matter between rounds
    if low:
        size = canvas.common(values, wide // (3 if len(shown) <= 6 else 4), high - _GAP - 6, most=57)
    else:
        most = max(len(figure.numbers) for figure in shown) if scene.kind == "reveal" else 0
        columns_of = -(-most // max(1, (high - 32) // _CIRCLE))
        beside = columns_of * _CIRCLE if columns_of * _CIRCLE <= wide // 2 else 0
        demanding = _BAND if any(figure.demand for figure in shown) else 0
        size = canvas.common(values, wide - beside - 14, high - 34 - demanding, most=104)
    label = canvas.common(
        [figure.label.panel for figure in shown], wide - 40, 24 if not low else high - 8, most=28, least=18
    )
    for n, figure in enumerate(shown):
        x, y = left + n % columns * wide, top + n // columns * high
        cell = (x, y, x + wide - _GAP, y + high - _GAP)
        if n == len(shown) - 1 and x == left:
            cell = (x, y, right - _GAP, y + high - _GAP)
        edge = colours.GOLD if figure.turn else colours.EDGE
        canvas.box(cell, colours.PANEL, edge=edge, thick=3 if figure.turn else 1)
        if low:
            _beside(canvas, scene, figure, cell, size, label)
        else:
            _above(canvas, scene, figure, cell, size, label, beside)


def _columns(count: int, width: int) -> int:
    """Two abreast, on a wide panel three of three, five or six."""
    return min(count, 3 if width >= _WIDE and count in (3, 5, 6) else 2)


def _above(canvas: Canvas, scene: Scene, figure: Figure, cell: Box, size: int, label: int, beside: int) -> None:
    left, top, right, bottom = cell
    _name(canvas, scene, figure, (left + 6, top + 3, right - 6, top + 29), label)
    rows = max(1, (bottom - top - 28) // _CIRCLE)
    for n, number in enumerate(figure.numbers if beside else ()):
        canvas.circle(
            str(number), (right - 4 - beside + n // rows * _CIRCLE, top + 30 + n % rows * _CIRCLE), _CIRCLE - 2
        )
    if figure.demand is not None:
        band = (left + 4, bottom - _BAND - 3, right - 4, bottom - 3)
        canvas.box(band, colours.WARN, radius=5)
        canvas.words(figure.demand, band, ink=colours.WARN_GROUND, align="centre", most=20)
        bottom -= _BAND
    room = (left + 4, top + 28, right - beside - 4, bottom - 2)
    ink = colours.GOLD if figure.leads else colours.INK
    canvas.words(str(figure.value), room, ink=ink, align="centre", most=size)


def _beside(canvas: Canvas, scene: Scene, figure: Figure, cell: Box, size: int, label: int) -> None:
    left, top, right, bottom = cell
    ink = colours.GOLD if figure.leads else colours.INK
    number = canvas.words(str(figure.value), (left + 4, top, right - 6, bottom), ink=ink, align="right", most=size)
    _name(canvas, scene, figure, (left + 6, top + 2, number[0] - 4, bottom - 2), label)


def _name(canvas: Canvas, scene: Scene, figure: Figure, box: Box, size: int) -> None:
    left, top, right, bottom = box
    if figure.key:
        way = _DIRECTIONS.get(figure.key[:2])
        if way:
            canvas.icon(way, (left, (top + bottom) // 2 - 10), 20, ink=colours.GOLD)
            left += 26
    else:
        canvas.stripe((left, top + 3, left + 6, bottom - 3), colours.player(figure.label.panel, scene.players))
        left += 11
    if figure.leads and right - left > 60:
        canvas.icon("crown", (right - 20, (top + bottom) // 2 - 10), 20, ink=colours.GOLD)
        right -= 22
    canvas.words(figure.label.panel, (left, top, right, bottom), ink=colours.INK, most=size)
