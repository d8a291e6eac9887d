"""The values of a session that was played, as :mod:`.standings` projects them and exports write them.

Zero is a value here and None is "not known"; the two never stand in for each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from touchjudge.ports import SessionRow
from touchjudge.rules.game import Line, Result, Ruling


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """One line of the session and what it is judged to be now.

    Attributes:
        line: as it was told; empty if it was no JSON object.
        rulings: none where it was undone or not understood.
        state: the game's state after it, as JSON.
        game, title, cooperative: of the game that is played after it; None, "" and False before the first.
        source: who told it; a contact ``edge:CHIP/BOOT/NUMBER/LINE``.
        text: the very characters that were told.
        judged: the lines that are judged for it: itself, or those that a correction put in its place; none when undone.
        scores, result: of the game after it; result None while it goes on.
    """

    n: int
    line: Line
    rulings: tuple[Ruling, ...]
    state: Mapping[str, Any] | None
    game: str | None
    title: str
    cooperative: bool
    undone: bool
    source: str
    wall_utc: str
    text: str = ""
    host_ns: int | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    result: Result | None = None
    judged: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A player of one game.

    Attributes:
        seat: place in turn order, from 1.
        score: None where the game gives none, or none yet.
        rank: competition rank (1, 1, 3); None while the game goes on and where nobody ranks.
    """

    name: str
    seat: int
    begins: bool
    score: int | None
    rank: int | None
    winner: bool


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling with the line it answers."""

    n: int
    ruling: Ruling
    source: str
    wall_utc: str


@dataclass(frozen=True, slots=True)
class Round:
    """One revealed card or one turn.

    Attributes:
        number: from 1 within its game.
        card: as it was named; None where no card was revealed or named.
        scores: of each player after it; a player without one is not in it.
        changes: by how much the round changed each score; a player whose score was not known before or after is not
            in it.
    """

    number: int
    first_n: int
    last_n: int
    card: str | None
    rulings: tuple[Ruled, ...]
    scores: Mapping[str, int]
    changes: Mapping[str, int]
    wall_utc: str


@dataclass(frozen=True, slots=True)
class TouchRow:
    """A touch, or a draw that no pad felt.

    Attributes:
        n: the line that told it.
        t_us: table time; None where only the order is known.
        means: ``pad``, ``button`` or ``hand`` (somebody told it).
        answer: the code it got when it was told; None for a draw that no pad felt.
        ruling: the code of the draw it became.
        anticipation: sooner than anyone can react.
    """

    round: int
    n: int
    spot: str | None
    player: str | None
    seat: int | None
    t_us: int | None
    bound_us: int
    reaction_us: int | None
    attribution: str | None
    answer: str | None
    ruling: str | None
    anticipation: bool
    means: str
    source: str
    wall_utc: str


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One play of one game.

    Attributes:
        number: from 1 within the session.
        ending: code of the ruling that ended it, None while it goes on.
        aborted: it never came to a result.
        duration_s: without breaks; None where the host's clock is not known.
        totals: the scores of the game as a whole, such as ``left`` of a cooperative one.
    """

    number: int
    first_n: int
    last_n: int
    game: str
    title: str
    cooperative: bool
    options: Mapping[str, Any]
    deck: str | None
    players: tuple[Placed, ...]
    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]
    totals: Mapping[str, int]
    ending: str | None
    aborted: bool
    started_utc: str
    ended_utc: str
    duration_s: int | None
    rounds: tuple[Round, ...]
    touches: tuple[TouchRow, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """One session."""

    session: SessionRow
    lines: tuple[JudgedLine, ...]
    games: tuple[GamePlayed, ...]


def started_of(line: JudgedLine) -> Ruling | None:
    """The ruling that began a game on this line, if it did."""
    return next((ruling for ruling in line.rulings if ruling.code == "started"), None)


def players_of(lines: Sequence[JudgedLine]) -> tuple[str, ...]:
    """The players of a game in turn order, from its ``started``."""
    started = started_of(lines[0])
    return tuple(started.effects.get("players", ())) if started is not None else ()
