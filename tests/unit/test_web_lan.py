"""A page that is open to the network: who is let in, who looks on, for how long, and what each of them sees."""

import json
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from lan_door import NEIGHBOUR, PHONE, PIN, TABLE, TOKEN, Clock, OpenTable, come_in, keys, run, tell
from touchjudge.adapters.web import WebScreen, evening_keys, keys_path
from touchjudge.adapters.web.connections import MOST_ELSEWHERE, MOST_OF_ONE, has_room
from touchjudge.adapters.web.door import EVENING_S, at_the_machine, new_keys
from touchjudge.adapters.web.newest import Newest
from touchjudge.errors import ConfigError
from web_tables import AnsweringTable

PATIENCE_S = 10.0


# ---- coming in


def test_a_phone_with_the_pin_tells_a_line_and_one_without_does_not() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone, table.at(NEIGHBOUR) as neighbour:
            assert (await tell(phone)).status_code == 401
            answer = await come_in(phone)
            assert (answer.status_code, answer.json()) == (200, {"inside": True})
            assert (await tell(phone)).status_code == 200
            assert (await tell(neighbour)).status_code == 401
            assert len(table.told) == 1

    run(steps())


@pytest.mark.parametrize("word", [PIN, "058 213", " 058213 ", TOKEN, TOKEN.lower()])
def test_the_pin_as_people_type_it_and_the_scanned_word_open_the_door(word: str) -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            assert (await come_in(phone, word)).status_code == 200
            assert (await tell(phone)).status_code == 200

    run(steps())


def test_the_cookie_is_for_this_page_only_and_ends_with_the_evening() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            cookie = (await come_in(phone)).headers["set-cookie"]
        assert cookie.startswith("touchjudge-8080=")
        assert {"HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={EVENING_S}"} <= set(cookie.split("; "))
        assert PIN not in cookie
        assert TOKEN not in cookie

    run(steps())


def test_a_cookie_holds_for_an_evening_and_not_longer() -> None:
    clock = Clock()
    cookie = clock.door().enter(PHONE, PIN)
    clock.pass_s(EVENING_S - 1)
    assert clock.door().admits(cookie)
    clock.pass_s(2)
    assert not clock.door().admits(cookie)


def test_a_clock_that_starts_in_the_past_again_locks_nobody_out() -> None:
    clock = Clock()
    cookie = clock.door().enter(PHONE, PIN)
    clock.wall_s -= 7 * 24 * 3600
    assert clock.door().admits(cookie)


@pytest.mark.parametrize("its_keys", [keys(), keys(pin="999999")])
def test_a_cookie_of_another_evening_with_other_keys_is_worth_nothing(its_keys: object) -> None:
    clock = Clock()
    other = clock.door(keys(signing="6" * 64))
    assert not clock.door().admits(other.enter(PHONE, PIN))


@pytest.mark.parametrize("cookie", ["", "x", ".", "eyJ1bnRpbCI6OTk5OTk5OTk5OX0.AAAA", "é", "a" * 10_000])
def test_a_cookie_that_somebody_made_up_is_worth_nothing(cookie: str) -> None:
    assert not Clock().door().admits(cookie)


def test_every_letter_of_a_cookie_counts() -> None:
    clock = Clock()
    door = clock.door()
    cookie = door.enter(PHONE, PIN)
    for place, letter in enumerate(cookie[:-1]):  # the last letter of base64 has bits that say nothing
        other = "A" if letter != "A" else "B"
        assert not door.admits(cookie[:place] + other + cookie[place + 1 :]), place


# ---- the keys of an evening


def test_the_keys_lie_beside_the_journal_for_its_owner_alone_and_outlive_a_restart(tmp_path: Path) -> None:
    path = keys_path(tmp_path / "journal.sqlite3")
    first = evening_keys(path, 1000.0)
    assert path.name == "journal.sqlite3.door"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert evening_keys(path, 1000.0 + EVENING_S - 1) == first
    assert evening_keys(path, 500.0) == first


