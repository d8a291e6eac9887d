"""What every interpreter must agree on: values with their bytes, and streams with what is heard in them.

Plain enough for MicroPython; :func:`failures` is the test itself and runs wherever tjwire runs.
"""

# ruff: noqa: UP031, SIM105 (the subset of Python that MicroPython runs)

import binascii

import tjwire

TWELVE = tuple([0xFFFFFFF0 + n for n in range(12)])

LINES = (
    (
        tjwire.Hello(1, "0.1.0", "pico2", "e66058388359892f", "00f1e2d3c4b5a697", 0xFFFF, 0, 0x1000),
        "hello 1 0.1.0 pico2 e66058388359892f 00f1e2d3c4b5a697 ffff 0 1000",
    ),
    (
        tjwire.Edges(10, 1, (0, 0xFFFFFFFF), (0x0001FFFF, 0x8000FFFE)),
        "edges a 1 00000000ffffffff 0001ffff8000fffe",
    ),
    (
        tjwire.Edges(2**48 - 1, 2**32 - 1, TWELVE, TWELVE),
        "edges ffffffffffff ffffffff " + " ".join(["".join(["%08x" % word for word in TWELVE])] * 2),
    ),
    (tjwire.Force(11, 0, (0x3FFFFFFF,), (0x0201C0DE,)), "force b 0 3fffffff 0201c0de"),
    (tjwire.Beat(12, 2**64 - 1, 0x8001, 0, 0x10, 158000), "beat c ffffffffffffffff 8001 0 10 26930"),
    (tjwire.Beat(0, 2**30, 0, 1, 0, 2**31), "beat 0 40000000 0 1 0 80000000"),
    (tjwire.Pong(255, 2**32, 2**32 + 1), "pong ff 100000000 100000001"),
    (tjwire.Did(1, "hi"), "did 1 hi"),
    (tjwire.Cannot(2, "not_kept"), "cannot 2 not_kept"),
    (tjwire.Hi(0), "hi 0"),
    (tjwire.Ping(26), "ping 1a"),
    (tjwire.Ack(3, 4096), "ack 3 1000"),
    (tjwire.Resend(4, 17), "resend 4 11"),
    (tjwire.Light(5, 8, "pulse"), "light 5 8 pulse"),
    (tjwire.Tone(6, 880, 120), "tone 6 370 78"),
    (tjwire.Set(7, "invert", "ffff"), "set 7 invert ffff"),
    (tjwire.Set(8, "name", "left~table"), "set 8 name left~table"),
    (tjwire.Unmute(9, 8), "unmute 9 8"),
    (tjwire.Bye(10), "bye a"),
)

# The check digits of some lines as text: a change of the CRC must not pass unseen.
SEALED = (
    (tjwire.Ping(26), b"!ping 1a*1aa947cd\n"),
    (tjwire.Hi(1), b"!hi 1*5c8ad4c7\n"),
)

NOT_LINES = (
    b"",
    b"!",
    b"!*",
    b"!*00000000",
    b"!ping 1a*1aa947ce",
    b"!ping 1a*1AA947CD",
    b"!ping 1b*1aa947cd",
    b"ping 1a*1aa947cd",
    b"!ping 1a*1aa947cd ",
    b"!ping 1a*1aa947cd\x00",
    b"Traceback (most recent call last):",
    b"\xff\xfe\xfd",
)

# Bodies with a right CRC that this version does not know: other kinds, other fields, other ranges.
UNKNOWN = (
    "pang 1",
    "ping",
    "ping 1 2",
    "ping -1",
    "ping +1",
    "ping 0x1",
    "ping 1_0",
    "ping g",
    "ping 100000000",
    "ping  1",
    " ping 1",
    "light 1 1 flash",
    "set 1 colour red",
    "edges 0 0 00000000 000000",
    "edges 0 0 0000000 0000000",
    "edges 0 0 0000000000000000 00000000",
    "edges 0 0 " + "00000000" * 13 + " " + "00000000" * 13,
    "edges 0 0 zzzzzzzz 00000000",
    "hello 1 0.1.0 pico e66 123 ffff 0 0",
    "beat 0 0 10000 0 0 0",
)

# A right CRC over bytes that no sender writes.
UNPRINTABLE = (b"ping \x03", b"pi!g 1", b"did 1 a*b", b"did 1 caf\xc3\xa9", b"did 1 \xff")


# The board's own way to say what it says often.
QUICK = {"beat": tjwire.beat_line, "pong": tjwire.pong_line, "did": tjwire.did_line}


def sealed(body):
    """A body with a right CRC."""
    return b"!" + body + b"*%08x\n" % binascii.crc32(body)


