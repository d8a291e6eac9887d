"""The Pi's header without a Pi: gpiozero's own mock pins on a clock that the test moves."""

from typing import Any

import pytest

from touchjudge.adapters.gpio_pins import FIRST_GPIO, GpioPins
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.ports import Board
from touchjudge.session.places import DEFAULT_PLACES

mock: Any = pytest.importorskip(
    "gpiozero.pins.mock", reason="gpiozero is not installed: pip install 'touchjudge[gpio]'"
)
BOOT = Board("gpio", "boot")
WIRED = {line: place for line, place in enumerate(DEFAULT_PLACES) if not place.startswith("spare")}


class HeaderPin(mock.MockPin):  # type: ignore[misc]
    """A pin whose stamps are of the factory's clock; ``deaf``: its changes are seen by reading alone."""

    deaf = False
    refuses: Exception | None = None

    def _call_when_changed(self) -> None:
        if not self.deaf:
            mock.PiPin._call_when_changed(self, self.factory.ticks() + self.factory.skew_s, self._state)

    def _enable_event_detect(self) -> None:
        if self.refuses is not None:
            raise self.refuses


class PiHeader(mock.MockFactory):  # type: ignore[misc]
    """A pin factory.

    Attributes:
        now_s: its clock.
        skew_s: by which the stamps differ from it.
    """

    def __init__(self) -> None:
        super().__init__(pin_class=HeaderPin)
        self.now_s = 1_000.0
        self.skew_s = 0.0
        self.levels = 0
        self.pull_up = 0xFFFF

    def ticks(self) -> float:
        return self.now_s

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier

    def line(self, line: int) -> HeaderPin:
        return self.pin(f"GPIO{line + FIRST_GPIO}")  # type: ignore[no-any-return]

    def change(self, levels: int, *, after_us: int = 10) -> None:
        """The lines take these levels, all in the same moment."""
        self.now_s = round(self.now_s + after_us * 1e-6, 6)
        changed, self.levels = self.levels ^ levels, levels
        for line in (line for line in range(16) if changed >> line & 1):
            pin = self.line(line)
            if bool(levels >> line & 1) == bool(self.pull_up >> line & 1):
                pin.drive_low()
            else:
                pin.drive_high()

    def close(self) -> None:
        """The pins stay as they are, so that another source can open them."""


def source(header: PiHeader, **settings: Any) -> GpioPins:
    return GpioPins(SystemClock(), header, **{"boot_id": BOOT.boot_id, "lines": WIRED, **settings})
