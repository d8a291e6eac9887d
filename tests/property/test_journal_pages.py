"""Pages are read as SQLite reads them, and no bytes whatever make the reading fail."""

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from touchjudge.adapters.journal_sqlite.pages import Pages, committed_frames

PAGE_BYTES = 4096

values = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.binary(max_size=40),
    st.integers(1, 20_000).map("x".__mul__),
)


def stored(rows: Sequence[tuple[object, ...]], *, in_log: bool) -> tuple[bytes, bytes]:
    """The files of a database with these rows in table ``t``, the rows in its log alone if asked."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "any.sqlite3"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            connection.execute(f"PRAGMA journal_mode = {'WAL' if in_log else 'DELETE'}")
            connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
            connection.execute("COMMIT")
            log = path.with_name("any.sqlite3-wal")
            return path.read_bytes(), log.read_bytes() if log.exists() else b""


@given(st.lists(st.tuples(values, values), max_size=12), st.booleans())
@settings(max_examples=60)
def test_every_row_that_sqlite_wrote_is_read(pairs: list[tuple[object, object]], in_log: bool) -> None:
    rows = [(number * 1000 + 1, *pair) for number, pair in enumerate(pairs)]
    database, log = stored(rows, in_log=in_log)
    pages = Pages(database, log, PAGE_BYTES)
    read = [
        (record.rowid, *record.values[1:])
        for number in range(2, pages.count + 1)
        for record in pages.records(number)
        if record.rowid is not None and len(record.values) == 3
    ]
    assert repr(sorted(read)) == repr(rows)  # 1 is not 1.0, and -0.0 not 0.0


@given(st.binary(max_size=200), st.sampled_from([b"\x02", b"\x0a", b"\x0d", b"\x05"]), st.integers(0, 2**32))
@settings(max_examples=200)
def test_no_bytes_make_a_page_fail(begin: bytes, kind: bytes, seed: int) -> None:
    noise = random.Random(seed).randbytes(3 * PAGE_BYTES)
    database = (noise[:PAGE_BYTES] + (kind + begin + noise)[:PAGE_BYTES] + noise)[: 4 * PAGE_BYTES]
    pages = Pages(database, noise, PAGE_BYTES)
    for number in range(pages.count + 2):
        list(pages.records(number))


@given(st.integers(0, 2**32), st.integers(1, 40))
@settings(max_examples=60)
def test_a_damaged_file_gives_only_fewer_or_other_rows_and_never_fails(seed: int, bytes_changed: int) -> None:
    rows = [(n, "x" * (n * 37 % 9000), n * n) for n in range(1, 30)]
    rng = random.Random(seed)
    database, log = (bytearray(part) for part in stored(rows, in_log=bool(seed % 2)))
    for _ in range(bytes_changed):
        part = database if not log or rng.random() < 0.5 else log
        part[rng.randrange(len(part))] = rng.randrange(256)
    pages = Pages(bytes(database), bytes(log), PAGE_BYTES)
    assert sum(len(list(pages.records(number))) for number in range(1, pages.count + 1)) <= 2 * len(rows)


@given(st.integers(0, 200_000))
@settings(max_examples=40)
def test_a_log_cut_short_gives_whole_commits_alone(cut: int) -> None:
    _, log = stored([(n, "x" * 500, n) for n in range(1, 60)], in_log=True)
    frames = committed_frames(log[:cut], PAGE_BYTES)
    whole = committed_frames(log, PAGE_BYTES)
    assert set(frames) in (set(), {1, 2}, set(whole))  # nothing, the empty table, all rows
