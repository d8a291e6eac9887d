"""The real cards of a simulated table: they follow what the table shows, and the 63 stay 63."""

from collections import Counter
from random import Random

from touchjudge.decks import making
from touchjudge.rules.game import Deck
from touchjudge.simulation.deal import Counts, Deal

DECK = Deck("schwein_gehabt_stand_in", making.schwein_gehabt(), True)
PLAYERS = ("Ana", "Luis", "Marta")


def deal(seed: int = 1, deck: Deck = DECK) -> Deal:
    return Deal(Random(seed), deck, PLAYERS)


def shown(pile: int, revealed: int, jackpot: int, ana: int = 0, luis: int = 0, marta: int = 0) -> Counts:
    return Counts(pile, revealed, jackpot, {"Ana": ana, "Luis": luis, "Marta": marta})


def test_the_same_seed_deals_the_same_cards_and_another_one_others() -> None:
    def all_cards(seed: int) -> list[str | None]:
        one = deal(seed)
        return [one.turn() for _ in range(63)]

    assert all_cards(1) == all_cards(1) != all_cards(2)
    assert Counter(all_cards(3)) == DECK.cards


def test_no_card_is_turned_from_an_empty_pile() -> None:
    one = deal(deck=Deck("one", Counter({"touch:pig": 1})))
    assert (one.turn(), one.turn()) == ("touch:pig", None)


def test_a_round_is_paid_from_the_pile_and_its_card_joins_the_jackpot() -> None:
    one = deal()
    one.turn()
    table = shown(60, 0, 1, ana=2)
    one.follow(table)
    assert one.counts() == table
    assert one.cards() == DECK.cards


def test_a_card_that_lies_open_stays_open_while_the_table_shows_it() -> None:
    one = deal()
    card = one.turn()
    one.follow(shown(62, 1, 0))
    assert one.counts() == shown(62, 1, 0)
    one.follow(shown(62, 0, 1))
    one.follow(shown(61, 0, 1, luis=1))
    assert card is not None
    assert one.counts().jackpot == 1


def test_a_penalty_goes_to_the_jackpot_and_the_winner_of_a_touch_card_gets_all_of_it() -> None:
    one = deal()
    one.turn()
    one.follow(shown(59, 0, 1, ana=3))
    one.turn()
    one.follow(shown(58, 0, 5))
    assert one.counts() == shown(58, 0, 5)
    one.turn()
    one.follow(shown(57, 0, 0, marta=6))
    assert one.counts() == shown(57, 0, 0, marta=6)
    assert one.cards() == DECK.cards


def test_the_surplus_of_the_jackpot_is_shuffled_back() -> None:
    one = deal()
    one.turn()
    one.follow(shown(56, 0, 1, ana=6))
    one.turn()
    table = shown(57, 0, 5, ana=1)  # three lost twice and the card: seven over, two of them back into the deck
    one.follow(table)
    assert one.counts() == table
    assert one.cards() == DECK.cards


def test_a_card_turned_before_the_last_round_is_paid_stays_open() -> None:
    one = deal()
    one.turn()
    one.turn()
    one.follow(shown(60, 1, 1, luis=1))
    assert one.counts() == shown(60, 1, 1, luis=1)


def test_any_table_put_right_by_hand_is_followed_without_losing_a_card() -> None:
    random = Random(9)
    one = deal()
    for _ in range(500):
        if random.random() < 0.4:
            one.turn()
        cuts = sorted(random.randint(0, 62) for _ in range(4))
        parts = [b - a for a, b in zip([0, *cuts], [*cuts, 62], strict=True)]
        revealed = random.randint(0, 1)
        table = shown(parts[0] + 1 - revealed, revealed, *parts[1:])
        one.follow(table)
        assert one.counts() == table
        assert one.cards() == DECK.cards
