"""The table file's sections for what stands beside the table, and what becomes of them on the command line."""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from commands import touchjudge
from touchjudge.adapters.png_screen import PngScreen
from touchjudge.adapters.table_file import PanelPart, ScannerPart, read_table_file, template
from touchjudge.cli.screens import screen_maker
from touchjudge.errors import ConfigError
from touchjudge.testing.views import VIEWS


def _read(tmp_path: Path, text: str) -> tuple[PanelPart, ScannerPart]:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    told = read_table_file(path, languages=("en",))
    return told.panel, told.scanner


def test_a_file_without_these_sections_has_the_small_panel_and_no_scanner(tmp_path: Path) -> None:
    assert _read(tmp_path, "") == _read(tmp_path, template()) == (PanelPart("ssd1306", False, {}), ScannerPart(None))


@pytest.mark.parametrize(
    ("text", "panel"),
    [
        ('driver = "sh1106"\naddress = 0x3d\nport = 3', PanelPart("sh1106", False, {"port": 3, "address": 0x3D})),
        ('driver = "st7789"\nupside_down = true', PanelPart("st7789", True, {})),
        (
            'driver = "ili9341"\ndevice = 1\ndc = 22\nreset = 27\nlight = 12',
            PanelPart("ili9341", False, {"device": 1, "dc": 22, "reset": 27, "light": 12}),
        ),
    ],
)
def test_a_panel_is_told_with_what_is_wired_otherwise_than_usual(tmp_path: Path, text: str, panel: PanelPart) -> None:
    assert _read(tmp_path, f"[panel]\n{text}\n")[0] == panel


@pytest.mark.parametrize("device", ["auto", "/dev/input/by-id/usb-NT_Scanner-event-kbd"])
def test_a_scanner_is_told_by_its_device(tmp_path: Path, device: str) -> None:
    assert _read(tmp_path, f'[scanner]\ndevice = "{device}"\n')[1] == ScannerPart(device)


@pytest.mark.parametrize(
    ("text", "line", "what", "allowed"),
    [
        ('[panel]\ndriver = "crt"', 2, "panel.driver is 'crt'", "ssd1306, sh1106, st7789, ili9341"),
        ("[panel]\ndriver = 7", 2, "panel.driver is 7", "ssd1306"),
        ("[panel]\n\nupside_down = 1", 3, "panel.upside_down is 1", "true or false"),
        ("[panel]\naddress = 0x80", 2, "panel.address is 128", "8 to 119"),
        ('[panel]\nport = "1"', 2, "panel.port is '1'", "0 to 63"),
        ("[panel]\ndc = 24", 2, "panel.dc is unknown", "driver, upside_down, port, address"),
        ('[panel]\ndriver = "st7789"\naddress = 60', 3, "panel.address is unknown", "dc, reset, light"),
        ('[panel]\ndriver = "st7789"\ndc = 28', 3, "panel.dc is 28", "0 to 27"),
        ('[panel]\ndriver = "st7789"\ndc = true', 3, "panel.dc is True", "0 to 27"),
        ("panel = 3", 1, "panel is 3", "[panel]"),
        ('[scanner]\ndevice = "kitchen"', 2, "scanner.device is 'kitchen'", "auto"),
        ("[scanner]\ndevice = 3", 2, "scanner.device is 3", "auto"),
        ("[scanner]\nbaud = 9600", 2, "scanner.baud is unknown", "device"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line_and_what_is_allowed(
    tmp_path: Path, text: str, line: int, what: str, allowed: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        _read(tmp_path, text)
    assert f"line {line}: {what}" in str(refused.value)
    assert allowed in str(refused.value)


def _made(screen: str, panel: PanelPart | None = None) -> partial[Any]:
    named = screen_maker(screen, panel or PanelPart(), lambda _warned: None)
    assert named is not None
    assert isinstance(named[1], partial)
    return named[1]


def test_the_panel_is_the_one_of_the_table_file_wired_as_it_says() -> None:
    made = _made("panel", PanelPart("ili9341", True, {"dc": 22}))
    assert made.keywords.items() >= {"driver": "ili9341", "upside_down": True, "dc": 22}.items()


def test_a_panel_named_on_the_command_line_goes_before_the_files_and_is_not_wired_as_that_one() -> None:
    made = _made("panel:st7789", PanelPart("ssd1306", True, {"address": 0x3D}))
    assert made.keywords.items() >= {"driver": "st7789", "upside_down": True}.items()
    assert "address" not in made.keywords


@pytest.mark.parametrize(
    ("screen", "name", "size"),
    [
        ("png:{}/a.png", "a.png", (128, 64)),
        ("png:{}/a.png@240x240", "a.png", (240, 240)),
        ("png:{}/a@home.png", "a@home.png", (128, 64)),
        ("png:{}/a@home.png@320x240", "a@home.png", (320, 240)),
    ],
)
def test_a_picture_has_the_size_behind_the_file_s_name(
    tmp_path: Path, screen: str, name: str, size: tuple[int, int]
) -> None:
    from PIL import Image

    shown = _made(screen.format(tmp_path))()
    assert isinstance(shown, PngScreen)
    shown.show(VIEWS["settle"])
    with Image.open(tmp_path / name) as picture:
        assert picture.size == size


def test_no_screen_is_made_where_none_is_wanted_and_the_terminal_writes_to_standard_output() -> None:
    assert screen_maker("none", PanelPart(), lambda _warned: None) is None
    assert _made("terminal").args[0] is sys.stdout


def test_check_says_which_panel_and_scanner_the_file_names(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[panel]\ndriver = "ili9341"\nupside_down = true\ndc = 22\n\n[scanner]\ndevice = "auto"\n')
    told = touchjudge("table", "check", path).out
    assert "panel: ili9341, upside down, dc 22" in told
    assert "scanner: auto" in told
    path.write_text("")
    assert "panel:" not in touchjudge("table", "check", path).out
