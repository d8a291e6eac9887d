"""Who touched what and when in the round that is being played or was just settled: a projection of the answers.

Reads the rulings that all reaction games share (``revealed``, ``touched``, the draws), not a game's state, so that it
shows what was ruled and nothing else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from touchjudge.rules.game import Line, Ruling
from touchjudge.session.fold import Entry

DRAWS = ("drew_right", "drew_wrong", "too_late", "wrong_slap", "sandwich", "lowest_hand", "first")


@dataclass(frozen=True, slots=True)
class Touch:
    """One touch of a round.

    Attributes:
        player: who it was, as far as it is ruled.
        reaction_us: from the reveal, None where it is not known.
        bound_us: error bound of the touch.
        attribution: how surely the player is known, None before it is ruled.
        ruling: the code of the draw that this touch became.
        gap_us: to the first touch of the round.
        dead_heat: the gap is not above the sum of both bounds.
    """

    spot: str | None
    player: str | None
    reaction_us: int | None
    bound_us: int = 1
    attribution: str | None = None
    ruling: str | None = None
    gap_us: int | None = None
    dead_heat: bool = False


def round_of(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries from the newest revealed card on; all of the game's where none was revealed."""
    begun: list[Entry] = []
    for entry in reversed(entries):
        begun.append(entry)
        if any(ruling.code in ("revealed", "started", "armed", "go") for ruling in entry.answer.rulings):
            break
    return tuple(reversed(begun))


def touches(entries: Sequence[Entry]) -> tuple[Touch, ...]:
    """The round's touches by time, unknown times last."""
    found: list[Touch] = []
    for entry in round_of(entries):
        for ruling in entry.answer.rulings:
            if ruling.code == "touched":
                found.append(_touch(ruling, entry.told))
            elif ruling.code in DRAWS:
                _credit(found, ruling)
    return _with_gaps(found)


def _touch(ruling: Ruling, told: Line) -> Touch:
    effects = ruling.effects
    bound = told.get("bound_us", 1)
    return Touch(effects.get("spot"), ruling.player, effects.get("reaction_us"), bound if isinstance(bound, int) else 1)


def _credit(found: list[Touch], ruling: Ruling) -> None:
    """Give a draw to the touch it was ruled on; a draw that no pad felt is a touch without a time."""
    effects: Any = ruling.effects
    spot, reaction_us = effects.get("spot"), effects.get("reaction_us")
    for i, touch in enumerate(found):
        same_player = touch.player in (None, ruling.player)
        # Where the reaction ends when a hand is lifted (it then comes with the movement), the touch was told later.
        same_time = "movement_us" in effects or reaction_us in (None, touch.reaction_us)
        if touch.ruling is None and same_player and touch.spot == spot and same_time:
            found[i] = replace(
                touch,
                player=ruling.player,
                reaction_us=touch.reaction_us if reaction_us is None else reaction_us,
                attribution=effects.get("attribution"),
                ruling=ruling.code,
            )
            return
    found.append(Touch(spot, ruling.player, reaction_us, 1, effects.get("attribution"), ruling.code))


def _with_gaps(found: Iterable[Touch]) -> tuple[Touch, ...]:
    ordered = sorted(found, key=lambda touch: (touch.reaction_us is None, touch.reaction_us or 0))
    if not ordered or ordered[0].reaction_us is None:
        return tuple(ordered)
    first = ordered[0]
    first_us: int = ordered[0].reaction_us
    timed = []
    for touch in ordered:
        gap_us = None if touch.reaction_us is None else touch.reaction_us - first_us
        close = gap_us is not None and touch is not first and gap_us <= touch.bound_us + first.bound_us
        timed.append(replace(touch, gap_us=gap_us, dead_heat=close))
    if any(touch.dead_heat for touch in timed):
        timed[0] = replace(timed[0], dead_heat=True)
    return tuple(timed)
