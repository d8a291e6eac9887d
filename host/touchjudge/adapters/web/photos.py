"""Photos of cards: ``/api/photo``.

In: a photo as the body, and a way to read it, handed in by whoever knows codes and cards. Out: which cards are in it,
as JSON; what becomes of them at the table is seen in the view. One photo is read at a time, whatever comes.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from touchjudge.adapters.web.bodies import bytes_of
from touchjudge.adapters.web.refused import Refused
from touchjudge.errors import TouchJudgeError

MOST_PHOTO_BYTES = 8_000_000
PHOTO_TIMEOUT_S = 20.0  # a photo takes its time on a weak network
KINDS = ("image/jpeg", "image/png", "image/webp")

Photos = Callable[[bytes], Mapping[str, Any]]
"""Gives ``cards``, a ``code`` and a ``card`` (or None) for each code in a photo; called on any thread, may raise
TouchJudgeError."""


def add_photos(app: FastAPI, photos: Photos | None) -> None:
    """Add the route; without a way to read photos there is none."""
    if photos is None:
        return
    one_at_a_time = asyncio.Lock()

    @app.post(
        "/api/photo",
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in KINDS},
            }
        },
        responses={
            200: _object("`cards`: the code and the card of each code in the photo, from left to right."),
            401: _object("It needs the table's PIN."),
            408: _object("The photo took too long to arrive."),
            413: _object("The photo is too large."),
            415: _object("The body is no picture."),
            422: _object("There is no code in the photo, or it cannot be read."),
        },
    )
    async def photo(request: Request) -> JSONResponse:
        """Read the codes on the cards in a photo, and tell the table the cards as a scanner does."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in KINDS:
            raise Refused(415, f"A photo is sent as {', '.join(KINDS)}, not as {kind or 'nothing'!r}.")
        content = await bytes_of(request, MOST_PHOTO_BYTES, PHOTO_TIMEOUT_S)
        async with one_at_a_time:
            try:
                found = dict(await asyncio.to_thread(photos, content))
            except TouchJudgeError as problem:
                raise Refused(422, str(problem)) from None
        return JSONResponse(found, headers={"Cache-Control": "no-store"})


def _object(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": {"type": "object"}}}}
