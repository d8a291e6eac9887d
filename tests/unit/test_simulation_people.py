"""The people round a table of Schwein gehabt! go by what the table shows: pay, wait, answer, name the card, go on."""

from typing import Any

import pytest

from touchjudge.decks import making
from touchjudge.rules.game import Deck
from touchjudge.simulation.acts import Act, Contact, Says, seat
from touchjudge.simulation.schwein_gehabt import SchweinGehabtPeople

S = 1_000_000
NAMES = ["Ana", "Luis", "Marta"]
NUMBERS = {"Ana": [1, 4, 7], "Luis": [2, 5, 8], "Marta": [3, 6]}


class Table:
    """Shows views to people, lets time pass, and follows a reveal as the referee would."""

    def __init__(self, seed: int = 7, **options: Any) -> None:
        self.people = SchweinGehabtPeople(seed, Deck("stand_in", making.schwein_gehabt(), True))
        self.now_us = 0
        self.acts: list[Act] = []
        self.look_us: int | None = 0
        self.cards = dict.fromkeys(NAMES, 0)
        self.view: dict[str, Any] = {
            "phase": "playing",
            "players": NAMES,
            "options": options,
            "question": None,
            "state": {
                "phase": "reveal",
                "round": 0,
                "revealed": None,
                "deck": 63,
                "jackpot": 0,
                "cards": self.cards,
                "numbers": NUMBERS,
            },
        }

    def show(self, *, phase: str = "playing", question: dict[str, Any] | None = None, **state: Any) -> None:
        self.view = {**self.view, "phase": phase, "question": question, "state": {**self.view["state"], **state}}
        if self.look_us is None:
            self.look_us = self.now_us

    def pass_s(self, seconds: float) -> list[Act]:
        """What they do while so many seconds pass."""
        before, until_us = len(self.acts), self.now_us + round(seconds * S)
        while self.look_us is not None and self.look_us <= until_us:
            self.now_us = self.look_us
            acts = self.people.look(self.view, self.now_us)
            assert all(_begins_us(act) >= self.now_us for act in acts)
            self.acts += acts
            self.look_us = self.people.next_look_us()
            assert self.look_us is None or self.look_us > self.now_us
        self.now_us = until_us
        return self.acts[before:]

    def until_reveal(self) -> Contact:
        """Let time pass until the dealer turns a card; the table shows it then."""
        for _ in range(400):
            reveals = [act for act in self.pass_s(0.05) if isinstance(act, Contact) and act.place == "reveal"]
            if reveals:
                self.pass_s((reveals[0].began_us - self.now_us) / S)
                deck = self.view["state"]["deck"] - 1
                number = self.view["state"]["round"] + 1
                self.show(phase="playing", round=number, revealed="unseen", deck=deck)
                self.view["state"]["phase"] = "react"
                return reveals[0]
        raise AssertionError("the dealer turned no card within 20 s")

    def settle(self) -> None:
        self.show(phase="playing", revealed=None, jackpot=self.view["state"]["jackpot"] + 1)
        self.view["state"]["phase"] = "reveal"


def _begins_us(act: Act) -> int:
    return act.began_us if isinstance(act, Contact) else act.at_us


def lines(acts: list[Act]) -> list[dict[str, Any]]:
    return [act.line for act in acts if isinstance(act, Says)]


def presses(acts: list[Act]) -> list[Contact]:
    return [act for act in acts if isinstance(act, Contact)]


def test_the_dealer_turns_the_first_card_within_a_few_seconds() -> None:
    table = Table()
    reveal = table.until_reveal()
    assert 1 * S < reveal.began_us < 6 * S
    assert reveal.ended_us is not None


@pytest.mark.parametrize("seed", range(12))
def test_the_card_is_named_once_2_to_6_s_after_the_reveal(seed: int) -> None:
    table = Table(seed)
    reveal = table.until_reveal()
    named = [act for act in table.pass_s(6.3) if isinstance(act, Says)]
    assert [act.line["do"] for act in named] == ["card"]
    assert 1.9 * S <= named[0].at_us - reveal.began_us <= 6 * S


def test_a_card_that_somebody_else_has_named_is_not_named_again() -> None:
    table = Table()
    table.until_reveal()
    table.show(revealed="symbol:1-2-3")
    assert lines(table.pass_s(6.3)) == []


