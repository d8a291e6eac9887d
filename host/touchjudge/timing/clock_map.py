"""Where a board's device time lies on the host's clock: offset and rate, with a bound that bounds.

In: exchanges (a ping sent and a pong received on the host's clock, read and written on the board's). Out: host time
minus device time at a moment, and how wrong that can be at most.

An exchange proves two things whatever the way did: the board read the ping after it was sent, and wrote the pong
before it was received. So a line through time that lies above every "after" and below every "before" is all that is
known of the offset, and the lines that fit span the bound exactly. Of the exchanges only the tightest matter, those
that touch such a line. Nothing is averaged, so no delay can pull the result to one side.
"""

from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Exchange:
    """One ping and its pong: host_ns around, device_us within."""

    sent_ns: int
    read_us: int
    written_us: int
    received_ns: int


@dataclass(frozen=True, slots=True)
class MapLimits:
    """What is believed of clocks and ways.

    Attributes:
        window_us: older exchanges are forgotten.
        rate_ppm: no two clocks differ by more.
        wander_ppm: how much the rate may change within the window (temperature).
        round_trip_us: a longer exchange is not even looked at.
        needed: so many exchanges must agree before the map says anything.
        rivals: so many must agree with each other, against the map, before it starts anew.
    """

    window_us: int = 180_000_000
    rate_ppm: float = 500.0
    wander_ppm: float = 1.0
    round_trip_us: int = 2_000_000
    needed: int = 2
    rivals: int = 3


@dataclass(frozen=True, slots=True)
class Offset:
    """Host time minus device time, in µs, and the most that this can be wrong."""

    offset_us: int
    bound_us: int


class Limit(NamedTuple):
    """At this device time the offset is not below (or not above) this."""

    device_us: int
    offset_us: float


class Corner(NamedTuple):
    """A line that just fits: its offset at the map's origin, less the map's base, and its slope (µs for each µs)."""

    offset_us: float
    slope: float


@dataclass(frozen=True, slots=True)
class ClockMap:
    """What is known of one board's clock; a value, each exchange makes a new one.

    Attributes:
        lowest, highest: the limits that matter, by device time.
        corners: of all lines that fit between them; offsets count from ``base_us``, at device time ``origin_us``.
        rival: what those exchanges say that contradict this map (a step of the host's clock, a reset of the board).
        count, rejected, restarts: exchanges believed, disbelieved, and times that a rival took over.

    Example:
        >>> known = ClockMap()
        >>> for second in (1, 2):
        ...     sent_ns = second * 1_000_000_000
        ...     read_us = second * 1_000_000 - 400_000
        ...     known = known.take(Exchange(sent_ns, read_us + 100, read_us + 150, sent_ns + 300_000))
        >>> known.at(1_600_000)
        Offset(offset_us=400024, bound_us=127)
    """

    limits: MapLimits = MapLimits()
    lowest: tuple[Limit, ...] = ()
    highest: tuple[Limit, ...] = ()
    corners: tuple[Corner, ...] = ()
    origin_us: int = 0
    base_us: int = 0
    rival: "ClockMap | None" = None
    count: int = 0
    rejected: int = 0
    restarts: int = 0

    def take(self, exchange: Exchange) -> "ClockMap":
        """The map after one more exchange."""
        if not self._sane(exchange):
            return replace(self, rejected=self.rejected + 1)
        believed = self._with(exchange)
        if self.rival is None:
            if believed is not None:
                return believed
            return self._challenged(ClockMap(self.limits)._with(exchange))
        rival = self.rival._with(exchange)
        if believed is not None and rival is None:
            return replace(believed, rival=None, rejected=self.rejected + self.rival.count)
        if believed is not None:
            # A slow exchange fits both: it decides nothing.
            return replace(believed, rival=rival)
        if rival is not None:
            return self._challenged(rival)
        dropped = replace(self, rejected=self.rejected + self.rival.count)
        return dropped._challenged(ClockMap(self.limits)._with(exchange))

    def at(self, device_us: int) -> Offset | None:
        """The offset at a moment of device time; None before enough exchanges agree.

        While exchanges contradict the map the bound covers what either says.
        """
        if self.count < self.limits.needed:
            return None
        low, high = self._span(device_us)
        if self.rival is not None:
            rival_low, rival_high = self.rival._span(device_us)
            low, high = min(low, rival_low), max(high, rival_high)
        middle = round((low + high) / 2)
        return Offset(middle, ceil(max(high - middle, middle - low)))

    def at_host(self, host_ns: int) -> Offset | None:
        """The offset at a moment of the host's clock."""
        host_us = host_ns // 1000
        near = self.at(self.origin_us)
        return None if near is None else self.at(host_us - near.offset_us)

    def host_ns(self, device_us: int) -> tuple[int, int] | None:
        """host_ns of a moment of device time, and its bound in µs."""
        known = self.at(device_us)
        return None if known is None else ((device_us + known.offset_us) * 1000, known.bound_us)

    def _sane(self, exchange: Exchange) -> bool:
        round_trip_us = (exchange.received_ns - exchange.sent_ns) / 1000
        inside_us = exchange.written_us - exchange.read_us
        # A board that answers has been running: device time 0 is a value that nobody set.
        return (
            exchange.read_us > 0
            and 0 <= round_trip_us <= self.limits.round_trip_us
            and 0 <= inside_us <= round_trip_us * (1 + self.limits.rate_ppm / 1e6) + 1
        )

    def _with(self, exchange: Exchange) -> "ClockMap | None":
        """The map that believes the exchange; None where no line fits all of them."""
        # The board truncates to whole µs: what it read at 5 may have been 5.999.
        low = Limit(exchange.read_us, exchange.sent_ns / 1000 - exchange.read_us - 1)
        high = Limit(exchange.written_us, exchange.received_ns / 1000 - exchange.written_us)
        since_us = exchange.written_us - self.limits.window_us
        lowest = _outer((*(each for each in self.lowest if each.device_us >= since_us), low), above=True)
        highest = _outer((*(each for each in self.highest if each.device_us >= since_us), high), above=False)
        base_us = round(low.offset_us)
        corners = _fitting(lowest, highest, exchange.written_us, base_us, self.limits)
        if not corners:
            return None
        return replace(
            self,
            lowest=lowest,
            highest=highest,
            corners=corners,
            origin_us=exchange.written_us,
            base_us=base_us,
            count=self.count + 1,
        )

    def _challenged(self, rival: "ClockMap | None") -> "ClockMap":
        if rival is None:
            return replace(self, rejected=self.rejected + 1, rival=None)
        if rival.count >= min(self.limits.rivals, self.count + 1):
            return replace(rival, rejected=self.rejected, restarts=self.restarts + 1)
        return replace(self, rival=rival)

    def _span(self, device_us: int) -> tuple[float, float]:
        away_us = device_us - self.origin_us
        offsets = [corner.offset_us + corner.slope * away_us for corner in self.corners]
        wander_us = self.limits.wander_ppm / 1e6 * abs(away_us)
        return self.base_us + min(offsets) - wander_us, self.base_us + max(offsets) + wander_us


