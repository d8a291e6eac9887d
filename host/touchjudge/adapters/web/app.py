"""The pages, the socket and the JSON API of the web screen, as a FastAPI application.

In: the newest view, and ways to tell the table lines and to ask for its history. Out: the pages, ``/ws`` (the whole
view on connect and on each change), ``/api/view``, ``/api/tell``, ``/api/history``, ``/api/games``, ``/api/health`` and
their description, ``/api/openapi.json``.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from touchjudge import __version__
from touchjudge.adapters.web.guard import Guard
from touchjudge.adapters.web.newest import Newest, Page

MOST_LINE_BYTES = 65_536  # `correct` carries lines and `set` a whole state; the largest real one is under 10,000
BODY_TIMEOUT_S = 5.0
MOST_LINES = 64  # an answer to a question is one to eight
ONE_LINE, LINES = "application/json", "application/x-ndjson"
STATIC = Path(__file__).parent / "static"
# Each page of its own, and the file it is made of.
PAGES = {"/": "index.html", "/table": "index.html", "/history": "index.html", "/me": "me.html"}

Tell = Callable[[str], Awaitable[str]]
AskHistory = Callable[[], Awaitable[str]]
Facts = Callable[[], Mapping[str, Any]]


class Refused(Exception):
    """A request that is answered with one sentence.

    Attributes:
        status: the HTTP status.
    """

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def build_app(newest: Newest, tell: Tell, ask_history: AskHistory, *, names: Iterable[str], facts: Facts) -> FastAPI:
    """The application.

    Args:
        newest: where the newest view lies; used on the event loop only.
        tell: hands lines, with line ends between, to the table as one and gives as many lines of JSON text; raises
            :class:`Refused`.
        ask_history: the table's history as JSON text; raises :class:`Refused`.
        names: host names that this machine goes by.
        facts: the games that can be set up and the names that are remembered; may read files, so it is called on a
            thread of its own.
    """
    app = FastAPI(
        title="touchjudge",
        summary="The table as a view, and the lines it is told.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual pages load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Guard, names=tuple(names))

    @app.exception_handler(Refused)
    async def refused(_request: Request, problem: Refused) -> JSONResponse:
        headers = {"Retry-After": "1"} if problem.status == 503 else None
        return JSONResponse({"error": str(problem)}, status_code=problem.status, headers=headers)

    for path, file in PAGES.items():
        app.add_api_route(path, _page(file), include_in_schema=False)

    @app.get("/api/view", responses={200: _answers("The whole view."), 503: _answers("Nothing was shown yet.")})
    async def view() -> Response:
        """The whole view, as the page gets it."""
        if newest.text is None:
            raise Refused(503, "The table has not shown anything yet; ask again in a moment.")
        return Response(newest.text, media_type="application/json", headers={"Cache-Control": "no-store"})

    @app.get("/api/health")
    async def health() -> dict[str, Any]:
        """Whether the page's server lives, whether it has a view, and how many pages are open."""
        return {"ok": True, "view": newest.text is not None, "pages": len(newest)}

    @app.get(
        "/api/history", responses={200: _answers("All lines with their rulings, oldest first; what was undone too.")}
    )
    async def history() -> Response:
        """All that was told and ruled in this session."""
        return Response(await ask_history(), media_type=ONE_LINE, headers={"Cache-Control": "no-store"})

    @app.get("/api/games")
    async def games() -> JSONResponse:
        """The games that can be set up, what can be told in each, and the names of earlier players."""
        return JSONResponse(dict(await asyncio.to_thread(facts)))

    @app.post(
        "/api/tell",
        openapi_extra={"requestBody": {"required": True, "content": dict.fromkeys((ONE_LINE, LINES), LINE_SCHEMA)}},
        responses={
            200: _answers("What the referee answers: n and rulings, for each line."),
            413: _answers("The lines are too long or too many."),
            415: _answers("The body is neither application/json nor application/x-ndjson."),
            422: _answers("A line is not understood and has changed nothing."),
            503: _answers("The table is busy; tell it again."),
            504: _answers("No answer in time; look at the view before telling it again."),
        },
    )
    async def tell_lines(request: Request) -> Response:
        """Tell the table a line (application/json), or several as one (application/x-ndjson); it answers as many."""
        # These types also make a browser ask first when a foreign page sends them.
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in (ONE_LINE, LINES):
            raise Refused(415, f"A line is sent as {ONE_LINE}, several as {LINES}, not as {kind or 'nothing'!r}.")
        text = await _text(request)
        answer = await tell(_one_line(text) if kind == ONE_LINE else _several(text))
        status = 422 if any("error" in json.loads(line) for line in answer.split("\n")) else 200
        return Response(answer, status_code=status, media_type=kind, headers={"Cache-Control": "no-store"})

    @app.websocket("/ws")
    async def views(socket: WebSocket) -> None:
        if newest.full:
            await socket.close(1013, f"{newest.most_pages} pages are open; close one.")
            return
        await socket.accept()
        page = newest.join()
        sender = asyncio.create_task(_send_views(socket, page))
        try:
            await _hear_page(socket, page)
        except WebSocketDisconnect:
            pass
        finally:
            newest.leave(page)
            sender.cancel()

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


