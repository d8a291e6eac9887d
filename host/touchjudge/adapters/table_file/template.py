"""The table file that changes nothing, and says how to."""

from touchjudge.adapters.table_file.reading import SPARE
from touchjudge.session.places import DEFAULT_PLACES


def template() -> str:
    """The text of a table file that changes nothing, and says how to."""
    places = [SPARE if place.startswith(SPARE) else place for place in DEFAULT_PLACES]
    lines = "\n".join(f'{line} = "{place}"' for line, place in enumerate(places))
    return _TEMPLATE.replace("LINES", lines)


_TEMPLATE = """\
# The table: how it is wired, who sits where, how it behaves.
# What is taken out, or stands behind a #, is as if it had its usual value. `touchjudge table check` reads this file and
# says what is wrong with it and on which line. A simulated table takes only the language from it.

# The language of screens and sentences: en, de or es. --language on the command line goes before it.
language = "en"

# A round is settled so many milliseconds after its last touch or claim: 500 to 60000. (OK settles it at once.)
settle_after_ms = 4000

# How contacts are told from the bouncing of their switches, in milliseconds; for every line without times of its own.
[settle]
settle_ms = 25   # after a change the line must be quiet for so long before the next one counts: 0.1 to 500
glitch_ms = 0    # what is shorter than this is no contact at all: 0 (off) or 0.01 to settle_ms
chatter_ms = 5   # unrest longer than this is reported as a broken switch: 1 to 1000

# How far analogue pads (force = true, below) must be pressed: of 65535, above what they read while nobody touches them.
[force]
on = 16000   # pressed
off = 12000  # let go again; below on, or a pad flickers

# Where each line of a board lies. Line n is the input GP(n+2) of the Pico.
#
# Places: target1, target2, target3 (pads under target cards), reveal (under the discard pile), ok, undo,
# seat1 to seat8 (the players' buttons), spare (nothing). A line that is not listed is spare.
#
# A line can say more:
#   1 = { place = "target2", pressed = "high", settle_ms = 40 }
# pressed   the level that means pressed: low (a contact to ground, the usual one) or high
# force     true: a force-sensitive resistor lies there, on ADC 0, 1 or 2 (GP26 to GP28) for line 0, 1 or 2; with a
#           contact on the line itself or without. It also feels every further hand on the pile
# settle_ms, glitch_ms, chatter_ms   as above, for this line alone
[boards.any]
LINES

# A board that differs, by its chip id (the screen shows it when the board is connected). It has these places alone.
#[boards.e6614103e73f2b2a]
#0 = "seat5"
#1 = "seat6"

# Who sits where. With buttons people are asked for by these names; other players take the seats that are left.
[seats]
#seat1 = "Ana"
#seat2 = "Luis"

# The panel of --screen panel: an OLED on I2C (ssd1306, sh1106) or a colour panel on SPI (st7789 with 240x240 pixels,
# ili9341 with 320x240). Pins are numbered as on the Pi's processor.
#[panel]
#driver = "ssd1306"
#upside_down = false
#port = 1         # of I2C, and of an OLED also:
#address = 0x3c
#port = 0         # of SPI, and of a colour panel also:
#device = 0       # which select line
#dc = 24          # the pin that tells commands from pictures
#reset = 25
#light = 18

# A scanner for the codes on cards, which is a keyboard to the system. "auto" takes what calls itself a scanner; or give
# its device, such as "/dev/input/by-id/usb-…-event-kbd".
#[scanner]
#device = "auto"

# Lights at the seats and a buzzer on the Pi's own header, for --table gpio: pins as numbered on the Pi's processor, the
# light of seat 1 first. A Pico has its own (GP18 a chain of lights, GP19 the buzzer).
#[header]
#lights = [20, 21, 22, 23]
#buzzer = 19
"""
