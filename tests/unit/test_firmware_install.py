"""The firmware comes onto a board with MicroPython's prompts and a real littlefs, and a cut at any write is mended.

The real firmware runs on it. A cut is a power cut amid a write or an erase of a block: half of it is there.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import tjwire
from raw_repl import RawReplBoard
from touchjudge.adapters.firmware_install import (
    Bundle,
    Installed,
    Patience,
    Step,
    install,
    is_newer,
    look,
    own_firmware,
)
from touchjudge.adapters.firmware_install.facts import at_prompt
from touchjudge.adapters.firmware_install.greeting import greet
from touchjudge.adapters.firmware_install.programs import MOVER_TEXT, STAGED
from touchjudge.adapters.pico_link import Port
from touchjudge.adapters.system_clock import SystemClock
from touchjudge.errors import ConfigError, LinkError

pytestmark = pytest.mark.micropython

NEW = own_firmware()
# So much that a busy machine decides nothing; what a board has to say it says at once.
S = 1_000_000_000
PATIENCE = Patience(hello_ns=30 * S, again_ns=2 * S, bye_ns=30 * S, answer_ns=60 * S, start_ns=120 * S)
# For a board that stands in the middle of what was pasted: it says nothing, which is waited for to the end.
AT_RAW_PROMPT = replace(PATIENCE, hello_ns=S)

VERSION_FILE = "/pads/__init__.py"
SETTINGS = b"touchjudge 1\ninvert 3\nname kitchen\n"
MINE = b"# somebody's own\n"


def with_version(version: str, files: Mapping[str, bytes] = NEW.files) -> dict[str, bytes]:
    own = files[VERSION_FILE].replace(f'"{NEW.version}"'.encode(), f'"{version}"'.encode())
    return {**files, VERSION_FILE: own}


# An older firmware that works: two modules are otherwise, one is gone by now, one was in another place.
OLD = {
    **with_version("0.0.9"),
    "/pads/lights.py": NEW.files["/pads/lights.py"] + b"\n# as it was before\n",
    "/pads/dimmer.py": b"LEVEL = 3\n",
    "/pads/old/__init__.py": b"",
    "/pads/old/thing.py": b"THING = 1\n",
    "/settings": SETTINGS,
    "/mine.py": MINE,
    "/lib/mine.py": MINE,
}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[RawReplBoard]:
    with RawReplBoard(tmp_path / "board", files=OLD) as board:
        yield board


def put_on(board: RawReplBoard, bundle: Bundle = NEW, *, patience: Patience = PATIENCE, **options: object) -> Installed:
    with closing(board.open()) as port:
        return install(port, SystemClock(), board.port, bundle, patience=patience, **options)  # type: ignore[arg-type]


def is_as_new(board: RawReplBoard) -> None:
    """Whether all files are the new firmware's, others as they were, and nothing is left lying about."""
    board.kill()
    kept = {path: content for path, content in OLD.items() if path in ("/settings", "/mine.py", "/lib/mine.py")}
    assert board.files() == {**NEW.files, **kept}


def who_talks(board: RawReplBoard) -> str:
    """The version of the firmware that says hello, or ``prompt``."""
    with closing(board.open()) as port:
        facts = look(port, SystemClock(), board.port, NEW, patience=PATIENCE)
    return facts.hello.firmware if facts.hello else "prompt" if facts.interpreter else "nobody"


def test_older_firmware_becomes_the_new_one_and_what_is_not_the_firmwares_stays(board: RawReplBoard) -> None:
    board.power_up()
    steps: list[Step] = []
    done = put_on(board, tell=steps.append)
    assert (done.hello.firmware, done.hello.protocol, done.before) == (NEW.version, tjwire.PROTOCOL, "0.0.9")
    assert done.interpreter.shown == "MicroPython 1.23.0"
    assert (done.sent, done.dropped) == (3, 4)  # two files, and main.py with them; two files and two of a folder
    assert done.sent + done.same == len(NEW.files)
    assert [step.stage for step in steps if step.stage != "sending"] == ["greeting", "looking", "starting"]
    sent = [step for step in steps if step.stage == "sending"]
    assert (sent[0].done_bytes, sent[-1].done_bytes) == (0, sent[0].all_bytes)
    assert [step.done_bytes for step in sent] == sorted(step.done_bytes for step in sent)
    is_as_new(board)


