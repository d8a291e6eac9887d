"""Names that are given rather than told: the name of a session."""

from collections.abc import Container

_KEPT = frozenset("0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


def session_name(started_utc: str, taken: Container[str]) -> str:
    """A name for a session that began then: sorts by time, fits in a file name, is not among ``taken``.

    >>> session_name("2026-11-30T19:03:21.123Z", set())
    '2026-11-30T19-03-21'
    >>> session_name("2026-11-30T19:03:21.900Z", {"2026-11-30T19-03-21"})
    '2026-11-30T19-03-21-002'
    """
    name = "".join(letter for letter in started_utc[:19].replace(":", "-") if letter in _KEPT) or "session"
    if name not in taken:
        return name
    count = 2
    while f"{name}-{count:03}" in taken:
        count += 1
    return f"{name}-{count:03}"
