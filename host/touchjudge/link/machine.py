"""The link to one board as a state machine without I/O: feed it bytes and time, hand on what it heard, say what is due.

In: bytes with the host_ns at which they were read; the passing of time. Out: :data:`LinkEvent` values in order, and
bytes to write. Ref: the wire protocol, version 1; every limit is in :class:`LinkLimits`.
"""

from collections.abc import Callable, Mapping

import tjwire
from touchjudge.link.events import (
    Answered,
    BeatRead,
    EdgesRead,
    FellSilent,
    Greeted,
    HeardAgain,
    LinkEvent,
    PadsWrong,
    Timed,
    WrongVersion,
)
from touchjudge.link.foreign import ForeignText
from touchjudge.link.limits import LinkLimits
from touchjudge.link.order import InOrder, Sample, samples_of
from touchjudge.link.pads import PadHealth
from touchjudge.link.saying import Saying, written
from touchjudge.link.versions import say_version
from touchjudge.ports import Board
from touchjudge.timing.clock_map import ClockMap, Exchange


class BoardLink:
    r"""The host's end of the wire to one board, over any number of openings of its port.

    Attributes:
        board: the boot heard last; None before the first hello.
        clock: the clock map of that boot.
        heard: lines of the wire with a right CRC.
        gaps_asked: how often missing edges were asked for.

    Example:
        >>> link = BoardLink(chance=lambda: 0.5)
        >>> link.opened(host_ns=0)
        >>> link.say(host_ns=0)
        b'!hi 1*5c8ad4c7\n'
    """

    def __init__(
        self,
        *,
        chance: Callable[[], float],
        have: Mapping[Board, int] | None = None,
        limits: LinkLimits | None = None,
    ) -> None:
        """Nothing is opened yet.

        Args:
            chance: an even draw from 0 to 1, such as ``random.Random(…).random``: the phase of the pings.
            have: for each boot in the journal the number of the first edge that is not in it.
            limits: where they differ from the usual.
        """
        self.board: Board | None = None
        self.clock = ClockMap()
        self.heard = 0
        self.gaps_asked = 0
        self._limits = limits or LinkLimits()
        self._chance = chance
        self._have = dict(have or {})
        self._decoder = tjwire.Decoder()
        self._foreign = ForeignText()
        self._order = InOrder(0, self._limits.window)
        self._saying = Saying(self._limits.lines_a_second)
        self._pads = PadHealth(self._limits.pads_ns)
        self._is_open = False
        self._greeted = False
        self._alive: bool | None = None
        self._heard_ns = 0
        self._hi_due_ns: int | None = None
        self._said_hi = False
        self._ping_due_ns = 0
        self._pings: dict[int, int] = {}
        self._commands: dict[int, str] = {}
        self._gap_due_ns: int | None = None
        self._gap_asked_ns = -self._limits.gap_ns
        self._resend_n = -1
        self._acknowledged = 0
        self._acked = 0
        self._ack_n = -1
        self._ack_said_ns = 0
        self._lost = 0
        self._muted = 0
        self._prompt_told = ""

    # What the driver tells

    def start_from(self, board: Board, next_number: int) -> None:
        """The journal has all edges of this boot below ``next_number``; said before the port is opened."""
        self._have[board] = next_number

    def opened(self, host_ns: int) -> None:
        """The port was opened (again): say hi; what was half heard is dropped."""
        self._decoder.reopened()
        self._foreign = ForeignText()
        self._saying.forget()
        self._pads.opened()
        self._is_open = True
        self._greeted = False
        self._said_hi = False
        self._alive = None
        self._heard_ns = host_ns
        self._hi_due_ns = host_ns
        self._pings.clear()
        self._commands.clear()
        self._ack_n = -1
        self._prompt_told = ""

    def closed(self) -> None:
        """The port is closed or gone; what is known of the board stays."""
        self._is_open = False
        self._hi_due_ns = None

    def feed(self, data: bytes, host_ns: int) -> list[LinkEvent]:
        """What these bytes, read at ``host_ns``, say."""
        events: list[LinkEvent] = []
        for line in self._decoder.feed(data):
            # A prompt that comes again after other text is a new one.
            self._prompt_told = ""
            if isinstance(line, tjwire.Noise):
                foreign = self._foreign.line(line.text)
                if foreign is not None:
                    events.append(foreign)
                continue
            if line.SENDER == tjwire.HOST:
                continue  # a REPL that echoes what it is told is no board that answers
            self.heard += 1
            self._heard_ns = host_ns
            if not self._alive:
                self._alive = True
                events.append(HeardAgain())
            events += self._hear(line, host_ns)
        return events

    def tick(self, host_ns: int) -> list[LinkEvent]:
        """What the passing of time alone says: silence, and a prompt that waits."""
        events: list[LinkEvent] = []
        prompt = self._decoder.pending_text
        if prompt != self._prompt_told:
            self._prompt_told = prompt
            foreign = self._foreign.unfinished(prompt)
            if foreign is not None:
                events.append(foreign)
        if self._is_open and self._alive is not False and host_ns - self._heard_ns >= self._limits.silent_ns:
            self._alive = False
            events.append(FellSilent(self._heard_ns))
        return events

    def not_taken(self, edges: EdgesRead, host_ns: int) -> None:
        """There was no room for these edges: they count as not heard and are asked for again.

        Those that were handed on after them must not have been taken either.
        """
        if edges.board == self.board:
            self._order.back_to(edges.before)
            self._gap_due_ns = max(host_ns, self._gap_asked_ns) + self._limits.gap_ns

    def acknowledge(self, board: Board, below: int) -> None:
        """All edges of this boot below this number are in the journal; the board is told soon."""
        if self._have.get(board, 0) < below:
            self._have[board] = below
        if board == self.board:
            self._acknowledged = max(self._acknowledged, below)

    def command(self, make: Callable[[int], tjwire.Line]) -> int | None:
        """Say a command when there is room; its number, or None when too many wait.

        Args:
            make: the line of a number, such as ``lambda n: tjwire.Light(n, 3, "on")``.
        """
        n = self._saying.number()
        line = make(n)
        if not self._saying.queue(line):
            return None
        self._commands[n] = line.KIND
        if len(self._commands) > 4 * self._limits.unanswered:
            del self._commands[next(iter(self._commands))]
        return n

    def watch_pads(self, host_ns: int) -> None:
        """The board has analogue pads: it is asked now and then what is wrong with them, until the port is closed."""
        self._pads.watch(host_ns)

    # What there is to say

    def say(self, host_ns: int) -> bytes:
        """What is due now, to be written at once; it counts as said."""
        lines: list[tjwire.Line] = []
        while self._is_open and self._saying.room_ns(host_ns) <= host_ns:
            line = self._due_line(host_ns)
            if line is None:
                break
            self._saying.said(host_ns)
            lines.append(line)
        return written(lines)

    def last_words(self) -> bytes:
        """The acknowledgement that is still being gathered, before the port is closed for good."""
        if not self._greeted or self._acknowledged <= self._acked:
            return b""
        self._acked = self._acknowledged
        return written([tjwire.Ack(self._saying.number(), self._acknowledged)])

    @property
    def greeted(self) -> bool:
        """Whether the board has said hello since the port was opened."""
        return self._greeted

    @property
    def heard_ns(self) -> int:
        """When the last valid line was heard, or the port was opened."""
        return self._heard_ns

    def next_due_ns(self, host_ns: int) -> int:
        """When :meth:`say` or :meth:`tick` will have something, if nothing comes before."""
        later_ns = host_ns + self._limits.silent_ns
        if not self._is_open:
            return later_ns
        said: list[int | None] = [self._hi_due_ns]
        if self._greeted:
            said += [self._ping_due_ns, self._gap_due_ns, self._ack_due(), self._saying.queued_due_ns(host_ns)]
            said.append(self._pads.due_ns)
        say_ns = max(min((each for each in said if each is not None), default=later_ns), self._saying.room_ns(host_ns))
        return say_ns if self._alive is False else min(say_ns, self._heard_ns + self._limits.silent_ns)

    @property
    def figures(self) -> dict[str, int | str]:
        """For the screens: what came, what was rejected, what was missing."""
        return {
            "lines_heard": self.heard,
            "lines_rejected": self._decoder.rejected,
            "rejected_text": self._decoder.rejected_text,
            "edges_repeated": self._order.repeats,
            "gaps_asked": self.gaps_asked,
            "edges_lost": self._lost,
            "muted_lines": self._muted,
            "next_number": self._order.next_number,
            "acknowledged": self._acknowledged,
        }

    def _due_line(self, host_ns: int) -> tjwire.Line | None:
        """The most urgent line: hi, a gap, a ping, an acknowledgement, then commands in order."""
        if self._hi_due_ns is not None and self._hi_due_ns <= host_ns:
            self._hi_due_ns = host_ns + self._limits.hi_ns
            self._said_hi = True
            return tjwire.Hi(self._saying.number())
        if not self._greeted:
            return None
        if self._gap_due_ns is not None and self._gap_due_ns <= host_ns:
            self._gap_asked_ns = host_ns
            self._gap_due_ns = host_ns + self._limits.gap_ns
            self._resend_n = self._saying.number()
            self.gaps_asked += 1
            return tjwire.Resend(self._resend_n, self._order.next_number)
        if self._ping_due_ns <= host_ns:
            return self._ping(host_ns)
        ack_due_ns = self._ack_due()
        if ack_due_ns is not None and ack_due_ns <= host_ns:
            self._acked = self._acknowledged
            self._ack_said_ns = host_ns
            self._ack_n = self._saying.number()
            return tjwire.Ack(self._ack_n, self._acknowledged)
        if self._pads.due_ns is not None and self._pads.due_ns <= host_ns:
            return self._pads.ask(self._saying.number(), host_ns)
        return self._saying.queued(host_ns)

    def _ack_due(self) -> int | None:
        waits = self._acknowledged - self._acked
        if waits >= self._limits.ack_at_once:
            return self._ack_said_ns
        if waits > 0:
            return self._ack_said_ns + self._limits.ack_ns
        return self._ack_said_ns + self._limits.ack_again_ns if self._ack_n >= 0 else None

    def _ping(self, host_ns: int) -> tjwire.Line:
        least, most = self._limits.ping_least_ns, self._limits.ping_most_ns
        self._ping_due_ns = host_ns + least + int((most - least) * self._chance())
        n = self._saying.number()
        self._pings[n] = host_ns
        if len(self._pings) > self._limits.unanswered:
            del self._pings[next(iter(self._pings))]
        return tjwire.Ping(n)

    # What was heard

    def _hear(self, line: tjwire.Line, host_ns: int) -> list[LinkEvent]:
        if isinstance(line, tjwire.Hello):
            return self._hear_hello(line, host_ns)
        board = self.board
        if board is None or not self._greeted:
            # Edges of a boot that has not said who it is cannot be told from those of another.
            return []
        if isinstance(line, (tjwire.Edges, tjwire.Force)):
            if isinstance(line, tjwire.Force):
                self._pads.watch(host_ns)
            return self._hear_edges(board, line.number, samples_of(line), host_ns)
        if isinstance(line, tjwire.Beat):
            return self._hear_beat(board, line, host_ns)
        if isinstance(line, tjwire.Pong):
            sent_ns = self._pings.pop(line.n, None)
            if sent_ns is None:
                return []
            exchange = Exchange(sent_ns, line.read_us, line.written_us, host_ns)
            self.clock = self.clock.take(exchange)
            return [Timed(board, exchange)]
        if isinstance(line, (tjwire.Did, tjwire.Cannot)):
            return self._hear_answer(board, line.n, isinstance(line, tjwire.Did), line.reason, host_ns)
        return []

    def _hear_hello(self, line: tjwire.Hello, host_ns: int) -> list[LinkEvent]:
        # A hello of its own accord does not say that what was sent before the port was opened comes again.
        if self._said_hi:
            self._hi_due_ns = None
        if line.protocol != tjwire.PROTOCOL:
            self._greeted = False
            return [WrongVersion(line.protocol, line.firmware, line.chip_id, say_version(line))]
        board = Board(line.chip_id, line.boot_id)
        new_boot = board != self.board
        if new_boot:
            self.board = board
            self.clock = ClockMap()
            self._order = InOrder(self._have.get(board, line.oldest), self._limits.window)
            self._acknowledged = self._acked = self._have.get(board, 0)
            self._lost = self._muted = 0
            self._pings.clear()
        self._gap_due_ns = None
        missed = self._order.skip_to(line.oldest)
        self._order.know_of(line.next_number)
        # What the journal has and the board still keeps was never acknowledged, or the acknowledgement was lost.
        self._acked = min(self._acked, line.oldest)
        if not self._greeted or new_boot:
            self._ping_due_ns = host_ns
        self._greeted = True
        self._watch_gap(host_ns, at_once=False)
        return [Greeted(board, line.firmware, line.board, line.lines, new_boot, missed)]

    def _hear_edges(self, board: Board, number: int, samples: list[Sample], host_ns: int) -> list[LinkEvent]:
        before = self._order.mark
        edges = self._order.take(number, samples)
        if edges:
            self._gap_due_ns = None
        self._watch_gap(host_ns, at_once=self._order.overtaken)
        return [EdgesRead(board, edges, before)] if edges else []

    def _hear_beat(self, board: Board, line: tjwire.Beat, host_ns: int) -> list[LinkEvent]:
        self._order.know_of(line.next_number)
        self._watch_gap(host_ns, at_once=False)
        newly_lost = max(0, line.lost - self._lost)
        newly_muted, unmuted = line.muted & ~self._muted, self._muted & ~line.muted
        self._lost, self._muted = line.lost, line.muted
        return [
            BeatRead(
                board,
                line.device_us,
                self._order.with_force(line.levels),
                line.next_number,
                line.lost,
                newly_lost,
                line.muted,
                newly_muted,
                unmuted,
                line.free_bytes,
            )
        ]

    def _hear_answer(self, board: Board, n: int, done: bool, reason: str, host_ns: int) -> list[LinkEvent]:
        if n == self._ack_n:
            self._ack_n = -1
            return []
        if n == self._resend_n and not done:
            # It no longer keeps what is missing: its hello says what the oldest is.
            self._hi_due_ns = self._hi_due_ns or host_ns
            return []
        if self._pads.is_answered_by(n):
            faults = self._pads.answered(done, reason)
            return [] if faults is None else [PadsWrong(board, faults)]
        command = self._commands.pop(n, None)
        return [] if command is None else [Answered(n, command, done, reason)]

    def _watch_gap(self, host_ns: int, *, at_once: bool) -> None:
        """A gap that an overtaking edge proves is asked for at once; one that was only announced may be on its way."""
        if not self._order.gap:
            self._gap_due_ns = None
        elif at_once:
            self._gap_due_ns = max(host_ns, self._gap_asked_ns + self._limits.gap_ns)
        elif self._gap_due_ns is None:
            self._gap_due_ns = host_ns + self._limits.gap_ns
