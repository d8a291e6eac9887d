"""The host's side of the wire without I/O: what it hears, what it says and when."""

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

import tjwire
from touchjudge.errors import ConfigError
from touchjudge.link.events import (
    Answered,
    BeatRead,
    EdgesRead,
    FellSilent,
    Foreign,
    Greeted,
    HeardAgain,
    LinkEvent,
    PadsWrong,
    Timed,
    WrongVersion,
)
from touchjudge.link.limits import LinkLimits
from touchjudge.link.machine import BoardLink
from touchjudge.link.saying import written
from touchjudge.ports import Board
from touchjudge.testing import FakeBoard, ScriptedLink
from touchjudge.timing.edges import Edge, Step

MS = 1_000_000
BOARD = Board("chip", "00000000000000aa")
COMMAND_KINDS = (tjwire.Hi, tjwire.Ping, tjwire.Ack, tjwire.Resend)


def link(**changes: object) -> BoardLink:
    return BoardLink(chance=random.Random(1).random, **changes)  # type: ignore[arg-type]


def hello(*, boot: str = BOARD.boot_id, oldest: int = 0, next_number: int = 0, protocol: int = 1) -> bytes:
    return tjwire.encode(tjwire.Hello(protocol, "0.1.0", "pico", "chip", boot, 0xFFFF, oldest, next_number))


def edges(number: int, *stamps_us: int, counter: int | None = None, levels: Iterable[int] | None = None) -> bytes:
    """A line of edges; the counter is that of a board that lost none."""
    first = (0xFFFF - number) & 0xFFFF if counter is None else counter
    masks = list(levels) if levels is not None else [(number + each + 1) % 2 for each in range(len(stamps_us))]
    words = tuple(mask << 16 | (first - each) & 0xFFFF for each, mask in enumerate(masks))
    return tjwire.encode(tjwire.Edges(number, 0, stamps_us, words))


def beat(next_number: int, device_us: int = 1_000_000, *, levels: int = 0, lost: int = 0, muted: int = 0) -> bytes:
    return tjwire.encode(tjwire.Beat(next_number, device_us, levels, lost, muted, 99_000))


def said(data: bytes) -> list[tjwire.Line]:
    return tjwire.Decoder().feed(data)


def numbers(events: Iterable[LinkEvent]) -> list[int]:
    return [edge.number for event in events if isinstance(event, EdgesRead) for edge in event.edges]


def greeted(host_ns: int = 0, *, next_number: int = 0, oldest: int = 0, **changes: object) -> BoardLink:
    """A link that has said hi, heard hello, and sent its first ping."""
    fresh = link(**changes)
    fresh.opened(host_ns)
    fresh.say(host_ns)
    fresh.feed(hello(next_number=next_number, oldest=oldest), host_ns)
    fresh.say(host_ns)
    return fresh


# Greeting


def test_hi_is_said_at_once_and_again_until_hello_comes() -> None:
    fresh = link()
    fresh.opened(0)
    assert [type(line) for line in said(fresh.say(0))] == [tjwire.Hi]
    assert fresh.say(499 * MS) == b""
    assert [type(line) for line in said(fresh.say(500 * MS))] == [tjwire.Hi]
    fresh.feed(hello(), 600 * MS)
    assert tjwire.Hi not in [type(line) for line in said(fresh.say(5_000 * MS))]


def test_hi_is_said_once_although_the_board_said_hello_by_itself() -> None:
    fresh = link()
    fresh.opened(0)
    fresh.feed(hello(), 0)
    assert [type(line) for line in said(fresh.say(0))] == [tjwire.Hi, tjwire.Ping]
    fresh.feed(hello(), 5 * MS)
    assert tjwire.Hi not in [type(line) for line in said(fresh.say(5_000 * MS))]


def test_nothing_is_said_before_the_port_is_open_nor_after_it_is_closed() -> None:
    fresh = link()
    assert fresh.say(0) == b""
    fresh.opened(0)
    fresh.closed()
    assert fresh.say(10_000 * MS) == b""


