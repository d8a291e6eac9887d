"""Asks for one place after the other, listens to all lines meanwhile, and keeps the time.

One thread: arrivals are taken from the table's inbox as a running table takes them, and what is typed comes the same
way. Every limit is measured on the table's clock.
"""

import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TextIO

from touchjudge.cli.tables import TableParts
from touchjudge.errors import LinkError
from touchjudge.ports import Arrival, Board, EdgesArrived, Inbox, LinkChanged, Stop, Told
from touchjudge.session.calibration import Asked, Ended, is_over
from touchjudge.session.watching import Watch, Wire, Wiring

KEYS = "keyboard"
NO_MORE_KEYS = "end of the keyboard"

_S = 1_000_000_000
_LOOK_EVERY_S = 0.1
_GREETING_S = 0.6


class Asking:
    """One table that is asked.

    Args:
        say: is told what people should read of the way to the boards.
        people: is shown what is asked for (the people at a simulated table look at it).

    Attributes:
        watch: everything heard since the present question.
        unkept: boots of boards that sent edges of before the first question.
    """

    def __init__(
        self,
        parts: TableParts,
        wiring: Wiring,
        *,
        say: Callable[[str], object],
        people: Callable[[dict[str, Any]], object] = lambda _view: None,
        from_rest: bool = False,
    ) -> None:
        self.watch = Watch(wiring, from_rest=from_rest)
        self.unkept: set[Board] = set()
        self._parts = parts
        self._say = say
        self._people = people
        self._typed: deque[str] = deque()
        self._keys_ended = False
        self._skips = False
        self._stopped = False
        self._rests_down: frozenset[Wire] = frozenset()
        self._number = 0
        self._newest: dict[Board, int] = {}
        self._said: dict[str, str] = {}

    def begin(self, boards: int, *, within_s: float) -> None:
        """Wait until the levels of so many boards are known.

        Raises:
            LinkError: they do not come in time, or may not be reached; with what the link says, and what tells more.
        """
        self._show(None)
        end_ns = self._end_ns(within_s)
        while sum(board.beaten for board in self.watch.boards.values()) < boards:
            arrival = self._take(end_ns, keep=True)
            if isinstance(arrival, EdgesArrived):
                self.unkept.add(arrival.board)
            over = arrival is None and self._parts.clock.host_ns() >= end_ns
            refused = isinstance(arrival, LinkChanged) and arrival.phase == "refused"
            if self._stopped or over or refused:
                why = " ".join(self._said.values()).rstrip(".")
                raise LinkError(
                    f"no pads came{f' within {within_s:g} s' if over else ''}{f' ({why})' if why else ''}; `touchjudge"
                    " doctor` looks for the reason"
                )
        # A board that is told its polarity changes all its levels at once, and that is nothing that came by itself.
        self._pass(_GREETING_S, keep=True)

    def listen(self, for_s: float) -> Watch:
        """What comes while nothing is asked for; how a line stands then is how it rests."""
        self._begin(None)
        self._pass(for_s)
        self._rests_down = frozenset(wire for wire in self.watch.wires() if self.watch.trace(wire).down)
        return self.watch

    def ask(self, place: str, wire: Wire, *, within_s: float) -> Asked:
        """Ask for one press and wait until it has come and gone, is left out, or the time is over."""
        self._begin(place)
        end_ns = self._end_ns(within_s)
        ended: Ended = "over"
        early = self._is_pressed(wire)
        while early or not is_over(self.watch, wire):
            arrival = self._take(end_ns)
            if self._skips:
                ended = "skipped"
                break
            if self._stopped or (arrival is None and self._parts.clock.host_ns() >= end_ns):
                ended = "waited"
                break
            if early and not self._is_pressed(wire):
                # Somebody was quicker than the question, and has let go: now it counts.
                early, self.watch = False, self.watch.asked()
        return Asked(place, wire, ended, self.watch)

    def to_the_end(self) -> Watch:
        """All that a recording holds."""
        while not self._stopped:
            self._take(None)
        return self.watch

    def answer(self) -> str | None:
        """The next words that are typed; None when there are no more."""
        while not self._typed and not self._keys_ended:
            arrival = self._parts.inbox.wait(None)
            if arrival is not None:
                self._typed_or_stopped(arrival)
        return self._typed.popleft() if self._typed else None

    def _pass(self, for_s: float, *, keep: bool = False) -> None:
        end_ns = self._end_ns(for_s)
        while not self._stopped and (self._take(end_ns, keep=keep) is not None or self._parts.clock.host_ns() < end_ns):
            pass

    # One arrival

    def _take(self, until_ns: int | None, *, keep: bool = False) -> Arrival | None:
        arrival = self._parts.inbox.wait(until_ns)
        if arrival is None:
            return None
        self.watch = self.watch.take(arrival)
        match arrival:
            case EdgesArrived(board=board, edges=edges):
                self._newest[board] = edges[-1].number + 1
                if not keep:
                    self._acknowledge()
            case LinkChanged(source=source, text=text):
                if text != self._said.get(source):
                    self._say(text)
                self._said[source] = text
            case _:
                self._typed_or_stopped(arrival)
        return arrival

    def _acknowledge(self) -> None:
        # What is pressed here belongs to no game: the boards need not keep it for one.
        for board, below in self._newest.items():
            self._parts.source.acknowledge(board, below)
        self._newest.clear()

    def _typed_or_stopped(self, arrival: Arrival) -> None:
        match arrival:
            case Told(line="", source=source) if source == KEYS:
                self._skips = True
            case Told(line=line, source=source) if source == KEYS:
                self._typed.append(line)
            case Told(source=source) if source == NO_MORE_KEYS:
                self._keys_ended = True
            case Stop():
                self._stopped = True
            case _:
                pass

    # One question

    def _is_pressed(self, wire: Wire) -> bool:
        """Whether a line is, or just was, otherwise than it rests."""
        trace = self.watch.trace(wire)
        return trace.open is not None or trace.down != (wire in self._rests_down)

    def _begin(self, place: str | None) -> None:
        self._acknowledge()
        self.watch = self.watch.asked()
        self._skips = False
        self._show(place)

    def _show(self, place: str | None) -> None:
        self._number += 1
        self._people({"asked": place, "number": self._number})

    def _end_ns(self, within_s: float) -> int:
        return self._parts.clock.host_ns() + int(within_s * _S)


