"""What one session holds: its games with players, places, scores, rounds and touches. A projection of the answers.

In: the session's lines with what they were judged to be (:class:`.played.JudgedLine`), after all corrections. Out:
one :class:`.played.Standings`, which every export and every list of results is written from.

No game is named: a game says who plays with ``started``, where a round begins with ``revealed`` or ``armed`` (else by
whose turn it is), and its scores and result itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from touchjudge.ports import LineRow, SessionRow
from touchjudge.rules.game import Line
from touchjudge.session.fold import Entry
from touchjudge.session.played import GamePlayed, JudgedLine, Placed, Round, Standings, TouchRow, players_of, started_of
from touchjudge.session.rounds import rounds_of, touches_of

# A longer silence than this is a break (pizza, or until tomorrow) and no part of a game's duration.
BREAK_NS = 30 * 60 * 1_000_000_000


def judged_lines(entries: Sequence[Entry], rows: Iterable[LineRow]) -> tuple[JudgedLine, ...]:
    """The lines of a session as the fold has them, each with its row of the journal."""
    told = {row.n: row for row in rows}
    lines = []
    for entry in entries:
        row = told.get(entry.n, LineRow(entry.n, "", "lost", 0, ""))
        game, state = entry.after.game, entry.after.state
        lines.append(
            JudgedLine(
                n=entry.n,
                line=entry.told,
                rulings=entry.answer.rulings,
                state=None if game is None else game.view(state),
                game=None if game is None else game.name,
                title="" if game is None else game.title,
                cooperative=game is not None and game.cooperative,
                undone=entry.undone,
                source=row.source,
                wall_utc=row.wall_utc,
                text=row.text,
                host_ns=row.host_ns if entry.n in told else None,
                scores={} if game is None else game.scores(state),
                result=None if game is None else game.result(state),
                judged=_judged(entry, entries),
            )
        )
    return tuple(lines)


def _judged(entry: Entry, entries: Sequence[Entry]) -> tuple[Line, ...]:
    if entry.replaced_by is None:
        return (entry.told,)
    # Lines are numbered from 1, without a gap.
    return tuple(entries[entry.replaced_by - 1].told.get("lines", ()))


def project(session: SessionRow, lines: Iterable[JudgedLine]) -> Standings:
    """What the session holds."""
    told = tuple(lines)
    games: list[GamePlayed] = []
    for own in _by_game(told):
        rounds = rounds_of(own)
        games.append(_game(len(games) + 1, own, rounds, touches_of(own, rounds)))
    return Standings(session, told, tuple(games))


def competition_ranks(ranking: Iterable[Iterable[str]]) -> dict[str, int]:
    """Each name's place where ties share one and the places after them are left out.

    >>> competition_ranks([["Luis", "Marta"], ["Ana"]])
    {'Luis': 1, 'Marta': 1, 'Ana': 3}
    """
    ranks: dict[str, int] = {}
    for group in ranking:
        place = len(ranks) + 1
        ranks |= dict.fromkeys(group, place)
    return ranks


def ranking_of(scores: Mapping[str, int], *, lowest_wins: bool = False) -> tuple[tuple[str, ...], ...]:
    """Names by place, ties together, in the order of ``scores``.

    >>> ranking_of({"Ana": 0, "Luis": -3, "Marta": 0})
    (('Ana', 'Marta'), ('Luis',))
    >>> ranking_of({"Ana": 3, "Luis": 3, "Marta": 9}, lowest_wins=True)
    (('Ana', 'Luis'), ('Marta',))
    """
    points = sorted(set(scores.values()), reverse=not lowest_wins)
    return tuple(tuple(name for name in scores if scores[name] == one) for one in points)


def _by_game(lines: Sequence[JudgedLine]) -> Iterable[tuple[JudgedLine, ...]]:
    """The lines of each game, its ``started`` first; what was told before the first game is no game's."""
    begins = [i for i, line in enumerate(lines) if started_of(line) is not None]
    for begin, end in pairwise([*begins, len(lines)]):
        yield tuple(lines[begin:end])


def _game(
    number: int, lines: tuple[JudgedLine, ...], rounds: tuple[Round, ...], touches: tuple[TouchRow, ...]
) -> GamePlayed:
    first, last = lines[0], lines[-1]
    started = started_of(first)
    effects = started.effects if started is not None else {}
    result = last.result
    scores = result.scores if result is not None else last.scores
    ranking = () if result is None else result.ranking
    ranks = competition_ranks(ranking)
    winners = () if result is None else result.winners
    return GamePlayed(
        number=number,
        first_n=first.n,
        last_n=last.n,
        game=first.game or "",
        title=first.title,
        cooperative=first.cooperative,
        options=effects.get("options", {}),
        deck=effects.get("deck"),
        players=tuple(
            Placed(name, seat, name == effects.get("first"), scores.get(name), ranks.get(name), name in winners)
            for seat, name in enumerate(players_of(lines), 1)
        ),
        winners=winners,
        ranking=ranking,
        totals={} if result is None else result.scores,
        ending=_ending(lines) if result is not None else None,
        aborted=result is None,
        started_utc=first.wall_utc,
        ended_utc=_ended_utc(lines),
        duration_s=_duration_s(lines),
        rounds=rounds,
        touches=touches,
    )


def _ending(lines: Sequence[JudgedLine]) -> str | None:
    codes = [ruling.code for line in lines for ruling in line.rulings if ruling.verdict == "over"]
    return codes[-1] if codes else None


def _played(lines: Sequence[JudgedLine]) -> Sequence[JudgedLine]:
    """Up to the line since which the result has stood; a look at the game the next day does not make it longer."""
    end = len(lines)
    while end > 1 and lines[end - 1].result is not None and lines[end - 2].result is not None:
        end -= 1
    return lines[:end]


def _ended_utc(lines: Sequence[JudgedLine]) -> str:
    return _played(lines)[-1].wall_utc


def _duration_s(lines: Sequence[JudgedLine]) -> int | None:
    """From the host's monotonic clock; a step back is a restart of the host, and counts as a break."""
    times = [line.host_ns for line in _played(lines)]
    known = [host_ns for host_ns in times if host_ns is not None]
    if len(known) < len(times):
        return None
    return sum(gap for before, after in pairwise(known) if 0 <= (gap := after - before) <= BREAK_NS) // 1_000_000_000
