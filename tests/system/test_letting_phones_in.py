"""`play --lan` as a process: it says address and PIN, a phone comes in and tells a line, a stranger does not.

A phone calls the table by its address in the network; here it does so over this machine's own, so that the test needs
no network. To the table that is a request from outside.
"""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import touchjudge
from touchjudge.adapters.journal_sqlite import SqliteJournal

WITHIN_S = 30.0
OUTSIDE = "192.168.7.7"
SAID = re.compile(r"Phones come in at (http://\S+/join) with the PIN (\d{6})")


class Table:
    """The process, what it says, and requests from the machine and from outside."""

    def __init__(self, folder: Path, port: int, *more: str) -> None:
        self.db, self.port = folder / "journal.sqlite3", port
        command = [sys.executable, "-m", "touchjudge.cli", "play", "--table", "sim", "--seed", "7", "--speed", "5"]
        command += ["--screen", "none", "--lan", "--port", str(port), "--db", str(self.db), *more]
        environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self._lines: list[str] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self._lines.extend(iter(self.process.stderr.readline, ""))

    @property
    def said(self) -> str:
        return "".join(self._lines)

    def wait(self, true: Callable[[], Any], what: str) -> Any:
        deadline = time.monotonic() + WITHIN_S
        while True:
            with suppress(httpx.TransportError):
                if found := true():
                    return found
            assert self.process.poll() is None, self.said
            assert time.monotonic() < deadline, f"{what} did not come; the table said {self.said!r}"
            threading.Event().wait(0.02)

    def address_and_pin(self) -> tuple[str, str]:
        found = self.wait(lambda: SAID.search(self.said), "address and PIN")
        return found[1], found[2]

    def kiosk(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=WITHIN_S)

    def phone(self, **cookies: str) -> httpx.Client:
        headers = {"Host": f"{OUTSIDE}:{self.port}"}
        return httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            trust_env=False,
            headers=headers,
            cookies=cookies,
            timeout=WITHIN_S,
        )

    def goes_on(self) -> None:
        """More is told and ruled than now."""
        with self.kiosk() as kiosk:
            before = self.wait(lambda: kiosk.get("/api/view").json().get("n"), "a line")
            self.wait(lambda: kiosk.get("/api/view").json()["n"] > before, "another line")

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(WITHIN_S)
        self._reading.join(WITHIN_S)
        assert self.process.stderr is not None
        self.process.stderr.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []
    port = free_port()

    def begin(*more: str) -> Table:
        tables.append(Table(tmp_path, port, *more))
        return tables[-1]

    yield begin
    for table in tables:
        if table.process.poll() is None:
            table.end(signal.SIGKILL)


def note(client: httpx.Client, text: str, **headers: str) -> httpx.Response:
    return client.post("/api/tell", json={"do": "note", "text": text}, headers=headers)


def notes(db: Path) -> list[str]:
    with closing(SqliteJournal.read(db)) as journal:
        lines = [json.loads(line.text) for row in journal.sessions() for line in journal.lines(row.session)]
    return [line["text"] for line in lines if line["do"] == "note"]


def test_a_phone_comes_in_with_the_pin_and_a_stranger_changes_nothing(start: Callable[..., Table]) -> None:
    table = start()
    address, pin = table.address_and_pin()
    assert address.endswith(f":{table.port}/join")
    with table.phone() as phone, table.phone() as stranger, table.kiosk() as kiosk:
        table.wait(lambda: kiosk.get("/api/view").status_code == 200, "a view")
        assert kiosk.get("/api/view").json()["join"]["pin"] == pin
        assert "join" not in stranger.get("/api/view").json()
        assert stranger.post("/api/join", json={"pin": f"{(int(pin) + 1) % 10**6:06d}"}).status_code == 403
        for answer in (note(stranger, "from a stranger"), stranger.get("/api/history"), stranger.get("/api/sessions")):
            assert answer.status_code == 401
        assert phone.post("/api/join", json={"pin": pin}).status_code == 200
        assert note(phone, "from a phone", **{"Idempotency-Key": "12345678"}).json()["rulings"][0]["code"] == "noted"
        note(phone, "from a phone", **{"Idempotency-Key": "12345678"})
        assert note(kiosk, "from the machine").status_code == 200
        assert note(phone, "from elsewhere", Origin="http://evil.example").status_code == 403
        assert phone.get("/api/sessions").json()["sessions"][0]["games"][0]["game"] == "schwein_gehabt"
        table.goes_on()
    table.end()
    assert notes(table.db) == ["from a phone", "from the machine"]
    assert table.process.returncode == 0
    # Said once, for people; nothing that was tried or sent is written down.
    assert table.said.count(pin) == 1
    assert "stranger" not in table.said


def test_a_phone_stays_in_when_the_host_dies_and_goes_on(start: Callable[..., Table]) -> None:
    table = start()
    address, pin = table.address_and_pin()
    with table.phone() as phone:
        table.wait(lambda: phone.get("/api/view").status_code == 200, "a view")
        phone.post("/api/join", json={"pin": pin})
        cookies = dict(phone.cookies)
        assert note(phone, "before").status_code == 200
    table.end(signal.SIGKILL)
    keys = table.db.with_name("journal.sqlite3.door")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    again = start("--resume")
    assert again.address_and_pin() == (address, pin)
    with again.phone(**cookies) as phone:
        again.wait(lambda: phone.get("/api/view").status_code == 200, "a view")
        assert note(phone, "after").status_code == 200
    again.end()
    assert notes(table.db) == ["before", "after"]


def test_two_thousand_guesses_from_outside_do_not_come_in_and_the_game_goes_on(start: Callable[..., Table]) -> None:
    table = start()
    _, pin = table.address_and_pin()
    with table.phone() as stranger:
        table.wait(lambda: stranger.get("/api/view").status_code == 200, "a view")
        # The right one comes when so many were wrong that nothing is compared any more.
        told = [f"{n:06d}" for n in range(2000) if f"{n:06d}" != pin]
        told[50::100] = [pin] * len(told[50::100])
        statuses = {stranger.post("/api/join", json={"pin": each}).status_code for each in told}
        assert statuses == {403, 429}
        assert note(stranger, "guessed").status_code == 401
    table.goes_on()
    table.end()
    assert notes(table.db) == []


def test_lan_without_the_page_is_refused_in_one_sentence() -> None:
    ended = touchjudge("play", "--table", "sim", "--lan", "--no-web")
    assert ended.status == 2
    assert "--lan" in ended.said
    assert "--no-web" in ended.said


def test_without_lan_nobody_outside_reaches_the_page(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "touchjudge.cli", "play", "--table", "sim", "--screen", "none"]
    command += ["--port", str(port), "--db", str(tmp_path / "journal.sqlite3")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert f"http://127.0.0.1:{port}" in said
        assert "PIN" not in said
        # Another address of this machine stands for the network: what listens on every address answers there.
        with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.2", port), WITHIN_S):
            pass
        assert not (tmp_path / "journal.sqlite3.door").exists()
    finally:
        process.terminate()
        process.communicate(timeout=WITHIN_S)
