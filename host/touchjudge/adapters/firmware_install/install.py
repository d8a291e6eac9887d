"""The installation: only what differs is sent, and whenever it is cut the board starts something that talks.

New files are written under ``/touchjudge.new`` while the old firmware stays as it is. When all of them are there and
hashed, one rename puts a small program in the place of ``main.py``: the board itself moves the files to their places,
removes what belongs to nobody any more, and replaces that program by the new ``main.py`` last. A cut before that rename
leaves the old firmware; a cut after it is gone on with at the next start.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import tjwire
from touchjudge.adapters.firmware_install import programs
from touchjudge.adapters.firmware_install.bundle import MAIN, Bundle, is_newer
from touchjudge.adapters.firmware_install.facts import (
    Interpreter,
    OnBoard,
    at_prompt,
    files_on,
    hashes_in,
    interpreter_of,
    is_ours,
    refuse_unfit,
)
from touchjudge.adapters.firmware_install.greeting import greet, wait_for_hello
from touchjudge.adapters.firmware_install.prompt import Patience, Prompt, PromptPort
from touchjudge.errors import LinkError
from touchjudge.ports import Clock

KEPT_MAIN = "/main_before_touchjudge.py"
_FOLDER_BLOCKS = 2
_SPARE_BLOCKS = 8  # for the mover, its list, and the file system's own

Stage = Literal["greeting", "looking", "sending", "starting"]


@dataclass(frozen=True, slots=True)
class Step:
    """Where an installation is.

    Attributes:
        done_bytes, all_bytes: of what is sent.
    """

    stage: Stage
    done_bytes: int = 0
    all_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done.

    Attributes:
        hello: of the new firmware.
        before: the version that was there; None where there was none.
        sent, same, dropped: how many files were sent, were right already, belonged to nobody any more.
        waiting_edges: touches that the firmware before it still kept for a table, and that are gone now.
        kept_main: where another program's ``main.py`` was put.
    """

    hello: tjwire.Hello
    interpreter: Interpreter
    before: str | None
    sent: int
    same: int
    dropped: int
    waiting_edges: int
    kept_main: str | None


def install(
    port: PromptPort,
    clock: Clock,
    where: str,
    bundle: Bundle,
    *,
    older: bool = False,
    patience: Patience | None = None,
    tell: Callable[[Step], None] = lambda _step: None,
) -> Installed:
    """Bring a board's firmware to what the bundle has, and start it.

    Args:
        port: open, and used by nobody else; it stays open.
        where: its path, for sentences.
        older: the board's firmware may be newer than the bundle.

    Raises:
        LinkError: the port fails, the board cannot run it, has no room for it, has a newer one, or does not start it.
    """
    patience = patience or Patience()
    tell(Step("greeting"))
    heard = greet(port, clock, patience)
    hello = heard.hello
    # Before it is stopped: a newer one goes on as if nothing had been asked.
    _refuse_newer(hello.firmware if hello else None, bundle, where, older)
    prompt = at_prompt(port, clock, where, heard, patience)
    try:
        tell(Step("looking"))
        interpreter = interpreter_of(prompt)
        refuse_unfit(interpreter, where)
        on_board = files_on(prompt, bundle)
        _refuse_newer(on_board.version, bundle, where, older)
        work = _Work(prompt, bundle, on_board, interpreter, where)
        work.do(tell)
    except (LinkError, KeyboardInterrupt) as error:
        _start_what_is_there(prompt, error)
        raise
    tell(Step("starting"))
    prompt.leave()
    started = wait_for_hello(port, clock, patience)
    if started.hello is None:
        said = f"it says: {started.text}" if started.text else "it says nothing"
        raise LinkError(
            f"The firmware is on the board on {where} but does not start ({said}): let go of OK, power the board off"
            " and on, then run this again."
        )
    if (started.hello.firmware, started.hello.protocol) != (bundle.version, tjwire.PROTOCOL):
        raise LinkError(
            f"The board on {where} started firmware {started.hello.firmware} (wire {started.hello.protocol}) and not"
            f" {bundle.version} (wire {tjwire.PROTOCOL}): power it off and on, then run this again."
        )
    before = on_board.version or (hello.firmware if hello else None)
    waiting = hello.next_number - hello.oldest if hello and hello.protocol == tjwire.PROTOCOL else 0
    return Installed(started.hello, interpreter, before, work.sent, work.same, len(work.drops), waiting, work.kept_main)


def _refuse_newer(version: str | None, bundle: Bundle, where: str, older: bool) -> None:
    if version is not None and not older and is_newer(version, than=bundle.version):
        raise LinkError(
            f"The board on {where} has firmware {version}, newer than {bundle.version} that this program brings:"
            " install a newer touchjudge, or put the older firmware on it with --older."
        )


def _start_what_is_there(prompt: Prompt, error: BaseException) -> None:
    """A board that was refused, or left in the middle, goes on with what it has; a port that is gone needs nothing."""
    try:
        prompt.leave()
    except LinkError as gone:
        error.add_note(str(gone))


