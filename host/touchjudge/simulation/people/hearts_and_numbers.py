"""The people round a table of hearts and numbers: they deal, draw, lay a card, take what matches, fill the middle up.

Ref: docs/rules/hearts_and_numbers.md.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from touchjudge.rules.game import Game
from touchjudge.rules.hearts_and_numbers.cards import MIDDLE
from touchjudge.rules.hearts_and_numbers.game import GAME
from touchjudge.simulation.acts import Line, View
from touchjudge.simulation.bots.hearts_and_numbers import SENSIBLE
from touchjudge.simulation.people.hidden_cards import HiddenCards
from touchjudge.simulation.people.turns import TurnPeople


class HeartsAndNumbersPeople(TurnPeople):
    """One evening's people; see :class:`~touchjudge.simulation.people.turns.TurnPeople`."""

    game: ClassVar[Game[Any]] = GAME
    most_turns = 2_000  # nothing matches any more

    def in_sight(self, state: dict[str, Any]) -> Counter[str]:
        """The middle and what was taken."""
        taken = (card for own in state["taken"].values() for card in own if card is not None)
        return Counter([*state["open"], *taken])

    def face_down(self, state: dict[str, Any]) -> int:
        """Cards that were taken before anybody kept count."""
        return sum(card is None for own in state["taken"].values() for card in own)

    def lines(self, view: View, cards: HiddenCards, chance: Random) -> Sequence[Line]:
        """The middle dealt, a card laid, or what was taken and the middle filled up."""
        shown = view["state"]
        top = list(reversed(cards.pile))
        match shown["phase"]:
            case "deal":
                return [{"do": "deal", "open": top[:MIDDLE]}]
            case "refill":
                wanted = MIDDLE - len(shown["open"])
                came = top[:wanted]
                refill: Line = {"do": "refill", "cards": came}
                if len(came) < wanted:
                    refill["stack_empty"] = True
                took = shown["last_take"]
                return [*([{"do": "took", "player": shown["turn"], "cards": took}] if took else []), refill]
        if not top:
            return [{"do": "end"}]  # there is no third card to draw
        state = self.state_of(view)
        cards.draw(state.player)
        card = SENSIBLE.decide(state, cards.hand(state.player), chance)
        # Where it matches nothing it stays there; else the table shows it in the middle next.
        cards.put_under(state.player, card)
        return [{"do": "turn", "player": state.player, "card": card}]
