"""A table whose page is open to the network, asked from whatever address a test wants, without a network."""

import asyncio
import json
from collections.abc import Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI

from touchjudge.adapters.web.app import build_app
from touchjudge.adapters.web.door import Door, Keys
from touchjudge.adapters.web.evenings import Evenings, File
from touchjudge.adapters.web.newest import Newest
from touchjudge.adapters.web.repeats import Repeats
from touchjudge.cli.page_practice import page_practice
from web_tables import HISTORY, answer_ok

PIN, TOKEN = "058213", "SCANNEDTOKEN"
PORT = 8080
TABLE = f"192.168.1.5:{PORT}"  # as phones call it
PHONE, NEIGHBOUR = "192.168.1.20", "192.168.1.66"
EVENING = {"session": "2026-05-01-1", "games": [], "files": ["evening.json"]}


def keys(pin: str = PIN, signing: str = "5" * 64, token: str = TOKEN) -> Keys:
    return Keys(pin, token, signing, 0.0)


@dataclass
class Clock:
    """Both clocks, moved by hand."""

    wall_s: float = 1_780_000_000.0
    host_s: float = 100.0

    def door(self, its_keys: Keys | None = None) -> Door:
        return Door(its_keys or keys(), wall_s=lambda: self.wall_s, host_s=lambda: self.host_s)

    def pass_s(self, seconds: float) -> None:
        self.wall_s += seconds
        self.host_s += seconds


@dataclass
class OpenTable:
    """The application of a page with a door; keeps what the table was told."""

    clock: Clock = field(default_factory=Clock)
    told: list[str] = field(default_factory=list)
    facts_asked: int = 0
    newest: Newest = field(default_factory=lambda: Newest(most_pages=64, most_elsewhere=48, most_of_one=8))
    door: Door | None = None
    app: FastAPI = field(init=False)

    def __post_init__(self) -> None:
        self.door = self.door or self.clock.door()
        repeats = Repeats()

        def put(lines: str) -> asyncio.Future[str]:
            self.told.append(lines)
            answer = asyncio.get_running_loop().create_future()
            answer.set_result(answer_ok(lines))
            return answer

        async def tell(lines: str, key: str | None) -> str:
            return await repeats.once(key, lines, put)

        async def history() -> str:
            return HISTORY

        self.newest.hold('{"seq":1}', json.dumps({"seq": 1, "join": {"pin": PIN}}))
        self.app = build_app(
            self.newest,
            tell,
            history,
            names=["localhost", "table.local"],
            facts=self._facts,
            evenings=Evenings(
                lambda _before: {"sessions": [EVENING], "more": False},
                lambda _session, name: File(name, "application/json", b"{}") if name == "evening.json" else None,
            ),
            photos=self._photo,
            practice=page_practice("en"),
            door=self.door,
        )

    def _photo(self, _content: bytes) -> dict[str, Any]:
        self.told.append("a card in a photo")
        return {"cards": []}

    def _facts(self) -> dict[str, Any]:
        self.facts_asked += 1
        return {"games": [{"name": "virus"}], "names": ["Ana"]}

    @asynccontextmanager
    async def at(self, address: str, host: str = TABLE, **more: Any):  # type: ignore[no-untyped-def]
        """A client on this address; it keeps its cookies."""
        transport = httpx.ASGITransport(Served(self.app), client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", **more) as client:
            yield client


@dataclass
class Served:
    """The application as a server would call it: it knows on which port it was reached."""

    app: FastAPI

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app({**scope, "server": ("192.168.1.5", PORT)}, receive, send)


def run(steps: Coroutine[Any, Any, None]) -> None:
    asyncio.run(steps)


async def come_in(client: httpx.AsyncClient, pin: str = PIN) -> httpx.Response:
    return await client.post(
        "/api/join", content=json.dumps({"pin": pin}), headers={"Content-Type": "application/json"}
    )


async def status_of_guess(app: Any, address: str, pin: str) -> int:
    """What the application answers to a PIN, called as a server calls it: a client would take most of the time."""
    body = json.dumps({"pin": pin}).encode()
    headers = [(b"host", TABLE.encode()), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/api/join", "raw_path": b"/api/join", "query_string": b"", "root_path": "",
        "headers": headers, "client": (address, 50_000), "server": ("192.168.1.5", PORT),
    }  # fmt: skip
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)
    (status,) = statuses
    return status


async def tell(client: httpx.AsyncClient, text: str = "hello", **headers: str) -> httpx.Response:
    line = json.dumps({"do": "note", "text": text})
    return await client.post("/api/tell", content=line, headers={"Content-Type": "application/json", **headers})
