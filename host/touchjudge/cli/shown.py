"""Sessions as text: the games at a glance, who stands where, the touches in time, the lines with their numbers.

In: a session's standings and its answers. Out: lines of plain text, the same on a terminal and in a pipe.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from touchjudge.ports import SessionRow
from touchjudge.rules.game import Game, Line, Ruling
from touchjudge.session.fold import Entry
from touchjudge.session.played import GamePlayed, Standings, TouchRow
from touchjudge.session.responses import is_dead_heat

Say = Callable[[Ruling, Game[Any] | None], str]

# Said of nearly every line, and of no interest to who reads along.
_UNREMARKABLE = ("by", "bound_us")


def glance(row: SessionRow, games: Sequence[GamePlayed]) -> Iterator[str]:
    """An evening in a few lines: when, how much, and a line a game."""
    mark = ", SIMULATED" if row.simulated else ""
    yield f"{row.session}  {_count(len(games), 'game')}, {_count(row.lines, 'line')}, {_count(row.edges, 'edge')}{mark}"
    yield from columns(("   ", str(game.number), game.title, _players(game), outcome(game)) for game in games)


def outcome(game: GamePlayed) -> str:
    """How a game came out, in words."""
    if game.aborted:
        return "not ended"
    if game.cooperative:
        return "won together" if game.winners else "lost together"
    if not game.winners:
        return "nobody won"
    return f"{' and '.join(game.winners)} won"


def standings(played: Standings) -> Iterator[str]:
    """Who stands where, game by game."""
    for game in played.games:
        duration = "" if game.duration_s is None else f", {(game.duration_s + 30) // 60} min"
        ending = f" ({game.ending})" if game.ending else ""
        yield ""
        yield (
            f"Game {game.number}: {game.title}, {outcome(game)}{ending};"
            f" {_count(len(game.rounds), 'round')}{duration}, lines {game.first_n} to {game.last_n}"
        )
        if game.cooperative:
            yield f"    {', '.join(player.name for player in game.players)}: {_scores(game.totals)}"
            continue
        placed = sorted(game.players, key=lambda player: (player.rank or len(game.players) + 1, -(player.score or 0)))
        yield from columns(
            (
                "   ",
                "" if player.rank is None else f"{player.rank}.",
                player.name,
                "" if player.score is None else str(player.score),
                "winner" if player.winner else "",
            )
            for player in placed
        )


def timeline(played: Standings) -> Iterator[str]:
    """The touches of each game, round by round, with bounds and with how surely each player is known."""
    for game in played.games:
        if not game.touches:
            continue
        cards = {one.number: one.card for one in game.rounds}
        yield ""
        yield f"Touches of game {game.number} (times in ms; ± is the bound of the stamp)"
        rows: list[tuple[str, ...]] = [
            ("   ", "line", "table time", "spot", "player", "reaction", "known", "ruling", "")
        ]
        titles: dict[int, str] = {}
        for number, touches in groupby(game.touches, key=lambda touch: touch.round):
            titles[len(rows)] = f"  round {number}: {cards.get(number) or 'card not named'}"
            together = list(touches)
            rows += [_touch(touch, together) for touch in together]
        for index, text in enumerate(columns(rows)):
            if index in titles:
                yield titles[index]
            yield text


def lines(entries: Sequence[Entry], say: Say) -> Iterator[str]:
    """Every line as it was told, with its N; what was undone or corrected stays, marked."""
    yield ""
    yield "Lines (the number is the N of undo and correct)"
    for entry in entries:
        yield f"{entry.n:5}  {_told(entry.told)}{_mark(entry)}"
        if entry.answer.error is not None:
            yield f"       error: {entry.answer.error}"
        for ruling in entry.answer.rulings:
            yield f"       {ruling.verdict:>4} {ruling.code}: {say(ruling, entry.after.game)}"


def put_right(answer: Mapping[str, Any]) -> Iterator[str]:
    """What an undo or a correction came to, from its answer.

    >>> ruling = {"verdict": "ok", "code": "undone", "effects": {"changed": [7, 9]}, "say": "Undone."}
    >>> list(put_right({"n": 10, "rulings": [ruling]}))  # doctest: +NORMALIZE_WHITESPACE
    ['Undone.', 'Judged otherwise now: lines 7, 9. `touchjudge show` has the evening as it stands, and
    `touchjudge undo 10` takes this back.']
    """
    for ruling in answer["rulings"]:
        if ruling["verdict"] == "foul":
            continue
        yield ruling["say"]
        changed = ruling["effects"].get("changed", [])
        numbers = f"line{'' if len(changed) == 1 else 's'} {', '.join(map(str, changed))}" if changed else "nothing"
        yield (
            f"Judged otherwise now: {numbers}. `touchjudge show` has the evening as it stands, and"
            f" `touchjudge undo {answer['n']}` takes this back."
        )


def columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows with their cells under each other.

    >>> list(columns([("a", "1"), ("long", "22")]))
    ['a     1', 'long  22']
    """
    table = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _touch(touch: TouchRow, together: Sequence[TouchRow]) -> tuple[str, ...]:
    remarks = []
    if touch.anticipation:
        remarks.append("sooner than anyone can react")
    if is_dead_heat(touch, together):
        remarks.append("dead heat")
    return (
        "   ",
        str(touch.n),
        "" if touch.t_us is None else f"{touch.t_us / 1000:.3f} ±{touch.bound_us / 1000:.3f}",
        touch.spot or "",
        touch.player or "nobody",
        "" if touch.reaction_us is None else f"{touch.reaction_us / 1000:.3f}",
        f"{touch.attribution or ('named' if touch.player else 'unknown')} ({touch.means})",
        touch.ruling or touch.answer or "",
        ", ".join(remarks),
    )


def _told(told: Line) -> str:
    shown = {key: value for key, value in told.items() if key not in _UNREMARKABLE}
    return json.dumps(shown, ensure_ascii=False)


def _mark(entry: Entry) -> str:
    if entry.replaced_by is None:
        return ""
    return f"  [{'undone' if entry.undone else 'corrected'} by {entry.replaced_by}]"


def _players(game: GamePlayed) -> str:
    if game.cooperative:
        scores = f" ({_scores(game.totals)})" if game.totals else ""
        return ", ".join(player.name for player in game.players) + scores
    return ", ".join(
        player.name if player.score is None else f"{player.name} {player.score}" for player in game.players
    )


def _scores(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in totals.items()) or "nothing counted yet"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
