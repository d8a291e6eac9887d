"""A clock that moves only when it is told to; its wall time can jump without its monotonic time."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """A :class:`touchjudge.ports.Clock` for tests and simulations.

    Example:
        >>> clock = FakeClock(host_ns=5)
        >>> clock.advance(ms=2)
        >>> clock.host_ns(), clock.wall_utc()
        (2000005, '2024-01-01T00:00:00.002Z')
    """

    def __init__(self, host_ns: int = 0, wall: datetime = datetime(2024, 1, 1, tzinfo=UTC)) -> None:
        self._host_ns = host_ns
        self._start_ns = host_ns
        self._wall = wall

    def host_ns(self) -> int:
        """The monotonic time that was set."""
        return self._host_ns

    def wall_utc(self) -> str:
        """The wall time that belongs to it, with all jumps."""
        wall = self._wall + timedelta(microseconds=(self._host_ns - self._start_ns) // 1000)
        return wall.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def advance(self, *, ns: int = 0, us: int = 0, ms: int = 0) -> None:
        """Both times go on.

        Raises:
            ValueError: a time that goes back; only the wall clock can, by :meth:`jump_wall`.
        """
        step_ns = ns + 1000 * us + 1_000_000 * ms
        if step_ns < 0:
            raise ValueError(f"advance by {step_ns} ns: a monotonic clock never goes back; use jump_wall for wall time")
        self._host_ns += step_ns

    def jump_wall(self, *, seconds: float) -> None:
        """Someone sets the wall clock; the monotonic clock stays as it is."""
        self._wall += timedelta(seconds=seconds)
