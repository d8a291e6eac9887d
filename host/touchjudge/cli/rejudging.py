"""``rejudge``: a session under other options or another settle time; what differs, and applied only when told to."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli import shown
from touchjudge.cli.app import AsJson, Db, Language, app, new_session, sayer
from touchjudge.cli.earlier import session_row
from touchjudge.cli.history import SessionName
from touchjudge.cli.table_file import settings_of, table_file
from touchjudge.cli.told_options import option_told
from touchjudge.errors import ConfigError
from touchjudge.ports import LineRow, SessionRow
from touchjudge.registry import known_games
from touchjudge.rules.game import Line
from touchjudge.service.rejudging import Kept, Rejudged, rejudge
from touchjudge.session.fold import Entry, Session
from touchjudge.session.standings import judged_lines, project
from touchjudge.timing.settle import Settle
from touchjudge.words.evening import counted, game_title, text, word
from touchjudge.words.sentences import translated
from touchjudge.words.translate import Translate


@app.command("rejudge")
def rejudge_session(
    session: SessionName = "last",
    rule: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE; may be repeated.")] = None,
    settle_ms: Annotated[
        str | None, typer.Option(help="Find the contacts anew in the raw edges: quiet for so long, 0.1 to 500.")
    ] = None,
    apply: Annotated[
        bool,
        typer.Option("--apply", help="Keep it: a settle time as corrections, options as a session of its own."),
    ] = False,
    config: Annotated[
        Path | None, typer.Option(help="The table file of that evening; by default the user's own.")
    ] = None,
    db: Db = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Judge a session again under other options or another settle time, and show what would differ."""
    if not rule and settle_ms is None:
        raise ConfigError("nothing is to be judged otherwise; give --rule NAME=VALUE, --settle-ms N, or both")
    say_it, path, clock = sayer(language), db or default_path(), SystemClock()
    translate = catalogue(language)
    settle_us = None if settle_ms is None else Settle.from_ms(settle_ms=settle_ms).settle_us
    with closing(SqliteJournal.read(path)) as journal:
        session = session_row(journal, session).session
    with closing(SqliteJournal.write(path, clock=clock) if apply else SqliteJournal.read(path)) as journal:
        row = session_row(journal, session)
        kept = Kept(journal.lines(session), journal.edges(session), journal.boards(session))
        if settle_us is not None and not kept.edges:
            raise ConfigError(
                f"session {session} has no raw edges in which to find contacts (no pad was pressed, or it was imported)"
                "; leave out --settle-ms"
            )
        rejudged = rejudge(
            kept,
            new_session,
            settings=settings_of(table_file(config), language, simulated=row.simulated),
            settle_us=settle_us,
            options=_options(rule or [], kept),
            source=f"rejudge:{session}",
        )
        applied = None
        if apply and (rejudged.changed or rejudged.corrections):
            applied = _apply(journal, row, kept, rejudged, clock, bool(rule))
    facts = _facts(row, kept, rejudged, lambda entry: _said(entry, say_it, translate), applied)
    if as_json:
        print(json.dumps(facts, ensure_ascii=False, indent=2, default=dict))
        return
    for told in _text(facts, [translated(each, translate) for each in rejudged.left_out], apply, translate):
        print(told)


def _options(rules: list[str], kept: Kept) -> dict[str, dict[str, Any]]:
    """The other options by game: each goes to the games of the session that know it.

    Raises:
        ConfigError: no game of the session knows it.
    """
    told = (json.loads(row.text) for row in kept.lines)
    played = dict.fromkeys(str(line.get("game")) for line in told if line.get("do") == "start")
    games = [known_games()[name] for name in played if name in known_games()]
    if rules and not games:
        raise ConfigError("no game was played in this session; --rule is for games")
    options: dict[str, dict[str, Any]] = {}
    for rule in rules:
        name = rule.partition("=")[0]
        knowing = [game for game in games if any(option.name == name for option in game.options)]
        for game in knowing or games[:1]:
            key, value = option_told(game, rule)
            options.setdefault(game.name, {})[key] = value
    return options


