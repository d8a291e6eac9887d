"""A journal with past evenings, for tests of the page that lists them."""

from dataclasses import replace
from pathlib import Path

from commands import keep
from played_session import Evening, two_rounds

STRANGE = ("<script>alert(1)</script>", "לאה", "😀" * 40)


def journal_of(path: Path, *, evenings: int = 2, strange: bool = False) -> list[str]:
    """Keep so many evenings, a day apart, at this path; their names, oldest first.

    Args:
        strange: the newest is one of players with strange names.
    """
    names = []
    for day in range(1, evenings + 1):
        evening = two_rounds()
        if strange and day == evenings:
            evening = Evening()
            evening.start(*STRANGE)
            evening.tell(do="end")
        row = replace(evening.row(), started_utc=f"2026-10-{day:02}T19:00:00.000Z", simulated=day == 1)
        names.append(keep(path, row, evening.rows))
    return names
