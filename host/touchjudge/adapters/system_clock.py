"""The machine's clocks: the only place where they are read."""

import time
from datetime import UTC, datetime


class SystemClock:
    """The port :class:`touchjudge.ports.Clock` on this machine."""

    def host_ns(self) -> int:
        """The monotonic clock."""
        return time.monotonic_ns()

    def wall_utc(self) -> str:
        """The wall clock, ISO 8601 with milliseconds and ``Z``."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
