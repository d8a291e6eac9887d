"""An evening of Schwein gehabt! told line by line into a real session, and its standings: for the exports' tests."""

import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from touchjudge.errors import ConfigError
from touchjudge.language import read
from touchjudge.ports import LineRow, SessionRow
from touchjudge.rules.game import Deck
from touchjudge.rules.schwein_gehabt import GAME
from touchjudge.session.fold import Session
from touchjudge.session.played import Standings
from touchjudge.session.standings import judged_lines, project

GAMES: dict[str, Any] = {GAME.name: GAME}
NUMBERS = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}
MINUTE_NS = 60_000_000_000


def no_deck(name: str, game: str) -> Deck:
    raise ConfigError(f"deck {name!r} of {game}: there is none here")


@dataclass
class Evening:
    """Lines with the journal's rows for them; the clock moves only when told to."""

    games: dict[str, Any] = field(default_factory=lambda: GAMES)
    session: Session = field(init=False)
    rows: list[LineRow] = field(default_factory=list)
    host_ns: int = 100 * MINUTE_NS
    minutes: int = 0
    simulated: bool = False

    def __post_init__(self) -> None:
        self.session = Session(partial(read, games=self.games), no_deck, self.games)

    def tell(self, source: str = "page", **line: Any) -> None:
        """Tell a line; it must be understood."""
        answer = self.session.tell(json.loads(json.dumps(line)))
        assert answer.error is None, answer.error
        n = len(self.session.entries)
        wall = f"2026-11-30T{19 + self.minutes // 60:02}:{self.minutes % 60:02}:00.000Z"
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self.rows.append(LineRow(n, text, source, self.host_ns + self.minutes * MINUTE_NS, wall))

    def start(self, *players: str, **more: Any) -> None:
        names = players or tuple(NUMBERS)
        numbers: dict[str, Any] = {"numbers": NUMBERS} if names == tuple(NUMBERS) else {}
        self.tell(do="start", game="schwein_gehabt", players=list(names), **numbers, **more)

    def touch(self, spot: str, t_us: int, number: int = 0, **more: Any) -> None:
        line = ("mushroom", "pig", "sweep").index(spot)
        self.tell(f"edge:E6614103/8f2a/{number}/{line}", do="touch", spot=spot, t_us=t_us, by="sensor", **more)

    def claim(self, player: str, **more: Any) -> None:
        seat = 8 + tuple(NUMBERS).index(player)
        self.tell(f"edge:E6614103/8f2a/99/{seat}", do="claim", player=player, by="player", **more)

    def row(self) -> SessionRow:
        return SessionRow(
            "2026-11-30T19-00-00", "2026-11-30T19:00:00.000Z", self.host_ns, "b7e1", self.simulated, 7,
            lines=len(self.rows), edges=0,
        )  # fmt: skip

    def standings(self) -> Standings:
        return project(self.row(), judged_lines(self.session.entries, self.rows))


def two_rounds() -> Evening:
    """Luis is right on the pig, Ana wrong on the sweep; then Marta is right on the mushroom, and the game is ended."""
    evening = Evening()
    evening.start()
    evening.minutes = 1
    evening.tell("edge:E6614103/8f2a/1/3", do="reveal", card="symbol:4-8-2", t_us=5_000_000, by="sensor")
    evening.touch("pig", 5_412_345, 2)
    evening.claim("Luis", t_us=6_100_000)
    evening.tell(do="touch", spot="sweep", player="Ana", t_us=5_900_000)
    evening.tell(do="settle")
    evening.minutes = 2
    evening.tell("edge:E6614103/8f2a/7/3", do="reveal", card="symbol:3-1-1", t_us=65_000_000, by="sensor")
    evening.touch("mushroom", 65_350_000, 8, player="Marta")
    evening.tell(do="settle")
    evening.minutes = 3
    evening.tell(do="end")
    return evening


def claimed_pig() -> Evening:
    """Ana's claim of the pig is settled: line 4 is her claim, line 5 settles. The game is not over."""
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="touch:pig")
    evening.touch("pig", 1_500_000)
    evening.claim("Ana")
    evening.tell(do="settle")
    return evening
