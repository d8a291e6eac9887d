"""Under which address this machine can be reached from the network it is in."""

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator

_ADDRESS_OF_INTERFACE = 0x8915  # SIOCGIFADDR. Ref: netdevice(7)
_NEVER_THE_ROOM = ("docker", "br-", "veth", "virbr", "tun", "tap", "wg")
# Documentation's own network: nothing is sent there, but the system says from which address it would be.
_ELSEWHERE = ("192.0.2.1", 9)


def own_address() -> str | None:
    """The IPv4 address for phones in the same network; None where this machine is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ELSEWHERE)
            usual = asking.getsockname()[0]
        except OSError:
            usual = ""
        found = [usual, *_of_interfaces(asking)]
    return next((address for address in found if _is_for_phones(address)), None)


def _of_interfaces(asking: socket.socket) -> Iterator[str]:
    """A hotspot of the machine's own leads nowhere else, so its interfaces are asked one by one."""
    for _, name in socket.if_nameindex():
        if name.startswith(_NEVER_THE_ROOM):
            continue
        try:
            answer = fcntl.ioctl(asking, _ADDRESS_OF_INTERFACE, struct.pack("256s", name.encode()[:15]))
        except OSError:
            continue  # it has none
        yield socket.inet_ntoa(answer[20:24])


def _is_for_phones(address: str) -> bool:
    if not address:
        return False
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
