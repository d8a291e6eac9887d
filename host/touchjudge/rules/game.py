"""What a game is to the referee: observations in, rulings out, state as an immutable value.

In: :class:`Setup` and observations. Out: the new state and :class:`Ruling` values. No clock, no I/O, no chance of its
own: times come with the observations, shuffled decks never come here at all (the referee only knows what can be seen).

A game is one module that implements :class:`Game` and exports one instance as ``GAME``; its entry point in the group
``touchjudge.games`` makes it known. Nothing else in the program names a game.

Ref: docs/table-language.md, docs/rules/.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeVar

Verdict = Literal["ok", "foul", "ask", "info", "over"]
By = Literal["sensor", "player", "referee", "sim"]

# Marks on fields of observations. The border of the program (touchjudge.language) checks a value that carries one
# against the table: a player of the game, a spot of the game, a well-formed card (Game.check_card).
Player = Annotated[str, "player"]
Spot = Annotated[str, "spot"]
Card = Annotated[str, "card"]
Count = Annotated[int, "count"]  # 0 or more

Line = dict[str, Any]  # a line of the table language as JSON, as the options of a question hold them


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Anything that the referee is told.

    A subclass is one kind of line: its fields are the line's fields, types and defaults included. A field whose name
    is a Python keyword ends in ``_`` and loses it in JSON (``from_`` is ``from``). Only these types are used: str, int,
    bool, the marks above, ``Literal``, tuples of them, nested frozen dataclasses that set ``__pydantic_config__`` as
    here, and ``None`` in a union.

    Attributes:
        t_us: table time in µs, or None where only the order of the lines is known.
        bound_us: error bound of ``t_us``.
        by: who says so.
    """

    do: ClassVar[str]
    contact: ClassVar[bool] = False  # comes from a spot or a seat: is only noted while the table is paused
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    t_us: int | None = None
    bound_us: int = 1
    by: By = "referee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pads(Observation):
    """What is held down now: spots and seats, told before a reveal."""

    do: ClassVar[str] = "pads"
    down: tuple[str, ...]  # spot names and player names


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee answers.

    Attributes:
        effects: JSON values in the order in which they are to be written.
        stands: for a foul, whether it keeps its effect (a wrong draw is paid for). A foul that does not stand is
            taken back: the state is as before, also when lines are judged again later.
    """

    verdict: Verdict
    code: str
    player: str | None = None
    effects: Mapping[str, Any] = field(default_factory=dict)
    stands: bool = False


def ok(code: str, player: str | None = None, **effects: Any) -> Ruling:
    return Ruling("ok", code, player, effects)


def foul(code: str, player: str | None = None, *, stands: bool = False, **effects: Any) -> Ruling:
    """A foul; ``mend`` among the effects says what puts it right."""
    return Ruling("foul", code, player, effects, stands)


def cannot_be(fields: Iterable[str], **effects: Any) -> Ruling:
    """The foul for a state that cannot be: ``set`` told it, nothing is changed, and these fields are wrong.

    >>> cannot_be(["deck"]).effects["mend"]
    'look at the table and tell again, with these fields put right'
    """
    mend = "look at the table and tell again, with these fields put right"
    return foul("cannot_be", fields=list(fields), **effects, mend=mend)


def ask(code: str, player: str | None = None, *, options: list[list[Line]], **effects: Any) -> Ruling:
    """A question; each option is the list of lines that gives this answer."""
    return Ruling("ask", code, player, {"options": options, **effects})


def info(code: str, player: str | None = None, **effects: Any) -> Ruling:
    return Ruling("info", code, player, effects)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        winners: all who share place 1; in a cooperative game all or none.
        ranking: names by place, ties together.
        scores: by name; cooperative games ``{"left": n}``.
    """

    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]
    scores: Mapping[str, int]


def ranked(scores: Mapping[str, int]) -> Result:
    """The result where most points win and ties share.

    >>> ranked({"Ana": 3, "Luis": 7, "Marta": 7}).ranking
    (('Luis', 'Marta'), ('Ana',))
    """
    places = sorted(set(scores.values()), reverse=True)
    ranking = tuple(tuple(name for name in scores if scores[name] == points) for points in places)
    return Result(ranking[0] if ranking else (), ranking, dict(scores))


