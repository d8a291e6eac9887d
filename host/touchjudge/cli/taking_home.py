"""``export`` and ``import``: an evening as files for other programs, and back into a journal."""

import os
import shutil
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from touchjudge.adapters.exports.bgstats import BgStatsSettings
from touchjudge.adapters.exports.bids import bids_files, bids_zip
from touchjudge.adapters.exports.csv_export import CsvStyle, csv_tables
from touchjudge.adapters.exports.json_export import Imported, import_json
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.app import Db, app, new_session
from touchjudge.cli.earlier import session_row
from touchjudge.cli.history import SessionName
from touchjudge.cli.past import judged_again, one_file
from touchjudge.errors import ConfigError, JournalError, TouchJudgeError
from touchjudge.language import parse_line
from touchjudge.ports import LineRow, SessionRow
from touchjudge.service import retell

FORMATS = ("csv", "json", "xlsx", "bgstats", "bgstats-link", "bids")
STANDARD_OUTPUT = "-"
LOST_LINE = '{"do":"note","text":"this line was lost when the journal was damaged"}'


@app.command()
def export(
    session: SessionName,
    format_name: Annotated[
        str, typer.Option("--format", help="csv, json, xlsx, bgstats (a .bgsplay file), bgstats-link or bids.")
    ],
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where to; - is standard output. csv are three files: -o evening.csv writes evening-players.csv,"
            " evening-rounds.csv and evening-touches.csv, and -o FOLDER players.csv, rounds.csv and touches.csv in it."
            " bids is a folder, which is made or must be empty, or with -o NAME.zip an archive of it.",
        ),
    ],
    db: Db = None,
    separator: Annotated[str, typer.Option(help="Of csv: a comma, a semicolon, a bar, or tab.")] = ",",
    decimal: Annotated[str, typer.Option(help="Of csv: the decimal mark, a point or a comma.")] = ".",
    bom: Annotated[bool, typer.Option("--bom", help="Of csv: begin with a byte order mark, as Excel wants.")] = False,
    location: Annotated[str, typer.Option(help="Of bgstats: where it was played.")] = "",
    me: Annotated[str | None, typer.Option(help="Of bgstats: the name there of the person who imports.")] = None,
    alias: Annotated[
        list[str] | None, typer.Option(help="Of bgstats: TOLD=NAME, a player's name there; may be repeated.")
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Of bids: people's names and the date too, instead of numbers alone.")
    ] = False,
) -> None:
    """An evening as it stands after every correction, for spreadsheets, other programs and BG Stats."""
    style = CsvStyle("\t" if separator == "tab" else separator, decimal, bom)
    settings = BgStatsSettings(location, dict(_alias(told) for told in alias or []), me)
    if format_name not in FORMATS:
        raise ConfigError(f"--format {format_name!r} is no format; use {', '.join(FORMATS)}")
    with closing(SqliteJournal.read(db or default_path())) as journal:
        row = session_row(journal, session)
        played = judged_again(row, journal.lines(row.session))[1]
    if format_name == "csv":
        _write_tables(csv_tables(played, style), output)
        return
    if format_name == "bids":
        _write_dataset(bids_files(played, names=names), output)
        return
    write(one_file(format_name, played, settings), output)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="What `touchjudge export --format json` wrote.")],
    db: Db = None,
) -> None:
    """An exported evening back into a journal, line by line; one that is there already is not added again."""
    try:
        imported = import_json(file.read_bytes())
    except OSError as error:
        raise ConfigError(f"{file} cannot be read ({error.strerror}); name an exported session") from None
    rows, lost = _whole(imported)
    _check(rows)
    with closing(SqliteJournal.write(db or default_path(), clock=SystemClock())) as journal:
        _import_rows(journal, imported.session, rows)
    if lost:
        print(f"{lost} of its lines were lost before it was exported; notes stand in their places.", file=sys.stderr)


# ---- out


def _write_tables(tables: dict[str, bytes], output: str) -> None:
    if output == STANDARD_OUTPUT:
        raise ConfigError(
            "csv are three tables, so they cannot all go to standard output: name a file or a folder with -o"
        )
    place = Path(output)
    in_folder = place.is_dir() or output.endswith(os.sep)
    for name, content in tables.items():
        file = f"{name}.csv" if in_folder else f"{place.stem}-{name}{place.suffix or '.csv'}"
        write(content, str((place if in_folder else place.parent) / file))