def test_the_next_evening_has_another_pin(tmp_path: Path) -> None:
    path = tmp_path / "door"
    first = evening_keys(path, 1000.0)
    second = evening_keys(path, 1000.0 + EVENING_S)
    assert second.token != first.token
    assert second.signing != first.signing


@pytest.mark.parametrize("content", ["", "[]", "{", '{"pin":1}', '{"pin":"1","token":"x","signing":"y","made_s":0}'])
def test_a_file_that_is_no_keys_gives_way_to_new_ones(tmp_path: Path, content: str) -> None:
    path = tmp_path / "door"
    path.write_text(content)
    path.chmod(0o600)
    made = evening_keys(path, 10.0)
    assert len(made.pin) == 6
    assert evening_keys(path, 11.0) == made


def test_keys_that_others_could_read_are_not_used_any_more(tmp_path: Path) -> None:
    path = tmp_path / "door"
    first = evening_keys(path, 10.0)
    path.chmod(0o644)
    second = evening_keys(path, 11.0)
    assert second.signing != first.signing
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_that_lies_where_the_keys_are_written_is_not_followed(tmp_path: Path) -> None:
    target, path = tmp_path / "mine", tmp_path / "door"
    target.write_text("keep")
    (tmp_path / ".door.new").symlink_to(target)
    evening_keys(path, 10.0)
    assert target.read_text() == "keep"


def test_a_folder_that_keeps_nothing_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match=r"PIN cannot be kept.*--db.*--lan"):
        evening_keys(tmp_path / "file" / "door", 10.0)


def test_the_secrets_are_in_no_text_of_the_keys() -> None:
    made = new_keys(1.0)
    for secret in (made.pin, made.token, made.signing):
        assert secret not in repr(made)
        assert secret not in repr(Clock().door(made))


# ---- who is at the machine


@pytest.mark.parametrize(
    ("address", "host", "header", "local"),
    [
        ("127.0.0.1", "127.0.0.1", None, True),
        ("127.0.0.1", "localhost", None, True),
        ("::1", "::1", None, True),
        ("::ffff:127.0.0.1", "localhost", None, True),
        ("192.168.1.20", "localhost", None, False),
        ("192.168.1.20", "127.0.0.1", None, False),
        ("127.0.0.1", "192.168.1.5", None, False),
        ("127.0.0.1", "table.local", None, False),
        ("127.0.0.1", "localhost", b"x-forwarded-for", False),
        ("127.0.0.1", "localhost", b"forwarded", False),
        ("127.0.0.1", "localhost", b"via", False),
        ("127.0.0.1", "localhost", b"x-real-ip", False),
        ("", "localhost", None, False),
        ("testclient", "localhost", None, False),
    ],
)
def test_only_who_sits_at_the_machine_needs_no_pin(address: str, host: str, header: bytes | None, local: bool) -> None:
    headers = [] if header is None else [(header, b"127.0.0.1")]
    assert at_the_machine(address, host, headers) is local


def test_a_header_that_names_this_machine_does_not_make_a_phone_local() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP"):
                assert (await tell(phone, **{name: "127.0.0.1"})).status_code == 401
        assert table.told == []

    run(steps())


# ---- what each sees


def test_strangers_who_ask_again_and_again_make_nobody_read_the_journal_again() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone, table.at("127.0.0.1", "localhost:8080") as kiosk:
            for _ in range(20):
                await phone.get("/api/games")
            assert table.facts_asked == 1
            await kiosk.get("/api/games")
            assert table.facts_asked == 2

    run(steps())


def test_who_looks_on_sees_the_view_without_the_way_in_and_no_names_of_earlier_evenings() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE) as phone:
            assert (await phone.get("/api/view")).json() == {"seq": 1}
            assert (await phone.get("/api/games")).json()["names"] == []
            assert (await phone.get("/api/join")).json() == {"pin": True, "inside": False}
            await come_in(phone)
            assert (await phone.get("/api/view")).json()["join"] == {"pin": PIN}
            assert (await phone.get("/api/games")).json()["names"] == ["Ana"]
            assert (await phone.get("/api/join")).json() == {"pin": True, "inside": True}
        async with table.at("127.0.0.1", "localhost:8080") as kiosk:
            assert (await kiosk.get("/api/view")).json()["join"] == {"pin": PIN}
            assert (await tell(kiosk)).status_code == 200

    run(steps())


