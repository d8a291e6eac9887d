"""What people get wrong, and machines: one sentence that says what to do, status 2, and nothing lost.

Each call is the real command line's, in this process; where two processes or another user are what matters, a process
of its own.
"""

import importlib
import json
import os
import pwd
import re
import socket
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from commands import keep
from journal_evening import AtOneMoment, begin, write
from need import not_installable
from played_session import two_rounds
from pty_board import PtyBoard
from touchjudge.adapters.control_socket import socket_path
from touchjudge.adapters.decks import load
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.web.screen import _listen
from touchjudge.cli import command_line, main
from touchjudge.ports import LineRow

START = '{"do":"start","game":"schwein_gehabt","players":["Ana","Luis","Marta"]}'
PLAY = ("play", "schwein_gehabt", "--players", "Ana,Luis,Marta", "--screen", "none", "--no-web")
SIM = ("play", "schwein_gehabt", "--table", "sim", "--speed", "1000", "--screen", "none", "--no-web")


class Calls:
    """Calls commands in a folder of their own."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.db = folder / "journal.sqlite3"
        self._capture = capture
        self._patch = patch

    def file(self, name: str, content: bytes) -> str:
        (self.folder / name).write_bytes(content)
        return str(self.folder / name)

    def refused(self, *words: str, db: Path | str | None = None) -> str:
        """The sentence with which a call is refused; it must be one, with status 2, and leave everything as it was."""
        before = snapshot(self.folder)
        if words[0] not in ("judge", "games"):
            words = (*words, "--db", str(db or self.db))
        status, _, error = self.call(*words)
        assert snapshot(self.folder) == before, "something was changed"
        return sentence_of(status, error)

    def call(self, *words: str) -> tuple[int, str, str]:
        """Status, standard output and standard error of a call."""
        self._capture.readouterr()
        self._patch.setattr(sys, "argv", ["touchjudge", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = self._capture.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    def keep_a_game(self, *lines: str, db: Path | None = None) -> str:
        """A journal with a session of these lines; its name."""
        with closing(write(db or self.db)) as journal:
            name = begin(journal)
            for n, text in enumerate(lines, 1):
                journal.commit(name, lines=[LineRow(n, text, "test", n, AtOneMoment().wall_utc())])
        return name


@pytest.fixture
def calls(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Calls:
    return Calls(tmp_path, capsys, monkeypatch)


def sentence_of(status: int, error: str) -> str:
    assert status == 2, error
    assert "Traceback" not in error
    (line,) = error.splitlines()
    assert line.startswith("touchjudge: ")
    sentence = line.removeprefix("touchjudge: ")
    assert not re.search(r"[.!?] [A-Z]", sentence), "more than one sentence"
    assert sentence[0] == sentence[0].lower() or sentence[:2].isupper(), "it goes on after a colon"
    return sentence


def snapshot(folder: Path) -> Mapping[str, bytes]:
    """What lies in a folder, without the lock, which only says who held it last, and what SQLite needs for reading."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock" and not _of_a_reader(path)
    }


def _of_a_reader(path: Path) -> bool:
    return path.name.endswith("-shm") or (path.name.endswith("-wal") and path.stat().st_size == 0)


# ---- a call that no command knows


