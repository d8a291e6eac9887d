"""Paints a scene for a one-bit panel of 128x64 pixels, to be read from two metres in one second.

So there is one thing in each picture: who was first and what it costs, a question, the scores. Whatever else the scene
holds is left out, but the marks: a simulated table and a lost board are always said.
"""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from touchjudge.screens.painters.squares import squares
from touchjudge.screens.painters.typeface import Typeface, line_height, middle_of_capitals
from touchjudge.screens.scene import Figure, Outcome, Scene, WayIn
from touchjudge.screens.texts import Text

WIDTH, HEIGHT = 128, 64
_HUGE = (38, 34, 30, 27, 24, 21, 18, 15, 12)
_LARGE = (32, 30, 27, 24, 21, 18, 15, 12)
_MIDDLE = (18, 15, 12, 11, 10)
_SMALL = (12, 11, 10, 9, 8)
_BAR = 12  # pixels of the line at the top
_EMBEDDED = Typeface()


def paint(scene: Scene, typeface: Typeface = _EMBEDDED) -> Image.Image:
    """The scene as a picture of mode ``1``; lit pixels are 1."""
    panel = _Panel(typeface)
    if scene.way_in is not None and scene.way_in.large:
        _invitation(panel, scene, scene.way_in)
        return panel.picture
    marked = panel.marks(scene)
    match scene.kind:
        case "idle":
            _words(panel, "touchjudge", scene.title.line, marked)
        case "set_up":
            _set_up(panel, scene, marked)
        case "react":
            _react(panel, scene, marked)
        case "settle":
            _settle(panel, scene, marked)
        case "question":
            _question(panel, scene, marked)
        case "winner" | "paused" | "disconnected":
            _over_scores(panel, scene, marked)
        case "reveal":
            panel.bar(scene.title.panel if not scene.facts else _facts(scene), marked)
            _figures(panel, scene.figures, _BAR)
    return panel.picture


