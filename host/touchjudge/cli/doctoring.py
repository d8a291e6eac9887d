"""``doctor``: looks at everything that a table needs, and says of each fault the one command that mends it."""

import getpass
import json
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from tjwire import PROTOCOL
from touchjudge import __version__
from touchjudge.adapters.doctor import Check, Facts, FirmwareFacts, JournalFacts, Machine, apply, checks, gather, plan
from touchjudge.adapters.doctor.bundle import bundle_files, write_bundle
from touchjudge.adapters.doctor.checks import first_port
from touchjudge.adapters.doctor.gather import before_fixing
from touchjudge.adapters.doctor.rule import RULE_PATH, run
from touchjudge.adapters.firmware_install import BoardFacts, Patience, own_firmware
from touchjudge.adapters.firmware_install.greeting import greet
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.journal_sqlite.looking import look
from touchjudge.adapters.pico_link import find_picos, open_serial
from touchjudge.adapters.pico_link.port import holders
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.adapters.table_file import TableFile
from touchjudge.adapters.table_file import default_path as table_path
from touchjudge.cli.app import AsJson, Db, app
from touchjudge.cli.firmware_facts import verdict
from touchjudge.cli.table_file import table_file
from touchjudge.errors import ConfigError, JournalError, LinkError, TouchJudgeError
from touchjudge.screens.panels import MONO, PANELS

MARKS = {"ok": "ok  ", "warn": "look", "fail": "BAD ", "unknown": "?   "}
TAIL_SESSIONS = 1


