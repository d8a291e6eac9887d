"""``sessions``, ``show``, ``undo`` and ``correct``: what the journal holds, and putting it right."""

import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.control_socket import tell_running_table
from touchjudge.adapters.exports.json_export import game_json
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli import shown
from touchjudge.cli.app import AsJson, Db, Language, app, new_session, sayer
from touchjudge.cli.earlier import session_row
from touchjudge.cli.judging import lines_of
from touchjudge.cli.past import at_a_glance, judged_again
from touchjudge.errors import LineError
from touchjudge.language import answer_json, parse_line
from touchjudge.language.answers import ruling_json
from touchjudge.ports import LineRow
from touchjudge.rules.game import Line
from touchjudge.service import retell
from touchjudge.session.fold import Entry
from touchjudge.words.evening import text

SessionName = Annotated[str, typer.Argument(help="A session's name as `touchjudge sessions` lists it, or `last`.")]


@app.command()
def sessions(db: Db = None, language: Language = "en", as_json: AsJson = False) -> None:
    """The evenings in the journal: their games, who played, who won."""
    translate = catalogue(language)
    with closing(SqliteJournal.read(db or default_path())) as journal:
        told = [(row, *at_a_glance(row, journal.lines(row.session))) for row in journal.sessions()]
    if as_json:
        print(json.dumps({"sessions": [facts for _, facts, _ in told]}, ensure_ascii=False, indent=2))
        return
    for row, facts, games in told:
        print("\n".join(shown.glance(row, games, translate)))
        if "error" in facts:
            print(f"    {facts['error']}")
    if not told:
        print(text("none", translate, command="`touchjudge play`"))


@app.command()
def show(
    session: SessionName = "last",
    db: Db = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """An evening: who stands where, the touches in time, every line with its ruling and the N of undo and correct."""
    say_it, translate = sayer(language), catalogue(language)
    with closing(SqliteJournal.read(db or default_path())) as journal:
        row = session_row(journal, session)
        rows = journal.lines(row.session)
    folded, played = judged_again(row, rows)
    if as_json:
        by_n = {each.n: each for each in rows}
        document = {
            "session": asdict(row),
            "games": [game_json(game) for game in played.games],
            "lines": [_line_facts(entry, by_n.get(entry.n), say_it) for entry in folded.entries],
        }
        print(json.dumps(document, ensure_ascii=False, indent=2, default=dict))
        return
    mark = f", {text('simulated', translate)}" if row.simulated else ""
    print(f"{text('session', translate, session=row.session, started=row.started_utc)}{mark}")
    for part in (
        shown.standings(played, translate),
        shown.timeline(played, translate),
        shown.lines(folded.entries, say_it, translate),
    ):
        for told in part:
            print(told)


@app.command()
def undo(
    n: Annotated[
        int | None, typer.Argument(help="The line's number as `show` gives it; the last one if left out.")
    ] = None,
    db: Db = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Take back a line of the last session; through the running table if there is one.

    A terminal is told in words, a pipe the answer as JSON.
    """
    line: Line = {"do": "undo"} if n is None else {"do": "undo", "n": n}
    _tell_last_session(line, db or default_path(), language, as_json=as_json)


@app.command()
def correct(
    n: Annotated[int, typer.Argument(help="The line's number as `show` gives it.")],
    file: Annotated[
        Path, typer.Argument(readable=False, help="The lines to be judged in its place; - is standard input.")
    ],
    db: Db = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Judge other lines in the place of an earlier one; through the running table if there is one.

    A terminal is told in words, a pipe the answer as JSON.
    """
    lines = [parse_line(text) for text in lines_of(file) if text.strip()]
    line = {"do": "correct", "n": n, "lines": lines}
    _tell_last_session(line, db or default_path(), language, as_json=as_json)


def _line_facts(entry: Entry, row: LineRow | None, say_it: shown.Say) -> dict[str, Any]:
    answer = entry.answer
    return {
        "n": entry.n,
        "told": entry.told,
        "source": None if row is None else row.source,
        "wall_utc": None if row is None else row.wall_utc,
        "undone": entry.undone,
        "replaced_by": entry.replaced_by,
        "error": answer.error,
        "rulings": [ruling_json(ruling, entry.after.game, say_it) for ruling in answer.rulings],
    }


def _tell_last_session(line: Line, path: Path, language: str, *, as_json: bool) -> None:
    """Tell the running table a line, or the last session where no table runs; prints the answer."""
    answers = tell_running_table(path, [json.dumps(line, ensure_ascii=False)])
    answer = answers[-1] if answers else _tell_resting_session(line, path, language)
    told = json.loads(answer)
    if as_json or not sys.stdout.isatty():
        print(answer)
    elif "error" not in told:
        print("\n".join(shown.put_right(told, catalogue(language))))
    if "error" in told:
        raise LineError(told["error"])
    for ruling in told["rulings"]:
        if ruling["verdict"] == "foul":
            raise LineError(ruling["say"])


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
