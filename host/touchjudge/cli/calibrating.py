"""``calibrate``: each pad and button is asked for once; what came tells how it is wired and how it bounces."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from touchjudge.adapters.catalogues import LANGUAGES, catalogue
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.table_file import default_path as table_path
from touchjudge.adapters.table_file.editing import change_table_file
from touchjudge.cli.app import AsJson, Db, app, new_session
from touchjudge.cli.asking import Asking, Keyboard, simulated_view
from touchjudge.cli.earlier import earlier
from touchjudge.cli.table_file import settings_of, table_file
from touchjudge.cli.tables import TableParts, table_parts
from touchjudge.errors import ConfigError, JournalError
from touchjudge.service import retell
from touchjudge.session.calibration import (
    ORDER,
    Changes,
    Finding,
    Measured,
    Where,
    changes,
    measured,
    measured_in_recording,
    noise,
    noise_found,
    should_ask_again,
    wires_to_ask,
)
from touchjudge.session.places import SEATS
from touchjudge.session.watching import Wire, Wiring
from touchjudge.words import Translate
from touchjudge.words.calibration import finding_said, milliseconds, pin_name, place_name, sentence

BOARD_WITHIN_S = 30.0
QUIET_S = 3.0
YES = frozenset({"y", "yes", "j", "ja", "s", "si", "sí"})
SIMULATED_SEED = 1


@dataclass(frozen=True, slots=True)
class Told:
    """How people are told: in which language, who sits where, and to which stream."""

    translate: Translate
    wiring: Wiring
    to: Any

    def say(self, key: str, **values: object) -> None:
        print(sentence(key, self.translate, **values), file=self.to, flush=True)

    def finding(self, finding: Finding) -> str:
        said = finding_said(
            finding.code,
            finding.place,
            finding.wire.line,
            finding.facts,
            self.translate,
            self.wiring.places.seats,
            finding.wire.chip_id,
        )
        several = len(self.wiring.places.boards) > 1
        return f"{said} (board {finding.wire.chip_id})" if several else said

    def place(self, place: str) -> str:
        return place_name(place, self.translate, self.wiring.places.seats)


@app.command()
def calibrate(
    places: Annotated[list[str] | None, typer.Argument(help="Only these: target1, reveal, ok, seat3 …")] = None,
    table: Annotated[str, typer.Option(help="sim, pico, pico:PORT, gpio, recorded:FILE or recorded:SESSION.")] = "pico",
    wait: Annotated[float, typer.Option(help="Seconds to wait for each press, 1 to 600.")] = 20.0,
    yes: Annotated[bool, typer.Option("--yes", help="Write what is suggested without asking.")] = False,
    config: Annotated[
        Path | None,
        typer.Option(help="The table file; by default the one in the user's config folder (see `touchjudge table`)."),
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="en, de or es: the language of the sentences; by default that of the table file.")
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Ask for each pad and button once: which never came, which came twice, how each bounces, what would mend it."""
    kind = table.partition(":")[0]
    if not 1 <= wait <= 600:
        raise ConfigError(f"--wait {wait:g} cannot be; give 1 to 600 seconds")
    for place in places or ():
        if place not in ORDER:
            raise ConfigError(f"there is no place {place!r}; the places are {', '.join(ORDER)}")
    furnished = table_file(config)
    spoken = language or furnished.language or "en"
    settings = settings_of(furnished, spoken, simulated=kind == "sim")
    wiring = Wiring(settings.places, settings.settle, settings.overrides, settings.board_overrides)
    told = Told(catalogue(spoken), wiring, sys.stderr if as_json else sys.stdout)
    journal = db or default_path()
    parts = _parts(table, wiring, journal)
    boards = max(1, len(wiring.places.boards)) if table == "pico" else 1
    if kind == "sim":
        told.say("simulated")
    with ExitStack() as open_parts:
        open_parts.callback(parts.source.stop)
        asking = Asking(
            parts,
            wiring,
            say=lambda text: print(text, file=told.to, flush=True),
            people=lambda view: parts.watch and parts.watch(simulated_view(view, SEATS)),
            from_rest=kind == "recorded",
        )
        open_parts.enter_context(closing(Keyboard(parts.inbox, sys.stdin)))
        try:
            parts.source.start(parts.inbox)
            measured_places, noises = (
                _recorded(asking, told, places or ORDER)
                if kind == "recorded"
                else _asked(asking, told, places or ORDER, wait, boards, journal)
            )
            parts.source.stop()
            suggested = changes(wiring, measured_places)
            path = config or table_path()
            if not as_json:
                _show(told, measured_places, noises, suggested)
            may_write = bool(suggested) and kind != "sim"
            accepted = may_write and (yes or (not as_json and _accepted(asking, told, path)))
        except KeyboardInterrupt:
            raise ConfigError("stopped; nothing was written") from None
    if accepted:
        change_table_file(path, suggested, languages=LANGUAGES)
    if as_json:
        print(json.dumps(_facts(told, measured_places, noises, suggested, path if accepted else None), indent=2))
    elif may_write:
        told.say("written" if accepted else "not_written", file=path)


