"""What makes steps of the samples of analogue pads, checked by MicroPython itself and by this Python.

Each function in ``TESTS`` is a test of its own: it prints nothing when all is right. Values are those of the ADC, 12
bits; a pad rests at ``REST`` and is pressed ``ON`` above it.
"""

# ruff: noqa: UP031, B905 (the subset of Python that MicroPython runs)

from array import array

from sampling import RingCapture, clock_at, same

import tjwire
from pads import force
from pads.force import CHANNELS, CONFIRM, DEAD, FIELDS, FLOATING, STUCK, WINDOW, Channel
from pads.force_pads import THROWN_AWAY, ForcePads
from pads.force_plain import RING
from pads.force_samples import COUNT_MOST, INTERVAL_US, SampleClock, Samples
from pads.outbox import Outbox

ON = 1000
OFF = 750
REST = 100
HAND = 2500
ALL = 0x7FFFF
MS = 5  # samples of a channel


class MadeSamples(Samples):
    """Samples that the test makes, as ADC and DMA would."""

    def __init__(self):
        super().__init__()
        self.ring = bytearray(2 * RING)
        self.count = 0
        self.starts = 0
        self.open = 0
        self.lost_one = False
        self.clock.set(0)

    def start(self):
        self.count = 0
        self.starts += 1
        self.lost_one = False

    def stop(self):
        pass

    def open_inputs(self):
        return self.open

    def taken(self):
        return self.count

    def overran(self):
        return self.lost_one

    def add(self, value):
        at = 2 * (self.count % RING)
        self.ring[at] = value & 0xFF
        self.ring[at + 1] = value >> 8
        self.count += 1


class Table:
    """Three pads, an outbox, and hands that are numbers.

    Attributes:
        every: the loop looks after so many samples of each channel.
    """

    def __init__(self, enable=ALL, on=ON, off=OFF, size=256, every=5):
        self.samples = MadeSamples()
        self.pads = ForcePads(self.samples)
        self.pads.configure(on << 4, off << 4, enable)
        self.capture = RingCapture()
        self.outbox = Outbox(size)
        self.clock = clock_at(0)
        self.every = every
        self._chance = 1
        self._since = 0
        self.pads.start()

    def noise(self, most):
        self._chance = (self._chance * 25173 + 13849) & 0xFFFF
        return self._chance * (2 * most + 1) // 65536 - most

    def show(self, values, count, noises=(2, 2, 2)):
        """The pads show this, and so much noise, for so many samples."""
        for _ in range(count):
            for value, most in zip(values, noises):
                self.samples.add(min(4095, max(0, value + self.noise(most) if most else value)))
            self._since += 1
            if self._since >= self.every:
                self._since = 0
                self.turn()

    def turn(self):
        while self.pads.collect(self.capture, self.outbox, self.clock, 256):
            pass

    @property
    def now_us(self):
        """When the newest sample of the last channel was taken, and half an interval before."""
        return self.samples.count // CHANNELS * INTERVAL_US

    def said(self):
        """(device_us, line, hands) of all that is in the outbox; an edge is (device_us, -1, levels)."""
        self.turn()
        rows = []
        while True:
            line = self.outbox.next_line()
            if line is None:
                return rows
            heard = tjwire.decode(line)
            for at_us, word in zip(heard.stamps_us, heard.words):
                if heard.KIND == "force":
                    rows.append((at_us, word >> 24, word >> 16 & 0xFF))
                else:
                    rows.append((at_us, -1, word >> 16))

    def steps(self):
        return [row[1:] for row in self.said()]


def settled(enable=ALL, **more):
    """A table whose pads have been at rest for a quarter of a second."""
    table = Table(enable, **more)
    table.show((REST, REST + 20, REST + 40), 250 * MS)
    return table


def a_hand_is_told_with_its_time_and_let_go():
    table = settled()
    down_us = table.now_us
    table.show((REST, HAND, REST), 60 * MS)
    up_us = table.now_us
    table.show((REST, REST, REST), 60 * MS)
    said = table.said()
    same([row[1:] for row in said], [(1, 1), (1, 0)])
    errors = [said[0][0] - down_us, said[1][0] - up_us]
    if min(errors) < -INTERVAL_US or max(errors) > INTERVAL_US:
        same(errors, "at most %d" % INTERVAL_US)


