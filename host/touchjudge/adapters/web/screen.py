"""The web screen: the application on its own thread with its own event loop.

In: views by :meth:`WebScreen.show`, from any thread. Out: pages and the JSON API; what people tell goes into the inbox.
It listens on this machine alone, or, with a door that lets people in, on every address.
"""

import asyncio
import errno
import json
import logging
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import uvicorn

from touchjudge.adapters.web.app import build_app
from touchjudge.adapters.web.connections import MOST_CONNECTIONS, LimitedConnection
from touchjudge.adapters.web.door import Door, is_loopback
from touchjudge.adapters.web.evenings import NO_EVENINGS, Evenings
from touchjudge.adapters.web.newest import Newest
from touchjudge.adapters.web.own_address import own_address
from touchjudge.adapters.web.photos import Photos
from touchjudge.adapters.web.practice import Practice
from touchjudge.adapters.web.refused import Refused
from touchjudge.adapters.web.repeats import Repeats
from touchjudge.errors import ConfigError, TouchJudgeError
from touchjudge.ports import Arrival, AskedHistory, Inbox, Told
from touchjudge.screens.invitation import invitation

START_TIMEOUT_S = 10.0
CLOSE_TIMEOUT_S = 3.0
ANSWER_TIMEOUT_S = 5.0
MOST_PAGES, MOST_PAGES_ELSEWHERE, MOST_PAGES_OF_ONE = 64, 48, 16


def no_facts() -> dict[str, Any]:
    """What a page is told that has nothing to set up a game with."""
    return {"games": [], "names": []}


class WebScreen:
    """Shows the table to browsers, and takes lines of the table language from them.

    Args:
        inbox: where lines go, as :class:`touchjudge.ports.Told`.
        host: the address to listen on; other machines are let in only by an address that they can reach.
        port: 0 picks a free one.
        answer_timeout_s: how long a request waits for the table's answer.
        facts: ``games`` that can be set up (as ``touchjudge games --json`` has them, and ``extras`` and ``lines``) and
            the ``names`` of earlier players, as JSON values; called on any thread.
        evenings: past evenings and their files.
        photos: reads the cards in a photo; None where nothing can.
        practice: judges rounds of practice; None where nothing can.
        door: lets people of other machines in; without one the page is for this machine alone.
    """

    name = "web"

    def __init__(
        self,
        inbox: Inbox,
        host: str = "127.0.0.1",
        port: int = 8080,
        *,
        answer_timeout_s: float = ANSWER_TIMEOUT_S,
        facts: Callable[[], Mapping[str, Any]] = no_facts,
        evenings: Evenings = NO_EVENINGS,
        photos: Photos | None = None,
        practice: Practice | None = None,
        door: Door | None = None,
    ) -> None:
        self._inbox = inbox
        self._facts = facts
        self._host = host
        self._wanted_port = port
        self._answer_timeout_s = answer_timeout_s
        self._evenings = evenings
        self._photos = photos
        self._practice = practice
        self._door = door
        self._invited: tuple[str, int, dict[str, Any]] | None = None
        self._repeats = Repeats()
        self._newest = Newest(most_pages=MOST_PAGES, most_elsewhere=MOST_PAGES_ELSEWHERE, most_of_one=MOST_PAGES_OF_ONE)
        self._port: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port that is listened on; before :meth:`start` the one that was asked for."""
        return self._wanted_port if self._port is None else self._port

    @property
    def url(self) -> str:
        """Where the page is, for people on this machine."""
        host = "127.0.0.1" if self._host in ("", "0.0.0.0") else "[::1]" if self._host == "::" else self._host
        return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{self.port}"

    def invitation(self) -> dict[str, Any] | None:
        """What a display at the table shows to let phones in, as the view's ``join``; None without a door.

        The machine's address is looked up each time, since it may get one only while the table runs.
        """
        if self._door is None:
            return None
        address = own_address() or _local_name()
        if self._invited is None or self._invited[:2] != (address, self.port):
            keys = self._door.keys
            self._invited = (address, self.port, invitation(address, self.port, keys.pin, keys.token))
        return self._invited[2]

    def start(self) -> None:
        """Listen and serve; returns when pages can be opened.

        Raises:
            ConfigError: the port is in use, out of range or not allowed, or the address is not this machine's.
        """
        if self._thread is not None:
            return
        listener = _listen(self._host, self._wanted_port)
        if self._door is None and not is_loopback(listener.getsockname()[0]):
            listener.close()
            raise ConfigError(
                f"The web page may not listen on {self._host!r} without a PIN, since other machines reach it there; "
                "open it to them with --lan, or play without it with --no-web."
            )
        self._port = listener.getsockname()[1]
        app = build_app(
            self._newest,
            self._tell,
            self._ask_history,
            names=_names(self._host),
            facts=self._facts,
            evenings=self._evenings,
            photos=self._photos,
            practice=self._practice,
            door=self._door,
        )
        # The page has its own way to say what went wrong; a log line would tear the terminal screen.
        logging.getLogger("uvicorn").addHandler(logging.NullHandler())
        config = uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # whoever connects is who it says, never who a header names
            http=LimitedConnection,
            h11_max_incomplete_event_size=16_384,
            ws="websockets-sansio",
            ws_max_size=1024,
            ws_per_message_deflate=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        serving = threading.Event()
        thread = threading.Thread(
            target=self._serve, args=(server, listener, serving), name="touchjudge-web", daemon=True
        )
        self._server, self._thread = server, thread
        thread.start()
        if not serving.wait(START_TIMEOUT_S) or not thread.is_alive():
            self.close()
            raise ConfigError(
                f"The web page did not start on {self._host}:{self.port} within {START_TIMEOUT_S:g} s; "
                "play without it with --no-web."
            )

    def show(self, view: dict[str, Any]) -> None:
        """Send this view to every page; from any thread, never waits.

        Raises:
            TouchJudgeError: the server has ended although nobody closed it.
        """
        text = json.dumps(view, separators=(",", ":"))  # ASCII: a broken surrogate in a name cannot stop it
        join = self.invitation()
        inside = None if join is None else json.dumps({**view, "join": join}, separators=(",", ":"))
        loop, thread = self._loop, self._thread
        if thread is None:
            self._newest.hold(text, inside)
            return
        try:
            if loop is None:
                raise RuntimeError
            loop.call_soon_threadsafe(self._newest.publish, text, inside)
        except RuntimeError:
            raise TouchJudgeError("The web page's server has ended by itself; it can be started again.") from None

    def close(self) -> None:
        """Stop serving, within a few seconds; may be called twice."""
        server, thread = self._server, self._thread
        self._server = self._thread = None
        if server is None or thread is None:
            return
        server.should_exit = True
        thread.join(CLOSE_TIMEOUT_S)
        if thread.is_alive():
            server.force_exit = True
            thread.join(CLOSE_TIMEOUT_S)

    def _serve(self, server: uvicorn.Server, listener: socket.socket, serving: threading.Event) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            # The listener is open and its backlog takes connections, so the page can be opened from here on.
            self._loop.call_soon(serving.set)
            await server.serve(sockets=[listener])

        try:
            asyncio.run(serve())
        finally:
            self._loop = None
            listener.close()
            serving.set()

    async def _tell(self, lines: str, key: str | None) -> str:
        """Hand lines to the table as one and wait for its answers; under a key it has heard, only wait."""
        answer = self._repeats.once(key, lines, self._put_lines)
        return await self._in_time(answer, "look whether the line counts before telling it again.")

    def _put_lines(self, lines: str) -> asyncio.Future[str]:
        busy = "The table is busy and did not take the line; tell it again in a second."
        return self._put(lambda reply: Told(lines, self.name, reply), busy)

    async def _ask_history(self) -> str:
        answer = self._put(AskedHistory, "The table is busy; ask again in a second.")
        return await self._in_time(answer, "ask again in a moment.")

    def _put(self, arrival: Callable[[Callable[[str], None]], Arrival], busy: str) -> asyncio.Future[str]:
        """Put an arrival into the inbox; what the table will reply.

        Raises:
            Refused: the inbox is full.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()

        def arrived(text: str) -> None:
            if not answer.done():
                answer.set_result(text)

        def reply(text: str) -> None:
            with suppress(RuntimeError):  # the page's server was closed meanwhile
                loop.call_soon_threadsafe(arrived, text)

        if not self._inbox.put(arrival(reply)):
            raise Refused(503, busy)
        return answer

    async def _in_time(self, answer: asyncio.Future[str], silent: str) -> str:
        """Wait for an answer, which goes on coming when this stops waiting.

        Raises:
            Refused: there was none in time.
        """
        try:
            return await asyncio.wait_for(asyncio.shield(answer), self._answer_timeout_s)
        except TimeoutError:
            sentence = f"The table did not answer within {self._answer_timeout_s:g} s; {silent}"
            raise Refused(504, sentence) from None


