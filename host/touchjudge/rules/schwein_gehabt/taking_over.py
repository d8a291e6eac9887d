"""``set``: the table put right by hand, or a game taken over that is under way.

Ref: docs/table-language.md, set; docs/rules/schwein_gehabt.md, State.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args

from touchjudge.errors import RuleError
from touchjudge.judging.pile import most_hands
from touchjudge.rules.game import By, Ruling, cannot_be, ok
from touchjudge.rules.schwein_gehabt.cards import DECK_SIZE, NUMBERS, SPOTS, check_card
from touchjudge.rules.schwein_gehabt.observations import Claim, Release, Touch
from touchjudge.rules.schwein_gehabt.questions import pending, refreshed, shown
from touchjudge.rules.schwein_gehabt.state import Phase, Question, State, between_rounds, scores, view

Told = TypeVar("Told", Touch, Claim, Release)
_COUNTED = ("deck", "jackpot", "cards", "revealed", "phase")


def put(state: State, changes: Mapping[str, Any]) -> tuple[State, tuple[Ruling, ...]]:
    """Take over these fields; what is not given stays, and the deck takes up the difference.

    With ``phase`` set to ``reveal`` the round that was open falls away with all that was told in it.

    Raises:
        RuleError: a field that the state does not have, or a value of the wrong type.
    """
    known = view(state, [])
    for name in changes:
        if name not in known:
            raise RuleError(f"state has no field {name!r}; it has {', '.join(known)}")
    bad: list[str] = []
    new = _taken(_ground(state, changes), changes, bad)
    if not bad:
        new = _with_deck(new, changes, bad)
        _check_whole(new, changes, bad)
    if not bad:
        new = _with_questions(new, changes, bad)
    if not bad and "winners" in changes and _names(changes, "winners") != view(new, [])["winners"]:
        bad.append("winners")
    if bad:
        fields = [name for name in known if name in bad]
        return state, (cannot_be(fields),)
    if _visible(new) == _visible(state):
        return state, (ok("set"),)
    return _forgetting(state, new), (ok("set"),)


def checked_numbers(given: Any, players: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Lucky numbers by player, in turn order.

    Raises:
        RuleError: a number twice or outside 1 to 8, a player with none, or one who does not play.
    """
    if not isinstance(given, Mapping):
        raise RuleError(f"numbers is {given!r}; it is an object with the players' names and a list for each")
    for name in given:
        if name not in players:
            raise RuleError(f"numbers names {name!r}, who does not play; the players are {', '.join(players)}")
    found = tuple(_numbers_of(given.get(player, ()), player) for player in players)
    owners: dict[int, str] = {}
    for player, own in zip(players, found, strict=True):
        if not own:
            raise RuleError(f"numbers gives {player!r} none; each player needs at least one of 1 to 8")
        for number in own:
            if number not in NUMBERS:
                raise RuleError(f"numbers gives {player!r} the number {number}; allowed are 1 to 8")
            if number in owners:
                raise RuleError(f"numbers gives {number} to {owners[number]!r} and to {player!r}; one owner only")
            owners[number] = player
    return found


def _numbers_of(given: Any, player: str) -> tuple[int, ...]:
    if not isinstance(given, list | tuple) or not all(_is_int(number) for number in given):
        raise RuleError(f"numbers of {player!r} is {given!r}; it is a list of whole numbers from 1 to 8")
    return tuple(given)


def _ground(state: State, changes: Mapping[str, Any]) -> State:
    """What the changes are laid over."""
    if changes.get("phase") == "reveal" and state.phase != "reveal":
        return between_rounds(state)
    return state


