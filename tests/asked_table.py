"""A table that is calibrated by hand: it presses what it is asked for, with the faults that a test gives it.

It is inbox, source and clock in one, and time is virtual: nothing waits.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from touchjudge.ports import Arrival, Board, BoardBeat, EdgesArrived, LinkChanged
from touchjudge.session.places import DEFAULT_PLACES
from touchjudge.timing.edges import Edge

BOARD = Board("E66A", "b001")
BEAT_US = 250_000
THINKS_US = 700_000
Change = tuple[int, int, int]
"""After so many µs the line has this level."""


def line_of(place: str) -> int:
    return DEFAULT_PLACES.index(place)


def clean(line: int, *, after_us: int = 0, hold_us: int = 300_000) -> list[Change]:
    return [(after_us, line, 1), (after_us + hold_us, line, 0)]


def bouncing(line: int, *pauses_us: int, hold_us: int = 300_000) -> list[Change]:
    """A press whose contact opens again after each of these pauses, and a clean release."""
    changes, at_us, level = [(0, line, 1)], 0, 1
    for pause_us in (each for pause in pauses_us for each in (pause, pause)):
        at_us, level = at_us + pause_us, 1 - level
        changes.append((at_us, line, level))
    return [*changes, (at_us + hold_us, line, 0)]


class AskedTable:
    """One board and one hand.

    Args:
        does: place → the changes that follow when it is asked for, in place of a clean press of its line.
        down: mask of lines that are down from the beginning.
        by_itself: changes, counted from the beginning.
        muted: mask of lines that the board no longer listens to.

    Attributes:
        asked: the places in order. acknowledged: below which number.
    """

    def __init__(
        self,
        does: Mapping[str, Sequence[Change]] | None = None,
        *,
        down: int = 0,
        by_itself: Sequence[Change] = (),
        muted: int = 0,
        board: Board = BOARD,
    ) -> None:
        self.asked: list[str] = []
        self.acknowledged = 0
        self.refused = 0
        self._does = dict(does or {})
        self._board = board
        self._levels = down
        self._muted = muted
        self._now_us = 1_000_000
        self._beat_us = self._now_us
        self._number = 0
        self._planned = [(self._now_us + after_us, line, level) for after_us, line, level in by_itself]
        self._ready: deque[Arrival] = deque()

    # Clock

    def host_ns(self) -> int:
        return self._now_us * 1_000

    def wall_utc(self) -> str:
        return "2026-11-30T19:03:21.123Z"

    # Inbox

    def put(self, arrival: Arrival) -> bool:
        self._ready.append(arrival)
        return True

    def wait(self, until_ns: int | None) -> Arrival | None:
        if self._ready:
            return self._ready.popleft()
        self._planned.sort(key=lambda each: each[0])
        due_us = min([self._beat_us, *(each[0] for each in self._planned[:1])])
        if until_ns is not None and due_us * 1_000 > until_ns:
            self._now_us = until_ns // 1_000
            return None
        self._now_us = max(self._now_us, due_us)
        if self._planned and self._planned[0][0] <= self._beat_us:
            return self._edge(*self._planned.pop(0))
        self._beat_us += BEAT_US
        return BoardBeat(self._board, self._now_us, self._levels, self._number, 0)

    # EdgeSource

    def start(self, inbox: object) -> None:
        facts = {"muted_lines": self._muted}
        self._ready.append(LinkChanged("hand", "connected", self._board, "The pads are connected.", facts))

    def acknowledge(self, board: Board, below: int) -> None:
        assert board == self._board
        self.acknowledged = below

    def stop(self) -> None:
        self._planned.clear()

    # The hand

    def show(self, view: Mapping[str, Any]) -> None:
        place = view["asked"]
        if place is None:
            return
        self.asked.append(place)
        for after_us, line, level in self._does.get(place, clean(line_of(place))):
            self._planned.append((self._now_us + THINKS_US + after_us, line, level))

    def _edge(self, at_us: int, line: int, level: int) -> EdgesArrived:
        self._levels = self._levels & ~(1 << line) | level << line
        edge = Edge(self._number, at_us, self._levels)
        self._number += 1
        return EdgesArrived(self._board, (edge,), self.host_ns())
