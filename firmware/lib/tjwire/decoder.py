"""The stream decoder: bytes as they come in, lines out.

It keeps one unfinished line of bounded length, a count and the newest text of what it rejected. A line starts at each
``!`` whatever stood before, so one damaged line never takes a good one with it.
"""

from tjwire.lines import Line, Noise
from tjwire.text import LINE_MAX, decode, printable

_START = 0x21
_LF = 0x0A
_CR = 0x0D


class Decoder:
    r"""Reads a stream of bytes; never raises, whatever they are.

    Attributes:
        rejected: how many things that were not a whole line with a right CRC.
        rejected_text: the newest of them, such as the last line of a traceback.

    >>> decoder = Decoder()
    >>> decoder.feed(b"half a line\n!ping 1a*1aa947cd\n!pi")
    [Ping(n=26)]
    >>> decoder.feed(b"ng 1b*1aa947cd\n"), decoder.rejected
    ([Noise(text='!ping 1b*1aa947cd')], 1)
    """

    def __init__(self) -> None:
        self.rejected = 0
        self.rejected_text = ""
        # One byte longer than any line's content, so that an overlong line shows by its length.
        self._kept = bytearray(LINE_MAX)
        self._length = 0
        self._opening = True

    def reopened(self) -> None:
        """The stream starts anew: what is unfinished is dropped, and the first partial line is no error."""
        self._length = 0
        self._opening = True

    @property
    def pending_text(self) -> str:
        """What has arrived of an unfinished line: a prompt without a line end shows here."""
        return printable(bytes(self._kept[: self._length]))

    def feed(self, data: "bytes | bytearray") -> "list[Line]":
        """All lines that these bytes complete, in order, and a :class:`Noise` for each thing rejected."""
        heard: "list[Line]" = []
        start = 0
        while start < len(data):
            end = data.find(b"\n", start)
            if end < 0:
                break
            self._take_line(data[start:end], heard)
            start = end + 1
        self._take_bytes(data[start:], heard)
        return heard

    def push(self, byte: int) -> "Line | None":
        """One byte; the line or the :class:`Noise` that it completes. Allocates only when it completes one."""
        if byte == _START:
            dropped = self._drop()
            self._kept[0] = _START
            self._length = 1
            return dropped
        if byte in (_LF, _CR):
            if self._length and self._kept[0] == _START:
                return self._finish()
            return self._drop()
        if self._length < LINE_MAX:
            self._kept[self._length] = byte
            self._length += 1
        return None

    def _take_line(self, piece: "bytes | bytearray", heard: "list[Line]") -> None:
        whole = self._length == 0 and 0 < len(piece) < LINE_MAX and piece[0] == _START
        if whole and piece.find(b"!", 1) < 0 and piece.find(b"\r") < 0:
            self._opening = False
            heard.append(self._judge(bytes(piece)))
            return
        self._take_bytes(piece, heard)
        line = self.push(_LF)
        if line is not None:
            heard.append(line)

    def _take_bytes(self, piece: "bytes | bytearray", heard: "list[Line]") -> None:
        for byte in piece:
            line = self.push(byte)
            if line is not None:
                heard.append(line)

    def _finish(self) -> Line:
        content = bytes(self._kept[: self._length])
        self._length = 0
        self._opening = False
        return self._judge(content)

    def _drop(self) -> "Noise | None":
        """What stands before a ``!`` or a line end without being a line."""
        if not self._length:
            self._opening = False
            return None
        forgiven = self._opening and self._length < LINE_MAX and self._kept[0] != _START
        self._opening = False
        noise = None if forgiven else self._reject(printable(bytes(self._kept[: self._length])))
        self._length = 0
        return noise

    def _judge(self, content: bytes) -> Line:
        line = decode(content)
        return self._reject(line.text) if isinstance(line, Noise) else line

    def _reject(self, text: str) -> Noise:
        self.rejected += 1
        self.rejected_text = text
        return Noise(text)
