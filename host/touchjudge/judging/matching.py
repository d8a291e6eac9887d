"""Who may have taken what: all the ways in which claims and touched targets fit together.

In: targets that were touched by an unknown hand, and people who say that they took one. Out: every smallest set of
pairs that leaves no target and no person over. Knows no game.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeVar

P = TypeVar("P")
T = TypeVar("T")

Way = tuple[tuple[P, T], ...]  # pairs (claimant, target), by claimant, then by target


def ways(claimants: Sequence[P], targets: Sequence[T]) -> Iterator[Way[P, T]]:
    """Every way to give each target a claimant and each claimant a target with as few pairs as possible.

    The fewest pairs are as many as the longer side has: each of it stands in one pair, and the shorter side is used
    up. So a claim may stand for two targets, or two claims for one target, but never both. With an empty side there is
    no way.

    >>> list(ways(["Ana"], ["pig", "sweep"]))
    [(('Ana', 'pig'), ('Ana', 'sweep'))]
    >>> list(ways(["Ana", "Luis"], ["pig", "sweep"]))
    [(('Ana', 'pig'), ('Luis', 'sweep')), (('Ana', 'sweep'), ('Luis', 'pig'))]
    >>> list(ways(["Ana"], []))
    []
    """
    if not claimants or not targets:
        return
    if len(claimants) >= len(targets):
        for chosen in product(range(len(targets)), repeat=len(claimants)):
            if len(set(chosen)) == len(targets):
                yield tuple((claimants[who], targets[what]) for who, what in enumerate(chosen))
    else:
        for chosen in product(range(len(claimants)), repeat=len(targets)):
            if len(set(chosen)) == len(claimants):
                pairs = sorted((who, what) for what, who in enumerate(chosen))
                yield tuple((claimants[who], targets[what]) for who, what in pairs)
