"""A look at the journal's health from beside it: read alone, also while a table writes, and nothing is mended.

In: a path. Out: a :class:`Health`. Who writes is read from the kernel's list of locks, since to try the lock would be
to hold it for a moment.

Ref: proc(5), /proc/locks.
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from touchjudge.adapters.journal_sqlite import holder, opening
from touchjudge.adapters.journal_sqlite.failures import explained, tells_of_damage
from touchjudge.errors import JournalError

_LOCKS = Path("/proc/locks")


@dataclass(frozen=True, slots=True)
class Health:
    """How a journal is.

    Attributes:
        problem: why it cannot be read, in a sentence.
        verdict: ``ok``, or the first fault in the file; None where it was not read.
        log_bytes: what waits in its log to be put into it.
        free_bytes: on its disk; None where that cannot be asked.
        writable: this user could write it.
        writer: who writes it now.
    """

    exists: bool
    problem: str | None = None
    verdict: str | None = None
    size_bytes: int = 0
    log_bytes: int = 0
    free_bytes: int | None = None
    writable: bool = False
    writer: holder.Holder | None = None


def look(path: Path) -> Health:
    """Look at a journal; never raises for what is wrong with it."""
    path = path.expanduser().resolve()
    folder = _nearest(path.parent)
    free_bytes = None
    with suppress(OSError):
        free_bytes = shutil.disk_usage(folder).free
    try:
        opening.refuse_no_file(path)
        exists = path.exists()
        writable = os.access(path if exists else folder, os.W_OK) and os.access(folder, os.W_OK | os.X_OK)
        if not exists:
            return Health(False, free_bytes=free_bytes, writable=writable)
        opening.refuse_foreign(path, known_as_journal=opening.was_a_journal(path))
        size_bytes, log_bytes = path.stat().st_size, _size(path.with_name(path.name + "-wal"))
        verdict = _verdict(path)
    except JournalError as error:
        return Health(True, problem=str(error), free_bytes=free_bytes, writable=True)
    except OSError as error:
        why = f"the journal {path} cannot be read ({os.strerror(error.errno or 0)})"
        return Health(True, problem=why, free_bytes=free_bytes, writable=True)
    return Health(True, None, verdict, size_bytes, log_bytes, free_bytes, writable, writer(path))


def writer(path: Path) -> holder.Holder | None:
    """Who holds the lock of a journal now; None where nobody does.

    Where the kernel lists no locks, whoever wrote last is taken to write still for as long as its process lives.
    """
    lock = holder.lock_path(path)
    try:
        number = lock.stat().st_ino
    except OSError:
        return None
    try:
        locks = _LOCKS.read_text().splitlines()
    except OSError:
        last = holder.holder_words(path)
        return last if last is not None and _lives(last.pid) else None
    for told in locks:
        match told.split():
            case [_, "FLOCK", _, "WRITE", pid, place, *_] if place.rpartition(":")[2] == str(number):
                words = holder.holder_words(path)
                if words is not None and str(words.pid) == pid:
                    return words
                return holder.Holder(int(pid), "another program", "")
            case _:
                pass
    return None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is another user's
        return True
    return True


def _verdict(path: Path) -> str:
    try:
        with closing(opening.connect_reading(path)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            return str(verdict)
    except sqlite3.Error as error:
        if tells_of_damage(error):
            return str(error)
        raise explained(error, path, "be looked at") from error


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    for each in (folder, *folder.parents):
        with suppress(OSError):
            if each.is_dir():
                return each
    return Path("/")
