"""The simulated table: people, pads and a board in one process, on a clock that jumps.

It is the table's inbox, its edge source and its clock in one. Everything sensed goes the whole way: hands press places,
places bounce, a board speaks the wire, the host's own link hears it. What people say comes as told lines. It is shown
every view on the table's thread and never looks at anything else, so one seed is one evening, at any speed.
"""

import json
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from heapq import heappop, heappush
from math import inf
from random import Random
from typing import Any

from touchjudge.adapters.simulated.board import SimulatedBoard
from touchjudge.errors import ConfigError
from touchjudge.link.events import BeatRead, EdgesRead, FellSilent, Greeted, LinkEvent
from touchjudge.link.machine import BoardLink
from touchjudge.pace import START_NS, Pace
from touchjudge.pending import Pending
from touchjudge.ports import Arrival, Board, BoardBeat, EdgesArrived, Inbox, LinkChanged, LinkPhase, Told
from touchjudge.rules.game import Deck
from touchjudge.simulation.acts import Act, Away, Contact, People, Says, View
from touchjudge.simulation.hands import Change, Hands
from touchjudge.simulation.people.evening import EveningPeople
from touchjudge.simulation.players import TARGETS
from touchjudge.words.sentences import Sentence

CHIP_ID = "SIMULATED"
SOURCE = "simulated table"
PEOPLE = "simulated people"
_BEAT_NS = 250_000_000
_FIGURES_EVERY = 20  # beats between two looks at the link's figures
_BOOTED_US = 2_000_000  # the board was switched on so long before the evening
_FAST_PPM = 14  # its crystal against the host's


