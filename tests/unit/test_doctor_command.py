"""``doctor`` as it is called: a board that is greeted, a table that runs and is not, and a bundle without names."""

import json
import os
import socket
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from commands import AtOneMoment, Ended, keep, touchjudge
from need import not_installable
from pty_board import PtyBoard
from tjwire import PROTOCOL
from touchjudge.adapters.doctor.gather import page
from touchjudge.adapters.firmware_install import own_firmware
from touchjudge.adapters.journal_sqlite import SqliteJournal, looking
from touchjudge.adapters.journal_sqlite.holder import lock_path
from touchjudge.adapters.journal_sqlite.looking import look
from touchjudge.adapters.pico_link import open_serial
from touchjudge.ports import LineRow, SessionRow
from touchjudge.testing import FakeBoard

EVENING = SessionRow("", "2026-11-30T19:03:21.123Z", 5, "boot", simulated=False, seed=None, lines=0, edges=0)
TOLD = (
    {"do": "start", "game": "schwein_gehabt", "players": ["Annegret", "Luis Miguel"], "numbers": {"Annegret": [1, 4]}},
    {"do": "note", "text": 'seats {"seat1": "Annegret"}'},
    {"do": "note", "text": "Ottilie came late"},
    {"do": "claim", "player": "Luis Miguel", "spot": "pig"},
)


@pytest.fixture
def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def doctor(db: Path, port: int, *words: str | Path) -> Ended:
    return touchjudge("doctor", "--db", db, "--port", str(port), *words)


def check(ended: Ended, name: str) -> Any:
    [found] = [each for each in ended.json["checks"] if each["name"] == name]
    return found


def keep_evening(db: Path) -> None:
    rows = [LineRow(n, json.dumps(line), "page", n, EVENING.started_utc) for n, line in enumerate(TOLD, 1)]
    keep(db, EVENING, rows)


# ---- the board


def test_a_board_is_greeted_and_its_firmware_compared(tmp_path: Path, db: Path, free_port: int) -> None:
    with PtyBoard(tmp_path / "port") as board:
        told = check(doctor(db, free_port, "--table", f"pico:{board.port}", "--json"), "firmware")
        assert b"hi " in board.heard
    assert told["status"] == "ok"
    assert told["sentence"] == "The board has firmware 0.1.0: as this program's."


def test_nothing_is_asked_of_the_board_of_a_table_that_runs(tmp_path: Path, db: Path, free_port: int) -> None:
    with PtyBoard(tmp_path / "port") as board, closing(SqliteJournal.write(db, clock=AtOneMoment())):
        ended = doctor(db, free_port, "--table", f"pico:{board.port}", "--json")
        assert board.heard == b""
    assert check(ended, "firmware")["sentence"].startswith("The firmware was not asked: a table runs")
    assert f"(process {os.getpid()})" in check(ended, "journal")["sentence"]


def test_a_board_at_its_prompt_has_no_firmware_of_ours(tmp_path: Path, db: Path, free_port: int) -> None:
    with PtyBoard(tmp_path / "port", FakeBoard()) as board:
        board.at_prompt, board.has_program = "repl", False
        ended = doctor(db, free_port, "--table", f"pico:{board.port}", "--json")
    assert ended.status == 2
    assert check(ended, "firmware")["mend"] == "touchjudge firmware install"
    assert "checks failed (" in ended.said


def test_a_port_that_a_program_out_of_sight_has_locked_is_held(tmp_path: Path, db: Path, free_port: int) -> None:
    with PtyBoard(tmp_path / "port") as board, closing(open_serial(board.port)):
        ended = doctor(db, free_port, "--table", f"pico:{board.port}", "--json")
    assert ended.status == 2
    assert "is held by a program of another user" in check(ended, "port_holder")["sentence"]
    assert check(ended, "firmware")["status"] == "unknown"


@pytest.mark.parametrize(("protocol", "status"), [(PROTOCOL, "ok"), (PROTOCOL + 1, "fail")])
def test_a_board_that_speaks_another_wire_is_named(
    protocol: int, status: str, tmp_path: Path, db: Path, free_port: int
) -> None:
    assert own_firmware().version == "0.1.0"  # as the fake board's
    with PtyBoard(tmp_path / "port", FakeBoard(protocol=protocol)) as board:
        told = check(doctor(db, free_port, "--table", f"pico:{board.port}", "--json"), "firmware")
    assert told["status"] == status
    assert bool(told["mend"]) == (status == "fail")


# ---- the page


@contextmanager
def answering(body: bytes) -> Iterator[int]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_the_page_of_a_table_is_told_from_another_programs() -> None:
    with answering(b'{"ok":true,"view":true,"pages":2}') as port:
        assert page(port).state == "ours"
    with answering(b"<html>printer</html>") as port:
        assert page(port).state == "other"


def test_another_program_on_the_pages_port_fails_the_call(db: Path) -> None:
    with answering(b"<html>printer</html>") as port:
        ended = doctor(db, port)
    assert ended.status == 2
    assert f"BAD   page: Something else answers on port {port}" in ended.out
    assert "touchjudge play --port 8080" in ended.out


