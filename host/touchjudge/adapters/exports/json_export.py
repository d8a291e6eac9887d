"""A session as one JSON document, for other programs and to be read back.

In and out: :class:`touchjudge.session.played.Standings` to UTF-8 text; such a text back to the session and its lines
as they were told, from which everything else follows by judging them again.

``schema`` counts up when a field changes its meaning or goes; a field may be added without that.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchjudge.errors import JournalError
from touchjudge.ports import LineRow, SessionRow
from touchjudge.session.played import GamePlayed, Round, Standings, TouchRow
from touchjudge.session.statistics import reactions

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Imported:
    """A session read back; ``session`` counts no edges, as none are exported."""

    session: SessionRow
    lines: tuple[LineRow, ...]


def export_json(standings: Standings) -> bytes:
    """The session as a JSON document, indented, with a line end."""
    session = standings.session
    document = {
        "schema": SCHEMA,
        "session": {
            "session": session.session,
            "started_utc": session.started_utc,
            "started_host_ns": session.started_host_ns,
            "host_boot_id": session.host_boot_id,
            "simulated": session.simulated,
            "seed": session.seed,
        },
        "games": [game_json(game) for game in standings.games],
        "lines": [
            {
                "n": line.n,
                "text": line.text,
                "source": line.source,
                "host_ns": line.host_ns,
                "wall_utc": line.wall_utc,
                "undone": line.undone,
            }
            for line in standings.lines
        ],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1, default=_plain)
    # A lone half of a character pair has no UTF-8; its escape has, and is read back as it was.
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text).encode() + b"\n"


def import_json(content: bytes) -> Imported:
    """The session and its lines from what :func:`export_json` wrote.

    Raises:
        JournalError: no such document, or one of a newer schema.
    """
    try:
        document = json.loads(content.decode("utf-8-sig"))
        schema = document["schema"]
    except (ValueError, KeyError, TypeError) as error:
        raise JournalError(
            f"this is no session exported by touchjudge as JSON ({error}): give a file made with `touchjudge export"
            " SESSION --format json`"
        ) from error
    if schema != SCHEMA:
        raise JournalError(
            f"this session was exported with schema {schema!r} and this touchjudge reads {SCHEMA}: install a newer"
            " touchjudge"
        )
    try:
        lines = tuple(_line(one) for one in document["lines"])
        session = document["session"]
        row = SessionRow(
            session=_text(session, "session"),
            started_utc=_text(session, "started_utc"),
            started_host_ns=_number(session, "started_host_ns"),
            host_boot_id=_text(session, "host_boot_id"),
            simulated=session["simulated"] is True,
            seed=None if session["seed"] is None else _number(session, "seed"),
            lines=len(lines),
            edges=0,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(
            f"the exported session is not whole, look at {error}: export it again, or mend the file"
        ) from error
    if [line.n for line in lines] != list(range(1, len(lines) + 1)):
        raise JournalError("the exported session's lines do not count up from 1: export it again, or mend the file")
    return Imported(row, lines)


def _line(one: Mapping[str, Any]) -> LineRow:
    host_ns = 0 if one["host_ns"] is None else _number(one, "host_ns")
    return LineRow(_number(one, "n"), _text(one, "text"), _text(one, "source"), host_ns, _text(one, "wall_utc"))


def _text(one: Mapping[str, Any], name: str) -> str:
    value = one[name]
    if not isinstance(value, str):
        raise TypeError(f"{name}: {value!r} is no text")
    return value


def _number(one: Mapping[str, Any], name: str) -> int:
    value = one[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: {value!r} is no whole number")
    return value


def game_json(game: GamePlayed) -> dict[str, Any]:
    """One game as it stands in the document."""
    return {
        "number": game.number,
        "first_line": game.first_n,
        "last_line": game.last_n,
        "game": game.game,
        "title": game.title,
        "cooperative": game.cooperative,
        "options": game.options,
        "deck": game.deck,
        "players": [
            {
                "name": player.name,
                "seat": player.seat,
                "begins": player.begins,
                "score": player.score,
                "rank": player.rank,
                "winner": player.winner,
            }
            for player in game.players
        ],
        "winners": game.winners,
        "ranking": game.ranking,
        "totals": game.totals,
        "ending": game.ending,
        "aborted": game.aborted,
        "started_utc": game.started_utc,
        "ended_utc": game.ended_utc,
        "duration_s": game.duration_s,
        "rounds": [_round(one) for one in game.rounds],
        "touches": [_touch(touch) for touch in game.touches],
        "reactions": _reactions([player.name for player in game.players], game.touches),
    }


def _round(one: Round) -> dict[str, Any]:
    return {
        "round": one.number,
        "first_line": one.first_n,
        "last_line": one.last_n,
        "card": one.card,
        "wall_utc": one.wall_utc,
        "scores": one.scores,
        "changes": one.changes,
        "rulings": [
            {
                "n": ruled.n,
                "wall_utc": ruled.wall_utc,
                "source": ruled.source,
                "verdict": ruled.ruling.verdict,
                "code": ruled.ruling.code,
                "player": ruled.ruling.player,
                "effects": ruled.ruling.effects,
            }
            for ruled in one.rulings
        ],
    }


def _touch(touch: TouchRow) -> dict[str, Any]:
    return {
        "round": touch.round,
        "n": touch.n,
        "spot": touch.spot,
        "player": touch.player,
        "seat": touch.seat,
        "t_us": touch.t_us,
        "bound_us": touch.bound_us,
        "reaction_us": touch.reaction_us,
        "attribution": touch.attribution,
        "answer": touch.answer,
        "ruling": touch.ruling,
        "anticipation": touch.anticipation,
        "means": touch.means,
        "source": touch.source,
        "wall_utc": touch.wall_utc,
    }


def _reactions(players: Sequence[str], touches: Sequence[TouchRow]) -> list[dict[str, Any]]:
    return [
        {
            "player": one.player,
            "n": one.n,
            "best_us": one.best_us,
            "median_us": one.median_us,
            "draws": one.draws,
            "false_draws": one.false_draws,
            "anticipations": one.anticipations,
        }
        for one in reactions(players, touches)
    ]


def _plain(value: object) -> object:
    """What json does not know by itself: mappings that are no dict."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} is no JSON value")
