"""What went wrong for others with boards like these, each report as the smallest test that it cannot go wrong here."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tjwire
from micropython.rig import Rig, Wire
from micropython.sampling import RingCapture, clock_at, said
from need import ROOT
from pads.outbox import Outbox
from pads.sender import BLOCK, Sender

FIRMWARE = {
    str(path.relative_to(ROOT / "firmware")): ast.parse(path.read_text())
    for path in sorted((ROOT / "firmware").rglob("*.py"))
}


def calls(tree: ast.AST) -> set[str]:
    """Names of all that is called, methods by their last name."""
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in called}


def imported(tree: ast.AST) -> set[str]:
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    return {*names, *(node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))}


def test_br027_nothing_is_printed_while_the_program_runs() -> None:
    assert {name for name, tree in FIRMWARE.items() if "print" in calls(tree)} == {"main.py"}
    looped = next(node for node in ast.walk(FIRMWARE["pads/loop.py"]) if isinstance(node, ast.ClassDef))
    assert "print" not in calls(looped)


def test_br027_a_console_that_never_drains_is_not_written_to() -> None:
    sender = Sender(lambda _data: pytest.fail("it was written to"), lambda: False)
    assert not any(sender.speak(lambda: pytest.fail("a line was made"), 16) for _ in range(100))


def test_br028_after_the_port_was_closed_no_write_can_wait() -> None:
    taken: list[bytes] = []
    room = [256]

    def write(data: memoryview) -> int:
        assert len(data) <= room[0], "this write would wait for a host that is gone"
        room[0] -= len(data)
        taken.append(bytes(data))
        return len(data)

    sender = Sender(write, lambda: room[0] > 0)
    beat = tjwire.encode(tjwire.Beat(0, 0, 0, 0, 0, 0))
    for _ in range(1000):
        sender.speak(lambda: beat, 16)
    assert sum(map(len, taken)) == 256


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20))
def test_br030_whole_blocks_of_64_bytes_and_nothing_else_are_written(numbers: list[int]) -> None:
    """That a lone block is not held back is seen on the emulated board, which ends it with an empty packet."""
    written: list[int] = []
    lines = [tjwire.encode(tjwire.Pong(1, number, number)) for number in numbers]
    sender = Sender(lambda data: written.append(len(data)) or len(data), lambda: True)  # type: ignore[func-returns-value]
    while sender.speak(lambda: lines.pop(0) if lines else None, 16):
        pass
    assert set(written) == {BLOCK}
    assert not lines
    assert not sender.waiting


@pytest.mark.micropython
def test_br037_a_thousand_spaces_before_a_command_do_not_hide_it(tmp_path) -> None:
    with Rig(tmp_path) as rig, Wire(rig.port) as wire:
        wire.write(b" " * 1000)
        assert isinstance(wire.ask(tjwire.Ping), tjwire.Pong)


def test_br042_no_interrupt_runs_python() -> None:
    """The proof that what moves edges allocates nothing is ``collecting_allocates_nothing`` in sampling.py."""
    assert not [name for name, tree in FIRMWARE.items() if calls(tree) & {"irq", "schedule", "Timer", "asm_thumb"}]


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 0xFFFF)), min_size=1, max_size=40))
def test_br045_every_32_bit_word_goes_through_unchanged(words: list[tuple[int, int]]) -> None:
    """That none becomes a number above 2^30 on the way is proven under a locked heap in sampling.py."""
    capture = RingCapture()
    outbox = Outbox(64)
    for low, levels in words:
        capture.edge(low, levels)
    clock = clock_at(2**32)
    while capture.collect(outbox, clock, 7):
        pass
    counters = range(tjwire.FIRST_COUNTER, tjwire.FIRST_COUNTER - len(words), -1)
    rows = said(outbox)
    assert [device_us & 0xFFFFFFFF for _, device_us, _ in rows] == [low for low, _ in words]
    wanted = [levels << 16 | counter for (_, levels), counter in zip(words, counters, strict=True)]
    assert [word for _, _, word in rows] == wanted


def test_br046_nothing_waits_for_the_state_machine_and_a_turn_is_bounded() -> None:
    waiting = {"get", "put", "rx_fifo", "tx_fifo"}
    assert not calls(FIRMWARE["pads/capture/pio.py"]) & waiting
    capture = RingCapture()
    for number in range(1000):
        capture.edge(number, number & 1)
    assert capture.collect(Outbox(), clock_at(0), 256) == 256


def test_br048_looking_again_where_nothing_is_new_gives_no_edge() -> None:
    capture = RingCapture()
    outbox = Outbox(16)
    capture.edge(5, 1)
    clock = clock_at(0)
    assert [capture.collect(outbox, clock, 16) for _ in range(4)] == [1, 0, 0, 0]
    assert len(said(outbox)) == 1


def test_br049_a_full_outbox_is_counted_and_the_rings_are_drained_all_the_same() -> None:
    capture = RingCapture()
    outbox = Outbox(8)
    for number in range(100):
        capture.edge(number, number & 1)
    assert capture.collect(outbox, clock_at(0), 1000) == 100
    assert (outbox.next_number, outbox.lost, capture.lost) == (8, 92, 0)
    assert capture.collect(outbox, clock_at(0), 1000) == 0


def test_br051_what_the_prompt_says_on_the_same_port_is_kept_apart_from_the_wire() -> None:
    prompt = b"\r\nMicroPython v1.23.0 on 2024-06-02; Raspberry Pi Pico with RP2040\r\n>>> "
    beat = tjwire.Beat(1, 2, 0, 0, 0, 4)
    heard = tjwire.Decoder().feed(prompt + tjwire.encode(beat) + prompt + tjwire.encode(beat))
    assert [line for line in heard if not isinstance(line, tjwire.Noise)] == [beat, beat]
    assert [line.text for line in heard if isinstance(line, tjwire.Noise) and "MicroPython" in line.text]


def test_br052_there_is_one_core_and_no_thread() -> None:
    assert not [name for name, tree in FIRMWARE.items() if imported(tree) & {"_thread", "threading", "asyncio"}]
