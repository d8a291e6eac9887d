"""Who may talk to the page, and the headers that keep a browser from doing anything else with it.

Wraps the whole application. Refuses a ``Host`` that is a foreign name (a web site whose name was pointed at this
machine) and, for WebSockets and everything that is no plain reading, an ``Origin`` other than the page's own.
Programs that are no browsers send no ``Origin`` and are let in: they could reach the port anyway.
"""

import ipaddress
import json
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

READING = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)


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
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a ``Host`` header can only mean this machine: an address, or one of its names.

    >>> known_host("192.168.1.5:8080", frozenset()), known_host("evil.example", frozenset({"localhost"}))
    (True, False)
    """
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


class Guard:
    """ASGI middleware that refuses strangers and adds the security headers."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

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
        policy = content_policy(host).encode("latin-1")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *HEADERS, (b"content-security-policy", policy)]
                if not any(name == b"cache-control" for name, _ in headers):
                    # Files are asked for again each time (and answered by their tag), so an update is seen at once.
                    headers.append((b"cache-control", b"no-cache"))
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_guarded)


def _header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return ""


async def _refuse(scope: Scope, send: Send, sentence: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": sentence[:120]})
        return
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
