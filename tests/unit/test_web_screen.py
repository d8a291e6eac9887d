"""The web screen as a part of the table: it starts, shows to sockets, and ends, within bounded time."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from touchjudge.adapters.web import WebScreen
from touchjudge.adapters.web import screen as web_screen
from touchjudge.errors import ConfigError
from touchjudge.ports import Screen
from web_tables import AnsweringTable

PATIENCE_S = 10.0


@pytest.fixture
def screen() -> Iterator[WebScreen]:
    screen = WebScreen(AnsweringTable(), port=0)
    screen.start()
    with closing(screen):
        yield screen


def open_page(screen: WebScreen) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None)


def received(page: ClientConnection) -> int:
    """The seq of the next view."""
    seq: int = json.loads(page.recv(PATIENCE_S))["seq"]
    return seq


def test_it_is_a_screen_with_a_real_port(screen: WebScreen) -> None:
    as_screen: Screen = screen
    assert as_screen.name == "web"
    assert screen.port > 0
    assert screen.url == f"http://127.0.0.1:{screen.port}"


def test_a_page_gets_the_whole_view_on_connect_and_on_each_change(screen: WebScreen) -> None:
    screen.show({"seq": 1, "players": ["Ana", "לאה", "😀"]})
    with open_page(screen) as page:
        assert json.loads(page.recv(PATIENCE_S)) == {"seq": 1, "players": ["Ana", "לאה", "😀"]}
        page.send('{"seen":1}')
        screen.show({"seq": 2})
        assert received(page) == 2


def test_a_page_that_is_slow_gets_the_newest_and_no_queue(screen: WebScreen) -> None:
    screen.show({"seq": 0})
    with open_page(screen) as page:
        assert received(page) == 0
        for seq in range(1, 501):
            screen.show({"seq": seq})
        page.send('{"seen":0}')
        newest = received(page)
        while newest < 500:  # the last of the 500 may still be on its way to the slot
            page.send(json.dumps({"seen": newest}))
            newest = received(page)
        assert newest == 500
        with pytest.raises(TimeoutError):
            page.recv(0.05)


def test_a_page_that_slept_asks_and_gets_the_newest(screen: WebScreen) -> None:
    screen.show({"seq": 1})
    with open_page(screen) as page:
        assert received(page) == 1
        page.send('{"ask":1}')
        assert received(page) == 1


def test_a_view_shown_before_the_start_waits_for_the_first_page() -> None:
    screen = WebScreen(AnsweringTable(), port=0)
    screen.show({"seq": 7})
    with closing(screen):
        screen.start()
        with open_page(screen) as page:
            assert received(page) == 7


def test_a_name_that_is_broken_unicode_is_shown_all_the_same(screen: WebScreen) -> None:
    screen.show({"seq": 1, "players": ["\ud83d"]})
    with open_page(screen) as page:
        assert received(page) == 1


@pytest.mark.parametrize("said", ["hello", "[]", '{"seen":"x"}', '{"tell":{"do":"undo"}}', "[" * 900])
def test_a_page_that_talks_nonsense_is_closed_and_the_others_go_on(screen: WebScreen, said: str) -> None:
    screen.show({"seq": 1})
    with open_page(screen) as other, open_page(screen) as page:
        assert received(page) == received(other) == 1
        page.send(said)
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE_S)
        other.send('{"seen":1}')
        screen.show({"seq": 2})
        assert received(other) == 2


def test_a_message_that_is_too_long_closes_that_page(screen: WebScreen) -> None:
    with open_page(screen) as page:
        page.send("x" * 5000)
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE_S)


def test_one_page_too_many_is_sent_away(screen: WebScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen._newest, "most_pages", 2)
    screen.show({"seq": 1})
    with ExitStack() as pages:
        for _ in range(2):
            assert received(pages.enter_context(open_page(screen))) == 1
        with pytest.raises(InvalidStatus), open_page(screen) as page:
            page.recv(PATIENCE_S)


def test_a_busy_port_is_a_sentence_that_says_what_to_do(screen: WebScreen) -> None:
    other = WebScreen(AnsweringTable(), port=screen.port)
    with pytest.raises(ConfigError) as refused:
        other.start()
    sentence = str(refused.value)
    assert f"port {screen.port}" in sentence
    assert f"--port {screen.port + 1}" in sentence
    assert "--no-web" in sentence
    assert "\n" not in sentence
    other.close()


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_cannot_be_is_a_sentence(port: int) -> None:
    with pytest.raises(ConfigError, match=f"1 to 65535, not {port}; .*--port"):
        WebScreen(AnsweringTable(), port=port).start()


def test_an_address_of_another_machine_is_a_sentence() -> None:
    with pytest.raises(ConfigError, match=r"192\.0\.2\.1.*--no-web"):
        WebScreen(AnsweringTable(), host="192.0.2.1", port=0).start()


def test_a_port_that_is_kept_for_the_system_is_a_sentence() -> None:
    assert "1024" in web_screen._why_not("127.0.0.1", 80, PermissionError(13, "Permission denied"))


def test_close_ends_the_thread_and_frees_the_port_with_pages_open() -> None:
    screen = WebScreen(AnsweringTable(), port=0)
    screen.start()
    screen.show({"seq": 1})
    with open_page(screen) as page:
        assert received(page) == 1
        screen.close()
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE_S)
    screen.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "touchjudge-web"]
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", screen.port))


def test_it_can_be_started_again_on_the_same_port() -> None:
    screen = WebScreen(AnsweringTable(), port=0)
    screen.start()
    port = screen.port
    screen.close()
    again = WebScreen(AnsweringTable(), port=port)
    with closing(again):
        again.start()
        again.show({"seq": 2})
        with open_page(again) as page:
            assert received(page) == 2
