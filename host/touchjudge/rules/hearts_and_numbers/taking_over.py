"""Taking over a table of hearts and numbers that is already under way, or putting it right by hand: ``set``.

Ref: docs/table-language.md, set.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from touchjudge.errors import RuleError
from touchjudge.rules.game import Ruling, cannot_be, ok
from touchjudge.rules.hearts_and_numbers.cards import DECK_SIZE, MIDDLE, check_card
from touchjudge.rules.hearts_and_numbers.state import Phase, State, in_sight, lying, view

_COUNTED = ("stack", "open", "taken")  # fields with cards, which add up to the deck with the hands
_FOLLOWS = ("hands", "hearts", "points", "winners")  # may be given, but only as they are
_OPEN = {"deal": range(1), "turn": range(MIDDLE, MIDDLE + 1), "refill": range(1, MIDDLE), "over": range(MIDDLE + 1)}


def beyond_the_deck(state: State, cards: Sequence[str]) -> str | None:
    """The first of these cards of which there would be more in sight than the deck has; None if there is none such.

    Decks that are stand-ins, or not named, have as many of each as come.
    """
    deck = state.setup.deck
    return deck.one_too_many(in_sight(state), cards) if deck is not None and cards else None


def put(state: State, changes: Mapping[str, Any]) -> tuple[State, tuple[Ruling, ...]]:
    """Take over these fields; what is not given stays, and the stack takes up the difference.

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
        new = _checked(new, changes, bad)
    if not bad:
        after = view(new)
        bad.update(name for name in _FOLLOWS if name in changes and not _agrees(changes[name], after[name]))
    if bad:
        return state, (cannot_be(name for name in before if name in bad),)
    return state if view(new) == before else new, (ok("set"),)


def _taken(state: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """The state with these fields, each read by itself; ``bad`` gets those whose content cannot be."""
    new = state
    for name, value in changes.items():
        match name:
            case "phase":
                new = replace(new, phase=_phase(value))
            case "turn":
                new = replace(new, turn=_seat(state, value, bad))
            case "stack":
                new = replace(new, stack=_count(value, name, bad))
            case "open":
                new = replace(new, open=_known(_cards(value, name), name, bad))
            case "taken":
                new = replace(new, taken=_by_player(state, value, bad))
            case "stall":
                new = replace(new, stall=_count(value, name, bad))
            case "last_take":
                new = replace(new, last_take=None if value is None else _known(_cards(value, name), name, bad))
            case "winners":
                _list(value, name, "players' names")
            case _:
                _object(value, name)
    # Six cards in the middle are dealt, though nobody says so.
    if "phase" not in changes and state.phase == "deal" and len(new.open) == MIDDLE:
        new = replace(new, phase="turn")
    return new


def _counted(new: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """Every card is somewhere, and none too often in sight."""
    if any(name in changes for name in _COUNTED):
        if "stack" not in changes:
            new = replace(new, stack=DECK_SIZE - lying(new))
        if new.stack < 0 or new.stack + lying(new) != DECK_SIZE:
            bad.update(name for name in _COUNTED if name in changes)
    deck = new.setup.deck
    if deck is not None and not deck.stand_in and in_sight(new) - Counter(deck.cards):
        bad.update(name for name in ("open", "taken") if name in changes)
    return new


def _checked(new: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """Whether the middle fits the phase, and what was taken last its taker."""
    if len(new.open) not in _OPEN[new.phase] or (new.phase == "deal" and any(new.taken)):
        bad.update(name for name in ("phase", "open", "taken") if name in changes)
    if new.last_take is not None:
        taken = Counter(new.last_take)
        seats = range(len(new.players)) if new.phase == "over" else (new.taker,)
        is_owned = any(all(new.taken[seat].count(card) >= count for card, count in taken.items()) for seat in seats)
        if not is_owned or not new.last_take or new.phase == "deal":
            if "last_take" in changes:
                bad.add("last_take")
            else:
                new = replace(new, last_take=None)
    return new


def _agrees(given: Any, own: Any) -> bool:
    """Whether what is given is the same, as far as it is given."""
    if isinstance(given, Mapping) and isinstance(own, Mapping):
        return all(name in own and _agrees(value, own[name]) for name, value in given.items())
    return bool(given == own)


# ---- single fields


def _phase(value: Any) -> Phase:
    for phase in get_args(Phase):
        if value == phase:
            found: Phase = phase
            return found
    raise RuleError(f"phase is {value!r}; allowed are {', '.join(get_args(Phase))}")


def _seat(state: State, value: Any, bad: set[str]) -> int:
    if not isinstance(value, str):
        raise RuleError(f"turn is {value!r}; it is a player's name")
    if value not in state.players:
        bad.add("turn")
        return state.turn
    return state.players.index(value)


def _count(value: Any, name: str, bad: set[str]) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(f"{name} is {value!r}; it is a whole number, 0 or more")
    if value < 0:
        bad.add(name)
    return value


def _object(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RuleError(f"{name} is {value!r}; it is an object with the players' names")
    return value


def _list(value: Any, name: str, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise RuleError(f"{name} is {value!r}; it is a list of {of}")
    return value


def _cards(value: Any, name: str) -> tuple[str | None, ...]:
    for card in _list(value, name, "cards, null for unknown ones"):
        if card is None:
            continue
        if not isinstance(card, str):
            raise RuleError(f"{name} holds {card!r}; it holds cards, null for unknown ones")
        try:
            check_card(card)
        except RuleError as error:
            raise RuleError(f"{name}: {error}") from None
    return tuple(value)


def _known(cards: tuple[str | None, ...], name: str, bad: set[str]) -> tuple[str, ...]:
    """Cards that must be known, because the next ruling hangs on them."""
    if None in cards:
        bad.add(name)
    return tuple(card for card in cards if card is not None)


def _by_player(state: State, value: Any, bad: set[str]) -> tuple[tuple[str | None, ...], ...]:
    given = {name: _cards(cards, f"taken.{name}") for name, cards in _object(value, "taken").items()}
    if not set(given) <= set(state.players):
        bad.add("taken")
    return tuple(given.get(name, own) for name, own in zip(state.players, state.taken, strict=True))