LINE_SCHEMA = {
    "schema": {
        "type": "object",
        "required": ["do"],
        "properties": {"do": {"type": "string"}},
        "example": {"do": "card", "card": "symbol:4-8-2"},
    }
}


def _page(file: str) -> Callable[[], Awaitable[FileResponse]]:
    async def page() -> FileResponse:
        return FileResponse(STATIC / file, media_type="text/html")

    return page


def _answers(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": {"type": "object"}}}}


async def _text(request: Request) -> str:
    """The body as text."""
    too_long = Refused(413, f"The body is longer than {MOST_LINE_BYTES:,} bytes; tell the table less at a time.")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > MOST_LINE_BYTES:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_LINE_BYTES:
                    raise too_long
    except TimeoutError:
        raise Refused(408, f"The line did not arrive within {BODY_TIMEOUT_S:g} s; send it again.") from None
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Refused(
            422, f"The line is not UTF-8: byte {problem.start} cannot be read; send it again as UTF-8."
        ) from None


# Characters that some readers take for line ends, but that JSON allows within a string: a name may hold them.
_NO_LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"})


def _one_line(text: str) -> str:
    """A JSON object as one line.

    Within JSON a bare line break can only be white space, so a neatly printed object is still one line.

    >>> _one_line('{"do":' + chr(10) + '"undo"}')
    '{"do": "undo"}'
    """
    return text.replace("\r", " ").replace("\n", " ").strip().translate(_NO_LINE_ENDS)


def _several(text: str) -> str:
    """The lines of a body, without the empty ones.

    Raises:
        Refused: there are too many.
    """
    lines = [_one_line(line) for line in text.split("\n") if line.strip()]
    if len(lines) > MOST_LINES:
        raise Refused(413, f"The body has {len(lines)} lines; at most {MOST_LINES} are told as one.")
    return "\n".join(lines)


async def _send_views(socket: WebSocket, page: Page) -> None:
    try:
        while True:
            await socket.send_text(await page.next())
    except (WebSocketDisconnect, RuntimeError):
        return  # the page is gone; _hear_page learns it too


async def _hear_page(socket: WebSocket, page: Page) -> None:
    """Take what the page says: ``{"seen": seq}`` once it has drawn a view, ``{"ask": seq}`` to get the newest again."""
    while True:
        try:
            said = json.loads(await socket.receive_text())
        except (ValueError, KeyError, RecursionError):
            said = None
        match said:
            case {"seen": int()}:
                page.seen()
            case {"ask": int()}:
                page.asks()
            case _:
                await socket.close(1008, 'A page says {"seen": seq} or {"ask": seq}.')
                return
