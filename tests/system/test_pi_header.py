"""``play --table gpio`` from the command line, with the mock pins that gpiozero ships."""

import json
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from commands import touchjudge
from pi_header import PiHeader
from touchjudge.adapters import gpio_pins
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.machine import host_boot_id
from touchjudge.errors import JournalError
from touchjudge.ports import Board, Stop
from touchjudge.service import RunningTable

PLAY = ("play", "schwein_gehabt", "--players", "Ana,Luis,Marta", "--screen", "none", "--no-web", "--table", "gpio")
WITHIN_S = 30.0


def told(db: Path) -> list[str]:
    try:
        with closing(SqliteJournal.read(db)) as journal:
            return [json.loads(row.text)["do"] for row in journal.lines(journal.sessions()[-1].session)]
    except (JournalError, IndexError):
        return []


def test_touches_on_the_header_are_judged_kept_and_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header, db = PiHeader(), tmp_path / "journal.sqlite3"
    running: list[RunningTable] = []

    def run(self: RunningTable, until: object = None) -> str:
        running.append(self)
        return run_it(self)

    run_it = RunningTable.run
    monkeypatch.setattr(RunningTable, "run", run)
    monkeypatch.setattr(gpio_pins, "pin_factory", lambda: header)

    def hands() -> None:
        pause, end_s = threading.Event(), time.monotonic() + WITHIN_S
        try:
            for pressed, does in ((1 << 3, "reveal"), (1 << 1, "touch"), (1 << 8, "claim")):
                while not running or (does == "reveal" and told(db) != ["start"]):
                    assert time.monotonic() < end_s
                    pause.wait(0.02)
                header.change(pressed, after_us=200_000)
                header.change(0, after_us=60_000)
                while does not in told(db):
                    assert time.monotonic() < end_s, f"{does} did not come"
                    pause.wait(0.02)
        finally:
            running[0]._inbox.put(Stop("the test is over"))

    people = threading.Thread(target=hands)
    people.start()
    ended = touchjudge(*PLAY, "--db", db, "--record", tmp_path / "pins.csv", "--json")
    people.join()
    assert ended.status == 0, ended.said
    assert told(db) == ["start", "reveal", "touch", "claim"]
    board = Board("gpio", host_boot_id())
    with closing(SqliteJournal.read(db)) as journal:
        session = journal.sessions()[-1]
        assert not session.simulated
        assert {each for each, _ in journal.edges(session.session)} == {board}
        assert len(journal.edges(session.session)) == 6
    remark = (tmp_path / "pins.csv").read_text().splitlines()[1]
    assert remark == f"# board gpio boot {board.boot_id} offset_us 0 bound_us 0"


@pytest.mark.parametrize(
    ("backend", "sentence"),
    [("sysfs", "GPIOZERO_PIN_FACTORY is 'sysfs'"), ("native", "finds no pins here")],
)
def test_br007_header_that_is_none_is_refused_in_one_sentence_and_nothing_is_made(
    backend: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", backend)
    ended = touchjudge(*PLAY, "--db", tmp_path / "journal.sqlite3")
    assert (ended.status, sentence in ended.said) == (2, True), ended.said
    assert list(tmp_path.iterdir()) == []


def test_speed_at_the_header_is_refused(tmp_path: Path) -> None:
    ended = touchjudge(*PLAY, "--speed", "2", "--db", tmp_path / "journal.sqlite3")
    assert (ended.status, "--speed is for --table sim" in ended.said) == (2, True)
