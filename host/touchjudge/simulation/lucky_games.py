"""Whole games of Schwein gehabt! without pads: what the people did is told as it was, and refereed line by line.

For many games at once; one game through edges, bounce and claims is the simulated table
(:mod:`touchjudge.simulation.schwein_gehabt`). In: players, a bot, a chance. Out: how it ended, and on request the game
as text. Pure: the same chance gives the same game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from touchjudge.decks import making
from touchjudge.rules.game import Deck, Observation, Setup
from touchjudge.rules.schwein_gehabt.game import SchweinGehabt
from touchjudge.rules.schwein_gehabt.observations import Hands, Reveal, Settle, Touch, Winner
from touchjudge.session.setup import check_options
from touchjudge.simulation.deal import Counts, Deal
from touchjudge.simulation.played import PlayedGame, Table
from touchjudge.simulation.players import TARGETS, Customs, Draw, Truth, play
from touchjudge.simulation.reactions import Person, between_us, person

DECK: Final = Deck("schwein_gehabt_stand_in", making.schwein_gehabt(), stand_in=True)
ROUND_US: Final = 10_000_000
MOST_TURNS: Final = 500  # who always takes the wrong ones pays the deck full again; such a game is ended then

Decide = Callable[[Random, list[Person], str, Mapping[str, list[int]], Customs], Truth]


@dataclass(frozen=True, slots=True)
class Bot:
    """How people play: what all of them do in a round."""

    name: str
    decide: Decide


def human(chance: Random, people: list[Person], card: str, numbers: Mapping[str, list[int]], customs: Customs) -> Truth:
    """Quick, mostly right, now and then wrong: as at the simulated table."""
    return play(chance, people, card, numbers, customs).truth


def random_legal(
    chance: Random, people: list[Person], card: str, numbers: Mapping[str, list[int]], customs: Customs
) -> Truth:
    """Looks at nothing: each grabs one target, any target, or none."""
    truth = play(chance, people, card, numbers, customs).truth
    if card.startswith("touch:"):
        return truth
    draws = []
    for draw_player in people:
        spot = chance.choice((*TARGETS, None))
        if spot is not None:
            draws.append((between_us(chance, 250, 900), draw_player.name, spot))
    return Truth(card, tuple(Draw(name, spot, at_us) for at_us, name, spot in sorted(draws)))


HUMAN: Final = Bot("human", human)
RANDOM_LEGAL: Final = Bot("random_legal", random_legal)
BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (HUMAN, RANDOM_LEGAL)}


def simulate_game(
    game: SchweinGehabt,
    players: tuple[str, ...],
    bot: Bot,
    chance: Random,
    options: Mapping[str, Any] | None = None,
    *,
    deck: Deck = DECK,
    transcript: bool = False,
) -> PlayedGame:
    """Deal and play one game to its end."""
    chosen = check_options(game.options, options or {})
    table = Table(game, Setup(players, players[0], chosen, None), transcript=transcript)
    people = [person(chance, name) for name in players]
    deal = Deal(Random(chance.random()), deck, players)
    customs = Customs(chosen["free_choice"] is True, chosen["home"] is True)
    while game.result(table.state) is None:
        card = deal.turn()
        if card is None or table.turns == MOST_TURNS:
            table.end()
            break
        table.turns += 1
        begun_us = table.turns * ROUND_US
        state = game.view(table.state)
        truth = bot.decide(chance, people, card, state["numbers"], customs)
        table.tell(Reveal(card=card, t_us=begun_us, by="sim"))
        for line in _told(truth, begun_us):
            table.tell(line)
        _settle(table, game, truth)
        state = game.view(table.state)
        lying = int(state["phase"] == "react")
        deal.follow(Counts(state["deck"], lying, state["jackpot"], state["cards"]))
    return table.played()


def _told(truth: Truth, begun_us: int) -> list[Observation]:
    lines: list[Observation] = [
        Touch(spot=draw.spot, player=draw.player, t_us=begun_us + max(0, draw.at_us), by="sim") for draw in truth.draws
    ]
    if truth.card.startswith("touch:"):
        lines.append(Hands(players=truth.hands) if truth.hands else Winner(player=None))
    return lines


def _settle(table: Table, game: SchweinGehabt, truth: Truth) -> None:
    """Close the round; what it asks is answered by who was really there, or by nobody."""
    table.tell(Settle())
    while game.result(table.state) is None and game.questions(table.state):
        question = game.questions(table.state)[0]
        if question.code == "dead_heat":
            table.tell(Winner(player=truth.draws[0].player, spot=question.effects["spot"]))
        else:
            table.tell(Winner(player=truth.lowest))
        table.tell(Settle())
