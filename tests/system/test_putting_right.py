"""``undo`` and ``correct`` at a real terminal and in a pipe: words for people, the table language for scripts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import keep, touchjudge
from played_session import claimed_pig


@pytest.fixture
def db(tmp_path: Path) -> Path:
    evening = claimed_pig()
    keep(tmp_path / "evening.sqlite3", evening.row(), evening.rows)
    return tmp_path / "evening.sqlite3"


def at_a_terminal(*arguments: str) -> str:
    """What a command says to a terminal on its standard output."""
    master, terminal = os.openpty()
    try:
        command = [sys.executable, "-m", "touchjudge.cli", *arguments]
        with subprocess.Popen(command, stdout=terminal, stderr=subprocess.PIPE, text=True) as process:
            os.close(terminal)
            said = b""
            while piece := _read(master):
                said += piece
            process.wait(30)
    finally:
        os.close(master)
    return said.decode()


def _read(master: int) -> bytes:
    try:
        return os.read(master, 4096)
    except OSError:  # Linux's way to say that the other end was closed
        return b""


def test_a_terminal_reads_what_was_taken_back_and_how_to_take_that_back(db: Path) -> None:
    said = at_a_terminal("undo", "4", "--db", str(db))
    assert said.startswith("Undone.")
    assert "lines 4, 5" in said
    assert "touchjudge undo 6" in said
    assert "{" not in said


def test_a_pipe_and_a_script_read_the_answer_as_json(db: Path) -> None:
    piped = touchjudge("undo", "4", "--db", db).json
    assert (piped["n"], piped["rulings"][0]["effects"]) == (6, {"changed": [4, 5]})
    asked = json.loads(at_a_terminal("undo", "6", "--json", "--db", str(db)))
    assert asked["rulings"][0]["code"] == "undone"


def test_what_cannot_be_taken_back_is_one_sentence_and_status_2(db: Path) -> None:
    ended = touchjudge("undo", "99", "--db", db)
    assert (ended.status, ended.said) == (2, "touchjudge: There is nothing to undo.\n")
