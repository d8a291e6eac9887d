"""Calibration: each place is asked for once, and what came tells how it is wired and how it bounces.

In: a :class:`~touchjudge.session.watching.Watch` for each question. Out: a :class:`Measured` for each place with its
figures and :class:`Finding` values, and the :class:`Changes` of the table file that mend what can be mended there.
Nothing here decides anything by itself: a change is a suggestion until somebody accepts it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from touchjudge.session.places import SEATS, TARGETS
from touchjudge.session.watching import Watch, Wire, Wiring
from touchjudge.timing.settle import SETTLE_US
from touchjudge.timing.unrest import REST_US, Trace, Unrest

ORDER = (*TARGETS, "reveal", "ok", "undo", *SEATS)
"""In which places are asked for."""

USUAL_US = 25_000
"""Less buys nothing: a first edge counts at once whatever the settle time is, and hands come back after 40 ms."""

MARGIN = 2
"""A settle time is so many times the longest pause that was seen: one press shows only some of what a switch does."""

LONG_US = 40_000
"""A settle time above this can swallow the second of two quick presses."""

AFTER_US = 300_000
"""So long it is waited after the last change, in case a contact comes twice."""

FLOOD_CHANGES = 1_000
"""In one movement; a healthy contact changes the level some 160 times at the most."""

_OF_A_QUESTION = frozenset({"silent", "twice", "brief"})

Ended = Literal["over", "skipped", "waited"]

Code = Literal[
    "silent",
    "brief",
    "twice",
    "settle_short",
    "held",
    "stuck",
    "inverted",
    "elsewhere",
    "together",
    "chatters",
    "floods",
    "noise",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong.

    Attributes:
        place: which was asked for; ``spare`` for noise on a line that nothing lies on.
        facts: figures and names for the sentence (words/calibration.py).
    """

    code: Code
    place: str
    wire: Wire
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question and what came of it.

    Attributes:
        watch: as it stood when the question was over.
    """

    place: str
    wire: Wire
    ended: Ended
    watch: Watch


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of one place.

    Attributes:
        wire: where the table file says that it lies.
        came_on: where it came; None where nothing came.
        presses: movements that pressed it. contacts: what the table would have made of them.
        bounces: level changes beyond the one of each movement.
        longest_us, unrest_us: the longest pause within a movement, and the longest unrest without its longest pause.
        settle_us: in force on the line. suggested_us: by what was measured; None where nothing was.
    """

    place: str
    wire: Wire
    ended: Ended
    came_on: Wire | None
    presses: int
    contacts: int
    bounces: int
    longest_us: int
    unrest_us: int
    settle_us: int
    suggested_us: int | None
    findings: tuple[Finding, ...]


Where = tuple[str, int]
"""A section of the table file (a chip id, or ``any``) and a line in it."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What would be written into the table file.

    Attributes:
        places, pressed, settle_us: by line.
        usual_settle_us: of every line without times of its own.
    """

    places: Mapping[Where, str] = field(default_factory=dict)
    pressed: Mapping[Where, str] = field(default_factory=dict)
    settle_us: Mapping[Where, int] = field(default_factory=dict)
    usual_settle_us: int | None = None

    def __bool__(self) -> bool:
        return bool(self.places or self.pressed or self.settle_us or self.usual_settle_us is not None)


def wires_to_ask(watch: Watch) -> list[tuple[str, Wire]]:
    """The places of the boards that are there, in the order in which they are asked for."""
    wired = [(watch.wiring.place(wire), wire) for wire in watch.wires()]
    return sorted(((place, wire) for place, wire in wired if place in ORDER), key=lambda each: ORDER.index(each[0]))


def is_over(watch: Watch, wire: Wire) -> bool:
    """Whether the press that was asked for has come and gone; or another in its place."""
    trace = watch.trace(wire)
    if _came(trace):
        return watch.quiet_us(wire) >= AFTER_US
    if trace.changes and trace.open is None and not trace.down and not trace.began_down:
        return watch.quiet_us(wire) >= AFTER_US  # too short for a press
    if _floods(watch, wire):
        return True
    others = [other for other in watch.wires() if other != wire and _came(watch.trace(other))]
    return trace.changes == 0 and any(watch.quiet_us(other) >= AFTER_US for other in others)


def should_ask_again(asked: Asked) -> bool:
    """Whether it may have been the person: a slip to another place, or a press that was too short."""
    codes = {finding.code for finding in measured(asked).findings}
    return bool(codes & {"elsewhere", "brief"})


