"""Which screen ``--screen`` names: the terminal, a panel, or a panel's picture in a file."""

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast, get_args

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.table_file import PanelPart
from touchjudge.errors import ConfigError
from touchjudge.ports import Screen, Warned
from touchjudge.screens.panels import MONO, PANELS

_SIZED = re.compile(r"(.+)@(\d+)x(\d+)")
_SIZES = sorted(set(PANELS.values()))

HELP = "terminal, panel, panel:DRIVER (ssd1306, sh1106, st7789, ili9341), png:FILE, png:FILE@320x240 or none."


def screen_maker(
    screen: str, panel: PanelPart, warn: Callable[[Warned], Any]
) -> tuple[str, Callable[[], Screen]] | None:
    """The name of the screen, and what makes it; None for ``none``.

    Args:
        panel: what the table file says of it.

    Raises:
        ConfigError: no such screen, driver, size or folder.
    """
    kind, _, where = screen.partition(":")
    if screen == "none":
        return None
    if screen == "terminal":
        from touchjudge.adapters.terminal import TerminalScreen

        return kind, partial(TerminalScreen, sys.stdout, catalogue)
    if kind == "png" and where:
        from touchjudge.adapters.png_screen import PngScreen

        path, size = _sized(where)
        if (
            not path.parent.is_dir()
        ):  # said before the evening: a screen that fails later says so on other screens alone
            raise ConfigError(
                f"--screen png:{where} cannot be written: there is no folder {path.parent}; make it first"
            )
        return kind, partial(PngScreen, path, catalogue, size=size)
    if screen == "panel" or (kind == "panel" and where):
        return kind, _panel(where, panel, warn)
    raise ConfigError(f"--screen {screen!r} is no screen; use {HELP.replace('.', '')}")


def _panel(driver: str, told: PanelPart, warn: Callable[[Warned], Any]) -> Callable[[], Screen]:
    from touchjudge.adapters.panel import Driver, panel_screen

    if driver and driver not in PANELS:
        raise ConfigError(f"--screen panel:{driver} names no panel; the drivers are {', '.join(get_args(Driver))}")
    # What the file says is wired is for the panel that it names.
    same = driver in ("", told.driver)
    return partial(
        panel_screen,
        catalogue,
        driver=cast(Driver, driver or told.driver),
        upside_down=told.upside_down,
        warn=warn,
        **(told.wiring if same else {}),
    )


def _sized(where: str) -> tuple[Path, tuple[int, int]]:
    """The file, and how many pixels the picture has."""
    sized = _SIZED.fullmatch(where)
    if sized is None:
        return Path(where), MONO
    size = int(sized[2]), int(sized[3])
    if size not in _SIZES:
        known = ", ".join(f"{width}x{height}" for width, height in _SIZES)
        raise ConfigError(f"--screen png:{where} asks for {size[0]}x{size[1]} pixels; there are pictures of {known}")
    return Path(sized[1]), size
