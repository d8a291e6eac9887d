"""How sure the referee was: how each touch's player is known, what was too close, asked, corrected, ruled a foul.

In: :class:`.played.Standings`. Out: counts, for whoever reports on an evening.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from touchjudge.rules.game import Ruling
from touchjudge.session.played import GamePlayed, Standings
from touchjudge.session.responses import dead_heats

# How a player can be known, the surest first; ``named`` came with the touch, ``unknown`` is nobody.
KNOWN_BY = ("sensed", "claimed", "inferred", "declared", "named", "unknown")


@dataclass(frozen=True, slots=True)
class Certainty:
    """The counts of one session.

    Attributes:
        known_by: each of :data:`KNOWN_BY` → touches and draws of all games.
        dead_heats: rounds in which the first touch and another cannot be told apart.
        questions: put to the table.
        corrections: lines that took something back or judged it anew, and that still stand.
        largest_bound_us: of a timed touch; None without any.
    """

    known_by: Mapping[str, int]
    dead_heats: int
    questions: int
    corrections: int
    largest_bound_us: int | None


@dataclass(frozen=True, slots=True)
class Foul:
    """A ruling of a foul in a game."""

    game: GamePlayed
    ruling: Ruling


def certainty(standings: Standings) -> Certainty:
    """How sure the referee was."""
    touches = [touch for game in standings.games for touch in game.touches]
    counted = Counter(_known_by(touch.player, touch.attribution) for touch in touches)
    return Certainty(
        known_by={known: counted[known] for known in KNOWN_BY},
        dead_heats=sum(dead_heats(game.touches) for game in standings.games),
        questions=sum(ruling.verdict == "ask" for line in standings.lines for ruling in line.rulings),
        corrections=sum(line.line.get("do") in ("undo", "correct") and not line.undone for line in standings.lines),
        largest_bound_us=max((touch.bound_us for touch in touches if touch.t_us is not None), default=None),
    )


def fouls(standings: Standings) -> list[Foul]:
    """Every foul that stands, in order."""
    return [
        Foul(game, ruled.ruling)
        for game in standings.games
        for one in game.rounds
        for ruled in one.rulings
        if ruled.ruling.verdict == "foul"
    ]


def _known_by(player: str | None, attribution: str | None) -> str:
    """Touches that were told with their player have no attribution before they are ruled on."""
    if player is None:
        return "unknown"
    return attribution if attribution in KNOWN_BY else "named"
