"""How one table behaves beyond the rules of its games."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from touchjudge.session.places import Places
from touchjudge.timing.settle import Settle


@dataclass(frozen=True, slots=True)
class Settings:
    """How this table behaves beyond the rules of a game.

    Attributes:
        settle_after_ms: a round is closed this long after its last touch or claim. 500 to 60,000.
        settle: debounce settings of all lines that have none of their own.
        overrides: line → its own debounce settings.
        board_overrides: chip id (in small letters) → such settings, for boards that have theirs in place of these.
    """

    settle_after_ms: int = 4_000
    settle: Settle = field(default_factory=Settle)
    overrides: Mapping[int, Settle] = field(default_factory=dict)
    board_overrides: Mapping[str, Mapping[int, Settle]] = field(default_factory=dict)
    places: Places = field(default_factory=Places)
    language: str = "en"
