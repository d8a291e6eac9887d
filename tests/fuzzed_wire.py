"""Bytes for both decoders that no board would say: found by coverage (atheris), kept as seeds, run again by the tests.

    pip install atheris && python tests/fuzzed_wire.py [SECONDS]

fuzzes for so long (five minutes), then adds what reached new code to ``tests/seeds/wire.txt`` (a row of hexadecimal
each). In what is fuzzed the byte 1 stands for the right CRC of the line so far, since no fuzzer guesses one.
"""

import os
import subprocess
import sys
import tempfile
from binascii import crc32
from pathlib import Path

FUZZED = os.environ.get("TOUCHJUDGE_FUZZ")
if FUZZED is None:
    import tjwire
    from touchjudge.link.events import EdgesRead
    from touchjudge.link.machine import BoardLink
else:
    import atheris  # type: ignore[import-not-found] # no dependency: it is installed for this one run

    with atheris.instrument_imports(include=["tjwire", "touchjudge.link"]):
        import tjwire
        from touchjudge.link.events import EdgesRead
        from touchjudge.link.machine import BoardLink

SEEDS = Path(__file__).parent / "seeds" / "wire.txt"
FIVE_MINUTES = 300
_CRC = 0x01
_LONGEST = 600


def seeds() -> list[bytes]:
    return [bytes.fromhex(row) for row in SEEDS.read_text().split()]


def with_crcs(data: bytes) -> bytes:
    """The bytes with the right CRC wherever one is asked for.

    >>> with_crcs(b"!ping 1a" + bytes([1]))
    b'!ping 1a*1aa947cd\\n'
    """
    made = bytearray()
    for byte in data:
        if byte == _CRC:
            body = bytes(made[made.rfind(b"!") + 1 :])
            made += b"*%08x\n" % crc32(body)
        else:
            made.append(byte)
    return bytes(made)


def heard_by(data: bytes) -> tuple[list[tjwire.Line], list[tjwire.Line], tuple[int, int]]:
    """What the host's way of reading makes of it, what the board's does, and how much each rejected."""
    whole, bytewise = tjwire.Decoder(), tjwire.Decoder()
    by_feed = whole.feed(data)
    by_push = [line for byte in data if (line := bytewise.push(byte)) is not None]
    return by_feed, by_push, (whole.rejected, bytewise.rejected)


def examine(data: bytes) -> None:
    """Both decoders and the link take any bytes, agree on them, and hand on nothing that was not said.

    Raises:
        AssertionError: they do not.
    """
    data = with_crcs(data)
    by_feed, by_push, (rejected, by_bytes) = heard_by(data)
    assert by_feed == by_push
    assert rejected == by_bytes == sum(isinstance(line, tjwire.Noise) for line in by_feed)
    for line in by_feed:
        # A hello of another protocol is handed on as far as it is understood, so that its version can be said.
        foreign = isinstance(line, tjwire.Hello) and line.protocol != tjwire.PROTOCOL
        if not foreign and not isinstance(line, tjwire.Noise | tjwire.Unknown):
            assert tjwire.decode(tjwire.encode(line)) == line
    pieces = tjwire.Decoder()
    assert by_feed == [line for at in range(0, len(data), 7) for line in pieces.feed(data[at : at + 7])]
    link = BoardLink(chance=lambda: 0.5)
    link.opened(0)
    numbers: dict[object, list[int]] = {}
    for turn, at in enumerate(range(0, len(data), 64)):
        for event in link.feed(data[at : at + 64], turn * 10_000_000):
            if isinstance(event, EdgesRead):
                numbers.setdefault(event.board, []).extend(edge.number for edge in event.edges)
        said = link.say(turn * 10_000_000)
        assert not any(isinstance(line, tjwire.Noise) for line in tjwire.Decoder().feed(said))
    for each in numbers.values():
        assert each == sorted(set(each))


def _fuzz(folder: str, seconds: int) -> None:
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", f"-max_len={_LONGEST}", folder], examine)
    atheris.Fuzz()


def _fuzz_in_turn(seconds: int) -> None:
    """Fuzz in a process of its own, which atheris ends, and keep the smallest set of seeds that covers as much."""
    with tempfile.TemporaryDirectory() as name:
        found, smallest = Path(name) / "found", Path(name) / "smallest"
        found.mkdir()
        smallest.mkdir()
        for number, seed in enumerate(seeds()):
            (found / f"kept{number}").write_bytes(seed)
        environment = {**os.environ, "TOUCHJUDGE_FUZZ": str(found)}
        subprocess.run([sys.executable, __file__, str(seconds)], env=environment, check=True)
        kept = sorted({path.read_bytes() for path in found.iterdir()}, key=lambda data: (len(data), data))
        SEEDS.write_text("".join(data.hex() + "\n" for data in kept if data))
        print(f"{len(kept)} seeds are kept in {SEEDS.name}")


if __name__ == "__main__":
    wanted_s = int(sys.argv[1]) if sys.argv[1:] else FIVE_MINUTES
    if FUZZED is None:
        _fuzz_in_turn(wanted_s)
    else:
        _fuzz(FUZZED, wanted_s)
