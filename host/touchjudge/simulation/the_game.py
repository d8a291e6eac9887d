"""Whole games of The Game and its Extreme sister, dealt, played by bots and refereed line by line.

In: a game, players, a bot, a chance. Out: how it ended, and on request the game as text that a person can read and a
referee can judge again. Pure: the same chance is the same game.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from touchjudge.errors import IllegalAction
from touchjudge.rules.game import Deck, Observation, Result, Ruling, Setup
from touchjudge.rules.lines import line_of
from touchjudge.rules.the_game.cards import NUMBERS
from touchjudge.rules.the_game.game import TheGame
from touchjudge.rules.the_game.observations import Play
from touchjudge.rules.the_game.state import State
from touchjudge.session.setup import check_options
from touchjudge.simulation.bots.the_game import Bot
from touchjudge.words import say


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over.

    Attributes:
        code: how it ended: ``won``, ``lost`` or ``command_broken``.
        turns, observations: how many there were.
        transcript: the game as text, if it was asked for.
    """

    result: Result
    code: str
    turns: int
    observations: int
    transcript: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """Cards not laid."""
        return self.result.scores["left"]


def chance_of(seed: int, index: int) -> Random:
    """The chance of one game of many, whichever process plays it."""
    return Random(f"{seed}/{index}")


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
        deck: what is dealt; it also says which commands are on the cards.

    Raises:
        IllegalAction: the bot did what the referee does not let pass.
    """
    pile = list(NUMBERS) if deck is None else sorted(int(card) for card in deck.cards.elements())
    chance.shuffle(pile)
    setup = Setup(players, players[0], check_options(game.options, options or {}), deck)
    state = game.start(setup)
    hands = [sorted(pile.pop() for _ in range(size)) for size in state.hands]
    if bot.begin is not None and len(players) > 1:
        first = bot.begin(state, dict(enumerate(hands)))
        state = game.start(Setup(players, players[first], setup.options, deck))
    told = _Transcript(game, state, hands) if transcript else None
    turns, observations = 1, 0
    while True:
        seat = state.turn
        hand = hands[seat]
        for line in bot.turn(game, state, tuple(hand), chance):
            state, rulings = game.judge(state, line)
            observations += 1
            if isinstance(line, Play):
                hand.remove(line.card)
            if told is not None:
                told.add(line, rulings, state)
            drawn = _refereed(line, rulings)
            if drawn is not None:
                turns += 1
                hand.extend(pile.pop() for _ in range(drawn))
                hand.sort()
            if state.outcome is not None:
                result = game.result(state) or Result((), (), {})
                return PlayedGame(result, rulings[-1].code, turns, observations, told.text() if told else ())
            if drawn is not None:
                break


def _refereed(line: Observation, rulings: tuple[Ruling, ...]) -> int | None:
    """How many cards are drawn, if this line ended the turn."""
    if rulings[0].verdict in ("foul", "ask"):
        raise IllegalAction(
            f"{line_of(line)} was ruled {rulings[0].code}; a bot must know better", code=rulings[0].code
        )
    for ruling in rulings:
        if ruling.code == "turn_ended":
            draw: int = ruling.effects["draw"]
            return draw
    return None


class _Transcript:
    """The lines of a game, each with what the referee said and how the table looks then."""

    def __init__(self, game: TheGame, state: State, hands: list[list[int]]) -> None:
        setup = state.setup
        start = {
            "do": "start",
            "game": game.name,
            "players": list(setup.players),
            "first": setup.first,
            "options": dict(setup.options),
        }
        self._game = game
        self._lines = [_compact(start if setup.deck is None else {**start, "deck": setup.deck.name})]
        for player, hand in zip(setup.players, hands, strict=True):
            self._lines.append(f"    {player} holds {' '.join(map(str, hand))}")

    def add(self, line: Observation, rulings: tuple[Ruling, ...], state: State) -> None:
        self._lines.append(_compact(line_of(line)))
        for ruling in rulings:
            self._lines.append(f"    {ruling.verdict} {ruling.code}: {say(ruling, self._game)}")
        shown = " ".join(
            f"{top}({command})" if command else str(top)
            for top, command in zip(state.tops, state.commands.showing, strict=True)
        )
        owes = " ".join(self._game.owes(state)) if state.outcome is None and state.laid else ""
        hands = " ".join(map(str, state.hands))
        self._lines.append(f"    [{shown}] hands {hands} pile {state.draw_pile}{' owes ' if owes else ''}{owes}")

    def text(self) -> tuple[str, ...]:
        return tuple(self._lines)


def _compact(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
