"""Earlier evenings in the journal: one by its name; and for this one, who played and which edges are kept."""

import json
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.errors import JournalError
from touchjudge.ports import Board, SessionRow
from touchjudge.session.notes import Pads, pads_in
from touchjudge.session.remembered import commands_named

EVENINGS = 20


@dataclass(frozen=True, slots=True)
class Earlier:
    """The last evenings.

    Attributes:
        names: of players, the latest first.
        have: for each boot of a board the number of the first edge that is not in the journal. A board that was not
            told so before the table stopped sends the others again.
        commands: printed on numbers of The Game: Extreme, as people named them.
        pads: by game, place → target, as they were pressed once.
    """

    names: tuple[str, ...] = ()
    have: dict[Board, int] = field(default_factory=dict)
    commands: dict[str, str | None] = field(default_factory=dict)
    pads: Pads = field(default_factory=dict)


def earlier(path: Path) -> Earlier:
    """Reads the last evenings; nothing where there is no journal, or none that can be read."""
    have: dict[Board, int] = {}
    names: dict[str, None] = {}
    commands: dict[str, str | None] = {}
    pads: Pads = {}
    try:
        with closing(SqliteJournal.read(path)) as journal:
            for row in reversed([row for row in journal.sessions() if not row.simulated][-EVENINGS:]):
                for placed in journal.boards(row.session):
                    number = journal.next_number(row.session, placed.board)
                    have[placed.board] = max(number, have.get(placed.board, 0))
                lines = [json.loads(line.text) for line in journal.lines(row.session)]
                commands = commands_named(lines) | commands  # the latest evening has been read first
                pads = {**pads_in(lines), **pads}
                for told in lines:
                    if told.get("do") == "start":
                        names |= dict.fromkeys(str(name) for name in told.get("players", ()))
    except JournalError:
        return Earlier()
    return Earlier(tuple(names), have, commands, pads)


def session_row(journal: SqliteJournal, name: str) -> SessionRow:
    """The session of this name; ``last`` is the newest.

    Raises:
        JournalError: there is none.
    """
    rows = journal.sessions()
    if not rows:
        raise JournalError("the journal has no session yet; `touchjudge play` begins one")
    if name == "last":
        return rows[-1]
    for row in rows:
        if row.session == name:
            return row
    raise JournalError(
        f"there is no session {name!r}; `touchjudge sessions` lists them, the newest is {rows[-1].session}"
    )
