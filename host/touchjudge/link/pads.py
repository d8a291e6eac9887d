"""What is wrong with the analogue pads of a board: asked for now and then, since no line of the wire tells it.

The question is ``unmute`` for no line: the board does it, or says why it cannot listen to a pad, in one word such as
``dead:0,floating:2`` (what, and on which line).
"""

import re

import tjwire

_FAULT = re.compile(r"(dead|stuck|floating):([0-9])")

Faults = tuple[tuple[int, str], ...]


class PadHealth:
    """When to ask, and what was answered last.

    Attributes:
        watched: whether the board has analogue pads at all; nobody asks for the others.
        due_ns: when it is asked next.
    """

    def __init__(self, every_ns: int) -> None:
        self.watched = False
        self.due_ns: int | None = None
        self._every_ns = every_ns
        self._n = -1
        self._faults: Faults = ()

    def watch(self, host_ns: int) -> None:
        """From now on they are asked for."""
        if not self.watched:
            self.watched = True
            self.due_ns = host_ns

    def opened(self) -> None:
        """Nobody has been asked on this opening."""
        self.watched = False
        self.due_ns = None
        self._n = -1

    def ask(self, n: int, host_ns: int) -> tjwire.Line:
        """The question, as command ``n``."""
        self._n = n
        self.due_ns = host_ns + self._every_ns
        return tjwire.Unmute(n, 0)

    def is_answered_by(self, n: int) -> bool:
        return n == self._n

    def answered(self, done: bool, reason: str) -> Faults | None:
        """What is wrong now, by line; None while all is well."""
        self._n = -1
        before, self._faults = self._faults, () if done else faults_of(reason)
        return self._faults if self._faults or before else None


def faults_of(reason: str) -> Faults:
    """What a board's one word says is wrong, by line; what is none of its words says nothing.

    >>> faults_of("floating:2,dead:0")
    ((0, 'dead'), (2, 'floating'))
    >>> faults_of("unknown")
    ()
    """
    found = [_FAULT.fullmatch(word) for word in reason.split(",")]
    return tuple(sorted((int(each[2]), each[1]) for each in found if each is not None))
