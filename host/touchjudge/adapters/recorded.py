"""Recorded edges as a table: played to the last one, at any speed, through the same debounce, table and judge.

:class:`RecordedTable` is the table's inbox, its edge source and its clock in one, as the simulated table is: time is
virtual, so one recording is one evening. :class:`RecordingJournal` writes such a recording while a table runs, of
whatever input: each edge when it is committed.

Ref: docs/other-tables.md.
"""

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TextIO

from touchjudge.errors import ConfigError
from touchjudge.pace import START_NS, Pace
from touchjudge.pending import Pending
from touchjudge.ports import (
    Arrival,
    Board,
    BoardBeat,
    BoardRow,
    EdgesArrived,
    Inbox,
    Journal,
    LineRow,
    LinkChanged,
    LinkPhase,
    SessionRow,
    Stop,
    Warned,
)
from touchjudge.timing.edges import Edge
from touchjudge.timing.recording import HEADER, RecordedEdge, Writing, read_rows
from touchjudge.words.sentences import Sentence

SOURCE = "recording"
CHIP_ID = "recorded"

_BEFORE_NS = 100_000_000  # from the beginning of the evening to the first edge
_ON_ITS_WAY_NS = 1_000_000
_BEAT_NS = 250_000_000
# After a second of quiet every line is at rest, whatever its settle time: two level reads after 500 ms.
_BEATS = 4
# What waits longer than this for its time after the last edge (a disk that stays full) waits for nothing recorded.
_LONGEST_END_NS = 600_000_000_000


def read_recording(path: Path) -> tuple[RecordedEdge, ...]:
    """The edges of a recording.

    Raises:
        ConfigError: not there, not to be read, no edges in it, or a row that is none.
    """
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(
            f"the recording {path} cannot be read ({why}); name a CSV file as --record writes it, or a session"
        ) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"the recording {path} is no text; name a CSV file as --record writes it") from None
    try:
        found = tuple(read_rows(text.splitlines(), unnamed_board(content)))
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    if not found:
        raise ConfigError(f"the recording {path} has no edges; name a CSV file as --record writes it")
    return found


def unnamed_board(content: bytes) -> Board:
    """Whose edges they are that a recording gives to nobody: the same for the same recording."""
    return Board(CHIP_ID, hashlib.sha256(content).hexdigest()[:16])


def recorded_edges(edges: Iterable[tuple[Board, Edge]], boards: Iterable[BoardRow]) -> tuple[RecordedEdge, ...]:
    """The edges of a session, from the journal, as a recording."""
    rows: dict[Board, list[BoardRow]] = {}
    for row in boards:
        rows.setdefault(row.board, []).append(row)

    def row_of(board: Board, edge: Edge) -> BoardRow:
        there = rows.get(board, [BoardRow(board, 0, 0)])
        return next((row for row in reversed(there) if row.since <= edge.number), there[0])

    return tuple(RecordedEdge(row_of(board, edge), edge) for board, edge in edges)


