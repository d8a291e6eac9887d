"""What somebody in the same network tries who is not let in: nothing changes, and the table goes on.

The routes are taken from the application itself, so that a new one is tried too.
"""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import httpx
import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from lan_door import NEIGHBOUR, PHONE, PIN, TABLE, TOKEN, Clock, OpenTable, come_in, keys, run, tell
from touchjudge.adapters.web import WebScreen, connections
from touchjudge.adapters.web.attempts import (
    FREE_TRIES,
)
from touchjudge.adapters.web.bodies import MOST_JOIN_BYTES, MOST_LINE_BYTES
from touchjudge.adapters.web.guard import OPEN_READING, OPEN_WRITING
from touchjudge.adapters.web.photos import MOST_PHOTO_BYTES
from touchjudge.adapters.web.practice import MOST_ROUND_BYTES
from web_tables import AnsweringTable

READING = {"GET", "HEAD", "OPTIONS"}
WRITING = ("POST", "PUT", "PATCH", "DELETE")
JSON = {"Content-Type": "application/json"}
NOTE = '{"do":"note","text":"hello"}'
PATIENCE_S = 10.0
# What may be read without the PIN: the pages themselves hold nothing of the table.
OPEN_PAGES = {"/", "/table", "/history", "/me", "/sessions", "/practice", "/join", "/J"}


def routes(found: list[BaseRoute]) -> dict[str, set[str]]:
    """Every path of the application with the methods it knows; a socket and a folder of files without any."""
    paths: dict[str, set[str]] = {}
    for route in found:
        assert isinstance(route, APIRoute | Mount | WebSocketRoute) or route.path == "/api/openapi.json", route  # type: ignore[attr-defined]
        methods = getattr(route, "methods", None) or set()
        paths.setdefault(route.path, set()).update(methods)  # type: ignore[attr-defined]
    return paths


ROUTES = routes(OpenTable().app.routes)
CHANGING = sorted((method, path) for path, methods in ROUTES.items() for method in methods - READING)


def filled(path: str) -> str:
    """A path with something in the place of its parameters."""
    return re.sub(r"\{[^}]*\}", "evening.json", path)


# ---- without the PIN


def test_the_routes_that_change_something_are_known() -> None:
    assert CHANGING == [("POST", "/api/join"), ("POST", "/api/photo"), ("POST", "/api/practice"), ("POST", "/api/tell")]


@pytest.mark.parametrize("path", sorted(ROUTES))
def test_no_route_changes_anything_without_the_pin(path: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(NEIGHBOUR) as neighbour:
            for method in (*WRITING, "TRACE", "CONNECT", "MADEUP"):
                if (method, path) in OPEN_WRITING:
                    continue
                answer = await neighbour.request(method, filled(path), content=NOTE, headers=JSON)
                assert answer.status_code == 401, method
                assert "PIN" in answer.json()["error"]
                assert answer.headers["www-authenticate"] == "TablePin"
        assert table.told == []

    run(steps())


@pytest.mark.parametrize("path", sorted(path for path, methods in ROUTES.items() if "GET" in methods))
def test_only_what_is_known_to_be_open_is_read_without_the_pin(path: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(NEIGHBOUR) as neighbour:
            answer = await neighbour.get(filled(path))
            assert (answer.status_code == 200) is (path in OPEN_PAGES | OPEN_READING)
            assert answer.status_code in (200, 401)
            for secret in (PIN, TOKEN, "Ana"):
                assert secret not in answer.text

    run(steps())


@pytest.mark.parametrize(
    "path",
    [
        "/api/tell/",
        "//api/tell",
        "/api//tell",
        "/API/tell",
        "/api/tell?x=/api/join",
        "/api/join/../tell",
        "/api/join/%2e%2e/tell",
        "/api/join%2f..%2ftell",
        "/static/../api/tell",
        "/api/tell;/api/join",
        "/api/tell%00",
    ],
)
def test_no_other_spelling_of_a_path_gets_round_the_pin(path: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(NEIGHBOUR) as neighbour:
            answer = await neighbour.post(httpx.URL(f"http://{TABLE}{path}"), content=NOTE, headers=JSON)
            assert answer.status_code in (401, 404, 405)
        assert table.told == []

    run(steps())


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-Method-Override", "X-Original-URL", "X-Rewrite-URL"])
def test_no_header_makes_another_request_of_it(header: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(NEIGHBOUR) as neighbour:
            told = {**JSON, header: "POST" if "Method" in header else "/api/tell"}
            for path in ("/api/view", "/api/tell", "/api/join"):
                await neighbour.request("GET", path, content=NOTE, headers=told)
            await neighbour.post("/api/join", content=NOTE, headers=told)
        assert table.told == []

    run(steps())


def test_lines_sent_over_the_socket_tell_nothing() -> None:
    table = AnsweringTable()
    screen = WebScreen(table, "0.0.0.0", port=0, door=Clock().door())
    screen.start()
    screen.show({"seq": 1})
    with closing(screen), connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None) as page:
        page.recv(PATIENCE_S)
        page.send(json.dumps({"tell": NOTE}))
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE_S)
    assert table.told == []


# ---- with a wrong origin


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://192.168.1.5", "http://192.168.1.5:9999", "file://"]
)
@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_a_foreign_page_changes_nothing_even_with_the_cookie(method: str, path: str, origin: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            await come_in(phone)
            answer = await phone.request(method, path, content=NOTE, headers={**JSON, "Origin": origin})
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
        assert table.told == []

    run(steps())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8080",
        "192.168.1.5.evil.example",
        "localhost.evil.example",
        "",
        "[::1",
        "127.0.0.1:8080; script-src *",
    ],
)
def test_a_foreign_name_for_the_table_gets_nothing_at_all(host: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at("127.0.0.1", "localhost:8080") as kiosk:
            for method, path in [*CHANGING, ("GET", "/api/view"), ("GET", "/api/sessions"), ("GET", "/")]:
                answer = await kiosk.request(method, path, content=NOTE, headers={**JSON, "Host": host})
                assert answer.status_code == 403, path
        assert table.told == []

    run(steps())


def test_a_socket_of_a_foreign_page_is_refused_also_at_the_machine() -> None:
    screen = WebScreen(AnsweringTable(), "0.0.0.0", port=0, door=Clock().door())
    screen.start()
    with closing(screen):
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus) as refused:
                connect(f"ws://127.0.0.1:{screen.port}/ws", origin=Origin(origin), proxy=None).close()
            assert refused.value.response.status_code == 403


