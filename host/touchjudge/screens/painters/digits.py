"""Numbers as large as a screen of characters allows: digits of any height, painted with block characters.

A digit is made of seven strokes on a grid of half rows, so that strokes across can be half a row thick.
"""

from collections.abc import Iterable

# Strokes of each digit: top, middle, bottom (across), then left and right (upper, lower).
_STROKES = {
    "0": "tb lLrR",
    "1": "rR",
    "2": "tmb rL",
    "3": "tmb rR",
    "4": "m lrR",
    "5": "tmb lR",
    "6": "tmb lLR",
    "7": "t rR",
    "8": "tmb lLrR",
    "9": "tmb lrR",
    "-": "m",
}
_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
_GAP = " "


def giant(number: int, *, rows: int, width: int = 0, ascii_only: bool = False) -> list[str]:
    r"""The number as ``rows`` lines of equal length.

    Args:
        rows: 3 or more.
        width: columns of one digit; 0 takes what suits the height.
        ascii_only: paints with ``#`` where the terminal has no block characters.

    >>> print("\n".join(giant(42, rows=3)))
    █ █ ▀▀█
    ▀▀█ █▀▀
      █ █▄▄
    """
    columns = width or suitable_width(rows)
    digits = [_digit(character, rows, columns, ascii_only) for character in str(number)]
    return [_GAP.join(parts) for parts in zip(*digits, strict=True)]


def suitable_width(rows: int) -> int:
    """Columns of a digit of this height: a little narrower than high, in cells twice as high as wide."""
    return max(3, round(rows * 1.1))


def width_that_fits(numbers: Iterable[int], *, rows: int, columns: int) -> int:
    """The widest digits with which the longest of the numbers fits into the columns, at least 3 and at most suitable.

    >>> width_that_fits([7, 12], rows=5, columns=9)
    4
    """
    longest = max((len(str(number)) for number in numbers), default=1)
    return max(3, min(suitable_width(rows), (columns - (longest - 1)) // longest))


def _digit(character: str, rows: int, columns: int, ascii_only: bool) -> list[str]:
    strokes = _STROKES[character]
    halves = rows * 2
    thick = 1 if columns < 5 else max(1, columns // 4)  # of a stroke down, in columns
    across = max(1, round(thick * 0.9)) if not ascii_only else 2  # of a stroke across, in half rows
    # ASCII has no half rows, so there a stroke across is a whole row and begins at one.
    middle = (halves - across) // 2 // 2 * 2 if ascii_only or rows == 3 else (halves - across) // 2

    def lit(y: int, x: int) -> bool:
        upper = y < middle + across
        lower = y >= middle
        return (
            ("t" in strokes and y < across)
            or ("m" in strokes and middle <= y < middle + across)
            or ("b" in strokes and y >= halves - across)
            or (x < thick and (("l" in strokes and upper) or ("L" in strokes and lower)))
            or (x >= columns - thick and (("r" in strokes and upper) or ("R" in strokes and lower)))
        )

    if ascii_only:
        return ["".join("#" if lit(2 * row, x) else " " for x in range(columns)) for row in range(rows)]
    return ["".join(_HALVES[lit(2 * row, x), lit(2 * row + 1, x)] for x in range(columns)) for row in range(rows)]
