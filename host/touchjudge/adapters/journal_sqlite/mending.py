"""From a damaged journal to a new one with everything that can still be read, and the words for what cannot.

In: a file that SQLite does not read whole, and its log. Out: the damaged file under a new name, untouched; a new file
in its place; a :class:`Damage` for the user, which also lies beside the damaged file as text. No line is ever made
up: what is missing stays missing, and line numbers stay as they were.
"""

# ruff: noqa: S608 (what is put into statements here are the names of this package's own tables)

import mmap
import os
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from touchjudge.adapters.journal_sqlite import schema
from touchjudge.adapters.journal_sqlite.failures import explained
from touchjudge.adapters.journal_sqlite.pages import Pages, Record, Value

_NAMED_AFTER_START = re.compile(r"(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)")

_TABLE_OF_SHAPE = {shape: table for table, shapes in schema.SHAPES.items() for shape in shapes}
_INDEX_OF_SHAPE = {shape: table for table, shape in schema.INDEX_SHAPES.items()}

_STAGING = """
    CREATE TABLE found.sessions (id INTEGER PRIMARY KEY, format, session, started_utc, started_host_ns,
        host_boot_id, simulated, seed);
    CREATE TABLE found.lines (id INTEGER PRIMARY KEY, format, session, n, text, source, host_ns, wall_utc);
    CREATE TABLE found.boots (id INTEGER PRIMARY KEY, format, session, chip_id, boot_id);
    CREATE TABLE found.placements (id INTEGER PRIMARY KEY, format, boot, table_offset_us, bound_us);
    CREATE TABLE found.edges (id INTEGER PRIMARY KEY, format, boot, number, device_us, levels, lost);
    CREATE TABLE found.index_sessions (session, id INTEGER PRIMARY KEY);
    CREATE TABLE found.index_lines (session, n, id INTEGER PRIMARY KEY);
    CREATE TABLE found.index_boots (session, chip_id, boot_id, id INTEGER PRIMARY KEY);
    CREATE TABLE found.index_edges (boot, number, id INTEGER PRIMARY KEY);
"""

# In the order of their rowids, which begin anew without gaps. OR IGNORE: of two rows that claim one place the older
# stays.
_CARRY_OVER = f"""
    INSERT OR IGNORE INTO main.sessions SELECT * FROM found.sessions
        WHERE format BETWEEN 1 AND {schema.FORMAT} ORDER BY id;
    INSERT OR IGNORE INTO main.boots SELECT * FROM found.boots WHERE format BETWEEN 1 AND {schema.FORMAT} ORDER BY id;
    INSERT OR IGNORE INTO main.boots SELECT id, {schema.FORMAT}, session, chip_id, boot_id FROM found.index_boots
        ORDER BY id;
    INSERT OR IGNORE INTO main.lines (format, session, n, text, source, host_ns, wall_utc)
        SELECT format, session, n, text, source, host_ns, wall_utc FROM found.lines
        WHERE format BETWEEN 1 AND {schema.FORMAT} AND n > 0 ORDER BY id;
    INSERT OR IGNORE INTO main.placements (format, boot, table_offset_us, bound_us)
        SELECT format, boot, table_offset_us, bound_us FROM found.placements
        WHERE format BETWEEN 1 AND {schema.ANEW_FORMAT} AND boot IN (SELECT id FROM main.boots) ORDER BY id;
    INSERT OR IGNORE INTO main.edges (format, boot, number, device_us, levels, lost)
        SELECT format, boot, number, device_us, levels, lost FROM found.edges
        WHERE format BETWEEN 1 AND {schema.STEP_FORMAT} AND number >= 0 AND boot IN (SELECT id FROM main.boots)
        ORDER BY id;
"""

