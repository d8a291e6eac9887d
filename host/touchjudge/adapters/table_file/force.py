"""What a table file says of analogue pads: which lines have one, and how far they must be pressed."""

from collections.abc import Mapping
from typing import Any

from touchjudge.adapters.table_file.checks import Path_, Wrong, only, section, whole
from touchjudge.errors import ConfigError
from touchjudge.timing.force import FORCE_LINES, VALUES, ForcePads


def has_force(facts: Mapping[str, Any], line: int, where: Path_) -> bool:
    """Whether a line has an analogue pad."""
    told = facts.get("force", False)
    if not isinstance(told, bool):
        raise Wrong((*where, "force"), f"is {told!r}: write true or false")
    if told and line >= FORCE_LINES:
        raise Wrong((*where, "force"), f"cannot be: only the lines 0 to {FORCE_LINES - 1} have an analogue input")
    return told


def force_limits(table: Mapping[str, Any]) -> ForcePads:
    """The thresholds of all analogue pads."""
    where: Path_ = ("force",)
    told = section(table, where)
    only(told, ("on", "off"), where)
    limits = {name: value for name in ("on", "off") if (value := whole(told, (*where, name), VALUES)) is not None}
    try:
        return ForcePads(**limits)
    except ConfigError as error:
        raise Wrong((*where, next(iter(limits))), f"cannot be: {error}") from None
