"""A round is settled: who gets what, what goes to the jackpot, whether the game ends.

Ref: docs/rules/schwein_gehabt.md, A symbol card 4, A touch card 4, The end.
"""

from dataclasses import replace
from typing import Any

from touchjudge.rules.game import Ruling, foul, info, ok, over, ranked
from touchjudge.rules.schwein_gehabt import draws, touch_card
from touchjudge.rules.schwein_gehabt.cards import SPOTS
from touchjudge.rules.schwein_gehabt.draws import Ruled
from touchjudge.rules.schwein_gehabt.questions import asked
from touchjudge.rules.schwein_gehabt.reactions import is_anticipation, reaction
from touchjudge.rules.schwein_gehabt.state import Question, Settled, State, between_rounds, scores

# Without the time of its settlement a round is taken to last this long after the last that is known of it: hands that
# go for the same card land within a second.
STRAGGLER_US = 1_000_000

Rulings = tuple[Ruling, ...]


def settle(state: State, settled_us: int | None) -> tuple[State, Rulings]:
    """Close the round and pay, or ask what must be known first.

    Args:
        settled_us: when, if that is known; a touch up to then that comes later belongs to this round.
    """
    if not (state.is_symbol_card or state.is_touch_card):
        return _asked(state, Question("which_card"))
    if state.is_touch_card:
        pile = touch_card.decide(state)
        return _asked(state, pile) if isinstance(pile, Question) else _pay_pile(state, pile, settled_us)
    drawn = draws.decide(state)
    return _asked(state, drawn) if isinstance(drawn, Question) else _pay_draws(state, drawn, settled_us)


def finish(state: State, code: str) -> tuple[State, Rulings]:
    """The game is over as the cards lie now."""
    return replace(state, phase="over", questions=()), (over(code, ranked(scores(state))),)


def _asked(state: State, question: Question) -> tuple[State, Rulings]:
    return replace(state, questions=(question,)), (asked(state, question),)


def _pay_draws(state: State, drawn: draws.Drawn, settled_us: int | None) -> tuple[State, Rulings]:
    ruled = _in_order(state, drawn.ruled)
    rulings: list[Ruling] = []
    if drawn.assumed:
        pairs = [{"player": player, "spot": spot} for player, spot in drawn.assumed]
        rulings.append(info("assumed", draws=pairs))
    right = [one for one in ruled if one.outcome == "right"]
    if len(right) > state.deck:
        ended, last = finish(state, "short_deck")
        return ended, (*rulings, *last)
    paid = state
    for one in right:
        paid = replace(paid.give(one.draw.player, 1), deck=paid.deck - 1)
        rulings.append(ok("drew_right", one.draw.player, **_effects(state, one, pay=1)))
    for one in ruled:
        if one.outcome == "late":
            late = {} if one.gap_us is None else {"gap_us": one.gap_us}
            rulings.append(foul("too_late", one.draw.player, stands=True, **_effects(state, one), **late))
        elif one.outcome == "wrong":
            given = min(state.rules.penalty, paid.cards_of(one.draw.player))
            paid = replace(paid.give(one.draw.player, -given), jackpot=paid.jackpot + given)
            effects = _effects(state, one, penalty=given)
            rulings.append(foul("drew_wrong", one.draw.player, stands=True, **effects))
    paid = replace(paid, jackpot=paid.jackpot + 1)
    return _close(state, paid, rulings, settled_us)


def _in_order(state: State, ruled: tuple[Ruled, ...]) -> list[Ruled]:
    """Players by their first touch, unknown times last and then by seat; each one's draws by time."""
    first: dict[str, int] = {}
    for one in ruled:
        if one.draw.stamp is not None:
            t_us = one.draw.stamp.t_us
            first[one.draw.player] = min(t_us, first.get(one.draw.player, t_us))

    def place(one: Ruled) -> tuple[bool, int, int, bool, int, int]:
        player, stamp = one.draw.player, one.draw.stamp
        return (
            player not in first,
            first.get(player, 0),
            state.players.index(player),
            stamp is None,
            stamp.t_us if stamp else 0,
            SPOTS.index(one.draw.spot) if one.draw.spot else len(SPOTS),
        )

    return sorted(ruled, key=place)


def _effects(state: State, one: Ruled, **first: Any) -> dict[str, Any]:
    """What is said of a draw, with the fields of :class:`Ruling` in their order."""
    draw = one.draw
    times = reaction(state, draw.player, draw.stamp) if draw.spot is not None else {"reaction_us": None}
    effects = {"spot": draw.spot, **first, "attribution": draw.attribution, **times}
    if is_anticipation(state, times["reaction_us"]):
        effects["anticipation"] = True
    return effects


def _pay_pile(state: State, pile: touch_card.Pile, settled_us: int | None) -> tuple[State, Rulings]:
    rulings: list[Ruling] = []
    if pile.no_sandwich:
        rulings.append(info("no_sandwich", pay=0))
    if pile.winner is None:
        paid = replace(state, jackpot=state.jackpot + 1)
        rulings.append(ok("jackpot_added", count=1))
    else:
        pay = 1 + state.jackpot
        paid = replace(state.give(pile.winner, pay), jackpot=0)
        rulings.append(ok(pile.code, pile.winner, pay=pay, attribution=pile.attribution))
    for slap in pile.slaps:
        given = 0 if slap.player is None else min(state.rules.wrong_slap_penalty, paid.cards_of(slap.player))
        if slap.player is not None:
            paid = replace(paid.give(slap.player, -given), jackpot=paid.jackpot + given)
        effects = {"spot": slap.spot, "penalty": given, "attribution": slap.attribution}
        times = reaction(state, slap.player, slap.stamp)
        rulings.append(foul("wrong_slap", slap.player, stands=True, **effects, **times))
    return _close(state, paid, rulings, settled_us)


def _close(before: State, paid: State, rulings: list[Ruling], settled_us: int | None) -> tuple[State, Rulings]:
    """Trim the jackpot, put the round away, say how the table stands, and see whether the deck is empty."""
    surplus = max(0, paid.jackpot - paid.rules.jackpot_limit)
    if surplus:
        paid = replace(paid, jackpot=paid.jackpot - surplus, deck=paid.deck + surplus)
        rulings.append(info("jackpot_trimmed", count=surplus))
    closed = replace(between_rounds(paid), settled=_remembered(before, settled_us))
    rulings.append(info("round_settled", deck=closed.deck, jackpot=closed.jackpot, cards=scores(closed)))
    if closed.deck:
        return closed, tuple(rulings)
    ended, last = finish(closed, "deck_empty")
    return ended, (*rulings, *last)


def _remembered(before: State, settled_us: int | None) -> Settled | None:
    since_us = before.since_us
    if since_us is None:
        return None
    facts = (*before.touches, *before.claims, *before.releases)
    last_us = max([since_us, *(told.t_us for told in facts if told.t_us is not None)])
    until_us = last_us + STRAGGLER_US if settled_us is None else max(last_us, settled_us)
    return Settled(replace(before, settled=None, questions=()), since_us, until_us)
