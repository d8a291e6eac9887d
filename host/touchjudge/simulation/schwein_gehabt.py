"""The people round a table of Schwein gehabt!: the dealer reveals, all play, somebody names the card and answers.

In: views and the time. Out: acts. They go by what the table shows, as people do: pay when the round is settled, wait
while it is paused, answer when it asks. They look up at fixed moments after the reveal, not the instant a screen
changes, so an evening is the same evening when a message comes a little later.

Ref: docs/rules/schwein_gehabt.md.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from touchjudge.rules.game import Deck
from touchjudge.simulation.acts import Act, Away, Contact, Says, View, seat
from touchjudge.simulation.answers import truthful
from touchjudge.simulation.deal import Counts, Deal
from touchjudge.simulation.players import Customs, Truth, play
from touchjudge.simulation.reactions import Person, between_us, happens, person

LOOK_US = 250_000  # how often people look up
_READY_US = 700_000  # from the decision to reveal to the reveal: hands may move before it
_SEEN_US = 1_500_000  # after a reveal the table must show it by then
_PATIENCE_US = 6_500_000  # after the last hand the dealer goes on, settled or not
_HASTY = 0.05  # chance that the dealer does not wait until the round is settled
_PRESSES_OK = 0.15


@dataclass(frozen=True, slots=True)
class _Turned:
    """A revealed card: what really happens, and what its people still mean to do.

    Attributes:
        number: of its round, as the table will count it.
        next_us: when the dealer turns the next one although the table has not settled this one.
        name_at_us, ok_at_us: None once that is done.
    """

    number: int
    reveal_us: int
    truth: Truth
    next_us: int
    name_at_us: int | None
    ok_at_us: int | None


@dataclass(frozen=True, slots=True)
class _Answer:
    question: dict[str, Any]
    at_us: int


class SchweinGehabtPeople:
    """One evening's people at a table of Schwein gehabt!

    Args:
        seed: decides everything; the same views at the same times give the same acts.
        deck: what they deal.
    """

    def __init__(self, seed: int, deck: Deck) -> None:
        self._seed = seed
        self._deck = deck
        self._people: list[Person] = []
        self._game = -1
        self._rounds = 0
        self._answers = 0
        self._turned: list[_Turned] = []  # of this game
        self._answer: _Answer | None = None
        self._paid: tuple[str, int] | None = None  # the phase seen, and when the next card may be turned in it
        self._next_look_us: int | None = None
        self._deal: Deal | None = None

    def look(self, view: View, now_us: int) -> list[Act]:
        """Take in the view; see :class:`~touchjudge.simulation.acts.People`."""
        state = view["state"]
        if view["phase"] != "playing" or state is None or state["phase"] == "over":
            self._paid = self._answer = self._next_look_us = None
            return []
        acts: list[Act] = []
        if self._deal is None or (state["round"] == 0 and self._rounds > 0 and not self._under_way(now_us)):
            acts += self._sit_down(view, now_us)
        self._pays(view["question"], state, now_us)
        acts += self._answers_the_table(view["question"], state, now_us)
        acts += self._names_the_card(state, now_us)
        acts += self._presses_ok(view["question"], state, now_us)
        acts += self._reveals(view, state, now_us)
        self._next_look_us = self._moment_after(now_us)
        if (card := self._on_the_table(state)) and card.name_at_us and card.name_at_us > now_us:
            self._next_look_us = min(self._next_look_us, card.name_at_us)
        return acts

    def next_look_us(self) -> int | None:
        """When they look up by themselves."""
        return self._next_look_us

    def deal(self) -> Deal | None:
        """The real cards, or None before the first game."""
        return self._deal

    def _chance(self, *what: object) -> Random:
        # A source of its own for each thing, so that one more or less of one does not change all that follows.
        return Random("/".join(str(part) for part in (self._seed, *what)))

    def _sit_down(self, view: View, now_us: int) -> list[Act]:
        first_game = self._deal is None
        self._game += 1
        self._rounds = view["state"]["round"]  # not 0 where a game goes on that was begun without them
        self._turned = []
        self._answer = self._paid = None
        self._people = [person(self._chance("person", name), name) for name in view["players"]]
        self._deal = Deal(self._chance("deal", self._game), self._deck, tuple(view["players"]))
        if not _customs(view).home:
            return []
        # Between two games the hands have stayed on the buttons.
        places = [seat(one.name) for one in self._people] if first_game else []
        return [Contact(place, now_us + 300_000 + 70_000 * turn, None) for turn, place in enumerate(places)]

    def _moment_after(self, now_us: int) -> int:
        """The next moment at which people look up: a whole number of looks after the last reveal."""
        origin_us = self._turned[-1].reveal_us if self._turned else 0
        return origin_us + ((now_us - origin_us) // LOOK_US + 1) * LOOK_US

    def _under_way(self, now_us: int) -> bool:
        """Whether a card is being turned that the table cannot show yet."""
        return bool(self._turned) and now_us < self._turned[-1].reveal_us + _SEEN_US

    def _on_the_table(self, state: dict[str, Any]) -> _Turned | None:
        """The revealed card that the table is on, if it is one that these people turned."""
        if state["phase"] != "react":
            return None
        # Newest first: a card that the table never took notice of has the number of the one after it.
        return next((card for card in reversed(self._turned) if card.number == state["round"]), None)

    def _change(self, card: _Turned, changed: _Turned) -> None:
        self._turned[self._turned.index(card)] = changed

    def _is_newest(self, card: _Turned | None) -> bool:
        return card is not None and card is self._turned[-1]

    def _pays(self, question: object, state: dict[str, Any], now_us: int) -> None:
        """Move the cards as the table says, unless it does not know of the newest card yet."""
        behind = self._under_way(now_us) or question is not None
        if self._deal is not None and (not behind or self._is_newest(self._on_the_table(state))):
            self._deal.follow(Counts(state["deck"], int(state["phase"] == "react"), state["jackpot"], state["cards"]))

    def _answers_the_table(self, question: dict[str, Any] | None, state: dict[str, Any], now_us: int) -> list[Act]:
        if question is None:
            self._answer = None
            return []
        if self._answer is None or self._answer.question != question:
            think_us = between_us(self._chance("answer", self._game, self._answers), 900, 2600)
            self._answer = _Answer(question, self._moment_after(now_us) + think_us)
            self._answers += 1
        if now_us < self._answer.at_us:
            return []
        self._answer = _Answer(question, now_us + 3_000_000)  # still asked then: answer again
        card = self._on_the_table(state)
        lines = truthful(question, card.truth if card else Truth("unseen"))
        if card is not None and any(line["do"] == "card" for line in lines):
            self._change(card, replace(card, name_at_us=None))
        return [Says(now_us, {**line, "by": "player"}, question["code"]) for line in lines]

    def _names_the_card(self, state: dict[str, Any], now_us: int) -> list[Act]:
        card = self._on_the_table(state)
        if card is None or card.name_at_us is None or now_us < card.name_at_us:
            return []
        self._change(card, replace(card, name_at_us=None))
        if state["revealed"] not in (None, "unseen"):
            return []  # somebody was faster
        return [Says(now_us, {"do": "card", "card": card.truth.card, "by": "sim"})]

    def _presses_ok(self, question: object, state: dict[str, Any], now_us: int) -> list[Act]:
        card = self._on_the_table(state)
        if card is None or card.ok_at_us is None or now_us < card.ok_at_us or question is not None:
            return []
        self._change(card, replace(card, ok_at_us=None))
        return [Contact("ok", now_us + 20_000, now_us + 140_000)]

    def _reveals(self, view: View, state: dict[str, Any], now_us: int) -> list[Act]:
        """Turn the next card when it is time; all that will happen in its round is decided then."""
        wanted_us = self._when_to_reveal(view["question"], state, now_us)
        if wanted_us is None or now_us < wanted_us or self._deal is None:
            return []
        card = self._deal.turn()
        return [] if card is None else self._turn(card, view, state, now_us)

    def _when_to_reveal(self, question: object, state: dict[str, Any], now_us: int) -> int | None:
        if question is not None or self._under_way(now_us):
            return None
        card = self._on_the_table(state)
        if card is not None and self._is_newest(card):
            return card.next_us
        # Settled: pay first. A card that somebody else turned, or nobody: give them time.
        phase = state["phase"]
        if self._paid is None or self._paid[0] != phase:
            pay_us = between_us(self._chance("pay", self._game, self._rounds), 1200, 3000)
            self._paid = phase, self._moment_after(now_us) + (pay_us if phase == "reveal" else _PATIENCE_US)
        return self._paid[1]

    def _turn(self, card: str, view: View, state: dict[str, Any], now_us: int) -> list[Act]:
        random = self._chance("round", self._game, self._rounds)
        self._rounds += 1
        self._paid = None
        reveal_us = now_us + _READY_US + between_us(random, 0, 200)
        game_round = play(random, self._people, card, state["numbers"], _customs(view))
        name_us, next_us = between_us(random, 2000, 6000), game_round.ends_us + _PATIENCE_US
        ok_us = game_round.ends_us + 800_000 if happens(random, _PRESSES_OK) else None
        if happens(random, _HASTY):
            next_us = max(game_round.ends_us + 900_000, 2_500_000)
            # Before the next card is turned this one is named.
            name_us, ok_us = min(name_us, next_us - LOOK_US), None
        self._turned.append(
            _Turned(
                state["round"] + 1,
                reveal_us,
                game_round.truth,
                reveal_us + next_us,
                reveal_us + name_us,
                None if ok_us is None else reveal_us + ok_us,
            )
        )
        press = Contact("reveal", reveal_us, reveal_us + between_us(random, 80, 250))
        return [press, *(_shifted(act, reveal_us) for act in game_round.acts)]


def _customs(view: View) -> Customs:
    return Customs(view["options"].get("free_choice") is True, view["options"].get("home") is True)


def _shifted(act: Act, by_us: int) -> Act:
    match act:
        case Contact():
            ended_us = None if act.ended_us is None else act.ended_us + by_us
            return replace(act, began_us=act.began_us + by_us, ended_us=ended_us)
        case Away() | Says():
            return replace(act, at_us=act.at_us + by_us)
