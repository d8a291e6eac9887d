"""The tables of the journal file, and how a stored row becomes a value of the program.

Every table only grows: triggers refuse to change or delete a row, and nothing in the program tries. Every row says in
``format`` how it was written. A row of an older format is made newer while it is read, in the ``*_FORMATS`` tables
below; it is never edited in the file.

Rowids count up without gaps, since rows only ever come to the end: after damage a missing number tells of a missing
row. No two tables and no two of their indexes hold records of the same shape (:data:`SHAPES`), so that a record tells
by itself where it belongs. :mod:`.mending` lives on both.

Anyone can look with any SQLite tool; the view ``session_edges`` names session and board of every edge.
"""

import sqlite3
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, TypeVar

from touchjudge.errors import JournalError
from touchjudge.ports import Board, BoardRow, LineRow, SessionRow
from touchjudge.timing.edges import Edge, Step

FORMAT = 1  # of the file (user_version) and of the rows written now; rises with any change of either
ANEW_FORMAT = 2  # of the placements of a boot after its first, which hold from an edge on
STEP_FORMAT = 2  # of the edges that tell what an analogue pad felt; all others stay as FORMAT says
APPLICATION_ID = int.from_bytes(b"tjdg")  # tells a journal from another program's database
PAGE_BYTES = 4096
HEADER_MAGIC = b"SQLite format 3\x00"

# An openings row is 'opened' by a writer that begins, 'closed' when it ends in good order; 'restored' when the file
# was made from a damaged one. The last row tells whether the file needs a close look at the next start.
TABLES: Mapping[str, str] = {
    "sessions": """
        id INTEGER PRIMARY KEY,
        format INTEGER NOT NULL,
        session TEXT NOT NULL UNIQUE,
        started_utc TEXT NOT NULL,
        started_host_ns INTEGER NOT NULL,
        host_boot_id TEXT NOT NULL,
        simulated INTEGER NOT NULL,
        seed TEXT -- text, as a seed may have any number of digits
    """,
    "lines": """
        id INTEGER PRIMARY KEY,
        format INTEGER NOT NULL,
        session TEXT NOT NULL REFERENCES sessions (session),
        n INTEGER NOT NULL,
        text TEXT NOT NULL,
        source TEXT NOT NULL,
        host_ns INTEGER NOT NULL,
        wall_utc TEXT NOT NULL,
        UNIQUE (session, n)
    """,
    "boots": """
        id INTEGER PRIMARY KEY,
        format INTEGER NOT NULL,
        session TEXT NOT NULL REFERENCES sessions (session),
        chip_id TEXT NOT NULL,
        boot_id TEXT NOT NULL,
        UNIQUE (session, chip_id, boot_id)
    """,
    "placements": """
        id INTEGER PRIMARY KEY,
        format INTEGER NOT NULL,
        boot INTEGER NOT NULL REFERENCES boots (id),
        table_offset_us INTEGER NOT NULL,
        bound_us INTEGER NOT NULL
    """,
    "edges": """
        id INTEGER PRIMARY KEY,
        format INTEGER NOT NULL,
        boot INTEGER NOT NULL REFERENCES boots (id),
        number INTEGER NOT NULL,
        device_us INTEGER NOT NULL,
        levels INTEGER NOT NULL,
        lost INTEGER NOT NULL,
        UNIQUE (boot, number)
    """,
    "openings": """
        id INTEGER PRIMARY KEY,
        format INTEGER NOT NULL,
        what TEXT NOT NULL CHECK (what IN ('opened', 'closed', 'restored')),
        wall_utc TEXT NOT NULL
    """,
}

VIEWS: Mapping[str, str] = {
    "session_edges": "SELECT session, chip_id, boot_id, number, device_us, levels & 65535 AS levels, lost FROM edges"
    " JOIN boots ON boots.id = boot ORDER BY edges.id",
}


# The kinds of values in a table's record (the rowid's own column is stored as null) and in its index's.
SHAPES: Mapping[str, tuple[tuple[type, ...], ...]] = {
    "sessions": ((NoneType, int, str, str, int, str, int, str), (NoneType, int, str, str, int, str, int, NoneType)),
    "lines": ((NoneType, int, str, int, str, str, int, str),),
    "boots": ((NoneType, int, str, str, str),),
    "placements": ((NoneType, int, int, int, int),),
    "edges": ((NoneType, int, int, int, int, int, int),),
}
INDEX_SHAPES: Mapping[str, tuple[type, ...]] = {
    "sessions": (str, int),
    "lines": (str, int, int),
    "boots": (str, str, str, int),
    "edges": (int, int, int),
}


