"""Every limit of the link, with its unit; the clock that they are measured on is handed in with each call."""

from dataclasses import dataclass, fields

from touchjudge.errors import ConfigError

_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class LinkLimits:
    """Limits of one link; all times are host_ns differences.

    Attributes:
        silent_ns: without a valid line for this long the board counts as disconnected.
        hi_ns: ``hi`` is said again until ``hello`` comes.
        gap_ns: a gap is asked for again until it is filled.
        ping_least_ns, ping_most_ns: the pause between two pings is drawn evenly from here to there.
        ack_ns: acknowledgements are gathered for this long.
        ack_again_ns: one that was not answered is said again.
        ack_at_once: so many edges more are acknowledged without gathering.
        pads_ns: what is wrong with the analogue pads, where there are any, is asked for again after so long.
        lines_a_second: the host says no more.
        window: edges that may wait for an earlier one.
        unanswered: pings whose answers are waited for.

    Raises:
        ConfigError: a limit that is not a whole number above 0, or pings more often than 4 or less than once a second.

    >>> LinkLimits(gap_ns=0)
    Traceback (most recent call last):
    touchjudge.errors.ConfigError: gap_ns is 0: it must be a whole number above 0
    """

    silent_ns: int = 1000 * _MS
    hi_ns: int = 500 * _MS
    gap_ns: int = 100 * _MS
    # Odd ends: a round pause beats with the bus's frames and with the screens.
    ping_least_ns: int = 253 * _MS
    ping_most_ns: int = 457 * _MS
    ack_ns: int = 200 * _MS
    ack_again_ns: int = 1000 * _MS
    ack_at_once: int = 512
    pads_ns: int = 5_000 * _MS
    lines_a_second: int = 20
    window: int = 8192
    unanswered: int = 16

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if type(value) is not int or value <= 0:
                raise ConfigError(f"{each.name} is {value!r}: it must be a whole number above 0")
        if self.ping_least_ns > self.ping_most_ns:
            raise ConfigError(
                f"ping_least_ns is {self.ping_least_ns}, above ping_most_ns ({self.ping_most_ns}): swap them"
            )
