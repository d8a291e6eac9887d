"""The whole firmware on the unix MicroPython, over a terminal, against a host that says and hears single lines."""

import binascii
import os
import time
from itertools import pairwise

import pytest

import tjwire
from micropython.rig import Rig, Wire
from tjwire import (
    Ack,
    Beat,
    Bye,
    Cannot,
    Did,
    Edges,
    Hello,
    Hi,
    Light,
    Noise,
    Ping,
    Pong,
    Resend,
    Set,
    Tone,
    Unmute,
    encode,
)

pytestmark = [pytest.mark.micropython, pytest.mark.timeout(30)]

PRESS_AND_RELEASE = "time_us,line,level\n0,0,1\n1000,0,0\n"


def alternating(edges: int, every_us: int, lines: int = 16) -> str:
    """Edges on one line after the other, each line pressed and released in turn."""
    levels = [0] * lines
    rows = []
    for number in range(edges):
        line = number % lines
        levels[line] ^= 1
        rows.append(f"{number * every_us},{line},{levels[line]}\n")
    return "".join(rows)


def edges_until(wire: Wire, number: int) -> list[tuple[int, int, int, int]]:
    """(number, device_us, levels, counter) of all edges heard from here on, up to and with this number."""
    rows: list[tuple[int, int, int, int]] = []
    while not rows or rows[-1][0] < number:
        line = wire.hear(Edges)
        numbers = range(line.number, line.number + len(line.lows))
        rows += zip(numbers, line.stamps_us, line.levels, line.counters, strict=True)
    return rows


def test_hello_says_what_the_board_is(tmp_path):
    with Rig(tmp_path, chip="e66058388359892f") as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        hello = wire.hear(Hello)
        assert (hello.protocol, hello.board, hello.chip_id) == (tjwire.PROTOCOL, "unix", "e66058388359892f")
        assert (hello.lines, hello.oldest, hello.next_number) == (0xFFFF, 0, 0)


def test_edges_carry_the_stamps_of_the_script_from_the_first_hi_on(tmp_path):
    script = "# a slap, then two pads at once\n0,0,1\n7,0,0\n100000,1,1\n100000,2,1\n100000,3,0\n150000,8000\n"
    with Rig(tmp_path, script=script) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        rows = edges_until(wire, 3)
        began_us = rows[0][1]
        assert [(number, device_us - began_us, levels) for number, device_us, levels, _ in rows] == [
            (0, 0, 0b001),
            (1, 7, 0b000),
            (2, 100_000, 0b110),
            (3, 150_000, 0x8000),
        ]
        assert [counter for *_, counter in rows] == [0xFFFF, 0xFFFE, 0xFFFD, 0xFFFC]


def test_a_script_with_a_time_of_its_own_gives_the_same_stamps_each_time(tmp_path):
    with Rig(tmp_path, script=PRESS_AND_RELEASE, go_us=150_000) as rig:
        for _ in range(2):
            with Wire(rig.port) as wire:
                wire.say(Hi)
                assert [device_us for _, device_us, _, _ in edges_until(wire, 1)] == [150_000, 151_000]
            rig.restart()


def test_edges_are_kept_and_said_again_until_acknowledged(tmp_path):
    with Rig(tmp_path, script=alternating(30, 100)) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        first = edges_until(wire, 29)
        wire.say(Hi)
        wire.hear(Hello)
        assert edges_until(wire, 29) == first
        assert isinstance(wire.ask(Ack, 20), Did)
        wire.say(Hi)
        hello = wire.hear(Hello)
        assert (hello.oldest, hello.next_number) == (20, 30)
        assert edges_until(wire, 29) == first[20:]


def test_a_gap_is_filled_from_the_number_asked_for(tmp_path):
    with Rig(tmp_path, script=alternating(30, 100)) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        first = edges_until(wire, 29)
        assert isinstance(wire.ask(Resend, 25), Did)
        assert edges_until(wire, 29) == first[25:]


def test_what_is_not_kept_cannot_be_asked_for_nor_acknowledged(tmp_path):
    with Rig(tmp_path, script=PRESS_AND_RELEASE) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        edges_until(wire, 1)
        wire.ask(Ack, 2)
        assert wire.ask(Resend, 1) == Cannot(3, "not_kept")
        assert wire.ask(Resend, 3) == Cannot(4, "not_kept")
        assert wire.ask(Ack, 3) == Cannot(5, "beyond")
        wire.say(Hi)
        assert wire.hear(Hello).oldest == 2


