"""A table of Schwein gehabt! for tests: lines of the table language in, rulings out, through the real fold."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from touchjudge.errors import LineError
from touchjudge.language import read
from touchjudge.rules.game import Deck, Line, Ruling
from touchjudge.rules.schwein_gehabt import GAME
from touchjudge.rules.schwein_gehabt.state import State
from touchjudge.session.fold import Answer, Session

GAMES = {GAME.name: GAME}
NUMBERS = {"A": [1, 2, 3], "B": [4, 5, 6], "C": [7, 8]}
REVEAL_US = 1_000_000


def no_deck(name: str, game: str) -> Deck:
    raise LineError(f"deck: {name!r} of {game}: there is none here")


@dataclass
class Table:
    """A session; :meth:`tell` answers with the rulings and fails on an error."""

    session: Session = field(default_factory=lambda: Session(partial(read, games=GAMES), no_deck, GAMES))
    codes: list[str] = field(default_factory=list)

    def answer(self, line: Line) -> Answer:
        return self.session.tell(line)

    def tell(self, do: str, **fields: Any) -> tuple[Ruling, ...]:
        answer = self.answer({"do": do, **fields})
        assert answer.error is None, answer.error
        self.codes += [ruling.code for ruling in answer.rulings]
        cards = self.view
        revealed = cards["revealed"] is not None
        assert cards["deck"] + cards["jackpot"] + sum(cards["cards"].values()) + revealed == 63
        return answer.rulings

    def error(self, do: str, **fields: Any) -> str:
        before = self.state
        answer = self.answer({"do": do, **fields})
        assert answer.error is not None, answer.rulings
        assert self.state == before
        return answer.error

    def option(self, ruling: Ruling, index: int) -> tuple[Ruling, ...]:
        """Give this answer to a question."""
        said: list[Ruling] = []
        for line in ruling.effects["options"][index]:
            said.extend(self.tell(**line))
        return tuple(said)

    @property
    def state(self) -> State:
        state: State = self.session.now.state
        return state

    @property
    def view(self) -> dict[str, Any]:
        return GAME.view(self.state)

    # The lines that most tests tell.

    def reveal(self, card: str | None = None, t_us: int | None = REVEAL_US, **more: Any) -> tuple[Ruling, ...]:
        named = {} if card is None else {"card": card}
        return self.tell("reveal", **named, **({} if t_us is None else {"t_us": t_us}), **more)

    def touch(
        self, spot: str, player: str | None = None, t_us: int | None = 1_400_000, **more: Any
    ) -> tuple[Ruling, ...]:
        who = {} if player is None else {"player": player}
        return self.tell("touch", spot=spot, **who, **({} if t_us is None else {"t_us": t_us}), **more)

    def claim(self, player: str, spot: str | None = None, **more: Any) -> tuple[Ruling, ...]:
        return self.tell("claim", player=player, **({} if spot is None else {"spot": spot}), **more)

    def settle(self, **more: Any) -> tuple[Ruling, ...]:
        return self.tell("settle", **more)

    def set(self, **state: Any) -> tuple[Ruling, ...]:
        return self.tell("set", state=state)


def table(players: str = "ABC", numbers: dict[str, list[int]] | None = None, **options: Any) -> Table:
    """A table at which a game has begun; A owns 1 to 3, B 4 to 6, C 7 and 8, unless it says otherwise."""
    begun = Table()
    extras = {"numbers": NUMBERS if numbers is None else numbers} if players == "ABC" or numbers else {}
    begun.tell("start", game=GAME.name, players=list(players), options=options, **extras)
    return begun


def codes(rulings: tuple[Ruling, ...]) -> list[str]:
    return [ruling.code for ruling in rulings]


def the(rulings: tuple[Ruling, ...], code: str, player: str | None = None, **effects: Any) -> Ruling:
    """The one ruling with this code (and player, and effects)."""
    found = [
        ruling
        for ruling in rulings
        if ruling.code == code
        and (player is None or ruling.player == player)
        and all(ruling.effects.get(name) == value for name, value in effects.items())
    ]
    assert len(found) == 1, f"{code} {player} {effects} {len(found)} times in {rulings}"
    return found[0]


def draws(rulings: tuple[Ruling, ...]) -> list[tuple[str, str | None, str | None]]:
    """What was drawn, in the order in which it was paid: code, player, spot."""
    told = ("drew_right", "drew_wrong", "too_late", "wrong_slap")
    return [(ruling.code, ruling.player, ruling.effects["spot"]) for ruling in rulings if ruling.code in told]
