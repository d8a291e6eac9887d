"""The Game (Steffen Benndorf, NSV), for the referee."""

from touchjudge.rules.the_game.game import GAME, TheGame

__all__ = ["GAME", "TheGame"]
