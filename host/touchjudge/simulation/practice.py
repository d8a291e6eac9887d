"""Practice of Schwein gehabt! without hardware: the card of a round, what the simulated players do, the lines of it.

In: a seed, the number of the round, the touches of the one real person. Out: lines of the table language, for the
referee to judge as any others. Pure, and nothing is kept: the same seed and round give the same card and players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from touchjudge.decks import making
from touchjudge.rules.game import Line
from touchjudge.simulation.acts import Contact
from touchjudge.simulation.players import Customs, play
from touchjudge.simulation.reactions import person
from touchjudge.simulation.seat_names import SEAT_NAMES

GAME: Final = "schwein_gehabt"
FEWEST, MOST = 3, 8
MOST_HANDS: Final = 2
# Early hands touch before the card is turned, and no time is below zero.
REVEALED_US: Final = 60_000_000
# A simulated player is as sure of his times as the chance that made them.
_SURE_US = 1
_CARDS: Final = tuple(sorted(making.schwein_gehabt().elements()))


@dataclass(frozen=True, slots=True)
class Touched:
    """A hand on a target.

    Attributes:
        reaction_us: from the reveal; negative before it.
    """

    player: str
    spot: str
    reaction_us: int
    bound_us: int = _SURE_US


def players(name: str, count: int) -> tuple[str, ...]:
    """The person and simulated players of other names, the person first.

    >>> players("ana", 3)
    ('ana', 'Luis', 'Marta')
    """
    others = [other for other in SEAT_NAMES if other.casefold() != name.casefold()]
    return (name, *others[: count - 1])


def start(playing: Sequence[str], *, free_choice: bool) -> Line:
    """The line that begins the game. On a screen nobody sees a card before it is turned, so nothing leads."""
    options = {"free_choice": free_choice, "lead_ms": 0}
    return {"do": "start", "game": GAME, "players": list(playing), "options": options}


def card(seed: int, rounds: int) -> str:
    """The card that is turned after so many rounds: the deck shuffled, and again when it has run through.

    >>> sorted(card(7, rounds) for rounds in range(63)) == list(_CARDS)
    True
    """
    times, place = divmod(rounds, len(_CARDS))
    shuffled = list(_CARDS)
    Random(f"{seed}/deck/{times}").shuffle(shuffled)
    return shuffled[place]


def simulated(
    seed: int, rounds: int, numbers: Mapping[str, Sequence[int]], me: str, *, free_choice: bool
) -> tuple[Touched, ...]:
    """What all but the person do in that round, by time; on a touch card each hand is a touch.

    >>> numbers = {"Me": [1, 4, 7], "Ana": [2, 5, 8], "Luis": [3, 6]}
    >>> {hand.player for hand in simulated(7, 0, numbers, "Me", free_choice=False)} <= {"Ana", "Luis"}
    True
    """
    turned = card(seed, rounds)
    people = [person(Random(f"{seed}/person/{name}"), name) for name in numbers if name != me]
    goes = play(Random(f"{seed}/round/{rounds}"), people, turned, numbers, Customs(free_choice=free_choice))
    touched = [Touched(draw.player, draw.spot, draw.at_us) for draw in goes.truth.draws]
    face = turned.removeprefix("touch:")
    piled = [act.began_us for act in goes.acts if isinstance(act, Contact) and act.place == face]
    # Both lie by time, and on the face of a touch card only hands of the pile.
    touched += [Touched(name, face, at_us) for name, at_us in zip(goes.truth.hands, piled, strict=False)]
    return tuple(sorted(touched, key=lambda one: one.reaction_us))


def round_lines(turned: str, me: str, touched: Sequence[Touched]) -> list[Line]:
    """The lines of a round: who touched what and when, around the reveal; on a touch card the pile; then ``settle``."""
    in_order = sorted(touched, key=lambda one: one.reaction_us)
    early = [_touch(one, me) for one in in_order if one.reaction_us < 0]
    later = [_touch(one, me) for one in in_order if one.reaction_us >= 0]
    lines = [*early, {"do": "reveal", "card": turned, "t_us": REVEALED_US, "by": "sim"}, *later]
    if turned.startswith("touch:"):
        # The pile is what lies on the screen: which hand came there first lies lower.
        lines.append({"do": "hands", "players": _pile(turned.removeprefix("touch:"), in_order), "by": "sim"})
    return [*lines, {"do": "settle"}]


def _touch(one: Touched, me: str) -> dict[str, Any]:
    return {
        "do": "touch",
        "spot": one.spot,
        "player": one.player,
        "t_us": REVEALED_US + one.reaction_us,
        "bound_us": one.bound_us,
        "by": "player" if one.player == me else "sim",
    }


def _pile(face: str, in_order: Sequence[Touched]) -> list[str]:
    pile: list[str] = []
    for one in in_order:
        if one.spot == face and one.reaction_us >= 0 and pile.count(one.player) < MOST_HANDS:
            pile.append(one.player)
    return pile