@pytest.mark.parametrize(("more", "name"), [((), b"?ofie"), (("--json",), "Žofie".encode())], ids=["words", "json"])
def test_a_locale_without_the_letters_of_a_name_shows_the_rest_and_json_is_whole(
    calls: Calls, more: tuple[str, ...], name: bytes
) -> None:
    calls.keep_a_game(START.replace("Ana", "Žofie"))
    ended = subprocess.run(
        [sys.executable, "-m", "touchjudge.cli", "show", "--db", str(calls.db), *more],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert name in ended.stdout


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_stream_that_was_closed_is_an_empty_one(tmp_path: Path, closed: int) -> None:
    lines = tmp_path / "game.jsonl"
    lines.write_text(f"{START}\n", encoding="utf-8")
    read = "" if closed == 0 else str(lines)
    command = f'exec "$0" -m touchjudge.cli judge {read} {closed}{"<" if closed == 0 else ">"}&-'
    ended = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.count(b"\n") == (1 if closed == 2 else 0)


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (("referee",), "no such command 'referee'"),
        (("play", "--sped", "3"), "--sped"),
        (("play", "--speed"), "--speed"),
        (("play", "--port", "web"), "--port"),
        (("play", "--seed", "1.5"), "--seed"),
        (("correct",), "missing argument 'n'"),
        (("correct", "1"), "missing argument 'file'"),
        (("undo", "last"), "'n'"),
        (("show", "last", "first"), "first"),
    ],
    ids=" ".join,
)
def test_a_call_that_is_none_says_where_to_look(calls: Calls, words: tuple[str, ...], about: str) -> None:
    status, _, error = calls.call(*words)
    sentence = sentence_of(status, error)
    assert about in sentence
    known = f"touchjudge {words[0]}" if words[0] != "referee" else "touchjudge"
    assert sentence.endswith(f"; `{known} -h` shows how it is called")


def test_a_wrong_option_of_a_command_in_a_group_names_that_command(calls: Calls) -> None:
    status, _, error = calls.call("firmware", "monitor", "--seconds", "-1")
    assert sentence_of(status, error).endswith("; `touchjudge firmware monitor -h` shows how it is called")


# ---- what is to be played


def test_pictures_into_a_folder_that_is_not_there_are_refused_before_the_evening(calls: Calls, tmp_path: Path) -> None:
    where = tmp_path / "no" / "panel.png"
    status, _, error = calls.call(*SIM[:-3], "--screen", f"png:{where}", "--no-web")
    assert f"there is no folder {where.parent}" in sentence_of(status, error)


