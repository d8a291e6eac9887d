"""Durations come from one monotonic clock that is handed in; the wall clock is read by the adapters and only shown."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from need import ROOT
from touchjudge.testing import FakeClock
from touchjudge.timing.clock_map import ClockMap, Exchange
from touchjudge.timing.debounce import contacts
from touchjudge.timing.edges import Edge, Pressed

HOST = ROOT / "host" / "touchjudge"
PURE = ("timing", "link", "judging", "rules", "session")
CLOCKS = {"time", "datetime", "calendar", "asyncio", "sched", "threading", "select", "signal"}
READS_WALL = {"time", "time_ns", "now", "utcnow", "today", "gmtime", "localtime", "ctime", "asctime", "strftime"}
# The machine's clock, the hour at which a simulated evening begins (its time goes on by itself), and how long a phone
# that was let in may come back, also after the machine was off.
MAY_READ = {
    "letting_in.py": ["time.time", "time.time"],
    "pace.py": ["datetime.now"],
    "system_clock.py": ["datetime.now"],
}


def modules(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((HOST / package).rglob("*.py"))]


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (name.name.split(".")[0] for name in node.names)
            case ast.ImportFrom(module=str(module)):
                yield module.split(".")[0]


def wall_reads(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="time" | "datetime" | "date" as owner), attr=name) if (
                name in READS_WALL
            ):
                yield f"{owner}.{name}"


@pytest.mark.parametrize("package", PURE)
def test_br066_no_module_that_judges_or_times_imports_any_clock(package: str) -> None:
    found = {path.name: set(imported(ast.parse(path.read_text()))) & CLOCKS for path in modules(package)}
    assert found
    assert not {name: clocks for name, clocks in found.items() if clocks}


def test_br066_wall_time_is_read_only_where_it_may_be() -> None:
    reads = {path.name: list(wall_reads(ast.parse(path.read_text()))) for path in sorted(HOST.rglob("*.py"))}
    assert {name: calls for name, calls in reads.items() if calls} == MAY_READ


def test_br066_the_check_finds_a_wall_clock_where_there_is_one() -> None:
    culprit = ast.parse("import time\nfrom datetime import datetime\nprint(time.time() - edge, datetime.now())")
    assert set(imported(culprit)) & CLOCKS == {"time", "datetime"}
    assert sorted(wall_reads(culprit)) == ["datetime.now", "time.time"]


@pytest.mark.parametrize("jump_s", [6 * 3600.0, -180.0, 1.0])
def test_br064_wall_clock_that_jumps_moves_no_duration(jump_s: float) -> None:
    clock = FakeClock(host_ns=10**12)
    known = ClockMap()
    for count in range(20):
        if count == 10:
            clock.jump_wall(seconds=jump_s)
        sent_ns = clock.host_ns()
        clock.advance(us=300)
        at_us = clock.host_ns() // 1000 - 10**9 + 5_000_000
        known = known.take(Exchange(sent_ns, at_us - 150, at_us - 140, clock.host_ns()))
        clock.advance(ms=300)
    assert known.restarts == 0
    assert known.rejected == 0
    offset = known.at(5_000_000)
    assert offset is not None
    assert abs(offset.offset_us - (10**9 - 5_000_000)) <= offset.bound_us < 300
    # A stamp is device time: nothing of the host is in it.
    assert contacts([Edge(0, 5_412_345, 1)]) == [Pressed(0, 5_412_345, 0)]


def test_br064_jump_shows_in_wall_time_only() -> None:
    clock = FakeClock(wall=datetime(2024, 1, 1, tzinfo=UTC))
    clock.jump_wall(seconds=3600)
    assert (clock.host_ns(), clock.wall_utc()) == (0, "2024-01-01T01:00:00.000Z")