def test_beats_come_four_times_a_second_with_the_levels_of_now(tmp_path):
    with Rig(tmp_path, script="0,5,1\n") as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        beats = [wire.hear(Beat, lambda beat: beat.next_number == 1) for _ in range(5)]
        assert {beat.levels for beat in beats} == {1 << 5}
        assert {(beat.lost, beat.muted) for beat in beats} == {(0, 0)}
        assert all(beat.free_bytes > 0 for beat in beats)
        # One may be late on a busy machine, but then the next is not late once more.
        assert 750_000 <= beats[4].device_us - beats[0].device_us <= 1_400_000


def test_a_pong_brackets_its_ping_in_device_time(tmp_path):
    with Rig(tmp_path) as rig, Wire(rig.port) as wire:
        wire.ask(Hi)
        earlier_us = 0
        for _ in range(10):
            before_ns = time.monotonic_ns()
            pong = wire.ask(Ping)
            took_us = (time.monotonic_ns() - before_ns) // 1000
            assert isinstance(pong, Pong)
            assert earlier_us < pong.read_us <= pong.written_us
            assert pong.written_us - pong.read_us <= took_us
            earlier_us = pong.written_us


def test_a_host_that_does_not_read_makes_nothing_wait(tmp_path):
    with Rig(tmp_path, script=alternating(3000, 50)) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        first = edges_until(wire, 2999)
        before_ns = time.monotonic_ns()
        before = wire.ask(Ping)
        # Each hi brings 60 KB. When nothing more gets out, one way is full; some more, and the board's own is too.
        sent_us: dict[int, int] = {}
        silences = 0
        while silences < 4 and len(sent_us) < 20:
            wire.say(Hi)
            n = wire.say(Ping)
            sent_us[n] = (time.monotonic_ns() - before_ns) // 1000
            silences += not rig.says(b"!pong %x " % n, 0.3)
        pongs = [wire.hear(Pong) for _ in sent_us]
        assert max(pong.written_us - pong.read_us for pong in pongs) > 250_000, "it was not stuck: this shows nothing"
        assert all(pong.read_us - before.read_us < sent_us[pong.n] + 200_000 for pong in pongs)
        wire.say(Hi)
        wire.hear(Did, lambda did: did.n == n + 1)
        assert edges_until(wire, 2999) == first


def test_edges_made_while_the_cable_was_out_come_when_it_is_back(tmp_path):
    with Rig(tmp_path, script=alternating(100, 1000), go_us=0) as rig:
        with Wire(rig.port) as wire:
            wire.say(Hi)
            boot_id = wire.hear(Hello).boot_id
            edges_until(wire, 10)
            wire.ask(Ack, 5)
            rig.cut()
            assert not os.path.lexists(rig.port)
        rig.restore()
        with Wire(rig.port) as wire:
            wire.say(Hi)
            hello = wire.hear(Hello)
            assert (hello.boot_id, hello.oldest) == (boot_id, 5)
            assert {number for number, *_ in edges_until(wire, 99)} == set(range(5, 100))


def test_a_power_cut_is_a_new_boot_that_counts_from_nought(tmp_path):
    boots = []
    with Rig(tmp_path, script=PRESS_AND_RELEASE, go_us=0) as rig:
        for _ in range(2):
            with Wire(rig.port) as wire:
                wire.say(Hi)
                boots.append(wire.hear(Hello).boot_id)
                # What was said before the hi comes again.
                assert {number for number, *_ in edges_until(wire, 1)} == {0, 1}
            rig.restart()
    assert boots[0] != boots[1]


@pytest.mark.parametrize(
    "noise",
    [
        b" " * 1000,
        b"\x03" * 64,
        b"\x01\x02\x03\x04\r\n",
        b"print(1)\r\n",
        b"x" * 5000,
        b"!" * 500,
        b"\n" * 500,
        bytes(range(256)) * 3,
        encode(Ping(7))[:-3],
        encode(Ping(7))[:4] + b"\x03" + encode(Ping(7))[4:],
        encode(tjwire.Beat(0, 0, 0, 0, 0, 0)),
    ],
    ids=[
        "spaces",
        "ctrl-c",
        "raw-repl",
        "repl",
        "endless",
        "marks",
        "line-ends",
        "all-bytes",
        "cut",
        "ctrl-c-inside",
        "own-line",
    ],
)
def test_noise_is_thrown_away_and_the_command_behind_it_answered(tmp_path, noise):
    with Rig(tmp_path) as rig, Wire(rig.port) as wire:
        wire.ask(Hi)
        wire.write(noise)
        assert isinstance(wire.ask(Ping), Pong)
        assert wire.decoder.rejected == 0
        assert {pong.n for pong in wire.heard if isinstance(pong, Pong)} == {2}


def test_a_command_that_comes_byte_by_byte_is_understood(tmp_path):
    with Rig(tmp_path) as rig, Wire(rig.port) as wire:
        wire.ask(Hi)
        for byte in encode(Ping(77)):
            wire.write(bytes([byte]))
        assert wire.hear(Pong).n == 77


