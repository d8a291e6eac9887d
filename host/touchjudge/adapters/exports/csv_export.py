"""Three tables for a spreadsheet: the players of each game, its rounds, its touches.

RFC 4180: a header, CRLF, quotes where they are needed. A name that a spreadsheet would take for a formula gets an
apostrophe before it. What is not known is an empty cell; zero is 0.

Ref: RFC 4180; OWASP, "CSV Injection".
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from touchjudge.errors import ConfigError
from touchjudge.session.played import Standings

Cell = str | int | float | bool | None

_BOM = "\ufeff"
# A spreadsheet takes a cell for a formula by its first sign, also by the wide forms of it.
_FORMULA_BEGINS = tuple("=+-@\t\r\n＝＋－＠")

_PLAYERS = (
    "session", "simulated", "game_number", "game", "title", "started_utc", "duration_s", "ending", "aborted",
    "player", "seat", "begins", "score", "rank", "winner", "game_total", "options",
)  # fmt: skip
_ROUNDS = (
    "session", "game_number", "game", "round", "card", "wall_utc", "first_line", "last_line",
    "player", "seat", "rulings", "sources", "change", "score",
)  # fmt: skip
_TOUCHES = (
    "session", "game_number", "game", "round", "line", "wall_utc", "spot", "player", "seat", "table_ms", "bound_ms",
    "reaction_ms", "anticipation", "attribution", "answer", "ruling", "means", "board", "board_line", "source",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """How a spreadsheet wants it.

    Attributes:
        separator: between cells; ``;`` where the comma is the decimal mark.
        decimal_mark: ``.`` or ``,``.
        byte_order_mark: Excel reads UTF-8 only with one.
    """

    separator: str = ","
    decimal_mark: str = "."
    byte_order_mark: bool = False

    def __post_init__(self) -> None:
        if self.separator not in (",", ";", "\t", "|"):
            raise ConfigError(f"separator {self.separator!r}: give a comma, a semicolon, a tab or a bar")
        if self.decimal_mark not in (".", ","):
            raise ConfigError(f"decimal mark {self.decimal_mark!r}: give a point or a comma")


def tables(standings: Standings) -> dict[str, tuple[Sequence[str], Iterator[Sequence[Cell]]]]:
    """Header and rows of each table, as values."""
    return {
        "players": (_PLAYERS, _player_rows(standings)),
        "rounds": (_ROUNDS, _round_rows(standings)),
        "touches": (_TOUCHES, _touch_rows(standings)),
    }


def csv_tables(standings: Standings, style: CsvStyle = CsvStyle()) -> dict[str, bytes]:
    """The tables ``players``, ``rounds`` and ``touches`` as the bytes of a file each."""
    return {name: _table(header, rows, style) for name, (header, rows) in tables(standings).items()}


def harmless(text: str) -> str:
    """A text that no spreadsheet runs.

    >>> harmless("=1+1"), harmless("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{text}" if text.startswith(_FORMULA_BEGINS) else text


def _table(header: Sequence[str], rows: Iterable[Sequence[Cell]], style: CsvStyle) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=style.separator, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_written(cell, style) for cell in row])
    return ((_BOM if style.byte_order_mark else "") + text.getvalue()).encode("utf-8", errors="replace")


def _written(cell: Cell, style: CsvStyle) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int():
            return str(cell)
        case float():
            return f"{cell:.3f}".replace(".", style.decimal_mark)
        case str():
            return harmless(cell)


def _player_rows(standings: Standings) -> Iterator[Sequence[Cell]]:
    session = standings.session
    for game in standings.games:
        total = game.totals.get("left") if game.cooperative else None
        options = " ".join(f"{name}={_option(value)}" for name, value in game.options.items())
        for player in game.players:
            yield (
                session.session, session.simulated, game.number, game.game, game.title, game.started_utc,
                game.duration_s, game.ending, game.aborted,
                player.name, player.seat, player.begins, player.score, player.rank,
                None if game.aborted else player.winner, total, options,
            )  # fmt: skip


def _round_rows(standings: Standings) -> Iterator[Sequence[Cell]]:
    """A row for each player of each round, also for one who did nothing in it."""
    for game in standings.games:
        for one in game.rounds:
            for player in game.players:
                own = [ruled for ruled in one.rulings if ruled.ruling.player == player.name]
                yield (
                    standings.session.session, game.number, game.game, one.number, one.card, one.wall_utc,
                    one.first_n, one.last_n, player.name, player.seat,
                    " ".join(ruled.ruling.code for ruled in own),
                    " ".join(dict.fromkeys(f"{ruled.n}:{ruled.source}" for ruled in own)),
                    one.changes.get(player.name), one.scores.get(player.name),
                )  # fmt: skip


def _touch_rows(standings: Standings) -> Iterator[Sequence[Cell]]:
    for game in standings.games:
        for touch in game.touches:
            board, board_line = _sensed_by(touch.source)
            yield (
                standings.session.session, game.number, game.game, touch.round, touch.n, touch.wall_utc, touch.spot,
                touch.player, touch.seat, _ms(touch.t_us), None if touch.t_us is None else _ms(touch.bound_us),
                _ms(touch.reaction_us), touch.anticipation, touch.attribution, touch.answer, touch.ruling,
                touch.means, board, board_line, touch.source,
            )  # fmt: skip


def _sensed_by(source: str) -> tuple[str | None, int | None]:
    """Board and line of a contact's source; None for what a person told."""
    match source.removeprefix("edge:").split("/"):
        case [chip_id, _, _, line, *_] if source.startswith("edge:") and line.isdecimal():
            return chip_id, int(line)
        case [chip_id, *_] if source.startswith("edge:"):
            return chip_id, None
        case _:
            return None, None


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _ms(us: int | None) -> float | None:
    return None if us is None else us / 1000
