"""The wire between a board and the host: one package for both ends.

In: values to say, or bytes as they arrive. Out: lines as bytes, or values that were heard. It does no I/O and keeps no
clock. It runs on CPython and on MicroPython (the board, the unix and the wasm build), hence the plain language.

- :data:`LINES` is the table of all lines; encoder, decoder and the protocol's documentation come from it.
- :func:`encode` makes a line of a value; :func:`edges_line` makes one of a block of sampled words, for the board.
- :func:`decode` reads one line; :class:`Decoder` reads a stream. Neither raises, whatever comes from outside.
- :class:`WireError` is raised for a wrong call only: a value that no line can carry.
"""

from tjwire.commands import (
    LINES,
    PATTERNS,
    SETTINGS,
    Ack,
    Bye,
    Command,
    Hi,
    Light,
    Ping,
    Resend,
    Set,
    Tone,
    Unmute,
)
from tjwire.decoder import Decoder
from tjwire.fields import Field, WireError
from tjwire.lines import (
    BOARD,
    EDGES_MAX,
    FIRST_COUNTER,
    HOST,
    PROTOCOL,
    Beat,
    Cannot,
    Did,
    Edges,
    Force,
    Hello,
    Line,
    Noise,
    Pong,
    Unknown,
)
from tjwire.text import LINE_MAX, beat_line, decode, did_line, edges_line, encode, force_line, pong_line

__all__ = [
    "BOARD",
    "EDGES_MAX",
    "FIRST_COUNTER",
    "HOST",
    "LINES",
    "LINE_MAX",
    "PATTERNS",
    "PROTOCOL",
    "SETTINGS",
    "Ack",
    "Beat",
    "Bye",
    "Cannot",
    "Command",
    "Decoder",
    "Did",
    "Edges",
    "Field",
    "Force",
    "Hello",
    "Hi",
    "Light",
    "Line",
    "Noise",
    "Ping",
    "Pong",
    "Resend",
    "Set",
    "Tone",
    "Unknown",
    "Unmute",
    "WireError",
    "beat_line",
    "decode",
    "did_line",
    "edges_line",
    "encode",
    "force_line",
    "pong_line",
]