def test_whole_blocks_of_64_bytes_are_written_and_filled_up_with_line_ends(tmp_path):
    with Rig(tmp_path, script=alternating(40, 10)) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        edges_until(wire, 39)
        for _ in range(5):
            wire.ask(Ping)
        assert len(rig.said) % 64 == 0
        assert rig.said.endswith(b"\n\n")


def test_a_flooding_line_is_muted_and_the_others_go_on(tmp_path):
    flood = "".join(f"{n * 100},3,{(n + 1) % 2}\n{n * 100},5,{n // 50 % 2}\n" for n in range(6000))
    after = "650000,5,0\n660000,5,1\n670000,3,1\n680000,3,0\n690000,5,0\n700000,9,1\n"
    with Rig(tmp_path, script=flood + after) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        beat = wire.hear(Beat, lambda beat: beat.muted != 0)
        assert (beat.muted, beat.lost) == (1 << 3, 0)
        wire.hear(Beat, lambda beat: beat.levels == 1 << 9)
        # Levels are those of now; on a busy machine the edges up to them are counted only in the next beat.
        beat = wire.hear(Beat)
        assert beat.lost == 0
        wire.say(Hi)
        wire.hear(Hello)
        rows = edges_until(wire, beat.next_number - 1)
        began_us = rows[0][1]
        changes = [(earlier[2] ^ later[2], later[1] - began_us) for earlier, later in pairwise(rows)]
        of_flood = [when for changed, when in changes if changed & 1 << 3]
        # The running window may have begun at any time, and what is in the rings when it is muted is still told.
        assert 2000 <= len(of_flood) <= 2 * 2100 + 1024
        assert max(of_flood) < 600_000
        assert [when for changed, when in changes if changed & 1 << 5][-3:] == [650_000, 660_000, 690_000]


def test_a_muted_line_is_listened_to_again_when_asked(tmp_path):
    flood = "".join(f"{n * 100},3,{(n + 1) % 2}\n" for n in range(3001))
    with Rig(tmp_path, script=flood) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        wire.hear(Beat, lambda beat: beat.muted == 1 << 3)
        quiet = wire.hear(Beat, lambda beat: beat.device_us > 700_000)
        assert quiet.levels == 0, "a muted line reads as not pressed"
        assert isinstance(wire.ask(Unmute, 1 << 3), Did)
        beat = wire.hear(Beat)
        assert (beat.muted, beat.levels) == (0, 1 << 3)
        assert beat.next_number == quiet.next_number + 1


def test_bye_is_answered_and_ends_the_firmware(tmp_path):
    with Rig(tmp_path, script=PRESS_AND_RELEASE) as rig, Wire(rig.port) as wire:
        wire.ask(Hi)
        assert wire.ask(Bye) == Did(2, "bye")
        assert rig.wait_for_end() == 0


def test_ok_held_at_power_up_leaves_the_board_to_the_repl(tmp_path):
    with Rig(tmp_path, levels=1 << 4) as rig:
        assert rig.wait_for_end() == 0
        assert rig.says(b"OK was held", 1)
        assert b"!hello" not in rig.said


def test_an_error_ends_the_firmware_and_its_traceback_is_seen_as_text(tmp_path):
    with Rig(tmp_path, script="0,0,1\n100000,0,0\n200000,0,1\n300000,77,1\n") as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        wire.hear(Noise, lambda noise: "the firmware ended by an error" in noise.text)
        wire.hear(Noise, lambda noise: noise.text == "Traceback (most recent call last):")
        wire.hear(Noise, lambda noise: noise.text.startswith("ScriptError: row 4 of the script"))
        assert rig.wait_for_end() == 1


def test_settings_take_effect_at_once_and_are_kept_over_a_power_cut(tmp_path):
    with Rig(tmp_path, script="0,0,1\n0,2,1\n", go_us=0) as rig:
        with Wire(rig.port) as wire:
            wire.ask(Hi)
            assert isinstance(wire.ask(Set, "invert", "fffb"), Did)
            assert wire.hear(Beat).levels == 0b001
            assert isinstance(wire.ask(Set, "enable", "fffe"), Did)
            assert wire.hear(Beat).levels == 0
        rig.restart()
        with Wire(rig.port) as wire:
            wire.ask(Hi)
            assert wire.hear(Beat).levels == 0
            wire.ask(Set, "enable", "ffff")
            assert wire.hear(Beat).levels == 0b001


def test_a_setting_that_is_as_it_was_is_not_written_again(tmp_path):
    with Rig(tmp_path) as rig, Wire(rig.port) as wire:
        assert isinstance(wire.ask(Set, "enable", "ffff"), Did)
        assert not (tmp_path / "settings").exists()
        wire.ask(Set, "enable", "fffe")
        (tmp_path / "settings").unlink()
        assert isinstance(wire.ask(Set, "enable", "fffe"), Did)
        assert not (tmp_path / "settings").exists()


