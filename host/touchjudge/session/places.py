"""Which line of a board lies where on the table, and who sits at which seat.

The default is that of ``hardware/pinout.toml`` (a test compares them).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from touchjudge.rules.game import Game
from touchjudge.timing.force import ForcePads

TARGETS = ("target1", "target2", "target3")
PADS = (*TARGETS, "reveal", "spare1", "spare2")  # whatever can lie under a card
SEATS = tuple(f"seat{number}" for number in range(1, 9))
DEFAULT_PLACES = (*TARGETS, "reveal", "ok", "undo", "spare1", "spare2", *SEATS)


@dataclass(frozen=True, slots=True)
class Places:
    """The table as it is wired.

    Attributes:
        by_line: place names by line of a board; every board of this table is wired alike unless ``boards`` says so.
        boards: chip id (in small letters) → places by line, for boards that differ.
        seats: place name → player; empty until a game has players, then they sit in turn order.
        pads: game → place → target, for the games whose targets were pressed once; the others lie as usual.
        inverted: mask of the lines that are pressed when low, for every board that ``boards_inverted`` does not name;
            None leaves to each board what it keeps.
        boards_inverted: chip id (in small letters) → such a mask.
        force: the analogue pads of every board that ``boards_force`` does not name; None leaves them to each board.
        boards_force: chip id (in small letters) → its analogue pads.
    """

    by_line: tuple[str, ...] = DEFAULT_PLACES
    boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    pads: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    inverted: int | None = None
    boards_inverted: Mapping[str, int] = field(default_factory=dict)
    force: ForcePads | None = None
    boards_force: Mapping[str, ForcePads] = field(default_factory=dict)

    def place(self, chip_id: str, line: int) -> str:
        """The name of the place on a line of a board; ``spare`` where there is none.

        >>> Places().place("any", 3)
        'reveal'
        """
        places = self.boards.get(chip_id.lower(), self.by_line)
        return places[line] if line < len(places) else "spare"

    def invert(self, chip_id: str) -> int | None:
        """The mask of the lines of a board that are pressed when low; None: as the board keeps it."""
        return self.boards_inverted.get(chip_id.lower(), self.inverted)

    def force_pads(self, chip_id: str) -> ForcePads | None:
        """The analogue pads of a board; None: as the board keeps it."""
        return self.boards_force.get(chip_id.lower(), self.force)

    def seated(self, players: Sequence[str]) -> dict[str, str]:
        """Who of these sits where: at the own seat if there is one, the others in turn order at what is left.

        >>> Places(seats={"seat1": "Ana", "seat2": "Luis"}).seated(["Luis", "Marta"])
        {'seat1': 'Marta', 'seat2': 'Luis'}
        """
        own = {name: place for place, name in self.seats.items() if name in players}
        wired = {place for board in (self.by_line, *self.boards.values()) for place in board}
        left = [place for place in SEATS if place in wired and place not in own.values()]
        others = [name for name in players if name not in own]
        by_name = {**own, **dict(zip(others, left, strict=False))}
        return {place: name for place in SEATS for name in players if by_name.get(name) == place}

    def with_players(self, players: Sequence[str], usual: Mapping[str, str]) -> "Places":
        """The places once these play: who sits somewhere stays there, and nobody else keeps a seat.

        Args:
            usual: place → who sits there if nothing else is said; others take what is left, in turn order.

        >>> Places(seats={"seat2": "Luis"}).with_players(["Ana", "Luis"], {"seat2": "Ana"}).seats
        {'seat1': 'Ana', 'seat2': 'Luis'}
        """
        kept = {place: name for place, name in self.seats.items() if name in players}
        free = {place: name for place, name in usual.items() if place not in kept and name not in kept.values()}
        return replace(self, seats=replace(self, seats={**free, **kept}).seated(players))

    def pads_for(self, game: Game[Any]) -> tuple[str, ...]:
        """The places that can be targets of this game, the usual ones first.

        The Game has its fourth stack on the reveal pad; where cards are revealed that pad is no target.
        """
        needs_reveal = len(game.targets) > len(TARGETS)
        return PADS if needs_reveal else tuple(place for place in PADS if place != "reveal")

    def spot(self, place: str, game: Game[Any]) -> str | None:
        """The target spot of this game that lies at a place."""
        if game.name in self.pads:
            return self.pads[game.name].get(place)
        usual = self.pads_for(game)[: len(game.targets)]
        return game.targets[usual.index(place)] if place in usual else None

    def player(self, place: str, players: tuple[str, ...]) -> str | None:
        """Who sits at a place."""
        if place in self.seats:
            return self.seats[place]
        if self.seats or place not in SEATS:
            return None
        seat = SEATS.index(place)
        return players[seat] if seat < len(players) else None
