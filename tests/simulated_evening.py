"""A simulated evening in one process: people, board, referee, a journal in memory, and somebody at the page."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.cli.app import new_session, sayer
from touchjudge.ports import Told
from touchjudge.rules.game import Line
from touchjudge.service import RunningTable, Settings
from touchjudge.session.fold import Answer
from touchjudge.session.view import Viewer
from touchjudge.simulation.acts import Act, Says
from touchjudge.simulation.people.evening import EveningPeople
from touchjudge.simulation.people.turns import TurnPeople
from touchjudge.testing.memory_journal import MemoryJournal

HOURS_NS = 6 * 3_600_000_000_000
TWO = ("Ana", "Luis")

View = dict[str, Any]


class WatchedPeople:
    """The people, and whether they have all the cards whenever they decide something.

    Attributes:
        decided: how often somebody decided what to play.
        wrong: what lies open and what is hidden, where that is not the deck.
    """

    def __init__(self, seed: int) -> None:
        self._people = EveningPeople("virus", seed)
        self.decided = 0
        self.wrong: list[Counter[str]] = []

    def look(self, view: View, now_us: int) -> list[Act]:
        acts = self._people.look(view, now_us)
        people = self._people.playing()
        hidden = people.cards() if isinstance(people, TurnPeople) else None
        if any(isinstance(act, Says) for act in acts) and hidden is not None and view["question"] is None:
            assert isinstance(people, TurnPeople)
            self.decided += 1
            cards = hidden.cards() + people.in_sight(view["state"])
            if cards != people.deck.cards:
                self.wrong.append(cards)
        return acts

    def next_look_us(self) -> int | None:
        return self._people.next_look_us()


@dataclass
class SimulatedEvening:
    """Runs until a game is over; what was shown and answered.

    Attributes:
        boots: how often the table was killed and taken up again before.
        wrong: states in which the cards of all places are not the deck.
    """

    seed: int
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    name: str = ""
    boots: int = 0
    view: View = field(default_factory=dict)
    codes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    wrong: list[View] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._came = False
        self._wanted: Callable[[View], bool] = lambda view: False
        self.people = WatchedPeople(self.seed)
        self.table = SimulatedTable(
            "virus", seed=self.seed, speed=inf, idle_speed=inf, boot=self.boots, people=self.people
        )
        if not self.name:
            self.name = self.journal.begin(
                started_utc=self.table.wall_utc(), host_ns=0, host_boot_id="here", simulated=True, seed=self.seed
            )
        say = sayer("en")
        self.running = RunningTable(
            name=self.name,
            session=new_session(),
            journal=self.journal,
            inbox=self.table,
            clock=self.table,
            source=self.table,
            say=say,
            viewer=Viewer(say=say, label=repr),
            settings=Settings(),
            simulated=True,
            audiences=[self._watch, self.table.show],
            on_answer=self._keep,
        )
        if self.boots:
            lines, edges = self.journal.lines(self.name), self.journal.edges(self.name)
            self.running.restore(lines, edges, self.journal.boards(self.name))
        self.table.start(self.table)

    def tell(self, *lines: Line) -> None:
        """Somebody at the page says these, together."""
        self.table.put(Told("\n".join(json.dumps(line) for line in lines), "page"))

    def start(self, game: str, players: Sequence[str] = TWO, **options: Any) -> None:
        self.tell({"do": "start", "game": game, "players": list(players), "options": options})

    def until(self, seen: Callable[[View], bool]) -> View:
        """Let time pass until something is shown; what is shown then."""
        end_ns = self.table.host_ns() + HOURS_NS
        self._wanted, self._came = seen, False
        self.running.run(lambda: self._came or self.table.host_ns() > end_ns)
        assert self._came, self.view
        return self.view

    def until_line(self, number: int) -> View:
        return self.until(lambda view: int(view["n"]) >= number)

    def until_over(self) -> View:
        return self.until(lambda view: view["phase"] == "over")

    def taken_up_again(self) -> "SimulatedEvening":
        """The same evening after a kill: all that is left is the journal."""
        self.table.stop()
        return SimulatedEvening(self.seed, self.journal, self.name, self.boots + 1)

    def _keep(self, answer: Answer) -> None:
        self.codes.update(ruling.code for ruling in answer.rulings)
        self.errors += [answer.error] if answer.error is not None else []

    def _watch(self, view: Any) -> None:
        self.view = view
        self._came = self._came or self._wanted(view)
        state = view["state"]
        if view["game"] in TOTALS and state is not None and TOTALS[view["game"]](state) != DECKS[view["game"]]:
            self.wrong.append(state)


def _the_game(state: View) -> int:
    return sum(state["hands"].values()) + int(state["draw_pile"]) + len(state["played"])


def _virus(state: View) -> int:
    bodies = sum(1 + len(cards) for body in state["bodies"].values() for cards in body.values())
    return bodies + sum(state["hands"].values()) + int(state["draw_pile"]) + len(state["discards"])


def _hearts_and_numbers(state: View) -> int:
    taken = sum(map(len, state["taken"].values()))
    return sum(state["hands"].values()) + int(state["stack"]) + len(state["open"]) + taken


DECKS = {"the_game": 98, "the_game_extreme": 98, "virus": 68, "hearts_and_numbers": 90}
TOTALS = {
    "the_game": _the_game,
    "the_game_extreme": _the_game,
    "virus": _virus,
    "hearts_and_numbers": _hearts_and_numbers,
}
