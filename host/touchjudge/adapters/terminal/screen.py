"""The terminal screen: on a terminal a live scoreboard on the alternate screen, elsewhere one line for each ruling.

In: views. Out: writes to one text file (standard output, or standard error where rulings go out as JSON). The terminal
is given back as it was by :meth:`TerminalScreen.close`, which also runs when the program ends in any other way.
"""

import atexit
import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live

from touchjudge.adapters.terminal.board import board
from touchjudge.screens.scene import Scene
from touchjudge.screens.scenes import scene_of
from touchjudge.words import ENGLISH, Translate, plain

_LOOK_EVERY_S = 0.5  # at the terminal's size


class TerminalScreen:
    """Shows the table in a terminal.

    Args:
        file: where to write.
        catalogue: the catalogue of a language, such as ``adapters.catalogues.catalogue``.
        console: for tests; by default one is made for the file.
    """

    name = "terminal"

    def __init__(
        self,
        file: TextIO,
        catalogue: Callable[[str], Translate] = lambda _language: ENGLISH,
        *,
        console: Console | None = None,
    ) -> None:
        self._file = _Encodable(file)
        self._catalogue = catalogue
        self._console = console or Console(file=self._file, highlight=False, markup=False, emoji=False)  # type: ignore[arg-type]
        self._on_terminal = self._console.is_terminal and not self._console.is_dumb_terminal
        self._lock = threading.RLock()
        self._live: Live | None = None
        self._lines = _Lines()
        self._resizes: _Resizes | None = None

    def show(self, view: Mapping[str, Any]) -> None:
        """Show this view.

        Raises:
            OSError: the terminal is gone.
        """
        translate = self._catalogue(str(view.get("language") or "en"))
        if not self._on_terminal:
            for line in self._lines.new(view, scene_of(view, translate)):
                self._file.write(line + "\n")
            self._file.flush()
            return
        with self._lock:
            drawing = _Drawing(scene_of(view, translate))
            if self._live is None:
                atexit.register(self.close)
                self._live = Live(console=self._console, screen=True, auto_refresh=False, redirect_stdout=False)
                self._live.start()
                self._resizes = _Resizes(lambda: self._console.size, self._draw_again)
            self._live.update(drawing, refresh=True)

    def close(self) -> None:
        """Give the terminal back: the screen as it was before, the cursor visible. May be called twice."""
        with self._lock:
            live, self._live = self._live, None
        if self._resizes is not None:
            self._resizes.stop()
        if live is not None:
            atexit.unregister(self.close)
            # A terminal that is gone cannot be given back, and closing must not hide why the program ends.
            with contextlib.suppress(OSError, ValueError):
                live.stop()

    def _draw_again(self) -> None:
        with self._lock, contextlib.suppress(OSError, ValueError):
            if self._live is not None:
                self._live.refresh()


class _Drawing:
    """A scene that is laid out anew for the size that the terminal has when it is drawn."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = options.height or options.size.height
        yield from board(self._scene, options.max_width, rows, ascii_only=options.ascii_only)


class _Lines:
    """What is new in a view, as plain lines: each ruling once, the state of the links, warnings, the result."""

    def __init__(self) -> None:
        self._session: object = None
        self._n = 0
        self._told: set[str] = set()

    def new(self, view: Mapping[str, Any], scene: Scene) -> list[str]:
        lines: list[str] = []
        if view.get("session") != self._session:
            self._session, self._n, self._told = view.get("session"), 0, set()
            if scene.simulated:
                lines.append(scene.simulated.full)
        rulings = [ruling for ruling in view.get("rulings") or () if ruling.get("n", 0) > self._n]
        lines += [f"{ruling['n']:5}  {plain(str(ruling.get('say', '')))}" for ruling in rulings]
        self._n = max((ruling["n"] for ruling in rulings), default=self._n)
        states = [link.sentence or link.state.full for link in scene.links]
        place = scene.way_in.label if scene.way_in is not None else scene.page
        way_in = [place.line] if place is not None else []
        now = [*states, *way_in, *scene.warnings, *([_result(scene)] if scene.kind == "winner" else [])]
        lines += [f"       {sentence}" for sentence in now if sentence not in self._told]
        self._told = set(now)
        return lines


def _result(scene: Scene) -> str:
    scores = ", ".join(f"{figure.label.line} {figure.value}" for figure in scene.figures)
    return f"{scene.title.full}: {scores}"


class _Resizes:
    """Looks, on a thread of its own, whether the terminal has another size, and calls back if so.

    A signal would be sooner, but only the main thread may take one, and screens live on threads of their own.
    """

    def __init__(self, size: Callable[[], object], changed: Callable[[], None]) -> None:
        self._size = size
        self._changed = changed
        self._stopped = threading.Event()
        threading.Thread(target=self._run, name="terminal-resize", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        known = self._size()
        while not self._stopped.wait(_LOOK_EVERY_S):
            if (size := self._size()) != known:
                known = size
                self._changed()


class _Encodable:
    """A text file that takes any text: what its encoding lacks becomes a question mark, not a traceback."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        encoding = getattr(self._file, "encoding", None) or "utf-8"
        return self._file.write(text.encode(encoding, "replace").decode(encoding))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
