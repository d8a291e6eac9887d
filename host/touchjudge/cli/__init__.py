"""The command line: the only package that picks adapters.

Every command ends with status 0, or with one sentence on standard error and status 2. Ref: docs/command-line.md.
"""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
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
    "simulate": "simulating",
    "sessions": "history",
    "show": "history",
    "undo": "history",
    "correct": "history",
    "rejudge": "rejudging",
    "export": "taking_home",
    "import": "taking_home",
    "report": "reporting",
    "table": "table_file",
    "deck": "decks",
    "firmware": "firmware",
    "calibrate": "calibrating",
    "doctor": "doctoring",
}


def command_line(command: str | None = None) -> typer.Typer:
    """The command line with this command; with all of them where there is none of this name."""
    wanted = [COMMANDS[command]] if command in COMMANDS else dict.fromkeys(COMMANDS.values())
    for module in wanted:
        import_module(f"{__name__}.{module}")
    # Who imports a command's module first must not decide where it stands in the list.
    places = {f"{__name__}.{module}": place for place, module in enumerate(dict.fromkeys(COMMANDS.values()))}
    app.registered_commands.sort(key=lambda each: places[each.callback.__module__] if each.callback else 0)
    groups = {each.typer_instance.info.name: each for each in app.registered_groups if each.typer_instance is not None}
    app.registered_groups[:] = [groups[name] for name in COMMANDS if name in groups]
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
    words = sys.argv[1:] or ["--help"]
    _open_standard_streams(as_json="--json" in words)
    known = words[0] if words[0] in COMMANDS else None
    try:
        status = command_line(known)(words, prog_name=app.info.name, standalone_mode=False)
    except TouchJudgeError as error:
        status = _refused(str(error))
    except typer.TyperException as error:
        # A call that is none knows how far it was understood: `touchjudge firmware monitor`, say.
        within = getattr(error, "ctx", None)
        called = within.command_path if within is not None else " ".join(filter(None, (app.info.name, known)))
        status = _refused(f"{error.format_message().rstrip('.')}; `{called} -h` shows how it is called")
    sys.exit(status)


def _open_standard_streams(*, as_json: bool) -> None:
    """Make sure that all three can be used, whoever starts the program.

    Whoever closed one of them gets nothing from it, as from the null device.
    Left closed, the next file that is opened would take its place: the journal could become standard output.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
    if isinstance(sys.stdout, TextIOWrapper):
        if as_json:
            sys.stdout.reconfigure(encoding="utf-8")  # what scripts read is the same in every locale
        else:
            # In a locale that has no letter for it, a name is better told with a question mark than not at all.
            sys.stdout.reconfigure(errors="replace")


def _refused(sentence: str) -> int:
    """Say a sentence on standard error, alike whoever wrote it; the exit status."""
    if sentence[:1].isupper() and not sentence[1:2].isupper():
        sentence = sentence[:1].lower() + sentence[1:]
    print(f"{app.info.name}: {' '.join(sentence.rstrip('.').split())}", file=sys.stderr)
    return BAD_INPUT
