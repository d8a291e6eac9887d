"""An evening as the journal tests write it: line n comes with its own edges, so that half a commit shows."""

import time
from pathlib import Path

from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.ports import Board, BoardRow, LineRow
from touchjudge.timing.edges import Edge

PADS = Board("E6614103", "8f2a")
EDGES_A_LINE = 3
STARTED_UTC = "2026-11-30T19:03:21.123Z"


class AtOneMoment:
    """A clock that stands still."""

    def host_ns(self) -> int:
        return 5_000_000_000

    def wall_utc(self) -> str:
        return STARTED_UTC


def write(path: Path) -> SqliteJournal:
    return SqliteJournal.write(path, clock=AtOneMoment())


def begin(journal: SqliteJournal, *, seed: int | None = 7) -> str:
    return journal.begin(started_utc=STARTED_UTC, host_ns=5_000_000_000, host_boot_id="b7e1", simulated=True, seed=seed)


def line(n: int) -> LineRow:
    return LineRow(n, f'{{"do":"touch","spot":"pig","t_us":{n * 1000}}}', f"edge:E6614103/8f2a/{n}", n, STARTED_UTC)


def edges_of(n: int) -> list[tuple[Board, Edge]]:
    first = (n - 1) * EDGES_A_LINE
    return [(PADS, Edge(number, number * 500, number % 2)) for number in range(first, first + EDGES_A_LINE)]


def tell(journal: SqliteJournal, session: str, first: int, last: int, *, round_lines: int = 0) -> None:
    """Commit lines first to last one by one; after each ``round_lines`` of them a round is over."""
    for n in range(first, last + 1):
        journal.commit(session, lines=[line(n)], edges=edges_of(n), boards=[BoardRow(PADS, 0, 0)])
        if round_lines and n % round_lines == 0:
            journal.checkpoint()


def tell_at_once(journal: SqliteJournal, session: str, first: int, last: int) -> None:
    """Commit lines first to last in one commit."""
    numbers = range(first, last + 1)
    journal.commit(
        session,
        lines=[line(n) for n in numbers],
        edges=[edge for n in numbers for edge in edges_of(n)],
        boards=[BoardRow(PADS, 0, 0)],
    )


def whole_lines(journal: SqliteJournal, session: str) -> int:
    """How many lines there are, from the first on without a gap, each with all of its edges and no other.

    Raises:
        AssertionError: half a commit, a gap, or something that was never told.
    """
    lines = journal.lines(session)
    assert lines == [line(n) for n in range(1, len(lines) + 1)]
    assert journal.edges(session) == [edge for n in range(1, len(lines) + 1) for edge in edges_of(n)]
    return len(lines)


def commit_for_ever(path: Path) -> None:
    """Go on with the newest session, saying each line on standard output once it is committed; ended by a kill."""
    journal = write(path)
    sessions = journal.sessions()
    session = sessions[-1].session if sessions else begin(journal)
    n = len(journal.lines(session))
    deadline_ns = time.monotonic_ns() + 60_000_000_000  # should nobody kill it
    print(f"begun {session}", flush=True)
    while time.monotonic_ns() < deadline_ns:
        n += 1
        tell(journal, session, n, n, round_lines=7)
        print(n, flush=True)
