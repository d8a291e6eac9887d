"""Taking over a table of Virus! that is already under way, or putting it right by hand: ``set``.

Ref: docs/table-language.md, set.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from touchjudge.errors import RuleError
from touchjudge.rules.game import Ruling, cannot_be, ok
from touchjudge.rules.virus.bodies import AT, EMPTY, TO_WIN, Body, can_be, healthy, with_organ
from touchjudge.rules.virus.cards import DECK_SIZE, HAND, check_card
from touchjudge.rules.virus.state import State, in_sight, leader, lying, view

_COUNTED = ("bodies", "hands", "draw_pile", "discards")  # fields with cards, which add up to the deck
_SEEN = ("bodies", "discards")


def beyond_the_deck(state: State, cards: Sequence[str]) -> str | None:
    """The first of these cards of which there would be more in sight than the deck has; None if there is none such.

    Decks that are stand-ins, or not named, have as many of each as come.
    """
    deck = state.setup.deck
    return deck.one_too_many(in_sight(state), cards) if deck is not None and cards else None


def put(state: State, changes: Mapping[str, Any]) -> tuple[State, tuple[Ruling, ...]]:
    """Take over these fields; what is not given stays, and the draw pile takes up the difference.

    Raises:
        RuleError: a field that the state does not have, or a value of the wrong type.
    """
    before = view(state)
    for name in changes:
        if name not in before:
            raise RuleError(f"state has no field {name!r}; it has {', '.join(before)}")
    bad: set[str] = set()
    new = _taken(state, changes, bad)
    if all(changes[name] == before[name] for name in changes):
        return state, (ok("set"),)
    if not bad:
        new = _counted(new, changes, bad)
    if not bad:
        new = _with_end(state, new, changes, bad)
    if bad:
        return state, (cannot_be(name for name in before if name in bad),)
    return state if view(new) == before else new, (ok("set"),)


def _taken(state: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """The state with these fields, each read by itself; ``bad`` gets those whose content cannot be."""
    new = state
    for name, value in changes.items():
        match name:
            case "turn":
                new = replace(new, turn=_seat(state, value, name, bad))
            case "bodies":
                new = replace(new, bodies=_bodies(state, value, bad))
            case "hands":
                new = replace(new, hands=_hands(state, value, bad))
            case "draw_pile":
                new = replace(new, draw_pile=_count(value, name, DECK_SIZE, bad))
            case "discards":
                new = replace(new, discards=_cards(value, name))
            case "must_draw":
                new = replace(new, must_draw=_seats(state, value, name, bad))
            case "winner":
                new = replace(new, winner=None if value is None else _seat(state, value, name, bad))
    return new


def _counted(new: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """Every card is somewhere, and none too often in sight."""
    if "draw_pile" not in changes:
        new = replace(new, draw_pile=DECK_SIZE - lying(new))
    if new.draw_pile < 0 or new.draw_pile + lying(new) != DECK_SIZE:
        bad.update(name for name in _COUNTED if name in changes)
    deck = new.setup.deck
    if deck is not None and not deck.stand_in and in_sight(new) - Counter(deck.cards):
        bad.update(name for name in _SEEN if name in changes)
    return new


def _with_end(old: State, new: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """Whether the game is over: a winner has four healthy organs, or is said to have most when the game was ended."""
    complete = [seat for seat, body in enumerate(new.bodies) if healthy(body) >= TO_WIN]
    if "winner" in changes:
        winner = new.winner
    else:
        winner = old.winner if old.winner in complete else None
    if complete != ([winner] if winner in complete else []) or (winner is not None and winner != leader(new)):
        bad.update(name for name in ("bodies", "winner") if name in changes)
    return replace(new, winner=winner, over=winner is not None)


# ---- single fields


def _seat(state: State, value: Any, name: str, bad: set[str]) -> int:
    if not isinstance(value, str):
        raise RuleError(f"{name} is {value!r}; it is a player's name")
    if value not in state.players:
        bad.add(name)
        return state.turn
    return state.players.index(value)


def _seats(state: State, value: Any, name: str, bad: set[str]) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise RuleError(f"{name} is {value!r}; it is a list of players' names")
    seats = [_seat(state, one, name, bad) for one in value]
    if len(set(seats)) != len(seats):
        bad.add(name)
    return tuple(sorted(seats))


def _count(value: Any, name: str, most: int, bad: set[str]) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(f"{name} is {value!r}; it is a whole number from 0 to {most}")
    if not 0 <= value <= most:
        bad.add(name)
    return value


def _by_player(state: State, value: Any, name: str, bad: set[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RuleError(f"{name} is {value!r}; it is an object with the players' names")
    if not set(value) <= set(state.players):
        bad.add(name)
    return value


def _hands(state: State, value: Any, bad: set[str]) -> tuple[int, ...]:
    given = _by_player(state, value, "hands", bad)
    held = {name: _count(count, "hands", HAND, bad) for name, count in given.items()}
    return tuple(held.get(name, own) for name, own in zip(state.players, state.hands, strict=True))


def _cards(value: Any, name: str) -> tuple[str | None, ...]:
    if not isinstance(value, list):
        raise RuleError(f"{name} is {value!r}; it is a list of cards, null for unknown ones")
    for card in value:
        if card is not None and not isinstance(card, str):
            raise RuleError(f"{name} holds {card!r}; it holds cards, null for unknown ones")
        if card is not None:
            try:
                check_card(card)
            except RuleError as error:
                raise RuleError(f"{name}: {error}") from None
    return tuple(value)


def _bodies(state: State, value: Any, bad: set[str]) -> tuple[Body, ...]:
    given = _by_player(state, value, "bodies", bad)
    bodies = {name: _body(organs, f"bodies.{name}", bad) for name, organs in given.items()}
    return tuple(bodies.get(name, own) for name, own in zip(state.players, state.bodies, strict=True))


def _body(value: Any, name: str, bad: set[str]) -> Body:
    if not isinstance(value, Mapping):
        raise RuleError(f"{name} is {value!r}; it is an object with organs ({', '.join(AT)}) and the cards on each")
    body = EMPTY
    for organ, cards in value.items():
        on = _cards(cards, f"{name}.{organ}")
        if organ not in AT or not can_be(organ, on):
            bad.add("bodies")
        else:
            body = with_organ(body, organ, tuple(str(card) for card in on))
    return body