def over(code: str, result: Result, **effects: Any) -> Ruling:
    """The ruling that ends a game."""
    return Ruling(
        "over",
        code,
        None,
        {
            **effects,
            "winners": list(result.winners),
            "ranking": [list(place) for place in result.ranking],
            "scores": dict(result.scores),
        },
    )


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule or setting of a game.

    Attributes:
        default: also says the type: bool, int or str.
        choices: the allowed strings, for a str.
        low, high: the allowed range, both included, for an int.
        why: one sentence for people who set up a game.
    """

    name: str
    default: bool | int | str
    why: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def allowed(self) -> str:
        """The allowed values in words, for error messages and help."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"{self.low} to {self.high}"
        return ", ".join(self.choices)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game, as data.

    Attributes:
        cards: how often each card occurs.
        stand_in: not the printed deck: serves simulated tables only, and never refuses a well-formed card.
        facts: what a game must know of single cards beyond their name (``{"17": {"command": "stop"}}``).
    """

    name: str
    cards: Counter[str]
    stand_in: bool = False
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def one_too_many(self, in_sight: Counter[str], more: Iterable[str]) -> str | None:
        """The first of ``more`` of which there would be more in sight than the deck has; a stand-in has any number.

        >>> Deck("two", Counter({"a": 1, "b": 1})).one_too_many(Counter("a"), ["b", "a"])
        'a'
        """
        if self.stand_in:
            return None
        seen = Counter(in_sight)
        for card in more:
            seen[card] += 1
            if seen[card] > self.cards[card]:
                return card
        return None


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins.

    Attributes:
        players: in turn order, all different.
        first: who begins.
        options: every option of the game by name, defaults filled in, all within their range.
        deck: None is the deck ``any``: every well-formed card is accepted and only totals are checked.
        extras: what ``start`` said beyond the common fields; the game checks it in :meth:`Game.start`.
    """

    players: tuple[str, ...]
    first: str
    options: Mapping[str, bool | int | str]
    deck: Deck | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)


S = TypeVar("S")


class Game(Protocol[S]):
    """A game's rules. ``S`` is its state: frozen, comparable with ``==``, hashable parts or frozen mappings inside."""

    name: str  # as in the table language
    title: str  # for people
    rules_version: int  # the same lines give the same answers within one version
    players: range  # how many may play: range(3, 9)
    cooperative: bool
    options: tuple[Option, ...]
    targets: tuple[str, ...]  # target spots in the order of the table's target lines
    extras: tuple[str, ...]  # names of the extra fields of ``start``
    default_deck: str  # a deck's name, or "any"
    observations: tuple[type[Observation], ...]  # its own lines; the common ones are in session/lines.py
    # A sentence for each code this game can rule, as gettext message ids with the names of effects and {player} in
    # braces; a pair (one, many, name of the counting effect) where the number matters.
    sentences: Mapping[str, str | tuple[str, str, str]]

    def start(self, setup: Setup) -> S:
        """The state before the first observation.

        Raises:
            RuleError: extras that cannot be, with the field, the value and what is allowed.
        """
        ...

    def judge(self, state: S, observation: Observation) -> tuple[S, tuple[Ruling, ...]]:
        """Judge one observation of a game that is not over.

        Observations come with players, spots and cards already known to be of this game. Never raises on what happens
        at a table. Besides its own observations a game gets ``Pads`` (answered ``ok pads_noted``).
        """
        ...

    def end(self, state: S) -> tuple[S, tuple[Ruling, ...]]:
        """The game ends as it stands: ``over ended``."""
        ...

    def put(self, state: S, changes: Mapping[str, Any]) -> tuple[S, tuple[Ruling, ...]]:
        """``set``: take over these fields of the state; ``ok set``, or ``foul cannot_be`` with ``effects.fields``.

        Raises:
            RuleError: a field that the state does not have, or a value of the wrong type.
        """
        ...

    def view(self, state: S) -> dict[str, Any]:
        """The state as JSON, exactly as the game's rules sheet lists it."""
        ...

    def legal(self, state: S) -> Iterable[Observation]:
        """What may be done now without a foul, for bots and screens; finite, in a fixed order."""
        ...

    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""
        ...

    def scores(self, state: S) -> Mapping[str, int]:
        """What the scores would be if the game ended now, by name; cooperative games ``{"left": n}``."""
        ...

    def questions(self, state: S) -> tuple[Ruling, ...]:
        """The ``ask`` rulings that wait for a person, oldest first; the table shows one at a time."""
        ...

    def check_card(self, card: str, setup: Setup) -> None:
        """Check that a card is well-formed.

        Raises:
            RuleError: with the form that was expected.
        """
        ...

    def setup_of(self, state: S) -> Setup:
        """The set-up this state began with."""
        ...


# Sentences of the codes that every game shares (Game.sentences need not repeat them).
COMMON_SENTENCES: Mapping[str, str] = {
    "started": "The game begins.",
    "set": "The table is as you say.",
    "cannot_be": "That cannot be: look at {fields}.",
    "corrected": "Corrected.",
    "undone": "Undone.",
    "nothing_to_undo": "There is nothing to undo.",
    "pads_noted": "Noted what is held down.",
    "paused": "The table is paused.",
    "resumed": "The game goes on.",
    "noted": "Noted.",
    "ended": "The game ends as it stands.",
    "game_is_over": "The game is over.",
    "wrong_phase": "Not now.",
    "pad_dead": "Pad {spot}: it feels nothing. Look at its cable and its resistor; until then say by hand who touched.",
    "pad_stuck": "Pad {spot}: it has been pressed for minutes. Take off what lies on it, or look at its cable.",
    "pad_floating": "Pad {spot}: only noise, so it is not listened to. Look at its cable; where no such pad is wired,"
    " take it out of the table file.",
}