def each_further_hand_is_a_step_and_one_release_ends_the_pile():
    table = settled()
    for value in (1500, 2100, 2600, 3000):
        table.show((value, REST, REST), 60 * MS)
    table.show((2000, REST, REST), 100 * MS)
    table.show((REST, REST, REST), 60 * MS)
    same(table.steps(), [(0, 1), (0, 2), (0, 3), (0, 4), (0, 0)])


def a_hand_that_strikes_hard_and_then_rests_is_one_hand():
    table = settled()
    for value in (800, 3800, 3900, 3000, 2200, 1900):
        table.show((value, REST, REST), 2 * MS)
    table.show((1800, REST, REST), 300 * MS)
    table.show((2400, REST, REST), 60 * MS)
    same(table.steps(), [(0, 1), (0, 2)])


def spikes_are_no_touch():
    table = settled()
    for _ in range(20):
        table.show((HAND, HAND, HAND), CONFIRM - 1)
        table.show((REST, REST, REST), 3)
    same(table.steps(), [])


def br021_channels_that_are_not_enabled_are_no_pads():
    for enable, lines in ((0xFFFF, []), (0x2FFFF, [1]), (0x6FFFF, [1, 2]), (0x7FFFB, [0, 1])):
        table = settled(enable)
        table.show((HAND, HAND, HAND), 60 * MS)
        same([line for line, _ in table.steps()], lines)
        same(table.samples.starts, 1 if lines else 0)


def br021_dead_flat_and_floating_channels_are_told_apart_and_the_others_live():
    table = Table()
    # ADC 0 at ground; ADC 1 flat; ADC 2 alive
    for _ in range(51):
        table.show((0, 1200, REST), 200 * MS, (0, 0, 1))
    same(table.pads.faults(0xFFFF), "%s:0,%s:1" % (DEAD, DEAD))
    table.show((0, 1200, HAND), 60 * MS, (0, 0, 1))
    same(table.steps(), [(2, 1)])

    table = settled()
    for turn in range(100):
        table.show((REST, 1600 + 400 * (turn % 3), REST), 10 * MS, (2, 300, 2))
    said = table.steps()
    same((table.pads.faults(0xFFFF), table.pads.muted), (FLOATING + ":1", 2))
    same((table.pads.faults(5), said[-1]), ("", (1, 0)))
    table.show((REST, 3000, REST), 60 * MS, (2, 300, 2))
    same(table.steps(), [])
    table.show((HAND, 200, REST), 1000 * MS)
    same((table.pads.faults(0xFFFF), table.pads.muted, table.steps()), ("", 0, [(0, 1)]))
    table.show((HAND, HAND, REST), 60 * MS)
    same(table.steps(), [(1, 1)])


def br021_an_open_input_is_floating_however_quiet_until_something_is_plugged_in():
    table = settled()
    table.samples.open = 2
    table.pads.unmute(1)
    table.show((REST, REST, REST), 60 * MS)
    # It mirrors the pad beside it, without any noise of its own.
    table.show((HAND, HAND, REST), 60 * MS)
    same((table.steps(), table.pads.faults(0xFFFF), table.pads.muted), ([(0, 1)], "floating:1", 2))
    table.samples.open = 0
    table.pads.unmute(8)
    table.show((REST, REST, REST), 300 * MS)
    same((table.steps(), table.pads.muted), ([(0, 0)], 2))
    table.pads.unmute(2)
    table.show((REST, REST, REST), 60 * MS)
    table.show((REST, HAND, REST), 60 * MS)
    same((table.steps(), table.pads.faults(0xFFFF), table.pads.muted), ([(1, 1)], "", 0))


