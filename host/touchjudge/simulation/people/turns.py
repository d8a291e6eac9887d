"""People who play a game by turns: they look at the table, think, lay a card, say what they did, and look again.

In: views and the time. Out: acts. What a turn is comes from the game's own class; here is when. Whatever changes on the
table, by them or by somebody at the page, they think anew from there. A line that changes nothing is said again a few
times, with cards dealt anew; then they give the game up, so that an evening always ends.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from touchjudge.rules.game import Deck, Game, Setup
from touchjudge.simulation.acts import Act, Contact, Line, Says, View
from touchjudge.simulation.people.hidden_cards import HiddenCards
from touchjudge.simulation.reactions import between_us

LOOK_US = 250_000  # after something was said
_LAYS_US = 700_000  # from the hand on the stack to the words
_PATIENCE_US = 3_000_000  # nothing has changed since: once more
MOST_TRIES = 8


class TurnPeople:
    """One evening's people at a game of cards and turns; a game says in a class of its own what they do.

    Args:
        seed: decides everything; the same views at the same times give the same acts.
        deck: what they deal.
    """

    game: ClassVar[Game[Any]]
    thinks_ms: ClassVar[tuple[int, int]] = (1_800, 4_500)
    most_turns: ClassVar[int] = 5_000  # lines of one game; then they give it up

    def __init__(self, seed: int, deck: Deck) -> None:
        self._seed = seed
        self.deck = deck
        self._moment: tuple[Any, ...] | None = None
        self._moments = self._deals = self._told = self._tries = 0
        self._due_us = 0
        self._next_look_us: int | None = None
        self._to_say: list[Line] | None = None  # the hand is on the stack already
        self._players: list[str] = []
        self._lay_open = False
        self._cards: HiddenCards | None = None

    # ---- what a game says

    def in_sight(self, state: dict[str, Any]) -> Counter[str]:
        """The cards that lie open."""
        raise NotImplementedError

    def face_down(self, state: dict[str, Any]) -> int:
        """How many cards lie among the open ones that the table has no name for."""
        raise NotImplementedError

    def turned(self, state: dict[str, Any]) -> list[str | None] | None:  # noqa: ARG002 (a game without discards)
        """The discards that have become the pile since the last look, where a game has such."""
        return None

    def lines(self, view: View, cards: HiddenCards, chance: Random) -> Sequence[Line]:
        """What the people do now, as lines to tell."""
        raise NotImplementedError

    def answer(self, question: dict[str, Any]) -> list[Line]:
        """The lines that answer a question; the first option where nobody knows better."""
        return [dict(line) for line in next(iter(question["options"]), {"lines": []})["lines"]]

    def hand_on(self, line: Line) -> str | None:  # noqa: ARG002 (a game without pads)
        """The place that a hand presses with what the line says."""
        return None

    # ---- what all have in common

    def look(self, view: View, now_us: int) -> list[Act]:
        """Take in the view; see :class:`~touchjudge.simulation.acts.People`."""
        if view["phase"] != "playing" or view["state"] is None:
            self._moment = self._next_look_us = None
            return []
        moment = (view["players"], view["options"], view["state"], view["question"])
        if moment != self._moment:
            self._moment, self._to_say, self._tries = moment, None, 0
            self._moments += 1
            self._due_us = now_us + between_us(self.chance("think", self._moments), *self.thinks_ms)
        self._next_look_us = self._due_us
        if now_us < self._due_us:
            return []
        acts = self._act(view, now_us)
        self._next_look_us = self._due_us if self._to_say else now_us + LOOK_US
        return acts

    def next_look_us(self) -> int | None:
        """When they look up by themselves."""
        return self._next_look_us

    def cards(self) -> HiddenCards | None:
        """The cards that nobody sees, or None before the first game."""
        return self._cards

    def chance(self, *what: object) -> Random:
        """A source of its own for each thing, so that one more or less of one does not change all that follows."""
        return Random("/".join(map(str, (self._seed, self.game.name, *what))))

    def state_of(self, view: View, deck: Deck | None = None) -> Any:
        """The game as the table shows it, for the players who decide."""
        players = tuple(view["players"])
        empty = self.game.start(Setup(players, players[0], view["options"], deck))
        return self.game.put(empty, view["state"])[0]

    def _act(self, view: View, now_us: int) -> list[Act]:
        self._due_us = now_us + _PATIENCE_US
        lines, question = self._to_say, view["question"]
        if lines is None:
            if self._tries >= MOST_TRIES or self._told >= self.most_turns:
                lines = [{"do": "end", "by": "player"}]
            elif question is not None:
                lines = [{**line, "by": "player"} for line in self.answer(question)]
            else:
                cards = self._followed(view)
                lines = [{**line, "by": "sim"} for line in self.lines(view, cards, self.chance("do", self._moments))]
            place = self.hand_on(lines[0]) if lines and question is None else None
            if place is not None:
                self._to_say, self._due_us = lines, now_us + _LAYS_US
                began_us = now_us + 20_000
                held_us = between_us(self.chance("hand", self._moments), 120, 400)
                return [Contact(place, began_us, began_us + held_us)]
        self._to_say = None
        self._tries += 1
        self._told += 1
        return [Says(now_us, line, None if question is None else question["code"]) for line in lines]

    def _followed(self, view: View) -> HiddenCards:
        """The hidden cards as they are now; dealt anew for a new game, or where what was said came to nothing."""
        state, players = view["state"], view["players"]
        seen = self.in_sight(state)
        anew = (self._lay_open and not seen) or players != self._players
        turned = self.turned(state)
        if self._cards is None or anew or self._tries:
            self._deals += 1
            self._told = 0 if anew else self._told
            self._cards, turned = HiddenCards(self.chance("deal", self._deals), self.deck.cards), None
        self._players, self._lay_open = players, bool(seen)
        self._cards.follow(seen, state["hands"], self.face_down(state), turned)
        return self._cards
