"""The loop: takes what was sampled, hears the host, says what there is to say, sleeps when there is nothing.

Each turn does a bounded amount of work and nothing in it waits: with no host, with one that does not read or with a
closed port sampling goes on. Every command gets one answer: a pong for a ping, ``did`` or ``cannot`` for the others.
"""

import tjwire
from pads import VERSION
from pads.outbox import Outbox
from pads.pinout import ALL_LINES
from pads.sender import Sender

BEAT_MS = 250
_EDGES_A_TURN = 256
_BYTES_A_TURN = 512
_BLOCKS_A_TURN = 16
_ANSWERS_MAX = 32
_FAREWELL_MS = 200
_MARK = 0x21

TYPE_CHECKING = False  # MicroPython has no typing and does not read annotations
if TYPE_CHECKING:
    from pads.board import Board
    from pads.capture import Capture
    from pads.force_pads import ForcePads
    from pads.lights import Lights
    from pads.settings import Settings


def configure(settings: "Settings", capture: "Capture", force: "ForcePads") -> None:
    """Puts settings in force."""
    capture.configure(settings.invert, settings.enable & ALL_LINES)
    force.configure(settings.force_on, settings.force_off, settings.enable)


class Loop:
    """One board's evening, from power-up to ``bye``."""

    def __init__(
        self,
        board: "Board",
        capture: "Capture",
        force: "ForcePads",
        outbox: Outbox,
        lights: "Lights",
        settings: "Settings",
    ) -> None:
        self._board = board
        self._capture = capture
        self._force = force
        self._outbox = outbox
        self._lights = lights
        self._settings = settings
        self._decoder = tjwire.Decoder()
        self._sender = Sender(board.write, board.can_write)
        self._answers: "list[tjwire.Line]" = []
        self._marked_us = 0
        self._greets = True
        self._beats = False
        self._since_beat_ms = 0
        self._leaving_ms = -1

    def run(self) -> None:
        """Turns until the host says bye."""
        while self._leaving_ms:
            if not self.turn():
                self._board.wait_ms(1)

    def turn(self) -> bool:
        """One turn; False when there was nothing to do."""
        passed_ms = self._pass_time()
        self._board.clock.now_us()
        busy = self._capture.play()
        busy = self._force.collect(self._capture, self._outbox, self._board.clock, _EDGES_A_TURN) or busy
        # Before the host is heard: a slap that was just taken is on its way half a turn sooner.
        busy = (self._has_to_say() and self._sender.speak(self._next_line, _BLOCKS_A_TURN)) or busy
        busy = self._listen() or busy
        self._lights.turn(passed_ms)
        return busy

    def _pass_time(self) -> int:
        passed_ms = self._board.passed_ms()
        self._since_beat_ms += passed_ms
        if self._since_beat_ms >= BEAT_MS:
            # A late turn does not make the beats after it come sooner.
            self._since_beat_ms = self._since_beat_ms % BEAT_MS
            self._beats = True
        if self._leaving_ms > 0:
            said = not self._answers and not self._sender.waiting
            self._leaving_ms = 0 if said else max(0, self._leaving_ms - passed_ms)
        return passed_ms

    def _listen(self) -> bool:
        """Reads what has come, up to a bound, and throws away what it does not understand."""
        for count in range(_BYTES_A_TURN):
            byte = self._board.read_byte()
            if byte < 0:
                return count > 0
            if byte == _MARK:
                self._marked_us = self._board.clock.now_us()
            line = self._decoder.push(byte)
            if line is not None and not isinstance(line, tjwire.Noise):
                self._lights.heard()
                self._obey(line)
        return True

    def _obey(self, line: tjwire.Line) -> None:
        if isinstance(line, tjwire.Ping):
            # written_us is filled in when the pong is written.
            self._answer(tjwire.Pong(line.n, self._marked_us, 0))
        elif isinstance(line, tjwire.Unknown):
            self._refuse_unknown(line)
        elif isinstance(line, tjwire.Command):
            n = line.n
            reason = self._do(line)
            self._answer(tjwire.Cannot(n, reason) if reason else tjwire.Did(n, line.KIND))

    def _refuse_unknown(self, line: tjwire.Unknown) -> None:
        try:
            n = tjwire.Ping.FIELDS[0].read(line.fields[0])
        except (IndexError, ValueError):
            return
        if isinstance(n, int):
            self._answer(tjwire.Cannot(n, "unknown"))

    def _do(self, line: tjwire.Line) -> "str | None":
        """Does a command; None, or the word that says why not."""
        if isinstance(line, tjwire.Ack):
            return None if self._outbox.acknowledge(line.number) else "beyond"
        if isinstance(line, tjwire.Resend):
            return None if self._outbox.rewind(line.number) else "not_kept"
        if isinstance(line, tjwire.Hi):
            self._greets = True
            self._outbox.rewind(self._outbox.oldest)
            self._capture.begin()
            self._force.begin()
        elif isinstance(line, tjwire.Light):
            return None if self._lights.light(line.seat, line.pattern) else "seat"
        elif isinstance(line, tjwire.Tone):
            self._lights.tone(line.hz, line.ms)
        elif isinstance(line, tjwire.Set):
            return self._set(line)
        elif isinstance(line, tjwire.Unmute):
            self._capture.unmute(line.lines)
            self._force.unmute(line.lines)
            # Asked for no line it only says what is wrong with the analogue pads, which come back by themselves.
            return self._force.faults(line.lines or ALL_LINES) or None
        elif isinstance(line, tjwire.Bye):
            self._capture.stop()
            self._force.stop()
            self._leaving_ms = _FAREWELL_MS
        return None

    def _set(self, line: tjwire.Set) -> "str | None":
        reason = self._settings.set(line.name, line.value)
        if reason is None:
            configure(self._settings, self._capture, self._force)
        return reason

    def _answer(self, line: tjwire.Line) -> None:
        """Keeps an answer until it can be said; to a host that asks without reading the newest are not said."""
        if len(self._answers) < _ANSWERS_MAX:
            self._answers.append(line)

    def _has_to_say(self) -> bool:
        if self._sender.waiting or self._greets or self._answers or self._beats:
            return True
        return self._outbox.unsent != self._outbox.next_number

    def _next_line(self) -> "bytes | None":
        """What is most urgent to say: hello, answers, a beat, edges."""
        if self._greets:
            self._greets = False
            return tjwire.encode(self._hello())
        if self._answers:
            line = self._answers.pop(0)
            if isinstance(line, tjwire.Pong):
                return tjwire.pong_line(line.n, line.read_us, self._board.clock.now_us())
            if isinstance(line, tjwire.Did):
                return tjwire.did_line(line.n, line.reason)
            return tjwire.encode(line)
        if self._beats:
            self._beats = False
            return self._beat()
        return self._outbox.next_line()

    def _hello(self) -> tjwire.Line:
        board = self._board
        outbox = self._outbox
        return tjwire.Hello(
            tjwire.PROTOCOL,
            VERSION,
            board.name,
            board.chip_id,
            board.boot_id,
            ALL_LINES,
            outbox.oldest,
            outbox.next_number,
        )

    def _beat(self) -> bytes:
        return tjwire.beat_line(
            self._outbox.next_number,
            self._board.clock.now_us(),
            self._capture.levels_now(),
            self._capture.lost + self._outbox.lost + self._force.lost,
            self._capture.muted | self._force.muted,
            self._board.free_bytes(),
        )
