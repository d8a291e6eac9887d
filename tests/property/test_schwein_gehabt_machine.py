"""Whatever is told at a table of Schwein gehabt!: no card is lost, nothing crashes, timed lines come in any order."""

from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lucky_table import GAMES, no_deck
from touchjudge.language import read
from touchjudge.rules.game import COMMON_SENTENCES, Line
from touchjudge.rules.schwein_gehabt import GAME
from touchjudge.rules.schwein_gehabt.cards import DECK_SIZE, SPOTS, TOUCH_CARDS, UNSEEN
from touchjudge.session.fold import Answer, Session

PLAYERS = ("A", "B", "C", "D")
spots = st.sampled_from(SPOTS)
players = st.sampled_from(PLAYERS)
symbol_cards = st.builds("symbol:{}-{}-{}".format, *[st.integers(1, 8)] * 3)
cards = symbol_cards | st.sampled_from([*TOUCH_CARDS, UNSEEN])
by = st.sampled_from(["sensor", "player", "referee", "sim"])


def maybe(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Line]:
    return st.fixed_dictionaries({}, optional=fields)


def line(do: str, required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]) -> Any:
    return st.fixed_dictionaries({"do": st.just(do), **required}, optional=optional)


times = st.integers(0, 5_000_000)
stamps: dict[str, st.SearchStrategy[Any]] = {"t_us": times, "bound_us": st.integers(0, 3000), "by": by}
facts = st.one_of(
    line("touch", {"spot": spots}, player=players, **stamps),
    line("touch", {"spot": spots, "t_us": times}),
    line("claim", {"player": players}, spot=spots, wrong=st.booleans(), **stamps),
    line("claim", {"player": players}),
    line("release", {"player": players}, **stamps),
    line("nobody", {"spot": spots}),
    line("card", {"card": cards}),
    line("hands", {"players": st.lists(players, max_size=8)}, by=by),
    line("winner", {"player": players | st.none()}, spot=spots),
    line("pads", {"down": st.lists(st.sampled_from([*SPOTS, *PLAYERS, "reveal"]), max_size=3)}),
)
house = maybe(
    free_choice=st.booleans(),
    no_sandwich=st.sampled_from(["lowest", "jackpot"]),
    presume=st.sampled_from(["right", "ask"]),
    home=st.booleans(),
    wrong_slap_penalty=st.integers(0, 6),
    penalty=st.integers(1, 6),
    jackpot_limit=st.integers(1, 20),
    dead_heat_us=st.sampled_from([0, 50_000]),
    anticipation_ms=st.integers(0, 300),
    lead_ms=st.integers(0, 2000),
)


def session(options: Line | None = None) -> Session:
    begun = Session(partial(read, games=GAMES), no_deck, GAMES)
    begun.tell({"do": "start", "game": GAME.name, "players": list(PLAYERS), "options": options or {}})
    return begun


