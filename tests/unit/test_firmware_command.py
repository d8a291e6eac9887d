"""`firmware install` and `firmware info` as a person types them, on a board with MicroPython's prompts; refusals."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

import tjwire
from commands import touchjudge
from need import ROOT
from raw_repl import RawReplBoard
from touchjudge.adapters.firmware_install import drives_waiting, own_firmware
from touchjudge.adapters.pico_link import Port, PortFound, open_serial
from touchjudge.cli import firmware

NEW = own_firmware()
SETTINGS = b"touchjudge 1\ninvert 3\nname kitchen\n"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[RawReplBoard]:
    with RawReplBoard(tmp_path / "board", files={"/settings": SETTINGS}) as board:
        yield board


def one_sentence(said: str) -> str:
    assert said.startswith("touchjudge: ")
    assert said.count("\n") == 1
    return said


@pytest.mark.micropython
def test_board_at_its_prompt_gets_the_firmware_and_says_what_it_is_before_and_after(board: RawReplBoard) -> None:
    before = touchjudge("firmware", "info", "--port", board.port)
    assert before.status == 0
    assert "Raspberry Pi Pico with RP2040, chip e6614103e7452d30" in before.out
    assert "firmware     none: the board has no firmware of ours: run `touchjudge firmware install`" in before.out
    assert "MicroPython  MicroPython 1.23.0," in before.out

    done = touchjudge("firmware", "install", "--port", board.port)
    assert done.status == 0
    assert f"runs firmware {NEW.version} now (it had none), on MicroPython 1.23.0" in done.out
    assert f"{len(NEW.files)} files sent, 0 were right already" in done.out

    after = touchjudge("firmware", "info", "--port", board.port)
    assert f"firmware     {NEW.version}, wire protocol {tjwire.PROTOCOL}: as this program's" in after.out
    assert "board        unix, chip pad-a" in after.out
    assert "0 wait for a table" in after.out
    assert "clock        known to " in after.out
    assert "MicroPython  not asked while the firmware runs" in after.out

    files = json.loads(touchjudge("firmware", "info", "--port", board.port, "--files", "--json").out)
    assert (files["match"], files["files_unlike"], files["running"]) == ("same", 0, True)
    assert files["micropython"] == "MicroPython 1.23.0"
    assert files["settings"] == {"invert": "3", "name": "kitchen"}

    again = json.loads(touchjudge("firmware", "install", "--port", board.port, "--json").out)
    assert (again["sent"], again["same"], again["before"]) == (0, len(NEW.files), NEW.version)


@pytest.mark.micropython
@pytest.mark.parametrize(
    ("version", "protocol", "match", "says"),
    [
        ("0.0.9", 1, "older", "this program brings"),
        ("0.10.0", 1, "newer", "install a newer touchjudge, or run `touchjudge firmware install` --older"),
        (NEW.version, 2, "newer", "install a newer touchjudge"),
        (NEW.version, 0, "older", "run `touchjudge firmware install`"),
    ],
)
def test_older_or_newer_board_is_told_what_to_do(
    tmp_path: Path, version: str, protocol: int, match: str, says: str
) -> None:
    files = {
        path: content.replace(f'VERSION = "{NEW.version}"'.encode(), f'VERSION = "{version}"'.encode()).replace(
            b"PROTOCOL = 1", b"PROTOCOL = %d" % protocol
        )
        for path, content in NEW.files.items()
    }
    with RawReplBoard(tmp_path, files=files) as board:
        told = json.loads(touchjudge("firmware", "info", "--port", board.port, "--json").out)
    assert (told["firmware"], told["protocol"], told["match"]) == (version, protocol, match)
    assert says in told["say"]


@pytest.mark.micropython
def test_board_with_the_files_that_was_kept_out_of_its_program_says_so_and_stays_at_its_prompt(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path, files=NEW.files, levels="10") as board:
        told = json.loads(touchjudge("firmware", "info", "--port", board.port, "--json").out)
        assert (told["match"], told["running"], told["firmware"]) == ("stopped", False, NEW.version)
        assert told["protocol"] is None
        assert board.said.count(b"OK was held") == 1, "it was not started again"


@pytest.mark.micropython
def test_changed_file_is_found_by_its_hash(tmp_path: Path) -> None:
    files = {**NEW.files, "/pads/lights.py": NEW.files["/pads/lights.py"] + b"\n# mine\n"}
    with RawReplBoard(tmp_path, files=files) as board:
        assert "1 of its files are not" in touchjudge("firmware", "info", "--port", board.port, "--files").out


@pytest.mark.micropython
@pytest.mark.parametrize("command", ["install", "info", "monitor"])
def test_busy_port_is_one_sentence_with_its_holder(board: RawReplBoard, command: str) -> None:
    with serial.Serial(board.port, exclusive=True):
        refused = touchjudge("firmware", command, "--port", board.port)
    assert refused.status == 2
    assert "is held by" in one_sentence(refused.said)


@pytest.mark.micropython
def test_wrong_kind_of_board_is_one_sentence_and_status_2(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path, platform="esp32", machine="ESP32 with ESP32") as board:
        refused = touchjudge("firmware", "install", "--port", board.port)
        told = json.loads(touchjudge("firmware", "info", "--port", board.port, "--json").out)
    assert refused.status == 2
    assert "the firmware runs on a Raspberry Pi Pico" in one_sentence(refused.said)
    assert (told["match"], told["firmware"]) == ("unfit", None)
    assert "the firmware runs on a Raspberry Pi Pico" in told["say"]


@pytest.mark.micropython
def test_ctrl_c_amid_an_installation_is_one_sentence_and_the_old_firmware_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {path: content.replace(b'VERSION = "0.', b'VERSION = "0.0.') for path, content in NEW.files.items()}
    files["/pads/lights.py"] += b"# otherwise\n"

    def interrupted(path: str, *, write_wait_s: float) -> InterruptedPort:
        return InterruptedPort(open_serial(path, write_wait_s=write_wait_s), 60)

    monkeypatch.setattr(firmware, "open_serial", interrupted)
    with RawReplBoard(tmp_path, files=files) as board:
        stopped = touchjudge("firmware", "install", "--port", board.port)
        assert stopped.status == 2
        assert "the installation was interrupted" in one_sentence(stopped.said)
        monkeypatch.undo()
        told = json.loads(touchjudge("firmware", "info", "--port", board.port, "--json").out)
        assert (told["running"], told["firmware"]) == (True, f"0.{NEW.version}")


class InterruptedPort:
    """A port at which somebody presses Ctrl-C with the host's write of this number."""

    def __init__(self, port: Port, number: int) -> None:
        self._port = port
        self._left = number

    def read(self) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> None:
        self._port.write(data)
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt

    def close(self) -> None:
        self._port.close()


