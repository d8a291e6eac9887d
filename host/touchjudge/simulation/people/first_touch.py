"""The people round a table of first touch: somebody gives the signal, and whoever plays presses the own seat button.

In: views and the time. Out: acts. They react to the signal when the table shows it, whoever gave it; now and then
somebody is too early. What a round is played for is another game's business, so after twenty rounds they go on to
something else, unless the table has points to win.

Ref: docs/rules/first_touch.md.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from touchjudge.simulation.acts import Act, Contact, Line, Says, View, seat
from touchjudge.simulation.first_touch import ROUNDS, human
from touchjudge.simulation.reactions import Person, between_us, happens, person

_BETWEEN_MS = 2_000, 4_500  # two rounds
_STEADY_MS = 1_200, 2_600  # from "get ready" to the signal
_PATIENCE_US = 4_000_000
_SIGNAL_US = 20_000_000  # by then a signal left to chance has come, or never comes
_OK_US = 1_200_000  # after the last hand
_TOO_EARLY = 0.04
_MOST_ROUNDS = 50 * ROUNDS  # of a game with points to win


class FirstTouchPeople:
    """One evening's people at a table of first touch.

    Args:
        seed: decides everything; the same views at the same times give the same acts.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._moment: tuple[Any, ...] | None = None
        self._moments = 0
        self._due_us = 0
        self._next_look_us: int | None = None
        self._signal_us: int | None = None  # when somebody here pressed for it
        self._reacted: int | None = None  # to this round
        self._awarded: int | None = None  # this round
        self._landed: dict[str, int] = {}  # whose hand came when, in that round

    def look(self, view: View, now_us: int) -> list[Act]:
        """Take in the view; see :class:`~touchjudge.simulation.acts.People`."""
        state, question = view["state"], view["question"]
        if view["phase"] != "playing" or state is None:
            self._moment = self._next_look_us = self._reacted = self._awarded = None
            return []
        moment = (state["phase"], state["round"], question)
        if moment != self._moment:
            self._moment = moment
            self._moments += 1
            self._due_us = now_us + self._waits_us(state, question)
            if state["phase"] != "open":
                # Also where a signal was taken back: the next one is a new one, whatever its round is called.
                self._signal_us = self._reacted = None
        acts: list[Act] = []
        if state["phase"] == "open" and question is None and self._reacted != state["round"]:
            acts = self._react(view, now_us)
        elif now_us >= self._due_us:
            self._due_us = now_us + _PATIENCE_US
            acts = self._act(view, now_us)
        self._next_look_us = self._due_us
        # Who waits for the signal reacts to it at once, not at a moment of his own.
        if self._signal_us is not None or (state["phase"] == "armed" and _signal(view) == "random"):
            self._next_look_us = None
        return acts

    def next_look_us(self) -> int | None:
        """When they look up by themselves."""
        return self._next_look_us

    def _chance(self, *what: object) -> Random:
        return Random("/".join(map(str, (self._seed, "first_touch", *what))))

    def _waits_us(self, state: dict[str, Any], question: object) -> int:
        chance = self._chance("wait", self._moments)
        if question is not None:
            return between_us(chance, 900, 2_600)
        return between_us(chance, *(_STEADY_MS if state["phase"] == "armed" else _BETWEEN_MS))

    def _people(self, view: View) -> list[Person]:
        return [person(self._chance("person", name), name) for name in view["players"]]

    def _react(self, view: View, now_us: int) -> list[Act]:
        """Each to the signal that the table shows, or that somebody here has just given."""
        self._reacted = view["state"]["round"]
        signal_us = now_us if self._signal_us is None else self._signal_us
        self._signal_us = None
        done = {touch["player"] for touch in view["state"]["touches"]}
        return [act for act in self._hands(view, signal_us, now_us) if act.place not in map(seat, done)]

    def _hands(self, view: View, signal_us: int, now_us: int) -> list[Contact]:
        chance = self._chance("hands", self._moments)
        # Who is too early comes before the signal, so not here.
        hands = [(signal_us + after_us, name) for after_us, name in human(chance, self._people(view)) if after_us >= 0]
        self._landed = {name: at_us for at_us, name in hands}
        self._due_us = max([now_us, *self._landed.values()]) + _OK_US
        return [_press(chance, seat(name), max(at_us, now_us)) for at_us, name in hands]

    def _act(self, view: View, now_us: int) -> list[Act]:
        state, question = view["state"], view["question"]
        if question is not None:
            lines = self._answer(question)
            return [Says(now_us, {**line, "by": "player"}, question["code"]) for line in lines]
        match state["phase"]:
            case "open":
                return [Contact("ok", now_us + 20_000, now_us + 140_000)]
            case "armed" if _signal(view) != "random":
                return self._give_signal(now_us)
            case "armed":
                return [Says(now_us, {"do": "settle", "by": "player"})]
        if view["options"].get("auto_point") is False and state["touches"] and self._awarded != state["round"]:
            return self._award(state, now_us)
        if state["round"] >= (_MOST_ROUNDS if view["options"].get("points_to_win") else ROUNDS):
            return [Says(now_us, {"do": "end", "by": "player"})]
        return self._begin(view, now_us)

    def _begin(self, view: View, now_us: int) -> list[Act]:
        chance = self._chance("begin", self._moments)
        early = [
            _press(chance, seat(each.name), now_us + between_us(chance, 250, 1_000))
            for each in self._people(view)
            if happens(chance, _TOO_EARLY)
        ]
        match _signal(view):
            case "none":
                # Something on the table is the signal; the first hand opens the round.
                self._reacted = view["state"]["round"] + 1
                return [*self._hands(view, now_us + 300_000, now_us)]
            case "random":
                self._due_us = now_us + _SIGNAL_US
                return [_press(chance, "reveal", now_us + 20_000), *early]
            case _:
                return [Says(now_us, {"do": "arm", "by": "sim"}), *early]

    def _give_signal(self, now_us: int) -> list[Act]:
        self._signal_us = now_us + 20_000
        return [_press(self._chance("signal", self._moments), "reveal", self._signal_us)]

    def _award(self, state: dict[str, Any], now_us: int) -> list[Act]:
        """By hand, to whom they saw come first."""
        self._awarded = state["round"]
        first = min(state["touches"], key=lambda touch: self._landed.get(touch["player"], touch["t_us"] or 0))
        return [Says(now_us, {"do": "award", "player": first["player"], "points": 1, "by": "player"})]

    def _answer(self, question: Mapping[str, Any]) -> list[Line]:
        """Who really was first of those who can have been."""
        options: list[list[Line]] = [option["lines"] for option in question["options"]]
        came = [lines for lines in options if lines and lines[0].get("player") in self._landed]
        best = min(came, key=lambda lines: self._landed[lines[0]["player"]], default=options[0])
        return [dict(line) for line in best]


def _signal(view: View) -> str:
    return str(view["options"].get("signal", "button"))


def _press(chance: Random, place: str, at_us: int) -> Contact:
    return Contact(place, at_us, at_us + between_us(chance, 60, 180))
