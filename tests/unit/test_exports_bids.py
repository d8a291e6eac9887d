"""The reactions as a BIDS dataset, for people who compare reaction times."""

import csv
import io
import json
import zipfile
from dataclasses import replace

import pytest

from played_session import Evening, two_rounds
from touchjudge.adapters.exports.bids import bids_files, bids_zip
from touchjudge.errors import ConfigError
from touchjudge.session.played import Standings


def read(table: bytes) -> list[dict[str, str]]:
    rows = [line.split("\t") for line in table.decode().removesuffix("\n").split("\n")]
    assert {len(row) for row in rows} == {len(rows[0])}
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def runs(files: dict[str, bytes]) -> dict[str, list[dict[str, str]]]:
    return {path.rpartition("/")[2]: read(content) for path, content in files.items() if path.endswith("_beh.tsv")}


def two_rounds_of(*names: str) -> Standings:
    """The same evening with other names."""
    standings = two_rounds().standings()
    (game,) = standings.games
    known_as = dict(zip(("Ana", "Luis", "Marta"), names, strict=True))
    players = tuple(replace(player, name=known_as[player.name]) for player in game.players)
    touches = tuple(replace(touch, player=known_as[touch.player or ""]) for touch in game.touches)
    return replace(standings, games=(replace(game, players=players, touches=touches),))


def test_the_dataset_of_two_rounds_is_as_it_was_read_by_a_person() -> None:
    files = bids_files(two_rounds().standings())
    stems = [f"sub-0{n}/beh/sub-0{n}_task-schweingehabt_run-1_beh" for n in (1, 2, 3)]
    assert sorted(files) == sorted(
        ["README", "dataset_description.json", "participants.json", "participants.tsv"]
        + [f"{stem}{end}" for stem in stems for end in (".tsv", ".json")]
    )
    (luis,) = read(files[f"{stems[1]}.tsv"])
    assert luis == {
        "trial": "1",
        "trial_type": "symbol",
        "stimulus": "symbol:4-8-2",
        "onset": "5.000000",
        "onset_bound": "0.000001",
        "response": "pig",
        "response_onset": "5.412345",
        "response_onset_bound": "0.000001",
        "response_time": "0.412345",
        "response_time_bound": "0.000002",
        "anticipation": "false",
        "outcome": "drew_right",
        "attribution": "claimed",
        "means": "pad",
    }
    assert [row["responses"] for row in read(files["participants.tsv"])] == ["1", "1", "1"]


def test_the_description_says_what_bids_demands() -> None:
    said = json.loads(bids_files(two_rounds().standings())["dataset_description.json"])
    assert said["BIDSVersion"].count(".") == 2
    assert said["DatasetType"] == "raw"
    assert said["Name"] == "reactions of an evening at a card table (Schwein gehabt!)"


def test_every_column_is_described_and_every_described_column_is_there() -> None:
    files = bids_files(two_rounds().standings(), names=True)
    for path, content in files.items():
        if path.endswith(".tsv"):
            described = json.loads(files[path.removesuffix("tsv") + "json"])
            columns = content.decode().split("\n")[0].split("\t")
            assert [key for key in described if not key.startswith("Task")] == columns
            assert all(described[column]["Description"] for column in columns)


def test_names_and_the_date_are_in_no_file_unless_they_are_asked_for() -> None:
    standings = two_rounds().standings()
    everything = b"".join(f"{path}\n".encode() + content for path, content in bids_files(standings).items())
    for private in (b"Ana", b"Luis", b"Marta", b"2026", b"E6614103"):
        assert private not in everything
    files = bids_files(standings, names=True)
    assert [row["name"] for row in read(files["participants.tsv"])] == ["Ana", "Luis", "Marta"]
    assert "2026-11-30" in json.loads(files["dataset_description.json"])["Name"]
    assert not any("Ana" in path for path in files)


def test_what_is_not_known_is_n_a_and_a_reaction_of_zero_is_zero() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = (
        replace(game.touches[0], reaction_us=0),
        replace(game.touches[1], reaction_us=None, t_us=None, spot=None, attribution=None),
    )
    files = bids_files(replace(standings, games=(replace(game, touches=touches),)))
    (ana,), (luis,), marta = runs(files).values()
    assert luis["response_time"] == "0.000000"
    unknown = ("response", "response_onset", "response_onset_bound", "response_time", "response_time_bound")
    assert {ana[column] for column in (*unknown, "attribution")} == {"n/a"}
    assert marta == []  # who did nothing has a file with the header alone, so that participants and folders agree
    assert [row["reactions"] for row in read(files["participants.tsv"])] == ["0", "1", "0"]


