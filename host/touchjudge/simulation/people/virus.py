"""The people round a table of Virus!: they hold cards that only they see, and tell what they play.

Ref: docs/rules/virus.md.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from touchjudge.rules.game import Deck, Game
from touchjudge.rules.lines import line_of
from touchjudge.rules.virus.game import GAME
from touchjudge.rules.virus.observations import Discard, Play
from touchjudge.simulation.acts import Line, View
from touchjudge.simulation.bots.virus import SENSIBLE
from touchjudge.simulation.people.hidden_cards import HiddenCards
from touchjudge.simulation.people.turns import TurnPeople


class VirusPeople(TurnPeople):
    """One evening's people at a table of Virus!; see :class:`~touchjudge.simulation.people.turns.TurnPeople`."""

    game: ClassVar[Game[Any]] = GAME
    thinks_ms = (3_000, 8_000)

    def __init__(self, seed: int, deck: Deck) -> None:
        super().__init__(seed, deck)
        self._discards: list[str | None] = []  # as they lay when they were looked at last

    def in_sight(self, state: dict[str, Any]) -> Counter[str]:
        """Bodies and discards."""
        seen = Counter(card for card in state["discards"] if card is not None)
        for body in state["bodies"].values():
            for organ, cards in body.items():
                seen[f"organ:{organ}"] += 1
                seen.update(cards)
        return seen

    def face_down(self, state: dict[str, Any]) -> int:
        """Discards that nobody named: hands that a glove took, and what was put away by number."""
        return sum(card is None for card in state["discards"])

    def turned(self, state: dict[str, Any]) -> list[str | None] | None:
        """The last discards, where they are no more."""
        before, self._discards = self._discards, list(state["discards"])
        return before if before and not self._discards else None

    def lines(self, view: View, cards: HiddenCards, chance: Random) -> Sequence[Line]:
        """The turn of the player to move."""
        state = self.state_of(view)
        turn = SENSIBLE.decide(state, cards.hand(state.player), chance)
        match turn:
            case Play():
                cards.lay(state.player, [turn.card])
            case Discard():
                cards.lay(state.player, turn.cards or ())
        return [line_of(turn)]
