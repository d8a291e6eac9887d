"""A game of The Game as a value, and as the JSON that its page lists.

Ref: docs/rules/the_game.md, State.
"""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from touchjudge.rules.game import Result, Setup
from touchjudge.rules.the_game.cards import BASES, DECK_SIZE, STACKS, Tops, numbers_in
from touchjudge.rules.the_game.observations import Play
from touchjudge.rules.the_game.options import HouseRules

Command = Literal["stop", "skull", "three", "silence", "no_backwards", "one_stack", "draw_one"]
Outcome = Literal["won", "lost"]
Showing = tuple[Command | None, Command | None, Command | None, Command | None]
Laid = tuple[int, int, Command | None]  # number, stack, command

NONE_SHOW: Final[Showing] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Commands:
    """What command cards have brought; the game without them keeps it as it is.

    Attributes:
        showing: the command on top of each stack.
        bound: the stack on which the rest of this turn must lie.
        stopped: the seat whose turn a ``stop`` has just ended; None once somebody has gone on.
        asked: a card that is not laid until somebody says which command is on it.
        remembered: commands that people have named, by number.
    """

    showing: Showing = NONE_SHOW
    bound: int | None = None
    stopped: int | None = None
    asked: Play | None = None
    remembered: tuple[tuple[int, Command | None], ...] = ()


NO_COMMANDS: Final = Commands()


@dataclass(frozen=True, slots=True)
class State:
    """Everything the referee knows; :func:`view` shows the fields that people see and may set.

    Attributes:
        setup, rules: how the game began.
        turn: the seat of the player to move.
        tops: the number on top of each stack.
        hands: how many cards each seat has; which ones is theirs to know.
        played: the set of numbers known to be laid; a game that was taken over may have laid others, too.
        laid: the cards of this turn.
        minimum: the fewest cards of this turn.
    """

    setup: Setup
    rules: HouseRules
    turn: int
    tops: Tops
    hands: tuple[int, ...]
    draw_pile: int
    played: int
    laid: tuple[Laid, ...]
    minimum: int
    outcome: Outcome | None
    commands: Commands

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.setup.players[self.turn]

    @property
    def left(self) -> int:
        """Cards not laid."""
        return sum(self.hands) + self.draw_pile

    @property
    def is_fresh(self) -> bool:
        """Whether no card is laid, so that anyone may still begin."""
        return not self.played and self.left == DECK_SIZE

    def ended(self, outcome: Outcome) -> "State":
        """The same as a game that is over."""
        commands = replace(self.commands, asked=None) if self.commands.asked else self.commands
        return replace(self, outcome=outcome, commands=commands)


def first_state(setup: Setup, rules: HouseRules, commands: Commands = NO_COMMANDS) -> State:
    """The state in which all hands are dealt and nothing is laid."""
    players = len(setup.players)
    return State(
        setup=setup,
        rules=rules,
        turn=setup.players.index(setup.first),
        tops=BASES,
        hands=(rules.hand,) * players,
        draw_pile=DECK_SIZE - rules.hand * players,
        played=0,
        laid=(),
        minimum=rules.turn_minimum(DECK_SIZE, rules.hand),
        outcome=None,
        commands=commands,
    )


def scores(state: State) -> dict[str, int]:
    return {"left": state.left}


def result(state: State) -> Result:
    """What it comes to if this is how it ends: all win or nobody."""
    return Result(state.players if state.outcome == "won" else (), (state.players,), scores(state))


def view(state: State) -> dict[str, Any]:
    """The state as JSON."""
    commands = state.commands
    return {
        "turn": state.player,
        "stacks": dict(zip(STACKS, state.tops, strict=True)),
        "showing": dict(zip(STACKS, commands.showing, strict=True)),
        "hands": dict(zip(state.players, state.hands, strict=True)),
        "draw_pile": state.draw_pile,
        "laid_this_turn": [[number, STACKS[stack], command] for number, stack, command in state.laid],
        "minimum": state.minimum,
        "bound": None if commands.bound is None else STACKS[commands.bound],
        "played": numbers_in(state.played),
        "left": state.left,
        "result": state.outcome,
    }
