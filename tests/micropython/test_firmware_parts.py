"""The parts of the firmware that are plain Python: sender, script, lights, pinout."""

import tomllib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tjwire
from need import ROOT
from pads import pinout
from pads.capture.scripted import Script, ScriptError
from pads.lights import Lights
from pads.sender import BLOCK, Sender


class UsbQueue:
    """The board's way to the host as it was measured: 256 bytes that empty by 64; a write that does not fit waits.

    Attributes:
        held: how many writes would have held the program.
    """

    def __init__(self, standing: int = 0) -> None:
        self.queue = b"\n" * standing
        self.sent = b""
        self.held = 0

    def can_write(self) -> bool:
        return len(self.queue) < 256

    def write(self, data: memoryview) -> int:
        took = min(len(data), 256 - len(self.queue))
        self.held += took < len(data)
        self.queue += bytes(data[:took])
        return took

    def empty(self, packets: int) -> None:
        for _ in range(packets):
            self.sent += self.queue[:64]
            self.queue = self.queue[64:]


LINES = st.lists(st.integers(0, 2**32 - 1).map(tjwire.Ping) | st.just(tjwire.Edges(0, 0, (1,) * 12, (2,) * 12)))
TURNS = st.lists(st.tuples(LINES, st.integers(0, 4), st.integers(1, 8)), max_size=30)


def spoken(queue: UsbQueue, turns) -> tuple[list[tjwire.Line], list[tjwire.Line]]:
    """What was to be said in these turns, and what came out in the end."""
    sender = Sender(queue.write, queue.can_write)
    said: list[tjwire.Line] = []
    waiting: list[tjwire.Line] = []

    def next_line() -> bytes | None:
        return tjwire.encode(waiting.pop(0)) if waiting else None

    for lines, packets, blocks in turns:
        waiting += lines
        said += lines
        sender.speak(next_line, blocks)
        queue.empty(packets)
    for _ in range(10_000):
        if not (sender.speak(next_line, 8) or waiting or queue.queue):
            break
        queue.empty(1)
    return said, tjwire.Decoder().feed(queue.sent)


@given(TURNS)
def test_no_write_ever_waits_for_the_host(turns):
    queue = UsbQueue()
    said, heard = spoken(queue, turns)
    assert heard == said
    assert queue.held == 0
    assert len(queue.sent) % BLOCK == 0


@given(TURNS, st.integers(1, 255))
def test_after_something_else_was_written_at_most_one_write_waits(turns, standing):
    queue = UsbQueue(standing)
    said, heard = spoken(queue, turns)
    assert heard == said
    assert queue.held <= 1


def test_a_line_is_made_only_when_it_can_be_written():
    queue = UsbQueue(256)
    asked = []
    sender = Sender(queue.write, queue.can_write)
    assert not sender.speak(lambda: asked.append(1), 8)
    assert asked == []
    queue.empty(1)
    sender.speak(lambda: asked.append(1), 8)
    assert asked


def test_a_write_that_takes_nothing_loses_nothing():
    taken = []
    answers = iter([None, 0])
    sender = Sender(lambda data: next(answers, None) or taken.append(bytes(data)) or len(data), lambda: True)
    lines = [tjwire.encode(tjwire.Ping(n)) for n in range(9)]
    for _ in range(1000):
        sender.speak(lambda: lines.pop(0) if lines else None, 1)
    assert tjwire.Decoder().feed(b"".join(taken)) == [tjwire.Ping(n) for n in range(9)]


def edges_of(text: str, levels: int = 0) -> list[tuple[int, int]]:
    script = Script(iter(text.splitlines()), levels)
    rows = []
    while script.time_us >= 0:
        rows.append((script.time_us, script.levels))
        script.next()
    return rows


def test_a_script_joins_rows_of_one_time_and_leaves_out_rows_that_change_nothing():
    assert edges_of("time_us,line,level\n\n# pads\n0,0,0\n5,0,1\n5,15,1\n6,0,1\n7,8000\n8,15,0\n8,15,1\n9,0\n") == [
        (5, 0x8001),
        (7, 0x8000),
        (9, 0),
    ]
    assert edges_of("") == edges_of("0,0,0\n1,0,0\n") == []
    assert edges_of("0,0,0\n", levels=1) == [(0, 0)]