def _parts(table: str, wiring: Wiring, journal: Path) -> TableParts:
    if table == "sim":
        from math import inf

        from touchjudge.adapters.decks import load
        from touchjudge.adapters.simulated import SimulatedTable
        from touchjudge.simulation.asked import AskedPeople

        people = AskedPeople(SIMULATED_SEED)
        deck = load("schwein_gehabt_stand_in")
        simulated = SimulatedTable("calibration", seed=SIMULATED_SEED, deck=deck, speed=inf, people=people)
        return TableParts(simulated, simulated, simulated, simulated.show, SIMULATED_SEED)
    speed = 100.0 if table.startswith("recorded:") else 1.0
    have = earlier(journal).have
    return table_parts(table, "", seed=None, speed=speed, boots=0, have=have, places=wiring.places, journal=journal)


# ---- asking


def _asked(
    asking: Asking, told: Told, wanted: Sequence[str], wait_s: float, boards: int, journal: Path
) -> tuple[list[Measured], dict[Wire, int]]:
    told.say("waiting")
    asking.begin(boards, within_s=BOARD_WITHIN_S)
    _refuse_unfinished(asking, journal)
    told.say("hands_off", seconds=f"{QUIET_S:g}")
    quiet = asking.listen(QUIET_S)
    told.say("how", seconds=f"{wait_s:g}")
    questions, results = [], []
    for place, wire in wires_to_ask(asking.watch):
        if place not in wanted:
            continue
        told.say("press", place=told.place(place))
        asked = asking.ask(place, wire, within_s=wait_s)
        if should_ask_again(asked):
            told.say("again", place=told.place(place))
            asked = asking.ask(place, wire, within_s=wait_s)
        questions.append(asked)
        result = measured(asked)
        results.append(result)
        if result.ended == "skipped":
            print(f"    {sentence('skipped', told.translate)}", file=told.to, flush=True)
        for finding in result.findings:
            print(f"    {told.finding(finding)}", file=told.to, flush=True)
    return results, noise(quiet, questions)


def _recorded(asking: Asking, told: Told, wanted: Sequence[str]) -> tuple[list[Measured], dict[Wire, int]]:
    told.say("recording")
    return [each for each in measured_in_recording(asking.to_the_end()) if each.place in wanted], {}


def _refuse_unfinished(asking: Asking, path: Path) -> None:
    """Touches of a game that was cut off are still on the board: they belong to the game.

    Raises:
        ConfigError: there are such touches.
    """
    if not asking.unkept:
        return
    try:
        with closing(SqliteJournal.read(path)) as journal:
            rows = [row for row in journal.sessions() if not row.simulated]
            if not rows or not asking.unkept & {each.board for each in journal.boards(rows[-1].session)}:
                return
            session = new_session()
            retell(session, journal.lines(rows[-1].session))
    except JournalError:
        return
    if session.now.game is not None and not session.now.over:
        raise ConfigError(
            f"the board still keeps touches of the game that was cut off (session {rows[-1].session}); go on with it by"
            " `touchjudge play --resume` and end it, then calibrate"
        )


