"""``touchjudge report``: a page from a journal, and one sentence where there can be none."""

import builtins
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from commands import Ended, keep, touchjudge
from played_session import two_rounds
from touchjudge.ports import LineRow

HEAVY = ("numpy", "scipy", "matplotlib", "jinja2")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A journal with three evenings of people, one that nobody can judge, and a simulated one."""
    path, evening = tmp_path / "journal.sqlite3", two_rounds()
    for day in (1, 2, 3):
        keep(path, replace(evening.row(), started_utc=f"2026-10-0{day}T19:00:00.000Z"), evening.rows)
    broken = LineRow(1, '{"do":"levitate"}', "page", 0, "2026-10-02T20:00:00.000Z")
    keep(path, replace(evening.row(), started_utc="2026-10-02T20:00:00.000Z"), [broken])
    keep(path, replace(evening.row(), started_utc="2026-10-02T21:00:00.000Z", simulated=True), evening.rows)
    return path


def refused(ended: Ended) -> str:
    assert ended.status == 2
    assert ended.out == ""
    return ended.said


def test_the_page_of_an_evening_compares_with_evenings_of_people_before_it(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.html"
    file.write_text("an older one")
    ended = touchjudge("report", "2026-10-03T19-00-00", "-o", file, "--db", db, "--language", "de")
    assert (ended.status, ended.out) == (0, "")
    assert f"wrote {file}" in ended.said
    page = file.read_text()
    assert "Ein Abend am Tisch, 2026-10-03" in page
    assert "Luis" in page
    assert page.count(">2026-10-01</text>") == 1
    assert page.count(">2026-10-02</text>") == 1  # neither the one that cannot be judged nor the simulated one
    assert "nicht beurteilen konnte: 1" in page
    assert "lag falsch" in page  # the foul, in the game's own German words


def test_an_evening_before_all_others_is_compared_with_none_and_goes_to_standard_output(db: Path) -> None:
    ended = touchjudge("report", "2026-10-01T19-00-00", "-o", "-", "--db", db)
    assert ended.status == 0
    assert ended.out.startswith("<!doctype html>")
    assert "Earlier evenings" not in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("2001", "-o", "-"), "there is no session '2001'"),
        (("last", "-o", "no/such/folder/e.html"), "cannot be written"),
        (("last", "-o", "-", "--language", "la"), "'la'"),
    ],
)
def test_a_report_that_cannot_be_is_refused_in_one_sentence(db: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(touchjudge("report", *arguments, "--db", db))


@pytest.mark.parametrize("missing", HEAVY)
def test_without_what_makes_it_a_report_is_refused_with_the_command_that_installs_it(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    real_import = builtins.__import__

    def without_it(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real_import(name, *rest)

    for name in [name for name in sys.modules if name.startswith("touchjudge.adapters.report")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without_it)
    said = refused(touchjudge("report", "last", "-o", tmp_path / "e.html", "--db", db))
    assert f"a report needs {missing}, which is not installed" in said
    assert "pip install 'touchjudge[report]'" in said
    assert not (tmp_path / "e.html").exists()
