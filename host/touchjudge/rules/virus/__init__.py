"""Virus! (Domingo Cabrero, Carlos López and Santi Santisteban, Tranjis 2015), for the referee."""

from touchjudge.rules.virus.game import GAME, Virus

__all__ = ["GAME", "Virus"]
