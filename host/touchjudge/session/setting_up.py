"""Set-up by buttons alone: who plays, what, with which options. Seat buttons join, OK goes on, undo goes back.

In: presses of places. Out: the new :class:`SetUp`, and at its end the ``start`` line. Pure; the page does the same by
telling a ``start`` line at once.

Players: a seat's first press joins with the name that sat there last, each further press takes the next name, after
the last it leaves. Game: any seat or pad takes the next game that this number can play. Options: a pad goes to the
next option, a seat to its next value.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from touchjudge.rules.game import Game, Line, Option
from touchjudge.session.fold import Session
from touchjudge.session.places import SEATS, TARGETS, Places
from touchjudge.session.setup import NAME_LENGTH

Step = Literal["players", "game", "options"]
Value = bool | int | str

# So many values of a number are gone through one by one; of more, only the ends and the usual ones.
FEW = 21


@dataclass(frozen=True, slots=True)
class SetUp:
    """Where the set-up stands.

    Attributes:
        games: that can be chosen.
        names: remembered, the latest first.
        usual: place → the name that sits there if nothing else is said.
        seated: place → name, in the order of the seats.
        game: chosen or shown; None before that step.
        decks: game → the deck to play with, where it is not the game's usual one.
        values: options that differ from their defaults.
        cursor: which option of the game is shown.
    """

    games: Mapping[str, Game[Any]]
    names: tuple[str, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)
    step: Step = "players"
    seated: Mapping[str, str] = field(default_factory=dict)
    game: str | None = None
    chosen_before: bool = False
    decks: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    cursor: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in turn order, which is the order of the seats."""
        return tuple(self.seated[place] for place in SEATS if place in self.seated)

    @property
    def playable(self) -> tuple[str, ...]:
        """The games that so many can play."""
        if self.chosen_before and self.game is not None:
            return (self.game,) if len(self.players) in self.games[self.game].players else ()
        return tuple(name for name, game in self.games.items() if len(self.players) in game.players)

    @property
    def option(self) -> Option | None:
        """The option that is shown."""
        options = self.games[self.game].options if self.game is not None else ()
        return options[self.cursor] if options else None

    def value(self, option: Option) -> Value:
        return self.values.get(option.name, option.default)


def press(setup: SetUp, place: str) -> tuple[SetUp, Line | None]:
    """What a press means, and the ``start`` line when the set-up is done."""
    match place:
        case "ok":
            return _on(setup)
        case "undo":
            return _back(setup), None
        case _ if place in SEATS or place in (*TARGETS, "reveal"):
            return _changed(setup, place), None
        case _:
            return setup, None


def _on(setup: SetUp) -> tuple[SetUp, Line | None]:
    match setup.step:
        case "players" if setup.playable:
            if setup.chosen_before:
                return setup, start_line(setup)
            game = setup.game if setup.game in setup.playable else setup.playable[0]
            return replace(setup, step="game", game=game), None
        case "game" if setup.option is not None:
            return replace(setup, step="options", cursor=0, values={}), None
        case "game" | "options":
            return setup, start_line(setup)
        case _:
            return setup, None


def _back(setup: SetUp) -> SetUp:
    match setup.step:
        case "options":
            return replace(setup, step="game")
        case "game":
            return replace(setup, step="players")
        case _:
            seated = dict(setup.seated)
            if seated:
                seated.popitem()
            return replace(setup, seated=seated)


def _changed(setup: SetUp, place: str) -> SetUp:
    match setup.step:
        case "players":
            return _seat_pressed(setup, place) if place in SEATS else setup
        case "game":
            games = setup.playable
            shown = games.index(setup.game) if setup.game in games else -1
            return replace(setup, game=games[(shown + 1) % len(games)])
        case _:
            return _option_pressed(setup, place)


def _seat_pressed(setup: SetUp, place: str) -> SetUp:
    taken = [name for other, name in setup.seated.items() if other != place]
    usual = setup.usual.get(place)
    nameless = f"Player {SEATS.index(place) + 1}"
    known = dict.fromkeys(name for name in (usual, *setup.names, nameless) if name is not None)
    choices = [name for name in known if name not in taken]
    seated = dict(setup.seated)
    now = seated.pop(place, None)
    following = choices.index(now) + 1 if now in choices else 0
    if now is None or following < len(choices):
        seated[place] = choices[following]
    return replace(setup, seated=seated)


