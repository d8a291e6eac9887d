"""The journal: what a commit costs and how much of that is the disk, starts, saving a damaged file, kills.

The kills are real: a child process commits and says what it has committed, and is killed at a random moment.
"""

import os
import random
import signal
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from journal_evening import PADS, begin, commit_for_ever, line, tell_at_once, whole_lines, write
from touchjudge.timing.edges import Edge

COMMITS = 2_000
EDGES_A_COMMIT = 12  # a full edges line of the wire
ROUND_COMMITS = 20
KILLS = 1_000
KILLS_A_FILE = 50
LARGE_LINES = 20_000


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # /tmp may be memory, which syncs nothing
        return {
            "commit": commits(Path(folder)),
            "start": starts(Path(folder)),
            "kills": kills(Path(folder)),
        }


def commits(folder: Path) -> dict[str, Any]:
    """Lines with twelve edges each, a checkpoint after each round; beside them what the disk alone takes."""
    took_ms, checkpoint_ms = [], []
    with closing(write(folder / "commits.sqlite3")) as journal:
        session = begin(journal)
        for n in range(1, COMMITS + 1):
            first = (n - 1) * EDGES_A_COMMIT
            edges = [(PADS, Edge(first + i, (first + i) * 500, i % 2)) for i in range(EDGES_A_COMMIT)]
            took_ms.append(timed_ms(partial(journal.commit, session, lines=[line(n)], edges=edges)))
            if n % ROUND_COMMITS == 0:
                checkpoint_ms.append(timed_ms(journal.checkpoint))
    with (folder / "sync").open("wb", buffering=0) as file:

        def write_and_sync() -> None:
            file.seek(0)
            file.write(bytes(4 * 4096))
            os.fsync(file.fileno())

        sync_ms = [timed_ms(write_and_sync) for _ in range(300)]
    return {
        "median_ms": statistics.median(took_ms),
        "p95_ms": percentile(took_ms, 95),
        "p99_ms": {"value": percentile(took_ms, 99), "aim": "<= 20"},
        "fsync alone": {"median_ms": statistics.median(sync_ms), "p99_ms": percentile(sync_ms, 99)},
        "checkpoint": {"median_ms": statistics.median(checkpoint_ms), "p99_ms": percentile(checkpoint_ms, 99)},
    }


def starts(folder: Path) -> dict[str, Any]:
    """Opening a journal of many evenings: closed in good order, after a crash, and damaged."""
    path = folder / "large.sqlite3"
    with closing(write(path)) as journal:
        for _ in range(5):
            tell_at_once(journal, begin(journal), 1, LARGE_LINES // 5)
    figures: dict[str, Any] = {"journal_mib": path.stat().st_size / 2**20, "lines": LARGE_LINES}
    figures["closed_ms"] = timed_ms(lambda: write(path).close())
    note = path.with_name(path.name + ".check")
    note.touch()
    figures["checked_ms"] = timed_ms(lambda: write(path).close())
    content = bytearray(path.read_bytes())
    page = len(content) // 8192 * 4096
    content[page : page + 4096] = random.Random(1).randbytes(4096)
    path.write_bytes(content)
    note.touch()
    figures["restored_s"] = timed_ms(lambda: write(path).close()) / 1000
    return figures


def kills(folder: Path) -> dict[str, Any]:
    rng = random.Random(1)
    lost = damaged = acknowledged = 0
    for number in range(KILLS):
        path = folder / f"kills-{number // KILLS_A_FILE}.sqlite3"
        last = killed_at_random(path, rng)
        acknowledged += last is not None
        with closing(write(path)) as journal:
            damaged += journal.damage is not None
            kept = whole_lines(journal, journal.sessions()[0].session) if journal.sessions() else 0
        lost += max(0, (last or 0) - kept)
    return {
        "kills": KILLS,
        "with_acknowledged_lines": acknowledged,
        "acknowledged_lines_lost": {"value": lost, "aim": "0"},
        "damaged": {"value": damaged, "aim": "0"},
    }


def killed_at_random(path: Path, rng: random.Random) -> int | None:
    """Let a child write and kill it; the last line it said was committed."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        os.dup2(writes, 1)
        try:
            commit_for_ever(path)
        finally:
            os._exit(1)
    os.close(writes)
    with os.fdopen(reads) as said:
        heard = [said.readline() for _ in range(rng.randrange(12))]
        time.sleep(rng.uniform(0, 0.004))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        everything = "".join(heard) + said.read()
    numbers = [int(word) for word in everything.split("\n")[:-1] if word.isdigit()]
    return numbers[-1] if numbers else None


def timed_ms(call: Callable[[], object]) -> float:
    begun_ns = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - begun_ns) / 1e6


def percentile(figures: list[float], per_cent: int) -> float:
    return statistics.quantiles(figures, n=100)[per_cent - 1]
