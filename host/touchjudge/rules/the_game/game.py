"""The Game, as the referee sees it: one line in, new state and rulings out.

The game with command cards is a :class:`TheGame` too. It gives other answers to the questions at the end of the class:
what a turn owes, how many cards are drawn, what a card would break, how a game is lost.

Ref: docs/rules/the_game.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from touchjudge.errors import LineError, RuleError
from touchjudge.rules.game import Observation, Option, Pads, Result, Ruling, Setup, foul, info, ok, over
from touchjudge.rules.the_game import state as states
from touchjudge.rules.the_game import taking_over
from touchjudge.rules.the_game.cards import NUMBERS, STACK_AT, STACKS, fits, is_trick
from touchjudge.rules.the_game.observations import EndTurn, Play, Stuck, Talked
from touchjudge.rules.the_game.options import OPTIONS, house_rules
from touchjudge.rules.the_game.sentences import SENTENCES
from touchjudge.rules.the_game.state import Command, State
from touchjudge.rules.the_game.turns import lay, next_turn, not_your_turn, refusal

Judged = tuple[State, tuple[Ruling, ...]]

EXCELLENT_BELOW = 10  # cards left


class TheGame:
    """The rules; ``GAME`` is the one instance."""

    name = "the_game"
    title = "The Game"
    rules_version = 1
    players = range(1, 6)
    cooperative = True
    options: tuple[Option, ...] = OPTIONS
    targets: tuple[str, ...] = STACKS
    extras: tuple[str, ...] = ()
    observations: tuple[type[Observation], ...] = (Play, EndTurn, Stuck, Talked)
    default_deck = "the_game"
    sentences: Mapping[str, str | tuple[str, str, str]] = SENTENCES
    commands: tuple[Command, ...] = ()  # that can be on cards

    def start(self, setup: Setup) -> State:
        return states.first_state(setup, house_rules(setup))

    def judge(self, state: State, observation: Observation) -> Judged:
        if state.outcome is not None:
            return state, (foul("game_is_over", mend="start a new game, or undo"),)
        match observation:
            case Play():
                return self._play(state, observation)
            case EndTurn():
                return self._end_turn(state, observation)
            case Stuck():
                return self._stuck(state, observation)
            case Talked():
                return self._talked(state, observation)
            case Pads():
                return state, (ok("pads_noted"),)
            case _:
                known = ", ".join(kind.do for kind in self.observations)
                raise LineError(f"{observation.do!r} is no line of {self.name}; it has {known}")

    def end(self, state: State) -> Judged:
        return self._over(state, "ended")

    def put(self, state: State, changes: Mapping[str, Any]) -> Judged:
        return taking_over.put(state, changes, self.commands, self.command_on)

    def view(self, state: State) -> dict[str, Any]:
        return states.view(state)

    def legal(self, state: State) -> Iterator[Observation]:
        if state.outcome is not None:
            return
        seats = range(len(state.players)) if state.is_fresh else (state.turn,)
        for seat in seats:
            yield from self._plays(state, seat)
        if self.owes(state):
            yield Stuck(player=state.player)
        else:
            yield EndTurn(player=state.player)
        yield from self._talks(state)

    def result(self, state: State) -> Result | None:
        return None if state.outcome is None else states.result(state)

    def scores(self, state: State) -> Mapping[str, int]:
        return states.scores(state)

    def questions(self, state: State) -> tuple[Ruling, ...]:  # noqa: ARG002 (numbers that can be seen ask nothing)
        return ()

    def check_card(self, card: str, setup: Setup) -> None:  # noqa: ARG002 (the form is the same with every deck)
        if not card.isdecimal() or int(card) not in NUMBERS:
            raise RuleError(f"no such card: {card!r}; allowed are the numbers 2 to 99")

    def setup_of(self, state: State) -> Setup:
        return state.setup

    # ---- lines

    def _play(self, state: State, play: Play) -> Judged:
        seat = state.setup.players.index(play.player)
        refused = refusal(state, play, seat)
        if refused is not None:
            return state, (refused,)
        stack = STACK_AT[play.stack]
        after = lay(state, seat, play.card, stack, None, state.commands)
        owes = self.owes(after)
        code = "backwards" if is_trick(stack, state.tops[stack], play.card) else "played"
        told = {"card": play.card, "stack": play.stack, "in_force": [], "owes": owes}
        return self._go_on(after, owes, Ruling("ok", code, play.player, told))

    def _go_on(self, after: State, owes: list[str], laid: Ruling) -> Judged:
        """After a card that is laid rightly: the game goes on, unless that was the last card, or the hand is too short.

        Args:
            owes: what the turn owes after it.
        """
        if not after.hands[after.turn]:
            if not after.left and not self.is_broken(after):
                won, rulings = self._over(after, "won")
                return won, (laid, *rulings)
            if owes:
                lost, rulings = self._lose(after)
                return lost, (laid, *rulings)
        return after, (laid,)

    def _end_turn(self, state: State, told: EndTurn) -> Judged:
        if told.player != state.player:
            return state, (not_your_turn(state, told.player),)
        owes = self.owes(state)
        if owes:
            return state, (foul("below_minimum", told.player, owes=owes, mend="lay what is owed, or say stuck"),)
        return self._next(state)

    def _next(self, state: State) -> Judged:
        """The turn ends; the next player must be able to lay something."""
        draw = self.draws(state)
        after = next_turn(state, draw, state.commands)
        ended = ok("turn_ended", state.player, draw=draw, next=after.player)
        if after.minimum and not after.hands[after.turn]:
            lost, rulings = self._lose(after)
            return lost, (ended, *rulings)
        return after, (ended,)

    def _stuck(self, state: State, told: Stuck) -> Judged:
        if told.player != state.player:
            return state, (not_your_turn(state, told.player),)
        if not self.owes(state):
            return state, (foul("not_stuck", told.player, mend="lay another card or end the turn"),)
        return self._lose(state)

    def _talked(self, state: State, told: Talked) -> Judged:
        forbidden = ("number", "trick") if state.rules.no_trick_talk else ("number",)
        if told.what in forbidden:
            return state, (foul("said_number", told.player, stands=True, what=told.what),)
        return state, (info("talk_allowed", told.player, what=told.what),)

    def _over(self, state: State, code: str, player: str | None = None, **effects: Any) -> Judged:
        ended = state.ended("won" if code == "won" else "lost")
        excellent = ended.left < EXCELLENT_BELOW
        ruling = over(code, states.result(ended), **effects, left=ended.left, excellent=excellent)
        return ended, (replace(ruling, player=player),)

    # ---- what is legal

    def _plays(self, state: State, seat: int) -> Iterator[Observation]:
        if not state.hands[seat]:
            return
        player = state.players[seat]
        open_numbers = state.rules.dealt & ~state.played
        for number in NUMBERS:
            if open_numbers >> number & 1:
                for stack, name in enumerate(STACKS):
                    if fits(stack, state.tops[stack], number) and not self.breaks(state, number, stack):
                        yield self.play(player, number, name)

    def _talks(self, state: State) -> Iterator[Observation]:
        for player in state.players:
            yield Talked(player=player)
            if not state.rules.no_trick_talk:
                yield Talked(player=player, what="trick")

    # ---- where the game with command cards is another one

    def play(self, player: str, number: int, stack: str) -> Play:
        """The line that says that this card is laid."""
        return Play(player=player, card=number, stack=stack)

    def owes(self, state: State) -> list[str]:
        """What this turn must still do, as ``cards:N``."""
        missing = state.minimum - len(state.laid)
        return [f"cards:{missing}"] if missing > 0 else []

    def draws(self, state: State) -> int:
        """How many cards the player draws if the turn ends now."""
        return max(0, min(state.rules.hand - state.hands[state.turn], state.draw_pile))

    def breaks(self, state: State, number: int, stack: int) -> bool:  # noqa: ARG002 (there is nothing to break)
        """Whether laying this card, which fits, would lose the game at once."""
        return False

    def is_broken(self, state: State) -> bool:  # noqa: ARG002 (there is nothing to break)
        """Whether the game would be lost if the turn ended now, however many cards were laid."""
        return False

    def command_on(self, state: State, number: int) -> Command | None:  # noqa: ARG002 (there are none)
        """The command on a card, as far as it is known."""
        return None

    def _lose(self, state: State) -> Judged:
        """The player to move cannot do what the turn owes."""
        return self._over(state, "lost")


GAME = TheGame()
