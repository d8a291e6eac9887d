"""What a display shows to let phones in: the address, the PIN, and a code to scan.

The code holds ``HTTP://ADDRESS:PORT/J#TOKEN``: in capitals, because a QR code packs them tighter, and small enough for
a panel of 64 pixels; behind ``#``, because that part never leaves the phone, so that no log can hold it.
"""

from typing import Any

import segno


def invitation(address: str, port: int, pin: str, token: str) -> dict[str, Any]:
    """The view's ``join``, as JSON values.

    Args:
        address: this machine's, as phones reach it.

    >>> told = invitation("192.168.178.123", 8080, "042318", "0123456789AB")
    >>> told["url"], told["pin"], len(told["code"]), sorted(set(told["code"][0]))
    ('http://192.168.178.123:8080/join', '042318', 25, ['0', '1'])
    """
    return {"url": f"http://{address}:{port}/join", "pin": pin, "code": code(address, port, token)}


def code(address: str, port: int, token: str) -> list[str]:
    """The code row by row, a ``1`` for each dark square; without the light border that every code needs.

    Ref: ISO/IEC 18004, of which segno knows everything.
    """
    # As parts, so that only the # costs a whole byte; segno takes them, though its types say only text.
    parts: Any = [f"HTTP://{address.upper()}:{port}/J", "#", token]
    qr = segno.make_qr(parts, error="l", boost_error=False)
    return ["".join("1" if dark else "0" for dark in row) for row in qr.matrix]
