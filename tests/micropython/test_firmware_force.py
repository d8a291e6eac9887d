"""Analogue pads: their logic on this Python and on both MicroPythons, and their whole way over a terminal."""

import binascii
import re
from itertools import pairwise
from pathlib import Path

import pytest

from micropython.interpreters import on_unix, on_wasm
from micropython.rig import Rig, Wire
from tjwire import Ack, Beat, Bye, Cannot, Did, Edges, Force, Hello, Hi, Resend, Set, Unmute

pytestmark = [pytest.mark.micropython, pytest.mark.timeout(60)]

NAMES = re.findall(r"^    (\w+),$", Path(__file__).with_name("forcing.py").read_text(), re.MULTILINE)
# The 32-bit build has a megabyte for each run, as its collector must not run.
SHORT = [
    "a_hand_is_told_with_its_time_and_let_go",
    "spikes_are_no_touch",
    "stamps_are_right_for_days_and_over_every_wrap",
    "looking_at_samples_allocates_nothing",
    "the_count_of_samples_begins_anew_before_it_runs_out",
]
REST = "100,120,140"


@pytest.mark.parametrize("name", [name for name in NAMES if "allocates" not in name])
def test_force(name, capsys):
    import forcing

    getattr(forcing, name)()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", NAMES)
def test_force_on_unix(name):
    assert on_unix(f"import forcing\nforcing.{name}()\nprint('end')") == "end\n"


@pytest.mark.parametrize("name", SHORT)
def test_force_on_32_bits(name):
    assert on_wasm(f"import forcing\nforcing.{name}()\nprint('end')") == "end\n"


def test_every_check_of_force_is_run():
    assert len(NAMES) == 24


def test_the_fast_twin_is_machine_code():
    """The proof that the comparison of the twins compares two."""
    code = "from pads import force_pads, force_plain\nprint(force_pads.scan is force_plain.scan)"
    assert on_unix(code) == "False\n"


def slaps(*moves: str) -> str:
    """A script of the analogue pads: noise of one, and what is given as ``ms,value,value,value`` in order."""
    rows = []
    for move, following in pairwise([*moves, "99999,0,0,0"]):
        begin_ms, *values = (int(each) for each in move.split(","))
        until_ms = min(int(following.split(",")[0]), begin_ms + 2_000)
        rows += [
            f"{1000 * ms},{','.join(str(16 * (value + ms % 2)) for value in values)}"
            for ms in range(begin_ms, until_ms)
        ]
    return "\n".join(rows) + "\n"


TWO_HANDS = slaps(f"0,{REST}", "400,100,120,2000", "450,100,120,2600", "500,100,120,140", "560,100,120,140")


def steps_until(wire: Wire, number: int) -> list[tuple[int, int, int, int]]:
    """(number, device_us, line, hands) of all steps heard from here on, up to and with this number."""
    rows: list[tuple[int, int, int, int]] = []
    while not rows or rows[-1][0] < number:
        line = wire.hear(Force)
        numbers = range(line.number, line.number + len(line.lows))
        words = [(word >> 24, word >> 16 & 0xFF) for word in line.words]
        rows += [(n, at_us, *word) for n, at_us, word in zip(numbers, line.stamps_us, words, strict=True)]
    return rows


def kept(folder: Path, **settings: str) -> Path:
    """A board's settings as it keeps them itself: all three analogue pads are enabled from power-up on."""
    usual = {"invert": "ffff", "enable": "7ffff", "force_on": "3e80", "force_off": "2ee0", "name": "pads"}
    body = "".join(["touchjudge 1\n", *(f"{name} {value}\n" for name, value in (usual | settings).items())])
    folder.mkdir(exist_ok=True)
    (folder / "settings").write_text(f"{body}{binascii.crc32(body.encode()):08x}\n")
    return folder