class SimulatedTable:
    """A table that plays by itself: :class:`~touchjudge.ports.Inbox`, ``EdgeSource``, ``Clock`` and ``Screen`` in one.

    Args:
        game: what the people who sit at it play first; they play whatever is begun after it, too.
        seed: decides everything.
        deck: what they deal in that game; None is the shipped one.
        speed: virtual seconds a real one; ``math.inf`` never waits.
        idle_speed: the most while no game is played: there is nothing to hurry to, and hurrying burns a processor.
        boot: how often the evening was taken up again: a board that is switched on again counts its edges from 0.
        drop_edge_line: the edge line, counted from 1, that gets lost on the way once.
        inbox_size: so many lines from outside may wait.
        started: the wall clock at the start; default now.
        people: who sits there in place of the game's.
        real_ns, sleep: see :class:`~touchjudge.pace.Pace`.

    Attributes:
        name: of the screen that it is.
        link: the host's end of the wire, for its figures.

    Raises:
        ConfigError: nobody knows how to play this game by themselves, or a speed that is none.
    """

    name = PEOPLE

    def __init__(
        self,
        game: str,
        *,
        seed: int,
        deck: Deck | None = None,
        speed: float = 1.0,
        idle_speed: float = 1.0,
        boot: int = 0,
        drop_edge_line: int | None = None,
        inbox_size: int = 1_000,
        started: datetime | None = None,
        people: People | None = None,
        real_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        if not speed > 0:
            raise ConfigError(f"A simulated table cannot run at speed {speed}; give a number above 0.")
        self._pace = Pace(speed, started=started, real_ns=real_ns, sleep=sleep)
        self._idle_speed = idle_speed
        self._source = (seed, boot)
        self._people = people or EveningPeople(game, seed, {} if deck is None else {game: deck})
        self._hands = Hands(TARGETS, lambda line, turn: self._chance("bounce", line, turn))
        boot_id = f"{self._chance('boot').getrandbits(64):016x}"
        self._board = SimulatedBoard(CHIP_ID, boot_id, drop_edge_line=drop_edge_line)
        self.link = BoardLink(chance=self._chance("pings").random)
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []  # host_ns, order of planning, what happens
        self._planned = 0
        self._pending = Pending(self._pace, inbox_size)
        self._view: View | None = None
        self._looking = False
        self._running = False
        self._flush_ns: int | None = None
        self._turn_ns: int | None = None
        self._device_us = 0
        self._beats = 0

    # Clock

    def host_ns(self) -> int:
        """Virtual time."""
        return self._pace.host_ns()

    def wall_utc(self) -> str:
        """The wall clock at the start and the virtual time since."""
        return self._pace.wall_utc()

    # Inbox

    def put(self, arrival: Arrival) -> bool:
        """From any thread; False and counted when too many wait. A stop always finds room."""
        return self._pending.put(arrival)

    @property
    def refused(self) -> int:
        """How many from outside found no room."""
        return self._pending.refused

    def wait(self, until_ns: int | None) -> Arrival | None:
        """What happens next, or None at ``until_ns``; virtual time passes meanwhile."""
        while True:
            arrival = self._pending.take()
            if arrival is not None:
                return arrival
            due_ns = self._agenda[0][0] if self._agenda else None
            if due_ns is None and until_ns is None:
                self._pace.rest()
            elif due_ns is None or (until_ns is not None and until_ns < due_ns):
                if until_ns is not None and self._pass_to(until_ns):
                    return None
            elif self._pass_to(due_ns):
                heappop(self._agenda)[2]()

    # EdgeSource

    def start(self, inbox: Inbox) -> None:
        """Switch the board on and open the link; the arrivals are this table's own."""
        if inbox is not self:
            raise ConfigError("A simulated table is its own inbox; hand it to the running table as that, too.")
        self._running = True
        self.link.opened(self.host_ns())
        self._plan(self.host_ns() + _BEAT_NS, self._beat)
        self._link_turn()

    def acknowledge(self, board: Board, below: int) -> None:
        """All edges of the board below this number are in the journal."""
        self.link.acknowledge(board, below)
        self._plan_link_turn()

    def stop(self) -> None:
        """The board falls silent; may be called twice."""
        self._running = False
        self.link.closed()
        self._agenda.clear()

    # Screen

    def show(self, view: Mapping[str, Any]) -> None:
        """The people look up when they want to; whoever only waits looks up now. On the table's thread."""
        before, self._view = self._view, dict(view)
        if before is None or before["players"] != view["players"]:
            self._hands.sit(view["players"])
        if not self._looking:
            self._looking = True
            now_us = self._now_us()
            self._plan(self.host_ns(), lambda: self._look(now_us))

    def close(self) -> None:
        """Nothing to give back."""

    # What happens

    def _chance(self, *what: object) -> Random:
        return Random("/".join(map(str, (*self._source, *what))))  # noqa: S311 it must come out the same again

    def _pass_to(self, until_ns: int) -> bool:
        playing = self._view is not None and self._view["phase"] == "playing"
        return self._pace.go_to(until_ns, at_most=inf if playing else self._idle_speed)

    def _plan(self, at_ns: int, what: Callable[[], None]) -> None:
        self._planned += 1
        heappush(self._agenda, (max(at_ns, self.host_ns()), self._planned, what))

    def _plan_us(self, device_us: int, what: Callable[[], None]) -> None:
        since_us = device_us - _BOOTED_US
        self._plan(START_NS + since_us * 1000 - since_us * _FAST_PPM // 1000, what)

    def _now_us(self) -> int:
        since_us = (self.host_ns() - START_NS) // 1000
        self._device_us = max(self._device_us, _BOOTED_US + since_us + since_us * _FAST_PPM // 1_000_000)
        return self._device_us

    def _look(self, now_us: int) -> None:
        if self._view is None:
            return
        for act in self._people.look(self._view, now_us):
            self._do(act)
        next_us = self._people.next_look_us()
        self._looking = next_us is not None
        if next_us is not None:
            self._plan_us(next_us, lambda: self._look(next_us))

    def _do(self, act: Act) -> None:
        match act:
            case Contact():
                self._plan_us(act.began_us, lambda: self._press(act))
            case Away():
                self._plan_us(act.at_us, lambda: self._release(act.place, act.at_us))
            case Says():
                self._plan_us(act.at_us, lambda: self._tell(act))

    def _tell(self, says: Says) -> None:
        question = self._view["question"] if self._view is not None else None
        if says.answers is None or (question is not None and question["code"] == says.answers):
            line = json.dumps(says.line, ensure_ascii=False, separators=(",", ":"))
            self._pending.add(Told(line, PEOPLE))

    def _press(self, contact: Contact) -> None:
        paused = self._view is None or self._view["phase"] == "paused"
        if paused or contact.fails or not self._hands.knows(contact.place):
            return
        self._bounce(self._hands.press(contact.place, contact.began_us))
        if contact.ended_us is not None:
            ended_us = contact.ended_us
            self._plan_us(ended_us, lambda: self._release(contact.place, ended_us))

    def _release(self, place: str, at_us: int) -> None:
        if self._hands.knows(place):
            self._bounce(self._hands.release(place, at_us))

    def _bounce(self, changes: list[Change]) -> None:
        for at_us, line, turn, level in changes:
            self._plan_us(at_us, lambda change=(at_us, line, turn, level): self._change(*change))  # type: ignore[misc]

    def _change(self, at_us: int, line: int, turn: int, level: bool) -> None:
        if self._running:
            self._device_us = max(self._device_us, at_us)
            self._board.change(at_us, self._hands.change(line, turn, level))
            self._plan_flush()

    # The wire

    def _on_its_way_ns(self) -> int:
        # 0.3 to 1.6 ms, by the moment alone: what happened before must not change what comes after.
        return 300_000 + self.host_ns() // 1000 * 7919 % 1_300_000

    def _plan_flush(self) -> None:
        if self._flush_ns is None:
            self._flush_ns = self.host_ns() + self._on_its_way_ns()
            self._plan(self._flush_ns, self._flush)

    def _flush(self) -> None:
        self._flush_ns = None
        data = self._board.bytes_to_host()
        for event in self.link.feed(data, self.host_ns()):
            self._heard(event)
        self._plan_link_turn()

    def _beat(self) -> None:
        self._board.beat(self._now_us())
        self._plan_flush()
        self._plan(self.host_ns() + _BEAT_NS, self._beat)
        self._beats += 1
        if self._beats % _FIGURES_EVERY == 0:
            self._say_link("connected", Sentence("The simulated pads are there."))

    def _plan_link_turn(self) -> None:
        due_ns = self.link.next_due_ns(self.host_ns())
        if self._running and (self._turn_ns is None or due_ns < self._turn_ns):
            self._turn_ns = due_ns
            self._plan(due_ns, self._link_turn)

    def _link_turn(self) -> None:
        now_ns = self.host_ns()
        if self._turn_ns is not None and now_ns < self._turn_ns:
            return  # planned earlier than what is planned now
        self._turn_ns = None
        for event in self.link.tick(now_ns):
            self._heard(event)
        data = self.link.say(now_ns)
        if data:
            self._plan(now_ns + self._on_its_way_ns(), lambda: self._hear(data))
        self._plan_link_turn()

    def _hear(self, data: bytes) -> None:
        self._board.hear(data, self._now_us())
        self._plan_flush()

    def _heard(self, event: LinkEvent) -> None:
        match event:
            case EdgesRead():
                offset = self.link.clock.at(event.edges[-1].device_us)
                where = (None, None) if offset is None else (offset.offset_us, offset.bound_us)
                self._pending.add(EdgesArrived(event.board, event.edges, self.host_ns(), *where))
            case BeatRead():
                self._pending.add(BoardBeat(event.board, event.device_us, event.levels, event.next_number, event.lost))
            case Greeted():
                self._say_link("connected", Sentence("The simulated pads are there."))
            case FellSilent():
                self._say_link("silent", Sentence("The simulated pads say nothing."))
            case _:
                pass  # a simulated board shows no foreign text, and its answers are for the link alone

    def _say_link(self, phase: LinkPhase, text: str) -> None:
        self._pending.add(LinkChanged(SOURCE, phase, self.link.board, text, dict(self.link.figures)))
