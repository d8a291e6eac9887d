"""Anything told at a table of hearts and numbers: 90 cards stay 90, a refused line changes nothing, nothing crashes."""

from itertools import islice
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from card_table import HEARTS, Table
from touchjudge.decks import making
from touchjudge.rules.game import COMMON_SENTENCES, Line
from touchjudge.rules.hearts_and_numbers.cards import DECK_SIZE, MIDDLE
from touchjudge.rules.hearts_and_numbers.state import lying
from touchjudge.rules.lines import line_of
from touchjudge.session.fold import Answer

PLAYERS = ("A", "B", "C")
players = st.sampled_from(PLAYERS)
cards = st.sampled_from(sorted(making.hearts_and_numbers()))
sixes = st.lists(cards, min_size=5, max_size=7)


def line(do: str, required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]) -> Any:
    return st.fixed_dictionaries({"do": st.just(do), **required}, optional=optional)


anything = st.one_of(
    line("deal", {"open": sixes}),
    line("turn", {"player": players, "card": cards | st.text(max_size=4)}),
    line("took", {"player": players, "cards": st.lists(cards, max_size=3)}),
    line("refill", {"cards": st.lists(cards, max_size=5)}, stack_empty=st.booleans()),
    line("pads", {"down": st.lists(players, max_size=2)}),
)
put_right = st.fixed_dictionaries(
    {},
    optional={
        "phase": st.sampled_from(["deal", "turn", "refill", "over"]),
        "turn": players,
        "stack": st.integers(0, 90),
        "open": sixes | st.just([]),
        "taken": st.dictionaries(players, st.lists(cards | st.none(), max_size=30), max_size=3),
        "stall": st.integers(0, 5),
        "last_take": st.lists(cards, max_size=2) | st.none(),
        "points": st.dictionaries(players, st.integers(0, 3), max_size=2),
    },
)
house = st.fixed_dictionaries(
    {}, optional={"no_hearts": st.sampled_from(["keep", "lose"]), "stall_limit": st.integers(0, 3)}
)


class HeartsTable(RuleBasedStateMachine):
    """A table at which anything is told in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.at = Table(HEARTS)
        self.miscounted = False  # more or fewer cards came from the stack than there are

    @initialize(options=house, deck=st.sampled_from(["hearts_and_numbers_stand_in", "any"]), open_cards=sixes)
    def start(self, options: Line, deck: str, open_cards: list[str]) -> None:
        self.at.start("ABC", options=options, deck=deck)
        self.tell({"do": "deal", "open": (open_cards * 2)[:MIDDLE]})

    def tell(self, told: Line) -> Answer:
        """Tell a line; a foul and an error leave the table as it was."""
        before = self.at.state
        answer = self.at.session.tell(told)
        codes = {ruling.code for ruling in answer.rulings}
        if answer.error is not None or any(ruling.verdict == "foul" for ruling in answer.rulings):
            assert self.at.state == before
        assert codes <= {*HEARTS.sentences, *COMMON_SENTENCES}
        self.miscounted |= "count_differs" in codes
        return answer

    @rule(told=anything)
    def something(self, told: Line) -> None:
        self.tell(told)

    @precondition(lambda self: self.at.state.phase == "turn")
    @rule(card=cards)
    def lay(self, card: str) -> None:
        before = self.at.state
        codes = [ruling.code for ruling in self.tell({"do": "turn", "player": before.player, "card": card}).rulings]
        assert codes[0] in ("take", "no_match")
        assert (codes[0] == "take") == (self.at.state.last_take is not None)
        assert [ruling.code for ruling in HEARTS.questions(self.at.state)] == codes[1:2] or "stack_used_up" in codes

    @precondition(lambda self: self.at.state.phase == "refill")
    @rule(data=st.data(), empty=st.booleans())
    def fill_up(self, data: st.DataObject, empty: bool) -> None:
        missing = self.at.state.missing
        came = data.draw(st.lists(cards, min_size=0 if empty else missing, max_size=missing))
        codes = [ruling.code for ruling in self.tell({"do": "refill", "cards": came, "stack_empty": empty}).rulings]
        assert "refilled" in codes or codes[-1] == "stack_used_up"

    @precondition(lambda self: self.at.state.last_take is not None and self.at.state.phase != "over")
    @rule()
    def take_the_right_ones(self) -> None:
        state = self.at.state
        told = {"do": "took", "player": state.players[state.taker], "cards": list(state.last_take)}
        assert [ruling.code for ruling in self.tell(told).rulings] == ["took"]

    @precondition(lambda self: self.at.state.phase != "over")
    @rule(undone=st.booleans(), at=st.integers(0, 30))
    def something_legal(self, undone: bool, at: int) -> None:
        before = self.at.state
        legal = list(islice(HEARTS.legal(before), 31))
        if not legal:
            assert before.setup.deck is None
            return
        answer = self.tell(line_of(legal[at % len(legal)]))
        assert answer.rulings[0].verdict in ("ok", "info", "over")
        if undone and self.at.state != before:
            self.tell({"do": "undo"})
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

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state = self.at.state
        if state is None:
            return
        assert state.stack >= 0
        assert self.miscounted or state.stack + lying(state) == DECK_SIZE
        assert len(state.open) == {"deal": 0, "turn": MIDDLE}.get(state.phase, len(state.open))

    @invariant()
    def to_set_what_was_answered_changes_nothing(self) -> None:
        if self.at.state is None:
            return
        again, rulings = HEARTS.put(self.at.state, self.at.view)
        assert again == self.at.state
        assert [ruling.code for ruling in rulings] == ["set"]

    @invariant()
    def the_points_are_the_result_if_it_ended_now(self) -> None:
        if self.at.state is None:
            return
        ended, _ = HEARTS.end(self.at.state)
        result = HEARTS.result(ended)
        assert result is not None
        assert result.scores == self.at.view["points"] == HEARTS.scores(self.at.state)

    def teardown(self) -> None:
        again = Table(HEARTS)
        for entry in self.at.session.entries:
            again.session.tell(dict(entry.told))
        assert [entry.answer for entry in again.session.entries] == [entry.answer for entry in self.at.session.entries]
        assert again.state == self.at.state


HeartsTable.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestHeartsTable = HeartsTable.TestCase