def _taken(state: State, changes: Mapping[str, Any], bad: list[str]) -> State:
    """The state with these fields, each read by itself; ``bad`` gets those whose content cannot be."""
    new = state
    for name in changes:
        match name:
            case "phase":
                new = replace(new, phase=_phase(changes[name]))
            case "round":
                new = replace(new, round=_count(changes, name, bad))
            case "deck":
                new = replace(new, deck=_count(changes, name, bad))
            case "jackpot":
                new = replace(new, jackpot=_count(changes, name, bad))
            case "revealed":
                new = replace(new, revealed=_card(new, changes[name], bad))
            case "revealed_us":
                new = replace(new, revealed_us=_int_or_none(changes[name], name))
            case "cards":
                new = replace(new, cards=_cards(new, changes[name], bad))
            case "numbers":
                new = replace(new, numbers=_numbers(new, changes[name], bad))
            case "dealer":
                new = replace(new, dealer=str(_player(new, _text(changes[name], name), name, bad)))
            case "touches":
                new = replace(new, touches=tuple(_facts(new, changes[name], name, Touch, bad)))
            case "claims":
                new = replace(new, claims=tuple(_facts(new, changes[name], name, Claim, bad)))
            case "releases":
                new = replace(new, releases=tuple(_facts(new, changes[name], name, Release, bad)))
            case "hands":
                new = replace(new, hands=_hands(new, changes, bad))
            case "winner":
                new = replace(new, winner=_player(new, changes[name], name, bad))
            case "struck":
                new = replace(new, struck=_struck(changes, bad))
    return new


def _with_deck(state: State, changes: Mapping[str, Any], bad: list[str]) -> State:
    """Let the deck take up the difference, unless it is given."""
    if "deck" not in changes:
        state = replace(state, deck=DECK_SIZE - _lying(state))
    if state.deck < 0 or state.deck + _lying(state) != DECK_SIZE:
        bad.extend(name for name in _COUNTED if name in changes)
    return state


def _lying(state: State) -> int:
    """How many cards are not in the deck."""
    return state.jackpot + sum(state.cards) + (state.revealed is not None)


def _check_whole(state: State, changes: Mapping[str, Any], bad: list[str]) -> None:
    """Whether the fields fit each other."""
    if (state.phase == "react" and state.revealed is None) or (state.phase == "reveal" and state.revealed is not None):
        bad.extend(name for name in ("phase", "revealed") if name in changes)
    if state.phase == "reveal":
        for name in ("revealed_us", "touches", "claims", "releases", "hands", "winner", "struck"):
            if name in changes and changes[name] not in (None, []):
                bad.append(name)


def _with_questions(state: State, changes: Mapping[str, Any], bad: list[str]) -> State:
    """The open question stays as long as it is still the one to ask."""
    if "questions" not in changes:
        return refreshed(state) if state.phase == "react" else replace(state, questions=())
    given = changes["questions"]
    if not isinstance(given, list) or not all(isinstance(one, Mapping) and "code" in one for one in given):
        raise RuleError(f"questions is {given!r}; it is a list of objects with a code")
    if given == shown(state):
        return state
    asked = tuple(Question(one["code"], one.get("player"), one.get("spot")) for one in given)
    if asked and (state.phase != "react" or asked != (pending(state),)):
        bad.append("questions")
    return replace(state, questions=asked)


def _visible(state: State) -> dict[str, Any]:
    return view(state, shown(state))


def _forgetting(old: State, new: State) -> State:
    """The new state without what was known beyond its fields and may no longer hold."""
    if (old.revealed, old.revealed_us, old.round) != (new.revealed, new.revealed_us, new.round):
        new = replace(new, sensed_reveal=False, given_up=False, firsts=(), held=(), lowest=())
    if old.hands != new.hands:
        new = replace(new, hands_by="referee", lowest=())
    if old.winner != new.winner:
        new = replace(new, winner_told=new.winner is not None, lowest=())
    # Opening the round before again would take back what was put right by hand.
    return replace(new, settled=None)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{name} is {value!r}; it is a text")
    return value


def _names(changes: Mapping[str, Any], name: str) -> list[str]:
    value = changes[name]
    if not isinstance(value, list | tuple):
        raise RuleError(f"{name} is {value!r}; it is a list of texts")
    return [_text(one, name) for one in value]


def _int_or_none(value: Any, name: str) -> int | None:
    if value is not None and not _is_int(value):
        raise RuleError(f"{name} is {value!r}; it is a whole number of µs or null")
    return None if value is None else int(value)


def _phase(value: Any) -> Phase:
    for phase in get_args(Phase):
        if value == phase:
            found: Phase = phase
            return found
    raise RuleError(f"phase is {value!r}; allowed are {', '.join(get_args(Phase))}")


def _count(changes: Mapping[str, Any], name: str, bad: list[str]) -> int:
    value = changes[name]
    if not _is_int(value):
        raise RuleError(f"{name} is {value!r}; it is a whole number, 0 or more")
    if value < 0:
        bad.append(name)
    return int(value)


