"""Who is let in: host and origin of requests and sockets, and the headers on every answer."""

from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from touchjudge.adapters.web import WebScreen
from touchjudge.adapters.web.app import STATIC
from web_tables import AnsweringTable

NOTE = '{"do":"note","text":"hello"}'


@pytest.fixture
def table() -> AnsweringTable:
    return AnsweringTable()


@pytest.fixture
def screen(table: AnsweringTable) -> Iterator[WebScreen]:
    screen = WebScreen(table, port=0)
    screen.start()
    screen.show({"seq": 1})
    with closing(screen):
        yield screen


def tell(screen: WebScreen, **headers: str) -> httpx.Response:
    with httpx.Client(base_url=screen.url, trust_env=False) as client:
        return client.post("/api/tell", content=NOTE, headers={"Content-Type": "application/json", **headers})


def test_the_tables_own_page_may_tell_lines(screen: WebScreen, table: AnsweringTable) -> None:
    assert tell(screen, Origin=screen.url).status_code == 200
    assert len(table.told) == 1


def test_a_program_that_is_no_browser_may_tell_lines(screen: WebScreen) -> None:
    assert tell(screen).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1"])
def test_a_page_of_another_origin_tells_nothing(screen: WebScreen, table: AnsweringTable, origin: str) -> None:
    answer = tell(screen, Origin=origin)
    assert answer.status_code == 403
    assert origin in answer.json()["error"]
    assert table.told == []


def test_a_foreign_page_may_not_ask_what_it_is_allowed_to_send(screen: WebScreen) -> None:
    with httpx.Client(base_url=screen.url, trust_env=False) as client:
        asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
        answer = client.options("/api/tell", headers=asked)
    assert "access-control-allow-origin" not in answer.headers


def test_a_foreign_name_pointed_at_this_machine_is_refused(screen: WebScreen, table: AnsweringTable) -> None:
    host = f"evil.example:{screen.port}"
    answer = tell(screen, Host=host, Origin=f"http://{host}")
    assert answer.status_code == 403
    assert "'evil.example'" in answer.json()["error"]
    assert table.told == []


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "192.168.7.7", "[::1]"])
def test_addresses_and_this_machines_names_are_known(screen: WebScreen, name: str) -> None:
    host = f"{name}:{screen.port}"
    assert tell(screen, Host=host, Origin=f"http://{host}").status_code == 200


def test_a_socket_of_another_origin_is_refused_before_it_opens(screen: WebScreen) -> None:
    address = f"ws://127.0.0.1:{screen.port}/ws"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin("http://evil.example"), proxy=None):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/view", "/api/openapi.json", "/nowhere"])
def test_every_answer_carries_the_security_headers(screen: WebScreen, path: str) -> None:
    with httpx.Client(base_url=screen.url, trust_env=False) as client:
        headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert f"ws://127.0.0.1:{screen.port}" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] in ("no-cache", "no-store")
    assert "server" not in headers


def test_only_an_address_that_browsers_trust_is_told_to_keep_openers_away(screen: WebScreen) -> None:
    """Elsewhere, without TLS, they ignore it and complain on their console."""
    with httpx.Client(base_url=screen.url, trust_env=False) as client:
        assert client.get("/").headers["cross-origin-opener-policy"] == "same-origin"
        elsewhere = client.get("/", headers={"Host": f"192.168.7.7:{screen.port}"})
        assert "cross-origin-opener-policy" not in elsewhere.headers


def test_no_page_has_script_or_style_in_line_or_from_elsewhere() -> None:
    pages = list(STATIC.glob("*.html"))
    assert {page.name for page in pages} >= {"index.html", "me.html", "join.html", "sessions.html"}
    for page in pages:
        html = page.read_text()
        assert "<script>" not in html, page.name
        assert "<style" not in html, page.name
        assert " style=" not in html, page.name
        assert " on" not in html.replace(" on ", ""), page.name
        assert "http" not in html, page.name
    for source in STATIC.rglob("*.js"):
        assert "innerHTML" not in source.read_text(), source.name
        assert "insertAdjacentHTML" not in source.read_text(), source.name
        assert "eval(" not in source.read_text(), source.name
