"""Each dependency has its reason, and what judges needs none at all."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from need import ROOT

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")

# Of the standard library, what brings the world in: clocks, chance, files, threads.
WORLD = {
    "asyncio", "ctypes", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "queue", "random", "secrets",
    "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip


def lists_of_dependencies() -> list[str]:
    project = tomllib.loads(PYPROJECT)["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(name for names in extras.values() for name in names)]


@pytest.mark.parametrize("dependency", sorted(set(lists_of_dependencies())))
def test_a_dependency_has_its_reason_beside_it_wherever_it_is_named(dependency):
    lines = [line for line in PYPROJECT.splitlines() if line.strip().startswith(f'"{dependency}"')]
    assert len(lines) == lists_of_dependencies().count(dependency)
    for line in lines:
        assert re.search(r"#\s*\w.{8,}", line), f"say beside {dependency} why it is needed"


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module)
    return names


@pytest.mark.parametrize(
    ("room", "besides"),
    [
        ("judging", set()),
        ("timing", {"touchjudge.ports"}),
        ("rules", {"touchjudge.judging"}),
        ("link", {"tjwire", "touchjudge.ports", "touchjudge.timing"}),
    ],
)
def test_a_room_that_judges_stands_on_the_standard_library_alone(room, besides):
    folder = ROOT / "host" / "touchjudge" / room
    allowed = {f"touchjudge.{room}", "touchjudge.errors", *besides}
    for path in folder.rglob("*.py"):
        for name in imported(path):
            ours = any(name == one or name.startswith(f"{one}.") for one in allowed)
            plain = name.split(".")[0] in sys.stdlib_module_names - WORLD
            assert ours or plain, f"{path.relative_to(ROOT)} imports {name}"
