"""Who wins a touch card, and who slapped a target that it does not show.

Ref: docs/rules/schwein_gehabt.md, A touch card.
"""

from dataclasses import dataclass

from touchjudge.judging.order import Stamp
from touchjudge.judging.pile import sandwich
from touchjudge.rules.schwein_gehabt.cards import SPOTS, is_touch, shown_on
from touchjudge.rules.schwein_gehabt.observations import Touch
from touchjudge.rules.schwein_gehabt.state import SENSED, Question, State, earliest, stamp_of


@dataclass(frozen=True, slots=True)
class Slap:
    """A wrong target slapped.

    Attributes:
        player: None if nobody knows and nothing hangs on it.
    """

    player: str | None
    spot: str
    attribution: str | None
    stamp: Stamp | None


@dataclass(frozen=True, slots=True)
class Pile:
    """What a touch card comes to.

    Attributes:
        code: ``sandwich``, ``lowest_hand`` or ``jackpot_added``.
        winner: None for ``jackpot_added``.
        no_sandwich: the pile was told and has none.
    """

    code: str
    winner: str | None
    attribution: str
    no_sandwich: bool
    slaps: tuple[Slap, ...] = ()


def decide(state: State) -> Pile | Question:
    """What the touch card comes to, or what must be asked first."""
    pile = _winner(state)
    if isinstance(pile, Question):
        return pile
    slaps = wrong_slaps(state)
    for slap in slaps:
        if slap.player is None and state.rules.wrong_slap_penalty:
            return Question("who_touched", spot=slap.spot)
    return Pile(pile.code, pile.winner, pile.attribution, pile.no_sandwich, slaps)


def claimants(state: State) -> tuple[str, ...]:
    """Those who say that the sandwich is theirs, in turn order."""
    return tuple(player for player in state.players if any(claim.player == player for claim in state.claims))


def _winner(state: State) -> Pile | Question:
    if state.lowest:
        return _lowest(state.lowest[0], "declared", no_sandwich=False)
    if state.winner_told:
        if state.winner is not None:
            return Pile("sandwich", state.winner, "declared", no_sandwich=False)
        if not state.rules.lowest_wins:
            return _lowest(None, "declared", no_sandwich=False)
        if state.hands is None:
            return Question("who_was_lowest")
        return _lowest(state.hands[0] if state.hands else None, "declared", no_sandwich=False)
    if state.hands is not None:
        attribution = "sensed" if state.hands_by in SENSED else "declared"
        owner = sandwich(state.hands)
        if owner is not None:
            return Pile("sandwich", owner, attribution, no_sandwich=False)
        lowest = state.hands[0] if state.hands and state.rules.lowest_wins else None
        return _lowest(lowest, attribution, no_sandwich=True)
    match claimants(state):
        case (player,):
            return Pile("sandwich", player, "claimed", no_sandwich=False)
        case _:
            return Question("who_won")


def _lowest(player: str | None, attribution: str, *, no_sandwich: bool) -> Pile:
    return Pile("jackpot_added" if player is None else "lowest_hand", player, attribution, no_sandwich)


def wrong_slaps(state: State) -> tuple[Slap, ...]:
    """Touches of targets that the card does not show: one for each player and target, or one for an unknown hand."""
    if not is_touch(state.revealed):
        return ()
    slaps = []
    for spot in SPOTS:
        if spot == shown_on(str(state.revealed)):
            continue
        touches = [touch for touch in state.touches if touch.spot == spot]
        known = [player for player in state.players if any(touch.player == player for touch in touches)]
        for player in known:
            slaps.append(_slap(player, earliest([touch for touch in touches if touch.player == player])))
        if touches and not known:
            slaps.append(_slap(None, earliest(touches)))
    return tuple(slaps)


def _slap(player: str | None, touch: Touch) -> Slap:
    attribution = None if player is None else "sensed" if touch.by in SENSED else "declared"
    return Slap(player, touch.spot, attribution, stamp_of(touch))
