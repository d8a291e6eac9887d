"""``firmware install``, ``info`` and ``monitor``: what runs on a board, and what its lines do."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

import tjwire
from touchjudge.adapters.firmware_install import (
    BoardFacts,
    Bundle,
    Installed,
    Step,
    drives_waiting,
    own_firmware,
)
from touchjudge.adapters.firmware_install import install as install_on
from touchjudge.adapters.firmware_install import look as look_at
from touchjudge.adapters.pico_link import find_picos, open_serial
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.app import AsJson, app
from touchjudge.cli.firmware_facts import facts_json, facts_rows
from touchjudge.cli.firmware_monitor import watch
from touchjudge.cli.table_file import table_file
from touchjudge.errors import LinkError

# A board that erases flash does not read meanwhile, and a small computer may be busy itself.
WRITE_WAIT_S = 5.0

firmware = typer.Typer(name="firmware", help="What runs on the Pico: install it, look at it, watch its lines.")
app.add_typer(firmware)

Port = Annotated[
    str | None, typer.Option("--port", help="The board's port; may be left out where one Pico is plugged in.")
]


@firmware.command()
def install(
    port: Port = None,
    older: Annotated[bool, typer.Option("--older", help="Also over a newer firmware than this program's.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put this program's firmware on a board that has MicroPython; only what differs is sent, settings are kept.

    It may be interrupted at any moment: the board goes on with what it had, or ends the installation by itself.
    """
    bundle = own_firmware()
    where = board_port(port)
    try:
        with closing(open_serial(where, write_wait_s=WRITE_WAIT_S)) as opened, _progress(shown=not as_json) as tell:
            done = install_on(opened, SystemClock(), where, bundle, older=older, tell=tell)
    except KeyboardInterrupt:
        raise LinkError(
            "the installation was interrupted: the board goes on with what it had, or ends the installation by itself;"
            " run this again to have it done"
        ) from None
    if as_json:
        print(json.dumps(_installed_json(where, done)))
        return
    for sentence in _installed_sentences(where, done):
        print(sentence)


@firmware.command()
def info(
    port: Port = None,
    files: Annotated[
        bool,
        typer.Option("--files", help="Look at MicroPython, files and settings too; that starts the firmware again."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what a board is and has: with our firmware, at MicroPython's prompt, or with neither."""
    bundle = own_firmware()
    where = board_port(port)
    with closing(open_serial(where, write_wait_s=WRITE_WAIT_S)) as opened:
        facts = look_at(opened, SystemClock(), where, bundle, files=files)
    _show_facts(facts, bundle, as_json)


@firmware.command()
def monitor(
    port: Port = None,
    seconds: Annotated[float | None, typer.Option(min=0.0, help="End after so many seconds; else with Ctrl-C.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="The table file; by default the user's own, if there is one.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show every edge and every contact of a board as it happens, with its bounce; sums a line at the end.

    Touches that wait on the board for a game stay there.
    """
    watch(board_port(port), table_file(config), seconds=seconds, as_json=as_json)


def board_port(named: str | None) -> str:
    """The port that was named, or that of the only board.

    Raises:
        LinkError: there is no such port, no board, or more than one.
    """
    found = [each.path for each in find_picos()]
    if named is not None:
        if not Path(named).exists():
            there = f"a Pico is on {' and '.join(found)}" if found else _no_board()
            raise LinkError(f"there is no port {named}; {there}")
        return named
    if len(found) > 1:
        raise LinkError(f"Picos are on {' and '.join(found)}; name one with --port")
    if not found:
        raise LinkError(f"no board is found: {_no_board()}")
    return found[0]


def _no_board() -> str:
    waiting = drives_waiting()
    if waiting:
        [(drive, page), *_] = waiting
        return (
            f"a board is plugged in as the drive {drive}, so it has no MicroPython yet: copy the file from {page} onto"
            " that drive, then run this again"
        )
    return (
        "plug the Pico in with a cable that carries data; a new one has no MicroPython yet: hold BOOTSEL, plug it in,"
        " and copy the file from https://micropython.org/download/RPI_PICO onto the drive RPI-RP2 that appears"
    )


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[Step], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    doing = {
        "greeting": "asking the board who it is",
        "looking": "looking at its files",
        "sending": "sending files",
        "starting": "starting the firmware",
    }
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not shown or not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task(doing["greeting"], total=None)

        def tell(step: Step) -> None:
            bar.update(task, description=doing[step.stage], completed=step.done_bytes, total=step.all_bytes or None)

        yield tell


def _installed_sentences(where: str, done: Installed) -> Iterator[str]:
    hello, board = done.hello, done.interpreter
    if done.before is None:
        before = "it had none"
    elif done.before == hello.firmware:
        before = "the version that it had"
    else:
        before = f"it had {done.before}"
    yield f"{where}: {hello.board} {hello.chip_id} runs firmware {hello.firmware} now ({before}), on {board.shown}"
    if done.sent or done.dropped:
        yield f"{done.sent} files sent, {done.same} were right already, {done.dropped} of an older firmware removed"
    else:
        yield "all files were right already, nothing was written"
    if done.waiting_edges:
        yield f"{done.waiting_edges} edges that no table had taken are gone with the restart"
    if done.kept_main:
        yield f"the program that was there before is kept on the board as {done.kept_main}"


def _installed_json(where: str, done: Installed) -> dict[str, Any]:
    return {
        "port": where,
        "board": done.hello.board,
        "chip_id": done.hello.chip_id,
        "firmware": done.hello.firmware,
        "protocol": done.hello.protocol,
        "before": done.before,
        "micropython": done.interpreter.shown,
        "sent": done.sent,
        "same": done.same,
        "removed": done.dropped,
        "waiting_edges": done.waiting_edges,
        "kept_main": done.kept_main,
    }


def _show_facts(facts: BoardFacts, bundle: Bundle, as_json: bool) -> None:
    if as_json:
        print(json.dumps(facts_json(facts, bundle.version, tjwire.PROTOCOL)))
        return
    for name, value in facts_rows(facts, bundle.version, tjwire.PROTOCOL):
        print(f"{name:12} {value}")