# ---- too much of it


MOST = {
    "/api/tell": MOST_LINE_BYTES,
    "/api/join": MOST_JOIN_BYTES,
    "/api/photo": MOST_PHOTO_BYTES,
    "/api/practice": MOST_ROUND_BYTES,
}


@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_a_body_that_is_too_long_is_refused_also_when_it_does_not_say_how_long_it_is(method: str, path: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            await come_in(phone)
            most, kind = MOST[path], {"Content-Type": "image/jpeg"} if path == "/api/photo" else JSON
            answer = await phone.request(method, path, content=b" " * (most + 1), headers=kind)
            assert answer.status_code == 413

            async def in_parts():  # type: ignore[no-untyped-def]
                for _ in range(9):
                    yield b" " * (most // 8)

            assert (await phone.request(method, path, content=in_parts(), headers=kind)).status_code == 413
        assert table.told == []

    run(steps())


@pytest.fixture
def screen() -> Iterator[WebScreen]:
    screen = WebScreen(AnsweringTable(), "0.0.0.0", port=0, door=Clock().door())
    screen.start()
    screen.show({"seq": 1})
    with closing(screen):
        yield screen


def goes_on(screen: WebScreen) -> bool:
    with httpx.Client(base_url=screen.url, trust_env=False) as kiosk:
        return kiosk.post("/api/tell", content=NOTE, headers=JSON).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 1_000_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 1_000_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/tell HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/tell HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nhello",
        b"POST /api/tell HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        b"\x00" * 1000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    ],
    ids=["headers", "address", "minus", "two-lengths", "chunk", "tls", "zeros", "two-hosts"],
)
def test_what_is_no_request_ends_that_connection_and_the_table_goes_on(screen: WebScreen, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", screen.port), PATIENCE_S) as raw:
        raw.settimeout(PATIENCE_S)
        try:
            raw.sendall(sent)
            answer = raw.recv(1000)
        except ConnectionError:
            answer = b""
    assert b" 200 " not in answer.partition(b"\r\n")[0]
    assert goes_on(screen)


def test_a_socket_message_that_is_too_long_closes_that_page_alone(screen: WebScreen) -> None:
    with connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None) as page:
        page.recv(PATIENCE_S)
        page.send('{"seen":1,"x":"' + "x" * 2000 + '"}')
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE_S)
    assert goes_on(screen)


def test_one_machine_that_opens_connection_after_connection_leaves_room_for_the_others(
    screen: WebScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every test connection comes from this machine, so one of its addresses stands for the neighbour.
    monkeypatch.setattr(connections, "is_loopback", lambda address: address != "127.0.0.1")
    with ExitStack() as open_sockets:
        for _ in range(connections.MOST_OF_ONE):
            open_sockets.enter_context(socket.create_connection(("127.0.0.1", screen.port), PATIENCE_S))
        surplus = open_sockets.enter_context(socket.create_connection(("127.0.0.1", screen.port), PATIENCE_S))
        surplus.settimeout(PATIENCE_S)
        with pytest.raises(ConnectionError):
            surplus.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            if not surplus.recv(100):
                raise ConnectionResetError
        other = open_sockets.enter_context(
            socket.create_connection(("127.0.0.1", screen.port), PATIENCE_S, source_address=("127.0.0.2", 0))
        )
        other.settimeout(PATIENCE_S)
        other.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b" 200 " in other.recv(1000)


def test_a_connection_that_asks_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ASK_WITHIN_S", 0.05)
    screen = WebScreen(AnsweringTable(), port=0)
    screen.start()
    with closing(screen):
        with socket.create_connection(("127.0.0.1", screen.port), PATIENCE_S) as idle:
            idle.sendall(b"GET / HTTP/1.1\r\nHo")
            idle.settimeout(PATIENCE_S)
            assert idle.recv(100) == b""
        screen.show({"seq": 1})
        with connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None) as page:
            page.recv(PATIENCE_S)
            page.send('{"seen":1}')
            with pytest.raises(TimeoutError):
                page.recv(0.3)  # a socket may keep silent
            screen.show({"seq": 2})
            assert json.loads(page.recv(PATIENCE_S))["seq"] == 2


