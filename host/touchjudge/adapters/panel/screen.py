"""A panel as a screen of the table: its thread, the host's clock, and the newest view wins."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from touchjudge.adapters.panel.resting import Panel
from touchjudge.ports import Warned

_SECOND_NS = 1_000_000_000


class PanelScreen:
    """The panel as a screen of the table.

    Args:
        warn: is told when the panel is lost and, with None, when it is back; from the panel's thread.
    """

    name = "panel"

    def __init__(
        self,
        panel: Panel,
        *,
        warn: Callable[[Warned], Any] = lambda _warned: None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._panel = panel
        self._warn = warn
        self._clock_ns = clock_ns
        self._changed = threading.Condition()
        self._view: Mapping[str, Any] | None = None
        self._stopping = False
        self._failed: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def show(self, view: Mapping[str, Any]) -> None:
        """Show this view as soon as the bus has taken the one before.

        Raises:
            Exception: what ended the panel's thread; a lost display does not.
        """
        with self._changed:
            if self._failed is not None:
                raise self._failed
            self._view = view
            self._changed.notify()

    def close(self) -> None:
        """Leave the panel dark; ends within a second."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join(1.0)

    def _run(self) -> None:
        try:
            self._drive()
        except Exception as error:  # noqa: BLE001 - kept for whoever calls show, who makes this screen anew
            with self._changed:
                self._failed = error

    def _drive(self) -> None:
        said: str | None = None
        due_ns = self._clock_ns()
        while True:
            with self._changed:
                left_s = max(0, due_ns - self._clock_ns()) / _SECOND_NS
                self._changed.wait_for(lambda: self._view is not None or self._stopping, left_s)
                view, self._view = self._view, None
                stopping = self._stopping
            now_ns = self._clock_ns()
            if view is not None:
                self._panel.show(view, now_ns)
            if stopping:
                self._panel.advance(now_ns)
                self._panel.close()
                return
            due_ns = self._panel.advance(now_ns)
            if self._panel.trouble != said:
                said = self._panel.trouble
                self._warn(Warned("panel", said))
