"""Practice without hardware: ``/api/practice``.

In: one round as a browser saw it, and a way to have it judged, handed in by whoever knows the rules. Out: what the
referee says, as a view; what the simulated players will do with the next card. A round carries all that it needs, so
nothing is kept between two of them, neither here nor in any journal. Open to those who only look on, and therefore
bounded: the body, how many at a time, how often.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from touchjudge.adapters.web.allowance import Allowance
from touchjudge.adapters.web.bodies import ONE_LINE, kind_of, text_of
from touchjudge.adapters.web.refused import Refused
from touchjudge.errors import TouchJudgeError
from touchjudge.simulation.practice import FEWEST, MOST

MOST_ROUND_BYTES = 8_192
MOST_TOUCHES = 32
MOST_ANSWERS = 8
MOST_WAITING = 8
# A round takes a person some seconds; a crowd behind one router still plays.
AT_ONCE, EACH_S = 30, 0.25
ALL_AT_ONCE, ALL_EACH_S = 60, 0.05
NO_STORE = {"Cache-Control": "no-store"}

_Count = Annotated[int, Field(ge=0, le=1_000_000)]


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class BrowserTouch(_Told):
    """A touch of the person, stamped by the browser.

    Attributes:
        reaction_us: from the moment the card was shown; negative before it.
        bound_us: the true time is not further away.
    """

    spot: Literal["mushroom", "pig", "sweep"]
    reaction_us: int = Field(ge=-50_000_000, le=50_000_000)
    bound_us: int = Field(ge=1, le=5_000_000)


class Kept(_Told):
    """Where the cards lie after the rounds so far, as the answer to the last one said."""

    round: _Count
    deck: _Count
    jackpot: _Count
    cards: dict[str, _Count] = Field(max_length=MOST)


class PracticeRound(_Told):
    """A round to be judged, or with no touches told the beginning of a game.

    Attributes:
        seed: decides the cards and the simulated players.
        players: how many play, the person among them.
        kept: None before the first round.
        touches: None where no card has been turned yet.
        answers: the person's answers to what the referee asked in this round, as places among the options.
    """

    seed: int = Field(ge=0, lt=2**53)
    name: str = Field(min_length=1, max_length=40)
    players: int = Field(ge=FEWEST, le=MOST)
    free_choice: bool = False
    kept: Kept | None = None
    touches: tuple[BrowserTouch, ...] | None = Field(default=None, max_length=MOST_TOUCHES)
    answers: tuple[Annotated[int, Field(ge=0, le=63)], ...] = Field(default=(), max_length=MOST_ANSWERS)


@dataclass(frozen=True, slots=True)
class Practice:
    """How practice is judged.

    Attributes:
        facts: what can be practised, as JSON values.
        judge: what the referee says to a round, as JSON values; called on any thread, may raise TouchJudgeError.
    """

    facts: Callable[[], Mapping[str, Any]]
    judge: Callable[[PracticeRound], Mapping[str, Any]]


def add_practice(app: FastAPI, practice: Practice | None, host_s: Callable[[], float] = time.monotonic) -> None:
    """Add the routes; without a way to judge there are none."""
    if practice is None:
        return
    one_at_a_time = asyncio.Lock()
    allowance = Allowance(at_once=AT_ONCE, each_s=EACH_S, all_at_once=ALL_AT_ONCE, all_each_s=ALL_EACH_S)
    waiting = 0

    @app.get("/api/practice")
    async def what_can_be_practised() -> JSONResponse:
        """What can be practised, and the limits that are no rules of the page; open to all."""
        return JSONResponse(dict(practice.facts()), headers=NO_STORE)

    @app.post(
        "/api/practice",
        openapi_extra={"requestBody": {"required": True, "content": {ONE_LINE: {"schema": _schema()}}}},
        responses={
            200: _object("The view after the round, what is kept for the next, and the next card."),
            408: _object("The round took too long to arrive."),
            413: _object("The body is too long."),
            415: _object("The body is no application/json."),
            422: _object("The round is not understood, or cannot be."),
            429: _object("Too many rounds; wait_s says how long to wait."),
            503: _object("Too many people practise at this moment."),
        },
    )
    async def practise(request: Request) -> JSONResponse:
        """Have a round of practice judged; open to all, and no game and no journal knows of it."""
        nonlocal waiting
        kind_of(request, ONE_LINE)
        wait_s = allowance.wait_s(request.client.host if request.client else "", host_s())
        if wait_s > 0:
            whole_s = int(wait_s) + 1
            raise Refused(429, f"That was too fast; practise again in {whole_s} s.", wait_s=whole_s)
        told = _round_in(await text_of(request, MOST_ROUND_BYTES))
        if waiting >= MOST_WAITING:
            raise Refused(503, "Too many people practise at this moment; try again in a second.")
        waiting += 1
        try:
            async with one_at_a_time:
                judged = dict(await asyncio.to_thread(practice.judge, told))
        except TouchJudgeError as problem:
            raise Refused(422, str(problem)) from None
        finally:
            waiting -= 1
        return JSONResponse(judged, headers=NO_STORE)


def _round_in(text: str) -> PracticeRound:
    try:
        return PracticeRound.model_validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the body"
        raise Refused(422, f"The round is not understood: {where[:80]}: {first['msg'].rstrip('.')[:200]}.") from None


def _schema() -> dict[str, Any]:
    # Self-contained: a description of the API has its own place for named schemas, which this one does not use.
    return _without_references(PracticeRound.model_json_schema())


def _without_references(schema: dict[str, Any]) -> dict[str, Any]:
    named = schema.pop("$defs", {})

    def whole(part: Any) -> Any:
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            return whole(named[name]) if name in named else {key: whole(value) for key, value in part.items()}
        return [whole(each) for each in part] if isinstance(part, list) else part

    found: dict[str, Any] = whole(schema)
    return found


def _object(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": {"type": "object"}}}}
