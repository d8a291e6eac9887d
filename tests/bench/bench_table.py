"""The whole host: real firmware to the journal, how soon a ruling is shown, simulated games, memory and idle time."""

import gc
import itertools
import math
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Any

from micropython.rig import Rig
from touchjudge.adapters.decks import load
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.pico_link import LinkSettings, PicoLink
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.app import labeller, new_session, sayer
from touchjudge.ports import Arrival, Board, Clock, EdgesArrived, EdgeSource, Inbox, Journal, Stop, Told
from touchjudge.service import Audience, RunningTable, Settings
from touchjudge.session.places import DEFAULT_PLACES
from touchjudge.session.view import Viewer
from touchjudge.testing.memory_journal import MemoryJournal

START = '{"do":"start","game":"schwein_gehabt","players":["Ana","Luis","Marta"]}'

EDGES = 20_000
BURST, BURST_EDGE_US, PAUSE_US = 200, 20, 20_000
# Neither OK nor undo: it is the way of the edges that is measured. On so many lines none comes near the 2,000 edges a
# second from which the firmware mutes it (a burst is 17 edges a line, every 24 ms: 700 a second).
LINES = [line for line, place in enumerate(DEFAULT_PLACES) if place.startswith(("target", "reveal", "seat"))]

SHOWN_GAMES = range(7, 11)  # seeds
GAMES = range(20, 28)  # seeds
BETWEEN_ARRIVALS_S = 0.002
IDLE_S = 10.0


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # /tmp may be memory, which syncs nothing
        return {
            "real firmware to journal": firmware_to_journal(Path(folder)),
            "arrival to shown ruling": arrival_to_shown(Path(folder)),
            "simulated games": simulated_games(),
            "play": play_at_rest(Path(folder)),
        }


def running_table(
    name: str,
    *,
    journal: Journal,
    inbox: Inbox,
    clock: Clock,
    source: EdgeSource,
    audiences: Sequence[Audience],
    simulated: bool = False,
) -> RunningTable:
    return RunningTable(
        name=name,
        session=new_session(),
        journal=journal,
        inbox=inbox,
        clock=clock,
        source=source,
        say=sayer("en"),
        viewer=Viewer(sayer("en"), labeller("en")),
        settings=Settings(),
        simulated=simulated,
        audiences=audiences,
    )


def begin(journal: Journal, clock: Clock) -> str:
    return journal.begin(
        started_utc=clock.wall_utc(), host_ns=clock.host_ns(), host_boot_id="bench", simulated=False, seed=None
    )


# ---- the real firmware on the unix MicroPython, a terminal pair, the real link, table and journal


class CountedLink(PicoLink):
    """Tells how many edges are in the journal."""

    kept = 0

    def acknowledge(self, board: Board, below: int) -> None:
        self.kept = below
        super().acknowledge(board, below)


