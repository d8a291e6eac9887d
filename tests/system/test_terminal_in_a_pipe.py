"""`play` at a simulated table with its lines going into a pipe: it ends with the game, or with the pipe's reader."""

import subprocess
import sys
from pathlib import Path

import pytest

PLAY = (sys.executable, "-m", "touchjudge.cli", "play", "virus", "--table", "sim", "--seed", "1")
LIMIT_S = 120


def test_without_a_page_the_program_ends_when_the_game_is_over(tmp_path: Path) -> None:
    ended = subprocess.run(
        [*PLAY, "--speed", "1000", "--no-web", "--db", tmp_path / "journal.db"],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Luis wins" in ended.stdout.splitlines()[-1]


@pytest.mark.parametrize(("speed", "until"), [("1", "The game begins"), ("1000", "wins the game")])
def test_with_a_page_it_ends_quietly_when_the_reader_goes_in_the_game_or_after_it(
    tmp_path: Path, speed: str, until: str
) -> None:
    with subprocess.Popen(
        [*PLAY, "--speed", speed, "--port", "0", "--db", tmp_path / "journal.db"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        try:
            assert any(until in line for line in program.stdout)
            program.stdout.close()
            assert program.wait(LIMIT_S) == 0
        finally:
            program.kill()
        said = program.stderr.read()
    assert "Traceback" not in said
    assert "BrokenPipe" not in said
    assert said.count("\n") == (1 if speed == "1" else 0), said
