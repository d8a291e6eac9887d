"""The journal that records: what it took is in the file, and a file that fails costs the evening nothing."""

from pathlib import Path

import pytest

from touchjudge.adapters.recorded import RecordingJournal, read_recording
from touchjudge.errors import JournalError
from touchjudge.ports import Board, BoardRow, Warned
from touchjudge.testing.memory_journal import MemoryJournal
from touchjudge.timing.edges import Edge

FIRST, SECOND = BoardRow(Board("e66a", "01"), 0, 0), BoardRow(Board("e66b", "02"), 700, 41)


def begun(journal: MemoryJournal | RecordingJournal) -> str:
    return journal.begin(
        started_utc="2026-11-30T19:03:21.123Z", host_ns=0, host_boot_id="b", simulated=False, seed=None
    )


def test_edges_of_two_boards_are_in_the_file_as_soon_as_they_are_committed(tmp_path: Path) -> None:
    path, memory = tmp_path / "evening.csv", MemoryJournal()
    journal = RecordingJournal(memory, path, warn=lambda _warned: None)
    session = begun(journal)
    taken = [(FIRST, Edge(0, 5_000, 1)), (SECOND, Edge(9, 4_000, 2, lost=3)), (FIRST, Edge(1, 5_200, 0))]
    for count, (row, edge) in enumerate(taken, 1):
        journal.commit(session, edges=[(row.board, edge)], boards=[row])
        assert [(each.row, each.edge) for each in read_recording(path)] == taken[:count]
    assert memory.edges(session) == [(row.board, edge) for row, edge in taken]
    journal.close()


def test_resumed_evening_finds_where_its_boards_lie_in_the_journal(tmp_path: Path) -> None:
    memory = MemoryJournal()
    session = begun(memory)
    memory.commit(session, boards=[FIRST, SECOND])
    journal = RecordingJournal(memory, tmp_path / "evening.csv", warn=lambda _warned: None)
    journal.commit(session, edges=[(SECOND.board, Edge(3, 50, 1))])
    assert [each.row for each in read_recording(tmp_path / "evening.csv")] == [SECOND]
    journal.close()


def test_what_the_journal_refuses_is_not_recorded(tmp_path: Path) -> None:
    memory = MemoryJournal()
    journal = RecordingJournal(memory, tmp_path / "evening.csv", warn=lambda _warned: None)
    with pytest.raises(JournalError):
        journal.commit("no such session", edges=[(FIRST.board, Edge(0, 5, 1))])
    assert (tmp_path / "evening.csv").read_text() == "time_us,levels\n"
    journal.close()


def test_full_disk_ends_the_recording_is_said_once_and_the_journal_goes_on(tmp_path: Path) -> None:
    memory, said = MemoryJournal(), list[Warned]()
    journal = RecordingJournal(memory, tmp_path / "evening.csv", warn=said.append)
    session = begun(journal)
    assert journal._file is not None
    journal._file.close()
    journal._file = open("/dev/full", "w", encoding="ascii")  # noqa: SIM115, PTH123 - the journal closes it
    for number in range(3):
        journal.commit(session, edges=[(FIRST.board, Edge(number, 5 + number, 1))], boards=[FIRST])
    assert len(memory.edges(session)) == 3
    journal.close()
    (warned,) = said
    assert warned.sentence is not None
    assert "No space left on device" in warned.sentence
    assert "the game goes on" in warned.sentence
