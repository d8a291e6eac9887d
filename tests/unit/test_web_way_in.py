"""The way in as displays show it: the code is read back from each of them as a phone would read it."""

import io
import os
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
import zxingcpp
from PIL import Image

from lan_door import PIN, TOKEN, Clock
from touchjudge.adapters.terminal import TerminalScreen
from touchjudge.adapters.terminal.board import board
from touchjudge.adapters.web import WebScreen
from touchjudge.adapters.web import screen as web_screen
from touchjudge.cli.letting_in import inviting
from touchjudge.screens.invitation import code, invitation
from touchjudge.screens.painters import colour, mono
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS, lucky_view
from web_tables import AnsweringTable


@pytest.fixture
def screen() -> Iterator[WebScreen]:
    screen = WebScreen(AnsweringTable(), "0.0.0.0", port=0, door=Clock().door())
    screen.start()
    screen.show({"seq": 1})
    with closing(screen):
        yield screen


def test_the_invitation_follows_the_machines_address(screen: WebScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses: list[str | None] = ["10.0.0.7", None]
    monkeypatch.setattr(web_screen, "own_address", lambda: addresses.pop(0))
    told = screen.invitation()
    assert told is not None
    assert told["url"] == f"http://10.0.0.7:{screen.port}/join"
    told = screen.invitation()
    assert told is not None
    assert told["url"] == f"http://{os.uname().nodename.lower().partition('.')[0]}.local:{screen.port}/join"


@pytest.mark.parametrize(("address", "port", "size"), [("192.168.178.123", 8080, 25), ("192.168.178.123", 65535, 29)])
def test_the_code_fits_twice_as_large_on_a_small_panel(address: str, port: int, size: int) -> None:
    rows = code(address, port, TOKEN)
    assert len(rows) == size
    assert {len(row) for row in rows} == {size}
    assert 2 * size <= 64


def test_the_code_reads_back_as_the_address_and_the_word_that_opens() -> None:
    rows = invitation("192.168.178.123", 8080, PIN, TOKEN)["code"]
    picture = Image.new("L", (33, 33), 255)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            picture.putpixel((x + 4, y + 4), 0 if dark == "1" else 255)
    read = zxingcpp.read_barcodes(picture.resize((330, 330), Image.Resampling.NEAREST))
    assert [one.text for one in read] == [f"HTTP://192.168.178.123:8080/J#{TOKEN}"]


def test_what_the_code_says_is_a_page(screen: WebScreen) -> None:
    with httpx.Client(base_url=screen.url, trust_env=False) as page:
        assert page.get("/J").text == page.get("/join").text


# ---- on the displays at the table

OPEN = [
    VIEWS["idle_open"],
    VIEWS["idle_open"] | {"simulated": True},
    VIEWS["idle_open"] | {"simulated": True, "links": [{"source": "pico", "phase": "waiting", "text": ""}]},
    VIEWS["idle_open"] | {"warnings": ["The panel does not answer; it is tried again every 2 s."]},
    lucky_view(phase="paused", join=VIEWS["idle_open"]["join"]),
]
SCANNED = "HTTP://192.168.178.31:8080/J#0123456789AB"


def read_from(picture: Image.Image, times: int) -> list[str]:
    """What a phone reads from a display: its pixels as they are, dark around them."""
    width, height = picture.size
    seen = Image.new("L", (width * times + 80, height * times + 80), 0)
    seen.paste(picture.convert("L").resize((width * times, height * times), Image.Resampling.NEAREST), (40, 40))
    return [one.text for one in zxingcpp.read_barcodes(seen)]


@pytest.mark.parametrize("view", OPEN)
def test_a_phone_reads_the_code_from_every_panel(view: dict[str, Any]) -> None:
    scene = scene_of(view)
    assert read_from(mono.paint(scene), 4) == [SCANNED]
    for size in colour.SIZES:
        assert read_from(colour.paint(scene, size), 2) == [SCANNED]


def test_a_longer_address_makes_a_finer_code_that_is_read_too() -> None:
    told = invitation("192.168.178.123", 65535, PIN, TOKEN)
    scene = scene_of(VIEWS["idle_open"] | {"join": told})
    assert len(told["code"]) == 29
    assert read_from(mono.paint(scene), 4) == [f"HTTP://192.168.178.123:65535/J#{TOKEN}"]


def test_a_phone_reads_the_code_from_the_terminal() -> None:
    lines = [line.plain for line in board(scene_of(VIEWS["idle_open"]), 80, 24)]
    cells = [line for line in lines if set(line.rstrip()) <= set(" ▀▄█") and len(line) > 25]
    assert len(cells) == 15
    picture = Image.new("L", (len(cells[0]), 2 * len(cells)), 255)
    for y, line in enumerate(cells):
        for x, cell in enumerate(line):
            picture.putpixel((x, 2 * y), 0 if cell in "▀█" else 255)
            picture.putpixel((x, 2 * y + 1), 0 if cell in "▄█" else 255)
    assert read_from(picture, 8) == [SCANNED]
    assert any("192.168.178.31:8080/join" in line and "058213" in line for line in lines)


@pytest.mark.parametrize(("columns", "rows"), [(80, 20), (40, 12), (20, 6)])
def test_a_terminal_without_room_for_the_code_says_address_and_pin_and_shows_no_half_of_it(
    columns: int, rows: int
) -> None:
    text = "\n".join(line.plain for line in board(scene_of(VIEWS["idle_open"]), columns, rows))
    assert "▀" not in text
    assert "058213" in text


def test_a_pipe_is_told_the_way_in_once() -> None:
    out = io.StringIO()
    terminal = TerminalScreen(out)
    for seq in range(3):
        terminal.show(VIEWS["idle_open"] | {"seq": seq})
    assert out.getvalue().count("058213") == 1


def test_while_a_game_goes_on_the_panel_shows_the_game() -> None:
    join = VIEWS["idle_open"]["join"]
    for name in ("reveal", "react_touched", "settle", "winner"):
        scene = scene_of(VIEWS[name] | {"join": join})
        assert mono.paint(scene).tobytes() == mono.paint(scene_of(VIEWS[name])).tobytes()


def test_a_screen_that_invites_shows_the_way_in_beside_the_view() -> None:
    shown: list[dict[str, Any]] = []

    class Recording:
        name = "recording"

        def show(self, view: dict[str, Any]) -> None:
            shown.append(view)

        def close(self) -> None:
            shown.append({})

    view: dict[str, Any] = {"seq": 1}
    screen = inviting(Recording, lambda: {"pin": PIN}, lambda: "http://127.0.0.1:8080")()
    screen.show(view)
    screen.close()
    told = {"seq": 1, "page": "http://127.0.0.1:8080", "join": {"pin": PIN}}
    assert (screen.name, shown, view) == ("recording", [told, {}], {"seq": 1})
