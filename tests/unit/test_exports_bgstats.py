"""Plays for BG Stats: the link and the file, field by field."""

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest

from played_session import Evening, two_rounds
from touchjudge.adapters.exports.bgstats import (
    LINK_LIMIT,
    BgStatsSettings,
    bgsplay,
    bgstats_link,
    play_id,
    player_id,
)
from touchjudge.errors import ConfigError
from touchjudge.session.played import Standings

LINK = "https://app.bgstatsapp.com/createPlay.html?data="


def play_of(standings: Standings, settings: BgStatsSettings | None = None) -> dict[str, Any]:
    link = bgstats_link(standings, standings.games[0], settings or BgStatsSettings())
    assert link.startswith(LINK)
    play: dict[str, Any] = json.loads(unquote(link.removeprefix(LINK), errors="strict"))
    return play


def file_of(standings: Standings, settings: BgStatsSettings | None = None) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(bgsplay(standings, settings or BgStatsSettings()))
    return document


def cooperative(left: int, *, won: bool) -> Standings:
    standings = two_rounds().standings()
    (game,) = standings.games
    players = tuple(replace(player, score=None, rank=1, winner=won) for player in game.players)
    names = tuple(player.name for player in players)
    changed = replace(
        game, game="the_game", title="The Game", cooperative=True, players=players, totals={"left": left},
        winners=names if won else (), ending="won" if won else "lost",
    )  # fmt: skip
    return replace(standings, games=(changed,))


def test_br099_the_link_decodes_to_exactly_this_play() -> None:
    assert play_of(two_rounds().standings(), BgStatsSettings(location="Kitchen")) == {
        "sourceName": "touchjudge",
        "sourcePlayId": "0DB97D0E-769C-50C1-903B-08749FEF441C",
        "playDate": "2026-11-30 19:00:00",
        "durationMin": 3,
        "location": "Kitchen",
        "board": "",
        "comments": "ended early",
        "game": {
            "name": "Schwein gehabt!",
            "sourceGameId": "schwein_gehabt",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": player_id(name),
                "startPlayer": begins,
                "winner": winner,
                "score": score,
                "rank": rank,
                "role": "",
                "team": "",
            }
            for name, begins, winner, score, rank in (
                ("Ana", True, False, 0, 3),
                ("Luis", False, True, 1, 1),
                ("Marta", False, True, 1, 1),
            )
        ],
    }


def test_br099_every_player_has_both_booleans_and_every_figure_is_a_number() -> None:
    for player in play_of(two_rounds().standings())["players"]:
        assert (type(player["winner"]), type(player["startPlayer"])) == (bool, bool)
        assert (type(player["score"]), type(player["rank"])) == (int, int)


def test_br099_any_name_travels_in_plain_ascii_and_comes_back() -> None:
    names = ['A & B # "=?%+/', "🐖🧹🍄", "אבג", "Zoë\u200d", "<script>alert('x')</script>"]
    evening = Evening()
    evening.start(*names)
    evening.tell(do="end")
    standings = evening.standings()
    link = bgstats_link(standings, standings.games[0])
    assert re.fullmatch(r"[A-Za-z0-9._~%-]+", link.removeprefix(LINK))
    assert [player["name"] for player in play_of(standings)["players"]] == names


def test_br099_a_link_that_would_be_too_long_is_refused_with_what_to_do() -> None:
    evening = Evening()
    evening.start(*("🐖" * 39 + letter for letter in "ABCDEFGH"))
    evening.tell(do="end")
    standings = evening.standings()
    assert len(bgstats_link(standings, standings.games[0])) < LINK_LIMIT
    with pytest.raises(ConfigError, match=r"characters, and 7999 are safe.*--format bgstats"):
        bgstats_link(standings, standings.games[0], BgStatsSettings(location="🐖" * 500))


def test_there_is_no_link_for_a_game_that_has_not_ended() -> None:
    evening = Evening()
    evening.start()
    standings = evening.standings()
    with pytest.raises(ConfigError, match=r"game 1 .* has not ended.*--format bgstats"):
        bgstats_link(standings, standings.games[0])


def test_an_unknown_duration_and_an_unknown_board_game_geek_number_are_left_out() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    unknown = replace(standings, games=(replace(game, duration_s=None),))
    assert "durationMin" not in play_of(unknown)
    assert "bggId" not in play_of(unknown)["game"]
    assert play_of(unknown, BgStatsSettings(bgg_ids={"schwein_gehabt": 5}))["game"]["bggId"] == 5


