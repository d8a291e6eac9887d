"""``table.toml``: how the table is wired and who sits where, written with comments and read with every fault named.

In: the file's text. Out: a :class:`TableFile`. A wrong value is refused in one sentence with the file, the line, the
value and what is allowed. Ref: docs/table-file.md.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

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
_MOST_BYTES = 32_768
_TIMES = ("settle_ms", "glitch_ms", "chatter_ms")
_LINE_FIELDS = ("place", "pressed", *_TIMES)
_FIELDS = ("language", "settle_after_ms", "settle", "boards", "seats")

Path_ = tuple[str, ...]


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


def default_path() -> Path:
    """The table file in the user's folder for settings."""
    return platformdirs.user_config_path("touchjudge", appauthor=False) / "table.toml"


def read_table_file(path: Path, *, languages: Sequence[str]) -> TableFile:
    """Read a table file.

    Raises:
        ConfigError: not there, no TOML, or a value that cannot be, with its line.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(f"there is no table file {path}; `touchjudge table init` makes one") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"the table file {path} cannot be read ({error}); check its name and rights") from None
    if len(content) > _MOST_BYTES:
        raise ConfigError(
            f"{path} has {len(content)} bytes, and a table file at most {_MOST_BYTES}; is it the right file?"
        )
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n") + "\n"
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}, line {line}: this is not UTF-8; save the file as UTF-8") from None
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib raises plain ones on nesting and on endless numbers
        raise ConfigError(f"{path} is not TOML: {error}; mend that place") from None
    try:
        return _Reader(languages).table(table)
    except _Wrong as wrong:
        raise ConfigError(f"{path}, line {line_of(text, wrong.where)}: {wrong}") from None


def write_table_file(path: Path) -> None:
    """Write the file that says in words what a table does without one.

    Raises:
        ConfigError: there is a file already, or it cannot be written.
    """
    try:
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(template())
    except FileExistsError:
        raise ConfigError(f"there is a table file {path} already; edit it, or remove it first") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"the table file {path} cannot be written ({error}); name another place") from None


def line_of(text: str, where: Path_) -> int:
    r"""The number of the line on which the statement begins that brings a key into a TOML document.

    What stands before a statement is a document of its own, and a statement that is not finished is none: so it is the
    first statement with which the document has the key.

    >>> line_of('a = 1\n\n[b]\n# a remark\nc = [\n  1,\n]\n', ("b", "c"))
    5
    """
    lines = text.split("\n")
    begins = 0
    for end in range(1, len(lines) + 1):
        try:
            document = tomllib.loads("\n".join(lines[:end]))
        except ValueError:
            continue
        if _has(document, where):
            break
        begins = end
    while begins + 1 < len(lines) and lines[begins].strip().partition("#")[0] == "":
        begins += 1
    return begins + 1


def _has(document: Any, where: Path_) -> bool:
    for key in where:
        if not isinstance(document, dict) or key not in document:
            return False
        document = document[key]
    return True


class _Wrong(Exception):
    """A value that cannot be.

    Attributes:
        where: the keys that lead to it.
    """

    def __init__(self, where: Path_, why: str) -> None:
        super().__init__(f"{'.'.join(where)} {why}")
        self.where = where


@dataclass(frozen=True, slots=True)
class _Board:
    """One section of ``boards``.

    Attributes:
        keys: for each place that is not spare, where the file says so.
        inverted: mask of the lines that are pressed when low.
    """

    places: tuple[str, ...]
    keys: Mapping[str, Path_]
    inverted: int
    settles: Mapping[int, Settle]


class _Reader:
    """Turns a TOML document into a value; raises :class:`_Wrong`."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = languages

    def table(self, table: Mapping[str, Any]) -> TableFile:
        _only(table, _FIELDS, ())
        language = table.get("language")
        if language is not None and language not in self._languages:
            raise _Wrong(("language",), f"is {language!r}: allowed are {', '.join(self._languages)}; give one of these")
        settle_after_ms = table.get("settle_after_ms", 4_000)
        if type(settle_after_ms) is not int or settle_after_ms not in SETTLE_AFTER_MS:
            low, high = SETTLE_AFTER_MS.start, SETTLE_AFTER_MS.stop - 1
            raise _Wrong(
                ("settle_after_ms",),
                f"is {settle_after_ms!r}: allowed are {low} to {high} milliseconds; give one of these",
            )
        usual = _section(table, ("settle",))
        _only(usual, _TIMES, ("settle",))
        settle = _settle(usual, {}, ("settle",))
        boards = self._boards(_section(table, ("boards",)), usual)
        unnamed = boards.pop(ANY, _Board(DEFAULT_PLACES, {}, ALL_INVERTED, {}))
        wired = {place for board in (unnamed, *boards.values()) for place in board.places}
        return TableFile(
            places=Places(
                by_line=unnamed.places,
                boards={chip_id: board.places for chip_id, board in boards.items()},
                seats=_seats(_section(table, ("seats",)), wired),
                inverted=unnamed.inverted,
                boards_inverted={chip_id: board.inverted for chip_id, board in boards.items()},
            ),
            language=language,
            settle_after_ms=settle_after_ms,
            settle=settle,
            overrides=unnamed.settles,
            board_overrides={chip_id: board.settles for chip_id, board in boards.items()},
        )

    def _boards(self, boards: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, _Board]:
        found: dict[str, _Board] = {}
        taken: dict[str, Path_] = {}
        for chip_id in boards:
            where = ("boards", chip_id)
            small = chip_id.lower()
            if len(chip_id) not in _CHIP_ID_LENGTH or not set(small) <= _CHIP_ID:
                raise _Wrong(
                    where, "is no chip id: write it as the screen shows it when the board is connected, or any"
                )
            if small in found:
                raise _Wrong(where, "names a board a second time; put its lines together")
            board = _board(_section(boards, where, 1), where, usual)
            if small != ANY:
                # Boards that are named stand on the table together; the others are one of many that take turns.
                for place, key in board.keys.items():
                    if place in taken:
                        raise _Wrong(key, f"is {place!r}, as is {'.'.join(taken[place])}; a place lies on one line")
                    taken[place] = key
            found[small] = board
        return found


