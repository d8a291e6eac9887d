"""Anything told at a table of Virus!: 68 cards stay 68, a refused card changes nothing, nothing crashes."""

from itertools import islice
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from card_table import VIRUS, Table
from touchjudge.rules.game import COMMON_SENTENCES, Line
from touchjudge.rules.lines import line_of
from touchjudge.rules.virus.bodies import healthy
from touchjudge.rules.virus.cards import CARDS, DECK_SIZE, HAND, ORGANS
from touchjudge.rules.virus.state import in_sight, lying
from touchjudge.session.fold import Answer

PLAYERS = ("A", "B", "C")
players = st.sampled_from(PLAYERS)
organs = st.sampled_from(ORGANS)
cards = st.sampled_from(CARDS)
places = st.fixed_dictionaries({"player": players, "organ": organs})
moves = st.lists(st.fixed_dictionaries({"organ": organs, "to": places}), max_size=4)


def line(do: str, required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]) -> Any:
    return st.fixed_dictionaries({"do": st.just(do), **required}, optional=optional)


anything = st.one_of(
    line("play", {"player": players, "card": cards}, on=places, moves=moves, a=places, b=places),
    line("play", {"player": players, "card": cards | st.text(max_size=4)}, **{"from": places, "with": players}),
    line("play", {"player": players, "card": st.just("treatment:contagion"), "moves": moves}),
    line("discard", {"player": players}, cards=st.lists(cards, max_size=4), count=st.integers(-1, 4)),
    line("draw", {"player": players}),
    line("pads", {"down": st.lists(players, max_size=2)}),
)
on = st.lists(st.sampled_from([*CARDS[5:15], None]), max_size=3)
bodies = st.dictionaries(organs, on, max_size=5)
put_right = st.fixed_dictionaries(
    {},
    optional={
        "turn": players,
        "bodies": st.dictionaries(players, bodies, max_size=3),
        "hands": st.dictionaries(players, st.integers(0, 3), max_size=3),
        "draw_pile": st.integers(0, 68),
        "discards": st.lists(cards | st.none(), max_size=20),
        "must_draw": st.lists(players, max_size=2),
        "winner": players | st.none(),
    },
)
house = st.fixed_dictionaries({}, optional={"virus_on_own": st.booleans(), "medicine_on_others": st.booleans()})


class VirusTable(RuleBasedStateMachine):
    """A table at which anything is told in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.at = Table(VIRUS)

    @initialize(options=house, deck=st.sampled_from(["virus", "any"]))
    def start(self, options: Line, deck: str) -> None:
        self.at.start("ABC", options=options, deck=deck)

    def tell(self, told: Line) -> Answer:
        """Tell a line; a foul and an error leave the table as it was."""
        before = self.at.state
        answer = self.at.session.tell(told)
        if answer.error is not None or any(ruling.verdict == "foul" for ruling in answer.rulings):
            assert self.at.state == before
        assert {ruling.code for ruling in answer.rulings} <= {*VIRUS.sentences, *COMMON_SENTENCES}
        return answer

    @rule(told=anything)
    def something(self, told: Line) -> None:
        self.tell(told)

    @precondition(lambda self: not self.at.state.over)
    @rule(at=st.integers(0, 10**6), undone=st.booleans())
    def something_legal(self, at: int, undone: bool) -> None:
        before = self.at.state
        legal = list(islice(VIRUS.legal(before), 400))
        told = line_of(legal[at % len(legal)])
        answer = self.tell(told)
        assert answer.rulings[0].verdict == "ok", (told, answer)
        if undone:
            assert [ruling.code for ruling in self.tell({"do": "undo"}).rulings] == ["undone"]
            assert self.at.state == before

    @rule(state=put_right)
    def put_something_right(self, state: Line) -> None:
        answer = self.tell({"do": "set", "state": state})
        if answer.error is None and answer.rulings[0].code == "cannot_be":
            assert set(answer.rulings[0].effects["fields"]) <= set(state)
            assert answer.rulings[0].effects["fields"]

    @rule()
    def undo(self) -> None:
        self.tell({"do": "undo"})

    @precondition(lambda self: not self.at.state.over)
    @rule()
    def end(self) -> None:
        assert [ruling.code for ruling in self.tell({"do": "end"}).rulings] == ["ended"]
        assert VIRUS.result(self.at.state) is not None

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state = self.at.state
        if state is None:
            return
        assert state.draw_pile >= 0
        assert lying(state) + state.draw_pile == DECK_SIZE
        assert all(0 <= held <= HAND for held in state.hands)
        if state.setup.deck is not None:
            assert not in_sight(state) - state.setup.deck.cards

    @invariant()
    def nobody_goes_on_with_four_healthy_organs(self) -> None:
        state = self.at.state
        if state is not None and not state.over:
            assert max(map(healthy, state.bodies)) < 4

    @invariant()
    def to_set_what_was_answered_changes_nothing(self) -> None:
        if self.at.state is None:
            return
        again, rulings = VIRUS.put(self.at.state, self.at.view)
        assert again == self.at.state
        assert [ruling.code for ruling in rulings] == ["set"]

    def teardown(self) -> None:
        again = Table(VIRUS)
        for entry in self.at.session.entries:
            again.session.tell(dict(entry.told))
        assert [entry.answer for entry in again.session.entries] == [entry.answer for entry in self.at.session.entries]
        assert again.state == self.at.state


VirusTable.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestVirusTable = VirusTable.TestCase
