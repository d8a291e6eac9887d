"""Schwein gehabt!, the lucky-charm reaction game, as the referee sees it: one line in, new state and rulings out.

Ref: docs/rules/schwein_gehabt.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from touchjudge.errors import LineError, RuleError
from touchjudge.judging.pile import most_hands, sandwich
from touchjudge.rules.game import Line, Observation, Pads, Result, Ruling, Setup, foul, info, ok
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
from touchjudge.rules.schwein_gehabt.questions import asked, options, pending, refreshed, shown
from touchjudge.rules.schwein_gehabt.reactions import pile_ruled, release_ruled, touch_ruled
from touchjudge.rules.schwein_gehabt.sentences import SENTENCES
from touchjudge.rules.schwein_gehabt.state import SENSED, State

Judged = tuple[State, Rulings]


class SchweinGehabt:
    """The rules; ``GAME`` is the one instance."""

    name = "schwein_gehabt"
    title = "Schwein gehabt!"
    rules_version = 1
    players = range(3, 9)
    cooperative = False
    options = OPTIONS
    targets = SPOTS
    extras = ("numbers", "dealer")
    observations = OBSERVATIONS
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
            return state, (foul("game_is_over"),)
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
            case Touch():
                return _touch(state, observation)
            case Claim() if state.phase == "react" or observation.t_us is not None:
                return _claim(state, observation)
            case Release():
                return _release(state, observation)
        if state.phase != "react":
            return state, (foul("wrong_phase", mend=[[{"do": "reveal"}]]),)
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
    if reveal.card is not None and not taking_over.is_dealt(state, reveal.card):
        return state, (_no_such_card(reveal.card),)
    if state.phase == "reveal":
        return _open_round(state, reveal, state)
    if state.questions:
        return state, (foul("round_open", mend=options(state, state.questions[0])),)
    old, new = _split(state, reveal)
    question = pending(old)
    if question is not None:
        # The question stands, the reveal does not: it is told again when the question is answered.
        open_round = foul("round_open", mend=options(old, question))
        return replace(state, questions=(question,)), (asked(old, question), open_round)
    closed, rulings = settle(old, reveal.t_us)
    if closed.phase == "over":
        return closed, rulings
    opened, more = _open_round(closed, reveal, new)
    return opened, (*rulings, *more)


def _split(state: State, reveal: Reveal) -> tuple[State, State]:
    """The round that a reveal closes without what happened after it, and that rest, for the round it opens."""

    def is_new(told: Observation) -> bool:
        if reveal.t_us is None or told.t_us is None or told.t_us < reveal.t_us:
            return False
        return state.revealed_us is None or state.revealed_us < reveal.t_us

    def part(*, new: bool) -> State:
        return replace(
            state,
            touches=tuple(touch for touch in state.touches if is_new(touch) is new),
            claims=tuple(claim for claim in state.claims if is_new(claim) is new),
            releases=tuple(release for release in state.releases if is_new(release) is new),
        )

    return part(new=False), part(new=True)


def _open_round(state: State, reveal: Reveal, waiting: State) -> Judged:
    """A card is turned.

    Args:
        waiting: holds the touches, claims and releases that were told before and may belong to the new round.
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
        held=state.down,
        down=(),
    )
    rulings: list[Ruling] = [ok("revealed", card=opened.revealed, round=opened.round, deck=opened.deck)]
    for release in waiting.releases:
        if _is_in_round(opened, release):
            opened, more = _release(opened, release)
            rulings.extend(more)
    for touch in waiting.touches:
        if _is_in_round(opened, touch):
            opened, more = _note_touch(opened, touch)
            rulings.extend(more)
    for claim in waiting.claims:
        if reveal.t_us is not None and claim.t_us is not None and claim.t_us >= reveal.t_us:
            opened, more = _note_claim(opened, claim)
            rulings.extend(more)
    return opened, tuple(rulings)


def _is_in_round(state: State, told: Observation) -> bool:
    """Whether this happened in the round as far as times tell; without times what is told in it belongs to it."""
    since_us = state.since_us
    return told.t_us is None or since_us is None or told.t_us >= since_us


