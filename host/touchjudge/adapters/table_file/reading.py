"""What a table file says, as a value: a TOML document in, a :class:`TableFile` out, or the place that is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from touchjudge.adapters.table_file.checks import Path_, Wrong, only, section
from touchjudge.adapters.table_file.force import force_limits, has_force
from touchjudge.adapters.table_file.parts import (
    HeaderPart,
    PanelPart,
    ScannerPart,
    header_part,
    panel_part,
    scanner_part,
)
from touchjudge.errors import ConfigError
from touchjudge.session.places import DEFAULT_PLACES, SEATS, TARGETS, Places
from touchjudge.session.setup import NAME_LENGTH
from touchjudge.timing.settle import Settle

LINES = 16
SETTLE_AFTER_MS = range(500, 60_001)
ALL_INVERTED = (1 << LINES) - 1
SPARE = "spare"
PLACES = (*TARGETS, "reveal", "ok", "undo", *SEATS, SPARE)

# A board with another chip id than any that is named.
ANY = "any"
_CHIP_ID = frozenset("0123456789abcdefghijklmnopqrstuvwxyz-_")
_CHIP_ID_LENGTH = range(1, 33)
_TIMES = ("settle_ms", "glitch_ms", "chatter_ms")
_LINE_FIELDS = ("place", "pressed", "force", *_TIMES)
_FIELDS = ("language", "settle_after_ms", "settle", "force", "boards", "seats", "panel", "scanner", "header")


@dataclass(frozen=True, slots=True)
class TableFile:
    """What the file says, defaults filled in.

    Attributes:
        language: None where the file does not say.
        settle: of every line that has no times of its own.
        overrides: line → its times, on a board that is not named.
        board_overrides: chip id (in small letters) → the same for the boards that are named.
    """

    places: Places = field(default_factory=Places)
    language: str | None = None
    settle_after_ms: int = 4_000
    settle: Settle = field(default_factory=Settle)
    overrides: Mapping[int, Settle] = field(default_factory=dict)
    board_overrides: Mapping[str, Mapping[int, Settle]] = field(default_factory=dict)
    panel: PanelPart = field(default_factory=PanelPart)
    scanner: ScannerPart = field(default_factory=ScannerPart)
    header: HeaderPart = field(default_factory=HeaderPart)


@dataclass(frozen=True, slots=True)
class _Board:
    """One section of ``boards``.

    Attributes:
        keys: for each place that is not spare, where the file says so.
        inverted: mask of the lines that are pressed when low.
        force: mask of the lines that have an analogue pad.
    """

    places: tuple[str, ...]
    keys: Mapping[str, Path_]
    inverted: int
    settles: Mapping[int, Settle]
    force: int = 0


class Reader:
    """Turns a TOML document into a value; raises :class:`Wrong`."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = languages

    def table(self, table: Mapping[str, Any]) -> TableFile:
        only(table, _FIELDS, ())
        language = table.get("language")
        if language is not None and language not in self._languages:
            raise Wrong(("language",), f"is {language!r}: allowed are {', '.join(self._languages)}; give one of these")
        settle_after_ms = table.get("settle_after_ms", 4_000)
        if type(settle_after_ms) is not int or settle_after_ms not in SETTLE_AFTER_MS:
            low, high = SETTLE_AFTER_MS.start, SETTLE_AFTER_MS.stop - 1
            raise Wrong(
                ("settle_after_ms",),
                f"is {settle_after_ms!r}: allowed are {low} to {high} milliseconds; give one of these",
            )
        usual = section(table, ("settle",))
        only(usual, _TIMES, ("settle",))
        settle = _settle(usual, {}, ("settle",))
        limits = force_limits(table)
        boards = self._boards(section(table, ("boards",)), usual)
        unnamed = boards.pop(ANY, _Board(DEFAULT_PLACES, {}, ALL_INVERTED, {}))
        wired = {place for board in (unnamed, *boards.values()) for place in board.places}
        return TableFile(
            places=Places(
                by_line=unnamed.places,
                boards={chip_id: board.places for chip_id, board in boards.items()},
                seats=_seats(section(table, ("seats",)), wired),
                inverted=unnamed.inverted,
                boards_inverted={chip_id: board.inverted for chip_id, board in boards.items()},
                force=replace(limits, lines=unnamed.force),
                boards_force={chip_id: replace(limits, lines=board.force) for chip_id, board in boards.items()},
            ),
            language=language,
            settle_after_ms=settle_after_ms,
            settle=settle,
            overrides=unnamed.settles,
            board_overrides={chip_id: board.settles for chip_id, board in boards.items()},
            panel=panel_part(table),
            scanner=scanner_part(table),
            header=header_part(table),
        )

    def _boards(self, boards: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, _Board]:
        found: dict[str, _Board] = {}
        taken: dict[str, Path_] = {}
        for chip_id in boards:
            where = ("boards", chip_id)
            small = chip_id.lower()
            if len(chip_id) not in _CHIP_ID_LENGTH or not set(small) <= _CHIP_ID:
                raise Wrong(where, "is no chip id: write it as the screen shows it when the board is connected, or any")
            if small in found:
                raise Wrong(where, "names a board a second time; put its lines together")
            board = _board(section(boards, where, 1), where, usual)
            if small != ANY:
                # Boards that are named stand on the table together; the others are one of many that take turns.
                for place, key in board.keys.items():
                    if place in taken:
                        raise Wrong(key, f"is {place!r}, as is {'.'.join(taken[place])}; a place lies on one line")
                    taken[place] = key
            found[small] = board
        return found


