"""A session judged again: its stored edges under another settle time, its stored lines under other options.

In: what the journal holds of a session. Out: the session as it was judged and as it would be, both with the same
numbers for the same lines. Nothing is written here.

Another settle time finds other contacts. A contact that is none any more has its lines undone; one that is new has its
lines put in, by table time, beside the line that came next: all of it as corrections, told after the last line. Other
options change the ``start`` lines, which no correction may hold: what comes of it can only be a session of its own.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from touchjudge.errors import ConfigError
from touchjudge.language import parse_line
from touchjudge.ports import Board, BoardRow, LineRow
from touchjudge.rules.game import Line
from touchjudge.service.retelling import retell
from touchjudge.service.sensing import Sensing
from touchjudge.service.settings import Settings
from touchjudge.session.fold import Entry, Moment, Session
from touchjudge.session.notes import as_noted
from touchjudge.session.places import Places
from touchjudge.session.table import Contact, lines_of
from touchjudge.timing.edges import Edge
from touchjudge.timing.settle import Settle
from touchjudge.words.sentences import Sentence

# These may not stand in a correction.
_NEVER_PUT_IN = ("start", "undo", "correct")


@dataclass(frozen=True, slots=True)
class Kept:
    """What the journal holds of a session."""

    lines: Sequence[LineRow]
    edges: Sequence[tuple[Board, Edge]]
    boards: Sequence[BoardRow]


@dataclass(slots=True)
class Rejudged:
    """A session as it was judged, and as it would be.

    Attributes:
        told: the lines of the other judging, by number; a line that it does not understand has become a note.
        left_out: sentences on what could not be taken over.
    """

    before: Session
    after: Session
    told: list[LineRow] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def corrections(self) -> tuple[Line, ...]:
        """The lines that were told after the last line of the session."""
        return tuple(entry.told for entry in self.after.entries[len(self.before.entries) :])

    @property
    def changed(self) -> tuple[int, ...]:
        """The numbers of the lines whose answer is another one."""
        pairs = zip(self.before.entries, self.after.entries, strict=False)
        return tuple(was.n for was, now in pairs if was.answer != now.answer)


def rejudge(
    kept: Kept,
    new_session: Callable[[], Session],
    *,
    settings: Settings,
    settle_us: int | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    source: str = "rejudge",
) -> Rejudged:
    """Judge a session again.

    Args:
        settings: of the table at which it was played.
        settle_us: the other settle time, for every line of every board.
        options: game → its options that shall be others.
        source: of lines that are told anew.

    Raises:
        ConfigError: an option that the game does not allow.
        JournalError: a line that this version does not understand.
    """
    before, after = new_session(), new_session()
    retell(before, kept.lines)
    rejudged = Rejudged(before, after)
    for row in kept.lines:
        while len(after.entries) + 1 < row.n:
            after.tell_unreadable("this line was lost when the journal was damaged")
        rejudged.told.append(_tell_again(rejudged, row, options or {}, source))
    if settle_us is not None:
        _put_in_contacts(rejudged, kept, settings, settle_us)
    return rejudged


def _tell_again(rejudged: Rejudged, row: LineRow, options: Mapping[str, Mapping[str, Any]], source: str) -> LineRow:
    line = parse_line(row.text)
    others = options.get(str(line.get("game"))) if line["do"] == "start" else None
    if others:
        line = {**line, "options": {**line.get("options", {}), **others}}
        row = replace(row, text=_text(line), source=source)
    answer = rejudged.after.judge(line).entry.answer
    if answer.error is not None:
        if others:
            raise ConfigError(answer.error)
        # Kept as a note: whoever reads the journal understands every line, and the numbers stay as they are.
        rejudged.left_out.append(Sentence("line {n} cannot be told there: {why}", n=row.n, why=answer.error))
        line = {"do": "note", "text": f"left out: {_text(line)}"[:200]}
        row = replace(row, text=_text(line), source=source)
    rejudged.after.tell(line)
    return row


# ---- other contacts


def _put_in_contacts(rejudged: Rejudged, kept: Kept, settings: Settings, settle_us: int) -> None:
    places = as_noted(settings.places, (entry.told for entry in rejudged.before.entries))
    was = _contacts(kept, replace(settings, places=places))
    now = _contacts(kept, _with_settle(replace(settings, places=places), settle_us))
    by_source: dict[str, list[int]] = {}
    for row in kept.lines:
        by_source.setdefault(row.source, []).append(row.n)
    times = _table_times(kept.lines)
    for source in sorted(was.keys() | now.keys(), key=lambda each: (now.get(each) or was[each]).t_us):
        told = by_source.get(source, [])
        if source not in now:
            for n in reversed(told):
                _take_out(rejudged, n)
        elif source not in was:
            _put_in(rejudged, now[source], times, places)
        elif now[source].t_us != was[source].t_us:
            for n in told:
                _move(rejudged, n, now[source].t_us)


def _contacts(kept: Kept, settings: Settings) -> dict[str, Contact]:
    sensing = Sensing(settings.places, settings.settle, settings.overrides, settings.board_overrides)
    return {contact.source: contact for contact in sensing.restore(kept.edges, kept.boards)}


def _with_settle(settings: Settings, settle_us: int) -> Settings:
    def other(settle: Settle) -> Settle:
        return replace(settle, settle_us=settle_us, glitch_us=min(settle.glitch_us, settle_us))

    return replace(
        settings,
        settle=other(settings.settle),
        overrides={line: other(settle) for line, settle in settings.overrides.items()},
        board_overrides={
            chip_id: {line: other(settle) for line, settle in lines.items()}
            for chip_id, lines in settings.board_overrides.items()
        },
    )


def _table_times(rows: Sequence[LineRow]) -> dict[int, int]:
    """Line number → table time, never going back; of what people told, by the host's clock between two contacts."""
    stated = {row.n: t_us for row in rows if type(t_us := parse_line(row.text).get("t_us")) is int}
    latest: dict[int, int] = {}
    next_us: int | None = None
    for row in reversed(rows):
        next_us = stated.get(row.n, next_us) if next_us is None else min(next_us, stated.get(row.n, next_us))
        if next_us is not None:
            latest[row.n] = next_us
    times: dict[int, int] = {}
    newest_us, offset_us = 0, None
    for row in rows:
        host_us = row.host_ns // 1_000
        if row.n in stated and row.source.startswith("edge:"):
            offset_us = stated[row.n] - host_us
        by_host_us = newest_us if offset_us is None else host_us + offset_us
        # Another start of the host has another clock: what lies between two contacts stays between them.
        newest_us = max(newest_us, min(stated.get(row.n, by_host_us), latest.get(row.n, by_host_us)))
        times[row.n] = newest_us
    return times


