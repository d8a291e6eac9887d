"""A request that is answered with one sentence."""

from typing import Any


class Refused(Exception):
    """A request that is answered with one sentence.

    Attributes:
        status: the HTTP status.
        facts: further fields of the answer, for a page that says it in its own words.
        retry_after_s: when to try again, if that is known.
    """

    def __init__(self, status: int, sentence: str, **facts: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.facts = facts

    @property
    def retry_after_s(self) -> int | None:
        wait_s = self.facts.get("wait_s", 1 if self.status == 503 else None)
        return None if wait_s is None else int(wait_s)
