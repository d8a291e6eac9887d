"""The doors between the running table and the world: what adapters implement and what passes through.

The table runs on one thread. Whatever comes from outside is an :data:`Arrival` in one inbox; the table asks the inbox
for the next one and says until when it wants to wait. With real parts the inbox is a bounded, counted queue that
threads fill; with a simulated table the simulation itself is the inbox and moves a virtual clock, so that an evening
runs at any speed with the same rulings.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from touchjudge.timing.edges import Edge


@dataclass(frozen=True, slots=True)
class Board:
    """One boot of one board: what a count of edges and a device time belong to."""

    chip_id: str
    boot_id: str


@dataclass(frozen=True, slots=True)
class EdgesArrived:
    """Edges of one board, in order, none missing since the last ones; not yet kept anywhere on the host.

    Attributes:
        arrived_ns: host_ns when the bytes were read.
        offset_us, bound_us: estimate of host time minus device time at that moment, in µs, with its error bound;
            None before the clock map knows.
        stamp_bound_us: how wrong the stamps themselves can be: 1 where hardware makes them.
    """

    board: Board
    edges: tuple[Edge, ...]
    arrived_ns: int
    offset_us: int | None = None
    bound_us: int | None = None
    stamp_bound_us: int = 1


LinkPhase = Literal["waiting", "connected", "silent", "disconnected", "refused", "broken"]


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The state of the way to a board, for the screens.

    Attributes:
        source: which link says so (a port or a name).
        text: one sentence for people.
        facts: figures such as edges lost, muted lines, bound_us, rejected lines, round trip.
    """

    source: str
    phase: LinkPhase
    board: Board | None
    text: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardBeat:
    """A sign of life that also says which lines are down now: mends an edge that was missed, moves debounce on."""

    board: Board
    device_us: int
    levels: int
    next_number: int
    lost: int


@dataclass(frozen=True, slots=True)
class Told:
    """Table language from a page, a keypad, the command line.

    Attributes:
        line: one line, or several with line ends between: what one answer to a question says is told as one, and only
            then is the round closed that had asked.
        reply: is called once, on the table's thread, with as many lines of JSON text (the ``n``/``rulings`` or
            ``error`` objects of the table language).
    """

    line: str
    source: str
    reply: Callable[[str], None] | None = None


@dataclass(frozen=True, slots=True)
class AskedHistory:
    """A page wants to see all that was told and ruled in this session, to put something right.

    Attributes:
        reply: is called once, on the table's thread, with JSON text (session/history.py describes it).
    """

    reply: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Warned:
    """Something beside the table has failed, or works again; said on every screen until then.

    Attributes:
        about: what it is about; a later one about the same takes its place.
        sentence: for people, with what to do; None when all is well again.
    """

    about: str
    sentence: str | None


@dataclass(frozen=True, slots=True)
class PadsFaulty:
    """What is wrong with the analogue pads of a board; said again while something is.

    Attributes:
        faults: line and fault: ``dead`` (it cannot or does not move), ``stuck`` (pressed for minutes), ``floating``
            (noise: nothing is wired there). Empty: all is well again.
    """

    board: Board
    faults: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop the table; what is in the inbox before it is still taken."""

    reason: str = "stopped"


Arrival = EdgesArrived | BoardBeat | LinkChanged | Told | AskedHistory | Warned | PadsFaulty | Stop


class Clock(Protocol):
    """The host's monotonic clock and the wall clock, handed in wherever time is needed."""

    def host_ns(self) -> int: ...

    def wall_utc(self) -> str:
        """ISO 8601 with milliseconds and ``Z``; shown and exported, never used to compute."""
        ...


class Inbox(Protocol):
    """Where arrivals wait for the table."""

    def put(self, arrival: Arrival) -> bool:
        """From any thread; False and counted when it is full (an edge frame will be asked for again)."""
        ...

    def wait(self, until_ns: int | None) -> Arrival | None:
        """The next arrival, or None at ``until_ns`` of the table's clock."""
        ...

    @property
    def refused(self) -> int:
        """How many arrivals found it full."""
        ...


class EdgeSource(Protocol):
    """Something that senses: a Pico over USB, the Pi's own pins, a recording, a simulated table."""

    def start(self, inbox: Inbox) -> None: ...

    def acknowledge(self, board: Board, below: int) -> None:
        """All edges with a number below this one are committed to the journal."""
        ...

    def stop(self) -> None:
        """Ends within two seconds; may be called twice."""
        ...


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One evening as the journal lists it."""

    session: str
    started_utc: str
    started_host_ns: int
    host_boot_id: str
    simulated: bool
    seed: int | None
    lines: int
    edges: int


@dataclass(frozen=True, slots=True)
class LineRow:
    """One observation as it was told.

    Attributes:
        n: counts from 1 within the session: the N of ``show``, ``undo`` and ``correct``.
        text: the line of the table language.
        source: who told it; for a contact ``edge:CHIP/BOOT/NUMBER``.
    """

    n: int
    text: str
    source: str
    host_ns: int
    wall_utc: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A boot of a board within a session, and where its device time lies on the table's time line.

    Two clocks drift apart, so a boot of a second board is placed anew now and then; each row holds from an edge on.
    """

    board: Board
    table_offset_us: int  # t_us = device_us + table_offset_us
    bound_us: int  # of that offset when it was made: 0 for the first board of a session
    since: int = 0  # number of the first edge for which it holds


class Journal(Protocol):
    """The append-only record. One writer; ``commit`` is one transaction, on the disk when it returns."""

    def begin(self, *, started_utc: str, host_ns: int, host_boot_id: str, simulated: bool, seed: int | None) -> str:
        """A new session; its name (sortable, unique)."""
        ...

    def commit(
        self,
        session: str,
        *,
        lines: Sequence[LineRow] = (),
        edges: Sequence[tuple[Board, Edge]] = (),
        boards: Sequence[BoardRow] = (),
    ) -> None:
        """Append all of these or none.

        Raises:
            JournalError: the disk is full or read-only, or the journal is held by another writer.
        """
        ...

    def sessions(self) -> list[SessionRow]: ...

    def lines(self, session: str) -> list[LineRow]: ...

    def edges(self, session: str) -> list[tuple[Board, Edge]]:
        """In the order in which they were committed."""
        ...

    def boards(self, session: str) -> list[BoardRow]: ...

    def next_number(self, session: str, board: Board) -> int:
        """One more than the highest number of this boot's edges in the session, 0 before the first."""
        ...

    def checkpoint(self) -> bool:
        """For quiet moments, such as after a round: tidy up what would make a later commit slow; never raises."""
        ...

    def close(self) -> None: ...


class Lights(Protocol):
    """The lights at the seats of a table."""

    def light(self, seat: int, pattern: str) -> bool:
        """Set the light of a seat, counted from 1, to ``off``, ``on``, ``blink`` or ``pulse``; False: not now."""
        ...


class Screen(Protocol):
    """Shows the table. Runs behind a slot that keeps only the newest view, so it can be as slow as it likes."""

    name: str

    def show(self, view: "dict[str, Any]") -> None:
        """Show this view (session/view.py describes it); may raise, then it is started again after a while."""
        ...

    def close(self) -> None: ...