class _Panel:
    """A picture in the making."""

    def __init__(self, typeface: Typeface) -> None:
        self.picture = Image.new("1", (WIDTH, HEIGHT), 0)
        self.draw = ImageDraw.Draw(self.picture)
        self.typeface = typeface

    def marks(self, scene: Scene) -> int:
        """The marks in the upper right corner, inverted; the pixels they take."""
        taken = 0
        for mark in (scene.simulated, scene.missing):
            if mark is not None:
                width = self.typeface.width(mark.panel, 10) + 3
                left = WIDTH - taken - width
                self.draw.rectangle((left, 0, left + width - 1, 11), fill=1)
                self.typeface.write(self.draw, (left + 2, 0), mark.panel, 10, ink=0)
                taken += width + 2
        return taken

    def line(
        self,
        text: str,
        *,
        left: int = 0,
        right: int = WIDTH,
        top: int = 0,
        bottom: int = HEIGHT,
        sizes: Sequence[int] = _HUGE,
        align: str = "left",
        more: str = "…",
    ) -> None:
        """One line of text as large as it fits, its capitals in the middle of the height there is."""
        fitting = [size for size in sizes if self._height(text, size) <= bottom - top] or [sizes[-1]]
        text, size = self.typeface.fitted(text, right - left, fitting, bold=True, more=more)
        width = self.typeface.width(text, size, bold=True)
        x = {"left": left, "right": right - width, "centre": (left + right - width) // 2}[align]
        first, last = self.typeface.ink(text, size, bold=True)
        y = round((top + bottom) / 2 - middle_of_capitals(size))
        y = max(top - first, min(y, bottom - last))
        self.typeface.write(self.draw, (x, y), text, size, bold=True)

    def common(self, texts: Sequence[str], width: int, height: int, sizes: Sequence[int]) -> tuple[int]:
        """The largest of the sizes in which every text fits, so that things of one kind look alike."""
        for size in sizes:
            fits = all(self.typeface.width(text, size, bold=True) <= width for text in texts)
            if fits and all(self._height(text, size) <= height for text in texts):
                return (size,)
        return (sizes[-1],)

    def _height(self, text: str, size: int) -> int:
        first, last = self.typeface.ink(text, size, bold=True)
        return last - first

    def bar(self, text: str, marked: int) -> None:
        """A small line at the top."""
        self.line(text, right=WIDTH - marked, bottom=_BAR, sizes=_SMALL)

    def paragraph(self, text: str, top: int, lines: int, size: int = 12, right: int = WIDTH) -> int:
        """Some lines of text; where they end."""
        for line in self.typeface.wrapped(text, right, size, lines):
            self.typeface.write(self.draw, (0, top), line, size)
            top += line_height(size) - 1
        return top


def _invitation(panel: _Panel, scene: Scene, way_in: WayIn) -> None:
    """The code as high as the panel, and beside it what is to be known and the PIN in two rows."""
    panel.picture.paste(squares(way_in.code, HEIGHT), (0, 0))
    left, top = HEIGHT + 4, 0
    marks = [mark.panel for mark in (scene.simulated, scene.missing) if mark is not None]
    for mark in marks:
        panel.draw.rectangle((left, top, WIDTH - 1, top + _BAR - 1), fill=1)
        told, size = panel.typeface.fitted(mark, WIDTH - left - 4, (10, 9, 8))
        panel.typeface.write(panel.draw, (left + 2, top), told, size, ink=0)
        top += _BAR + 1
    if len(marks) < 2:
        above = scene.title.panel if scene.kind == "paused" else way_in.label.panel.partition(" ")[0]
        panel.line(above, left=left, top=top, bottom=top + _BAR, sizes=_SMALL)
        top += _BAR + 1
    half = len(way_in.pin) // 2
    middle = (top + HEIGHT) // 2
    sizes = panel.common((way_in.pin[:half], way_in.pin[half:]), WIDTH - left, middle - top - 1, _LARGE)
    panel.line(way_in.pin[:half], left=left, top=top, bottom=middle - 1, sizes=sizes)
    panel.line(way_in.pin[half:], left=left, top=middle + 1, sizes=sizes)


def _words(panel: _Panel, large: str, small: str, marked: int) -> None:
    top = _BAR if marked else 0
    panel.line(large, top=top, bottom=39, align="centre")
    panel.paragraph(small, 41, 2, 10 if panel.typeface.width(small, 12) > WIDTH else 12)


def _set_up(panel: _Panel, scene: Scene, marked: int) -> None:
    if scene.step == "game":
        _words(panel, scene.title.panel, scene.sentence, marked)
        return
    if scene.step == "options":
        name, _, value = scene.title.line.rpartition(": ")
        panel.bar(name, marked)
        panel.line(value, top=_BAR, bottom=38, align="centre")
        panel.paragraph(scene.sentence, 39, 2, 10)
        return
    panel.bar(scene.title.panel if scene.way_in is None else scene.way_in.label.panel, marked)
    columns = 1 if len(scene.players) <= 3 else 2
    rows = max(2, -(-len(scene.players) // columns))
    width, height = WIDTH // columns, (HEIGHT - _BAR) // rows
    sizes = panel.common(scene.players, width - 4, height, _LARGE)
    for n, name in enumerate(scene.players):
        left, top = n // rows * width, _BAR + n % rows * height
        panel.line(name, left=left, right=left + width - 4, top=top, bottom=top + height, sizes=sizes)


def _react(panel: _Panel, scene: Scene, marked: int) -> None:
    if not scene.touches:
        counts = scene.card.counts if scene.card else ()
        if not counts:
            named = scene.card.label.panel if scene.card else scene.title.panel
            panel.line(named, top=_BAR if marked else 0, align="centre")
            return
        _counts(panel, scene.card.label.panel if scene.card else "", counts)
        return
    first, rest = scene.touches[0], scene.touches[1:]
    panel.line(first.name or first.spot.panel, right=WIDTH - marked, bottom=31, sizes=_LARGE)
    panel.line(first.when, top=33, bottom=49 if rest else HEIGHT, sizes=_LARGE)
    if rest:
        second = rest[0]
        after = f"{'= ' if second.dead_heat else ''}{second.name or second.spot.panel} {second.gap}"
        panel.line(after, top=51, sizes=_SMALL)


def _counts(panel: _Panel, label: str, counts: Sequence[tuple[str, Text, int]]) -> None:
    """The symbols of a card side by side, each as wide as its name needs and its share of what is left."""
    names = [name.panel for _, name, _ in counts]
    needs = [panel.typeface.width(name, 10, bold=True) for name in names]
    share = max(0, WIDTH - sum(needs)) // len(counts)
    left = 0
    for name, need, (_, _, count) in zip(names, needs, counts, strict=True):
        right = left + need + share
        panel.line(name, left=left, right=right, top=_BAR, bottom=2 * _BAR, sizes=(10, 9, 8), align="centre")
        shown = str(count) if count else label
        panel.line(shown, left=left, right=right, top=2 * _BAR + 2, align="centre")
        left = right


def _settle(panel: _Panel, scene: Scene, marked: int) -> None:
    match scene.outcomes:
        case ():
            panel.line(scene.title.panel, top=_BAR if marked else 0, bottom=30, sizes=_LARGE)
            panel.paragraph(scene.sentence, 32, 3, 10)
        case (only,):
            panel.line(only.name, right=WIDTH - marked, bottom=32, sizes=_LARGE)
            panel.line(_cost(only), left=64, top=30, align="right")
            panel.line(only.when, right=62, top=34, bottom=50, sizes=_SMALL)
            panel.line(only.spots, right=62, top=50, sizes=_SMALL)
        case (first, second):
            _outcome(panel, first, 0, 32, marked)
            _outcome(panel, second, 32, 64, 0)
        case (first, second, third, *_):
            _outcome(panel, first, 0, 30, marked)
            _outcome(panel, second, 30, 47, 0)
            _outcome(panel, third, 47, 64, 0)


def _outcome(panel: _Panel, outcome: Outcome, top: int, bottom: int, marked: int) -> None:
    """One row: the name, and at the end what it costs; the marks push both to the left."""
    right = WIDTH - marked
    sizes = _LARGE if bottom - top > 20 else _MIDDLE
    cost = panel.typeface.width(_cost(outcome), sizes[0], bold=True)
    panel.line(_cost(outcome), left=right - cost, right=right, top=top, bottom=bottom, sizes=sizes, align="right")
    panel.line(outcome.name, right=right - cost - 4, top=top, bottom=bottom, sizes=sizes)


def _cost(outcome: Outcome) -> str:
    return outcome.cost.panel.replace("-", "−")


def _question(panel: _Panel, scene: Scene, marked: int) -> None:
    sentence, right = scene.sentence or scene.title.line, WIDTH - marked
    size = 15 if panel.typeface.width(sentence, 15) <= right else 12
    top = panel.paragraph(sentence, 0, 2, size, right) + 3
    x = 0
    for choice in scene.choices:
        text, size = panel.typeface.fitted(choice, WIDTH - 6, (11,))
        width = panel.typeface.width(text, size) + 5
        if x + width > WIDTH:
            x, top = 0, top + 14
        if top + 12 > HEIGHT:
            break
        panel.draw.rectangle((x, top, x + width - 1, top + 12), fill=1)
        panel.typeface.write(panel.draw, (x + 2, top), text, size, ink=0)
        x += width + 3


def _over_scores(panel: _Panel, scene: Scene, marked: int) -> None:
    """A large word over the scores; beside the marks where it fits there, else below them."""
    wide = (
        WIDTH - marked if marked and panel.typeface.width(scene.title.panel, 18, bold=True) <= WIDTH - marked else WIDTH
    )
    panel.line(scene.title.panel, right=wide, top=_BAR if marked and wide == WIDTH else 0, bottom=30, sizes=_LARGE)
    _figures(panel, scene.figures, 33)


def _figures(panel: _Panel, figures: Sequence[Figure], top: int) -> None:
    """Numbers as large as they can be side by side, a name above each, whose turn it is underlined."""
    if not figures:
        return
    rows = 2 if len(figures) > 4 and top < 20 else 1
    columns = -(-len(figures) // rows)
    width, height = WIDTH // columns, (HEIGHT - top) // rows
    label = 11 if rows == 1 else 10
    names = [figure.label.panel for figure in figures]
    named = panel.common(names, width - 2, label, (11, 10))
    sized = panel.common([str(figure.value) for figure in figures], width - 4, height - label - 2, _HUGE)
    for n, (name, figure) in enumerate(zip(names, figures, strict=True)):
        left, upper = n % columns * width, top + n // columns * height
        right, lower = left + width, upper + height
        split = upper + label
        panel.line(name, left=left, right=right - 2, top=upper, bottom=split, sizes=named, align="centre", more="")
        panel.line(
            str(figure.value), left=left, right=right - 2, top=split + 1, bottom=lower, sizes=sized, align="centre"
        )
        if figure.turn:
            panel.draw.rectangle((left, lower - 2, right - 3, lower - 1), fill=1)


def _facts(scene: Scene) -> str:
    demands = dict.fromkeys(figure.demand.panel for figure in scene.figures if figure.demand is not None)
    if demands:  # what everybody has to heed goes before what can be counted
        return ", ".join(demands)
    facts = [f"{fact.label.panel} {fact.value}" for fact in scene.facts if fact.key not in ("round", "discards")]
    return "  ".join([scene.title.panel, *facts])