def create(connection: sqlite3.Connection, *, wal: bool = True) -> None:
    """Make the tables in an empty database, all or none."""
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    if wal:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for table, columns in TABLES.items():
            connection.execute(f"CREATE TABLE {table} ({columns})")
            for change in ("UPDATE", "DELETE"):
                connection.execute(
                    f"CREATE TRIGGER {table}_never_{change.lower()} BEFORE {change} ON {table}"
                    f" BEGIN SELECT RAISE(ABORT, 'the journal only grows: {change} on {table} is refused'); END"
                )
        for view, query in VIEWS.items():
            connection.execute(f"CREATE VIEW {view} AS {query}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


Row = tuple[Any, ...]
T = TypeVar("T")


def _session(row: Row) -> SessionRow:
    session, started_utc, started_host_ns, host_boot_id, simulated, seed, lines, edges = row
    return SessionRow(
        session=session,
        started_utc=started_utc,
        started_host_ns=started_host_ns,
        host_boot_id=host_boot_id,
        simulated=bool(simulated),
        seed=None if seed is None else int(seed),
        lines=lines,
        edges=edges,
    )


def _line(row: Row) -> LineRow:
    return LineRow(*row)


def _board(row: Row) -> BoardRow:
    chip_id, boot_id, table_offset_us, bound_us = row
    return BoardRow(Board(chip_id, boot_id), table_offset_us, bound_us)


# A placement has one shape of records too: the number of the first edge it holds for stands above the bound's 32 bits.
_SINCE_AT = 32


def placement_bound(row: BoardRow) -> tuple[int, int]:
    """The format in which a placement is written, and what stands for its bound.

    >>> placement_bound(BoardRow(Board("e66a", "01"), -7, 90, since=2))
    (2, 8589934682)
    """
    if not row.since:
        return FORMAT, row.bound_us
    return ANEW_FORMAT, row.bound_us | row.since << _SINCE_AT


def _board_anew(row: Row) -> BoardRow:
    chip_id, boot_id, table_offset_us, packed = row
    bound_us = packed & ((1 << _SINCE_AT) - 1)
    return BoardRow(Board(chip_id, boot_id), table_offset_us, bound_us, packed >> _SINCE_AT)


def _edge(row: Row) -> tuple[Board, Edge]:
    chip_id, boot_id, number, device_us, levels, lost = row
    return Board(chip_id, boot_id), Edge(number, device_us, levels, lost)


# The levels of all lines are the low 16 bits of what stands for them; above, a step has its line and hands, 8 bits
# each, and its ADC value. So the table has one shape of records, and a file with steps is a file as before.
_LINE_AT, _HANDS_AT, _VALUE_AT = 16, 24, 32


def edge_levels(edge: Edge) -> tuple[int, int]:
    """The format in which an edge is written, and what stands for its levels.

    >>> edge_levels(Edge(7, 1_000, 0b1)), edge_levels(Edge(8, 2_000, 0b1, 0, Step(0, 2, 40_000)))
    ((1, 1), (2, 171798725394433))
    """
    step = edge.step
    if step is None:
        return FORMAT, edge.levels
    packed = edge.levels | step.line << _LINE_AT | step.hands << _HANDS_AT | step.value << _VALUE_AT
    return STEP_FORMAT, packed


def _edge_with_step(row: Row) -> tuple[Board, Edge]:
    chip_id, boot_id, number, device_us, packed, lost = row
    step = Step(packed >> _LINE_AT & 0xFF, packed >> _HANDS_AT & 0xFF, packed >> _VALUE_AT)
    return Board(chip_id, boot_id), Edge(number, device_us, packed & 0xFFFF, lost, step)


# One reader for each format a row may have been written in.
SESSION_FORMATS: Mapping[int, Callable[[Row], SessionRow]] = {1: _session}
LINE_FORMATS: Mapping[int, Callable[[Row], LineRow]] = {1: _line}
BOARD_FORMATS: Mapping[int, Callable[[Row], BoardRow]] = {1: _board, ANEW_FORMAT: _board_anew}
EDGE_FORMATS: Mapping[int, Callable[[Row], tuple[Board, Edge]]] = {1: _edge, STEP_FORMAT: _edge_with_step}


def read_row(formats: Mapping[int, Callable[[Row], T]], stored: Row) -> T:
    """A stored row, its format first, as a value.

    Raises:
        JournalError: the row's format is not among ``formats``.

    >>> read_row(LINE_FORMATS, (1, 7, '{"do":"settle"}', "page", 12, "2026-11-30T19:03:21.000Z")).n
    7
    >>> older = {0: lambda row: _line((*row, "page", 0, "")), **LINE_FORMATS}
    >>> read_row(older, (0, 7, '{"do":"settle"}')).source
    'page'
    """
    written_in = stored[0]
    if written_in not in formats:
        known = ", ".join(map(str, sorted(formats)))
        raise JournalError(
            f"the journal holds a row of format {written_in}, this touchjudge reads {known}: install a newer touchjudge"
        )
    return formats[written_in](stored[1:])
