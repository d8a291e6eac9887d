"""The firmware on a board: what is there, and how this program's own comes onto it.

:func:`install` puts it there so that a cut at any moment leaves a board that starts something that talks;
:func:`look` says what a board has and is. Both talk over a port that is handed in, by MicroPython's own mpremote.
"""

from touchjudge.adapters.firmware_install.bootsel import drives_waiting
from touchjudge.adapters.firmware_install.bundle import Bundle, is_newer, own_firmware
from touchjudge.adapters.firmware_install.facts import BoardFacts, look, unfit
from touchjudge.adapters.firmware_install.install import Installed, Step, install
from touchjudge.adapters.firmware_install.prompt import Patience, PromptPort

__all__ = [
    "BoardFacts",
    "Bundle",
    "Installed",
    "Patience",
    "PromptPort",
    "Step",
    "drives_waiting",
    "install",
    "is_newer",
    "look",
    "own_firmware",
    "unfit",
]
