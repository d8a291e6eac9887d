"""A Pico over USB: the port opened and kept open by a thread of its own, behind the link that knows the wire.

:class:`PicoLink` is the edge source; the other modules open ports and say why they do not open.
"""

from touchjudge.adapters.pico_link.claims import ChipClaims
from touchjudge.adapters.pico_link.link import PicoLink
from touchjudge.adapters.pico_link.port import Port, PortError, PortFound, find_picos, open_serial
from touchjudge.adapters.pico_link.settings import LinkSettings
from touchjudge.adapters.pico_link.several import SeveralLinks

__all__ = [
    "ChipClaims",
    "LinkSettings",
    "PicoLink",
    "Port",
    "PortError",
    "PortFound",
    "SeveralLinks",
    "find_picos",
    "open_serial",
]
