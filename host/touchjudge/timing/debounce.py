"""Edges of one boot of one board in, contacts out: pure, and the same however the edges are cut into portions.

Each line for itself: at rest its first edge is believed at once and is the stamp. From then on the line is guarded in
both directions until it has been quiet for ``settle_us``; what it then turns out to have changed meanwhile is told
late, with the stamp of the edge that did it. Time is device time only: it passes with edges, level reads and
:meth:`Debounce.let_pass`, never by itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from touchjudge.errors import ConfigError
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released, Stepped
from touchjudge.timing.settle import Settle

LINES = 16


@dataclass(frozen=True, slots=True)
class LineState:
    """One line: what was told of it, what was seen of it, and its figures. Times are device_us.

    Attributes:
        down: the level that was told last.
        level, since_us: the level that was seen last, and since when it is so.
        guarded: since the last change that was told the line has not been quiet for ``settle_us``.
        unrest_us, longest_us, unrest_changes, reported: of the present guard: its first edge, the longest pause and
            the level changes in it, and whether it was reported as chattering.
        away_us, away_number, away_unseen: the edge that is the stamp if the present excursion turns out to be a change.
        away_changes: how many changes of this guard came before that edge.
        away_stay_us: how long the line had been at the told level before that edge; -1 before there is one.
        open: (glitch rejection) an excursion began and is not over yet.
        began_us, number, bounces: of the contact told last.
        presses, all_bounces, chatterings, worst_unrest_us: figures since the debounce began.
    """

    settle: Settle
    down: bool = False
    level: bool = False
    since_us: int = 0
    guarded: bool = False
    unrest_us: int = 0
    longest_us: int = 0
    unrest_changes: int = 0
    reported: bool = False
    away_us: int = 0
    away_number: int = 0
    away_unseen: bool = False
    away_changes: int = 0
    away_stay_us: int = -1
    open: bool = False
    began_us: int = 0
    number: int = 0
    bounces: int = 0
    presses: int = 0
    all_bounces: int = 0
    chatterings: int = 0
    worst_unrest_us: int = 0

    @property
    def due_us(self) -> int | None:
        """When, if nothing more happens, there is something to decide."""
        if self.guarded:
            return self.since_us + self.settle.settle_us
        if self.level != self.down:
            return self.since_us + self.settle.glitch_us
        return None


@dataclass(frozen=True, slots=True)
class LevelRead:
    """Which lines were down when the board looked, and how many edges it had numbered by then."""

    device_us: int
    levels: int
    next_number: int


@dataclass(frozen=True, slots=True)
class Debounce:
    """The state of all lines of one boot of one board.

    Example:
        >>> state = Debounce.begin(Settle(settle_us=25_000))
        >>> state, events = state.take(Edge(0, 1_000, 0b1))
        >>> events
        (Pressed(line=0, began_us=1000, number=0, caught_up=False),)
        >>> state, events = state.take(Edge(1, 1_200, 0b0))  # a bounce
        >>> state, events = state.take(Edge(2, 1_300, 0b1))
        >>> state, events = state.take(Edge(3, 90_000, 0b0))
        >>> events
        (Released(line=0, began_us=1000, number=0, ended_us=90000, bounces=2, caught_up=False),)
    """

    lines: tuple[LineState, ...]
    newest_us: int = 0
    next_number: int | None = None
    levels: int = 0
    due_us: int | None = None
    last_read: LevelRead | None = None

    @classmethod
    def begin(cls, settle: Settle | None = None, overrides: Mapping[int, Settle] | None = None) -> "Debounce":
        """All lines up and at rest, nothing seen yet.

        Args:
            settle: for every line that has no settings of its own.
            overrides: line → its own settings.

        Raises:
            ConfigError: an override for a line that a board does not have.
        """
        usual = settle or Settle()
        own = overrides or {}
        for line in own:
            if not 0 <= line < LINES:
                raise ConfigError(f"settle times for line {line}: a board has lines 0 to {LINES - 1}; name one")
        return cls(tuple(LineState(own.get(line, usual)) for line in range(LINES)))

    def take(self, edge: Edge) -> tuple["Debounce", tuple[ContactEvent, ...]]:
        """The state after an edge, and what it or the quiet before it told. A repeated edge changes nothing."""
        if self.next_number is not None and edge.number < self.next_number:
            return self, ()
        # Whatever is missing before this edge may hold the real first edge of what it shows.
        unseen = edge.lost > 0 or edge.number != (self.next_number or 0)
        at_us = max(edge.device_us, self.newest_us)
        work = _Work(self)
        work.flush(at_us)
        work.change(edge.levels ^ self.levels, at_us, edge.number, unseen)
        work.step(edge, at_us)
        return work.state(newest_us=at_us, next_number=edge.number + 1, last_read=self.last_read)

    def read(self, device_us: int, levels: int, next_number: int) -> tuple["Debounce", tuple[ContactEvent, ...]]:
        """A level read (a beat): lets time pass, and tells of a level that changed unseen.

        An edge may lie between the board's look at the levels and its count. So a read counts only when the next one
        confirms it with no edge in between, and then with its own, earlier time.
        """
        first, now = self.last_read, LevelRead(device_us, levels, next_number)
        complete = self.next_number is None or next_number == self.next_number
        if (
            first is None
            or not complete
            or first.next_number != next_number
            or not self.newest_us <= first.device_us <= device_us
        ):
            return replace(self, last_read=now), ()
        work = _Work(self)
        work.flush(first.device_us)
        agreed = ~(first.levels ^ levels)
        work.change((levels ^ self.levels) & agreed, first.device_us, next_number, unseen=True)
        return work.state(newest_us=first.device_us, next_number=next_number, last_read=now)

    def let_pass(self, until_us: int) -> tuple["Debounce", tuple[ContactEvent, ...]]:
        """Device time has come to ``until_us`` and no edge before it is still under way (the end of a recording)."""
        work = _Work(self)
        at_us = max(until_us, self.newest_us)
        work.flush(at_us)
        return work.state(newest_us=at_us, next_number=self.next_number, last_read=self.last_read)

    @property
    def down(self) -> int:
        """The mask of lines that were told to be down."""
        return sum(1 << number for number, line in enumerate(self.lines) if line.down)


def contacts(
    edges: Iterable[Edge],
    settle: Settle | None = None,
    overrides: Mapping[int, Settle] | None = None,
    *,
    until_us: int | None = None,
) -> list[ContactEvent]:
    """All contact events of a stored stream of edges of one boot; ``until_us`` is when it ended.

    >>> [type(event).__name__ for event in contacts([Edge(0, 10, 1), Edge(1, 5_010, 0)], until_us=60_000)]
    ['Pressed', 'Released']
    """
    state = Debounce.begin(settle, overrides)
    events: list[ContactEvent] = []
    for edge in edges:
        state, told = state.take(edge)
        events += told
    if until_us is not None:
        events += state.let_pass(until_us)[1]
    return events


class _Work:
    """The lines of one step while they change; the states themselves stay as they are."""

    def __init__(self, before: Debounce) -> None:
        self._before = before
        self._lines = before.lines
        self._events: list[ContactEvent] = []
        self._due_us = before.due_us
        self._levels = before.levels

    def state(
        self, *, newest_us: int, next_number: int | None, last_read: LevelRead | None
    ) -> tuple[Debounce, tuple[ContactEvent, ...]]:
        after = Debounce(self._lines, newest_us, next_number, self._levels, self._due_us, last_read)
        return after, tuple(self._events)

    def flush(self, until_us: int) -> None:
        """Decide what is due, in the order in which it fell due."""
        while self._due_us is not None and self._due_us <= until_us:
            due_us = self._due_us
            number = next(n for n, line in enumerate(self._lines) if line.due_us == due_us)
            line, events = _decide(self._lines[number], number)
            self._put(number, line, events)

    def change(self, changed: int, at_us: int, edge_number: int, unseen: bool) -> None:
        number = 0
        changed &= (1 << LINES) - 1
        self._levels ^= changed
        while changed:
            if changed & 1:
                line, events = _changed(self._lines[number], number, at_us, edge_number, unseen)
                self._put(number, line, events)
            changed >>= 1
            number += 1

    def step(self, edge: Edge, at_us: int) -> None:
        """A further hand counts on a pad whose first one was told."""
        step = edge.step
        if step is not None and step.hands > 1 and step.line < LINES and self._lines[step.line].down:
            self._events.append(Stepped(step.line, at_us, edge.number, step.hands, step.value))

    def _put(self, number: int, line: LineState, events: tuple[ContactEvent, ...]) -> None:
        was_due_us, due_us = self._lines[number].due_us, line.due_us
        self._lines = (*self._lines[:number], line, *self._lines[number + 1 :])
        self._events += events
        if was_due_us is not None and was_due_us == self._due_us:
            self._due_us = min((due for each in self._lines if (due := each.due_us) is not None), default=None)
        elif due_us is not None and (self._due_us is None or due_us < self._due_us):
            self._due_us = due_us


def _decide(line: LineState, number: int) -> tuple[LineState, tuple[ContactEvent, ...]]:
    """The line has been quiet for as long as it takes: end its guard, or believe the change."""
    if not line.guarded:
        return _believe(line, number, guard=True)
    if line.level == line.down:
        return replace(line, guarded=False), ()
    return _believe(line, number, guard=False)


def _changed(
    line: LineState, number: int, at_us: int, edge_number: int, unseen: bool
) -> tuple[LineState, tuple[ContactEvent, ...]]:
    """The level seen on a line has changed."""
    stay_us = at_us - line.since_us
    leaving = line.level == line.down
    changes = line.unrest_changes + 1
    if line.guarded:
        longest_us = max(line.longest_us, stay_us)
        # Without its longest pause, so that a slap too short for two guards is not taken for a broken switch.
        unrest_us = at_us - line.unrest_us - longest_us
        chatters = unrest_us > line.settle.chatter_us and not line.reported
        # Bounces of the change already told come in quick succession; a new one follows the longest stay.
        new = leaving and stay_us >= line.away_stay_us
        line = replace(
            line,
            level=not line.level,
            since_us=at_us,
            longest_us=longest_us,
            unrest_changes=changes,
            bounces=line.bounces + 1,
            all_bounces=line.all_bounces + 1,
            away_us=at_us if new else line.away_us,
            away_number=edge_number if new else line.away_number,
            away_unseen=unseen if new else line.away_unseen,
            away_changes=changes if new else line.away_changes,
            away_stay_us=stay_us if new else line.away_stay_us,
            worst_unrest_us=max(line.worst_unrest_us, unrest_us),
            reported=line.reported or chatters,
            chatterings=line.chatterings + chatters,
        )
        return line, (Chattering(number, line.unrest_us, changes),) if chatters else ()
    goes_on = line.open and stay_us < line.settle.glitch_us
    if leaving and not goes_on:
        line = replace(
            line,
            away_us=at_us,
            away_number=edge_number,
            away_unseen=unseen,
            unrest_changes=0,
            away_changes=0,
            open=True,
        )
    elif line.open:
        line = replace(line, unrest_changes=changes)
    line = replace(line, level=not line.level, since_us=at_us)
    return (line, ()) if line.settle.glitch_us else _believe(line, number, guard=True)


def _believe(line: LineState, number: int, *, guard: bool) -> tuple[LineState, tuple[ContactEvent, ...]]:
    """Tell the change whose stamp is the away edge; guard the line unless it has just been quiet long enough."""
    event: ContactEvent
    if line.down:
        # One of the changes seen while guarded was this release itself.
        bounces = line.bounces + line.unrest_changes if guard else line.bounces - 1
        event = Released(number, line.began_us, line.number, line.away_us, bounces, line.away_unseen)
        line = replace(line, down=False)
    else:
        event = Pressed(number, line.away_us, line.away_number, line.away_unseen)
        line = replace(
            line,
            down=True,
            began_us=line.away_us,
            number=line.away_number,
            bounces=line.unrest_changes - line.away_changes,
            presses=line.presses + 1,
        )
    return (
        replace(
            line,
            guarded=guard,
            unrest_us=line.away_us,
            longest_us=0,
            unrest_changes=line.unrest_changes if guard else 0,
            reported=False,
            away_stay_us=-1,
            open=False,
        ),
        (event,),
    )