def _names(host: str) -> set[str]:
    return {"localhost", socket.gethostname().lower(), _local_name(), host.lower()} - {"", "0.0.0.0", "::"}


def _local_name() -> str:
    """By which most networks find this machine."""
    return socket.gethostname().lower().partition(".")[0] + ".local"


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        ConfigError: with what to do.
    """
    if not 0 <= port <= 65535:
        raise ConfigError(f"The web page's port is 1 to 65535, not {port}; choose another with --port.")
    try:
        found = socket.getaddrinfo(host or "0.0.0.0", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as problem:
        raise ConfigError(
            f"The web page cannot listen on {host!r} ({problem.strerror or problem}); "
            "use 127.0.0.1 or an address of this machine, or play without the page with --no-web."
        ) from None
    try:
        # A table that was just stopped must not keep its port from the next one.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
        listener.setblocking(False)
    except OSError as problem:
        listener.close()
        raise ConfigError(_why_not(host, port, problem)) from None
    return listener


def _why_not(host: str, port: int, problem: OSError) -> str:
    match problem.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < 65535 else 8080
            return (
                f"The web page cannot use port {port} of {host}: another program has it (perhaps another table); "
                f"choose another with --port {other}, or play without the page with --no-web."
            )
        case errno.EACCES:
            return (
                f"The web page may not use port {port}: ports under 1024 are kept for the system; "
                "choose one from 1024 up with --port, or play without the page with --no-web."
            )
        case _:
            return (
                f"The web page cannot listen on {host} port {port} ({problem.strerror}); "
                "use 127.0.0.1 or an address of this machine, or play without the page with --no-web."
            )