def measured(asked: Asked) -> Measured:
    """What one question says of its place."""
    watch, wire = asked.watch, asked.wire
    came_on = _came_on(asked)
    found = wire if came_on is None else came_on
    trace, settle = watch.trace(found), watch.wiring.settle_of(found)
    findings = tuple(_findings(asked, came_on))
    if asked.ended == "skipped":  # what nobody has to press to see it
        findings = tuple(each for each in findings if each.code in ("stuck", "floods"))
    return Measured(
        place=asked.place,
        wire=wire,
        ended=asked.ended,
        came_on=came_on,
        presses=len(trace.presses),
        contacts=watch.contacts(found),
        bounces=sum(each.changes - 1 for each in _movements(trace)),
        longest_us=trace.longest_us,
        unrest_us=trace.worst_us,
        settle_us=settle.settle_us,
        suggested_us=None if came_on is None else suggested_us(trace.longest_us),
        findings=findings,
    )


def measured_in_recording(watch: Watch) -> list[Measured]:
    """What a recording says of every place: nobody was asked, so no press and several presses are no fault."""
    told = []
    for place, wire in wires_to_ask(watch):
        alone = measured(Asked(place, wire, "over", _only(watch, wire)))
        told.append(replace(alone, findings=tuple(each for each in alone.findings if each.code not in _OF_A_QUESTION)))
    return told


