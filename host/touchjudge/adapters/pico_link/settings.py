"""How long the link waits for what, and how often it tries."""

from dataclasses import dataclass

_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """How the port is kept open; times in ns of the host's clock.

    Attributes:
        retry_least_ns, retry_most_ns: the pause before the port is tried again doubles from here to there.
        reopen_ns: a port on which nothing valid was heard for so long is closed and opened again.
        clock_wait_ns: edges of a new boot wait at most so long for the clock map's first word.
        swap_ns: another board than the one before is taken when that has been away for so long.
        rescues: so often a board that stands at its prompt is started again, until it has been heard.
        rescue_ns: between two of these, and before the first to a board that says nothing at all.
    """

    retry_least_ns: int = 100 * _MS
    retry_most_ns: int = 2_000 * _MS
    reopen_ns: int = 4_000 * _MS
    clock_wait_ns: int = 700 * _MS
    swap_ns: int = 5_000 * _MS
    rescues: int = 3
    rescue_ns: int = 1_500 * _MS
