"""first_touch: who was first, for any other game of reactions: Halli Galli, Snap, Jungle Speed, a quiz.

In: an armed signal if there is one, touches by seat, points by hand. Out: the order with its gaps, false starts, and
who gets the point. Ref: docs/rules/first_touch.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, cast

from touchjudge.errors import RuleError
from touchjudge.judging.order import Stamp, rivals
from touchjudge.rules.game import (
    Observation,
    Option,
    Pads,
    Player,
    Result,
    Ruling,
    Setup,
    ask,
    cannot_be,
    foul,
    info,
    ok,
    over,
    ranked,
)

Phase = Literal["idle", "armed", "open", "over"]
PHASES = ("idle", "armed", "open", "over")
MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Observation):
    """The round is armed: from now on a touch before the signal is a false start."""

    do: ClassVar[str] = "arm"
    contact: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Go(Observation):
    """The signal: a card was turned, a light went on, a question was read."""

    do: ClassVar[str] = "go"
    contact: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch(Observation):
    """A player pressed a seat button or pad."""

    do: ClassVar[str] = "touch"
    contact: ClassVar[bool] = True
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Award(Observation):
    """Points by hand; with an open dead heat it says who was first, or (player null) that nobody gets the point."""

    do: ClassVar[str] = "award"
    player: Player | None
    points: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Observation):
    """The round is closed: the first gets the point."""

    do: ClassVar[str] = "settle"


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's touch of this round; without a stamp it counts in the order of the lines."""

    player: str
    stamp: Stamp | None


@dataclass(frozen=True, slots=True)
class State:
    """A game of first_touch.

    Attributes:
        round: counts signals.
        go: when the signal came; None where there was none, or its time is not known.
        hands: in the order in which they were told.
        sitting_out: who made a false start and may not touch in this round.
        tied: who stands in an open dead heat.
    """

    setup: Setup
    phase: Phase = "idle"
    round: int = 0
    go: Stamp | None = None
    hands: tuple[Hand, ...] = ()
    sitting_out: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)

    @property
    def order(self) -> tuple[Hand, ...]:
        """Hands by time; without times in the order of the lines, after those with one."""
        timed = sorted(
            (hand for hand in self.hands if hand.stamp is not None), key=lambda hand: cast(Stamp, hand.stamp)
        )
        return (*timed, *(hand for hand in self.hands if hand.stamp is None))

    def reaction_us(self, hand: Hand) -> int | None:
        """From the signal to the touch; None where one of both times is not known."""
        return None if self.go is None or hand.stamp is None else hand.stamp.t_us - self.go.t_us


def _stamp(observation: Observation) -> Stamp | None:
    return None if observation.t_us is None else Stamp(observation.t_us, observation.bound_us)


