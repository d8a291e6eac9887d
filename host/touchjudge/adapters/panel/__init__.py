"""A small display beside the table: an OLED of 128x64 pixels, or a colour panel of 240x240 or 320x240, through luma.

:class:`Panel` is driven by the time that is handed in; :class:`PanelScreen` gives it a thread and the host's clock, and
:func:`panel_screen` picks what a driver's name needs.
"""

from collections.abc import Callable
from typing import Any, Literal

from touchjudge.adapters.panel.display import Display, Kind
from touchjudge.adapters.panel.lcd import Lcd, LcdDriver
from touchjudge.adapters.panel.oled import Oled, OledDriver, memory
from touchjudge.adapters.panel.opening import LcdDisplay, OledDisplay
from touchjudge.adapters.panel.resting import Panel, Rest
from touchjudge.adapters.panel.screen import PanelScreen
from touchjudge.ports import Warned
from touchjudge.words import Translate

__all__ = [
    "Display",
    "Driver",
    "Kind",
    "Lcd",
    "LcdDisplay",
    "LcdDriver",
    "Oled",
    "OledDisplay",
    "OledDriver",
    "Panel",
    "PanelScreen",
    "Rest",
    "memory",
    "panel_screen",
]

Driver = Literal["ssd1306", "sh1106", "st7789", "ili9341"]


def panel_screen(
    catalogue: Callable[[str], Translate],
    *,
    driver: Driver = "ssd1306",
    upside_down: bool = False,
    warn: Callable[[Warned], Any] = lambda _warned: None,
    **wiring: Any,
) -> PanelScreen:
    """The screen for ``--screen panel``; it is made whether the display is there or not.

    Args:
        wiring: whole numbers for what is wired otherwise than usual: ``port, address`` of an OLED; ``port, device, dc,
            reset, light`` of a colour panel.

    Raises:
        ConfigError: what speaks to such a display is not installed.
    """
    if driver == "st7789" or driver == "ili9341":
        lcd = LcdDisplay(driver, **wiring)
        panel = Panel(lcd, Lcd(driver), again=lcd.again, catalogue=catalogue, upside_down=upside_down, lost=lcd.lost)
    else:
        oled = OledDisplay(driver, **wiring)
        panel = Panel(oled, Oled(driver), catalogue=catalogue, upside_down=upside_down, lost=oled.lost)
    return PanelScreen(panel, warn=warn)
