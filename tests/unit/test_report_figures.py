"""The figures of a report against cases that can be worked out by hand or stand in textbooks."""

import math

import pytest

from touchjudge.adapters.report.figures import (
    Interval,
    change_interval,
    median_interval,
    share_interval,
    summary,
)


def test_quartiles_and_median_of_five_times() -> None:
    found = summary([500, 100, 300, 200, 400])
    assert found is not None
    assert (found.n, found.best) == (5, 100)
    assert (found.first_quartile, found.median, found.third_quartile) == (200, 300, 400)
    assert found.median_interval is None


def test_an_even_number_of_times_has_its_median_between_the_middle_two() -> None:
    found = summary([100, 200, 400, 500])
    assert found is not None
    assert found.median == 300


def test_no_times_have_no_figures() -> None:
    assert summary([]) is None


# The ranks follow from the binomial distribution: with n = 10, P(at most 1 of 10 below the median) = 11/1024 < 2.5 %,
# and with one rank more 56/1024 > 2.5 %.
@pytest.mark.parametrize(("n", "low", "high"), [(6, 1, 6), (8, 1, 8), (9, 2, 8), (10, 2, 9), (20, 6, 15)])
def test_the_interval_of_a_median_is_between_two_ranks(n: int, low: int, high: int) -> None:
    tail = sum(math.comb(n, below) for below in range(low)) / 2**n
    assert tail <= 0.025 < tail + math.comb(n, low) / 2**n
    assert median_interval(list(range(1, n + 1))) == Interval(low, high)


def test_five_times_are_too_few_for_an_interval_since_all_may_be_on_one_side() -> None:
    assert 2 / 2**5 > 0.05
    assert median_interval([1, 2, 3, 4, 5]) is None


def test_an_outlier_moves_neither_the_median_nor_its_interval() -> None:
    ordinary, with_one = summary(list(range(300, 310))), summary([*range(300, 309), 60_000_000])
    assert ordinary is not None
    assert with_one is not None
    assert (ordinary.median, ordinary.median_interval) == (with_one.median, with_one.median_interval)


def test_a_share_of_none_or_all_has_an_interval_that_is_no_point() -> None:
    # Wilson at 0 of n: from 0 to z²/(n + z²).
    z2 = 1.959964**2
    none, every = share_interval(0, 10), share_interval(10, 10)
    assert none is not None
    assert every is not None
    assert (none.low, none.high) == (pytest.approx(0, abs=1e-9), pytest.approx(z2 / (10 + z2), abs=1e-5))
    assert every.low == pytest.approx(1 - none.high)
    assert share_interval(0, 0) is None


def test_a_clear_change_is_told_apart_from_none_and_the_same_times_give_the_same_interval() -> None:
    before = [500_000 + 1_000 * i for i in range(20)]
    faster = [time - 100_000 for time in before]
    found = change_interval(before, faster)
    assert found is not None
    assert found.high < 0
    assert found.low <= -100_000 <= found.high
    same = change_interval(before, before)
    assert same is not None
    assert same.low < 0 < same.high
    assert change_interval(before, faster) == found
    assert change_interval(before, faster[:5]) is None
