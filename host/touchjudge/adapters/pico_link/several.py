"""Several boards at one table as one edge source: a link each, and an acknowledgement goes to all of them."""

from collections.abc import Sequence

from touchjudge.adapters.pico_link.link import PicoLink
from touchjudge.ports import Board, Inbox


class SeveralLinks:
    """The port :class:`touchjudge.ports.EdgeSource` for a table with several Picos."""

    def __init__(self, links: Sequence[PicoLink]) -> None:
        self._links = tuple(links)

    def start(self, inbox: Inbox) -> None:
        for link in self._links:
            link.start(inbox)

    def acknowledge(self, board: Board, below: int) -> None:
        # A link keeps for later what is said of a board that it does not reach, and tells nobody.
        for link in self._links:
            link.acknowledge(board, below)

    def light(self, seat: int, pattern: str) -> bool:
        """The light of a seat, on every board: which of them has lights is not known here."""
        took = [link.light(seat, pattern) for link in self._links]  # every board is told, whatever another says
        return all(took)

    def tone(self, hz: int, ms: int) -> bool:
        """A tone on every board that has a buzzer."""
        took = [link.tone(hz, ms) for link in self._links]
        return all(took)

    def stop(self) -> None:
        for link in self._links:
            link.stop()
