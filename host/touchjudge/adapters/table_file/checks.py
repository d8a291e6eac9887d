"""What a section of a table file may hold, and how it is said what it may not."""

from collections.abc import Mapping, Sequence
from typing import Any

Path_ = tuple[str, ...]


class Wrong(Exception):
    """A value that cannot be.

    Attributes:
        where: the keys that lead to it.
    """

    def __init__(self, where: Path_, why: str) -> None:
        super().__init__(f"{'.'.join(where)} {why}")
        self.where = where


def section(table: Mapping[str, Any], where: Path_, depth: int = 0) -> dict[str, Any]:
    section = table.get(where[depth], {})
    if not isinstance(section, dict):
        raise Wrong(where, f"is {section!r}: it must be a section, [{'.'.join(where)}]")
    return section


def only(table: Mapping[str, Any], allowed: Sequence[str], where: Path_) -> None:
    for key in table:
        if key not in allowed:
            raise Wrong((*where, key), f"is unknown here: allowed are {', '.join(allowed)}")


def whole(table: Mapping[str, Any], where: Path_, allowed: range) -> int | None:
    """A whole number; None where it is left out."""
    value = table.get(where[-1])
    if value is not None and (type(value) is not int or value not in allowed):
        raise Wrong(where, f"is {value!r}: allowed are {allowed.start} to {allowed.stop - 1}; give one of these")
    return value
