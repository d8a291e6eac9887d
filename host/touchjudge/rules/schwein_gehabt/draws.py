"""Who drew what from a symbol card: from touches and claims to draws, right or wrong.

Some draws are said outright (a touch with a player, a claim with a spot). What is left, targets touched by an unknown
hand and people who only say "that was me", is matched in every possible way; where all ways pay the same nobody need
be asked.

Ref: docs/rules/schwein_gehabt.md, A symbol card, 1 and 2.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from touchjudge.judging.matching import Way, ways
from touchjudge.judging.order import Stamp, rivals
from touchjudge.rules.schwein_gehabt.cards import SPOTS, counts, is_symbol
from touchjudge.rules.schwein_gehabt.observations import Touch
from touchjudge.rules.schwein_gehabt.state import SENSED, Question, State, by_time, earliest, stamp_of

Attribution = Literal["sensed", "claimed", "inferred", "declared"]
Outcome = Literal["right", "wrong", "late", "heat"]  # heat: entitled, but it cannot be told who was first


@dataclass(frozen=True, slots=True)
class Draw:
    """One target taken by one player.

    Attributes:
        spot: None where only the number of a player's draws is certain.
        stamp: when it was touched, where that is known.
        told: the place of its touch among the lines; None if it was not told as a touch.
    """

    player: str
    spot: str | None
    attribution: Attribution
    stamp: Stamp | None = None
    told: int | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A draw and what it is worth.

    Attributes:
        gap_us: for a late one, how much later than the first, where known.
    """

    draw: Draw
    outcome: Outcome
    gap_us: int | None = None


Pair = tuple[str, str]  # player, spot


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a symbol card comes to.

    Attributes:
        ruled: all draws, in no order that matters.
        assumed: pairs that are likely and not certain; without a spot where only the number of draws is assumed.
    """

    ruled: tuple[Ruled, ...]
    assumed: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """The facts of a round, sorted.

    Attributes:
        draws: said outright.
        contacts: the first contact of an unknown hand, by target.
        targets: touched, and nobody said to have drawn them.
        claimants: said that they took something, and nothing they took is known.
        stray: the same, but there is nothing that they can have taken.
    """

    draws: tuple[Draw, ...]
    contacts: dict[str, Touch]
    targets: tuple[str, ...]
    claimants: tuple[str, ...]
    stray: tuple[str, ...]


def said_wrong(state: State, player: str, spot: str | None) -> bool:
    """Whether the player's own claim says that this draw was wrong."""
    own = [claim for claim in state.claims if claim.player == player]
    about = [claim for claim in own if claim.spot == spot and spot is not None] or [
        claim for claim in own if claim.spot is None
    ]
    return any(claim.wrong for claim in about)


def has_right(state: State, player: str, spot: str) -> bool:
    """Whether the count of this symbol is one of the player's numbers.

    On an unseen card everything is right but what is said to be wrong.
    """
    if not is_symbol(state.revealed):
        return not said_wrong(state, player, spot)
    return counts(str(state.revealed))[spot] in state.numbers_of(player)


def is_free(state: State, player: str) -> bool:
    """Whether the player may take any one target, because none of his numbers shows."""
    return (
        state.rules.free_choice
        and is_symbol(state.revealed)
        and not any(has_right(state, player, spot) for spot in SPOTS)
    )


def can_have_drawn(state: State, player: str) -> bool:
    """At home, who was not seen to let go cannot have taken anything; else anyone can."""
    return not state.rules.home or any(release.player == player for release in state.releases)


def sort_out(state: State) -> Told:
    """Sort the touches and claims of a round."""
    contacts = {
        spot: earliest(found)
        for spot in SPOTS
        if (found := [touch for touch in state.touches if touch.spot == spot and touch.player is None])
    }
    draws: dict[Pair, Draw] = {}
    for told, touch in sorted(enumerate(state.touches), key=lambda one: by_time(one[1])):
        if touch.player is not None:
            attribution: Attribution = "sensed" if touch.by in SENSED else "declared"
            draw = Draw(touch.player, touch.spot, attribution, stamp_of(touch), told)
            draws.setdefault((touch.player, touch.spot), draw)
    for claim in state.claims:
        if claim.spot is not None and (claim.player, claim.spot) not in draws:
            attribution = "claimed" if claim.spot in contacts else "declared"
            draws[claim.player, claim.spot] = Draw(claim.player, claim.spot, attribution)
    drawers = {player for player, _ in draws}
    drawn = {spot for _, spot in draws}
    targets = tuple(spot for spot in SPOTS if spot in contacts and spot not in drawn)
    asking = {claim.player for claim in state.claims if claim.spot is None} - drawers
    able = {player for player in asking if targets and can_have_drawn(state, player)}
    return Told(
        tuple(draws.values()),
        contacts,
        targets,
        tuple(player for player in state.players if player in able),
        tuple(player for player in state.players if player in asking - able),
    )


