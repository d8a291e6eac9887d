"""Reinhard Staupe's collecting game of hearts and numbers (1998), for the referee."""

from touchjudge.rules.hearts_and_numbers.game import GAME, HeartsAndNumbers

__all__ = ["GAME", "HeartsAndNumbers"]
