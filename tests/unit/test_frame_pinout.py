"""The pinout is one: its file, the firmware's defaults and the host's agree."""

import importlib.util
import tomllib
from types import ModuleType

import pytest

from need import ROOT
from touchjudge.session.places import DEFAULT_PLACES
from touchjudge.timing.force import FORCE_LINES

PINOUT = tomllib.loads((ROOT / "hardware" / "pinout.toml").read_text())
LINES = PINOUT["line"]

# Ref: Raspberry Pi Pico datasheet, chapter "Pinout": the header pins of GP2 to GP17.
HEADER_PINS = (4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22)


@pytest.fixture(scope="module")
def firmware() -> ModuleType:
    """The firmware's own module, loaded from its file: its package is only on the board's path."""
    spec = importlib.util.spec_from_file_location("firmware_pinout", ROOT / "firmware" / "pads" / "pinout.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_sixteen_lines_on_neighbouring_inputs():
    assert [line["line"] for line in LINES] == list(range(16))
    assert [line["gpio"] for line in LINES] == [line + PINOUT["first_gpio"] for line in range(16)]


def test_header_pins_are_those_of_the_board():
    assert tuple(line["pin"] for line in LINES) == HEADER_PINS
    assert [(PINOUT[out]["gpio"], PINOUT[out]["pin"]) for out in ("lights", "buzzer")] == [(18, 24), (19, 25)]


def test_the_firmware_senses_the_lines_of_the_pinout(firmware):
    assert (firmware.FIRST_GPIO, firmware.LINES) == (PINOUT["first_gpio"], len(LINES))
    assert firmware.PRESSED_LEVEL == PINOUT["pressed_level"]
    assert sum(1 << line["line"] for line in LINES) == firmware.ALL_LINES


def test_the_firmware_finds_the_ok_button_seats_lights_and_buzzer_of_the_pinout(firmware):
    [ok_line] = [line["line"] for line in LINES if line["name"] == "ok"]
    assert ok_line == firmware.OK_LINE
    assert len([line for line in LINES if line["spot"] == "seat"]) == firmware.SEATS
    assert (firmware.LIGHTS_GPIO, firmware.BUZZER_GPIO) == (PINOUT["lights"]["gpio"], PINOUT["buzzer"]["gpio"])


def test_analogue_pads_are_the_three_adc_inputs_of_the_target_pads(firmware):
    analogue = PINOUT["analogue"]
    names = {line["line"]: line["spot"] for line in LINES}
    assert [(each["line"], each["gpio"], each["pin"]) for each in analogue] == [(0, 26, 31), (1, 27, 32), (2, 28, 34)]
    assert [names[each["line"]] for each in analogue] == ["target"] * FORCE_LINES
    assert analogue[0]["gpio"] == firmware.FIRST_ADC_GPIO


def test_the_host_puts_the_places_of_the_pinout_on_its_lines():
    assert tuple(line["name"] for line in LINES) == DEFAULT_PLACES


def test_every_spot_has_a_name_of_its_own():
    names = [line["name"] for line in LINES]
    assert len(set(names)) == len(names)
    assert {line["spot"] for line in LINES} == {"target", "reveal", "control", "spare", "seat"}
