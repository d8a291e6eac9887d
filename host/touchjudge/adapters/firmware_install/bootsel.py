"""Boards that wait for MicroPython itself: powered up with BOOTSEL held they are a drive, and no port.

Ref: RP2040 datasheet 2.8.4.1, RP2350 datasheet 5.6 (USB ids of the boot ROM); Linux names every USB device in sysfs.
"""

from contextlib import suppress
from pathlib import Path

_RASPBERRY_PI = "2e8a"
_DRIVES = {
    "0003": ("RPI-RP2", "https://micropython.org/download/RPI_PICO"),
    "000f": ("RP2350", "https://micropython.org/download/RPI_PICO2"),
}
_USB_DEVICES = Path("/sys/bus/usb/devices")


def drives_waiting(devices: Path = _USB_DEVICES) -> list[tuple[str, str]]:
    """The drives that are boards waiting for MicroPython: name of the drive, and the page to download it from."""
    found = []
    for device in sorted(devices.glob("*")):
        with suppress(OSError):
            vendor = (device / "idVendor").read_text().strip().lower()
            product = (device / "idProduct").read_text().strip().lower()
            if vendor == _RASPBERRY_PI and product in _DRIVES:
                found.append(_DRIVES[product])
    return found
