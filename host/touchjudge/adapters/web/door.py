"""The table's door: the PIN that lets a phone change the game, the cookie it gets for it, and who needs neither.

In: what somebody typed or scanned, from which address; cookies; the clocks. Out: a cookie, or a refusal with its one
sentence. Who sits at the machine itself needs no PIN; looking on needs none either.

Ref: docs/decisions/0015-the-tables-pin.md.
"""

import hmac
import ipaddress
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from touchjudge.adapters.web.attempts import Attempts
from touchjudge.adapters.web.refused import Refused

PIN_DIGITS = 6
# What the scanned code carries in place of the PIN: 12 of these letters are 62 bits, which nobody guesses, and they fit
# with the longest address into a code of 25 by 25.
TOKEN_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # noqa: S105 - an alphabet
TOKEN_LENGTH = 12
EVENING_S = 16 * 3600
_SALT = "touchjudge door 1"
# A request that came through another program on this machine is not from this machine.
_PASSED_ON = frozenset({b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via"})


@dataclass(frozen=True, slots=True)
class Keys:
    """What one evening's door is locked with.

    Attributes:
        token: stands in the scanned code.
        signing: signs the cookies.
        made_s: wall clock, in seconds.
    """

    pin: str = field(repr=False)
    token: str = field(repr=False)
    signing: str = field(repr=False)
    made_s: float


def new_keys(made_s: float) -> Keys:
    """Keys that nobody has had before."""
    pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
    token = "".join(secrets.choice(TOKEN_LETTERS) for _ in range(TOKEN_LENGTH))
    return Keys(pin, token, secrets.token_hex(32), made_s)


class Door:
    """Lets people in; lives on the event loop of the web thread.

    Args:
        keys: of this evening.
        wall_s: the wall clock, for how long a cookie holds.
        host_s: a clock that only goes forward, for how long somebody waits.
    """

    def __init__(self, keys: Keys, *, wall_s: Callable[[], float], host_s: Callable[[], float]) -> None:
        self.keys = keys
        self._wall_s = wall_s
        self._host_s = host_s
        self._attempts = Attempts()
        self._signed = URLSafeSerializer(keys.signing, salt=_SALT, signer_kwargs={"digest_method": sha256})

    def enter(self, address: str, told: str) -> str:
        """The cookie for who knows the PIN, or has scanned the code.

        Raises:
            Refused: 403 it is another PIN; 429 there were too many wrong ones.
        """
        word = "".join(told.split())
        now_s = self._host_s()
        if _alike(word.upper(), self.keys.token):
            self._attempts.right(address)
            return self._cookie()
        if not _is_pin(word):
            self._attempts.wrong(address, now_s, of_all=False)
            raise Refused(403, f"A PIN has {PIN_DIGITS} digits; it stands on the table's display.", code="wrong_pin")
        wait_s = self._attempts.wait_s(address, now_s)
        if wait_s > 0:
            whole_s = max(1, round(wait_s + 0.5))
            sentence = f"Too many wrong PINs; try again in {whole_s} s, or scan the code on the table's display."
            raise Refused(429, sentence, code="wait", wait_s=whole_s)
        if not _alike(word, self.keys.pin):
            self._attempts.wrong(address, now_s)
            raise Refused(403, "This is not the table's PIN; it stands on the table's display.", code="wrong_pin")
        self._attempts.right(address)
        return self._cookie()

    def admits(self, cookie: str) -> bool:
        """Whether a cookie was given at this door and still holds."""
        try:
            given: Any = self._signed.loads(cookie)
        except BadData:
            return False
        match given:
            case {"until": int() | float() as until}:
                return bool(self._wall_s() < until)
            case _:
                return False

    def _cookie(self) -> str:
        # When it ends, not when it was given: a Pi without a clock of its own starts in the past, and would find a
        # cookie from the future invalid.
        return str(self._signed.dumps({"until": round(self._wall_s()) + EVENING_S}))


def at_the_machine(address: str, host: str, headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a request comes from the machine itself and not from elsewhere through it.

    Args:
        address: of the other end of the connection.
        host: the name in its ``Host`` header, without port.

    >>> at_the_machine("127.0.0.1", "localhost", []), at_the_machine("192.168.1.7", "localhost", [])
    (True, False)
    >>> at_the_machine("127.0.0.1", "localhost", [(b"x-forwarded-for", b"127.0.0.1")])
    False
    """
    if not is_loopback(address) or not is_this_machine(host):
        return False
    return not any(name in _PASSED_ON for name, _ in headers)


def is_this_machine(host: str) -> bool:
    """Whether a name or address means the machine it is used on, wherever that is."""
    return host == "localhost" or is_loopback(host)


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own, which nothing from elsewhere can come from."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


def _is_pin(word: str) -> bool:
    return len(word) == PIN_DIGITS and word.isascii() and word.isdecimal()


def _alike(told: str, known: str) -> bool:
    """Compared in the same time, however much of it is right."""
    return hmac.compare_digest(told.encode("utf-8", "replace"), known.encode())
