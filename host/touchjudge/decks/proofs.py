"""What proves a deck: its total, and the distribution that its rules sheet states.

In: a game's name and a :class:`~touchjudge.rules.game.Deck`. Out: sentences about what does not agree, if anything.
A printed deck is held to the printed list, a stand-in to the distribution it claims; an owner's own deck of a game
whose printed cards are not published is held to the total alone, since nobody can know better.

Ref: docs/rules/.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from touchjudge.decks import making
from touchjudge.rules.game import Deck

TOTALS: Mapping[str, int] = {
    "schwein_gehabt": 63,
    "virus": 68,
    "the_game": 98,
    "the_game_extreme": 98,
    "hearts_and_numbers": 90,
}


def problems(game: str, deck: Deck) -> tuple[str, ...]:
    """What is wrong with a deck of this game, one sentence each.

    >>> problems("schwein_gehabt", Deck("short", making.schwein_gehabt() - Counter({"touch:pig": 1})))
    ('schwein_gehabt is played with 63 cards, this deck has 62.',)
    """
    total = deck.cards.total()
    if game in TOTALS and total != TOTALS[game]:
        return (f"{game} is played with {TOTALS[game]} cards, this deck has {total}.",)
    proof = _STAND_INS.get(game) if deck.stand_in else _PRINTED.get(game)
    if proof is None:
        return ()
    try:
        return tuple(proof(deck))
    except (ValueError, LookupError):
        return (f"Some cards or facts are not written as {game} writes them.",)


def no_room(game: str, cards: Counter[str], card: str) -> str | None:
    """Why a deck that has these cards cannot have this one too; None if it can.

    >>> no_room("virus", Counter({"treatment:glove": 1}), "treatment:glove")
    'the printed deck has treatment:glove once, and it is there already'
    """
    if cards.total() >= TOTALS.get(game, cards.total() + 1):
        return f"the deck is complete: {game} is played with {TOTALS[game]} cards"
    if game not in LISTS or cards[card] < LISTS[game][card]:
        return None
    match LISTS[game][card]:
        case 0:
            return f"the printed deck has no {card}"
        case 1:
            return f"the printed deck has {card} once, and it is there already"
        case count:
            return f"the printed deck has {card} {count} times, and so many are there already"


def _schwein_gehabt(deck: Deck) -> Iterable[str]:
    for target in making.TARGETS:
        if (count := deck.cards[f"touch:{target}"]) != 3:
            yield f"touch:{target} should be there 3 times, not {count}."
    symbols = [card for card in deck.cards if card.startswith("symbol:")]
    if len(symbols) != 54 or any(deck.cards[card] != 1 for card in symbols):
        yield f"The 54 symbol cards should all differ, {len(symbols)} different ones are there."
    for place, target in enumerate(making.TARGETS):
        counts = Counter(card.removeprefix("symbol:").split("-")[place] for card in symbols)
        for value in "12345678":
            if counts[value] not in (6, 7):
                yield f"{value} of {target} should stand on 6 or 7 cards, not on {counts[value]}."


def _exactly(printed: Counter[str]) -> Callable[[Deck], Iterable[str]]:
    def proof(deck: Deck) -> Iterable[str]:
        for card in sorted(set(printed) | set(deck.cards)):
            if deck.cards[card] != printed[card]:
                yield f"{card} should be there {printed[card]} times, not {deck.cards[card]}."

    return proof


def _the_game_extreme(deck: Deck) -> Iterable[str]:
    yield from _exactly(making.the_game())(deck)
    # The quarters of 2 to 99 do not fall on whole numbers: 24 or 25 numbers each.
    in_quarter = Counter((min((int(card) - 2) * 4 // 98, 3), facts["command"]) for card, facts in deck.facts.items())
    for quarter in range(4):
        for command in making.COMMANDS:
            if (count := in_quarter[quarter, command]) != 1:
                yield f"{command} should stand once in quarter {quarter + 1} of 2 to 99, not {count} times."
    if len(deck.facts) != 28:
        yield f"28 numbers should carry a command, not {len(deck.facts)}."


def _hearts_and_numbers(deck: Deck) -> Iterable[str]:
    values, hearts, pairs = Counter[tuple[str, str]](), Counter[str](), Counter[str]()
    for card, count in deck.cards.items():
        kind, colour, *rest = card.split(":")
        pairs[rest[-1]] += count
        if kind == "heart":
            hearts[colour] += count
        else:
            values[colour, rest[0]] += count
    for colour in making.HEART_COLOURS:
        if hearts[colour] != 8:
            yield f"{colour} should have 8 hearts, not {hearts[colour]}."
        for value in "12345":
            if values[colour, value] != 2:
                yield f"{colour} should have the value {value} twice, not {values[colour, value]} times."
    objects = {name for pair in pairs for name in pair.split("+")}
    if len(objects) != 10 or len(pairs) != 45 or set(pairs.values()) != {2}:
        yield f"Each of the 45 pairs of ten objects should stand on two cards; {len(pairs)} pairs of {len(objects)} do."


# Decks of which every card is known.
LISTS: Mapping[str, Counter[str]] = {
    "virus": making.virus(),
    "the_game": making.the_game(),
    "the_game_extreme": making.the_game(),
}
# What a game must know of single cards beyond their name, and what that can be.
FACTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {"the_game_extreme": {"command": making.COMMANDS}}

_PRINTED: Mapping[str, Callable[[Deck], Iterable[str]]] = {game: _exactly(printed) for game, printed in LISTS.items()}
_STAND_INS: Mapping[str, Callable[[Deck], Iterable[str]]] = {
    **_PRINTED,
    "schwein_gehabt": _schwein_gehabt,
    "the_game_extreme": _the_game_extreme,
    "hearts_and_numbers": _hearts_and_numbers,
}