def test_br079_a_duration_of_zero_minutes_and_a_score_of_zero_are_sent() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    play = play_of(replace(standings, games=(replace(game, duration_s=0),)))
    assert (play["durationMin"], play["players"][0]["score"]) == (0, 0)


@pytest.mark.parametrize(("left", "won"), [(0, True), (12, False)])
def test_a_cooperative_game_logs_what_was_left_and_the_lowest_wins(left: int, won: bool) -> None:
    play = play_of(cooperative(left, won=won))
    assert play["game"] == {
        "name": "The Game",
        "sourceGameId": "the_game",
        "highestWins": False,
        "noPoints": False,
        "bggId": 173090,
    }
    assert {(player["score"], player["winner"], "rank" in player) for player in play["players"]} == {(left, won, False)}


def test_a_cooperative_game_without_points_sends_none() -> None:
    play = play_of(cooperative(12, won=False), BgStatsSettings(left_as_score=False))
    assert play["game"]["noPoints"] is True
    assert all("score" not in player for player in play["players"])


def test_a_simulated_game_says_so() -> None:
    evening = two_rounds()
    evening.simulated = True
    assert play_of(evening.standings())["comments"] == "SIMULATED, ended early"


def test_br100_the_same_evening_exported_twice_or_corrected_keeps_its_ids() -> None:
    first, again = two_rounds(), two_rounds()
    assert bgsplay(first.standings()) == bgsplay(again.standings())
    again.tell(do="correct", n=5, lines=[{"do": "touch", "spot": "mushroom", "player": "Ana", "t_us": 5_900_000}])
    before, after = file_of(first.standings()), file_of(again.standings())
    assert before["plays"][0]["playerScores"] != after["plays"][0]["playerScores"]
    for kind in ("games", "players", "plays"):
        assert [one["uuid"] for one in before[kind]] == [one["uuid"] for one in after[kind]]


def test_br100_two_evenings_are_two_plays_and_their_players_the_same_people() -> None:
    one = two_rounds().standings()
    other = replace(one, session=replace(one.session, session="2026-12-01T19-00-00"))
    assert play_id(one, one.games[0]) != play_id(other, other.games[0])
    assert file_of(one)["players"] == file_of(other)["players"]


def test_br100_aliases_make_one_person_of_several_names() -> None:
    settings = BgStatsSettings(aliases={"Ana": "Ana María", "Anita": "Ana María"}, me="Ana María")
    standings = two_rounds().standings()
    document = file_of(standings, settings)
    assert [player["name"] for player in document["players"]] == ["Ana María", "Luis", "Marta"]
    assert document["userInfo"] == {"meRefId": 1}
    assert play_of(standings, settings)["players"][0]["sourcePlayerId"] == player_id("Ana María")


def test_the_file_joins_its_objects_by_ids_and_writes_scores_as_text() -> None:
    document = file_of(two_rounds().standings(), BgStatsSettings(location="Kitchen"))
    assert list(document) == ["games", "players", "locations", "plays", "userInfo"]
    (play,) = document["plays"]
    assert {game["id"] for game in document["games"]} == {play["gameRefId"]}
    assert [place["id"] for place in document["locations"]] == [play["locationRefId"]]
    assert [(score["playerRefId"], score["score"], score["rank"], score["seatOrder"]) for score in (
        play["playerScores"]
    )] == [(1, "0", 3, 1), (2, "1", 1, 2), (3, "1", 1, 3)]  # fmt: skip
    assert (play["playDate"], play["entryDate"], play["playDateYmd"]) == (
        "2026-11-30 19:00:00",
        "2026-11-30 19:03:00",
        20261130,
    )
    assert (play["rounds"], play["ignored"], play["playImages"], play["bggId"]) == (2, False, "[]", 0)
    for kind in ("games", "players", "locations", "plays"):
        for one in document[kind]:
            assert re.fullmatch(r"[0-9A-F]{8}-[0-9A-F]{4}-5[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}", one["uuid"])


def test_an_aborted_game_is_in_the_file_and_ignored() -> None:
    evening = Evening()
    evening.start()
    evening.start()
    evening.tell(do="end")
    assert [play["ignored"] for play in file_of(evening.standings())["plays"]] == [True, False]
    assert len(file_of(evening.standings())["games"]) == 1
