"""What a card does to the bodies: organs, viruses, medicines and treatments.

In: the state and a play. Out: the foul that it is, or what it comes to. Hands and piles are not touched here.

Ref: docs/rules/virus.md, Bodies and Treatments.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never, cast

from touchjudge.rules.game import Ruling, foul
from touchjudge.rules.virus.bodies import AT, Body, On, condition, with_organ
from touchjudge.rules.virus.cards import colour, kind, matches
from touchjudge.rules.virus.contagion import most_moves
from touchjudge.rules.virus.observations import Place, Play
from touchjudge.rules.virus.state import State

_BACK = "take the card back"


@dataclass(frozen=True, slots=True)
class Done:
    """What a card that may be played comes to.

    Attributes:
        discarded: what goes to the discards, in order.
        effects: what else is to be said.
    """

    code: str
    bodies: tuple[Body, ...]
    discarded: tuple[str, ...] = ()
    effects: Mapping[str, Any] = field(default_factory=dict)


def act(state: State, play: Play) -> Done | Ruling:
    """What the card does, or why it may not. The fields of the play are those its card needs."""
    match kind(play.card):
        case "organ":
            return _organ(state, play)
        case "virus":
            return _virus(state, play, cast(Place, play.on))
        case "medicine":
            return _medicine(state, play, cast(Place, play.on))
    match colour(play.card):
        case "transplant":
            return _transplant(state, play, cast(Place, play.a), cast(Place, play.b))
        case "thief":
            return _thief(state, play, cast(Place, play.from_))
        case "contagion":
            return _contagion(state, play)
        case "error":
            return _error(state, play, str(play.with_))
        case _:
            return Done("gloved", state.bodies, (play.card,))


# ---- organs, viruses, medicines


def _organ(state: State, play: Play) -> Done | Ruling:
    organ = colour(play.card)
    if state.on(play.player, organ) is not None:
        return _duplicate(play, play.player, organ)
    return Done("placed", state.with_on(play.player, organ, ()), effects={"card": play.card})


def _virus(state: State, play: Play, place: Place) -> Done | Ruling:
    if place.player == play.player and not state.setup.options.get("virus_on_own"):
        return _own(play, place)
    on = state.on(place.player, place.organ)
    if on is None:
        return _no_such_organ(play, place)
    organ = f"organ:{place.organ}"
    match condition(on):
        case "free":
            return _laid(state, play, place, organ, "infected", (play.card,))
        case "infected":
            return _laid(state, play, place, organ, "destroyed", None, (organ, *on, play.card))
        case "vaccinated":
            return _laid(state, play, place, on[0], "medicine_removed", (), (*on, play.card))
        case "immunised":
            return _immunised(play, place)
        case never:
            assert_never(never)


def _medicine(state: State, play: Play, place: Place) -> Done | Ruling:
    if place.player != play.player and not state.setup.options.get("medicine_on_others"):
        return foul("others_organ", play.player, owner=place.player, organ=place.organ, mend=_BACK)
    on = state.on(place.player, place.organ)
    if on is None:
        return _no_such_organ(play, place)
    organ = f"organ:{place.organ}"
    match condition(on):
        case "free":
            return _laid(state, play, place, organ, "vaccinated", (play.card,))
        case "infected":
            return _laid(state, play, place, on[0], "cured", (), (*on, play.card))
        case "vaccinated":
            return _laid(state, play, place, organ, "immunised", (*on, play.card))
        case "immunised":
            return _immunised(play, place)
        case never:
            assert_never(never)


def _laid(
    state: State, play: Play, place: Place, acts_on: str, code: str, left: On | None, discarded: tuple[str, ...] = ()
) -> Done | Ruling:
    """A virus or a medicine that acts on a card, which it must match.

    Args:
        left: what then lies on the organ; None if the organ goes, too.
    """
    if not matches(play.card, acts_on):
        return _wrong_colour(play, acts_on)
    bodies = state.with_on(place.player, place.organ, left)
    return Done(code, bodies, discarded, {"card": play.card, "owner": place.player, "organ": place.organ})


# ---- treatments


def _transplant(state: State, play: Play, a: Place, b: Place) -> Done | Ruling:
    if a.player == b.player:
        return foul("same_player", play.player, owner=a.player, mend="name organs of two players")
    for place in (a, b):
        on = state.on(place.player, place.organ)
        if on is None:
            return _no_such_organ(play, place)
        if condition(on) == "immunised":
            return _immunised(play, place)
    for given, taken in ((a, b), (b, a)):
        if given.organ != taken.organ and state.on(given.player, taken.organ) is not None:
            return _duplicate(play, given.player, taken.organ)
    bodies = state.with_bodies({a.player: _swapped(state, a, b), b.player: _swapped(state, b, a)})
    effects = {"a": _told(a), "b": _told(b), "owners": [a.player, b.player], "organs": [a.organ, b.organ]}
    return Done("transplanted", bodies, (play.card,), effects)


def _swapped(state: State, given: Place, taken: Place) -> Body:
    """The body that gives one organ and takes another one."""
    body = with_organ(state.body(given.player), given.organ, None)
    return with_organ(body, taken.organ, state.on(taken.player, taken.organ))


def _thief(state: State, play: Play, place: Place) -> Done | Ruling:
    if place.player == play.player:
        return _own(play, place)
    on = state.on(place.player, place.organ)
    if on is None:
        return _no_such_organ(play, place)
    if condition(on) == "immunised":
        return _immunised(play, place)
    if state.on(play.player, place.organ) is not None:
        return _duplicate(play, play.player, place.organ)
    robbed = with_organ(state.body(place.player), place.organ, None)
    richer = with_organ(state.body(play.player), place.organ, on)
    bodies = state.with_bodies({place.player: robbed, play.player: richer})
    return Done("stolen", bodies, (play.card,), {"owner": place.player, "organ": place.organ})


def _contagion(state: State, play: Play) -> Done | Ruling:
    most = most_moves(state, play.player)
    if not most:
        return foul("nothing_to_spread", play.player, mend="take the card back; it can only be discarded now")
    moves = play.moves or ()
    bodies = {name: state.body(name) for name in state.players}
    for move in moves:
        virus = bodies[play.player][AT[move.organ]]
        if virus is None:
            return _no_such_organ(play, Place(player=play.player, organ=move.organ))
        if condition(virus) != "infected":
            return foul("not_infected", play.player, organ=move.organ, mend="name an infected organ of your own")
        if move.to.player == play.player:
            return _own(play, move.to)
        target = bodies[move.to.player][AT[move.to.organ]]
        if target is None:
            return _no_such_organ(play, move.to)
        if condition(target) != "free":
            return foul(
                "not_free", play.player, owner=move.to.player, organ=move.to.organ, mend="name an organ that is free"
            )
        if not matches(virus[0], f"organ:{move.to.organ}"):
            return _wrong_colour(play, f"organ:{move.to.organ}", card=virus[0])
        bodies[play.player] = with_organ(bodies[play.player], move.organ, ())
        bodies[move.to.player] = with_organ(bodies[move.to.player], move.to.organ, virus)
    if len(moves) < most:
        return foul("contagion_not_all", play.player, moved=len(moves), most=most, mend=f"move {most}")
    told = [{"organ": move.organ, "to": _told(move.to)} for move in moves]
    return Done("spread", tuple(bodies.values()), (play.card,), {"moves": told, "count": len(moves)})


def _error(state: State, play: Play, other: str) -> Done | Ruling:
    if other == play.player:
        return foul("same_player", play.player, owner=other, mend="name another player")
    bodies = state.with_bodies({play.player: state.body(other), other: state.body(play.player)})
    return Done("swapped", bodies, (play.card,), {"with": other})


# ---- fouls


def _told(place: Place) -> dict[str, str]:
    return {"player": place.player, "organ": place.organ}


def _no_such_organ(play: Play, place: Place) -> Ruling:
    return foul(
        "no_such_organ", play.player, owner=place.player, organ=place.organ, mend="name an organ that lies there"
    )


def _immunised(play: Play, place: Place) -> Ruling:
    return foul("is_immunised", play.player, owner=place.player, organ=place.organ, mend=_BACK)


def _own(play: Play, place: Place) -> Ruling:
    return foul("own_organ", play.player, organ=place.organ, mend="name an organ of another player")


def _duplicate(play: Play, owner: str, organ: str) -> Ruling:
    return foul("duplicate_organ", play.player, owner=owner, organ=organ, mend=_BACK)


def _wrong_colour(play: Play, acts_on: str, card: str | None = None) -> Ruling:
    takes = "any colour" if colour(acts_on) == "multi" else f"{colour(acts_on)} or multi"
    return foul("wrong_colour", play.player, cards=[card or play.card, acts_on], mend=f"{acts_on} takes {takes}")