def suggested_us(longest_us: int) -> int:
    """The settle time for a line whose longest pause was this; whole milliseconds.

    >>> suggested_us(900), suggested_us(15_200), suggested_us(58_000)
    (25000, 31000, 116000)
    """
    whole_ms = -(-MARGIN * longest_us // 1_000)
    return min(max(USUAL_US, whole_ms * 1_000), SETTLE_US.stop - 1)


def noise(quiet: Watch, asked: Sequence[Asked]) -> dict[Wire, int]:
    """How often lines changed by themselves.

    While nothing is asked for every change counts. During a question a whole press of another place is a hand that is
    elsewhere; what counts is what goes away again by itself.
    """
    counts = {wire: quiet.trace(wire).changes for wire in quiet.wires()}
    for each in asked:
        explained = _explained(each)
        for wire in each.watch.wires():
            if wire not in explained:
                counts[wire] = counts.get(wire, 0) + each.watch.trace(wire).fleeting
    flood = {each.wire for each in asked if _floods(each.watch, each.wire)}  # that is said already
    return {wire: count for wire, count in sorted(counts.items()) if count and wire not in flood}


def noise_found(wiring: Wiring, counts: Mapping[Wire, int]) -> list[Finding]:
    """Noise as findings; what a line does that nothing lies on is nobody's business."""
    placed = [(wiring.place(wire), wire, count) for wire, count in counts.items()]
    return [Finding("noise", place, wire, {"changes": count}) for place, wire, count in placed if place != "spare"]


def changes(wiring: Wiring, told: Sequence[Measured]) -> Changes:
    """What would mend the table file, as far as a file can."""
    own = {where(wiring, each.came_on or each.wire): each for each in told}
    settle_us: dict[Where, int] = {}
    usual_us: int | None = None
    for line, each in own.items():
        if each.suggested_us is None or not _should_change(each):
            continue
        has_own = (each.came_on or each.wire).line in wiring.own((each.came_on or each.wire).chip_id)
        if each.suggested_us == USUAL_US and not has_own:
            usual_us = USUAL_US
        else:
            settle_us[line] = each.suggested_us
    pressed = {
        where(wiring, each.wire): "low" if _pressed_high(wiring, each.wire) else "high"
        for each in told
        if any(finding.code == "inverted" for finding in each.findings)
    }
    return Changes(_moved(wiring, told), pressed, settle_us, usual_us)


def where(wiring: Wiring, wire: Wire) -> Where:
    """Where the table file speaks of a line.

    >>> where(Wiring(), Wire("e66a", 3))
    ('any', 3)
    """
    return (wire.chip_id if wire.chip_id in wiring.places.boards else "any", wire.line)


# ---- what came


def _came(trace: Trace) -> bool:
    """Pressed and let go (or, where the polarity is wrong, the other way round)."""
    if trace.open is not None or trace.down != trace.began_down:
        return False
    return bool(trace.presses and trace.releases)


def _floods(watch: Watch, wire: Wire) -> bool:
    return watch.trace(wire).most_changes > FLOOD_CHANGES or watch.muted(wire)


def _came_on(asked: Asked) -> Wire | None:
    """The line on which the press came that was asked for."""
    watch, wire = asked.watch, asked.wire
    if watch.trace(wire).presses or (watch.trace(wire).began_down and _came(watch.trace(wire))):
        return wire
    if watch.trace(wire).changes:
        return None
    others = [other for other in watch.wires() if other != wire and _came(watch.trace(other))]
    return others[0] if len(others) == 1 else None


def _findings(asked: Asked, came_on: Wire | None) -> Iterator[Finding]:
    watch, wire = asked.watch, asked.wire
    trace = watch.trace(wire)

    def finding(code: Code, **facts: Any) -> Finding:
        return Finding(code, asked.place, wire, facts)

    if _floods(watch, wire):
        yield finding("floods", changes=trace.changes)
        return
    if trace.began_down:
        yield finding("inverted" if _came(trace) else "stuck")
        return
    if came_on is None:
        yield finding("brief" if trace.changes else "silent")
        return
    if came_on != wire:
        yield finding("elsewhere", line=came_on.line, board=came_on.chip_id, other=watch.wiring.place(came_on))
        return
    yield from _of_a_press(asked, trace, finding)


def _of_a_press(asked: Asked, trace: Trace, finding: Any) -> Iterator[Finding]:
    """What is wrong with a press that came where it should."""
    watch, wire = asked.watch, asked.wire
    for other in _together(watch, wire):
        yield finding("together", line=other.line, board=other.chip_id, other=watch.wiring.place(other))
    if trace.down:
        yield finding("held")
    settle = watch.wiring.settle_of(wire)
    contacts = watch.contacts(wire)
    if len(trace.presses) > 1:
        pause_us = min(_pauses_us(trace), default=0)
        yield finding("twice", times=len(trace.presses), pause_us=pause_us)
    elif contacts > 1:
        yield finding("settle_short", times=contacts, settle_us=settle.settle_us, longest_us=trace.longest_us)
    if trace.worst_us > settle.chatter_us or suggested_us(trace.longest_us) > LONG_US:
        yield finding("chatters", unrest_us=trace.worst_us, longest_us=trace.longest_us)


def _together(watch: Watch, wire: Wire) -> list[Wire]:
    """Lines that were pressed in the same moment as this one."""
    began_us = [each.began_us for each in watch.trace(wire).presses]
    return [
        other
        for other in watch.wires()
        if other != wire
        and other.chip_id == wire.chip_id
        and any(abs(each.began_us - us) <= REST_US for each in watch.trace(other).presses for us in began_us)
    ]


def _explained(asked: Asked) -> frozenset[Wire]:
    """The lines of which it is known why they changed during a question."""
    if asked.ended == "skipped":
        return frozenset(asked.watch.wires())  # whoever leaves a place out has tried things
    came_on = _came_on(asked)
    return frozenset({asked.wire, came_on or asked.wire, *_together(asked.watch, asked.wire)})


def _movements(trace: Trace) -> tuple[Unrest, ...]:
    return trace.over if trace.open is None else (*trace.over, trace.open)


def _pauses_us(trace: Trace) -> Iterator[int]:
    """From each release to the press after it."""
    for before, after in zip(trace.over, trace.over[1:], strict=False):
        if not before.down and after.is_press:
            yield after.began_us - before.ended_us


def _only(watch: Watch, wire: Wire) -> Watch:
    """The same watch as if no other line had changed."""
    board = watch.boards[wire.chip_id]
    traces = tuple(trace if line == wire.line else Trace() for line, trace in enumerate(board.traces))
    return replace(watch, boards={wire.chip_id: replace(board, traces=traces)})


# ---- what would mend it


def _should_change(each: Measured) -> bool:
    if each.suggested_us is None:
        return False
    too_short = each.settle_us < MARGIN * each.longest_us
    too_long = each.settle_us > LONG_US and each.settle_us > each.suggested_us
    return too_short or too_long or any(finding.code == "settle_short" for finding in each.findings)


def _pressed_high(wiring: Wiring, wire: Wire) -> bool:
    mask = wiring.places.invert(wire.chip_id)
    return mask is not None and not mask >> wire.line & 1


def _moved(wiring: Wiring, told: Sequence[Measured]) -> dict[Where, str]:
    """Places that came on another line than the file says; none where two would lie on one line."""
    came = {each.place: each.came_on for each in told if each.came_on is not None}
    moved = {
        place: wire for place, wire in came.items() if any(each.place == place and each.wire != wire for each in told)
    }
    if len(set(came.values())) != len(came):
        return {}
    changed = {where(wiring, wire): place for place, wire in moved.items()}
    for each in told:
        line = where(wiring, each.wire)
        if each.place in moved and line not in changed:
            changed[line] = "spare"
    # A place that was not asked for, or did not come, gives way only where it moves too.
    for wire in moved.values():
        lying = wiring.place(wire)
        if lying != "spare" and lying not in moved:
            return {}
    return changed
