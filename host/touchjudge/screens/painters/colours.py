"""The colours of a panel: those of the web pages in the dark, and one for each player.

A test compares them with the pages' own; pairs of text and ground keep a contrast of 4.5 and more.
"""

from collections.abc import Sequence

FELT = "#0d3a2d"
PANEL = "#082a20"
EDGE = "#1f5b48"
INK = "#f6f0e0"
MUTED = "#b5cdbf"
GOLD = "#f5c65a"
ON_GOLD = "#261800"
CARD = "#fffaf0"
CARD_INK = "#1d1a14"
CARD_EDGE = "#d9cfb8"
OK = "#1a7a46"
FOUL = "#c22a20"
GAIN = "#6fe09c"
LOSS = "#ff9d92"
WARN = "#ffd08a"
WARN_GROUND = "#43290a"
WHITE = "#ffffff"

# What the pages call them.
TOKENS = {
    "felt": FELT, "panel": PANEL, "panel-edge": EDGE, "ink": INK, "muted": MUTED, "gold": GOLD, "on-gold": ON_GOLD,
    "card": CARD, "card-ink": CARD_INK, "card-edge": CARD_EDGE, "ok": OK, "foul": FOUL, "gain": GAIN, "loss": LOSS,
    "warn": WARN, "warn-ground": WARN_GROUND,
}  # fmt: skip

# By seat, told apart also by most who do not see red and green alike.
_PLAYERS = ("#4aa3ff", "#ff8f3f", "#c58bff", "#ffe04f", "#3fd8c2", "#ff6fa3", "#c8d65a", "#e7e7e7")


def player(name: str, players: Sequence[str]) -> str:
    """The colour of a player, by the place in turn order.

    >>> player("Luis", ["Ana", "Luis"])
    '#ff8f3f'
    """
    return _PLAYERS[players.index(name) % len(_PLAYERS)] if name in players else MUTED
