"""Who may write: one process at a time, and the next one is told who it is.

A lock file beside the journal is locked by the kernel for as long as the writer lives, so nothing stale is left when
it is killed. The words in the file only serve the message.

Ref: flock(2).
"""

import errno
import fcntl
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from touchjudge.errors import JournalError

_COMMAND_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that writes the journal."""

    pid: int
    command: str
    since_utc: str


def lock_path(journal: Path) -> Path:
    """The lock file of a journal.

    >>> lock_path(Path("journal.sqlite3")).name
    'journal.sqlite3.lock'
    """
    return journal.with_name(journal.name + ".lock")


def holder_words(journal: Path) -> Holder | None:
    """What the lock file says of the present or last holder; None where it says nothing readable."""
    try:
        told = json.loads(lock_path(journal).read_text(encoding="utf-8"))
        return Holder(int(told["pid"]), str(told["command"]), str(told["since_utc"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


class WriterLock:
    """Held from construction until :meth:`release` or the end of the process."""

    def __init__(self, journal: Path, *, since_utc: str) -> None:
        """Take the lock.

        Raises:
            JournalError: another process holds it, or the folder cannot be written.
        """
        path = lock_path(journal)
        try:
            self._file_number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise _no_lock_file(journal, error) from error
        try:
            fcntl.flock(self._file_number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file_number)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise _held(journal) from None
            raise _no_lock_file(journal, error) from error
        words = {"pid": os.getpid(), "command": _command(), "since_utc": since_utc}
        try:
            os.ftruncate(self._file_number, 0)
            os.pwrite(self._file_number, json.dumps(words, ensure_ascii=True).encode(), 0)
        except OSError:
            # A full disk: the lock holds all the same, only a second writer will not read who holds it.
            pass
        self._held = True

    def release(self) -> None:
        """Let the next writer in; may be called twice. The file stays: deleting it could unlock a new holder's."""
        if self._held:
            self._held = False
            os.close(self._file_number)


def _command() -> str:
    words = [Path(sys.argv[0]).name, *sys.argv[1:]] if sys.argv else ["python"]
    return " ".join(words)[:_COMMAND_CHARACTERS]


def _held(journal: Path) -> JournalError:
    holder = holder_words(journal)
    by = (
        f"`{holder.command}` (process {holder.pid}) since {holder.since_utc}"
        if holder is not None
        else "another program"
    )
    return JournalError(f"the journal {journal} is held by {by}: end that one first, or give another file with --db")


def _no_lock_file(journal: Path, error: OSError) -> JournalError:
    return JournalError(
        f"the journal {journal} cannot be written, as its folder does not allow it ({os.strerror(error.errno or 0)}):"
        " make the folder writable, or give another file with --db"
    )
