"""The Game: Extreme (Steffen Benndorf, NSV), for the referee."""

from touchjudge.rules.the_game_extreme.game import GAME, TheGameExtreme

__all__ = ["GAME", "TheGameExtreme"]
