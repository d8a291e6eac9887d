"""The rows on the pages of an SQLite file, read without SQLite: what it refuses as a whole can still be read in parts.

In: the bytes of a database and of its write-ahead log. Out: for each page that still looks like a leaf of a table or
a page of an index, the records on it, whatever page once led there. Nothing here raises on bytes that make no sense;
such a record is left out.

Ref: https://www.sqlite.org/fileformat2.html, sections 1.6 (b-tree pages), 2.1 (records), 4 (write-ahead log).
"""

import mmap
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Value = int | float | str | bytes | None

_INTERIOR_INDEX, _LEAF_INDEX, _LEAF_TABLE = 0x02, 0x0A, 0x0D
_HEADER_BYTES = {_INTERIOR_INDEX: 12, _LEAF_INDEX: 8, _LEAF_TABLE: 8}
_FILE_HEADER_BYTES = 100
_LOG_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_SIZE_OF_SERIAL = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


@dataclass(frozen=True, slots=True)
class Record:
    """One record.

    Attributes:
        rowid: of a table's row; None on an index page.
    """

    rowid: int | None
    values: tuple[Value, ...]


class Unreadable(Exception):
    """Bytes that are no record; never leaves this module."""


def committed_frames(log: bytes, page_bytes: int) -> Mapping[int, bytes]:
    """The newest committed content of each page in a write-ahead log, by page number, as SQLite itself would see it.

    >>> committed_frames(b"", 4096)
    {}
    """
    if len(log) < _LOG_HEADER_BYTES:
        return {}
    magic, _, size, _, salt_1, salt_2, sum_1, sum_2 = struct.unpack_from(">8I", log)
    if magic not in (0x377F0682, 0x377F0683) or size != page_bytes:
        return {}
    order = ">" if magic & 1 else "<"
    sums = _checksum(log[:24], order, (0, 0))
    if sums != (sum_1, sum_2):
        return {}
    committed: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for start in range(_LOG_HEADER_BYTES, len(log) - _FRAME_HEADER_BYTES - page_bytes + 1, 24 + page_bytes):
        number, pages_after_commit, *salts_and_sums = struct.unpack_from(">6I", log, start)
        page = log[start + _FRAME_HEADER_BYTES : start + _FRAME_HEADER_BYTES + page_bytes]
        sums = _checksum(page, order, _checksum(log[start : start + 8], order, sums))
        if salts_and_sums != [salt_1, salt_2, *sums]:
            break
        pending[number] = page
        if pages_after_commit:
            committed |= pending
            pending = {}
    return committed


class Pages:
    """The pages of a database under its write-ahead log."""

    def __init__(self, database: bytes | mmap.mmap, log: bytes, page_bytes: int) -> None:
        self._database = database
        self._newer = committed_frames(log, page_bytes)
        self._page_bytes = page_bytes
        self.count = max([len(database) // page_bytes, *self._newer])

    def page(self, number: int) -> bytes:
        """Page ``number``, counted from 1; empty where there is none."""
        start = (number - 1) * self._page_bytes
        return self._newer.get(number) or self._database[start : start + self._page_bytes]

    def records(self, number: int) -> Iterator[Record]:
        """The records on a page that can be read.

        >>> list(Pages(bytes(4096), b"", 4096).records(1))
        []
        """
        page = self.page(number)
        if len(page) < self._page_bytes:
            return
        start = _FILE_HEADER_BYTES if number == 1 else 0
        kind = page[start]
        if kind not in _HEADER_BYTES:
            return
        pointers = start + _HEADER_BYTES[kind]
        (cells,) = struct.unpack_from(">H", page, start + 3)
        if pointers + 2 * cells > self._page_bytes:
            return
        for at in struct.unpack_from(f">{cells}H", page, pointers):
            try:
                yield self._record(page, at, kind)
            except Unreadable:
                continue

    def _record(self, page: bytes, at: int, kind: int) -> Record:
        if kind == _INTERIOR_INDEX:
            at += 4  # the page to the left
        payload_bytes, at = _varint(page, at)
        rowid = None
        if kind == _LEAF_TABLE:
            rowid, at = _varint(page, at)
        return Record(rowid, _values(self._payload(page, at, payload_bytes, in_table=kind == _LEAF_TABLE)))

    def _payload(self, page: bytes, at: int, payload_bytes: int, *, in_table: bool) -> bytes:
        usable = self._page_bytes
        most = usable - 35 if in_table else (usable - 12) * 64 // 255 - 23
        if payload_bytes <= most:
            return _slice(page, at, payload_bytes)
        if payload_bytes > self.count * usable:
            raise Unreadable
        least = (usable - 12) * 32 // 255 - 23
        here = least + (payload_bytes - least) % (usable - 4)
        if here > most:
            here = least
        parts = [_slice(page, at, here)]
        missing = payload_bytes - here
        (following,) = struct.unpack(">I", _slice(page, at + here, 4))
        while missing > 0:
            overflow = self.page(following) if following else b""
            taken = min(missing, usable - 4)
            parts.append(_slice(overflow, 4, taken))
            missing -= taken
            (following,) = struct.unpack_from(">I", overflow)
        return b"".join(parts)


def _checksum(content: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for index in range(0, len(words), 2):
        first = (first + words[index] + second) & 0xFFFFFFFF
        second = (second + words[index + 1] + first) & 0xFFFFFFFF
    return first, second


def _slice(page: bytes, at: int, size: int) -> bytes:
    if at < 0 or at + size > len(page):
        raise Unreadable
    return page[at : at + size]


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A big-endian number of 1 to 9 bytes, and where it ends."""
    number = 0
    for byte in content[at : at + 8]:
        at += 1
        if byte < 0x80:
            return number << 7 | byte, at
        number = number << 7 | byte & 0x7F
    (last,) = _slice(content, at, 1)
    number = number << 8 | last
    return number - (1 << 64) if number >= 1 << 63 else number, at + 1


def _values(payload: bytes) -> tuple[Value, ...]:
    header_bytes, at = _varint(payload, 0)
    if not at <= header_bytes <= len(payload):
        raise Unreadable
    values: list[Value] = []
    body = header_bytes
    while at < header_bytes:
        serial, at = (payload[at], at + 1) if payload[at] < 0x80 else _varint(payload, at)
        size = _SIZE_OF_SERIAL[serial] if 0 <= serial < 10 else (serial - 12) // 2
        if size < 0:
            raise Unreadable
        values.append(_value(serial, payload[body : body + size]))
        body += size
    # A value that was cut short shows here too.
    if body != len(payload) or at != header_bytes:
        raise Unreadable
    return tuple(values)


def _value(serial: int, content: bytes) -> Value:
    if serial == 0:
        return None
    if serial <= 6:
        return int.from_bytes(content, signed=True)
    if serial == 7:
        (real,) = struct.unpack(">d", content.ljust(8, b"\0"))  # cut short: the caller finds out and drops it
        return float(real)
    if serial in (8, 9):
        return serial - 8
    if serial % 2 == 0:
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable from None
