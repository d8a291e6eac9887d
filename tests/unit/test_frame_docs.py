"""The documentation is as the program: generated parts are fresh, links lead somewhere, the site builds strictly."""

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from types import ModuleType

import pytest

from need import ROOT

DOCS = ROOT / "docs"
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATE = generator()


@pytest.mark.parametrize("page", GENERATE.pages(), ids=lambda page: page.name)
def test_generated_parts_are_fresh(page):
    assert not GENERATE.stale(page), f"{page.relative_to(ROOT)} is stale: run `make docs`"


def test_a_page_whose_source_changed_is_stale(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- generated: pinout -->\n| line |\n<!-- end -->\nafter\n")
    assert GENERATE.stale(page)
    page.write_text(GENERATE.filled(page.read_text()))
    assert not GENERATE.stale(page)
    assert "GP17" in page.read_text()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_outside_the_site_lead_to_files(page):
    for target in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_the_site_builds_strictly(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        timeout=100,
    )
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "site" / "rules" / "schwein_gehabt" / "index.html").exists()


def test_every_decision_is_listed():
    listed = (DOCS / "decisions" / "index.md").read_text()
    assert [path.name for path in DOCS.glob("decisions/0*.md") if f"({path.name})" not in listed] == []


def test_every_page_of_the_site_can_be_reached():
    nav = (ROOT / "mkdocs.yml").read_text()
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert [page for page in pages if page not in nav] == []


def test_every_game_of_ours_has_a_page_with_its_options_and_codes():
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["touchjudge.games"]
    index = (DOCS / "rules" / "index.md").read_text()
    for name in ours:
        page = (DOCS / "rules" / f"{name}.md").read_text()
        assert f"({name}.md)" in index
        assert f"<!-- generated: options {name} -->" in page
        assert f"<!-- generated: codes {name} -->" in page


def test_who_imports_a_command_first_does_not_decide_where_it_stands():
    code = "import touchjudge.cli.doctoring, touchjudge.cli.decks, touchjudge.cli.playing\n"
    code += "from touchjudge.cli import COMMANDS, command_line\nimport typer\n"
    code += "print(*typer.main.get_command(command_line()).commands)"
    orders = [
        subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
        for text in (code, code.split("\n", 1)[1])
    ]
    assert orders[0] == orders[1]
