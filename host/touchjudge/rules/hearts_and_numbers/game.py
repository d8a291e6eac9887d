"""The hearts-and-numbers game, as the referee sees it: one line in, new state and rulings out.

A turn: draw, lay a card openly, take what matches it, put the laid card in the middle, fill the middle up. The stack
is only counted, and the count can be wrong: it ends the game when it comes out even, else the table says so.

Ref: docs/rules/hearts_and_numbers.md.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from touchjudge.errors import LineError
from touchjudge.rules.game import Observation, Option, Pads, Result, Ruling, Setup, ask, foul, info, ok, over, ranked
from touchjudge.rules.hearts_and_numbers import state as states
from touchjudge.rules.hearts_and_numbers import taking_over
from touchjudge.rules.hearts_and_numbers.cards import MIDDLE, check_card, matching
from touchjudge.rules.hearts_and_numbers.legal import legal
from touchjudge.rules.hearts_and_numbers.observations import OBSERVATIONS, Deal, Refill, Took, Turn
from touchjudge.rules.hearts_and_numbers.sentences import SENTENCES
from touchjudge.rules.hearts_and_numbers.state import OPTIONS, State

Judged = tuple[State, tuple[Ruling, ...]]


class HeartsAndNumbers:
    """The rules; ``GAME`` is the one instance."""

    name = "hearts_and_numbers"
    title = "Hearts and numbers"
    rules_version = 1
    players = range(2, 4)
    cooperative = False
    options: tuple[Option, ...] = OPTIONS
    targets: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    observations = OBSERVATIONS
    default_deck = "any"
    sentences: Mapping[str, str | tuple[str, str, str]] = SENTENCES

    def start(self, setup: Setup) -> State:
        return states.first_state(setup)

    def judge(self, state: State, observation: Observation) -> Judged:
        if state.phase == "over":
            return state, (foul("game_is_over", mend="start a new game, or undo"),)
        match observation:
            case Pads():
                return state, (ok("pads_noted"),)
            case Deal():
                return _deal(state, observation)
            case Turn():
                return _turn(state, observation)
            case Took():
                return _took(state, observation)
            case Refill():
                return _refill(state, observation)
            case _:
                known = ", ".join(kind.do for kind in OBSERVATIONS)
                raise LineError(f"{observation.do!r} is no line of {self.name}; it has {known}")

    def end(self, state: State) -> Judged:
        return _over(state, "ended")

    def put(self, state: State, changes: Mapping[str, Any]) -> Judged:
        return taking_over.put(state, changes)

    def view(self, state: State) -> dict[str, Any]:
        return states.view(state)

    def legal(self, state: State) -> Iterator[Observation]:
        return legal(state)

    def result(self, state: State) -> Result | None:
        return states.result(state)

    def scores(self, state: State) -> Mapping[str, int]:
        return states.points(state)

    def questions(self, state: State) -> tuple[Ruling, ...]:
        return (_stalled(state),) if state.is_stalled else ()

    def check_card(self, card: str, setup: Setup) -> None:  # noqa: ARG002 (the form is the same with every deck)
        check_card(card)

    def setup_of(self, state: State) -> Setup:
        return state.setup


GAME = HeartsAndNumbers()


def _deal(state: State, deal: Deal) -> Judged:
    if state.phase != "deal":
        return state, (foul("wrong_phase", mend="the middle is dealt already; lay a card, or refill"),)
    refused = _not_from_the_deck(state, deal.open)
    if refused is None and len(deal.open) != MIDDLE:
        refused = _wrong_number(len(deal.open), MIDDLE, f"lay {MIDDLE} cards openly and name them")
    if refused:
        return state, (refused,)
    dealt = replace(state, phase="turn", open=deal.open, stack=state.stack - MIDDLE)
    return dealt, (ok("dealt", open=list(deal.open), stack=dealt.stack, next=dealt.player),)


def _turn(state: State, turn: Turn) -> Judged:
    if state.phase != "turn":
        mend = "deal first" if state.phase == "deal" else f"refill the middle with {state.missing} first"
        return state, (foul("wrong_phase", turn.player, mend=mend),)
    if turn.player != state.player:
        return state, (_not_your_turn(turn.player, state.player),)
    refused = _not_from_the_deck(state, (turn.card,), turn.player)
    if refused:
        return state, (refused,)
    take = matching(turn.card, state.open)
    # Who has drawn has shown that there was a card, whatever the count says.
    drawn = max(state.stack - 1, 0)
    return _takes(state, turn, take, drawn) if take else _no_match(state, turn, drawn)


def _takes(state: State, turn: Turn, take: tuple[str, ...], drawn: int) -> Judged:
    """The card matches: it goes to the middle, and what it matches is the player's."""
    rest = tuple(card for card in state.open if card not in take)
    taken = tuple((*own, *take) if seat == state.turn else own for seat, own in enumerate(state.taken))
    after = replace(
        state,
        phase="refill",
        stack=drawn,
        open=(*rest, turn.card),
        taken=taken,
        stall=0,
        last_take=take,
    )
    told = ok("take", turn.player, card=turn.card, take=list(take), refill=after.missing)
    if after.missing:
        return after, (told,)
    return _next(after, (told,), is_used_up=bool(state.stack) and not drawn)


