"""What a screen has to say at one moment, as a value: every screen paints the same :class:`Scene`.

Names and sentences in it are plain already: no control characters, no markup to be read into them.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from touchjudge.screens.texts import Text

SceneKind = Literal["idle", "set_up", "reveal", "react", "settle", "question", "winner", "paused", "disconnected"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a player did in the round that was just settled.

    Attributes:
        change: cards won (or, below 0, lost) in all.
        spots: what the player touched, in words.
        when: reaction time in words; empty where it is not known.
        attribution: how it is known who it was, in words; empty where nothing was said.
        targets: the codes of the targets that the player touched.
    """

    name: str
    change: int
    cost: Text
    spots: str
    when: str
    attribution: str
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TouchShown:
    """A touch of this round, or of the round that was just settled.

    Attributes:
        name: the player, or empty while nobody is known to have made it.
        spot: the target in three lengths.
        when, gap: reaction time, and the gap to the first touch, in words; empty where not known.
        dead_heat: the gap to the touch before is not above the bounds.
        target: the code of the target, or empty.
        reaction_us, bound_us: to draw it on an axis; None where the time is not known.
    """

    name: str
    spot: Text
    when: str
    gap: str
    attribution: str
    dead_heat: bool
    target: str = ""
    reaction_us: int | None = None
    bound_us: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is worth being large: a player's score, a stack's top card.

    Attributes:
        numbers: the player's lucky numbers, where the game has some.
        leads: nobody has more (and somebody has less).
        turn: it is this player's turn.
        key: the state's name for a number that is no player's; else empty.
        demand: what the card that shows on this stack demands, where it does.
    """

    label: Text
    value: int
    numbers: tuple[int, ...] = ()
    leads: bool = False
    turn: bool = False
    key: str = ""
    demand: Text | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A number in small: cards in the deck, the jackpot, the round.

    Attributes:
        key: the state's name for it.
    """

    key: str
    label: Text
    value: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """The revealed card.

    Attributes:
        code: as in the table language.
        counts: (target code, its name, count) for a card that shows counts.
        label: the card in words.
        heading: what to write above it.
    """

    code: str
    counts: tuple[tuple[str, Text, int], ...]
    label: Text
    heading: Text


@dataclass(frozen=True, slots=True)
class LinkShown:
    """The way to a board."""

    source: str
    up: bool
    state: Text
    sentence: str


@dataclass(frozen=True, slots=True)
class WayIn:
    """What lets phones in.

    Attributes:
        code: of the code to scan row by row, a ``1`` for each dark square.
        label: address and PIN in words.
        large: nothing else is worth the room now.
    """

    pin: str
    url: str
    code: tuple[str, ...]
    label: Text
    large: bool


@dataclass(frozen=True, slots=True)
class Thing:
    """An organ or a card that lies open on the table.

    Attributes:
        colour: its code, or empty.
        label: what it is and how it is with it, in three lengths; the shortest may need the legend.
        how: what sets it apart, as a code: ``free``, ``infected``, ``vaccinated``, ``immunised``; else empty.
    """

    colour: str
    label: Text
    how: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """Things that lie together: a player's body, the middle, what must be taken.

    Attributes:
        player: whose they are, or empty where they are everybody's.
        turn: it is this player's turn.
        urgent: somebody must do something with them now.
        empty: what to write where nothing lies there.
    """

    label: Text
    things: tuple[Thing, ...]
    empty: Text
    player: str = ""
    turn: bool = False
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a screen can show now; a small screen leaves out from the end.

    Attributes:
        title: what is going on or whose turn it is.
        sentence: the newest ruling worth showing, or the question; may be empty.
        verdict: of that ruling.
        outcomes: of the settled round, who was first at the front; empty in other scenes.
        missing: which part of the table is gone, or None.
        simulated: the mark of a table that is not real, or None.
        numbers_label: what to write beside a player's lucky numbers.
        step: of the set-up: ``players``, ``game`` or ``options``; empty in other scenes.
        way_in: for phones, on displays at a table that is open to them; else None.
        lying: what lies open, for games whose referee knows it.
        legend: what the signs in the shortest labels of it mean, or None.
        figures_label: what the figures say, where that is not plain; else None.
        page: where the page is, or None at a table without one.
    """

    kind: SceneKind
    game: str
    title: Text
    sentence: str
    verdict: str
    numbers_label: Text
    outcomes: tuple[Outcome, ...] = ()
    touches: tuple[TouchShown, ...] = ()
    card: CardShown | None = None
    figures: tuple[Figure, ...] = ()
    facts: tuple[Fact, ...] = ()
    players: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    links: tuple[LinkShown, ...] = ()
    warnings: tuple[str, ...] = ()
    missing: Text | None = None
    simulated: Text | None = None
    step: str = ""
    way_in: WayIn | None = None
    lying: tuple[Lying, ...] = ()
    legend: Text | None = None
    figures_label: Text | None = None
    page: Text | None = None


def as_json(scene: Scene) -> Mapping[str, Any]:
    """The scene as JSON values, for a page that paints it in a browser."""
    return asdict(scene)
