"""What calibration writes into a table file: only what it found, and never a file that would be wrong."""

import tomllib
from pathlib import Path

import pytest

from touchjudge.adapters.catalogues import LANGUAGES
from touchjudge.adapters.table_file import read_table_file, template
from touchjudge.adapters.table_file.editing import change_table_file, edited
from touchjudge.errors import ConfigError
from touchjudge.session.calibration import Changes

SWAPPED = Changes(places={("any", 0): "target2", ("any", 1): "target1"})


def lines_that_differ(before: str, after: str) -> list[str]:
    return [line for line in after.splitlines() if line not in before.splitlines()]


def test_remarks_order_and_all_other_lines_stay_as_they_are() -> None:
    changes = Changes({("any", 0): "target2"}, {("any", 4): "high"}, {("any", 8): 31_500}, 30_000)
    after = edited(template(), changes)
    assert lines_that_differ(template(), after) == [
        "settle_ms = 30   # after a change the line must be quiet for so long before the next one counts: 0.1 to 500",
        '0 = "target2"',
        '4 = {place = "ok", pressed = "high"}',
        '8 = {place = "seat1", settle_ms = 31.5}',
    ]
    assert len(after.splitlines()) == len(template().splitlines())


def test_a_line_that_says_more_keeps_the_rest() -> None:
    text = '[boards.any]\n1 = { place = "ok", pressed = "high" } # mine\n[boards.any.2]\nplace = "undo"\n'
    board = tomllib.loads(edited(text, Changes({("any", 2): "spare"}, settle_us={("any", 1): 40_000})))["boards"]["any"]
    assert board == {"1": {"place": "ok", "pressed": "high", "settle_ms": 40}, "2": {"place": "spare"}}


def test_a_board_is_found_however_its_chip_id_is_written() -> None:
    after = edited('[boards.E66A]\n0 = "ok"\n', Changes({("e66a", 0): "undo"}))
    assert tomllib.loads(after) == {"boards": {"E66A": {"0": "undo"}}}


def test_a_file_without_boards_gets_the_usual_ones_so_that_no_line_is_lost() -> None:
    board = tomllib.loads(edited("", SWAPPED))["boards"]["any"]
    assert len(board) == 16
    assert [board["0"], board["1"], board["3"], board["15"]] == ["target2", "target1", "reveal", "seat8"]


def test_a_file_that_is_not_there_is_begun_with_its_remarks(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    change_table_file(path, SWAPPED, languages=LANGUAGES)
    assert path.read_text().startswith("# The table:")
    assert read_table_file(path, languages=LANGUAGES).places.by_line[:2] == ("target2", "target1")
    assert [each.name for each in tmp_path.iterdir()] == ["table.toml"]


def test_a_change_that_would_make_the_file_wrong_leaves_it_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(template())
    with pytest.raises(ConfigError, match="left as it is, since it would be wrong"):
        change_table_file(path, Changes({("any", 0): "reveal"}), languages=LANGUAGES)
    assert path.read_text() == template()
    assert [each.name for each in tmp_path.iterdir()] == ["table.toml"]


def test_a_link_to_the_file_stays_a_link_and_its_rights_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "table.toml"
    real.write_text(template())
    real.chmod(0o640)
    link.symlink_to(real)
    change_table_file(link, SWAPPED, languages=LANGUAGES)
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert "target2" in real.read_text()


def test_a_folder_that_is_not_there_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be changed"):
        change_table_file(tmp_path / "nowhere" / "table.toml", SWAPPED, languages=LANGUAGES)
