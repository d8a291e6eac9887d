"""The commands of the house: named truly wherever they are named, and quick when nothing has changed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from need import ROOT

NAMED = re.compile(r"(?:`|^)make ([a-z]+)", re.MULTILINE)
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/decisions/index.md"])
def test_a_make_command_that_is_named_exists(page):
    assert set(NAMED.findall((ROOT / page).read_text(encoding="utf-8"))) <= TARGETS


def test_the_commands_that_scripts_rely_on_are_there():
    assert {"setup", "play", "test", "check", "bench"} <= TARGETS


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder in which a set-up has just been made, as far as make can tell."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / ".venv").mkdir()
    for word in re.findall(r"\.venv/\.(?:place|ready)-\w+", would_do(tmp_path)):
        (tmp_path / word).touch()
    return tmp_path


def would_do(folder: Path) -> str:
    """What ``make setup`` would do there, by a make that knows nothing of the one that may run these tests."""
    run = ["make", "--no-print-directory", "-n", "setup"]
    plain = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(run, cwd=folder, env=plain, capture_output=True, text=True, check=True, timeout=60).stdout


def test_a_set_up_with_nothing_new_does_nothing(made):
    assert "pip install" not in would_do(made)


def test_a_new_dependency_is_installed_into_the_same_environment(made):
    with (made / "pyproject.toml").open("a") as pyproject:
        pyproject.write("# one more\n")
    told = would_do(made)
    assert "pip install" in told
    assert "-m venv" not in told


def test_a_folder_that_was_moved_gets_a_new_environment(made, tmp_path):
    moved = tmp_path / "elsewhere"
    shutil.copytree(made, moved)
    assert "-m venv --clear" in would_do(moved)
