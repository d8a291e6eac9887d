"""A phone's photo of a card, over the page's API, at a table that is played: as if the card had been scanned."""

import io
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import segno

from touchjudge.decks.card_codes import printed

pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")

WITHIN_S = 60
PLAY = ("play", "schwein_gehabt", "--players", "Ana,Luis,Marta", "--screen", "none", "--port", "0")


def photo_of(code: str) -> bytes:
    drawn = io.BytesIO()
    segno.make_qr(code, error="m").save(drawn, kind="png", scale=6, border=6)
    return drawn.getvalue()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[str]:
    """Where the page of a real table is that nobody has wired."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    table = subprocess.Popen(
        [sys.executable, "-m", "touchjudge.cli", *PLAY, "--db", str(tmp_path / "journal.sqlite3")],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert table.stderr is not None
        for line in table.stderr:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                # The page is there a moment before the game.
                until(found[0], lambda shown: shown.get("phase") == "playing")
                yield found[0]
                break
        else:
            pytest.fail("the page was never opened")
    finally:
        table.terminate()
        table.wait(WITHIN_S)
        if table.stderr is not None:
            table.stderr.close()


def post(url: str, body: bytes, kind: str) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(url, body, {"content-type": kind})
    try:
        with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


def view(url: str) -> dict[str, Any]:
    """What the page shows; empty before the first view."""
    try:
        with urllib.request.urlopen(f"{url}/api/view", timeout=WITHIN_S) as answer:
            shown: dict[str, Any] = json.load(answer) or {}
    except urllib.error.HTTPError as none_yet:
        with none_yet:
            return {}
    return shown


def until(url: str, true: Callable[[dict[str, Any]], bool]) -> None:
    pause, end_s = threading.Event(), time.monotonic() + WITHIN_S
    while not true(view(url)):
        assert time.monotonic() < end_s, view(url)
        pause.wait(0.05)


def test_a_photo_names_the_card_and_a_photo_without_one_changes_nothing(table: str) -> None:
    card = "symbol:4-8-2"
    told = photo_of(printed("schwein_gehabt", card))
    status, answer = post(f"{table}/api/photo", told, "image/png")
    assert (status, answer["cards"]) == (200, [{"code": printed("schwein_gehabt", card), "card": card}])
    until(table, lambda shown: (shown["state"]["revealed"], shown["state"]["phase"]) == (card, "react"))
    before = view(table)["n"]
    for body, kind, expected in (
        (b"no picture at all", "image/png", 422),
        (told, "application/json", 415),
        (photo_of("nobody's code"), "image/png", 200),
    ):
        status, answer = post(f"{table}/api/photo", body, kind)
        assert status == expected
        assert "error" in answer or answer["cards"][0]["card"] is None
    assert view(table)["n"] == before
