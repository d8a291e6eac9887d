"""The pinout is one: the drawing's source, the firmware's defaults and the host's agree."""

import tomllib
from itertools import pairwise

from need import ROOT

PINOUT = tomllib.loads((ROOT / "hardware" / "pinout.toml").read_text())
LINES = PINOUT["line"]

# Ref: Raspberry Pi Pico datasheet, chapter "Pinout": the header pins of GP2 to GP17.
HEADER_PINS = (4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22)


def test_there_are_sixteen_lines_on_neighbouring_inputs():
    assert [line["line"] for line in LINES] == list(range(16))
    assert [line["gpio"] for line in LINES] == [line + PINOUT["first_gpio"] for line in range(16)]


def test_header_pins_are_those_of_the_board():
    assert tuple(line["pin"] for line in LINES) == HEADER_PINS
    assert all(earlier < later for earlier, later in pairwise(HEADER_PINS))


def test_every_spot_has_a_name_of_its_own():
    names = [line["name"] for line in LINES]
    assert len(set(names)) == len(names)
    assert {line["spot"] for line in LINES} == {"target", "reveal", "control", "spare", "seat"}