def _no_match(state: State, turn: Turn, drawn: int) -> Judged:
    """The card goes under the stack; the next turn after a stall that was asked about counts from 0."""
    stall = 1 if state.is_stalled else state.stall + 1
    after = replace(state, stack=drawn + 1, turn=state.following, stall=stall, last_take=None)
    told = ok("no_match", turn.player, under_stack=turn.card, next=after.player)
    return after, (told, _stalled(after)) if after.is_stalled else (told,)


def _took(state: State, took: Took) -> Judged:
    if state.last_take is None:
        return state, (foul("wrong_phase", took.player, mend="nothing was to be taken; lay a card first"),)
    taker = state.players[state.taker]
    if took.player != taker:
        return state, (_not_your_turn(took.player, taker),)
    right, said = Counter(state.last_take), Counter(took.cards)
    take, missing, extra = list(state.last_take), list((right - said).elements()), list((said - right).elements())
    fouls = []
    if missing:
        fouls.append(foul("left_one", took.player, take=take, missing=missing, mend="take these, too"))
    if extra:
        fouls.append(foul("took_extra", took.player, take=take, extra=extra, mend="put these back"))
    return state, tuple(fouls) or (ok("took", took.player, take=take),)


def _refill(state: State, refill: Refill) -> Judged:
    if state.phase != "refill":
        return state, (foul("wrong_phase", mend="deal first" if state.phase == "deal" else "lay a card first"),)
    refused = _not_from_the_deck(state, refill.cards)
    if refused:
        return state, (refused,)
    came, counted = len(refill.cards), state.stack
    is_short = refill.stack_empty and came < state.missing
    if came != state.missing and not is_short:
        mend = f"name {state.missing}; if the stack is empty, say stack_empty"
        return state, (_wrong_number(came, state.missing, mend),)
    left = 0 if refill.stack_empty else max(counted - came, 0)
    after = replace(state, open=(*state.open, *refill.cards), stack=left)
    differs = counted < came or (refill.stack_empty and counted != came)
    about = (info("count_differs", counted=counted, came=came),) if differs else ()
    if is_short:
        return _over(after, "stack_used_up", about)
    following = state.players[state.following]
    told = ok("refilled", cards=list(refill.cards), stack=left, next=following)
    return _next(after, (told, *about), is_used_up=refill.stack_empty or counted == came)


def _next(state: State, told: tuple[Ruling, ...], *, is_used_up: bool) -> Judged:
    """The next player is to move, unless there is no third card to draw."""
    after = replace(state, phase="turn", turn=state.following)
    return _over(after, "stack_used_up", told) if is_used_up else (after, told)


def _over(state: State, code: str, told: tuple[Ruling, ...] = ()) -> Judged:
    return replace(state, phase="over"), (*told, over(code, ranked(states.points(state))))


def _stalled(state: State) -> Ruling:
    return ask("stalled", options=[[{"do": "end"}], []], stall=state.stall)


# ---- fouls


def _not_your_turn(player: str, whose: str) -> Ruling:
    return foul("not_your_turn", player, turn=whose, mend="take the card back")


def _wrong_number(came: int, wanted: int, mend: str) -> Ruling:
    return foul("wrong_refill", wanted=wanted, count=came, mend=mend)


def _not_from_the_deck(state: State, cards: Sequence[str], player: str | None = None) -> Ruling | None:
    found = taking_over.beyond_the_deck(state, cards)
    if found is None:
        return None
    is_known = state.setup.deck is not None and found in state.setup.deck.cards
    return foul("card_seen_twice" if is_known else "unknown_card", player, card=found, mend="look at the card again")
