"""The command line: the only package that picks adapters.

Every command ends with status 0, or with one sentence on standard error and status 2. Ref: docs/command-line.md.
"""

import sys
from importlib import import_module
from typing import Annotated

import typer

from touchjudge import __version__
from touchjudge.cli.app import BAD_INPUT, app
from touchjudge.errors import TouchJudgeError

__all__ = ["COMMANDS", "command_line", "main"]

# The module of each command. A script may start `judge` for every line: it should not wait for the parts of a table.
COMMANDS = {
    "play": "playing",
    "judge": "judging",
    "games": "judging",
    "sessions": "history",
    "show": "history",
    "undo": "history",
    "correct": "history",
    "export": "taking_home",
    "import": "taking_home",
}


def command_line(command: str | None = None) -> typer.Typer:
    """The command line with this command; with all of them where there is none of this name."""
    wanted = [COMMANDS[command]] if command in COMMANDS else dict.fromkeys(COMMANDS.values())
    for module in wanted:
        import_module(f"{__name__}.{module}")
    return app


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
        command_line(sys.argv[1] if len(sys.argv) > 1 else None)()
    except TouchJudgeError as error:
        print(f"touchjudge: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # Whoever read our output has gone away; Python would complain once more when it closes standard output.
        sys.stdout = None
        sys.exit(0)
