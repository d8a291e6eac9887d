"""The people round a table of The Game, and of its Extreme sister: a hand on the pad of a stack, then the number.

Ref: docs/rules/the_game.md.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final

from touchjudge.rules.game import Deck, Observation
from touchjudge.rules.lines import line_of
from touchjudge.rules.the_game.cards import DECK_SIZE, STACK_AT
from touchjudge.rules.the_game.game import GAME, TheGame
from touchjudge.rules.the_game.observations import Play
from touchjudge.rules.the_game.state import State
from touchjudge.rules.the_game_extreme.game import GAME as EXTREME
from touchjudge.simulation.acts import Line, View
from touchjudge.simulation.bots.the_game import LEAST_CHANGE, NEAREST, least_change_begins
from touchjudge.simulation.people.hidden_cards import HiddenCards
from touchjudge.simulation.people.turns import TurnPeople
from touchjudge.simulation.players import TARGETS

PADS: Final = (*TARGETS, "reveal")  # under the four stacks, as hands know these places


class TheGamePeople(TurnPeople):
    """One evening's people; see :class:`~touchjudge.simulation.people.turns.TurnPeople`."""

    game: ClassVar[TheGame] = GAME

    def __init__(self, seed: int, deck: Deck) -> None:
        super().__init__(seed, deck)
        self._plan: list[Observation] = []  # the rest of a turn
        self._planned: list[int] = []  # what has been laid of it

    def in_sight(self, state: dict[str, Any]) -> Counter[str]:
        """All cards laid, also those under others."""
        return Counter(str(number) for number in state["played"])

    def face_down(self, state: dict[str, Any]) -> int:
        """Cards laid before anybody kept count."""
        return max(0, DECK_SIZE - int(state["left"]) - len(state["played"]))

    def lines(self, view: View, cards: HiddenCards, chance: Random) -> Sequence[Line]:
        """The next card of the turn, or its end."""
        state: State = self.state_of(view, self.deck if self.game.commands else None)
        hands = [sorted(map(int, cards.hand(player))) for player in state.players]
        if state.is_fresh:
            # The team agrees on who begins.
            state = replace(state, turn=least_change_begins(state, hands))
        next_one = self._next(state, hands[state.turn], chance)
        if isinstance(next_one, Play):
            cards.lay(state.player, [str(next_one.card)])
        return [line_of(next_one)]

    def hand_on(self, line: Line) -> str | None:
        """The pad under the stack on which the card goes."""
        return PADS[STACK_AT[line["stack"]]] if line["do"] == "play" else None

    def _next(self, state: State, hand: list[int], chance: Random) -> Observation:
        laid = [number for number, _, _ in state.laid]
        if not laid:
            self._plan = list(LEAST_CHANGE.turn(self.game, state, hand, chance))
        elif laid != self._planned or not self._plan or not self._still_goes(state, hand):
            # The turn goes another way than planned; who is in the middle of one lays what is nearest.
            self._plan = list(NEAREST.turn(self.game, state, hand, chance))
        following = self._plan.pop(0)
        self._planned = [*laid, *([following.card] if isinstance(following, Play) else [])]
        return following

    def _still_goes(self, state: State, hand: list[int]) -> bool:
        following = self._plan[0]
        if isinstance(following, Play) and following.card not in hand:
            return False
        return all(ruling.verdict != "foul" for ruling in self.game.judge(state, following)[1])


class TheGameExtremePeople(TheGamePeople):
    """The same with commands on some cards: whoever lays one says which."""

    game: ClassVar[TheGame] = EXTREME

    def lines(self, view: View, cards: HiddenCards, chance: Random) -> Sequence[Line]:
        """The next card of the turn with its command, or its end."""
        return [
            {**line, "command": self._command(line["card"])} if line["do"] == "play" else line
            for line in super().lines(view, cards, chance)
        ]

    def answer(self, question: dict[str, Any]) -> list[Line]:
        """What is printed on the card."""
        options: list[list[Line]] = [option["lines"] for option in question["options"]]
        true = (lines for lines in options if lines and lines[0].get("command") == self._command(lines[0]["card"]))
        return [dict(line) for line in next(true, options[0])]

    def _next(self, state: State, hand: list[int], chance: Random) -> Observation:
        return NEAREST.turn(self.game, state, hand, chance)[0]

    def _command(self, number: int) -> str | None:
        command: str | None = self.deck.facts.get(str(number), {}).get("command")
        return command