@app.command()
def doctor(
    table: Annotated[str, typer.Option(help="The way to the table that is meant: pico, pico:PORT or gpio.")] = "pico",
    port: Annotated[int, typer.Option(help="Of the scoreboard page.")] = 8080,
    bundle: Annotated[
        Path | None, typer.Option(metavar="FILE.zip", help="A new file for a bug report, without names in it.")
    ] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Install the rule that lets a normal user open the board; needs root.")
    ] = False,
    user: Annotated[
        str | None, typer.Option(help="With --fix: who is to open the board; by default who called sudo.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="The table file; by default the one in the user's config folder (see `touchjudge table`)."),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Look at ports, rights, programs, pins, disk, journal, clock and page; each fault with what mends it."""
    if fix:
        install_rule(Machine.here(), user)
        return
    if user is not None:
        raise ConfigError("--user is for --fix; leave it out to look")
    kind, _, where = table.partition(":")
    if kind not in ("pico", "gpio") or (where and kind != "pico"):
        raise ConfigError(f"--table {table!r} is nothing to look at; use pico, pico:PORT or gpio")
    facts = _facts(table, where, port, config, db or default_path())
    verdicts = checks(facts)
    told = [asdict(check) for check in verdicts]
    failed = [check for check in verdicts if check.status == "fail"]
    if bundle is not None:
        write_bundle(bundle, _bundle(facts, told, config, db or default_path()))
    if as_json:
        print(json.dumps({"ok": not failed, "checks": told, "facts": asdict(facts)}, ensure_ascii=False, indent=2))
    else:
        for check in verdicts:
            _say(check)
        if bundle is not None:
            print(f"wrote {bundle}: read it, then put it into your report")
    if failed:
        names = ", ".join(check.name for check in failed)
        raise ConfigError(f"{len(failed)} of {len(verdicts)} checks failed ({names}); the commands beside them mend it")


def _say(check: Check) -> None:
    print(f"{MARKS[check.status]}  {check.name.replace('_', ' ')}: {check.sentence}")
    if check.mend is not None and check.status != "ok":
        print(f"          {check.mend}")


# ---- facts


def _facts(table: str, where: str, page_port: int, config: Path | None, journal: Path) -> Facts:
    problem, told = None, TableFile()
    try:
        told = table_file(config)
    except ConfigError as error:
        problem = str(error)
    facts = gather(
        Machine.here(),
        table=table,
        ports=[where] if where else [each.path for each in find_picos()],
        holders=holders,
        journal=journal_facts(journal),
        page_port=page_port,
        pin_problem=_pin_problem,
        version=__version__,
        program=_program(),
        table_path=str(config or table_path()),
        table_problem=problem,
        bus="i2c" if PANELS[told.panel.driver] == MONO else "spi",
    )
    return _with_firmware(facts)


def journal_facts(path: Path) -> JournalFacts:
    """How the journal is, as the doctor wants it."""
    health = look(path)
    return JournalFacts(
        path=str(path),
        exists=health.exists,
        problem=health.problem,
        verdict=health.verdict,
        size_bytes=health.size_bytes,
        log_bytes=health.log_bytes,
        free_bytes=health.free_bytes,
        writable=health.writable,
        holder=None if health.writer is None else f"{health.writer.command} (process {health.writer.pid})",
        holder_pid=None if health.writer is None else health.writer.pid,
    )


def _with_firmware(facts: Facts) -> Facts:
    """Greet the board, unless that could disturb somebody."""
    if facts.table_runs:
        return replace(facts, firmware=FirmwareFacts(say="a table runs, and its screens say what is on the board"))
    port = first_port(facts)
    if port is None:
        several = sum(each.door.may_open for each in facts.ports) > 1
        why = "several boards are there; name one with --table pico:PORT" if several else "its port cannot be opened"
        return replace(facts, firmware=FirmwareFacts(say=why)) if facts.ports else facts
    try:
        with closing(open_serial(port.door.path)) as opened:
            hello = greet(opened, SystemClock(), Patience()).hello
    except LinkError as error:
        if getattr(error, "problem", None) == "busy":  # by another user's program, which cannot be seen from here
            held = replace(port, holders=("a program of another user",))
            facts = replace(facts, ports=tuple(held if each == port else each for each in facts.ports))
        return replace(facts, firmware=FirmwareFacts(say=str(error)))
    match, say = verdict(BoardFacts(port.door.path, hello), own_firmware().version, PROTOCOL)
    told = FirmwareFacts(match, say, hello.firmware if hello else None, hello.board if hello else None)
    return replace(facts, firmware=told)


def _pin_problem() -> str | None:
    from touchjudge.adapters.gpio_pins import pin_factory

    try:
        pin_factory().close()
    except LinkError as error:
        return str(error)
    return None


def _program() -> str:
    """How to call this program by its full path: sudo knows other folders."""
    here = Path(sys.argv[0])
    if here.name == "touchjudge" and here.exists():
        return str(here.resolve())
    return f"{sys.executable} -m touchjudge.cli"


# ---- mending


def install_rule(machine: Machine, user: str | None, runs: Callable[[Sequence[str]], None] = run) -> None:
    """Install what lets a normal user open the board; a second time there is nothing to do.

    Raises:
        ConfigError: this is not root, or a step failed.
    """
    before = before_fixing(machine, user or os.environ.get("SUDO_USER") or (None if machine.is_root else machine.user))
    steps = plan(before)
    if not steps:
        print("nothing to mend: group, rule and boards are as they should be")
        return
    if not machine.is_root:
        for step in steps:
            print(f"would {step.why}")
        raise ConfigError(f"this needs root; run `sudo {_program()} doctor --fix`")
    for step in steps:
        print(step.why, flush=True)
        apply([step], path=machine.path(RULE_PATH), runs=runs)
    if any(step.command[:1] == ("usermod",) for step in steps):
        print(f"{before.user} has to log out and in once, so that the group counts")
    if before.user is None:
        print("nobody was put into the group; name who plays with --user NAME")


# ---- a bug report


def _bundle(facts: Facts, told: list[dict[str, Any]], config: Path | None, journal: Path) -> dict[str, str]:
    lines: list[Mapping[str, Any]] = []
    with suppress(JournalError), closing(SqliteJournal.read(journal)) as kept:
        for row in kept.sessions()[-TAIL_SESSIONS:]:
            lines += [json.loads(line.text) for line in kept.lines(row.session)]
    names: list[str] = []
    with suppress(ConfigError):
        names = list(table_file(config).places.seats.values())
    return bundle_files(asdict(facts), told, lines, names=names, own=_own_words())


def _own_words() -> dict[str, str]:
    """What names this user and this machine, and what stands for it."""
    words = {str(Path.home()): "~", str(Path(sys.prefix)): "(python)"}
    with suppress(OSError, KeyError, TouchJudgeError):
        if getpass.getuser() != "root":
            words[getpass.getuser()] = "(user)"
    host = socket.gethostname()
    if host not in ("", "localhost"):
        words[host] = "(host)"
        words.setdefault(host.partition(".")[0], "(host)")
    return words
