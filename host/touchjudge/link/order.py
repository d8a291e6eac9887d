"""Edges of one boot: from whatever order they come in, to each once and in order.

In: blocks of numbered stamps and levels, as lines carry them. Out: edges that continue what was handed on before.
Memory is bounded: what is too far ahead is not kept, it will be asked for.
"""

from collections.abc import Iterable
from typing import NamedTuple

import tjwire
from touchjudge.timing.edges import Edge, Step
from touchjudge.timing.unwrap import missed_by_down_counter

LINES = 16


class Sample(NamedTuple):
    """One numbered change as a line carries it.

    Attributes:
        levels: the sampled mask, or None for a step of an analogue pad.
        counter: the sampler's down-counter, or None for a step of an analogue pad.
        step: of an analogue pad, or None for what the sampler saw.
    """

    device_us: int
    levels: int | None
    counter: int | None
    step: Step | None = None


def samples_of(line: tjwire.Edges | tjwire.Force) -> list[Sample]:
    """What a line of the wire says of each of its numbers."""
    if isinstance(line, tjwire.Edges):
        return list(map(Sample, line.stamps_us, line.levels, line.counters))
    return [
        Sample(at_us, None, None, Step(word >> 24, word >> 16 & 0xFF, word & 0xFFFF))
        for at_us, word in zip(line.stamps_us, line.words, strict=True)
    ]


class Mark(NamedTuple):
    """Where a stream of edges stood before some were handed on."""

    next_number: int
    counter: int | None
    levels: int
    force_levels: int


class InOrder:
    """What was handed on of one boot, and what waits for something before it.

    Attributes:
        next_number: all below it was handed on.
        known_next: no edge with this number or above is known to exist.
        repeats: edges that came again.
        counter: the sampler's counter at the edge handed on last; None when that is not known.
    """

    def __init__(self, next_number: int, window: int) -> None:
        self.next_number = next_number
        self.known_next = next_number
        self.repeats = 0
        self.counter: int | None = (tjwire.FIRST_COUNTER + 1) & 0xFFFF if next_number == 0 else None
        self._window = window
        self._waiting: dict[int, Sample] = {}
        self._levels = 0
        self._force_levels = 0

    @property
    def gap(self) -> bool:
        """Whether edges are known that were not handed on."""
        return self.next_number < self.known_next

    @property
    def overtaken(self) -> bool:
        """Whether an edge came whose predecessor did not."""
        return bool(self._waiting)

    def with_force(self, levels: int) -> int:
        """A sampled mask with the analogue pads in it, which the sampler does not see."""
        return levels | self._force_levels

    def take(self, number: int, samples: Iterable[Sample]) -> tuple[Edge, ...]:
        """Edges that these samples complete, in order."""
        for each, sample in enumerate(samples, number):
            self.known_next = max(self.known_next, each + 1)
            if each < self.next_number or each in self._waiting:
                self.repeats += 1
            elif each < self.next_number + self._window:
                self._waiting[each] = sample
        edges = []
        while (next_sample := self._waiting.pop(self.next_number, None)) is not None:
            edges.append(self._edge(next_sample))
            self.next_number += 1
        return tuple(edges)

    def know_of(self, next_number: int) -> None:
        """The board says that edges below this number exist."""
        self.known_next = max(self.known_next, next_number)

    def skip_to(self, oldest: int) -> int:
        """The board keeps nothing below ``oldest``: how many edges can therefore never come."""
        missed = max(0, oldest - self.next_number)
        if missed:
            self.next_number = oldest
            self.known_next = max(self.known_next, oldest)
            self.counter = None
            self._waiting = {each: sample for each, sample in self._waiting.items() if each >= oldest}
        return missed

    @property
    def mark(self) -> Mark:
        """Where the stream stands."""
        return Mark(self.next_number, self.counter, self._levels, self._force_levels)

    def back_to(self, mark: Mark) -> None:
        """What was handed on since was not taken: it will be handed on again when it comes again."""
        self.next_number, self.counter, self._levels, self._force_levels = mark

    def _edge(self, sample: Sample) -> Edge:
        lost = 0
        if sample.levels is None:
            if sample.step is not None and sample.step.line < LINES:
                bit = 1 << sample.step.line
                self._force_levels = self._force_levels | bit if sample.step.hands else self._force_levels & ~bit
        else:
            self._levels = sample.levels
            if self.counter is not None and sample.counter is not None:
                lost = missed_by_down_counter(self.counter, sample.counter)
            self.counter = sample.counter
        return Edge(self.next_number, sample.device_us, self.with_force(self._levels), lost, sample.step)
