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
RUN = 0x8000  # what is returned has it in it: the last sample made a run


def scan(ring: "Buffer", at: int, count: int, channel: int, rows: "array[int]") -> int:
    """Looks at neighbouring samples from a place in the ring on.

    Each is counted into its channel's window, and into the run beyond the limit if it is beyond one.

    Args:
        channel: of the first of them.
        rows: ``FIELDS`` numbers for each channel.

    Returns:
        How many were looked at: all, or up to and with the one that made a run of ``CONFIRM``, and then ``RUN`` more.
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
                return done | RUN
        elif value < rows[row + LOW]:
            rows[row + BELOW] += 1
            rows[row + ABOVE] = 0
            if rows[row + BELOW] == CONFIRM:
                return done | RUN
        else:
            rows[row + ABOVE] = 0
            rows[row + BELOW] = 0
    return done


def open_since(last: int, rows: "array[int]") -> int:
    """The first sample of the runs that are not yet long enough, as the last sample is the given one; -1: none."""
    since = -1
    for channel in range(CHANNELS):
        run = rows[FIELDS * channel + ABOVE] + rows[FIELDS * channel + BELOW]
        if run:
            first = last - (last - channel) % CHANNELS - CHANNELS * (run - 1)
            if since < 0 or first < since:
                since = first
    return since
