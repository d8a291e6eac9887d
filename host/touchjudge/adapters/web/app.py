"""The pages, the socket and the JSON API of the web screen, as a FastAPI application.

In: the newest view, and ways to tell the table lines, to ask for its history and for past evenings. Out: the pages,
``/ws`` (the whole view on connect and on each change), the API under ``/api`` and its description,
``/api/openapi.json``. Who may do what is decided around all of it, in :mod:`touchjudge.adapters.web.guard`.
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
from touchjudge.adapters.web.bodies import (
    LINES,
    MOST_JOIN_BYTES,
    ONE_LINE,
    key_of,
    kind_of,
    one_line,
    several_lines,
    text_of,
)
from touchjudge.adapters.web.door import EVENING_S, Door, is_loopback
from touchjudge.adapters.web.evenings import NO_EVENINGS, Evenings, add_evenings
from touchjudge.adapters.web.guard import Guard, cookie_name
from touchjudge.adapters.web.newest import Newest, Page
from touchjudge.adapters.web.photos import Photos, add_photos
from touchjudge.adapters.web.practice import Practice, add_practice
from touchjudge.adapters.web.refused import Refused

STATIC = Path(__file__).parent / "static"
# Each page of its own, and the file it is made of.
PAGES = {
    "/": "index.html",
    "/table": "index.html",
    "/history": "index.html",
    "/me": "me.html",
    "/sessions": "sessions.html",
    "/practice": "practice.html",
    "/join": "join.html",
    "/J": "join.html",  # what the scanned code says
}
NO_STORE = {"Cache-Control": "no-store"}

Tell = Callable[[str, str | None], Awaitable[str]]
AskHistory = Callable[[], Awaitable[str]]
Facts = Callable[[], Mapping[str, Any]]


def build_app(
    newest: Newest,
    tell: Tell,
    ask_history: AskHistory,
    *,
    names: Iterable[str],
    facts: Facts,
    evenings: Evenings = NO_EVENINGS,
    photos: Photos | None = None,
    practice: Practice | None = None,
    door: Door | None = None,
) -> FastAPI:
    """The application.

    Args:
        newest: where the newest view lies; used on the event loop only.
        tell: hands lines, with line ends between, to the table as one, under a key or None, and gives as many lines of
            JSON text; raises :class:`Refused`.
        ask_history: the table's history as JSON text; raises :class:`Refused`.
        names: host names that this machine goes by.
        facts: the games that can be set up and the names that are remembered; may read files, so it is called on a
            thread of its own.
        evenings: past evenings and their files; called on a thread of its own too.
        photos: reads the cards in a photo; None where nothing can.
        practice: judges rounds of practice; None where nothing can. Called on a thread of its own.
        door: where people are let in; None where only this machine can reach the page.
    """
    app = FastAPI(
        title="touchjudge",
        summary="The table as a view, and the lines it is told.",
        description=DESCRIPTION,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual pages load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Guard, names=tuple(names), door=door)

    # Asked once: reading the journal again for each stranger would take time from the table.
    for_onlookers: dict[str, Any] | None = None

    @app.exception_handler(Refused)
    async def refused(_request: Request, problem: Refused) -> JSONResponse:
        wait_s = problem.retry_after_s
        headers = {} if wait_s is None else {"Retry-After": str(wait_s)}
        return JSONResponse({"error": str(problem), **problem.facts}, status_code=problem.status, headers=headers)

    for path, file in PAGES.items():
        app.add_api_route(path, _page(file), include_in_schema=False)

    @app.get("/api/view", responses={200: answers("The whole view."), 503: answers("Nothing was shown yet.")})
    async def view(request: Request) -> Response:
        """The whole view, as the page gets it; open to all."""
        text = newest.text_for(inside=request.state.inside)
        if text is None:
            raise Refused(503, "The table has not shown anything yet; ask again in a moment.")
        return Response(text, media_type=ONE_LINE, headers=NO_STORE)

    @app.get("/api/health")
    async def health() -> dict[str, Any]:
        """Whether the page's server lives, whether it has a view, and how many pages are open; open to all."""
        return {"ok": True, "view": newest.text is not None, "pages": len(newest)}

    @app.get(
        "/api/history",
        responses={200: answers("All lines with their rulings, oldest first; what was undone too."), **NEEDS_PIN},
    )
    async def history() -> Response:
        """All that was told and ruled in this session."""
        return Response(await ask_history(), media_type=ONE_LINE, headers=NO_STORE)

    @app.get("/api/games")
    async def games(request: Request) -> JSONResponse:
        """The games that can be set up and what can be told in each; the names of earlier players for those inside."""
        nonlocal for_onlookers
        if request.state.inside:
            return JSONResponse(dict(await asyncio.to_thread(facts)), headers=NO_STORE)
        if for_onlookers is None:
            for_onlookers = {**await asyncio.to_thread(facts), "names": []}
        return JSONResponse(for_onlookers, headers=NO_STORE)

    @app.post(
        "/api/tell",
        openapi_extra={
            "requestBody": {"required": True, "content": dict.fromkeys((ONE_LINE, LINES), LINE_SCHEMA)},
            "parameters": [KEY_SCHEMA],
        },
        responses={
            200: answers("What the referee answers: n and rulings, for each line."),
            408: answers("The lines took too long to arrive."),
            413: answers("The lines are too long or too many."),
            415: answers("The body is neither application/json nor application/x-ndjson."),
            422: answers("A line is not understood and has changed nothing; or the key is none, or of other lines."),
            503: answers("The table is busy; tell it again."),
            504: answers("No answer in time; tell it again under the same key, or look at the view first."),
            **NEEDS_PIN,
        },
    )
    async def tell_lines(request: Request) -> Response:
        """Tell the table a line (application/json), or several as one (application/x-ndjson); it answers as many."""
        kind, key = kind_of(request, ONE_LINE, LINES), key_of(request)
        text = await text_of(request)
        answer = await tell(one_line(text) if kind == ONE_LINE else several_lines(text), key)
        status = 422 if any("error" in json.loads(line) for line in answer.split("\n")) else 200
        return Response(answer, status_code=status, media_type=kind, headers=NO_STORE)

    @app.get("/api/join")
    async def standing(request: Request) -> JSONResponse:
        """Whether this table has a PIN, and whether this device is inside already; open to all."""
        return JSONResponse({"pin": door is not None, "inside": request.state.inside}, headers=NO_STORE)

    @app.post(
        "/api/join",
        openapi_extra={"requestBody": {"required": True, "content": {ONE_LINE: PIN_SCHEMA}}},
        responses={
            200: answers("Inside: the cookie lets this device change the game for an evening."),
            403: answers("Another PIN."),
            413: answers("The body is too long."),
            415: answers("The body is no application/json."),
            422: answers("The body is no object with a pin."),
            429: answers("Too many wrong ones; wait_s says how long to wait."),
        },
    )
    async def join(request: Request) -> JSONResponse:
        """Come in with the PIN, or with what the code on the display holds; open to all."""
        kind_of(request, ONE_LINE)
        told = _pin_in(await text_of(request, MOST_JOIN_BYTES))
        answer = JSONResponse({"inside": True}, headers=NO_STORE)
        if door is not None:
            address = request.client.host if request.client else ""
            answer.set_cookie(
                cookie_name(request.scope["server"][1]),
                door.enter(address, told),
                max_age=EVENING_S,
                httponly=True,
                samesite="strict",
            )
        return answer

    @app.websocket("/ws")
    async def views(socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        elsewhere = None if is_loopback(address) else address
        if newest.full_for(elsewhere):
            await socket.close(1013, "Too many pages are open; close one.")
            return
        await socket.accept()
        page = newest.join(inside=socket.state.inside, address=elsewhere or "")
        sender = asyncio.create_task(_send_views(socket, page))
        try:
            await _hear_page(socket, page)
        except WebSocketDisconnect:
            pass
        finally:
            newest.leave(page)
            sender.cancel()

    add_evenings(app, evenings)
    add_photos(app, photos)
    add_practice(app, practice)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


DESCRIPTION = """\
Looking on is open to everybody who can reach the page. Where the table is open to the network (`--lan`), whatever
changes the game, its history and past evenings need the cookie that `POST /api/join` gives for the table's PIN; without
it the answer is 401. Each refusal is an object with one sentence, `error`. The views come over the WebSocket `/ws`:
a page says `{"seen": seq}` when it has drawn one, and `{"ask": seq}` to get the newest again.
"""


def answers(meaning: str) -> dict[str, Any]:
    """An answer in JSON, for the API's description."""
    return {"description": meaning, "content": {ONE_LINE: {"schema": {"type": "object"}}}}


NEEDS_PIN: dict[int | str, dict[str, Any]] = {401: answers("It needs the table's PIN.")}
LINE_SCHEMA = {
    "schema": {
        "type": "object",
        "required": ["do"],
        "properties": {"do": {"type": "string"}},
        "example": {"do": "card", "card": "symbol:4-8-2"},
    }
}
PIN_SCHEMA = {
    "schema": {
        "type": "object",
        "required": ["pin"],
        "properties": {"pin": {"type": "string", "maxLength": 64}},
        "example": {"pin": "042318"},
    }
}
KEY_SCHEMA = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Made by the caller for each telling; the same lines under the same key count once.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
}


def _page(file: str) -> Callable[[], Awaitable[FileResponse]]:
    async def page() -> FileResponse:
        return FileResponse(STATIC / file, media_type="text/html")

    return page


def _pin_in(text: str) -> str:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    match told:
        case {"pin": str() as pin} if 0 < len(pin) <= 64:
            return pin
        case _:
            raise Refused(422, 'Come in with a JSON object such as {"pin":"042318"}.')


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
