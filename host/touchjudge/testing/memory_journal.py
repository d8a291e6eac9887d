"""A journal that keeps everything in memory and nothing beyond the process.

For tests, for simulations, and for a table whose disk is full or read-only. It passes the contract suite of the
journal on disk.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from touchjudge.errors import JournalError
from touchjudge.ports import Board, BoardRow, LineRow, SessionRow
from touchjudge.session.names import session_name
from touchjudge.timing.edges import Edge


@dataclass(slots=True)
class _Evening:
    row: SessionRow
    lines: list[LineRow] = field(default_factory=list)
    edges: dict[tuple[Board, int], Edge] = field(default_factory=dict)  # by board and number, in commit order
    boards: list[BoardRow] = field(default_factory=list)


class MemoryJournal:
    """Implements :class:`touchjudge.ports.Journal`.

    >>> journal = MemoryJournal()
    >>> session = journal.begin(
    ...     started_utc="2026-11-30T19:03:21.123Z", host_ns=0, host_boot_id="b", simulated=True, seed=7
    ... )
    >>> journal.commit(session, edges=[(Board("E660", "aa"), Edge(0, 5000, 1))])
    >>> journal.next_number(session, Board("E660", "aa"))
    1
    """

    def __init__(self) -> None:
        self._evenings: dict[str, _Evening] = {}
        self._closed = False

    def begin(self, *, started_utc: str, host_ns: int, host_boot_id: str, simulated: bool, seed: int | None) -> str:
        self._refuse_closed()
        session = session_name(started_utc, self._evenings)
        self._evenings[session] = _Evening(
            SessionRow(session, started_utc, host_ns, host_boot_id, simulated, seed, lines=0, edges=0)
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
        """Append all of these or none; repeats are ignored as in the journal on disk.

        Raises:
            JournalError: the session is unknown, or a line's n is neither the next one nor that of an equal line.
        """
        evening = self._evening(session)
        kept = list(evening.lines)
        for row in lines:
            if row.n == (kept[-1].n if kept else 0) + 1:
                kept.append(row)
            elif row not in kept:
                raise JournalError(
                    f"line {row.n} of session {session} was not kept: the next line is"
                    f" {(kept[-1].n if kept else 0) + 1}, and lines that are there are never changed (a correction is a"
                    " line of its own)"
                )
        evening.lines = kept
        for board, edge in edges:
            evening.edges.setdefault((board, edge.number), edge)
        for placed in boards:
            last = next((row for row in reversed(evening.boards) if row.board == placed.board), None)
            if placed != last:
                evening.boards.append(placed)

    def sessions(self) -> list[SessionRow]:
        self._refuse_closed()
        return [
            replace(evening.row, lines=len(evening.lines), edges=len(evening.edges))
            for evening in self._evenings.values()
        ]

    def lines(self, session: str) -> list[LineRow]:
        return list(self._evening(session).lines)

    def edges(self, session: str) -> list[tuple[Board, Edge]]:
        return [(board, edge) for (board, _), edge in self._evening(session).edges.items()]

    def boards(self, session: str) -> list[BoardRow]:
        """In the order in which they were committed; a later row of a board takes the place of its earlier ones."""
        return list(self._evening(session).boards)

    def next_number(self, session: str, board: Board) -> int:
        """One more than the highest number of this boot's edges in the session, 0 before the first."""
        return max((number + 1 for of, number in self._evening(session).edges if of == board), default=0)

    def checkpoint(self) -> bool:
        """Nothing to carry over."""
        return True

    def close(self) -> None:
        self._closed = True

    def _evening(self, session: str) -> _Evening:
        self._refuse_closed()
        if session not in self._evenings:
            raise JournalError(f"session {session} is not in the journal: `touchjudge sessions` lists those that are")
        return self._evenings[session]

    def _refuse_closed(self) -> None:
        if self._closed:
            raise JournalError("the journal in memory is closed; begin a new one")
