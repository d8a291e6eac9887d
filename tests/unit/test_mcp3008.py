"""Analogue pads on an MCP3008: gpiozero's own driver and bus, a mock of the chip, and the table's pins above it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hand_table import HandTable
from pi_header import PiHeader
from touchjudge.adapters.gpio_pins import GpioPins
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.mcp3008 import AdcPads
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.cli.tables import table_parts
from touchjudge.errors import ConfigError, LinkError
from touchjudge.ports import EdgesArrived
from touchjudge.session.places import Places
from touchjudge.timing.force import ForcePads
from touchjudge.timing.hysteresis import FIRST, PadState

mock: Any = pytest.importorskip(
    "gpiozero.pins.mock", reason="gpiozero is not installed: pip install 'touchjudge[gpio]'"
)
REST, PRESSED, NOISE = 60, 700, 30  # of 1,023


class Chip(mock.MockSPIDevice):  # type: ignore[misc]
    """An MCP3008 on SPI 0: start, single-ended, three bits of channel in; null, ten bits out.

    Ref: its data sheet, section 6.1.
    """

    def __init__(self, factory: Any) -> None:
        super().__init__("GPIO11", "GPIO10", "GPIO9", "GPIO8", pin_factory=factory)
        self.values = [REST] * 8
        self.gone = False

    def on_bit(self) -> None:
        begun = self.rx_buf[self.rx_buf.index(1) :] if 1 in self.rx_buf else []
        if len(begun) == 6 and not self.gone:  # the sixth clock samples; the null bit and the result follow
            channel = begun[2] << 2 | begun[3] << 1 | begun[4]
            self.tx_word(self.values[channel], 11)


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Iterator[PiHeader]:
    header = PiHeader()
    # The bus that gpiozero makes of plain pins asks for the factory of all devices.
    monkeypatch.setattr("gpiozero.Device.pin_factory", header)
    yield header
    header.close()


def sampled(pads: AdcPads, header: PiHeader, rounds: int = 1) -> None:
    before = None
    for _ in range(rounds):
        header.now_s += 0.001
        before = pads.sample(before)


def test_the_channels_are_read_by_gpiozeros_driver_and_never_swap(header: PiHeader) -> None:
    chip = Chip(header)
    pads = AdcPads(header, [0, 1, 2], on=16_000, off=12_000)
    sampled(pads, header, FIRST + 1)
    for line, pin in pads.pins.items():
        chip.values[line] = PRESSED
        sampled(pads, header, 2)
        assert [pad.state for pad in pads.pins.values()] == [other == line for other in pads.pins]
        chip.values[line] = REST
        sampled(pads, header, 2)
        assert not pin.state


def test_one_wild_sample_noise_and_the_first_samples_are_no_press(header: PiHeader) -> None:
    chip = Chip(header)
    chip.values[0] = 1_023
    pads = AdcPads(header, [0], on=16_000, off=12_000)
    sampled(pads, header, FIRST)
    for value in (REST, REST + NOISE, REST, PRESSED, REST, REST - NOISE, PRESSED, REST):
        chip.values[0] = value
        sampled(pads, header)
        assert not pads.pins[0].state


def test_rest_follows_warmth_and_a_hand_that_lay_there_at_the_start_goes_unfelt() -> None:
    pad = PadState(on=16_000, off=12_000)
    for _ in range(FIRST + 5):
        pad = pad.take(50_000)
    assert not pad.pressed
    for _ in range(40):
        pad = pad.take(2_000)
    assert pad.take(30_000).take(30_000).pressed
    for warm in range(2_000, 40_000):
        pad = pad.take(warm)
    assert not pad.pressed, "19 times the threshold in slow warmth"


def test_presses_reach_the_table_as_edges_with_the_bound_of_the_sampling(header: PiHeader) -> None:
    chip = Chip(header)
    pads = AdcPads(header, [0], on=16_000, off=12_000)
    clock = SystemClock()
    inbox = QueueInbox(clock)
    source = GpioPins(
        clock,
        header,
        boot_id="boot",
        lines={0: "target1", 3: "reveal"},
        analogue=pads.pins,
        analogue_bound_us=lambda: pads.bound_us,
    )
    source.start(inbox)
    try:
        sampled(pads, header, FIRST + 1)
        chip.values[0] = PRESSED
        header.now_s += 0.003
        sampled(pads, header, 3)
        arrived = next(each for each in iter(lambda: inbox.wait(None), None) if isinstance(each, EdgesArrived))
        assert [edge.levels for edge in arrived.edges] == [0b1]
        assert arrived.stamp_bound_us == max(500, pads.bound_us)
        table = HandTable()
        table.start()
        table.tell(do="reveal")
        table.running.take(arrived)
        assert table.told()[-1]["spot"] == "mushroom"
    finally:
        source.stop()


def test_a_pause_between_two_samples_is_the_bound_until_it_is_long_ago(header: PiHeader) -> None:
    Chip(header)
    pads = AdcPads(header, [0], on=16_000, off=12_000)
    before = pads.sample(None)
    header.now_s += 0.04
    before = pads.sample(before)
    assert pads.bound_us == 40_000
    for _ in range(1_000):
        header.now_s += 0.002
        before = pads.sample(before)
    assert pads.bound_us == 2_000


def test_a_bus_that_is_not_there_is_said_with_what_to_do(header: PiHeader) -> None:
    with pytest.raises(LinkError, match=r"SPI 0\.7 .* raspi-config"):
        AdcPads(header, [0], on=16_000, off=12_000, device=7)


def test_a_converter_that_fails_breaks_its_pads_alone(header: PiHeader) -> None:
    Chip(header)
    pads = AdcPads(header, [0], on=16_000, off=12_000)

    class Failing:
        @property
        def value(self) -> float:
            raise OSError("no answer on the bus")

    pads.pins[0]._device = Failing()
    sampled(pads, header)
    with pytest.raises(OSError, match="no answer"):
        _ = pads.pins[0].state


def test_seats_that_lie_on_the_bus_are_refused_by_name_before_any_pin_is_touched(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"lines 6 to 9: give seat1, seat2 other lines in \[boards.gpio\]"):
        table_parts(
            "gpio",
            "",
            seed=None,
            speed=1.0,
            boots=0,
            have={},
            places=Places(force=ForcePads(lines=1)),
            journal=tmp_path / "journal",
        )