def test_a_script_that_holds_begins_anew_when_it_is_told_to_go_on():
    script = Script(iter("5,0,1\n7,1,0\nhold\n3,0,0\nhold\n".splitlines()), 0)
    assert (script.time_us, script.levels, script.held) == (5, 1, False)
    script.next()
    assert (script.time_us, script.held) == (-1, True)
    script.next()
    assert (script.time_us, script.held) == (-1, True)
    script.go_on()
    assert (script.time_us, script.levels) == (3, 0)
    script.next()
    script.go_on()
    assert (script.time_us, script.held) == (-1, False)


@pytest.mark.parametrize(
    "row", ["5", "x,0,1", "5,16,1", "5,-1,1", "5,0,2", "5,10000", "5,g", "5,0,1,0", "-1,0,1", "0.5,0,1", "3,0,0"]
)
def test_a_row_that_is_none_is_named(row):
    with pytest.raises(ScriptError, match="row 2 of the script"):
        edges_of(f"4,0,1\n{row}\n")


class Room:
    """The lights and the buzzer as people see and hear them."""

    def __init__(self) -> None:
        self.shown: list[list[int]] = []
        self.heard: list[int] = []
        self.lights = Lights(lambda brightness: self.shown.append(list(brightness)), self.heard.append)

    def pass_ms(self, ms: int) -> None:
        for _ in range(ms):
            self.lights.turn(1)


def test_a_light_is_shown_once_and_only_when_it_changes():
    room = Room()
    assert room.lights.light(1, "on")
    room.pass_ms(500)
    assert room.shown == [[255] + [0] * 7]
    assert room.lights.light(1, "off")
    room.pass_ms(500)
    assert room.shown[1:] == [[0] * 8]


def test_three_seconds_after_the_host_was_heard_last_the_table_is_dark_and_silent():
    room = Room()
    room.lights.light(2, "on")
    room.lights.tone(440, 60_000)
    room.pass_ms(2_900)
    room.lights.heard()
    room.pass_ms(2_900)
    assert room.shown[-1][1] == 255
    room.pass_ms(250)
    assert room.shown[-1] == [0] * 8
    assert room.heard[-1] == 0
    shows = len(room.shown)
    room.pass_ms(10_000)
    assert len(room.shown) == shows, "what is dark is not told so again"
    room.lights.heard()
    room.lights.light(2, "on")
    room.pass_ms(100)
    assert room.shown[-1][1] == 255


def test_blink_goes_on_and_off_twice_a_second():
    room = Room()
    room.lights.light(3, "blink")
    room.pass_ms(2000)
    assert {row[2] for row in room.shown} == {0, 255}
    assert 7 <= len(room.shown) <= 9


def test_pulse_swells_and_fades():
    room = Room()
    room.lights.light(8, "pulse")
    room.pass_ms(1100)
    bright = [row[7] for row in room.shown]
    assert max(bright) > 240
    assert bright.index(max(bright)) not in (0, len(bright) - 1)
    assert max(abs(later - earlier) for earlier, later in pairwise(bright)) < 30


def test_a_tone_ends_by_itself_and_a_new_one_replaces_it():
    room = Room()
    room.lights.tone(880, 100)
    room.pass_ms(50)
    room.lights.tone(440, 100)
    room.pass_ms(99)
    assert room.heard == [880, 440]
    room.pass_ms(10)
    assert room.heard == [880, 440, 0]
    room.lights.tone(0, 100)
    assert room.heard[-1] == 0


def test_dark_leaves_no_light_and_no_sound():
    room = Room()
    room.lights.light(1, "on")
    room.lights.tone(880, 1000)
    room.pass_ms(100)
    room.lights.dark()
    assert (room.shown[-1], room.heard[-1]) == ([0] * 8, 0)


def test_no_seat_has_no_light():
    room = Room()
    assert not room.lights.light(0, "on")
    assert not room.lights.light(9, "on")


def test_the_firmwares_pins_are_those_of_the_pinout():
    wired = tomllib.loads((ROOT / "hardware" / "pinout.toml").read_text())
    by_name = {line["name"]: line for line in wired["line"]}
    assert wired["first_gpio"] == pinout.FIRST_GPIO
    assert wired["pressed_level"] == pinout.PRESSED_LEVEL
    assert len(by_name) == pinout.LINES
    assert by_name["ok"]["line"] == pinout.OK_LINE
    assert sum(line["spot"] == "seat" for line in wired["line"]) == pinout.SEATS
    inputs = {line["gpio"] for line in wired["line"]}
    assert not inputs & {pinout.LIGHTS_GPIO, pinout.BUZZER_GPIO}
