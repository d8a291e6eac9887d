"""The firmware comes onto an emulated Pico over its console: stock MicroPython's own prompts, flash and soft reset.

Ten cuts are made on a firmware that is small, since hashing and compiling take the emulation long; the real one is
installed once. Waits are measured on the wall's clock: at its prompt the emulated board's time runs far ahead.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from emulated import rig
from emulated.rig import HUNG_S, EmulatedPico, compiled
from touchjudge.adapters.firmware_install import Bundle, Patience, Step, install, own_firmware
from touchjudge.adapters.firmware_install.facts import at_prompt
from touchjudge.adapters.firmware_install.greeting import greet
from touchjudge.adapters.pico_link import Port, open_serial
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.errors import LinkError

pytestmark = [pytest.mark.emulated, pytest.mark.timeout(3000)]

S = 1_000_000_000
PATIENCE = Patience(
    hello_ns=round(HUNG_S * S), again_ns=15 * S, bye_ns=120 * S, answer_ns=120 * S, start_ns=round(HUNG_S * S)
)

# Says hello by itself and when asked, and ends by bye; nothing else.
SMALL = b'''"""A firmware of touchjudge that only says who it is."""

import binascii
import sys

import pads


def say(body):
    sys.stdout.write("!%s*%08x\\n" % (body, binascii.crc32(body.encode())))


def hello():
    say("hello 1 %s pico e66a 0011223344556677 ffff 0 0" % pads.VERSION)


def main():
    hello()
    while True:
        line = sys.stdin.readline()
        if "!hi " in line:
            hello()
        elif "!bye " in line:
            say("did %s bye" % line.split("!bye ")[1].split("*")[0])
            return


main()
'''


def small(version: str, **others: bytes) -> Bundle:
    files = {
        "/main.py": SMALL,
        "/pads/__init__.py": f'VERSION = "{version}"\n'.encode(),
        "/lib/tjwire/part.py": b"A = 1\n",
    }
    return Bundle(files | {f"/pads/{name}.py": content for name, content in others.items()}, version)


ONE = small("0.1.0", here=b"HERE = 1\n", both=b"BOTH = 1\n" * 200)
OTHER = small("0.2.0", there=b"THERE = 1\n", both=b"BOTH = 2\n" * 200)


class PowerGoes:
    """A port; with the host's write of this number the board loses its power. 0: it keeps it."""

    def __init__(self, pico: EmulatedPico, port: Port, number: int = 0) -> None:
        self._pico = pico
        self._port = port
        self._number = number
        self.writes = 0

    def read(self) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> None:
        self.writes += 1
        self._port.write(data)
        if self.writes == self._number:
            self._pico.cut_power()
            raise LinkError("the power went")

    def close(self) -> None:
        self._port.close()


def put_on(pico: EmulatedPico, bundle: Bundle) -> int:
    """Install; how often the host wrote."""
    with closing(PowerGoes(pico, open_serial(pico.port, write_wait_s=HUNG_S))) as port:
        done = install(port, SystemClock(), pico.port, bundle, older=True, patience=PATIENCE)
        assert done.hello.firmware == bundle.version
        return port.writes


def who_talks(pico: EmulatedPico) -> str | None:
    """The version that the board says by itself or when asked; ``prompt`` where it stands at its prompt."""
    with closing(open_serial(pico.port, write_wait_s=HUNG_S)) as port:
        heard = greet(port, SystemClock(), PATIENCE)
    return heard.hello.firmware if heard.hello else "prompt" if heard.at_prompt else None


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    """A board with nothing but the settings of a firmware that was there once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rig, "FIRMWARE", tmp_path_factory.mktemp("no_files"))
        pico = EmulatedPico(tmp_path_factory.mktemp("pico"), files={"settings": "kept\n"})
    with pico:
        yield pico


def test_power_that_goes_at_ten_moments_leaves_a_board_that_says_who_it_is_and_the_next_run_ends_it(
    pico: EmulatedPico,
) -> None:
    assert who_talks(pico) == "prompt"
    put_on(pico, OTHER)
    writes = put_on(pico, ONE)
    before, after = ONE, OTHER
    for point in range(10):
        if point < 6:
            # Amid what the host sends, from the first hi to the rename that decides.
            number = 2 + (writes - 5) * point // 5
            with (
                closing(PowerGoes(pico, open_serial(pico.port, write_wait_s=HUNG_S), number)) as port,
                pytest.raises(LinkError, match="the power went"),
            ):
                install(port, SystemClock(), pico.port, after, older=True, patience=PATIENCE)
        else:
            # While the board moves the files by itself.
            cut_while_starting(pico, after, ms=(1, 8, 25, 60)[point - 6])
        assert who_talks(pico) in (before.version, after.version), point
        put_on(pico, after)
        before, after = after, before
    assert files_of(pico) == {**before.files, "/settings": b"kept\n"}


def cut_while_starting(pico: EmulatedPico, bundle: Bundle, *, ms: float) -> None:
    def tell(step: Step) -> None:
        if step.stage == "starting":
            raise Starting

    with closing(open_serial(pico.port, write_wait_s=HUNG_S)) as port:
        with pytest.raises(Starting):
            install(port, SystemClock(), pico.port, bundle, older=True, patience=PATIENCE, tell=tell)
        said = len(pico.console)
        port.write(b"\r\x02")
        port.write(b"\x04")
        pico.until(lambda: b"soft reboot" in pico.console[said:], "the board's start", 1e9)
        pico.run_ms(ms)
        pico.cut_power()


class Starting(Exception):
    """The host is gone just before it starts the board."""


def files_of(pico: EmulatedPico) -> dict[str, bytes]:
    """All files on the board, read over its prompt; then it is started again."""
    found = {}
    with closing(open_serial(pico.port, write_wait_s=HUNG_S)) as port:
        heard = greet(port, SystemClock(), PATIENCE)
        prompt = at_prompt(port, SystemClock(), pico.port, heard, PATIENCE)
        program = (
            "import os\ndef walk(path):\n for name, kind, *_ in os.ilistdir(path or '/'):\n  at = path + '/' + name\n"
            "  if kind & 0x4000:\n   walk(at)\n  else:\n   with open(at, 'rb') as f:\n    print(repr((at, f.read())))\n"
            "walk('')\n"
        )
        for row in prompt.run(program, "list its files").splitlines():
            path, content = eval(row)
            found[path] = content
        prompt.leave()
    return found


def test_real_firmware_is_told_bye_replaced_and_started(tmp_path: Path) -> None:
    own = own_firmware()
    # Compiled here, as the board would do it: that takes the emulation minutes.
    files = {}
    for path, content in own.files.items():
        code = compiled(tmp_path, path[1:], content.decode()) if path not in ("/main.py", "/pads/__init__.py") else None
        files[path if code is None else path[:-3] + ".mpy"] = content if code is None else code
    bundle = Bundle(files, own.version)
    with EmulatedPico(tmp_path / "board", files={"pads/__init__.py": 'VERSION = "0.0.9"\n'}) as pico:
        with closing(open_serial(pico.port, write_wait_s=HUNG_S)) as port:
            done = install(port, SystemClock(), pico.port, bundle, patience=PATIENCE)
        assert (done.hello.firmware, done.hello.board, done.hello.chip_id) == (own.version, "pico", "e6614103e7452d30")
        assert done.interpreter.shown == "MicroPython 1.23.0"
        assert b"did 10000 bye" in pico.console
        with suppress(ValueError):
            pytest.fail(f"the firmware ended by an error: {bytes(pico.console[pico.console.index(b'Traceback') :])!r}")
        # The files that are the same as before were not sent.
        assert done.sent <= 3