def test_second_time_nothing_is_written(board: RawReplBoard) -> None:
    board.power_up()
    put_on(board)
    board.kill()
    flash = (Path(board.port).parent / "flash.img").read_bytes()
    board.power_up()
    done = put_on(board)
    assert (done.sent, done.same, done.dropped, done.before) == (0, len(NEW.files), 0, NEW.version)
    board.kill()
    assert (Path(board.port).parent / "flash.img").read_bytes() == flash


def test_board_with_nothing_but_micropython_becomes_a_board_of_ours(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path) as board:
        assert who_talks(board) == "prompt"
        done = put_on(board)
        assert (done.before, done.sent, done.same, done.kept_main) == (None, len(NEW.files), 0, None)
        assert who_talks(board) == NEW.version
        board.kill()
        assert board.files() == NEW.files


@pytest.fixture(scope="module")
def writes(tmp_path_factory: pytest.TempPathFactory) -> int:
    """How often a block is written or erased until the new firmware says hello."""
    with RawReplBoard(tmp_path_factory.mktemp("measured"), files=OLD) as board:
        put_on(board)
        return board.writes


@pytest.mark.parametrize("tenth", range(10))
def test_power_cut_amid_any_write_leaves_a_board_that_talks_and_the_next_run_ends_it(
    board: RawReplBoard, writes: int, tenth: int
) -> None:
    assert writes > 20
    board.power_up(cut=1 + (writes - 1) * tenth // 9)
    with pytest.raises(LinkError, match="is gone"):
        put_on(board)
    board.power_up()
    assert who_talks(board) in ("0.0.9", NEW.version)
    done = put_on(board)
    assert done.hello.firmware == NEW.version
    is_as_new(board)


@pytest.mark.parametrize("again", [2, 5, 11])
def test_second_cut_while_the_board_ends_the_installation_by_itself_is_mended_too(
    board: RawReplBoard, writes: int, again: int
) -> None:
    board.power_up(cut=writes - 12)
    with pytest.raises(LinkError):
        put_on(board)
    files = board.files()
    assert any(path.startswith(STAGED) for path in files), "the board was cut amid moving files"
    assert files["/main.py"] != NEW.files["/main.py"]
    board.power_up(cut=again)
    board.wait_for_end_or_hello()
    board.power_up()
    assert who_talks(board) == NEW.version
    put_on(board)  # the list of what was moved may have been left over
    is_as_new(board)


class PulledCable:
    """A port that is gone after so many writes of the host; the board has power from elsewhere.

    Attributes:
        writes: how many there were.
    """

    def __init__(self, port: Port, after: int) -> None:
        self._port = port
        self._after = after
        self.writes = 0

    def read(self) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> None:
        if self.writes == self._after:
            raise LinkError("the cable was pulled")
        self.writes += 1
        self._port.write(data)

    def close(self) -> None:
        self._port.close()


@pytest.fixture(scope="module")
def host_writes(tmp_path_factory: pytest.TempPathFactory) -> int:
    """How often the host writes until the new firmware says hello."""
    with (
        RawReplBoard(tmp_path_factory.mktemp("counted"), files=OLD) as board,
        closing(PulledCable(board.open(), -1)) as port,
    ):
        install(port, SystemClock(), board.port, NEW, patience=PATIENCE)
        return port.writes


@pytest.mark.parametrize("tenth", range(10))
def test_pulled_cable_leaves_a_board_with_power_of_its_own_that_the_next_run_gets_to_the_end(
    board: RawReplBoard, host_writes: int, tenth: int
) -> None:
    after = 1 + (host_writes - 5) * tenth // 9
    with closing(PulledCable(board.open(), after)) as port, pytest.raises(LinkError, match="cable was pulled"):
        install(port, SystemClock(), board.port, NEW, patience=PATIENCE)
    assert put_on(board, patience=AT_RAW_PROMPT).hello.firmware == NEW.version
    is_as_new(board)


def test_another_installation_after_a_cut_one_does_not_mix_the_two(board: RawReplBoard) -> None:
    other = Bundle({**with_version("0.0.10"), "/pads/extra.py": b"EXTRA = 1\n" * 600}, "0.0.10")
    with closing(PulledCable(board.open(), 70)) as port, pytest.raises(LinkError):
        install(port, SystemClock(), board.port, other, patience=PATIENCE)
    assert put_on(board, patience=AT_RAW_PROMPT).hello.firmware == NEW.version
    is_as_new(board)


def test_left_behind_mover_without_its_list_says_so_and_the_next_run_mends_it(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path, files={**OLD, "/main.py": MOVER_TEXT.encode()}) as board:
        assert who_talks(board) == "prompt"
        assert b"the firmware is not whole; run `touchjudge firmware install` again" in board.said
        put_on(board)
        is_as_new(board)


def test_board_left_at_its_raw_prompt_is_installed_on(board: RawReplBoard) -> None:
    clock = SystemClock()
    with closing(board.open()) as port:
        at_prompt(port, clock, board.port, greet(port, clock, PATIENCE), PATIENCE)
    put_on(board, patience=AT_RAW_PROMPT)
    assert who_talks(board) == NEW.version


def test_another_programs_main_is_kept_beside(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path, files={"/main.py": MINE, "/boot.py": MINE}) as board:
        assert put_on(board).kept_main == "/main_before_touchjudge.py"
        board.kill()
        assert board.files() == {**NEW.files, "/main_before_touchjudge.py": MINE, "/boot.py": MINE}


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"platform": "esp32", "machine": "ESP32 with ESP32"}, "is ESP32 with ESP32: the firmware runs on a Raspberry"),
        ({"version": "1.21.0"}, r"has MicroPython 1\.21\.0: the firmware needs 1\.22 or later; power .*BOOTSEL"),
        ({"name": "circuitpython", "version": "9.2.1"}, r"runs CircuitPython 9\.2\.1: the firmware needs MicroPython"),
        ({"stuck": "yes"}, "cannot be written"),
    ],
)
def test_board_that_cannot_have_it_is_told_in_one_sentence_and_goes_on_as_it_was(
    tmp_path: Path, told: dict[str, str], says: str
) -> None:
    with RawReplBoard(tmp_path, files=OLD, **told) as board:
        with pytest.raises(LinkError, match=says):
            put_on(board)
        assert who_talks(board) == "0.0.9"
        board.kill()
        assert board.files() == OLD


