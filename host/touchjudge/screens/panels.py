"""Which kinds of panel there are, and how many pixels each has."""

from collections.abc import Mapping

PANELS: Mapping[str, tuple[int, int]] = {
    "ssd1306": (128, 64),
    "sh1106": (128, 64),
    "st7789": (240, 240),
    "ili9341": (320, 240),
}
"""The controller that is printed on the panel or its board → width and height; the larger ones have colours."""

MONO = (128, 64)
