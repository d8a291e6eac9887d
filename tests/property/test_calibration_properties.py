"""What holds of every bounce: a press is one press, its longest pause is found, the settle time suggested suffices."""

from hypothesis import given
from hypothesis import strategies as st

from touchjudge.session.calibration import LONG_US, suggested_us
from touchjudge.timing.debounce import contacts
from touchjudge.timing.edges import Edge, Pressed
from touchjudge.timing.settle import Settle
from touchjudge.timing.unrest import REST_US, Trace

# Pairs of pauses: the contact opens and closes again, so that a movement always ends where it should.
pauses = st.lists(st.tuples(st.integers(1, REST_US), st.integers(1, REST_US)), max_size=12).map(
    lambda pairs: [pause for pair in pairs for pause in pair]
)
holds = st.integers(REST_US + 1, 2_000_000)


def times_us(press: list[int], hold: int, release: list[int]) -> list[int]:
    at_us, times = 1_000, [1_000]
    for pause in (*press, hold, *release):
        at_us += pause
        times.append(at_us)
    return times


def traced(times: list[int]) -> Trace:
    trace = Trace()
    for at_us in times:
        trace = trace.change(at_us)
    return trace.let_pass(times[-1] + REST_US + 1)


@given(pauses, holds, pauses)
def test_however_it_bounces_a_press_is_one_press_and_its_longest_pause_is_found(
    press: list[int], hold: int, release: list[int]
) -> None:
    trace = traced(times_us(press, hold, release))
    assert [(each.is_press, each.is_release) for each in trace.over] == [(True, False), (False, True)]
    assert trace.longest_us == max([*press, *release], default=0)
    assert trace.changes == len(press) + len(release) + 2


@given(pauses, st.integers(300_000, 2_000_000), pauses)
def test_the_settle_time_that_is_suggested_makes_one_contact_of_what_was_measured(
    press: list[int], hold: int, release: list[int]
) -> None:
    times = times_us(press, hold, release)
    settle_us = suggested_us(traced(times).longest_us)
    edges = [Edge(number, at_us, (number + 1) % 2) for number, at_us in enumerate(times)]
    told = contacts(edges, Settle(settle_us=settle_us), until_us=times[-1] + 1_000_000)
    assert sum(isinstance(event, Pressed) for event in told) == 1


@given(st.integers(0, LONG_US // 2))
def test_what_two_quick_presses_allow_is_never_more_than_they_allow(longest_us: int) -> None:
    assert 2 * longest_us <= suggested_us(longest_us) <= LONG_US
