"""The documentation's pictures of pages: each that is shown is there, each that is there is shown, of every game."""

import re
from pathlib import Path

from touchjudge.registry import known_games

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = set(re.findall(r"\]\((pictures/[^)]+)\)", (DOCS / "pages.md").read_text(encoding="utf-8")))


def test_each_picture_that_is_shown_is_there() -> None:
    assert {name for name in SHOWN if not (DOCS / name).is_file()} == set()


def test_each_picture_of_a_page_is_shown() -> None:
    there = {path.relative_to(DOCS).as_posix() for path in (DOCS / "pictures" / "pages").iterdir()}
    assert there == {name for name in SHOWN if name.startswith("pictures/pages/")}


def test_every_game_has_its_pictures_at_three_widths() -> None:
    for game in known_games():
        for width in (320, 768, 1920):
            assert f"pictures/pages/{game}-board-{width}.png" in SHOWN
