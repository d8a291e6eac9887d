"""How a board is told its wiring: the settings that it keeps, in the order in which it takes them."""

from collections.abc import Iterator

from touchjudge.timing.force import ForcePads

ALL_LINES = 0xFFFF
FORCE_AT = 16  # where the analogue pads begin in the mask of what is enabled


def settings_told(inverted: int | None, pads: ForcePads | None) -> Iterator[tuple[str, str]]:
    """Names and values for ``set``; nothing of what is None.

    >>> list(settings_told(0xFFFF, ForcePads(lines=0b11)))[:2]
    [('invert', 'ffff'), ('force_off', '2ee0')]
    """
    if inverted is not None:
        yield "invert", f"{inverted:x}"
    if pads is None:
        return
    if pads.lines:
        # Twice: whichever of the two is kept now, one of the ways from it to these is never off above on.
        yield "force_off", f"{pads.off:x}"
        yield "force_on", f"{pads.on:x}"
        yield "force_off", f"{pads.off:x}"
    yield "enable", f"{ALL_LINES | pads.lines << FORCE_AT:x}"
