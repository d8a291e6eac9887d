"""``report``: the page of an evening, for people."""

from collections.abc import Callable
from contextlib import closing
from typing import Annotated

import typer

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.cli.app import Db, Language, app
from touchjudge.cli.earlier import session_row
from touchjudge.cli.history import SessionName
from touchjudge.cli.past import judged_again
from touchjudge.cli.taking_home import write
from touchjudge.errors import ConfigError, TouchJudgeError
from touchjudge.ports import SessionRow
from touchjudge.registry import known_games
from touchjudge.rules.game import Ruling
from touchjudge.session.played import GamePlayed, Standings
from touchjudge.words import say

# So many evenings before it a page compares with: a picture has no room for more, and each is judged again.
EVENINGS = 12


@app.command()
def report(
    session: SessionName,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE.html", help="Where to; - is standard output.")],
    db: Db = None,
    language: Language = "en",
) -> None:
    """An evening as one page: who won, how fast everyone was, how sure the referee was, and evenings before it."""
    translate = catalogue(language)
    games = known_games()
    try:
        from touchjudge.adapters.report import report_page
    except ImportError as error:
        raise ConfigError(
            f"a report needs {error.name or 'numpy, scipy, matplotlib and Jinja2'}, which is not installed: install it"
            " with `pip install 'touchjudge[report]'`"
        ) from None

    def say_it(ruling: Ruling, game: GamePlayed) -> str:
        return say(ruling, games.get(game.game), translate)

    with closing(SqliteJournal.read(db or default_path())) as journal:
        row = session_row(journal, session)
        played = judged_again(row, journal.lines(row.session))[1]
        earlier, not_judged = _earlier(
            row, journal.sessions(), lambda each: judged_again(each, journal.lines(each.session))[1]
        )
    page = report_page(
        played, say=say_it, earlier=earlier, not_judged=not_judged, translate=translate, language=language
    )
    write(page, output)


def _earlier(
    row: SessionRow, rows: list[SessionRow], judged: Callable[[SessionRow], Standings]
) -> tuple[list[Standings], int]:
    """The last evenings before this one, and how many cannot be judged; of people or of simulated ones, as this is."""
    before = [each for each in rows if each.simulated == row.simulated and each.started_utc < row.started_utc]
    found, failed = [], 0
    for each in before[-EVENINGS:]:
        try:
            found.append(judged(each))
        except TouchJudgeError:
            failed += 1
    return found, failed
