"""The reaction games play as their golden transcripts say, to the letter."""

from pathlib import Path

import pytest

from transcripts.make_reaction_games import made

MADE = made()


@pytest.mark.parametrize("name", MADE)
def test_the_game_goes_as_written(name: str) -> None:
    golden = (Path(__file__).parent / name).read_text(encoding="utf-8")
    assert MADE[name] == golden, "if this is meant: python tests/transcripts/make_reaction_games.py, and read it"
