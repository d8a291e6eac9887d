"""The sections of a table file for what stands beside the table: the panel, the scanner, lights on the Pi's header."""

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
# Pins of the Pi's header that are no line of the table.
_FREE_PINS = (0, 1, *range(18, 28))
_MOST_LIGHTS = 8


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


@dataclass(frozen=True, slots=True)
class HeaderPart:
    """Lights and buzzer on the Pi's own header.

    Attributes:
        lights: GPIO numbers of the lights, by seat.
        buzzer: GPIO number; None where the table has none.
    """

    lights: tuple[int, ...] = ()
    buzzer: int | None = None


def header_part(table: Mapping[str, Any]) -> HeaderPart:
    """What ``[header]`` says."""
    where: Path_ = ("header",)
    told = section(table, where)
    only(told, ("lights", "buzzer"), where)
    lights, buzzer = told.get("lights", []), told.get("buzzer")
    free = f"pins that are free are {_FREE_PINS[0]}, {_FREE_PINS[1]} and {_FREE_PINS[2]} to {_FREE_PINS[-1]}"
    if not isinstance(lights, list) or not all(type(pin) is int and pin in _FREE_PINS for pin in lights):
        raise Wrong((*where, "lights"), f"is {lights!r}: write a list of pins, the light of seat 1 first; {free}")
    if buzzer is not None and (type(buzzer) is not int or buzzer not in _FREE_PINS):
        raise Wrong((*where, "buzzer"), f"is {buzzer!r}: write the number of a pin; {free}")
    if len(lights) > _MOST_LIGHTS or len({*lights, buzzer}) != len(lights) + 1:
        raise Wrong((*where, "lights"), f"is {lights!r}: at most {_MOST_LIGHTS} pins, each once and none the buzzer's")
    return HeaderPart(tuple(lights), buzzer)


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
