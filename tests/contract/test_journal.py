"""What every journal promises, on disk and in memory alike."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.errors import JournalError
from touchjudge.ports import Board, BoardRow, Journal, LineRow
from touchjudge.testing.memory_journal import MemoryJournal
from touchjudge.timing.edges import Edge

PADS = Board("E6614103", "8f2a")
SEATS = Board("E6614104", "11c0")


class AtOneMoment:
    def host_ns(self) -> int:
        return 5_000_000_000

    def wall_utc(self) -> str:
        return "2026-11-30T19:03:21.123Z"


class FullJournal(Journal, Protocol):
    def next_number(self, session: str, board: Board) -> int: ...

    def checkpoint(self) -> bool: ...


@pytest.fixture(params=["sqlite", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FullJournal]:
    made: FullJournal = (
        SqliteJournal.write(tmp_path / "journal.sqlite3", clock=AtOneMoment())
        if request.param == "sqlite"
        else MemoryJournal()
    )
    yield made
    made.close()


def begin(journal: Journal, *, seed: int | None = 7, simulated: bool = True) -> str:
    return journal.begin(
        started_utc="2026-11-30T19:03:21.123Z",
        host_ns=5_000_000_000,
        host_boot_id="b7e1",
        simulated=simulated,
        seed=seed,
    )


def told(n: int, text: str = '{"do":"settle"}') -> LineRow:
    return LineRow(n, text, "page", 5_000_000_000 + n, "2026-11-30T19:03:22.000Z")


def test_br069_a_session_keeps_wall_start_monotonic_start_boot_id_seed_and_the_simulated_mark(
    journal: FullJournal,
) -> None:
    name = begin(journal)
    (row,) = journal.sessions()
    assert (row.session, row.started_utc, row.started_host_ns) == (name, "2026-11-30T19:03:21.123Z", 5_000_000_000)
    assert (row.host_boot_id, row.simulated, row.seed, row.lines, row.edges) == ("b7e1", True, 7, 0, 0)


@pytest.mark.parametrize("seed", [None, 0, -1, 10**30])
def test_br079_seed_zero_and_no_seed_are_kept_apart(journal: FullJournal, seed: int | None) -> None:
    begin(journal, seed=seed, simulated=False)
    assert journal.sessions()[0].seed == seed
    assert journal.sessions()[0].simulated is False


def test_sessions_begun_in_the_same_second_get_names_of_their_own_that_sort_by_begin(journal: FullJournal) -> None:
    names = [begin(journal) for _ in range(12)]
    assert len(set(names)) == 12
    assert sorted(names) == names == [row.session for row in journal.sessions()]


def test_lines_come_back_as_they_were_told(journal: FullJournal) -> None:
    session = begin(journal)
    rows = [
        told(1, '{"do":"note","text":"Zoë 🐖 \\u0000 \\n"}'),
        told(2, "ñ" * 9000),
        LineRow(3, '{"do":"touch"}', "edge:E6614103/8f2a/17", 0, ""),
    ]
    journal.commit(session, lines=rows[:2])
    journal.commit(session, lines=rows[2:])
    assert journal.lines(session) == rows
    assert journal.sessions()[0].lines == 3


def test_edges_come_back_in_commit_order_across_boards(journal: FullJournal) -> None:
    session = begin(journal)
    edges = [
        (PADS, Edge(0, 100, 1)),
        (SEATS, Edge(0, 90, 256)),
        (PADS, Edge(1, 101, 0, lost=3)),
        (SEATS, Edge(1, 2**62, 65535)),
    ]
    journal.commit(session, edges=edges[:1])
    journal.commit(session, edges=edges[1:])
    assert journal.edges(session) == edges
    assert journal.sessions()[0].edges == 4


def test_a_repeated_edge_does_not_double_and_the_first_stays(journal: FullJournal) -> None:
    session = begin(journal)
    journal.commit(session, edges=[(PADS, Edge(0, 100, 1)), (PADS, Edge(1, 105, 0))])
    journal.commit(session, edges=[(PADS, Edge(1, 999, 9)), (PADS, Edge(2, 110, 1)), (PADS, Edge(2, 110, 1))])
    assert [edge for _, edge in journal.edges(session)] == [Edge(0, 100, 1), Edge(1, 105, 0), Edge(2, 110, 1)]


def test_the_same_number_of_another_boot_or_session_is_another_edge(journal: FullJournal) -> None:
    first, second = begin(journal), begin(journal)
    again = Board(PADS.chip_id, "ffff")
    journal.commit(first, edges=[(PADS, Edge(0, 100, 1)), (again, Edge(0, 7, 1))])
    journal.commit(second, edges=[(PADS, Edge(0, 100, 1))])
    assert len(journal.edges(first)) == 2
    assert len(journal.edges(second)) == 1


def test_the_next_number_is_known_for_a_link_that_joins_in_again(journal: FullJournal) -> None:
    session = begin(journal)
    assert journal.next_number(session, PADS) == 0
    journal.commit(session, edges=[(PADS, Edge(n, n, 1)) for n in (4, 5, 6)])
    assert (journal.next_number(session, PADS), journal.next_number(session, SEATS)) == (7, 0)


def test_a_repeated_line_is_ignored_and_a_changed_one_refused(journal: FullJournal) -> None:
    session = begin(journal)
    journal.commit(session, lines=[told(1), told(2)])
    journal.commit(session, lines=[told(2), told(3)])
    with pytest.raises(JournalError, match=r"line 2 .* next line is 4"):
        journal.commit(session, lines=[told(2, '{"do":"undo"}')])
    assert journal.lines(session) == [told(1), told(2), told(3)]


@pytest.mark.parametrize("n", [0, -1, 3])
def test_a_line_out_of_turn_is_refused_and_nothing_of_its_commit_is_kept(journal: FullJournal, n: int) -> None:
    session = begin(journal)
    journal.commit(session, lines=[told(1)])
    with pytest.raises(JournalError, match="was not kept"):
        journal.commit(session, lines=[told(n)], edges=[(PADS, Edge(0, 1, 1))], boards=[BoardRow(PADS, 0, 0)])
    assert (journal.lines(session), journal.edges(session), journal.boards(session)) == ([told(1)], [], [])
    journal.commit(session, lines=[told(2)], edges=[(PADS, Edge(0, 1, 1))])
    assert (len(journal.lines(session)), len(journal.edges(session))) == (2, 1)


def test_boards_come_in_commit_order_and_an_unchanged_place_is_not_repeated(journal: FullJournal) -> None:
    session = begin(journal)
    rows = [
        BoardRow(PADS, 0, 0),
        BoardRow(SEATS, -123_456, 400),
        BoardRow(SEATS, -123_460, 90),
        BoardRow(SEATS, -123_460, 90, since=1),
        BoardRow(SEATS, -9 * 10**15, (1 << 31) - 1, since=(1 << 31) - 1),
    ]
    journal.commit(session, boards=rows[:2])
    journal.commit(session, boards=[*rows[1:2], rows[2], *rows[2:]])
    assert journal.boards(session) == rows


def test_a_commit_of_nothing_is_allowed(journal: FullJournal) -> None:
    session = begin(journal)
    journal.commit(session)
    assert journal.lines(session) == []


@pytest.mark.parametrize("ask", ["lines", "edges", "boards"])
def test_an_unknown_session_is_refused_by_name(journal: FullJournal, ask: str) -> None:
    with pytest.raises(JournalError, match="session monday is not in the journal"):
        getattr(journal, ask)("monday")
    with pytest.raises(JournalError, match="session monday"):
        journal.commit("monday", lines=[told(1)])


def test_a_checkpoint_changes_nothing_that_can_be_read(journal: FullJournal) -> None:
    session = begin(journal)
    journal.commit(session, lines=[told(1)])
    assert journal.checkpoint()
    assert journal.lines(session) == [told(1)]


def test_a_closed_journal_says_so_and_may_be_closed_again(journal: FullJournal) -> None:
    session = begin(journal)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.commit(session, lines=[told(1)])
    with pytest.raises(JournalError, match="closed"):
        journal.lines(session)
