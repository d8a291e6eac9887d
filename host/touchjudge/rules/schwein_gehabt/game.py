"""Schwein gehabt!, the lucky-charm reaction game, as the referee sees it: one line in, new state and rulings out.

Ref: docs/rules/schwein_gehabt.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, assert_never

from touchjudge.errors import LineError, RuleError
from touchjudge.judging.pile import most_hands, sandwich
from touchjudge.rules.game import Observation, Option, Pads, Result, Ruling, Setup, cannot_be, foul, info, ok
from touchjudge.rules.schwein_gehabt import state as states
from touchjudge.rules.schwein_gehabt import taking_over
from touchjudge.rules.schwein_gehabt.cards import (
    DECK_SIZE,
    NUMBERS,
    SPOTS,
    TOUCH_CARDS,
    UNSEEN,
    check_card,
    is_symbol,
    is_touch,
    shown_on,
)
from touchjudge.rules.schwein_gehabt.late import belongs_to_settled, late_ruled
from touchjudge.rules.schwein_gehabt.observations import (
    OBSERVATIONS,
    CardNamed,
    Claim,
    Hands,
    Nobody,
    Release,
    Reveal,
    Settle,
    Touch,
    Winner,
)
from touchjudge.rules.schwein_gehabt.options import OPTIONS, house_rules
from touchjudge.rules.schwein_gehabt.paying import Rulings, finish, settle
from touchjudge.rules.schwein_gehabt.questions import asked, pending, refreshed, shown
from touchjudge.rules.schwein_gehabt.reactions import pile_ruled, release_ruled, touch_ruled
from touchjudge.rules.schwein_gehabt.sentences import SENTENCES
from touchjudge.rules.schwein_gehabt.state import SENSED, Fact, Question, State

Judged = tuple[State, Rulings]

# A pad that chatters must not fill the memory: between rounds the newest contacts are kept, in a round the first of
# each target, which are more than there are hands.
MOST_WAITING = 256
MOST_CONTACTS = 32


class SchweinGehabt:
    """The rules; ``GAME`` is the one instance."""

    name = "schwein_gehabt"
    title = "Schwein gehabt!"
    rules_version = 1
    players = range(3, 9)
    cooperative = False
    options: tuple[Option, ...] = OPTIONS
    targets: tuple[str, ...] = SPOTS
    extras: tuple[str, ...] = ("numbers", "dealer")
    observations: tuple[type[Observation], ...] = OBSERVATIONS
    default_deck = "any"
    sentences: Mapping[str, str | tuple[str, str, str]] = SENTENCES

    def start(self, setup: Setup) -> State:
        given = setup.extras.get("numbers")
        dealt = {player: list(NUMBERS[seat :: len(setup.players)]) for seat, player in enumerate(setup.players)}
        dealer = setup.extras.get("dealer", setup.first)
        if dealer not in setup.players:
            raise RuleError(f"dealer is {dealer!r}, who does not play; the players are {', '.join(setup.players)}")
        return State(
            setup=setup,
            rules=house_rules(setup.options),
            dealer=dealer,
            cards=(0,) * len(setup.players),
            numbers=taking_over.checked_numbers(dealt if given is None else given, setup.players),
            deck=DECK_SIZE,
        )

    def judge(self, state: State, observation: Observation) -> Judged:
        if state.phase == "over":
            return state, (foul("game_is_over", mend="start a new game, or undo"),)
        if isinstance(observation, Hands) and most_hands(observation.players) > 2:
            raise LineError(
                f"players is {list(observation.players)}: somebody has more than two hands in the pile; "
                "name each player at most twice"
            )
        match observation:
            case Pads():
                return _pads(state, observation)
            case Reveal():
                return _reveal(state, observation)
            case Touch() | Release():
                return _told(state, observation)
            case Claim() if state.phase == "react" or observation.t_us is not None:
                return _told(state, observation)
        if state.phase != "react":
            return state, (foul("wrong_phase", mend="reveal a card first"),)
        match observation:
            case CardNamed():
                return _card(state, observation)
            case Nobody():
                return _nobody(state, observation)
            case Hands():
                return _hands(state, observation)
            case Winner():
                return _winner(state, observation)
            case Settle():
                return settle(state, observation.t_us)
            case _:
                raise LineError(f"{observation.do!r} is no line of {self.name}; it has {_kinds()}")

    def end(self, state: State) -> Judged:
        return finish(state, "ended")

    def put(self, state: State, changes: Mapping[str, Any]) -> Judged:
        return taking_over.put(state, changes)

    def view(self, state: State) -> dict[str, Any]:
        return states.view(state, shown(state))

    def legal(self, state: State) -> Iterator[Observation]:
        match state.phase:
            case "over":
                return
            case "reveal":
                yield Reveal()
            case "react":
                yield from _legal_in_round(state)

    def result(self, state: State) -> Result | None:
        return states.result(state)

    def scores(self, state: State) -> Mapping[str, int]:
        return states.scores(state)

    def questions(self, state: State) -> Rulings:
        return tuple(asked(state, question) for question in state.questions)

    def check_card(self, card: str, setup: Setup) -> None:  # noqa: ARG002 (the form is the same with every deck)
        check_card(card)

    def setup_of(self, state: State) -> Setup:
        return state.setup


GAME = SchweinGehabt()


def _kinds() -> str:
    return ", ".join(kind.do for kind in OBSERVATIONS)


def _pads(state: State, pads: Pads) -> Judged:
    # What was down at the reveal and is not down now has been seen up. What is down now counts at the next reveal.
    held = tuple(name for name in state.held if name in pads.down)
    return replace(state, held=held, down=tuple(sorted(set(pads.down)))), (ok("pads_noted"),)


def _reveal(state: State, reveal: Reveal) -> Judged:
    if state.questions:
        return state, (_round_open(state.questions[0]),)
    if reveal.card is not None and not taking_over.is_dealt(state, reveal.card):
        return state, (_no_such_card(reveal.card),)
    if state.phase == "reveal":
        return _open_round(state, reveal, state.waiting)
    old, new = _split(state, reveal)
    question = pending(old)
    if question is not None:
        # The question stands, the reveal does not: it is told again when the question is answered.
        return replace(state, questions=(question,)), (asked(old, question), _round_open(question))
    closed, rulings = settle(old, reveal.t_us)
    if closed.phase == "over":
        return closed, rulings
    opened, more = _open_round(closed, reveal, new)
    return opened, (*rulings, *more)


def _round_open(question: Question) -> Ruling:
    return foul("round_open", question=question.code, mend="answer the open question, then reveal")


def _split(state: State, reveal: Reveal) -> tuple[State, tuple[Fact, ...]]:
    """The round that a reveal closes, and what was told in it but belongs to the card that is turned now."""
    facts: tuple[Fact, ...] = (*state.releases, *state.touches, *state.claims)
    last_us, revealed_us = state.revealed_us, reveal.t_us
    if revealed_us is None or (last_us is not None and last_us >= revealed_us):
        return state, ()
    next_round = replace(state, revealed_us=revealed_us, sensed_reveal=reveal.by in SENSED)
    new = tuple(
        told
        for told in facts
        if told.t_us is not None and (last_us is None or told.t_us > last_us) and _is_in_round(next_round, told)
    )
    old = replace(
        state,
        touches=tuple(touch for touch in state.touches if touch not in new),
        claims=tuple(claim for claim in state.claims if claim not in new),
        releases=tuple(release for release in state.releases if release not in new),
    )
    return old, new


def _open_round(state: State, reveal: Reveal, waiting: tuple[Fact, ...]) -> Judged:
    """A card is turned.

    Args:
        waiting: told before; what happened after the reveal belongs to the new round.
    """
    if not state.deck:
        return finish(state, "deck_empty")
    opened = replace(
        states.between_rounds(state),
        phase="react",
        round=state.round + 1,
        deck=state.deck - 1,
        revealed=reveal.card or UNSEEN,
        revealed_us=reveal.t_us,
        sensed_reveal=reveal.by in SENSED,
        given_up=reveal.card == UNSEEN,
        waiting=(),
        held=state.down,
        down=(),
    )
    rulings: list[Ruling] = [ok("revealed", card=opened.revealed, round=opened.round, deck=opened.deck)]
    for told in waiting:
        if reveal.t_us is not None and _is_in_round(opened, told):
            opened, more = _note(opened, told)
            rulings.extend(more)
    return opened, tuple(rulings)


def _is_in_round(state: State, told: Fact) -> bool:
    """Whether this happened in the round as far as times tell; without times what is told in it belongs to it.

    Hands may be faster than the card lies, but nobody presses a button to say so.
    """
    since_us = state.revealed_us if isinstance(told, Claim) else state.since_us
    return told.t_us is None or since_us is None or told.t_us >= since_us


def _told(state: State, told: Fact) -> Judged:
    """A contact, by whoever told it: of this round, of the one before, of the next, or of none."""
    if state.phase == "reveal" or not _is_in_round(state, told):
        is_late = isinstance(told, Touch) and belongs_to_settled(state, told)
        ruling = late_ruled(state, told) if isinstance(told, Touch) and is_late else _out_of_round(told)
        if state.phase == "reveal" and told.t_us is not None:
            state = replace(state, waiting=(*state.waiting, told)[-MOST_WAITING:])
        return state, (ruling,)
    if _is_held(state, told):
        return state, (info("held", told.player, spot=None if isinstance(told, Release) else told.spot),)
    noted, rulings = _note(state, told)
    return refreshed(noted), rulings


def _out_of_round(told: Fact) -> Ruling:
    return info("out_of_round", told.player, spot=None if isinstance(told, Release) else told.spot)


def _is_held(state: State, told: Fact) -> bool:
    """Whether this place was down when the card was turned and has not been up since."""
    match told:
        case Touch(spot=spot):
            return spot in state.held
        case Claim(player=player, spot=None):
            return player in state.held and not state.rules.home
        case _:
            return False


def _note(state: State, told: Fact) -> Judged:
    """Take into the round what belongs to it."""
    match told:
        case Touch(spot=spot, player=player):
            same = [touch for touch in state.touches if (touch.spot, touch.player) == (spot, player)]
            if len(same) >= MOST_CONTACTS:
                return state, touch_ruled(state, told, again=True)
            noted = replace(state, touches=(*state.touches, told))
            return noted, touch_ruled(noted, told, again=_is_again(state, told))
        case Claim():
            return _note_claim(state, told)
        case Release():
            noted = replace(state, releases=(*state.releases, told))
            return noted, release_ruled(noted, told)
        case _:
            assert_never(told)


def _is_again(state: State, touch: Touch) -> bool:
    """Whether this target is drawn already, by this player or by the one unknown hand; a pile of hands never is."""
    if is_touch(state.revealed) and touch.spot == shown_on(str(state.revealed)):
        return False
    before = [one for one in state.touches if one.spot == touch.spot]
    return bool(before) if touch.player is None else any(one.player == touch.player for one in before)


def _note_claim(state: State, claim: Claim) -> Judged:
    """A claim replaces the same one told before; one with a spot also those of the player that have none."""
    own = [one for one in state.claims if one.player == claim.player]
    same = [one for one in own if one.spot == claim.spot]
    # Who has said that it was wrong may press the button again without taking that back; the referee may take it back.
    kept = next((one for one in same if one.wrong and claim.by != "referee"), claim)
    if claim.spot is not None:
        own = [one for one in own if one.spot not in (claim.spot, None)] + [kept]
    elif all(one.spot is None for one in own):
        own = [kept]
    # In the order of seats and targets: the order of the lines says nothing here.
    claims = [one for one in state.claims if one.player != claim.player] + own
    claims.sort(key=lambda one: (state.players.index(one.player), (None, *SPOTS).index(one.spot)))
    return replace(state, claims=tuple(claims)), (ok("claimed", claim.player, spot=claim.spot),)


def _card(state: State, named: CardNamed) -> Judged:
    if not taking_over.is_dealt(state, named.card):
        return state, (_no_such_card(named.card),)
    noted = replace(state, revealed=named.card, given_up=named.card == UNSEEN)
    return refreshed(noted), (ok("card_named", card=named.card),)


def _no_such_card(card: str) -> Ruling:
    return cannot_be(["card"], card=card)


def _nobody(state: State, nobody: Nobody) -> Judged:
    noted = replace(
        state,
        touches=tuple(touch for touch in state.touches if touch.spot != nobody.spot),
        struck=tuple(spot for spot in SPOTS if spot == nobody.spot or spot in state.struck),
    )
    return refreshed(noted), (ok("struck_out", spot=nobody.spot),)


def _no_touch_card(state: State) -> Ruling:
    return foul("no_touch_card", card=state.revealed, mend="name the touch card that was turned, or settle")


def _hands(state: State, hands: Hands) -> Judged:
    if is_symbol(state.revealed):
        return state, (_no_touch_card(state),)
    noted = replace(state, hands=hands.players, hands_by=hands.by, winner=None, winner_told=False, lowest=())
    owner = sandwich(hands.players)
    attribution = "sensed" if hands.by in SENSED else "declared"
    has_it = info("no_sandwich") if owner is None else ok("sandwich", owner, attribution=attribution)
    return refreshed(noted), (*pile_ruled(noted, hands.players), has_it)


def _winner(state: State, winner: Winner) -> Judged:
    named = ok("winner_named", winner.player, spot=winner.spot)
    is_pile = is_touch(state.revealed) and winner.spot == shown_on(str(state.revealed))
    if winner.spot is not None and not is_pile:
        others = tuple((spot, player) for spot, player in state.firsts if spot != winner.spot)
        return refreshed(replace(state, firsts=(*others, (winner.spot, winner.player)))), (named,)
    if is_symbol(state.revealed):
        return state, (_no_touch_card(state),)
    if state.questions and state.questions[0].code == "who_was_lowest":
        return refreshed(replace(state, lowest=(winner.player,))), (named,)
    noted = replace(state, winner=winner.player, winner_told=True, lowest=())
    return refreshed(noted), (named,)


def _legal_in_round(state: State) -> Iterator[Observation]:
    if not state.questions and pending(state) is None:
        yield Reveal()
    for card in (*TOUCH_CARDS, UNSEEN):
        yield CardNamed(card=card)
    for spot in SPOTS:
        yield Touch(spot=spot)
    for spot in SPOTS:
        for player in state.players:
            yield Touch(spot=spot, player=player)
    for player in state.players:
        yield Claim(player=player)
        for spot in SPOTS:
            yield Claim(player=player, spot=spot)
    if state.rules.home:
        for player in state.players:
            yield Release(player=player)
    for spot in SPOTS:
        yield Nobody(spot=spot)
    if not is_symbol(state.revealed):
        for name in (*state.players, None):
            yield Winner(player=name)
    for question in state.questions:
        if question.code == "dead_heat":
            for name in (*state.players, None):
                yield Winner(player=name, spot=question.spot)
    yield Settle()
