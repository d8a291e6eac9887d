"""What goes into a bug report: facts, verdicts, versions and the end of the journal, without names in it.

Names of players become ``player1`` and so on, the same name the same word everywhere; free text that people wrote is
left out; this user, this machine and the home folder are named by what they are.
"""

import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from touchjudge.errors import ConfigError

TAIL_LINES = 200
_FREE_TEXT = frozenset({"text", "why", "reason", "name"})
_LEFT_OUT = "(left out)"
_PLAYER_FIELDS = ("player", "players", "by", "winner", "winners", "next", "names")


def write_bundle(path: Path, files: Mapping[str, str]) -> None:
    """Write a new archive of these files.

    Raises:
        ConfigError: there is a file of this name, or it cannot be written.
    """
    try:
        with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    except FileExistsError:
        raise ConfigError(f"there is a file {path} already; name another for --bundle, or remove it first") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(f"the bundle {path} cannot be written ({why}); name another place") from None


def bundle_files(
    facts: Any, verdicts: Any, lines: Sequence[Mapping[str, Any]], *, names: Iterable[str], own: Mapping[str, str]
) -> dict[str, str]:
    """The files of the archive, nothing personal in them.

    Args:
        lines: of the journal, the newest last.
        names: of people, besides those in the lines.
        own: what names this user and machine → the word that stands for it.
    """
    tail = lines[-TAIL_LINES:]
    people = list(dict.fromkeys([*names, *(name for line in lines for name in names_in(line))]))
    stand_in = {name: f"player{number}" for number, name in enumerate(people, 1)}
    words = {**own, **stand_in}
    told = [json.dumps(without_text(line), ensure_ascii=False, separators=(",", ":")) for line in tail]
    files = {
        "facts.json": json.dumps(facts, ensure_ascii=False, indent=2),
        "checks.json": json.dumps(verdicts, ensure_ascii=False, indent=2),
        "versions.txt": "".join(f"{name} {number}\n" for name, number in versions()),
        "journal-tail.jsonl": "".join(f"{line}\n" for line in told),
    }
    return {name: scrubbed(text, words) for name, text in files.items()}


def names_in(line: Mapping[str, Any]) -> list[str]:
    """The people that a line of the table language names.

    >>> names_in({"do": "start", "players": ["Ana", "Luis"], "numbers": {"Ana": [1]}})
    ['Ana', 'Luis']
    """
    found: list[str] = []
    for key in _PLAYER_FIELDS:
        value = line.get(key)
        found += [value] if isinstance(value, str) else [each for each in value or () if isinstance(each, str)]
    if line.get("do") == "note" and isinstance(line.get("text"), str):
        found += re.findall(r'"seat\d+": ?"((?:[^"\\]|\\.)+)"', line["text"])
    for inner in line.get("lines", ()):
        if isinstance(inner, Mapping):
            found += names_in(inner)
    return list(dict.fromkeys(found))


def without_text(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line without what people wrote freely.

    >>> without_text({"do": "note", "text": "Ana's aunt came"})
    {'do': 'note', 'text': '(left out)'}
    """
    return {key: _LEFT_OUT if key in _FREE_TEXT and isinstance(value, str) else value for key, value in line.items()}


def scrubbed(text: str, words: Mapping[str, str]) -> str:
    """The text with each of these names replaced wherever it stands as a word; the longest first.

    >>> scrubbed('{"player":"Ana","say":"Ana-Lu is first"}', {"Ana": "player1", "Ana-Lu": "player2"})
    '{"player":"player1","say":"player2 is first"}'
    """
    as_written = {json.dumps(name, ensure_ascii=False)[1:-1]: word for name, word in words.items() if name.strip()}
    if not as_written:
        return text
    longest_first = sorted({**as_written}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))
    return pattern.sub(lambda found: as_written[found[0]], text)


def versions() -> list[tuple[str, str]]:
    """This program and the libraries beside it that have to do with a table."""
    wanted = ("touchjudge", "pyserial", "gpiozero", "lgpio", "luma.oled", "luma.lcd", "Pillow", "fastapi", "uvicorn")
    found = []
    for name in wanted:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            found.append((name, "not installed"))
    return found
