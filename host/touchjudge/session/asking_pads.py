"""Once for each game the table asks to press each of its targets, and so learns which pad lies under which.

It asks after ``start`` and before anything is played; whoever simply plays on is not kept from it. In: presses of
places. Out: what is asked now, and at the end the note that keeps it. Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from touchjudge.rules.game import Game, Line
from touchjudge.session.notes import pads_note
from touchjudge.session.places import Places

_BESIDE = frozenset({"note", "pads", "state", "pause", "resume"})


@dataclass(frozen=True, slots=True)
class AskedPads:
    """How far the asking has come.

    Attributes:
        places: pads that may lie under a target, in the order in which they usually do.
        found: place → target.
    """

    game: str
    targets: tuple[str, ...]
    places: tuple[str, ...]
    found: Mapping[str, str] = field(default_factory=dict)

    @property
    def target(self) -> str:
        """What shall be pressed now."""
        return self.targets[len(self.found)]

    def press(self, place: str) -> "tuple[AskedPads | None, Line | None] | None":
        """What a press answers: the asking as it goes on (None when it is done) and the note, at the end.

        OK says that they lie as usual, undo takes the last press back. None: the press answers nothing, and means what
        it always means.
        """
        match place:
            case "ok":
                usual = dict(zip(self.places, self.targets, strict=False))
                return None, pads_note(self.game, usual)
            case "undo" if self.found:
                return replace(self, found=dict(list(self.found.items())[:-1])), None
            case _ if place in self.places:
                found = {**self.found, place: self.target} if place not in self.found else self.found
                if len(found) == len(self.targets):
                    return None, pads_note(self.game, found)
                return replace(self, found=found), None
            case _:
                return None


def asked_after(newest_first: Iterable[Mapping[str, Any]], game: Game[Any] | None, places: Places) -> AskedPads | None:
    """What the table asks once these lines of the evening have been told; None where it asks nothing.

    Args:
        game: that is played now.
    """
    if game is None or not game.targets or game.name in places.pads:
        return None
    played = next((line for line in newest_first if not told_beside(line)), {})
    if played.get("do") != "start":
        return None
    return AskedPads(game.name, game.targets, places.pads_for(game))


def told_beside(line: Mapping[str, Any]) -> bool:
    """Whether this line may be told while the table asks; any other says that people play."""
    return line.get("do") in _BESIDE


def shown(asked: AskedPads) -> dict[str, Any]:
    """The asking for the screens."""
    return {"target": asked.target, "number": len(asked.found) + 1, "of": len(asked.targets)}
