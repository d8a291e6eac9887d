"""Anything told at a table of The Game or Extreme: 98 cards stay 98, a refused card changes nothing, no crash."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stack_table import EXTREME, PLAIN, session
from touchjudge.rules.game import COMMON_SENTENCES, Line
from touchjudge.rules.the_game import TheGame
from touchjudge.rules.the_game.cards import DECK_SIZE, NUMBERS, STACKS, fits
from touchjudge.rules.the_game.state import State
from touchjudge.session.fold import Answer, Session

PLAYERS = ("A", "B", "C")
players = st.sampled_from(PLAYERS)
stacks = st.sampled_from(STACKS)
numbers = st.integers(0, 101)
commands = st.sampled_from(EXTREME.commands) | st.none()


def line(do: str, required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]) -> Any:
    return st.fixed_dictionaries({"do": st.just(do), **required}, optional=optional)


facts = st.one_of(
    line("play", {"player": players, "card": numbers, "stack": stacks | st.just("middle")}),
    line("play", {"player": players, "card": numbers, "stack": stacks, "command": commands}),
    line("end_turn", {"player": players}),
    line("talked", {"player": players}, what=st.sampled_from(["number", "trick", "other"])),
    line("pads", {"down": st.lists(stacks, max_size=2)}),
)
house = st.fixed_dictionaries(
    {},
    optional={
        "minimum": st.sampled_from([2, 3]),
        "hand_less": st.sampled_from([0, 1]),
        "talk": st.sampled_from(["numbers", "numbers_and_tricks"]),
    },
)
extreme_house = st.fixed_dictionaries(
    {},
    optional={
        "one_stack_covered": st.sampled_from(["free", "strict"]),
        "one_stack_late": st.sampled_from(["from_now", "whole_turn"]),
        "short_hand": st.sampled_from(["lost", "all"]),
    },
)
some_numbers = st.lists(st.integers(1, 100), max_size=6)
put_right = st.fixed_dictionaries(
    {},
    optional={
        "turn": players,
        "stacks": st.dictionaries(stacks, st.integers(1, 100), max_size=3),
        "showing": st.dictionaries(stacks, commands, max_size=3),
        "hands": st.dictionaries(players, st.integers(0, 8), max_size=3),
        "draw_pile": st.integers(0, 90),
        "played": st.lists(st.integers(2, 99) | st.none(), max_size=20),
        "laid_this_turn": st.lists(st.tuples(st.integers(2, 99), stacks, commands).map(list), max_size=2),
        "minimum": st.integers(0, 3),
        "bound": stacks | st.none(),
        "result": st.sampled_from([None, "won", "lost"]),
    },
)


def begun(game: TheGame, options: Line) -> Session:
    at = session()
    assert at.tell({"do": "start", "game": game.name, "players": list(PLAYERS), "options": options}).error is None
    return at


class StackTable(RuleBasedStateMachine):
    """A table at which anything is told in any order."""

    game = PLAIN

    def __init__(self) -> None:
        super().__init__()
        self.session = begun(self.game, {})

    @initialize(options=house)
    def start(self, options: Line) -> None:
        self.session = begun(self.game, options)

    @property
    def state(self) -> State:
        state: State = self.session.now.state
        return state

    def tell(self, told: Line) -> Answer:
        """Tell a line; a foul and an error leave the table as it was, and so does taking the line back."""
        before = self.state
        answer = self.session.tell(told)
        if answer.error is not None or any(ruling.verdict == "foul" for ruling in answer.rulings):
            assert self.state == before
        codes = {ruling.code for ruling in answer.rulings}
        assert codes <= {*self.game.sentences, *COMMON_SENTENCES}, codes
        return answer

    @rule(told=facts)
    def fact(self, told: Line) -> None:
        self.tell(told)

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data(), command=commands | st.just("unsaid"))
    def lay_a_card_that_fits(self, data: st.DataObject, command: str | None) -> None:
        state = self.state
        fitting = [
            (number, stack)
            for number in NUMBERS
            for stack, top in enumerate(state.tops)
            if not state.played >> number & 1 and fits(stack, top, number)
        ]
        if not fitting or not state.hands[state.turn]:
            return
        number, stack = data.draw(st.sampled_from(fitting))
        told = {"do": "play", "player": state.player, "card": number, "stack": STACKS[stack]}
        if self.game.commands and command != "unsaid":
            told["command"] = command
        answer = self.tell(told)
        assert answer.rulings[0].verdict in ("ok", "ask", "over"), answer
        if answer.rulings[0].verdict != "ask":
            assert self.state.left == state.left - 1

    @rule()
    def end_the_turn_of_whoever_has_it(self) -> None:
        before = self.state
        answer = self.tell({"do": "end_turn", "player": before.player})
        for ruling in answer.rulings:
            if ruling.code == "turn_ended":
                assert ruling.effects["draw"] == before.draw_pile - self.state.draw_pile
                assert ruling.effects["next"] == self.state.player

    @precondition(lambda self: self.game.questions(self.state))
    @rule(data=st.data())
    def give_one_of_the_answers(self, data: st.DataObject) -> None:
        (asked,) = self.game.questions(self.state)
        (told,) = data.draw(st.sampled_from(asked.effects["options"]))
        assert self.tell(told).rulings[0].verdict in ("ok", "over")
        assert self.game.questions(self.state) == ()

    @rule(state=put_right)
    def put_right(self, state: Line) -> None:
        self.tell({"do": "set", "state": state})

    @precondition(lambda self: self.state.outcome is not None)
    @rule()
    def begin_again(self) -> None:
        self.tell({"do": "start", "game": self.game.name, "players": list(PLAYERS)})

    @rule()
    def undo_is_as_if_it_had_never_been(self) -> None:
        answer = self.tell({"do": "undo"})
        assert answer.error is None
        again = session()
        for entry in self.session.entries:
            # A card that was refused was taken back at the table, whatever has become of the lines before it.
            if not entry.undone and entry.correction is None and not entry.taken_back:
                again.tell(entry.told)
        assert again.now.state == self.state

    @invariant()
    def no_card_is_lost(self) -> None:
        state = self.state
        assert state.left + state.played.bit_count() <= DECK_SIZE
        assert min(*state.hands, state.draw_pile) >= 0
        assert max(state.hands) <= state.rules.hand
        assert all(top in (1, 100) or state.played >> top & 1 for top in state.tops)
        assert (state.outcome == "won") <= (state.left == 0)

    @invariant()
    def to_set_what_was_answered_changes_nothing(self) -> None:
        again, rulings = self.game.put(self.state, self.game.view(self.state))
        assert again == self.state
        assert [ruling.code for ruling in rulings] == ["set"]

    @invariant()
    def what_is_legal_is_no_foul_and_breaks_nothing(self) -> None:
        legal = list(self.game.legal(self.state))
        for observation in legal[:: max(1, len(legal) // 4)]:
            _, rulings = self.game.judge(self.state, observation)
            assert rulings[0].verdict in ("ok", "ask", "info", "over"), observation


class ExtremeTable(StackTable):
    game = EXTREME

    @initialize(options=house, more=extreme_house)
    def start(self, options: Line, more: Line) -> None:
        self.session = begun(self.game, {**options, **more})


HOW_OFTEN = settings(max_examples=15, stateful_step_count=30, deadline=None)
StackTable.TestCase.settings = HOW_OFTEN
ExtremeTable.TestCase.settings = HOW_OFTEN
TestStackTable = StackTable.TestCase
TestExtremeTable = ExtremeTable.TestCase


@settings(max_examples=60)
@given(house, extreme_house, st.lists(facts | line("set", {"state": put_right}), max_size=25))
def test_the_same_lines_give_the_same_state_and_answers(options: Line, more: Line, told: list[Line]) -> None:
    one, other = begun(EXTREME, {**options, **more}), begun(EXTREME, {**options, **more})
    assert [one.tell(line) for line in told] == [other.tell(line) for line in told]
    assert one.now.state == other.now.state


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | stacks, inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200)
@given(st.sampled_from(["play", "end_turn", "stuck", "talked", "set"]), st.data())
def test_any_value_in_any_field_is_an_error_or_is_ruled(do: str, data: st.DataObject) -> None:
    at = begun(EXTREME, {})
    fields = {"set": ["state"]}.get(do, ["player", "card", "stack", "command", "what"])
    told = {"do": do, **data.draw(st.dictionaries(st.sampled_from(fields), anything, max_size=4))}
    before = at.now.state
    answer = at.tell(told)
    assert answer.error is None or at.now.state == before


@settings(max_examples=200)
@given(st.data())
def test_any_value_in_any_field_of_a_state_is_an_error_or_is_ruled(data: st.DataObject) -> None:
    at = begun(EXTREME, {})
    name = data.draw(st.sampled_from(list(EXTREME.view(at.now.state))))
    before = at.now.state
    answer = at.tell({"do": "set", "state": {name: data.draw(anything)}})
    assert answer.error is None or at.now.state == before
