"""How fast people are: ex-Gaussian times, and a character for each player.

A reaction time is a normal part (the way through eye, head and hand) plus an exponential one (attention): skewed to the
right, as measured ones are. Choosing among targets takes longer than answering the one thing that can happen.

Ref: docs/facts: a simple reaction takes 200 to 350 ms, a choice 300 to 600, under 100 ms is anticipation.
"""

from dataclasses import dataclass
from random import Random

FASTEST_US = 130_000  # nobody who has seen the card is faster


@dataclass(frozen=True, slots=True)
class ExGaussian:
    """A distribution of reaction times, in µs: ``mu`` and ``sigma`` of the normal part, ``tau`` of the exponential."""

    mu_us: float
    sigma_us: float
    tau_us: float

    @property
    def mean_us(self) -> float:
        """The mean before the fastest possible time cuts in.

        >>> ExGaussian(350_000, 40_000, 90_000).mean_us
        440000
        """
        return self.mu_us + self.tau_us

    def draw_us(self, random: Random) -> int:
        """One reaction time, never below :data:`FASTEST_US`.

        >>> ExGaussian(350_000, 40_000, 90_000).draw_us(Random(1))
        531395
        """
        return max(FASTEST_US, round(random.gauss(self.mu_us, self.sigma_us) + random.expovariate(1 / self.tau_us)))


@dataclass(frozen=True, slots=True)
class Person:
    """A player's character: speed and habits; all chances 0 to 1 a round.

    Attributes:
        simple: to the one thing that can happen. choice: to find the right one of several.
        second_hand: from the first hand on a touch card to the second.
        wrong: miscounts and grabs what is not his. blind: does not see what is his.
        hesitates: thinks again before the hand moves. dawdles: comes when all is over.
        jumps: moves before the card can have been seen.
        forgets: does not press the seat button. doubles: presses it twice. meddles: presses it without a draw.
    """

    name: str
    simple: ExGaussian
    choice: ExGaussian
    second_hand: ExGaussian
    wrong: float
    blind: float
    hesitates: float
    dawdles: float
    jumps: float
    forgets: float
    doubles: float
    meddles: float


def person(random: Random, name: str) -> Person:
    """A character by chance: quick ones tend to be careless.

    >>> ana = person(Random("Ana"), "Ana")
    >>> ana.simple.mean_us < ana.choice.mean_us
    True
    """
    slow = random.uniform(0.88, 1.15)  # of everything this person does
    careless = random.uniform(0.6, 1.4) / slow
    return Person(
        name,
        simple=ExGaussian(225_000 * slow, 24_000 * slow, 50_000 * random.uniform(0.7, 1.5)),
        choice=ExGaussian(345_000 * slow, 42_000 * slow, 85_000 * random.uniform(0.7, 1.5)),
        second_hand=ExGaussian(150_000 * slow, 30_000 * slow, 60_000 * random.uniform(0.7, 1.5)),
        wrong=0.035 * careless,
        blind=0.08 / careless,
        hesitates=0.08 * random.uniform(0.5, 1.5),
        dawdles=0.015 * random.uniform(0.5, 1.5),
        jumps=0.008 * careless,
        forgets=0.05 * random.uniform(0.4, 1.6),
        doubles=0.05 * random.uniform(0.4, 1.6),
        meddles=0.008 * random.uniform(0.4, 1.6),
    )


def happens(random: Random, chance: float) -> bool:
    """Whether something of this chance, 0 to 1, comes true."""
    return random.random() < chance


def between_us(random: Random, low_ms: int, high_ms: int) -> int:
    """A time between two bounds given in ms, in whole µs.

    >>> 50_000 <= between_us(Random(1), 50, 180) <= 180_000
    True
    """
    return random.randint(low_ms * 1000, high_ms * 1000)
