"""The command line in the test's own process: what a person types, what it says, the status it ends with."""

import json
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.cli import command_line
from touchjudge.errors import TouchJudgeError
from touchjudge.ports import LineRow, SessionRow


@dataclass(frozen=True)
class Ended:
    """How a command ended; ``said`` is its standard error."""

    status: int
    out: str
    said: str
    out_bytes: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def touchjudge(*arguments: str | Path, typed: str = "") -> Ended:
    """Run a command. An error on purpose is its one sentence; any other is the test's failure."""
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(command_line(words[0]), words, input=typed)
    error = result.exception
    if isinstance(error, TouchJudgeError):
        assert "\n" not in str(error)
        return Ended(2, result.stdout, f"{result.stderr}touchjudge: {error}\n", result.stdout_bytes)
    if error is not None and not isinstance(error, SystemExit):
        raise AssertionError("".join(traceback.format_exception(error)))
    return Ended(result.exit_code, result.stdout, result.stderr, result.stdout_bytes)


class AtOneMoment:
    def host_ns(self) -> int:
        return 5_000_000_000

    def wall_utc(self) -> str:
        return "2026-11-30T19:03:21.123Z"


def keep(path: Path, session: SessionRow, lines: Sequence[LineRow]) -> str:
    """A session with these lines in the journal at this path; its name."""
    journal = SqliteJournal.write(path, clock=AtOneMoment())
    try:
        name = journal.begin(
            started_utc=session.started_utc,
            host_ns=session.started_host_ns,
            host_boot_id=session.host_boot_id,
            simulated=session.simulated,
            seed=session.seed,
        )
        journal.commit(name, lines=lines)
    finally:
        journal.close()
    return name
