"""Counters that wrap, made into counts that do not.

In: raw words as a device counts them (a timer's low word, a sampler's down-counter).
Out: 64-bit counts and differences.
"""


def unwrap(newest: int, raw: int, *, bits: int = 32) -> int:
    """The first count at or after ``newest`` whose lowest ``bits`` are ``raw``.

    Right as long as less than one whole turn passed since ``newest`` (71.6 minutes for 32 bits of microseconds).

    Raises:
        ValueError: ``raw`` does not fit into ``bits``, or ``newest`` is negative.

    >>> unwrap(0xFFFF_FFF0, 0x10) == 0x1_0000_0010
    True
    >>> unwrap(1000, 1000), unwrap(2**30 - 1, 0, bits=30) == 2**30
    (1000, True)
    """
    turn = 1 << bits
    if not 0 <= raw < turn:
        raise ValueError(f"counter {raw} does not fit into {bits} bits (0 to {turn - 1}); give the word and its width")
    if newest < 0:
        raise ValueError(f"count {newest} is negative; counts start at 0")
    return newest + ((raw - newest) & (turn - 1))


def missed_by_down_counter(before: int, after: int, *, bits: int = 16) -> int:
    """How many steps a down-counter took beyond the one that is expected from one sample to the next.

    >>> missed_by_down_counter(7, 6), missed_by_down_counter(7, 3), missed_by_down_counter(0, 0xFFFF)
    (0, 3, 0)
    """
    return (before - after - 1) & ((1 << bits) - 1)
