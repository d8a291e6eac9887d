"""A disk that is full, read-only, or that gives back other bytes than were written."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from journal_evening import PADS, begin, edges_of, line, tell, tell_at_once, whole_lines, write
from need import not_installable
from touchjudge.adapters.journal_sqlite import SqliteJournal, mending
from touchjudge.adapters.journal_sqlite.schema import PAGE_BYTES
from touchjudge.errors import JournalError
from touchjudge.ports import BoardRow


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with room for 1 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], check=False, capture_output=True
        ).returncode
    )
    if not mounted:
        not_installable("mounting a small file system needs root, and the right to mount")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1024))
    return filler


def test_a_full_disk_is_said_at_once_what_was_kept_stays_and_room_mends_it(small_disk: Path) -> None:
    path = small_disk / "j.sqlite3"
    with closing(write(path)) as journal:
        session = begin(journal)
        tell(journal, session, 1, 5)
        filler = fill(small_disk)
        kept = 5
        with pytest.raises(JournalError, match="the disk is full; make room"):
            for kept in range(5, 1000):
                tell(journal, session, kept + 1, kept + 1)
        assert whole_lines(journal, session) == kept
        with pytest.raises(JournalError, match="the disk is full"):  # again, and nothing of it half there
            tell(journal, session, kept + 1, kept + 1)
        assert not journal.checkpoint() or kept < 20
        assert whole_lines(journal, session) == kept
        filler.unlink()
        tell(journal, session, kept + 1, kept + 3)
        assert whole_lines(journal, session) == kept + 3
    with closing(write(path)) as journal:
        assert journal.damage is None
        assert whole_lines(journal, session) == kept + 3


def test_a_new_journal_on_a_full_disk_is_said_at_once_and_can_be_made_later(small_disk: Path) -> None:
    filler = fill(small_disk)
    with pytest.raises(JournalError, match="full"):
        write(small_disk / "j.sqlite3")
    filler.unlink()
    with closing(write(small_disk / "j.sqlite3")) as journal:
        tell(journal, begin(journal), 1, 1)


def test_a_journal_on_a_full_disk_can_still_be_read(small_disk: Path) -> None:
    path = small_disk / "j.sqlite3"
    session = evening(path)
    fill(small_disk)
    with closing(SqliteJournal.read(path)) as reader:
        assert whole_lines(reader, session) == 300


def test_a_damaged_journal_on_a_full_disk_is_left_as_it_is(small_disk: Path) -> None:
    path = small_disk / "j.sqlite3"
    with closing(write(path)) as journal:
        tell_at_once(journal, begin(journal), 1, 60)
    damage_pages(path, [2])
    (small_disk / "j.sqlite3.check").touch()
    before = path.read_bytes()
    filler = fill(small_disk)
    with pytest.raises(JournalError, match=r"could not be restored \(it is damaged.*the disk is full"):
        write(path)
    assert path.read_bytes() == before
    filler.unlink()
    with closing(write(path)) as journal:
        assert journal.damage is not None


def test_a_read_only_disk_is_said_at_once_and_can_still_be_read(small_disk: Path) -> None:
    path = small_disk / "j.sqlite3"
    with closing(write(path)) as journal:
        session = begin(journal)
        tell_at_once(journal, session, 1, 3)
    before = path.read_bytes()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    for name in ("j.sqlite3", "new.sqlite3"):
        with pytest.raises(JournalError, match="folder does not allow it"):
            write(small_disk / name)
    with closing(SqliteJournal.read(path)) as reader:
        assert whole_lines(reader, session) == 3
    assert path.read_bytes() == before


LIMITED = """
import pathlib, resource, sys
from journal_evening import begin, tell, whole_lines, write
from touchjudge.errors import JournalError
journal = write(pathlib.Path(sys.argv[1]))
session = begin(journal)
tell(journal, session, 1, 5)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
kept = 5
try:
    while True:
        tell(journal, session, kept + 1, kept + 1)
        kept += 1
except JournalError as error:
    print(session, kept, whole_lines(journal, session), error)
