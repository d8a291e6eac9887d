"""What has been judged is kept before it counts: one commit a turn, then the boards may forget, and not before.

A journal that refuses (disk full, read-only) costs nothing but durability: everything waits in memory, is said on
every screen, and is tried again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from touchjudge.errors import JournalError
from touchjudge.ports import Board, BoardRow, Clock, EdgeSource, Journal, LineRow
from touchjudge.timing.edges import Edge
from touchjudge.words.sentences import Sentence, told

COMMIT_AGAIN_NS = 2_000_000_000


@dataclass(slots=True)
class Batch:
    """What is not on the disk yet."""

    lines: list[LineRow] = field(default_factory=list)
    edges: list[tuple[Board, Edge]] = field(default_factory=list)
    boards: list[BoardRow] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.lines or self.edges or self.boards)


class Keeping:
    """The journal of one session, and the acknowledgements that follow its commits.

    Args:
        warn: is told a sentence when the journal refuses, None when it takes everything again.

    Attributes:
        again_ns: when a refused commit is tried again.
    """

    def __init__(
        self, session: str, journal: Journal, source: EdgeSource, clock: Clock, warn: Callable[[str | None], None]
    ) -> None:
        self.again_ns: int | None = None
        self._session = session
        self._journal = journal
        self._source = source
        self._clock = clock
        self._warn = warn
        self._batch = Batch()
        self._below: dict[Board, int] = {}

    def line(self, n: int, text: str, source: str) -> None:
        self._batch.lines.append(LineRow(n, text, source, self._clock.host_ns(), self._clock.wall_utc()))

    def edges(self, edges: Sequence[tuple[Board, Edge]], row: BoardRow | None, board: Board, below: int) -> None:
        """Edges of one board, its new place on the time line if any, and what may be acknowledged after the commit."""
        self._batch.edges.extend(edges)
        if row is not None:
            self._batch.boards.append(row)
        self._below[board] = below

    def commit(self) -> None:
        """Everything to the disk, then acknowledge; does nothing while a refused commit waits to be tried again."""
        now_ns = self._clock.host_ns()
        if self.again_ns is not None and now_ns < self.again_ns:
            return
        batch = self._batch
        if batch:
            try:
                self._journal.commit(self._session, lines=batch.lines, edges=batch.edges, boards=batch.boards)
            except JournalError as error:
                self.again_ns = now_ns + COMMIT_AGAIN_NS
                self._warn(Sentence("Not saved: {why}. The game goes on in memory.", why=told(error)))
                return
            self._batch = Batch()
        if self.again_ns is not None:
            self.again_ns = None
            self._warn(None)
        for board, below in self._below.items():
            self._source.acknowledge(board, below)
        self._below = {}

    def checkpoint(self) -> None:
        """A quiet moment."""
        self._journal.checkpoint()
