"""What runs on the board while hands fly, checked by MicroPython itself; plain enough for its wasm build.

Each function here is a test of its own: it prints nothing when all is right.
"""

# ruff: noqa: UP031 (the subset of Python that MicroPython runs)

import tjwire
from pads.capture import FLOOD_EDGES, RING, Capture
from pads.clock import DeviceClock
from pads.outbox import EDGE, FORCE, Outbox

TICKS_PERIOD = 2**30


class Ticks:
    """Ticks that wrap like the board's and move when they are told to."""

    def __init__(self, at=0):
        self.at = at

    def __call__(self):
        return self.at

    def diff(self, later, earlier):
        return (later - earlier + TICKS_PERIOD // 2) % TICKS_PERIOD - TICKS_PERIOD // 2

    def move(self, us):
        self.at = (self.at + us) % TICKS_PERIOD


class RingCapture(Capture):
    """A maker whose rings the test fills, as DMA would."""

    def __init__(self):
        super().__init__()
        self.lows = bytearray(4 * RING)
        self.words = bytearray(4 * RING)
        self.at = 0
        self.counter = tjwire.FIRST_COUNTER
        self.overridden = 0

    def head(self):
        return self.at % RING

    def override(self):
        self.overridden += 1

    def edge(self, device_us, levels, skipped=0):
        self.counter = (self.counter - skipped) & 0xFFFF
        slot = 4 * self.head()
        self.lows[slot : slot + 4] = (device_us & 0xFFFFFFFF).to_bytes(4, "big")
        self.words[slot : slot + 4] = (levels << 16 | self.counter).to_bytes(4, "big")
        self.counter = (self.counter - 1) & 0xFFFF
        self.at += 1


def clock_at(start_us, ticks=None):
    ticks = ticks or Ticks()
    return DeviceClock(ticks, ticks.diff, start_us, ticks.at)


def said(outbox):
    """(number, device_us, word) of all that the outbox has to say."""
    rows = []
    while True:
        line = outbox.next_line()
        if line is None:
            return rows
        heard = tjwire.decode(line)
        for at in range(len(heard.lows)):
            rows.append((heard.number + at, heard.stamps_us[at], heard.words[at]))


def same(seen, wanted):
    if seen != wanted:
        print("%r, must be %r" % (seen, wanted))


def collecting_allocates_nothing():
    import micropython

    capture = RingCapture()
    outbox = Outbox(256)
    # All words and stamps are above 2^30, where a number takes memory on the board.
    clock = clock_at(2**32 * 3 + 0xFFFF0000)
    for n in range(300):
        capture.edge(2**32 * 3 + 0xFFFF0000 + n * 1000, 0x8000 | n % 2 << 14, 2 if n == 7 else 0)
    micropython.heap_lock()
    try:
        taken = capture.collect(outbox, clock, 1000)
    finally:
        micropython.heap_unlock()
    same(taken, 300)
    same((outbox.next_number, outbox.lost, capture.lost), (256, 44, 2))
    rows = said(outbox)
    same([us for _, us, _ in rows], [2**32 * 3 + 0xFFFF0000 + n * 1000 for n in range(256)])


def muting_a_flood_allocates_nothing():
    import micropython

    capture = RingCapture()
    outbox = Outbox(16)
    clock = clock_at(0)
    rounds = FLOOD_EDGES // 500 + 1
    for turn in range(rounds):
        for n in range(500):
            capture.edge(turn * 500 + n, n % 2 << 3)
        micropython.heap_lock()
        try:
            capture.collect(outbox, clock, 1000)
        finally:
            micropython.heap_unlock()
    same((capture.muted, capture.overridden), (1 << 3, 1))


def sent_lines_hold_every_edge_once_in_order():
    outbox = Outbox(64)
    lows = bytearray(4)
    words = bytearray(4)
    put = 0
    got = []
    for _turn in range(20):
        for _ in range(17):
            lows[3] = put & 0xFF
            words[3] = put & 0xFF
            outbox.put(lows, words, 0, 1, put // 100, FORCE if put % 50 > 40 else EDGE)
            put += 1
        got += said(outbox)
        outbox.acknowledge(len(got))
    same([number for number, _, _ in got], list(range(put)))
    same([us for _, us, _ in got], [(n // 100 << 32) + (n & 0xFF) for n in range(put)])


def a_stamp_gets_the_high_word_of_its_own_time():
    for now_us, stamps_us in (
        (2**32 + 5, (2**32 - 3, 2**32 - 1, 2**32, 2**32 + 4)),
        (2**32 - 5, (2**32 - 9, 2**32 - 1, 2**32, 2**32 + 100000)),
        (7 * 2**32 + 2**31, (7 * 2**32 + 2**31 - 10**9, 7 * 2**32 + 2**31, 7 * 2**32 + 2**31 + 10**9)),
        (10, (0, 10, 20)),
    ):
        capture = RingCapture()
        outbox = Outbox(16)
        for level, stamp_us in enumerate(stamps_us):
            capture.edge(stamp_us, level + 1)
        capture.collect(outbox, clock_at(now_us), 100)
        same([us for _, us, _ in said(outbox)], list(stamps_us))


def device_time_goes_on_where_ticks_wrap():
    ticks = Ticks(TICKS_PERIOD - 100)
    clock = clock_at(2**32 - 1000, ticks)
    wanted = 2**32 - 1000
    for step in (0, 50, 50, 1, 10**6, 2**29 - 1, 2**29 - 1, 2**29 - 1, 12345):
        ticks.move(step)
        wanted += step
        same(clock.now_us(), wanted)
        same((clock.high << 16 | clock.top), wanted >> 16)


def device_time_never_goes_back():
    ticks = Ticks(1000)
    clock = clock_at(5000, ticks)
    ticks.move(-10)
    same(clock.now_us(), 5000)
    ticks.move(20)
    same(clock.now_us(), 5010)


def a_lapped_ring_is_dropped_counted_and_its_loudest_line_muted():
    capture = RingCapture()
    outbox = Outbox(64)
    clock = clock_at(0)
    capture.edge(0, 1)
    capture.collect(outbox, clock, 100)
    for n in range(RING + 300):
        capture.edge(10 + n, 1 | n % 2 << 6)
    capture.collect(outbox, clock, 100)
    same((outbox.next_number, capture.muted), (1, 1 << 6))
    capture.edge(5000, 1)
    capture.edge(5001, 0)
    capture.collect(outbox, clock, 100)
    same(capture.lost, RING + 300)
    rows = said(outbox)
    same([(us, word >> 16) for _, us, word in rows], [(0, 1), (5000, 1), (5001, 0)])
    same((rows[0][2] - rows[1][2] - 1) & 0xFFFF, RING + 300)


def a_sampler_that_lost_very_many_at_once_goes_on():
    capture = RingCapture()
    outbox = Outbox(64)
    clock = clock_at(0)
    capture.edge(0, 1)
    capture.edge(10, 0, RING * 3)
    capture.edge(20, 1)
    capture.collect(outbox, clock, 100)
    capture.edge(30, 0)
    capture.collect(outbox, clock, 100)
    # The three in the rings were taken for torn; the count says so.
    same(capture.lost, RING * 3 + 3)
    same([us for _, us, _ in said(outbox)], [30])


def two_thousand_edges_a_second_are_no_flood():
    capture = RingCapture()
    outbox = Outbox(16)
    us = 0
    for _turn in range(10):
        for n in range(500):
            us += 500
            capture.edge(us, n % 2)
        capture.collect(outbox, clock_at(us), 1000)
    same(capture.muted, 0)


def machine_code_does_what_plain_python_does():
    from array import array

    from pads import blocks, blocks_plain

    words = bytearray([at * 37 & 0xFF for at in range(4 * 64)])
    for twin in (blocks_plain, blocks):
        target = bytearray(4 * 64)
        twin.copy_words(memoryview(words)[8:], 3, target, 60, 4)
        twin.copy_words(words, 0, target, 0, 0)
        same(target, bytearray(4 * 60) + words[20:36])
        tags = array("H", [0xFFFF] * 8)
        twin.fill(tags, 2, 3, 0x8001)
        same(list(tags), [0xFFFF] * 2 + [0x8001] * 3 + [0xFFFF] * 3)
        same([twin.run_of(tags, 2, 8), twin.run_of(tags, 2, 2), twin.run_of(tags, 7, 1)], [3, 2, 1])
        counts = array("H", [0xFFFF] + [5] * 15)
        levels = twin.watch(bytearray([0x80, 1, 0, 0, 0, 1, 0, 0, 0x80, 0, 0, 0]), 0, 3, 0, counts)
        same((levels, list(counts)), (0x8000, [1] + [5] * 14 + [8]))


TESTS = (
    collecting_allocates_nothing,
    muting_a_flood_allocates_nothing,
    sent_lines_hold_every_edge_once_in_order,
    a_stamp_gets_the_high_word_of_its_own_time,
    device_time_goes_on_where_ticks_wrap,
    device_time_never_goes_back,
    a_lapped_ring_is_dropped_counted_and_its_loudest_line_muted,
    a_sampler_that_lost_very_many_at_once_goes_on,
    two_thousand_edges_a_second_are_no_flood,
    machine_code_does_what_plain_python_does,
)
