"""Evenings on the command line: listed, shown, exported, and read back from the export."""

import builtins
import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from commands import Ended, keep, touchjudge
from played_session import Evening, two_rounds
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.ports import LineRow
from touchjudge.rules import first_touch

EVENING = "2026-11-30T19-00-00"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A journal with one evening of two rounds."""
    evening = two_rounds()
    path = tmp_path / "journal.sqlite3"
    assert keep(path, evening.row(), evening.rows) == EVENING
    return path


def refused(ended: Ended) -> str:
    assert ended.status == 2
    assert ended.out == ""
    return ended.said


def kept_lines(path: Path) -> dict[str, list[LineRow]]:
    journal = SqliteJournal.read(path)
    try:
        return {row.session: journal.lines(row.session) for row in journal.sessions()}
    finally:
        journal.close()


# ---- sessions


def test_an_evening_is_listed_with_its_games_players_and_winners(db: Path) -> None:
    told = touchjudge("sessions", "--db", db).out.splitlines()
    assert told[0].split()[0] == EVENING
    assert "1 game" in told[0]
    assert told[1].split() == [
        "1",
        "Schwein",
        "gehabt!",
        "Ana",
        "0,",
        "Luis",
        "1,",
        "Marta",
        "1",
        "Luis",
        "and",
        "Marta",
        "won",
    ]


def test_scripts_get_the_same_of_an_evening(db: Path) -> None:
    (evening,) = touchjudge("sessions", "--db", db, "--json").json["sessions"]
    assert evening["session"] == EVENING
    (game,) = evening["games"]
    assert game["winners"] == ["Luis", "Marta"]
    assert game["scores"] == {"Ana": 0, "Luis": 1, "Marta": 1}
    assert game["aborted"] is False


def test_an_evening_that_cannot_be_judged_is_listed_with_the_reason_and_hides_no_other(db: Path) -> None:
    evening = two_rounds()
    other = LineRow(1, '{"do":"levitate"}', "page", 0, "2030-01-01T00:00:00.000Z")
    keep(db, evening.row(), [other])
    ended = touchjudge("sessions", "--db", db)
    assert ended.status == 0
    assert "line 1 of the journal is not understood" in ended.out
    assert "Luis and Marta won" in ended.out


# ---- show


def test_show_begins_with_who_stands_where(db: Path) -> None:
    told = touchjudge("show", "--db", db).out.splitlines()
    assert told[2] == "Game 1: Schwein gehabt!, Luis and Marta won (ended); 2 rounds, 3 min, lines 1 to 10"
    assert [line.split() for line in told[3:6]] == [
        ["1.", "Luis", "1", "winner"],
        ["1.", "Marta", "1", "winner"],
        ["3.", "Ana", "0"],
    ]


def test_show_tells_each_touch_with_its_bound_and_how_surely_the_player_is_known(db: Path) -> None:
    told = [" ".join(line.split()) for line in touchjudge("show", "last", "--db", db).out.splitlines()]
    at = told.index("round 1: symbol:4-8-2")
    assert told[at + 1] == "3 5412.345 ±0.001 pig Luis 412.345 claimed (pad) drew_right"
    assert told[at + 2] == "5 5900.000 ±0.001 sweep Ana 900.000 declared (hand) drew_wrong"


def test_a_touch_that_was_told_with_its_player_is_not_called_unknown(tmp_path: Path) -> None:
    evening = Evening(games={"first_touch": first_touch.GAME})
    evening.tell(do="start", game="first_touch", players=["Ana", "Luis"])
    evening.tell(do="go", t_us=5_000_000)
    evening.tell("edge:E6614103/8f2a/1/8", do="touch", player="Ana", t_us=5_200_000)
    keep(tmp_path / "j.sqlite3", evening.row(), evening.rows)
    told = [" ".join(line.split()) for line in touchjudge("show", "--db", tmp_path / "j.sqlite3").out.splitlines()]
    assert "3 5200.000 ±0.001 Ana 200.000 named (pad) touched" in told


def test_touches_that_the_stamps_cannot_tell_apart_are_a_dead_heat(tmp_path: Path) -> None:
    evening = two_rounds()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000)
    evening.touch("pig", 5_400_000, 20, bound_us=30)
    evening.touch("mushroom", 5_400_050, 21, bound_us=30)
    evening.touch("sweep", 5_400_100, 22, bound_us=30)
    keep(tmp_path / "j.sqlite3", evening.row(), evening.rows)
    told = touchjudge("show", "--db", tmp_path / "j.sqlite3").out.splitlines()
    touches = [line for line in told if "±0.030" in line]
    assert ["dead heat" in line for line in touches] == [True, True, False]


def test_what_was_undone_or_corrected_stays_in_sight_with_the_line_that_did_it(db: Path, tmp_path: Path) -> None:
    assert touchjudge("undo", "4", "--db", db).status == 0
    other = tmp_path / "other.jsonl"
    other.write_text('{"do":"touch","spot":"sweep","player":"Marta","t_us":5900000}\n')
    assert touchjudge("correct", "5", other, "--db", db).status == 0
    told = touchjudge("show", "--db", db).out.splitlines()
    assert any(line.startswith('    4  {"do": "claim", "player": "Luis"') and "[undone by 11]" in line for line in told)
    assert any(
        line.startswith('    5  {"do": "touch", "spot": "sweep"') and "[corrected by 12]" in line for line in told
    )
    lines = touchjudge("show", "--db", db, "--json").json["lines"]
    assert [(line["n"], line["undone"]) for line in lines if line["replaced_by"]] == [(4, True), (5, False)]
    assert lines[3]["told"]["player"] == "Luis"


def test_scripts_get_games_and_lines_with_rulings_and_tellers(db: Path) -> None:
    shown = touchjudge("show", EVENING, "--db", db, "--json").json
    assert shown["session"]["session"] == EVENING
    assert [player["rank"] for player in shown["games"][0]["players"]] == [3, 1, 1]
    assert shown["lines"][2]["source"] == "edge:E6614103/8f2a/2/1"
    assert shown["lines"][2]["rulings"][0]["code"] == "touched"


def test_a_session_that_is_not_there_is_said_with_the_newest(db: Path) -> None:
    assert EVENING in refused(touchjudge("show", "yesterday", "--db", db))


# ---- export


def test_csv_goes_into_three_files_named_after_the_one_that_was_given(db: Path, tmp_path: Path) -> None:
    ended = touchjudge("export", "last", "--format", "csv", "-o", tmp_path / "evening.csv", "--db", db)
    files = [tmp_path / f"evening-{table}.csv" for table in ("players", "rounds", "touches")]
    assert ended.said.splitlines() == [f"wrote {file}" for file in files]
    rows = list(csv.DictReader(io.StringIO(files[0].read_text(encoding="utf-8"), newline="")))
    assert [(row["player"], row["score"]) for row in rows] == [("Ana", "0"), ("Luis", "1"), ("Marta", "1")]
    assert all(f"evening-{table}.csv" in help_of("export") for table in ("players", "rounds", "touches"))


def help_of(command: str) -> str:
    return "".join(touchjudge(command, "--help").out.split())


def test_csv_goes_into_a_folder_with_the_separator_and_the_decimal_mark_that_were_asked_for(
    db: Path, tmp_path: Path
) -> None:
    style = ("--separator", ";", "--decimal", ",", "--bom")
    touchjudge("export", EVENING, "--format", "csv", *style, "-o", tmp_path, "--db", db)
    content = (tmp_path / "touches.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfsession;game_number;")
    assert b";412,345;" in content


@pytest.mark.parametrize("format_name", ["json", "bgstats", "bgstats-link"])
def test_what_is_one_file_goes_to_standard_output_as_it_goes_to_a_file(
    db: Path, tmp_path: Path, format_name: str
) -> None:
    wanted = ("export", "last", "--format", format_name, "--db", db)
    printed = touchjudge(*wanted, "-o", "-")
    assert printed.said == ""
    assert touchjudge(*wanted, "-o", tmp_path / "file").status == 0
    assert printed.out_bytes == (tmp_path / "file").read_bytes() != b""


def test_a_link_for_bg_stats_says_names_and_place_as_they_are_there(db: Path) -> None:
    known = ("--alias", "Luis=Luis B", "--location", "Home")
    link = touchjudge("export", "last", "--format", "bgstats-link", *known, "-o", "-", "--db", db).out
    assert "Luis%20B" in link
    assert "Home" in link


def test_a_spreadsheet_has_a_sheet_for_each_table_and_the_same_bytes_each_time(db: Path, tmp_path: Path) -> None:
    for name in ("one.xlsx", "two.xlsx"):
        assert touchjudge("export", "last", "--format", "xlsx", "-o", tmp_path / name, "--db", db).status == 0
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.xlsx") as book:
        sheets = book.read("xl/workbook.xml").decode()
        cells = book.read("xl/worksheets/sheet3.xml").decode()
    assert all(f'name="{table}"' in sheets for table in ("players", "rounds", "touches"))
    assert "<v>412.345</v>" in cells


def test_a_name_that_looks_like_a_formula_is_a_text_in_the_spreadsheet(tmp_path: Path) -> None:
    evening = two_rounds()
    evening.start("=1+1", "Luis", "Marta")
    keep(tmp_path / "j.sqlite3", evening.row(), evening.rows)
    touchjudge("export", "last", "--format", "xlsx", "-o", tmp_path / "e.xlsx", "--db", tmp_path / "j.sqlite3")
    with zipfile.ZipFile(tmp_path / "e.xlsx") as book:
        assert "=1+1" in book.read("xl/sharedStrings.xml").decode()
        assert "<f>" not in book.read("xl/worksheets/sheet1.xml").decode()


def test_without_xlsxwriter_a_spreadsheet_names_the_extra(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == "xlsxwriter":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    said = refused(touchjudge("export", "last", "--format", "xlsx", "-o", tmp_path / "e.xlsx", "--db", db))
    assert "pip install 'touchjudge[report]'" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "csv", "-o", "-"), "name a file or a folder"),
        (("--format", "bids", "-o", "-"), "many files"),
        (("--format", "bids", "-o", "no/such/folder"), "cannot be written"),
        (("--format", "bids", "-o", "no/such/dataset.zip"), "cannot be written"),
        (("--format", "pdf", "-o", "-"), "use csv, json, xlsx, bgstats, bgstats-link"),
        (("--format", "csv", "--separator", "x", "-o", "e.csv"), "separator 'x'"),
        (("--format", "csv", "--decimal", "'", "-o", "e.csv"), "decimal mark"),
        (("--format", "json", "-o", "no/such/folder/e.json"), "cannot be written"),
        (("--format", "bgstats", "--alias", "Luis", "-o", "-"), "TOLD=NAME"),
    ],
)
def test_an_export_that_cannot_be_is_refused_in_one_sentence(db: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(touchjudge("export", "last", *arguments, "--db", db))


def test_an_evening_whose_only_game_goes_on_has_no_link(tmp_path: Path) -> None:
    evening = two_rounds()
    rows = evening.rows[:-1]
    keep(tmp_path / "j.sqlite3", evening.row(), rows)
    ended = touchjudge("export", "last", "--format", "bgstats-link", "-o", "-", "--db", tmp_path / "j.sqlite3")
    assert "has not ended" in refused(ended)


def test_a_bids_dataset_is_a_folder_that_is_made_or_was_empty(db: Path, tmp_path: Path) -> None:
    for folder in (tmp_path / "made", tmp_path / "empty"):
        if folder.name == "empty":
            folder.mkdir()
        assert touchjudge("export", "last", "--format", "bids", "-o", folder, "--db", db).status == 0
        assert (folder / "dataset_description.json").is_file()
        assert (folder / "sub-01" / "beh" / "sub-01_task-schweingehabt_run-1_beh.tsv").is_file()
        assert "Luis" not in (folder / "participants.tsv").read_text()


def test_a_bids_dataset_with_names_goes_into_an_archive(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.zip"
    assert touchjudge("export", "last", "--format", "bids", "--names", "-o", file, "--db", db).status == 0
    with zipfile.ZipFile(file) as archive:
        assert b"Luis" in archive.read("participants.tsv")
    assert touchjudge("export", "last", "--format", "bids", "-o", file, "--db", db).status == 0  # as every other file


def test_a_bids_dataset_is_not_poured_into_a_folder_with_files_nor_over_a_file(db: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    ended = touchjudge("export", "last", "--format", "bids", "-o", folder, "--db", db)
    assert "is not empty: name a new or an empty one" in refused(ended)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]
    ended = touchjudge("export", "last", "--format", "bids", "-o", folder / "mine.txt", "--db", db)
    assert "is a file, and a BIDS dataset a folder" in refused(ended)
    assert (folder / "mine.txt").read_text() == "mine"


def test_half_a_bids_dataset_is_not_left_behind(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bytes = Path.write_bytes

    def until_the_disk_is_full(path: Path, content: bytes) -> int:
        if path.name == "sub-02_task-schweingehabt_run-1_beh.tsv":
            raise OSError(28, "No space left on device")
        return write_bytes(path, content)

    monkeypatch.setattr(Path, "write_bytes", until_the_disk_is_full)
    ended = touchjudge("export", "last", "--format", "bids", "-o", tmp_path / "evening", "--db", db)
    assert "No space left on device" in refused(ended)
    assert list((tmp_path / "evening").iterdir()) == []


# ---- import


@pytest.fixture
def exported(db: Path, tmp_path: Path) -> Path:
    file = tmp_path / "evening.json"
    touchjudge("export", "last", "--format", "json", "-o", file, "--db", db)
    return file


def test_an_exported_evening_is_read_back_as_a_session_with_the_same_lines(
    db: Path, exported: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite3"
    assert EVENING in touchjudge("import", exported, "--db", other).out
    assert kept_lines(other) == kept_lines(db)
    again = touchjudge("export", "last", "--format", "json", "-o", "-", "--db", other)
    assert again.out_bytes == exported.read_bytes()


def test_importing_twice_or_where_the_evening_was_played_adds_nothing_and_says_so(
    db: Path, exported: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite3"
    touchjudge("import", exported, "--db", other)
    for path in (other, db):
        before = kept_lines(path)
        assert "nothing was added" in touchjudge("import", exported, "--db", path).out
        assert kept_lines(path) == before


def test_an_evening_that_went_on_since_the_last_import_gets_the_lines_it_lacks(
    db: Path, exported: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite3"
    touchjudge("import", exported, "--db", other)
    touchjudge("undo", "4", "--db", db)
    touchjudge("export", "last", "--format", "json", "-o", exported, "--db", db)
    assert "1 were added" in touchjudge("import", exported, "--db", other).out
    assert kept_lines(other) == kept_lines(db)


def test_two_tellings_of_one_evening_are_both_kept(db: Path, exported: Path, tmp_path: Path) -> None:
    document = json.loads(exported.read_text())
    document["lines"][4]["text"] = '{"do":"note","text":"told otherwise"}'
    exported.write_text(json.dumps(document))
    assert f"{EVENING}-002" in touchjudge("import", exported, "--db", db).out
    assert "nothing was added" in touchjudge("import", exported, "--db", db).out
    assert len(kept_lines(db)) == 2


def test_a_line_lost_to_damage_leaves_its_number_to_a_note(exported: Path, tmp_path: Path) -> None:
    document = json.loads(exported.read_text())
    document["lines"][3] |= {"text": "", "source": "lost", "host_ns": None, "wall_utc": ""}
    exported.write_text(json.dumps(document))
    other = tmp_path / "other.sqlite3"
    ended = touchjudge("import", exported, "--db", other)
    assert ended.status == 0
    assert "1 of its lines" in ended.said
    assert "nothing was added" in touchjudge("import", exported, "--db", other).out
    shown = touchjudge("show", "--db", other, "--json").json
    assert [line["n"] for line in shown["lines"]] == list(range(1, 11))
    assert shown["lines"][3]["told"]["do"] == "note"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "no session exported by touchjudge"),
        (b"[]", "no session exported by touchjudge"),
        (b'{"schema": 99}', "install a newer touchjudge"),
        (b'{"schema": 1, "lines": []}', "not whole"),
    ],
)
def test_a_file_that_is_no_exported_evening_is_refused_and_no_journal_is_begun(
    tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content)
    assert said in refused(touchjudge("import", file, "--db", tmp_path / "other.sqlite3"))
    assert not (tmp_path / "other.sqlite3").exists()


@pytest.mark.parametrize("text", ["no json", '{"do":"levitate"}'])
def test_an_evening_with_a_line_that_nobody_understands_is_refused_as_a_whole(
    exported: Path, tmp_path: Path, text: str
) -> None:
    document = json.loads(exported.read_text())
    document["lines"][3]["text"] = text
    exported.write_text(json.dumps(document))
    assert "line 4" in refused(touchjudge("import", exported, "--db", tmp_path / "other.sqlite3"))
    assert not (tmp_path / "other.sqlite3").exists()
