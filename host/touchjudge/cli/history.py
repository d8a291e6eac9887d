"""``sessions``, ``show``, ``undo`` and ``correct``: what the journal holds, and putting it right."""

import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from touchjudge.adapters.control_socket import tell_running_table
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.app import BAD_INPUT, AsJson, Db, Language, app, new_session, sayer
from touchjudge.cli.judging import lines_of
from touchjudge.errors import JournalError, LineError
from touchjudge.language import answer_json, parse_line
from touchjudge.ports import LineRow, SessionRow
from touchjudge.rules.game import Line
from touchjudge.service import retell


@app.command()
def sessions(db: Db = None, as_json: AsJson = False) -> None:
    """The evenings in the journal."""
    with closing(SqliteJournal.read(db or default_path())) as journal:
        rows = journal.sessions()
    if as_json:
        print(json.dumps({"sessions": [asdict(row) for row in rows]}, ensure_ascii=False, indent=2))
        return
    for row in rows:
        mark = "  SIMULATED" if row.simulated else ""
        print(f"{row.session}  {row.started_utc}  {row.lines} lines, {row.edges} edges{mark}")
    if not rows:
        print("No session yet: `touchjudge play` begins one.")


@app.command()
def show(
    session: Annotated[str, typer.Argument(help="A session's name, or `last`.")] = "last",
    db: Db = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """What was told and ruled in an evening; N is the number that undo and correct take."""
    say_it = sayer(language)
    with closing(SqliteJournal.read(db or default_path())) as journal:
        row = session_row(journal, session)
        folded = new_session()
        retell(folded, journal.lines(row.session))
    if as_json:
        for entry in folded.entries:
            print(answer_json(entry.answer, entry.after.game, say_it))
        return
    print(f"session {row.session}, begun {row.started_utc}{', SIMULATED' if row.simulated else ''}")
    for entry in folded.entries:
        told = {key: value for key, value in entry.told.items() if key not in ("by", "bound_us")}
        mark = (
            ""
            if entry.replaced_by is None
            else f"  [{'undone' if entry.undone else 'corrected'} by {entry.replaced_by}]"
        )
        print(f"{entry.n:5}  {json.dumps(told, ensure_ascii=False)}{mark}")
        for ruling in entry.answer.rulings:
            print(f"       {ruling.verdict:>4} {ruling.code}: {say_it(ruling, entry.after.game)}")
    now = folded.now
    if now.game is not None:
        scores = ", ".join(f"{name} {points}" for name, points in now.game.scores(now.state).items())
        print(f"{now.game.title}: {scores}{' (over)' if now.over else ''}")


@app.command()
def undo(
    n: Annotated[
        int | None, typer.Argument(help="The line's number as `show` gives it; the last one if left out.")
    ] = None,
    db: Db = None,
    language: Language = "en",
) -> None:
    """Take back a line of the last session; through the running table if there is one."""
    _tell_last_session({"do": "undo"} if n is None else {"do": "undo", "n": n}, db or default_path(), language)


@app.command()
def correct(
    n: Annotated[int, typer.Argument(help="The line's number as `show` gives it.")],
    file: Annotated[Path, typer.Argument(help="The lines to be judged in its place; - is standard input.")],
    db: Db = None,
    language: Language = "en",
) -> None:
    """Judge other lines in the place of an earlier one; through the running table if there is one."""
    lines = [parse_line(text) for text in lines_of(file) if text.strip()]
    _tell_last_session({"do": "correct", "n": n, "lines": lines}, db or default_path(), language)


def _tell_last_session(line: Line, path: Path, language: str) -> None:
    """Tell the running table a line, or the last session where no table runs; prints the answer."""
    answers = tell_running_table(path, [json.dumps(line, ensure_ascii=False)])
    answer = answers[-1] if answers else _tell_resting_session(line, path, language)
    print(answer)
    told = json.loads(answer)
    if "error" in told:
        raise LineError(told["error"])
    if any(ruling["verdict"] == "foul" for ruling in told["rulings"]):
        raise typer.Exit(BAD_INPUT)


def _tell_resting_session(line: Line, path: Path, language: str) -> str:
    clock = SystemClock()
    with closing(SqliteJournal.read(path)) as journal:
        session_row(journal, "last")
    with closing(SqliteJournal.write(path, clock=clock)) as journal:
        row = session_row(journal, "last")
        session = new_session()
        retell(session, journal.lines(row.session))
        answer = session.tell(line)
        if answer.error is None:
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            kept = LineRow(answer.n, text, "command", clock.host_ns(), clock.wall_utc())
            journal.commit(row.session, lines=[kept])
    return answer_json(answer, session.now.game, sayer(language))


def session_row(journal: SqliteJournal, name: str) -> SessionRow:
    rows = journal.sessions()
    if not rows:
        raise JournalError("the journal has no session yet; `touchjudge play` begins one")
    if name == "last":
        return rows[-1]
    for row in rows:
        if row.session == name:
            return row
    raise JournalError(
        f"there is no session {name!r}; `touchjudge sessions` lists them, the newest is {rows[-1].session}"
    )
