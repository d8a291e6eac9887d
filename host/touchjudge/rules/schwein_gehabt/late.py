"""A touch that comes when its round is settled: found out by its time, and the lines that would open the round again.

Ref: docs/rules/schwein_gehabt.md, Times.
"""

from dataclasses import replace

from touchjudge.rules.game import Line, Observation, Ruling, info
from touchjudge.rules.lines import line_of
from touchjudge.rules.schwein_gehabt.cards import UNSEEN, is_symbol
from touchjudge.rules.schwein_gehabt.observations import (
    CardNamed,
    Claim,
    Hands,
    Nobody,
    Release,
    Reveal,
    Touch,
    Winner,
)
from touchjudge.rules.schwein_gehabt.questions import pending
from touchjudge.rules.schwein_gehabt.state import Fact, State, view

# What a reopened round takes with it; the rest (numbers, dealer) stays, and questions and winners follow.
_REOPENED = (
    "phase",
    "round",
    "revealed",
    "deck",
    "jackpot",
    "cards",
    "revealed_us",
    "touches",
    "claims",
    "releases",
    "hands",
    "winner",
    "struck",
)


def belongs_to_settled(state: State, touch: Touch) -> bool:
    """Whether a touch lies in the time of the round before."""
    last = state.settled
    return last is not None and touch.t_us is not None and last.since_us <= touch.t_us <= last.until_us


def late_ruled(state: State, touch: Touch) -> Ruling:
    """The answer to such a touch: leave things as they are, or open its round again with the touch in it."""
    leave: Line = {"do": "note", "text": f"late touch of {touch.spot} at {touch.t_us} µs left out of its round"}
    return info(
        "late_touch", touch.player, spot=touch.spot, t_us=touch.t_us, options=[[leave], _reopening(state, touch)]
    )


def _reopening(state: State, touch: Touch) -> list[Line]:
    """Set the table back to the moment before the round was settled, with the touch.

    If the next card lies there already, its round must not be lost: what is dated in it goes along, because telling
    the reveal again closes the reopened round and hands just that over; the rest is told again behind it.
    """
    if state.settled is None:
        return []
    before = state.settled.before
    told: list[Observation] = list(_told_beside(before))
    reopened = replace(before, touches=(*before.touches, touch))
    if state.phase == "react":
        revealed_us = state.revealed_us
        facts: tuple[Fact, ...] = (*state.touches, *state.claims, *state.releases)
        after = [one for one in facts if revealed_us is not None and one.t_us is not None]
        reopened = replace(
            reopened,
            touches=(*reopened.touches, *(one for one in after if isinstance(one, Touch))),
            claims=(*reopened.claims, *(one for one in after if isinstance(one, Claim))),
            releases=(*reopened.releases, *(one for one in after if isinstance(one, Release))),
        )
        told.append(
            Reveal(
                card=state.revealed if state.revealed != UNSEEN or state.given_up else None,
                t_us=revealed_us,
                by="sensor" if state.sensed_reveal else "referee",
            )
        )
        # If the reopened round has a question, its reveal waits, and this would be told to the wrong round.
        if pending(replace(before, touches=(*before.touches, touch))) is None:
            told.extend(one for one in facts if one not in after)
            told.extend(Nobody(spot=spot) for spot in state.struck)
            told.extend(_told_beside(replace(state, given_up=False), with_pile=True))
    shown = view(reopened, [])
    return [{"do": "set", "state": {name: shown[name] for name in _REOPENED}}, *map(line_of, told)]


def _told_beside(state: State, *, with_pile: bool = False) -> list[Observation]:
    """What was told in a round and does not stand in the fields that ``set`` takes over."""
    told: list[Observation] = []
    if state.given_up:
        told.append(CardNamed(card=UNSEEN))
    # What was said of hands before the card turned out to be a symbol card is idle.
    if not is_symbol(state.revealed):
        if with_pile and state.hands is not None:
            told.append(Hands(players=state.hands, by=state.hands_by))
        if state.winner_told and (with_pile or state.winner is None):
            told.append(Winner(player=state.winner))
        if state.lowest:
            # A pile of which only the lowest hand is told says the same without the question having been asked.
            told.append(Hands(players=tuple(player for player in state.lowest if player is not None)))
    told.extend(Winner(player=player, spot=spot) for spot, player in state.firsts)
    return told
