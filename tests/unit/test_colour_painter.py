"""The colour panels' pictures: as looked at, large enough to be read from afar, in the colours of the pages."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from need import skip_or_fail
from touchjudge.screens.painters import colours
from touchjudge.screens.painters.canvas import Canvas
from touchjudge.screens.painters.colour import SIZES, paint
from touchjudge.screens.painters.icons import icon, names
from touchjudge.screens.painters.typeface import SYSTEM_FONTS, SmoothTypeface
from touchjudge.screens.scene import Scene
from touchjudge.screens.scenes import scene_of
from touchjudge.screens.texts import Text
from touchjudge.testing.views import VIEWS, lucky_view, ruling, touch

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
TOKENS = ROOT / "host" / "touchjudge" / "adapters" / "web" / "static" / "tokens.css"
# Another version of the font's rasteriser may move the edge of a letter; a scene that changed moves thousands.
MOST_DIFFERENT = 600
CLEARLY = 60  # of 255
SYSTEM = SmoothTypeface(SYSTEM_FONTS)

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def _picture(view: dict[str, Any], size: tuple[int, int] = SIZES[0]) -> Image.Image:
    return paint(scene_of(view), size)


def _settled(name: str, change: int, **more: Any) -> dict[str, Any]:
    effects: dict[str, Any] = {"pay": change} if change > 0 else {"penalty": -change}
    return lucky_view(rulings=[ruling(1, "ok", "drew_right", name, **effects)], **more)


def _different(one: Image.Image, other: Image.Image) -> int:
    grey = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return sum(grey.histogram()[CLEARLY:])


def _rows(picture: Image.Image, colour: str, box: tuple[int, int, int, int]) -> int:
    """How many rows of this part of the picture have something in this colour, from the first to the last."""
    wanted = tuple(bytes.fromhex(colour[1:]))
    left, top, right, bottom = box
    rows = [y for y in range(top, bottom) if any(picture.getpixel((x, y)) == wanted for x in range(left, right))]
    return max(rows) - min(rows) + 1 if rows else 0


@sizes
@pytest.mark.parametrize("name", VIEWS)
def test_each_scene_looks_as_its_picture_in_the_documentation(name: str, size: tuple[int, int]) -> None:
    with Image.open(PICTURES / f"colour-{size[0]}x{size[1]}-{name}.png") as shown:
        different = _different(_picture(VIEWS[name], size), shown)
    assert different <= MOST_DIFFERENT, "run `make pictures` and look at the pictures"


def test_every_picture_belongs_to_a_scene() -> None:
    wanted = {f"colour-{width}x{height}-{name}" for width, height in SIZES for name in VIEWS}
    assert {path.stem for path in PICTURES.glob("colour-*.png")} == wanted


@sizes
@pytest.mark.parametrize("change", [1, 12, -3])
def test_who_was_first_and_what_it_costs_are_each_a_fifth_of_the_height(change: int, size: tuple[int, int]) -> None:
    picture = _picture(_settled("Luis", change), size)
    width, height = size
    assert _rows(picture, colours.INK, (22, 10, width - 10, height // 2)) >= height / 5
    assert _rows(picture, colours.WHITE, (width // 3, height // 2, width - 10, height - 10)) >= height / 5


@sizes
def test_a_gain_is_green_and_a_loss_is_red(size: tuple[int, int]) -> None:
    whole = (0, 0, *size)
    won, lost = (_picture(_settled("Luis", change), size) for change in (3, -3))
    assert _rows(won, colours.OK, whole) > 30
    assert not _rows(won, colours.FOUL, whole)
    assert _rows(lost, colours.FOUL, whole) > 30
    assert not _rows(lost, colours.OK, whole)


@sizes
def test_a_simulated_table_a_lost_board_and_a_warning_are_marked_in_every_scene(size: tuple[int, int]) -> None:
    lost = [{"source": "pico", "phase": "disconnected", "text": "The board is gone.", "facts": {}}]
    for name, view in VIEWS.items():
        bare = _picture(view | {"simulated": False, "links": [], "warnings": []}, size)
        for marked in ({"simulated": True}, {"links": lost}, {"warnings": ["The journal is full."]}):
            mark = _picture(view | {"simulated": False, "links": [], "warnings": []} | marked, size)
            assert _different(mark, bare) > 100, (name, marked)


@sizes
@pytest.mark.parametrize(
    "name",
    [
        "W" * 40,
        "i",
        "Ñandú-Ęłżbieta",
        "李小龙",
        "אבי בן־דוד",
        "محمد",
        "👩‍🚀" * 9,
        "😀" * 40,
        "\x1b[2J",
        "",
        "e\u0301\u0323",
    ],
)
def test_any_name_is_painted_somehow_in_every_scene(name: str, size: tuple[int, int]) -> None:
    for view in (
        *VIEWS.values(),
        _settled(name, 1),
        lucky_view(touches=[touch("pig", name, 9)], state={"phase": "react"}),
    ):
        scene = scene_of(view | {"players": [name], "scores": {name: 12}})
        assert paint(scene, size, SYSTEM).size == size


@sizes
@pytest.mark.parametrize("count", range(1, 9))
def test_every_player_has_a_number_of_their_own_place(count: int, size: tuple[int, int]) -> None:
    players = [f"P{n}" for n in range(count)]
    scores = dict.fromkeys(players, 88)
    places = []
    for name in players:
        one, other = (_picture(lucky_view(players=players, scores=scores | {name: n}), size) for n in (11, 22))
        grey = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > CLEARLY else 0)
        box = grey.getbbox()
        assert box is not None
        places.append(box)
    for n, (left, top, right, bottom) in enumerate(places):
        assert bottom - top >= 14
        for x0, y0, x1, y1 in places[:n]:
            assert x1 <= left or right <= x0 or y1 <= top or bottom <= y0


def test_touches_that_cannot_be_told_apart_are_marked_in_gold() -> None:
    def shown(dead_heat: bool) -> Image.Image:
        second = touch("sweep", "Luis", 412_346, 1, dead_heat=dead_heat)
        return _picture(lucky_view(state={"phase": "react"}, touches=[touch("pig", "Ana", 412_345), second]))

    row = (150, 150, 240, 190)
    assert _rows(shown(True), colours.GOLD, row) > 8
    assert not _rows(shown(False), colours.GOLD, row)


def test_a_wide_panel_says_it_in_more_words_where_they_fit() -> None:
    text = Text("Panel", "A line of words", "Very many words that stand on a TV in the room")

    def said(width: int) -> int:
        left, _, right, _ = Canvas((width, 240), SmoothTypeface()).words(text, (0, 0, width, 30))
        return right - left

    typeface = SmoothTypeface()
    assert said(90) == typeface.width("Panel", 31, bold=True)
    assert said(240) == typeface.width("A line of words", 31, bold=True)
    assert said(700) > 500


def test_a_sentence_that_has_no_room_at_all_is_cut_and_stays_in_its_box() -> None:
    canvas = Canvas((240, 240), SmoothTypeface())
    assert canvas.paragraph("many words " * 90, (10, 20, 200, 120)) <= 120
    ground = canvas.picture.getpixel((239, 239))
    outside = [(x, y) for x in range(240) for y in (*range(20), *range(121, 240))] + [(205, y) for y in range(240)]
    assert all(canvas.picture.getpixel(xy) == ground for xy in outside)


def test_a_name_is_never_cut_within_a_sign() -> None:
    typeface = SmoothTypeface(SYSTEM_FONTS)
    for sign in ("👩‍🚀", "e\u0301\u0323", "👋🏽", "é"):
        cut, _ = typeface.fitted(sign * 40, 90, (14,))
        assert cut.endswith("…")
        assert cut.removesuffix("…") == sign * (len(cut.removesuffix("…")) // len(sign))


def test_words_from_right_to_left_are_one_piece_that_begins_at_the_right() -> None:
    typeface = SmoothTypeface(SYSTEM_FONTS)
    # Yod is narrow and hangs high, mem is wide: the word that begins with mem has its ink heavier to the right.
    heavy = []
    for word in ("םי", "ים"):
        picture = Image.new("L", (80, 40))
        canvas = Canvas((80, 40), typeface)
        canvas.words(word, (0, 0, 80, 40))
        picture = canvas.picture.convert("L").point(lambda value: 255 if value > 128 else 0)
        box = picture.getbbox()
        if box is None:
            skip_or_fail("no font of this system has Hebrew letters: install the Debian package fonts-dejavu")
        middle = (box[0] + box[2]) // 2
        left, right = (
            sum(part.histogram()[255:])
            for part in (picture.crop((0, 0, middle, 40)), picture.crop((middle, 0, 80, 40)))
        )
        heavy.append(right - left)
    assert heavy[0] > heavy[1]


# ---- one design with the pages


def test_the_colours_are_those_of_the_pages_in_the_dark() -> None:
    light, _, dark = TOKENS.read_text(encoding="utf-8").partition("@media (prefers-color-scheme: dark)")
    told = {**dict(re.findall(r"--([\w-]+): (#\w+);", light)), **dict(re.findall(r"--([\w-]+): (#\w+);", dark))}
    assert {name: told[name] for name in colours.TOKENS} == colours.TOKENS


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (colours.INK, colours.FELT),
        (colours.INK, colours.PANEL),
        (colours.MUTED, colours.FELT),
        (colours.MUTED, colours.PANEL),
        (colours.GOLD, colours.FELT),
        (colours.GOLD, colours.PANEL),
        (colours.LOSS, colours.FELT),
        (colours.ON_GOLD, colours.GOLD),
        (colours.CARD_INK, colours.CARD),
        (colours.WHITE, colours.OK),
        (colours.WHITE, colours.FOUL),
        (colours.WARN, colours.WARN_GROUND),
    ],
)
def test_letters_are_clear_of_their_ground(text: str, ground: str) -> None:
    one, other = sorted((_light(text), _light(ground)), reverse=True)
    assert (one + 0.05) / (other + 0.05) >= 4.5


def _light(colour: str) -> float:
    parts = [value / 255 for value in bytes.fromhex(colour[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_eight_players_have_eight_colours_that_stand_out() -> None:
    players = [f"P{n}" for n in range(8)]
    given = [colours.player(name, players) for name in players]
    assert len(set(given)) == 8
    assert all((_light(colour) + 0.05) / (_light(colours.PANEL) + 0.05) >= 3 for colour in given)


@pytest.mark.parametrize("name", names())
def test_every_symbol_of_the_drawing_can_be_painted(name: str) -> None:
    painted = icon(name, 64)
    assert painted.size == (64, 64)
    box = painted.getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) > 40


def test_a_symbol_that_the_drawing_lacks_is_an_error() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        icon("unicorn", 64)


def test_a_frame_is_drawn_in_less_than_ten_milliseconds() -> None:
    scenes = [scene_of(view) for view in VIEWS.values()]
    for scene in scenes:
        paint(scene, SIZES[1])
    best_s = min(_timed(scenes) for _ in range(5))
    assert best_s / len(scenes) < 0.010


def _timed(scenes: list[Scene]) -> float:
    begin_s = time.process_time()
    for scene in scenes:
        paint(scene, SIZES[1])
    return time.process_time() - begin_s


class Watched(SmoothTypeface):
    """Remembers what had to be cut."""

    def __init__(self) -> None:
        super().__init__()
        self.cut: list[str] = []

    def write(self, picture: Any, xy: tuple[int, int], text: str, size: int, **more: Any) -> int:
        if text.endswith("…"):
            self.cut.append(text)
        return super().write(picture, xy, text, size, **more)


@sizes
def test_in_none_of_the_scenes_anything_has_to_be_cut(size: tuple[int, int]) -> None:
    typeface = Watched()
    for view in VIEWS.values():
        paint(scene_of(view), size, typeface)
    # Eight people on the small square leave no room for the longest name.
    assert [cut for cut in typeface.cut if size != SIZES[0] or not cut.startswith("Franç")] == []


@sizes
def test_answers_that_differ_only_at_their_ends_are_readable_to_their_ends(size: tuple[int, int]) -> None:
    answers = [f"The touch card with the {what}" for what in ("mushroom", "pig", "chimney sweep")]
    question = {
        "code": "which_card",
        "say": "Which card was it?",
        "options": [{"label": label, "lines": []} for label in (*answers, "A card that nobody saw")],
    }
    typeface = Watched()
    paint(scene_of(lucky_view(question=question)), size, typeface)
    assert typeface.cut == []