def test_full_board_is_told_before_anything_is_sent(tmp_path: Path) -> None:
    with RawReplBoard(tmp_path, files=OLD, full=True) as board:
        with pytest.raises(LinkError, match=r"has \d+ KiB free, and the firmware needs \d+: delete files of your own"):
            put_on(board)
        assert who_talks(board) == "0.0.9"
        board.kill()
        assert {path: content for path, content in board.files().items() if path != "/music"} == OLD


def test_newer_firmware_stays_unless_the_older_one_is_wanted(tmp_path: Path) -> None:
    newer = {
        path: content.replace(b"PROTOCOL = 1", b"PROTOCOL = 2") for path, content in with_version("0.10.0").items()
    }
    with RawReplBoard(tmp_path, files=newer) as board:
        with pytest.raises(
            LinkError, match=r"firmware 0\.10\.0, newer than .*: install a newer touchjudge, or .*--older"
        ):
            put_on(board)
        assert who_talks(board) == "0.10.0"
        done = put_on(board, older=True)
        assert (done.before, done.hello.firmware, done.hello.protocol) == ("0.10.0", NEW.version, 1)


def test_newer_firmware_that_does_not_run_is_found_by_its_files(tmp_path: Path) -> None:
    newer = {path: content for path, content in with_version("0.10.0").items() if path != "/main.py"}
    with RawReplBoard(tmp_path, files=newer) as board, pytest.raises(LinkError, match=r"has firmware 0\.10\.0, newer"):
        put_on(board)


def test_older_protocol_is_brought_up_to_date(tmp_path: Path) -> None:
    older = {path: content.replace(b"PROTOCOL = 1", b"PROTOCOL = 0") for path, content in OLD.items()}
    with RawReplBoard(tmp_path, files=older) as board:
        assert who_talks(board) == "0.0.9"
        assert put_on(board).hello.protocol == tjwire.PROTOCOL
        is_as_new(board)


def test_firmware_that_does_not_start_is_told_with_what_the_board_says(board: RawReplBoard) -> None:
    broken = Bundle({**NEW.files, "/main.py": b"import touchjudge_is_not_there\n"}, NEW.version)
    with pytest.raises(LinkError, match=r"does not start .it says: ImportError"):
        put_on(board, broken)
    assert put_on(board).hello.firmware == NEW.version


def test_firmware_that_did_not_come_along_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="install touchjudge again"):
        own_firmware((tmp_path,))


def test_trees_of_the_firmware_are_its_packages_and_not_everybodys_lib() -> None:
    assert NEW.trees == ("/lib/tjwire", "/pads")


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [("0.10.0", "0.9.2", True), ("0.1.0", "0.1.0", False), ("0.1.0", "0.1.1", False), ("1.0", "0.99.9", True)],
)
def test_versions_are_compared_number_by_number(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than=than) is newer
