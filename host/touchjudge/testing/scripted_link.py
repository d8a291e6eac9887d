"""A board that follows a script: it says what it is told to say and insists on hearing what it expects, in order."""

from collections import deque
from collections.abc import Sequence

import tjwire


class ScriptedLink:
    r"""The board's end of the wire, line by line.

    Numbers of commands are the host's own business: an expected line matches whatever its number, unless it is said
    to be ``exact``; a reply that answers a command gets the number that was heard.

    Example:
        >>> link = ScriptedLink()
        >>> link.expect(tjwire.Ping(0), reply=tjwire.Pong(0, 500, 510))
        >>> link.hear(tjwire.encode(tjwire.Ping(26)))
        b'!pong 1a 1f4 1fe*1f260515\n'
        >>> link.done()
    """

    def __init__(self) -> None:
        self._decoder = tjwire.Decoder()
        self._script: deque[tuple[tjwire.Line, tuple[tjwire.Line, ...], bool]] = deque()
        self._ignored: set[str] = set()
        self.heard: list[tjwire.Line] = []

    def expect(
        self, line: tjwire.Line, *, reply: tjwire.Line | Sequence[tjwire.Line] = (), exact: bool = False
    ) -> None:
        """Next this line must be heard; these are the answers to it."""
        replies = (reply,) if isinstance(reply, tjwire.Line) else tuple(reply)
        self._script.append((line, replies, exact))

    def ignore(self, *kinds: type[tjwire.Line]) -> None:
        """Lines of these kinds may come at any time."""
        self._ignored |= {kind.KIND for kind in kinds}

    def hear(self, data: bytes) -> bytes:
        """The host wrote this; the bytes that the board answers.

        Raises:
            AssertionError: it is not what the script expects.
        """
        said = b""
        for line in self._decoder.feed(data):
            self.heard.append(line)
            if line.KIND in self._ignored:
                continue
            if not self._script:
                raise AssertionError(f"heard {line!r}, and the script expects nothing more")
            expected, replies, exact = self._script.popleft()
            n = getattr(line, "n", 0)
            if line != (expected if exact else _numbered(expected, n)):
                raise AssertionError(f"heard {line!r}, but the script expects {expected!r}")
            said += b"".join(tjwire.encode(_numbered(reply, n)) for reply in replies)
        return said

    def done(self) -> None:
        """The script has come to its end.

        Raises:
            AssertionError: something is still expected.
        """
        if self._script:
            raise AssertionError(f"the script still expects {self._script[0][0]!r} and {len(self._script) - 1} more")


def _numbered(line: tjwire.Line, n: int) -> tjwire.Line:
    """The same line with this command number, where it has one."""
    if not any(field.name == "n" for field in line.FIELDS):
        return line
    values = [n if field.name == "n" else value for field, value in zip(line.FIELDS, line.values(), strict=True)]
    return type(line)(*values)
