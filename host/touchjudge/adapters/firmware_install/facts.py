"""What a board is and has: as its firmware says it, or as MicroPython says it at the prompt."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tjwire
from touchjudge.adapters.firmware_install import programs
from touchjudge.adapters.firmware_install.bundle import MAIN, VERSION_FILE, Bundle, version_in
from touchjudge.adapters.firmware_install.greeting import Heard, farewell, greet, measure
from touchjudge.adapters.firmware_install.prompt import Patience, Prompt, PromptPort
from touchjudge.errors import LinkError
from touchjudge.ports import Clock

NEEDED = (1, 22)
PLATFORM = "rp2"
SETTINGS = "/settings"
DOWNLOAD = "https://micropython.org/download/RPI_PICO"


@dataclass(frozen=True, slots=True)
class Interpreter:
    """What runs on the board below any firmware.

    Attributes:
        name: ``micropython``, or another of its kin.
        machine: the board in its own words.
        free_bytes, block_bytes: of the file system; None where there is none.
    """

    name: str
    version: tuple[int, ...]
    platform: str
    machine: str
    chip_id: str | None
    dma: bool
    free_bytes: int | None
    block_bytes: int

    @property
    def shown(self) -> str:
        """Name and version as people write them."""
        name = {"micropython": "MicroPython", "circuitpython": "CircuitPython"}.get(self.name, self.name)
        return f"{name} {'.'.join(map(str, self.version))}"


@dataclass(frozen=True, slots=True)
class OnBoard:
    """The firmware's files as they lie on the board.

    Attributes:
        hashes: path → SHA-256 of the files in the firmware's folders, of ``/main.py``, and of what was staged.
        folders: the folders among them.
        version: what the firmware's source says; None where there is none that says it.
    """

    hashes: Mapping[str, str]
    folders: tuple[str, ...]
    version: str | None

    def unlike(self, bundle: Bundle) -> list[str]:
        """The files that a bundle has otherwise."""
        return [path for path, digest in bundle.hashes.items() if self.hashes.get(path) != digest]


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Everything that can be said of a board without changing it.

    Attributes:
        hello, beat: of a firmware that runs; None without one.
        clock_bound_us: how sure the clock map is after a second of pings; None where nobody answered them.
        interpreter, on_board, settings: of a board that stands at its prompt, or was stopped to be looked at.
        unlike: how many files of this program's firmware are missing or otherwise there; None where not looked at.
        text: the newest text that was not understood.
    """

    port: str
    hello: tjwire.Hello | None = None
    beat: tjwire.Beat | None = None
    clock_bound_us: int | None = None
    interpreter: Interpreter | None = None
    on_board: OnBoard | None = None
    unlike: int | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    text: str = ""


def look(
    port: PromptPort, clock: Clock, where: str, bundle: Bundle, *, files: bool = False, patience: Patience | None = None
) -> BoardFacts:
    """Look at a board. A firmware that runs goes on, unless its files are to be looked at: then it is started again.

    Raises:
        LinkError: the port fails, or the board answers in no way at all.
    """
    patience = patience or Patience()
    heard = greet(port, clock, patience)
    if heard.hello is not None and not files:
        known, beat = measure(port, clock, patience)
        offset = known.at_host(clock.host_ns())
        return BoardFacts(where, heard.hello, beat, None if offset is None else offset.bound_us, text=heard.text)
    prompt = at_prompt(port, clock, where, heard, patience)
    interpreter = interpreter_of(prompt)
    try:
        fits = unfit(interpreter) is None
        on_board = files_on(prompt, bundle) if fits else None
        settings = _settings(prompt) if fits else {}
    finally:
        # One that stood at its prompt stands there again.
        prompt.leave(start=not heard.at_prompt)
    unlike = None if on_board is None else len(on_board.unlike(bundle))
    return BoardFacts(where, heard.hello, None, None, interpreter, on_board, unlike, settings, heard.text)


