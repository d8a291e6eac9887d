"""Schwein gehabt!, the lucky-charm reaction game (Amigo 1999), for the referee."""

from touchjudge.rules.schwein_gehabt.game import GAME, SchweinGehabt

__all__ = ["GAME", "SchweinGehabt"]
