"""Figures of reaction times: quartiles, an interval for the median, a share with its interval, a change of medians.

In: times in microseconds. Out: microseconds. Nothing assumes a shape: reaction times have a long tail.

Ref: Conover, Practical Nonparametric Statistics, 3.2 (interval for a quantile); Wilson (1927) for the share; Efron and
Tibshirani, An Introduction to the Bootstrap, 13 (percentiles).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

LEVEL = 0.95
FEWEST = 6  # the ranks of fewer times cannot hold the median with this probability
RESAMPLES = 4_000
SEED = 20_260_101  # fixed, so that the same evening gives the same page


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One sample.

    Attributes:
        median_interval: None with fewer than :data:`FEWEST` times.
    """

    n: int
    best: int
    first_quartile: float
    median: float
    third_quartile: float
    median_interval: Interval | None


def summary(times_us: Sequence[int]) -> Summary | None:
    """The figures of a sample; None of an empty one."""
    if not times_us:
        return None
    first, middle, third = np.quantile(np.asarray(times_us, dtype=float), (0.25, 0.5, 0.75))
    return Summary(len(times_us), min(times_us), float(first), float(middle), float(third), median_interval(times_us))


def median_interval(times_us: Sequence[int]) -> Interval | None:
    """Two of the times between which the median of all such times lies, with a probability of at least 95 %."""
    if len(times_us) < FEWEST:
        return None
    found = stats.quantile_test(np.asarray(times_us, dtype=float), p=0.5).confidence_interval(LEVEL)
    return None if math.isnan(found.low) else Interval(float(found.low), float(found.high))


def share_interval(part: int, total: int) -> Interval | None:
    """Wilson's interval for a share; None of nothing."""
    if not total:
        return None
    found = stats.binomtest(part, total).proportion_ci(LEVEL, method="wilson")
    return Interval(float(found.low), float(found.high))


def change_interval(before_us: Sequence[int], now_us: Sequence[int]) -> Interval | None:
    """The bootstrap's interval of the median now minus the median before; None where either has too few times."""
    if min(len(before_us), len(now_us)) < FEWEST:
        return None
    chance = np.random.default_rng(SEED)
    medians = [
        np.median(chance.choice(np.asarray(times, dtype=float), (RESAMPLES, len(times))), axis=1)
        for times in (now_us, before_us)
    ]
    low, high = np.quantile(medians[0] - medians[1], ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return Interval(float(low), float(high))