def _card(state: State, value: Any, bad: list[str]) -> str | None:
    if value is None:
        return None
    card = _text(value, "revealed")
    try:
        check_card(card)
    except RuleError as error:
        raise RuleError(f"revealed: {error}") from None
    if not is_dealt(state, card):
        bad.append("revealed")
    return card


def is_dealt(state: State, card: str) -> bool:
    """Whether the deck can have dealt this card; decks that are stand-ins, or not named, deal every well-formed one."""
    deck = state.setup.deck
    return deck is None or deck.stand_in or card == "unseen" or card in deck.cards


def _cards(state: State, value: Any, bad: list[str]) -> tuple[int, ...]:
    if not isinstance(value, Mapping) or not all(_is_int(count) for count in value.values()):
        raise RuleError(f"cards is {value!r}; it is an object with the players' names and a whole number for each")
    if not set(value) <= set(state.players) or any(count < 0 for count in value.values()):
        bad.append("cards")
    return tuple(value.get(player, own) for player, own in scores(state).items())


def _numbers(state: State, value: Any, bad: list[str]) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, Mapping):
        raise RuleError(f"numbers is {value!r}; it is an object with the players' names and a list for each")
    for player, own in value.items():
        _numbers_of(own, player)
    try:
        return checked_numbers({**dict(zip(state.players, state.numbers, strict=True)), **value}, state.players)
    except RuleError:
        bad.append("numbers")
        return state.numbers


def _player(state: State, value: Any, name: str, bad: list[str]) -> str | None:
    if value is None:
        return None
    player = _text(value, name)
    if player not in state.players:
        bad.append(name)
    return player


def _hands(state: State, changes: Mapping[str, Any], bad: list[str]) -> tuple[str, ...] | None:
    if changes["hands"] is None:
        return None
    hands = tuple(_names(changes, "hands"))
    if not set(hands) <= set(state.players) or most_hands(hands) > 2:
        bad.append("hands")
    return hands


def _struck(changes: Mapping[str, Any], bad: list[str]) -> tuple[str, ...]:
    struck = tuple(_names(changes, "struck"))
    if not set(struck) <= set(SPOTS) or len(set(struck)) != len(struck):
        bad.append("struck")
    return struck


def _facts(state: State, value: Any, name: str, kind: type[Told], bad: list[str]) -> list[Told]:
    """Touches, claims or releases as the state lists them."""
    if not isinstance(value, list):
        raise RuleError(f"{name} is {value!r}; it is a list of objects")
    return [_fact(state, one, name, kind, bad) for one in value]


def _fact(state: State, one: Any, name: str, kind: type[Told], bad: list[str]) -> Told:
    allowed = {
        Touch: ("spot", "player", "t_us", "bound_us", "by"),
        Claim: ("player", "spot", "wrong", "t_us", "bound_us", "by"),
        Release: ("player", "t_us", "bound_us", "by"),
    }[kind]
    if not isinstance(one, Mapping) or not set(one) <= set(allowed) or allowed[0] not in one:
        raise RuleError(f"{name} holds {one!r}; it holds objects with {allowed[0]} and, if need be, {allowed[1:]}")
    told = dict(one)
    told["t_us"] = _int_or_none(told.get("t_us"), f"t_us in {name}")
    if not _is_int(told.setdefault("bound_us", 1)) or told["bound_us"] < 0:
        raise RuleError(f"bound_us in {name} is {told['bound_us']!r}; it is a whole number of µs, 0 or more")
    if told.setdefault("by", "referee") not in get_args(By):
        raise RuleError(f"by in {name} is {told['by']!r}; allowed are {', '.join(get_args(By))}")
    if not isinstance(told.get("wrong", False), bool):
        raise RuleError(f"wrong in {name} is {told['wrong']!r}; it is true or false")
    if told.get("player") is None and kind is not Touch:
        raise RuleError(f"player in {name} is null; allowed are {', '.join(state.players)}")
    if told.get("spot") is None and kind is Touch:
        raise RuleError(f"spot in {name} is null; allowed are {', '.join(SPOTS)}")
    _player(state, told.get("player"), name, bad)
    if told.get("spot") is not None and _text(told["spot"], f"spot in {name}") not in SPOTS:
        bad.append(name)
    return kind(**told)
