"""The fold: a session is the lines that were told, and its state is what judging them in order gives.

In: lines of the table language as JSON objects, and a reader that turns one into an observation. Out: an
:class:`Answer` a line. Nothing is ever taken out: ``undo`` and ``correct`` are lines too, and put other lines (or
none) in an earlier line's place from then on; everything after it is judged again. Undoing a correction by its number
brings back what it replaced.

A foul that was taken back at the table stays without effect also when lines are judged again later: a card that was
put back in the hand is not laid because an earlier line was corrected.

Ref: docs/table-language.md, "undo", "correct" and the paragraph on ``foul``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from touchjudge.errors import LineError, TouchJudgeError
from touchjudge.rules.game import Game, Line, Observation, Pads, Ruling, Setup, foul, info, ok
from touchjudge.session.lines import (
    AFTER_THE_END,
    AskState,
    Correct,
    End,
    Note,
    Pause,
    Resume,
    SetState,
    Start,
    Undo,
)
from touchjudge.session.remembered import commands_named, with_remembered
from touchjudge.session.setup import DeckFinder, make_setup


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known after a line: the game that is being played and its state.

    Attributes:
        commands: printed on cards, as people have named them in this game and those before it.
    """

    game: Game[Any] | None = None
    setup: Setup | None = None
    state: Any = None
    paused: bool = False
    commands: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.game is not None and self.game.result(self.state) is not None

    def same_game_state(self, other: "Moment") -> bool:
        """Whether nothing that a game knows differs; being paused is no part of a game."""
        return self.game is other.game and self.setup == other.setup and self.state == other.state


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee answers to line ``n``.

    Attributes:
        state: the game's state as JSON, for a ``state`` line.
        error: why the line was not understood; then nothing has changed.
    """

    n: int
    rulings: tuple[Ruling, ...] = ()
    state: Mapping[str, Any] | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A foul that was put right at the table by taking back what was done.

    Attributes:
        rulings: what was said of it, and stays said.
        whole: the line had no other effect either, so it is not judged again at all.
    """

    rulings: tuple[Ruling, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One line with its answer, and the moment after it.

    Attributes:
        told: the line as it came; empty if it was no JSON object.
        correction: for ``undo`` and ``correct`` that took effect: the line they put something else in the place of,
            and what.
        first: for lines that are never judged again (``undo``, ``correct``, not understood) the answer they got.
        replaced_by: number of the correction in force that put other lines in this one's place.
        taken_back: fouls that stay without effect, by the line that they were ruled on: the told line is ``(n, 0)``,
            line i of correction c is ``(c, i)``.
    """

    n: int
    told: Line
    answer: Answer
    after: Moment
    correction: tuple[int, tuple[Line, ...]] | None = None
    first: Answer | None = None
    replaced_by: int | None = None
    taken_back: Mapping[tuple[int, int], TakenBack] = field(default_factory=dict)

    @property
    def undone(self) -> bool:
        """Whether a correction took this line out without putting another in its place."""
        return self.replaced_by is not None and not self.answer.rulings and self.answer.error is None


Reader = Callable[[Line, Moment], Observation]


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of one more line, before it counts: append it with :meth:`Session.append`.

    Attributes:
        again: earlier entries as they are judged now, for ``undo`` and ``correct``.
    """

    entry: Entry
    again: tuple[Entry, ...] = ()


@dataclass(slots=True)
class Session:
    """All lines of one evening and what they were judged to be.

    Attributes:
        read: turns a JSON object into an observation, given the moment; raises LineError.
        find_deck: gives a game's deck by its name; raises TouchJudgeError.
    """

    read: Reader
    find_deck: DeckFinder
    games: Mapping[str, Game[Any]]
    entries: list[Entry] = field(default_factory=list)

    @property
    def now(self) -> Moment:
        return self.entries[-1].after if self.entries else Moment()

    def tell(self, line: Line) -> Answer:
        """Judge a line and keep it."""
        judged = self.judge(line)
        self.append(judged)
        return judged.entry.answer

    def tell_unreadable(self, why: str) -> Answer:
        """Keep a line that is no JSON object: it has a number and an error for an answer."""
        n = len(self.entries) + 1
        answer = Answer(n, error=why)
        self.entries.append(Entry(n, {}, answer, self.now, first=answer))
        return answer

    def append(self, judged: Judged) -> None:
        """Keep an outcome of :meth:`judge`; nothing may have been kept in between."""
        if judged.entry.n != len(self.entries) + 1:
            kept = len(self.entries)
            raise ValueError(f"line {judged.entry.n} was judged, but {kept} lines are kept: judge it again")
        for entry in judged.again:
            self.entries[entry.n - 1] = entry
        self.entries.append(judged.entry)

    def judge(self, line: Line) -> Judged:
        """Judge a line as the next one without keeping it."""
        n = len(self.entries) + 1
        if line.get("do") not in ("undo", "correct"):
            return Judged(self._entry(n, line, self.now))
        try:
            observation = self.read(line, self.now)
        except TouchJudgeError as error:
            return Judged(self._never_again(n, line, Answer(n, error=str(error))))
        match observation:
            case Correct(n=target, lines=lines):
                if not 1 <= target <= len(self.entries):
                    why = f"n: there is no line {target}; allowed: 1 to {len(self.entries)}"
                    return Judged(self._never_again(n, line, Answer(n, error=why)))
                return self._correct(n, line, target, lines, "corrected")
            case Undo(n=target):
                return self._correct(n, line, self._last_to_undo() if target is None else target, (), "undone")
            case _:
                raise ValueError(f"the reader made {observation!r} of {line!r}")

    # ---- one entry

    def _never_again(self, n: int, told: Line, answer: Answer) -> Entry:
        return Entry(n, told, answer, self.now, first=answer)

    def _entry(
        self, n: int, told: Line, before: Moment, earlier: Entry | None = None, by: Entry | None = None
    ) -> Entry:
        """Judge what stands at ``n`` from the moment before it.

        Args:
            earlier: this entry as it was judged before, which knows what was taken back.
            by: the correction whose lines stand here; None for the line as it was told.
        """
        source, lines = (n, (told,)) if by is None or by.correction is None else (by.n, by.correction[1])
        known = {} if earlier is None else earlier.taken_back
        # Only what is a foul when it is told is taken back at the table; a card that lay rightly until an earlier
        # line was corrected lies there again when that correction is undone.
        first_time = earlier is None or source > len(self.entries)
        taken_back = dict(known)
        moment, state = before, None
        rulings: list[Ruling] = []
        for i, line in enumerate(lines):
            back = known.get((source, i))
            if back is not None and back.whole:
                rulings.extend(back.rulings)
                continue
            after, answer = self._line(n, line, moment)
            if answer.error is not None:
                moment, rulings, state = before, [], None
                break
            fouls = tuple(r for r in answer.rulings if r.verdict == "foul" and not r.stands)
            if back is not None and not fouls:
                rulings.extend(back.rulings)
                continue
            if fouls and first_time:
                whole = after.same_game_state(moment)
                taken_back[source, i] = TakenBack(answer.rulings if whole else fouls, whole)
            moment, state = after, answer.state
            rulings.extend(answer.rulings)
        else:
            answer = Answer(n, tuple(rulings), state)
        replaced_by = None if by is None else by.n
        if earlier is not None:
            return replace(earlier, answer=answer, after=moment, replaced_by=replaced_by, taken_back=taken_back)
        # A line that was not understood has had no effect, and stays so.
        first = None if answer.error is None else answer
        return Entry(n, told, answer, moment, first=first, taken_back=taken_back)

    def _line(self, n: int, line: Line, moment: Moment) -> tuple[Moment, Answer]:
        if line.get("do") == "start":
            line = with_remembered(line, self.games, moment.commands)
        try:
            observation = self.read(line, moment)
            after, rulings, state = self._observation(observation, moment)
        except TouchJudgeError as error:
            return moment, Answer(n, error=str(error))
        named = commands_named([line])
        if named and not any(ruling.verdict == "foul" for ruling in rulings):
            after = replace(after, commands={**moment.commands, **named})
        return after, Answer(n, rulings, state)

    def _observation(
        self, observation: Observation, moment: Moment
    ) -> tuple[Moment, tuple[Ruling, ...], Mapping[str, Any] | None]:
        match observation:
            case Start():
                after, rulings = self._start(observation, moment)
                return after, rulings, None
            case Note():
                return moment, (ok("noted"),), None
        game = moment.game
        if game is None:
            raise LineError(f"do: {observation.do!r} before a game has begun; tell a start line first")
        if isinstance(observation, AskState):
            return moment, (), game.view(moment.state)
        if moment.over and not isinstance(observation, AFTER_THE_END):
            return moment, (foul("game_is_over", mend="start a new game, or undo"),), None
        match observation:
            case SetState(state=changes):
                state, rulings = game.put(moment.state, changes)
            case Pause():
                return replace(moment, paused=True), (ok("paused"),), None
            case Resume():
                return replace(moment, paused=False), (ok("resumed"),), None
            case End():
                state, rulings = game.end(moment.state)
            case Pads():
                state, rulings = game.judge(moment.state, observation)
            case _ if moment.paused and observation.contact:
                return moment, (info("paused"),), None
            case _:
                state, rulings = game.judge(moment.state, observation)
        return replace(moment, state=state), rulings, None

    def _start(self, start: Start, moment: Moment) -> tuple[Moment, tuple[Ruling, ...]]:
        game = self.games.get(start.game)
        if game is None:
            raise LineError(f"game: {start.game!r} is unknown; allowed: {', '.join(sorted(self.games))}")
        setup = make_setup(game, start, self.find_deck)
        state = game.start(setup)
        begun = ok(
            "started",
            game=game.name,
            players=list(setup.players),
            first=setup.first,
            options=dict(setup.options),
            deck="any" if setup.deck is None else setup.deck.name,
        )
        return Moment(game, setup, state, commands=moment.commands), (begun,)

    # ---- corrections

    def _correct(self, n: int, told: Line, target: int | None, lines: tuple[Line, ...], code: str) -> Judged:
        if target is None or not self._can_replace(target, lines):
            mend = "name a line that is still in force" if self.entries else "there is no line yet"
            return Judged(self._never_again(n, told, Answer(n, (foul("nothing_to_undo", mend=mend),))))
        correction = Entry(n, told, Answer(n), self.now, correction=(target, lines))
        again = self._judge_again(correction)
        wrong = next((e.answer.error for e in again if e.replaced_by == n and e.answer.error is not None), None)
        if wrong is not None:
            return Judged(self._never_again(n, told, Answer(n, error=f"lines: {wrong}")))
        changed = [e.n for e in again if e.answer != self.entries[e.n - 1].answer]
        answer = Answer(n, (ok(code, changed=changed),))
        return Judged(replace(correction, answer=answer, first=answer, after=again[-1].after), again)

    def _can_replace(self, target: int, lines: tuple[Line, ...]) -> bool:
        if not 1 <= target <= len(self.entries):
            return False
        entry = self.entries[target - 1]
        return bool(lines) or not (entry.undone or entry.answer.error is not None)

    def _last_to_undo(self) -> int | None:
        """The last line still in force that changed the state; a ``start`` only goes by its number."""
        for entry in reversed(self.entries):
            if entry.told.get("do") in ("undo", "correct", "start") or entry.undone:
                continue
            before = self.entries[entry.n - 2].after if entry.n > 1 else Moment()
            if not entry.after.same_game_state(before):
                return entry.n
        return None

    def _judge_again(self, correction: Entry) -> tuple[Entry, ...]:
        """The entries from the first that ``correction`` touches, as they are judged with it in force."""
        before, after = _in_force(self.entries), _in_force([*self.entries, correction])
        first = min(n for n in before.keys() | after.keys() if before.get(n) is not after.get(n))
        moment = self.entries[first - 2].after if first > 1 else Moment()
        again = []
        for earlier in self.entries[first - 1 :]:
            by = after.get(earlier.n)
            if by is None and earlier.first is not None:
                entry = replace(earlier, answer=earlier.first, after=moment, replaced_by=None)
            else:
                entry = self._entry(earlier.n, earlier.told, moment, earlier, by)
            again.append(entry)
            moment = entry.after
        return tuple(again)


def _in_force(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Which correction stands where: line number → the newest correction of it that is not itself corrected away."""
    standing: dict[int, Entry] = {}
    for entry in reversed(entries):
        if entry.correction is not None and entry.n not in standing:
            standing.setdefault(entry.correction[0], entry)
    return standing
