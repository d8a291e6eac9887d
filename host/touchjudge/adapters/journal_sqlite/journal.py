"""The port :class:`touchjudge.ports.Journal` on an SQLite file."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from touchjudge.adapters.journal_sqlite import opening, schema
from touchjudge.adapters.journal_sqlite.failures import explained, tells_of_damage
from touchjudge.adapters.journal_sqlite.holder import WriterLock
from touchjudge.adapters.journal_sqlite.mending import Damage
from touchjudge.errors import JournalError
from touchjudge.ports import Board, BoardRow, Clock, LineRow, SessionRow
from touchjudge.session.names import session_name
from touchjudge.timing.edges import Edge

# Beyond what an evening's rounds leave between two calls of checkpoint(): SQLite's own would come in the middle of a
# round and make that one commit slow.
_AUTOCHECKPOINT_PAGES = 4000
# How long to wait for a foreign SQLite tool that has just begun to write.
_BUSY_S = 0.5


def default_path() -> Path:
    """The journal in the user's data folder."""
    return platformdirs.user_data_path("touchjudge", appauthor=False) / "journal.sqlite3"


@dataclass(frozen=True, slots=True)
class _Writer:
    """What only the one writer has."""

    lock: WriterLock
    clock: Clock


class SqliteJournal:
    """One journal file, for writing (:meth:`write`) or only for reading (:meth:`read`).

    May be used from any thread; calls wait for each other.

    Attributes:
        path: the file, links followed.
        damage: what was found and saved if the file could not be read whole at the start, to be shown to the user.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, writer: "_Writer | None") -> None:
        self.path = path
        self.damage: Damage | None = None
        self._connection = connection
        self._writer = writer
        self._turn = threading.RLock()
        self._closed = False
        self._damage_seen = False
        # What is known of the file without asking it; only ever true of what is committed.
        self._known_sessions: set[str] = set()
        self._last_n: dict[str, int] = {}
        self._boot_ids: dict[tuple[str, Board], int] = {}

    @classmethod
    def write(cls, path: Path, *, clock: Clock) -> "SqliteJournal":
        """Open, or begin, the journal as its one writer; a damaged one is set aside and what can be read restored.

        Raises:
            JournalError: held by another writer, of a newer version, not a journal, or not writable.
        """
        path = path.expanduser().resolve()
        opening.refuse_impossible(path, may_make_folder=path == default_path().resolve())
        lock = WriterLock(path, since_utc=clock.wall_utc())
        try:
            damage = opening.prepare(path, wall_utc=clock.wall_utc())
            connection = _connect(path, "rwc")
            try:
                _set_up_writer(connection, path)
                _note_opening(connection, "opened", clock)
            except BaseException:
                connection.close()
                raise
        except (sqlite3.Error, OSError) as error:
            lock.release()
            raise explained(error, path, "be opened") from error
        except BaseException:
            lock.release()
            raise
        journal = cls(path, connection, _Writer(lock, clock))
        journal.damage = damage
        return journal

    @classmethod
    def read(cls, path: Path) -> "SqliteJournal":
        """Open for reading alone, also while a table writes.

        Raises:
            JournalError: not there, not readable, of a newer version, or not a journal.
        """
        path = path.expanduser().resolve()
        opening.refuse_no_file(path)
        if not path.exists():
            raise JournalError(
                f"there is no journal at {path}: `touchjudge play` begins one, or give another file with --db"
            )
        opening.refuse_foreign(path, known_as_journal=opening.was_a_journal(path))
        try:
            connection = opening.connect_reading(path)
        except sqlite3.Error as error:
            raise explained(error, path, "be opened") from error
        return cls(path, connection, None)

    def begin(self, *, started_utc: str, host_ns: int, host_boot_id: str, simulated: bool, seed: int | None) -> str:
        with self._transaction("begin a session"):
            taken = {name for (name,) in self._connection.execute("SELECT session FROM sessions")}
            session = session_name(started_utc, taken)
            self._connection.execute(
                "INSERT INTO sessions (format, session, started_utc, started_host_ns, host_boot_id, simulated, seed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    schema.FORMAT,
                    session,
                    started_utc,
                    host_ns,
                    host_boot_id,
                    int(simulated),
                    None if seed is None else str(seed),
                ),
            )
        return session

    def commit(
        self,
        session: str,
        *,
        lines: Sequence[LineRow] = (),
        edges: Sequence[tuple[Board, Edge]] = (),
        boards: Sequence[BoardRow] = (),
    ) -> None:
        """Append all of these or none; on the disk when it returns.

        What is there already is not added again: an edge by its board and number, a line that equals the one with its
        n, a board placed where it last was. So the same call can be made twice.

        Raises:
            JournalError: the disk is full or read-only, the file is open for reading alone, the session is unknown,
                or a line's n is neither the next one nor that of an equal line.
        """
        if not (lines or edges or boards):
            return
        new_boots: dict[tuple[str, Board], int] = {}
        with self._transaction("take what was just told"):
            self._refuse_unknown(session)
            last_n = self._append_lines(session, lines)
            for row in boards:
                self._append_placement(self._boot_id(session, row.board, new_boots), row)
            self._connection.executemany(
                "INSERT INTO edges (format, boot, number, device_us, levels, lost) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (boot, number) DO NOTHING",
                [
                    (
                        edge_format,
                        self._boot_id(session, board, new_boots),
                        edge.number,
                        edge.device_us,
                        levels,
                        edge.lost,
                    )
                    for board, edge in edges
                    for edge_format, levels in (schema.edge_levels(edge),)
                ],
            )
        # Only now: what a failed transaction made of these would be wrong.
        self._last_n[session] = last_n
        self._boot_ids.update(new_boots)

    def sessions(self) -> list[SessionRow]:
        return self._rows(
            schema.SESSION_FORMATS,
            "SELECT format, session, started_utc, started_host_ns, host_boot_id, simulated, seed,"
            " (SELECT count(*) FROM lines WHERE lines.session = sessions.session),"
            " (SELECT count(*) FROM edges WHERE boot IN"
            " (SELECT id FROM boots WHERE boots.session = sessions.session))"
            " FROM sessions ORDER BY id",
        )

    def lines(self, session: str) -> list[LineRow]:
        return self._rows(
            schema.LINE_FORMATS,
            "SELECT format, n, text, source, host_ns, wall_utc FROM lines WHERE session = ? ORDER BY n",
            session,
        )

    def edges(self, session: str) -> list[tuple[Board, Edge]]:
        return self._rows(
            schema.EDGE_FORMATS,
            "SELECT edges.format, chip_id, boot_id, number, device_us, levels, lost"
            " FROM edges JOIN boots ON boots.id = boot WHERE session = ? ORDER BY edges.id",
            session,
        )

    def boards(self, session: str) -> list[BoardRow]:
        """In the order in which they were committed; each holds from its edge on, until the next of the same board."""
        return self._rows(
            schema.BOARD_FORMATS,
            "SELECT placements.format, chip_id, boot_id, table_offset_us, bound_us"
            " FROM placements JOIN boots ON boots.id = boot WHERE session = ? ORDER BY placements.id",
            session,
        )

    def next_number(self, session: str, board: Board) -> int:
        """One more than the highest number of this boot's edges in the session, 0 before the first."""
        with self._reading():
            self._refuse_unknown(session)
            (number,) = self._connection.execute(
                "SELECT coalesce(max(number) + 1, 0) FROM edges WHERE boot ="
                " (SELECT id FROM boots WHERE session = ? AND chip_id = ? AND boot_id = ?)",
                (session, board.chip_id, board.boot_id),
            ).fetchone()
        return int(number)

    def checkpoint(self) -> bool:
        """Carry the log over into the main file; for quiet moments, such as after a round.

        Nothing depends on it but the time the next start takes, and how much a copy of the main file alone holds: so
        it raises nothing.

        Returns:
            Whether all of it was carried over (a reader can hold some of it back).
        """
        with self._turn:
            if self._writer is None or self._closed:
                return False
            try:
                _, in_log, carried_over = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            except sqlite3.Error as error:
                self._damage_seen |= tells_of_damage(error)
                return False
        return bool(in_log == carried_over)

    def close(self) -> None:
        with self._turn:
            if self._closed:
                return
            self._closed = True
            try:
                if self._writer is not None and not self._damage_seen:
                    _note_opening(self._connection, "closed", self._writer.clock)
            except sqlite3.Error:
                pass  # a full or vanished disk: without the mark the next start takes a closer look
            finally:
                self._connection.close()
                if self._writer is not None:
                    self._writer.lock.release()

    def _append_lines(self, session: str, lines: Sequence[LineRow]) -> int:
        last_n = self._last_n.get(session)
        if last_n is None:
            (last_n,) = self._connection.execute(
                "SELECT coalesce(max(n), 0) FROM lines WHERE session = ?", (session,)
            ).fetchone()
        for row in lines:
            if row.n == last_n + 1:
                self._connection.execute(
                    "INSERT INTO lines (format, session, n, text, source, host_ns, wall_utc)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (schema.FORMAT, session, row.n, row.text, row.source, row.host_ns, row.wall_utc),
                )
                last_n = row.n
                continue
            kept = self._connection.execute(
                "SELECT format, n, text, source, host_ns, wall_utc FROM lines WHERE session = ? AND n = ?",
                (session, row.n),
            ).fetchone()
            if kept is None or schema.read_row(schema.LINE_FORMATS, kept) != row:
                raise JournalError(
                    f"line {row.n} of session {session} was not kept: the next line is {last_n + 1}, and lines that are"
                    " there are never changed (a correction is a line of its own)"
                )
        return int(last_n)

    def _append_placement(self, boot: int, row: BoardRow) -> None:
        last = self._connection.execute(
            "SELECT table_offset_us, format, bound_us FROM placements WHERE boot = ? ORDER BY id DESC LIMIT 1", (boot,)
        ).fetchone()
        written = (row.table_offset_us, *schema.placement_bound(row))
        if last != written:
            self._connection.execute(
                "INSERT INTO placements (boot, table_offset_us, format, bound_us) VALUES (?, ?, ?, ?)", (boot, *written)
            )

    def _refuse_unknown(self, session: str) -> None:
        if session in self._known_sessions:
            return
        if not self._connection.execute("SELECT 1 FROM sessions WHERE session = ?", (session,)).fetchone():
            raise JournalError(
                f"session {session} is not in the journal {self.path}: `touchjudge sessions` lists those that are"
            )
        self._known_sessions.add(session)

    def _boot_id(self, session: str, board: Board, new: dict[tuple[str, Board], int]) -> int:
        key = (session, board)
        known = self._boot_ids.get(key) or new.get(key)
        if known is not None:
            return known
        found = self._connection.execute(
            "SELECT id FROM boots WHERE session = ? AND chip_id = ? AND boot_id = ?",
            (session, board.chip_id, board.boot_id),
        ).fetchone()
        if found is None:
            found = self._connection.execute(
                "INSERT INTO boots (format, session, chip_id, boot_id) VALUES (?, ?, ?, ?) RETURNING id",
                (schema.FORMAT, session, board.chip_id, board.boot_id),
            ).fetchone()
        new[key] = found[0]
        return int(found[0])

    def _rows(
        self, formats: "Mapping[int, Callable[[schema.Row], schema.T]]", query: str, session: str | None = None
    ) -> "list[schema.T]":
        with self._reading():
            if session is not None:
                self._refuse_unknown(session)
            values = () if session is None else (session,)
            return [schema.read_row(formats, row) for row in self._connection.execute(query, values)]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._turn:
            self._refuse_closed("be read")
            try:
                yield
            except sqlite3.Error as error:
                if tells_of_damage(error):
                    self._damage_seen = True
                    opening.ask_for_a_close_look(self.path)
                raise explained(error, self.path, "be read") from error

    @contextmanager
    def _transaction(self, tried: str) -> Iterator[None]:
        if self._writer is None:
            raise JournalError(f"the journal {self.path} could not {tried}: it was opened for reading alone")
        with self._turn:
            self._refuse_closed(tried)
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield
                self._connection.execute("COMMIT")
            except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
                self._roll_back()
                if isinstance(error, sqlite3.Error) and tells_of_damage(error):
                    self._damage_seen = True
                raise explained(error, self.path, tried) from error
            except BaseException:
                self._roll_back()
                raise

    def _refuse_closed(self, tried: str) -> None:
        if self._closed:
            raise JournalError(f"the journal {self.path} could not {tried}: it is closed; open it again")

    def _roll_back(self) -> None:
        # SQLite rolls back by itself after some errors (a full disk), not after others.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _note_opening(connection: sqlite3.Connection, what: str, clock: Clock) -> None:
    connection.execute(
        "INSERT INTO openings (format, what, wall_utc) VALUES (?, ?, ?)", (schema.FORMAT, what, clock.wall_utc())
    )


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=_BUSY_S, check_same_thread=False
    )


def _set_up_writer(connection: sqlite3.Connection, path: Path) -> None:
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        schema.create(connection)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalError(
            f"the journal {path} cannot lie on this file system (it gives no write-ahead log, but '{mode}'):"
            " give a file on a local disk with --db"
        )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # on macOS a plain fsync stops short of the disk
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")  # else INSERT OR REPLACE deletes unseen by the triggers
    connection.execute(f"PRAGMA wal_autocheckpoint = {_AUTOCHECKPOINT_PAGES}")