@pytest.mark.parametrize("command", ["install", "info", "monitor"])
@pytest.mark.parametrize(
    ("found", "drives", "port", "says"),
    [
        ([], [], None, "hold BOOTSEL, plug it in, and copy the file from https://micropython.org/download/RPI_PICO"),
        (
            [],
            [("RPI-RP2", "https://micropython.org/download/RPI_PICO")],
            None,
            "as the drive RPI-RP2, so it has no Micro",
        ),
        (
            ["/dev/ttyACM0", "/dev/ttyACM1"],
            [],
            None,
            "Picos are on /dev/ttyACM0 and /dev/ttyACM1; name one with --port",
        ),
        (["/dev/ttyACM0"], [], "/dev/ttyACM7", "there is no port /dev/ttyACM7; a Pico is on /dev/ttyACM0"),
    ],
)
def test_no_board_or_too_many_is_one_sentence_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    found: list[str],
    drives: list[tuple[str, str]],
    port: str | None,
    says: str,
) -> None:
    monkeypatch.setattr(firmware, "find_picos", lambda: [PortFound(path) for path in found])
    monkeypatch.setattr(firmware, "drives_waiting", lambda: drives)
    refused = touchjudge("firmware", command, *(["--port", port] if port else []))
    assert refused.status == 2
    assert says in one_sentence(refused.said)


def test_boards_that_are_drives_are_found_by_their_usb_ids(tmp_path: Path) -> None:
    for name, vendor, product in [
        ("1-1", "2E8A", "0003"),
        ("1-2", "2e8a", "000f"),
        ("1-3", "2e8a", "0005"),
        ("2-1", "", ""),
    ]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(vendor + "\n")
        (tmp_path / name / "idProduct").write_text(product + "\n")
    (tmp_path / "usb1").mkdir()
    assert [drive for drive, _ in drives_waiting(tmp_path)] == ["RPI-RP2", "RP2350"]
    assert drives_waiting(tmp_path / "elsewhere") == []


def test_what_the_links_sentences_advise_is_a_command_that_is_there() -> None:
    sentences = [path.read_text() for path in (ROOT / "host" / "touchjudge").rglob("*.py")]
    assert sum("`touchjudge firmware install`" in text for text in sentences) >= 3
    assert touchjudge("firmware", "install", "--help").status == 0