class LuckyTable(RuleBasedStateMachine):
    """A table at which anything is told in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.session = session()

    @initialize(options=house)
    def start(self, options: Line) -> None:
        self.session = session(options)

    @property
    def state(self) -> Any:
        return self.session.now.state

    def tell(self, told: Line) -> Answer:
        """Tell a line; a foul that is taken back, and an error, leave the table as it was."""
        before = GAME.view(self.state)
        answer = self.session.tell(told)
        after = GAME.view(self.state)
        if answer.error is not None:
            assert after == before
        taken_back = [ruling for ruling in answer.rulings if ruling.verdict == "foul" and not ruling.stands]
        if taken_back:
            # A reveal that could not close the round before leaves the question that it met, and nothing else.
            assert {**after, "questions": before["questions"]} == before
        codes = {ruling.code for ruling in answer.rulings}
        assert codes <= {*GAME.sentences, *COMMON_SENTENCES}, codes
        return answer

    @rule(told=facts, reopen=st.booleans())
    def fact(self, told: Line, reopen: bool) -> None:
        for ruling in self.tell(told).rulings:
            if ruling.code == "late_touch" and reopen:
                answers = [self.tell(line) for line in ruling.effects["options"][1]]
                assert [one.code for one in answers[0].rulings] == ["set"]
                fouls = [one.code for answer in answers for one in answer.rulings if one.verdict == "foul"]
                assert set(fouls) <= {"round_open", "drew_wrong", "too_late", "wrong_slap"}

    @rule(told=line("reveal", {}, card=cards, **stamps))
    def reveal(self, told: Line) -> None:
        self.tell(told)

    @precondition(lambda self: self.state.phase == "react")
    @rule(told=line("settle", {}, t_us=times))
    def settle(self, told: Line) -> None:
        codes = [ruling.code for ruling in self.tell(told).rulings]
        asked = self.state.questions
        assert (len(codes) == 1 and asked) or self.state.phase == "over" or codes[-1] == "round_settled"

    @precondition(lambda self: self.state.questions)
    @rule(data=st.data())
    def give_one_of_the_answers(self, data: st.DataObject) -> None:
        (question,) = self.state.questions
        (asked,) = GAME.questions(self.state)
        assert GAME.view(self.state)["questions"][0]["options"] == asked.effects["options"]
        assert asked.effects["options"], "a question without an answer"
        lines = data.draw(st.sampled_from(asked.effects["options"]))
        for told in lines:
            answer = self.tell(told)
            assert answer.error is None
            assert all(ruling.verdict != "foul" for ruling in answer.rulings), (told, answer)
        # An answer answers: it is not asked again, or it has become a smaller one.
        assert question not in self.state.questions or question.code == "who_took_what"

    @rule(told=st.fixed_dictionaries({}, optional={"deck": st.integers(0, 63), "jackpot": st.integers(0, 9)}))
    def put_right(self, told: Line) -> None:
        self.tell({"do": "set", "state": told})

    @precondition(lambda self: self.state.phase == "over")
    @rule()
    def reopen(self) -> None:
        self.tell({"do": "set", "state": {"phase": "reveal", "cards": dict.fromkeys(PLAYERS, 2), "jackpot": 3}})

    @rule()
    def undo(self) -> None:
        self.tell({"do": "undo"})

    @invariant()
    def no_card_is_lost(self) -> None:
        seen = GAME.view(self.state)
        revealed = seen["revealed"] is not None
        assert seen["deck"] + seen["jackpot"] + sum(seen["cards"].values()) + revealed == DECK_SIZE
        assert min(seen["deck"], seen["jackpot"], *seen["cards"].values()) >= 0
        assert (seen["phase"] == "react") <= revealed

    @invariant()
    def to_set_what_was_answered_changes_nothing(self) -> None:
        again, rulings = GAME.put(self.state, GAME.view(self.state))
        assert again == self.state
        assert [ruling.code for ruling in rulings] == ["set"]

    @invariant()
    def what_is_legal_is_no_foul(self) -> None:
        legal = list(GAME.legal(self.state))
        assert legal == list(GAME.legal(self.state))
        for observation in legal[:6]:
            _, rulings = GAME.judge(self.state, observation)
            assert all(ruling.stands for ruling in rulings if ruling.verdict == "foul"), observation


LuckyTable.TestCase.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
TestLuckyTable = LuckyTable.TestCase

timed = st.one_of(
    line("touch", {"spot": spots, "t_us": st.integers(1_000_000, 1_000_020)}, player=players, by=by),
    line("claim", {"player": players, "t_us": st.integers(1_000_000, 1_000_020)}, spot=spots),
    line("release", {"player": players, "t_us": st.integers(1_000_000, 1_000_020)}),
)


def one_claim_a_target(told: Line) -> Any:
    """Of two claims of a player to one target the later line stands, so their order is not free."""
    return (told["player"], told.get("spot")) if told["do"] == "claim" else str(told)


@settings(max_examples=200)
@given(st.data(), house, cards, st.lists(timed, min_size=2, max_size=7, unique_by=one_claim_a_target))
def test_timed_lines_in_another_order_are_settled_the_same(
    data: st.DataObject, options: Line, card: str, told: list[Line]
) -> None:
    def settled(lines: list[Line]) -> Any:
        at = session(options)
        at.tell({"do": "set", "state": {"cards": {"A": 4, "B": 4, "C": 4, "D": 4}}})
        at.tell({"do": "reveal", "card": card, "t_us": 1_000_000})
        for one in lines:
            at.tell(one)
        return at.tell({"do": "settle"}).rulings

    assert settled(data.draw(st.permutations(told))) == settled(told)


@settings(max_examples=100)
@given(house, st.lists(facts | line("reveal", {}, card=cards, **stamps) | line("settle", {}), max_size=25))
def test_the_same_lines_give_the_same_state_and_answers(options: Line, told: list[Line]) -> None:
    one, other = session(options), session(options)
    assert [one.tell(line) for line in told] == [other.tell(line) for line in told]
    assert GAME.view(one.now.state) == GAME.view(other.now.state)
