"""Every field of every observation of every game, wrong in turn: one sentence that names the field, and no change."""

from dataclasses import MISSING, fields
from typing import Any

import pytest

from touchjudge.adapters.decks import load
from touchjudge.cli.app import new_session
from touchjudge.registry import known_games
from touchjudge.rules.game import Observation
from touchjudge.session.fold import Session
from touchjudge.session.lines import COMMON_LINES

PLAYERS = ["Ana", "Luis", "Marta"]
# No field of any line takes one of these: a number with a fraction, something deep, lists in lists.
NEVER = (1.5, {"a": {"b": []}}, [[[1]]])
GAMES = known_games()
KINDS = [(name, kind) for name, game in GAMES.items() for kind in (*COMMON_LINES, *game.observations)]


def session_of(game: str) -> Session:
    session = new_session()
    answer = session.tell({"do": "start", "game": game, "players": PLAYERS})
    assert answer.error is None, answer.error
    return session


def given(kind: type[Observation]) -> list[str]:
    return [each.name.removesuffix("_") for each in fields(kind) if each.name != "extras"]


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=[f"{name}-{kind.do}" for name, kind in KINDS])
def test_each_field_wrong_in_turn_is_refused_by_name_and_changes_nothing(game: str, kind: type[Observation]) -> None:
    session = session_of(game)
    before = session.now
    for name in given(kind):
        for value in NEVER:
            if value == {"a": {"b": []}} and name in ("state", "options"):
                continue  # takes any object; what is in it is checked by the game
            error = session.tell({"do": kind.do, name: value}).error
            assert error is not None, f"{name} took {value!r}"
            assert "\n" not in error
            assert session.now == before
    error = session.tell({"do": kind.do, "hat": 1, **_needed(kind, game)}).error
    assert error is not None
    assert "hat" in error


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=[f"{name}-{kind.do}" for name, kind in KINDS])
def test_each_field_that_is_needed_is_missed_by_name(game: str, kind: type[Observation]) -> None:
    needed = [name for name in given(kind) if _is_needed(kind, name)]
    session = session_of(game)
    for name in needed:
        line = {"do": kind.do, **{other: value for other, value in _needed(kind, game).items() if other != name}}
        error = session.tell(line).error
        assert error is not None
        assert error.startswith(f"{name}: is missing") or name in error


@pytest.mark.parametrize("game", GAMES)
def test_another_games_line_is_unknown_here(game: str) -> None:
    own = {kind.do for kind in (*COMMON_LINES, *GAMES[game].observations)}
    foreign = {kind.do for other in GAMES.values() for kind in other.observations} - own
    session = session_of(game)
    for do in foreign:
        error = session.tell({"do": do}).error
        assert error is not None
        assert do in error


@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_does_not_play_is_refused_with_those_who_do(game: str) -> None:
    session = session_of(game)
    for kind in GAMES[game].observations:
        if "player" in given(kind):
            error = session.tell({"do": kind.do, **_needed(kind, game), "player": "Zoe"}).error
            assert error is not None
            assert "Zoe" in error
            assert "Ana" in error


def _is_needed(kind: type[Observation], name: str) -> bool:
    field = next(each for each in fields(kind) if each.name.removesuffix("_") == name)
    return field.default is MISSING and field.default_factory is MISSING


def _needed(kind: type[Observation], game: str) -> dict[str, Any]:
    """A value of about the right kind for every field that a line needs."""
    values: dict[str, Any] = {}
    for name in given(kind):
        if _is_needed(kind, name):
            hint = str(next(each.type for each in fields(kind) if each.name.removesuffix("_") == name))
            values[name] = [] if "tuple" in hint else {} if "Mapping" in hint else 1 if "int" in hint else "Ana"
    known = {"game": game, "players": PLAYERS, "spot": next(iter(GAMES[game].targets), "pad")}
    return {name: known.get(name, value) for name, value in values.items()}


def test_the_decks_of_all_games_are_there() -> None:
    for game in GAMES.values():
        if game.default_deck != "any":
            assert load(game.default_deck, game=game.name).cards