def test_a_card_is_always_named_before_the_next_one_is_turned() -> None:
    for seed in range(40):
        table = Table(seed)
        table.until_reveal()
        said = []
        # Not settled by anybody: a hasty dealer goes on early, a patient one after a while.
        for _ in range(300):
            acts = table.pass_s(0.1)
            said += lines(acts)
            if any(act.place == "reveal" for act in presses(acts)):
                break
        assert [line["do"] for line in said] == ["card"]


def test_a_round_that_nobody_settles_is_settled_by_the_next_reveal() -> None:
    table = Table()
    first = table.until_reveal()
    later = next(act for act in presses(table.pass_s(30)) if act.place == "reveal" and act != first)
    assert later.began_us - first.began_us > 2 * S


def test_after_a_settled_round_the_dealer_pays_before_the_next_card() -> None:
    table = Table()
    table.until_reveal()
    table.pass_s(8)
    table.settle()
    settled_us = table.now_us
    assert 1 * S < table.until_reveal().began_us - settled_us < 6 * S


def test_nobody_does_anything_while_the_table_is_paused_or_the_game_is_over() -> None:
    table = Table()
    table.until_reveal()
    table.pass_s(8)
    for phase in ("paused", "over", "setup"):
        table.show(phase=phase)
        assert table.pass_s(60) == []
    table.show(phase="playing")
    table.settle()
    table.until_reveal()


def test_a_question_is_answered_once_after_1_to_3_s_and_no_card_is_turned_meanwhile() -> None:
    table = Table()
    table.until_reveal()
    table.pass_s(6.4)
    options = [{"label": name, "lines": [{"do": "winner", "player": name}]} for name in NAMES]
    table.show(question={"code": "who_won", "options": options})
    asked_us = table.now_us
    acts = table.pass_s(3.3)
    answers = [act for act in acts if isinstance(act, Says)]
    assert len(answers) == 1
    assert answers[0].answers == "who_won"
    assert answers[0].line["by"] == "player"
    assert 0.9 * S <= answers[0].at_us - asked_us <= 3.2 * S
    assert "reveal" not in [act.place for act in presses(acts)]


def test_a_question_that_stays_open_is_answered_again() -> None:
    table = Table()
    table.until_reveal()
    table.show(question={"code": "which_card", "options": []})
    assert len(lines(table.pass_s(20))) >= 4


def test_the_question_for_the_card_is_answered_with_it_and_it_is_not_named_once_more() -> None:
    table = Table(seed=5)  # somebody who takes time to name it
    table.until_reveal()
    table.pass_s(1)
    table.show(question={"code": "which_card", "options": []})
    first = lines(table.pass_s(3.3))
    table.show(question=None, revealed=first[0]["card"])
    assert [line["do"] for line in first] == ["card"]
    assert lines(table.pass_s(5)) == []


def test_a_new_game_is_a_new_deal() -> None:
    table = Table()
    table.until_reveal()
    before = table.people.deal()
    table.pass_s(8)
    table.show(phase="over")
    table.pass_s(1)
    table.show(phase="playing", round=0, revealed=None, deck=63, jackpot=0)
    table.view["state"]["phase"] = "reveal"
    table.until_reveal()
    assert table.people.deal() is not before


def test_people_who_join_a_game_under_way_take_the_cards_as_they_lie() -> None:
    table = Table()
    table.show(round=9, deck=40, jackpot=3, cards={"Ana": 12, "Luis": 8, "Marta": 0})
    table.until_reveal()
    deal = table.people.deal()
    assert deal is not None
    assert deal.counts().owned == {"Ana": 12, "Luis": 8, "Marta": 0}
    assert deal.cards() == making.schwein_gehabt()


def test_a_reveal_that_the_table_never_saw_is_done_again() -> None:
    table = Table()
    shown = dict(table.view["state"])
    table.until_reveal()
    table.show(**{key: value for key, value in shown.items() if key != "phase"})
    table.view["state"]["phase"] = "reveal"
    table.until_reveal()
    deal = table.people.deal()
    assert deal is not None
    assert deal.cards() == making.schwein_gehabt()


def test_with_home_everybody_rests_a_hand_on_the_button_before_the_first_card() -> None:
    table = Table(home=True)
    reveal = table.until_reveal()
    resting = [act for act in presses(table.acts) if act.ended_us is None and act.began_us < reveal.began_us]
    assert [act.place for act in resting] == [seat(name) for name in NAMES]


def test_the_same_seed_does_the_same() -> None:
    def evening(seed: int) -> list[Act]:
        table = Table(seed)
        for _ in range(5):
            table.until_reveal()
            table.pass_s(8)
            table.settle()
        return table.acts

    assert evening(1) == evening(1) != evening(2)
