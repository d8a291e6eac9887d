"""Whole games of The Game and its Extreme sister, dealt, played by bots and refereed line by line.

In: a game, players, a bot, a chance. Out: how it ended, and on request the game as text. Pure: the same chance is the
same game.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from touchjudge.decks import making
from touchjudge.rules.game import Deck, Ruling, Setup
from touchjudge.rules.the_game.game import TheGame
from touchjudge.rules.the_game.observations import Play
from touchjudge.rules.the_game.state import State
from touchjudge.session.setup import check_options
from touchjudge.simulation.bots.the_game import Bot
from touchjudge.simulation.played import PlayedGame, Table

_SHIPPED: Final = making.shipped()
DECKS: Final[Mapping[str, Deck]] = {
    "the_game": _SHIPPED["the_game"][1],
    "the_game_extreme": _SHIPPED["the_game_extreme_stand_in"][1],
}


def simulate_game(
    game: TheGame,
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
        deck: what is dealt, and which commands are on the cards; None is the shipped deck of this game.

    Raises:
        IllegalAction: the bot did what the referee does not let pass.
    """
    dealt = DECKS[game.name] if deck is None else deck
    pile = [int(card) for card in dealt.cards.elements()]
    chance.shuffle(pile)
    setup = Setup(players, players[0], check_options(game.options, options or {}), dealt)
    table = Table(game, setup, transcript=transcript)
    hands = [sorted([pile.pop() for _ in range(size)]) for size in table.state.hands]
    if bot.begin is not None and (first := bot.begin(table.state, hands)):
        table = Table(game, replace(setup, first=players[first]), transcript=transcript)
    for player, hand in zip(players, hands, strict=True):
        table.note(f"{player} holds {' '.join(map(str, hand))}")
    while table.state.outcome is None:
        table.turns += 1
        _take_turn(table, game, bot, hands[table.state.turn], pile, chance, transcript=transcript)
    return table.played()


def _take_turn(
    table: Table, game: TheGame, bot: Bot, hand: list[int], pile: list[int], chance: Random, *, transcript: bool
) -> None:
    """Tell the bot's lines until the turn or the game is over, and draw."""
    while True:
        for line in bot.turn(game, table.state, tuple(hand), chance):
            rulings = table.tell(line)
            if isinstance(line, Play):
                hand.remove(line.card)
            drawn = _drawn(rulings)
            if drawn is not None:
                hand.extend([pile.pop() for _ in range(drawn)])
                hand.sort()
            if transcript:
                if drawn:
                    table.note(f"{rulings[0].player} holds {' '.join(map(str, hand))}")
                table.note(_shown(table.state))
            if drawn is not None or table.state.outcome is not None:
                return


def _drawn(rulings: tuple[Ruling, ...]) -> int | None:
    """How many cards are drawn, if the turn is over."""
    for ruling in rulings:
        if ruling.code == "turn_ended":
            draw: int = ruling.effects["draw"]
            return draw
    return None


def _shown(state: State) -> str:
    """The table as it looks: tops with the commands that show, hands, draw pile."""
    tops = " ".join(
        f"{top}({command})" if command else str(top)
        for top, command in zip(state.tops, state.commands.showing, strict=True)
    )
    return f"[{tops}] hands {' '.join(map(str, state.hands))} pile {state.draw_pile}"
