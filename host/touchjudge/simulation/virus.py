"""Whole games of Virus!, dealt, played by bots and refereed line by line.

In: players, a bot, a chance. Out: how it ended, and on request the game as text. Pure: the same chance gives the
same game.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from touchjudge.decks import making
from touchjudge.rules.game import Deck, Setup
from touchjudge.rules.virus.cards import HAND
from touchjudge.rules.virus.game import Virus
from touchjudge.rules.virus.observations import Discard, Play
from touchjudge.session.setup import check_options
from touchjudge.simulation.bots.virus import Bot
from touchjudge.simulation.played import PlayedGame, Table

DECK: Final = Deck("virus", making.virus())
MOST_TURNS: Final = 5000  # a game in which nobody wins is ended then


def simulate_game(
    game: Virus,
    players: tuple[str, ...],
    bot: Bot,
    chance: Random,
    options: Mapping[str, Any] | None = None,
    *,
    deck: Deck | None = None,
    transcript: bool = False,
) -> PlayedGame:
    """Deal and play one game to its end.

    Args:
        deck: what is dealt; None is the shipped deck of this game.

    Raises:
        IllegalAction: the bot did what the referee does not let pass.
    """
    dealt = DECK if deck is None else deck
    table = Table(
        game, Setup(players, players[0], check_options(game.options, options or {}), dealt), transcript=transcript
    )
    pile = sorted(dealt.cards.elements())
    chance.shuffle(pile)
    hands = [[pile.pop() for _ in range(HAND)] for _ in players]
    discards: list[str] = []
    while not table.state.over:
        if table.turns == MOST_TURNS:
            table.end()
            break
        seat, table.turns = table.state.turn, table.turns + 1
        hand = hands[seat]
        if transcript:
            table.note(f"{players[seat]} holds {' '.join(sorted(hand)) or 'nothing'}")
        turn = bot.decide(table.state, tuple(hand), chance)
        acted = table.tell(turn)[0]
        for card in (turn.card,) if isinstance(turn, Play) else (turn.cards or ()) if isinstance(turn, Discard) else ():
            hand.remove(card)
        # The referee does not know the hands that a glove brings to the discards; the people who hold them do.
        discards += [card for card in acted.effects["discarded"] if card is not None]
        if acted.code == "gloved":
            for other in hands[:seat] + hands[seat + 1 :]:
                discards += other
                other.clear()
        for _ in range(acted.effects["draw"]):
            if not pile:
                pile, discards = discards[::-1], []
            hand.append(pile.pop())
    return table.played()
