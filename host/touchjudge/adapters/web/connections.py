"""Connections with limits: how many one machine may hold, and how long one may keep silent before it asks anything.

uvicorn counts connections only in all, so that one machine could take every one of them and leave none to the others.
Connections of this machine itself are never refused for another's sake.
"""

from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from touchjudge.adapters.web.door import is_loopback

MOST_CONNECTIONS = 256
MOST_ELSEWHERE = 192
MOST_OF_ONE = 64  # a browser opens six for a page and one for its socket; a second router shows its phones as one
ASK_WITHIN_S = 10.0


def has_room(address: str, others: Iterable[str]) -> bool:
    """Whether a connection from this address may stay beside those that are open.

    >>> has_room("192.168.1.7", ["192.168.1.7"] * MOST_OF_ONE), has_room("127.0.0.1", ["127.0.0.1"] * MOST_OF_ONE)
    (False, True)
    """
    if is_loopback(address):
        return True
    elsewhere = [other for other in others if not is_loopback(other)]
    return len(elsewhere) < MOST_ELSEWHERE and elsewhere.count(address) < MOST_OF_ONE


class LimitedConnection(H11Protocol):
    """An HTTP connection that is closed at once where there is no room, and soon where nothing is asked."""

    def connection_made(self, transport: Any) -> None:
        others = [_address(connection.transport) for connection in self.connections]
        super().connection_made(transport)
        if not has_room(_address(transport), others):
            transport.abort()
            return
        self._silent = self.loop.call_later(ASK_WITHIN_S, self._close_if_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        silent = getattr(self, "_silent", None)
        if silent is not None:
            silent.cancel()
        super().connection_lost(exc)

    def _close_if_silent(self) -> None:
        asked = getattr(self, "cycle", None) is not None
        became_socket = self.transport.get_protocol() is not self
        if not asked and not became_socket:
            self.transport.close()


def _address(transport: Any) -> str:
    peer = transport.get_extra_info("peername") if transport is not None else None
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""
