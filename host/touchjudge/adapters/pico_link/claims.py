"""Which links say that they reach which chip: two boards with one id cannot be told apart, so neither is used."""

import threading


class ChipClaims:
    """Shared by all links of a table; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chip_of: dict[str, str] = {}

    def claim(self, source: str, chip_id: str) -> None:
        """The link ``source`` reaches a board that says it is ``chip_id``."""
        with self._lock:
            self._chip_of[source] = chip_id

    def release(self, source: str) -> None:
        """The link reaches nobody now."""
        with self._lock:
            self._chip_of.pop(source, None)

    def others(self, source: str, chip_id: str) -> list[str]:
        """The other links that say they reach the same chip."""
        with self._lock:
            return sorted(other for other, chip in self._chip_of.items() if chip == chip_id and other != source)
