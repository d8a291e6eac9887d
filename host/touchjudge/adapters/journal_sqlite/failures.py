"""What SQLite says when something fails, as a sentence for people."""

import sqlite3
from pathlib import Path

from touchjudge.errors import JournalError
from touchjudge.words.sentences import Sentence

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_FULL = "the journal {path} could not {tried}: the disk is full; make room, what was kept before is unharmed"
_READ_ONLY = (
    "the journal {path} could not {tried}: the file or its disk is read-only; make it writable, or give another file"
    " with --db"
)
_HELD = "the journal {path} could not {tried}: another program is writing to it; end that one (perhaps an SQLite tool)"
_FAILED = (
    "the journal {path} could not {tried}: the disk failed ({why}); check the disk or card, it may be full or worn out"
)


def tells_of_damage(error: sqlite3.Error) -> bool:
    """The bytes in the file are not what they should be (not: the disk is full, held, or not there)."""
    return _primary_code(error) in _DAMAGE


def explained(error: Exception, path: Path, tried: str) -> JournalError:
    """The error to raise for what SQLite raised.

    Args:
        tried: what could not be done, after "could not": "be opened", "take the last lines".

    >>> str(explained(OverflowError("Python int too large"), Path("j.sqlite3"), "take the last lines"))
    'the journal j.sqlite3 could not take the last lines: a value does not fit (Python int too large)'
    """
    start = f"the journal {path} could not {tried}: "
    if not isinstance(error, sqlite3.Error):
        return JournalError(f"{start}a value does not fit ({error})")
    match _primary_code(error):
        case sqlite3.SQLITE_FULL:
            return JournalError(Sentence(_FULL, path=path, tried=tried))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return JournalError(Sentence(_READ_ONLY, path=path, tried=tried))
        case sqlite3.SQLITE_CANTOPEN:
            return JournalError(
                f"{start}the file cannot be opened; check that the folder is there and allowed, or give --db"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalError(Sentence(_HELD, path=path, tried=tried))
        case code if code in _DAMAGE:
            return JournalError(
                f"{start}the file is damaged; `touchjudge play` sets it aside at its next start and restores what can"
                " be read"
            )
        case _:
            return JournalError(Sentence(_FAILED, path=path, tried=tried, why=error))


def _primary_code(error: sqlite3.Error) -> int:
    # Low byte: the kind; the rest only says more of the same.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
