"""What keeps a round from being settled, and the lines that would answer it.

Ref: docs/rules/schwein_gehabt.md, A symbol card 2 and 3, A touch card.
"""

from dataclasses import replace
from typing import Any

from touchjudge.rules.game import Line, Observation, Ruling, ask
from touchjudge.rules.lines import line_of
from touchjudge.rules.schwein_gehabt import draws, touch_card
from touchjudge.rules.schwein_gehabt.cards import SPOTS, TOUCH_CARDS, UNSEEN
from touchjudge.rules.schwein_gehabt.observations import CardNamed, Claim, Nobody, Touch, Winner
from touchjudge.rules.schwein_gehabt.state import Question, State, earliest, fact

# Nobody reads more whole ways than this; beyond it the question is about one player, and the rest is asked then.
MOST_WAYS = 24


def pending(state: State) -> Question | None:
    """The first thing that must be known before this round can be settled."""
    if state.is_touch_card:
        pile = touch_card.decide(state)
        return pile if isinstance(pile, Question) else None
    if not state.is_symbol_card:
        return Question("which_card")
    drawn = draws.decide(state)
    return drawn if isinstance(drawn, Question) else None


def refreshed(state: State) -> State:
    """The same, with a question that has been answered, or has become another one, put away."""
    if state.questions and state.questions != (pending(state),):
        return replace(state, questions=())
    return state


def options(state: State, question: Question) -> list[list[Line]]:
    """The possible answers, each the lines that give it."""
    match question:
        case Question(code="which_card"):
            return [_lines(CardNamed(card=card)) for card in (*TOUCH_CARDS, UNSEEN)]
        case Question(code="who_took_what"):
            return _ways(state)
        case Question(code="who_touched", spot=str(spot)):
            return [*(_lines(_touched_by(state, player, spot)) for player in state.players), _lines(Nobody(spot=spot))]
        case Question(code="which_target", player=str(player)):
            others = [fact(claim) for claim in state.claims if claim.player != player or claim.spot is not None]
            none: Line = {"do": "set", "state": {"claims": others}}
            return [*(_lines(Claim(player=player, spot=spot, wrong=_wrong(state, player))) for spot in SPOTS), [none]]
        case Question(code="who_won"):
            names = touch_card.claimants(state) or state.players
            return [_lines(Winner(player=player)) for player in (*names, None)]
        case Question(code="who_was_lowest"):
            return [_lines(Winner(player=player)) for player in (*state.players, None)]
        case Question(code="dead_heat", spot=str(spot)):
            names = draws.entitled_at(state, spot)
            return [_lines(Winner(player=player, spot=spot)) for player in (*names, None)]
        case _:
            return []


def asked(state: State, question: Question) -> Ruling:
    """The question as a ruling."""
    about = {} if question.spot is None else {"spot": question.spot}
    return ask(question.code, question.player, options=options(state, question), **about)


def shown(state: State) -> list[dict[str, Any]]:
    """The open questions as the state lists them."""
    return [
        {
            "code": question.code,
            "player": question.player,
            "spot": question.spot,
            "options": options(state, question),
        }
        for question in state.questions
    ]


def _lines(*observations: Observation) -> list[Line]:
    return [line_of(observation) for observation in observations]


def _wrong(state: State, player: str) -> bool:
    return draws.said_wrong(state, player, None)


def _touched_by(state: State, player: str, spot: str) -> Touch | Claim:
    """On a touch card a claim would be about the sandwich, so there the touch itself is told again with its player."""
    if not state.is_touch_card:
        return Claim(player=player, spot=spot)
    first = earliest([touch for touch in state.touches if touch.spot == spot and touch.player is None])
    return Touch(spot=spot, player=player, t_us=first.t_us, bound_us=first.bound_us)


def _ways(state: State) -> list[list[Line]]:
    ways = draws.open_ways(state)
    if len(ways) <= MOST_WAYS:
        return [[_claim_line(state, pair) for pair in way] for way in ways]
    for player in state.players:
        taken = [{spot for name, spot in way if name == player} for way in ways]
        spots = [spot for spot in SPOTS if any(spot in way for way in taken)]
        if len(spots) > 1:
            return [[_claim_line(state, (player, spot))] for spot in spots]
    return []


def _claim_line(state: State, pair: draws.Pair) -> Line:
    player, spot = pair
    return line_of(Claim(player=player, spot=spot, wrong=_wrong(state, player)))