def _board(section: Mapping[str, Any], where: Path_, usual: Mapping[str, Any]) -> _Board:
    places = [SPARE] * LINES
    keys: dict[str, Path_] = {}
    inverted = ALL_INVERTED
    settles: dict[int, Settle] = {}
    for key, value in section.items():
        here = (*where, key)
        if key not in map(str, range(LINES)):
            raise _Wrong(here, f"is no line: a board has the lines 0 to {LINES - 1}")
        line = int(key)
        facts = {"place": value} if isinstance(value, str) else value
        if not isinstance(facts, dict):
            raise _Wrong(here, f'is {value!r}: write a place, such as "target1", or {{ place = "target1", … }}')
        _only(facts, _LINE_FIELDS, here)
        place, known = facts.get("place"), ", ".join(PLACES)
        if place is None:
            raise _Wrong(here, f"names no place: allowed are {known}")
        if place not in PLACES:
            raise _Wrong((*here, "place") if value is facts else here, f"is {place!r}: allowed are {known}")
        if place in keys:
            raise _Wrong(here, f"is {place!r}, as is {'.'.join(keys[place])}; a place lies on one line")
        if place != SPARE:
            keys[place] = here
        places[line] = place
        pressed = facts.get("pressed", "low")
        if pressed not in ("low", "high"):
            raise _Wrong((*here, "pressed"), f"is {pressed!r}: allowed are low (contact to ground) and high")
        if pressed == "high":
            inverted &= ~(1 << line)
        times = {name: facts[name] for name in _TIMES if name in facts}
        if times:
            settles[line] = _settle(times, usual, here)
    return _Board(tuple(places), keys, inverted, settles)


