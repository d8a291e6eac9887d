"""Virus!, as the referee sees it: one line in, new state and rulings out.

A turn is one card played, or one to three discarded, or a draw alone; then the hand is filled up and the turn goes on.

Ref: docs/rules/virus.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from touchjudge.errors import LineError
from touchjudge.rules.game import Observation, Option, Pads, Result, Ruling, Setup, foul, ok, over, ranked
from touchjudge.rules.virus import state as states
from touchjudge.rules.virus import taking_over
from touchjudge.rules.virus.acting import act
from touchjudge.rules.virus.cards import HAND, check_card
from touchjudge.rules.virus.legal import legal
from touchjudge.rules.virus.observations import OBSERVATIONS, Discard, Draw, Play, check_fields
from touchjudge.rules.virus.sentences import SENTENCES, WORDS
from touchjudge.rules.virus.state import OPTIONS, State

Judged = tuple[State, tuple[Ruling, ...]]


class Virus:
    """The rules; ``GAME`` is the one instance."""

    name = "virus"
    title = "Virus!"
    rules_version = 1
    players = range(2, 7)
    cooperative = False
    options: tuple[Option, ...] = OPTIONS
    targets: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    observations = OBSERVATIONS
    default_deck = "virus"
    sentences: Mapping[str, str | tuple[str, str, str]] = SENTENCES
    words: Mapping[str, str] = WORDS

    def start(self, setup: Setup) -> State:
        return states.first_state(setup)

    def judge(self, state: State, observation: Observation) -> Judged:
        if state.over:
            return state, (foul("game_is_over", mend="start a new game, or undo"),)
        match observation:
            case Pads():
                return state, (ok("pads_noted"),)
            case Play():
                check_fields(observation)
                return _play(state, observation)
            case Discard():
                check_fields(observation)
                return _discard(state, observation)
            case Draw():
                return _draw(state, observation)
            case _:
                known = ", ".join(kind.do for kind in OBSERVATIONS)
                raise LineError(f"{observation.do!r} is no line of {self.name}; it has {known}")

    def end(self, state: State) -> Judged:
        ended = replace(state, over=True, winner=states.leader(state))
        return ended, (over("ended", ranked(states.scores(state))),)

    def put(self, state: State, changes: Mapping[str, Any]) -> Judged:
        return taking_over.put(state, changes)

    def view(self, state: State) -> dict[str, Any]:
        return states.view(state)

    def legal(self, state: State) -> Iterator[Observation]:
        return legal(state)

    def result(self, state: State) -> Result | None:
        return states.result(state)

    def scores(self, state: State) -> Mapping[str, int]:
        return states.scores(state)

    def questions(self, state: State) -> tuple[Ruling, ...]:  # noqa: ARG002 (what lies open asks nothing)
        return ()

    def check_card(self, card: str, setup: Setup) -> None:  # noqa: ARG002 (the form is the same with every deck)
        check_card(card)

    def setup_of(self, state: State) -> Setup:
        return state.setup


GAME = Virus()


def _play(state: State, play: Play) -> Judged:
    refused = _not_now(state, play.player) or _not_from_hand(state, play.player, (play.card,))
    done = refused or act(state, play)
    if isinstance(done, Ruling):
        return state, (done,)
    hands = list(state.hands)
    hands[state.turn] -= 1
    must_draw, discarded = state.must_draw, list[str | None](done.discarded)
    if done.code == "gloved":
        others = [seat for seat in range(len(hands)) if seat != state.turn]
        discarded += [None] * sum(hands[seat] for seat in others)
        hands = [held if seat == state.turn else 0 for seat, held in enumerate(hands)]
        must_draw = tuple(others)
    after = replace(state, bodies=done.bodies, hands=tuple(hands), must_draw=must_draw)
    return _go_on(after, done.code, done.effects, discarded)


def _discard(state: State, told: Discard) -> Judged:
    cards = told.cards or ()
    refused = _not_now(state, told.player) or _not_from_hand(state, told.player, cards)
    if refused:
        return state, (refused,)
    count = len(cards) if told.count is None else told.count
    held = state.hands[state.turn]
    if not count:
        return state, (foul("nothing_discarded", told.player, mend=f"discard 1 to {held}, or play a card"),)
    if count > held:
        ruling = foul("too_many_discarded", told.player, count=count, most=held, mend="take back what is too much")
        return state, (ruling,)
    hands = tuple(n - count if seat == state.turn else n for seat, n in enumerate(state.hands))
    return _go_on(replace(state, hands=hands), "discarded", {"count": count}, list(cards) or [None] * count)


def _draw(state: State, told: Draw) -> Judged:
    if told.player != state.player:
        return state, (_not_your_turn(state, told.player),)
    if state.turn not in state.must_draw and state.hands[state.turn]:
        return state, (foul("nothing_to_draw", told.player, mend="play a card or discard"),)
    must_draw = tuple(seat for seat in state.must_draw if seat != state.turn)
    return _go_on(replace(state, must_draw=must_draw), "drew", {}, [])


def _go_on(state: State, code: str, effects: Mapping[str, Any], discarded: list[str | None]) -> Judged:
    """After a rightful action: somebody has won, or the player draws and the next one is to move."""
    player = state.player
    state = replace(state, discards=(*state.discards, *discarded))
    winner = states.complete(state)
    if winner is not None:
        won = replace(state, over=True, winner=winner)
        acted = ok(code, player, **effects, discarded=discarded, draw=0, next=None)
        return won, (acted, over("won", ranked(states.scores(won))))
    held = state.hands[state.turn]
    draw, turned, state = _filled(state, HAND - held)
    state = replace(state, turn=(state.turn + 1) % len(state.players))
    told = {**effects, "discarded": discarded, "draw": draw, "next": state.player}
    return state, (ok(code, player, **told, **({"turned": True} if turned else {})),)


def _filled(state: State, wanted: int) -> tuple[int, bool, State]:
    """The player draws; an empty draw pile is made of the discards when the next card is wanted.

    Returns:
        how many cards there were to draw, whether the discards were turned over, and the state.
    """
    draw, pile, discards = min(wanted, state.draw_pile), state.draw_pile, state.discards
    turned = draw < wanted and bool(discards)
    if turned:
        pile, discards = pile + len(discards), ()
        draw = min(wanted, pile)
    hands = tuple(held + draw if seat == state.turn else held for seat, held in enumerate(state.hands))
    return draw, turned, replace(state, hands=hands, draw_pile=pile - draw, discards=discards)


# ---- fouls that come before the action itself


def _not_now(state: State, player: str) -> Ruling | None:
    if player != state.player:
        return _not_your_turn(state, player)
    if state.turn in state.must_draw:
        return foul("must_only_draw", player, mend="take the card back and draw")
    return None


def _not_from_hand(state: State, player: str, cards: tuple[str, ...]) -> Ruling | None:
    if not state.hands[state.turn]:
        return foul("hand_empty", player, mend="draw")
    card = taking_over.beyond_the_deck(state, cards)
    return None if card is None else foul("not_in_deck", player, card=card, mend="look at the card again")


def _not_your_turn(state: State, player: str) -> Ruling:
    return foul("not_your_turn", player, turn=state.player, mend="take the card back")