@pytest.fixture
def screen() -> Iterator[WebScreen]:
    screen = WebScreen(AnsweringTable(), "0.0.0.0", port=0, door=Clock().door())
    screen.start()
    screen.show({"seq": 1})
    with closing(screen):
        yield screen


def test_a_socket_brings_the_way_in_to_the_kiosk_and_not_to_a_phone_that_looks_on(screen: WebScreen) -> None:
    with connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None) as kiosk:
        told = json.loads(kiosk.recv(PATIENCE_S))
        assert told["join"]["pin"] == PIN
        assert told["join"]["url"].endswith(f":{screen.port}/join")
        # As a phone: under the address it knows the table by.
        passed_on = {"Via": "1.1 elsewhere"}
        with connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None, additional_headers=passed_on) as phone:
            assert json.loads(phone.recv(PATIENCE_S)) == {"seq": 1}
            phone.send('{"seen":1}')
            screen.show({"seq": 2})
            assert json.loads(phone.recv(PATIENCE_S)) == {"seq": 2}


def test_a_phone_that_came_in_gets_the_way_in_over_its_socket_too(screen: WebScreen) -> None:
    passed_on = {"Via": "1.1 elsewhere"}
    with httpx.Client(base_url=screen.url, trust_env=False, headers=passed_on) as phone:
        assert phone.post("/api/tell", json={"do": "undo"}).status_code == 401
        phone.post("/api/join", json={"pin": PIN})
        assert phone.post("/api/tell", json={"do": "undo"}).status_code == 200
        cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    headers = {**passed_on, "Cookie": f"other=1; {cookie}"}
    with connect(f"ws://127.0.0.1:{screen.port}/ws", proxy=None, additional_headers=headers) as socket:
        assert json.loads(socket.recv(PATIENCE_S))["join"]["pin"] == PIN


def test_a_page_is_opened_to_the_network_only_with_a_door() -> None:
    with pytest.raises(ConfigError, match=r"without a PIN.*--lan"):
        WebScreen(AnsweringTable(), "0.0.0.0", port=0).start()


def test_without_a_door_there_is_no_pin_and_everybody_at_the_machine_is_inside() -> None:
    screen = WebScreen(AnsweringTable(), port=0)
    screen.start()
    screen.show({"seq": 1})
    with closing(screen), httpx.Client(base_url=screen.url, trust_env=False) as page:
        assert page.get("/api/join").json() == {"pin": False, "inside": True}
        assert "join" not in page.get("/api/view").json()
        assert "set-cookie" not in page.post("/api/join", json={"pin": "1"}).headers
    assert screen.invitation() is None


# ---- room for everybody


def test_one_machine_cannot_take_every_page_nor_all_others_those_of_the_table() -> None:
    newest = Newest(most_pages=6, most_elsewhere=4, most_of_one=3)
    for _ in range(3):
        newest.join(address=NEIGHBOUR)
    assert newest.full_for(NEIGHBOUR)
    assert not newest.full_for(PHONE)
    newest.join(address=PHONE)
    assert newest.full_for(PHONE)
    assert not newest.full_for(None)


def test_one_machine_cannot_take_every_connection_nor_all_others_those_of_the_table() -> None:
    assert not has_room(NEIGHBOUR, [NEIGHBOUR] * MOST_OF_ONE)
    assert has_room(PHONE, [NEIGHBOUR] * MOST_OF_ONE)
    everybody = [f"10.0.{n // 20}.{n % 20}" for n in range(MOST_ELSEWHERE)]
    assert not has_room(PHONE, everybody)
    assert has_room("127.0.0.1", everybody)


def test_a_host_that_is_this_tables_name_is_let_in_with_the_pin() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(PHONE, "table.local:8080") as phone:
            assert (await come_in(phone)).status_code == 200
            assert (await tell(phone, Origin="http://table.local:8080")).status_code == 200
            assert (await tell(phone, Origin=f"http://{TABLE}")).status_code == 403

    run(steps())
