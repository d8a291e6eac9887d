"""The firmware that this program brings along: its files by their paths on the board, and what version they are.

An installed program carries them inside its package, a checkout has them in ``firmware/``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from touchjudge.errors import ConfigError

MAIN = "/main.py"
VERSION_FILE = "/pads/__init__.py"

_PACKAGE = Path(__file__).resolve().parents[2]
# In a wheel, and in a checkout.
_PLACES = (_PACKAGE / "_firmware", _PACKAGE.parents[1] / "firmware")
_VERSION = re.compile(rb'^VERSION = "([0-9][\w.]*)"', re.MULTILINE)


@dataclass(frozen=True)
class Bundle:
    """Files that make a board a board of ours.

    Attributes:
        files: path on the board → content; ``/main.py`` is what starts.
        version: as the firmware will say it in its hello.
    """

    files: Mapping[str, bytes]
    version: str

    @cached_property
    def hashes(self) -> dict[str, str]:
        """Path → SHA-256 of the content, in hexadecimal."""
        return {path: sha256(content).hexdigest() for path, content in self.files.items()}

    @property
    def trees(self) -> tuple[str, ...]:
        """Folders that belong to the firmware alone: what is in them and not in :attr:`files` is an older one's.

        ``/lib`` is everybody's, so only the packages in it are ours.
        """
        folders = set()
        for path in self.files:
            _, *names, _ = path.split("/")
            if names and names != ["lib"]:
                folders.add("/" + "/".join(names[: 2 if names[0] == "lib" else 1]))
        return tuple(sorted(folders))


def own_firmware(places: tuple[Path, ...] = _PLACES) -> Bundle:
    """The firmware that came with this program.

    Raises:
        ConfigError: it did not come along.
    """
    for folder in places:
        if (folder / "main.py").is_file():
            found = sorted(path for path in folder.rglob("*.py") if path.is_file())
            files = {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}
            return Bundle(files, version_in(files.get(VERSION_FILE, b"")) or "?")
    raise ConfigError(f"the firmware's files are not where they belong ({places[0]}); install touchjudge again")


def version_in(content: bytes) -> str | None:
    """The version that the firmware's own source says; None where it says none."""
    found = _VERSION.search(content)
    return found[1].decode() if found else None


def is_newer(version: str, than: str) -> bool:
    """Whether a version comes after another one, number by number."""
    return _parts(version) > _parts(than)


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))
