"""The panel's pictures: as the reference pictures that were looked at, large enough to be read from afar, and quick."""

import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from touchjudge.adapters.png_screen import enlarged
from touchjudge.screens.painters.mono import HEIGHT, WIDTH, paint
from touchjudge.screens.painters.typeface import Typeface, line_height
from touchjudge.screens.scene import Scene
from touchjudge.screens.scenes import scene_of
from touchjudge.testing.views import VIEWS, lucky_view, ruling

REFERENCES = Path(__file__).parent / "reference"
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
# Another version of the font's rasteriser may move a pixel at an edge; a scene that changed moves hundreds.
MOST_DIFFERENT = 80


def _lit(picture: Image.Image) -> set[tuple[int, int]]:
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if picture.getpixel((x, y))}


def _settled(name: str, change: int, *, simulated: bool = False) -> Image.Image:
    effects: dict[str, Any] = {"pay": change} if change > 0 else {"penalty": -change}
    view = lucky_view(rulings=[ruling(1, "ok", "drew_right", name, **effects)], simulated=simulated)
    return paint(scene_of(view))


@pytest.mark.parametrize("name", VIEWS)
def test_each_scene_looks_as_its_reference_picture(name: str) -> None:
    with Image.open(REFERENCES / f"panel-{name}.png") as reference:
        different = _lit(paint(scene_of(VIEWS[name]))) ^ _lit(reference.convert("1"))
    assert len(different) <= MOST_DIFFERENT, "run `make pictures ARGS=--references` and look at the pictures"


def test_no_two_scenes_look_alike_and_every_reference_belongs_to_a_scene() -> None:
    assert len({paint(scene_of(view)).tobytes() for view in VIEWS.values()}) == len(VIEWS)
    assert {path.stem for path in REFERENCES.glob("*.png")} == {f"panel-{name}" for name in VIEWS}


@pytest.mark.parametrize("name", VIEWS)
def test_the_picture_in_the_documentation_is_the_reference_picture_enlarged(name: str) -> None:
    with Image.open(REFERENCES / f"panel-{name}.png") as reference, Image.open(PICTURES / f"panel-{name}.png") as shown:
        assert enlarged(reference.convert("1"), 6).tobytes() == shown.convert("1").tobytes(), "run `make pictures`"


@pytest.mark.parametrize("change", [1, 12, -3])
def test_who_was_first_and_what_it_costs_are_each_a_third_of_the_height(change: int) -> None:
    lit = _lit(_settled("Luis", change))
    name = {y for x, y in lit if y < 32 and x < 60}
    cost = {y for x, y in lit if y >= 30 and x >= 66}
    assert max(name) - min(name) + 1 >= HEIGHT / 3
    assert max(cost) - min(cost) + 1 >= HEIGHT / 3


def test_a_loss_and_a_gain_of_the_same_size_differ_at_a_glance() -> None:
    assert len(_lit(_settled("Luis", 3)) ^ _lit(_settled("Luis", -3))) > 50


def test_a_simulated_table_is_marked_in_every_scene() -> None:
    for name, view in VIEWS.items():
        marked, plain = (_lit(paint(scene_of(view | {"simulated": simulated}))) for simulated in (True, False))
        assert marked != plain, name


@pytest.mark.parametrize(
    "name", ["W" * 40, "i", "Ñandú-Ęłżbieta", "李小龙", "אבי", "👩‍🚀", "\x1b[2J", "", "e\u0301\u0323\u0327"]
)
@pytest.mark.parametrize("scene", VIEWS)
def test_any_name_is_painted_somehow_in_every_scene(name: str, scene: str) -> None:
    view = VIEWS[scene] | {"players": [name], "scores": {name: 12}}
    assert paint(scene_of(view)).size == (WIDTH, HEIGHT)
    assert _settled(name, 1).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize(
    ("marked", "bare"), [("ä", "a"), ("ñ", "n"), ("é", "e"), ("Ž", "Z"), ("ç", "c"), ("å", "a"), ("ï", "i")]
)
@pytest.mark.parametrize("size", [10, 15, 30])
def test_a_mark_on_a_letter_is_seen_and_the_letter_keeps_its_width(marked: str, bare: str, size: int) -> None:
    typeface = Typeface()
    assert typeface.width(marked, size) == typeface.width(bare, size)
    assert typeface.ink(marked, size) != typeface.ink(bare, size) or size < 12 or marked == "ï"


def test_no_letter_leaves_its_line() -> None:
    typeface = Typeface()
    for size in (8, 10, 12, 15, 18, 24, 30, 38):
        first, last = typeface.ink("ÅÜÑŽgjpqyçß|", size)
        assert first >= 0
        assert last <= line_height(size)


def test_text_that_is_too_long_is_cut_and_says_so() -> None:
    text, size = Typeface().fitted("Maximiliane", 40, (15, 12))
    assert size == 12
    assert text.endswith("…")
    assert Typeface().width(text, size) <= 40


def test_a_turned_question_mark_stands_before_a_spanish_question() -> None:
    picture = Image.new("1", (40, 40))
    Typeface().write(ImageDraw.Draw(picture), (0, 0), "¿", 24)
    upright = Image.new("1", (40, 40))
    Typeface().write(ImageDraw.Draw(upright), (0, 0), "?", 24)
    turned_box, box = picture.getbbox(), upright.getbbox()
    assert turned_box is not None
    assert box is not None
    assert turned_box[3] - turned_box[1] == box[3] - box[1]
    assert turned_box[1] > box[1]


def test_a_frame_is_drawn_in_less_than_five_milliseconds() -> None:
    scenes = [scene_of(view) for view in VIEWS.values()]
    for scene in scenes:
        paint(scene)
    best_s = min(_timed(scenes) for _ in range(5))
    assert best_s / len(scenes) < 0.005


def _timed(scenes: list[Scene]) -> float:
    begin_s = time.process_time()
    for scene in scenes:
        paint(scene)
    return time.process_time() - begin_s
