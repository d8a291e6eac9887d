"""One time line for a session: t_us, on which the first board's device time runs and every other boot is placed.

In: boards as they appear, with the clock map's offsets. Out: rows for the journal and t_us with a bound. A boot that
comes after another of the same board never goes back in time, whatever the clocks say.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from touchjudge.errors import LinkError
from touchjudge.ports import Board, BoardRow
from touchjudge.timing.clock_map import Offset

# Two crystals of 100 ppm each, one fast and one slow.
DRIFT_PPM = 200

# What is said of a boot of which no exchange is known: nobody compares two hands over ten seconds.
UNKNOWN_US = 10_000_000


@dataclass(frozen=True, slots=True)
class Bridge:
    """Table time minus host time at a moment, by the board that leads."""

    host_us: int
    offset_us: int
    bound_us: int


@dataclass(frozen=True, slots=True)
class TimeLine:
    """Where the boots of a session lie.

    Attributes:
        rows: as they stand in the journal, in the order in which the boots appeared.
        newest_t_us: no edge was placed later than this.
        bridge: how other clocks come onto the line; None before the leading board's clock is known.

    Example:
        >>> first, second = Board("e66a", "01"), Board("e66b", "02")
        >>> line, row = TimeLine().place(first, device_us=5_000, host_us=1_000_000, offset=Offset(995_000, 40))
        >>> row
        BoardRow(board=Board(chip_id='e66a', boot_id='01'), table_offset_us=0, bound_us=0)
        >>> line, row = line.place(second, device_us=900, host_us=1_000_500, offset=Offset(999_700, 60))
        >>> row.table_offset_us, row.bound_us
        (4700, 101)
        >>> line.t_us(second, 900)
        (5600, 101)
    """

    rows: tuple[BoardRow, ...] = ()
    newest_t_us: int = 0
    bridge: Bridge | None = None

    @classmethod
    def resume(cls, rows: Sequence[BoardRow], newest_t_us: int) -> "TimeLine":
        """The line of a session that goes on, from the journal: its boards and the newest t_us in it."""
        return cls(tuple(rows), newest_t_us)

    def row(self, board: Board) -> BoardRow | None:
        """Where a boot lies, if it was placed."""
        return next((row for row in self.rows if row.board == board), None)

    def place(
        self, board: Board, *, device_us: int, host_us: int, offset: Offset | None
    ) -> tuple["TimeLine", BoardRow | None]:
        """Make sure that a boot lies on the line, before its first edge is judged.

        Args:
            board: the boot.
            device_us: of its first edge that is not placed yet.
            host_us: the host's clock when it arrived (host_ns / 1000).
            offset: host minus device time by the clock map; None where it is not known.

        Returns:
            The line, and a row to commit where the boot is new.
        """
        old = self.row(board)
        if old is not None:
            return self._followed(old, host_us, offset), None
        if not self.rows:
            new = BoardRow(board, 0, 0)
        else:
            new = self._later(board, device_us, host_us, offset)
        placed = replace(self, rows=(*self.rows, new))
        return placed._followed(new, host_us, offset), new

    def note(self, board: Board, device_us: int) -> "TimeLine":
        """An edge of a placed boot was judged: what comes after a reboot comes after it."""
        return replace(self, newest_t_us=max(self.newest_t_us, self.t_us(board, device_us)[0]))

    def t_us(self, board: Board, device_us: int) -> tuple[int, int]:
        """Table time of a moment of a placed boot, and the bound of the boot's place (0 for the first board).

        Raises:
            LinkError: the boot was never placed.
        """
        row = self.row(board)
        if row is None:
            raise LinkError(
                f"board {board.chip_id} boot {board.boot_id} is not on the session's time line; place it first"
            )
        return device_us + row.table_offset_us, row.bound_us

    @property
    def leader(self) -> Board | None:
        """The newest boot of the board that came first: its device time is the line."""
        if not self.rows:
            return None
        chip_id = self.rows[0].board.chip_id
        return next(row.board for row in reversed(self.rows) if row.board.chip_id == chip_id)

    def _followed(self, row: BoardRow, host_us: int, offset: Offset | None) -> "TimeLine":
        if offset is None or row.board != self.leader:
            return self
        return replace(
            self, bridge=Bridge(host_us, row.table_offset_us - offset.offset_us, row.bound_us + offset.bound_us)
        )

    def _later(self, board: Board, device_us: int, host_us: int, offset: Offset | None) -> BoardRow:
        if self.bridge is not None and offset is not None:
            table_offset_us = self.bridge.offset_us + offset.offset_us
            # Since the leading board was heard last its clock may have drifted away from the host's.
            age_us = max(0, host_us - self.bridge.host_us)
            bound_us = self.bridge.bound_us + offset.bound_us + age_us * DRIFT_PPM // 1_000_000 + 1
        else:
            table_offset_us, bound_us = self.newest_t_us - device_us, UNKNOWN_US
        back_us = self.newest_t_us - (device_us + table_offset_us)
        if self._is_reboot(board) and back_us > 0:
            table_offset_us += back_us
            bound_us += back_us
        return BoardRow(board, table_offset_us, bound_us)

    def _is_reboot(self, board: Board) -> bool:
        return any(row.board.chip_id == board.chip_id for row in self.rows)