"""


def test_a_file_that_may_not_grow_is_said_at_once_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    limited = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
        capture_output=True,
        text=True,
        check=True,
    )
    session, kept, seen, sentence = limited.stdout.split(" ", 3)
    assert kept == seen
    assert "could not take what was just told: the disk failed" in sentence
    with closing(write(path)) as journal:
        assert whole_lines(journal, session) == int(kept)


def test_a_read_only_folder_of_another_user_is_said_at_once(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        not_installable("root may write everywhere")
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o555)
    with pytest.raises(JournalError, match="folder does not allow it"):
        write(folder / "j.sqlite3")


def damage_pages(path: Path, pages: list[int], rng: random.Random | None = None) -> None:
    """Overwrite these pages, counted from 0, with noise."""
    content = bytearray(path.read_bytes())
    for page in pages:
        content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = (rng or random.Random(0)).randbytes(PAGE_BYTES)
    path.write_bytes(content)


def evening(path: Path, lines: int = 300) -> str:
    with closing(write(path)) as journal:
        session = begin(journal)
        tell_at_once(journal, session, 1, lines)
    return session


@pytest.mark.parametrize("seed", range(12))
def test_br076_noise_on_random_pages_keeps_a_copy_restores_the_rest_and_names_what_is_missing(
    tmp_path: Path, seed: int
) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    rng = random.Random(seed)
    pages = path.stat().st_size // PAGE_BYTES
    damage_pages(path, rng.sample(range(pages), rng.randint(1, 6)), rng)
    (tmp_path / "j.sqlite3.check").touch()  # as after a crash, or when a reader stumbled over it
    damaged = path.read_bytes()

    with closing(write(path)) as journal:
        damage = journal.damage
        assert damage is not None
        assert damage.kept_as.read_bytes() == damaged
        assert damage.kept_as.with_suffix(".txt").read_text("utf-8").splitlines() == list(damage.sentences)
        assert f"kept as {damage.kept_as.name}" in damage.sentences[0]

        restored = journal.lines(session)
        assert restored == [line(row.n) for row in restored]
        gone = sorted(set(range(1, restored[-1].n + 1)) - {row.n for row in restored})
        if gone:
            assert mending.in_words(gone, "line") in " ".join(damage.sentences)
        told = {edge for n in range(1, 301) for edge in edges_of(n)}
        edges = journal.edges(session)
        assert len(edges) == len(set(edges))
        assert set(edges) <= told
        if {edge.number for _, edge in edges} != set(range(edges[-1][1].number + 1)):
            assert "edges" in " ".join(damage.sentences[2:])
        # The table goes on where it was.
        journal.commit(session, lines=[line(restored[-1].n + 1)])
    with closing(write(path)) as journal:
        assert journal.damage is None


def test_br076_the_first_page_gone_loses_no_row(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    damage_pages(path, [0])
    with closing(write(path)) as journal:
        assert journal.damage is not None
        assert journal.damage.sentences[2:] == ("What was told last before the damage may be missing too.",)
        assert whole_lines(journal, session) == 300
        assert journal.boards(session) == [BoardRow(PADS, 0, 0)]
        assert journal.sessions()[0].seed == 7


def test_br076_a_session_whose_beginning_is_gone_begins_with_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    with closing(sqlite3.connect(path)) as connection:
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master WHERE tbl_name = 'sessions'"))
    damage_pages(path, [root - 1 for root in roots.values() if root])
    (tmp_path / "j.sqlite3.check").touch()
    with closing(write(path)) as journal:
        assert whole_lines(journal, session) == 300
        assert journal.damage is not None
        assert f"Missing in session {session}: how it began; its start is taken from its first line." in (
            journal.damage.sentences
        )
        (row,) = journal.sessions()
        assert (row.session, row.started_utc, row.host_boot_id) == (session, line(1).wall_utc, "unknown")


def test_br076_a_board_whose_row_is_gone_is_known_from_its_index(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'boots'").fetchone()
    damage_pages(path, [root - 1])
    (tmp_path / "j.sqlite3.check").touch()
    with closing(write(path)) as journal:
        assert whole_lines(journal, session) == 300


def test_br076_the_last_rows_gone_are_known_from_the_index(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    with closing(sqlite3.connect(path)) as connection:
        leaf = last_leaf(connection, path, "lines")
    damage_pages(path, [leaf - 1])
    (tmp_path / "j.sqlite3.check").touch()
    with closing(write(path)) as journal:
        last = journal.lines(session)[-1].n
        assert last < 300
        assert journal.damage is not None
        assert f"Missing in session {session}: lines {last + 1} to 300." in journal.damage.sentences


def last_leaf(connection: sqlite3.Connection, path: Path, table: str) -> int:
    """The page with the newest rows of a table of two levels."""
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    page = path.read_bytes()[(root - 1) * PAGE_BYTES : root * PAGE_BYTES]
    assert page[0] == 5
    return int.from_bytes(page[8:12])


def test_br076_long_lines_on_pages_of_their_own_are_restored(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    long = [replace(line(n), text="🐖" * (n * 1500)) for n in range(1, 6)]
    with closing(write(path)) as journal:
        session = begin(journal)
        journal.commit(session, lines=long)
    damage_pages(path, [0])
    with closing(write(path)) as journal:
        assert journal.lines(session) == long


def test_damage_that_a_reader_meets_is_seen_to_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    with closing(sqlite3.connect(path)) as connection:
        leaf = last_leaf(connection, path, "lines")
    damage_pages(path, [leaf - 1])
    write(path).close()  # closed in good order: nobody looks at every page
    with closing(SqliteJournal.read(path)) as reader, pytest.raises(JournalError, match="sets it aside"):
        reader.lines(session)
    with closing(write(path)) as journal:
        assert journal.damage is not None
    assert not (tmp_path / "j.sqlite3.check").exists()


def test_a_missing_table_row_that_sqlite_does_not_notice_is_noticed_after_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    evening(path)
    with closing(sqlite3.connect(path)) as connection:
        leaf = last_leaf(connection, path, "lines")
    content = bytearray(path.read_bytes())
    cells_at = (leaf - 1) * PAGE_BYTES + 3
    cells = int.from_bytes(content[cells_at : cells_at + 2])
    content[cells_at : cells_at + 2] = (cells - 1).to_bytes(2)  # an older content of the page: its newest row is gone
    path.write_bytes(content)
    (tmp_path / "j.sqlite3.check").touch()
    with closing(write(path)) as journal:
        assert journal.damage is not None


@pytest.mark.parametrize("cut_off_after", ["restored", "log set aside", "journal set aside"])
def test_an_exchange_cut_off_at_any_point_is_finished_at_the_next_start(tmp_path: Path, cut_off_after: str) -> None:
    path = tmp_path / "j.sqlite3"
    log, kept = tmp_path / "j.sqlite3-wal", tmp_path / "j.damaged-1.sqlite3"
    journal = write(path)
    session = begin(journal)
    tell_at_once(journal, session, 1, 50)
    journal.checkpoint()
    tell_at_once(journal, session, 51, 60)  # these are in the log alone
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for file in (path, log):
        shutil.copy(file, crashed)
    journal.close()
    for file in crashed.iterdir():
        shutil.copy(file, tmp_path)
    damage_pages(path, [3])
    damaged, damaged_log = path.read_bytes(), log.read_bytes()

    mending.restore(path, found="a test", wall_utc="2026-12-01T10:00:00.000Z")
    if cut_off_after != "restored":
        log.replace(tmp_path / "j.damaged-1.sqlite3-wal")
    if cut_off_after == "journal set aside":
        path.replace(kept)

    with closing(write(path)) as journal:
        assert journal.damage is not None
        assert journal.damage.kept_as == kept
        assert journal.lines(session)[-10:] == [line(n) for n in range(51, 61)]
    assert kept.read_bytes() == damaged
    assert (tmp_path / "j.damaged-1.sqlite3-wal").read_bytes() == damaged_log
    assert not (tmp_path / "j.sqlite3.restored").exists()
    with closing(write(path)) as journal:
        assert journal.damage is None


def test_leftovers_of_a_restoration_cut_off_before_it_was_whole_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    session = evening(path)
    damage_pages(path, [0])
    for name in ("j.sqlite3.restoring", "j.sqlite3.staging"):
        (tmp_path / name).write_bytes(b"half a file")
    with closing(write(path)) as journal:
        assert whole_lines(journal, session) == 300
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "j.damaged-1.sqlite3",
        "j.damaged-1.txt",
        "j.sqlite3",
        "j.sqlite3.lock",
    ]


ROUND_LINES = 7


@pytest.mark.parametrize("seed", range(5))
def test_br075_a_log_cut_short_anywhere_gives_whole_commits_and_a_sound_file(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    lines = ROUND_LINES * rng.randint(1, 4) + rng.randint(1, ROUND_LINES - 1)  # what a round left is in the file
    at_crash = crashed_evening(tmp_path, lines=lines, round_lines=ROUND_LINES)
    log = at_crash.with_name("j.sqlite3-wal")
    size = log.stat().st_size
    os.truncate(log, rng.randint(0, size))
    with closing(write(at_crash)) as journal:
        assert journal.damage is None
        assert whole_lines(journal, journal.sessions()[0].session) >= lines - lines % ROUND_LINES
        assert journal._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("lines", [7, 8, 13, 14])
def test_br075_the_main_file_without_its_log_lacks_at_most_the_open_round(tmp_path: Path, lines: int) -> None:
    at_crash = crashed_evening(tmp_path, lines=lines, round_lines=ROUND_LINES)
    at_crash.with_name("j.sqlite3-wal").unlink()
    with closing(write(at_crash)) as journal:
        assert journal.damage is None
        assert whole_lines(journal, journal.sessions()[0].session) == lines - lines % ROUND_LINES


def crashed_evening(folder: Path, *, lines: int, round_lines: int) -> Path:
    """The files of a journal as they lie on the disk while its writer is at work."""
    (folder / "crashed").mkdir()
    with closing(write(folder / "j.sqlite3")) as journal:
        tell(journal, begin(journal), 1, lines, round_lines=round_lines)
        for name in ("j.sqlite3", "j.sqlite3-wal", "j.sqlite3.lock"):
            shutil.copy(folder / name, folder / "crashed")
    return folder / "crashed" / "j.sqlite3"


def test_a_board_that_was_placed_anew_is_restored_with_both_its_places(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    places = [BoardRow(PADS, 700, 41), BoardRow(PADS, 690, 45, since=7)]
    with closing(write(path)) as journal:
        session = begin(journal)
        for place in places:
            journal.commit(session, boards=[place])
        journal.checkpoint()
    damage_pages(path, [0])
    with closing(write(path)) as journal:
        assert journal.damage is not None
        assert journal.boards(session) == places