def test_hello_says_which_boot_it_is_and_whether_it_is_new() -> None:
    fresh = link()
    fresh.opened(0)
    first = fresh.feed(hello(), 0)
    assert first == [HeardAgain(), Greeted(BOARD, "0.1.0", "pico", 0xFFFF, new_boot=True)]
    assert fresh.feed(hello(), 0) == [Greeted(BOARD, "0.1.0", "pico", 0xFFFF, new_boot=False)]
    again = fresh.feed(hello(boot="00000000000000bb"), 0)
    assert [type(event) for event in again] == [Greeted]
    assert fresh.board == Board("chip", "00000000000000bb")


def test_edges_before_hello_are_not_used_for_nobody_knows_whose_they_are() -> None:
    fresh = link()
    fresh.opened(0)
    assert fresh.feed(edges(0, 5), 0) == [HeardAgain()]
    fresh.feed(hello(next_number=1), 0)
    assert numbers(fresh.feed(edges(0, 5), 0)) == [0]


def test_br040_board_that_reboots_when_the_port_is_opened_starts_anew_and_the_old_boot_is_not_mixed_in() -> None:
    fresh = greeted()
    assert numbers(fresh.feed(edges(0, 5, 6, 7), 0)) == [0, 1, 2]
    fresh.closed()
    fresh.opened(1_000 * MS)
    events = fresh.feed(hello(boot="00000000000000bb") + edges(0, 9), 1_001 * MS)
    assert [event.board.boot_id for event in events if isinstance(event, EdgesRead)] == ["00000000000000bb"]
    assert numbers(events) == [0]
    fresh.acknowledge(BOARD, 3)
    assert not [line for line in said(fresh.say(3_000 * MS)) if isinstance(line, tjwire.Ack)]


@pytest.mark.parametrize(
    ("protocol", "mends"), [(2, "install a newer touchjudge"), (0, "bring the board up to date with `touchjudge")]
)
def test_another_version_is_refused_with_the_command_that_mends_it(protocol: int, mends: str) -> None:
    fresh = link()
    fresh.opened(0)
    events = fresh.feed(hello(protocol=protocol) + edges(0, 5) + beat(1), 0)
    refused = events[-1]
    assert isinstance(refused, WrongVersion)
    assert mends in refused.say
    assert "touchjudge firmware install" in refused.say
    assert numbers(events) == []


# Order


def test_repeats_are_dropped_and_counted() -> None:
    fresh = greeted()
    assert numbers(fresh.feed(edges(0, 5, 6) + edges(0, 5, 6, 7) + edges(1, 6), 0)) == [0, 1, 2]
    assert fresh.figures["edges_repeated"] == 3


def test_lines_that_overtake_each_other_are_put_in_order() -> None:
    fresh = greeted()
    assert numbers(fresh.feed(edges(3, 8, 9) + edges(0, 5, 6, 7), 0)) == [0, 1, 2, 3, 4]


def test_stamps_levels_and_numbers_come_through_whole() -> None:
    fresh = greeted()
    line = tjwire.encode(tjwire.Edges(0, 2, (0xFFFF_FFFF,), (0b1010 << 16 | 0xFFFF,)))
    assert fresh.feed(line, 0)[0] == EdgesRead(
        BOARD, (Edge(0, (2 << 32) + 0xFFFF_FFFF, 0b1010),), before=greeted()._order.mark
    )


def test_gap_that_is_proven_is_asked_for_at_once_then_every_100_ms_until_it_is_filled() -> None:
    fresh = greeted()
    fresh.feed(edges(0, 5), 10 * MS)
    fresh.feed(edges(2, 7), 10 * MS)
    asked = [at for at in range(10, 331) for line in said(fresh.say(at * MS)) if isinstance(line, tjwire.Resend)]
    assert asked == [10, 110, 210, 310]
    assert numbers(fresh.feed(edges(1, 6), 340 * MS)) == [1, 2]
    assert not [line for line in said(fresh.say(500 * MS)) if isinstance(line, tjwire.Resend)]


