"""Contagion: where the viruses of one body can go, and how many of them at most.

Viruses and free organs of others are the two sides of a bipartite graph; the largest number that can move at once is
its largest matching, found by augmenting paths.

Ref: docs/rules/virus.md, Treatments.
"""

from collections.abc import Iterator, Sequence

from touchjudge.rules.virus.bodies import condition
from touchjudge.rules.virus.cards import ORGANS, Organ, matches
from touchjudge.rules.virus.observations import Move, Place
from touchjudge.rules.virus.state import State

Spread = tuple[Organ, tuple[Place, ...]]  # an infected organ, and where its virus may go


def spreads(state: State, player: str) -> list[Spread]:
    """The infected organs of a body, each with the free organs of others that its virus matches."""
    targets = [
        Place(player=name, organ=organ)
        for name, body in zip(state.players, state.bodies, strict=True)
        for organ, on in zip(ORGANS, body, strict=True)
        if name != player and on is not None and condition(on) == "free"
    ]
    return [
        (organ, tuple(place for place in targets if matches(on[0], f"organ:{place.organ}")))
        for organ, on in zip(ORGANS, state.body(player), strict=True)
        if on is not None and condition(on) == "infected"
    ]


def most_moves(state: State, player: str) -> int:
    """How many viruses of this body can move at once, at most."""
    return largest_matching([targets for _, targets in spreads(state, player)])


def largest_matching(sides: Sequence[Sequence[Place]]) -> int:
    """How many of these can get one of their places each, no place twice."""
    taken: dict[Place, int] = {}

    def finds(one: int, tried: set[Place]) -> bool:
        for place in sides[one]:
            if place not in tried:
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = one
                    return True
        return False

    return sum(finds(one, set()) for one in range(len(sides)))


def ways(state: State, player: str) -> Iterator[tuple[Move, ...]]:
    """Every way to move as many as possible, in a fixed order."""
    found = spreads(state, player)
    most = largest_matching([targets for _, targets in found])

    def go_on(at: int, moves: tuple[Move, ...], used: frozenset[Place]) -> Iterator[tuple[Move, ...]]:
        if at == len(found):
            if len(moves) == most:
                yield moves
            return
        if len(moves) + len(found) - at < most:
            return
        organ, targets = found[at]
        for place in targets:
            if place not in used:
                yield from go_on(at + 1, (*moves, Move(organ=organ, to=place)), used | {place})
        yield from go_on(at + 1, moves, used)

    if most:
        yield from go_on(0, (), frozenset())
