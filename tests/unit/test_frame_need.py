"""The frame of the tests themselves: where everything is required, a skip is a failure."""

import subprocess
import sys
from pathlib import Path

import pytest

from need import ROOT

CASES = """
import pytest
from need import not_installable, skip_or_fail

def test_lacks_a_package(): skip_or_fail("no gadget: install it")
def test_lacks_a_recording(): not_installable("no recording")
@pytest.mark.xfail
def test_known(): raise AssertionError
"""


def outcome(folder: Path, monkeypatch: pytest.MonkeyPatch, *, required: bool, text: str = CASES) -> str:
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (folder / "test_cases.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    monkeypatch.setenv("TOUCHJUDGE_REQUIRE_ALL", "1" if required else "")
    run = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(folder), "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(run, capture_output=True, text=True, cwd=folder, timeout=60).stdout


def test_a_missing_package_skips_where_not_everything_is_required(tmp_path, monkeypatch):
    assert "2 skipped, 1 xfailed" in outcome(tmp_path, monkeypatch, required=False)


def test_a_missing_package_fails_and_a_missing_recording_skips_where_everything_is_required(tmp_path, monkeypatch):
    told = outcome(tmp_path, monkeypatch, required=True)
    assert "1 failed, 1 skipped, 1 xfailed" in told
    assert "no gadget: install it" in told


def test_a_module_that_skips_as_a_whole_is_a_failure_where_everything_is_required(tmp_path, monkeypatch):
    told = outcome(tmp_path, monkeypatch, required=True, text="import pytest\npytest.importorskip('no_such_gadget')\n")
    assert "1 error" in told
    assert "no_such_gadget" in told