def decide(state: State) -> Drawn | Question:
    """What the symbol card comes to, or what must be asked first."""
    told = sort_out(state)
    if told.targets and not told.claimants:
        return Question("who_touched", spot=told.targets[0])
    presumed = _presume(state, told)
    if isinstance(presumed, Question):
        return presumed
    possible, likely = _weigh(state, told, presumed)
    if len({_pays(state, ruled) for ruled in likely.values()}) > 1:
        return Question("who_took_what")
    heats = {one.draw.spot for ruled in likely.values() for one in ruled if one.outcome == "heat"}
    for spot in SPOTS:
        if spot in heats:
            return Question("dead_heat", spot=spot)
    ruled = _agreed(state, list(likely.values()))
    said = {(draw.player, draw.spot) for draw in told.draws}
    guessed: set[tuple[str, str | None]] = {(draw.player, draw.spot) for draw in presumed}
    if likely is not possible:
        guessed |= {(one.draw.player, one.draw.spot) for one in ruled} - said
    pairs = ((player, spot) for player in state.players for spot in (*SPOTS, None))
    assumed = tuple(pair for pair in pairs if pair in guessed)
    return Drawn(ruled, assumed)


def open_ways(state: State) -> list[Way[str, str]]:
    """The ways among which the table must decide, as pairs that nobody has said yet."""
    return list(_likely(state))


def entitled_at(state: State, spot: str) -> tuple[str, ...]:
    """Those who may have been first at a target, in turn order."""
    found = {
        one.draw.player
        for ruled in _likely(state).values()
        for one in ruled
        if one.draw.spot == spot and one.outcome == "heat"
    }
    return tuple(player for player in state.players if player in found)


def _presume(state: State, told: Told) -> tuple[Draw, ...] | Question:
    """Draws of those who say that they took something where nothing was touched."""
    presumed = []
    for player in told.stray:
        own = [spot for spot in SPOTS if has_right(state, player, spot)]
        likely = len(own) == 1 and can_have_drawn(state, player) and not said_wrong(state, player, None)
        if not state.rules.presume_right or not likely:
            return Question("which_target", player=player)
        presumed.append(Draw(player, own[0], "inferred"))
    return tuple(presumed)


Judged = dict[Way[str, str], tuple[Ruled, ...]]


def _weigh(state: State, told: Told, presumed: tuple[Draw, ...]) -> tuple[Judged, Judged]:
    """All ways with what each comes to; and those among which the truth is taken to be."""
    found: list[Way[str, str]] = list(ways(told.claimants, told.targets)) or [()]
    matched: Attribution = "claimed" if len(found) == 1 else "inferred"
    said = (*told.draws, *presumed)
    if len(told.claimants) < len(told.targets) or any(draw.spot in told.targets for draw in presumed):
        possible = {way: _judge_draws(state, told, (*said, *(Draw(*pair, matched) for pair in way))) for way in found}
    else:
        possible = _judge_by_target(state, told, said, found, matched)
    alike = len({_pays(state, ruled) for ruled in possible.values()}) == 1
    return possible, possible if alike or not state.rules.presume_right else _most_right(possible)


def _judge_by_target(
    state: State, told: Told, said: tuple[Draw, ...], found: list[Way[str, str]], matched: Attribution
) -> Judged:
    """The same as judging each way whole, where every claimant has one target and nobody else has that.

    Then a target's outcome hangs on its own drawers alone, and thousands of ways (eight players claim) are put
    together from a few hundred.
    """
    fixed = _judge_draws(state, told, said)
    known: dict[Way[str, str], tuple[Ruled, ...]] = {}
    possible: Judged = {}
    for way in found:
        ruled = fixed
        for spot in told.targets:
            drawers = tuple(pair for pair in way if pair[1] == spot)
            if drawers not in known:
                known[drawers] = _judge_draws(state, told, [Draw(*pair, matched) for pair in drawers])
            ruled += known[drawers]
        possible[way] = ruled
    return possible


def _likely(state: State) -> Judged:
    told = sort_out(state)
    presumed = _presume(state, told)
    return {} if isinstance(presumed, Question) else _weigh(state, told, presumed)[1]


def _most_right(possible: Judged) -> Judged:
    """Those with the most right draws; a target whose first is open will have one."""

    def rights(ruled: tuple[Ruled, ...]) -> int:
        heats = {one.draw.spot for one in ruled if one.outcome == "heat"}
        return sum(one.outcome == "right" for one in ruled) + len(heats)

    most = max(map(rights, possible.values()))
    return {way: ruled for way, ruled in possible.items() if rights(ruled) == most}


def _judge_draws(state: State, told: Told, drawn: Iterable[Draw]) -> tuple[Ruled, ...]:
    """What these draws are worth, if they are all there were."""
    draws = _dated(told, drawn)
    if not state.rules.free_choice:
        return tuple(
            Ruled(draw, "right" if has_right(state, draw.player, str(draw.spot)) else "wrong") for draw in draws
        )
    chosen = {player: min(own, key=_place) for player in state.players if (own := _free_draws(state, draws, player))}
    entitled = [
        draw
        for draw in draws
        if (chosen[draw.player] is draw if draw.player in chosen else has_right(state, draw.player, str(draw.spot)))
    ]
    worth: dict[Pair, Ruled] = {}
    for spot in SPOTS:
        for one in _first_come(state, spot, [draw for draw in entitled if draw.spot == spot]):
            worth[one.draw.player, spot] = one
    return tuple(worth.get((draw.player, str(draw.spot)), Ruled(draw, "wrong")) for draw in draws)


