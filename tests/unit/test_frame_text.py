"""What the committed text may not hold: places of one machine, and promises to be kept later."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from need import ROOT

# Written in pieces, so that this file does not hold what it looks for.
MACHINE_PLACES = re.compile(
    "|".join(["/wor" + "k/", "/roo" + "t/", "/hom" + r"e/\w", "/Use" + r"rs/\w", r"C:\\" + "Use"])
)
TEMPORARY = re.compile("/tm" + "p/")
LATER = re.compile(r"\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b")
VAGUE = re.compile(r"(^|_)(managers?|helpers?|utils?)(_|$)")
LONGEST_MODULE = 500


@cache
def committed() -> tuple[Path, ...]:
    """Text files that belong to the repository; without git (a source archive) all that lie here."""
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = told.stdout.split("\0") if told.returncode == 0 else map(str, ROOT.rglob("*"))
    paths = [ROOT / name for name in names if name]
    return tuple(path for path in paths if path.is_file() and b"\0" not in path.read_bytes())


def holding(pattern: re.Pattern[str], paths: list[Path] | tuple[Path, ...]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def modules(*folders: str) -> list[Path]:
    return [path for path in committed() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


def test_no_text_names_a_place_of_one_machine():
    assert holding(MACHINE_PLACES, committed()) == []


def test_only_tests_name_the_temporary_folder():
    others = [path for path in committed() if path.relative_to(ROOT).parts[0] not in ("tests", ".ci")]
    assert holding(TEMPORARY, others) == []


def test_nothing_is_left_for_later():
    assert holding(LATER, committed()) == []


def test_text_is_utf_8_and_ends_with_a_line_end():
    for path in committed():
        text = path.read_bytes()
        assert text == b"" or text.endswith(b"\n"), path
        text.decode("utf-8")


@pytest.mark.parametrize("folder", ["host", "firmware"])
def test_modules_say_what_they_are_and_stay_readable(folder):
    silent = [
        path for path in modules(folder) if path.stat().st_size and not ast.get_docstring(ast.parse(path.read_bytes()))
    ]
    assert [str(path.relative_to(ROOT)) for path in silent] == []
    long = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in modules(folder)}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_MODULE} == {}


def test_no_module_is_named_for_nothing_in_particular():
    assert [path.name for path in modules("host", "firmware") if VAGUE.search(path.stem)] == []


def test_test_files_have_names_of_their_own():
    names = [path.name for path in modules("tests") if path.name.startswith("test_")]
    assert sorted(set(names)) == sorted(names)
