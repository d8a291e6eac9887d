"""Recordings of raw edges as text: a row an edge, for people, spreadsheets and the firmware's scripted capture alike.

In: rows of text. Out: :class:`RecordedEdge` values, in the order of the rows; and the other way round. A row is
``time_us,line,level`` (line in decimal, level 1 is pressed) or ``time_us,levels`` (all sixteen lines in hexadecimal).
Rows of the same time are one edge, and a row that changes nothing is none. Remarks begin with ``#``; three of them say
what a row cannot:

    # board CHIP boot BOOT offset_us N bound_us N    the rows below are of this boot; t_us = time_us + offset_us
    # number N lost N                                the row below is edge N as it stands, after so many lost ones
    # force line N hands N value N                   so many hands lie on an analogue pad from the row below on

Ref: docs/other-tables.md, firmware/pads/capture/scripted.py.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from touchjudge.errors import ConfigError
from touchjudge.ports import Board, BoardRow
from touchjudge.timing.edges import Edge, Step

LINES = 16
ALL_LINES = (1 << LINES) - 1
HEADER = "time_us,levels"
# The latest time that a row can have: a board's clock counts for far longer than any board runs.
TIME_US_MAX = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class RecordedEdge:
    """One edge, and where the boot of its board lies on the table's time line."""

    row: BoardRow
    edge: Edge

    @property
    def t_us(self) -> int:
        """Table time."""
        return self.edge.device_us + self.row.table_offset_us


@dataclass(slots=True)
class _Boot:
    """What was read of one boot.

    Attributes:
        open: the edge to which rows of the same time still belong; it counts when it is over.
        exact: the open edge has its number from a remark and stands by itself.
    """

    row: BoardRow
    next_number: int = 0
    newest_us: int = 0
    levels: int = 0
    open: Edge | None = None
    exact: bool = False


def read_rows(rows: Iterable[str], unnamed: Board) -> Iterator[RecordedEdge]:
    """The edges of a recording.

    Args:
        unnamed: whose rows they are that no remark gives to a board.

    Raises:
        ConfigError: a row that is none, or that goes back in time.

    >>> board = Board("recorded", "00")
    >>> edges = [each.edge for each in read_rows(["time_us,line,level", "10,0,1", "10,3,1", "900,0,0"], board)]
    >>> [(edge.number, edge.device_us, edge.levels) for edge in edges]
    [(0, 10, 9), (1, 900, 8)]
    """
    boots: dict[Board, _Boot] = {}
    boot = _Boot(BoardRow(unnamed, 0, 0))
    number: tuple[int, int] | None = None
    step: Step | None = None
    for count, row in enumerate(rows, 1):
        text = row.strip().removeprefix("\ufeff")
        if not text or text.startswith("time_us"):
            continue
        if text.startswith("#"):
            told = _board_told(text)
            if told is not None:
                yield from _over(boot)
                boot = boots.setdefault(told.board, _Boot(told))
                boot.row = told
            number = _number_told(text) or number
            step = _step_told(text) or step
            continue
        boots.setdefault(boot.row.board, boot)
        time_us, levels = _row(text, count, boot)
        if time_us < boot.newest_us:
            raise ConfigError(f"row {count} of the recording goes back in time: {text[:60]!r}; sort the rows by time")
        same = None if number or step or boot.exact else boot.open
        if same is not None and same.device_us == time_us:
            boot.open = Edge(same.number, time_us, levels)
            boot.newest_us = time_us
            continue
        yield from _over(boot)
        boot.newest_us = time_us
        if number is not None and number[0] < boot.next_number:
            raise ConfigError(f"row {count} of the recording is edge {number[0]}, which was there before; take it out")
        edge_number, lost = (boot.next_number, 0) if number is None else number
        boot.open = Edge(edge_number, time_us, levels, lost, step)
        boot.exact, number, step = number is not None or step is not None, None, None
    yield from _over(boot)