@pytest.mark.parametrize(
    ("words", "about", "mend"),
    [
        (("play", "chess", "--players", "A,B,C"), "'chess'", "the games are "),
        ((*PLAY, "--players", "Ana,Luis"), "2 given", "3 to 8"),
        ((*PLAY, "--players", "Ana,,Marta"), "0 characters", "1 to 40"),
        ((*PLAY, "--players", "Ana,Luis,Ana"), "'Ana'", "must differ"),
        ((*PLAY, "--rule", "wrong"), "'wrong'", "NAME=VALUE"),
        ((*PLAY, "--rule", "wrong=1"), "'wrong=1'", "free_choice"),
        ((*PLAY, "--rule", "free_choice=perhaps"), "'perhaps'", "true or false"),
        ((*PLAY, "--rule", "no_sandwich=soup"), "'soup'", "lowest, jackpot"),
        ((*PLAY, "--table", "kitchen"), "'kitchen'", "sim, pico, pico:PORT, gpio or recorded:FILE"),
        ((*PLAY, "--table", "sim:2"), "'sim:2'", "sim, pico, pico:PORT, gpio or recorded:FILE"),
        ((*PLAY, "--language", "fr"), "'fr'", "en, de, es"),
        ((*PLAY, "--seed", "7"), "--seed", "leave it out"),
        ((*PLAY, "--speed", "2"), "--speed", "leave it out"),
        ((*SIM, "--speed", "0"), "--speed 0", "above 0"),
        ((*SIM, "--speed", "-1"), "--speed -1", "above 0"),
        ((*SIM, "--speed", "nan"), "--speed nan", "above 0"),
        ((*SIM, "--screen", "hologram"), "'hologram'", "use terminal, panel, "),
        ((*SIM, "--screen", "png:"), "'png:'", "use terminal, panel, "),
        ((*SIM, "--screen", "panel:crt"), "panel:crt", "ssd1306, sh1106, st7789, ili9341"),
        ((*SIM, "--screen", "png:x.png@9x9"), "9x9", "128x64, 240x240, 320x240"),
        ((*SIM, "--scanner", "kitchen"), "'kitchen'", "use auto, or a path"),
        ((*SIM, "--resume"), "no journal", "`touchjudge play` begins one"),
        (("play", "--table", "sim", "--resume", "--language", "xx"), "'xx'", "en, de, es"),
        (("games", "chess"), "'chess'", "the games are "),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_played_is_refused_and_begins_no_session(
    calls: Calls, words: tuple[str, ...], about: str, mend: str
) -> None:
    sentence = calls.refused(*words)
    assert about in sentence
    assert mend in sentence
    assert not calls.db.exists()


def test_a_web_port_that_is_taken_names_the_way_out(calls: Calls) -> None:
    with closing(_listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = calls.refused(*SIM, "--web", "--port", str(port))
    assert f"port {port}" in sentence
    assert "--no-web" in sentence
    assert not calls.db.exists()


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_web_port_that_cannot_be_names_the_range(calls: Calls, port: str) -> None:
    assert "1 to 65535" in calls.refused(*SIM, "--web", "--port", port)
    assert not calls.db.exists()


# ---- the port of the board


def test_a_serial_port_that_does_not_exist(calls: Calls) -> None:
    sentence = calls.refused(*PLAY, "--table", "pico:/dev/ttyACM99")
    assert "no port /dev/ttyACM99" in sentence
    assert "`--table pico`" in sentence
    assert not calls.db.exists()


def test_a_file_that_is_no_serial_port(calls: Calls) -> None:
    assert "no serial port" in calls.refused(*PLAY, "--table", f"pico:{calls.file('notes', b'')}")
    assert not calls.db.exists()


def test_a_serial_port_that_another_program_holds(calls: Calls) -> None:
    with PtyBoard(calls.folder / "port") as board:
        holding = "import serial, sys; port = serial.Serial(sys.argv[1]); print('held', flush=True); input()"
        holder = subprocess.Popen(
            [sys.executable, "-c", holding, board.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            sentence = sentence_of(*calls.call(*PLAY, "--table", f"pico:{board.port}", "--db", str(calls.db))[::2])
        finally:
            holder.communicate(b"\n")
    assert f"(process {holder.pid})" in sentence
    assert "close that program" in sentence
    assert not calls.db.exists()


# ---- lines


@pytest.mark.parametrize(
    ("line", "about"),
    [
        (b'{"do":"start"', "no JSON"),
        (b"", "no JSON"),
        (b"[1]", "no JSON object"),
        (b'{"do":"note","text":"\xff"}', "not UTF-8"),
        (b'{"do":"note","text":"\xed\xa0\x80"}', "not UTF-8"),
        (b'{"do":"note","text":"\\ud800"}', "surrogate"),
        (b'{"do":"note","do":"note","text":"x"}', "twice"),
        (b'{"do":"note","text":"x","t_us":NaN}', "NaN"),
        (b'{"do":"start","game":"chess","players":["A","B","C"]}', "allowed: "),
        (b'{"do":"start","game":"schwein_gehabt","players":["A"]}', "3 to 8"),
        (b'{"do":"start","game":"schwein_gehabt","players":["A","B","C"],"deck":"tarot"}', "the known decks are"),
        (b'{"do":"start","game":"schwein_gehabt","players":["A","B","C"],"deck":"/nowhere.toml"}', "cannot be read"),
        (b'{"do":"start","game":"schwein_gehabt","players":["A","B","C"],"options":{"wrong":1}}', "allowed: "),
        (b"[" * 100_000, "bytes"),
        (b"[" * 60_000, "nested"),
    ],
    ids=lambda value: value[:60].decode("ascii", "replace") if isinstance(value, bytes) else "",
)
def test_a_line_that_cannot_be_read_is_answered_and_the_next_is_judged(calls: Calls, line: bytes, about: str) -> None:
    file = calls.file("lines", line + b"\n" + START.encode() + b"\n")
    status, out, error = calls.call("judge", file)
    assert (status, error) == (2, "")
    refused, judged = map(json.loads, out.splitlines())
    assert about in refused["error"]
    assert judged["n"] == 2
    assert judged["rulings"][0]["code"] == "started"


@pytest.mark.parametrize("name", ["missing", ".", "closed"])
def test_a_file_of_lines_that_cannot_be_read(calls: Calls, name: str) -> None:
    if name == "closed":
        calls.file(name, b"{}")
        (calls.folder / name).chmod(0)
        if os.access(calls.folder / name, os.R_OK):
            not_installable("this user may read every file")
    assert "name a file of table-language lines" in calls.refused("judge", str(calls.folder / name))


@pytest.mark.parametrize(
    ("content", "about"),
    [
        (b'name = "mine"\ngame = "schwein_gehabt"\ntotal = "many"\n[cards]\n', "whole number"),
        (b"\xff\xfe", "not UTF-8"),
        (b"= = =", "not TOML"),
        (b"", "lacks name, game, total, cards"),
        (b'name = "mine"\ngame = "virus"\ntotal = 1\n[cards]\n"heart:red" = 1\n', "choose another deck"),
        (b'name = "mine"\ngame = "schwein_gehabt"\ntotal = 2\n[cards]\n"touch:pig" = 1\n', "count again"),
    ],
    ids=["a wrong kind of value", "not UTF-8", "not TOML", "empty", "of another game", "does not add up"],
)
def test_a_deck_file_that_is_none(calls: Calls, content: bytes, about: str) -> None:
    line = {**json.loads(START), "deck": calls.file("mine.toml", content)}
    status, out, _ = calls.call("judge", calls.file("lines", json.dumps(line).encode()))
    assert status == 2
    assert about in json.loads(out)["error"]


# ---- putting right


def test_a_correction_from_a_broken_file_changes_nothing(calls: Calls) -> None:
    calls.keep_a_game(START, '{"do":"note","text":"x"}')
    assert "no JSON" in calls.refused("correct", "2", calls.file("lines", b'{"do":"note"'))
    assert "cannot be read" in calls.refused("correct", "2", str(calls.folder / "nowhere"))


def test_a_correction_that_does_not_fit_is_not_kept(calls: Calls) -> None:
    name = calls.keep_a_game(START, '{"do":"note","text":"x"}')
    for n, text in (("2", '{"do":"touch","spot":"moon"}'), ("9", '{"do":"note","text":"y"}'), ("2", START)):
        status, _, error = calls.call("correct", n, calls.file("lines", text.encode()), "--db", str(calls.db))
        assert "allowed: " in sentence_of(status, error) or "by itself" in error
    assert lines_in(calls.db, name) == 2


def test_an_undo_with_nothing_to_undo_says_so_and_takes_nothing_back(calls: Calls) -> None:
    name = calls.keep_a_game(START)
    status, out, error = calls.call("undo", "--db", str(calls.db))
    sentence = sentence_of(status, error)
    assert "nothing" in sentence
    assert json.loads(out)["rulings"][0]["code"] == "nothing_to_undo"
    assert lines_in(calls.db, name) >= 1


@pytest.mark.parametrize("words", [("undo",), ("undo", "1"), ("sessions",), ("show",)], ids=" ".join)
def test_without_a_journal_there_is_nothing_to_look_at(calls: Calls, words: tuple[str, ...]) -> None:
    assert "there is no journal at" in calls.refused(*words)


def test_an_undo_in_a_journal_without_a_session(calls: Calls) -> None:
    write(calls.db).close()
    assert "`touchjudge play` begins one" in calls.refused("undo")
    assert "`touchjudge play` begins one" in calls.refused("show")


def test_a_session_that_does_not_exist(calls: Calls) -> None:
    name = calls.keep_a_game(START)
    sentence = calls.refused("show", "yesterday")
    assert "'yesterday'" in sentence
    assert name in sentence


def test_going_on_with_a_game_that_has_ended(calls: Calls) -> None:
    calls.keep_a_game(START, '{"do":"end"}')
    assert "leave out --resume" in calls.refused(*SIM, "--resume")


def test_to_go_on_with_an_evening_of_the_other_kind_says_which_option(calls: Calls) -> None:
    calls.keep_a_game(START)
    assert "add --table sim" in calls.refused("play", "--resume", "--screen", "none", "--no-web")
    evening, real = two_rounds(), calls.folder / "real.sqlite3"
    keep(real, evening.row(), evening.rows)
    assert "leave out --table sim" in calls.refused(*SIM, "--resume", db=real)


# ---- the journal


@pytest.fixture(params=["text", "another program's", "of a newer version"])
def foreign(request: pytest.FixtureRequest, calls: Calls) -> Path:
    """A file that must be left exactly as it is."""
    path = calls.folder / "foreign.sqlite3"
    if request.param == "text":
        path.write_text("Dear diary,\n" * 50)
    elif request.param == "another program's":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE recipes (name)")
    else:
        calls.keep_a_game(START, db=path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.mark.parametrize("words", [SIM, (*SIM, "--resume"), ("sessions",), ("show",), ("undo",)], ids=str)
def test_a_file_that_is_no_journal_of_ours_is_left_as_it_is(
    calls: Calls, foreign: Path, words: tuple[str, ...]
) -> None:
    sentence = calls.refused(*words, db=foreign)
    assert "give another file with --db" in sentence
    assert "nothing was changed" in sentence


@pytest.mark.parametrize("words", [SIM, ("sessions",), ("undo",)], ids=lambda words: words[0])
def test_a_folder_is_no_journal(calls: Calls, words: tuple[str, ...]) -> None:
    assert "is a folder" in calls.refused(*words, db=calls.folder)


def test_a_folder_that_is_not_there(calls: Calls) -> None:
    assert "no folder" in calls.refused(*SIM, db=calls.folder / "far" / "away.sqlite3")
    assert "there is no journal" in calls.refused("undo", db=calls.folder / "far" / "away.sqlite3")


def test_a_second_writer_is_told_who_holds_the_journal(calls: Calls) -> None:
    name = calls.keep_a_game(START)
    with closing(write(calls.db)):
        status, _, error = calls.call(*SIM, "--db", str(calls.db))
    sentence = sentence_of(status, error)
    assert f"process {os.getpid()}" in sentence
    assert "end that one first" in sentence
    with closing(SqliteJournal.read(calls.db)) as journal:
        assert [row.session for row in journal.sessions()] == [name]


def lines_in(db: Path, session: str) -> int:
    with closing(SqliteJournal.read(db)) as journal:
        return len(journal.lines(session))


# ---- another user's files


@dataclass(frozen=True)
class Stranger:
    """A user who may nothing, and a folder that they may look at."""

    user: pwd.struct_passwd
    folder: Path

    def refused(self, *words: str) -> str:
        """The sentence with which a call by this user is refused, and nothing is changed."""
        before = snapshot(self.folder)
        reads, writes = os.pipe()
        # Not a program of its own: this user may not be allowed to read where ours lies.
        child = os.fork()
        if child == 0:
            os.close(reads)
            self._call(writes, *words)
        os.close(writes)
        with os.fdopen(reads) as said:
            error = said.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert snapshot(self.folder) == before, "something was changed"
        return sentence_of(status, error)

    def _call(self, writes: int, *words: str) -> NoReturn:
        """In the child: become this user and call."""
        status = 1
        try:
            os.dup2(writes, 2)
            sys.stderr = os.fdopen(2, "w")
            sys.argv = ["touchjudge", *words]
            os.environ |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), self.user.pw_dir)
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
        except BaseException:  # noqa: BLE001 - what a Python that ends in good order would print
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    if os.getuid() != 0:
        not_installable("only root can become another user")
    # Loaded now, as that user may not be allowed to read where Python and the program lie.
    command_line()
    load("schwein_gehabt_stand_in")
    for module in ("pico_link", "simulated", "web"):
        importlib.import_module(f"touchjudge.adapters.{module}")
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Stranger(pwd.getpwnam("nobody"), Path(folder))


def test_a_serial_port_without_permission_names_the_group(stranger: Stranger) -> None:
    master, port = os.openpty()
    try:
        sentence = stranger.refused(
            *PLAY, "--table", f"pico:{os.ttyname(port)}", "--db", str(stranger.folder / "j.sqlite3")
        )
    finally:
        os.close(master)
        os.close(port)
    assert "no permission to open /dev/pts/" in sentence
    assert "usermod" in sentence or "as a user who may open it" in sentence


def test_a_folder_that_may_not_be_written_takes_no_journal(stranger: Stranger) -> None:
    sentence = stranger.refused(*SIM, "--db", str(stranger.folder / "journal.sqlite3"))
    assert "give another file with --db" in sentence


@pytest.mark.parametrize("words", [SIM, ("undo",)], ids=lambda words: words[0])
def test_a_journal_that_may_only_be_read_is_not_written(stranger: Stranger, words: tuple[str, ...]) -> None:
    journal = stranger.folder / "journal.sqlite3"
    write(journal).close()
    with closing(write(journal)) as opened:
        begin(opened)
    sentence = stranger.refused(*words, "--db", str(journal))
    assert "give another file with --db" in sentence


@pytest.mark.parametrize("words", [SIM, ("sessions",), ("undo",)], ids=lambda words: words[0])
def test_a_journal_that_may_not_be_read(stranger: Stranger, words: tuple[str, ...]) -> None:
    journal = stranger.folder / "journal.sqlite3"
    write(journal).close()
    journal.chmod(0o600)
    assert "give another file with --db" in stranger.refused(*words, "--db", str(journal))


@pytest.mark.parametrize("words", [SIM, ("sessions",)], ids=lambda words: words[0])
def test_a_folder_that_may_not_be_looked_into(stranger: Stranger, words: tuple[str, ...]) -> None:
    write(stranger.folder / "journal.sqlite3").close()
    stranger.folder.chmod(0o700)
    assert "give another file with --db" in stranger.refused(*words, "--db", str(stranger.folder / "journal.sqlite3"))


def test_settings_in_a_folder_that_may_not_be_looked_into(stranger: Stranger) -> None:
    # As when a program is started with the home folder of somebody else.
    settings = stranger.folder / "settings"
    settings.mkdir(mode=0o700)
    journal = stranger.folder / "journal.sqlite3"
    write(journal).close()
    here = Stranger(pwd.struct_passwd((*stranger.user[:5], str(settings), stranger.user[6])), stranger.folder)
    assert "cannot be looked for (Permission denied)" in here.refused(*SIM, "--db", str(journal))


def test_the_doctor_sees_somebody_who_may_nothing(stranger: Stranger) -> None:
    settings = stranger.folder / "settings"
    settings.mkdir(mode=0o700)
    here = Stranger(pwd.struct_passwd((*stranger.user[:5], str(settings), stranger.user[6])), stranger.folder)
    sentence = here.refused("doctor", "--db", str(settings / "journal.sqlite3"))
    assert "checks failed (table_file" in sentence
    assert "journal" in sentence


def test_another_users_running_table_is_not_told_anything(stranger: Stranger) -> None:
    journal = stranger.folder / "journal.sqlite3"
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(socket_path(journal)))
        door.listen()
        socket_path(journal).chmod(0o600)
        sentence = stranger.refused("undo", "--db", str(journal))
    assert "the user who runs it" in sentence


def test_a_port_of_the_system_is_not_for_a_page(stranger: Stranger) -> None:
    lowest = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if not lowest.exists() or int(lowest.read_text()) <= 80:
        not_installable("every user may use port 80 here")
    sentence = stranger.refused(*SIM, "--web", "--port", "80", "--db", str(stranger.folder / "journal.sqlite3"))
    assert "1024" in sentence