def _free_draws(state: State, draws: Iterable[Draw], player: str) -> list[Draw]:
    return [draw for draw in draws if draw.player == player] if is_free(state, player) else []


def _dated(told: Told, draws: Iterable[Draw]) -> list[Draw]:
    """Credit the contact of an unknown hand to the drawer, if the target has only one."""
    draws = list(draws)
    drawers = Counter(draw.spot for draw in draws)
    return [
        replace(draw, stamp=stamp_of(told.contacts[draw.spot]))
        if draw.stamp is None and draw.spot in told.contacts and drawers[draw.spot] == 1
        else draw
        for draw in draws
    ]


def _place(draw: Draw) -> tuple[bool, int, bool, int, int]:
    """A player's own draws in order: by time, then as they were told, then as the targets lie."""
    spot = SPOTS.index(draw.spot) if draw.spot in SPOTS else len(SPOTS)
    t_us = draw.stamp.t_us if draw.stamp else 0
    # Equal times are ordered by target, not by line, so that the same facts in another order come out the same.
    told = draw.told if draw.told is not None and draw.stamp is None else 0
    return (draw.stamp is None, t_us, draw.told is None, told, spot)


def _first_come(state: State, spot: str, draws: list[Draw]) -> list[Ruled]:
    """First come, first served among those entitled to one target."""
    if len(draws) < 2:
        return [Ruled(draw, "right") for draw in draws]
    margin_us = state.rules.dead_heat_us
    answers = dict(state.firsts)
    if spot in answers and (answers[spot] is None or any(draw.player == answers[spot] for draw in draws)):
        first = next((draw for draw in draws if draw.player == answers[spot]), None)
        return [Ruled(draw, "right") if draw is first else Ruled(draw, "late", _gap_us(first, draw)) for draw in draws]
    if all(draw.stamp is None and draw.told is not None for draw in draws):
        # Told without times: the order of the lines is the order of the hands.
        first = min(draws, key=_place)
        return [Ruled(draw, "right" if draw is first else "late") for draw in draws]
    maybe = [draws[index] for index in rivals((draw.stamp for draw in draws), margin_us)]
    if len(maybe) == 1:
        return [
            Ruled(draw, "right") if draw in maybe else Ruled(draw, "late", _gap_us(maybe[0], draw)) for draw in draws
        ]
    return [Ruled(draw, "heat" if draw in maybe else "late") for draw in draws]


def _gap_us(first: Draw | None, later: Draw) -> int | None:
    if first is None or first.stamp is None or later.stamp is None:
        return None
    return later.stamp.t_us - first.stamp.t_us


def _pays(state: State, ruled: Iterable[Ruled]) -> tuple[tuple[str, int, int, int], ...]:
    """What each drawer gets, gives and may still get: ways that agree in this pay the same."""
    found: dict[str, list[int]] = {}
    for one in ruled:
        counted = found.setdefault(one.draw.player, [0, 0, 0])
        if one.outcome != "late":
            counted[_COUNTED.index(one.outcome)] += 1
    penalty = state.rules.penalty
    return tuple(
        (player, right, min(wrong * penalty, state.cards_of(player) + right), heat)
        for player in state.players
        if player in found
        for right, wrong, heat in [found[player]]
    )


_COUNTED: tuple[Outcome, ...] = ("right", "wrong", "heat")


def _agreed(state: State, likely: list[tuple[Ruled, ...]]) -> tuple[Ruled, ...]:
    """What all these ways have in common: the same draws where they agree, else only how many there are."""
    common = {_key(one): one for one in likely[0]}
    fewest = Counter((one.draw.player, one.outcome) for one in likely[0])
    for ruled in likely[1:]:
        here = {_key(one): one for one in ruled}
        common = {
            key: one if one.draw.stamp == here[key].draw.stamp else replace(one, draw=replace(one.draw, stamp=None))
            for key, one in common.items()
            if key in here
        }
        # The smaller of both counts, for each player and outcome.
        fewest &= Counter((one.draw.player, one.outcome) for one in ruled)
    fewest -= Counter((one.draw.player, one.outcome) for one in common.values())
    agreed = [*common.values()]
    for (player, outcome), count in fewest.items():
        agreed.extend([Ruled(Draw(player, None, "inferred"), outcome)] * count)
    if not is_symbol(state.revealed):
        return tuple(replace(one, draw=replace(one.draw, attribution="declared")) for one in agreed)
    return tuple(agreed)


def _key(one: Ruled) -> tuple[str, str | None, Outcome]:
    return (one.draw.player, one.draw.spot, one.outcome)
