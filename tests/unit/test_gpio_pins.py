"""The Pi's own pins: what the library or the kernel does wrong is mended, said, or refused, and the others go on."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from need import shared
from pi_header import BOOT, PiHeader, source
from pty_board import Taker
from touchjudge.adapters import gpio_pins
from touchjudge.adapters.gpio_pins import GpioPins, pin_factory
from touchjudge.errors import LinkError
from touchjudge.ports import Board, BoardBeat, EdgesArrived
from touchjudge.service.sensing import Sensing
from touchjudge.session.places import Places
from touchjudge.session.table import Contact
from touchjudge.timing.edges import Pressed, Released
from touchjudge.timing.settle import Settle


@contextmanager
def started(pins: GpioPins) -> Iterator[Taker]:
    taker = Taker()
    pins.start(taker.inbox)
    try:
        yield taker
    finally:
        pins.stop()


def beats(taker: Taker) -> list[BoardBeat]:
    return [each for each in taker.arrivals if isinstance(each, BoardBeat)]


def contacts(taker: Taker) -> list[Contact]:
    """What the table makes of all that came."""
    sensing = Sensing(Places(), Settle(), {}, {})
    found: list[Contact] = []
    for each in taker.arrivals:
        if isinstance(each, EdgesArrived):
            found += sensing.edges(each).contacts
        elif isinstance(each, BoardBeat):
            found += sensing.beat(each)
    return found


def test_stamps_are_those_of_the_pins_to_the_microsecond() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        header.change(0b1, after_us=1_000)
        header.change(0b0, after_us=73_001)
        first, second = taker.until_edges(BOOT, 2)
    assert second.device_us - first.device_us == 73_001


def test_changes_that_the_library_tells_out_of_order_come_in_the_order_of_their_stamps() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        header.change(0b10, after_us=500)
        header.skew_s = -0.0002  # told now, but it happened before
        header.change(0b11, after_us=50)
        edges = taker.until_edges(BOOT, 2)
    assert [edge.levels for edge in edges] == [0b01, 0b11]
    assert edges[0].device_us < edges[1].device_us


def test_no_bounce_time_is_set_and_each_pin_is_pulled_against_its_contact() -> None:
    header = PiHeader()
    header.pull_up = 0xFFFB
    with started(source(header, inverted=header.pull_up)) as taker:
        taker.until_phase("connected")
        assert [header.line(line).pull for line in (0, 1, 2)] == ["up", "up", "down"]
        assert header.line(0).bounce is None
        header.change(0b100)
        assert taker.until_edges(BOOT, 1)[0].levels == 0b100


def test_pin_with_a_pull_up_of_its_own_cannot_be_pressed_when_high_and_is_said() -> None:
    with started(source(PiHeader(), inverted=0xFFFD)) as taker:
        assert "target2 (GPIO3)" in taker.until_phase("connected").text


def test_spare_pins_are_left_alone() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        assert not [info for info in header.pins if info.name in ("GPIO8", "GPIO9")]


def test_handlers_live_as_long_as_the_source_although_the_library_holds_them_weakly() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        gc.collect()
        header.change(0b1)
        taker.until_edges(BOOT, 1)


def test_stamps_of_another_clock_are_refused_and_said_for_that_pin() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        header.skew_s = 1.7e9  # the wall clock's
        header.change(0b1)
        taker.until(lambda: "another clock" in taker.text, "a word of the clock")
        header.skew_s = 0.0
        header.change(0b11)
        edges = taker.until_edges(BOOT, 1)
    assert [edge.levels for edge in edges] == [0b10]
    assert taker.links[-1].phase == "connected"
    assert "target1 (GPIO2)" in taker.text


def test_factory_whose_stamps_are_no_seconds_is_refused_with_what_to_install() -> None:
    header = PiHeader()
    header.ticks = lambda: 4_711  # type: ignore[method-assign,assignment,return-value]
    with pytest.raises(LinkError, match=r"no seconds of a monotonic clock; .*touchjudge\[gpio\]"):
        source(header).start(Taker().inbox)


def test_br007_pin_that_fails_is_named_with_its_backend_and_the_others_go_on() -> None:
    header = PiHeader()
    header.line(3).refuses = RuntimeError("failed to add edge detection")
    with started(source(header)) as taker:
        link = taker.until_phase("connected")
        header.change(0b1)
        assert taker.until_edges(BOOT, 1)[0].levels == 0b1
    assert "PiHeader cannot use reveal (GPIO5): failed to add edge detection; the others go on." in link.text
    assert link.facts["broken"] == {"reveal": "failed to add edge detection"}


def test_br007_when_no_pin_works_the_table_goes_on_by_hand_and_is_told_what_to_install() -> None:
    header = PiHeader()
    for line in range(16):
        header.line(line).refuses = RuntimeError("failed to add edge detection")
    with started(source(header)) as taker:
        text = taker.until_phase("broken").text
    assert "play goes on by hand" in text
    assert "touchjudge[gpio]" in text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pigpio", "GPIOZERO_PIN_FACTORY is 'pigpio': allowed are lgpio"),
        ("native", r"backend native finds no pins here .* run this on a Raspberry Pi"),
    ],
)
def test_backend_that_is_none_here_is_refused_in_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(LinkError, match=sentence):
        pin_factory({"GPIOZERO_PIN_FACTORY": name})


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [("gpiozero", "need gpiozero, which is not installed"), ("gpiozero.pins.lgpio", "backend lgpio cannot be loaded")],
)
def test_br007_library_or_backend_that_is_missing_is_named_with_the_command_that_brings_it(
    missing: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(module: str) -> object:
        if module == missing:
            raise ImportError(f"No module named {module!r}")
        return object()

    monkeypatch.setattr(gpio_pins.importlib, "import_module", without)
    with pytest.raises(LinkError, match=rf"{sentence}.*pip install 'touchjudge\[gpio\]'"):
        pin_factory({})


def test_br009_release_whose_edge_was_lost_is_told_by_the_level_within_two_reads() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        header.change(0b1, after_us=1_000)
        taker.until_edges(BOOT, 1)
        header.line(0).deaf = True
        header.change(0b0, after_us=30_000)
        header.now_s += 1.0
        taker.until(lambda: any(isinstance(each.event, Released) for each in contacts(taker)), "a release", 2.0)
        taker.until(lambda: taker.links[-1].facts["lost"] == 1, "the count")
    pressed, released = (each.event for each in contacts(taker))
    assert isinstance(pressed, Pressed)
    assert isinstance(released, Released)
    assert released.caught_up


def test_br010_after_an_overflow_of_the_kernel_the_level_is_right_and_the_loss_is_counted_once() -> None:
    long = [
        path
        for path in sorted((shared("recordings") / "rocker_kcd101").glob("*_press_normal.csv"))
        if len(path.read_text().split()) > 20
    ]
    assert len(long) >= 3
    for path in long[:3]:
        changes = [row.split(",") for row in path.read_text().split()[2:]]
        header = PiHeader()
        with started(source(header)) as taker:
            taker.until_phase("connected")
            for _, level in changes[:16]:
                header.change(int(level == "0"), after_us=20)
            at_sixteen = header.levels
            taker.until_edges(BOOT, 16)
            header.line(0).deaf = True
            header.change(int(changes[-1][1] == "0"), after_us=20)
            header.now_s += 1.0
            before = len(beats(taker))
            taker.until(lambda seen=before: len(beats(taker)) >= seen + 3, "three reads")  # type: ignore[misc]
        assert beats(taker)[-1].levels == header.levels == 1, path.name
        assert beats(taker)[-1].lost == int(at_sixteen != header.levels), path.name
        assert [type(each.event) for each in contacts(taker)][:1] == [Pressed]


def test_edge_whose_forerunner_was_never_told_says_that_one_is_missing() -> None:
    header = PiHeader()
    with started(source(header)) as taker:
        taker.until_phase("connected")
        header.change(0b1)
        header.line(0).deaf = True
        header.change(0b0)
        header.line(0).deaf = False
        header.change(0b1)
        edges = taker.until_edges(BOOT, 2)
    assert [(edge.levels, edge.lost) for edge in edges] == [(1, 0), (1, 1)]


def test_edges_wait_for_room_up_to_a_limit_and_what_finds_none_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio_pins, "KEPT", 10)
    header = PiHeader()
    pins = source(header)
    with started(pins) as taker:
        taker.until_phase("connected")
        with pins._turn:
            for count in range(25):
                header.change(1 - count % 2)
        header_edges = taker.until_edges(BOOT, 10)
        header.change(0)
        last = taker.until_edges(BOOT, 11)[-1]
    assert [edge.number for edge in header_edges] == list(range(10))
    assert (last.number, last.lost, pins.lost) == (10, 15, 15)


def test_count_goes_on_where_the_journal_has_it() -> None:
    header = PiHeader()
    with started(source(header, have={BOOT: 40, Board("gpio", "an earlier boot"): 90})) as taker:
        taker.until_phase("connected")
        header.change(0b1)
        assert taker.until_edges(BOOT, 1)[0].number == 40


def test_two_starts_are_refused() -> None:
    pins = source(PiHeader())
    with started(pins), pytest.raises(LinkError, match="started already"):
        pins.start(Taker().inbox)