def br021_a_pad_that_is_pressed_for_minutes_is_stuck_until_it_is_let_go():
    rows = array("i", [0] * (FIELDS * CHANNELS))
    channel = Channel(1, rows)
    channel.configure(ON, OFF, True)
    windows(channel, REST, 10)
    run(channel, force.ABOVE)
    windows(channel, HAND, 119 * 5000 // WINDOW)
    same(channel.fault, "")
    windows(channel, HAND, 5000 // WINDOW + 10)
    same(channel.fault, STUCK)
    same(run(channel, force.BELOW), 0)
    windows(channel, REST, 1)
    same(channel.fault, "")


def br021_a_cable_that_breaks_is_dead_and_a_pad_without_a_resistor_is_not():
    broken = settled()
    broken.show((0, REST, REST), 1500 * MS)
    same(broken.pads.faults(0xFFFF), "dead:0")
    # Rests at nothing from the start: whether it is broken shows when somebody presses it.
    bare = Table()
    bare.show((2, REST, REST), 1500 * MS)
    same(bare.pads.faults(0xFFFF), "dead:0")
    bare.show((HAND, REST, REST), 60 * MS)
    bare.show((2, REST, REST), 1500 * MS)
    same((bare.pads.faults(0xFFFF), bare.steps()), ("", [(0, 1), (0, 0)]))


def br022_letting_go_triggers_nothing():
    table = settled()
    for _ in range(10):
        table.show((HAND, REST, REST), 60 * MS)
        # Between the thresholds, below, and above the rest again by less than the upper one.
        for value in (REST + OFF + 50, REST + ON - 50, REST + OFF - 50, REST + ON - 50, 0, REST + 400):
            table.show((value, REST, REST), 2 * MS)
        table.show((REST, REST, REST), 60 * MS)
    same(table.steps(), [(0, 1), (0, 0)] * 10)


def br022_a_range_that_starts_high_gives_no_extra_triggers():
    table = Table()
    table.show((1600, 900, REST), 250 * MS)
    table.show((1600 + HAND - 200, 900, REST), 60 * MS)
    table.show((1600, 900, REST), 250 * MS)
    same(table.steps(), [(0, 1), (0, 0)])


def br022_rest_is_followed_as_it_drifts():
    rows = array("i", [0] * (FIELDS * CHANNELS))
    channel = Channel(0, rows)
    channel.configure(ON, OFF, True)
    for tenth in range(900):
        windows(channel, REST + 2 * ON * tenth // 900, 8)
        if REST + 2 * ON * tenth // 900 > rows[force.HIGH]:
            same(tenth, "pressed by warmth")
            break
    # A hand that lay on it when the board was switched on is forgotten at once.
    channel = Channel(0, rows)
    channel.configure(ON, OFF, True)
    windows(channel, HAND, 10)
    windows(channel, REST, 30)
    same(abs(channel.rest - REST) <= 4, True)


def br022_pads_with_crosstalk_struck_alone_and_together_count_every_hit():
    table = settled()
    hits = []
    for turn in range(40):
        first = turn % 3 != 1
        second = turn % 3 != 0
        table.show((REST + 2400 * first + 480 * second, REST + 2400 * second + 480 * first, REST), 50 * MS)
        table.show((REST, REST, REST), 60 * MS)
        hits += [(0, 1)] * first + [(1, 1)] * second
    same([step for step in table.steps() if step[1]], hits)


def br024_garbage_in_the_first_samples_is_no_press():
    table = Table()
    for number in range(THROWN_AWAY):
        table.samples.add((4095, 0, 4095, 2048)[number % 4])
    table.turn()
    table.show((REST, REST, REST), 300 * MS)
    same(table.steps(), [])
    table.show((HAND, REST, REST), 20 * MS)
    same(table.steps(), [(0, 1)])


def br024_each_channel_keeps_its_pattern_over_laps_restarts_and_lost_samples():
    table = settled()
    for turn in range(12):
        values = [REST, REST, REST]
        values[turn % 3] = 1500 + 500 * (turn % 3)
        table.show(values, 60 * MS)
        table.show((REST, REST, REST), 60 * MS)
        wanted = [(turn % 3, 1), (turn % 3, 0)]
        same(table.steps(), wanted)
        if turn == 4:
            table.samples.lost_one = True  # a sample found no room, so that the others have moved on by one
            table.samples.add(REST)
            # Until that is seen it comes as if it were the next channel's.
            table.show((HAND, REST, REST), 13 * MS)
            table.show((REST, REST, REST), 300 * MS)
            same((table.steps(), table.samples.starts, table.pads.lost), ([(0, 1), (0, 0)], 2, 1))
        if turn == 7:
            table.every = 10**6
            table.show((REST, HAND, REST), RING)
            table.every = 5
            table.show((REST, REST, REST), 60 * MS)
            same((table.steps(), table.pads.lost), ([], 2))


def br024_samples_that_are_too_old_are_never_looked_at():
    table = settled()
    table.every = 10**6
    table.show((HAND, REST, REST), 20 * MS)
    table.show((REST, REST, REST), RING // 3)
    # The press lies in what was overwritten since; it must not come now.
    same((table.steps(), table.pads.lost), ([], 1))


def steps_and_edges_are_in_the_order_of_their_stamps():
    table = settled(size=1024)
    began = table.now_us
    stamps = []
    for turn in range(30):
        # An edge before, amid and after the samples that make each step.
        for value in (REST, HAND if turn % 2 == 0 else REST):
            for part in range(6):
                table.show((value, REST, REST), 1)
                stamps.append(table.now_us + 37 * part % 150 - 75)
                table.capture.edge(stamps[-1], len(stamps) % 2 << 5)
        table.show((HAND if turn % 2 == 0 else REST, REST, REST), 50 * MS)
    said = table.said()
    times = [row[0] for row in said]
    same(times, sorted(times))
    same([row[0] for row in said if row[1] < 0], sorted(stamps))
    same([row[1:] for row in said if row[1] >= 0], [(0, 1), (0, 0)] * 15)
    same(times[0] > began, True)


def however_the_loop_cuts_the_samples_they_tell_the_same():
    told = []
    for every in (1, 5, 77, 300):
        table = settled(every=every)
        for value in (1500, 2200, 2900, REST, HAND, 900, 1000, REST):
            table.show((value, REST, REST + value // 5), 45 * MS)
        told.append(table.said())
    same(told[1:], told[:1] * 3)


def a_step_that_finds_the_outbox_full_is_made_good_later():
    table = settled(size=4)
    for _ in range(4):
        table.show((HAND, REST, REST), 30 * MS)
        table.show((REST, REST, REST), 30 * MS)
    table.show((REST, HAND, REST), 30 * MS)
    same(table.outbox.lost, 5)
    same(table.steps(), [(0, 1), (0, 0)] * 2)
    table.outbox.acknowledge(4)
    same(table.steps(), [(0, 0), (1, 1)])


def other_settings_let_go_and_the_same_ones_change_nothing():
    table = settled()
    table.show((HAND, REST, REST), 30 * MS)
    table.pads.configure(ON << 4, OFF << 4, ALL)
    table.show((HAND, REST, REST), 30 * MS)
    same((table.steps(), table.samples.starts), ([(0, 1)], 1))
    table.pads.configure(ON << 4, OFF << 4, 0xFFFF)
    table.show((HAND, REST, REST), 30 * MS)
    same(table.steps(), [(0, 0)])


def the_count_of_samples_begins_anew_before_it_runs_out():
    table = settled()
    table.samples.count = COUNT_MOST - (1 << 23) - COUNT_MOST % 3
    table.turn()
    same(table.samples.starts, 2)
    table.show((REST, REST, REST), 30 * MS)
    table.show((HAND, REST, REST), 30 * MS)
    same(table.steps(), [(0, 1)])


def stamps_are_right_for_days_and_over_every_wrap():
    low = bytearray(4)
    for first_us in (0, 7, 65_535, 2**32 - 50, 3 * 2**32 + 2**31, 2**40 + 12345):
        clock = SampleClock()
        clock.set(first_us)
        for number in (0, 1, 2, 3, 191, 24_575, 24_576, 1_000_001, 2**26 + 5, COUNT_MOST - 1):
            wanted = first_us + number // 3 * 200 + number % 3 * 200 // 3
            high = clock.stamp(number, low)
            same((high, int.from_bytes(low, "big")), (wanted >> 32, wanted & 0xFFFFFFFF))


def looking_at_samples_allocates_nothing():
    import micropython

    table = settled()
    table.clock = clock_at(2**32 * 3 + 0xFFFF0000)
    table.samples.clock.set(2**32 * 3 + 0xFFF00000)
    table.every = 10**6
    for value in (1500, 2200, REST):
        table.show((value, REST, REST), 40 * MS)
        table.capture.edge(2**32 * 3 + 0xFFF00000 + table.now_us, 0x8000)
        micropython.heap_lock()
        try:
            table.pads.collect(table.capture, table.outbox, table.clock, 256)
        finally:
            micropython.heap_unlock()
    same([row[1:] for row in table.said()], [(0, 1), (-1, 0x8000), (0, 2), (-1, 0x8000), (0, 0), (-1, 0x8000)])


def machine_code_looks_as_plain_python_does():
    from pads import force_pads, force_plain

    ring = bytearray(2 * RING)
    chance = 1
    for at in range(2 * RING):
        chance = chance * 25173 + 13849 & 0xFFFF
        ring[at] = chance >> 8
    results = []
    for scan, open_since in (
        (force_plain.scan, force_plain.open_since),
        (force_pads.scan, force_pads.open_since),
    ):
        rows = array("i", [0] * (FIELDS * CHANNELS))
        for channel in range(CHANNELS):
            at = FIELDS * channel
            rows[at + force.LOW] = 700 + 100 * channel
            rows[at + force.HIGH] = 3000 - 300 * channel
            rows[at + force.LEAST] = 4095
        at = RING - 100
        looks = []
        for _ in range(40):
            done = scan(ring, at % RING, 50, at % CHANNELS, rows)
            at += done & ~force_plain.RUN
            looks.append((done, open_since(at - 1, rows), list(rows)))
            for channel in range(CHANNELS):
                rows[FIELDS * channel + force.ABOVE] %= CONFIRM
                rows[FIELDS * channel + force.BELOW] %= CONFIRM
        results.append(looks)
    same(results[0] == results[1], True)
    same(len({look[:2] for look in results[0]}) > 20, True)


def windows(channel, value, count):
    """So many windows at this value, with a noise of one."""
    rows = channel._rows
    at = FIELDS * channel.number
    for _ in range(count):
        rows[at + force.SUM] = value * WINDOW
        rows[at + force.LEAST] = value
        rows[at + force.GREATEST] = value + 1
        channel.window()


def run(channel, field):
    """Samples beyond a limit."""
    channel._rows[FIELDS * channel.number + field] = CONFIRM
    return channel.crossed()


TESTS = (
    a_hand_is_told_with_its_time_and_let_go,
    each_further_hand_is_a_step_and_one_release_ends_the_pile,
    a_hand_that_strikes_hard_and_then_rests_is_one_hand,
    spikes_are_no_touch,
    br021_channels_that_are_not_enabled_are_no_pads,
    br021_dead_flat_and_floating_channels_are_told_apart_and_the_others_live,
    br021_an_open_input_is_floating_however_quiet_until_something_is_plugged_in,
    br021_a_pad_that_is_pressed_for_minutes_is_stuck_until_it_is_let_go,
    br021_a_cable_that_breaks_is_dead_and_a_pad_without_a_resistor_is_not,
    br022_letting_go_triggers_nothing,
    br022_a_range_that_starts_high_gives_no_extra_triggers,
    br022_rest_is_followed_as_it_drifts,
    br022_pads_with_crosstalk_struck_alone_and_together_count_every_hit,
    br024_garbage_in_the_first_samples_is_no_press,
    br024_each_channel_keeps_its_pattern_over_laps_restarts_and_lost_samples,
    br024_samples_that_are_too_old_are_never_looked_at,
    steps_and_edges_are_in_the_order_of_their_stamps,
    however_the_loop_cuts_the_samples_they_tell_the_same,
    a_step_that_finds_the_outbox_full_is_made_good_later,
    other_settings_let_go_and_the_same_ones_change_nothing,
    the_count_of_samples_begins_anew_before_it_runs_out,
    stamps_are_right_for_days_and_over_every_wrap,
    looking_at_samples_allocates_nothing,
    machine_code_looks_as_plain_python_does,
)