def at_prompt(port: PromptPort, clock: Clock, where: str, heard: Heard, patience: Patience) -> Prompt:
    """Bring a board to its raw prompt; a firmware that runs is told ``bye`` first.

    Raises:
        LinkError: it does not come there.
    """
    if heard.hello is not None:
        farewell(port, clock, patience, where)
    prompt = Prompt(port, clock, patience, where)
    prompt.enter()
    return prompt


def interpreter_of(prompt: Prompt) -> Interpreter:
    """What the board is, as it says at its prompt."""
    told = _told(prompt.run(programs.FACTS, "say what it is"))
    try:
        return Interpreter(
            name=str(told["name"]),
            version=tuple(int(part) for part in told["version"]),
            platform=str(told["platform"]),
            machine=str(told["machine"]),
            chip_id=told.get("chip_id"),
            dma=bool(told.get("dma")),
            free_bytes=told.get("free"),
            block_bytes=int(told.get("block", 4096)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LinkError(
            f"The board's answer is not understood ({told!r}): power it off and on, and try again."
        ) from error


def unfit(board: Interpreter) -> str | None:
    """Why the firmware cannot run here, to follow "the board"; None where it can."""
    anew = f"power the board up with BOOTSEL held and copy the file from {DOWNLOAD} onto the drive that appears"
    if not board.platform.lower().startswith(PLATFORM):
        return (
            f"is {board.machine or board.platform}: the firmware runs on a Raspberry Pi Pico, Pico W or Pico 2; name"
            " the port of one"
        )
    if board.name != "micropython":
        return f"runs {board.shown}: the firmware needs MicroPython {_needed()} or later; {anew}"
    if board.version[:2] < NEEDED or not board.dma:
        return f"has {board.shown}: the firmware needs {_needed()} or later; {anew}"
    if board.free_bytes is None:
        return f"has no file system: {anew}"
    return None


def refuse_unfit(board: Interpreter, where: str) -> None:
    """See that the firmware can run here.

    Raises:
        LinkError: another kind of board, another Python, or a MicroPython that is too old.
    """
    why = unfit(board)
    if why is not None:
        raise LinkError(f"The board on {where} {why}.")


def files_on(prompt: Prompt, bundle: Bundle) -> OnBoard:
    """Hash what the firmware consists of, on the board itself."""
    roots = (*bundle.trees, *(path for path in bundle.files if path.count("/") == 1), programs.STAGED)
    hashes, folders = hashes_in(prompt, roots)
    source = read_file(prompt, VERSION_FILE) if VERSION_FILE in hashes else None
    return OnBoard(hashes, tuple(folders), None if source is None else version_in(source))


def hashes_in(prompt: Prompt, roots: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Path → SHA-256 of these files and of those in these folders; and the folders themselves."""
    hashes, folders = {}, []
    for row in prompt.run(programs.hashes_of(roots), "hash its files").splitlines():
        path, digest = _told(row)
        if digest:
            hashes[str(path)] = str(digest)
        else:
            folders.append(str(path))
    return hashes, folders


def is_ours(prompt: Prompt, on_board: OnBoard) -> bool:
    """Whether ``/main.py`` is the firmware's (of whatever version), or there is none."""
    return MAIN not in on_board.hashes or b"touchjudge" in (read_file(prompt, MAIN) or b"")


def read_file(prompt: Prompt, path: str) -> bytes | None:
    """The beginning of a file; None where there is none."""
    content = _told(prompt.run(programs.read(path), f"read {path}"))
    return content if isinstance(content, bytes) else None


def _settings(prompt: Prompt) -> dict[str, str]:
    """What the firmware keeps over a power cut, as it wrote it."""
    rows = (read_file(prompt, SETTINGS) or b"").decode(errors="replace").splitlines()
    return {words[0]: words[1] for row in rows if len(words := row.split(" ")) == 2 and words[0] in tjwire.SETTINGS}


def _told(text: str) -> Any:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError) as error:
        shown = text.strip()[-80:]
        raise LinkError(
            f"The board's answer is not understood ({shown!r}): power it off and on, and try again."
        ) from error


def _needed() -> str:
    return ".".join(map(str, NEEDED))
