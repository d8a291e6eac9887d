"""Recordings from the command line: played to the last edge, recorded again, and judged again otherwise."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from commands import Ended, keep, touchjudge
from played_session import two_rounds
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.ports import LineRow

REVEAL, PIG, ANA, LUIS = 3, 1, 8, 9
PLAY = ("play", "schwein_gehabt", "--players", "Ana,Luis,Marta", "--screen", "none", "--no-web", "--json")


def recording(path: Path, *rows: tuple[int, int, int]) -> Path:
    """A file of (ms, line, level) rows."""
    text = "".join(f"{round(ms * 1000)},{line},{level}\n" for ms, line, level in rows)
    path.write_text("time_us,line,level\n" + text)
    return path


def pressed(line: int, at_ms: int, held_ms: int = 80) -> list[tuple[int, int, int]]:
    return [(at_ms, line, 1), (at_ms + held_ms, line, 0)]


def a_round(at_ms: int, *touch: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """A card is turned, the pig is touched (by default once, after 400 ms), Ana claims it."""
    return [*pressed(REVEAL, at_ms), *(touch or pressed(PIG, at_ms + 400)), *pressed(ANA, at_ms + 1_000)]


def play(db: Path, table: str, *more: str | Path) -> Ended:
    return touchjudge(*PLAY, "--table", table, "--speed", "1000", "--db", db, *more)


def lines(db: Path, session: int = -1) -> list[LineRow]:
    with closing(SqliteJournal.read(db)) as journal:
        return journal.lines(journal.sessions()[session].session)


def session_name(db: Path) -> str:
    with closing(SqliteJournal.read(db)) as journal:
        return journal.sessions()[-1].session


def told(rows: Sequence[LineRow]) -> list[dict[str, Any]]:
    return [json.loads(row.text) for row in rows]


def codes(ended: Ended) -> list[str]:
    return [json.loads(line)["code"] for line in ended.out.splitlines()[:-1]]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def test_recording_is_played_to_its_last_edge_and_the_round_is_settled_before_it_ends(tmp_path: Path, db: Path) -> None:
    ended = play(db, f"recorded:{recording(tmp_path / 'r.csv', *a_round(1_000))}")
    assert ended.status == 0
    assert codes(ended) == ["started", "revealed", "touched", "claimed", "which_card"]
    assert json.loads(ended.out.splitlines()[-1]) == {"result": None}
    assert ended.said == f"touchjudge: the game is not over; `touchjudge play --resume --db {db}` goes on with it\n"
    assert [line.get("t_us") for line in told(lines(db))] == [None, 1_000_000, 1_400_000, 2_000_000, 6_080_000]


def test_real_time_and_as_fast_as_it_can_give_the_same_lines_and_sources(tmp_path: Path, db: Path) -> None:
    path = recording(tmp_path / "r.csv", *pressed(REVEAL, 0), *pressed(PIG, 300), *pressed(ANA, 700))
    for speed in ("20", "1000000"):
        touchjudge(*PLAY, "--table", f"recorded:{path}", "--speed", speed, "--db", db)
    assert [(row.text, row.source) for row in lines(db, 0)] == [(row.text, row.source) for row in lines(db, 1)]


def test_what_is_recorded_while_it_is_played_plays_the_same_again_and_so_does_the_session(
    tmp_path: Path, db: Path
) -> None:
    first = play(db, f"recorded:{recording(tmp_path / 'r.csv', *a_round(1_000))}", "--record", tmp_path / "again.csv")
    second = play(db, f"recorded:{tmp_path / 'again.csv'}")
    third = play(db, "recorded:last")
    assert first.out == second.out == third.out
    sources = [[row.source for row in lines(db, session)] for session in range(3)]
    assert sources[0] == sources[1] == sources[2]


def test_a_simulated_evening_is_recorded_to_the_last_edge(tmp_path: Path, db: Path) -> None:
    touchjudge(
        "play", "--table", "sim", "--seed", "4", "--speed", "1000000", "--screen", "none", "--no-web", "--json",
        "--db", db, "--record", tmp_path / "sim.csv",
    )  # fmt: skip
    play(db, f"recorded:{tmp_path / 'sim.csv'}")
    with closing(SqliteJournal.read(db)) as journal:
        simulated, again = (row.session for row in journal.sessions())
        assert journal.edges(simulated) == journal.edges(again)
        assert len(journal.edges(simulated)) > 100
        assert journal.boards(simulated) == journal.boards(again)
        assert [row.simulated for row in journal.sessions()] == [True, True], "a recording makes nothing real"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("recorded", "names no recording"),
        ("recorded:nowhere.csv", "there is no recording nowhere.csv, and no session of this name"),
        ("recorded:{tmp}", "cannot be read"),
        ("recorded:{tmp}/empty.csv", "has no edges"),
        ("recorded:{tmp}/wrong.csv", "row 2 of the recording is 'what'"),
        ("gpio:3", "no way to a table"),
    ],
)
def test_table_that_cannot_be_is_refused_and_nothing_is_made(
    table: str, sentence: str, tmp_path: Path, db: Path
) -> None:
    (tmp_path / "empty.csv").write_text("time_us,line,level\n")
    (tmp_path / "wrong.csv").write_text("time_us,line,level\nwhat\n")
    ended = touchjudge(*PLAY, "--table", table.format(tmp=tmp_path), "--db", db)
    assert (ended.status, sentence in ended.said) == (2, True), ended.said
    assert not db.exists()


def test_recording_never_overwrites_a_file(tmp_path: Path, db: Path) -> None:
    path = recording(tmp_path / "r.csv", *a_round(1_000))
    before = path.read_bytes()
    ended = play(db, f"recorded:{path}", "--record", path)
    assert (ended.status, "there is a file" in ended.said) == (2, True)
    assert path.read_bytes() == before
    assert not db.exists()


def test_seed_at_a_recording_is_refused(tmp_path: Path, db: Path) -> None:
    ended = play(db, f"recorded:{recording(tmp_path / 'r.csv', *a_round(1_000))}", "--seed", "1")
    assert (ended.status, "--seed is for --table sim" in ended.said) == (2, True)


# ---- rejudge

# The contact comes back after 32 ms: two touches for the usual 25 ms, one for 40 ms.
WORN = [(1_400, PIG, 1), (1_430, PIG, 0), (1_462, PIG, 1), (1_540, PIG, 0)]


def worn(tmp_path: Path, db: Path) -> None:
    play(db, f"recorded:{recording(tmp_path / 'worn.csv', *a_round(1_000, *WORN))}")


def touches(rows: Sequence[LineRow]) -> int:
    return sum(line["do"] == "touch" for line in told(rows))


def test_longer_settle_time_takes_out_the_touch_that_was_a_bounce_and_only_when_told_to(
    tmp_path: Path, db: Path
) -> None:
    worn(tmp_path, db)
    before = db.read_bytes(), lines(db)
    assert touches(before[1]) == 2
    shown = touchjudge("rejudge", "last", "--settle-ms", "40", "--db", db)
    assert "now  taken out" in shown.out
    assert "--apply keeps it" in shown.out
    assert lines(db) == before[1]
    facts = touchjudge("rejudge", "last", "--settle-ms", "40", "--db", db, "--json", "--apply").json
    assert facts["corrections"] == [{"do": "undo", "n": 4}]
    assert facts["applied"] == facts["session"]
    kept = lines(db)
    assert kept[: len(before[1])] == before[1]
    assert [(row.text, row.source) for row in kept[len(before[1]) :]] == [
        ('{"do":"undo","n":4}', f"rejudge:{facts['session']}")
    ]
    # Once more there is nothing left to do.
    assert touchjudge("rejudge", "last", "--settle-ms", "40", "--db", db, "--json").json["corrections"] == []


def test_shorter_settle_time_puts_in_the_touch_that_was_taken_for_a_bounce_at_its_place(
    tmp_path: Path, db: Path
) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[settle]\nsettle_ms = 40\n")
    path = recording(tmp_path / "worn.csv", *a_round(1_000, *WORN))
    play(db, f"recorded:{path}", "--config", config)
    assert touches(lines(db)) == 1
    facts = touchjudge("rejudge", "last", "--settle-ms", "25", "--config", config, "--db", db, "--json", "--apply").json
    (correction,) = facts["corrections"]
    assert (correction["do"], correction["n"]) == ("correct", 4)
    assert [(line["do"], line.get("t_us")) for line in correction["lines"]] == [
        ("touch", 1_462_000), ("claim", 2_000_000),
    ]  # fmt: skip
    shown = touchjudge("show", "last", "--db", db, "--json").json
    assert [each["n"] for each in shown["lines"] if each["replaced_by"]] == [4]
    undone = touchjudge("undo", str(shown["lines"][-1]["n"]), "--db", db)
    assert undone.status == 0, undone.said


def test_what_people_told_stays_where_it_was_and_is_judged_again(tmp_path: Path, db: Path) -> None:
    worn(tmp_path, db)
    # Before the settle, as people do it: which card it was.
    (tmp_path / "card").write_text('{"do":"card","card":"touch:pig"}\n{"do":"settle"}\n')
    assert touchjudge("correct", "6", tmp_path / "card", "--db", db).status == 0
    facts = touchjudge("rejudge", "last", "--settle-ms", "40", "--db", db, "--json", "--apply").json
    assert facts["corrections"] == [{"do": "undo", "n": 4}]
    assert [change["n"] for change in facts["changed"]] == [4]
    assert facts["games"][0]["before"] == facts["games"][0]["after"] == {"Ana": 1, "Luis": 0, "Marta": 0}
    last = touchjudge("show", "last", "--db", db, "--json").json["lines"]
    assert [ruling["code"] for ruling in last[5]["rulings"]][-1] == "round_settled"


def test_other_options_become_a_session_of_their_own_with_the_same_lines_and_edges(tmp_path: Path, db: Path) -> None:
    worn(tmp_path, db)
    shown = touchjudge("rejudge", "last", "--rule", "penalty=2", "--db", db)
    assert "Nothing is changed yet" in shown.out
    facts = touchjudge("rejudge", "last", "--rule", "penalty=2", "--db", db, "--json", "--apply").json
    assert next(change["n"] for change in facts["changed"]) == 1
    with closing(SqliteJournal.read(db)) as journal:
        before, after = (row.session for row in journal.sessions())
        assert (facts["session"], facts["applied"]) == (before, after)
        assert journal.edges(before) == journal.edges(after)
        assert journal.boards(before) == journal.boards(after)
        was, now = journal.lines(before), journal.lines(after)
    assert now[1:] == was[1:]
    assert now[0].source == f"rejudge:{before}"
    assert json.loads(now[0].text)["options"] == {"penalty": 2}


def test_options_and_settle_time_together_are_one_session_with_its_corrections(tmp_path: Path, db: Path) -> None:
    worn(tmp_path, db)
    facts = touchjudge(
        "rejudge", "last", "--rule", "penalty=2", "--settle-ms", "40", "--db", db, "--json", "--apply"
    ).json
    assert facts["applied"] != facts["session"]
    assert told(lines(db))[-1] == {"do": "undo", "n": 4}
    assert touches(lines(db, 0)) == 2


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ([], "nothing is to be judged otherwise"),
        (["--settle-ms", "0"], "settle_ms is 0"),
        (["--settle-ms", "soon"], "settle_ms is 'soon'"),
        (["--rule", "colour=red"], "names no option of schwein_gehabt"),
        (["--rule", "penalty=-5"], "penalty"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_changed(
    asked: list[str], sentence: str, tmp_path: Path, db: Path
) -> None:
    worn(tmp_path, db)
    before = lines(db)
    ended = touchjudge("rejudge", "last", *asked, "--apply", "--db", db)
    assert (ended.status, sentence in ended.said) == (2, True), ended.said
    assert lines(db) == before


def test_a_session_without_edges_has_no_contacts_to_find_anew(db: Path) -> None:
    evening = two_rounds()
    keep(db, evening.row(), evening.rows)
    ended = touchjudge("rejudge", "last", "--settle-ms", "40", "--db", db)
    assert (ended.status, ended.out) == (2, "")
    assert "has no raw edges" in ended.said


def test_same_settle_time_and_same_options_change_nothing(tmp_path: Path, db: Path) -> None:
    worn(tmp_path, db)
    ended = touchjudge("rejudge", "last", "--settle-ms", "25", "--rule", "penalty=3", "--db", db)
    assert ended.out.splitlines() == [
        f"Session {session_name(db)}: nothing would differ.",
        "Game 1, Schwein gehabt!: the scores stay as they are.",
    ]
