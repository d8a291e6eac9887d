"""How sure a figure of many games is: 95 % intervals."""

from math import sqrt
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def of_rate(hits: int, games: int) -> tuple[float, float]:
    """Wilson's interval of a rate, each end rounded to 4 places. Ref: E. B. Wilson, JASA 22 (1927), 209-212.

    >>> of_rate(0, 100)
    (0.0, 0.037)
    >>> of_rate(50, 100)
    (0.4038, 0.5962)
    """
    rate, z2 = hits / games, _Z * _Z
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z * sqrt(rate * (1 - rate) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)


def of_mean(total: int, squares: int, games: int) -> tuple[float, float]:
    """The normal interval of a mean, from the sum and the sum of squares, each end rounded to 3 places.

    >>> of_mean(10, 50, 2)
    (5.0, 5.0)
    """
    mean = total / games
    variance = max(0.0, (squares - games * mean**2) / (games - 1)) if games > 1 else 0.0
    half = _Z * sqrt(variance / games)
    return round(mean - half, 3), round(mean + half, 3)
