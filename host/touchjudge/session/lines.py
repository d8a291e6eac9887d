"""The lines that every game shares: a game begins, is put right, corrected, paused, ended.

They are observations like a game's own (rules/game.py), but the fold answers them, not the game.

Ref: docs/table-language.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from touchjudge.rules.game import Line, Observation, Pads


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Observation):
    """A game begins.

    Attributes:
        players: in turn order.
        first: who begins; None is the first named.
        deck: a deck's name, a path, ``any``, or None for the game's default.
        extras: what only this game knows, such as ``numbers``; the border collects it from the line's other fields.
    """

    do: ClassVar[str] = "start"
    game: str
    players: tuple[str, ...]
    first: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: str | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState(Observation):
    """Take over a game already under way, or put the table right by hand."""

    do: ClassVar[str] = "set"
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskState(Observation):
    """Answer with the whole state."""

    do: ClassVar[str] = "state"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Observation):
    """Line ``n`` is judged as if these lines had been told instead, and everything after it again."""

    do: ClassVar[str] = "correct"
    n: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Observation):
    """``correct`` with no lines; without ``n`` the last line still in force that changed the state."""

    do: ClassVar[str] = "undo"
    n: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Observation):
    do: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Observation):
    do: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Observation):
    """The game ends as it stands."""

    do: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Observation):
    """Kept in the journal, changes nothing."""

    do: ClassVar[str] = "note"
    text: str


COMMON_LINES: tuple[type[Observation], ...] = (
    Start, SetState, AskState, Correct, Undo, Pads, Pause, Resume, End, Note,
)  # fmt: skip

# Allowed after the end of a game; everything else is ``foul game_is_over``.
AFTER_THE_END: tuple[type[Observation], ...] = (Start, SetState, AskState, Correct, Undo, Note)
