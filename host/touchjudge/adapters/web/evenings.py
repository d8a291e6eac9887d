"""Past evenings and their files: ``/api/sessions`` and ``/api/sessions/SESSION/FILE``.

In: ways to list evenings and to make a file of one, handed in by whoever can read the journal. Out: JSON and downloads.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response

from touchjudge.adapters.web.refused import Refused
from touchjudge.errors import TouchJudgeError

_SESSION = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True, slots=True)
class File:
    """Something to take home.

    Attributes:
        media_type: such as ``text/csv``.
    """

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Evenings:
    """How past evenings are read; both are called on any thread.

    Attributes:
        past: the evenings before this one (before none: the newest), newest first, as JSON values; may raise
            TouchJudgeError.
        file: the file of this name of an evening; None where an evening has no such file. May raise TouchJudgeError.
    """

    past: Callable[[str | None], Mapping[str, Any]]
    file: Callable[[str, str], File | None]


NO_EVENINGS = Evenings(lambda _before: {"sessions": [], "more": False}, lambda _session, _name: None)


def add_evenings(app: FastAPI, evenings: Evenings) -> None:
    """Add the routes."""

    @app.get(
        "/api/sessions",
        responses={401: _sentence("It needs the table's PIN."), 422: _sentence("There is no such session name.")},
    )
    async def sessions(before: str | None = None) -> JSONResponse:
        """Past evenings, newest first; with `before` those that came before one. `problem` says what is damaged."""
        if before is not None and not _SESSION.fullmatch(before):
            raise Refused(422, f"{before[:64]!r} is no session's name; take one from the list.")
        try:
            told = dict(await asyncio.to_thread(evenings.past, before))
        except TouchJudgeError as error:
            told = {"sessions": [], "more": False, "problem": str(error)}
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    @app.get(
        "/api/sessions/{session}/{file}",
        response_class=Response,
        responses={
            200: {"description": "The file, as `touchjudge export` makes it."},
            401: _sentence("It needs the table's PIN."),
            404: _sentence("There is no such session or file."),
            409: _sentence("The session cannot be read or judged."),
        },
    )
    async def take_home(session: str, file: str) -> Response:
        """One evening as a file."""
        found: File | None = None
        if _SESSION.fullmatch(session):
            try:
                found = await asyncio.to_thread(evenings.file, session, file)
            except TouchJudgeError as error:
                raise Refused(409, str(error)) from None
        if found is None:
            raise Refused(404, "There is no such session or file; take one from /api/sessions.")
        return Response(
            found.content,
            media_type=found.media_type,
            headers={"Content-Disposition": f'attachment; filename="{found.name}"', "Cache-Control": "no-store"},
        )


def _sentence(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": {"type": "object"}}}}