def test_resend_asks_for_the_first_missing_edge() -> None:
    fresh = greeted()
    fresh.feed(edges(0, 5) + edges(4, 7), 0)
    assert [line.number for line in said(fresh.say(0)) if isinstance(line, tjwire.Resend)] == [1]


@pytest.mark.parametrize("announced", [beat(3), hello(next_number=3)])
def test_edges_that_are_only_announced_have_100_ms_to_come(announced: bytes) -> None:
    fresh = greeted()
    fresh.feed(announced, 10 * MS)
    asked = [at for at in range(10, 200) for line in said(fresh.say(at * MS)) if isinstance(line, tjwire.Resend)]
    assert asked == [110]


def test_gap_that_the_board_no_longer_keeps_is_said_once_and_not_asked_for_for_ever() -> None:
    fresh = greeted()
    fresh.feed(edges(0, 5) + edges(4, 9), 0)
    resend = next(line for line in said(fresh.say(0)) if isinstance(line, tjwire.Resend))
    fresh.feed(tjwire.encode(tjwire.Cannot(resend.n, "not_kept")), 5 * MS)
    assert tjwire.Hi in [type(line) for line in said(fresh.say(5 * MS))]
    events = fresh.feed(hello(oldest=3, next_number=5), 6 * MS)
    assert [event.missed for event in events if isinstance(event, Greeted)] == [2]
    assert numbers(fresh.feed(edges(3, 8), 7 * MS)) == [3, 4]


def test_lost_edges_are_counted_by_the_samplers_counter_also_over_its_wrap() -> None:
    fresh = greeted()
    events = fresh.feed(edges(0, 5, counter=0xFFFD) + edges(1, 6, counter=0xFFFC) + edges(2, 7, counter=2), 0)
    assert [edge.lost for event in events if isinstance(event, EdgesRead) for edge in event.edges] == [2, 0, 0xFFF9]


def test_after_a_host_restart_what_the_journal_has_is_dropped_and_the_rest_is_taken() -> None:
    fresh = greeted(next_number=6, oldest=2, have={BOARD: 4})
    assert numbers(fresh.feed(edges(2, 1, 2, 3, 4), 0)) == [4, 5]


def test_after_a_host_restart_the_board_is_told_again_what_the_journal_has() -> None:
    fresh = link(have={BOARD: 4})
    fresh.opened(0)
    fresh.feed(hello(next_number=6, oldest=2), 0)
    acks = [line.number for line in said(fresh.say(300 * MS)) if isinstance(line, tjwire.Ack)]
    assert acks == [4]


def test_board_that_another_program_acknowledged_starts_where_it_still_keeps_edges() -> None:
    fresh = link()
    fresh.opened(0)
    events = fresh.feed(hello(next_number=9, oldest=7) + edges(7, 1, 2), 0)
    assert numbers(events) == [7, 8]
    assert [event.missed for event in events if isinstance(event, Greeted)] == [0]


def test_edges_that_nobody_took_come_again() -> None:
    fresh = greeted()
    events = fresh.feed(edges(0, 5, 6, counter=0xFFFD) + edges(2, 7), 0)
    first, second = (event for event in events if isinstance(event, EdgesRead))
    fresh.not_taken(first, 0)
    asked = [line.number for line in said(fresh.say(100 * MS)) if isinstance(line, tjwire.Resend)]
    assert asked == [0]
    again = fresh.feed(edges(0, 5, 6, counter=0xFFFD) + edges(2, 7), 110 * MS)
    assert [event for event in again if isinstance(event, EdgesRead)] == [first, second]


def test_edges_too_far_ahead_are_not_kept_but_asked_for() -> None:
    fresh = greeted(limits=LinkLimits(window=8))
    fresh.feed(edges(1, *range(12)), 0)
    assert len(fresh._order._waiting) == 7
    assert numbers(fresh.feed(edges(0, 1), 0)) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert fresh.figures["gaps_asked"] == 0
    assert [line.number for line in said(fresh.say(100 * MS)) if isinstance(line, tjwire.Resend)] == [8]


