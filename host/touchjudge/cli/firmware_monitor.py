"""``firmware monitor``: every edge and contact of a board as it happens, through the table's own link and debounce.

In: arrivals of the link. Out: one :data:`Seen` for each thing worth a line, and sums. What waits on the board for a
game is neither shown nor acknowledged, and then nothing is: so a game that is gone on with later misses nothing.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, assert_never

from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.pico_link import PicoLink
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.adapters.table_file import TableFile
from touchjudge.cli.tables import LINES
from touchjudge.ports import Arrival, Board, BoardBeat, Clock, EdgesArrived, EdgeSource, Inbox, LinkChanged, PadsFaulty
from touchjudge.timing.debounce import Debounce
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released, Stepped

_CHANGES_KEPT = 4096  # of a line within one contact; what bounces more often is a flood
_TURN_NS = 200_000_000


@dataclass(frozen=True, slots=True)
class LinkSeen:
    """The way to the board changed."""

    phase: str
    say: str


@dataclass(frozen=True, slots=True)
class EdgeSeen:
    """One line changed its level.

    Attributes:
        at_us: device_us.
        since_us: since the line's last change; None before the first.
        lost: edges that were lost before it.
    """

    line: int
    place: str
    down: bool
    at_us: int
    since_us: int | None
    number: int
    lost: int


@dataclass(frozen=True, slots=True)
class ContactBegan:
    """A contact as the table counts it. Times are device_us."""

    line: int
    place: str
    began_us: int
    caught_up: bool


@dataclass(frozen=True, slots=True)
class ContactEnded:
    """The contact is over.

    Attributes:
        bounces: level changes beyond press and release.
        bounce_us: from its first edge to its last before the release.
    """

    line: int
    place: str
    began_us: int
    held_us: int
    bounces: int
    bounce_us: int


@dataclass(frozen=True, slots=True)
class Chatters:
    """A line bounces for longer than a healthy switch does."""

    line: int
    place: str
    since_us: int
    bounces: int


@dataclass(frozen=True, slots=True)
class Felt:
    """What an analogue pad felt.

    Attributes:
        hands: how many lie on it since; 0 is the release.
        value: what its ADC read, of 65,535.
    """

    line: int
    place: str
    at_us: int
    hands: int
    value: int


@dataclass(frozen=True, slots=True)
class Faulty:
    """What the board says is wrong with an analogue pad: ``dead``, ``stuck`` or ``floating``."""

    line: int
    place: str
    fault: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Edges from before wait on the board for a game; they stay there."""

    edges: int


Seen = LinkSeen | EdgeSeen | ContactBegan | ContactEnded | Chatters | Felt | Faulty | Waiting


@dataclass(slots=True)
class LineSums:
    """What one line did while it was watched."""

    line: int
    place: str
    edges: int = 0
    contacts: int = 0
    bounces: int = 0
    longest_bounce_us: int = 0
    longest_held_us: int = 0
    chatterings: int = 0


@dataclass(slots=True)
class _Boot:
    """One boot of the board.

    Attributes:
        first: number of the first edge that came while it was watched; None before the first level read.
        waiting: edges from before.
        told: how many of them were spoken of.
    """

    debounce: Debounce
    first: int | None
    levels: int = 0
    waiting: int = 0
    told: int = 0
    changes: dict[int, deque[int]] = field(default_factory=dict)


