"""The real cards of a simulated table of Schwein gehabt!: where each of the 63 lies, whatever the referee thinks.

The referee knows only numbers of cards; here are the cards themselves. People pay as the referee says, so the deal
follows the numbers that the table shows, and a card only ever moves: the 63 stay 63.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from touchjudge.rules.game import Deck


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards lie where; ``owned`` by player."""

    pile: int
    revealed: int
    jackpot: int
    owned: Mapping[str, int]


class Deal:
    """A shuffled deck and where its cards have gone.

    Args:
        random: the shuffler's chance, for this deal alone.
        deck: what is dealt.
        players: whom cards can lie before.
    """

    def __init__(self, random: Random, deck: Deck, players: tuple[str, ...]) -> None:
        self._random = random
        self._pile = sorted(deck.cards.elements())  # the last one is on top
        self._revealed: list[str] = []
        self._jackpot: list[str] = []  # oldest first
        self._owned: dict[str, list[str]] = {player: [] for player in players}
        random.shuffle(self._pile)

    def turn(self) -> str | None:
        """Turn the top card; None where no card is left."""
        if not self._pile:
            return None
        self._revealed.append(self._pile.pop())
        return self._revealed[-1]

    def cards(self) -> Counter[str]:
        """All cards, wherever they lie."""
        return Counter(
            [*self._pile, *self._revealed, *self._jackpot, *(c for own in self._owned.values() for c in own)]
        )

    def counts(self) -> Counts:
        """How many lie where now."""
        owned = {player: len(cards) for player, cards in self._owned.items()}
        return Counts(len(self._pile), len(self._revealed), len(self._jackpot), owned)

    def follow(self, table: Counts) -> None:
        """Move cards until as many lie everywhere as the table shows.

        In the order of a round: what was lost goes to the jackpot, the revealed card joins it, a won jackpot goes to
        its winner, pay comes from the pile, a surplus of the jackpot (oldest first) is shuffled back. A table put
        right by hand is followed too, by whatever cards are nearest.
        """
        if self.counts() == table:
            return
        for player, cards in self._owned.items():
            lost = max(0, len(cards) - table.owned.get(player, 0))
            self._jackpot += cards[:lost]
            del cards[:lost]
        settled = max(0, len(self._revealed) - table.revealed)
        self._jackpot += self._revealed[:settled]
        del self._revealed[:settled]
        # Of several winners of a round only one of a touch card takes the jackpot: the one who is missing most.
        missing = {player: table.owned.get(player, 0) - len(cards) for player, cards in self._owned.items()}
        winner = max(missing, key=lambda player: missing[player])
        if missing[winner] >= len(self._jackpot) > 0 == table.jackpot:
            self._owned[winner] += self._jackpot
            self._jackpot.clear()
        for player, cards in self._owned.items():
            while len(cards) < table.owned.get(player, 0) and self._pile:
                cards.append(self._pile.pop())
        surplus = max(0, len(self._jackpot) - table.jackpot)
        if surplus and len(self._pile) < table.pile:
            self._pile += self._jackpot[:surplus]
            del self._jackpot[:surplus]
            self._random.shuffle(self._pile)
        self._put_right(table)

    def _put_right(self, table: Counts) -> None:
        places = [
            (self._revealed, table.revealed),
            (self._jackpot, table.jackpot),
            *((cards, table.owned.get(player, 0)) for player, cards in self._owned.items()),
            (self._pile, table.pile),
        ]
        over = [cards.pop() for cards, wanted in places for _ in range(len(cards) - wanted)]
        for cards, wanted in places:
            while len(cards) < wanted and over:
                cards.append(over.pop())
        self._pile += over
