"""When a table that plays by itself ends: with the game if nobody can look on, and with the reader of its output."""

import io
import os
import sys
import threading

import pytest

from touchjudge.cli.watching import nobody_watches, stopped_without_reader
from touchjudge.ports import Stop


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("screen", "web", "as_json", "terminal", "nobody"),
    [
        ("terminal", False, False, False, True),
        ("terminal", False, False, True, False),
        ("terminal", True, False, False, False),
        ("none", False, False, True, True),
        ("none", True, False, False, False),
        ("png:x.png", False, False, False, False),
        ("terminal", True, True, True, True),
    ],
)
def test_nobody_watches_without_a_page_and_without_a_screen_that_people_see(
    monkeypatch: pytest.MonkeyPatch, screen: str, web: bool, as_json: bool, terminal: bool, nobody: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", _Terminal() if terminal else io.StringIO())
    assert nobody_watches(screen, web=web, as_json=as_json) is nobody


def test_a_reader_that_goes_stops_the_table_and_what_is_written_then_goes_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    stopped: list[Stop] = []
    heard = threading.Event()

    def put(stop: Stop) -> None:
        stopped.append(stop)
        heard.set()

    with os.fdopen(writer, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with stopped_without_reader(put):
            out.write("heard")
            out.flush()
            assert not stopped
            os.close(reader)
            assert heard.wait(20)
            out.write("not heard")
            out.flush()
    assert stopped == [Stop()]


def test_an_output_that_is_no_pipe_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[Stop] = []
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    with stopped_without_reader(stopped.append):
        pass
    assert stopped == []
