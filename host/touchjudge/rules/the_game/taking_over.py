"""``set``: the table put right by hand, or a game taken over that is under way.

Ref: docs/table-language.md, set; docs/rules/the_game.md, State.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from touchjudge.errors import RuleError
from touchjudge.rules.game import Ruling, cannot_be, ok
from touchjudge.rules.the_game.cards import BASES, DECK_SIZE, NUMBERS, STACK_AT, STACKS, set_of
from touchjudge.rules.the_game.state import Command, Laid, Outcome, State, view

Known = Callable[[State, int], Command | None]

_COUNTED = ("stacks", "hands", "draw_pile", "laid_this_turn", "played", "left", "result")
# What decides how many cards a turn must have, and where they must lie.
_OF_THE_TURN = ("turn", "hands", "draw_pile", "laid_this_turn")
_OF_ONE_STACK = ("turn", "stacks", "showing", "laid_this_turn")


def put(
    state: State, changes: Mapping[str, Any], commands: tuple[Command, ...], known: Known
) -> tuple[State, tuple[Ruling, ...]]:
    """Take over these fields; what is not given stays, and the draw pile takes up the difference.

    Args:
        commands: those that can be on a card of this game.
        known: the command on a number, as far as it is known.

    Raises:
        RuleError: a field that the state does not have, or a value of the wrong type.
    """
    before = view(state)
    for name in changes:
        if name not in before:
            raise RuleError(f"state has no field {name!r}; it has {', '.join(before)}")
    bad: set[str] = set()
    new = _taken(state, changes, commands, known, bad)
    if not bad:
        new = _counted(state, new, changes, bad)
    if not bad:
        new = _with_what_follows(new, changes)
        _check_whole(new, changes, bad)
    if all(changes[name] == before[name] for name in changes):
        return state, (ok("set"),)
    if bad:
        return state, (cannot_be(name for name in before if name in bad),)
    if view(new) == before:
        return state, (ok("set"),)
    # Whose turn a stop ended, and which card is waiting for its command, was of the table as it was before.
    return replace(new, commands=replace(new.commands, stopped=None, asked=None)), (ok("set"),)


def _taken(
    state: State, changes: Mapping[str, Any], commands: tuple[Command, ...], known: Known, bad: set[str]
) -> State:
    """The state with these fields, each read by itself; ``bad`` gets those whose content cannot be."""
    new = state
    for name, value in changes.items():
        match name:
            case "turn":
                new = replace(new, turn=_seat(state, value, bad))
            case "stacks":
                new = replace(new, tops=_tops(state, value, bad))
            case "hands":
                new = replace(new, hands=_hands(state, value, bad))
            case "draw_pile":
                new = replace(new, draw_pile=_int(value, name, range(DECK_SIZE + 1), bad))
            case "laid_this_turn":
                new = replace(new, laid=_laid(value, commands, bad))
            case "minimum":
                new = replace(new, minimum=_int(value, name, range(state.rules.minimum + 1), bad))
            case "played":
                new = replace(new, played=_played(value, bad))
            case "left":
                _int(value, name, range(DECK_SIZE + 1), bad)
            case "result":
                new = replace(new, outcome=_outcome(value))
            case "bound":
                bound = None if value is None else STACK_AT.get(_text(value, name), -1)
                if bound == -1:
                    bad.add(name)
                new = replace(new, commands=replace(new.commands, bound=bound))
    return replace(new, commands=replace(new.commands, showing=_showing(state, new, changes, commands, known, bad)))


def _counted(old: State, new: State, changes: Mapping[str, Any], bad: set[str]) -> State:
    """Every card is somewhere: in a hand, in the draw pile, or laid, be it known which one or not."""
    lying = [top for top, base in zip(new.tops, BASES, strict=True) if top != base]
    played = new.played | set_of(lying) | set_of(number for number, _, _ in new.laid)
    if "played" in changes:
        unknown = sum(number is None for number in changes["played"])
    else:
        unknown = DECK_SIZE - old.left - old.played.bit_count()
    at_hand = sum(new.hands)
    if "draw_pile" in changes:
        draw_pile = new.draw_pile
    else:
        draw_pile = max(DECK_SIZE - at_hand - played.bit_count() - unknown, 0)
    least_laid = played.bit_count() + (unknown if "played" in changes else 0)
    if at_hand + draw_pile + least_laid > DECK_SIZE or len(set(lying)) < len(lying):
        bad.update(name for name in _COUNTED if name in changes)
    if changes.get("left", at_hand + draw_pile) != at_hand + draw_pile:
        bad.add("left")
    return replace(new, draw_pile=draw_pile, played=played)


def _with_what_follows(new: State, changes: Mapping[str, Any]) -> State:
    """The fields that follow from others, where the others are given and they are not."""
    if "minimum" not in changes and any(name in changes for name in _OF_THE_TURN):
        at_first = new.hands[new.turn] + len(new.laid)
        new = replace(new, minimum=new.rules.turn_minimum(new.draw_pile, at_first))
    if "bound" not in changes and any(name in changes for name in _OF_ONE_STACK):
        is_bound = bool(new.laid) and "one_stack" in new.commands.showing
        new = replace(new, commands=replace(new.commands, bound=new.laid[-1][1] if is_bound else None))
    return new


def _check_whole(new: State, changes: Mapping[str, Any], bad: set[str]) -> None:
    """Whether the fields fit each other."""
    for command, top, base in zip(new.commands.showing, new.tops, BASES, strict=True):
        if command is not None and top == base:
            bad.update(name for name in ("stacks", "showing") if name in changes)
    if "laid_this_turn" in changes:
        on_top = {stack: (number, command) for number, stack, command in new.laid}
        if any((new.tops[stack], new.commands.showing[stack]) != last for stack, last in on_top.items()):
            bad.add("laid_this_turn")
    is_finished = not new.left
    if (new.outcome == "won" and not is_finished) or (new.outcome is None and is_finished):
        bad.update(name for name in _COUNTED if name in changes)
    # Without a draw pile, a player who has no card has no turn.
    if new.outcome is None and not (new.draw_pile or new.hands[new.turn] or new.laid):
        bad.update(name for name in _OF_THE_TURN if name in changes)


def _int(value: Any, name: str, allowed: range, bad: set[str]) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(f"{name} is {value!r}; it is a whole number from {allowed.start} to {allowed.stop - 1}")
    if value not in allowed:
        bad.add(name)
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{name} is {value!r}; it is a text")
    return value


def _object(value: Any, name: str, keys: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RuleError(f"{name} is {value!r}; it is an object with {keys}")
    return value


def _list(value: Any, name: str, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise RuleError(f"{name} is {value!r}; it is a list of {of}")
    return value


def _outcome(value: Any) -> Outcome | None:
    if value not in (None, "won", "lost"):
        raise RuleError(f"result is {value!r}; allowed are null, won and lost")
    return cast(Outcome | None, value)


def _seat(state: State, value: Any, bad: set[str]) -> int:
    if _text(value, "turn") not in state.players:
        bad.add("turn")
        return state.turn
    return state.players.index(value)


def _tops(state: State, value: Any, bad: set[str]) -> tuple[int, int, int, int]:
    given = _object(value, "stacks", f"{', '.join(STACKS)} and the number on top of each")
    tops = list(state.tops)
    for name, top in given.items():
        stack = STACK_AT.get(name)
        if not isinstance(top, int) or isinstance(top, bool):
            raise RuleError(f"stacks.{name} is {top!r}; it is the number on top, 1 or 100 without a card")
        if stack is None or (top not in NUMBERS and top != BASES[stack]):
            bad.add("stacks")
        else:
            tops[stack] = top
    return (tops[0], tops[1], tops[2], tops[3])


def _showing(
    old: State,
    new: State,
    changes: Mapping[str, Any],
    commands: tuple[Command, ...],
    known: Known,
    bad: set[str],
) -> tuple[Command | None, Command | None, Command | None, Command | None]:
    given = _object(changes.get("showing", {}), "showing", f"{', '.join(STACKS)} and the command that shows, or null")
    if not set(given) <= set(STACKS):
        bad.add("showing")
    shown: list[Command | None] = []
    for stack, name in enumerate(STACKS):
        if name in given:
            shown.append(_command(given[name], f"showing.{name}", "showing", commands, bad))
        elif new.tops[stack] != old.tops[stack]:
            # Another card than before: its own command shows, if anybody knows it.
            shown.append(known(new, new.tops[stack]))
        else:
            shown.append(old.commands.showing[stack])
    return (shown[0], shown[1], shown[2], shown[3])


def _command(value: Any, path: str, field: str, commands: tuple[Command, ...], bad: set[str]) -> Command | None:
    if value is None:
        return None
    command = _text(value, path)
    if command not in commands:
        bad.add(field)
    return cast(Command, command)


def _hands(state: State, value: Any, bad: set[str]) -> tuple[int, ...]:
    given = _object(value, "hands", "the players' names and a whole number for each")
    for size in given.values():
        _int(size, "hands", range(state.rules.hand + 1), bad)
    if not set(given) <= set(state.players):
        bad.add("hands")
    return tuple(given.get(name, own) for name, own in zip(state.players, state.hands, strict=True))


def _laid(value: Any, commands: tuple[Command, ...], bad: set[str]) -> tuple[Laid, ...]:
    laid: list[Laid] = []
    for entry in _list(value, "laid_this_turn", "[number, stack, command]"):
        if not isinstance(entry, list) or len(entry) != 3:
            raise RuleError(f"laid_this_turn holds {entry!r}; it holds [number, stack, command]")
        number, name, command = entry
        stack = STACK_AT.get(_text(name, "a stack in laid_this_turn"))
        if stack is None:
            bad.add("laid_this_turn")
            continue
        laid.append(
            (
                _number(number, "laid_this_turn", bad),
                stack,
                _command(command, "a command in laid_this_turn", "laid_this_turn", commands, bad),
            )
        )
    if len({number for number, _, _ in laid}) < len(laid):
        bad.add("laid_this_turn")
    return tuple(laid)


def _played(value: Any, bad: set[str]) -> int:
    given = _list(value, "played", "numbers, null for unknown ones")
    known = [_number(one, "played", bad) for one in given if one is not None]
    if len(set(known)) < len(known):
        bad.add("played")
    return set_of(number for number in known if number in NUMBERS)


def _number(value: Any, name: str, bad: set[str]) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(f"{name} holds {value!r}; it holds whole numbers from 2 to 99")
    if value not in NUMBERS:
        bad.add(name)
    return value
