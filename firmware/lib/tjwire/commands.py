"""The lines that the host says, and the table of all lines."""

from tjwire.fields import Number, OneOf, Word
from tjwire.lines import (
    COUNT_BITS,
    HOST,
    LINE_BITS,
    Beat,
    Cannot,
    Did,
    Edges,
    Force,
    Hello,
    Line,
    N,
    Pong,
)

PATTERNS = ("off", "on", "blink", "pulse")
SETTINGS = ("invert", "enable", "force_on", "force_off", "name")


class Command(Line):
    """What the host says; base of its lines.

    Attributes:
        n: the command's own number; the answer carries it.
    """

    __slots__ = ("n",)
    SENDER = HOST

    n: int


class Hi(Command):
    """The host is here."""

    __slots__ = ()
    KIND = "hi"
    FIELDS = (N,)
    MEANING = "say hello and everything that is not acknowledged"

    def __init__(self, n: int) -> None:
        self.n = n


class Ping(Command):
    """Asks for the board's time."""

    __slots__ = ()
    KIND = "ping"
    FIELDS = (N,)
    MEANING = "answer with pong"

    def __init__(self, n: int) -> None:
        self.n = n


class Ack(Command):
    """All edges below a number are in the journal."""

    __slots__ = ("number",)
    KIND = "ack"
    FIELDS = (N, Number("number", "all edges below it are in the journal", COUNT_BITS))
    MEANING = "forget what is acknowledged"

    def __init__(self, n: int, number: int) -> None:
        self.n = n
        self.number = number


class Resend(Command):
    """Asks for edges again."""

    __slots__ = ("number",)
    KIND = "resend"
    FIELDS = (N, Number("number", "of the first edge wanted", COUNT_BITS))
    MEANING = "send again from this number on"

    def __init__(self, n: int, number: int) -> None:
        self.n = n
        self.number = number


class Light(Command):
    """Sets the light of a seat."""

    __slots__ = ("pattern", "seat")
    KIND = "light"
    FIELDS = (N, Number("seat", "counted from 1", 8), OneOf("pattern", "what the light does", PATTERNS))
    MEANING = "the light of a seat"

    def __init__(self, n: int, seat: int, pattern: str) -> None:
        self.n = n
        self.seat = seat
        self.pattern = pattern


class Tone(Command):
    """Sounds the buzzer."""

    __slots__ = ("hz", "ms")
    KIND = "tone"
    FIELDS = (N, Number("hz", "pitch; 0 is silence", 16), Number("ms", "how long", 16))
    MEANING = "a tone of the buzzer"

    def __init__(self, n: int, hz: int, ms: int) -> None:
        self.n = n
        self.hz = hz
        self.ms = ms


class Set(Command):
    """Changes a setting; the board keeps it over a power cut."""

    __slots__ = ("name", "value")
    KIND = "set"
    FIELDS = (N, OneOf("name", "which setting", SETTINGS), Word("value", "a number (hexadecimal), or a word for name"))
    MEANING = "a setting that the board keeps"

    def __init__(self, n: int, name: str, value: str) -> None:
        self.n = n
        self.name = name
        self.value = value


class Unmute(Command):
    """Listens again to lines that flooded."""

    __slots__ = ("lines",)
    KIND = "unmute"
    FIELDS = (N, Number("lines", "mask", LINE_BITS))
    MEANING = "listen again to muted lines"

    def __init__(self, n: int, lines: int) -> None:
        self.n = n
        self.lines = lines


class Bye(Command):
    """Ends the firmware's loop."""

    __slots__ = ()
    KIND = "bye"
    FIELDS = (N,)
    MEANING = "stop sampling, restore Ctrl-C, go back to the REPL"

    def __init__(self, n: int) -> None:
        self.n = n


LINES: "tuple[type[Line], ...]" = (
    Hello,
    Edges,
    Force,
    Beat,
    Pong,
    Did,
    Cannot,
    Hi,
    Ping,
    Ack,
    Resend,
    Light,
    Tone,
    Set,
    Unmute,
    Bye,
)
