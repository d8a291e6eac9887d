"""All that was told and ruled in a session, line by line, for whoever wants to put something right.

What was undone stays visible: an entry says by which line it was undone or corrected, and a correction says what it
put where.
"""

from collections.abc import Callable, Sequence
from typing import Any

from touchjudge.rules.game import Game, Ruling
from touchjudge.session.fold import Entry


def history(entries: Sequence[Entry], say: Callable[[Ruling, Game[Any] | None], str]) -> list[dict[str, Any]]:
    """One JSON object an entry, oldest first.

    Keys: ``n``, ``game`` (or null), ``told`` (the line as it came), ``rulings`` (as they are now), ``replaced_by`` (a
    number or null), ``undone``, ``correction`` (null, or ``{"n", "lines"}``).
    """
    return [
        {
            "n": entry.n,
            "game": entry.after.game.name if entry.after.game is not None else None,
            "told": dict(entry.told),
            "rulings": [
                {
                    "verdict": ruling.verdict,
                    "code": ruling.code,
                    "player": ruling.player,
                    "effects": dict(ruling.effects),
                    "say": say(ruling, entry.after.game),
                }
                for ruling in entry.answer.rulings
            ],
            "replaced_by": entry.replaced_by,
            "undone": entry.undone,
            "correction": None
            if entry.correction is None
            else {"n": entry.correction[0], "lines": [dict(line) for line in entry.correction[1]]},
        }
        for entry in entries
    ]
