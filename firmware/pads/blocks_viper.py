"""Work on blocks of edges in machine code: the fast twin of ``pads.blocks_plain``, which says what each does."""

# ruff: noqa: F821 (ptr8 and its like are words of the compiler)

import micropython

# MicroPython before 1.24 takes only names of types as annotations here, so those that return nothing have none.

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from typing import Any

    ptr8: Any
    ptr16: Any
    ptr32: Any


@micropython.viper
def copy_words(source: object, source_at: int, target: object, target_at: int, count: int):  # type: ignore[no-untyped-def]
    read = ptr32(source)
    write = ptr32(target)
    for at in range(count):
        write[target_at + at] = read[source_at + at]


@micropython.viper
def fill(tags: object, at: int, count: int, tag: int):  # type: ignore[no-untyped-def]
    write = ptr16(tags)
    for place in range(at, at + count):
        write[place] = tag


@micropython.viper
def run_of(tags: object, at: int, most: int) -> int:
    read = ptr16(tags)
    tag = int(read[at])
    count = 1
    while count < most and int(read[at + count]) == tag:
        count += 1
    return count


@micropython.viper
def watch(words: object, at: int, count: int, levels: int, counts: object) -> int:
    read = ptr8(words)
    counted = ptr16(counts)
    for edge in range(at, at + count):
        changed = levels
        levels = int(read[4 * edge]) << 8 | int(read[4 * edge + 1])
        changed = changed ^ levels
        line = 0
        while changed:
            counted[line] = int(counted[line]) + (changed & 1)
            changed = changed >> 1
            line += 1
    return levels
