"""How fast and how right each player was: a projection of the touches.

A reaction of zero is a reaction; one that is not known is left out, and so is one sooner than anyone can react.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from touchjudge.session.played import TouchRow

_DRAWN_RIGHT = frozenset({"drew_right", "too_late"})
_DRAWN_WRONG = frozenset({"drew_wrong"})


@dataclass(frozen=True, slots=True)
class Reactions:
    """One player's figures.

    Attributes:
        n: reactions that count; without any, best_us and median_us are None.
        draws, false_draws: ruled on symbol cards, and those of them that were wrong.
        anticipations: reactions that were left out, as nobody is that fast.
    """

    player: str
    n: int
    best_us: int | None
    median_us: float | None
    draws: int
    false_draws: int
    anticipations: int

    @property
    def false_draw_rate(self) -> float | None:
        """Share of the draws that were wrong; None without any draw."""
        return self.false_draws / self.draws if self.draws else None


def reactions(players: Sequence[str], touches: Iterable[TouchRow]) -> tuple[Reactions, ...]:
    """The figures of each player, in the order of ``players``.

    >>> reactions(["Ana"], [])[0].best_us is None
    True
    """
    told = list(touches)
    return tuple(_of_one(player, [touch for touch in told if touch.player == player]) for player in players)


def _of_one(player: str, touches: Sequence[TouchRow]) -> Reactions:
    times = [touch.reaction_us for touch in touches if touch.reaction_us is not None and not touch.anticipation]
    right = sum(touch.ruling in _DRAWN_RIGHT for touch in touches)
    wrong = sum(touch.ruling in _DRAWN_WRONG for touch in touches)
    return Reactions(
        player=player,
        n=len(times),
        best_us=min(times, default=None),
        median_us=statistics.median(times) if times else None,
        draws=right + wrong,
        false_draws=wrong,
        anticipations=sum(touch.anticipation for touch in touches),
    )
