"""A table of The Game, plain or Extreme, for tests: lines of the table language in, rulings out, by the real fold."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from touchjudge.adapters.decks import load
from touchjudge.language import read
from touchjudge.rules.game import Deck, Line, Ruling
from touchjudge.rules.the_game import GAME as PLAIN
from touchjudge.rules.the_game import TheGame
from touchjudge.rules.the_game.state import State
from touchjudge.rules.the_game_extreme import GAME as EXTREME
from touchjudge.session.fold import Answer, Session

GAMES = {game.name: game for game in (PLAIN, EXTREME)}
AT_BASE = {"up1": 1, "up2": 1, "down1": 100, "down2": 100}


def find_deck(name: str, game: str) -> Deck:
    return load(name, game=game)


def session() -> Session:
    return Session(partial(read, games=GAMES), find_deck, GAMES)


@dataclass
class Table:
    """A session; :meth:`tell` answers with the rulings and fails on an error."""

    game: TheGame = PLAIN
    session: Session = field(default_factory=session)

    def answer(self, line: Line) -> Answer:
        return self.session.tell(line)

    def tell(self, do: str, **fields: Any) -> tuple[Ruling, ...]:
        answer = self.answer({"do": do, **fields})
        assert answer.error is None, answer.error
        assert self.view["left"] == sum(self.view["hands"].values()) + self.view["draw_pile"]
        return answer.rulings

    def error(self, do: str, **fields: Any) -> str:
        before = self.state
        answer = self.answer({"do": do, **fields})
        assert answer.error is not None, answer.rulings
        assert self.state == before
        return answer.error

    @property
    def state(self) -> State:
        state: State = self.session.now.state
        return state

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state)

    # The lines that most tests tell.

    def play(self, player: str, card: int, stack: str, *command: str | None) -> tuple[Ruling, ...]:
        """Lay a card; in the Extreme game one without a command unless it says otherwise."""
        if self.game is EXTREME:
            return self.tell("play", player=player, card=card, stack=stack, command=command[0] if command else None)
        return self.tell("play", player=player, card=card, stack=stack)

    def end_turn(self, player: str) -> tuple[Ruling, ...]:
        return self.tell("end_turn", player=player)

    def stuck(self, player: str) -> tuple[Ruling, ...]:
        return self.tell("stuck", player=player)

    def set(self, **state: Any) -> tuple[Ruling, ...]:
        return self.tell("set", state=state)


def table(game: TheGame = PLAIN, players: str = "AB", **options: Any) -> Table:
    """A table at which a game has begun."""
    begun = Table(game)
    begun.tell("start", game=game.name, players=list(players), options=options)
    return begun


def extreme(players: str = "AB", **options: Any) -> Table:
    return table(EXTREME, players, **options)


def codes(rulings: tuple[Ruling, ...]) -> list[str]:
    return [ruling.code for ruling in rulings]


def the(rulings: tuple[Ruling, ...], code: str, **effects: Any) -> Ruling:
    """The one ruling with this code, and with these effects."""
    (found,) = [ruling for ruling in rulings if ruling.code == code]
    for name, value in effects.items():
        assert found.effects[name] == value, (name, found)
    return found


def broken(rulings: tuple[Ruling, ...], command: str) -> Ruling:
    """The one ruling, which is that this command was broken."""
    assert codes(rulings) == ["command_broken"]
    return the(rulings, "command_broken", command=command, winners=[])
