"""Analogue pads of the real firmware on an emulated Pico: ADC, FIFO and DMA, through USB and the host's link.

The main loop is busy and collects garbage in every fourth turn; the first eight readings after the ADC has started are
nonsense, and no reading is without noise.
"""

import binascii
from collections.abc import Iterator
from random import Random

import pytest

import tjwire
from emulated.busy import BUSY
from emulated.hosts import Host
from emulated.rig import FIRMWARE, EmulatedPico
from touchjudge.adapters.pico_link import open_serial
from touchjudge.timing.edges import Edge

pytestmark = [pytest.mark.emulated, pytest.mark.timeout(900)]

REST = (90, 120, 150)
MS = 1_000_000
ADC_FOR_EVER = 1 << 3
ADC_FIFO = 0x4004C00C
DMA_ON = 1


def settings(**others: str) -> str:
    """What a board keeps whose three analogue pads are enabled."""
    usual = {"invert": "ffff", "enable": "7ffff", "force_on": "3e80", "force_off": "2ee0", "name": "pads"}
    body = "".join(["touchjudge 1\n", *(f"{name} {value}\n" for name, value in (usual | others).items())])
    return f"{body}{binascii.crc32(body.encode()):08x}\n"


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    files = {"main.py": BUSY, "start.py": (FIRMWARE / "main.py").read_text(), "settings": settings()}
    with EmulatedPico(tmp_path_factory.mktemp("pico"), files=files) as pico:
        pico.drive_adc([(0, number, value) for number, value in enumerate(REST)])
        yield pico


@pytest.fixture(scope="module")
def host(pico: EmulatedPico) -> Iterator[Host]:
    with Host(pico) as host:
        host.until_phase("connected", 8_000)
        yield host


def felt(host: Host, count: int) -> list[Edge]:
    """So many edges and steps from here on."""
    before = len(host.edges)
    return host.until_edges(before + count)[before:]


def steps(edges: list[Edge]) -> list[tuple[int, int]]:
    return [(edge.step.line, edge.step.hands) for edge in edges if edge.step is not None]


def test_br024_nonsense_of_the_first_readings_is_no_press(pico: EmulatedPico, host: Host) -> None:
    pico.run_ms(40)
    host.take()
    assert host.edges == []


def test_every_channel_is_sampled_exactly_five_thousand_times_a_second(pico: EmulatedPico, host: Host) -> None:
    def moved() -> int:
        return sum(channel._trans_count_reload - channel._trans_count for channel in samplers(pico))

    def look() -> tuple[float, int, list[int]]:
        return pico._mcu.timer._micros(), moved(), list(pico.adc_taken)

    began_us, moved_before, taken_before = pico.call(look)
    pico.run_ms(60)
    ended_us, moved_after, taken_after = pico.call(look)
    due = (ended_us - began_us) / 200
    for before, after in zip(taken_before[:3], taken_after[:3], strict=True):
        assert abs(after - before - due) <= 1
    assert taken_after[3:] == [0, 0]
    # All of them were moved, none twice: the count is the number of the sample.
    assert abs(moved_after - sum(taken_after)) <= 1
    assert abs(moved_before - sum(taken_before)) <= 1


def test_onset_hands_and_release_are_stamped_within_half_a_millisecond(pico: EmulatedPico, host: Host) -> None:
    chance = Random(3)
    moves, wanted = [], []
    at_ns = 5 * MS
    for turn in range(4):
        pad = turn % 3
        for value, hands in ((1500 + 100 * pad, 1), (2300 + 100 * pad, 2), (REST[pad], 0)):
            moves.append((at_ns, pad, value))
            wanted.append((pad, hands))
            at_ns += 43 * MS + chance.randrange(MS) if hands else 2 * MS + chance.randrange(MS)
    times_us = pico.drive_adc(moves)
    edges = felt(host, len(moves))
    assert steps(edges) == wanted
    errors = [edge.device_us - time_us for edge, time_us in zip(edges, times_us, strict=True)]
    assert max(map(abs, errors)) <= 500, errors
    # What is said of them in docs/pads.md.
    assert max(map(abs, errors)) <= 250, errors


def test_br024_channels_never_swap_and_three_hands_at_once_are_three(pico: EmulatedPico, host: Host) -> None:
    pattern = (1400, 2200, 3000)
    down = [(5.0 * MS, pad, value) for pad, value in enumerate(pattern)]
    up = [(25.0 * MS, pad, value) for pad, value in enumerate(REST)]
    pico.drive_adc([*down, *up])
    edges = felt(host, 6)
    values = {edge.step.line: edge.step.value >> 4 for edge in edges[:3] if edge.step is not None}
    assert all(abs(values[pad] - value) <= 2 * pico.adc_noise for pad, value in enumerate(pattern)), values
    assert (edges[2].levels, edges[-1].levels) == (0b111, 0)
    assert sorted(steps(edges[3:])) == [(0, 0), (1, 0), (2, 0)]


def test_steps_and_edges_come_in_the_order_of_their_times(pico: EmulatedPico, host: Host) -> None:
    # A button is pressed half a millisecond before each hand and let go as long after it, when three samples have just
    # agreed that there was a hand.
    hands = [(10.0 * MS, 0, 2000), (20.0 * MS, 0, REST[0]), (30.0 * MS, 1, 2000), (40.0 * MS, 1, REST[1])]
    pico.drive_adc(hands)
    pico.drive([(at_ns + late_ns, 9, late_ns < 0) for at_ns, _, _ in hands for late_ns in (-0.5 * MS, 0.5 * MS)])
    edges = felt(host, 3 * len(hands))
    stamps = [edge.device_us for edge in edges]
    assert stamps == sorted(stamps)
    assert [edge.step is not None for edge in edges] == [False, True, False] * len(hands)


def test_br021_an_open_input_that_mirrors_its_neighbour_is_no_pad(pico: EmulatedPico, host: Host) -> None:
    pico.adc_open = {1}
    host.link.unmute(0b111)  # whoever asks to listen again has the inputs looked at
    host.until(lambda: host.links[-1].facts["muted_lines"] == 0b010, "the muted line", 1_000)
    pico.drive_adc([(5.0 * MS, 0, 3000), (30.0 * MS, 0, REST[0])])
    assert steps(felt(host, 2)) == [(0, 1), (0, 0)]
    pico.adc_open = set()
    host.link.unmute(0b111)
    host.until(lambda: host.links[-1].facts["muted_lines"] == 0, "no muted line", 2_000)
    pico.drive_adc([(5.0 * MS, 1, 3000), (30.0 * MS, 1, REST[1])])
    assert steps(felt(host, 2)) == [(1, 1), (1, 0)]


def samplers(pico: EmulatedPico) -> list[object]:
    """The DMA channels that move samples of the ADC."""
    return [
        each for each in pico._mcu.dma.channels if each._read_addr == ADC_FIFO and each._ctrl & DMA_ON and each.active
    ]


def test_bye_stops_the_adc_and_its_dma(pico: EmulatedPico, host: Host) -> None:
    assert len(pico.call(lambda: samplers(pico))) == 1
    host.link.stop()
    port = open_serial(pico.port)
    port.write(tjwire.encode(tjwire.Bye(1)))
    pico.until(lambda: not pico._mcu.adc.cs & ADC_FOR_EVER, "the end of sampling", 3_000)
    pico.until(lambda: not samplers(pico), "the end of the DMA", 500)
    port.close()
    taken = list(pico.adc_taken)
    pico.run_ms(5)
    assert [after - before for after, before in zip(pico.adc_taken, taken, strict=True)] == [0] * 5
