"""The fold on a tiny game of its own: what undo, correct and taken-back fouls mean for any game."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from touchjudge.errors import LineError, RuleError
from touchjudge.language import read
from touchjudge.rules.game import (
    Observation,
    Option,
    Player,
    Result,
    Ruling,
    Setup,
    foul,
    info,
    ok,
    over,
    ranked,
)
from touchjudge.session.fold import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Observation):
    """A player adds to the sum; nobody may take it over ten."""

    do: ClassVar[str] = "add"
    contact: ClassVar[bool] = True
    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Sum:
    setup: Setup
    total: int = 0
    last: str | None = None
    over: bool = False


class SumToTen:
    """Whoever makes it ten wins; more than ten is a foul that is taken back."""

    name = "sum_to_ten"
    title = "Sum to ten"
    rules_version = 1
    players = range(1, 4)
    cooperative = False
    options = (Option("start_at", 0, "where the sum begins", low=0, high=9),)
    targets = ("pad",)
    extras = ("bonus",)
    observations = (Add,)
    default_deck = "any"
    sentences: ClassVar[dict[str, str]] = {"added": "{player} adds {amount}.", "too_much": "Over ten."}

    def start(self, setup: Setup) -> Sum:
        bonus = setup.extras.get("bonus", 0)
        if not isinstance(bonus, int):
            raise RuleError(f"bonus: {bonus!r} was read; allowed: a whole number")
        return Sum(setup, int(setup.options["start_at"]) + bonus)

    def judge(self, state: Sum, observation: Observation) -> tuple[Sum, tuple[Ruling, ...]]:
        match observation:
            case Add(player=player, amount=amount):
                if amount == 0:
                    raise LineError("amount: 0 was read; allowed: 1 or more")
                if state.total + amount > 10:
                    return state, (foul("too_much", player, mend=f"add at most {10 - state.total}"),)
                new = Sum(state.setup, state.total + amount, player, state.total + amount == 10)
                rulings: tuple[Ruling, ...] = (ok("added", player, amount=amount),)
                return new, (*rulings, over("ten", self.result(new) or ranked({}))) if new.over else rulings
            case _:
                return state, (info("pads_noted"),)

    def end(self, state: Sum) -> tuple[Sum, tuple[Ruling, ...]]:
        ended = Sum(state.setup, state.total, state.last, True)
        return ended, (over("ended", ranked({})),)

    def put(self, state: Sum, changes: dict[str, Any]) -> tuple[Sum, tuple[Ruling, ...]]:
        return Sum(state.setup, changes.get("total", state.total), state.last), (ok("set"),)

    def view(self, state: Sum) -> dict[str, Any]:
        return {"total": state.total}

    def legal(self, state: Sum) -> Iterable[Observation]:
        return ()

    def questions(self, state: Sum) -> tuple[Ruling, ...]:
        return ()

    def result(self, state: Sum) -> Result | None:
        return ranked({name: int(name == state.last) for name in state.setup.players}) if state.over else None

    def check_card(self, card: str, setup: Setup) -> None:
        raise RuleError("this game has no cards")

    def setup_of(self, state: Sum) -> Setup:
        return state.setup


@dataclass
class Told:
    """A session that is told lines in short."""

    games: dict[str, Any] = field(default_factory=lambda: {"sum_to_ten": SumToTen()})

    def __post_init__(self) -> None:
        games = self.games
        self.session = Session(lambda line, moment: read(line, moment, games), _no_deck, games)

    def __call__(self, do: str, **fields: Any) -> Any:
        return self.session.tell({"do": do, **fields})

    def start(self, **fields: Any) -> Any:
        return self("start", game="sum_to_ten", players=["Ana", "Luis"], **fields)

    @property
    def total(self) -> int:
        return self.session.now.state.total


def _no_deck(name: str, game: str) -> Any:
    raise LineError(f"deck: {name!r} is unknown")


def codes(answer: Any) -> list[str]:
    return [ruling.code for ruling in answer.rulings]


@pytest.fixture
def told() -> Told:
    told = Told()
    told.start()
    return told


def test_a_game_line_before_start_is_an_error_and_keeps_its_number() -> None:
    told = Told()
    assert "before a game has begun" in (told("add", player="Ana", amount=1).error or "")
    assert told.start().n == 2


def test_undo_without_number_takes_out_the_last_line_that_changed_the_state(told: Told) -> None:
    told("add", player="Ana", amount=3)
    told("add", player="Luis", amount=4)
    told("note", text="pizza")
    told("add", player="Ana", amount=9)  # foul, changed nothing
    answer = told("undo")
    assert codes(answer) == ["undone"]
    assert answer.rulings[0].effects == {"changed": [3]}
    assert told.total == 3
    told("undo")
    assert told.total == 0
    assert codes(told("undo")) == ["nothing_to_undo"]  # start goes only by its number


def test_a_correction_judges_everything_after_it_again(told: Told) -> None:
    told("add", player="Ana", amount=3)
    told("add", player="Ana", amount=7)
    assert told.session.now.over
    answer = told("correct", n=2, lines=[{"do": "add", "player": "Luis", "amount": 1}])
    assert codes(answer) == ["corrected"]
    assert answer.rulings[0].effects == {"changed": [2, 3]}
    assert told.total == 8
    assert not told.session.now.over


def test_a_foul_that_was_taken_back_stays_without_effect_when_judged_again(told: Told) -> None:
    told("add", player="Ana", amount=6)
    told("add", player="Luis", amount=5)  # too much: Luis puts it back
    answer = told("undo", n=2)
    assert answer.rulings[0].effects == {"changed": [2]}
    assert told.total == 0
    assert codes(told.session.entries[2].answer) == ["too_much"]


def test_a_line_that_is_a_foul_only_because_of_a_correction_counts_again_when_that_is_undone(
    told: Told,
) -> None:
    told("add", player="Ana", amount=3)
    told("add", player="Luis", amount=6)
    told("correct", n=2, lines=[{"do": "add", "player": "Ana", "amount": 5}])
    assert codes(told.session.entries[2].answer) == ["too_much"]
    told("undo", n=4)
    assert told.total == 9


def test_undoing_a_correction_brings_back_what_it_replaced(told: Told) -> None:
    told("add", player="Ana", amount=3)
    told("undo", n=2)
    assert told.total == 0
    answer = told("undo", n=3)
    assert codes(answer) == ["undone"]
    assert told.total == 3
    told("undo", n=4)
    assert told.total == 0


def test_a_line_already_undone_is_nothing_to_undo(told: Told) -> None:
    told("add", player="Ana", amount=3)
    told("undo", n=2)
    assert codes(told("undo", n=2)) == ["nothing_to_undo"]
    assert codes(told("undo", n=77)) == ["nothing_to_undo"]


def test_an_error_in_a_correction_is_an_error_of_the_whole_and_changes_nothing(told: Told) -> None:
    told("add", player="Ana", amount=3)
    for lines in ([{"do": "add", "player": "Zoe", "amount": 1}], [{"do": "undo"}], [{"do": "add", "amount": 0}], [{}]):
        answer = told("correct", n=2, lines=lines)
        assert answer.error is not None
        assert told.total == 3
    assert "1 to 6" in (told("correct", n=99, lines=[]).error or "")


def test_undoing_start_by_its_number_leaves_no_game_and_can_be_undone(told: Told) -> None:
    told("add", player="Ana", amount=3)
    told("undo", n=1)
    assert told.session.now.game is None
    told("undo", n=3)
    assert told.total == 3


def test_after_the_end_only_the_allowed_lines_are_taken(told: Told) -> None:
    told("add", player="Ana", amount=9)
    told("add", player="Ana", amount=1)
    assert codes(told("add", player="Ana", amount=1)) == ["game_is_over"]
    for line in ({"do": "pads", "down": []}, {"do": "pause"}, {"do": "resume"}, {"do": "end"}):
        assert codes(told.session.tell(line)) == ["game_is_over"]
    assert codes(told("note", text="gg")) == ["noted"]
    assert told("state").state == {"total": 10}
    assert codes(told("set", state={"total": 2})) == ["set"]
    assert codes(told("add", player="Ana", amount=1)) == ["added"]


def test_contacts_are_only_noted_while_the_table_is_paused(told: Told) -> None:
    told("pause")
    answer = told("add", player="Ana", amount=1)
    assert [(r.verdict, r.code) for r in answer.rulings] == [("info", "paused")]
    told("resume")
    assert codes(told("add", player="Ana", amount=1)) == ["added"]


def test_a_line_that_cannot_be_read_keeps_its_number_and_changes_nothing(told: Told) -> None:
    assert told.session.tell_unreadable("no JSON").n == 2
    assert told("add", player="Ana", amount=1).n == 3
    assert told("undo").rulings[0].effects == {"changed": [3]}


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ({"do": "add"}, "player: is missing"),
        ({"do": "add", "player": "Ana", "amount": True}, "amount: true was read"),
        ({"do": "add", "player": "Ana", "amount": "3"}, 'amount: "3" was read'),
        ({"do": "add", "player": "Ana", "amount": 1, "colour": "red"}, "colour: is no field of add"),
        ({"do": "add", "player": "Zoe", "amount": 1}, "allowed: Ana, Luis"),
        ({"do": "add", "player": "Ana", "amount": 1, "t_us": -1}, "t_us: -1 was read; allowed: 0 to"),
        ({"do": "add", "player": "Ana", "amount": 1, "by": "me"}, 'by: "me" was read'),
        ({"do": "fly"}, "allowed: start"),
        ({"do": 3}, "do: 3 was read"),
        ({}, "do: null was read"),
        ({"do": "start", "game": "chess", "players": ["Ana"]}, "allowed: sum_to_ten"),
        ({"do": "start", "game": "sum_to_ten", "players": []}, "is for 1 to 3"),
        ({"do": "start", "game": "sum_to_ten", "players": ["Ana", "Ana"]}, "named twice"),
        ({"do": "start", "game": "sum_to_ten", "players": [""]}, "1 to 40"),
        ({"do": "start", "game": "sum_to_ten", "players": ["Ana"], "options": {"x": 1}}, "allowed: start_at"),
        ({"do": "start", "game": "sum_to_ten", "players": ["Ana"], "options": {"start_at": 10}}, "allowed: 0 to 9"),
        ({"do": "start", "game": "sum_to_ten", "players": ["Ana"], "bonus": "x"}, "bonus: 'x' was read"),
        ({"do": "start", "game": "sum_to_ten", "players": ["Ana"], "first": "Zoe"}, "allowed: Ana"),
        ({"do": "start", "game": "sum_to_ten", "players": ["Ana"], "hat": 1}, "hat: is no field of start"),
        ({"do": "pads", "down": ["moon"]}, "allowed: pad, reveal, Ana, Luis"),
    ],
)
def test_what_is_not_understood_names_field_value_and_what_is_allowed(told: Told, line: Any, part: str) -> None:
    before = told.session.now
    error = told.session.tell(line).error
    assert error is not None
    assert part in error
    assert told.session.now is before
