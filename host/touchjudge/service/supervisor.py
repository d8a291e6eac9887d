"""Keeps a screen from ever stopping the table: each runs on a thread of its own behind a slot for the newest view.

A screen that is slow misses views, never the last one. One that fails is closed, said on the others, and made anew
with back-off until it works again.
"""

import threading
from collections.abc import Callable
from typing import Any

from touchjudge.ports import Screen, Warned
from touchjudge.words.sentences import Sentence

FIRST_BACK_OFF_S = 0.5
LONGEST_BACK_OFF_S = 30.0
CLOSE_WITHIN_S = 2.0


class SupervisedScreen:
    """Hands each view to a screen; call it from the table's thread, it returns at once.

    Attributes:
        missed: views that were overtaken by a newer one before they were shown.
        failures: how often the screen failed.
    """

    def __init__(self, name: str, make: Callable[[], Screen], warn: Callable[[Warned], Any]) -> None:
        """Makes the screen on its own thread.

        Args:
            warn: is told of a failure and of its end, from the screen's thread.
        """
        self.name = name
        self.missed = 0
        self.failures = 0
        self._make = make
        self._warn = warn
        self._newest: dict[str, Any] | None = None
        self._closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=f"screen {name}", daemon=True)
        self._thread.start()

    def __call__(self, view: dict[str, Any]) -> None:
        with self._changed:
            if self._newest is not None:
                self.missed += 1
            self._newest = view
            self._changed.notify()

    def close(self) -> None:
        """Shows what is newest, then ends; waits two seconds at most."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(CLOSE_WITHIN_S)

    def _run(self) -> None:
        screen: Screen | None = None
        back_off_s = FIRST_BACK_OFF_S
        while (view := self._next()) is not None:
            try:
                screen = screen or self._make()
                screen.show(view)
            except Exception as error:  # noqa: BLE001 - whatever a display or a bus raises: the table goes on
                self.failures += 1
                broken = Sentence("The screen {screen} does not work ({why}).", screen=self.name, why=error)
                self._warn(Warned(f"screen {self.name}", broken))
                _close(screen)
                screen = None
                self._put_back(view)
                self._rest(back_off_s)
                back_off_s = min(back_off_s * 2, LONGEST_BACK_OFF_S)
            else:
                if back_off_s != FIRST_BACK_OFF_S:
                    self._warn(Warned(f"screen {self.name}", None))
                    back_off_s = FIRST_BACK_OFF_S
        _close(screen)

    def _next(self) -> dict[str, Any] | None:
        """The newest view that was not shown yet; None when the slot is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._closing)
            view, self._newest = self._newest, None
            return view

    def _put_back(self, view: dict[str, Any]) -> None:
        with self._changed:
            if self._newest is None and not self._closing:
                self._newest = view

    def _rest(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing, seconds)


def _close(screen: Screen | None) -> None:
    if screen is None:
        return
    try:
        screen.close()
    except Exception:  # noqa: BLE001 - it has failed already and was said; closing is only a courtesy
        return