def test_an_anticipation_is_marked_and_does_not_count_as_a_reaction() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = tuple(replace(touch, anticipation=touch.player == "Luis") for touch in game.touches)
    files = bids_files(replace(standings, games=(replace(game, touches=touches),)))
    assert [rows[0]["anticipation"] for rows in runs(files).values()] == ["false", "true", "false"]
    assert [row["reactions"] for row in read(files["participants.tsv"])] == ["1", "0", "1"]


def test_bounds_of_both_stamps_are_kept_apart_and_add_up() -> None:
    evening = Evening()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=5_000_000, bound_us=40)
    evening.touch("pig", 5_400_000, 2, bound_us=25, player="Luis")
    evening.tell(do="settle")
    (_, (luis,), _) = runs(bids_files(evening.standings())).values()
    assert (luis["onset_bound"], luis["response_onset_bound"]) == ("0.000040", "0.000025")
    assert luis["response_time_bound"] == "0.000065"


def test_a_second_play_of_the_same_game_is_a_second_run_of_the_same_people() -> None:
    evening = two_rounds()
    evening.start()
    evening.tell(do="reveal", card="symbol:4-8-2", t_us=105_000_000)
    evening.touch("pig", 105_400_000, 30, player="Marta")
    evening.tell(do="settle")
    evening.tell(do="end")
    tables = runs(bids_files(evening.standings()))
    assert [name for name in tables if name.startswith("sub-03")] == [
        "sub-03_task-schweingehabt_run-1_beh.tsv",
        "sub-03_task-schweingehabt_run-2_beh.tsv",
    ]
    assert [row["response_time"] for row in tables["sub-03_task-schweingehabt_run-2_beh.tsv"]] == ["0.400000"]


@pytest.mark.parametrize("name", ["<script>", "אבגד", "🐖" * 40, "An/a", "..", "sub-99"])
def test_a_name_of_any_letters_stays_a_cell_and_is_never_a_path(name: str) -> None:
    files = bids_files(two_rounds_of(name, "Luis", "Marta"), names=True)
    assert read(files["participants.tsv"])[0]["name"] == name
    assert {path.split("/")[0] for path in files if "/" in path} == {"sub-01", "sub-02", "sub-03"}


@pytest.mark.parametrize(
    ("name", "cell"), [("A\tB", "A\ufffdB"), ("A\nB", "A\ufffdB"), ("=1+1", "'=1+1"), ("\ud800", "\ufffd")]
)
def test_a_name_that_would_break_the_table_or_run_in_a_spreadsheet_does_neither(name: str, cell: str) -> None:
    files = bids_files(two_rounds_of(name, "Luis", "Marta"), names=True)
    assert read(files["participants.tsv"])[0]["name"] == cell


def test_a_simulated_evening_says_so_in_its_name_readme_and_of_each_participant() -> None:
    evening = two_rounds()
    evening.simulated = True
    files = bids_files(evening.standings())
    assert json.loads(files["dataset_description.json"])["Name"].startswith("SIMULATED: ")
    assert "simulated players" in files["README"].decode()
    assert {row["simulated"] for row in read(files["participants.tsv"])} == {"true"}


def test_touches_of_nobody_are_counted_in_the_readme_and_are_no_participants_rows() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = (*game.touches, replace(game.touches[0], player=None, seat=None, answer="touched_again", ruling=None))
    files = bids_files(replace(standings, games=(replace(game, touches=touches),)))
    assert "nobody knows whose they were: 1 (" in files["README"].decode()
    assert sum(map(len, runs(files).values())) == 3


def test_the_same_session_gives_the_same_bytes_in_the_archive_too() -> None:
    first, second = (bids_zip(bids_files(two_rounds().standings())) for _ in range(2))
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {entry.filename: archive.read(entry) for entry in archive.infolist()} == bids_files(
            two_rounds().standings()
        )


def test_a_common_reader_of_tables_gets_the_times_as_numbers() -> None:
    ana, luis, marta = runs(bids_files(two_rounds().standings())).values()
    assert [float(rows[0]["response_time"]) for rows in (ana, luis, marta)] == [0.9, 0.412345, 0.35]
    table = bids_files(two_rounds().standings())["participants.tsv"].decode()
    assert len(list(csv.DictReader(io.StringIO(table), delimiter="\t", strict=True))) == 3


def test_an_evening_without_a_known_touch_is_refused_with_what_to_take_instead() -> None:
    with pytest.raises(ConfigError, match=r"no touch of a known player.*csv or json"):
        bids_files(Evening().standings())