def test_steps_come_over_the_wire_with_the_times_of_the_script(tmp_path):
    with Rig(kept(tmp_path), analogue=TWO_HANDS, go_us=1_000_000) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        rows = steps_until(wire, 2)
        assert [row[2:] for row in rows] == [(2, 1), (2, 2), (2, 0)]
        errors = [row[1] - wanted_us for row, wanted_us in zip(rows, (1_400_000, 1_450_000, 1_500_000), strict=True)]
        assert all(-200 <= error <= 200 for error in errors), errors


def test_without_a_word_of_the_host_analogue_pads_are_off(tmp_path):
    with Rig(tmp_path, analogue=TWO_HANDS, go_us=0, script="1000000,0,1\n") as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        assert wire.hear(Edges).number == 0
        assert not [line for line in wire.heard if isinstance(line, Force)]


def test_steps_share_their_numbers_with_edges_and_stay_until_they_are_acknowledged(tmp_path):
    script = "time_us,line,level\n420000,8,1\n470000,8,0\n"
    with Rig(kept(tmp_path), analogue=TWO_HANDS, script=script, go_us=1_000_000) as rig:
        with Wire(rig.port) as wire:
            wire.say(Hi)
            first = steps_until(wire, 4)
        with Wire(rig.port) as wire:
            wire.say(Hi)
            assert wire.hear(Hello).oldest == 0
            again = steps_until(wire, 4)
            assert again == first
            edges = {line.number: line.levels for line in wire.heard if isinstance(line, Edges)}
            # Hand, button, further hand, button, and all let go: in the order of their times.
            assert ([row[0] for row in again], edges) == ([0, 2, 4], {1: (1 << 8,), 3: (0,)})
            wire.say(Resend, 4)
            assert steps_until(wire, 4) == first[2:]
            wire.ask(Ack, 5)
            wire.say(Hi)
            assert wire.hear(Hello).oldest == 5


def test_the_host_turns_them_on_for_good_and_bye_turns_them_off(tmp_path):
    with Rig(tmp_path, analogue=TWO_HANDS, go_us=1_000_000) as rig:
        with Wire(rig.port) as wire:
            assert wire.ask(Set, "enable", "4ffff") == Did(1, "set")
        rig.restart()
        with Wire(rig.port) as wire:
            wire.ask(Hi)
            assert [row[2:] for row in steps_until(wire, 2)] == [(2, 1), (2, 2), (2, 0)]
            assert wire.ask(Bye) == Did(2, "bye")
        assert rig.wait_for_end() == 0


def test_thresholds_are_the_hosts_and_above_what_the_pad_rests_at(tmp_path):
    script = slaps("0,1000,1000,1000", "700,1900,1850,1000", "760,1000,1000,1000", "800,1000,1000,1000")
    # 875 above rest is 14,000 of 65,535.
    folder = kept(tmp_path, force_on="36b0", force_off="2710")
    with Rig(folder, analogue=script, go_us=0) as rig, Wire(rig.port) as wire:
        wire.say(Hi)
        assert [row[2:] for row in steps_until(wire, 1)] == [(0, 1), (0, 0)]


def test_what_is_wrong_with_which_pad_is_said_to_who_asks_and_a_floating_one_is_muted(tmp_path):
    rows = [f"{1000 * ms},0,{(ms * 7919) % 40000},{16 * (140 + ms % 2)}" for ms in range(20_000)]
    with Rig(tmp_path, analogue="\n".join(rows) + "\n", go_us=0) as rig, Wire(rig.port) as wire:
        wire.ask(Hi)
        assert wire.ask(Unmute, 0) == Did(2, "unmute")
        wire.ask(Set, "enable", "7ffff")
        muted = wire.hear(Beat, lambda beat: beat.muted == 2)
        wire.hear(Beat, lambda beat: beat.device_us > muted.device_us + 1_500_000)
        assert wire.ask(Unmute, 0) == Cannot(4, "dead:0,floating:1")
        assert wire.ask(Unmute, 4) == Did(5, "unmute")