class FirstTouch:
    """The rules; see :class:`touchjudge.rules.game.Game`."""

    name = "first_touch"
    title = "First touch"
    rules_version = 1
    players = range(1, 9)
    cooperative = False
    default_deck = "any"
    targets: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    observations: tuple[type[Observation], ...] = (Arm, Go, Touch, Award, Settle)
    options: tuple[Option, ...] = (
        Option(
            "signal",
            "button",
            "What begins a round: the reveal pad, a random moment after it, or simply the first touch.",
            choices=("button", "random", "none"),
        ),
        Option(
            "false_start",
            "none",
            "What a touch before the signal costs: nothing, a point, or this round.",
            choices=("none", "loses_point", "sits_out"),
        ),
        Option("auto_point", True, "The first of a round gets a point by itself; else points are given by hand."),
        Option("points_to_win", 0, "The game ends when somebody has so many points; 0: never.", low=0, high=1000),
        Option("dead_heat_us", 0, "Microseconds added to the error bounds before an order counts.", low=0, high=50_000),
    )
    sentences: Mapping[str, str | tuple[str, str, str]] = {
        "started": "The game begins: who is first?",
        "armed": "Get ready!",
        "go": "Go!",
        "touched": "{player} is number {place}.",
        "touched_again": "{player} touched again; that counts no more.",
        "false_start": "{player} was too early.",
        "sits_out": "{player} sits this round out.",
        "out_of_round": "{player} touched between the rounds; that counts for nothing.",
        "first": "{player} was first.",
        "dead_heat": "Too close to tell: who was first?",
        "nobody_touched": "Nobody touched.",
        "awarded": ("{player} gets {points} point.", "{player} gets {points} points.", "points"),
        "no_point": "Nobody gets the point.",
        "round_settled": "The round is over.",
        "wrong_phase": "Not now.",
        "points_reached": "{winners} has the points: the game is over.",
    }

    def start(self, setup: Setup) -> State:
        return State(setup, scores=dict.fromkeys(setup.players, 0))

    def setup_of(self, state: State) -> Setup:
        return state.setup

    def judge(self, state: State, observation: Observation) -> tuple[State, tuple[Ruling, ...]]:
        match observation:
            case Arm():
                return self._arm(state)
            case Go():
                return self._go(state, observation)
            case Touch():
                return self._touch(state, observation)
            case Award():
                return self._award(state, observation)
            case Settle():
                return self._settle(state)
            case Pads():
                return state, (ok("pads_noted"),)
            case _:
                raise RuleError(f"do: {observation.do!r} is no line of {self.name}")

    def _arm(self, state: State) -> tuple[State, tuple[Ruling, ...]]:
        if state.phase != "idle":
            return state, (foul("wrong_phase", mend="close the round first: settle"),)
        return replace(state, phase="armed", sitting_out=()), (ok("armed", signal=state.setup.options["signal"]),)

    def _go(self, state: State, go: Go) -> tuple[State, tuple[Ruling, ...]]:
        if state.phase not in ("idle", "armed"):
            return state, (foul("wrong_phase", mend="close the round first: settle"),)
        # A round that was never armed knows no false starts before it.
        sitting_out = state.sitting_out if state.phase == "armed" else ()
        new = replace(
            state, phase="open", round=state.round + 1, go=_stamp(go), hands=(), sitting_out=sitting_out, tied=()
        )
        return new, (ok("go", round=new.round),)

    def _touch(self, state: State, touch: Touch) -> tuple[State, tuple[Ruling, ...]]:
        if state.tied:
            return state, (info("out_of_round", touch.player),)
        if state.phase == "armed":
            return self._false_start(state, touch.player)
        if state.phase == "idle":
            if state.setup.options["signal"] != "none":
                return state, (info("out_of_round", touch.player),)
            state = replace(state, phase="open", round=state.round + 1, go=None, hands=(), sitting_out=(), tied=())
        if touch.player in state.sitting_out:
            return state, (info("sits_out", touch.player),)
        stamp = _stamp(touch)
        if state.go is not None and stamp is not None and stamp.t_us < state.go.t_us:
            # Too early by its stamp, also where a later touch of the same hand arrived before it.
            return self._false_start(state, touch.player)
        if any(hand.player == touch.player for hand in state.hands):
            return state, (info("touched_again", touch.player),)
        hand = Hand(touch.player, stamp)
        new = replace(state, hands=(*state.hands, hand))
        order = new.order
        first = order[0].stamp
        gap_us = None if stamp is None or first is None else stamp.t_us - first.t_us
        effects = {"place": order.index(hand) + 1, "reaction_us": new.reaction_us(hand), "gap_us": gap_us}
        return new, (ok("touched", touch.player, **effects),)

    def _false_start(self, state: State, player: str) -> tuple[State, tuple[Ruling, ...]]:
        option = state.setup.options["false_start"]
        if player in state.sitting_out:
            return state, (info("sits_out", player),)
        ruling = foul("false_start", player, stands=True, penalty=1 if option == "loses_point" else 0)
        if option == "loses_point":
            return replace(state, scores={**state.scores, player: state.scores[player] - 1}), (ruling,)
        if option == "sits_out":
            hands = tuple(hand for hand in state.hands if hand.player != player)
            return replace(state, hands=hands, sitting_out=(*state.sitting_out, player)), (ruling,)
        return state, (ruling,)

    def _settle(self, state: State) -> tuple[State, tuple[Ruling, ...]]:
        if state.tied:
            return state, self.questions(state)
        if state.phase not in ("armed", "open"):
            return state, (foul("wrong_phase", mend="there is no round to close"),)
        order = state.order
        if not order:
            return self._closed(state, (info("nobody_touched"),))
        stamps = [hand.stamp for hand in order]
        margin_us = int(state.setup.options["dead_heat_us"])
        # Lines without times have only their own order; with times, whoever may have been the first is asked about.
        tied = rivals(stamps, margin_us) if stamps[0] is not None else (0,)
        if len(tied) > 1:
            asking = replace(state, tied=tuple(order[index].player for index in tied))
            return asking, self.questions(asking)
        return self._won(state, order[0].player)

    def _won(self, state: State, player: str) -> tuple[State, tuple[Ruling, ...]]:
        order = state.order
        hand = next(hand for hand in order if hand.player == player)
        other = next((each.stamp for each in order if each is not hand), None)
        gap_us = None if other is None or hand.stamp is None else max(0, other.t_us - hand.stamp.t_us)
        pay = 1 if state.setup.options["auto_point"] else 0
        scores = {**state.scores, player: state.scores[player] + pay}
        rulings = (ok("first", player, pay=pay, reaction_us=state.reaction_us(hand), gap_us=gap_us),)
        return self._closed(replace(state, scores=scores), rulings)

    def _closed(self, state: State, rulings: tuple[Ruling, ...]) -> tuple[State, tuple[Ruling, ...]]:
        closed = replace(state, phase="idle", tied=())
        effects = {
            "order": [hand.player for hand in state.order],
            "gaps_us": list(_gaps_us(state.order)),
            "scores": dict(closed.scores),
        }
        return self._ended(closed, (*rulings, info("round_settled", None, **effects)))

    def _award(self, state: State, award: Award) -> tuple[State, tuple[Ruling, ...]]:
        if state.tied:
            if award.player is None:
                return self._closed(state, (info("no_point"),))
            if award.player not in state.tied:
                return state, (
                    foul("wrong_phase", mend=f"say first who was first: {', '.join(state.tied)}, or nobody"),
                )
            return self._won(state, award.player)
        if award.player is None:
            return state, (foul("wrong_phase", mend="name the player who gets the points"),)
        if abs(award.points) > MOST_POINTS:
            raise RuleError(f"points: {award.points} was read; allowed: -{MOST_POINTS} to {MOST_POINTS}")
        scores = {**state.scores, award.player: state.scores[award.player] + award.points}
        return self._ended(replace(state, scores=scores), (ok("awarded", award.player, points=award.points),))

    def _ended(self, state: State, rulings: tuple[Ruling, ...]) -> tuple[State, tuple[Ruling, ...]]:
        wanted = int(state.setup.options["points_to_win"])
        if not wanted or max(state.scores.values()) < wanted:
            return state, rulings
        return replace(state, phase="over"), (*rulings, over("points_reached", ranked(state.scores)))

    def end(self, state: State) -> tuple[State, tuple[Ruling, ...]]:
        return replace(state, phase="over", tied=()), (over("ended", ranked(state.scores)),)

    def questions(self, state: State) -> tuple[Ruling, ...]:
        if not state.tied:
            return ()
        options = [[{"do": "award", "player": player}] for player in (*state.tied, None)]
        return (ask("dead_heat", options=options, players=list(state.tied)),)

    def scores(self, state: State) -> Mapping[str, int]:
        return state.scores

    def result(self, state: State) -> Result | None:
        return ranked(state.scores) if state.phase == "over" else None

    def check_card(self, card: str, setup: Setup) -> None:  # noqa: ARG002 - no set-up makes a card of it
        raise RuleError(f"card: {card!r} was read, but {self.name} has no cards")

    def legal(self, state: State) -> Iterable[Observation]:
        players = state.setup.players
        match state.phase:
            case "idle":
                yield Arm()
                yield Go()
            case "armed":
                yield Go()
                yield Settle()
            case "open" if state.tied:
                yield from (Award(player=player) for player in (*state.tied, None))
                return
            case "open":
                done = (*state.sitting_out, *(hand.player for hand in state.hands))
                yield from (Touch(player=player) for player in players if player not in done)
                yield Settle()
            case "over":
                return
        yield from (Award(player=player) for player in players)

    def view(self, state: State) -> dict[str, Any]:
        return {
            "phase": state.phase,
            "round": state.round,
            "go_us": state.go.t_us if state.go is not None else None,
            "touches": [
                {
                    "player": hand.player,
                    "t_us": hand.stamp.t_us if hand.stamp is not None else None,
                    "bound_us": hand.stamp.bound_us if hand.stamp is not None else None,
                }
                for hand in state.hands
            ],
            "sitting_out": list(state.sitting_out),
            "scores": dict(state.scores),
            "questions": [
                {"code": question.code, "options": question.effects["options"]} for question in self.questions(state)
            ],
            "winners": list(ranked(state.scores).winners) if state.phase == "over" else [],
        }

    def put(self, state: State, changes: Mapping[str, Any]) -> tuple[State, tuple[Ruling, ...]]:
        known = self.view(state)
        for name in changes:
            if name not in known:
                raise RuleError(f"state.{name}: is no field of {self.name}; allowed: {', '.join(known)}")
        if all(known[name] == value for name, value in changes.items()):
            return state, (ok("set"),)
        wrong = [name for name in changes if not _can_be(name, changes[name], state)]
        if wrong:
            return state, (cannot_be(wrong),)
        phase = changes.get("phase", state.phase)
        scores = {**state.scores, **changes.get("scores", {})}
        new = replace(
            state,
            phase=phase,
            round=changes.get("round", state.round),
            scores=scores,
            sitting_out=tuple(changes.get("sitting_out", state.sitting_out)),
        )
        if phase in ("idle", "armed"):
            new = replace(new, go=None, hands=(), tied=())
        return new, (ok("set"),)


def _can_be(name: str, value: Any, state: State) -> bool:
    players = state.setup.players
    match name:
        case "phase":
            return value in PHASES
        case "round":
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS
        case "scores":
            return isinstance(value, dict) and all(
                player in players
                and isinstance(points, int)
                and not isinstance(points, bool)
                and abs(points) <= MOST_POINTS
                for player, points in value.items()
            )
        case "sitting_out":
            return (
                isinstance(value, list) and all(player in players for player in value) and len(set(value)) == len(value)
            )
        case _:
            # What hands and clocks said is not put by hand; the same as before is no change.
            return bool(value == FirstTouch().view(state)[name])


def _gaps_us(order: tuple[Hand, ...]) -> Iterable[int | None]:
    first = order[0].stamp if order else None
    for hand in order:
        yield None if first is None or hand.stamp is None else hand.stamp.t_us - first.t_us


GAME = FirstTouch()
