"""One writer, any number of readers, rows that only grow."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from journal_evening import PADS, begin, edges_of, line, tell, whole_lines, write
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.journal_sqlite.schema import FORMAT, TABLES
from touchjudge.errors import JournalError

COMMITS_FOR_EVER = "import journal_evening, pathlib, sys; journal_evening.commit_for_ever(pathlib.Path(sys.argv[1]))"


def writing_child(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", COMMITS_FOR_EVER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
    )


def kill(child: "subprocess.Popen[str]") -> list[str]:
    """Kill it at once; what it still had said."""
    child.kill()
    assert child.stdout is not None
    said = child.stdout.read().splitlines()
    child.stdout.close()
    child.wait()
    return said


def test_the_default_is_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path().parts[-2:] == ("touchjudge", "journal.sqlite3")
    assert default_path().is_relative_to(tmp_path)


def test_the_default_folder_is_made_and_another_missing_folder_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    write(default_path()).close()
    assert default_path().exists()
    with pytest.raises(JournalError, match="there is no folder"):
        write(tmp_path / "nowhere" / "j.sqlite3")


def test_a_second_writer_in_the_same_process_is_refused_at_once(tmp_path: Path) -> None:
    with closing(write(tmp_path / "j.sqlite3")), pytest.raises(JournalError, match=rf"process {os.getpid()}\)"):
        write(tmp_path / "j.sqlite3")


def test_a_second_writer_is_told_who_holds_the_journal_and_may_read_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    child = writing_child(path)
    try:
        assert child.stdout is not None
        session = child.stdout.readline().split()[1]
        acknowledged = int(child.stdout.readline())
        with pytest.raises(JournalError) as refused:
            write(path)
        with closing(SqliteJournal.read(path)) as reader:
            # The child goes on writing between two looks, so only the lines are compared here.
            assert len(reader.lines(session)) >= acknowledged
    finally:
        kill(child)
    assert f"process {child.pid}" in str(refused.value)
    assert "`-c " in str(refused.value)
    assert "since 2026-11-30T19:03:21.123Z" in str(refused.value)
    assert "--db" in str(refused.value)


def test_a_link_to_a_held_journal_is_held_too(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "j.sqlite3")
    with closing(write(tmp_path / "j.sqlite3")), pytest.raises(JournalError, match="is held by"):
        write(tmp_path / "link.sqlite3")


def test_a_holder_whose_words_cannot_be_read_still_holds(tmp_path: Path) -> None:
    with closing(write(tmp_path / "j.sqlite3")):
        (tmp_path / "j.sqlite3.lock").write_bytes(b"\xff{")
        with pytest.raises(JournalError, match="is held by another program"):
            write(tmp_path / "j.sqlite3")


@pytest.mark.parametrize("acknowledged", [0, 1, 5, 23])
def test_br075_a_killed_writer_loses_nothing_it_had_acknowledged_and_leaves_no_lock(
    tmp_path: Path, acknowledged: int
) -> None:
    path = tmp_path / "j.sqlite3"
    for _ in range(2):  # the second child goes on where the first was killed
        child = writing_child(path)
        assert child.stdout is not None
        session = child.stdout.readline().split()[1]
        said = [child.stdout.readline() for _ in range(acknowledged)] + kill(child)
        last = max((int(n) for n in said if n.endswith("\n") or n.isdigit()), default=0)
        with closing(write(path)) as journal:
            assert journal.damage is None
            assert whole_lines(journal, session) >= last


def test_a_journal_killed_while_it_was_being_made_is_made_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")  # writes the first page, and no table yet
    with closing(write(path)) as journal:
        assert journal.sessions() == []


def test_br075_every_commit_is_synced_and_the_setting_is_in_force(tmp_path: Path) -> None:
    with closing(write(tmp_path / "j.sqlite3")) as journal:
        ask = journal._connection.execute
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("table", TABLES)
def test_rows_are_never_changed_deleted_or_replaced(tmp_path: Path, table: str) -> None:
    with closing(write(tmp_path / "j.sqlite3")) as journal:
        tell(journal, begin(journal), 1, 2)
        for change in (
            f"UPDATE {table} SET format = 9",
            f"DELETE FROM {table}",
            f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="the journal only grows"):
                journal._connection.execute(change)


def test_every_row_says_its_format(tmp_path: Path) -> None:
    with closing(write(tmp_path / "j.sqlite3")) as journal:
        tell(journal, begin(journal), 1, 2)
        for table in TABLES:
            assert journal._connection.execute(f"SELECT DISTINCT format FROM {table}").fetchall() == [(FORMAT,)]


def test_a_row_of_a_newer_format_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with closing(write(tmp_path / "j.sqlite3")) as journal:
        session = begin(journal)
        journal._connection.execute("INSERT INTO lines VALUES (NULL, 2, ?, 1, '', '', 0, '')", (session,))
        with pytest.raises(JournalError, match=r"row of format 2.*install a newer touchjudge"):
            journal.lines(session)


def test_the_view_names_board_and_session_of_every_edge(tmp_path: Path) -> None:
    with closing(write(tmp_path / "j.sqlite3")) as journal:
        session = begin(journal)
        tell(journal, session, 1, 1)
        seen = journal._connection.execute("SELECT * FROM session_edges").fetchall()
    assert seen == [
        (session, PADS.chip_id, PADS.boot_id, edge.number, edge.device_us, edge.levels, edge.lost)
        for _, edge in edges_of(1)
    ]


def test_a_reader_sees_what_is_committed_while_the_table_writes_and_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    with closing(write(path)) as journal, closing(SqliteJournal.read(path)) as reader:
        session = begin(journal)
        tell(journal, session, 1, 3)
        assert whole_lines(reader, session) == 3
        with pytest.raises(JournalError, match="opened for reading alone"):
            reader.commit(session, lines=[line(4)])
        tell(journal, session, 4, 5, round_lines=1)
        assert whole_lines(reader, session) == 5


def test_reading_where_there_is_no_journal_says_how_one_begins(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"there is no journal at .*touchjudge play"):
        SqliteJournal.read(tmp_path / "j.sqlite3")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("in_log", [False, True])
def test_a_journal_of_a_newer_version_is_refused_and_not_touched(tmp_path: Path, in_log: bool) -> None:
    path = tmp_path / "j.sqlite3"
    write(path).close()
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {FORMAT + 1}")
    newer.commit()
    if not in_log:
        newer.close()
    before = path.read_bytes()
    for open_it in (write, SqliteJournal.read):
        with pytest.raises(JournalError, match=rf"of format {FORMAT + 1} .*install a newer touchjudge.*--db"):
            open_it(path)
    assert path.read_bytes() == before
    newer.close()


@pytest.mark.parametrize("content", [b"Ana 3\nLuis 5\n", b"\x00" * 5000, b"SQLite format 3\x00" + b"\x01" * 5000])
def test_a_file_that_is_no_journal_is_refused_and_not_touched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    for open_it in (write, SqliteJournal.read):
        with pytest.raises(JournalError):
            open_it(path)
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


def test_another_programs_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE photos (name)")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is not a touchjudge journal"):
        write(path)
    assert path.read_bytes() == before


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is a folder"):
        write(tmp_path)


def test_an_sqlite_tool_that_writes_is_named_as_the_likely_cause(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    with closing(write(path)) as journal, closing(sqlite3.connect(path)) as tool:
        session = begin(journal)
        tool.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="another program is writing to it"):
            tell(journal, session, 1, 1)
        tool.rollback()
        tell(journal, session, 1, 2)
        assert whole_lines(journal, session) == 2


@pytest.mark.parametrize("wrong", ["device_us", "text"])
def test_a_value_that_does_not_fit_is_a_sentence_and_nothing_of_its_commit_is_kept(tmp_path: Path, wrong: str) -> None:
    with closing(write(tmp_path / "j.sqlite3")) as journal:
        session = begin(journal)
        tell(journal, session, 1, 1)
        rows, edges = [line(2)], edges_of(2)
        if wrong == "device_us":
            edges[1] = (PADS, replace(edges[1][1], device_us=2**64))
        else:
            rows = [replace(rows[0], text="\udc80")]
        with pytest.raises(JournalError, match="a value does not fit"):
            journal.commit(session, lines=rows, edges=edges)
        tell(journal, session, 2, 3)
        assert whole_lines(journal, session) == 3


def test_paths_with_signs_that_mean_something_in_addresses_work(tmp_path: Path) -> None:
    path = tmp_path / "a b?c#d%20é.sqlite3"
    with closing(write(path)) as journal:
        begin(journal)
    assert path.exists()
    with closing(SqliteJournal.read(path)) as reader:
        assert len(reader.sessions()) == 1
