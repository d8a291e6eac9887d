"""An evening at the table: a contact to the scene on the panel, a frame drawn, and the host killed at random moments.

The evening is the first rounds of two simulated games, with questions and with hands at home. What came to its table is
recorded once and then fed to tables with a real journal. ``TOUCHJUDGE_KILLS=1000 make bench ARGS=evening`` kills more
often.
"""

import gc
import json
import math
import os
import select
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from bench_table import begin, on_a_thread, percentile, running_table, write

from touchjudge.adapters.decks import load
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.simulated import SimulatedTable
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.app import new_session, sayer
from touchjudge.language import answer_json
from touchjudge.ports import Arrival, Board, EdgesArrived, Inbox, LineRow, Told
from touchjudge.screens.painters.mono import paint
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, Typeface
from touchjudge.screens.scenes import scene_of
from touchjudge.service import SupervisedScreen, retell
from touchjudge.testing import FakeClock
from touchjudge.testing.memory_journal import MemoryJournal
from touchjudge.timing.edges import Edge

SEED = 7
STARTS: tuple[dict[str, Any], ...] = (
    {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"], "options": {"presume": "ask"}},
    {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta", "Jo"], "options": {"home": True}},
)
KILLS = int(os.environ.get("TOUCHJUDGE_KILLS", "60"))
KILLS_AN_EVENING = 20
ROUNDS = 10  # of each game; a longer evening takes longer to restore, and shows nothing more
AT_ONCE = 0.5  # so many of the kills come with the acknowledgement, when a commit that should precede it would be open
LATEST_KILL_S = 0.003
BETWEEN_ARRIVALS_S = 0.002
CHILD_WITHIN_S = 60.0


def run() -> dict[str, Any]:
    evening = record()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # /tmp may be memory, which syncs nothing
        return {
            "killed": killed(Path(folder), evening.arrivals),
            "frame drawn": frames(evening.views),
            "contact to the panel": contact_to_panel(Path(folder), evening.arrivals),
        }


# ---- the evening


@dataclass
class Evening:
    """All that came to the table of a simulated evening, and all that its screens were shown."""

    arrivals: list[Arrival] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)


def record() -> Evening:
    """Both games, as simulated people play them; rounds that the table closed by the clock are told as lines."""
    evening, journal, read = Evening(), MemoryJournal(), 0

    class Recorded(SimulatedTable):
        def wait(self, until_ns: int | None) -> Arrival | None:
            nonlocal read
            rows = journal.lines(name)
            by_clock = [row.text for row in rows[read:] if row.source == "table" and "t_us" in json.loads(row.text)]
            evening.arrivals.extend(Told(text, "") for text in by_clock)
            read = len(rows)
            arrival = super().wait(until_ns)
            if isinstance(arrival, EdgesArrived | Told):
                evening.arrivals.append(arrival)
            return arrival

    people = Recorded("schwein_gehabt", seed=SEED, deck=load("schwein_gehabt_stand_in"), speed=math.inf)
    name = begin(journal, people)
    table = running_table(
        name,
        journal=journal,
        inbox=people,
        clock=people,
        source=people,
        audiences=[evening.views.append, people.show],
        simulated=True,
    )
    people.start(people)
    for start in STARTS:
        people.put(Told(json.dumps(start), ""))
        players = list(start["players"])
        table.run(until=lambda players=players: _has_come_to(evening.views, players, ROUNDS))  # type: ignore[misc]
        people.put(Told('{"do":"end"}', ""))
        table.run(until=lambda: evening.views[-1]["phase"] == "over")
    people.stop()
    return evening


def _has_come_to(views: Sequence[Mapping[str, Any]], players: list[str], number: int) -> bool:
    return bool(views) and views[-1]["players"] == players and views[-1]["state"]["round"] == number


# ---- killed at random moments


class Pipe:
    """An edge source, and the person at the page: what the table acknowledges is written down for the parent."""

    def __init__(self, end: int) -> None:
        self._end = end

    def start(self, inbox: Inbox) -> None: ...

    def acknowledge(self, board: Board, below: int) -> None:
        os.write(self._end, f"edges {below}\n".encode())

    def answered(self, index: int) -> None:
        os.write(self._end, f"told {index}\n".encode())

    def stop(self) -> None: ...


@dataclass(frozen=True)
class Kept:
    """What is in the journal of an evening."""

    lines: list[LineRow]
    edges: list[tuple[Board, Edge]]

    @property
    def told(self) -> set[int]:
        """The arrivals that were told as lines and are kept."""
        return {int(row.source.removeprefix("told ")) for row in self.lines if row.source.startswith("told ")}

    @property
    def told_by(self) -> list[tuple[str, str]]:
        return [(row.text, row.source) for row in self.lines]


def killed(folder: Path, arrivals: Sequence[Arrival]) -> dict[str, Any]:
    """Evenings on which the host is killed again and again, compared with one on which it is not."""
    chance = Random(SEED)
    calm_path = folder / "calm.sqlite3"
    messages, _ = live_once(calm_path, arrivals, kill_after=None, chance=chance)
    calm = kept(calm_path)
    calm_rulings = rulings(calm)
    kills = evenings = lost = changed = 0
    while kills < KILLS:
        evenings += 1
        path = folder / f"rough-{evenings}.sqlite3"
        ended = False
        while not ended:
            mean = 2 * len(messages) // KILLS_AN_EVENING
            said, ended = live_once(path, arrivals, kill_after=chance.randrange(1, mean), chance=chance)
            kills += not ended
            lost += lost_of(said, kept(path)) if path.exists() else len(said)
        rough = kept(path)
        changed += (rulings(rough), rough.told_by, rough.edges) != (calm_rulings, calm.told_by, calm.edges)
        path.unlink()
    return {
        "kills": kills,
        "evenings": evenings,
        "lines_an_evening": len(calm.lines),
        "acknowledged_and_lost": {"value": lost, "aim": 0},
        "evenings_ruled_otherwise": {"value": changed, "aim": 0},
    }


def live_once(
    path: Path, arrivals: Sequence[Arrival], *, kill_after: int | None, chance: Random
) -> tuple[list[str], bool]:
    """One life of a host on this journal: what it acknowledged, and whether it came to the end of the evening.

    Args:
        kill_after: so many acknowledgements, and then a moment.
    """
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(ours)
            live(path, arrivals, Pipe(theirs))
            status = 0
        finally:
            os._exit(status)
    os.close(theirs)
    said, deadline = b"", time.monotonic() + CHILD_WITHIN_S
    while kill_after is None or said.count(b"\n") < kill_after:
        assert select.select([ours], [], [], max(0, deadline - time.monotonic()))[0], "the host hangs"
        part = os.read(ours, 1 << 16)
        if not part:
            break
        said += part
    else:
        if chance.random() > AT_ONCE:
            threading.Event().wait(chance.random() * LATEST_KILL_S)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    while part := os.read(ours, 1 << 16):
        said += part
    os.close(ours)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the host failed"
    return said.decode().splitlines(), not os.WIFSIGNALED(status)


def live(path: Path, arrivals: Sequence[Arrival], pipe: Pipe) -> None:
    """Take up the evening where the journal ends: the board says again what was not kept, and people what they told."""
    clock = FakeClock()  # stands still, so that only what is told closes a round
    with closing(SqliteJournal.write(path, clock=clock)) as journal:
        sessions = journal.sessions()
        name = sessions[-1].session if sessions else begin(journal, clock)
        table = running_table(
            name, journal=journal, inbox=QueueInbox(clock), clock=clock, source=pipe, audiences=[lambda _view: None]
        )
        before = Kept(journal.lines(name), journal.edges(name))
        table.restore(before.lines, before.edges, journal.boards(name))
        for index in range(next_of(arrivals, before), len(arrivals)):
            arrival = arrivals[index]
            if isinstance(arrival, Told):
                answered = lambda _text, index=index: pipe.answered(index)  # noqa: E731
                arrival = replace(arrival, source=f"told {index}", reply=answered)
            table.take(arrival)


def next_of(arrivals: Sequence[Arrival], before: Kept) -> int:
    """The first arrival that the journal does not hold."""
    have, told = len(before.edges), before.told
    known = [
        index
        for index, arrival in enumerate(arrivals)
        if (arrival.edges[-1].number < have if isinstance(arrival, EdgesArrived) else index in told)
    ]
    return max(known, default=-1) + 1


def kept(path: Path) -> Kept:
    with closing(SqliteJournal.read(path)) as journal:
        sessions = journal.sessions()
        if not sessions:
            return Kept([], [])
        return Kept(list(journal.lines(sessions[-1].session)), list(journal.edges(sessions[-1].session)))


def lost_of(said: Sequence[str], found: Kept) -> int:
    """How many things were acknowledged and are not in the journal."""
    told, lost = found.told, 0
    for line in said:
        what, _, number = line.partition(" ")
        lost += len(found.edges) < int(number) if what == "edges" else int(number) not in told
    return lost


def rulings(found: Kept) -> list[str]:
    """Every answer, judged anew."""
    session, say = new_session(), sayer("en")
    retell(session, found.lines)
    return [answer_json(entry.answer, entry.after.game, say) for entry in session.entries]


# ---- the small display


def frames(views: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The picture of every view of the evening."""
    typeface = Typeface(SYSTEM_FONTS)
    paint(scene_of(views[0]), typeface)
    took_ms = []
    for view in views:
        begun_ns = time.perf_counter_ns()
        paint(scene_of(view), typeface)
        took_ms.append((time.perf_counter_ns() - begun_ns) / 1e6)
    return {
        "frames": len(took_ms),
        "median_ms": {"value": statistics.median(took_ms), "aim": "<= 5"},
        "p95_ms": {"value": percentile(took_ms, 95), "aim": "<= 5"},
    }


@dataclass
class PanelInMemory:
    """A panel behind its slot: it says when it was handed a scene, and when that was drawn."""

    name: str = "panel"
    handed_ns: int = 0
    n: int = 0
    drawn: threading.Event = field(default_factory=threading.Event)
    typeface: Typeface = field(default_factory=lambda: Typeface(SYSTEM_FONTS))
    drawn_ns: int = 0

    def show(self, view: Mapping[str, Any]) -> None:
        scene = scene_of(view)
        self.handed_ns, self.n = time.perf_counter_ns(), int(view["n"])
        paint(scene, self.typeface)
        self.drawn_ns = time.perf_counter_ns()
        self.drawn.set()

    def close(self) -> None: ...


def contact_to_panel(folder: Path, arrivals: Sequence[Arrival]) -> dict[str, Any]:
    """From the frame of a contact in the inbox to its scene at the panel, with a real journal in between."""
    gc.freeze()  # as `play` does
    clock, panel, pause = SystemClock(), PanelInMemory(), threading.Event()
    inbox = QueueInbox(clock)
    handed_ms, drawn_ms = [], []
    with closing(write(folder / "panel.sqlite3")) as journal:
        name = begin(journal, clock)
        screen = SupervisedScreen("panel", lambda: panel, lambda _warned: None)
        table = running_table(
            name, journal=journal, inbox=inbox, clock=clock, source=Pipe(os.open(os.devnull, os.O_WRONLY)),
            audiences=[screen],
        )  # fmt: skip
        taken, done = table.take, threading.Event()

        def take(arrival: Arrival | None) -> None:
            before = table.session.entries[-1].n if table.session.entries else 0
            taken(arrival)
            told[0] = len(table.session.entries) > before
            done.set()

        told = [False]
        table.take = take  # type: ignore[method-assign]
        with on_a_thread(table, inbox):
            for arrival in arrivals:
                pause.wait(BETWEEN_ARRIVALS_S)
                done.clear()
                panel.drawn.clear()
                put_ns = time.perf_counter_ns()
                inbox.put(arrival)
                done.wait()
                if told[0] and isinstance(arrival, EdgesArrived):
                    assert panel.drawn.wait(CHILD_WITHIN_S), "the panel was shown nothing"
                    handed_ms.append((panel.handed_ns - put_ns) / 1e6)
                    drawn_ms.append((panel.drawn_ns - put_ns) / 1e6)
        screen.close()
    return {
        "contacts": len(handed_ms),
        "scene_median_ms": statistics.median(handed_ms),
        "scene_p95_ms": percentile(handed_ms, 95),
        "drawn_p95_ms": percentile(drawn_ms, 95),
    }
