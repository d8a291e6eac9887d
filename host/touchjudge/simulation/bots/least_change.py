"""Plans a turn of The Game that moves the stacks least.

In: the tops, a hand, how many cards the turn needs. Out: the moves (number, stack) in order.

A play is one loose card, or a whole chain: all cards of an unbroken run ten apart. A chain goes to its far end and
comes back by tricks to its near end; loose cards between the stack's top and the far end are laid on the way there.
Movement is how far the top has gone in the end, the falling stacks taken the other way round. Of all sequences of plays
that stop as soon as there are cards enough the one with the least movement is laid; of equal ones that with more cards,
then that which leaves the two best stacks furthest from each other. Then whatever costs no movement is laid, too. A
chain is split only if there are not cards enough otherwise.

Ref: docs/rules/the_game.md, Simulated players.
"""

from collections.abc import Iterator, Sequence

from touchjudge.rules.the_game.cards import RISING, TRICK

Tops = tuple[int, ...]
Move = tuple[int, int]  # number, stack
Worth = tuple[int, int, int]  # movement, cards (negative), closeness of the best stacks; the smallest is the best
NO_TURN: Worth = (10_000, 0, 0)

_Play = tuple[int, int, tuple[int, ...]]  # movement, stack, the cards laid together in order
_Chains = tuple[tuple[int, ...], ...]  # each from low to high


def turn(tops: Tops, hand: Sequence[int], minimum: int) -> list[Move]:
    """The moves of the best turn; none if the minimum cannot be reached.

    >>> turn((47, 1, 100, 100), [3, 27, 37, 80], 2)
    [(37, 0), (27, 0)]
    """
    _, plays = _best(tops, hand, minimum)
    if not plays:
        return []
    rest, tops = _after(tops, hand, plays)
    while free := [play for play in _plays(tops, *_chains(rest)) if play[0] <= 0]:
        play = min(free)
        plays = (*plays, play)
        rest, tops = _after(tops, rest, (play,))
    return [(number, stack) for _, stack, numbers in plays for number in numbers]


def worth(tops: Tops, hand: Sequence[int], minimum: int) -> Worth:
    """How good the best turn of a hand is, before what costs nothing: the smaller the better.

    >>> worth((1, 1, 100, 100), [2, 3, 50], 2) < worth((1, 1, 100, 100), [5, 90, 50], 2)
    True
    """
    return _best(tops, hand, minimum)[0]


def _best(tops: Tops, hand: Sequence[int], minimum: int) -> tuple[Worth, tuple[_Play, ...]]:
    loose, chains = _chains(hand)
    best = _search(tops, loose, chains, minimum, 0, 0)
    if best is None and chains:
        best = _search(tops, tuple(hand), (), minimum, 0, 0)
    return (NO_TURN, ()) if best is None else best


def _search(
    tops: Tops, loose: tuple[int, ...], chains: _Chains, missing: int, movement: int, cards: int
) -> tuple[Worth, tuple[_Play, ...]] | None:
    """The best sequence of plays from here; ``missing`` cards at least are still to be laid."""
    best: tuple[Worth, tuple[_Play, ...]] | None = None
    # What the plays after one of these can win back at most: ten a card.
    slack = (missing - 1) * TRICK * max((len(chain) for chain in chains), default=1)
    for play in sorted(_plays(tops, loose, chains)):
        moved_by, stack, numbers = play
        if best is not None and movement + moved_by - slack > best[0][0]:
            break
        laid = len(numbers)
        moved = _moved(tops, stack, numbers[-1])
        if laid >= missing:
            found: Worth = (movement + moved_by, -cards - laid, _closeness(moved))
            if best is None or found < best[0]:
                best = found, (play,)
            continue
        further = _search(
            moved,
            tuple(number for number in loose if number not in numbers),
            tuple(chain for chain in chains if chain[0] not in numbers),
            missing - laid,
            movement + moved_by,
            cards + laid,
        )
        if further is not None and (best is None or further[0] < best[0]):
            best = further[0], (play, *further[1])
    return best


def _chains(hand: Sequence[int]) -> tuple[tuple[int, ...], _Chains]:
    """Loose cards and chains, each chain from low to high.

    >>> _chains([3, 27, 37, 80])
    ((3, 80), ((27, 37),))
    """
    held = set(hand)
    loose: list[int] = []
    chains: list[tuple[int, ...]] = []
    for number in sorted(hand):
        if number - TRICK in held:
            continue
        chain = [number]
        while chain[-1] + TRICK in held:
            chain.append(chain[-1] + TRICK)
        if len(chain) > 1:
            chains.append(tuple(chain))
        else:
            loose.append(number)
    return tuple(loose), tuple(chains)


def _plays(tops: Tops, loose: tuple[int, ...], chains: _Chains) -> Iterator[_Play]:
    for stack, top in enumerate(tops):
        if stack < RISING:
            for number in loose:
                if number > top or number == top - TRICK:
                    yield number - top, stack, (number,)
            for chain in chains:
                far = chain[-1]
                if far > top or far == top - TRICK:
                    way = tuple(number for number in loose if top < number < far)
                    yield chain[0] - top, stack, (*way, *reversed(chain))
        else:
            for number in loose:
                if number < top or number == top + TRICK:
                    yield top - number, stack, (number,)
            for chain in chains:
                far = chain[0]
                if far < top or far == top + TRICK:
                    way = tuple(number for number in reversed(loose) if far < number < top)
                    yield top - chain[-1], stack, (*way, *chain)


def _moved(tops: Tops, stack: int, number: int) -> Tops:
    return (*tops[:stack], number, *tops[stack + 1 :])


def _closeness(tops: Tops) -> int:
    return min(tops[0], tops[1]) - max(tops[2], tops[3])


def _after(tops: Tops, hand: Sequence[int], plays: tuple[_Play, ...]) -> tuple[list[int], Tops]:
    """What is left of the hand, and the tops."""
    for _, stack, numbers in plays:
        hand = [number for number in hand if number not in numbers]
        tops = _moved(tops, stack, numbers[-1])
    return list(hand), tops
