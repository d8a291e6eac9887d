"""The lights at the seats as a screen: each view becomes patterns, and only what changed is sent.

A board that comes back after it was gone has dark lights; it is told all of them anew.
"""

from typing import Any

from touchjudge.ports import Lights
from touchjudge.screens.lights import lights


class SeatLights:
    """The port :class:`touchjudge.ports.Screen` for the lights of a table."""

    name = "lights"

    def __init__(self, board: Lights) -> None:
        self._board = board
        self._shown: dict[int, str] = {}
        self._connected: frozenset[tuple[Any, Any]] = frozenset()  # source and boot

    def show(self, view: dict[str, Any]) -> None:
        """Say what has changed; what is not taken now is said with the next view."""
        links = view.get("links") or ()
        connected = frozenset((link["source"], link.get("boot")) for link in links if link.get("phase") == "connected")
        if not connected:
            self._connected = connected
            return
        if connected - self._connected:
            self._shown = {}
        self._connected = connected
        for seat, pattern in lights(view).items():
            if self._shown.get(seat) != pattern and self._board.light(seat, pattern):
                self._shown[seat] = pattern

    def close(self) -> None:
        """Leave the table dark."""
        for seat, pattern in self._shown.items():
            if pattern != "off":
                self._board.light(seat, "off")
