"""Virus!: how many tables can be reached from a fixed deal; one number decides over every rule at once."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from card_table import shipped
from touchjudge.rules.game import Setup
from touchjudge.rules.virus import GAME
from touchjudge.rules.virus.legal import legal_plays
from touchjudge.rules.virus.observations import Discard, Draw, Play
from touchjudge.rules.virus.state import State
from touchjudge.session.setup import check_options


class Position(NamedTuple):
    """A table with all that the players know."""

    state: State
    hands: tuple[tuple[str, ...], ...]  # each sorted
    pile: tuple[str, ...]  # the next card is the last
    lying: tuple[str, ...]  # the discards as they really are

    def key(self) -> Any:
        return self.state.turn, self.state.bodies, self.state.must_draw, self.hands, self.pile, self.lying


def dealt(*hands: str) -> Position:
    """These hands, and the other cards of the deck in the order of their names."""
    given = tuple(tuple(sorted(hand.split())) for hand in hands)
    deck = shipped("virus", "virus")
    rest = deck.cards.copy()
    for hand in given:
        rest.subtract(hand)
    # Every seventh card, so that a mixture comes up that everybody can make again.
    ordered = sorted(rest.elements())
    pile = tuple(ordered[i * 7 % len(ordered)] for i in range(len(ordered)))
    players = tuple("ABC"[: len(given)])
    return Position(GAME.start(Setup(players, "A", check_options(GAME.options, {}), deck)), given, pile, ())


def following(at: Position) -> Iterator[Position]:
    """Every position after one turn."""
    state, seat = at.state, at.state.turn
    hand = at.hands[seat]
    turns: list[Play | Discard | Draw] = []
    if seat in state.must_draw or not hand:
        turns.append(Draw(player=state.player))
    else:
        turns += [play for card in sorted(set(hand)) for play in legal_plays(state, card)]
        chosen = {cards for count in range(1, len(hand) + 1) for cards in combinations(hand, count)}
        turns += [Discard(player=state.player, cards=cards) for cards in sorted(chosen)]
    for turn in turns:
        yield played(at, turn)


def played(at: Position, turn: Play | Discard | Draw) -> Position:
    seat = at.state.turn
    after, (acted, *_) = GAME.judge(at.state, turn)
    assert acted.verdict == "ok"
    hands, pile, lying = [list(hand) for hand in at.hands], list(at.pile), list(at.lying)
    gone = (turn.card,) if isinstance(turn, Play) else (turn.cards or ()) if isinstance(turn, Discard) else ()
    for card in gone:
        hands[seat].remove(card)
    lying += [card for card in acted.effects["discarded"] if card is not None]
    if acted.code == "gloved":
        for other in range(len(hands)):
            if other != seat:
                lying += hands[other]
                hands[other] = []
    for _ in range(acted.effects["draw"]):
        if not pile:
            pile, lying = lying[::-1], []
        hands[seat].append(pile.pop())
    assert (len(pile), len(lying)) == (after.draw_pile, len(after.discards))
    assert [len(hand) for hand in hands] == list(after.hands)
    return Position(after, tuple(tuple(sorted(hand)) for hand in hands), tuple(pile), tuple(lying))


def reachable(start: Position, turns: int) -> list[int]:
    """How many positions there are after one turn, after two, and so on."""
    now = {start.key(): start}
    counts = []
    for _ in range(turns):
        now = {after.key(): after for at in now.values() if not at.state.over for after in following(at)}
        counts.append(len(now))
    return counts


@pytest.mark.parametrize(
    ("hands", "counts"),
    [
        (("organ:red virus:red medicine:red", "organ:blue virus:multi treatment:thief"), [8, 66, 437, 3702]),
        (
            ("organ:multi treatment:glove treatment:error", "organ:red virus:green treatment:transplant"),
            [9, 65, 531, 4056],
        ),
        (
            (
                "organ:red treatment:contagion virus:blue",
                "organ:blue virus:red treatment:thief",
                "organ:green organ:multi medicine:multi",
            ),
            [8, 66, 594],
        ),
    ],
)
def test_the_number_of_tables_after_each_turn_is_as_it_always_was(hands: tuple[str, ...], counts: list[int]) -> None:
    assert reachable(dealt(*hands), len(counts)) == counts
