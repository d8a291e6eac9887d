"""The edge source for one Pico: a thread that keeps its port open, drives the link, and hands on what it hears.

In: the bytes of a port. Out: arrivals in the table's inbox, and acknowledgements on the wire. An edge for which the
inbox has no room counts as not heard, so the board is asked for it again and nothing is kept here without bound.
"""

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import assert_never

import tjwire
from touchjudge.adapters.pico_link.claims import ChipClaims
from touchjudge.adapters.pico_link.port import Port, PortError, PortFound, find_picos, missing, open_serial
from touchjudge.adapters.pico_link.report import LinkReport
from touchjudge.adapters.pico_link.settings import LinkSettings
from touchjudge.adapters.pico_link.wiring import settings_told
from touchjudge.errors import LinkError
from touchjudge.link.events import (
    Answered,
    BeatRead,
    EdgesRead,
    FellSilent,
    Foreign,
    Greeted,
    HeardAgain,
    LinkEvent,
    PadsWrong,
    Timed,
    WrongVersion,
)
from touchjudge.link.limits import LinkLimits
from touchjudge.link.machine import BoardLink
from touchjudge.ports import Board, BoardBeat, Clock, EdgesArrived, Inbox, PadsFaulty
from touchjudge.timing.force import ForcePads
from touchjudge.words.sentences import told

LEAVE_RAW_REPL = b"\r\x02"
START_PROGRAM = b"\r\x04"


class _Leave(Exception):
    """This port is of no use now: close it and look for another."""


