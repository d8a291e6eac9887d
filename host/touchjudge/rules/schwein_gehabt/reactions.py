"""How fast somebody was, and whether that can be a reaction at all.

Ref: docs/rules/schwein_gehabt.md, Times.
"""

from typing import Any

from touchjudge.judging.order import Stamp
from touchjudge.judging.pile import first_hands
from touchjudge.rules.game import Ruling, info, ok
from touchjudge.rules.schwein_gehabt.cards import is_touch, shown_on
from touchjudge.rules.schwein_gehabt.observations import Release, Touch
from touchjudge.rules.schwein_gehabt.state import State, stamp_of


def reaction(state: State, player: str | None, touched: Stamp | None) -> dict[str, Any]:
    """The effects that tell how long a draw took: from the reveal to the touch, or to letting go of the seat.

    With the option ``home`` a known player's reaction ends when he let go, and the movement from there to the touch
    stands beside it.
    """
    if not state.rules.home or player is None:
        return {"reaction_us": state.reaction_us(touched)}
    let_go = sorted(
        stamp for release in state.releases if release.player == player and (stamp := stamp_of(release)) is not None
    )
    if touched is not None:
        let_go = [stamp for stamp in let_go if stamp.t_us <= touched.t_us][-1:]
    start = let_go[0] if let_go else None
    return {
        "reaction_us": state.reaction_us(start),
        "movement_us": None if start is None or touched is None else touched.t_us - start.t_us,
    }


def is_anticipation(state: State, reaction_us: int | None) -> bool:
    return reaction_us is not None and reaction_us < state.rules.anticipation_us


def touch_ruled(state: State, touch: Touch, *, again: bool = False) -> tuple[Ruling, ...]:
    """The answer to a touch that belongs to the round."""
    effects = {"spot": touch.spot, **reaction(state, touch.player, stamp_of(touch))}
    if again:
        return (info("touched_again", touch.player, **effects),)
    touched = ok("touched", touch.player, **effects)
    # At home the reaction is letting go, which is marked when that is told.
    if not state.rules.home and is_anticipation(state, effects["reaction_us"]):
        return (touched, info("anticipation", touch.player, **effects))
    return (touched,)


def release_ruled(state: State, release: Release) -> tuple[Ruling, ...]:
    """The answer to a release that belongs to the round."""
    reaction_us = state.reaction_us(stamp_of(release))
    released = ok("released", release.player, reaction_us=reaction_us)
    if state.rules.home and is_anticipation(state, reaction_us):
        return (released, info("anticipation", release.player, reaction_us=reaction_us))
    return (released,)


def pile_ruled(state: State, hands: tuple[str, ...]) -> tuple[Ruling, ...]:
    """The answer to a told pile: everyone's first hand with its reaction, as far as the stamps fit."""
    touched = {touch.spot for touch in state.touches}
    if is_touch(state.revealed):
        touched = {shown_on(str(state.revealed))}
    # On a card that nobody named, several touched targets do not say which one the pile lies on.
    stamps = [touch for touch in state.touches if len(touched) == 1 and touch.spot in touched]
    times = [stamp for touch in stamps if (stamp := stamp_of(touch)) is not None]
    landed = first_hands(hands, [stamp.t_us for stamp in times])
    known = {} if landed is None else landed
    effects: dict[str, Any] = {
        "players": list(hands),
        "reaction_us": {
            player: reaction(state, player, Stamp(known[player]))["reaction_us"] if player in known else None
            for player in state.players
            if player in hands
        },
    }
    named = ok("hands_named", **effects)
    if landed is None:
        return (named, info("stamps_differ", stamps=len(times), hands=len(hands)))
    return (named,)
