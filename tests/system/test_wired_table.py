"""A table that is wired otherwise: `touchjudge play` with a table file, from contacts on a port to the journal."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import tjwire
from pty_board import PtyBoard
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.errors import JournalError

TABLE = """
[boards.any]
0 = "reveal"
6 = { place = "target2", pressed = "high" }
7 = "seat2"
12 = "seat1"
[seats]
seat2 = "Ana"
"""
REVEAL, PIG, SEAT2, SEAT1 = 1 << 0, 1 << 6, 1 << 7, 1 << 12


WITHIN_S = 60.0  # on a machine that is busy with other things


def wait_for(true: Callable[[], bool], what: str) -> None:
    pause, end_s = threading.Event(), time.monotonic() + WITHIN_S
    while not true():
        assert time.monotonic() < end_s, f"{what} did not come"
        pause.wait(0.02)


def told(db: Path) -> list[dict[str, Any]]:
    """The lines in the journal so far; none while it is only being made."""
    try:
        with closing(SqliteJournal.read(db)) as journal:
            return [json.loads(row.text) for session in journal.sessions() for row in journal.lines(session.session)]
    except JournalError:
        return []


def test_lines_seats_and_polarity_are_those_of_the_table_file(tmp_path: Path) -> None:
    config, db = tmp_path / "table.toml", tmp_path / "journal.sqlite3"
    config.write_text(TABLE)
    with PtyBoard(tmp_path / "ttyPad") as board:
        command = [sys.executable, "-m", "touchjudge.cli", "play", "schwein_gehabt", "--table", f"pico:{board.port}"]
        command += ["--players", "Luis,Marta,Ana", "--config", str(config), "--db", str(db)]
        playing = subprocess.Popen(
            [*command, "--screen", "none", "--no-web"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            wait_for(lambda: polarity(board) == [f"{0xFFFF & ~PIG:x}"], "the polarity")
            for pressed, does in ((REVEAL, "reveal"), (PIG, "touch"), (SEAT2, "claim"), (SEAT1, "claim")):
                before = len(told(db))
                board.edges(pressed, 0)
                wait_for(is_told(db, does, before), does)
        finally:
            playing.send_signal(signal.SIGINT)
            _, said = playing.communicate(timeout=20)
    assert playing.returncode == 0, said
    note, start, reveal, touch, ana, luis = told(db)
    assert note == {"do": "note", "text": 'seats {"seat1": "Luis", "seat2": "Ana"}'}
    assert (start["do"], start["players"]) == ("start", ["Luis", "Marta", "Ana"])
    assert (reveal["do"], touch["spot"]) == ("reveal", "pig")
    assert (ana["player"], luis["player"]) == ("Ana", "Luis")


def polarity(board: PtyBoard) -> list[str]:
    lines = tjwire.Decoder().feed(bytes(board.heard))
    return [line.value for line in lines if isinstance(line, tjwire.Set) and line.name == "invert"]


def is_told(db: Path, does: str, before: int) -> Callable[[], bool]:
    return lambda: any(line["do"] == does for line in told(db)[before:])
