"""Past evenings over the API: what the command line lists and exports, and one sentence for what is broken."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from commands import keep, touchjudge
from past_evenings import journal_of
from played_session import Evening
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.web import WebScreen
from touchjudge.cli import page_evenings as page_evenings_module
from touchjudge.cli.page_evenings import AT_ONCE, page_evenings
from touchjudge.ports import LineRow
from web_tables import AnsweringTable


def page_of(path: Path, language: str = "en") -> Iterator[httpx.Client]:
    screen = WebScreen(AnsweringTable(), port=0, evenings=page_evenings(path, language))
    screen.start()
    with closing(screen), httpx.Client(base_url=screen.url, trust_env=False) as client:
        yield client


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def page(db: Path) -> Iterator[httpx.Client]:
    yield from page_of(db)


def test_evenings_are_listed_newest_first_as_the_command_line_lists_them(db: Path, page: httpx.Client) -> None:
    names = journal_of(db)
    answer = page.get("/api/sessions")
    told = answer.json()
    assert answer.headers["cache-control"] == "no-store"
    assert [each["session"] for each in told["sessions"]] == names[::-1]
    assert (told["more"], told["language"]) == (False, "en")
    for mine, listed in zip(
        told["sessions"], touchjudge("sessions", "--db", db, "--json").json["sessions"][::-1], strict=True
    ):
        assert (mine["started_utc"], mine["simulated"]) == (listed["started_utc"], listed["simulated"])
        for game, same in zip(mine["games"], listed["games"], strict=True):
            assert {key: game[key] for key in same} == same
    newest = told["sessions"][0]
    assert newest["games"][0]["winners"] == ["Luis", "Marta"]
    assert newest["duration_s"] == newest["games"][0]["duration_s"]


def test_each_file_is_the_one_that_the_command_line_exports(db: Path, page: httpx.Client, tmp_path: Path) -> None:
    journal_of(db)
    evening = page.get("/api/sessions").json()["sessions"][0]
    name = evening["session"]
    touchjudge("export", name, "--format", "csv", "-o", tmp_path / "e.csv", "--db", db)
    kinds = {"json": "json", "bgsplay": "bgstats", "xlsx": "xlsx"}
    assert {"players.csv", "rounds.csv", "touches.csv", "evening.json", "evening.bgsplay", "evening.xlsx"} == set(
        evening["files"]
    )
    for file in evening["files"]:
        answer = page.get(f"/api/sessions/{name}/{file}")
        table, _, kind = file.partition(".")
        assert answer.status_code == 200
        saved_as = f"touchjudge-{name}-{table}.csv" if kind == "csv" else f"touchjudge-{name}.{kind}"
        assert answer.headers["content-disposition"] == f'attachment; filename="{saved_as}"'
        if kind == "csv":
            assert answer.content == (tmp_path / f"e-{table}.csv").read_bytes()
        elif kind == "xlsx":
            assert answer.content[:2] == b"PK"
        else:
            exported = touchjudge("export", name, "--format", kinds[kind], "-o", "-", "--db", db).out_bytes
            assert answer.content == exported


def test_without_its_extra_there_is_no_spreadsheet_and_all_else(
    db: Path, page: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = journal_of(db)
    monkeypatch.setattr(page_evenings_module, "find_spec", lambda _name: None)
    files = page.get("/api/sessions").json()["sessions"][0]["files"]
    assert "evening.xlsx" not in files
    assert "evening.json" in files
    assert page.get(f"/api/sessions/{names[0]}/evening.xlsx").status_code == 404


def test_many_evenings_come_in_pages_and_each_once(db: Path, page: httpx.Client) -> None:
    names = journal_of(db, evenings=AT_ONCE + 3)
    first = page.get("/api/sessions").json()
    rest = page.get("/api/sessions", params={"before": first["sessions"][-1]["session"]}).json()
    seen = [each["session"] for each in (*first["sessions"], *rest["sessions"])]
    assert seen == names[::-1]
    assert (first["more"], rest["more"]) == (True, False)


def test_a_line_that_was_added_since_is_seen(db: Path, page: httpx.Client) -> None:
    evening = Evening()
    evening.start()
    name = keep(db, evening.row(), evening.rows)
    assert page.get("/api/sessions").json()["sessions"][0]["games"][0]["aborted"]
    evening.tell(do="end")
    with closing(SqliteJournal.write(db, clock=FixedClock())) as journal:
        journal.commit(name, lines=evening.rows[1:])
    assert page.get("/api/sessions").json()["sessions"][0]["games"][0]["ending"] is not None


class FixedClock:
    def host_ns(self) -> int:
        return 0

    def wall_utc(self) -> str:
        return "2026-11-30T19:03:21.123Z"


def test_an_evening_is_judged_once_and_not_for_every_look(
    db: Path, page: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal_of(db)
    judged = []
    as_it_is = page_evenings_module.at_a_glance
    monkeypatch.setattr(
        page_evenings_module, "at_a_glance", lambda row, rows: judged.append(row) or as_it_is(row, rows)
    )
    for _ in range(3):
        page.get("/api/sessions")
    assert len(judged) == 2


@pytest.mark.parametrize(
    ("session", "file"),
    [
        ("2026-01-01T00-00-00", "evening.json"),
        ("SESSION", "evening.html"),
        ("SESSION", "players.json"),
        ("SESSION", "../journal.sqlite3"),
        ("SESSION", "journal.sqlite3.door"),
        ("last", "evening.json"),
        ("%2e%2e", "evening.json"),
        ("a%00b", "evening.json"),
        ("' OR 1=1 --", "evening.json"),
        ("x" * 5000, "evening.json"),
    ],
)
def test_what_is_no_evening_or_no_file_of_it_is_404(db: Path, page: httpx.Client, session: str, file: str) -> None:
    names = journal_of(db)
    answer = page.get(f"/api/sessions/{session.replace('SESSION', names[0])}/{file}")
    assert answer.status_code == 404


@pytest.mark.parametrize("before", ["", "../x", "x" * 100, "a b"])
def test_a_name_that_is_none_is_422(db: Path, page: httpx.Client, before: str) -> None:
    journal_of(db)
    answer = page.get("/api/sessions", params={"before": before})
    assert answer.status_code == 422
    assert "no session's name" in answer.json()["error"]


def test_no_journal_yet_is_one_sentence_and_no_evening(page: httpx.Client) -> None:
    told = page.get("/api/sessions").json()
    assert told["sessions"] == []
    assert "\n" not in told["problem"]


def test_a_damaged_journal_is_one_sentence(db: Path, page: httpx.Client) -> None:
    db.write_bytes(b"this was a journal" * 1000)
    answer = page.get("/api/sessions")
    told = answer.json()
    assert (answer.status_code, told["sessions"]) == (200, [])
    assert told["problem"]
    assert "\n" not in told["problem"]
    file = page.get("/api/sessions/2026-11-30T19-00-00/evening.json")
    assert file.status_code == 409
    assert "\n" not in file.json()["error"]


def test_an_evening_that_cannot_be_judged_is_listed_with_the_reason_and_hides_no_other(
    db: Path, page: httpx.Client
) -> None:
    (whole,) = journal_of(db, evenings=1)
    evening = Evening()
    evening.start()
    future = LineRow(2, json.dumps({"do": "teleport"}), "page", 0, "2026-11-30T19:00:00.000Z")
    broken = keep(db, evening.row(), [*evening.rows, future])
    told = {each["session"]: each for each in page.get("/api/sessions").json()["sessions"]}
    assert told[broken]["games"] is None
    assert "teleport" in told[broken]["error"]
    assert told[broken]["files"] == []
    assert told[whole]["games"]
    assert page.get(f"/api/sessions/{broken}/evening.json").status_code == 409


def test_reading_evenings_writes_nothing_beside_the_journal(db: Path, page: httpx.Client) -> None:
    names = journal_of(db)
    before = {each.name: each.read_bytes() for each in db.parent.iterdir()}
    page.get("/api/sessions")
    page.get(f"/api/sessions/{names[0]}/evening.json")
    assert db.read_bytes() == before[db.name]