_NAMES_WITHOUT_START = """
    SELECT session FROM found.lines UNION SELECT session FROM found.index_lines
    UNION SELECT session FROM main.boots UNION SELECT session FROM found.index_sessions
    EXCEPT SELECT session FROM main.sessions ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Damage:
    """What happened to a journal that could not be read whole.

    Attributes:
        kept_as: the damaged file under its new name.
        sentences: for the user: what was found, what is kept, what is missing.
    """

    kept_as: Path
    sentences: tuple[str, ...]


def unfinished(path: Path) -> bool:
    """Whether a restored journal waits to be put in the place of the damaged one."""
    return _restored(path).exists()


def restore(path: Path, *, found: str, wall_utc: str) -> None:
    """Make a new journal of all that can be read of ``path`` and lay it beside; ``path`` itself stays as it is.

    Raises:
        JournalError: there is no room for it; then nothing has changed.
    """
    half_made, staging = path.with_name(path.name + ".restoring"), path.with_name(path.name + ".staging")
    found = " ".join(found.split())
    try:
        for leftover in (half_made, staging):
            leftover.unlink(missing_ok=True)
        connection = sqlite3.connect(half_made, isolation_level=None)
        try:
            missing = _fill(connection, path, staging, wall_utc)
            counts = {
                table: connection.execute(f"SELECT count(*) FROM main.{table}").fetchone()[0]
                for table in ("sessions", "lines", "edges")
            }
        finally:
            connection.close()
        staging.unlink()
        number = _last_kept(path) + 1
        sentences = [
            f"The journal {path.name} could not be read whole ({found}); it is kept as {_kept(path, number).name}.",
            f"What could be read is in {path.name} again: {counts['sessions']} session(s), {counts['lines']} line(s),"
            f" {counts['edges']} edge(s).",
            *missing,
        ]
        _report(path, number).write_text("\n".join(sentences) + "\n", encoding="utf-8")
        for file in (half_made, _report(path, number)):
            _sync(file)
        half_made.replace(_restored(path))
        _sync(path.parent)
    except (sqlite3.Error, OSError) as error:
        for leftover in (half_made, staging):
            leftover.unlink(missing_ok=True)
        raise explained(error, path, f"be restored (it is damaged: {found})") from error


def exchange(path: Path) -> Damage:
    """Set the damaged journal aside and put the restored one in its place; may be cut off and called again."""
    number = _last_kept(path)
    kept = _kept(path, number)
    if path.exists():
        # The log first: alone beside the new file it would be taken for the new file's.
        log = path.with_name(path.name + "-wal")
        kept_log = kept.with_name(kept.name + "-wal")
        if log.exists() and not kept_log.exists():
            log.replace(kept_log)
        log.unlink(missing_ok=True)
        path.replace(kept)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    _restored(path).replace(path)
    _sync(path.parent)
    return Damage(kept, tuple(_report(path, number).read_text(encoding="utf-8").splitlines()))


def _fill(connection: sqlite3.Connection, path: Path, staging: Path, wall_utc: str) -> list[str]:
    """Fill a new database; what is missing, a sentence each."""
    for pragma in ("journal_mode = OFF", "synchronous = OFF"):  # a half-made file is thrown away
        connection.execute(f"PRAGMA {pragma}")
    schema.create(connection, wal=False)
    connection.execute("ATTACH ? AS found", (str(staging),))
    connection.executescript(_STAGING)
    log = path.with_name(path.name + "-wal")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as database:
        pages = Pages(database, log.read_bytes() if log.exists() else b"", schema.PAGE_BYTES)
        connection.execute("BEGIN")
        for number in range(1, pages.count + 1):
            _stage(connection, pages.records(number))
        connection.execute("COMMIT")
    connection.executescript(_CARRY_OVER)
    sentences = [_begin_anew(connection, session) for (session,) in connection.execute(_NAMES_WITHOUT_START).fetchall()]
    sentences += _missing_lines(connection) + _missing_edges(connection)
    connection.execute(
        "INSERT INTO openings (format, what, wall_utc) VALUES (?, 'restored', ?)", (schema.FORMAT, wall_utc)
    )
    return [*sentences, "What was told last before the damage may be missing too."]


def _stage(connection: sqlite3.Connection, records: Iterable[Record]) -> None:
    """Sort the records of a page by where they belong; what belongs nowhere is left out."""
    found: dict[str, list[tuple[Value, ...]]] = {}
    for record in records:
        kinds = tuple(map(type, record.values))
        if record.rowid is None:
            table = _INDEX_OF_SHAPE.get(kinds)
            if table is not None:
                found.setdefault(f"index_{table}", []).append(record.values)
        elif record.rowid > 0:
            table = _TABLE_OF_SHAPE.get(kinds)
            if table is not None:
                found.setdefault(table, []).append((record.rowid, *record.values[1:]))
    for table, rows in found.items():
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT OR IGNORE INTO found.{table} VALUES ({marks})", rows)


def _begin_anew(connection: sqlite3.Connection, session: str) -> str:
    """A start for a session whose own row is lost, from its first line that is left."""
    first = connection.execute(
        "SELECT wall_utc, host_ns FROM main.lines WHERE session = ? ORDER BY n LIMIT 1", (session,)
    ).fetchone()
    named = _NAMED_AFTER_START.match(session)
    if first is None:
        first = (f"{named[1]}:{named[2]}:{named[3]}.000Z" if named else "", 0)
    simulated = connection.execute(
        """SELECT count(*) FROM main.lines WHERE session = ? AND text LIKE '%"by":"sim"%'""", (session,)
    ).fetchone()[0]
    connection.execute(
        "INSERT INTO main.sessions (format, session, started_utc, started_host_ns, host_boot_id, simulated, seed)"
        " VALUES (?, ?, ?, ?, 'unknown', ?, NULL)",
        (schema.FORMAT, session, *first, int(simulated > 0)),
    )
    return f"Missing in session {session}: how it began; its start is taken from its first line."


def _missing_lines(connection: sqlite3.Connection) -> list[str]:
    sentences = []
    told = 0
    for (session,) in connection.execute("SELECT session FROM main.sessions ORDER BY id").fetchall():
        there = {n for (n,) in connection.execute("SELECT n FROM main.lines WHERE session = ?", (session,))}
        known = {n for (n,) in connection.execute("SELECT n FROM found.index_lines WHERE session = ?", (session,))}
        gone = sorted(set(range(1, max(there | known, default=0) + 1)) - there)
        if gone:
            told += len(gone)
            sentences.append(f"Missing in session {session}: {in_words(gone, 'line')}.")
    return sentences + _missing_beyond(connection, "lines", told)


def _missing_edges(connection: sqlite3.Connection) -> list[str]:
    sentences = []
    told = 0
    for session, count in connection.execute(
        "SELECT session, count(*) FROM found.index_edges AS known JOIN main.boots ON boots.id = known.boot"
        " WHERE NOT EXISTS (SELECT 1 FROM main.edges WHERE edges.boot = known.boot AND edges.number = known.number)"
        " GROUP BY session ORDER BY session"
    ):
        told += count
        sentences.append(f"Missing in session {session}: {count} edge{'s' * (count != 1)}.")
    return sentences + _missing_beyond(connection, "edges", told)


def _missing_beyond(connection: sqlite3.Connection, table: str, told: int) -> list[str]:
    """Rows that must have been there, as ids count up without gaps, and that no session is known for."""
    (highest,) = connection.execute(
        f"SELECT max((SELECT coalesce(max(id), 0) FROM found.{table}),"
        f" (SELECT coalesce(max(id), 0) FROM found.index_{table}))"
    ).fetchone()
    (there,) = connection.execute(f"SELECT count(*) FROM main.{table}").fetchone()
    beyond = highest - there - told
    if beyond <= 0:
        return []
    return [f"Missing besides: {beyond} {table[:-1] if beyond == 1 else table} of which no session is known."]


def in_words(numbers: Iterable[int], what: str) -> str:
    """Sorted numbers as runs.

    >>> in_words([3, 4, 5, 9], "line")
    'lines 3 to 5, 9'
    >>> in_words([7], "line")
    'line 7'
    """
    listed = list(numbers)
    runs = []
    for _, run in groupby(enumerate(listed), key=lambda pair: pair[1] - pair[0]):
        first, *_, last = [number for _, number in run] * 2
        runs.append(f"{first}" if first == last else f"{first} to {last}")
    return f"{what}{'s' * (len(listed) != 1)} {', '.join(runs)}"


def _restored(path: Path) -> Path:
    return path.with_name(path.name + ".restored")


def _kept(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")


def _report(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.damaged-{number}.txt")


def _last_kept(path: Path) -> int:
    """The highest number given to a damaged file so far, 0 for none."""
    number = 0
    while _report(path, number + 1).exists() or _kept(path, number + 1).exists():
        number += 1
    return number


def _sync(path: Path) -> None:
    file_number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file_number)
    finally:
        os.close(file_number)
