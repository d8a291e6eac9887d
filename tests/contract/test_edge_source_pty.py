"""The contract of edge sources on the link to a Pico: a board behind a pseudo-terminal, opened by pyserial."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.edge_source import EdgeSourceContract
from pty_board import PtyBoard
from touchjudge.adapters.pico_link import LinkSettings, PicoLink
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.ports import EdgeSource


class PtyRig:
    """A fake board on a pseudo-terminal."""

    keeps = True
    has_cable = True

    def __init__(self, folder: Path) -> None:
        self.board = PtyBoard(folder / "ttyPad")

    def source(self) -> EdgeSource:
        quick = LinkSettings(retry_least_ns=10_000_000, retry_most_ns=50_000_000)
        return PicoLink(SystemClock(), port=self.board.port, find_ports=list, settings=quick)

    def change(self, *levels: int) -> None:
        for mask in levels:
            self.board.edges(mask)

    def cut(self) -> None:
        self.board.cut()

    def restore(self) -> None:
        self.board.restore()


class TestPicoOverPty(EdgeSourceContract):
    @pytest.fixture
    def rig(self, tmp_path: Path) -> Iterator[PtyRig]:
        rig = PtyRig(tmp_path)
        yield rig
        rig.board.close()
