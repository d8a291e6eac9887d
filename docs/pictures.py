"""Makes the pictures of the screens: ``make pictures``.

In: one view for each scene (:mod:`touchjudge.testing.views`). Out: the small panel's pictures six times enlarged, the
colour panels' as they are, and the terminal's scoreboard in ``docs/pictures/``. With ``--references`` also the small
pictures that the tests compare with. All of them are to be looked at before they are committed.
"""

import io
import re
import sys
from pathlib import Path

from PIL import Image
from rich.console import Console

from touchjudge.adapters.png_screen import enlarged
from touchjudge.adapters.terminal.board import board
from touchjudge.screens.painters import colour
from touchjudge.screens.painters.mono import paint
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
REFERENCES = ROOT / "tests" / "unit" / "reference"
SCALE = 6
COLOURS = 64  # enough for soft edges: a repository keeps each version for ever


def terminal_svg(name: str, *, columns: int = 100, rows: int = 28) -> str:
    """The scoreboard of a view as it looks in a terminal."""
    console = Console(
        width=columns,
        height=rows,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    for line in board(scene_of(VIEWS[name]), columns, rows):
        console.print(line)
    svg = console.export_svg(title="touchjudge play", unique_id="touchjudge")
    # The reader's own fonts: a page of the documentation fetches nothing from elsewhere.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main(arguments: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, view in VIEWS.items():
        picture = paint(scene_of(view))
        enlarged(picture, SCALE).save(PICTURES / f"panel-{name}.png", optimize=True)
        for width, height in colour.SIZES:
            shown = colour.paint(scene_of(view), (width, height)).quantize(COLOURS, dither=Image.Dither.NONE)
            shown.save(PICTURES / f"colour-{width}x{height}-{name}.png", optimize=True)
        if "--references" in arguments:
            REFERENCES.mkdir(parents=True, exist_ok=True)
            picture.save(REFERENCES / f"panel-{name}.png", optimize=True)
    (PICTURES / "terminal.svg").write_text(terminal_svg("simulated_settle"), encoding="utf-8")
    (PICTURES / "terminal-react.svg").write_text(terminal_svg("react_touched"), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
