"""An evening of the journal as it stands after every correction: judged again, at a glance, as a file to take home.

What ``sessions``, ``show`` and ``export`` say, the page says too; both come here for it.
"""

import sys
from dataclasses import asdict
from typing import Any

from touchjudge.adapters.exports.bgstats import BgStatsSettings, bgsplay, bgstats_link
from touchjudge.adapters.exports.json_export import export_json
from touchjudge.cli.app import new_session
from touchjudge.errors import ConfigError, TouchJudgeError
from touchjudge.ports import LineRow, SessionRow
from touchjudge.service import retell
from touchjudge.session.fold import Session
from touchjudge.session.played import GamePlayed, Standings
from touchjudge.session.standings import judged_lines, project


def judged_again(row: SessionRow, rows: list[LineRow]) -> tuple[Session, Standings]:
    """A session of the journal, judged from its lines, and what it holds.

    Raises:
        TouchJudgeError: a line that this version does not understand.
    """
    folded = new_session()
    retell(folded, rows)
    return folded, project(row, judged_lines(folded.entries, rows))


def at_a_glance(row: SessionRow, rows: list[LineRow]) -> tuple[dict[str, Any], tuple[GamePlayed, ...]]:
    """A session as JSON values, and its games; one that cannot be judged here comes with the reason and without games.

    A reason stands under ``error``; ``games`` is None then.
    """
    facts = asdict(row)
    try:
        games = judged_again(row, rows)[1].games
    except TouchJudgeError as error:
        return {**facts, "games": None, "error": str(error)}, ()
    told = [
        {
            "number": game.number,
            "game": game.game,
            "title": game.title,
            "players": [player.name for player in game.players],
            "scores": {player.name: player.score for player in game.players if player.score is not None}
            or dict(game.totals),
            "winners": list(game.winners),
            "ending": game.ending,
            "aborted": game.aborted,
        }
        for game in games
    ]
    return {**facts, "games": told}, tuple(games)


def one_file(format_name: str, played: Standings, settings: BgStatsSettings) -> bytes:
    """A session in a format that is one file.

    Raises:
        ConfigError: it cannot be said in this format, or what makes it is not installed.
    """
    if format_name == "json":
        return export_json(played)
    if format_name == "bgstats":
        return bgsplay(played, settings)
    if format_name == "bgstats-link":
        return _links(played, settings)
    from touchjudge.adapters.exports.xlsx_export import xlsx_workbook

    return xlsx_workbook(played)


def _links(played: Standings, settings: BgStatsSettings) -> bytes:
    """A link a line; a game that cannot have one is said on standard error."""
    links = []
    for game in played.games:
        try:
            links.append(bgstats_link(played, game, settings))
        except ConfigError as error:
            if len(played.games) == 1:
                raise
            print(f"touchjudge: {error}", file=sys.stderr)
    if not links:
        raise ConfigError(f"session {played.session.session} has no game that a BG Stats link could carry")
    return "".join(f"{link}\n" for link in links).encode()
