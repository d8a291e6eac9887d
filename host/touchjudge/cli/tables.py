"""The ways to a table (``--table``): each gives the parts that the running table joins."""

import math
import secrets
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from touchjudge.adapters.table_file import HeaderPart
from touchjudge.cli.earlier import session_row
from touchjudge.errors import ConfigError, JournalError
from touchjudge.ports import Board, Clock, EdgeSource, Inbox, Lights
from touchjudge.session.places import Places

LINES = 16
NEVER_WAITS = 100.0
"""From this speed on a table on a virtual clock runs as fast as it can."""

SIGNAL_TONE = (880, 250)  # Hz, ms


@dataclass(frozen=True, slots=True)
class TableParts:
    """What comes with a way to the table.

    Attributes:
        watch: is handed each view on the table's thread (the simulated people look at the screen).
        seed: of a simulated table.
        feels: whether hands press real pads there now.
        signal: gives a signal that all can hear, where the table has something to give it with.
        lights: at its seats, where it has some.
        darken: lets their pins go, before the source is stopped.
        replays_simulated: it is a recording of a simulated table, and no more real than that.
    """

    inbox: Inbox
    source: EdgeSource
    clock: Clock
    watch: Callable[[dict[str, Any]], None] | None = None
    seed: int | None = None
    feels: bool = False
    signal: Callable[[], object] = lambda: None
    lights: Lights | None = None
    darken: Callable[[], object] = lambda: None
    replays_simulated: bool = False

    @property
    def simulated(self) -> bool:
        return self.watch is not None or self.replays_simulated


def table_parts(
    table: str,
    game: str,
    *,
    seed: int | None,
    speed: float,
    boots: int,
    have: Mapping[Board, int],
    places: Places,
    journal: Path,
    header: HeaderPart | None = None,
) -> TableParts:
    """The parts of the table that ``--table`` names.

    Args:
        boots: how often the session was taken up before.
        have: for each boot in the journal the number of the first edge that is not in it.
        places: how the table is wired; where it names several boards, each has a link of its own.
        journal: where a session lies that is played again.
        header: lights and buzzer of a Pi.

    Raises:
        ConfigError: no such way to a table, or one that cannot be gone here.
    """
    kind, _, where = table.partition(":")
    if kind == "sim" and not where:
        return _simulated(game, seed, speed, boots)
    if seed is not None:
        raise ConfigError("--seed is for --table sim; leave it out at another table")
    if kind == "recorded":
        return _recorded(where, speed, journal)
    if speed != 1.0:
        raise ConfigError("--speed is for --table sim and --table recorded; leave it out at a real table")
    if kind == "gpio" and not where:
        from touchjudge.cli.pi_header import header_parts

        return header_parts(have, places, header or HeaderPart())
    if kind == "pico":
        from touchjudge.adapters.inbox import QueueInbox
        from touchjudge.adapters.pico_link import ChipClaims, PicoLink, SeveralLinks
        from touchjudge.adapters.system_clock import SystemClock

        clock = SystemClock()
        inbox = QueueInbox(clock)
        if where or len(places.boards) < 2:
            link = PicoLink(clock, port=where or None, have=have, invert=places.invert, force=places.force_pads)
            return TableParts(inbox, link, clock, feels=True, signal=lambda: link.tone(*SIGNAL_TONE), lights=link)
        claims = ChipClaims()
        links = [
            PicoLink(
                clock,
                chip_id=chip_id,
                have=have,
                claims=claims,
                invert=places.invert,
                force=places.force_pads,
                source=f"board {chip_id}",
            )
            for chip_id in places.boards
        ]
        several = SeveralLinks(links)
        return TableParts(inbox, several, clock, feels=True, signal=lambda: several.tone(*SIGNAL_TONE), lights=several)
    raise ConfigError(f"--table {table!r} is no way to a table; use sim, pico, pico:PORT, gpio or recorded:FILE")


def _pace(speed: float) -> float:
    if not 0 < speed <= 1_000_000:
        raise ConfigError(f"--speed {speed:g} cannot be; give a number above 0, up to 1000000")
    return math.inf if speed >= NEVER_WAITS else speed


def _recorded(where: str, speed: float, journal: Path) -> TableParts:
    """A recording, or a session of the journal where there is no file of this name."""
    from touchjudge.adapters.journal_sqlite import SqliteJournal
    from touchjudge.adapters.recorded import RecordedTable, read_recording, recorded_edges
    from touchjudge.adapters.simulated import CHIP_ID

    pace = _pace(speed)
    if not where:
        raise ConfigError("--table recorded names no recording; give recorded:FILE, or recorded:SESSION of the journal")
    if Path(where).exists():
        edges, name = read_recording(Path(where)), Path(where).name
    else:
        try:
            with closing(SqliteJournal.read(journal)) as kept:
                name = session_row(kept, where).session
                edges = recorded_edges(kept.edges(name), kept.boards(name))
        except JournalError:
            raise ConfigError(
                f"there is no recording {where}, and no session of this name in the journal; name a CSV file as"
                " --record writes it, or a session that `touchjudge sessions` lists"
            ) from None
        if not edges:
            raise ConfigError(f"session {name} has no edges, it was told by hand; name one that was felt by pads")
    played = RecordedTable(edges, name=name, speed=pace)
    simulated = any(each.row.board.chip_id == CHIP_ID for each in edges)
    return TableParts(played, played, played, replays_simulated=simulated)


def _simulated(game: str, seed: int | None, speed: float, boots: int) -> TableParts:
    pace = _pace(speed)
    from touchjudge.adapters.simulated import SimulatedTable

    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    simulated = SimulatedTable(game, seed=chosen, speed=pace, boot=boots)
    return TableParts(simulated, simulated, simulated, simulated.show, chosen)
