"""The Game: Extreme, as the referee sees it: The Game with commands on 28 of its cards.

Ref: docs/rules/the_game.md, Extreme.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from touchjudge.errors import RuleError
from touchjudge.rules.game import Observation, Ruling, Setup, ask, info
from touchjudge.rules.lines import line_of
from touchjudge.rules.the_game.cards import NUMBERS, STACK_AT, is_trick
from touchjudge.rules.the_game.game import Judged, TheGame
from touchjudge.rules.the_game.observations import EndTurn, Stuck, Talked
from touchjudge.rules.the_game.observations import Play as PlainPlay
from touchjudge.rules.the_game.options import house_rules
from touchjudge.rules.the_game.state import Command, Commands, State, first_state
from touchjudge.rules.the_game.turns import lay, refusal
from touchjudge.rules.the_game_extreme import commands as orders
from touchjudge.rules.the_game_extreme.observations import OBSERVATIONS, UNSAID, Play, Unsaid
from touchjudge.rules.the_game_extreme.options import OPTIONS
from touchjudge.rules.the_game_extreme.sentences import SENTENCES


class TheGameExtreme(TheGame):
    """The rules; ``GAME`` is the one instance."""

    name = "the_game_extreme"
    title = "The Game: Extreme"
    options = OPTIONS
    extras = ("commands",)
    observations = OBSERVATIONS
    default_deck = "any"
    sentences: Mapping[str, str | tuple[str, str, str]] = SENTENCES
    commands = orders.COMMANDS

    def start(self, setup: Setup) -> State:
        remembered = _remembered(setup.extras.get("commands", {}))
        return first_state(setup, house_rules(setup), Commands(remembered=remembered))

    def legal(self, state: State) -> Iterator[Observation]:
        asked = state.commands.asked
        if asked is None:
            yield from super().legal(state)
            return
        yield from _answers(asked)
        yield from self._plays(state, state.turn)
        yield from self._talks(state)

    def questions(self, state: State) -> tuple[Ruling, ...]:
        asked = state.commands.asked
        return () if asked is None else (_which_command(asked),)

    # ---- lines

    def _play(self, state: State, play: PlainPlay) -> Judged:
        seat = state.players.index(play.player)
        after_stop = state.commands.stopped == seat != state.turn
        refused = refusal(state, play, seat, out_of_turn=after_stop)
        if refused is not None:
            return state, (refused,)
        stack, said = STACK_AT[play.stack], _said(play)
        known = orders.command_on(state, play.card) if said == UNSAID else said
        broken = orders.broken_by(state, seat, play.card, stack, known)
        if known == UNSAID:
            if broken is None:
                return self._ask(state, play)
            known = None
        commands = orders.after_card(state, play.card, stack, known, named=said != UNSAID)
        after = lay(state, seat, play.card, stack, known, commands)
        if broken is not None:
            return self._over(after, "command_broken", play.player, command=broken)
        code = "backwards" if is_trick(stack, state.tops[stack], play.card) else "played"
        told: dict[str, Any] = {"card": play.card, "stack": play.stack, "command": known}
        told["in_force"] = orders.in_force(commands)
        if known == "stop" and after.left:
            ended, rulings = self._next(after)
            turn = rulings[0].effects
            told |= {"owes": [], "draw": turn["draw"], "next": turn["next"]}
            return ended, (Ruling("ok", code, play.player, told), *rulings)
        told["owes"] = owes = self.owes(after)
        return self._go_on(after, owes, Ruling("ok", code, play.player, told))

    def _ask(self, state: State, play: PlainPlay) -> Judged:
        # Whoever has put a card on a stack has gone on after the stop before it.
        commands = replace(state.commands, asked=play, stopped=None)
        return replace(state, commands=commands), (_which_command(play),)

    def _end_turn(self, state: State, told: EndTurn) -> Judged:
        if state.commands.asked is not None:
            return state, self.questions(state)
        if state.commands.stopped == state.players.index(told.player):
            return state, (info("turn_already_ended", told.player, turn=state.player),)
        if told.player == state.player and self.is_broken(state):
            return self._lose(state)
        return super()._end_turn(state, told)

    def _stuck(self, state: State, told: Stuck) -> Judged:
        if state.commands.asked is not None:
            return state, self.questions(state)
        return super()._stuck(state, told)

    def _next(self, state: State) -> Judged:
        stopped = state.turn if state.laid and state.laid[-1][2] == "stop" else None
        return super()._next(replace(state, commands=replace(state.commands, bound=None, stopped=stopped)))

    def _talked(self, state: State, told: Talked) -> Judged:
        if _is_silent(state):
            return self._over(state, "command_broken", told.player, command="silence")
        return super()._talked(state, told)

    def _talks(self, state: State) -> Iterator[Observation]:
        if not _is_silent(state):
            yield from super()._talks(state)

    # ---- where command cards make it another game

    def play(self, player: str, number: int, stack: str) -> Play:
        return Play(player=player, card=number, stack=stack)

    def owes(self, state: State) -> list[str]:
        return orders.owed(state)

    def draws(self, state: State) -> int:
        draws = super().draws(state)
        return min(draws, 1) if "draw_one" in state.commands.showing else draws

    def breaks(self, state: State, number: int, stack: int) -> bool:
        command = orders.command_on(state, number)
        return orders.broken_by(state, state.turn, number, stack, command) is not None

    def is_broken(self, state: State) -> bool:
        return orders.unfinished(state) is not None

    def command_on(self, state: State, number: int) -> Command | None:
        command = orders.command_on(state, number)
        return None if command == UNSAID else command

    def _lose(self, state: State) -> Judged:
        command = orders.unfinished(state)
        if command is None:
            return super()._lose(state)
        return self._over(state, "command_broken", state.player, command=command)


def _remembered(given: Any) -> tuple[tuple[int, Command | None], ...]:
    """What ``start`` says of commands that people have named on other evenings."""
    if not isinstance(given, Mapping):
        raise RuleError(f"commands is {given!r}; it is an object with numbers and the command on each, or null")
    remembered = []
    for number, command in given.items():
        if not str(number).isdecimal() or int(number) not in NUMBERS:
            raise RuleError(f"commands names the card {number!r}; allowed are the numbers 2 to 99")
        if command is not None and command not in orders.COMMANDS:
            raise RuleError(f"commands.{number} is {command!r}; allowed are null, {', '.join(orders.COMMANDS)}")
        remembered.append((int(number), command))
    return tuple(remembered)


def _said(play: PlainPlay) -> Command | Unsaid | None:
    return play.command if isinstance(play, Play) else UNSAID


def _answers(asked: PlainPlay) -> list[Play]:
    """The same play with each command that can be on the card, and with none."""
    return [
        Play(
            player=asked.player, card=asked.card, stack=asked.stack, command=command,
            t_us=asked.t_us, bound_us=asked.bound_us,
        )
        for command in (*orders.COMMANDS, None)
    ]  # fmt: skip


def _which_command(asked: PlainPlay) -> Ruling:
    options = [[line_of(answer)] for answer in _answers(asked)]
    return ask("which_command", asked.player, options=options, card=asked.card, stack=asked.stack)


def _is_silent(state: State) -> bool:
    """Whether nobody may talk; who plays alone talks to nobody."""
    return "silence" in state.commands.showing and len(state.players) > 1


GAME = TheGameExtreme()
