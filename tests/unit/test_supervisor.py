"""A screen that fails or dawdles never stops the table, and shows the newest view when it works again."""

import socket
import threading
from contextlib import closing
from typing import Any

from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.adapters.web import WebScreen
from touchjudge.ports import Warned
from touchjudge.service import SupervisedScreen


class Board:
    """A screen that works or fails as it is told, and reports on a queue of events."""

    name = "board"

    def __init__(self, world: "World") -> None:
        self._world = world

    def show(self, view: dict[str, Any]) -> None:
        self._world.may_show.wait(5)
        if self._world.failures_left > 0:
            self._world.failures_left -= 1
            raise OSError(121, "Remote I/O error")
        self._world.shown.append(view["seq"])
        self._world.changed.set()

    def close(self) -> None:
        self._world.closed += 1


class World:
    def __init__(self) -> None:
        self.shown: list[int] = []
        self.closed = 0
        self.failures_left = 0
        self.warned: list[Warned] = []
        self.changed = threading.Event()
        self.may_show = threading.Event()
        self.may_show.set()


def test_a_slow_screen_misses_views_but_never_the_newest() -> None:
    world = World()
    world.may_show.clear()
    screen = SupervisedScreen("board", lambda: Board(world), world.warned.append)
    for seq in range(100):
        screen({"seq": seq})
    world.may_show.set()
    screen.close()
    assert world.shown[-1] == 99
    assert len(world.shown) + screen.missed == 100
    assert world.closed == 1


def test_a_screen_that_fails_is_said_made_anew_and_then_shows_the_newest_view() -> None:
    world = World()
    world.failures_left = 1
    screen = SupervisedScreen("board", lambda: Board(world), world.warned.append)
    screen({"seq": 1})
    assert world.changed.wait(5)
    screen.close()
    assert world.shown == [1]
    assert screen.failures == 1
    assert [warned.sentence is None for warned in world.warned] == [False, True]
    assert "121" in (world.warned[0].sentence or "")


def test_a_screen_that_cannot_be_made_does_not_keep_the_table_from_closing() -> None:
    def never() -> Board:
        raise OSError(6, "no such device")

    warned: list[Warned] = []
    screen = SupervisedScreen("board", never, warned.append)
    screen({"seq": 1})
    screen.close()
    assert not screen._thread.is_alive()
    assert screen.failures >= 1


def test_a_page_whose_server_has_ended_by_itself_is_served_again() -> None:
    page, warned, well_again = WebScreen(QueueInbox(SystemClock()), port=0), [], threading.Event()

    def serving() -> WebScreen:
        page.start()
        return page

    def warn(warning: Warned) -> None:
        warned.append(warning.sentence)
        if warning.sentence is None:
            well_again.set()

    page.start()
    server, thread = page._server, page._thread
    assert server is not None
    assert thread is not None
    server.should_exit = True
    thread.join(10)
    with closing(SupervisedScreen("web", serving, warn)) as screen:
        screen({"seq": 1})
        assert well_again.wait(10)
        with socket.create_connection(("127.0.0.1", page.port), 10):
            assert screen.failures == 1
    assert "ended by itself" in warned[0]
    page.close()