def _outer(limits: tuple[Limit, ...], *, above: bool) -> tuple[Limit, ...]:
    """Those limits that a straight line can touch from above (or below): their convex hull on that side."""
    side = 1 if above else -1
    kept: list[Limit] = []
    for point in sorted(limits):
        if kept and kept[-1].device_us == point.device_us:
            if side * (point.offset_us - kept[-1].offset_us) <= 0:
                continue
            kept.pop()
        while len(kept) >= 2 and side * _turn(kept[-2], kept[-1], point) >= 0:
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _turn(a: Limit, b: Limit, c: Limit) -> float:
    """Positive when the way from a over b to c turns left (up)."""
    return (b.device_us - a.device_us) * (c.offset_us - a.offset_us) - (b.offset_us - a.offset_us) * (
        c.device_us - a.device_us
    )


def _fitting(
    lowest: tuple[Limit, ...], highest: tuple[Limit, ...], origin_us: int, base_us: int, limits: MapLimits
) -> tuple[Corner, ...]:
    """The corners of the set of all lines between the limits; empty when there is none."""
    steepest = limits.rate_ppm / 1e6
    wander = limits.wander_ppm / 1e6
    # Everything within the window at the steepest slope, so that the first cuts leave a finite set.
    reach_us = 4 * limits.round_trip_us + 4 * steepest * limits.window_us
    corners = [
        Corner(-reach_us, -steepest),
        Corner(reach_us, -steepest),
        Corner(reach_us, steepest),
        Corner(-reach_us, steepest),
    ]
    for points, side in ((highest, 1), (lowest, -1)):
        for point in points:
            away_us = point.device_us - origin_us
            most_us = side * (point.offset_us - base_us) + wander * abs(away_us)
            corners = _cut(corners, [side * (c.offset_us + c.slope * away_us) - most_us for c in corners])
            if not corners:
                return ()
    return tuple(corners)


def _cut(corners: list[Corner], beyond_us: list[float]) -> list[Corner]:
    """The part of a convex set that is not beyond a line; ``beyond_us`` is how far each corner is."""
    kept: list[Corner] = []
    for index, (here, here_us) in enumerate(zip(corners, beyond_us, strict=True)):
        following, following_us = corners[index - len(corners) + 1], beyond_us[index - len(corners) + 1]
        if here_us <= 0:
            kept.append(here)
        if (here_us < 0 < following_us) or (following_us < 0 < here_us):
            part = here_us / (here_us - following_us)
            kept.append(
                Corner(
                    here.offset_us + part * (following.offset_us - here.offset_us),
                    here.slope + part * (following.slope - here.slope),
                )
            )
    return kept
