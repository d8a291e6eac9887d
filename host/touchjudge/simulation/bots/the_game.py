"""Players of The Game and its Extreme sister: what to lay next, from the own hand and what lies on the table.

A turn is asked for as often as it goes on: a bot answers with the next lines it would tell, one or all of a turn.

Ref: docs/rules/the_game.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from touchjudge.rules.game import Observation
from touchjudge.rules.the_game.cards import RISING, STACKS, TRICK, fits
from touchjudge.rules.the_game.game import TheGame
from touchjudge.rules.the_game.observations import EndTurn, Play, Stuck
from touchjudge.rules.the_game.state import State
from touchjudge.simulation.bots import least_change as planning

Hand = Sequence[int]  # numbers, in order
Turn = Callable[[TheGame, State, Hand, Random], Sequence[Observation]]
Begin = Callable[[State, Sequence[Hand]], int]  # the hands by seat → the seat that begins

NEAR: Final = 2  # a gap that a player closes without being asked to


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to play.

    Attributes:
        turn: the next lines of the player to move, at least one.
        begin: who of the team begins; None leaves it to the first named.
    """

    name: str
    turn: Turn
    begin: Begin | None = None


def random_legal(game: TheGame, state: State, hand: Hand, chance: Random) -> Sequence[Observation]:
    """Anything that is allowed; with nothing left to owe, ending the turn is as likely as each card."""
    plays = [
        (number, stack)
        for number in hand
        for stack, top in enumerate(state.tops)
        if fits(stack, top, number) and not game.breaks(state, number, stack)
    ]
    choices = len(plays) if game.owes(state) else len(plays) + 1
    if not choices:
        return (Stuck(player=state.player),)
    chosen = chance.randrange(choices)
    if chosen == len(plays):
        return (EndTurn(player=state.player),)
    return (_line(game, state, *plays[chosen]),)


def nearest(game: TheGame, state: State, hand: Hand, chance: Random) -> Sequence[Observation]:  # noqa: ARG001
    """The card nearest to a stack (a trick is ten nearer than near), and more than owed while the gap is at most 2.

    With command cards, the nearest of those after which the turn can still be ended rightly.
    """
    if not game.commands:
        return _nearest_turn(game, state, hand)
    return (_next_card(game, state, hand),)


def least_change(game: TheGame, state: State, hand: Hand, chance: Random) -> Sequence[Observation]:  # noqa: ARG001
    """The turn that moves the stacks least; see :mod:`touchjudge.simulation.bots.least_change`. Knows no commands."""
    moves = planning.turn(state.tops, hand, state.minimum)
    lines: list[Observation] = [_line(game, state, number, stack) for number, stack in moves]
    is_enough = len(moves) >= state.minimum
    lines.append(EndTurn(player=state.player) if is_enough else Stuck(player=state.player))
    return lines


def least_change_begins(state: State, hands: Sequence[Hand]) -> int:
    """The seat whose first turn moves the stacks least."""
    return min(range(len(hands)), key=lambda seat: planning.worth(state.tops, hands[seat], state.minimum))


def _line(game: TheGame, state: State, number: int, stack: int) -> Play:
    return game.play(state.player, number, STACKS[stack])


def _nearest_turn(game: TheGame, state: State, hand: Hand) -> Sequence[Observation]:
    player, tops, rest = state.player, list(state.tops), list(hand)
    owed = state.minimum - len(state.laid)
    lines: list[Observation] = []
    while found := _nearest(tops, rest):
        gap, number, stack = found
        if owed <= 0 and gap > NEAR:
            break
        lines.append(game.play(player, number, STACKS[stack]))
        tops[stack] = number
        rest.remove(number)
        owed -= 1
    lines.append(Stuck(player=player) if owed > 0 else EndTurn(player=player))
    return lines


def _nearest(tops: Sequence[int], hand: Hand) -> tuple[int, int, int] | None:
    """Gap, number and stack; the first named of equal ones."""
    up1, up2, down1, down2 = tops
    best, found, where = 100, 0, 0
    for number in hand:
        # Written out for each stack: this is the innermost loop of a simulation.
        gap = number - up1
        if gap < best and (gap > 0 or gap == -TRICK):
            best, found, where = gap, number, 0
        gap = number - up2
        if gap < best and (gap > 0 or gap == -TRICK):
            best, found, where = gap, number, 1
        gap = down1 - number
        if gap < best and (gap > 0 or gap == -TRICK):
            best, found, where = gap, number, 2
        gap = down2 - number
        if gap < best and (gap > 0 or gap == -TRICK):
            best, found, where = gap, number, 3
    return (best, found, where) if found else None


def _next_card(game: TheGame, state: State, hand: Hand) -> Observation:
    """The next line of a turn with command cards."""
    owes = game.owes(state)
    plays = sorted(_plays(game, state, hand))
    ways = (play for play in plays if _leads_out(game, state, hand, play))
    # Where nothing leads out, a card is still better than none.
    play = next(ways, plays[0] if owes and plays else None)
    if play is None or not (owes or play[0] <= NEAR):
        return Stuck(player=state.player) if owes else EndTurn(player=state.player)
    return _line(game, state, play[1], play[2])


def _plays(game: TheGame, state: State, hand: Hand) -> Iterator[tuple[int, int, int]]:
    """Gap, number and stack of all that can be laid."""
    for number in hand:
        for stack, top in enumerate(state.tops):
            if fits(stack, top, number) and not game.breaks(state, number, stack):
                yield (number - top if stack < RISING else top - number), number, stack


def _leads_out(game: TheGame, state: State, hand: Hand, play: tuple[int, int, int]) -> bool:
    """Whether the turn can be ended rightly after this card, with the other cards of the hand if need be."""
    _, number, stack = play
    after, _ = game.judge(state, _line(game, state, number, stack))
    if after.outcome is not None:
        return after.outcome == "won"
    if not after.laid or not game.owes(after):
        return True
    rest = [other for other in hand if other != number]
    return any(_leads_out(game, after, rest, further) for further in sorted(_plays(game, after, rest)))


RANDOM_LEGAL: Final = Bot("random_legal", random_legal)
NEAREST: Final = Bot("nearest", nearest)
LEAST_CHANGE: Final = Bot("least_change", least_change, least_change_begins)

BOTS: Final[Mapping[str, Mapping[str, Bot]]] = {
    "the_game": {bot.name: bot for bot in (RANDOM_LEGAL, NEAREST, LEAST_CHANGE)},
    "the_game_extreme": {bot.name: bot for bot in (RANDOM_LEGAL, NEAREST)},
}
