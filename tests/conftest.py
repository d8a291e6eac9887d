"""For all tests: no user's journal is touched; in CI generated cases are the same each time and nothing skips."""

import os
import signal
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import settings

from need import everything_required, forbidden_skip

# Runs on MicroPython alone; whoever looks through these files for examples would import it.
collect_ignore = ["raw_repl_board.py"]

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # Begun in the background of a shell: the programs that tests start would be deaf to Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's data, settings and cache folders lie in a temporary folder, for child processes too."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name.lower())))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return failed_if_forbidden((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return failed_if_forbidden((yield))


def failed_if_forbidden(report: Any) -> Any:
    """The report, as a failure if it is a skip that this machine must not have."""
    if everything_required() and (reason := forbidden_skip(report)):
        report.outcome = "failed"
        report.longrepr = (
            f"{reason}\nTOUCHJUDGE_REQUIRE_ALL is set: install it, or say why it cannot be (tests/need.py)."
        )
    return report