def _apply(
    journal: SqliteJournal, row: SessionRow, kept: Kept, rejudged: Rejudged, clock: SystemClock, other_rules: bool
) -> str:
    """Keep the other judging; the session that holds it."""
    source = f"rejudge:{row.session}"
    begin = len(rejudged.before.entries) + 1
    corrections = [
        LineRow(n, _line(line), source, clock.host_ns(), clock.wall_utc())
        for n, line in enumerate(rejudged.corrections, begin)
    ]
    if not other_rules:
        journal.commit(row.session, lines=corrections)
        return row.session
    name = journal.begin(
        started_utc=row.started_utc,
        host_ns=row.started_host_ns,
        host_boot_id=row.host_boot_id,
        simulated=row.simulated,
        seed=row.seed,
    )
    journal.commit(name, lines=[*rejudged.told, *corrections], edges=kept.edges, boards=kept.boards)
    return name


def _line(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _facts(
    row: SessionRow, kept: Kept, rejudged: Rejudged, said: Callable[[Entry], list[str]], applied: str | None
) -> dict[str, Any]:
    entries = zip(rejudged.before.entries, rejudged.after.entries, strict=False)
    changed = [(was, now) for was, now in entries if was.answer != now.answer]
    return {
        "session": row.session,
        "lines": len(rejudged.before.entries),
        "changed": [{"n": was.n, "told": was.told, "before": said(was), "after": said(now)} for was, now in changed],
        "corrections": list(rejudged.corrections),
        "left_out": rejudged.left_out,
        "games": _games(row, kept, rejudged),
        "applied": applied,
    }


def _said(entry: Entry, say_it: shown.Say, translate: Translate) -> list[str]:
    if entry.answer.error is not None:
        return [text("not_understood", translate, error=entry.answer.error)]
    if entry.undone:
        return [text("taken_out", translate)]
    return [say_it(ruling, entry.after.game) for ruling in entry.answer.rulings]


def _games(row: SessionRow, kept: Kept, rejudged: Rejudged) -> list[dict[str, Any]]:
    """The scores of each game, before and after."""

    def scores(session: Session) -> list[tuple[str, dict[str, int]]]:
        games = project(row, judged_lines(session.entries, kept.lines)).games
        return [
            (game.title, {p.name: p.score for p in game.players if p.score is not None} or dict(game.totals))
            for game in games
        ]

    pairs = zip(scores(rejudged.before), scores(rejudged.after), strict=False)
    return [
        {"number": number, "title": title, "before": was, "after": now}
        for number, ((title, was), (_, now)) in enumerate(pairs, 1)
    ]


def _text(facts: dict[str, Any], left_out: Sequence[str], apply: bool, translate: Translate) -> Iterator[str]:
    session, was, now = facts["session"], word("was", translate), word("now", translate)
    width = max(len(was), len(now))
    if not facts["changed"] and not facts["corrections"]:
        yield text("no_difference", translate, session=session)
    for change in facts["changed"]:
        if change["before"] == change["after"]:
            continue  # only figures that no sentence says
        yield f"{text('line', translate, n=change['n'])}  {json.dumps(change['told'], ensure_ascii=False)}"
        yield f"    {was.ljust(width)}  {' '.join(change['before'])}"
        yield f"    {now.ljust(width)}  {' '.join(change['after'])}"
    for what in left_out:
        yield text("left_out", translate, what=what)
    for game in facts["games"]:
        named = {"number": game["number"], "title": game_title(game["title"], translate)}
        if game["before"] == game["after"]:
            yield text("same_scores", translate, **named)
            continue
        names = dict.fromkeys([*game["before"], *game["after"]])
        each = ", ".join(f"{name} {game['before'].get(name, 0)} → {game['after'].get(name, 0)}" for name in names)
        yield text("other_scores", translate, scores=each, **named)
    if facts["applied"] is None:
        if not apply and (facts["changed"] or facts["corrections"]):
            yield text("not_kept", translate, option="--apply")
    elif facts["applied"] == session:
        yield counted("kept", len(facts["corrections"]), translate, session=session)
    else:
        yield text("kept_apart", translate, kept=facts["applied"], session=session)
