"""What a test needs from the machine, and what becomes of it where that is missing.

A test that lacks something skips and says so. Where ``TOUCHJUDGE_REQUIRE_ALL`` is set (continuous integration), a skip
fails instead (see conftest), unless its reason says that no installation could mend it: :func:`not_installable`.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_INSTALLABLE = "not installable: "


def everything_required() -> bool:
    """Whether a skip for want of something installable is a failure here."""
    return os.environ.get("TOUCHJUDGE_REQUIRE_ALL", "") not in ("", "0")


def skip_or_fail(reason: str) -> NoReturn:
    """Skip for want of something that could be installed; the reason names it and how to get it."""
    pytest.skip(reason)


def not_installable(reason: str) -> NoReturn:
    """Skip for want of something that no installation brings (a recording, another user's rights)."""
    pytest.skip(NOT_INSTALLABLE + reason)


def shared(name: str) -> Path:
    """A file or folder of the contract, which lies beside the repository and is not part of it."""
    path = ROOT.parent / "shared" / name
    if not path.exists():
        not_installable(f"../shared/{name} is not beside this repository")
    return path


def command(name: str, *, package: str) -> str:
    """The path of a program, from this Python's own folder first, then from the PATH."""
    here = Path(sys.executable).parent / name
    found = str(here) if here.exists() else shutil.which(name)
    if found is None:
        skip_or_fail(f"no {name} on this machine: install the Debian package {package}")
    return found


def micropython() -> str:
    """The unix MicroPython: ``make setup`` brings it where there is a wheel, Debian elsewhere."""
    return command("micropython", package="micropython")


def chromium() -> str:
    """Debian's Chromium."""
    return command("chromium", package="chromium")


def forbidden_skip(report: pytest.TestReport | pytest.CollectReport) -> str | None:
    """Why this report is a skip that must not be, or None."""
    if report.outcome != "skipped" or hasattr(report, "wasxfail"):
        return None
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return None if NOT_INSTALLABLE in reason else reason