def _over(boot: _Boot) -> Iterator[RecordedEdge]:
    """The open edge, when no more rows can belong to it."""
    edge, boot.open = boot.open, None
    if edge is not None and (boot.exact or edge.levels != boot.levels):
        boot.levels, boot.next_number = edge.levels, edge.number + 1
        yield RecordedEdge(boot.row, edge)


def _row(text: str, count: int, boot: _Boot) -> tuple[int, int]:
    before = boot.levels if boot.open is None else boot.open.levels
    columns = [column.strip() for column in text.split(",")]
    try:
        time_us = int(columns[0])
        if 0 <= time_us <= TIME_US_MAX:
            if len(columns) == 2 and 0 <= (levels := int(columns[1], 16)) <= ALL_LINES:
                return time_us, levels
            if len(columns) == 3 and 0 <= (line := int(columns[1])) < LINES and columns[2] in ("0", "1"):
                return time_us, before & ~(1 << line) | int(columns[2]) << line
    except ValueError:
        pass
    raise ConfigError(
        f"row {count} of the recording is {text[:60]!r}: it must be time_us,line,level (line 0 to {LINES - 1}, level"
        " 0 or 1) or time_us,levels (hexadecimal), times in whole microseconds"
    )


def _board_told(text: str) -> BoardRow | None:
    match text.lstrip("# ").split():
        case ["board", chip_id, "boot", boot_id, *rest]:
            figures = dict(zip(rest[::2], rest[1::2], strict=False))
            try:
                offset_us, bound_us = int(figures.get("offset_us", "0")), int(figures.get("bound_us", "0"))
            except ValueError:
                return None
            return BoardRow(Board(chip_id[:64], boot_id[:64]), offset_us, max(0, bound_us))
        case _:
            return None


def _number_told(text: str) -> tuple[int, int] | None:
    match text.lstrip("# ").split():
        case ["number", number, "lost", lost] if number.isdecimal() and lost.isdecimal():
            return int(number), int(lost)
        case _:
            return None


def _step_told(text: str) -> Step | None:
    match text.lstrip("# ").split():
        case ["force", "line", line, "hands", hands, "value", value]:
            facts = (line, hands, value)
            if all(each.isdecimal() and each.isascii() for each in facts) and int(line) < LINES:
                return Step(int(line), min(255, int(hands)), min(0xFFFF, int(value)))
    return None


@dataclass(frozen=True, slots=True)
class Writing:
    r"""What was written of a recording so far; :meth:`rows` gives the next rows and the state after them.

    Example:
        >>> board = BoardRow(Board("e66a", "01"), 0, 0)
        >>> _, rows = Writing().rows(board, Edge(7, 5_000, 0b1))
        >>> print(*rows, sep="\n")
        # board e66a boot 01 offset_us 0 bound_us 0
        # number 7 lost 0
        5000,0001
    """

    row: BoardRow | None = None
    last: tuple[tuple[Board, Edge], ...] = ()

    def rows(self, row: BoardRow, edge: Edge) -> tuple["Writing", tuple[str, ...]]:
        """The rows for one more edge."""
        before = dict(self.last)
        last = before.get(row.board)
        rows = []
        if row != self.row:
            rows.append(
                f"# board {row.board.chip_id} boot {row.board.boot_id}"
                f" offset_us {row.table_offset_us} bound_us {row.bound_us}"
            )
        if not _follows(last, edge):
            rows.append(f"# number {edge.number} lost {edge.lost}")
        if edge.step is not None:
            rows.append(f"# force line {edge.step.line} hands {edge.step.hands} value {edge.step.value}")
        rows.append(f"{edge.device_us},{edge.levels:04x}")
        return Writing(row, tuple({**before, row.board: edge}.items())), tuple(rows)


def _follows(last: Edge | None, edge: Edge) -> bool:
    """Whether the bare row says all of the edge."""
    number, at_us, levels = (0, -1, 0) if last is None else (last.number + 1, last.device_us, last.levels)
    return edge.number == number and edge.lost == 0 and edge.device_us != at_us and edge.levels != levels
