"""What was told under a key is told once: who sends the same again gets the first answer.

A phone that lost its network does not know whether the table heard it. It sends the line again under the same key, and
the line counts once. In: a key, the lines, a way to put them. Out: the table's answer, to come. Lives on an event loop.
"""

import asyncio
from collections.abc import Callable
from hashlib import sha256

from touchjudge.adapters.web.refused import Refused

MOST_KEYS = 512


class Repeats:
    """The newest keys with what was told and answered."""

    def __init__(self, most_keys: int = MOST_KEYS) -> None:
        self._most_keys = most_keys
        self._told: dict[str, tuple[bytes, asyncio.Future[str]]] = {}

    def once(self, key: str | None, lines: str, put: Callable[[str], asyncio.Future[str]]) -> asyncio.Future[str]:
        """The answer to these lines, which are put to the table unless they were under this key before.

        Raises:
            Refused: 422 the key was used for other lines; or what ``put`` raises, and then nothing is remembered.
        """
        if key is None:
            return put(lines)
        content = sha256(lines.encode("utf-8", "surrogatepass")).digest()
        if key in self._told:
            known, answer = self._told[key]
            if known != content:
                raise Refused(422, "This Idempotency-Key was used for other lines; take a new one for each telling.")
            return answer
        answer = put(lines)
        self._told[key] = (content, answer)
        if len(self._told) > self._most_keys:
            del self._told[next(iter(self._told))]
        return answer