class RecordedTable:
    """A recording that is played: :class:`~touchjudge.ports.Inbox`, ``EdgeSource`` and ``Clock`` in one.

    It ends by itself: when the last edge is judged and nothing waits for its time any more, a
    :class:`~touchjudge.ports.Stop` comes.

    Args:
        edges: in the order in which they are to arrive; at least one.
        name: of the recording, for the screens.
        speed: recorded seconds a second; ``math.inf`` never waits.
        inbox_size: so many lines from outside may wait.
        started: the wall clock at the start; default now.
        real_ns, sleep: see :class:`~touchjudge.pace.Pace`.

    Raises:
        ConfigError: a speed that is none, or no edges.
    """

    def __init__(
        self,
        edges: Sequence[RecordedEdge],
        *,
        name: str,
        speed: float = 1.0,
        inbox_size: int = 1_000,
        started: datetime | None = None,
        real_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        if not speed > 0:
            raise ConfigError(f"a recording cannot be played at speed {speed}; give a number above 0")
        if not edges:
            raise ConfigError(f"the recording {name} has no edges; name another")
        self._pace = Pace(speed, started=started, real_ns=real_ns, sleep=sleep)
        self._name = name
        self._edges = tuple(edges)
        self._agenda = deque(_agenda(self._edges))
        self._last_ns = self._agenda[-1][0]
        self._pending = Pending(self._pace, inbox_size)
        self._running = False
        self._acknowledged: dict[Board, int] = {}

    # Clock

    def host_ns(self) -> int:
        """Virtual time."""
        return self._pace.host_ns()

    def wall_utc(self) -> str:
        """The wall clock at the start and the virtual time since."""
        return self._pace.wall_utc()

    # Inbox

    def put(self, arrival: Arrival) -> bool:
        """From any thread; False and counted when too many wait. A stop always finds room."""
        return self._pending.put(arrival)

    @property
    def refused(self) -> int:
        """How many from outside found no room."""
        return self._pending.refused

    def wait(self, until_ns: int | None) -> Arrival | None:
        """What happens next, or None at ``until_ns``; a stop when nothing more will happen."""
        while True:
            arrival = self._pending.take()
            if arrival is not None:
                return arrival
            due_ns = self._agenda[0][0] if self._running and self._agenda else None
            if due_ns is not None and (until_ns is None or due_ns <= until_ns):
                if self._pace.go_to(due_ns):
                    self._pending.add(self._agenda.popleft()[1])
            elif self._running and due_ns is None and (until_ns is None or until_ns > self._last_ns + _LONGEST_END_NS):
                return Stop("the recording has ended")
            elif until_ns is None:
                self._pace.rest()
            elif self._pace.go_to(until_ns):
                return None

    # EdgeSource

    def start(self, inbox: Inbox) -> None:
        """From now on the edges come at their times; the arrivals are this table's own."""
        if inbox is not self:
            raise ConfigError("A recorded table is its own inbox; hand it to the running table as that, too.")
        self._running = True
        played = "The recording {recording} is played: {edges} edges."
        self._say("connected", Sentence(played, recording=self._name, edges=len(self._edges)))

    def acknowledge(self, board: Board, below: int) -> None:
        """All edges of the board below this number are in the journal."""
        self._acknowledged[board] = max(below, self._acknowledged.get(board, 0))

    def stop(self) -> None:
        """No more edges come; may be called twice."""
        self._running = False
        self._agenda.clear()
        self._pending.drop_own()

    def _say(self, phase: LinkPhase, text: str) -> None:
        facts = {"edges": len(self._edges), "lost": sum(each.edge.lost for each in self._edges)}
        self._pending.add(LinkChanged(SOURCE, phase, self._edges[0].row.board, text, facts))


def _agenda(edges: Sequence[RecordedEdge]) -> list[tuple[int, Arrival]]:
    """When what arrives, in virtual host_ns: every edge, and level reads until its board is at rest."""
    begin_us = (START_NS + _BEFORE_NS) // 1000 - edges[0].t_us  # host time minus table time, in µs
    now_ns = START_NS
    agenda: list[tuple[int, int, Arrival]] = []
    at_ns: list[int] = []
    for each in edges:
        # Also an order of arrival that is not that of the stamps (two boards) is kept as it was.
        now_ns = max(now_ns, (begin_us + each.t_us) * 1000 + _ON_ITS_WAY_NS)
        at_ns.append(now_ns)
    leader: RecordedEdge | None = None
    next_ns: dict[Board, int] = {}
    resting: list[tuple[int, int, Arrival]] = []
    for order in range(len(edges) - 1, -1, -1):
        each = edges[order]
        board, edge = each.row.board, each.edge
        for beat in range(1, _BEATS + 1):
            beat_ns = at_ns[order] + beat * _BEAT_NS
            if beat_ns >= next_ns.get(board, beat_ns + 1):
                break
            device_us = edge.device_us + beat * _BEAT_NS // 1000
            read = BoardBeat(board, device_us, edge.levels, edge.number + 1, edge.lost)
            resting.append((beat_ns, order, read))
        next_ns[board] = at_ns[order]
    placed: set[Board] = set()
    for order, each in enumerate(edges):
        if each.row.board not in placed:
            placed.add(each.row.board)
            if leader is not None:
                # The leading board is heard once more, so that the newcomer is placed by a fresh clock.
                agenda.append((at_ns[order], order, _arrived(leader, at_ns[order], begin_us)))
        agenda.append((at_ns[order], order, _arrived(each, at_ns[order], begin_us)))
        if leader is None or each.row.board.chip_id == leader.row.board.chip_id:
            leader = each
    return [(ns, arrival) for ns, _, arrival in sorted([*agenda, *resting], key=lambda planned: planned[:2])]


def _arrived(each: RecordedEdge, at_ns: int, begin_us: int) -> EdgesArrived:
    # The time line adds 1 µs when it places a board by the clock map; the first board it places by nothing.
    return EdgesArrived(
        each.row.board, (each.edge,), at_ns, begin_us + each.row.table_offset_us, max(0, each.row.bound_us - 1)
    )


class RecordingJournal:
    """A journal that also writes every edge it has committed into a recording.

    A recording that cannot be written on (disk full) is said and given up; the journal goes on.

    Args:
        journal: what really keeps everything.
        path: of the recording; a new file.
        warn: is told when the recording fails.

    Raises:
        ConfigError: there is such a file, or it cannot be made.
    """

    def __init__(self, journal: Journal, path: Path, warn: Callable[[Warned], object]) -> None:
        self._journal = journal
        self._path = path
        self._warn = warn
        self._file: TextIO | None = _open(path)
        self._writing = Writing()
        self._rows: dict[Board, BoardRow] = {}

    def begin(self, *, started_utc: str, host_ns: int, host_boot_id: str, simulated: bool, seed: int | None) -> str:
        """As the journal."""
        return self._journal.begin(
            started_utc=started_utc, host_ns=host_ns, host_boot_id=host_boot_id, simulated=simulated, seed=seed
        )

    def commit(
        self,
        session: str,
        *,
        lines: Sequence[LineRow] = (),
        edges: Sequence[tuple[Board, Edge]] = (),
        boards: Sequence[BoardRow] = (),
    ) -> None:
        """As the journal; what it took is in the recording when this returns."""
        self._journal.commit(session, lines=lines, edges=edges, boards=boards)
        self._rows |= {row.board: row for row in boards}
        if edges and self._file is not None:
            self._record(session, self._file, edges)

    def sessions(self) -> list[SessionRow]:
        """As the journal."""
        return self._journal.sessions()

    def lines(self, session: str) -> list[LineRow]:
        """As the journal."""
        return self._journal.lines(session)

    def edges(self, session: str) -> list[tuple[Board, Edge]]:
        """As the journal."""
        return self._journal.edges(session)

    def boards(self, session: str) -> list[BoardRow]:
        """As the journal."""
        return self._journal.boards(session)

    def next_number(self, session: str, board: Board) -> int:
        """As the journal."""
        return self._journal.next_number(session, board)

    def checkpoint(self) -> bool:
        """As the journal."""
        return self._journal.checkpoint()

    def close(self) -> None:
        """Close the recording and the journal."""
        self._end()
        self._journal.close()

    def _record(self, session: str, file: TextIO, edges: Sequence[tuple[Board, Edge]]) -> None:
        try:
            for board, edge in edges:
                self._writing, rows = self._writing.rows(self._row(session, board), edge)
                for row in rows:
                    file.write(row + "\n")
            file.flush()
        except OSError as error:
            self._end()
            ended = "The recording {recording} ends here ({why}); the game goes on."
            self._warn(Warned("recording", Sentence(ended, recording=self._path, why=error.strerror)))

    def _row(self, session: str, board: Board) -> BoardRow:
        if board not in self._rows:
            self._rows = {row.board: row for row in self._journal.boards(session)}
        return self._rows.setdefault(board, BoardRow(board, 0, 0))

    def _end(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:
                return  # what could not be written was said when it was tried


def refuse_recording(path: Path) -> None:
    """Look before the evening begins whether a recording can be made here; makes nothing.

    Raises:
        ConfigError: there is such a file, or no such folder.
    """
    if path.exists():
        raise ConfigError(f"there is a file {path} already; name another for --record, or remove it first")
    if not path.parent.is_dir():
        raise ConfigError(f"the recording {path} cannot be made (there is no folder {path.parent}); name another place")


def _open(path: Path) -> TextIO:
    refuse_recording(path)
    try:
        file = path.open("x", encoding="ascii", newline="\n")
        file.write(HEADER + "\n")
        file.flush()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(f"the recording {path} cannot be made ({why}); name another place") from None
    return file
