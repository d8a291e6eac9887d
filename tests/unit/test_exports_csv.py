"""The tables that people open in a spreadsheet."""

import csv
import io
from dataclasses import replace

import pytest

from played_session import Evening, two_rounds
from touchjudge.adapters.exports.csv_export import CsvStyle, csv_tables, harmless
from touchjudge.errors import ConfigError
from touchjudge.session.played import Standings


def read(table: bytes, separator: str = ",", encoding: str = "utf-8") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.decode(encoding), newline=""), delimiter=separator, strict=True))


def named(name: str) -> Standings:
    evening = Evening()
    evening.start(name, "Luis", "Marta")
    evening.tell(do="end")
    return evening.standings()


def test_the_three_tables_of_two_rounds_are_as_they_were_read_by_a_person() -> None:
    tables = csv_tables(two_rounds().standings())
    assert list(tables) == ["players", "rounds", "touches"]
    players, rounds, touches = (read(table) for table in tables.values())
    assert [(p["player"], p["seat"], p["score"], p["rank"], p["winner"], p["begins"]) for p in players] == [
        ("Ana", "1", "0", "3", "no", "yes"),
        ("Luis", "2", "1", "1", "yes", "no"),
        ("Marta", "3", "1", "1", "yes", "no"),
    ]
    assert {p["options"].split()[0] for p in players} == {"free_choice=false"}
    assert [(r["round"], r["player"], r["rulings"], r["change"], r["score"]) for r in rounds] == [
        ("1", "Ana", "touched drew_wrong", "0", "0"),
        ("1", "Luis", "claimed drew_right", "1", "1"),
        ("1", "Marta", "", "0", "0"),
        ("2", "Ana", "", "0", "0"),
        ("2", "Luis", "", "0", "1"),
        ("2", "Marta", "touched drew_right", "1", "1"),
    ]
    assert [(t["spot"], t["player"], t["reaction_ms"], t["bound_ms"], t["means"]) for t in touches] == [
        ("pig", "Luis", "412.345", "0.001", "pad"),
        ("sweep", "Ana", "900.000", "0.001", "hand"),
        ("mushroom", "Marta", "350.000", "0.001", "pad"),
    ]


def test_br097_every_entry_of_every_round_is_there_with_time_and_source() -> None:
    tables = csv_tables(two_rounds().standings())
    rounds, touches = read(tables["rounds"]), read(tables["touches"])
    luis = next(row for row in rounds if (row["round"], row["player"]) == ("1", "Luis"))
    assert (luis["wall_utc"], luis["sources"]) == ("2026-11-30T19:01:00.000Z", "4:edge:E6614103/8f2a/99/9 6:page")
    assert all(row["wall_utc"] and row["source"] for row in touches)


def test_br094_the_rounds_table_has_a_row_for_each_player_of_each_round() -> None:
    rounds = read(csv_tables(two_rounds().standings())["rounds"])
    assert [(row["round"], row["player"]) for row in rounds] == [
        (n, player) for n in ("1", "2") for player in ("Ana", "Luis", "Marta")
    ]


def test_br081_board_line_seat_and_player_agree_in_all_tables() -> None:
    tables = {name: read(table) for name, table in csv_tables(two_rounds().standings()).items()}
    seats = {row["player"]: row["seat"] for row in tables["players"]}
    for row in (*tables["rounds"], *tables["touches"]):
        assert row["seat"] == seats[row["player"]]
    assert [(row["board"], row["board_line"]) for row in tables["touches"]] == [
        ("E6614103", "1"),
        ("", ""),
        ("E6614103", "0"),
    ]


def test_br079_a_score_of_zero_is_0_and_an_unknown_one_an_empty_cell() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    unknown = replace(game, players=(game.players[0], replace(game.players[1], score=None, rank=None)))
    touches = (replace(game.touches[0], reaction_us=0, t_us=0), replace(game.touches[1], reaction_us=None, t_us=None))
    tables = csv_tables(replace(standings, games=(replace(unknown, touches=touches, duration_s=0),)))
    assert [(row["score"], row["rank"], row["duration_s"]) for row in read(tables["players"])] == [
        ("0", "3", "0"),
        ("", "", "0"),
    ]
    assert [(row["reaction_ms"], row["table_ms"], row["bound_ms"]) for row in read(tables["touches"])] == [
        ("0.000", "0.000", "0.001"),
        ("", "", ""),
    ]


@pytest.mark.parametrize("name", ["=1+1", "+Ana", "-Ana", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", '=cmd|"/c calc"!A1'])
def test_a_name_that_is_a_formula_is_defused(name: str) -> None:
    (first, *_) = read(csv_tables(named(name))["players"])
    assert first["player"] == f"'{name}" == harmless(name)


@pytest.mark.parametrize("name", ["Ana,Luis", 'An"a', "Ana\nB", "🐖" * 40, "אבגד", "<script>", "A;B"])
def test_any_other_name_comes_back_as_it_was(name: str) -> None:
    for style in (CsvStyle(), CsvStyle(separator=";", decimal_mark=","), CsvStyle(separator="\t")):
        (first, *_) = read(csv_tables(named(name), style)["players"], style.separator)
        assert first["player"] == name


def test_negative_numbers_are_numbers_and_no_formulas() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    below = replace(game, players=tuple(replace(player, score=-3) for player in game.players))
    assert {row["score"] for row in read(csv_tables(replace(standings, games=(below,)))["players"])} == {"-3"}


def test_lines_end_and_quotes_double_as_rfc_4180_says() -> None:
    table = csv_tables(named('An"a, B'))["players"]
    assert table.endswith(b"\r\n")
    assert table.count(b"\n") == table.count(b"\r\n") == 4
    assert b'"An""a, B"' in table


def test_separator_decimal_mark_and_byte_order_mark_can_be_chosen() -> None:
    style = CsvStyle(separator=";", decimal_mark=",", byte_order_mark=True)
    table = csv_tables(two_rounds().standings(), style)["touches"]
    assert table.startswith(b"\xef\xbb\xbfsession;game_number;")
    assert read(table, ";", "utf-8-sig")[0]["reaction_ms"] == "412,345"


@pytest.mark.parametrize("wrong", [{"separator": "x"}, {"separator": ""}, {"decimal_mark": ";"}])
def test_another_separator_or_mark_is_refused_with_what_is_allowed(wrong: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="give a"):
        CsvStyle(**wrong)  # type: ignore[arg-type]


def test_the_same_session_gives_the_same_bytes() -> None:
    assert csv_tables(two_rounds().standings()) == csv_tables(two_rounds().standings())


def test_a_session_without_a_game_gives_the_headers_alone() -> None:
    tables = csv_tables(Evening().standings())
    assert [table.count(b"\r\n") for table in tables.values()] == [1, 1, 1]
