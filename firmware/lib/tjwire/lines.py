"""What a line is as a value, and the lines that a board says.

A value's class says which way the line goes, what its fields are and what it means. Values compare by kind and fields
and are written once. Numbers on the wire are hexadecimal; here they are ints.
"""

from tjwire.fields import WORDS_MAX, Digits, Field, Number, Word, Words32

PROTOCOL = 1
EDGES_MAX = WORDS_MAX

BOARD = "board"
HOST = "host"

# What the sampler's down-counter says in the first edge after boot, if none was lost before it.
FIRST_COUNTER = 0xFFFF

US_BITS = 64
COUNT_BITS = 48
LINE_BITS = 16

N = Number("n", "the command's own number", 32)
NUMBER = Number("number", "of the first edge, counted from 0 at boot", COUNT_BITS)
HIGH = Number("high", "high word of device_us, the same for all edges of the line", 32)
LOWS = Words32("lows", "low words of device_us")


class Line:
    """What was said or heard; base of all kinds.

    Attributes:
        KIND: the word after the ``!``.
        SENDER: :data:`BOARD` or :data:`HOST`.
        FIELDS: in the order in which they are written.
        MEANING: one phrase for the protocol's documentation.
    """

    __slots__: "tuple[str, ...]" = ()

    KIND = ""
    SENDER = ""
    FIELDS: "tuple[Field, ...]" = ()
    MEANING = ""

    def __init__(self, *values: object) -> None:
        raise NotImplementedError

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError("%s of a line is written once" % name)
        object.__setattr__(self, name, value)

    def values(self) -> "tuple[object, ...]":
        """The values of the fields, in the order of :attr:`FIELDS`."""
        return tuple(getattr(self, field.name) for field in self.FIELDS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.KIND == other.KIND and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((self.KIND, self.values()))

    def __repr__(self) -> str:
        names = [field.name for field in self.FIELDS]
        told = ["%s=%r" % (name, value) for name, value in zip(names, self.values())]
        return "%s(%s)" % (type(self).__name__, ", ".join(told))


class Hello(Line):
    """What a board is, after boot and on request.

    One of another protocol version may have other fields: of such a one only ``protocol`` is sure, and the words are
    what stood in their places.
    """

    __slots__ = ("board", "boot_id", "chip_id", "firmware", "lines", "next_number", "oldest", "protocol")
    KIND = "hello"
    SENDER = BOARD
    FIELDS = (
        Number("protocol", "version of the wire", 16),
        Word("firmware", "version of the firmware"),
        Word("board", "what board it is"),
        Word("chip_id", "the chip's own id"),
        Digits("boot_id", "64 random bits, new at each boot", 16),
        Number("lines", "mask of the lines that the board has", LINE_BITS),
        Number("oldest", "oldest number kept", COUNT_BITS),
        Number("next_number", "number that the next edge will get", COUNT_BITS),
    )
    MEANING = "after boot, and on request"

    def __init__(
        self,
        protocol: int,
        firmware: str,
        board: str,
        chip_id: str,
        boot_id: str,
        lines: int,
        oldest: int,
        next_number: int,
    ) -> None:
        self.protocol = protocol
        self.firmware = firmware
        self.board = board
        self.chip_id = chip_id
        self.boot_id = boot_id
        self.lines = lines
        self.oldest = oldest
        self.next_number = next_number


class Edges(Line):
    """Up to twelve edges. Changes at one instant are one edge; all share the high word.

    Attributes:
        words: high half the whole sampled mask after the edge, low half the sampler's down-counter.
    """

    __slots__ = ("high", "lows", "number", "words")
    KIND = "edges"
    SENDER = BOARD
    FIELDS = (
        NUMBER,
        HIGH,
        LOWS,
        Words32("words", "high half the levels of all lines after the edge, low half the sampler's down-counter"),
    )
    MEANING = "level changes with their stamps"

    def __init__(self, number: int, high: int, lows: "tuple[int, ...]", words: "tuple[int, ...]") -> None:
        self.number = number
        self.high = high
        self.lows = lows
        self.words = words

    @property
    def stamps_us(self) -> "tuple[int, ...]":
        """device_us of each edge."""
        return tuple(self.high << 32 | low for low in self.lows)

    @property
    def levels(self) -> "tuple[int, ...]":
        """The levels of all lines after each edge."""
        return tuple(word >> 16 for word in self.words)

    @property
    def counters(self) -> "tuple[int, ...]":
        """The sampler's down-counter at each edge: each fall by more than one (modulo 65536) counts lost edges."""
        return tuple(word & 0xFFFF for word in self.words)


class Force(Line):
    """Up to twelve steps of analogue pads; they are counted together with the edges.

    Attributes:
        words: line (8 bits), step (8 bits, 0 is the release), ADC value (16 bits).
    """

    __slots__ = ("high", "lows", "number", "words")
    KIND = "force"
    SENDER = BOARD
    FIELDS = (NUMBER, HIGH, LOWS, Words32("words", "line (8 bits), step (8 bits, 0: release), ADC value (16 bits)"))
    MEANING = "analogue pads: onset, each further hand, release"

    def __init__(self, number: int, high: int, lows: "tuple[int, ...]", words: "tuple[int, ...]") -> None:
        self.number = number
        self.high = high
        self.lows = lows
        self.words = words

    @property
    def stamps_us(self) -> "tuple[int, ...]":
        """device_us of each step."""
        return tuple(self.high << 32 | low for low in self.lows)


class Beat(Line):
    """A sign of life; the levels in it mend an edge that was missed."""

    __slots__ = ("device_us", "free_bytes", "levels", "lost", "muted", "next_number")
    KIND = "beat"
    SENDER = BOARD
    FIELDS = (
        Number("next_number", "number that the next edge will get", COUNT_BITS),
        Number("device_us", "now", US_BITS),
        Number("levels", "of all lines, now", LINE_BITS),
        Number("lost", "edges lost since boot", COUNT_BITS),
        Number("muted", "mask of the lines muted because they flooded", LINE_BITS),
        Number("free_bytes", "free heap", 32),
    )
    MEANING = "every 250 ms"

    def __init__(self, next_number: int, device_us: int, levels: int, lost: int, muted: int, free_bytes: int) -> None:
        self.next_number = next_number
        self.device_us = device_us
        self.levels = levels
        self.lost = lost
        self.muted = muted
        self.free_bytes = free_bytes


class Pong(Line):
    """Answer to a ping."""

    __slots__ = ("n", "read_us", "written_us")
    KIND = "pong"
    SENDER = BOARD
    FIELDS = (
        N,
        Number("read_us", "device_us when the ping's ! was read", US_BITS),
        Number("written_us", "device_us when this was written", US_BITS),
    )
    MEANING = "answer to ping"

    def __init__(self, n: int, read_us: int, written_us: int) -> None:
        self.n = n
        self.read_us = read_us
        self.written_us = written_us


class Did(Line):
    """A command was done."""

    __slots__ = ("n", "reason")
    KIND = "did"
    SENDER = BOARD
    FIELDS = (N, Word("reason", "the kind of the command"))
    MEANING = "answer to a command that was done"

    def __init__(self, n: int, reason: str) -> None:
        self.n = n
        self.reason = reason


class Cannot(Line):
    """A command was not done."""

    __slots__ = ("n", "reason")
    KIND = "cannot"
    SENDER = BOARD
    FIELDS = (N, Word("reason", "why not"))
    MEANING = "answer to a command that was not done"

    def __init__(self, n: int, reason: str) -> None:
        self.n = n
        self.reason = reason


class Unknown(Line):
    """A whole line with a right CRC that this version does not know, or whose fields are not those of its kind.

    Attributes:
        kind: its first word.
        fields: its other words.
    """

    __slots__ = ("fields", "kind")
    FIELDS = (Word("kind", "its first word"), Word("fields", "its other words"))

    def __init__(self, kind: str, fields: "tuple[str, ...]") -> None:
        self.kind = kind
        self.fields = fields


class Noise(Line):
    """What was not a whole line with a right CRC: damage, a REPL banner, a traceback.

    Attributes:
        text: at most a line's length of it; a byte that is not printable ASCII shows as ``?``.
    """

    __slots__ = ("text",)
    FIELDS = (Word("text", "what it said"),)

    def __init__(self, text: str) -> None:
        self.text = text