def firmware_to_journal(folder: Path) -> dict[str, Any]:
    """20,000 edges in bursts of 200 at 20 µs, the cable pulled three times; what is then in the journal."""
    script, levels = bursts()
    clock = SystemClock()
    inbox = QueueInbox(clock)
    views: list[dict[str, Any]] = []
    with Rig(folder / "board", script=script, fast=True) as rig, closing(write(folder / "edges.sqlite3")) as journal:
        settings = LinkSettings(retry_least_ns=10_000_000, retry_most_ns=50_000_000)
        link = CountedLink(clock, port=rig.port, find_ports=list, settings=settings)
        name = begin(journal, clock)
        table = running_table(
            name, journal=journal, inbox=inbox, clock=clock, source=link, audiences=[lambda view: views.append(view)]
        )
        inbox.put(Told(START, "bench"))
        with on_a_thread(table, inbox):
            started = time.perf_counter()
            link.start(inbox)
            for cut in range(1, 4):
                wait_for(lambda due=cut * EDGES // 4: link.kept >= due)  # type: ignore[misc]
                rig.cut()
                wait_for(lambda: views[-1]["links"][0]["phase"] != "connected")
                rig.restore()
            wait_for(lambda: link.kept >= EDGES)
            seconds = time.perf_counter() - started
            link.stop()
        kept = [edge for _, edge in journal.edges(name)]
        lines = len(journal.lines(name))
    numbers = [edge.number for edge in kept]
    return {
        "edges_per_s_with_three_cuts": round(EDGES / seconds),
        "lost": {"value": EDGES - len(set(numbers)), "aim": 0},
        "doubled": {"value": len(numbers) - len(set(numbers)), "aim": 0},
        "out_of_order": {"value": sum(a >= b for a, b in itertools.pairwise(numbers)), "aim": 0},
        "not_as_pressed": {"value": sum(e.levels != level for e, level in zip(kept, levels, strict=False)), "aim": 0},
        "lines_told": lines,
    }


def bursts() -> tuple[str, list[int]]:
    """The firmware's script, and the levels after each of its edges."""
    rows, levels, at_us, now = [], [], 0, 0
    for number in range(EDGES):
        line = LINES[number % len(LINES)]
        now ^= 1 << line
        levels.append(now)
        rows.append(f"{at_us},{line},{now >> line & 1}\n")
        at_us += BURST_EDGE_US if (number + 1) % BURST else PAUSE_US
    return "".join(rows), levels


# ---- from the arrival of a frame to the ruling on the screens


@dataclass(frozen=True)
class Way:
    """Of one frame to its ruling on the screens, in ms: all of it, what the commit took, the table's processor time."""

    whole_ms: float
    commit_ms: float
    processor_ms: float


@dataclass
class Watched:
    """The turn of a table that is timed now.

    Attributes:
        n: lines that were judged when a view was shown last.
    """

    n: int = 0
    shown_ns: int = 0
    commit_ns: int = 0

    def show(self, view: dict[str, Any]) -> None:
        self.shown_ns, self.n = time.perf_counter_ns(), view["n"]


class TimedJournal(SqliteJournal):
    """Tells how long its commits took."""

    watched: Watched

    def commit(self, *args: Any, **batch: Any) -> None:
        begun_ns = time.perf_counter_ns()
        super().commit(*args, **batch)
        self.watched.commit_ns += time.perf_counter_ns() - begun_ns


class SilentSource:
    """An edge source that only waits for its acknowledgements."""

    def start(self, inbox: Inbox) -> None: ...

    def acknowledge(self, board: Board, below: int) -> None: ...

    def stop(self) -> None: ...


def arrival_to_shown(folder: Path) -> dict[str, Any]:
    """Frames of simulated games through the inbox of a real table with a real journal: put in, judged, kept, shown."""
    games = [arrivals_of(seed) for seed in SHOWN_GAMES]
    gc.freeze()  # as `play` does
    ways = [way for game in games for way in shown_after(folder / "synced.sqlite3", game, sync=True)]
    unsynced = [way for game in games for way in shown_after(folder / "unsynced.sqlite3", game, sync=False)]
    whole, without = [way.whole_ms for way in ways], [way.whole_ms for way in unsynced]
    fsync_ms = statistics.median(whole) - statistics.median(without)
    return {
        "rulings": len(whole),
        "median_ms": statistics.median(whole),
        "p95_ms": percentile(whole, 95),
        "p99_ms": {"value": percentile(whole, 99), "aim": "<= 20"},
        "fsync's share": f"{fsync_ms / statistics.median(whole):.0%}",
        "commit": middle_and_worst([way.commit_ms for way in ways]),
        "without fsync": middle_and_worst(without),
        "processor": middle_and_worst([way.processor_ms for way in ways]),
    }


def arrivals_of(seed: int) -> list[Arrival]:
    """All that comes to a simulated table in one game; what the table tells itself is told here too."""

    class Recorded(SimulatedTable):
        def wait(self, until_ns: int | None) -> Arrival | None:
            taken.extend(Told(row.text, "bench") for row in journal.lines(name)[told() :] if row.source == "table")
            told(len(journal.lines(name)))
            arrival = super().wait(until_ns)
            if isinstance(arrival, EdgesArrived | Told):
                taken.append(arrival)
            return arrival

    taken: list[Arrival] = []
    seen = [0]

    def told(now: int | None = None) -> int:
        if now is not None:
            seen[0] = now
        return seen[0]

    journal = MemoryJournal()
    people = Recorded("schwein_gehabt", seed=seed, deck=load("schwein_gehabt_stand_in"), speed=math.inf)
    name = begin(journal, people)
    play_out(name, people, journal)
    return taken


def shown_after(path: Path, game: list[Arrival], *, sync: bool) -> Iterator[Way]:
    """The way of each frame that led to a ruling."""
    clock, watched = SystemClock(), Watched()
    inbox = QueueInbox(clock)
    pause = threading.Event()
    with closing(TimedJournal.write(path, clock=clock)) as journal:
        journal.watched = watched
        if not sync:
            journal._connection.execute("PRAGMA synchronous = OFF")
        name = begin(journal, clock)
        table = running_table(
            name, journal=journal, inbox=inbox, clock=clock, source=SilentSource(), audiences=[watched.show]
        )
        taken, done, processor_ns = table.take, threading.Event(), 0

        def take(arrival: Arrival | None) -> None:
            nonlocal processor_ns
            begun_ns = time.thread_time_ns()
            taken(arrival)
            processor_ns = time.thread_time_ns() - begun_ns
            done.set()

        table.take = take  # type: ignore[method-assign]
        with on_a_thread(table, inbox):
            for arrival in game:
                pause.wait(BETWEEN_ARRIVALS_S)
                before, watched.commit_ns = watched.n, 0
                done.clear()
                put_ns = time.perf_counter_ns()
                inbox.put(arrival)
                done.wait()
                if watched.n > before and isinstance(arrival, EdgesArrived):
                    yield Way((watched.shown_ns - put_ns) / 1e6, watched.commit_ns / 1e6, processor_ns / 1e6)


# ---- simulated games


def simulated_games() -> dict[str, Any]:
    """Whole games through board, wire, link, debounce, table and a journal in memory; nobody watches but the people."""
    lines, begun, begun_cpu = 0, time.perf_counter(), time.process_time()
    for seed in GAMES:
        journal = MemoryJournal()
        people = SimulatedTable("schwein_gehabt", seed=seed, deck=load("schwein_gehabt_stand_in"), speed=math.inf)
        name = begin(journal, people)
        play_out(name, people, journal)
        lines += len(journal.lines(name))
    seconds, cpu_s = time.perf_counter() - begun, time.process_time() - begun_cpu
    return {
        "games_per_s": len(GAMES) / seconds,
        "games_per_processor_s": len(GAMES) / cpu_s,
        "lines_a_game": lines / len(GAMES),
    }


def play_out(name: str, people: SimulatedTable, journal: Journal) -> None:
    over = False

    def watch(view: dict[str, Any]) -> None:
        nonlocal over
        over = view["phase"] == "over"
        people.show(view)

    table = running_table(
        name, journal=journal, inbox=people, clock=people, source=people, audiences=[watch], simulated=True
    )
    people.put(Told(START, "bench"))
    people.start(people)
    table.run(until=lambda: over)
    people.stop()


# ---- touchjudge play as a process of its own


def play_at_rest(folder: Path) -> dict[str, Any]:
    """Memory and processor time: a table that waits for its board, and one on which a simulated game is played."""
    waiting = ["--players", "Ana,Luis,Marta"]
    playing = ["--table", "sim", "--seed", "7"]
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    return {
        "waiting without web": at_rest(folder, *waiting, "--no-web"),
        "waiting with web": at_rest(folder, *waiting, "--port", port),
        "playing without web": at_rest(folder, *playing, "--no-web"),
        "playing with web": at_rest(folder, *playing, "--port", port),
    }


def at_rest(folder: Path, *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "touchjudge.cli", "play", "schwein_gehabt", "--screen", "none", *words]
    process = subprocess.Popen([*command, "--db", str(folder / "rest.sqlite3")], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: processor_percent(process.pid, 1.0) < 10)  # it has started
        idle_percent = processor_percent(process.pid, IDLE_S)
        status = Path(f"/proc/{process.pid}/status").read_text()
        resident_kib = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))
    finally:
        process.terminate()
        process.wait()
    return {"resident_mib": resident_kib / 1024, "processor_percent": idle_percent}


