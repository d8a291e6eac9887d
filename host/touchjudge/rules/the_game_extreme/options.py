"""What The Game: Extreme lets a table choose beyond The Game.

Ref: docs/rules/the_game.md, Options.
"""

from touchjudge.rules.game import Option
from touchjudge.rules.the_game.options import OPTIONS as THE_GAME_OPTIONS

OPTIONS = (
    *THE_GAME_OPTIONS,
    Option(
        "one_stack_covered",
        "free",
        "Covering the only one-stack card: the next card may go elsewhere, or the whole turn stays on one stack.",
        choices=("free", "strict"),
    ),
    Option(
        "one_stack_late",
        "from_now",
        "A one-stack card in the middle of a turn: it binds from then on, or the cards before it count, too.",
        choices=("from_now", "whole_turn"),
    ),
    Option(
        "short_hand",
        "lost",
        "Drawing only one has left a hand smaller than the minimum: the game is lost, or all of that hand is laid.",
        choices=("lost", "all"),
    ),
)
