"""What is built from this repository has everything a table needs and nothing it does not."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from need import ROOT

NOT_SHIPPED = ("__pycache__", ".mypy_cache", ".ruff_cache")


def build(kind: str, folder: Path) -> Path:
    run = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True, timeout=100)
    [made] = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


def files(folder: str, *, under: str) -> set[str]:
    """All files of a folder of the repository, named as if it were called ``under``."""
    root = ROOT / folder
    return {
        f"{under}/{path.relative_to(root).as_posix()}"
        for path in root.rglob("*")
        if path.is_file() and not set(NOT_SHIPPED) & set(path.parts)
    }


def test_the_wheel_has_every_file_of_the_host_and_of_the_wire(in_wheel):
    wanted = files("host/touchjudge", under="touchjudge") | files("firmware/lib/tjwire", under="tjwire")
    assert wanted <= in_wheel


def test_the_wheel_has_the_firmware_as_it_stands(in_wheel):
    wanted = files("firmware", under="touchjudge/_firmware")
    assert {name for name in in_wheel if name.startswith("touchjudge/_firmware/")} == wanted
    assert "touchjudge/_firmware/main.py" in wanted
    assert "touchjudge/_firmware/lib/tjwire/lines.py" in wanted


@pytest.mark.parametrize(
    "name",
    [
        "touchjudge/decks/schwein_gehabt_stand_in.toml",
        "touchjudge/adapters/web/static/index.html",
        "touchjudge/py.typed",
        "tjwire/py.typed",
    ],
)
def test_the_wheel_has_what_is_not_python(in_wheel, name):
    assert name in in_wheel


def test_the_wheel_has_a_catalogue_for_german_and_spanish(in_wheel):
    catalogues = {name for name in in_wheel if "/locale/" in name and name.endswith((".po", ".mo"))}
    assert {"de", "es"} <= {name.split("/locale/")[1].split("/")[0].split(".")[0] for name in catalogues}


def test_the_wheel_has_nothing_else(in_wheel):
    homes = {name.split("/")[0] for name in in_wheel}
    assert homes == {"touchjudge", "tjwire", "touchjudge-0.1.0.dist-info"}
    assert not [name for name in in_wheel if any(part in name for part in NOT_SHIPPED)]


def test_the_program_runs_from_the_wheel_alone(wheel, tmp_path):
    home = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(home)]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, timeout=100)
    line = {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"]}
    run = subprocess.run(
        [sys.executable, "-c", "import touchjudge.cli as cli; print(cli.__file__); cli.main()", "judge"],
        input=json.dumps(line) + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(home)},
        timeout=60,
    )
    assert run.stderr == ""
    file, answer = run.stdout.splitlines()
    assert Path(file).is_relative_to(home)
    assert json.loads(answer)["rulings"][0]["code"] == "started"


def test_the_source_archive_can_be_built_and_tested_from(tmp_path):
    made = build("sdist", tmp_path)
    with tarfile.open(made) as opened:
        names = {name.split("/", 1)[1] for name in opened.getnames()}
    assert {"pyproject.toml", "Makefile", "README.md", "LICENSE", "CHANGELOG.md", "hardware/pinout.toml"} <= names
    assert {"host/touchjudge/__init__.py", "firmware/lib/tjwire/__init__.py", "tests/conftest.py"} <= names
    assert not [name for name in names if name.startswith((".venv", ".git/")) or "__pycache__" in name]
