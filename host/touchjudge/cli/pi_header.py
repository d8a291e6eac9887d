"""``--table gpio``: the Raspberry Pi's own header with its pads, buttons, analogue pads, lights and buzzer."""

from collections.abc import Mapping

from touchjudge.adapters import gpio_pins
from touchjudge.adapters.gpio_lights import GpioLights
from touchjudge.adapters.gpio_pins import CHIP_ID, GpioPins
from touchjudge.adapters.inbox import QueueInbox
from touchjudge.adapters.machine import host_boot_id
from touchjudge.adapters.mcp3008 import BUS_LINES, AdcPads
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.adapters.table_file import HeaderPart
from touchjudge.cli.tables import LINES, SIGNAL_TONE, TableParts
from touchjudge.errors import ConfigError
from touchjudge.ports import Board, Warned
from touchjudge.session.places import Places
from touchjudge.timing.force import ForcePads


def header_parts(have: Mapping[Board, int], places: Places, header: HeaderPart) -> TableParts:
    """The parts of a table on the header.

    Raises:
        ConfigError: a place lies on the bus of the analogue pads.
        LinkError: there are no pins here, or no converter.
    """
    wired = {line: place for line in range(LINES) if not (place := places.place(CHIP_ID, line)).startswith("spare")}
    force = places.force_pads(CHIP_ID) or ForcePads()
    if force.lines:
        _refuse_on_the_bus(wired)
    clock, factory = SystemClock(), gpio_pins.pin_factory()
    adc = AdcPads(factory, force.enabled, on=force.on, off=force.off)
    pins = GpioPins(
        clock,
        factory,
        boot_id=host_boot_id(),
        lines=wired,
        inverted=places.invert(CHIP_ID),
        have=have,
        analogue=adc.pins,
        analogue_bound_us=lambda: adc.bound_us,
    )
    lights = GpioLights(factory, lights=header.lights, buzzer=header.buzzer)
    inbox = QueueInbox(clock)
    for gpio, why in lights.broken.items():
        sentence = f"The light or buzzer on GPIO{gpio} cannot be used ({why}); the table goes on."
        inbox.put(Warned(f"light {gpio}", sentence))
    adc.start()

    def let_go() -> None:
        adc.stop()
        lights.close()

    return TableParts(
        inbox, pins, clock, feels=True, signal=lambda: lights.tone(*SIGNAL_TONE), lights=lights, darken=let_go
    )


def _refuse_on_the_bus(wired: Mapping[int, str]) -> None:
    taken = [wired[line] for line in BUS_LINES if line in wired]
    if taken:
        raise ConfigError(
            f"analogue pads on the Pi's header come over SPI 0, which is lines {BUS_LINES[0]} to {BUS_LINES[-1]}: give"
            f" {', '.join(taken)} other lines in [boards.{CHIP_ID}] of the table file"
        )
