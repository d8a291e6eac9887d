"""``play``: joins the parts of a table and runs it."""

import gc
import json
import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.control_socket import ControlSocket
from touchjudge.adapters.journal_sqlite import SqliteJournal, default_path
from touchjudge.adapters.machine import host_boot_id
from touchjudge.adapters.recorded import RecordingJournal, refuse_recording
from touchjudge.adapters.table_file import PanelPart
from touchjudge.cli.app import AsJson, Db, app, labeller, new_session, own_decks, sayer, titler
from touchjudge.cli.earlier import earlier
from touchjudge.cli.scanning import photo_reader, scanned_cards
from touchjudge.cli.screens import HELP as SCREENS
from touchjudge.cli.screens import screen_maker
from touchjudge.cli.table_file import settings_of, table_file
from touchjudge.cli.tables import TableParts, table_parts
from touchjudge.cli.told_options import option_told
from touchjudge.cli.watching import nobody_watches, stopped_without_reader
from touchjudge.errors import ConfigError, JournalError
from touchjudge.language import ruling_json
from touchjudge.ports import Board, Journal, Screen, SessionRow, Stop, Warned
from touchjudge.registry import known_games
from touchjudge.rules.game import Line
from touchjudge.service import Audience, RunningTable, SeatLights, SupervisedScreen, retell
from touchjudge.session.fold import Answer, Session
from touchjudge.session.places import SEATS, Places
from touchjudge.session.rounds import ends_round
from touchjudge.session.setting_up import SetUp
from touchjudge.session.view import Viewer
from touchjudge.words.evening import text

if TYPE_CHECKING:
    from touchjudge.adapters.web import WebScreen