class Monitor:
    """What was seen so far.

    Args:
        told: wiring, settle times and names of places.
    """

    def __init__(self, told: TableFile) -> None:
        self._told = told
        self._boots: dict[Board, _Boot] = {}
        self._sums: dict[int, LineSums] = {}
        self._faults: set[tuple[int, str]] = set()  # it is said again while it lasts

    def take(self, arrival: Arrival) -> Iterator[Seen]:
        """What an arrival has to tell."""
        match arrival:
            case LinkChanged(phase=phase, text=text):
                yield LinkSeen(phase, text)
            case EdgesArrived(board=board, edges=edges):
                for edge in edges:
                    yield from self._edge(board, edge)
            case BoardBeat(board=board):
                yield from self._beat(board, arrival)
            case PadsFaulty(board=board, faults=faults):
                for line, fault in sorted(set(faults) - self._faults):
                    yield Faulty(line, self._place(board, line), fault)
                self._faults = set(faults)
            case _:
                pass

    def may_acknowledge(self, board: Board) -> bool:
        """Whether nothing of this boot waits for a game."""
        boot = self._boots.get(board)
        return boot is not None and boot.first is not None and not boot.waiting

    @property
    def sums(self) -> list[LineSums]:
        """Of each line that did something, in order."""
        return [self._sums[line] for line in sorted(self._sums)]

    def _boot(self, board: Board) -> _Boot:
        if board not in self._boots:
            debounce = Debounce.begin(
                self._told.settle, self._told.board_overrides.get(board.chip_id.lower(), self._told.overrides)
            )
            # A boot that begins under our eyes has nothing from before.
            self._boots[board] = _Boot(debounce, 0 if self._boots else None)
        return self._boots[board]

    def _beat(self, board: Board, beat: BoardBeat) -> Iterator[Seen]:
        boot = self._boot(board)
        if boot.first is None:
            boot.first = beat.next_number
            boot.levels = beat.levels
        if boot.waiting != boot.told:
            boot.told = boot.waiting
            yield Waiting(boot.waiting)
        boot.debounce, events = boot.debounce.read(beat.device_us, beat.levels, beat.next_number)
        yield from self._contacts(board, boot, events)

    def _edge(self, board: Board, edge: Edge) -> Iterator[Seen]:
        boot = self._boot(board)
        changed = edge.levels ^ boot.levels
        before = boot.first is None or edge.number < boot.first
        if before:
            boot.waiting += 1
        boot.levels = edge.levels
        boot.debounce, events = boot.debounce.take(edge)
        for line in range(LINES):
            if not changed >> line & 1:
                continue
            changes = boot.changes.setdefault(line, deque(maxlen=_CHANGES_KEPT))
            since_us = edge.device_us - changes[-1] if changes else None
            changes.append(edge.device_us)
            if not before:
                sums = self._sum(board, line)
                sums.edges += 1
                down = bool(edge.levels >> line & 1)
                yield EdgeSeen(line, sums.place, down, edge.device_us, since_us, edge.number, edge.lost)
        if not before and (step := edge.step) is not None:
            yield Felt(step.line, self._place(board, step.line), edge.device_us, step.hands, step.value)
        if not before:
            yield from self._contacts(board, boot, events)

    def _contacts(self, board: Board, boot: _Boot, events: tuple[ContactEvent, ...]) -> Iterator[Seen]:
        for event in events:
            sums = self._sum(board, event.line)
            match event:
                case Pressed():
                    sums.contacts += 1
                    yield ContactBegan(event.line, sums.place, event.began_us, event.caught_up)
                case Released():
                    held_us = event.ended_us - event.began_us
                    within = [
                        at_us for at_us in boot.changes.get(event.line, ()) if event.began_us <= at_us < event.ended_us
                    ]
                    bounce_us = within[-1] - event.began_us if within else 0
                    sums.bounces += event.bounces
                    sums.longest_bounce_us = max(sums.longest_bounce_us, bounce_us)
                    sums.longest_held_us = max(sums.longest_held_us, held_us)
                    yield ContactEnded(event.line, sums.place, event.began_us, held_us, event.bounces, bounce_us)
                case Chattering():
                    sums.chatterings += 1
                    yield Chatters(event.line, sums.place, event.since_us, event.bounces)
                case Stepped():
                    pass  # it is felt, and one contact with the hands below it
                case _:
                    assert_never(event)

    def _sum(self, board: Board, line: int) -> LineSums:
        return self._sums.setdefault(line, LineSums(line, self._place(board, line)))

    def _place(self, board: Board, line: int) -> str:
        return self._told.places.place(board.chip_id, line)


def watch(port: str, told: TableFile, *, seconds: float | None, as_json: bool) -> None:
    """Watch the board on a port, on standard output.

    Raises:
        LinkError: the port cannot be opened.
    """
    clock = SystemClock()
    inbox = QueueInbox(clock)
    link = PicoLink(clock, port=port, invert=told.places.invert, force=told.places.force_pads)
    seen = Monitor(told)
    show = _show_json if as_json else _show
    link.start(inbox)
    until_ns = None if seconds is None else clock.host_ns() + round(seconds * 1e9)
    try:
        follow(seen, inbox, link, clock, until_ns, show)
    except KeyboardInterrupt:
        pass
    finally:
        link.stop()
    if as_json:
        print(json.dumps({"sums": [asdict(each) for each in seen.sums]}), flush=True)
    else:
        for row in sums_rows(seen.sums):
            print(row)


