"""Who may talk to the page, and the headers that keep a browser from doing anything else with it.

Wraps the whole application. Refuses a ``Host`` that is a foreign name (a web site whose name was pointed at this
machine) and, for WebSockets and everything that is no plain reading, an ``Origin`` other than the page's own.
Programs that are no browsers send no ``Origin`` and are let in: they could reach the port anyway.

Where the table has a door, everything but looking on needs the cookie that is given there: whatever is no reading, and
of the API whatever is not listed here as open. So a route that is added later is closed until somebody opens it.
"""

import ipaddress
import json
import re
from collections.abc import Iterable

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from touchjudge.adapters.web.door import Door, at_the_machine, is_this_machine

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
READING = frozenset({"GET", "HEAD", "OPTIONS"})
# Open to everybody who can reach the page: the way in, and what somebody needs who only looks on.
THE_WAY_IN = ("POST", "/api/join")
# Told, but of no consequence: practice is judged and forgotten.
PRACTICE = ("POST", "/api/practice")
OPEN_WRITING = frozenset({THE_WAY_IN, PRACTICE})
OPEN_READING = frozenset({"/api/join", "/api/view", "/api/games", "/api/health", "/api/practice", "/api/openapi.json"})
NEEDS_PIN = "This needs the table's PIN, which stands on its display: open /join on this device first."

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)

# Only where a browser trusts the address; elsewhere, without TLS, it ignores this and complains.
OPENER = (b"cross-origin-opener-policy", b"same-origin")


def content_policy(host: str) -> str:
    """What a page may load: its own files and its own socket, nothing inline, nothing framed.

    >>> "unsafe" in content_policy("127.0.0.1:8080")
    False
    """
    # Older Safari does not count ws: as 'self', so the socket's own address is named.
    socket = f" ws://{host} wss://{host}" if host else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        f"connect-src 'self'{socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def host_name(host: str) -> str:
    """The name in a ``Host`` header, without port and brackets, in lower case.

    >>> host_name("[::1]:8080"), host_name("Table.local:80"), host_name("10.0.0.7")
    ('::1', 'table.local', '10.0.0.7')
    """
    if host.startswith("["):
        name, bracket, _ = host[1:].partition("]")
        return name.lower() if bracket else host.lower()
    return host.partition(":")[0].lower()


def known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a ``Host`` header can only mean this machine: an address, or one of its names.

    >>> known_host("192.168.1.5:8080", frozenset()), known_host("evil.example", frozenset({"localhost"}))
    (True, False)
    """
    if not _HOST.fullmatch(host):
        return False  # it is repeated in the content policy, so nothing else may stand in it
    name = host_name(host)
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str, host: str) -> bool:
    """Whether an ``Origin`` header names the very address the request was sent to.

    >>> same_origin("http://127.0.0.1:8080", "127.0.0.1:8080"), same_origin("null", "127.0.0.1:8080")
    (True, False)
    """
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def open_to_all(method: str, path: str) -> bool:
    """Whether looking on is enough for a request.

    >>> open_to_all("GET", "/table"), open_to_all("GET", "/api/history"), open_to_all("POST", "/api/tell")
    (True, False, False)
    """
    if method not in READING:
        return (method, path) in OPEN_WRITING
    return path in OPEN_READING or not (path == "/api" or path.startswith("/api/"))


def cookie_name(port: int) -> str:
    """Browsers do not tell ports apart, so that two tables of a machine need cookies of different names."""
    return f"touchjudge-{port}"


class Guard:
    """ASGI middleware that refuses strangers and adds the security headers.

    Whether somebody is inside, at the machine or with a cookie, goes on to the application as ``state["inside"]``.

    Args:
        door: None where only this machine can reach the page.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], door: Door | None = None) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host, origin = _header(scope, b"host"), _header(scope, b"origin")
        if not known_host(host, self._names):
            known = ", ".join(sorted(self._names))
            refusal = f"This table does not go by the name {host_name(host)!r}; open it by its address or as {known}."
            await _refuse(scope, send, refusal)
            return
        reading = scope["type"] == "http" and scope["method"] in READING
        if origin and not reading and not same_origin(origin, host):
            await _refuse(scope, send, f"A page of {origin} may not speak to this table; use the table's own page.")
            return
        inside = self._inside(scope, host)
        if not inside and scope["type"] == "http" and not open_to_all(scope["method"], scope["path"]):
            await _refuse(scope, send, NEEDS_PIN, status=401)
            return
        scope.setdefault("state", {})["inside"] = inside
        policy = content_policy(host).encode("latin-1")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *HEADERS, (b"content-security-policy", policy)]
                if is_this_machine(host_name(host)):
                    headers.append(OPENER)
                if not any(name == b"cache-control" for name, _ in headers):
                    # Files are asked for again each time (and answered by their tag), so an update is seen at once.
                    headers.append((b"cache-control", b"no-cache"))
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _inside(self, scope: Scope, host: str) -> bool:
        if self._door is None:
            return True
        address = scope["client"][0] if scope.get("client") else ""
        if at_the_machine(address, host_name(host), scope["headers"]):
            return True
        port = scope["server"][1] if scope.get("server") else None
        return self._door.admits(_cookie(scope, cookie_name(port or 0)))


def _cookie(scope: Scope, name: str) -> str:
    return cookie_parser(_header(scope, b"cookie")).get(name, "")


def _header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return ""


async def _refuse(scope: Scope, send: Send, sentence: str, *, status: int = 403) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": sentence[:120]})
        return
    body = json.dumps({"error": sentence}).encode()
    length = (b"content-length", str(len(body)).encode())
    headers = [(b"content-type", b"application/json"), length, (b"cache-control", b"no-store"), *HEADERS]
    if status == 401:
        headers.append((b"www-authenticate", b"TablePin"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