def _write_dataset(files: dict[str, bytes], output: str) -> None:
    if output == STANDARD_OUTPUT:
        raise ConfigError(
            "a BIDS dataset is many files, so it cannot go to standard output: name a folder or a .zip with -o"
        )
    if output.endswith(".zip"):
        write(bids_zip(files), output)
        return
    folder = Path(output)
    try:
        folder.mkdir(exist_ok=True)
        if any(folder.iterdir()):
            raise ConfigError(f"the folder {output} is not empty: name a new or an empty one for the BIDS dataset")
        _fill(folder, files)
    except FileExistsError:
        raise ConfigError(f"{output} is a file, and a BIDS dataset a folder: name one, or end it with .zip") from None
    except OSError as error:
        raise ConfigError(
            f"{output} cannot be written ({error.strerror}); name a folder in one that is there and is yours"
        ) from None
    print(f"wrote {output}", file=sys.stderr)


def _fill(folder: Path, files: dict[str, bytes]) -> None:
    """Put the files into an empty folder: all or none, as half a dataset would be in the way of the next attempt."""
    try:
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    except OSError:
        for begun in {Path(path).parts[0] for path in files}:
            if (folder / begun).is_dir():
                shutil.rmtree(folder / begun, ignore_errors=True)
            else:
                (folder / begun).unlink(missing_ok=True)
        raise


def write(content: bytes, output: str) -> None:
    """Put the whole file in its place at once, and say where it is."""
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    place = Path(output).resolve()
    try:
        if place.exists() and not place.is_file():
            place.write_bytes(content)  # a pipe or a device
        else:
            new = place.with_name(f".{place.name}.new")
            new.write_bytes(content)
            new.replace(place)
    except OSError as error:
        raise ConfigError(
            f"{output} cannot be written ({error.strerror}); name a file in a folder that is there and is yours"
        ) from None
    print(f"wrote {output}", file=sys.stderr)


def _alias(told: str) -> tuple[str, str]:
    name, equals, known_as = told.partition("=")
    if not (name and equals and known_as):
        raise ConfigError(f"--alias {told!r} says no other name; give TOLD=NAME, such as Annie=Ana")
    return name, known_as


# ---- in


def _whole(imported: Imported) -> tuple[list[LineRow], int]:
    """The lines to keep, and for how many of them a note stands in: a lost line leaves its number to nobody else."""
    lost = [line for line in imported.lines if line.source == "lost" and not line.text]
    rows = [
        LineRow(line.n, LOST_LINE, line.source, line.host_ns, line.wall_utc) if line in lost else line
        for line in imported.lines
    ]
    return rows, len(lost)


def _check(rows: list[LineRow]) -> None:
    """Raises JournalError if a line would not be understood when it is read from the journal."""
    for row in rows:
        try:
            parse_line(row.text)
        except TouchJudgeError as error:
            raise JournalError(f"line {row.n} of the exported session is no line ({error}); export it again") from None
    retell(new_session(), rows)


def _import_rows(journal: SqliteJournal, session: SessionRow, rows: list[LineRow]) -> None:
    """Add what is not there yet.

    The same evening is known by when and on which machine it began. If the journal has it with the same lines,
    nothing is added; if it has only the first of them (an import that was interrupted, an evening that went on), the
    others are; if its lines differ, the evening is kept a second time, since neither is to be lost.
    """
    for known in journal.sessions():
        if (known.started_utc, known.started_host_ns, known.host_boot_id) != (
            session.started_utc,
            session.started_host_ns,
            session.host_boot_id,
        ):
            continue
        have = journal.lines(known.session)
        if have[: len(rows)] == rows:
            print(f"The session is in the journal already, as {known.session}: nothing was added.")
            return
        if rows[: len(have)] == have:
            journal.commit(known.session, lines=rows[len(have) :])
            print(
                f"The journal had the first {len(have)} lines as {known.session}: {len(rows) - len(have)} were added."
            )
            return
    name = journal.begin(
        started_utc=session.started_utc,
        host_ns=session.started_host_ns,
        host_boot_id=session.host_boot_id,
        simulated=session.simulated,
        seed=session.seed,
    )
    journal.commit(name, lines=rows)
    print(f"Imported {len(rows)} lines as session {name}.")