def follow(
    seen: Monitor, inbox: Inbox, source: EdgeSource, clock: Clock, until_ns: int | None, show: Callable[[Seen], None]
) -> None:
    """Show what arrives until the time is over."""
    while until_ns is None or clock.host_ns() < until_ns:
        turn_ns = clock.host_ns() + _TURN_NS
        arrival = inbox.wait(turn_ns if until_ns is None else min(until_ns, turn_ns))
        if arrival is None:
            continue
        for each in seen.take(arrival):
            show(each)
        if isinstance(arrival, EdgesArrived) and seen.may_acknowledge(arrival.board):
            source.acknowledge(arrival.board, arrival.edges[-1].number + 1)


def sums_rows(sums: list[LineSums]) -> Iterator[str]:
    """A table of what the lines did."""
    if not sums:
        yield "no line changed"
        return
    head = f"{'line':>4} {'place':9} {'edges':>6} {'contacts':>8} {'bounces':>7}"
    yield f"{head} {'longest bounce':>15} {'longest held':>13}"
    for each in sums:
        row = f"{each.line:4} {each.place:9} {each.edges:6} {each.contacts:8} {each.bounces:7}"
        row += f" {_ms(each.longest_bounce_us):>15} {_ms(each.longest_held_us):>13}"
        yield row + (f"  chattered {each.chatterings} times" if each.chatterings else "")


def sentence(seen: Seen) -> str:
    """One line of the terminal."""
    match seen:
        case LinkSeen():
            return f"— {seen.say}"
        case Waiting():
            return f"— {seen.edges} edges from before wait on the board for a game; they stay there"
        case EdgeSeen():
            since = "" if seen.since_us is None else f"  after {_ms(seen.since_us)}"
            lost = f"  {seen.lost} edges lost before it" if seen.lost else ""
            return f"{_s(seen.at_us)}  {_line(seen)}  {'down' if seen.down else 'up  '}{since}{lost}"
        case ContactBegan():
            return f"{_s(seen.began_us)}  {_line(seen)}  contact{' (told by the level)' if seen.caught_up else ''}"
        case ContactEnded():
            bounced = f", {seen.bounces} bounces over {_ms(seen.bounce_us)}" if seen.bounces else ", no bounce"
            return f"{_s(seen.began_us + seen.held_us)}  {_line(seen)}  contact over, held {_ms(seen.held_us)}{bounced}"
        case Chatters():
            return f"{_s(seen.since_us)}  {_line(seen)}  chatters: {seen.bounces} changes, look at its switch and cable"
        case Felt():
            hands = "no hand" if not seen.hands else "1 hand" if seen.hands == 1 else f"{seen.hands} hands"
            return f"{_s(seen.at_us)}  {_line(seen)}  {hands}, {seen.value} of 65535"
        case Faulty():
            return f"— {_line(seen)}  its analogue pad is {seen.fault}"
        case _:
            assert_never(seen)


_KINDS = {
    LinkSeen: "link",
    EdgeSeen: "edge",
    ContactBegan: "contact",
    ContactEnded: "contact_over",
    Chatters: "chatters",
    Felt: "felt",
    Faulty: "faulty",
    Waiting: "waiting",
}


def as_object(seen: Seen) -> dict[str, Any]:
    """The same for scripts."""
    return {"kind": _KINDS[type(seen)], **asdict(seen)}


def _show(seen: Seen) -> None:
    print(sentence(seen), flush=True)


def _show_json(seen: Seen) -> None:
    print(json.dumps(as_object(seen)), flush=True)


def _line(seen: EdgeSeen | ContactBegan | ContactEnded | Chatters | Felt | Faulty) -> str:
    return f"line {seen.line:2} {seen.place:8}"


def _s(at_us: int) -> str:
    return f"{at_us / 1e6:12.6f} s"


def _ms(us: int) -> str:
    return f"{us / 1000:.3f} ms"
