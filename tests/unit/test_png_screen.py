"""The panel's picture in a file."""

from pathlib import Path

import pytest
from PIL import Image

from touchjudge.adapters.png_screen import PngScreen
from touchjudge.errors import ConfigError
from touchjudge.screens.painters.mono import paint
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS


def test_the_file_holds_the_picture_of_the_newest_view_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    screen = PngScreen(tmp_path / "panel.png")
    for name in ("reveal", "settle"):
        screen.show(VIEWS[name])
        with Image.open(tmp_path / "panel.png") as picture:
            assert picture.tobytes() == paint(scene_of(VIEWS[name])).tobytes()
    screen.close()
    assert [path.name for path in tmp_path.iterdir()] == ["panel.png"]


@pytest.mark.parametrize("size", [(240, 240), (320, 240)])
def test_the_file_holds_the_picture_of_a_colour_panel_where_its_size_is_asked_for(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    screen = PngScreen(tmp_path / "panel.png", size=size)
    screen.show(VIEWS["settle"])
    with Image.open(tmp_path / "panel.png") as picture:
        assert (picture.size, picture.mode) == (size, "RGB")


def test_a_view_with_the_same_picture_does_not_touch_the_file(tmp_path: Path) -> None:
    screen = PngScreen(tmp_path / "panel.png", scale=6)
    screen.show(VIEWS["settle"])
    (tmp_path / "panel.png").unlink()
    screen.show(VIEWS["settle"] | {"seq": 9})
    assert not (tmp_path / "panel.png").exists()


def test_a_file_that_cannot_be_written_is_said_and_the_next_view_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    screen = PngScreen(folder / "panel.png")
    folder.rmdir()
    with pytest.raises(OSError, match="pictures"):
        screen.show(VIEWS["settle"])
    folder.mkdir()
    screen.show(VIEWS["settle"])
    assert (folder / "panel.png").exists()


def test_a_folder_that_does_not_exist_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no folder"):
        PngScreen(tmp_path / "missing" / "panel.png")