def test_a_port_that_nobody_has_is_free(free_port: int) -> None:
    assert page(free_port).state == "free"


# ---- the journal


def test_a_whole_journal_is_looked_at_and_left_as_it_is(db: Path) -> None:
    keep_evening(db)
    before = db.read_bytes()
    health = look(db)
    assert (health.verdict, health.writer, health.writable) == ("ok", None, True)
    assert health.size_bytes == len(before)
    assert db.read_bytes() == before


def test_a_damaged_journal_is_named_with_its_fault(db: Path) -> None:
    keep_evening(db)
    pages = bytearray(db.read_bytes())
    for at in range(4096, len(pages), 4096):
        pages[at : at + 64] = b"\xff" * 64
    db.write_bytes(pages)
    assert look(db).verdict not in ("ok", None)


def test_a_file_that_is_no_journal_is_a_problem_and_is_not_touched(db: Path, free_port: int) -> None:
    db.write_bytes(b"a shopping list, and quite a long one at that\n" * 20)
    told = check(doctor(db, free_port, "--json"), "journal")
    assert told["status"] == "fail"
    assert "is not a touchjudge journal" in told["sentence"]


def test_a_journal_that_is_written_is_said_with_its_writer_and_never_locked(db: Path) -> None:
    with closing(SqliteJournal.write(db, clock=AtOneMoment())):
        if not locks_are_listed(db):
            not_installable("this system does not list its locks")
        health = look(db)
        assert health.writer is not None
        assert health.writer.pid == os.getpid()
        assert health.verdict == "ok"
    assert look(db).writer is None


def locks_are_listed(db: Path) -> bool:
    listed = Path("/proc/locks")
    return listed.exists() and f":{lock_path(db).stat().st_ino} " in listed.read_text()


def test_without_a_list_of_locks_the_last_writer_counts_while_it_lives(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_evening(db)
    monkeypatch.setattr(looking, "_LOCKS", Path("/proc/no-such-list"))
    assert look(db).writer is not None  # this process wrote last, and lives
    lock_path(db).write_text('{"pid": 4194400, "command": "touchjudge play", "since_utc": ""}')
    assert look(db).writer is None


def test_a_journal_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    health = look(tmp_path / "new" / "folder" / "journal.sqlite3")
    assert (health.exists, health.writable) == (False, True)
    assert health.free_bytes


# ---- the bundle


def test_a_bundle_has_facts_versions_and_the_journals_tail_and_no_names(
    tmp_path: Path, db: Path, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_evening(db)
    monkeypatch.setenv("USER", "ottilie")
    monkeypatch.setenv("LOGNAME", "ottilie")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(socket, "gethostname", lambda: "ottilies-laptop")
    config = tmp_path / "table.toml"
    config.write_text('[seats]\nseat1 = "Kunigunde"\n')
    doctor(db, free_port, "--bundle", tmp_path / "report.zip", "--config", config)
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(files) == {"facts.json", "checks.json", "versions.txt", "journal-tail.jsonl"}
    everything = "\n".join(files.values())
    for name in ("Annegret", "Luis", "Miguel", "Ottilie", "ottilie", "Kunigunde", str(tmp_path)):
        assert name not in everything
    tail = [json.loads(line) for line in files["journal-tail.jsonl"].splitlines()]
    assert tail[0]["players"] == ["player2", "player3"]
    assert tail[0]["numbers"] == {"player2": [1, 4]}
    assert tail[3] == {"do": "claim", "player": "player3", "spot": "pig"}
    assert tail[1]["text"] == tail[2]["text"] == "(left out)"
    assert json.loads(files["facts.json"])["journal"]["path"] == "~/journal.sqlite3"
    assert "pyserial 3" in files["versions.txt"]


def test_a_bundle_never_takes_the_place_of_a_file(tmp_path: Path, db: Path, free_port: int) -> None:
    (tmp_path / "report.zip").write_text("mine")
    ended = doctor(db, free_port, "--bundle", tmp_path / "report.zip")
    assert ended.status == 2
    assert "name another for --bundle" in ended.said
    assert (tmp_path / "report.zip").read_text() == "mine"


# ---- the call


def test_json_is_one_object_with_checks_and_facts(db: Path, free_port: int) -> None:
    told = doctor(db, free_port, "--json").json
    assert set(told) == {"ok", "checks", "facts"}
    assert all(set(each) == {"name", "status", "sentence", "mend"} for each in told["checks"])


@pytest.mark.parametrize("words", [("--table", "sim"), ("--table", "gpio:1"), ("--user", "ana")])
def test_a_call_that_cannot_be_is_refused(words: tuple[str, ...], db: Path, free_port: int) -> None:
    ended = doctor(db, free_port, *words)
    assert ended.status == 2
    assert "Traceback" not in ended.said


def test_a_table_file_with_a_fault_is_one_of_the_verdicts(tmp_path: Path, db: Path, free_port: int) -> None:
    config = tmp_path / "table.toml"
    config.write_text('language = "fr"\n')
    told = check(doctor(db, free_port, "--config", config, "--json"), "table_file")
    assert told["status"] == "fail"
    assert "line 1" in told["sentence"]
