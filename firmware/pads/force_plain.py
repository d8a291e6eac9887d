"""Looks at samples of the analogue pads in plain Python: the meaning of its fast twin ``pads.force_viper``.

Samples are 16-bit words, least significant byte first, of which 12 bits count; the channels take turns. Nothing here
allocates.
"""

from pads.force import ABOVE, BELOW, CHANNELS, CONFIRM, FIELDS, GREATEST, HIGH, LEAST, LOW, SUM

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from array import array

    Buffer = bytearray | memoryview

RING = 2048  # samples
VALUE = 0x0FFF


def scan(ring: "Buffer", at: int, count: int, channel: int, rows: "array[int]") -> int:
    """Looks at neighbouring samples from a place in the ring on.

    Each is counted into its channel's window, and into the run beyond the limit if it is beyond one.

    Args:
        channel: of the first of them.
        rows: ``FIELDS`` numbers for each channel.

    Returns:
        How many were looked at: all, or up to and with the one that made a run of ``CONFIRM``.
    """
    done = 0
    while done < count:
        place = 2 * ((at + done) % RING)
        value = (ring[place] | ring[place + 1] << 8) & VALUE
        row = FIELDS * channel
        done += 1
        channel = channel + 1 if channel + 1 < CHANNELS else 0
        rows[row + SUM] += value
        if value < rows[row + LEAST]:
            rows[row + LEAST] = value
        if value > rows[row + GREATEST]:
            rows[row + GREATEST] = value
        if value > rows[row + HIGH]:
            rows[row + ABOVE] += 1
            rows[row + BELOW] = 0
            if rows[row + ABOVE] == CONFIRM:
                break
        elif value < rows[row + LOW]:
            rows[row + BELOW] += 1
            rows[row + ABOVE] = 0
            if rows[row + BELOW] == CONFIRM:
                break
        else:
            rows[row + ABOVE] = 0
            rows[row + BELOW] = 0
    return done
