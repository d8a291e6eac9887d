"""Every clock: the machine's, and the one that tests and simulations move."""

import re
from collections.abc import Callable

import pytest

from touchjudge.adapters.system_clock import SystemClock
from touchjudge.ports import Clock
from touchjudge.testing import FakeClock

WALL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture(params=[SystemClock, FakeClock], ids=lambda make: make.__name__)
def clock(request: pytest.FixtureRequest) -> Clock:
    make: Callable[[], Clock] = request.param
    return make()


def test_host_time_is_whole_nanoseconds_and_never_goes_back(clock: Clock) -> None:
    readings = [clock.host_ns() for _ in range(1_000)]
    assert all(type(reading) is int for reading in readings)
    assert readings == sorted(readings)


def test_wall_time_is_utc_with_milliseconds(clock: Clock) -> None:
    assert WALL.fullmatch(clock.wall_utc())


def test_fake_clock_stands_still_until_it_is_moved() -> None:
    clock = FakeClock(host_ns=7)
    assert clock.host_ns() == clock.host_ns() == 7
    clock.advance(ns=1, us=2, ms=3)
    assert clock.host_ns() == 7 + 1 + 2_000 + 3_000_000


def test_fake_clock_refuses_to_go_back() -> None:
    with pytest.raises(ValueError, match="never goes back"):
        FakeClock().advance(ns=-1)