def _board(section: Mapping[str, Any], where: Path_, usual: Mapping[str, Any]) -> _Board:
    places = [SPARE] * LINES
    keys: dict[str, Path_] = {}
    inverted = ALL_INVERTED
    settles: dict[int, Settle] = {}
    force = 0
    for key, value in section.items():
        here = (*where, key)
        if key not in map(str, range(LINES)):
            raise Wrong(here, f"is no line: a board has the lines 0 to {LINES - 1}")
        line = int(key)
        facts = {"place": value} if isinstance(value, str) else value
        if not isinstance(facts, dict):
            raise Wrong(here, f'is {value!r}: write a place, such as "target1", or {{ place = "target1", … }}')
        only(facts, _LINE_FIELDS, here)
        place, known = facts.get("place"), ", ".join(PLACES)
        if place is None:
            raise Wrong(here, f"names no place: allowed are {known}")
        if place not in PLACES:
            raise Wrong((*here, "place") if value is facts else here, f"is {place!r}: allowed are {known}")
        if place in keys:
            raise Wrong(here, f"is {place!r}, as is {'.'.join(keys[place])}; a place lies on one line")
        if place != SPARE:
            keys[place] = here
        places[line] = place
        pressed = facts.get("pressed", "low")
        if pressed not in ("low", "high"):
            raise Wrong((*here, "pressed"), f"is {pressed!r}: allowed are low (contact to ground) and high")
        if pressed == "high":
            inverted &= ~(1 << line)
        force |= has_force(facts, line, here) << line
        times = {name: facts[name] for name in _TIMES if name in facts}
        if times:
            settles[line] = _settle(times, usual, here)
    return _Board(tuple(places), keys, inverted, settles, force)


def _settle(times: Mapping[str, Any], usual: Mapping[str, Any], where: Path_) -> Settle:
    for name, value in times.items():
        if type(value) not in (int, float):
            raise Wrong((*where, name), f"is {value!r}: write a number of milliseconds, such as 25 or 1.5")
    try:
        return Settle.from_ms(**{**usual, **times})
    except ConfigError as error:
        named = next((name for name in times if str(error).startswith(name.removesuffix("ms"))), None)
        raise Wrong((*where, named) if named else where, f"cannot be: {error}") from None


def _seats(section: Mapping[str, Any], wired: set[str]) -> dict[str, str]:
    seats: dict[str, str] = {}
    for place, name in section.items():
        where = ("seats", place)
        if place not in SEATS:
            raise Wrong(where, f"is no seat: allowed are {SEATS[0]} to {SEATS[-1]}")
        if place not in wired:
            raise Wrong(where, "is on no line of a board; give it one under boards, or take it out")
        if not isinstance(name, str) or len(name) not in NAME_LENGTH or name != name.strip():
            raise Wrong(where, f"is {name!r}: write a name of 1 to 40 characters, without spaces around it")
        if name in seats.values():
            raise Wrong(where, f"is {name!r}, who sits elsewhere already; a person has one seat")
        seats[place] = name
    return {place: seats[place] for place in SEATS if place in seats}
