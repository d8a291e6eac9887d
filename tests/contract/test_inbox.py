"""Every inbox with real parts: order, the limit and its count, waiting, and putting from any thread."""

import threading

import pytest

from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.errors import ConfigError
from touchjudge.ports import Clock, Inbox, Stop, Told
from touchjudge.testing import FakeClock

MS = 1_000_000


def told(text: str) -> Told:
    return Told(text, "test")


@pytest.fixture
def clock() -> Clock:
    return SystemClock()


@pytest.fixture
def inbox(clock: Clock) -> Inbox:
    return QueueInbox(clock, size=3)


def test_arrivals_come_out_in_the_order_in_which_they_were_put(inbox: Inbox) -> None:
    assert [inbox.put(told(text)) for text in "abc"] == [True, True, True]
    assert [inbox.wait(0) for _ in range(4)] == [told("a"), told("b"), told("c"), None]


def test_full_inbox_refuses_counts_and_keeps_what_it_has(inbox: Inbox) -> None:
    assert [inbox.put(told(text)) for text in "abcde"] == [True, True, True, False, False]
    assert inbox.refused == 2
    assert inbox.wait(0) == told("a")
    assert inbox.put(told("f"))
    assert [inbox.wait(0) for _ in range(3)] == [told("b"), told("c"), told("f")]


def test_stop_finds_room_in_a_full_inbox_and_comes_last(inbox: Inbox) -> None:
    for text in "abc":
        inbox.put(told(text))
    assert inbox.put(Stop())
    assert [inbox.wait(0) for _ in range(4)] == [told("a"), told("b"), told("c"), Stop()]


def test_wait_ends_at_its_time_and_not_before(inbox: Inbox, clock: Clock) -> None:
    until_ns = clock.host_ns() + 30 * MS
    assert inbox.wait(until_ns) is None
    assert until_ns <= clock.host_ns() < until_ns + 2_000 * MS


def test_wait_for_a_time_that_has_passed_still_hands_out_what_is_there(inbox: Inbox, clock: Clock) -> None:
    inbox.put(told("a"))
    assert inbox.wait(clock.host_ns() - 1) == told("a")


def test_arrival_from_another_thread_ends_the_wait(inbox: Inbox, clock: Clock) -> None:
    putting = threading.Timer(0.02, inbox.put, [told("a")])
    putting.start()
    started_ns = clock.host_ns()
    assert inbox.wait(None) == told("a")
    assert clock.host_ns() - started_ns < 2_000 * MS
    putting.join()


def test_many_threads_lose_and_double_nothing(clock: Clock) -> None:
    inbox = QueueInbox(clock, size=10)
    refused = [0] * 4

    def put_all(thread: int) -> None:
        for count in range(200):
            while not inbox.put(told(f"{thread} {count}")):
                refused[thread] += 1

    threads = [threading.Thread(target=put_all, args=[thread]) for thread in range(4)]
    for each in threads:
        each.start()
    taken = [inbox.wait(clock.host_ns() + 5_000 * MS) for _ in range(800)]
    for each in threads:
        each.join()
    lines = [arrival.line for arrival in taken if isinstance(arrival, Told)]
    for thread in range(4):
        assert [line for line in lines if line.startswith(f"{thread} ")] == [
            f"{thread} {count}" for count in range(200)
        ]
    assert inbox.refused == sum(refused)


def test_time_is_that_of_the_clock_that_was_handed_in() -> None:
    clock = FakeClock(host_ns=50)
    assert QueueInbox(clock).wait(50) is None


def test_inbox_without_room_is_refused() -> None:
    with pytest.raises(ConfigError, match="inbox size is 0"):
        QueueInbox(SystemClock(), size=0)
