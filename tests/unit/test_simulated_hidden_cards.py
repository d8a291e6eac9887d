"""The cards that nobody sees at a simulated table follow what the table shows, and stay the deck."""

from collections import Counter
from random import Random

import pytest

from touchjudge.simulation.people.hidden_cards import HiddenCards

DECK = Counter({str(number): 1 for number in range(20)})
HANDS = {"Ana": 3, "Luis": 3}


def dealt(deck: Counter[str] = DECK, seed: int = 1) -> HiddenCards:
    hidden = HiddenCards(Random(seed), deck)
    hidden.follow(Counter(), HANDS)
    return hidden


def test_a_deal_gives_every_hand_its_cards_and_the_rest_is_the_pile() -> None:
    hidden = dealt()
    assert [len(hidden.hand(name)) for name in HANDS] == [3, 3]
    assert len(hidden.pile) == 14
    assert hidden.cards() == DECK


def test_a_card_that_was_laid_leaves_the_hand_and_the_top_of_the_pile_fills_it_up() -> None:
    hidden = dealt()
    laid, *kept = hidden.hand("Ana")
    top = hidden.pile[-1]
    hidden.lay("Ana", [laid])
    hidden.follow(Counter([laid]), HANDS)
    assert hidden.hand("Ana") == (*kept, top)
    assert hidden.cards() + Counter([laid]) == DECK


def test_of_equal_cards_the_one_that_was_laid_is_the_one_that_goes() -> None:
    hidden = dealt(Counter({"organ:red": 5, "virus:red": 5}))
    laid = hidden.hand("Luis")[0]
    before = hidden.pile
    hidden.lay("Luis", [laid])
    hidden.follow(Counter([laid]), HANDS)
    assert hidden.pile == before[:-1]


def test_a_laid_card_that_the_table_does_not_show_is_back_in_the_hand() -> None:
    hidden = dealt()
    held = hidden.hand("Ana")
    hidden.lay("Ana", held[:2])
    hidden.follow(Counter(), HANDS)
    assert sorted(hidden.hand("Ana")) == sorted(held)


def test_an_undone_line_gives_the_card_to_the_hand_that_misses_one() -> None:
    hidden = dealt()
    laid = hidden.hand("Ana")[1]
    hidden.lay("Ana", [laid])
    hidden.follow(Counter([laid]), {"Ana": 2, "Luis": 3})
    hidden.follow(Counter(), HANDS)
    assert laid in hidden.hand("Ana")


def test_an_undone_draw_goes_back_to_the_top_of_the_pile() -> None:
    hidden = dealt()
    hand, pile = hidden.hand("Ana"), hidden.pile
    hidden.follow(Counter(), {"Ana": 5, "Luis": 3})
    hidden.follow(Counter(), HANDS)
    assert (hidden.hand("Ana"), hidden.pile) == (hand, pile)


@pytest.mark.parametrize("place", ["hand", "pile"])
def test_a_card_that_somebody_else_told_is_taken_from_wherever_it_was(place: str) -> None:
    hidden = dealt()
    card = hidden.hand("Luis")[0] if place == "hand" else hidden.pile[3]
    hidden.follow(Counter([card]), HANDS)
    assert hidden.cards() + Counter([card]) == DECK
    assert [len(hidden.hand(name)) for name in HANDS] == [3, 3]


def test_hands_that_a_glove_takes_lie_face_down_and_come_back_when_the_discards_are_turned() -> None:
    hidden = dealt(Counter({"glove": 1, **{str(number): 1 for number in range(9)}}))
    luis = hidden.hand("Luis")
    hidden.follow(Counter(), {"Ana": 3, "Luis": 0}, face_down=3)
    assert hidden.hand("Luis") == ()
    pile = hidden.pile
    hidden.follow(Counter(), {"Ana": 3, "Luis": 0}, turned=[None, None, None])
    assert hidden.pile == (*reversed(luis), *pile)


def test_turned_discards_are_drawn_oldest_first_after_what_is_left_of_the_pile() -> None:
    hidden = dealt()
    discards = [*hidden.pile[:4]]
    hidden.follow(Counter(discards), HANDS)
    left = hidden.pile
    hidden.follow(Counter(), HANDS, turned=discards)
    assert hidden.pile == (*reversed(discards), *left)


def test_where_the_pile_is_used_up_hands_stay_short() -> None:
    hidden = dealt(Counter("abcd"))
    assert sum(len(hidden.hand(name)) for name in HANDS) == 4
    hidden.draw("Luis")
    assert hidden.cards() == Counter("abcd")


def test_whatever_is_shown_every_card_stays_somewhere_once() -> None:
    for seed in range(60):
        chance = Random(seed)
        deck = Counter({"a": 4, "b": 4, "c": 1, "d": 9})
        hidden = HiddenCards(Random(seed), deck)
        for _ in range(30):
            seen = Counter(chance.sample(sorted(deck.elements()), chance.randint(0, 12)))
            hands = {name: chance.randint(0, 4) for name in HANDS}
            turned = chance.choices([None, *"abcd"], k=3) if chance.random() < 0.2 else None
            hidden.follow(seen, hands, chance.randint(0, 2), turned)
            assert hidden.cards() + seen == deck
            for name, size in hands.items():
                assert len(hidden.hand(name)) == size or not hidden.pile
            if hidden.hand("Ana"):
                hidden.lay("Ana", hidden.hand("Ana")[:1])
