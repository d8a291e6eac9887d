"""A scanner for the codes on cards: a USB scanner, which is a keyboard to the system, read through evdev.

:class:`Keys` makes texts of key events; :class:`CardScanner` reads them from the device on a thread of its own.
"""

from touchjudge.adapters.card_scanner.keys import Keys
from touchjudge.adapters.card_scanner.scanner import AUTO, CardScanner, Device, Devices, EvdevDevices

__all__ = ["AUTO", "CardScanner", "Device", "Devices", "EvdevDevices", "Keys"]
