"""Lights and a buzzer on the Pi's header, on gpiozero's own mock pins."""

from collections.abc import Callable
from typing import Any

import pytest

from touchjudge.adapters.gpio_lights import GpioLights

mock: Any = pytest.importorskip(
    "gpiozero.pins.mock", reason="gpiozero is not installed: pip install 'touchjudge[gpio]'"
)


class Later:
    """A timer that the test lets run off."""

    def __init__(self) -> None:
        self.waits: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, act: Callable[[], None]) -> "Later":
        self.waits = [(seconds, act)]
        return self

    def cancel(self) -> None:
        self.waits = []


@pytest.fixture
def factory() -> Any:
    return mock.MockFactory(pin_class=mock.MockPWMPin)


def test_each_seat_has_its_pin_and_a_seat_without_one_shows_nothing(factory: Any) -> None:
    lights = GpioLights(factory, lights=[20, 21], buzzer=None)
    assert lights.light(2, "on")
    assert (factory.pin("GPIO20").state, factory.pin("GPIO21").state) == (0, 1)
    assert lights.light(2, "off")
    assert factory.pin("GPIO21").state == 0
    assert lights.light(7, "on")
    assert lights.tone(440, 100)
    lights.close()


@pytest.mark.parametrize("pattern", ["blink", "pulse"])
def test_a_moving_pattern_moves_until_the_next_one(factory: Any, pattern: str) -> None:
    lights = GpioLights(factory, lights=[20], buzzer=None)
    lights.light(1, pattern)
    light = lights._lights[1]
    assert light._blink_thread is not None
    lights.light(1, "off")
    assert light._blink_thread is None
    assert light.value == 0
    lights.close()


def test_a_tone_sounds_as_long_as_was_asked_and_the_next_one_replaces_it(factory: Any) -> None:
    later = Later()
    lights = GpioLights(factory, lights=[], buzzer=19, later=later)
    pin = factory.pin("GPIO19")
    lights.tone(880, 250)
    assert pin.frequency == pytest.approx(880, abs=1)
    lights.tone(1_000_000, 100)
    assert pin.frequency == pytest.approx(7_000, abs=30)
    ((seconds, silence),) = later.waits
    assert seconds == 0.1
    silence()
    assert pin.frequency is None
    lights.tone(0, 100)
    assert pin.frequency is None
    lights.close()


def test_a_pin_that_cannot_be_used_is_named_and_the_others_shine(factory: Any) -> None:
    factory.pin("GPIO21").close()
    taken = GpioLights(factory, lights=[20], buzzer=None)
    lights = GpioLights(factory, lights=[20, 22], buzzer=None)
    assert list(lights.broken) == [20]
    lights.light(1, "on")
    lights.light(2, "on")
    assert factory.pin("GPIO22").state == 1
    lights.close()
    taken.close()
