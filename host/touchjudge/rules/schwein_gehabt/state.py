"""A game of Schwein gehabt! as a value, and as the JSON that the rules sheet lists.

Ref: docs/rules/schwein_gehabt.md, State.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from touchjudge.judging.order import Stamp
from touchjudge.rules.game import By, Observation, Result, Setup, ranked
from touchjudge.rules.schwein_gehabt.cards import UNSEEN, is_symbol, is_touch
from touchjudge.rules.schwein_gehabt.observations import Claim, Release, Touch
from touchjudge.rules.schwein_gehabt.options import HouseRules

Phase = Literal["reveal", "react", "over"]
Fact = Touch | Claim | Release
SENSED: tuple[By, ...] = ("sensor", "sim")


@dataclass(frozen=True, slots=True)
class Question:
    """What the referee needs to know; its options follow from the state.

    Attributes:
        player, spot: whom and which target it is about, where the code alone does not say it.
    """

    code: str
    player: str | None = None
    spot: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The round before this one, so that a touch that comes late finds it.

    Attributes:
        before: the state in which it was settled.
        since_us, until_us: what belongs to it, both included.
    """

    before: "State"
    since_us: int
    until_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything the referee knows; :func:`view` shows the fields that people see and may set.

    Attributes:
        setup, rules: how the game began.
        cards, numbers: by player, in turn order.
        revealed: the card that lies there, ``unseen`` while nobody has named it, None when none lies there.
        sensed_reveal: the reveal came from a pad, so that its time is when the card lay and not when it was seen.
        given_up: somebody answered ``unseen``, so nobody is asked for the card again.
        touches: contacts on the targets in the order in which they were told, all of them: on a touch card each may be
            a hand.
        hands_by: who told the pile.
        winner_told: whether ``winner`` was told, as None is an answer, too.
        lowest: who is said to have had the lowest hand, in a tuple because "nobody" is an answer, too.
        firsts: who is said to have been first at a target, or nobody.
        struck: targets where what was touched was no draw; those contacts are taken out of ``touches``.
        settled: the round before.
        waiting: told between rounds; the next reveal decides whether it belongs to its round.
        held: pads and seats that were down at the reveal and have not been seen up.
        down: what was down when the sensors last told, since the last reveal.
    """

    setup: Setup
    rules: HouseRules
    dealer: str
    cards: tuple[int, ...]
    numbers: tuple[tuple[int, ...], ...]
    deck: int
    jackpot: int = 0
    phase: Phase = "reveal"
    round: int = 0
    revealed: str | None = None
    revealed_us: int | None = None
    sensed_reveal: bool = False
    given_up: bool = False
    touches: tuple[Touch, ...] = ()
    claims: tuple[Claim, ...] = ()
    releases: tuple[Release, ...] = ()
    hands: tuple[str, ...] | None = None
    hands_by: By = "referee"
    winner: str | None = None
    winner_told: bool = False
    lowest: tuple[str | None, ...] = ()
    firsts: tuple[tuple[str, str | None], ...] = ()
    struck: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    settled: Settled | None = None
    # What sensors tell between rounds is no step of the game: two states that differ only in it are the same, so that
    # undo does not stop at it.
    waiting: tuple[Fact, ...] = field(default=(), compare=False)
    held: tuple[str, ...] = field(default=(), compare=False)
    down: tuple[str, ...] = field(default=(), compare=False)

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def is_symbol_card(self) -> bool:
        """Whether this round is judged as a symbol card: named so, or given up and nobody spoke of hands."""
        return is_symbol(self.revealed) or (self.revealed == UNSEEN and self.given_up and not self.hands_spoken_of)

    @property
    def is_touch_card(self) -> bool:
        """Whether this round is judged as a touch card: named so, or unnamed and somebody spoke of hands."""
        return is_touch(self.revealed) or (self.revealed == UNSEEN and self.hands_spoken_of)

    @property
    def hands_spoken_of(self) -> bool:
        return self.hands is not None or self.winner_told or bool(self.lowest)

    @property
    def since_us(self) -> int | None:
        """From when on contacts belong to this round; None if only the order of the lines is known."""
        if self.revealed_us is None:
            return None
        return self.revealed_us - (self.rules.lead_us if self.sensed_reveal else 0)

    def cards_of(self, player: str) -> int:
        return self.cards[self.players.index(player)]

    def numbers_of(self, player: str) -> tuple[int, ...]:
        return self.numbers[self.players.index(player)]

    def give(self, player: str, count: int) -> "State":
        """The same with this many cards more (or fewer) before the player; where they come from is the caller's."""
        seat = self.players.index(player)
        return replace(self, cards=(*self.cards[:seat], self.cards[seat] + count, *self.cards[seat + 1 :]))

    def reaction_us(self, stamp: Stamp | None) -> int | None:
        """Time since the reveal; unknown, not negative, before it."""
        if stamp is None or self.revealed_us is None or stamp.t_us < self.revealed_us:
            return None
        return stamp.t_us - self.revealed_us


def stamp_of(observation: Observation) -> Stamp | None:
    return None if observation.t_us is None else Stamp(observation.t_us, observation.bound_us)


def by_time(touch: Touch) -> tuple[bool, int, int, bool]:
    """Order of touches that does not depend on the order of the lines; the surer one first where times are equal."""
    return (touch.t_us is None, touch.t_us or 0, touch.bound_us, touch.by not in SENSED)


def earliest(touches: list[Touch]) -> Touch:
    """The first of some touches: by time, those without a time last and as they were told."""
    return min(touches, key=by_time)


def scores(state: State) -> dict[str, int]:
    return dict(zip(state.players, state.cards, strict=True))


def result(state: State) -> Result | None:
    return ranked(scores(state)) if state.phase == "over" else None


def between_rounds(state: State) -> State:
    """The same with the round's facts put away."""
    return replace(
        state,
        phase="reveal",
        revealed=None,
        revealed_us=None,
        sensed_reveal=False,
        given_up=False,
        touches=(),
        claims=(),
        releases=(),
        hands=None,
        hands_by="referee",
        winner=None,
        winner_told=False,
        lowest=(),
        firsts=(),
        struck=(),
        questions=(),
        held=(),
    )


def fact(observation: Fact) -> dict[str, Any]:
    """An observation as it stands in the lists of the state."""
    told: dict[str, Any] = {}
    match observation:
        case Touch(spot=spot, player=player):
            told = {"spot": spot, "player": player}
        case Claim(player=player, spot=spot, wrong=wrong):
            told = {"player": player, "spot": spot, "wrong": wrong}
        case Release(player=player):
            told = {"player": player}
    return {**told, "t_us": observation.t_us, "bound_us": observation.bound_us, "by": observation.by}


def view(state: State, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """The state as JSON.

    Args:
        questions: the open ones with their options.
    """
    ended = result(state)
    return {
        "phase": state.phase,
        "round": state.round,
        "revealed": state.revealed,
        "deck": state.deck,
        "jackpot": state.jackpot,
        "cards": scores(state),
        "numbers": {name: list(own) for name, own in zip(state.players, state.numbers, strict=True)},
        "dealer": state.dealer,
        "revealed_us": state.revealed_us,
        "touches": [fact(touch) for touch in state.touches],
        "claims": [fact(claim) for claim in state.claims],
        "releases": [fact(release) for release in state.releases],
        "hands": None if state.hands is None else list(state.hands),
        "winner": state.winner,
        "struck": list(state.struck),
        "questions": questions,
        "winners": list(ended.winners) if ended else [],
    }