class PicoLink:
    """The port :class:`touchjudge.ports.EdgeSource` for one Pico over USB.

    Args:
        clock: the host's clock; every limit is measured on it.
        port: path of its port; None finds it by USB id.
        chip_id: only this board is taken; None takes the first that says hello, and keeps to it.
        have: for each boot in the journal the number of the first edge that is not in it.
        chance: an even draw from 0 to 1 for the phase of the pings.
        open_port, find_ports: how ports are opened and found; others for ports that are not on USB.
        limits, settings: where they differ from the usual.
        claims: shared by all links of a table with several boards.
        invert: chip id → mask of the lines that are pressed when low, which the board is told whenever its port is
            opened or it starts anew; None leaves it what it keeps.
        force: chip id → its analogue pads, told likewise.
        source: what the link is called; default the port, or ``pico``.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        port: str | None = None,
        chip_id: str | None = None,
        have: Mapping[Board, int] | None = None,
        chance: Callable[[], float] | None = None,
        open_port: Callable[[str], Port] = open_serial,
        find_ports: Callable[[], Sequence[PortFound]] = find_picos,
        limits: LinkLimits | None = None,
        settings: LinkSettings | None = None,
        claims: ChipClaims | None = None,
        invert: Callable[[str], int | None] = lambda _chip_id: None,
        force: Callable[[str], ForcePads | None] = lambda _chip_id: None,
        source: str | None = None,
    ) -> None:
        self._clock = clock
        self._port = port
        self._open_port = open_port
        self._find_ports = find_ports
        self._settings = settings or LinkSettings()
        self._claims = claims or ChipClaims()
        self._invert = invert
        self._force = force
        self._source = source or port or "pico"
        self._wanted = chip_id
        self._known = chip_id
        self._left_ns: int | None = None
        self._link = BoardLink(chance=chance or random.SystemRandom().random, have=have, limits=limits)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._report = LinkReport(self._source)
        self._held: list[EdgesRead] = []
        self._greeted_ns: int | None = None
        self._strangers: dict[str, int] = {}
        self._rescues = 0
        self._rescued_ns = 0
        self._rescue: bytes | None = None

    # The port EdgeSource

    def start(self, inbox: Inbox) -> None:
        """Begin; from now on arrivals come by themselves, whatever happens to the port.

        Raises:
            LinkError: a port was named and does not exist, may not be opened, or is held by another program.
        """
        if self._thread is not None:
            raise LinkError(f"The link {self._source} was started already: make another one.")
        opened = None if self._port is None else (self._port, self._open(self._port))
        self._thread = threading.Thread(
            target=self._run, args=(inbox, opened), name=f"link {self._source}", daemon=True
        )
        self._thread.start()

    def acknowledge(self, board: Board, below: int) -> None:
        """All edges of this boot below this number are in the journal; also before the start, for what is in it."""
        with self._lock:
            self._link.acknowledge(board, below)

    def stop(self) -> None:
        """Say the last acknowledgement, close the port, end the thread; within two seconds."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    # Lights and sounds of the board

    def light(self, seat: int, pattern: str) -> bool:
        """Set the light of a seat (counted from 1) to off, on, blink or pulse; False when too much waits."""
        return self._command(lambda n: tjwire.Light(n, seat, pattern))

    def tone(self, hz: int, ms: int) -> bool:
        """Sound the buzzer; False when too much waits."""
        return self._command(lambda n: tjwire.Tone(n, hz, ms))

    def unmute(self, lines: int) -> bool:
        """Listen again to lines (a mask) that flooded; False when too much waits."""
        return self._command(lambda n: tjwire.Unmute(n, lines))

    def _command(self, make: Callable[[int], tjwire.Line]) -> bool:
        with self._lock:
            return self._link.command(make) is not None

    # The thread

    def _run(self, inbox: Inbox, opened: tuple[str, Port] | None) -> None:
        while not self._stopping.is_set():
            if opened is None:
                opened = self._search(inbox)
                if opened is None:
                    return
            path, port = opened
            opened = None
            try:
                self._converse(inbox, path, port)
            except PortError as error:
                self._report.say("refused" if error.problem == "busy" else "disconnected", told(error))
            except LinkError as error:
                self._report.say("disconnected", told(error))
            except _Leave:
                pass
            finally:
                port.close()
                self._hang_up(inbox)

    def _search(self, inbox: Inbox) -> tuple[str, Port] | None:
        """Try all candidates, with growing pauses; None when the link is stopped."""
        pause_ns = self._settings.retry_least_ns
        while not self._stopping.is_set():
            refusal: LinkError | None = None
            for path in self._candidates():
                try:
                    return path, self._open(path)
                except LinkError as error:
                    refusal = error
            self._report.no_port(refusal, heard_before=self._left_ns is not None)
            self._report.publish(inbox, self._clock.host_ns(), self._link)
            self._pause(pause_ns)
            pause_ns = min(2 * pause_ns, self._settings.retry_most_ns)
        return None

    def _candidates(self) -> list[str]:
        """Ports worth trying, the most likely first; one on which a stranger answered waits its turn."""
        now_ns = self._clock.host_ns()
        found = sorted(self._find_ports(), key=lambda each: not self._is_known(each))
        if self._wanted is not None:
            # The others belong to the table's other links; only a port that does not say whose it is may be this one.
            found = [each for each in found if self._is_known(each) or not each.serial_number]
        if self._port is not None:
            found = [each for each in found if self._is_known(each)]
        paths = [each.path for each in found]
        if self._port is not None and Path(self._port).exists() and self._port not in paths:
            paths.append(self._port)
        return [path for path in paths if self._strangers.get(path, now_ns) <= now_ns]

    def _is_known(self, found: PortFound) -> bool:
        return self._known is not None and (found.serial_number or "").lower() == self._known.lower()

    def _open(self, path: str) -> Port:
        if self._open_port is open_serial and not Path(path).exists():
            raise missing(path, self._find_ports())
        return self._open_port(path)

    def _converse(self, inbox: Inbox, path: str, port: Port) -> None:
        """Drive the link over an open port until it is of no more use."""
        opened_ns = self._clock.host_ns()
        self._rescue = None
        self._rescued_ns = opened_ns
        with self._lock:
            self._link.opened(opened_ns)
        self._report.opened(path)
        while True:
            data = port.read()
            now_ns = self._clock.host_ns()
            with self._lock:
                events = self._link.feed(data, now_ns) if data else []
                events += self._link.tick(now_ns)
            for event in events:
                self._take(event, inbox, path, now_ns)
            self._hand_on(inbox, now_ns)
            self._report.publish(inbox, now_ns, self._link)
            with self._lock:
                said = self._link.say(self._clock.host_ns())
                if self._stopping.is_set():
                    said += self._link.last_words()
            if said:
                port.write(said)
            if self._stopping.is_set():
                return
            self._mend(port, now_ns)

    def _hang_up(self, inbox: Inbox) -> None:
        with self._lock:
            self._link.closed()
        now_ns = self._clock.host_ns()
        self._greeted_ns = None
        self._hand_on(inbox, now_ns)
        self._claims.release(self._source)
        if self._known is not None and self._left_ns is None:
            self._left_ns = now_ns
        self._report.publish(inbox, now_ns, self._link)

    def _pause(self, pause_ns: int) -> None:
        until_ns = self._clock.host_ns() + pause_ns
        while self._clock.host_ns() < until_ns and not self._stopping.wait(0.02):
            pass

    # What was heard

    def _take(self, event: LinkEvent, inbox: Inbox, path: str, now_ns: int) -> None:
        match event:
            case Greeted():
                self._greet(event, path, now_ns)
            case EdgesRead():
                self._held.append(event)
            case BeatRead():
                self._rescue = None
                self._report.beat(event)
                if not self._held:
                    # A beat that finds no room is only missed; another comes.
                    inbox.put(BoardBeat(event.board, event.device_us, event.levels, event.next_number, event.lost))
            case Timed():
                self._report.timed(event)
            case WrongVersion():
                self._report.say("refused", event.say)
            case Foreign():
                self._hear_foreign(event)
            case FellSilent():
                self._report.silent()
            case HeardAgain():
                self._rescue = None
                self._report.heard_again()
            case Answered():
                self._report.answered(event)
            case PadsWrong():
                inbox.put(PadsFaulty(event.board, event.faults))
            case _:
                assert_never(event)

    def _greet(self, event: Greeted, path: str, now_ns: int) -> None:
        chip_id = event.board.chip_id
        if self._known is not None and chip_id.lower() != self._known.lower() and not self._may_swap(now_ns):
            self._strangers[path] = now_ns + self._settings.swap_ns
            self._report.say(
                "waiting", f"The board on {path} is {chip_id}, not {self._known}: waiting for the right one."
            )
            raise _Leave
        self._known = chip_id
        self._left_ns = None
        self._rescues = 0
        self._claims.claim(self._source, chip_id)
        if event.new_boot or self._greeted_ns is None:
            self._greeted_ns = now_ns
            self._set_up(chip_id, now_ns)
        self._report.greeted(event)

    def _set_up(self, chip_id: str, now_ns: int) -> None:
        """Tell the board how it is wired."""
        pads = self._force(chip_id)
        for name, value in settings_told(self._invert(chip_id), pads):
            self._command(partial(tjwire.Set, name=name, value=value))
        if pads is not None and pads.lines:
            with self._lock:
                self._link.watch_pads(now_ns)

    def _may_swap(self, now_ns: int) -> bool:
        """Whether a board that is not the one before may take its place: it was replaced, not only pulled."""
        return self._wanted is None and self._left_ns is not None and now_ns - self._left_ns >= self._settings.swap_ns

    def _hand_on(self, inbox: Inbox, now_ns: int) -> None:
        """Put the edges that are held into the inbox, if they may go."""
        board = self._link.board
        if board is not None:
            self._report.clash(board.chip_id, self._claims.others(self._source, board.chip_id))
        if not self._held or self._report.clashes:
            return
        current = self._link.clock.at_host(now_ns)
        young = self._greeted_ns is not None and now_ns - self._greeted_ns < self._settings.clock_wait_ns
        if current is None and young:
            # A new boot's edges are placed on the time line when they arrive: better with its clock known.
            return
        while self._held:
            first = self._held[0]
            together = [each for each in self._held if each.board == first.board]
            offset = current if first.board == board else None
            arrived = EdgesArrived(
                first.board,
                tuple(edge for each in together for edge in each.edges),
                now_ns,
                None if offset is None else offset.offset_us,
                None if offset is None else offset.bound_us,
            )
            if not inbox.put(arrived):
                with self._lock:
                    self._link.not_taken(first, now_ns)
                self._held.clear()
                return
            self._held = [each for each in self._held if each.board != first.board]

    def _hear_foreign(self, event: Foreign) -> None:
        match event.kind:
            case "raw_repl":
                self._rescue = LEAVE_RAW_REPL
            case "repl":
                self._rescue = START_PROGRAM
            case "kept_out":
                # Someone held OK at power-up to have the prompt for themselves.
                self._rescue = None
                self._rescues = self._settings.rescues
            case "traceback" | "text":
                pass
            case _:
                assert_never(event.kind)
        self._report.foreign(event, may_start=self._rescues < self._settings.rescues)

    def _mend(self, port: Port, now_ns: int) -> None:
        """Bring back a board that stands at its prompt; give up a port on which nothing is heard."""
        silent_ns = now_ns - self._link.heard_ns
        if silent_ns >= self._settings.reopen_ns:
            raise _Leave
        due = now_ns - self._rescued_ns >= self._settings.rescue_ns
        if self._rescue is None and silent_ns >= self._settings.rescue_ns and due and not self._link.greeted:
            # A raw REPL echoes nothing: only this makes it speak.
            self._rescued_ns = now_ns
            port.write(LEAVE_RAW_REPL)
        elif self._rescue is not None and self._rescues < self._settings.rescues:
            self._rescues += 1
            self._rescued_ns = now_ns
            rescue, self._rescue = self._rescue, None
            port.write(rescue)