def processor_percent(pid: int, seconds: float) -> float:
    def used_s() -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before_s, begun = used_s(), time.perf_counter()
    time.sleep(seconds)
    return 100 * (used_s() - before_s) / (time.perf_counter() - begun)


# ---- what the benches above share


def write(path: Path) -> SqliteJournal:
    return SqliteJournal.write(path, clock=SystemClock())


@contextmanager
def on_a_thread(table: RunningTable, inbox: Inbox) -> Iterator[None]:
    """Run a table on a thread of its own; stopped at the end."""
    thread = threading.Thread(target=table.run, name="table")
    thread.start()
    try:
        yield
    finally:
        inbox.put(Stop())
        thread.join()


def wait_for(true: Callable[[], bool], within_s: float = 120.0) -> None:
    deadline = time.monotonic() + within_s
    while True:
        with suppress(IndexError):  # no view yet, no link in it yet
            if true():
                return
        assert time.monotonic() < deadline, "what was waited for did not come"
        time.sleep(0.005)


def middle_and_worst(figures: Sequence[float]) -> dict[str, float]:
    return {"median_ms": statistics.median(figures), "p99_ms": percentile(figures, 99)}


def percentile(figures: Sequence[float], per_cent: int) -> float:
    return statistics.quantiles(figures, n=100)[per_cent - 1]