# ---- nonsense


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"42",
        b'"058213"',
        b"{",
        b"{}",
        b'{"pin":58213}',
        b'{"pin":null}',
        b'{"pin":""}',
        b'{"pin":["058213"]}',
        b'{"pin":"' + b"0" * 65 + b'"}',
        b"[" * 1000,
        b"\xff\xfe",
        b'{"pin":"058213"',
        b"pin=058213",
    ],
)
def test_a_body_that_holds_no_pin_is_one_sentence_and_no_try(body: bytes) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            for _ in range(FREE_TRIES + 5):
                answer = await phone.post("/api/join", content=body, headers=JSON)
                assert answer.status_code == 422
                assert re.fullmatch(r"[^\n]+\.", answer.json()["error"])
            assert (await come_in(phone)).status_code == 200

    run(steps())


@pytest.mark.parametrize(
    "pin", ["０５８２１３", "٠٥٨٢١٣", "042319", "0582130", "42318", "-42318", "4e4", "é" * 6, "\ud83d" * 6, "\x00" * 6]
)
def test_what_is_nearly_the_pin_does_not_open(pin: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            assert (await come_in(phone, pin)).status_code == 403
            assert (await tell(phone)).status_code == 401

    run(steps())


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_a_body_that_a_foreign_form_could_send_is_refused(method: str, path: str, kind: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at("127.0.0.1", "localhost:8080") as kiosk:
            answer = await kiosk.request(method, path, content=b'{"pin":"058213"}', headers={"Content-Type": kind})
            assert answer.status_code == 415
        assert table.told == []

    run(steps())


# ---- again


def test_the_same_line_under_the_same_key_counts_once_and_gets_the_same_answer() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            await come_in(phone)
            key = {"Idempotency-Key": "5f1c9e2ab0"}
            first, second = await asyncio.gather(tell(phone, **key), tell(phone, **key))
            third = await tell(phone, **key)
            assert first.text == second.text == third.text
            assert len(table.told) == 1
            assert (await tell(phone, "other", **key)).status_code == 422
            assert (await tell(phone, **{"Idempotency-Key": "5f1c9e2ab1"})).status_code == 200
            assert len(table.told) == 2

    run(steps())


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", "<script>", "a;b;c;d;e"])
def test_a_key_that_is_none_is_refused_before_the_line_is_told(key: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            await come_in(phone)
            assert (await tell(phone, **{"Idempotency-Key": key})).status_code == 422
        assert table.told == []

    run(steps())


def test_a_recorded_request_is_refused_when_the_pin_has_changed_or_the_evening_is_over() -> None:
    async def steps() -> None:
        clock = Clock()
        before = OpenTable(clock)
        async with before.at(PHONE) as phone:
            await come_in(phone)
            cookies = dict(phone.cookies)
            assert (await tell(phone)).status_code == 200
        after = OpenTable(clock, door=clock.door(keys(pin="777777", signing="7" * 64)))
        async with after.at(PHONE, cookies=cookies) as phone:
            assert (await tell(phone)).status_code == 401
        again = OpenTable(clock)  # the same keys: only the host was started again
        async with again.at(PHONE, cookies=cookies) as phone:
            assert (await tell(phone)).status_code == 200
            clock.pass_s(24 * 3600)
            assert (await tell(phone)).status_code == 401
        assert (len(before.told), len(after.told), len(again.told)) == (1, 0, 1)

    run(steps())


def test_a_cookie_for_another_port_of_this_machine_is_worth_nothing() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            await come_in(phone)
            ((_, cookie),) = phone.cookies.items()
        async with table.at(PHONE, cookies={"touchjudge-8081": cookie, "touchjudge": cookie}) as phone:
            assert (await tell(phone)).status_code == 401

    run(steps())


# ---- the log


def test_no_log_line_names_the_pin_or_the_word_of_the_code(
    screen: WebScreen, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(0)
    with httpx.Client(base_url=screen.url, trust_env=False, headers={"Via": "1.1 elsewhere"}) as phone:
        for pin in (PIN, TOKEN, "000000"):
            phone.post("/api/join", json={"pin": pin})
        phone.get("/join")
    with socket.create_connection(("127.0.0.1", screen.port), PATIENCE_S) as raw:
        raw.sendall(b"nonsense " + PIN.encode() + b"\r\n\r\n")
        raw.recv(100)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    said = "\n".join(ours) + "".join(capfd.readouterr())
    for secret in (PIN, TOKEN, "5" * 64):
        assert secret not in said
