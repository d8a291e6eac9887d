"""What is looked at before a journal file is used, and what is done with one that is not whole.

A file that another program made, or a newer touchjudge, is left exactly as it is. A file that was not closed in good
order, or that a reader stumbled over, is checked; if it is damaged it is set aside under a new name and a new file
with everything that could be read takes its place. That exchange can be cut off at any point and is then finished at
the next start.
"""

import os
import sqlite3
import struct
from contextlib import suppress
from pathlib import Path

from touchjudge.adapters.journal_sqlite import holder, mending, schema
from touchjudge.adapters.journal_sqlite.failures import explained, tells_of_damage
from touchjudge.adapters.journal_sqlite.mending import Damage
from touchjudge.errors import JournalError

_BUSY_S = 0.5
_USER_VERSION_AT, _APPLICATION_ID_AT = 60, 68


def connect_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, with nothing carried over from the log when it closes."""
    try:
        return _connected(path, "mode=ro")
    except sqlite3.Error as error:
        log = _with_suffix(path, "-wal")
        if tells_of_damage(error) or (log.exists() and log.stat().st_size):
            raise
        # Even to read, SQLite makes a log beside the file, which a full or read-only disk refuses. Nothing is in one
        # here, so the file alone is the whole journal.
        return _connected(path, "immutable=1")


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.as_uri()}?{mode}", uri=True, isolation_level=None, timeout=_BUSY_S, check_same_thread=False
    )
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def refuse_impossible(path: Path, *, may_make_folder: bool) -> None:
    """Find out early what can never work, before anything is written.

    Raises:
        JournalError: the path is a folder, its folder is not there, or see :func:`refuse_foreign`.
    """
    refuse_no_file(path)
    if may_make_folder:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(
                f"the folder {path.parent} for the journal could not be made ({os.strerror(error.errno or 0)}):"
                " give a file elsewhere with --db"
            ) from error
    if not path.parent.is_dir():
        raise JournalError(f"the journal {path} cannot be there, as there is no folder {path.parent}: make it first")
    refuse_foreign(path, known_as_journal=was_a_journal(path))


def refuse_no_file(path: Path) -> None:
    """Refuse what can be no file for this user.

    Raises:
        JournalError: a folder, or in a folder that may not be looked into.
    """
    try:
        is_folder = path.is_dir()
    except OSError as error:
        raise _unreadable(path, error) from error
    if is_folder:
        raise JournalError(f"the journal {path} is a folder: give a file in it with --db")


def was_a_journal(path: Path) -> bool:
    """Whether a touchjudge has written here before, whatever the file looks like now."""
    return holder.holder_words(path) is not None


def refuse_foreign(path: Path, *, known_as_journal: bool) -> None:
    """Refuse what this touchjudge must not touch, without touching it.

    Raises:
        JournalError: the file is no journal, or one of a newer version.
    """
    if mending.unfinished(path):
        return  # what lies there is about to be set aside
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unreadable(path, error) from error
    if not header:
        return
    if len(header) < 100 or not header.startswith(schema.HEADER_MAGIC):
        if known_as_journal:
            return  # damaged: prepare() sees to it
        raise _no_journal(path)
    (version,) = struct.unpack_from(">I", header, _USER_VERSION_AT)
    (application,) = struct.unpack_from(">I", header, _APPLICATION_ID_AT)
    if application == schema.APPLICATION_ID:
        refuse_newer(path, version)
    # Either may still be in the log alone, so ask SQLite too.
    try:
        connection = connect_reading(path)
    except sqlite3.Error as error:
        if tells_of_damage(error) and (known_as_journal or application == schema.APPLICATION_ID):
            return
        raise explained(error, path, "be opened") from error
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        if tells_of_damage(error):
            return
        raise explained(error, path, "be opened") from error
    finally:
        connection.close()
    if application == schema.APPLICATION_ID:
        refuse_newer(path, version)
    elif tables and not tables >= set(schema.TABLES):
        raise _no_journal(path)


def refuse_newer(path: Path, version: int) -> None:
    if version > schema.FORMAT:
        raise JournalError(
            f"the journal {path} is of format {version} and this touchjudge writes format {schema.FORMAT}: install a"
            " newer touchjudge, or give another file with --db; nothing was changed"
        )


def ask_for_a_close_look(path: Path) -> None:
    """Leave a note for the next writer: this file gave bytes that make no sense."""
    with suppress(OSError):  # read-only: then nobody writes here either
        _with_suffix(path, ".check").touch()


def prepare(path: Path, *, wall_utc: str) -> Damage | None:
    """Make sure that what a writer opens next is whole; the lock is held.

    Returns:
        What was set aside and what is missing, or None where nothing was wrong.

    Raises:
        JournalError: the file cannot be looked at, or there is no room to restore it.
    """
    if mending.unfinished(path):
        return mending.exchange(path)
    if not path.exists() or not path.stat().st_size:
        return None
    found = _what_is_wrong(path)
    if found is not None:
        mending.restore(path, found=found, wall_utc=wall_utc)
        damage = mending.exchange(path)
    else:
        damage = None
    _with_suffix(path, ".check").unlink(missing_ok=True)
    return damage


def _what_is_wrong(path: Path) -> str | None:
    """The first fault in words, or None; looks at the whole file only where there is a reason to."""
    try:
        connection = connect_reading(path)
    except sqlite3.Error as error:
        return _fault(error, path)
    try:
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            return None
        last = connection.execute("SELECT what FROM openings ORDER BY id DESC LIMIT 1").fetchone()
        if last == ("closed",) and not _with_suffix(path, ".check").exists():
            return None
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            return str(verdict)
        for table in ("lines", "edges"):
            # The count comes from the index, the highest id from the table: both reach the end or rows are missing.
            query = f"SELECT coalesce(max(id), 0), count(*) FROM {table}"  # noqa: S608 (one of the two above)
            highest, count = connection.execute(query).fetchone()
            if highest != count:
                return f"the table {table} ends at {highest} and its index counts {count}"
    except sqlite3.Error as error:
        return _fault(error, path)
    finally:
        connection.close()
    return None


def _fault(error: sqlite3.Error, path: Path) -> str:
    # A missing table is damage too: every journal has them all.
    if tells_of_damage(error) or "no such table" in str(error):
        return str(error)
    raise explained(error, path, "be opened") from error


def _unreadable(path: Path, error: OSError) -> JournalError:
    return JournalError(
        f"the journal {path} cannot be read ({os.strerror(error.errno or 0)}): give yourself the right to, or give"
        " another file with --db"
    )


def _no_journal(path: Path) -> JournalError:
    return JournalError(f"{path} is not a touchjudge journal: give another file with --db; nothing was changed")


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
