"""Sessions as text: the games at a glance, who stands where, the touches in time, the lines with their numbers.

In: a session's standings and its answers, the catalogue of a language. Out: lines of plain text, the same on a terminal
and in a pipe. What the table language has codes for (spots, cards, rulings) is shown as its code.
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
from touchjudge.words.evening import counted, game_title, joined, text, word
from touchjudge.words.translate import ENGLISH, Translate

Say = Callable[[Ruling, Game[Any] | None], str]

# Said of nearly every line, and of no interest to who reads along.
_UNREMARKABLE = ("by", "bound_us")
_HEADS = ("line", "time", "spot", "player", "reaction", "known", "ruling")


def glance(row: SessionRow, games: Sequence[GamePlayed], translate: Translate = ENGLISH) -> Iterator[str]:
    """An evening in a few lines: when, how much, and a line a game."""
    counts = {"games": len(games), "lines": row.lines, "edges": row.edges}
    told = [counted(key, count, translate) for key, count in counts.items()]
    mark = [text("simulated", translate)] if row.simulated else []
    yield f"{row.session}  {', '.join([*told, *mark])}"
    yield from columns(
        (
            "   ",
            str(game.number),
            game_title(game.title, translate),
            _players(game, translate),
            outcome(game, translate),
        )
        for game in games
    )


def outcome(game: GamePlayed, translate: Translate = ENGLISH) -> str:
    """How a game came out, in words."""
    if game.aborted:
        return text("not_ended", translate)
    if game.cooperative:
        return text("won_together" if game.winners else "lost_together", translate)
    if not game.winners:
        return text("nobody_won", translate)
    return counted("won", len(game.winners), translate, names=joined(game.winners, translate))


def standings(played: Standings, translate: Translate = ENGLISH) -> Iterator[str]:
    """Who stands where, game by game."""
    for game in played.games:
        title, ending = game_title(game.title, translate), f" ({game.ending})" if game.ending else ""
        head = text("game", translate, number=game.number, title=title, outcome=outcome(game, translate))
        figures = [counted("rounds", len(game.rounds), translate)]
        if game.duration_s is not None:
            figures.append(text("minutes", translate, minutes=(game.duration_s + 30) // 60))
        figures.append(text("lines_from_to", translate, first=game.first_n, last=game.last_n))
        yield ""
        yield f"{head}{ending}; {', '.join(figures)}"
        if game.cooperative:
            yield f"    {', '.join(player.name for player in game.players)}: {_scores(game.totals, translate)}"
            continue
        placed = sorted(game.players, key=lambda player: (player.rank or len(game.players) + 1, -(player.score or 0)))
        yield from columns(
            (
                "   ",
                "" if player.rank is None else f"{player.rank}.",
                player.name,
                "" if player.score is None else str(player.score),
                word("winner", translate) if player.winner else "",
            )
            for player in placed
        )


def timeline(played: Standings, translate: Translate = ENGLISH) -> Iterator[str]:
    """The touches of each game, round by round, with bounds and with how surely each player is known."""
    for game in played.games:
        if not game.touches:
            continue
        cards = {one.number: one.card for one in game.rounds}
        yield ""
        yield text("touches", translate, number=game.number)
        rows: list[tuple[str, ...]] = [("   ", *(word(key, translate) for key in _HEADS), "")]
        titles: dict[int, str] = {}
        for number, touches in groupby(game.touches, key=lambda touch: touch.round):
            titles[len(rows)] = "  " + text(
                "round", translate, number=number, card=cards.get(number) or text("no_card", translate)
            )
            together = list(touches)
            rows += [_touch(touch, together, translate) for touch in together]
        for index, row in enumerate(columns(rows)):
            if index in titles:
                yield titles[index]
            yield row


def lines(entries: Sequence[Entry], say: Say, translate: Translate = ENGLISH) -> Iterator[str]:
    """Every line as it was told, with its N; what was undone or corrected stays, marked."""
    yield ""
    yield text("lines", translate)
    for entry in entries:
        yield f"{entry.n:5}  {_told(entry.told)}{_mark(entry, translate)}"
        if entry.answer.error is not None:
            yield f"       {text('error', translate, error=entry.answer.error)}"
        for ruling in entry.answer.rulings:
            yield f"       {ruling.verdict:>4} {ruling.code}: {say(ruling, entry.after.game)}"


def put_right(answer: Mapping[str, Any], translate: Translate = ENGLISH) -> Iterator[str]:
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
        commands = {"show": "`touchjudge show`", "undo": f"`touchjudge undo {answer['n']}`"}
        if changed:
            yield counted("otherwise", len(changed), translate, numbers=", ".join(map(str, changed)), **commands)
        else:
            yield text("nothing_otherwise", translate, **commands)


def columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows with their cells under each other.

    >>> list(columns([("a", "1"), ("long", "22")]))
    ['a     1', 'long  22']
    """
    table = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _touch(touch: TouchRow, together: Sequence[TouchRow], translate: Translate) -> tuple[str, ...]:
    remarks = []
    if touch.anticipation:
        remarks.append(text("too_soon", translate))
    if is_dead_heat(touch, together):
        remarks.append(text("dead_heat", translate))
    known = touch.attribution or ("named" if touch.player else "unknown")
    return (
        "   ",
        str(touch.n),
        "" if touch.t_us is None else f"{touch.t_us / 1000:.3f} ±{touch.bound_us / 1000:.3f}",
        touch.spot or "",
        touch.player or word("nobody", translate),
        "" if touch.reaction_us is None else f"{touch.reaction_us / 1000:.3f}",
        f"{word(known, translate)} ({word(touch.means, translate)})",
        touch.ruling or touch.answer or "",
        ", ".join(remarks),
    )


def _told(told: Line) -> str:
    shown = {key: value for key, value in told.items() if key not in _UNREMARKABLE}
    return json.dumps(shown, ensure_ascii=False)


def _mark(entry: Entry, translate: Translate) -> str:
    if entry.replaced_by is None:
        return ""
    return f"  [{text('undone_by' if entry.undone else 'corrected_by', translate, n=entry.replaced_by)}]"


def _players(game: GamePlayed, translate: Translate) -> str:
    if game.cooperative:
        scores = f" ({_scores(game.totals, translate)})" if game.totals else ""
        return ", ".join(player.name for player in game.players) + scores
    return ", ".join(
        player.name if player.score is None else f"{player.name} {player.score}" for player in game.players
    )


def _scores(totals: Mapping[str, int], translate: Translate) -> str:
    told = (
        text("left", translate, count=count) if name == "left" else f"{name} {count}" for name, count in totals.items()
    )
    return ", ".join(told) or text("nothing_counted", translate)
