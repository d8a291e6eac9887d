"""The cards of a simulated table that do not lie open: hands, the pile, and what lies face down among the open ones.

The referee counts these cards and never sees them; here is which they are. They follow what the table shows, whatever
happened there: a line undone, a game taken over, a card that somebody at the page told. A card that lies open is in no
hand, a hand is as long as the table says, and every card of the deck is somewhere.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random


class HiddenCards:
    """A shuffled deck, from which hands are dealt as :meth:`follow` asks for them.

    Args:
        chance: the shuffler's.
        cards: the whole deck.

    Example:
        >>> hidden = HiddenCards(Random(1), Counter({"a": 1, "b": 1, "c": 2}))
        >>> hidden.follow(Counter("c"), {"Ana": 2})
        >>> sorted([*hidden.hand("Ana"), *hidden.pile])
        ['a', 'b', 'c']
    """

    def __init__(self, chance: Random, cards: Counter[str]) -> None:
        self._chance = chance
        self._deck = Counter(cards)
        self._hands: dict[str, list[str]] = {}
        self._pile = sorted(cards.elements())  # the last one is on top
        self._face_down: list[str] = []  # in the order in which they came to lie there
        self._laid: list[tuple[str, str]] = []  # player and card: said to be laid, not seen on the table yet
        chance.shuffle(self._pile)

    @property
    def pile(self) -> tuple[str, ...]:
        """The draw pile, from bottom to top."""
        return tuple(self._pile)

    def hand(self, player: str) -> tuple[str, ...]:
        """Whatever the player holds."""
        return tuple(self._hands.get(player, ()))

    def cards(self) -> Counter[str]:
        """All hidden cards."""
        hands = (card for hand in self._hands.values() for card in hand)
        return Counter([*hands, *self._pile, *self._face_down, *(card for _, card in self._laid)])

    def lay(self, player: str, cards: Sequence[str]) -> None:
        """The player lays these; where the table does not show them next, they come back to the hand."""
        for card in cards:
            self._hands[player].remove(card)
            self._laid.append((player, card))

    def draw(self, player: str) -> None:
        """The player takes the top card of the pile, if there is one."""
        self._hands[player].extend([self._pile.pop()] if self._pile else [])

    def put_under(self, player: str, card: str) -> None:
        """The player puts this card under the pile."""
        self._hands[player].remove(card)
        self._pile.insert(0, card)

    def follow(
        self,
        seen: Counter[str],
        hands: Mapping[str, int],
        face_down: int = 0,
        turned: Sequence[str | None] | None = None,
    ) -> None:
        """Move cards until it is as the table shows.

        Args:
            seen: the cards that lie open.
            hands: how many cards each player holds.
            face_down: how many lie among the open ones that the table has no name for.
            turned: the discards that have just become the pile, oldest first, None for one that lay face down.
        """
        hidden = self._deck - seen
        for card in (self.cards() - hidden).elements():
            self._uncover(card, hands)
        back = list((hidden - self.cards()).elements())  # open before, not any more
        if turned is not None:
            back += [card for _, card in self._laid]
            self._turn_over(back, turned)
            back = []
        else:
            for player, card in self._laid:
                self._hands.setdefault(player, []).append(card)
        self._laid.clear()
        self._chance.shuffle(back)
        self._fit(hands, face_down, back)

    def _uncover(self, card: str, hands: Mapping[str, int]) -> None:
        """Take a card that lies open now from where it most likely was."""
        for place, (_, laid) in enumerate(self._laid):
            if laid == card:
                del self._laid[place]
                return
        too_long = [hand for player, hand in self._hands.items() if len(hand) > hands.get(player, 0)]
        for cards in (*too_long, self._face_down, self._pile, *self._hands.values()):
            if card in cards:
                cards.remove(card)
                return

    def _turn_over(self, back: list[str], turned: Sequence[str | None]) -> None:
        """The discards become the pile, the oldest on top of them; what is drawn before lies above."""
        in_order: list[str] = []
        for named in turned:
            card = named if named is not None else self._face_down.pop(0) if self._face_down else None
            if card is not None and named is not None and card in back:
                back.remove(card)
                in_order.append(card)
            elif card is not None and named is None:
                in_order.append(card)
        self._pile[:0] = reversed([*in_order, *back])

    def _fit(self, hands: Mapping[str, int], face_down: int, back: list[str]) -> None:
        """Give every hand its length; cards that have come ``back`` go to hands that miss some, else to the pile."""
        over: list[str] = []
        for player in [*self._hands]:
            hand, size = self._hands[player], hands.get(player, 0)
            over += hand[size:]
            del hand[size:]
        while len(self._face_down) < face_down and over:
            self._face_down.append(over.pop(0))
        back += self._face_down[face_down:]
        del self._face_down[face_down:]
        for player, size in hands.items():
            hand = self._hands.setdefault(player, [])
            while len(hand) < size and back:
                hand.append(back.pop())
        for card in back:
            self._pile.insert(self._chance.randint(0, len(self._pile)), card)
        self._pile += reversed(over)
        for player, size in hands.items():
            while len(self._hands[player]) < size and self._pile:
                self.draw(player)
        while len(self._face_down) < face_down and self._pile:
            self._face_down.append(self._pile.pop(0))
