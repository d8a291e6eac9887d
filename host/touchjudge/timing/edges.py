"""The values of the timing room: an edge as a board stamps it, and what debounce makes of edges.

Clocks: ``device_us`` counts from boot and belongs to one ``boot_id``; ``host_ns`` is the host's monotonic clock.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """What an analogue pad felt.

    Attributes:
        line: of the board.
        hands: how many hands lie on it since: 1 is the onset, each further hand one more, 0 the release.
        value: what its ADC read, 0 to 65,535.
    """

    line: int
    hands: int
    value: int


@dataclass(frozen=True, slots=True)
class Edge:
    """One change of levels on a board, or one step of an analogue pad, which may change no level.

    Attributes:
        number: counted from 0 at boot, without gaps.
        device_us: when, by the board's own timer.
        levels: the whole sampled mask after the edge, after polarity: bit n is line n, 1 means pressed.
        lost: how many edges the sampler lost before this one.
        step: what an analogue pad felt; None for what the sampler saw.
    """

    number: int
    device_us: int
    levels: int
    lost: int = 0
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A contact began.

    Attributes:
        line: of the board.
        began_us: device_us of its first edge.
        number: number of that edge; with board and boot id the contact's stable name.
        caught_up: no edge was seen, a level read later told of it: ``began_us`` is the latest it can have been.
    """

    line: int
    began_us: int
    number: int
    caught_up: bool = False


@dataclass(frozen=True, slots=True)
class Released:
    """A contact ended.

    Attributes:
        began_us, number: of the :class:`Pressed` that it ends.
        ended_us: device_us of the first edge of the release.
        bounces: level changes beyond the one press and the one release.
    """

    line: int
    began_us: int
    number: int
    ended_us: int
    bounces: int
    caught_up: bool = False


@dataclass(frozen=True, slots=True)
class Chattering:
    """A line bounced for longer than a healthy switch does; the contact still counts once."""

    line: int
    since_us: int
    bounces: int


@dataclass(frozen=True, slots=True)
class Stepped:
    """A further hand came down on an analogue pad that is pressed; whose it is nobody senses.

    Attributes:
        number: of the edge; with board and boot id the stable name of this hand.
        hands: how many lie on the pile with it, at least 2.
        value: what the ADC read, 0 to 65,535.
    """

    line: int
    at_us: int
    number: int
    hands: int
    value: int


ContactEvent = Pressed | Released | Chattering | Stepped
