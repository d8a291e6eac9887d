"""The simulated table is an inbox and a clock like any other: the same suites, on virtual time."""

from math import inf

import pytest

from contract.test_clock import (  # noqa: F401
    test_host_time_is_whole_nanoseconds_and_never_goes_back,
    test_wall_time_is_utc_with_milliseconds,
)
from contract.test_inbox import (  # noqa: F401
    test_arrival_from_another_thread_ends_the_wait,
    test_arrivals_come_out_in_the_order_in_which_they_were_put,
    test_full_inbox_refuses_counts_and_keeps_what_it_has,
    test_stop_finds_room_in_a_full_inbox_and_comes_last,
    test_wait_ends_at_its_time_and_not_before,
    test_wait_for_a_time_that_has_passed_still_hands_out_what_is_there,
)
from touchjudge.adapters.decks import load
from touchjudge.adapters.simulated import SimulatedTable


@pytest.fixture
def inbox() -> SimulatedTable:
    deck = load("schwein_gehabt_stand_in")
    return SimulatedTable("schwein_gehabt", seed=1, deck=deck, speed=inf, idle_speed=inf, inbox_size=3)


@pytest.fixture
def clock(inbox: SimulatedTable) -> SimulatedTable:
    return inbox
