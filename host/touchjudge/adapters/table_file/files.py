"""The table file on the disk: read with every fault named by its line, written with comments."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs

from touchjudge.adapters.table_file.checks import Path_, Wrong
from touchjudge.adapters.table_file.reading import Reader, TableFile
from touchjudge.adapters.table_file.template import template
from touchjudge.errors import ConfigError

_MOST_BYTES = 32_768


def default_path() -> Path:
    """The table file in the user's folder for settings."""
    return platformdirs.user_config_path("touchjudge", appauthor=False) / "table.toml"


def read_table_file(path: Path, *, languages: Sequence[str]) -> TableFile:
    """Read a table file.

    Raises:
        ConfigError: not there, no TOML, or a value that cannot be, with its line.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(f"there is no table file {path}; `touchjudge table init` makes one") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"the table file {path} cannot be read ({error}); check its name and rights") from None
    if len(content) > _MOST_BYTES:
        raise ConfigError(
            f"{path} has {len(content)} bytes, and a table file at most {_MOST_BYTES}; is it the right file?"
        )
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n") + "\n"
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}, line {line}: this is not UTF-8; save the file as UTF-8") from None
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib raises plain ones on nesting and on endless numbers
        raise ConfigError(f"{path} is not TOML: {error}; mend that place") from None
    try:
        return Reader(languages).table(table)
    except Wrong as wrong:
        raise ConfigError(f"{path}, line {line_of(text, wrong.where)}: {wrong}") from None


def write_table_file(path: Path) -> None:
    """Write the file that says in words what a table does without one.

    Raises:
        ConfigError: there is a file already, or it cannot be written.
    """
    try:
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(template())
    except FileExistsError:
        raise ConfigError(f"there is a table file {path} already; edit it, or remove it first") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"the table file {path} cannot be written ({error}); name another place") from None


def line_of(text: str, where: Path_) -> int:
    r"""The number of the line on which the statement begins that brings a key into a TOML document.

    What stands before a statement is a document of its own, and a statement that is not finished is none: so it is the
    first statement with which the document has the key.

    >>> line_of('a = 1\n\n[b]\n# a remark\nc = [\n  1,\n]\n', ("b", "c"))
    5
    """
    lines = text.split("\n")
    begins = 0
    for end in range(1, len(lines) + 1):
        try:
            document = tomllib.loads("\n".join(lines[:end]))
        except ValueError:
            continue
        if _has(document, where):
            break
        begins = end
    while begins + 1 < len(lines) and lines[begins].strip().partition("#")[0] == "":
        begins += 1
    return begins + 1


def _has(document: Any, where: Path_) -> bool:
    for key in where:
        if not isinstance(document, dict) or key not in document:
            return False
        document = document[key]
    return True