@pytest.mark.parametrize(
    "damage", [b"", b"touchjudge 1\n", bytes(range(256)), None], ids=["empty", "cut", "bytes", "bit"]
)
def test_damaged_settings_count_as_none(tmp_path, damage):
    with Rig(tmp_path, script="0,0,1\n", go_us=0) as rig:
        with Wire(rig.port) as wire:
            wire.ask(Set, "enable", "0")
        kept = (tmp_path / "settings").read_bytes()
        assert b"enable 0" in kept
        (tmp_path / "settings").write_bytes(kept.replace(b"enable 0", b"enable 2") if damage is None else damage)
        rig.restart()
        with Wire(rig.port) as wire:
            wire.ask(Hi)
            assert wire.hear(Beat).levels == 1


def test_a_power_cut_while_settings_are_written_leaves_the_old_ones(tmp_path):
    with Rig(tmp_path, script="0,0,1\n", go_us=0) as rig:
        with Wire(rig.port) as wire:
            wire.ask(Set, "enable", "0")
        (tmp_path / "settings.new").write_bytes(b"touchjudge 1\ninvert ff")
        rig.restart()
        with Wire(rig.port) as wire:
            wire.ask(Hi)
            assert wire.hear(Beat).levels == 0


def test_commands_that_cannot_be_done_say_why(tmp_path):
    with Rig(tmp_path) as rig, Wire(rig.port) as wire:
        wire.ask(Hi)
        assert wire.ask(Set, "enable", "80000") == Cannot(2, "value")
        assert wire.ask(Set, "invert", "left") == Cannot(3, "value")
        assert wire.ask(Set, "force_on", "100") == Cannot(4, "thresholds")
        assert wire.ask(Light, 9, "on") == Cannot(5, "seat")
        assert wire.ask(Light, 0, "on") == Cannot(6, "seat")
        assert wire.ask(Light, 8, "pulse") == Did(7, "light")
        assert wire.ask(Tone, 880, 50) == Did(8, "tone")
        assert wire.ask(Set, "name", "left") == Did(9, "set")
        wire.write(b"!dance a*%08x\n" % binascii.crc32(b"dance a"))
        assert wire.hear(Cannot) == Cannot(10, "unknown")


def test_when_the_outbox_is_full_the_oldest_stay_and_the_lost_are_counted(tmp_path):
    with Rig(tmp_path, script=alternating(5000, 40), go_us=0) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        beat = wire.hear(Beat, lambda beat: beat.lost >= 904)
        assert (beat.next_number, beat.lost) == (4096, 904)
        wire.say(Hi)
        wire.hear(Hello)
        rows = edges_until(wire, 4095)
        assert [number for number, *_ in rows] == list(range(4096))
        assert rows[-1][1] == 4095 * 40
        wire.ask(Ack, 4096)
        assert isinstance(wire.ask(Set, "enable", "f0"), Did)
        newest = edges_until(wire, 4096)[-1]
        assert (newest[0], newest[2]) == (4096, 0xF0)
        assert (rows[-1][3] - newest[3] - 1) & 0xFFFF == 904, "the counter tells the host how many"


def test_stamps_go_on_where_the_timers_low_word_wraps(tmp_path):
    script = "0,0,1\n99999,0,0\n100000,0,1\n200000,0,0\n"
    start_us = 2**32 - 100_000
    with Rig(tmp_path, script=script, timer_at_us=start_us - 50_000, go_us=start_us) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        rows = edges_until(wire, 3)
        assert [device_us for _, device_us, _, _ in rows] == [start_us, 2**32 - 1, 2**32, 2**32 + 100_000]
        assert {line.high for line in wire.heard if isinstance(line, Edges)} == {0, 1}
        pong = wire.ask(Ping)
        assert isinstance(pong, Pong)
        assert pong.read_us > 2**32


def test_a_fast_script_waits_for_nothing_but_the_host(tmp_path):
    with Rig(tmp_path, script=alternating(6000, 10_000), fast=True) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        rows: list[tuple[int, int, int, int]] = []
        while len(rows) < 6000:
            rows += edges_until(wire, len(rows))
            wire.say(Ack, len(rows))
        assert [number for number, *_ in rows] == list(range(6000))
        assert {later[1] - earlier[1] for earlier, later in pairwise(rows)} == {10_000}
        assert wire.hear(Beat, lambda beat: beat.next_number == 6000).lost == 0


def test_a_firmware_whose_terminal_is_gone_does_not_stay_behind(tmp_path):
    with Rig(tmp_path) as rig:
        with Wire(rig.port) as wire:
            wire.ask(Hi)
        rig.close_terminal()
        rig.wait_for_end()
