"""The command line: the only package that picks adapters.

Every command ends with status 0, or with one sentence on standard error and status 2. Ref: docs/command-line.md.
"""

import sys
from typing import Annotated

import typer

from touchjudge import __version__
from touchjudge.cli import history, judging, playing
from touchjudge.cli.app import BAD_INPUT, app
from touchjudge.errors import TouchJudgeError

__all__ = ["app", "history", "judging", "main", "playing"]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"touchjudge {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run a command; an error on purpose is one sentence and status 2, never a traceback."""
    try:
        app()
    except TouchJudgeError as error:
        print(f"touchjudge: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # Whoever read our output has gone away; Python would complain once more when it closes standard output.
        sys.stdout = None
        sys.exit(0)