def failures():
    """Sentences about what is wrong here; none if all is right."""
    wrong = []

    def check(told, seen, wanted):
        if seen != wanted:
            wrong.append("%s: %r, must be %r" % (told, seen, wanted))

    for line, body in LINES:
        text = sealed(body.encode())
        check("encode", tjwire.encode(line), text)
        check("decode", tjwire.decode(text), line)
        check("length", len(text) <= tjwire.LINE_MAX, True)
        quick = QUICK.get(line.KIND)
        if quick is not None:
            check("quick", quick(*line.values()), text)
        if isinstance(line, (tjwire.Edges, tjwire.Force)):
            make = tjwire.edges_line if isinstance(line, tjwire.Edges) else tjwire.force_line
            blocks = [b"".join([word.to_bytes(4, "big") for word in words]) for words in (line.lows, line.words)]
            check("block", make(line.number, line.high, blocks[0], blocks[1]), text)
    for line, text in SEALED:
        check("sealed", tjwire.encode(line), text)
    # Ref: the check value that every description of CRC-32 gives for these nine digits.
    check("check value", tjwire.decode(b"!123456789*cbf43926"), tjwire.Unknown("123456789", ()))
    for text in NOT_LINES:
        check("noise %r" % text, isinstance(tjwire.decode(text), tjwire.Noise), True)
    for body in UNKNOWN:
        words = body.split(" ")
        check("unknown", tjwire.decode(sealed(body.encode())), tjwire.Unknown(words[0], tuple(words[1:])))
    for body in UNPRINTABLE:
        check("unprintable", isinstance(tjwire.decode(sealed(body)), tjwire.Noise), True)
    _check_stamps(check)
    _check_other_protocol(check)
    _check_streams(check)
    _check_wrong_calls(check)
    return wrong


def _check_stamps(check):
    edges = tjwire.Edges(0, 1, (0, 0xFFFFFFFF), (0x0001FFFF, 0x8000FFFE))
    check("stamps", edges.stamps_us, (2**32, 2**33 - 1))
    check("levels", edges.levels, (1, 0x8000))
    check("counters", edges.counters, (0xFFFF, 0xFFFE))


def _check_other_protocol(check):
    hello = tjwire.decode(sealed(b"hello 2 0.9.0 pico e66 new fields"))
    check("other protocol", isinstance(hello, tjwire.Hello) and hello.protocol, 2)
    bare = tjwire.decode(sealed(b"hello 3"))
    check("bare hello", isinstance(bare, tjwire.Hello) and bare.protocol, 3)


def _check_streams(check):
    ping = b"!ping 1a*1aa947cd\n"
    heard = tjwire.Ping(26)
    for stream, lines, rejected in (
        (b"", [], 0),
        (ping, [heard], 0),
        (b"\n\n\r\n" + ping + b"\n" * 50 + ping, [heard, heard], 0),
        (ping[5:] + ping, [heard], 0),
        (ping[5:-1] + ping, [heard], 0),
        (ping + ping[5:] + ping, [heard, heard], 1),
        (ping[:-3] + ping, [heard], 1),
        (b" " * 100 + ping, [heard], 0),
        (ping + b" " * 100 + ping, [heard, heard], 1),
        (ping + b" " * 300 + ping, [heard, heard], 1),
        (b" " * 300 + ping, [heard], 1),
        (b"\n>>> \n" + ping[:-1] + b"\r\n", [heard], 1),
        (b"!" * 300 + ping[1:], [heard], 299),
        (b"!" + b"x" * 600 + ping, [heard], 1),
        (bytes(range(256)) + ping, [heard], 3),
    ):
        for size in (1, 16, 64, 10000):
            decoder = tjwire.Decoder()
            got = []
            if size == 1:
                for byte in stream:
                    line = decoder.push(byte)
                    if line is not None:
                        got.append(line)
            else:
                for start in range(0, len(stream), size):
                    got.extend(decoder.feed(stream[start : start + size]))
            told = "stream %r by %d" % (stream[:40], size)
            check(told, [line for line in got if not isinstance(line, tjwire.Noise)], lines)
            check(told + " rejected", decoder.rejected, rejected)
            check(told + " noise", len([line for line in got if isinstance(line, tjwire.Noise)]), rejected)
            check(told + " bounded", len(decoder.pending_text) <= tjwire.LINE_MAX, True)


def _check_wrong_calls(check):
    for line in (
        tjwire.Ping(-1),
        tjwire.Ping(2**32),
        tjwire.Ping("1"),
        tjwire.Did(1, "two words"),
        tjwire.Did(1, ""),
        tjwire.Did(1, "a" * 33),
        tjwire.Did(1, "caf\xe9"),
        tjwire.Light(1, 1, "flash"),
        tjwire.Edges(0, 0, (), ()),
        tjwire.Edges(0, 0, (1, 2), (1,)),
        tjwire.Edges(0, 0, (1,) * 13, (1,) * 13),
        tjwire.Edges(0, 0, (2**32,), (1,)),
        tjwire.Hello(1, "0.1.0", "pico", "e66", "123", 0, 0, 0),
        tjwire.Unknown("pang", ()),
        tjwire.Noise("x"),
    ):
        try:
            check("wrong call", tjwire.encode(line), "WireError")
        except tjwire.WireError:
            pass
    for lows, words in ((b"", b""), (b"1234", b"12345678"), (b"123", b"123"), (b"1234" * 13, b"1234" * 13)):
        try:
            check("wrong block", tjwire.edges_line(0, 0, lows, words), "WireError")
        except tjwire.WireError:
            pass
    ping = tjwire.Ping(1)
    try:
        ping.n = 2
        check("written once", ping.n, "AttributeError")
    except AttributeError:
        pass