SIMULATED_GAME = "schwein_gehabt"
SIMULATED_PEOPLE = ("Ana", "Luis", "Marta")
STOP_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class Kept:
    """The session to go on with, as the journal holds it."""

    row: SessionRow
    game: str
    have: dict[Board, int]
    boots: int


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="Which game; `touchjudge games` lists them.")] = None,
    table: Annotated[str, typer.Option(help="sim, pico, pico:PORT, gpio, recorded:FILE or recorded:SESSION.")] = "pico",
    players: Annotated[str | None, typer.Option(help="Names in turn order, with commas between.")] = None,
    rule: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[int | None, typer.Option(help="Decides everything at a simulated table.")] = None,
    speed: Annotated[
        float, typer.Option(help="Simulated or recorded seconds a second; from 100 on as fast as it can.")
    ] = 1.0,
    screen: Annotated[str, typer.Option(help=SCREENS)] = "terminal",
    web: Annotated[bool, typer.Option("--web/--no-web", help="The scoreboard page.")] = True,
    port: Annotated[int, typer.Option(help="Of the scoreboard page.")] = 8080,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones of this network in: the page for all, the table's PIN to play.")
    ] = False,
    scanner: Annotated[
        str | None, typer.Option(help="Reads the codes on cards: auto, or the path of the scanner's input device.")
    ] = None,
    db: Db = None,
    record: Annotated[Path | None, typer.Option(help="A new file for every raw edge, as CSV.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")] = False,
    config: Annotated[
        Path | None,
        typer.Option(help="The table file; by default the one in the user's config folder (see `touchjudge table`)."),
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="en, de or es: the language of the sentences; by default that of the table file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Referee a game at the table."""
    furnished = table_file(config)
    language = language or furnished.language or "en"
    say_it, path = sayer(language), db or default_path()
    simulated = table.partition(":")[0] == "sim"
    settings = settings_of(furnished, language, simulated=simulated)
    if lan and not web:
        raise ConfigError("--lan opens the web page to phones, and --no-web leaves it out; take one of them away")
    if record is not None:
        refuse_recording(record)
    kept, known = _kept(path, simulated) if resume else None, earlier(path)
    begin = None if resume else _begin_with(game, players, rule or [], simulated, path, settings.places)
    parts = table_parts(
        table,
        kept.game if kept is not None else game or SIMULATED_GAME,
        seed=kept.row.seed if kept is not None else seed,
        speed=speed,
        boots=kept.boots if kept is not None else 0,
        have=kept.have if kept is not None else known.have,
        places=settings.places,
        journal=path,
        header=furnished.header,
    )
    with ExitStack() as open_parts:
        # Whatever can be refused is opened before the evening begins, so that a wrong call leaves nothing behind.
        cards = open_parts.enter_context(scanned_cards(scanner or furnished.scanner.device, parts.inbox))
        photos = photo_reader(cards)
        page = _page(parts, path, port, lan=lan, language=language, photos=photos) if web else None
        showing = _screens(screen, furnished.panel, parts, as_json, page)
        audiences = [open_parts.enter_context(closing(each)) for each in showing]
        shown: list[Audience] = [*audiences, cards.look]
        if page is not None:
            page.start()
            open_parts.callback(page.close)

            serving = partial(_serving, page)
            web_screen = open_parts.enter_context(closing(SupervisedScreen("web", serving, parts.inbox.put)))
            shown.append(cards.beside(web_screen))
            if screen != "terminal" or (lan and as_json):
                _say_where(page, nothing_else_shows=screen in ("none", "terminal"))
        if parts.lights is not None:
            seats = partial(SeatLights, parts.lights)
            shown.append(open_parts.enter_context(closing(SupervisedScreen("lights", seats, parts.inbox.put))))
        if parts.watch is not None:
            shown.append(parts.watch)
        open_parts.callback(parts.source.stop)
        parts.source.start(parts.inbox)
        open_parts.callback(parts.darken)
        kept_in = open_parts.enter_context(closing(SqliteJournal.write(path, clock=parts.clock)))
        journal = kept_in if record is None else RecordingJournal(kept_in, record, parts.inbox.put)
        open_parts.callback(journal.close)
        running = RunningTable(
            name=kept.row.session if kept is not None else _begin(journal, parts),
            session=new_session(),
            journal=journal,
            inbox=parts.inbox,
            clock=parts.clock,
            source=parts.source,
            say=say_it,
            viewer=Viewer(say_it, labeller(language), titler(language)),
            settings=settings,
            simulated=parts.simulated,
            audiences=shown,
            commands={} if parts.simulated else known.commands,
            pads=known.pads if parts.feels else None,
            chance=random.Random(parts.seed).random,  # noqa: S311 a simulated evening comes out the same again
            signal=parts.signal,
            translate=catalogue(language),
        )
        if as_json:
            running.on_answer = _JsonLines(running, say_it)
        if kept_in.damage is not None:
            running.take(Warned("damage", " ".join(kept_in.damage.sentences)))
        if kept is not None:
            name = kept.row.session
            running.restore(journal.lines(name), journal.edges(name), journal.boards(name))
        elif isinstance(begin, SetUp):
            running.open_set_up(begin)
        elif begin is not None:
            running.tell(begin, "command")
        open_parts.enter_context(closing(ControlSocket(path, parts.inbox)))
        by_itself = parts.watch is not None
        if by_itself and screen == "terminal" and not as_json:
            open_parts.enter_context(stopped_without_reader(parts.inbox.put))
        ends = by_itself and nobody_watches(screen, web=web, as_json=as_json)
        _run(running, parts, until=(lambda: running.session.now.over) if ends else (lambda: False))
        if as_json:
            print(json.dumps({"result": _result(running.session)}, ensure_ascii=False, separators=(",", ":")))
    if running.session.now.game is not None and not running.session.now.over:
        again = "touchjudge play --resume" + (" --table sim" if simulated else "") + (f" --db {db}" if db else "")
        typer.echo(f"touchjudge: {text('goes_on', catalogue(language), command=f'`{again}`')}", err=True)


# ---- before the evening


def _begin_with(
    game: str | None, players: str | None, rules: list[str], simulated: bool, journal: Path, places: Places
) -> Line | SetUp:
    """The ``start`` line that the command line asks for, checked; or the set-up, where it leaves something open.

    Raises:
        ConfigError: no such game, player count, name, option or value.
    """
    games = known_games()
    if game is None and simulated:
        game = SIMULATED_GAME
    if game is not None and game not in games:
        raise ConfigError(f"there is no game {game!r}; the games are {', '.join(games)}")
    if rules and game is None:
        raise ConfigError("--rule belongs to a game: name the game, or choose the options at the table")
    options = {} if game is None else dict(option_told(games[game], told) for told in rules)
    names = SIMULATED_PEOPLE if players is None and simulated else tuple(_names(players))
    decks = {} if simulated else own_decks()
    if game is not None and names:
        line: Line = {"do": "start", "game": game, "players": list(names), "options": options}
        if game in decks:
            line["deck"] = decks[game]
        error = new_session().judge(line).entry.answer.error
        if error is not None:
            raise ConfigError(error)
        return line
    if len(names) > len(SEATS):
        raise ConfigError(f"--players names {len(names)} people; a table has {len(SEATS)} seats")
    return SetUp(
        games=games,
        names=tuple(dict.fromkeys([*names, *places.seats.values(), *earlier(journal).names])),
        usual=places.seats,
        seated=places.seated(names),
        game=game,
        chosen_before=game is not None,
        decks=decks,
        values=options,
    )


def _names(players: str | None) -> list[str]:
    return [] if players is None else [name.strip() for name in players.split(",")]


def _kept(path: Path, simulated: bool) -> Kept:
    """The last session of the journal, for ``--resume``.

    Raises:
        JournalError: there is none, or its game has ended.
    """
    with closing(SqliteJournal.read(path)) as journal:
        kept = journal.sessions()
        rows = [row for row in kept if row.simulated == simulated]
        if not rows and kept:
            played, option = ("real", "leave out --table sim") if simulated else ("simulated", "add --table sim")
            raise JournalError(f"only {played} evenings are in the journal; {option} to go on with the last of them")
        if not rows:
            raise JournalError("there is no game to go on with; leave out --resume to begin one")
        row = rows[-1]
        session = new_session()
        retell(session, journal.lines(row.session))
        now = session.now
        if now.game is None or now.over:
            raise JournalError(f"the last game (session {row.session}) has ended; leave out --resume to begin another")
        have: dict[Board, int] = {}
        for board, edge in journal.edges(row.session):
            have[board] = edge.number + 1
        return Kept(row, now.game.name, have, len(journal.boards(row.session)))


def _begin(journal: Journal, parts: TableParts) -> str:
    return journal.begin(
        started_utc=parts.clock.wall_utc(),
        host_ns=parts.clock.host_ns(),
        host_boot_id=host_boot_id(),
        simulated=parts.simulated,
        seed=parts.seed,
    )


def _page(parts: TableParts, journal: Path, port: int, **more: Any) -> "WebScreen":
    from touchjudge.cli.letting_in import web_page

    return web_page(parts.inbox, journal=journal, port=port, **more)


def _serving(page: "WebScreen") -> Screen:
    page.start()  # again, should its server have ended by itself
    return page


def _say_where(page: "WebScreen", *, nothing_else_shows: bool) -> None:
    from touchjudge.cli.letting_in import say_where

    say_where(page, nothing_else_shows=nothing_else_shows)


def _screens(
    screen: str,
    panel: PanelPart,
    parts: TableParts,
    as_json: bool,
    page: "WebScreen | None",
) -> Iterator[SupervisedScreen]:
    """The screen that ``--screen`` names, behind its slot.

    Args:
        panel: what the table file says of a panel.
        page: what it names besides, and how phones come in where they can; None at a table without a page.

    Raises:
        ConfigError: no such screen.
    """
    named = screen_maker(screen, panel, parts.inbox.put)
    if named is None or (screen == "terminal" and as_json):
        return
    kind, make = named
    if page is not None:
        from touchjudge.cli.letting_in import inviting

        make = inviting(make, page.invitation, lambda: page.url)
    yield SupervisedScreen(kind, make, parts.inbox.put)


# ---- the evening


def _run(running: RunningTable, parts: TableParts, until: Callable[[], bool]) -> None:
    """Run the table on its own thread until it ends or somebody presses Ctrl-C; the main thread hears the signals."""
    failed: list[BaseException] = []

    def table() -> None:
        try:
            running.run(until)
        except BaseException as error:  # noqa: BLE001 - handed to the main thread, which says it
            failed.append(error)

    thread = threading.Thread(target=table, name="table")
    # What is loaded by now stays all evening. Looking through it for garbage would hold a ruling up by a tenth of a
    # second, and by far more on a small Pi.
    gc.freeze()
    with _signals_stop():
        thread.start()
        try:
            thread.join()
        except KeyboardInterrupt:
            parts.inbox.put(Stop("stopped"))
            thread.join(STOP_WITHIN_S)
    if failed:
        raise failed[0]


@contextmanager
def _signals_stop() -> Iterator[None]:
    """SIGTERM stops the table as Ctrl-C does."""

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _JsonLines:
    """Writes each ruling as a JSON line; a reader that has gone away does not stop the table."""

    def __init__(self, running: RunningTable, say_it: Callable[..., str]) -> None:
        self._running = running
        self._say = say_it
        self._heard = True

    def __call__(self, answer: Answer) -> None:
        game = self._running.session.now.game
        for ruling in answer.rulings:
            line = {"n": answer.n, **ruling_json(ruling, game, self._say)}
            try:
                if self._heard:
                    print(json.dumps(line, ensure_ascii=False, separators=(",", ":")), flush=True)
            except BrokenPipeError:
                self._heard = False


def rounds(session: Session) -> int:
    """How many rounds or turns the game had that is being played: cards turned, turns passed on, orders of touches."""
    count = 0
    for entry in session.entries:
        rulings = entry.answer.rulings
        if any(ruling.code == "started" for ruling in rulings):
            count = 0
        elif any(ruling.code == "revealed" for ruling in rulings) or ends_round(rulings):
            count += 1
    return count


def _result(session: Session) -> dict[str, Any] | None:
    """How the game ended, without ids and dates; None if it did not."""
    now = session.now
    result = now.game.result(now.state) if now.game is not None else None
    if now.game is None or result is None:
        return None
    return {
        "game": now.game.name,
        "winners": list(result.winners),
        "ranking": [list(place) for place in result.ranking],
        "scores": dict(result.scores),
        "rounds": rounds(session),
    }
