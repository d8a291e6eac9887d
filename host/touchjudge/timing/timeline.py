"""One time line for a session: t_us, on which the first board's device time runs and every other boot is placed.

In: boards as they appear, with the clock map's offsets. Out: rows for the journal and t_us with a bound. A boot that
comes after another of the same board never goes back in time, whatever the clocks say.

Two clocks drift apart. So the bound of a second board grows from the moment at which it was placed, and when the clock
map knows better by :data:`BETTER_US` the board is placed anew, from its next edge on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from touchjudge.errors import LinkError
from touchjudge.ports import Board, BoardRow
from touchjudge.timing.clock_map import Offset

# Two crystals of 100 ppm each, one fast and one slow.
DRIFT_PPM = 200

# A board is placed anew when that makes its bound smaller by this much: at the worst drift every second and a quarter,
# with two good crystals every ten seconds.
BETTER_US = 250

# What is said of a boot of which no exchange is known: nobody compares two hands over ten seconds.
UNKNOWN_US = 10_000_000


@dataclass(frozen=True, slots=True)
class Bridge:
    """Table time minus host time at a moment, by the board that leads."""

    host_us: int
    offset_us: int
    bound_us: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A row of the journal, and the device time from which it holds."""

    row: BoardRow
    since_us: int


@dataclass(frozen=True, slots=True)
class TimeLine:
    """Where the boots of a session lie.

    Attributes:
        placed: in the order in which they were made.
        newest_t_us: no edge was placed later than this.
        newest_us: device time of the newest edge of each boot.
        bridge: how other clocks come onto the line; None before the leading board's clock is known.

    Example:
        >>> first, second = Board("e66a", "01"), Board("e66b", "02")
        >>> line, row = TimeLine().place(first, device_us=5_000, host_us=1_000_000, offset=Offset(995_000, 40))
        >>> row
        BoardRow(board=Board(chip_id='e66a', boot_id='01'), table_offset_us=0, bound_us=0, since=0)
        >>> line, row = line.place(second, device_us=900, host_us=1_000_500, offset=Offset(999_700, 60))
        >>> row.table_offset_us, row.bound_us
        (4700, 101)
        >>> line.t_us(second, 900), line.t_us(second, 60_000_900)  # a minute later, if nothing is heard meanwhile
        ((5600, 101), (60005600, 12101))
    """

    placed: tuple[Placed, ...] = ()
    newest_t_us: int = 0
    bridge: Bridge | None = None
    newest_us: Mapping[Board, int] = field(default_factory=dict)

    @classmethod
    def resume(
        cls, rows: Sequence[BoardRow], newest_t_us: int, stamps: Mapping[tuple[Board, int], int] | None = None
    ) -> "TimeLine":
        """The line of a session that goes on, from the journal: its boards and the newest t_us in it.

        Args:
            stamps: board and number → device_us, of the edges from which rows hold (see :func:`wanted`); number 0 is
                the first edge of the boot in this session.
        """
        known = stamps or {}
        return cls(tuple(Placed(row, known.get((row.board, row.since), 0)) for row in rows), newest_t_us)

    def row(self, board: Board) -> BoardRow | None:
        """Where a boot lies now, if it was placed."""
        newest = self._newest(board)
        return None if newest is None else newest.row

    def place(
        self, board: Board, *, device_us: int, host_us: int, offset: Offset | None, number: int = 0
    ) -> tuple["TimeLine", BoardRow | None]:
        """Make sure that a boot lies on the line, before its first edge is judged, and still lies well later.

        Args:
            board: the boot.
            device_us: of its first edge that is not placed yet.
            host_us: the host's clock when it arrived (host_ns / 1000).
            offset: host minus device time by the clock map; None where it is not known.
            number: of that edge.

        Returns:
            The line, and a row to commit where the boot is new or is placed anew.
        """
        old = self._newest(board)
        if old is not None:
            new = self._better(board, device_us, host_us, offset, number)
        elif not self.placed:
            new = BoardRow(board, 0, 0)
        else:
            new = self._later(board, device_us, host_us, offset)
        line = self if new is None else replace(self, placed=(*self.placed, Placed(new, device_us)))
        row = new if new is not None else old.row if old is not None else None
        return (line if row is None else line._followed(row, host_us, offset)), new

    def note(self, board: Board, device_us: int) -> "TimeLine":
        """An edge of a placed boot was judged: what comes after a reboot comes after it."""
        newest_t_us = max(self.newest_t_us, self.t_us(board, device_us)[0])
        return replace(self, newest_t_us=newest_t_us, newest_us={**self.newest_us, board: device_us})

    def t_us(self, board: Board, device_us: int) -> tuple[int, int]:
        """Table time of a moment of a placed boot, and the bound of the boot's place (0 for the first board).

        Raises:
            LinkError: the boot was never placed.
        """
        there = [placed for placed in self.placed if placed.row.board == board]
        if not there:
            raise LinkError(
                f"board {board.chip_id} boot {board.boot_id} is not on the session's time line; place it first"
            )
        placed = next((each for each in reversed(there) if each.since_us <= device_us), there[0])
        drift_us = 0 if self._leads(board) else abs(device_us - placed.since_us) * DRIFT_PPM // 1_000_000
        return device_us + placed.row.table_offset_us, placed.row.bound_us + drift_us

    @property
    def leader(self) -> Board | None:
        """The newest boot of the board that came first: its device time is the line."""
        return next((each.row.board for each in reversed(self.placed) if self._leads(each.row.board)), None)

    def _leads(self, board: Board) -> bool:
        return bool(self.placed) and board.chip_id == self.placed[0].row.board.chip_id

    def _newest(self, board: Board) -> Placed | None:
        return next((each for each in reversed(self.placed) if each.row.board == board), None)

    def _followed(self, row: BoardRow, host_us: int, offset: Offset | None) -> "TimeLine":
        if offset is None or row.board != self.leader:
            return self
        return replace(
            self, bridge=Bridge(host_us, row.table_offset_us - offset.offset_us, row.bound_us + offset.bound_us)
        )

    def _better(
        self, board: Board, device_us: int, host_us: int, offset: Offset | None, number: int
    ) -> BoardRow | None:
        """Another place for a boot that has one, if the clock map knows it better by now."""
        if self._leads(board) or self.bridge is None or offset is None or number <= 0:
            return None
        table_offset_us, bound_us = self._over_the_bridge(self.bridge, host_us, offset)
        newest_us = self.newest_us.get(board, 0)
        # No edge comes before an earlier one of its own board, whatever the host's clock says.
        back_us = max(0, self.t_us(board, newest_us)[0] - (device_us + table_offset_us))
        new = BoardRow(board, table_offset_us + back_us, bound_us + back_us, number)
        return new if new.bound_us + BETTER_US <= self.t_us(board, device_us)[1] else None

    def _over_the_bridge(self, bridge: Bridge, host_us: int, offset: Offset) -> tuple[int, int]:
        """Table time minus device time through the host's clock, and its bound."""
        # Since the leading board was heard last its clock may have drifted away from the host's.
        age_us = max(0, host_us - bridge.host_us)
        bound_us = bridge.bound_us + offset.bound_us + age_us * DRIFT_PPM // 1_000_000 + 1
        return bridge.offset_us + offset.offset_us, bound_us

    def _later(self, board: Board, device_us: int, host_us: int, offset: Offset | None) -> BoardRow:
        if self.bridge is not None and offset is not None:
            table_offset_us, bound_us = self._over_the_bridge(self.bridge, host_us, offset)
        else:
            table_offset_us, bound_us = self.newest_t_us - device_us, UNKNOWN_US
        back_us = self.newest_t_us - (device_us + table_offset_us)
        if self._is_reboot(board) and back_us > 0:
            table_offset_us += back_us
            bound_us += back_us
        return BoardRow(board, table_offset_us, bound_us)

    def _is_reboot(self, board: Board) -> bool:
        return any(each.row.board.chip_id == board.chip_id for each in self.placed)


def wanted(rows: Sequence[BoardRow]) -> frozenset[tuple[Board, int]]:
    """The edges, by board and number, whose device time tells from when a row holds.

    >>> wanted([BoardRow(Board("e66a", "01"), 0, 0), BoardRow(Board("e66b", "02"), 5, 90, 17)])
    frozenset({(Board(chip_id='e66b', boot_id='02'), 17)})
    """
    return frozenset((row.board, row.since) for row in rows if row.since)
