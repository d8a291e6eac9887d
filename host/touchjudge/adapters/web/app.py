"""The pages, the socket and the JSON API of the web screen, as a FastAPI application.

In: the newest view, and a way to tell the table a line. Out: ``/`` and ``/table`` (pages), ``/ws`` (the whole view on
connect and on each change), ``/api/view``, ``/api/tell``, ``/api/health`` and their description, ``/api/openapi.json``.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
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
STATIC = Path(__file__).parent / "static"

Tell = Callable[[str], Awaitable[str]]


class Refused(Exception):
    """A request that is answered with one sentence.

    Attributes:
        status: the HTTP status.
    """

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def build_app(newest: Newest, tell: Tell, *, names: Iterable[str]) -> FastAPI:
    """The application.

    Args:
        newest: where the newest view lies; used on the event loop only.
        tell: hands one line to the table and gives its answer as JSON text; raises :class:`Refused`.
        names: host names that this machine goes by.
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

    @app.get("/", include_in_schema=False)
    @app.get("/table", include_in_schema=False)
    async def scoreboard() -> FileResponse:
        return FileResponse(STATIC / "index.html", media_type="text/html")

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

    @app.post(
        "/api/tell",
        openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": LINE_SCHEMA}}}},
        responses={
            200: _answers("What the referee answers: n and rulings."),
            413: _answers("The line is too long."),
            415: _answers("The body is not application/json."),
            422: _answers("The line is not understood; nothing has changed."),
            503: _answers("The table is busy; tell it again."),
            504: _answers("No answer in time; look at the view before telling it again."),
        },
    )
    async def tell_line(request: Request) -> Response:
        """Tell the table one line of the table language; the answer is the referee's."""
        # This type also makes a browser ask first when a foreign page sends it.
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refused(415, f"A line is sent as application/json, not as {kind or 'nothing'!r}.")
        answer = await tell(await _line(request))
        status = 422 if "error" in json.loads(answer) else 200
        headers = {"Cache-Control": "no-store"}
        return Response(answer, status_code=status, media_type="application/json", headers=headers)

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
    "type": "object",
    "required": ["do"],
    "properties": {"do": {"type": "string"}},
    "example": {"do": "card", "card": "symbol:4-8-2"},
}


def _answers(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": {"type": "object"}}}}


async def _line(request: Request) -> str:
    """The body as one line of text."""
    too_long = Refused(413, f"The line is longer than {MOST_LINE_BYTES:,} bytes; tell the table one line at a time.")
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
        text = body.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Refused(
            422, f"The line is not UTF-8: byte {problem.start} cannot be read; send it again as UTF-8."
        ) from None
    # Within JSON a bare line break can only be white space, so a neatly printed object is still one line.
    return text.replace("\r", " ").replace("\n", " ").strip()


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
