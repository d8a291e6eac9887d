"""What a link hears, as values."""

from dataclasses import dataclass
from typing import Literal

from touchjudge.link.order import Mark
from touchjudge.ports import Board
from touchjudge.timing.clock_map import Exchange
from touchjudge.timing.edges import Edge


@dataclass(frozen=True, slots=True)
class Greeted:
    """A board said hello.

    Attributes:
        model: what board it is, by its own word.
        new_boot: it is not the boot that this link heard last (or it is the first).
        missed: edges that the board no longer keeps and that nobody handed on (another program acknowledged them).
    """

    board: Board
    firmware: str
    model: str
    lines: int
    new_boot: bool
    missed: int = 0


@dataclass(frozen=True, slots=True)
class EdgesRead:
    """Edges in order, each once.

    Attributes:
        before: where the stream stood, for :meth:`BoardLink.not_taken`.
    """

    board: Board
    edges: tuple[Edge, ...]
    before: Mark


@dataclass(frozen=True, slots=True)
class BeatRead:
    """A sign of life.

    Attributes:
        newly_lost: edges lost since the beat before.
        newly_muted, unmuted: masks of lines of which that changed since the beat before.
    """

    board: Board
    device_us: int
    levels: int
    next_number: int
    lost: int
    newly_lost: int
    muted: int
    newly_muted: int
    unmuted: int
    free_bytes: int


@dataclass(frozen=True, slots=True)
class Timed:
    """A ping was answered; the link's clock map has taken it in."""

    board: Board
    exchange: Exchange


@dataclass(frozen=True, slots=True)
class Answered:
    """A command was answered."""

    n: int
    command: str
    done: bool
    reason: str


@dataclass(frozen=True, slots=True)
class PadsWrong:
    """What is wrong with the board's analogue pads, told again while something is.

    Attributes:
        faults: line and fault (``dead``, ``stuck``, ``floating``); empty: all is well again.
    """

    board: Board
    faults: tuple[tuple[int, str], ...]


ForeignKind = Literal["repl", "raw_repl", "kept_out", "traceback", "text"]


@dataclass(frozen=True, slots=True)
class Foreign:
    """Text that is no line of the wire.

    Attributes:
        kind: the prompt of the REPL, of the raw REPL, the firmware saying that it was told not to start, a whole
            traceback, or anything else.
        text: the newest line of it; of a traceback its last.
    """

    kind: ForeignKind
    text: str


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """The board speaks another version of the wire; nothing of it is used.

    Attributes:
        say: one sentence with the command that mends it.
    """

    protocol: int
    firmware: str
    chip_id: str
    say: str


@dataclass(frozen=True, slots=True)
class FellSilent:
    """No valid line for as long as the limit says; told once."""

    since_ns: int


@dataclass(frozen=True, slots=True)
class HeardAgain:
    """The first valid line after :class:`FellSilent`, or after opening."""


LinkEvent = (
    Greeted | EdgesRead | BeatRead | Timed | Answered | PadsWrong | Foreign | WrongVersion | FellSilent | HeardAgain
)
