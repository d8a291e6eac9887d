"""House rules of The Game, and what they and the number of players make of one game.

Ref: docs/rules/the_game.md, Options.
"""

from dataclasses import dataclass

from touchjudge.rules.game import Option, Setup
from touchjudge.rules.the_game.cards import ALL_NUMBERS, set_of

OPTIONS = (
    Option("minimum", 2, "The fewest cards of a turn while there is a draw pile; 3 is for experts.", low=2, high=3),
    Option("hand_less", 0, "Cards fewer in each hand, which is harder.", low=0, high=1),
    Option(
        "talk",
        "numbers",
        "What may never be said: numbers, or also where somebody could go backwards.",
        choices=("numbers", "numbers_and_tricks"),
    ),
)

_HANDS = {1: 8, 2: 7}
_HAND = 6


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of one game, typed, and what follows from its set-up. The last three concern command cards only.

    Attributes:
        minimum: the fewest cards of a turn while there is a draw pile.
        hand: how many cards a full hand has.
        no_trick_talk: speaking of a backwards trick is as bad as a number.
        dealt: the set of numbers that the deck can have dealt.
        strict_stack: covering ``one_stack`` does not free the rest of the turn.
        whole_turn: ``one_stack`` also counts the cards of the turn before it.
        short_hand_lays_all: a hand shorter than the minimum is laid whole instead of losing.
    """

    minimum: int
    hand: int
    no_trick_talk: bool
    dealt: int
    strict_stack: bool
    whole_turn: bool
    short_hand_lays_all: bool

    def turn_minimum(self, draw_pile: int, hand: int) -> int:
        """The fewest cards of a turn that begins like this."""
        if not draw_pile:
            return 1
        return min(self.minimum, hand) if self.short_hand_lays_all else self.minimum


def house_rules(setup: Setup) -> HouseRules:
    """What this set-up means.

    >>> rules = house_rules(Setup(("Ana", "Luis"), "Ana", {"minimum": 3, "hand_less": 1}))
    >>> rules.minimum, rules.hand, rules.turn_minimum(0, 6)
    (3, 6, 1)
    """
    options, deck = setup.options, setup.deck
    return HouseRules(
        minimum=int(options.get("minimum", 2)),
        hand=_HANDS.get(len(setup.players), _HAND) - int(options.get("hand_less", 0)),
        no_trick_talk=options.get("talk") == "numbers_and_tricks",
        dealt=ALL_NUMBERS if deck is None or deck.stand_in else ALL_NUMBERS & set_of(int(card) for card in deck.cards),
        strict_stack=options.get("one_stack_covered") == "strict",
        whole_turn=options.get("one_stack_late") == "whole_turn",
        short_hand_lays_all=options.get("short_hand") == "all",
    )