def _settle(times: Mapping[str, Any], usual: Mapping[str, Any], where: Path_) -> Settle:
    for name, value in times.items():
        if type(value) not in (int, float):
            raise _Wrong((*where, name), f"is {value!r}: write a number of milliseconds, such as 25 or 1.5")
    try:
        return Settle.from_ms(**{**usual, **times})
    except ConfigError as error:
        named = next((name for name in times if str(error).startswith(name.removesuffix("ms"))), None)
        raise _Wrong((*where, named) if named else where, f"cannot be: {error}") from None


def _seats(section: Mapping[str, Any], wired: set[str]) -> dict[str, str]:
    seats: dict[str, str] = {}
    for place, name in section.items():
        where = ("seats", place)
        if place not in SEATS:
            raise _Wrong(where, f"is no seat: allowed are {SEATS[0]} to {SEATS[-1]}")
        if place not in wired:
            raise _Wrong(where, "is on no line of a board; give it one under boards, or take it out")
        if not isinstance(name, str) or len(name) not in NAME_LENGTH or name != name.strip():
            raise _Wrong(where, f"is {name!r}: write a name of 1 to 40 characters, without spaces around it")
        if name in seats.values():
            raise _Wrong(where, f"is {name!r}, who sits elsewhere already; a person has one seat")
        seats[place] = name
    return {place: seats[place] for place in SEATS if place in seats}


def _section(table: Mapping[str, Any], where: Path_, depth: int = 0) -> dict[str, Any]:
    section = table.get(where[depth], {})
    if not isinstance(section, dict):
        raise _Wrong(where, f"is {section!r}: it must be a section, [{'.'.join(where)}]")
    return section


def _only(table: Mapping[str, Any], allowed: Sequence[str], where: Path_) -> None:
    for key in table:
        if key not in allowed:
            raise _Wrong((*where, key), f"is unknown here: allowed are {', '.join(allowed)}")


def template() -> str:
    """The text of a table file that changes nothing, and says how to."""
    places = [SPARE if place.startswith(SPARE) else place for place in DEFAULT_PLACES]
    lines = "\n".join(f'{line} = "{place}"' for line, place in enumerate(places))
    return _TEMPLATE.replace("LINES", lines)


_TEMPLATE = """\
# The table: how it is wired, who sits where, how it behaves.
# What is taken out, or stands behind a #, is as if it had its usual value. `touchjudge table check` reads this file and
# says what is wrong with it and on which line. A simulated table takes only the language from it.

# The language of screens and sentences: en, de or es. --language on the command line goes before it.
language = "en"

# A round is settled so many milliseconds after its last touch or claim: 500 to 60000. (OK settles it at once.)
settle_after_ms = 4000

# How contacts are told from the bouncing of their switches, in milliseconds; for every line without times of its own.
[settle]
settle_ms = 25   # after a change the line must be quiet for so long before the next one counts: 0.1 to 500
glitch_ms = 0    # what is shorter than this is no contact at all: 0 (off) or 0.01 to settle_ms
chatter_ms = 5   # unrest longer than this is reported as a broken switch: 1 to 1000

# Where each line of a board lies. Line n is the input GP(n+2) of the Pico.
#
# Places: target1, target2, target3 (pads under target cards), reveal (under the discard pile), ok, undo,
# seat1 to seat8 (the players' buttons), spare (nothing). A line that is not listed is spare.
#
# A line can say more:
#   1 = { place = "target2", pressed = "high", settle_ms = 40 }
# pressed   the level that means pressed: low (a contact to ground, the usual one) or high
# settle_ms, glitch_ms, chatter_ms   as above, for this line alone
[boards.any]
LINES

# A board that differs, by its chip id (the screen shows it when the board is connected). It has these places alone.
#[boards.e6614103e73f2b2a]
#0 = "seat5"
#1 = "seat6"

# Who sits where. With buttons people are asked for by these names; other players take the seats that are left.
[seats]
#seat1 = "Ana"
#seat2 = "Luis"
"""
