"""The ways to a table (``--table``): each gives the parts that the running table joins."""

import math
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from touchjudge.adapters.decks import known as known_decks
from touchjudge.adapters.decks import load as load_deck
from touchjudge.errors import ConfigError
from touchjudge.ports import Board, Clock, EdgeSource, Inbox
from touchjudge.session.places import Places

NEVER_WAITS = 100.0
"""From this speed on a simulated table runs as fast as it can."""


@dataclass(frozen=True, slots=True)
class TableParts:
    """What comes with a way to the table.

    Attributes:
        watch: is handed each view on the table's thread (the simulated people look at the screen).
        seed: of a simulated table.
    """

    inbox: Inbox
    source: EdgeSource
    clock: Clock
    watch: Callable[[dict[str, Any]], None] | None = None
    seed: int | None = None

    @property
    def simulated(self) -> bool:
        return self.watch is not None


def table_parts(
    table: str,
    game: str,
    *,
    seed: int | None,
    speed: float,
    boots: int,
    have: Mapping[Board, int],
    places: Places,
) -> TableParts:
    """The parts of the table that ``--table`` names.

    Args:
        boots: how often the session was taken up before.
        have: for each boot in the journal the number of the first edge that is not in it.
        places: how the table is wired; where it names several boards, each has a link of its own.

    Raises:
        ConfigError: no such way to a table, or one that cannot be gone here.
    """
    kind, _, where = table.partition(":")
    if kind == "sim" and not where:
        return _simulated(game, seed, speed, boots)
    if kind == "pico":
        if seed is not None or speed != 1.0:
            raise ConfigError("--seed and --speed are for --table sim; leave them out at a real table")
        from touchjudge.adapters.inbox import QueueInbox
        from touchjudge.adapters.pico_link import ChipClaims, PicoLink, SeveralLinks
        from touchjudge.adapters.system_clock import SystemClock

        clock = SystemClock()
        inbox = QueueInbox(clock)
        if where or len(places.boards) < 2:
            return TableParts(inbox, PicoLink(clock, port=where or None, have=have, invert=places.invert), clock)
        claims = ChipClaims()
        links = [
            PicoLink(clock, chip_id=chip_id, have=have, claims=claims, invert=places.invert, source=f"board {chip_id}")
            for chip_id in places.boards
        ]
        return TableParts(inbox, SeveralLinks(links), clock)
    if kind in ("gpio", "recorded"):
        raise ConfigError(f"--table {kind} is not in this version; use --table pico or --table sim")
    raise ConfigError(f"--table {table!r} is no way to a table; use sim, pico or pico:PORT")


def _simulated(game: str, seed: int | None, speed: float, boots: int) -> TableParts:
    if not 0 < speed <= 1_000_000:
        raise ConfigError(f"--speed {speed:g} cannot be; give a number above 0, up to 1000000")
    from touchjudge.adapters.simulated import SimulatedTable

    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    pace = math.inf if speed >= NEVER_WAITS else speed
    simulated = SimulatedTable(
        game, seed=chosen, deck=load_deck(_deck_to_deal(game), game=game), speed=pace, boot=boots
    )
    return TableParts(simulated, simulated, simulated, simulated.show, chosen)


def _deck_to_deal(game: str) -> str:
    return game if game in known_decks() else f"{game}_stand_in"
