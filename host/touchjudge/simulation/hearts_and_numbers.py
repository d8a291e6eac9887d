"""Whole games of hearts and numbers, dealt, played by bots and refereed line by line.

In: players, a bot, a chance. Out: how it ended, and on request the game as text. Pure: the same chance gives the
same game.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from touchjudge.decks import making
from touchjudge.rules.game import Deck, Setup
from touchjudge.rules.hearts_and_numbers.cards import HAND, MIDDLE
from touchjudge.rules.hearts_and_numbers.game import HeartsAndNumbers
from touchjudge.rules.hearts_and_numbers.observations import Deal, Refill, Took, Turn
from touchjudge.session.setup import check_options
from touchjudge.simulation.bots.hearts_and_numbers import Bot
from touchjudge.simulation.played import PlayedGame, Table

DECK: Final = Deck("hearts_and_numbers_stand_in", making.hearts_and_numbers(), stand_in=True)
MOST_TURNS: Final = 2000  # a game in which nothing matches any more is ended then


def simulate_game(
    game: HeartsAndNumbers,
    players: tuple[str, ...],
    bot: Bot,
    chance: Random,
    options: Mapping[str, Any] | None = None,
    *,
    deck: Deck | None = None,
    transcript: bool = False,
) -> PlayedGame:
    """Deal and play one game to its end. Where the referee asks whether a stalled game is to end, the answer is yes.

    Args:
        deck: what is dealt; None is the shipped deck of this game.

    Raises:
        IllegalAction: the bot did what the referee does not let pass.
    """
    dealt = DECK if deck is None else deck
    table = Table(
        game, Setup(players, players[0], check_options(game.options, options or {}), dealt), transcript=transcript
    )
    stack = sorted(dealt.cards.elements())
    chance.shuffle(stack)
    hands = [[stack.pop() for _ in range(HAND)] for _ in players]
    table.tell(Deal(open=tuple(stack.pop() for _ in range(MIDDLE))))
    while table.state.phase != "over":
        if table.turns == MOST_TURNS or game.questions(table.state):
            table.end()
            break
        seat, table.turns = table.state.turn, table.turns + 1
        hand, player = hands[seat], players[seat]
        hand.append(stack.pop())
        if transcript:
            table.note(f"{player} holds {' '.join(sorted(hand))}")
        card = bot.decide(table.state, tuple(hand), chance)
        acted = table.tell(Turn(player=player, card=card))[0]
        hand.remove(card)
        if acted.code == "no_match":
            stack.insert(0, card)
        elif table.state.phase == "refill":
            table.tell(Took(player=player, cards=tuple(acted.effects["take"])))
            wanted = acted.effects["refill"]
            came = tuple(stack.pop() for _ in range(min(wanted, len(stack))))
            table.tell(Refill(cards=came, stack_empty=len(came) < wanted))
    return table.played()
