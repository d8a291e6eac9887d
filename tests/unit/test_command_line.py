"""The command line as such: every command is found, and a call loads only what it needs."""

import subprocess
import sys

import typer

from touchjudge.cli import COMMANDS, command_line

HEAVY = {"PIL", "asyncio", "fastapi", "gpiozero", "luma", "rich", "serial", "sqlite3", "starlette", "uvicorn"}


def loaded_by(command: str) -> set[str]:
    """The heavy packages that a call of this command loads before it does anything."""
    program = f"import sys; from touchjudge.cli import command_line; command_line({command!r}); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {module.partition(".")[0] for module in run.stdout.split()} & HEAVY


def test_every_command_is_in_the_list_of_commands() -> None:
    # Only `command_line` without a name makes sure of it: a command that it misses is found by nobody.
    assert set(typer.main.get_command(command_line()).commands) == set(COMMANDS)


def test_judge_and_games_load_no_journal_no_screen_and_no_port() -> None:
    assert loaded_by("judge") == loaded_by("games") == set()


def test_sessions_and_show_load_the_journal_and_nothing_of_a_table() -> None:
    assert loaded_by("show") <= {"sqlite3"}