def join(setup: SetUp, name: str) -> SetUp:
    """Somebody joins by phone: at the seat where this name usually sits if it is free, else at the next that is."""
    name = name.strip()
    if setup.step != "players" or len(name) not in NAME_LENGTH or name in setup.seated.values():
        return setup
    free = [place for place in SEATS if place not in setup.seated]
    own = [place for place in free if setup.usual.get(place) == name]
    others = [place for place in free if place not in setup.usual]
    for place in (*own, *others, *free)[:1]:
        return replace(setup, seated={**setup.seated, place: name})
    return setup


def leave(setup: SetUp, name: str) -> SetUp:
    """Somebody who had joined goes away again."""
    if setup.step != "players":
        return setup
    return replace(setup, seated={place: other for place, other in setup.seated.items() if other != name})


def set_up_again(session: Session, places: Places, usual: Mapping[str, str], names: Iterable[str]) -> SetUp:
    """The set-up of the next game of the evening: it begins with those who play now and their game.

    Args:
        usual: place → who sits there if nothing else is said.
        names: further people that can be chosen.
    """
    now = session.now
    players = now.setup.players if now.setup is not None else ()
    seated = {place: name for place in SEATS if (name := places.player(place, players)) is not None and name in players}
    setups = [entry.after.setup for entry in reversed(session.entries) if entry.told.get("do") == "start"]
    played = [setup.players for setup in setups if setup is not None]
    return SetUp(
        games=session.games,
        names=tuple(dict.fromkeys((*chain.from_iterable(played), *usual.values(), *names))),
        usual={**usual, **seated},
        seated=with_everybody(seated, players),
        game=now.game.name if now.game is not None else None,
    )


def with_everybody(seated: Mapping[str, str], players: Sequence[str]) -> dict[str, str]:
    """Seats for all these players: who has no button takes a free place, so that the same people can play again.

    >>> with_everybody({"seat1": "Ana"}, ("Ana", "Luis"))
    {'seat1': 'Ana', 'seat2': 'Luis'}
    """
    free = (place for place in SEATS if place not in seated)
    everybody = {**seated, **dict(zip(free, (name for name in players if name not in seated.values()), strict=False))}
    return {place: everybody[place] for place in SEATS if place in everybody}


def _option_pressed(setup: SetUp, place: str) -> SetUp:
    option = setup.option
    if option is None or setup.game is None:
        return setup
    if place not in SEATS:
        return replace(setup, cursor=(setup.cursor + 1) % len(setup.games[setup.game].options))
    values = choices(option)
    following = values[(values.index(setup.value(option)) + 1) % len(values)]
    return replace(setup, values={**setup.values, option.name: following})


def choices(option: Option) -> Sequence[Value]:
    """The values that buttons go through.

    >>> choices(Option("penalty", 3, "", low=1, high=6))
    [1, 2, 3, 4, 5, 6]
    >>> choices(Option("lead_ms", 500, "", low=0, high=2000))
    [0, 500, 1000, 2000]
    """
    if isinstance(option.default, bool):
        return [False, True]
    if isinstance(option.default, int):
        if option.high - option.low < FEW:
            return list(range(option.low, option.high + 1))
        return sorted({option.low, option.default, (option.low + option.high) // 2, option.high})
    return list(option.choices)


def start_line(setup: SetUp) -> Line:
    """The line that begins the game that was set up."""
    own = setup.decks.get(setup.game or "")
    deck = {} if own is None else {"deck": own}
    return {"do": "start", "game": setup.game, "players": list(setup.players), "options": dict(setup.values), **deck}


def shown(setup: SetUp, title: Callable[[str], str] = str) -> dict[str, Any]:
    """The set-up for the screens; ``title`` puts the title of a game into their language."""
    option = setup.option if setup.step == "options" else None
    game = setup.games[setup.game] if setup.game is not None else None
    return {
        "step": setup.step,
        "seats": dict(setup.seated),
        "players": list(setup.players),
        "playable": list(setup.playable),
        "game": setup.game,
        "title": title(game.title) if game is not None else "",
        "option": None
        if option is None
        else {
            "name": option.name,
            "value": setup.value(option),
            "why": option.why,
            "number": setup.cursor + 1,
            "of": len(game.options) if game is not None else 0,
        },
        "options": {} if game is None else {each.name: setup.value(each) for each in game.options},
    }
