"""Bounce as real switches have it: the statistics of the recordings, and one contact for each press after debounce."""

import csv
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

import pytest

from touchjudge.simulation.acts import seat
from touchjudge.simulation.bounce import BUTTON_PRESS, BUTTON_RELEASE, PAD_PRESS, PAD_RELEASE, Bounce, changes_us
from touchjudge.simulation.hands import FIRST_SEAT, Change, Hands
from touchjudge.timing.debounce import Debounce
from touchjudge.timing.edges import Edge, Pressed, Released

RECORDINGS = Path(__file__).parents[3] / "shared" / "recordings" / "rocker_kcd101"


def recorded(kind: str) -> list[list[float]]:
    """Times of the level changes in each recording, from the first change on, in µs."""
    if not RECORDINGS.is_dir():
        pytest.skip(f"the bounce recordings are not at {RECORDINGS}")
    changes = []
    for style in ("normal", "fast"):
        for file in sorted(RECORDINGS.glob(f"*_{kind}_{style}.csv")):
            times = [float(row["time_us"]) for row in csv.DictReader(file.read_text().splitlines())][1:]
            changes.append([time - times[0] for time in times])
    return changes


def simulated(kind: Bounce, times: int = 1000) -> list[tuple[int, ...]]:
    random = Random(1)
    return [changes_us(random, kind) for _ in range(times)]


@pytest.mark.parametrize("kind", [PAD_PRESS, PAD_RELEASE, BUTTON_PRESS, BUTTON_RELEASE])
def test_bounce_starts_at_once_goes_forward_and_changes_the_level_in_the_end(kind: Bounce) -> None:
    for changes in simulated(kind):
        assert changes[0] == 0
        assert list(changes) == sorted(changes)
        assert len(changes) % 2 == 1
        assert changes[-1] <= kind.longest_us


def test_presses_bounce_about_as_much_and_as_long_as_recorded_ones() -> None:
    real, made = recorded("press"), simulated(PAD_PRESS)
    assert len(real) == 50
    assert median(map(len, made)) == pytest.approx(median(map(len, real)), rel=0.35)
    assert median(c[-1] for c in made) == pytest.approx(median(c[-1] for c in real), rel=0.5)
    assert max(map(len, made)) <= 1.5 * max(map(len, real))


def test_presses_come_in_bursts_with_long_pauses_as_recorded_ones() -> None:
    def gaps(changes: list[list[float]] | list[tuple[int, ...]]) -> list[float]:
        return [after - before for one in changes for before, after in pairwise(one)]

    real, made = gaps(recorded("press")), gaps(simulated(PAD_PRESS))
    assert median(made) == pytest.approx(median(real), abs=2)
    for long_us in (30, 100):
        share_real = sum(gap > long_us for gap in real) / len(real)
        share_made = sum(gap > long_us for gap in made) / len(made)
        assert share_made == pytest.approx(share_real, rel=0.6)


def test_releases_are_mostly_clean_as_recorded_ones() -> None:
    def clean(changes: list[list[float]] | list[tuple[int, ...]]) -> float:
        return sum(len(one) == 1 for one in changes) / len(changes)

    assert clean(simulated(PAD_RELEASE)) == pytest.approx(clean(recorded("release")), abs=0.12)


class Pad:
    """Hands over a debounce, as a board would carry it."""

    def __init__(self) -> None:
        self.hands = Hands(("mushroom", "pig", "sweep"), lambda line, turn: Random(f"{line}/{turn}"))
        self.hands.sit(["Ana", "Luis"])

    def contacts(self, *acts: tuple[str, str, int]) -> list[Pressed | Released]:
        state, contacts, levels, under_way = Debounce.begin(), [], 0, list[Change]()
        for what, place, at_us in (*acts, ("press", "undo", 10_000_000)):
            for change_us, line, turn, level in sorted(change for change in under_way if change[0] < at_us):
                new = self.hands.change(line, turn, level)
                if new != levels:
                    levels = new
                    state, events = state.take(Edge(state.next_number or 0, change_us, levels))
                    contacts += [event for event in events if isinstance(event, Pressed | Released)]
            under_way = [change for change in under_way if change[0] >= at_us]
            under_way += getattr(self.hands, what)(place, at_us)
        _, events = state.let_pass(9_000_000)
        return contacts + [event for event in events if isinstance(event, Pressed | Released)]


@pytest.mark.parametrize(("place", "line"), [("pig", 1), ("reveal", 3), ("ok", 4), (seat("Luis"), FIRST_SEAT + 1)])
def test_a_press_and_its_release_are_one_contact_stamped_with_the_first_touch(place: str, line: int) -> None:
    for began_us in range(10_000, 3_000_000, 150_000):
        pressed, released = Pad().contacts(("press", place, began_us), ("release", place, began_us + 60_000))
        assert (pressed.line, pressed.began_us) == (line, began_us)
        assert isinstance(released, Released)
        assert released.ended_us == began_us + 60_000


def test_several_hands_on_one_pad_are_one_contact_from_the_first_to_the_last() -> None:
    pressed, released = Pad().contacts(
        ("press", "pig", 1_000),
        ("press", "pig", 40_000),
        ("release", "pig", 90_000),
        ("press", "pig", 91_000),
        ("release", "pig", 200_000),
        ("release", "pig", 300_000),
    )
    assert (pressed.began_us, getattr(released, "ended_us", None)) == (1_000, 300_000)


def test_a_hand_that_was_not_there_cannot_leave() -> None:
    pad = Pad()
    assert pad.hands.release("pig", 1_000) == []
    assert not pad.hands.knows(seat("Marta"))


def test_a_turn_cuts_off_the_bounce_of_the_one_before_it() -> None:
    hands = Hands(("pig",), lambda line, turn: Random(turn))
    press, release = hands.press("pig", 0), hands.release("pig", 5)
    assert press[-1][0] > 5
    for _, line, turn, level in sorted(press + release):
        hands.change(line, turn, level)
    assert hands.levels == 0