class _Work:
    """One installation on a board that stands at its prompt."""

    def __init__(self, prompt: Prompt, bundle: Bundle, on_board: OnBoard, interpreter: Interpreter, where: str) -> None:
        self._prompt = prompt
        self._bundle = bundle
        self._on_board = on_board
        self._interpreter = interpreter
        self._where = where
        there = [*on_board.hashes, *on_board.folders]
        self._staged = [path for path in there if _is_below(path, programs.STAGED)]
        wanted_folders = {folder for path in bundle.files for folder in _folders_of(path)}
        ours = [path for path in there if path not in self._staged and path != MAIN]
        # Deepest first, so that a folder is empty when its turn comes.
        self.drops = sorted(
            (path for path in ours if path not in bundle.files and path not in wanted_folders), reverse=True
        )
        self._unlike = on_board.unlike(bundle)
        self.same = len(bundle.files)
        self.sent = 0
        self.kept_main: str | None = None

    def do(self, tell: Callable[[Step], None]) -> None:
        if self._staged:
            # First of all the list: without it a mover that was left behind moves nothing.
            self._remove([programs.LIST])
        if not self._unlike and not self.drops:
            self._remove(sorted(self._staged, reverse=True))
            return
        # The mover takes the place of main.py, so that one has to be among what is moved.
        puts = [path for path in self._bundle.files if path in self._unlike and path != MAIN]
        staged = [*puts, MAIN]
        self.same -= len(staged)
        self._clean(staged)
        send = [path for path in staged if self._on_board.hashes.get(programs.STAGED + path) != self._hash(path)]
        folders = sorted({folder for path in staged for folder in _folders_of(programs.STAGED + path)})
        self._refuse_full(send, folders)
        self._prompt.run(programs.make_folders(folders), "make folders")
        self._send(send, tell)
        self._see_that_all_is_there(staged)
        if not is_ours(self._prompt, self._on_board):
            self._prompt.run(programs.copy(MAIN, KEPT_MAIN), f"copy {MAIN}")
            self.kept_main = KEPT_MAIN
        self._write(programs.MOVER, programs.MOVER_TEXT.encode())
        own = [folder for folder in sorted(folders, reverse=True) if folder != programs.STAGED]
        self._write(programs.LIST + ".part", programs.list_of(puts, self.drops, own).encode())
        self._prompt.run(programs.rename(programs.LIST + ".part", programs.LIST), "name the list")
        # From here on the board ends the installation by itself, whatever happens.
        self._prompt.run(programs.rename(programs.MOVER, MAIN), f"replace {MAIN}")

    def _hash(self, path: str) -> str:
        return self._bundle.hashes[path]

    def _clean(self, staged: list[str]) -> None:
        """Remove what an earlier installation staged and this one does not want."""
        wanted = {programs.STAGED + path for path in staged}
        wanted |= {folder for path in wanted for folder in _folders_of(path)}
        self._remove(sorted((path for path in self._staged if path not in wanted), reverse=True))

    def _remove(self, paths: list[str]) -> None:
        if paths:
            self._prompt.run(programs.remove(paths), "remove files")

    def _refuse_full(self, send: list[str], folders: list[str]) -> None:
        block = self._interpreter.block_bytes
        blocks = sum(-(-len(self._bundle.files[path]) // block) for path in send)
        blocks += _FOLDER_BLOCKS * len(folders) + _SPARE_BLOCKS
        free = self._interpreter.free_bytes or 0
        if blocks * block > free:
            raise LinkError(
                f"The board on {self._where} has {free // 1024} KiB free, and the firmware needs"
                f" {blocks * block // 1024}: delete files of your own from it (`mpremote connect {self._where} fs ls`"
                " lists them), then run this again."
            )

    def _send(self, paths: list[str], tell: Callable[[Step], None]) -> None:
        total = sum(len(self._bundle.files[path]) for path in paths)
        done = 0

        def written(file_bytes: int) -> None:
            tell(Step("sending", done + file_bytes, total))

        for path in paths:
            content = self._bundle.files[path]
            written(0)
            self._prompt.write_file(programs.STAGED + path, content, written)
            done += len(content)
        self.sent = len(paths)

    def _see_that_all_is_there(self, staged: list[str]) -> None:
        there, _ = hashes_in(self._prompt, [programs.STAGED])
        wrong = [path for path in staged if there.get(programs.STAGED + path) != self._hash(path)]
        if wrong:
            raise LinkError(
                f"The board on {self._where} did not keep {wrong[0]} as it was sent: run this again; if it happens"
                " again, put MicroPython on the board anew."
            )

    def _write(self, path: str, content: bytes) -> None:
        self._prompt.write_file(path, content, lambda _written: None)


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def _folders_of(path: str) -> list[str]:
    """The folders that a file lies in, the outermost first."""
    names = path.split("/")[1:-1]
    return ["/" + "/".join(names[: count + 1]) for count in range(len(names))]
