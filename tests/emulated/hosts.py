"""The host's own link on the port of an emulated Pico, with a table's end that keeps and acknowledges edges."""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from emulated.rig import EmulatedPico
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.pico_link import PicoLink, Port
from touchjudge.adapters.pico_link.port import READ_WAIT_S, open_serial
from touchjudge.ports import Board, BoardBeat, EdgesArrived, LinkChanged
from touchjudge.timing.edges import Edge


class Host:
    """A link that was started; what it hears is taken while the test waits.

    Args:
        have: boot → number of the first edge that is not in the journal.

    Attributes:
        edges: all that arrived, in order.
        links: the states of the link, in order.
        reads: False: the port stays open, and nobody reads it.
    """

    def __init__(self, pico: EmulatedPico, have: dict[Board, int] | None = None) -> None:
        self._pico = pico
        self._inbox = QueueInbox(pico.clock)
        self.edges: list[tuple[Board, Edge]] = []
        self.links: list[LinkChanged] = []
        self.beats: list[BoardBeat] = []
        self._reads = True
        self.link = PicoLink(pico.clock, port=pico.port, find_ports=list, have=have, open_port=self._open)
        self.link.start(self._inbox)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.link.stop()

    @property
    def reads(self) -> bool:
        return self._reads

    @reads.setter
    def reads(self, reads: bool) -> None:
        self._reads = self._pico.host_takes = reads

    @property
    def phase(self) -> str:
        return self.links[-1].phase if self.links else ""

    @property
    def text(self) -> str:
        return self.links[-1].text if self.links else ""

    @property
    def board(self) -> Board:
        """The boot that is connected."""
        board = self.links[-1].board
        assert board is not None
        return board

    def take(self) -> None:
        """Take what has arrived; edges are kept, and only then acknowledged."""
        while (arrival := self._inbox.wait(0)) is not None:
            match arrival:
                case EdgesArrived(board=board, edges=edges):
                    self.edges += [(board, edge) for edge in edges]
                    self.link.acknowledge(board, edges[-1].number + 1)
                case LinkChanged():
                    self.links.append(arrival)
                case BoardBeat():
                    self.beats.append(arrival)

    def until(self, true: Callable[[], bool], what: str, within_ms: float) -> None:
        """Take arrivals until something is so."""

        def there() -> bool:
            self.take()
            return true()

        self._pico.until(there, what, within_ms)

    def until_phase(self, phase: str, within_ms: float = 3_000) -> None:
        self.until(lambda: self.phase == phase, f"phase {phase}", within_ms)

    def until_edges(self, count: int, within_ms: float = 3_000) -> list[Edge]:
        """So many edges in all, of whatever boot."""
        self.until(lambda: len(self.edges) >= count, f"{count} edges", within_ms)
        return [edge for _, edge in self.edges]

    def _open(self, path: str) -> Port:
        return _Deaf(self, open_serial(path))


class _Deaf:
    """A port that its host sometimes does not read."""

    def __init__(self, host: Host, port: Port) -> None:
        self._host = host
        self._port = port

    def read(self) -> bytes:
        if self._host.reads:
            return self._port.read()
        threading.Event().wait(READ_WAIT_S)
        return b""

    def write(self, data: bytes) -> None:
        if self._host.reads:
            self._port.write(data)

    def close(self) -> None:
        self._port.close()
