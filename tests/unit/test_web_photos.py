"""Photos of cards over the page's API: read one at a time, with limits, refused in one sentence."""

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from touchjudge.adapters.web.photos import MOST_PHOTO_BYTES, Photos, add_photos
from touchjudge.adapters.web.refused import Refused
from touchjudge.errors import ConfigError


class Client:
    """Sends photos to an application that has this route alone."""

    def __init__(self, photos: Photos | None) -> None:
        self._app = _application(photos)

    def send(self, content: bytes = b"...", kind: str = "image/jpeg", *, times: int = 1) -> list[httpx.Response]:
        async def all_at_once() -> list[httpx.Response]:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                headers = {"content-type": kind}
                posts = (client.post("/api/photo", content=content, headers=headers) for _ in range(times))
                return list(await asyncio.gather(*posts))

        return asyncio.run(all_at_once())


def _application(photos: Photos | None) -> FastAPI:
    app = FastAPI()

    @app.exception_handler(Refused)
    async def refused(_request: Request, problem: Refused) -> JSONResponse:
        return JSONResponse({"error": str(problem)}, status_code=problem.status)

    add_photos(app, photos)
    return app


def _one_pig(_content: bytes) -> Mapping[str, Any]:
    return {"cards": [{"code": "Q1", "card": "touch:pig"}, {"code": "Q9", "card": None}]}


def test_a_photo_answers_with_its_cards_and_the_codes_that_nobody_knows() -> None:
    answer = Client(_one_pig).send()[0]
    assert answer.status_code == 200
    assert answer.json() == _one_pig(b"")
    assert answer.headers["cache-control"] == "no-store"


def test_the_photo_is_handed_on_as_it_came() -> None:
    seen: list[bytes] = []

    def photos(content: bytes) -> Mapping[str, Any]:
        seen.append(content)
        return {"cards": []}

    Client(photos).send(bytes(range(256)) * 500)
    assert seen == [bytes(range(256)) * 500]


def test_a_photo_without_a_code_is_refused_in_the_readers_words() -> None:
    def photos(_content: bytes) -> Mapping[str, Any]:
        raise ConfigError("There is no code in the photo; hold the card still.")

    answer = Client(photos).send()[0]
    assert (answer.status_code, answer.json()) == (
        422,
        {"error": "There is no code in the photo; hold the card still."},
    )


@pytest.mark.parametrize("kind", ["text/html", "application/json", "multipart/form-data; boundary=x", ""])
def test_what_does_not_say_that_it_is_a_picture_is_not_read(kind: str) -> None:
    answer = Client(_one_pig).send(kind=kind)[0]
    assert answer.status_code == 415


def test_a_photo_that_is_too_large_is_not_taken_in() -> None:
    def photos(_content: bytes) -> Mapping[str, Any]:
        raise AssertionError("it was read")

    answer = Client(photos).send(bytes(MOST_PHOTO_BYTES + 1))[0]
    assert answer.status_code == 413
    assert f"{MOST_PHOTO_BYTES:,}" in answer.json()["error"]


def test_two_photos_at_once_are_read_one_after_the_other() -> None:
    inside, most, lock = 0, 0, threading.Lock()

    def photos(_content: bytes) -> Mapping[str, Any]:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        threading.Event().wait(0.02)  # long enough for another one to come in, if it could
        with lock:
            inside -= 1
        return {"cards": []}

    assert [answer.status_code for answer in Client(photos).send(times=6)] == [200] * 6
    assert most == 1


def test_a_table_that_cannot_read_photos_has_no_such_route() -> None:
    assert Client(None).send()[0].status_code == 404
