"""A board made of nothing: speaks the wire as the firmware does, without I/O and without a clock of its own.

In: level changes with their stamps, bytes from the host. Out: bytes for the host. Edges are numbered, kept until they
are acknowledged and sent again on request, so that the host's link has all of its work to do.

Ref: docs/wire.md.
"""

import tjwire
from tjwire import EDGES_MAX, FIRST_COUNTER, PROTOCOL

LINES_MASK = 0xFFFF
_FREE_BYTES = 150_000
_PONG_US = 150  # from reading a ping to writing its pong
_OUTBOX_EDGES = 4096


class SimulatedBoard:
    """One boot of a board that nobody can touch.

    Args:
        chip_id: one word. boot_id: 16 hexadecimal digits.
        drop_edge_line: the edge line that gets lost on the way, counted from 1; None loses none.

    Attributes:
        levels: of all lines, now.
        lost: edges that found the outbox full.
    """

    def __init__(self, chip_id: str, boot_id: str, *, drop_edge_line: int | None = None) -> None:
        self.chip_id = chip_id
        self.boot_id = boot_id
        self.levels = 0
        self.lost = 0
        self._drop_edge_line = drop_edge_line
        self._edge_lines = 0
        self._outbox: list[tuple[int, int]] = []  # stamp and word, from number _oldest on
        self._oldest = 0
        self._to_send = 0  # number of the first edge to send next
        self._counter = FIRST_COUNTER
        self._out = bytearray()
        self._decoder = tjwire.Decoder()

    @property
    def next_number(self) -> int:
        """The number that the next edge will get."""
        return self._oldest + len(self._outbox)

    def change(self, device_us: int, levels: int) -> None:
        """The levels change; a change to the same levels is none."""
        if levels == self.levels:
            return
        self.levels = levels
        if len(self._outbox) >= _OUTBOX_EDGES:
            self.lost += 1
        else:
            self._outbox.append((device_us, levels << 16 | self._counter))
        self._counter = (self._counter - 1) & 0xFFFF

    def beat(self, device_us: int) -> None:
        """A sign of life; due every 250 ms."""
        self._say(tjwire.Beat(self.next_number, device_us, self.levels, self.lost, 0, _FREE_BYTES))

    def hear(self, data: bytes, device_us: int) -> None:
        """Bytes from the host, all read now."""
        for line in self._decoder.feed(data):
            self._hear_line(line, device_us)

    def bytes_to_host(self) -> bytes:
        """All that is to be sent now; empty when the board has nothing to say."""
        self._send_edges()
        out = bytes(self._out)
        self._out.clear()
        return out

    def _hear_line(self, line: tjwire.Line, device_us: int) -> None:
        match line:
            case tjwire.Ping():
                self._say(tjwire.Pong(line.n, device_us, device_us + _PONG_US))
            case tjwire.Hi():
                self._hello()
                self._to_send = self._oldest
                self._answer(line.n, line.KIND)
            case tjwire.Ack():
                self._answer(line.n, line.KIND, "beyond" if line.number > self.next_number else None)
                acknowledged = min(max(line.number, self._oldest), self.next_number)
                del self._outbox[: acknowledged - self._oldest]
                self._oldest = acknowledged
                self._to_send = max(self._to_send, acknowledged)
            case tjwire.Resend():
                self._answer(line.n, line.KIND, "not_kept" if line.number < self._oldest else None)
                self._to_send = min(self._to_send, max(line.number, self._oldest))
            case tjwire.Light() | tjwire.Tone() | tjwire.Set() | tjwire.Unmute() | tjwire.Bye():
                self._answer(line.n, line.KIND)
            case _:
                pass  # noise is counted by the decoder; what a newer host says is none of this board's business

    def _answer(self, n: int, kind: str, why_not: str | None = None) -> None:
        self._say(tjwire.Cannot(n, why_not) if why_not else tjwire.Did(n, kind))

    def _hello(self) -> None:
        ids = (self.chip_id, self.boot_id)
        self._say(tjwire.Hello(PROTOCOL, "simulated", "simulated", *ids, LINES_MASK, self._oldest, self.next_number))

    def _send_edges(self) -> None:
        while self._to_send < self.next_number:
            start = self._to_send - self._oldest
            high = self._outbox[start][0] >> 32
            edges = [edge for edge in self._outbox[start : start + EDGES_MAX] if edge[0] >> 32 == high]
            lows = tuple(stamp & 0xFFFFFFFF for stamp, _ in edges)
            line = tjwire.Edges(self._to_send, high, lows, tuple(word for _, word in edges))
            self._to_send += len(edges)
            self._edge_lines += 1
            if self._edge_lines != self._drop_edge_line:
                self._say(line)

    def _say(self, line: tjwire.Line) -> None:
        self._out += tjwire.encode(line)