def _take_out(rejudged: Rejudged, n: int) -> None:
    if not rejudged.after.entries[n - 1].undone:
        _tell(rejudged, {"do": "undo", "n": n}, "line {n} cannot be taken out: {why}", n=n)


def _move(rejudged: Rejudged, n: int, t_us: int) -> None:
    entry = rejudged.after.entries[n - 1]
    if "t_us" in entry.told and entry.replaced_by is None:
        line = {"do": "correct", "n": n, "lines": [{**entry.told, "t_us": t_us}]}
        _tell(rejudged, line, "line {n} cannot be moved to {t_us} µs: {why}", n=n, t_us=t_us)


def _put_in(rejudged: Rejudged, contact: Contact, times: Mapping[int, int], places: Places) -> None:
    """Put the lines of a contact beside the line that came next, or the one before where that cannot be."""
    what = {"place": contact.place, "seconds": f"{contact.t_us / 1e6:.3f}"}
    following = next((n for n, t_us in times.items() if t_us > contact.t_us), max(times, default=0) + 1)
    entries = rejudged.after.entries
    moment = entries[following - 2].after if following > 1 else Moment()
    lines = [dict(line) for line in lines_of(contact, moment, places)]
    if not lines:
        return
    if any(line["do"] in _NEVER_PUT_IN for line in lines):
        rejudged.left_out.append(
            Sentence(
                "{place} at {seconds} s was pressed, and cannot be put in later; tell it by hand if it was meant",
                **what,
            )
        )
        return
    last = max(times, default=0)
    for n in (following, following - 1):
        if 1 <= n <= last and _can_be_joined(entries[n - 1]):
            there = _in_force(entries, n)
            joined = [*lines, *there] if n == following else [*there, *lines]
            _tell(
                rejudged,
                {"do": "correct", "n": n, "lines": joined},
                "{place} at {seconds} s cannot be put in: {why}",
                **what,
            )
            return
    rejudged.left_out.append(
        Sentence("{place} at {seconds} s was pressed, and no line beside it can be corrected; tell it by hand", **what)
    )


def _can_be_joined(entry: Entry) -> bool:
    return entry.told.get("do") not in (None, *_NEVER_PUT_IN) and entry.answer.error is None


def _in_force(entries: Sequence[Entry], n: int) -> list[Line]:
    """The lines that are judged in the place of line n."""
    entry = entries[n - 1]
    by = None if entry.replaced_by is None else entries[entry.replaced_by - 1].correction
    return [entry.told] if by is None else list(by[1])


def _tell(rejudged: Rejudged, line: Line, otherwise: str, **parts: object) -> None:
    judged = rejudged.after.judge(line)
    answer = judged.entry.answer
    if answer.error is not None or any(ruling.verdict == "foul" for ruling in answer.rulings):
        rejudged.left_out.append(Sentence(otherwise, **parts, why=answer.error or Sentence("it was taken out already")))
        return
    rejudged.after.append(judged)


def _text(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
