"""What calibration found, put into the table file: the remarks, the order and everything else in it stay as they are.

In: the file (or none: then the one to begin with) and :class:`~touchjudge.session.calibration.Changes`. Out: the file,
exchanged whole and only when it reads back without a fault.

Ref: tomlkit, which keeps the text around the values.
"""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from touchjudge.adapters.table_file.files import default_path, read_table_file
from touchjudge.adapters.table_file.template import template
from touchjudge.errors import ConfigError
from touchjudge.session.calibration import Changes
from touchjudge.session.places import DEFAULT_PLACES


def change_table_file(path: Path, changes: Changes, *, languages: Sequence[str]) -> None:
    """Write the changes into a table file; one that is not there is begun.

    Raises:
        ConfigError: it cannot be read or written, or would have a fault afterwards; it is then as it was before.
    """
    path = path.resolve()
    try:
        if path == default_path().resolve():
            path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8-sig") if path.exists() else template()
        changed = edited(text, changes)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(changed, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(f"the table file {path} cannot be changed ({why}); name another with --config") from None
    try:
        read_table_file(beside, languages=languages)
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except ConfigError as error:
        raise ConfigError(f"the table file {path} was left as it is, since it would be wrong: {error}") from None
    except OSError as error:
        raise ConfigError(f"the table file {path} cannot be changed ({os.strerror(error.errno or 0)})") from None
    finally:
        beside.unlink(missing_ok=True)


def edited(text: str, changes: Changes) -> str:
    r"""The text of a table file with the changes in it.

    Raises:
        ValueError: it is no TOML.

    >>> print(edited('[boards.any]\n0 = "ok"  # left\n', Changes(settle_us={("any", 0): 31_500})))
    [boards.any]
    0 = {place = "ok", settle_ms = 31.5}  # left
    <BLANKLINE>
    """
    try:
        document = tomlkit.parse(text)
    except TOMLKitError as error:
        raise ValueError(str(error)) from None
    for (section, line), place in changes.places.items():
        _set(_board(document, section), line, {"place": place})
    for (section, line), level in changes.pressed.items():
        _set(_board(document, section), line, {"pressed": level})
    for (section, line), settle_us in changes.settle_us.items():
        _set(_board(document, section), line, {"settle_ms": _ms(settle_us)})
    if changes.usual_settle_us is not None:
        if "settle" not in document:
            document["settle"] = tomlkit.table()
        document["settle"]["settle_ms"] = _ms(changes.usual_settle_us)
    return tomlkit.dumps(document)


def _board(document: tomlkit.TOMLDocument, section: str) -> Any:
    """The section of a board; one that is not there has the usual places."""
    if "boards" not in document:
        document["boards"] = tomlkit.table(is_super_table=True)
    boards: Any = document["boards"]
    for name in boards:
        if name.lower() == section:
            return boards[name]
    made = tomlkit.table()
    for line, place in enumerate(DEFAULT_PLACES):
        made[str(line)] = "spare" if place.startswith("spare") else place
    boards[section] = made
    return boards[section]


def _set(board: Any, line: int, facts: Mapping[str, Any]) -> None:
    key = str(line)
    before = board.get(key)
    if isinstance(before, dict):
        for name, value in facts.items():
            before[name] = value
        return
    if set(facts) == {"place"}:
        board[key] = facts["place"]
        return
    made = tomlkit.inline_table()
    made.update({"place": str(before or "spare"), **facts})
    board[key] = made


def _ms(us: int) -> int | float:
    return us // 1_000 if us % 1_000 == 0 else us / 1_000