def _out_of_round(observation: Touch | Claim | Release) -> Ruling:
    if isinstance(observation, Touch):
        return info("out_of_round", observation.player, spot=observation.spot)
    return info("out_of_round", observation.player)


def _touch(state: State, touch: Touch) -> Judged:
    if state.phase == "reveal":
        # The next reveal may be told late, so what has a time is kept until then.
        kept = state if touch.t_us is None else replace(state, touches=(*state.touches, touch))
        return kept, (late_ruled(state, touch) if belongs_to_settled(state, touch) else _out_of_round(touch),)
    if not _is_in_round(state, touch):
        return state, (late_ruled(state, touch) if belongs_to_settled(state, touch) else _out_of_round(touch),)
    if touch.spot in state.held:
        return state, (info("held", touch.player, spot=touch.spot),)
    noted, rulings = _note_touch(state, touch)
    return refreshed(noted), rulings


def _note_touch(state: State, touch: Touch) -> Judged:
    noted = replace(state, touches=(*state.touches, touch))
    return noted, touch_ruled(noted, touch, again=_is_again(state, touch))


def _is_again(state: State, touch: Touch) -> bool:
    """Whether this target is drawn already, by this player or by the one unknown hand; a pile of hands never is."""
    if is_touch(state.revealed) and touch.spot == shown_on(str(state.revealed)):
        return False
    before = [one for one in state.touches if one.spot == touch.spot]
    return bool(before) if touch.player is None else any(one.player == touch.player for one in before)


def _claim(state: State, claim: Claim) -> Judged:
    if state.phase == "reveal":
        return replace(state, claims=(*state.claims, claim)), (_out_of_round(claim),)
    if claim.t_us is not None and state.revealed_us is not None and claim.t_us < state.revealed_us:
        return state, (_out_of_round(claim),)
    if claim.spot is None and claim.player in state.held and not state.rules.home:
        return state, (info("held", claim.player, spot=None),)
    noted, rulings = _note_claim(state, claim)
    return refreshed(noted), rulings


def _note_claim(state: State, claim: Claim) -> Judged:
    """A claim replaces the same one told before; one with a spot also those of the player that had none."""
    same = [one for one in state.claims if one.player == claim.player and one.spot == claim.spot]
    # Who has said that it was wrong may press the button again without taking that back; the referee may take it back.
    stands = next((one for one in same if one.wrong and claim.by != "referee"), claim)
    replaced = (claim.spot,) if claim.spot is None else (claim.spot, None)
    others = tuple(one for one in state.claims if one.player != claim.player or one.spot not in replaced)
    return replace(state, claims=(*others, stands)), (ok("claimed", claim.player, spot=claim.spot),)


def _release(state: State, release: Release) -> Judged:
    if state.phase == "reveal":
        kept = state if release.t_us is None else replace(state, releases=(*state.releases, release))
        return kept, (_out_of_round(release),)
    if not _is_in_round(state, release):
        return state, (_out_of_round(release),)
    noted = replace(state, releases=(*state.releases, release))
    return refreshed(noted), release_ruled(noted, release)


def _card(state: State, named: CardNamed) -> Judged:
    if not taking_over.is_dealt(state, named.card):
        return state, (_no_such_card(named.card),)
    noted = replace(state, revealed=named.card, given_up=named.card == UNSEEN)
    return refreshed(noted), (ok("card_named", card=named.card),)


def _no_such_card(card: str) -> Ruling:
    return foul("cannot_be", fields=["card"], card=card)


def _nobody(state: State, nobody: Nobody) -> Judged:
    noted = replace(
        state,
        touches=tuple(touch for touch in state.touches if touch.spot != nobody.spot),
        struck=tuple(spot for spot in SPOTS if spot == nobody.spot or spot in state.struck),
    )
    return refreshed(noted), (ok("struck_out", spot=nobody.spot),)


def _no_touch_card(state: State) -> Ruling:
    mend: list[list[Line]] = [[{"do": "card", "card": card}] for card in TOUCH_CARDS]
    return foul("no_touch_card", card=state.revealed, mend=mend)


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
