"""What the referee of The Game: Extreme is told beyond the lines of The Game: the command on a card.

Ref: docs/rules/the_game.md, What can be told.
"""

from dataclasses import dataclass
from typing import Final, Literal

from touchjudge.rules.the_game.observations import EndTurn, Stuck, Talked
from touchjudge.rules.the_game.observations import Play as PlainPlay
from touchjudge.rules.the_game.state import Command

Unsaid = Literal["unsaid"]
UNSAID: Final = "unsaid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(PlainPlay):
    """A card was laid on a stack.

    Attributes:
        command: what is printed on the card; None is no command, ``unsaid`` leaves it to what is known of the card.
    """

    command: Command | Unsaid | None = UNSAID


OBSERVATIONS = (Play, EndTurn, Stuck, Talked)
