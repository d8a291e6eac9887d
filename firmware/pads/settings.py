"""What the board remembers over a power cut: polarity, enabled lines, thresholds, its name.

A file of a line a setting and, last, the CRC-32 of them. It is written anew under another name and then renamed, so
that whenever the power goes the old or the new one is whole; a damaged file counts as none.
"""

import binascii
import os

import tjwire
from pads.force_pads import ALL_CHANNELS
from pads.pinout import ALL_LINES, INVERT

_HEAD = "touchjudge 1"
_MOST = {
    "invert": ALL_LINES,
    "enable": ALL_LINES | ALL_CHANNELS,
    # ADC values on the scale of read_u16
    "force_on": 0xFFFF,
    "force_off": 0xFFFF,
}


class Settings:
    """The settings in force.

    Attributes:
        invert: mask of the lines that are pressed when low.
        enable: mask of the lines that count; from bit 16 on that of the analogue pads, which are off at first.
        force_on, force_off: how far above its rest an analogue pad is pressed and released.
        name: a word that people gave the board.
        damaged: a file was there and was not whole, so that these are the defaults.
    """

    def __init__(self, path: "str | None") -> None:
        self._path = path
        self.invert = INVERT
        self.enable = ALL_LINES
        self.force_on = 16000
        self.force_off = 12000
        self.name = "pads"
        self.damaged = False
        if path is not None:
            self._load(path)

    def set(self, name: str, text: str) -> "str | None":
        """Changes and keeps one setting; None, or the word that says why not. Then nothing has changed."""
        before = getattr(self, name, None)
        value = self._of_text(name, text)
        if value is None:
            return "value"
        if value == before:
            return None  # a host that says it at each greeting wears out no flash
        setattr(self, name, value)
        if self.force_off >= self.force_on:
            setattr(self, name, before)
            return "thresholds"
        try:
            self._keep()
        except OSError:
            setattr(self, name, before)
            return "not_kept"
        return None

    def _of_text(self, name: str, text: str) -> "int | str | None":
        if name == "name":
            return text
        try:
            value = int(text, 16)
        except ValueError:
            return None
        return value if 0 <= value <= _MOST[name] else None

    def _keep(self) -> None:
        if self._path is None:
            return
        rows = [_HEAD]
        for name in tjwire.SETTINGS:
            value = getattr(self, name)
            rows.append("%s %s" % (name, value if isinstance(value, str) else "%x" % value))
        body = "\n".join(rows) + "\n"
        new = self._path + ".new"
        with open(new, "w") as file:
            file.write(body + "%08x\n" % binascii.crc32(body.encode()))
        os.rename(new, self._path)

    def _load(self, path: str) -> None:
        try:
            with open(path, "rb") as file:
                kept = file.read(1024)
        except OSError:
            return
        body = kept[:-9]
        rows = body.split(b"\n")
        self.damaged = kept[-9:] != b"%08x\n" % binascii.crc32(body) or rows[0] != _HEAD.encode()
        if self.damaged:
            return
        for row in rows[1:]:
            words = row.decode().split(" ")
            if len(words) == 2 and words[0] in tjwire.SETTINGS:
                value = self._of_text(words[0], words[1])
                if value is not None:
                    setattr(self, words[0], value)
