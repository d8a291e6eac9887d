"""Whether anybody watches a table that plays by itself: it ends with the game, or with the reader of its output."""

import os
import select
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from touchjudge.ports import Stop


def nobody_watches(screen: str, *, web: bool, as_json: bool) -> bool:
    """Whether nobody can look at the table once the game is over, so that it may end with the game.

    Args:
        screen: as named on the command line.
        web: whether there is a page.
        as_json: whether standard output is for a program.
    """
    return as_json or (not web and (screen == "none" or (screen == "terminal" and not sys.stdout.isatty())))


@contextmanager
def stopped_without_reader(put: Callable[[Stop], Any]) -> Iterator[None]:
    """Stops the table when whoever read standard output through a pipe has gone.

    What is written after that goes nowhere, so that neither a screen nor the end of the program stumbles over it.
    """
    pipe = _pipe()
    if pipe is None:
        yield
        return
    threading.Thread(target=_wait_and_stop, args=(pipe, put), name="reader of the output", daemon=True).start()
    try:
        yield
    finally:
        if _has_no_reader(pipe, 0):
            _write_nowhere(pipe)


def _pipe() -> int | None:
    """The file descriptor of standard output, if that is a pipe."""
    try:
        number = sys.stdout.fileno()
        return number if stat.S_ISFIFO(os.fstat(number).st_mode) else None
    except (OSError, ValueError):  # a file that only this program knows
        return None


def _wait_and_stop(pipe: int, put: Callable[[Stop], Any]) -> None:
    if _has_no_reader(pipe, None):
        _write_nowhere(pipe)
        put(Stop())


def _has_no_reader(pipe: int, timeout_ms: int | None) -> bool:
    """Whether the other end is closed; without a limit it waits for that, and nothing else wakes it."""
    poll = select.poll()
    poll.register(pipe, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(timeout_ms))


def _write_nowhere(pipe: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, pipe)
    os.close(nowhere)
