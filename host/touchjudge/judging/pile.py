"""A pile of hands: whose two hands hold exactly one other between them, and which stamp is whose.

In: the owners of the hands from the lowest to the highest, which is the order in which they landed. Knows no game.
"""

from collections.abc import Sequence


def sandwich(hands: Sequence[str]) -> str | None:
    """The owner of the second hand that is the first to land on exactly one hand of another, with his own below it.

    >>> sandwich(["Luis", "Ana", "Marta", "Luis", "Marta"])
    'Marta'
    >>> sandwich(["Luis", "Luis", "Ana"]) is None
    True
    """
    for height in range(2, len(hands)):
        if hands[height] == hands[height - 2] != hands[height - 1]:
            return hands[height]
    return None


def most_hands(hands: Sequence[str]) -> int:
    """How many hands the busiest owner has in the pile.

    >>> most_hands(["Ana", "Luis", "Ana"]), most_hands([])
    (2, 0)
    """
    return max((hands.count(owner) for owner in hands), default=0)


def first_hands(hands: Sequence[str], stamps: Sequence[int]) -> dict[str, int] | None:
    """When each owner's first hand landed; None if the stamps do not fit the pile.

    As many stamps as hands: hand k has stamp k. One stamp: it is the lowest hand's, because a simple contact stays
    closed under the rest of the pile. No stamp: nothing is known of anyone.

    Args:
        stamps: times in µs, in any order.

    >>> first_hands(["Ana", "Luis", "Ana"], [30, 10, 20])
    {'Ana': 10, 'Luis': 20}
    >>> first_hands(["Ana", "Luis", "Ana"], [10])
    {'Ana': 10}
    >>> first_hands(["Ana", "Luis", "Ana"], [10, 20]) is None
    True
    """
    if len(stamps) > 1 and len(stamps) != len(hands):
        return None
    if stamps and not hands:
        return None
    landed: dict[str, int] = {}
    for owner, t_us in zip(hands, sorted(stamps), strict=False):
        landed.setdefault(owner, t_us)
    return landed
