"""What comes in by HTTP, read with limits: the text of a body, the lines in it, the key that a page gave them."""

import asyncio
import re

from starlette.requests import Request

from touchjudge.adapters.web.refused import Refused

MOST_LINE_BYTES = 65_536  # `correct` carries lines and `set` a whole state; the largest real one is under 10,000
MOST_JOIN_BYTES = 1_024
BODY_TIMEOUT_S = 5.0
MOST_LINES = 64  # an answer to a question is one to eight
ONE_LINE, LINES = "application/json", "application/x-ndjson"
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")

# Characters that some readers take for line ends, but that JSON allows within a string: a name may hold them.
_NO_LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"})


def kind_of(request: Request, *known: str) -> str:
    """The media type of a body. These also make a browser ask first when a foreign page sends them.

    Raises:
        Refused: it is none of the known ones.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in known:
        several = f", several as {LINES}" if LINES in known else ""
        raise Refused(415, f"A line is sent as {ONE_LINE}{several}, not as {kind or 'nothing'!r}.")
    return kind


def key_of(request: Request) -> str | None:
    """The key by which a page may send the same again without being counted twice; None without one.

    Raises:
        Refused: it is no key.
    """
    key: str | None = request.headers.get("idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        raise Refused(422, "An Idempotency-Key has 8 to 64 letters, digits, - or _; take a new one for each telling.")
    return key


async def text_of(request: Request, most_bytes: int = MOST_LINE_BYTES) -> str:
    """The body as text.

    Raises:
        Refused: it is too long, too slow or no UTF-8.
    """
    body = await bytes_of(request, most_bytes)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Refused(
            422, f"The line is not UTF-8: byte {problem.start} cannot be read; send it again as UTF-8."
        ) from None


async def bytes_of(request: Request, most_bytes: int, timeout_s: float = BODY_TIMEOUT_S) -> bytes:
    """The body as it is.

    Raises:
        Refused: it is too long or too slow.
    """
    too_long = Refused(413, f"The body is longer than {most_bytes:,} bytes; tell the table less at a time.")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most_bytes:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(timeout_s):
            async for part in request.stream():
                body += part
                if len(body) > most_bytes:
                    raise too_long
    except TimeoutError:
        raise Refused(408, f"The line did not arrive within {timeout_s:g} s; send it again.") from None
    return bytes(body)


def one_line(text: str) -> str:
    """A JSON object as one line.

    Within JSON a bare line break can only be white space, so a neatly printed object is still one line.

    >>> one_line('{"do":' + chr(10) + '"undo"}')
    '{"do": "undo"}'
    """
    return text.replace("\r", " ").replace("\n", " ").strip().translate(_NO_LINE_ENDS)


def several_lines(text: str) -> str:
    """The lines of a body, without the empty ones.

    Raises:
        Refused: there are too many.
    """
    lines = [one_line(line) for line in text.split("\n") if line.strip()]
    if len(lines) > MOST_LINES:
        raise Refused(413, f"The body has {len(lines)} lines; at most {MOST_LINES} are told as one.")
    return "\n".join(lines)
