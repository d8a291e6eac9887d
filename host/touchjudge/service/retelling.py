"""A session from the lines of its journal."""

from collections.abc import Sequence

from touchjudge.errors import JournalError
from touchjudge.language import parse_line
from touchjudge.ports import LineRow
from touchjudge.session.fold import Session


def retell(session: Session, rows: Sequence[LineRow]) -> None:
    """Tell a session all lines of the journal again; a line that was lost to damage keeps its number.

    Raises:
        JournalError: a line that this version does not understand.
    """
    for row in rows:
        while len(session.entries) + 1 < row.n:
            session.tell_unreadable("this line was lost when the journal was damaged")
        answer = session.tell(parse_line(row.text))
        if answer.error is not None:
            raise JournalError(
                f"line {row.n} of the journal is not understood ({answer.error}); install the version that wrote it"
            )
