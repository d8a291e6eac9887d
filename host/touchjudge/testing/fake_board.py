"""A board without hardware: it keeps edges until they are acknowledged and answers as the wire asks of a board.

In: edges to sample, bytes that the host wrote, its own time. Out: bytes that it writes.
"""

import tjwire

_BEAT_US = 250_000
_LINES = 0xFFFF


class FakeBoard:
    """One boot of one board; :meth:`reboot` makes the next.

    Attributes:
        oldest, next_number: what it keeps, as in its hello.
        reads: False while its program is not running: it hears and says nothing.
        faults: what is wrong with its analogue pads, as it says it; empty: nothing.

    Example:
        >>> board = FakeBoard()
        >>> board.edge(1_000, 0b1)
        >>> board.hear(tjwire.encode(tjwire.Hi(1)), now_us=2_000)
        >>> [type(line).__name__ for line in tjwire.Decoder().feed(board.say(now_us=2_000))]
        ['Hello', 'Hello', 'Did', 'Beat', 'Edges']
    """

    def __init__(
        self,
        chip_id: str = "e6614103e73f2b2a",
        *,
        boot: int = 1,
        protocol: int = tjwire.PROTOCOL,
        keeps: int = 4096,
    ) -> None:
        self.chip_id = chip_id
        self.reads = True
        self.faults = ""
        self._boot = boot
        self._protocol = protocol
        self._keeps = keeps
        self._start()

    def _start(self) -> None:
        self.oldest = 0
        self.next_number = 0
        self.lost = 0
        self.muted = 0
        self.levels = 0
        self._unsent = 0
        self._counter = tjwire.FIRST_COUNTER + 1
        self._kept: dict[int, tuple[int, int, bool]] = {}  # stamp, word, whether of an analogue pad
        self._decoder = tjwire.Decoder()
        self._answers: list[tjwire.Line] = [self._hello()]
        self._beat_us = 0

    @property
    def boot_id(self) -> str:
        """64 bits in 16 digits, another for each boot."""
        return f"{self._boot:016x}"

    def reboot(self) -> None:
        """Its power was cut: what was not acknowledged is gone."""
        self._boot += 1
        self._start()

    def edge(self, device_us: int, levels: int, *, missed: int = 0) -> None:
        """The levels changed; ``missed`` edges before this one were lost by the sampler."""
        self._counter = (self._counter - 1 - missed) & 0xFFFF
        self.lost += missed
        self.levels = levels
        if self.next_number - self.oldest == self._keeps:
            self.lost += 1
            return
        self._kept[self.next_number] = (device_us, levels << 16 | self._counter, False)
        self.next_number += 1

    def force(self, device_us: int, line: int, hands: int, value: int = 40_000) -> None:
        """So many hands lie on an analogue pad now; with 0 it was let go."""
        self._kept[self.next_number] = (device_us, line << 24 | hands << 16 | value, True)
        self.next_number += 1

    def hear(self, data: bytes, *, now_us: int) -> None:
        """The host wrote this."""
        for line in self._decoder.feed(data):
            match line:
                case tjwire.Hi():
                    self._answers += [self._hello(), tjwire.Did(line.n, "hi")]
                    self._unsent = self.oldest
                case tjwire.Ping():
                    self._answers.append(tjwire.Pong(line.n, now_us, now_us))
                case tjwire.Ack():
                    self._answers.append(self._acknowledged(line.n, line.number))
                case tjwire.Resend():
                    if self.oldest <= line.number <= self.next_number:
                        self._unsent = min(self._unsent, line.number)
                        self._answers.append(tjwire.Did(line.n, "resend"))
                    else:
                        self._answers.append(tjwire.Cannot(line.n, "not_kept"))
                case tjwire.Unmute() if self.faults:
                    self._answers.append(tjwire.Cannot(line.n, self.faults))
                case tjwire.Light() | tjwire.Tone() | tjwire.Set() | tjwire.Unmute() | tjwire.Bye():
                    self._answers.append(tjwire.Did(line.n, line.KIND))

    def say(self, *, now_us: int) -> bytes:
        """What it writes now: answers, a beat when one is due, and edges that were not sent yet."""
        lines, self._answers = self._answers, []
        if now_us >= self._beat_us:
            self._beat_us = now_us + _BEAT_US
            lines.append(tjwire.Beat(self.next_number, now_us, self.levels, self.lost, self.muted, 150_000))
        while self._unsent < self.next_number:
            lines.append(self._edges())
        return b"".join(map(tjwire.encode, lines))

    def _edges(self) -> tjwire.Line:
        first = self._unsent
        high, force = self._kept[first][0] >> 32, self._kept[first][2]
        block = []
        while self._unsent < min(self.next_number, first + tjwire.EDGES_MAX):
            stamp_us, word, of_force = self._kept[self._unsent]
            if (stamp_us >> 32, of_force) != (high, force):
                break
            block.append((stamp_us & 0xFFFF_FFFF, word))
            self._unsent += 1
        kind = tjwire.Force if force else tjwire.Edges
        return kind(first, high, tuple(low for low, _ in block), tuple(word for _, word in block))

    def _hello(self) -> tjwire.Line:
        return tjwire.Hello(
            self._protocol, "0.1.0", "fake", self.chip_id, self.boot_id, _LINES, self.oldest, self.next_number
        )

    def _acknowledged(self, n: int, number: int) -> tjwire.Line:
        if number > self.next_number:
            return tjwire.Cannot(n, "beyond")
        for each in range(self.oldest, number):
            del self._kept[each]
        self.oldest = max(self.oldest, number)
        self._unsent = max(self._unsent, self.oldest)
        return tjwire.Did(n, "ack")
