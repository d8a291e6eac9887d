"""The seven commands: what each demands, as pure functions of the state.

Lightning (``stop``, ``skull``, ``three``) binds the player who lays it, in that turn; infinity (the others) binds
everyone as long as it shows. A card is always laid under the commands that show before it.

Ref: docs/rules/the_game.md, The commands.
"""

from typing import Final, get_args

from touchjudge.rules.the_game.cards import STACKS, is_trick
from touchjudge.rules.the_game.state import Command, Commands, Showing, State
from touchjudge.rules.the_game_extreme.observations import UNSAID, Unsaid

COMMANDS: Final[tuple[Command, ...]] = get_args(Command)
INFINITY: Final[tuple[Command, ...]] = ("silence", "no_backwards", "one_stack", "draw_one")
EXACTLY: Final = 3  # cards in a turn with ``three``


def command_on(state: State, number: int) -> Command | Unsaid | None:
    """What is known of the command on a card: what people have named before what the deck file says."""
    for named, command in reversed(state.commands.remembered):
        if named == number:
            return command
    deck = state.setup.deck
    if deck is None or not deck.facts:
        return UNSAID
    on_card = deck.facts.get(str(number), {}).get("command")
    return next((command for command in COMMANDS if command == on_card), None)


def in_force(commands: Commands) -> list[Command]:
    """The infinity commands that show, each once.

    >>> in_force(Commands(showing=("draw_one", "skull", None, "draw_one")))
    ['draw_one']
    """
    return [command for command in INFINITY if command in commands.showing]


def has_three(state: State) -> bool:
    return any(command == "three" for _, _, command in state.laid)


def broken_by(state: State, seat: int, number: int, stack: int, command: Command | Unsaid | None) -> Command | None:
    """The command that laying this card breaks; with the card's own one unsaid, only what it breaks in any case."""
    commands = state.commands
    if commands.stopped == seat != state.turn:
        return "stop"
    if "no_backwards" in commands.showing and is_trick(stack, state.tops[stack], number):
        return "no_backwards"
    if commands.bound is not None and commands.bound != stack:
        return "one_stack"
    if command == "one_stack" and state.rules.whole_turn and any(other != stack for _, other, _ in state.laid):
        return "one_stack"
    laid = len(state.laid) + 1
    if (command == "three" or has_three(state)) and (laid > EXACTLY or (command == "stop" and laid < EXACTLY)):
        return "three"
    if command == "stop" and "skull" in covered(commands.showing, stack, None):
        return "skull"
    return None


def unfinished(state: State) -> Command | None:
    """The command that the turn would break if it ended now."""
    if has_three(state) and len(state.laid) != EXACTLY:
        return "three"
    return "skull" if "skull" in state.commands.showing else None


def owed(state: State) -> list[str]:
    """What this turn must still do: ``cards:N`` or ``exactly:N``, and ``cover:STACK``."""
    three, laid = has_three(state), len(state.laid)
    owes = [f"cards:{state.minimum - laid}"] if not three and laid < state.minimum else []
    owes += [f"cover:{STACKS[stack]}" for stack, shown in enumerate(state.commands.showing) if shown == "skull"]
    if three and laid < EXACTLY:
        owes.append(f"exactly:{EXACTLY - laid}")
    return owes


def covered(showing: Showing, stack: int, command: Command | None) -> Showing:
    """What shows after a card with this command is laid.

    >>> covered((None, "skull", None, None), 1, "three")
    (None, 'three', None, None)
    """
    shown = list(showing)
    shown[stack] = command
    return (shown[0], shown[1], shown[2], shown[3])


def after_card(state: State, number: int, stack: int, command: Command | None, *, named: bool) -> Commands:
    """The commands after a card is laid.

    Args:
        named: a person said which command is on it; that is remembered.
    """
    before = state.commands
    showing = covered(before.showing, stack, command)
    # The stack of the last card binds as long as a one-stack card shows; under ``strict`` also when it is covered.
    was_bound = before.bound is not None or "one_stack" in before.showing
    is_bound = "one_stack" in showing or (state.rules.strict_stack and was_bound)
    remembered = before.remembered
    if named and command_on(state, number) != command:
        remembered = (*remembered, (number, command))
    return Commands(showing, stack if is_bound else None, None, None, remembered)