def test_steps_of_an_analogue_pad_are_presses_of_its_line_in_the_same_count() -> None:
    fresh = greeted()
    onset, release = 2 << 24 | 1 << 16 | 900, 2 << 24 | 0 << 16 | 100
    further = 2 << 24 | 2 << 16 | 1500
    events = fresh.feed(
        tjwire.encode(tjwire.Force(0, 0, (10, 20), (onset, further)))
        + edges(2, 30, levels=[0b1000], counter=0xFFFF)
        + tjwire.encode(tjwire.Force(3, 0, (40,), (release,)))
        + beat(4, levels=0b1000),
        0,
    )
    found = [(edge.number, edge.levels, edge.lost) for e in events if isinstance(e, EdgesRead) for edge in e.edges]
    assert found == [(0, 0b0100, 0), (1, 0b0100, 0), (2, 0b1100, 0), (3, 0b1000, 0)]
    assert [event.levels for event in events if isinstance(event, BeatRead)] == [0b1000]


# Acknowledging


def test_acknowledgements_are_gathered_and_only_the_newest_is_said() -> None:
    fresh = greeted()
    fresh.feed(edges(0, *range(9)), 0)
    acks = []
    for at in range(1, 1_000):
        fresh.acknowledge(BOARD, min(9, at // 10))
        acks += [(at, line.number) for line in said(fresh.say(at * MS)) if isinstance(line, tjwire.Ack)]
    assert acks[0][1] >= 1
    assert acks[-1][1] == 9
    assert len(acks) <= 3


def test_acknowledgement_that_is_not_answered_is_said_again() -> None:
    fresh = greeted()
    fresh.feed(edges(0, 5, 6), 0)
    fresh.acknowledge(BOARD, 2)
    acks = [(at, line) for at in range(1, 1_500) for line in said(fresh.say(at * MS)) if isinstance(line, tjwire.Ack)]
    assert [at for at, _ in acks] == [200, 1_200]
    fresh.feed(tjwire.encode(tjwire.Did(acks[-1][1].n, "ack")), 1_500 * MS)
    assert not [line for line in said(fresh.say(4_000 * MS)) if isinstance(line, tjwire.Ack)]


def test_what_is_acknowledged_for_an_earlier_boot_is_not_said_to_this_one() -> None:
    fresh = greeted()
    fresh.acknowledge(Board("chip", "0000000000000001"), 77)
    assert not [line for line in said(fresh.say(3_000 * MS)) if isinstance(line, tjwire.Ack)]


# Time


def test_pings_come_one_to_four_a_second_at_random_phase() -> None:
    fresh = greeted()
    times = [0]
    times += [at for at in range(60_000) for line in said(fresh.say(at * MS)) if isinstance(line, tjwire.Ping)]
    pauses = [b - a for a, b in pairwise(times)]
    assert all(250 <= pause <= 1_000 for pause in pauses)
    assert len(set(pauses)) > 50


def test_pong_is_matched_with_its_ping_and_goes_into_the_clock_map() -> None:
    fresh = greeted()
    for round_ns in (500 * MS, 1_000 * MS):
        ping = next(line for line in said(fresh.say(round_ns)) if isinstance(line, tjwire.Ping))
        at_us = round_ns // 1000 - 400_000
        pong = tjwire.encode(tjwire.Pong(ping.n, at_us + 100, at_us + 110))
        events = fresh.feed(pong + pong, round_ns + 300_000)
        assert [type(event) for event in events] == [Timed]
    known = fresh.clock.at(600_000)
    assert known is not None
    assert abs(known.offset_us - 400_000) <= known.bound_us


def test_clock_map_of_one_boot_is_not_used_for_the_next() -> None:
    fresh = greeted()
    ping = next(line for line in said(fresh.say(500 * MS)) if isinstance(line, tjwire.Ping))
    fresh.feed(tjwire.encode(tjwire.Pong(ping.n, 100_100, 100_110)), 501 * MS)
    assert fresh.clock.count == 1
    fresh.feed(hello(boot="00000000000000bb"), 502 * MS)
    assert fresh.clock.count == 0


# Liveness


def test_silence_is_told_once_after_a_second_and_so_is_its_end() -> None:
    fresh = greeted()
    fresh.feed(beat(0), 250 * MS)
    told = [(at, event) for at in range(250, 3_000) for event in fresh.tick(at * MS)]
    assert told == [(1_250, FellSilent(250 * MS))]
    assert fresh.feed(beat(0), 3_000 * MS)[0] == HeardAgain()
    assert fresh.tick(3_999 * MS) == []
    assert fresh.tick(4_000 * MS) == [FellSilent(3_000 * MS)]


def test_noise_is_no_sign_of_life() -> None:
    fresh = greeted()
    fresh.feed(b"x" * 500 + b"\n", 900 * MS)
    assert [type(event) for event in fresh.tick(1_000 * MS)] == [FellSilent]


def test_port_that_only_echoes_is_no_board() -> None:
    fresh = link()
    fresh.opened(0)
    assert fresh.feed(fresh.say(0), 10 * MS) == []
    assert [type(event) for event in fresh.tick(1_000 * MS)] == [FellSilent]


def test_board_that_speaks_for_the_first_time_after_opening_is_heard_again_also_without_silence() -> None:
    fresh = greeted()
    fresh.closed()
    fresh.opened(300 * MS)
    assert HeardAgain() in fresh.feed(hello(), 310 * MS)


# What is on the screen


def test_beat_tells_what_was_lost_and_muted_since_the_one_before() -> None:
    fresh = greeted()
    events = fresh.feed(beat(0, lost=3, muted=0b100) + beat(0, lost=3, muted=0b110) + beat(0, lost=5), 0)
    told = [(e.newly_lost, e.newly_muted, e.unmuted) for e in events if isinstance(e, BeatRead)]
    assert told == [(3, 0b100, 0), (0, 0b010, 0), (2, 0, 0b110)]


def test_repl_banner_prompt_and_traceback_are_recognised() -> None:
    fresh = greeted()
    banner = b"MicroPython v1.23.0 on 2024-06-02; Raspberry Pi Pico with RP2040\r\n"
    crash = b'Traceback (most recent call last):\r\n  File "main.py", line 41, in <module>\r\nOSError: [Errno 28]\r\n'
    told = [e for e in fresh.feed(crash + banner + b">>> ", 0) if isinstance(e, Foreign)]
    told += [e for e in fresh.tick(1) + fresh.tick(2) if isinstance(e, Foreign)]
    assert [(each.kind, each.text) for each in told] == [
        ("traceback", "OSError: [Errno 28]"),
        ("repl", banner.decode().strip()),
        ("repl", ">>>"),
    ]


def test_raw_repl_and_a_firmware_that_was_told_not_to_start_are_recognised() -> None:
    fresh = greeted()
    events = fresh.feed(b"raw REPL; CTRL-B to exit\r\n>touchjudge: OK was held at power-up, so\r\n", 0)
    assert [event.kind for event in events if isinstance(event, Foreign)] == ["raw_repl", "kept_out"]


def test_br057_megabyte_without_a_line_end_and_a_trickle_are_thrown_away_in_bounded_memory() -> None:
    fresh = greeted()
    for _ in range(16):
        fresh.feed(b"\x00\xffz" * 21_845, 0)
    assert len(fresh._decoder.pending_text) <= tjwire.LINE_MAX
    line = b"\n" + edges(0, 5)
    heard: list[LinkEvent] = []
    for count, byte in enumerate(line):
        heard += fresh.feed(bytes([byte]), count * 900 * MS)
    assert numbers(heard) == [0]


# Saying


def test_never_more_than_twenty_lines_a_second_whatever_is_asked_of_it() -> None:
    fresh = greeted()
    fresh.feed(edges(1, 5), 0)
    times = []
    for at in range(5_000):
        fresh.command(lambda n: tjwire.Light(n, 1, "on"))
        times += [at for _ in said(fresh.say(at * MS))]
    assert len(times) > 80
    for start in range(4_000):
        assert sum(start <= at < start + 1_000 for at in times) <= 20


def test_commands_do_not_starve_pings_nor_gaps() -> None:
    fresh = greeted()
    fresh.feed(edges(1, 5), 0)
    kinds = []
    for at in range(4_000):
        fresh.command(lambda n: tjwire.Light(n, 1, "on"))
        kinds += [type(line) for line in said(fresh.say(at * MS))]
    assert kinds.count(tjwire.Ping) >= 8
    assert kinds.count(tjwire.Resend) >= 30


def test_command_has_its_own_number_and_its_answer_finds_it() -> None:
    fresh = greeted()
    n = fresh.command(lambda n: tjwire.Tone(n, 440, 100))
    assert n is not None
    assert tjwire.Tone(n, 440, 100) in said(fresh.say(60 * MS))
    answer = fresh.feed(tjwire.encode(tjwire.Cannot(n, "busy")), 70 * MS)
    assert answer == [Answered(n, "tone", done=False, reason="busy")]


def test_commands_beyond_what_can_wait_are_refused() -> None:
    fresh = greeted()
    assert [fresh.command(lambda n: tjwire.Light(n, 1, "on")) is None for _ in range(66)].count(True) == 2


def test_br031_no_write_is_a_multiple_of_64_bytes() -> None:
    tones = [tjwire.Tone(n, hz, ms) for n in (1, 0x100) for hz in (1, 0x100, 0x1000) for ms in (1, 0x10)]
    plain = [[one, two, *more] for one in tones for two in tones for more in ([], [tones[0]], tones[:4])]
    lengths = [len(b"".join(map(tjwire.encode, lines))) for lines in plain]
    assert sum(length % 64 == 0 for length in lengths) >= 2
    assert not [lines for lines in plain if len(written(lines)) % 64 == 0]
    for lines in plain:
        assert said(written(lines)) == lines


def test_br034_what_is_said_is_printable_ascii_and_line_ends_only() -> None:
    fresh = greeted()
    data = b""
    for at in range(2_000):
        fresh.command(lambda n: tjwire.Light(n, n % 256, "pulse"))
        fresh.acknowledge(BOARD, at)
        data += fresh.say(at * MS)
    assert set(data) <= {0x0A, *range(0x20, 0x7F)}


def test_next_due_says_when_there_is_something_to_say_and_never_later() -> None:
    fresh = link()
    fresh.opened(0)
    board = FakeBoard()
    now = 0
    for _ in range(300):
        due = fresh.next_due_ns(now)
        assert due >= now
        assert fresh.say(max(now, due - 1)) == b"" or due <= now
        now = due
        board.hear(fresh.say(now), now_us=now // 1000)
        fresh.tick(now)
        now += 1
        fresh.feed(board.say(now_us=now // 1000), now)
    assert now > 20_000 * MS


def test_scripted_board_hears_what_it_expects_in_this_order() -> None:
    board = ScriptedLink()
    at_hello = tjwire.Hello(1, "0.1.0", "pico", "chip", BOARD.boot_id, 0xFFFF, 0, 2)
    board.expect(tjwire.Hi(0), reply=[at_hello, tjwire.Did(0, "hi")])
    board.expect(tjwire.Ping(0), reply=tjwire.Pong(0, 10, 20))
    board.expect(tjwire.Resend(0, 0), reply=[tjwire.Did(0, "resend"), tjwire.Edges(0, 0, (5, 6), (0x1FFFF, 0xFFFE))])
    board.expect(tjwire.Ack(0, 2), reply=tjwire.Did(0, "ack"))
    fresh = link()
    fresh.opened(0)
    taken: list[int] = []
    for at in range(0, 300, 10):
        events = fresh.feed(board.hear(fresh.say(at * MS)), at * MS)
        taken += numbers(events)
        if taken:
            fresh.acknowledge(BOARD, 2)
            board.ignore(tjwire.Ping)
    board.done()
    assert taken == [0, 1]


@pytest.mark.parametrize("wrong", [{"gap_ns": 0}, {"silent_ns": -1}, {"window": 1.5}, {"ping_least_ns": 10**12}])
def test_limit_that_cannot_be_is_refused_by_its_name(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        LinkLimits(**wrong)


# Analogue pads


def force(number: int, *steps: tuple[int, int, int]) -> bytes:
    """A line of steps: stamp, line, hands."""
    words = tuple(line << 24 | hands << 16 | 1000 * hands for _, line, hands in steps)
    return tjwire.encode(tjwire.Force(number, 0, tuple(at_us for at_us, _, _ in steps), words))


def handed_on(events: Iterable[LinkEvent]) -> list[Edge]:
    return [edge for event in events if isinstance(event, EdgesRead) for edge in event.edges]


def test_steps_and_edges_are_handed_on_in_one_count_and_a_further_hand_changes_no_level() -> None:
    fresh = greeted()
    assert handed_on(fresh.feed(force(1, (200, 2, 1), (300, 2, 2)), 0)) == []
    found = handed_on(fresh.feed(edges(0, 100, levels=[0b1]), 0))
    found += handed_on(fresh.feed(edges(3, 400, levels=[0b0], counter=0xFFFE) + force(4, (500, 2, 0)), 0))
    assert found == [
        Edge(0, 100, 0b001),
        Edge(1, 200, 0b101, 0, Step(2, 1, 1000)),
        Edge(2, 300, 0b101, 0, Step(2, 2, 2000)),
        Edge(3, 400, 0b100),
        Edge(4, 500, 0b000, 0, Step(2, 0, 0)),
    ]


def test_levels_of_a_beat_have_the_analogue_pads_in_them() -> None:
    fresh = greeted()
    fresh.feed(force(0, (200, 1, 1)), 0)
    [read] = fresh.feed(beat(1, levels=0b100), 0)
    assert isinstance(read, BeatRead)
    assert read.levels == 0b110


def test_a_step_of_a_line_that_no_board_has_is_no_level() -> None:
    assert handed_on(greeted().feed(force(0, (200, 200, 1)), 0)) == [Edge(0, 200, 0, 0, Step(200, 1, 1000))]


def asks(fresh: BoardLink, host_ns: int) -> list[int]:
    """The numbers of the questions what is wrong with the pads."""
    return [line.n for line in said(fresh.say(host_ns)) if isinstance(line, tjwire.Unmute) and line.lines == 0]


def test_what_is_wrong_with_analogue_pads_is_asked_for_every_five_seconds_where_there_are_any() -> None:
    fresh = greeted()
    assert asks(fresh, 10_000 * MS) == []
    fresh.feed(force(0, (200, 1, 1)), 10_000 * MS)
    assert len(asks(fresh, 10_000 * MS)) == 1
    assert asks(fresh, 14_999 * MS) == []
    assert fresh.next_due_ns(14_999 * MS) <= 15_000 * MS
    assert len(asks(fresh, 15_000 * MS)) == 1
    told = greeted()
    told.watch_pads(0)
    assert len(asks(told, 0)) == 1


def test_faults_of_analogue_pads_are_told_while_they_last_and_once_when_they_are_mended() -> None:
    fresh = greeted()
    fresh.watch_pads(0)
    answers = []
    for second, reason in ((0, ""), (5, "floating:2,dead:0"), (10, "floating:2"), (15, ""), (20, "")):
        [n] = asks(fresh, second * 1_000 * MS)
        answer = tjwire.Cannot(n, reason) if reason else tjwire.Did(n, "unmute")
        answers += fresh.feed(tjwire.encode(answer), second * 1_000 * MS)
    assert answers == [
        PadsWrong(BOARD, ((0, "dead"), (2, "floating"))),
        PadsWrong(BOARD, ((2, "floating"),)),
        PadsWrong(BOARD, ()),
    ]
