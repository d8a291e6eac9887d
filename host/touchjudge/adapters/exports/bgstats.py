"""Plays for BG Stats: a link that adds one play, and a ``.bgsplay`` file with all plays of a session.

Every id is derived from what stays the same (a player's name, a game's name, the session's start and the line that
began the game), so that whoever imports the same evening twice has it once, also after a correction.

Ref: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ (the link).
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from touchjudge.errors import ConfigError
from touchjudge.session.played import GamePlayed, Placed, Standings

LINK_LIMIT = 8000  # characters; what browsers and messengers carry safely

_LINK = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "touchjudge"
_NAMESPACE = UUID("7d4a3f0e-6a8c-5b1e-9c55-2f8d1f6a7b90")
_NO_DATE = "1970-01-01 00:00:00"

# BoardGameGeek's numbers of the games that have one we know of. They are to be checked by whoever relies on them, so
# BgStatsSettings can say others.
KNOWN_BGG_IDS: Mapping[str, int] = {"virus": 180020, "the_game_extreme": 196202, "the_game": 173090}


@dataclass(frozen=True, slots=True)
class BgStatsSettings:
    """What the user may say.

    Attributes:
        aliases: names as they were told at the table to the names in BG Stats: several may mean one person.
        me: the name in BG Stats of the person who imports.
        bgg_ids: BoardGameGeek's number by game; a game without one goes without.
        left_as_score: log the cards left of a cooperative game as everyone's score, the lowest being best.
    """

    location: str = ""
    aliases: Mapping[str, str] = field(default_factory=dict)
    me: str | None = None
    bgg_ids: Mapping[str, int] = field(default_factory=lambda: KNOWN_BGG_IDS)
    left_as_score: bool = True

    def name(self, told: str) -> str:
        return self.aliases.get(told, told)


def bgstats_link(standings: Standings, game: GamePlayed, settings: BgStatsSettings = BgStatsSettings()) -> str:
    """The address that adds this play to BG Stats.

    Raises:
        ConfigError: the game has not ended, or the address would be too long to be opened safely.
    """
    if game.aborted:
        raise ConfigError(
            f"game {game.number} of session {standings.session.session} has not ended, so BG Stats gets no link for it:"
            " end it first, or export the session with --format bgstats, where it counts as aborted"
        )
    play = {
        "sourceName": _SOURCE,
        "sourcePlayId": play_id(standings, game),
        "playDate": _date(game.started_utc),
        **({} if (minutes := _minutes(game)) is None else {"durationMin": minutes}),
        "location": settings.location,
        "board": "",
        "comments": _comments(standings, game),
        "game": {
            "name": game.title,
            "sourceGameId": game.game,
            "highestWins": not game.cooperative,
            "noPoints": _no_points(game, settings),
            **({"bggId": settings.bgg_ids[game.game]} if game.game in settings.bgg_ids else {}),
        },
        "players": [_link_player(game, player, settings) for player in game.players],
    }
    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    link = _LINK + quote(text, safe="", errors="replace")
    if len(link) >= LINK_LIMIT:
        raise ConfigError(
            f"the BG Stats link of game {game.number} has {len(link)} characters, and {LINK_LIMIT - 1} are safe:"
            " use shorter names, or export the session with --format bgstats"
        )
    return link


def bgsplay(standings: Standings, settings: BgStatsSettings = BgStatsSettings()) -> bytes:
    """All plays of the session as a ``.bgsplay`` file; a game without a result is there too, marked as ignored."""
    names = list(dict.fromkeys(settings.name(player.name) for game in standings.games for player in game.players))
    if settings.me is not None and settings.me not in names:
        names.append(settings.me)
    player_refs = {name: number for number, name in enumerate(names, 1)}
    games = {game.game: game for game in reversed(standings.games)}
    game_refs = {name: number for number, name in enumerate(sorted(games), 1)}
    began = _date(standings.session.started_utc)
    document = {
        "games": [_file_game(ref, games[name], settings, began) for name, ref in game_refs.items()],
        "players": [
            {"id": ref, "uuid": player_id(name), "name": name, "isAnonymous": False, "modificationDate": began}
            for name, ref in player_refs.items()
        ],
        "locations": (
            [
                {
                    "id": 1,
                    "uuid": _id("location", settings.location),
                    "name": settings.location,
                    "modificationDate": began,
                }
            ]
            if settings.location
            else []
        ),
        "plays": [_file_play(standings, game, settings, game_refs, player_refs) for game in standings.games],
        "userInfo": {"meRefId": player_refs.get(settings.me or "", 0)},
    }
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", errors="replace")


def play_id(standings: Standings, game: GamePlayed) -> str:
    """The same for the same game of the same evening, whatever is corrected in it later."""
    session = standings.session
    return _id("play", session.session, session.started_utc, session.host_boot_id, str(game.first_n))


def player_id(name: str) -> str:
    r"""The same for the same name, however its accents are composed.

    >>> player_id("Zoë") == player_id("Zoe\u0308")
    True
    """
    return _id("player", unicodedata.normalize("NFC", name).strip())


def _id(*key: str) -> str:
    safe = "\n".join(key).encode("utf-8", errors="replace").decode()
    return str(uuid5(_NAMESPACE, safe)).upper()


def _link_player(game: GamePlayed, player: Placed, settings: BgStatsSettings) -> dict[str, Any]:
    score = _score(game, player, settings)
    name = settings.name(player.name)
    return {
        "name": name,
        "sourcePlayerId": player_id(name),
        "startPlayer": player.begins,
        "winner": player.winner,
        **({} if score is None else {"score": score}),
        **({} if player.rank is None or game.cooperative else {"rank": player.rank}),
        "role": "",
        "team": "",
    }


def _file_game(ref: int, game: GamePlayed, settings: BgStatsSettings, began: str) -> dict[str, Any]:
    bgg_id = settings.bgg_ids.get(game.game)
    return {
        "id": ref,
        "uuid": _id("game", game.game),
        "name": game.title,
        **({} if bgg_id is None else {"bggId": bgg_id, "bggName": game.title}),
        "highestWins": not game.cooperative,
        "noPoints": _no_points(game, settings),
        "cooperative": game.cooperative,
        "usesTeams": False,
        "modificationDate": began,
    }


def _file_play(
    standings: Standings,
    game: GamePlayed,
    settings: BgStatsSettings,
    game_refs: Mapping[str, int],
    player_refs: Mapping[str, int],
) -> dict[str, Any]:
    date, ended = _date(game.started_utc), _date(game.ended_utc)
    minutes = _minutes(game)
    return {
        "uuid": play_id(standings, game),
        "gameRefId": game_refs[game.game],
        **({"locationRefId": 1} if settings.location else {}),
        "playDate": date,
        "entryDate": ended,
        "modificationDate": ended,
        **({} if minutes is None else {"durationMin": minutes}),
        "rounds": len(game.rounds),
        "usesTeams": False,
        # Who won is the referee's word; BG Stats is not to work it out again from the points.
        "manualWinner": True,
        "ignored": game.aborted,
        "rating": 0,
        "scoringSetting": 0,
        "bggId": 0,
        "importPlayId": 0,
        "nemestatsId": 0,
        "playImages": "[]",
        "playDateYmd": int(date[:10].replace("-", "")),
        "board": "",
        "comments": _comments(standings, game),
        "playerScores": [
            {
                "playerRefId": player_refs[settings.name(player.name)],
                "score": "" if (score := _score(game, player, settings)) is None else str(score),
                "winner": player.winner,
                "newPlayer": False,
                "startPlayer": player.begins,
                "rank": 0 if player.rank is None or game.cooperative else player.rank,
                "seatOrder": player.seat,
                "role": "",
                "team": "",
            }
            for player in game.players
        ],
    }


def _score(game: GamePlayed, player: Placed, settings: BgStatsSettings) -> int | None:
    if not game.cooperative:
        return player.score
    return game.totals.get("left") if settings.left_as_score else None


def _no_points(game: GamePlayed, settings: BgStatsSettings) -> bool:
    return all(_score(game, player, settings) is None for player in game.players)


def _minutes(game: GamePlayed) -> int | None:
    return None if game.duration_s is None else (game.duration_s + 30) // 60


def _comments(standings: Standings, game: GamePlayed) -> str:
    words = ["SIMULATED"] if standings.session.simulated else []
    if game.ending == "ended":
        words.append("ended early")
    return ", ".join(words)


def _date(wall_utc: str) -> str:
    """``yyyy-MM-dd HH:mm:ss`` in UTC from the journal's wall time.

    >>> _date("2026-11-30T19:03:21.123Z")
    '2026-11-30 19:03:21'
    """
    date = wall_utc[:19].replace("T", " ")
    return date if len(date) == len(_NO_DATE) else _NO_DATE
