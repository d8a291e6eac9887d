"""How a colour panel lets phones in: the code to scan as large as there is room, and the PIN."""

from touchjudge.screens.painters import colours
from touchjudge.screens.painters.canvas import Canvas
from touchjudge.screens.painters.squares import squares
from touchjudge.screens.scene import WayIn

_PAD = 8
_MARKS = 24  # the line at the top that the marks are in
_PIN = 52


def invite(canvas: Canvas, way_in: WayIn, bottom: int) -> None:
    """Code and PIN below each other, on a wide panel beside each other.

    Args:
        bottom: where there is something else.
    """
    wide = canvas.width > canvas.height
    half = len(way_in.pin) // 2
    pin = f"{way_in.pin[:half]} {way_in.pin[half:]}"
    label = way_in.label.panel.partition(" ")[0]
    size = min(bottom - _MARKS, canvas.width - 2 * _PAD) if wide else bottom - _MARKS - _PIN
    code = squares(way_in.code, size).convert("RGB")
    left = _PAD if wide else (canvas.width - size) // 2
    canvas.picture.paste(code, (left, _MARKS))
    if wide:
        beside = left + size + _PAD
        right = canvas.width - _PAD
        canvas.words(label, (beside, _MARKS, right, _MARKS + 34), ink=colours.GOLD, most=31)
        canvas.words(way_in.pin[:half], (beside, _MARKS + 40, right, _MARKS + 100), most=62)
        canvas.words(way_in.pin[half:], (beside, _MARKS + 104, right, _MARKS + 164), most=62)
    else:
        canvas.words(f"{label} {pin}", (_PAD, bottom - _PIN, canvas.width - _PAD, bottom), align="centre", most=44)
