"""Work on blocks of edges in plain Python: what every interpreter can run, and the meaning of its fast twin.

Words are 32 bits, most significant byte first; places and counts are in edges, not bytes. Nothing here allocates.
"""

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from array import array

    Buffer = bytearray | memoryview


def copy_words(source: "Buffer", source_at: int, target: "Buffer", target_at: int, count: int) -> None:
    """Copies words from one buffer to another."""
    # Byte by byte: a word above 2^30 would be an allocated number on the board.
    for at in range(4 * count):
        target[4 * target_at + at] = source[4 * source_at + at]


def fill(tags: "array[int]", at: int, count: int, tag: int) -> None:
    """Sets neighbouring tags."""
    for place in range(at, at + count):
        tags[place] = tag


def run_of(tags: "array[int]", at: int, most: int) -> int:
    """How many tags from this place on are the same, at most so many."""
    tag = tags[at]
    count = 1
    while count < most and tags[at + count] == tag:
        count += 1
    return count


def watch(words: "Buffer", at: int, count: int, levels: int, counts: "array[int]") -> int:
    """Counts the changes of each line over a block; the levels before it are given, those after it returned."""
    for place in range(4 * at, 4 * (at + count), 4):
        changed = levels
        levels = words[place] << 8 | words[place + 1]
        changed ^= levels
        line = 0
        while changed:
            counts[line] += changed & 1
            changed >>= 1
            line += 1
    return levels
