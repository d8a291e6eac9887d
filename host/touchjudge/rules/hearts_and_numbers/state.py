"""A game of hearts and numbers as a value, what it is worth, and the JSON that its page lists.

Ref: docs/rules/hearts_and_numbers.md, State.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from touchjudge.rules.game import Option, Result, Setup, ranked
from touchjudge.rules.hearts_and_numbers.cards import COLOURS, DECK_SIZE, HAND, MIDDLE, colour, is_number, value

Phase = Literal["deal", "turn", "refill", "over"]

OPTIONS = (
    Option(
        "no_hearts",
        "keep",
        "When nobody has a heart of a colour: all keep the numbers of that colour, or all lose them.",
        choices=("keep", "lose"),
    ),
    Option("stall_limit", 0, "After so many turns in a row without a match the referee asks; 0 is never.", high=99),
)


@dataclass(frozen=True, slots=True)
class State:
    """Everything the referee knows; :func:`view` shows it as people see and may set it.

    Attributes:
        setup: how the game began.
        turn: the seat of the player to move, or whose middle is being refilled.
        stack: how many cards it has by the count.
        open: in the middle, in the order in which they came to lie there.
        taken: by seat; None is a card that nobody knows any more.
        stall: turns in a row without a match.
        last_take: what the last turn had to take; None if it matched nothing or is not known.
    """

    setup: Setup
    phase: Phase
    turn: int
    stack: int
    open: tuple[str, ...]
    taken: tuple[tuple[str | None, ...], ...]
    stall: int = 0
    last_take: tuple[str, ...] | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.setup.players[self.turn]

    @property
    def following(self) -> int:
        """The seat whose turn is next."""
        return (self.turn + 1) % len(self.setup.players)

    @property
    def taker(self) -> int:
        """The seat whose turn was the last."""
        return self.turn if self.phase == "refill" else (self.turn - 1) % len(self.setup.players)

    @property
    def missing(self) -> int:
        """How many cards the middle lacks."""
        return MIDDLE - len(self.open)

    @property
    def is_stalled(self) -> bool:
        """Whether the referee waits for an answer; the next turn is one, too."""
        limit = int(self.setup.options.get("stall_limit", 0))
        return self.phase == "turn" and 0 < limit <= self.stall


def first_state(setup: Setup) -> State:
    """Two cards in every hand, the rest in the stack."""
    players = len(setup.players)
    return State(
        setup=setup,
        phase="deal",
        turn=setup.players.index(setup.first),
        stack=DECK_SIZE - HAND * players,
        open=(),
        taken=((),) * players,
    )


def lying(state: State) -> int:
    """How many cards are in hands, in the middle or taken: all but the stack."""
    return HAND * len(state.players) + len(state.open) + sum(len(own) for own in state.taken)


def in_sight(state: State) -> Counter[str]:
    """Every card that lies open or is owned."""
    seen = Counter(state.open)
    for own in state.taken:
        seen.update(card for card in own if card is not None)
    return seen


def hearts_of(taken: Sequence[str | None]) -> dict[str, int]:
    """How many hearts of each colour are among these cards.

    >>> hearts_of(["heart:red:bell+moon", "number:red:5:bell+star", None])["red"]
    1
    """
    found = dict.fromkeys(COLOURS, 0)
    for card in taken:
        if card is not None and not is_number(card):
            found[colour(card)] += 1
    return found


def points(state: State) -> dict[str, int]:
    """What the game gives if it ends now: in each colour those with most hearts keep their numbers."""
    hearts = [hearts_of(own) for own in state.taken]
    lose_all = state.setup.options.get("no_hearts") == "lose"
    most = {name: max(own[name] for own in hearts) for name in COLOURS}
    kept = {}
    for player, own, taken in zip(state.players, hearts, state.taken, strict=True):
        keeps = {name for name in COLOURS if own[name] == most[name] and (most[name] or not lose_all)}
        kept[player] = sum(value(card) for card in taken if card is not None and colour(card) in keeps)
    return kept


def result(state: State) -> Result | None:
    return ranked(points(state)) if state.phase == "over" else None


def view(state: State) -> dict[str, Any]:
    """The state as JSON."""
    ended = result(state)
    return {
        "phase": state.phase,
        "turn": state.player,
        "stack": state.stack,
        "open": list(state.open),
        "taken": {name: list(own) for name, own in zip(state.players, state.taken, strict=True)},
        "hands": dict.fromkeys(state.players, HAND),
        "stall": state.stall,
        "last_take": None if state.last_take is None else list(state.last_take),
        "hearts": {name: hearts_of(own) for name, own in zip(state.players, state.taken, strict=True)},
        "points": points(state),
        "winners": [] if ended is None else list(ended.winners),
    }
