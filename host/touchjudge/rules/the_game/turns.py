"""A card is laid, a turn ends: what both games of the family do alike.

Ref: docs/rules/the_game.md, A turn.
"""

from touchjudge.rules.game import Ruling, foul
from touchjudge.rules.the_game.cards import NUMBERS, RISING, STACK_AT, STACKS, TRICK, fits
from touchjudge.rules.the_game.observations import Play
from touchjudge.rules.the_game.state import Command, Commands, State

_TAKE_BACK = "take the card back"


def refusal(state: State, play: Play, seat: int, *, out_of_turn: bool = False) -> Ruling | None:
    """Why this card cannot lie there, in the order in which fouls are found; None if it can.

    Args:
        seat: where the player sits.
        out_of_turn: whose turn it is does not matter.
    """
    if seat != state.turn and not out_of_turn and not state.is_fresh:
        return not_your_turn(state, play.player)
    if not state.hands[seat]:
        return foul("no_cards_left", play.player, mend="end the turn")
    number = play.card
    if number not in NUMBERS or not state.rules.dealt >> number & 1:
        return foul("no_such_card", play.player, card=number, mend="tell the number on the card, 2 to 99")
    if state.played >> number & 1:
        return foul("card_already_played", play.player, card=number, mend="tell the number on the card")
    stack = STACK_AT.get(play.stack)
    if stack is None:
        return foul("no_such_stack", play.player, stack=play.stack, mend=f"tell one of {', '.join(STACKS)}")
    if not fits(stack, state.tops[stack], number):
        return _misfit(state, play, stack)
    return None


def not_your_turn(state: State, player: str) -> Ruling:
    return foul("not_your_turn", player, turn=state.player, mend=_TAKE_BACK)


def _misfit(state: State, play: Play, stack: int) -> Ruling:
    top = state.tops[stack]
    if stack < RISING:
        code, wanted, trick = "not_higher", f"{top + 1} or more", top - TRICK
    else:
        code, wanted, trick = "not_lower", f"{top - 1} or less", top + TRICK
    wanted += f" fits, or {trick}" if trick in NUMBERS else " fits"
    return foul(code, play.player, card=play.card, stack=play.stack, top=top, mend=f"{_TAKE_BACK}; {wanted}")


def lay(state: State, seat: int, number: int, stack: int, command: Command | None, commands: Commands) -> State:
    """The state with a card laid that fits; ``commands`` are those after it."""
    tops, hands = list(state.tops), list(state.hands)
    tops[stack] = number
    hands[seat] -= 1
    return State(
        state.setup,
        state.rules,
        # Until a card is laid, whoever lays one begins.
        seat if state.is_fresh else state.turn,
        (tops[0], tops[1], tops[2], tops[3]),
        tuple(hands),
        state.draw_pile,
        state.played | 1 << number,
        (*state.laid, (number, stack, command)),
        state.minimum,
        None,
        commands,
    )


def next_turn(state: State, draw: int, commands: Commands) -> State:
    """The player draws, and it is the turn of the next one who can have cards."""
    hands, seat = list(state.hands), state.turn
    hands[seat] += draw
    draw_pile = state.draw_pile - draw
    for step in range(1, len(hands) + 1):
        seat = (state.turn + step) % len(hands)
        if draw_pile or hands[seat]:
            break
    return State(
        state.setup,
        state.rules,
        seat,
        state.tops,
        tuple(hands),
        draw_pile,
        state.played,
        (),
        state.rules.turn_minimum(draw_pile, hands[seat]),
        None,
        commands,
    )
