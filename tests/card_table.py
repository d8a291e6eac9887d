"""A table of a turn-based card game for tests: lines of the table language in, rulings out, through the real fold."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from touchjudge.adapters.decks import load
from touchjudge.language import read
from touchjudge.rules.game import Deck, Game, Line, Ruling
from touchjudge.rules.hearts_and_numbers import GAME as HEARTS
from touchjudge.rules.virus import GAME as VIRUS
from touchjudge.session.fold import Session

GAMES: dict[str, Game[Any]] = {game.name: game for game in (VIRUS, HEARTS)}


def shipped(name: str, game: str) -> Deck:
    return load(name, game=game)


@dataclass
class Table:
    """A session; :meth:`tell` answers with the rulings and fails on an error."""

    game: Game[Any]
    session: Session = field(default_factory=lambda: Session(partial(read, games=GAMES), shipped, GAMES))

    def start(self, players: str = "AB", **fields: Any) -> tuple[Ruling, ...]:
        return self.tell("start", game=self.game.name, players=list(players), **fields)

    def tell(self, do: str, **fields: Any) -> tuple[Ruling, ...]:
        answer = self.session.tell(as_line(do, fields))
        assert answer.error is None, answer.error
        return answer.rulings

    def error(self, do: str, **fields: Any) -> str:
        before = self.state
        answer = self.session.tell(as_line(do, fields))
        assert answer.error is not None, answer.rulings
        assert self.state == before
        return answer.error

    def foul(self, do: str, **fields: Any) -> Ruling:
        """Tell a line that is one foul and changes nothing."""
        before = self.state
        (ruling,) = self.tell(do, **fields)
        assert ruling.verdict == "foul"
        assert not ruling.stands
        assert self.state == before
        return ruling

    def set(self, **state: Any) -> tuple[Ruling, ...]:
        return self.tell("set", state=state)

    @property
    def state(self) -> Any:
        return self.session.now.state

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state)


def as_line(do: str, fields: dict[str, Any]) -> Line:
    """The line, where ``from_`` and ``with_`` stand for Python's keywords."""
    return {"do": do, **{name.removesuffix("_"): value for name, value in fields.items()}}


def codes(rulings: tuple[Ruling, ...]) -> list[str]:
    return [ruling.code for ruling in rulings]


def organ(player: str, organ: str) -> dict[str, str]:
    """A place as lines write it."""
    return {"player": player, "organ": organ}


def virus(bodies: dict[str, dict[str, list[str]]] | None = None, players: str = "AB", **options: Any) -> Table:
    """A table of Virus! at which A is to move and these bodies lie."""
    at = Table(VIRUS)
    at.start(players, options=options)
    if bodies:
        assert codes(at.set(bodies=bodies)) == ["set"]
    return at


OPEN = [
    "number:red:1:a+b",
    "number:red:2:a+c",
    "heart:blue:d+e",
    "heart:green:f+g",
    "number:blue:3:h+i",
    "number:green:4:i+j",
]


def hearts(
    players: str = "AB", *, deck: str | None = None, options: dict[str, Any] | None = None, **state: Any
) -> Table:
    """A table of hearts and numbers at which A is to move and :data:`OPEN` lies in the middle."""
    at = Table(HEARTS)
    at.start(players, options=options or {}, **({} if deck is None else {"deck": deck}))
    if deck is None:
        assert codes(at.set(**{"open": OPEN, **state})) == ["set"]
    return at
