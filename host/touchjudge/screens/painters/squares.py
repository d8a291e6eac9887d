"""The code to scan, as a picture: dark squares on a light ground with the light border that every code needs."""

from collections.abc import Sequence

from PIL import Image

BORDER = 4  # squares. Ref: ISO/IEC 18004, section 5.3.8
LEAST_BORDER = 1.5  # squares; what phones still read where there is no room for more


def squares(rows: Sequence[str], size: int) -> Image.Image:
    """The code in a square of so many pixels, as large as it fits with a border; mode ``1``, light is 1.

    >>> squares(("101", "010", "101"), 16).size
    (16, 16)
    """
    picture = Image.new("1", (size, size), 1)
    scale = max(1, int(size // (len(rows) + 2 * LEAST_BORDER)))
    edge = (size - scale * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, square in enumerate(row):
            if square == "1":
                left, top = edge + x * scale, edge + y * scale
                picture.paste(0, (left, top, left + scale, top + scale))
    return picture
