"""A game of Virus! as a value, and as the JSON that its page lists.

Ref: docs/rules/virus.md, State.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchjudge.rules.game import Option, Result, Setup, ranked
from touchjudge.rules.virus.bodies import AT, EMPTY, TO_WIN, Body, On, healthy, with_organ
from touchjudge.rules.virus.cards import DECK_SIZE, HAND, ORGANS

OPTIONS = (
    Option("virus_on_own", False, "A player may lay a virus on an own organ."),
    Option("medicine_on_others", False, "A player may lay a medicine on somebody else's organ."),
    Option(
        "direction",
        "right",
        "Which way the turn goes round the table; players are named in turn order, so it only turns the picture.",
        choices=("right", "left"),
    ),
)


@dataclass(frozen=True, slots=True)
class State:
    """Everything the referee knows; :func:`view` shows it as people see and may set it.

    Attributes:
        setup: how the game began.
        turn: the seat of the player to move.
        bodies: by seat.
        hands: how many cards each seat holds; which ones is theirs to know.
        discards: from bottom to top; None is a card that nobody named.
        must_draw: seats that lost their hand to a glove and have not drawn yet, in order.
        winner: the seat with four healthy organs, or that alone led when the game was ended.
        over: whether the game has ended, with or without a winner.
    """

    setup: Setup
    turn: int
    bodies: tuple[Body, ...]
    hands: tuple[int, ...]
    draw_pile: int
    discards: tuple[str | None, ...] = ()
    must_draw: tuple[int, ...] = ()
    winner: int | None = None
    over: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.setup.players[self.turn]

    def seat(self, player: str) -> int:
        return self.setup.players.index(player)

    def on(self, player: str, organ: str) -> On | None:
        """What lies on this organ; None if that body has none such."""
        return self.bodies[self.seat(player)][AT[organ]]

    def body(self, player: str) -> Body:
        return self.bodies[self.seat(player)]

    def with_on(self, player: str, organ: str, on: On | None) -> tuple[Body, ...]:
        """All bodies, with these cards on that organ; None takes it out."""
        return self.with_bodies({player: with_organ(self.body(player), organ, on)})

    def with_bodies(self, changed: Mapping[str, Body]) -> tuple[Body, ...]:
        """All bodies, some of them others."""
        return tuple(changed.get(name, body) for name, body in zip(self.players, self.bodies, strict=True))


def first_state(setup: Setup) -> State:
    """Three cards in every hand, nothing on the table."""
    players = len(setup.players)
    return State(
        setup=setup,
        turn=setup.players.index(setup.first),
        bodies=(EMPTY,) * players,
        hands=(HAND,) * players,
        draw_pile=DECK_SIZE - HAND * players,
    )


def lying(state: State) -> int:
    """How many cards lie in bodies and discards or are in hands: all but the draw pile."""
    in_bodies = sum(1 + len(on) for body in state.bodies for on in body if on is not None)
    return in_bodies + len(state.discards) + sum(state.hands)


def in_sight(state: State) -> Counter[str]:
    """Every card that can be seen: in the bodies and among the discards."""
    seen = Counter(card for card in state.discards if card is not None)
    for body in state.bodies:
        for organ, on in zip(ORGANS, body, strict=True):
            if on is not None:
                seen[f"organ:{organ}"] += 1
                seen.update(on)
    return seen


def scores(state: State) -> dict[str, int]:
    """Healthy organs by player."""
    return {name: healthy(body) for name, body in zip(state.players, state.bodies, strict=True)}


def complete(state: State) -> int | None:
    """The seat that has four healthy organs; no card can give them to two players at once."""
    for seat, body in enumerate(state.bodies):
        if healthy(body) >= TO_WIN:
            return seat
    return None


def leader(state: State) -> int | None:
    """The seat with most healthy organs, if it is one alone."""
    winners = ranked(scores(state)).winners
    return state.seat(winners[0]) if len(winners) == 1 else None


def result(state: State) -> Result | None:
    return ranked(scores(state)) if state.over else None


def view(state: State) -> dict[str, Any]:
    """The state as JSON."""
    return {
        "turn": state.player,
        "bodies": {
            name: {organ: list(on) for organ, on in zip(ORGANS, body, strict=True) if on is not None}
            for name, body in zip(state.players, state.bodies, strict=True)
        },
        "hands": dict(zip(state.players, state.hands, strict=True)),
        "draw_pile": state.draw_pile,
        "discards": list(state.discards),
        "must_draw": [state.players[seat] for seat in state.must_draw],
        "winner": None if state.winner is None else state.players[state.winner],
    }
