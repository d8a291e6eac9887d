"""The sections of a table file for what stands beside the table: the panel and the scanner."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from touchjudge.adapters.table_file.checks import Path_, Wrong, only, section, whole
from touchjudge.screens.panels import MONO, PANELS

_PINS = range(28)
# What is wired to a panel and can be wired elsewhere: to an OLED, to a colour panel.
_OLED: Mapping[str, range] = {"port": range(64), "address": range(0x08, 0x78)}
_LCD: Mapping[str, range] = {"port": range(8), "device": range(4), "dc": _PINS, "reset": _PINS, "light": _PINS}
_ANY_SCANNER = "auto"


@dataclass(frozen=True, slots=True)
class PanelPart:
    """The panel.

    Attributes:
        wiring: only what is wired otherwise than usual.
    """

    driver: str = "ssd1306"
    upside_down: bool = False
    wiring: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScannerPart:
    """The scanner.

    Attributes:
        device: ``auto``, or the path of its input device; None where the table has none.
    """

    device: str | None = None


def panel_part(table: Mapping[str, Any]) -> PanelPart:
    """What ``[panel]`` says."""
    where: Path_ = ("panel",)
    told = section(table, where)
    driver = told.get("driver", PanelPart().driver)
    if driver not in PANELS:
        raise Wrong((*where, "driver"), f"is {driver!r}: allowed are {', '.join(PANELS)}")
    wired = _OLED if PANELS[driver] == MONO else _LCD
    only(told, ("driver", "upside_down", *wired), where)
    upside_down = told.get("upside_down", False)
    if not isinstance(upside_down, bool):
        raise Wrong((*where, "upside_down"), f"is {upside_down!r}: write true or false")
    numbers = {name: whole(told, (*where, name), allowed) for name, allowed in wired.items()}
    return PanelPart(driver, upside_down, {name: number for name, number in numbers.items() if number is not None})


def scanner_part(table: Mapping[str, Any]) -> ScannerPart:
    """What ``[scanner]`` says."""
    where: Path_ = ("scanner",)
    told = section(table, where)
    only(told, ("device",), where)
    device = told.get("device")
    if device is not None and (
        not isinstance(device, str) or not (device == _ANY_SCANNER or device.startswith("/dev/"))
    ):
        raise Wrong(
            (*where, "device"), f'is {device!r}: write "auto", or the path of its device, such as "/dev/input/by-id/…"'
        )
    return ScannerPart(device)
