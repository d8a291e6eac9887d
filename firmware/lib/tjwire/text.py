r"""One line: values to bytes and back.

``!KIND field field …*CCCCCCCC\n`` with the CRC-32 of everything between ``!`` and ``*`` in eight lower-case digits. A
line is printable ASCII, so that no byte of it can be taken for Ctrl-C, a line end or the REPL.
"""

import binascii

from tjwire.commands import LINES
from tjwire.fields import WireError
from tjwire.lines import EDGES_MAX, PROTOCOL, Edges, Force, Hello, Line, Noise, Unknown

LINE_MAX = 240  # bytes, with the line end

# `!` and the shortest kind before it, eight digits behind it.
_STAR_FROM_END = 9

_BY_KIND = {line.KIND: line for line in LINES}


def encode(line: Line) -> bytes:
    r"""The bytes of a line, with its line end.

    Raises:
        WireError: a field cannot carry its value, or the value is no line of the wire.

    >>> from tjwire import Ping
    >>> encode(Ping(26))
    b'!ping 1a*1aa947cd\n'
    """
    if not line.KIND:
        raise WireError("%r is not a line of the wire: say one of tjwire.LINES" % (line,))
    words = [line.KIND]
    for field in line.FIELDS:
        words.append(field.write(getattr(line, field.name)))
    if isinstance(line, (Edges, Force)) and len(line.lows) != len(line.words):
        raise WireError("%d low words for %d words: each edge has one of each" % (len(line.lows), len(line.words)))
    return _seal(" ".join(words).encode())


def edges_line(number: int, high: int, lows: bytes, words: bytes) -> bytes:
    """An ``edges`` line made of sampled words as they lie in memory, most significant byte first.

    This is the board's way: two blocks become text at once, so that no word has to become a number.

    Raises:
        WireError: the blocks are not of 1 to 12 words each.

    >>> edges_line(0, 0, bytes([0, 1, 2, 3]), bytes([0, 1, 255, 255])) == encode(Edges(0, 0, (66051,), (131071,)))
    True
    """
    return _block_line(b"edges ", number, high, lows, words)


def force_line(number: int, high: int, lows: bytes, words: bytes) -> bytes:
    """A ``force`` line made of words as they lie in memory; as :func:`edges_line`."""
    return _block_line(b"force ", number, high, lows, words)


def beat_line(next_number: int, device_us: int, levels: int, lost: int, muted: int, free_bytes: int) -> bytes:
    """A ``beat`` in an eighth of the time that :func:`encode` takes, unchecked: the board's way.

    >>> beat_line(7, 4096, 1, 0, 0, 150_000) == encode(_BY_KIND["beat"](7, 4096, 1, 0, 0, 150_000))
    True
    """
    return _seal(b"beat %x %x %x %x %x %x" % (next_number, device_us, levels, lost, muted, free_bytes))


def pong_line(n: int, read_us: int, written_us: int) -> bytes:
    """A ``pong``, as :func:`beat_line`.

    >>> pong_line(26, 900, 1000) == encode(_BY_KIND["pong"](26, 900, 1000))
    True
    """
    return _seal(b"pong %x %x %x" % (n, read_us, written_us))


def did_line(n: int, reason: str) -> bytes:
    """A ``did``, as :func:`beat_line`; the reason is a word.

    >>> did_line(3, "ack") == encode(_BY_KIND["did"](3, "ack"))
    True
    """
    return _seal(b"did %x " % n + reason.encode())


def decode(data: bytes) -> Line:
    r"""What one line says; a line end may follow or not.

    Returns:
        The line's value; :class:`Unknown` when the CRC is right and the line is none of this version;
        :class:`Noise` when it is not a whole line with a right CRC.

    >>> decode(b"!ping 1a*1aa947cd\n")
    Ping(n=26)
    >>> decode(b"!ping 1b*1aa947cd\n")
    Noise(text='!ping 1b*1aa947cd')
    """
    data = data.rstrip(b"\r\n")
    star = len(data) - _STAR_FROM_END
    if star < 2 or len(data) >= LINE_MAX or data[0] != 0x21 or data[star] != 0x2A:
        return Noise(printable(data))
    body = data[1:star]
    if b"%08x" % binascii.crc32(body) != data[star + 1 :]:
        return Noise(printable(data))
    try:
        words = body.decode().split(" ")
        line = _BY_KIND.get(words[0])
        if line is not None:
            return _of_words(line, words[1:])
    except ValueError:
        pass
    for byte in body:
        # The fields above let none of these pass; here a right CRC does not yet make it a line.
        if not 0x20 <= byte <= 0x7E or byte == 0x21 or byte == 0x2A:
            return Noise(printable(data))
    words = body.decode().split(" ")
    return Unknown(words[0], tuple(words[1:]))


def printable(data: bytes) -> str:
    r"""Bytes as text that any screen can show.

    >>> printable(b"caf\xc3\xa9")
    'caf??'
    """
    return "".join([chr(byte) if 0x20 <= byte <= 0x7E else "?" for byte in data])


def _of_words(line: "type[Line]", words: "list[str]") -> Line:
    if line is Hello and words:
        protocol = Hello.FIELDS[0].read(words[0])
        if isinstance(protocol, int) and protocol != PROTOCOL:
            firmware, board, chip_id, boot_id = (words[1:] + ["?"] * 4)[:4]
            return Hello(protocol, firmware, board, chip_id, boot_id, 0, 0, 0)
    if len(words) != len(line.FIELDS):
        raise ValueError("%s has not %d fields" % (line.KIND, len(words)))
    values = [field.read(word) for field, word in zip(line.FIELDS, words)]
    if line in (Edges, Force) and len(words[2]) != len(words[3]):
        raise ValueError("%s has not one word for each stamp" % line.KIND)
    return line(*values)


def _block_line(kind: bytes, number: int, high: int, lows: bytes, words: bytes) -> bytes:
    if len(lows) != len(words) or len(lows) & 3 or not 1 <= len(lows) >> 2 <= EDGES_MAX:
        raise WireError(
            "%d and %d bytes of words: each must be 4 bytes for each of 1 to %d edges"
            % (len(lows), len(words), EDGES_MAX)
        )
    return _seal(kind + b"%x %x " % (number, high) + binascii.hexlify(lows) + b" " + binascii.hexlify(words))


def _seal(body: bytes) -> bytes:
    return b"!" + body + b"*%08x\n" % binascii.crc32(body)
