"""What every edge source must do, as a suite: inherit it, and give it a rig that makes edges happen.

A source that cannot do something by its nature (pins of the Pi forget, a recording has no cable) says so in its rig.
"""

import time
from typing import Protocol

import pytest

from pty_board import Taker, wait_for
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.ports import Board, BoardBeat, EdgeSource
from touchjudge.timing.edges import Edge


class SourceRig(Protocol):
    """One source in its surroundings.

    Attributes:
        keeps: unacknowledged edges come again after a restart of the host.
        has_cable: it can be cut off and come back.
    """

    keeps: bool
    has_cable: bool

    def source(self) -> EdgeSource:
        """A new source on the same lines, not started."""
        ...

    def change(self, *levels: int) -> None:
        """The lines take these levels, one after the other."""
        ...

    def cut(self) -> None: ...

    def restore(self) -> None: ...


class EdgeSourceContract:
    """Inherit as ``TestSomething(EdgeSourceContract)`` and give it a fixture ``rig``."""

    @pytest.fixture
    def taker(self) -> Taker:
        return Taker()

    def test_edges_come_once_in_order_with_the_whole_mask(self, rig: SourceRig, taker: Taker) -> None:
        masks = [0b1, 0b101, 0b100, 0b1100, 0]
        source = rig.source()
        source.start(taker.inbox)
        try:
            board = self._board(taker)
            rig.change(*masks)
            edges = taker.until_edges(board, len(masks))
        finally:
            source.stop()
        assert [edge.levels for edge in edges] == masks
        assert [edge.number for edge in edges] == list(range(len(masks)))
        stamps = [edge.device_us for edge in edges]
        assert stamps == sorted(stamps)
        assert [edge.lost for edge in edges] == [0] * len(masks)

    def test_it_says_that_it_is_connected_and_to_whom(self, rig: SourceRig, taker: Taker) -> None:
        source = rig.source()
        source.start(taker.inbox)
        try:
            link = taker.until_phase("connected")
        finally:
            source.stop()
        assert link.board is not None
        assert link.text.endswith(".")

    def test_level_reads_come_by_themselves_and_mend_what_no_edge_told(self, rig: SourceRig, taker: Taker) -> None:
        source = rig.source()
        source.start(taker.inbox)
        try:
            self._board(taker)
            rig.change(0b10)
            taker.until(
                lambda: any(isinstance(each, BoardBeat) and each.levels == 0b10 for each in taker.arrivals), "a beat"
            )
        finally:
            source.stop()

    def test_inbox_that_is_full_loses_nothing(self, rig: SourceRig, taker: Taker) -> None:
        small = Taker(QueueInbox(taker.clock, size=1))
        source = rig.source()
        source.start(small.inbox)
        try:
            board = self._board(small)
            rig.change(*(count % 2 for count in range(1, 201)))
            edges = small.until_edges(board, 200)
        finally:
            source.stop()
        assert [edge.number for edge in edges] == list(range(200))

    def test_what_was_not_acknowledged_comes_again_and_what_was_does_not(self, rig: SourceRig, taker: Taker) -> None:
        if not rig.keeps:
            pytest.skip("not installable: this source keeps nothing by its nature")
        first, again = rig.source(), Taker()
        first.start(taker.inbox)
        board = self._board(taker)
        rig.change(1, 0, 1, 0)
        taker.until_edges(board, 4)
        first.acknowledge(board, 3)
        first.stop()
        second = rig.source()
        second.start(again.inbox)
        try:
            edges = again.until_edges(board, 1)
        finally:
            second.stop()
        assert [edge.number for edge in edges] == [3]

    def test_edges_in_the_journal_are_not_handed_on_again_though_the_board_was_never_told(
        self, rig: SourceRig, taker: Taker
    ) -> None:
        if not rig.keeps:
            pytest.skip("not installable: this source keeps nothing by its nature")
        first, again = rig.source(), Taker()
        first.start(taker.inbox)
        board = self._board(taker)
        rig.change(1, 0, 1)
        taker.until_edges(board, 3)
        first.stop()
        second = rig.source()
        second.acknowledge(board, 2)
        second.start(again.inbox)
        try:
            edges = again.until_edges(board, 1)
        finally:
            second.stop()
        assert [edge.number for edge in edges] == [2]

    def test_cut_is_said_and_the_same_boot_goes_on_without_loss_or_repeat(self, rig: SourceRig, taker: Taker) -> None:
        if not rig.has_cable:
            pytest.skip("not installable: this source has no cable")
        source = rig.source()
        source.start(taker.inbox)
        try:
            board = self._board(taker)
            for cut in range(3):
                rig.change(1, 0)
                taker.until_edges(board, 4 * cut + 2)
                rig.cut()
                taker.until(lambda: taker.phase() != "connected", "word of the cut", within_s=2.0)
                rig.change(1, 0)
                rig.restore()
                taker.until_phase("connected")
                taker.until_edges(board, 4 * cut + 4)
        finally:
            source.stop()
        edges: list[Edge] = taker.edges(board)
        assert [edge.number for edge in edges] == list(range(12))

    @pytest.mark.parametrize("started", [False, True])
    def test_stop_ends_within_two_seconds_and_may_be_called_twice(
        self, rig: SourceRig, taker: Taker, started: bool
    ) -> None:
        source = rig.source()
        if started:
            source.start(taker.inbox)
            rig.change(1)  # BR015: in the middle of a bounce
            wait_for(lambda: taker.inbox.waiting > 0, "a sign of life")
        before_s = time.monotonic()
        source.stop()
        source.stop()
        assert time.monotonic() - before_s < 2.0

    def test_after_stop_nothing_is_put_any_more(self, rig: SourceRig, taker: Taker) -> None:
        source = rig.source()
        source.start(taker.inbox)
        self._board(taker)
        source.stop()
        while taker.inbox.wait(0) is not None:
            pass
        rig.change(1, 0, 1)
        assert taker.inbox.wait(taker.clock.host_ns() + 300_000_000) is None

    def _board(self, taker: Taker) -> Board:
        board = taker.until_phase("connected").board
        assert board is not None
        return board
