"""Real contact bounce (recordings of a rocker switch, outside this repository) through debounce.

In the recordings 1 is open and 0 closed; here 1 means pressed, as a board says it after polarity.
"""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from need import NOT_INSTALLABLE, ROOT
from touchjudge.timing.debounce import Debounce, contacts
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released
from touchjudge.timing.settle import Settle

FILES = sorted((ROOT.parent / "shared" / "recordings" / "rocker_kcd101").glob("*.csv"))
if not FILES:
    pytest.skip(NOT_INSTALLABLE + "../shared/recordings is not beside this repository", allow_module_level=True)
SLOW = [path for path in FILES if "slow" in path.name]
OTHERS = [path for path in FILES if "slow" not in path.name]


def recorded(path: Path) -> tuple[bool, list[tuple[float, bool]]]:
    """Whether the switch starts closed, and (time in µs, closed) of each change."""
    rows = [line.split(",") for line in path.read_text().splitlines()[1:] if line.strip()]
    changes = [(float(at_us), level == "0") for at_us, level in rows]
    return changes[0][1], changes[1:]


class Player:
    """Plays recordings one after the other as edges of line 0 of one board."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []

    def play(self, path: Path, *, at_us: int) -> int:
        """Append the changes of a file; the device_us of its first contact."""
        _, changes = recorded(path)
        start_us = changes[0][0]
        for change_us, closed in changes:
            self._put(at_us + int(change_us - start_us), closed)
        return at_us

    def closed_by_hand(self, *, at_us: int) -> None:
        self._put(at_us, True)

    def _put(self, at_us: int, closed: bool) -> None:
        self.edges.append(Edge(len(self.edges), at_us, int(closed)))


def transitions(events: Iterable[ContactEvent]) -> list[tuple[str, int]]:
    told = []
    for event in events:
        match event:
            case Pressed():
                told.append(("press", event.began_us))
            case Released():
                told.append(("release", event.ended_us))
    return told


def alone(path: Path, settle: Settle | None = None) -> tuple[list[ContactEvent], int]:
    """What one file gives, with the switch closed a second before where it starts closed; and its first contact."""
    player = Player()
    if recorded(path)[0]:
        player.closed_by_hand(at_us=0)
    first_us = player.play(path, at_us=1_000_000)
    told = contacts(player.edges, settle, until_us=10_000_000)
    return [event for event in told if event != Pressed(0, 0, 0)], first_us


def test_there_are_a_hundred_recordings_and_ten_slow_ones() -> None:
    assert (len(OTHERS), len(SLOW)) == (100, 10)


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_recording_gives_one_transition_stamped_with_the_first_contact(path: Path) -> None:
    told, first_us = alone(path)
    assert transitions(told) == [("press" if "press" in path.name else "release", first_us)]
    assert not [event for event in told if isinstance(event, Chattering)]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_recording_gives_the_same_transition_with_the_shortest_sensible_and_a_long_settle_time(path: Path) -> None:
    for settle_us in (2_000, 100_000):
        told, first_us = alone(path, Settle(settle_us=settle_us))
        assert [at_us for _, at_us in transitions(told)] == [first_us]


def test_without_debounce_most_recordings_would_count_twice() -> None:
    assert sum(len(recorded(path)[1]) > 1 for path in OTHERS) == 59


@pytest.mark.parametrize("path", SLOW, ids=lambda path: path.stem)
def test_br018_slow_recording_never_scores_twice_and_keeps_the_first_contact(path: Path) -> None:
    told, first_us = alone(path)
    assert [kind for kind, _ in transitions(told)].count("press") <= 1
    assert transitions(told)[0][1] == first_us


def test_br018_failing_switch_among_the_slow_recordings_is_reported() -> None:
    reported = [path.stem for path in SLOW if any(isinstance(event, Chattering) for event in alone(path)[0])]
    assert reported == ["102_release_slow"]


@pytest.mark.parametrize("path", [path for path in OTHERS if "release" in path.name], ids=lambda path: path.stem)
def test_br003_release_after_a_second_of_holding_is_no_press(path: Path) -> None:
    told, first_us = alone(path)
    assert transitions(told) == [("release", first_us)]


def test_br001_presses_and_releases_alternate_over_all_recordings() -> None:
    player = Player()
    firsts = [player.play(path, at_us=index * 300_000) for index, path in enumerate(OTHERS)]
    told = contacts(player.edges, until_us=len(OTHERS) * 300_000)
    assert transitions(told) == [
        ("press" if index % 2 == 0 else "release", first_us) for index, first_us in enumerate(firsts)
    ]


def test_br001_every_press_has_its_own_release() -> None:
    player = Player()
    for index, path in enumerate(OTHERS):
        player.play(path, at_us=index * 300_000)
    told = contacts(player.edges, until_us=len(OTHERS) * 300_000)
    assert [e.number for e in told if isinstance(e, Pressed)] == [e.number for e in told if isinstance(e, Released)]


@pytest.mark.parametrize("settle_us", [5_000, 25_000])
def test_br019_two_real_presses_80_ms_apart_are_both_kept(settle_us: int) -> None:
    pairs = list(zip(OTHERS[0::2], OTHERS[1::2], strict=True))
    for one, two in pairwise(pairs):
        player = Player()
        for index, (press, release) in enumerate((one, two)):
            player.play(press, at_us=index * 80_000)
            player.play(release, at_us=index * 80_000 + 40_000)
        told = contacts(player.edges, Settle(settle_us=settle_us), until_us=400_000)
        assert transitions(told) == [("press", 0), ("release", 40_000), ("press", 80_000), ("release", 120_000)]


def test_recordings_survive_a_board_that_kept_only_sixteen_edges_and_then_the_level() -> None:
    for path in OTHERS:
        closed_at_start, changes = recorded(path)
        player = Player()
        if closed_at_start:
            player.closed_by_hand(at_us=0)
        player.play(path, at_us=1_000_000)
        state = Debounce.begin()
        for edge in player.edges[:16]:
            state, _ = state.take(edge)
        for at_us in (2_000_000, 2_250_000, 2_500_000):
            state, _ = state.read(at_us, int(changes[-1][1]), min(16, len(player.edges)))
        assert state.down == int(changes[-1][1]), path.name
