"""Wrapping counters become counts that only grow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchjudge.timing.unwrap import missed_by_down_counter, unwrap


@pytest.mark.parametrize("bits", [16, 30, 32])
def test_count_goes_on_over_the_wrap(bits: int) -> None:
    turn = 1 << bits
    assert unwrap(turn - 1, 0, bits=bits) == turn
    assert unwrap(3 * turn - 5, 7, bits=bits) == 3 * turn + 7


def test_same_word_again_is_no_whole_turn() -> None:
    assert unwrap(5_000_000_000, 5_000_000_000 & 0xFFFF_FFFF) == 5_000_000_000


@given(st.integers(0, 2**40), st.lists(st.integers(0, 2**32 - 1), max_size=30))
def test_any_steps_below_a_whole_turn_are_followed_exactly(start: int, steps: list[int]) -> None:
    true, seen = start, start
    for step in steps:
        true += step
        seen = unwrap(seen, true & 0xFFFF_FFFF)
        assert seen == true


@pytest.mark.parametrize(("newest", "raw", "bits"), [(0, 1 << 32, 32), (0, -1, 32), (-1, 0, 32), (0, 65_536, 16)])
def test_word_that_does_not_fit_is_refused(newest: int, raw: int, bits: int) -> None:
    with pytest.raises(ValueError, match=r"counter|count"):
        unwrap(newest, raw, bits=bits)


def test_down_counter_tells_how_many_were_missed_also_over_its_wrap() -> None:
    assert missed_by_down_counter(100, 99) == 0
    assert missed_by_down_counter(100, 90) == 9
    assert missed_by_down_counter(1, 0xFFFE) == 2
