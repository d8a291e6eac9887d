"""Who may have taken what, who was first, whose hands hold a sandwich: for any game."""

from itertools import combinations, product

import pytest

from touchjudge.judging.matching import ways
from touchjudge.judging.order import Stamp, is_dead_heat, rivals
from touchjudge.judging.pile import first_hands, most_hands, sandwich


@pytest.mark.parametrize(("people", "targets"), [(p, t) for p in range(4) for t in range(4)])
def test_the_ways_are_all_smallest_sets_of_pairs_that_leave_nothing_over(people: int, targets: int) -> None:
    names, spots = "ABC"[:people], "xyz"[:targets]
    pairs = list(product(names, spots))
    covering = [
        frozenset(chosen)
        for size in range(1, len(pairs) + 1)
        for chosen in combinations(pairs, size)
        if {name for name, _ in chosen} == set(names) and {spot for _, spot in chosen} == set(spots)
    ]
    fewest = min(map(len, covering), default=0)
    found = list(ways(names, spots))
    assert len(found) == len(set(found))
    assert {frozenset(way) for way in found} == {way for way in covering if len(way) == fewest}


def test_the_ways_come_in_the_order_of_people_and_targets() -> None:
    assert list(ways("AB", "xy")) == [(("A", "x"), ("B", "y")), (("A", "y"), ("B", "x"))]


def test_a_dead_heat_takes_both_bounds_and_the_margin_into_account() -> None:
    assert is_dead_heat(Stamp(0, 100), Stamp(300, 200))
    assert not is_dead_heat(Stamp(0, 100), Stamp(301, 200))
    assert is_dead_heat(Stamp(311, 200), Stamp(0, 100), margin_us=11)


def test_rivals_are_measured_from_the_earliest_not_from_each_other() -> None:
    assert rivals([Stamp(0), Stamp(2), Stamp(4)]) == (0, 1)


def test_nobody_is_first_among_none() -> None:
    assert rivals([]) == ()


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("ABA", "A"),
        ("AABB", None),
        ("ABBA", None),
        ("CABCB", "B"),
        ("ABAB", "A"),
        ("ABCABC", None),
        ("", None),
        ("A", None),
    ],
)
def test_the_first_second_hand_on_exactly_one_other_makes_the_sandwich(hands: str, winner: str | None) -> None:
    assert sandwich(hands) == winner


def test_stamps_belong_to_hands_only_if_there_are_as_many_or_one() -> None:
    assert first_hands("ABA", [5, 9, 7]) == {"A": 5, "B": 7}
    assert first_hands("ABA", [5]) == {"A": 5}
    assert first_hands("ABA", []) == {}
    assert first_hands("ABA", [5, 7]) is None
    assert first_hands("", [5]) is None


def test_the_busiest_owner_is_counted() -> None:
    assert most_hands("ABABA") == 3