class Keyboard:
    """Puts each line that is typed into the inbox, on a thread of its own, and says when there are no more."""

    def __init__(self, inbox: Inbox, keys: TextIO) -> None:
        self._inbox = inbox
        self._keys = keys
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)
        self._thread.start()

    @property
    def listens(self) -> bool:
        """Whether it still waits for what is typed."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
        self._thread.join(1)

    def _run(self) -> None:
        with suppress(OSError, ValueError):  # the terminal is gone: nothing more is typed
            for line in self._lines():
                self._inbox.put(Told(line.strip(), KEYS))
        self._inbox.put(Told("", NO_MORE_KEYS))

    def _lines(self) -> Iterator[str]:
        try:
            number = self._keys.fileno()
        except OSError:
            yield from self._keys  # text in memory: there is nothing to wait for
            return
        # Never blocked in a read: a thread that is would keep the program from ending.
        begun = b""
        while not self._closing.is_set():
            if not select.select([number], [], [], _LOOK_EVERY_S)[0]:
                continue
            data = os.read(number, 4_096)
            *lines, begun = (begun + data).split(b"\n")
            yield from (line.decode("utf-8", "replace") for line in lines)
            if not data:
                return


def simulated_view(view: Mapping[str, Any], players: tuple[str, ...]) -> dict[str, Any]:
    """What people at a simulated table need to see besides what is asked for."""
    return {"phase": "playing", "players": list(players), "question": None, "state": None, **view}