def _accepted(asking: Asking, told: Told, path: Path) -> bool:
    told.say("accept", file=path)
    return (asking.answer() or "").lower() in YES


# ---- what is shown


def _show(told: Told, places: Sequence[Measured], noises: Mapping[Wire, int], suggested: Changes) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Column, Table

    heads = ("place", "line", "came", "bounces", "pause", "noise", "settle", "suggested")
    rows = Table(
        *(Column(sentence(f"head_{head}", told.translate), no_wrap=head == "place") for head in heads), box=SIMPLE
    )
    for each in places:
        rows.add_row(*_row(told, each, noises.get(each.wire, 0)))
    Console(file=told.to, highlight=False, markup=False, emoji=False).print(rows)
    findings = [finding for each in places for finding in each.findings]
    right = sum(1 for each in places if each.came_on is not None and not each.findings)
    told.say("right", count=right, total=len(places))
    for finding in (*findings, *noise_found(told.wiring, noises)):
        print(f"- {told.finding(finding)}", file=told.to)
    if not findings and not noises:
        told.say("nothing_wrong")
    if suggested:
        told.say("changes")
        for text in _changes_said(told, suggested):
            print(f"    {text}", file=told.to)


def _row(told: Told, each: Measured, noise_changes: int) -> tuple[str, ...]:
    def ms(us: int) -> str:
        return milliseconds(us, told.translate)

    line, by_itself, settle = (
        f"{each.wire.line} ({pin_name(each.wire.line, each.wire.chip_id)})",
        str(noise_changes),
        ms(each.settle_us),
    )
    if each.came_on is None:
        return (told.place(each.place), line, "-", "-", "-", by_itself, settle, "-")
    figures = (str(each.presses), str(each.bounces), ms(each.longest_us))
    return (told.place(each.place), line, *figures, by_itself, settle, ms(each.suggested_us or 0))


def _changes_said(told: Told, suggested: Changes) -> Iterator[str]:
    def text(key: str, **values: object) -> str:
        return sentence(key, told.translate, **values)

    def line(of: Where) -> str:
        return str(of[1]) if of[0] == "any" else f"{of[0]}/{of[1]}"

    for of, place in sorted(suggested.places.items()):
        yield text("change_place", line=line(of), place=told.place(place))
    for of, level in sorted(suggested.pressed.items()):
        yield text(f"change_pressed_{level}", line=line(of))
    for of, us in sorted(suggested.settle_us.items()):
        yield text("change_settle", line=line(of), ms=milliseconds(us, told.translate))
    if suggested.usual_settle_us is not None:
        yield text("change_usual", ms=milliseconds(suggested.usual_settle_us, told.translate))


def _facts(
    told: Told, places: Sequence[Measured], noises: Mapping[Wire, int], suggested: Changes, written: Path | None
) -> dict[str, Any]:
    def finding(each: Finding) -> dict[str, Any]:
        facts = {"code": each.code, "place": each.place, **_wire(each.wire), "say": told.finding(each)}
        return facts | {"facts": dict(each.facts)}

    def place(each: Measured) -> dict[str, Any]:
        facts = {name: value for name, value in asdict(each).items() if name not in ("wire", "came_on", "findings")}
        came_on = None if each.came_on is None else _wire(each.came_on)
        facts |= _wire(each.wire) | {"came_on": came_on, "noise": noises.get(each.wire, 0)}
        return facts | {"findings": [one.code for one in each.findings]}

    found = [*(one for each in places for one in each.findings), *noise_found(told.wiring, noises)]
    return {
        "places": [place(each) for each in places],
        "findings": [finding(one) for one in found],
        "changes": {
            "places": _by_line(suggested.places),
            "pressed": _by_line(suggested.pressed),
            "settle_us": _by_line(suggested.settle_us),
            "usual_settle_us": suggested.usual_settle_us,
        },
        "written": None if written is None else str(written),
    }


def _wire(wire: Wire) -> dict[str, Any]:
    return {"board": wire.chip_id, "line": wire.line}


def _by_line(values: Any) -> dict[str, Any]:
    return {f"{section}.{line}": value for (section, line), value in values.items()}
