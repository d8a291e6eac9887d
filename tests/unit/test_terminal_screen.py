"""The terminal screen: live on a terminal, plain lines elsewhere, and the terminal given back in every case."""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
import threading

import pytest
from rich.console import Console

from touchjudge.adapters.terminal import TerminalScreen
from touchjudge.screens.painters.digits import giant
from touchjudge.testing.views import VIEWS, lucky_view, ruling

_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"
_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"


def _live() -> tuple[TerminalScreen, io.StringIO]:
    out = io.StringIO()
    console = Console(
        file=out, force_terminal=True, width=90, height=24, markup=False, highlight=False, _environ={"TERM": "xterm"}
    )
    return TerminalScreen(out, console=console), out


def test_a_live_terminal_gets_its_screen_and_cursor_back_when_it_is_closed() -> None:
    screen, out = _live()
    screen.show(VIEWS["settle"])
    assert _ENTER in out.getvalue()
    screen.close()
    screen.close()
    shown = out.getvalue()
    assert shown.rindex(_LEAVE) > shown.rindex(_ENTER)
    assert shown.rindex(_SHOW) > shown.rindex(_HIDE)


def test_nothing_is_written_before_the_first_view() -> None:
    screen, out = _live()
    screen.close()
    assert out.getvalue() == ""


def test_a_live_terminal_shows_the_newest_view_and_no_escape_from_a_name() -> None:
    screen, out = _live()
    screen.show(VIEWS["react"])
    before = len(out.getvalue())
    screen.show(lucky_view(scores={"\x1b]0;owned\x07": 12}))
    screen.close()
    newest = out.getvalue()[before:]
    assert giant(12, rows=8)[0] in newest
    assert "\x1b]0;" not in newest
    assert "\x07" not in newest


def test_a_view_in_another_language_asks_for_that_catalogue() -> None:
    asked = []
    out = io.StringIO()

    def catalogue(language: str) -> object:
        asked.append(language)
        from touchjudge.words import ENGLISH

        return ENGLISH

    TerminalScreen(out, catalogue).show(lucky_view(language="de"))  # type: ignore[arg-type]
    assert asked == ["de"]


def test_a_pipe_gets_each_ruling_once_as_a_line() -> None:
    out = io.StringIO()
    screen = TerminalScreen(out)
    first = ruling(1, "ok", "started", say="The game begins.")
    second = ruling(2, "ok", "noted", say="Noted: \x1b[31m.")
    screen.show(lucky_view(rulings=[first], links=[], simulated=True))
    screen.show(lucky_view(rulings=[first, second], links=[], simulated=True))
    screen.show(lucky_view(rulings=[first, second], links=[], simulated=True))
    screen.close()
    assert out.getvalue().splitlines() == ["SIMULATED TABLE", "    1  The game begins.", "    2  Noted: \ufffd[31m."]


def test_a_pipe_hears_of_a_lost_board_once_and_of_the_result() -> None:
    out = io.StringIO()
    screen = TerminalScreen(out)
    for name in ("disconnected", "disconnected", "winner"):
        screen.show(VIEWS[name])
    lines = out.getvalue().splitlines()
    assert sum("play on by hand" in line for line in lines) == 1
    assert lines[-1].strip() == "Luis wins the game: Ana 14, Luis 21, Marta 15, Jörg 11"


def test_a_pipe_is_told_once_where_the_page_is() -> None:
    out = io.StringIO()
    screen = TerminalScreen(out)
    for n in (1, 2):
        screen.show(lucky_view(rulings=[ruling(n, "ok", "noted", say="Noted.")], page="http://127.0.0.1:8080"))
    assert out.getvalue().count("Page: http://127.0.0.1:8080\n") == 1


def test_an_output_that_is_not_utf_8_gets_question_marks_and_no_traceback() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    TerminalScreen(out).show(lucky_view(rulings=[ruling(1, "ok", "noted", say="Jörg 李")], links=[]))
    assert raw.getvalue().decode() == "    1  J?rg ?\n"


def test_a_terminal_that_is_gone_is_an_error_of_show_and_not_of_close() -> None:
    class Gone(io.StringIO):
        gone = False

        def write(self, text: str) -> int:
            if self.gone:
                raise OSError(5, "Input/output error")
            return super().write(text)

    out = Gone()
    console = Console(file=out, force_terminal=True, width=90, height=24, _environ={"TERM": "xterm"})
    screen = TerminalScreen(out, console=console)
    screen.show(VIEWS["react"])
    out.gone = True
    with pytest.raises(OSError, match="Input/output"):
        screen.show(VIEWS["settle"])
    screen.close()


_PROGRAM = """
import sys
from touchjudge.adapters.terminal import TerminalScreen
from touchjudge.testing.views import VIEWS
screen = TerminalScreen(sys.stdout)
screen.show(VIEWS["settle"])
sys.stdin.readline()
raise SystemExit(3)
"""


class _Pty:
    """A program on a terminal of its own, and everything that it wrote there."""

    def __init__(self, program: str) -> None:
        self._main, side = pty.openpty()
        self.resize(24, 90)
        environment = os.environ | {"TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path), "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=side, stdout=side, stderr=side, env=environment
        )
        os.close(side)
        self.written = ""
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._main, 65536)
            except OSError:
                data = b""
            with self._more:
                self.written += data.decode(errors="replace")
                self._more.notify_all()
            if not data:
                return

    def until(self, text: str, after: int = 0) -> int:
        with self._more:
            assert self._more.wait_for(lambda: text in self.written[after:], 20), self.written
            return len(self.written)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def enter(self) -> None:
        os.write(self._main, b"\n")

    def end(self) -> int:
        status = self.process.wait(20)
        self._reader.join(20)
        os.close(self._main)
        return status


def test_on_a_real_terminal_a_new_size_is_drawn_by_itself_and_an_exit_without_close_gives_it_back() -> None:
    terminal = _Pty(_PROGRAM)
    so_far = terminal.until(giant(7, rows=8)[0])
    terminal.resize(50, 120)
    terminal.until(giant(7, rows=16)[0], after=so_far)
    terminal.enter()
    assert terminal.end() == 3
    assert terminal.written.rindex(_LEAVE) > terminal.written.rindex(_ENTER)
    assert terminal.written.rindex(_SHOW) > terminal.written.rindex(_HIDE)
