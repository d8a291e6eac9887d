"""What a link says of itself: news stand long enough to be read, whatever the board says behind them."""

from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.pico_link.report import LinkReport
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.link.events import Greeted
from touchjudge.link.machine import BoardLink
from touchjudge.ports import Board, LinkChanged

SECOND_NS = 1_000_000_000
FIRST = Greeted(Board("pad-a", "11"), "0.1.0", "pico", 16, new_boot=True)
RESTARTED = Greeted(Board("pad-a", "22"), "0.1.0", "pico", 16, new_boot=True)
SAID_AGAIN = Greeted(Board("pad-a", "22"), "0.1.0", "pico", 16, new_boot=False)


def said(*greetings: Greeted, later_ns: tuple[int, ...] = (0,)) -> list[str]:
    """What the inbox hears of these greetings, published at these times."""
    report, inbox = LinkReport("port"), QueueInbox(SystemClock())
    link = BoardLink(chance=lambda: 0.5)
    for greeting in greetings:
        report.greeted(greeting)
    for at_ns in later_ns:
        report.publish(inbox, at_ns, link)
    arrivals = [inbox.wait(0) for _ in later_ns]
    return [arrival.text for arrival in arrivals if isinstance(arrival, LinkChanged)]


def test_a_restart_is_said_though_the_board_says_hello_twice_before_anybody_looked() -> None:
    (text,) = said(FIRST, RESTARTED, SAID_AGAIN)
    assert "restarted" in text


def test_edges_that_another_program_took_are_said_though_the_board_says_hello_twice() -> None:
    missed = Greeted(FIRST.board, "0.1.0", "pico", 16, new_boot=True, missed=3)
    again = Greeted(FIRST.board, "0.1.0", "pico", 16, new_boot=False)
    (text,) = said(missed, again)
    assert "3 edges went to another program" in text


def test_a_restart_stands_for_a_minute_and_then_the_pads_are_connected() -> None:
    before, after = said(FIRST, RESTARTED, later_ns=(0, 59 * SECOND_NS, 60 * SECOND_NS))
    assert "restarted" in before
    assert after.startswith("The pads are connected")


def test_another_board_brings_no_news_of_the_one_before() -> None:
    other = Greeted(Board("pad-b", "33"), "0.1.0", "pico", 16, new_boot=True)
    (text,) = said(FIRST, RESTARTED, other)
    assert text.startswith("The pads are connected (board pad-b")
