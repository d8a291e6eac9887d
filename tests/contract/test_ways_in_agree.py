"""Real bounce through every way in: the Pi's pins, a Pico's port and a recording give the same contacts and rulings."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest

from need import shared
from pi_header import BOOT, PiHeader, source
from pty_board import PtyBoard, Taker
from touchjudge.adapters.pico_link import LinkSettings, PicoLink
from touchjudge.adapters.recorded import RecordedTable, read_recording
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.app import new_session
from touchjudge.ports import Board, EdgesArrived, Stop
from touchjudge.service.sensing import Sensing
from touchjudge.session.places import Places
from touchjudge.session.table import lines_of
from touchjudge.timing.edges import Chattering, Edge, Pressed, Released
from touchjudge.timing.settle import Settle

REVEAL, PIG, ANA = 3, 1, 8
ROUND_US = 3_000_000
START = {"do": "start", "game": "schwein_gehabt", "players": ["Ana", "Luis", "Marta"]}

Change = tuple[int, int]
"""When, in µs, and all lines after it."""


def bounces(path: Path, at_us: int) -> Iterator[tuple[int, int, bool]]:
    """The changes of one recorded transition, on the pad of the pig."""
    rows = [line.split(",") for line in path.read_text().split()[2:]]
    first_us = float(rows[0][0])
    for time_us, level in rows:
        yield at_us + int(float(time_us) - first_us), PIG, level == "0"


def hand(line: int, at_us: int) -> list[tuple[int, int, bool]]:
    return [(at_us, line, True), (at_us + 80_000, line, False)]


def evening() -> list[Change]:
    """Fifty rounds: a card is turned, the pig is pressed and let go as a real switch was, Ana says that was her."""
    files = [path for path in sorted((shared("recordings") / "rocker_kcd101").glob("*.csv")) if "slow" not in path.name]
    changes: list[tuple[int, int, bool]] = []
    for count, (press, release) in enumerate(zip(files[::2], files[1::2], strict=True)):
        at_us = 1_000_000 + count * ROUND_US
        changes += hand(REVEAL, at_us) + hand(ANA, at_us + 1_000_000)
        changes += [*bounces(press, at_us + 400_000 + count), *bounces(release, at_us + 700_000)]
    levels: dict[int, int] = {}
    mask = 0
    for at_us, line, down in sorted(changes, key=lambda change: change[0]):
        mask = mask | 1 << line if down else mask & ~(1 << line)
        levels[at_us] = mask  # a contact too short for the clock of the stamps is none
    return [(at_us, mask) for (_, before), (at_us, mask) in pairwise([(0, 0), *levels.items()]) if mask != before]


def through_pins(changes: list[Change], _folder: Path) -> tuple[Board, list[Edge]]:
    header, taker = PiHeader(), Taker()
    pins = source(header)
    pins.start(taker.inbox)
    try:
        taker.until_phase("connected")
        now_us = 0
        for at_us, mask in changes:
            header.change(mask, after_us=at_us - now_us)
            now_us = at_us
        return BOOT, taker.until_edges(BOOT, len(changes))
    finally:
        pins.stop()


def through_port(changes: list[Change], folder: Path) -> tuple[Board, list[Edge]]:
    taker = Taker()
    with PtyBoard(folder / "ttyPad") as board:
        quick = LinkSettings(retry_least_ns=10_000_000, retry_most_ns=50_000_000)
        link = PicoLink(SystemClock(), port=board.port, find_ports=list, settings=quick)
        link.start(taker.inbox)
        try:
            taker.until_phase("connected")
            with board.turn:
                for at_us, mask in changes:
                    board.board.edge(at_us, mask)
            return board.boot, taker.until_edges(board.boot, len(changes), 20.0)
        finally:
            link.stop()


def through_recording(changes: list[Change], folder: Path) -> tuple[Board, list[Edge]]:
    path = folder / "evening.csv"
    rows = ["time_us,line,level"]
    for (_, before), (at_us, mask) in pairwise([(0, 0), *changes]):
        rows += [f"{at_us},{line},{mask >> line & 1}" for line in range(16) if (before ^ mask) >> line & 1]
    path.write_text("\n".join(rows))
    table = RecordedTable(read_recording(path), name=path.name, speed=inf)
    table.start(table)
    arrivals = iter(lambda: table.wait(None), None)
    edges: list[Edge] = []
    board = None
    for arrival in arrivals:
        if isinstance(arrival, Stop):
            break
        if isinstance(arrival, EdgesArrived):
            board = arrival.board
            edges += arrival.edges
    assert board is not None
    return board, edges


def judged(board: Board, edges: list[Edge]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The contacts with their stamps since the first edge, and every ruling."""
    sensing, session, places = Sensing(Places(), Settle(), {}, {}), new_session(), Places()
    begin_us = edges[0].device_us
    session.tell(START)
    told: list[tuple[Any, ...]] = []
    rulings: list[tuple[Any, ...]] = []
    for contact in sensing.edges(EdgesArrived(board, tuple(edges), 0, 0, 1)).contacts:
        bounced = contact.event.bounces if isinstance(contact.event, (Released, Chattering)) else 0
        told.append((type(contact.event), contact.place, contact.t_us - begin_us, contact.bound_us, bounced))
        lines = [dict(line) for line in lines_of(contact, session.now, places)]
        if contact.place == "seat1" and isinstance(contact.event, Pressed):
            lines += [{"do": "card", "card": "touch:pig"}, {"do": "settle"}]
        for line in lines:
            for ruling in session.tell(line).rulings:
                rulings.append((ruling.verdict, ruling.code, ruling.player, dict(ruling.effects)))
    return told, rulings


@pytest.fixture(scope="module")
def changes() -> list[Change]:
    return evening()


@pytest.fixture(scope="module")
def expected(changes: list[Change]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    return judged(Board("x", "0"), [Edge(n, at_us, mask) for n, (at_us, mask) in enumerate(changes)])


def test_evening_has_one_touch_a_round_at_the_first_contact_and_is_judged(
    expected: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]],
) -> None:
    told, rulings = expected
    touches = [t_us for kind, place, t_us, *_ in told if kind is Pressed and place == "target2"]
    assert touches == [400_000 + count + count * ROUND_US for count in range(50)]
    reactions = [effects["reaction_us"] for _, code, _, effects in rulings if code == "touched"]
    assert reactions == [400_000 + count for count in range(50)]
    assert rulings[-1][1:] == (
        "round_settled",
        None,
        {"deck": 13, "jackpot": 0, "cards": {"Ana": 50, "Luis": 0, "Marta": 0}},
    )


@pytest.mark.parametrize("way", [through_pins, through_port, through_recording])
def test_the_same_bounce_gives_the_same_contacts_stamps_and_rulings(
    way: Callable[[list[Change], Path], tuple[Board, list[Edge]]],
    changes: list[Change],
    expected: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]],
    tmp_path: Path,
) -> None:
    assert judged(*way(changes, tmp_path)) == expected
