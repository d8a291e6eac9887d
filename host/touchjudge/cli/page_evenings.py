"""What the page says of past evenings: a list with games, players and winners, and each evening's files.

The journal is opened for reading each time, on the page's own threads, beside the table that writes it.
"""

from contextlib import closing
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from touchjudge.adapters.exports.bgstats import BgStatsSettings
from touchjudge.adapters.exports.csv_export import CsvStyle, csv_tables
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.web import Evenings, File
from touchjudge.cli.app import titler
from touchjudge.cli.past import at_a_glance, judged_again, one_file
from touchjudge.ports import SessionRow

AT_ONCE = 12
MOST_KEPT = 256
TABLES = ("players", "rounds", "touches")
_KINDS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "bgsplay": "application/octet-stream",
}


def page_evenings(journal: Path, language: str) -> Evenings:
    """How the page reads past evenings."""
    return Evenings(past=_Past(journal, language), file=lambda session, name: _file(journal, session, name))


class _Past:
    """The list; an evening is judged once, and again when a line was added to it."""

    def __init__(self, journal: Path, language: str) -> None:
        self._journal = journal
        self._language = language
        self._title = titler(language)
        self._glance = lru_cache(MOST_KEPT)(self._judged)

    def __call__(self, before: str | None) -> dict[str, Any]:
        with closing(SqliteJournal.read(self._journal)) as journal:
            rows = [row for row in journal.sessions() if before is None or row.session < before]
        told = [self._glance(row) for row in reversed(rows[-AT_ONCE:])]
        return {"sessions": told, "more": len(rows) > AT_ONCE, "language": self._language}

    def _judged(self, row: SessionRow) -> dict[str, Any]:
        with closing(SqliteJournal.read(self._journal)) as journal:
            facts, games = at_a_glance(row, journal.lines(row.session))
        for told, game in zip(facts["games"] or (), games, strict=True):
            told["title"] = self._title(game.title)
            told["duration_s"], told["cooperative"] = game.duration_s, game.cooperative
        lasted = [game.duration_s for game in games if game.duration_s is not None]
        return {
            **{key: facts[key] for key in ("session", "started_utc", "simulated", "lines", "games")},
            "error": facts.get("error"),
            "duration_s": sum(lasted) if lasted else None,
            "files": list(file_names()) if games else [],
        }


def file_names() -> tuple[str, ...]:
    """What an evening can be taken home as; a spreadsheet only where what makes it is installed."""
    tables = tuple(f"{table}.csv" for table in TABLES)
    sheet = ("evening.xlsx",) if find_spec("xlsxwriter") else ()
    return (*tables, *sheet, "evening.json", "evening.bgsplay")


def _file(path: Path, session: str, name: str) -> File | None:
    if name not in file_names():
        return None
    with closing(SqliteJournal.read(path)) as journal:
        row = next((row for row in journal.sessions() if row.session == session), None)
        if row is None:
            return None
        played = judged_again(row, journal.lines(row.session))[1]
    table, _, kind = name.partition(".")
    if kind == "csv":
        content = csv_tables(played, CsvStyle())[table]
    else:
        content = one_file({"bgsplay": "bgstats"}.get(kind, kind), played, BgStatsSettings("", {}, None))
    return File(f"touchjudge-{session}{'-' + table if kind == 'csv' else ''}.{kind}", _KINDS[kind], content)
