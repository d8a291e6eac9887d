"""Paints a scene for a colour panel of 240x240 or 320x240 pixels, to be read from two metres in one second.

As on the pages: felt, cream letters, the games' symbols; green is won, red is lost, gold leads. One thing is large in
each picture (who was first and what it costs, a card, a question, the scores), the rest stands below it as far as there
is room. A simulated table, a lost board and a warning are always said.
"""

from collections.abc import Sequence

from PIL import Image

from touchjudge.screens.painters import colours
from touchjudge.screens.painters.canvas import Box, Canvas
from touchjudge.screens.painters.figures import figures
from touchjudge.screens.painters.inviting import invite
from touchjudge.screens.painters.timeline import timeline
from touchjudge.screens.painters.typeface import SmoothTypeface, Typeface
from touchjudge.screens.scene import CardShown, Outcome, Scene, TouchShown

SIZES = ((240, 240), (320, 240))
_PAD = 8
_BAR = 26  # the line at the top
_ROW = 44  # who was not first
_AXIS = 46
_ROOMY = 100  # pixels below the first name: then the time has a line of its own
_STACKS = ("up", "down")
_LEAST_CHOICE = 18
_TARGETS = ("mushroom", "pig", "sweep")
_EMBEDDED = SmoothTypeface()


def paint(scene: Scene, size: tuple[int, int] = SIZES[0], typeface: Typeface = _EMBEDDED) -> Image.Image:
    """The scene as a picture of mode ``RGB``."""
    canvas = Canvas(size, typeface)
    marked = canvas.marks(_marks(scene))
    if scene.way_in is not None and scene.way_in.large:
        invite(canvas, scene.way_in, _warning(canvas, scene, canvas.height - 2))
        return canvas.picture
    match scene.kind:
        case "idle":
            _idle(canvas, scene)
        case "set_up":
            _set_up(canvas, scene, marked)
        case "reveal":
            _reveal(canvas, scene, marked)
        case "react" if scene.touches:
            _touched(canvas, scene, marked)
        case "react":
            _card(canvas, scene, marked)
        case "settle" if scene.outcomes:
            _outcomes(canvas, scene, marked)
        case "settle":
            _sentence(canvas, scene, marked)
        case "question":
            _question(canvas, scene, marked)
        case "winner" | "paused" | "disconnected":
            _over_scores(canvas, scene, marked)
    return canvas.picture


def _marks(scene: Scene) -> list[tuple[str, str, str]]:
    marks = []
    if scene.simulated is not None:
        marks.append((scene.simulated.panel, colours.GOLD, colours.ON_GOLD))
    if scene.missing is not None:
        marks.append((scene.missing.panel, colours.FOUL, colours.WHITE))
    if scene.warnings:
        marks.append(("!", colours.WARN, colours.WARN_GROUND))
    return marks


def _warning(canvas: Canvas, scene: Scene, bottom: int) -> int:
    """The newest warning in words at the lower end; where the rest has to end."""
    if not scene.warnings:
        return bottom
    top = bottom - 42
    canvas.box((_PAD, top, canvas.width - _PAD, bottom - 4), colours.WARN_GROUND, radius=6)
    box = (_PAD + 6, top + 2, canvas.width - _PAD - 6, bottom - 6)
    canvas.paragraph(scene.warnings[-1], box, ink=colours.WARN, most=16, least=14, bold=False)
    return top - 4


# ---- before the game


def _idle(canvas: Canvas, scene: Scene) -> None:
    size = 92
    canvas.icon("whistle", ((canvas.width - size) // 2, 20), size, ink=colours.GOLD)
    canvas.words("touchjudge", (_PAD, 110, canvas.width - _PAD, 164), align="centre", most=57)
    bottom = _warning(canvas, scene, canvas.height)
    box = (_PAD, 168, canvas.width - _PAD, bottom - 4)
    canvas.paragraph(scene.title.line, box, ink=colours.MUTED, align="centre", most=31)


def _set_up(canvas: Canvas, scene: Scene, marked: int) -> None:
    right = canvas.width - _PAD
    bottom = _warning(canvas, scene, canvas.height - 2)
    match scene.step:
        case "game":
            canvas.paragraph(scene.title.panel, (_PAD, 36, right, 150), align="centre", most=57)
            canvas.paragraph(scene.sentence, (_PAD, 164, right, bottom), ink=colours.GOLD, align="centre", most=31)
        case "options":
            name, _, value = scene.title.line.rpartition(": ")
            canvas.paragraph(name, (_PAD, 4, right - marked, 62), ink=colours.GOLD, most=37)
            canvas.words(value, (_PAD, 62, right, 140), align="centre", most=80)
            canvas.paragraph(scene.sentence, (_PAD, 146, right, bottom), ink=colours.MUTED, most=22, bold=False)
        case _:
            title = scene.title if scene.way_in is None else scene.way_in.label.panel
            canvas.words(title, (_PAD, 2, right - marked, 40), ink=colours.GOLD, most=31)
            _names(canvas, scene.players, (_PAD, 46, right, bottom))


def _names(canvas: Canvas, names: Sequence[str], box: Box) -> None:
    left, top, right, bottom = box
    columns = 1 if len(names) <= 4 else 2
    rows = max(3, -(-len(names) // columns))
    width, height = (right - left) // columns, (bottom - top) // rows
    size = canvas.common(names, width - 20, height - 8, most=48, least=24)
    for n, name in enumerate(names):
        x, y = left + n // rows * width, top + n % rows * height
        canvas.stripe((x, y + 5, x + 7, y + height - 5), colours.player(name, names))
        canvas.words(name, (x + 14, y, x + width - 6, y + height), most=size)


# ---- the round


def _reveal(canvas: Canvas, scene: Scene, marked: int) -> None:
    right = canvas.width - _PAD
    canvas.words(scene.title, (_PAD, 0, right - marked, _BAR), ink=colours.GOLD, most=26)
    stacks = [figure for figure in scene.figures if figure.key.startswith(_STACKS)]
    beside = [figure for figure in scene.figures if figure.key and figure not in stacks] if stacks else []
    facts = [(fact.label.panel, fact.value) for fact in scene.facts if fact.key not in ("round", "discards")]
    facts += [(figure.label.panel, str(figure.value)) for figure in beside]
    left, top = _PAD, _BAR
    for label, value in facts:
        box = canvas.words(label, (left, top, right, top + _BAR), ink=colours.MUTED, most=20)
        box = canvas.words(value, (box[2] + 6, top, right, top + _BAR), most=24)
        left = box[2] + 18
    top += _BAR if facts else 0
    bottom = _warning(canvas, scene, canvas.height - 2)
    figures(canvas, scene, stacks or scene.figures, (_PAD - 4, top + 4, canvas.width - _PAD + 4, bottom))


def _card(canvas: Canvas, scene: Scene, marked: int) -> None:
    """The revealed card, as it lies on the table; the call to the hands where it was not seen."""
    card = scene.card
    if card is None or not card.counts:
        words = card.label if card is not None and card.code != "unseen" else scene.title
        canvas.icon("hand", (canvas.width // 2 - 58, 22), 116, ink=colours.GOLD)
        canvas.words(scene.title.panel, (_PAD, 140, canvas.width - _PAD, 204), align="centre", most=80)
        line = words.line if words.line != scene.title.panel else words.full
        canvas.words(line, (_PAD, 206, canvas.width - _PAD, 236), ink=colours.MUTED, align="centre", most=24)
        return
    top = _BAR if marked else 6
    box = (_PAD, top, canvas.width - _PAD, canvas.height - 6)
    canvas.box(box, colours.CARD, edge=colours.CARD_EDGE, radius=14)
    if len(card.counts) == 1:
        _touch_card(canvas, card, box)
        return
    if canvas.width > canvas.height:
        _counts_abreast(canvas, card, box)
    else:
        _counts_below(canvas, card, box)


def _touch_card(canvas: Canvas, card: CardShown, box: Box) -> None:
    left, top, right, bottom = box
    ((code, name, _),) = card.counts
    size = bottom - top - 92
    _target(canvas, code, ((left + right - size) // 2, top + 8), size)
    text = card.label.panel
    canvas.words(text, (left + 6, bottom - 84, right - 6, bottom - 34), ink=colours.CARD_INK, align="centre", most=57)
    canvas.words(name, (left + 6, bottom - 34, right - 6, bottom - 6), ink=colours.CARD_INK, align="centre", most=22)


def _counts_below(canvas: Canvas, card: CardShown, box: Box) -> None:
    left, top, right, bottom = box
    high = (bottom - top - 4) // len(card.counts)
    for n, (code, _, count) in enumerate(card.counts):
        y = top + 2 + n * high
        _target(canvas, code, (left + 26, y + 4), high - 8)
        row = (left + 100, y, right - 30, y + high)
        canvas.words(str(count), row, ink=colours.CARD_INK, align="right", most=88)
        if n:
            canvas.line((left + 16, y - 1, right - 16, y + 1), colours.CARD_EDGE)


def _counts_abreast(canvas: Canvas, card: CardShown, box: Box) -> None:
    left, top, right, bottom = box
    wide = (right - left) // len(card.counts)
    size = min(wide - 16, (bottom - top) // 2 - 16)
    for n, (code, _, count) in enumerate(card.counts):
        x = left + n * wide
        _target(canvas, code, (x + (wide - size) // 2, top + 12), size)
        column = (x + 4, top + size + 14, x + wide - 4, bottom - 4)
        canvas.words(str(count), column, ink=colours.CARD_INK, align="centre", most=112)
        if n:
            canvas.line((x - 1, top + 16, x + 1, bottom - 16), colours.CARD_EDGE)


def _target(canvas: Canvas, code: str, xy: tuple[int, int], size: int) -> None:
    canvas.icon(code if code in _TARGETS else "hand", xy, size)


def _touched(canvas: Canvas, scene: Scene, marked: int) -> None:
    """Who was first, and by how much."""
    first, *rest = scene.touches
    room = canvas.height - (_AXIS if _timed(scene.touches) > 1 else 0)
    rest = rest[: 2 if room < canvas.height else 3]
    high = room - len(rest) * (_ROW - 8) - 4
    size = min(round(high * 0.55), 104)
    right = canvas.width - _PAD
    _target(canvas, first.target, (_PAD, (high - size) // 2 + 4), size)
    left = _PAD + size + 10
    split = 4 + high * 11 // 20
    top = _BAR if marked else 4
    canvas.words(first.name or first.spot.panel, (left, top, right, split), most=80)
    canvas.words(first.when, (left, split, right, high), ink=colours.GOLD, most=57)
    for n, touch in enumerate(rest):
        _next_touch(canvas, touch, high + 2 + n * (_ROW - 8))
    timeline(canvas, scene, (_PAD, canvas.height - _AXIS, right, canvas.height))


def _next_touch(canvas: Canvas, touch: TouchShown, top: int) -> None:
    bottom, right = top + _ROW - 8, canvas.width - _PAD
    _target(canvas, touch.target, (_PAD, top + 3), bottom - top - 6)
    ink = colours.GOLD if touch.dead_heat else colours.MUTED
    gap = canvas.words(touch.gap, (canvas.width // 2, top, right, bottom), ink=ink, align="right", most=26)
    end = gap[0] - 6
    if touch.dead_heat:
        canvas.icon("heat", (end - 28, top + 4), 28, ink=colours.GOLD)
        end -= 34
    canvas.words(touch.name or touch.spot.panel, (_PAD + 40, top, end, bottom), most=31)


def _outcomes(canvas: Canvas, scene: Scene, marked: int) -> None:
    first, *rest = scene.outcomes
    axis = _timed(scene.touches) > 1 and len(rest) <= 2
    rest = rest[: 2 if axis else 3]
    high = canvas.height - len(rest) * _ROW - (_AXIS if axis else 0)
    _first_outcome(canvas, scene, first, high, marked)
    for n, outcome in enumerate(rest):
        _outcome(canvas, scene, outcome, high + n * _ROW)
    if axis:
        timeline(canvas, scene, (_PAD, canvas.height - _AXIS, canvas.width - _PAD, canvas.height))


def _first_outcome(canvas: Canvas, scene: Scene, outcome: Outcome, high: int, marked: int) -> None:
    right = canvas.width
    edge = _edge(outcome)
    top = _BAR if marked else 4
    canvas.box((4, top, right - 4, high - 4), colours.PANEL, edge=edge, thick=4, radius=10)
    split = top + (high - 4 - top) * 9 // 20
    foot = high - 12
    if foot - split > _ROOMY and outcome.when:
        told = " · ".join(filter(None, (outcome.when, outcome.attribution)))
        canvas.words(told, (14, foot - 34, right - 14, foot), ink=colours.MUTED, most=28)
        foot -= 40
        split -= 14
    canvas.stripe((12, top + 12, 20, split - 2), colours.player(outcome.name, scene.players))
    canvas.words(outcome.name, (26, top + 4, right - 12, split + 2), most=88)
    below = (12, split + 4, right - 12, foot)
    size = min(below[3] - below[1], 76)
    left = below[0]
    for target in outcome.targets[:1]:
        _target(canvas, target, (left, below[1] + (below[3] - below[1] - size) // 2), size)
        left += size + 8
    pill = canvas.pill(_cost(outcome), (left, *below[1:]), _ground(outcome))
    if foot == high - 12 and canvas.wide(outcome.when, 18) <= pill[0] - 8 - left:
        canvas.words(outcome.when, (left, below[1], pill[0] - 8, below[3]), ink=colours.MUTED, most=34)


def _outcome(canvas: Canvas, scene: Scene, outcome: Outcome, top: int) -> None:
    right, bottom = canvas.width - _PAD, top + _ROW - 4
    pill = canvas.pill(_cost(outcome), (right - 80, top, right, bottom), _ground(outcome))
    canvas.stripe((_PAD + 4, top + 4, _PAD + 10, bottom - 4), colours.player(outcome.name, scene.players))
    left = _PAD + 16
    for target in outcome.targets[:1]:
        _target(canvas, target, (left, top + 2), bottom - top - 4)
        left += bottom - top + 2
    canvas.words(outcome.name, (left, top, pill[0] - 6, bottom), most=34)


def _edge(outcome: Outcome) -> str:
    return colours.GAIN if outcome.change > 0 else colours.LOSS if outcome.change < 0 else colours.EDGE


def _ground(outcome: Outcome) -> str:
    return colours.OK if outcome.change > 0 else colours.FOUL if outcome.change < 0 else colours.EDGE


def _cost(outcome: Outcome) -> str:
    return outcome.cost.panel.replace("-", "−")


def _timed(touches: Sequence[TouchShown]) -> int:
    return sum(touch.reaction_us is not None for touch in touches)


def _sentence(canvas: Canvas, scene: Scene, marked: int) -> None:
    """Nobody won or lost a card: what there is to say."""
    foul = scene.verdict == "foul"
    top = _BAR if marked else 6
    right = canvas.width
    canvas.box((4, top, right - 4, top + 76), colours.FOUL if foul else colours.PANEL, radius=10)
    canvas.icon("wrong" if foul else "info", (14, top + 12), 52, ink=colours.WHITE)
    canvas.words(scene.title.panel, (76, top, right - 14, top + 76), ink=colours.WHITE, most=57)
    canvas.paragraph(scene.sentence, (_PAD, top + 84, right - _PAD, canvas.height - 4), most=37)


def _question(canvas: Canvas, scene: Scene, marked: int) -> None:
    right = canvas.width - _PAD
    abreast = (right - _PAD) // 2 - 34
    # Answers that are sentences differ at their ends, so none of them may be cut: one below the other.
    long = any(canvas.wide(choice, _LEAST_CHOICE) > abreast for choice in scene.choices if choice not in scene.players)
    columns = 1 if len(scene.choices) <= 2 or (long and len(scene.choices) <= 5) else 2
    rows = -(-len(scene.choices) // columns)
    high = max(26, min(50, 132 // max(1, rows)))
    top = max(70, canvas.height - rows * high - 6)
    canvas.icon("ask", (_PAD - 4, 8), 44, ink=colours.GOLD)
    canvas.paragraph(
        scene.sentence or scene.title, (_PAD + 42, 22 if marked else 2, right, top - 4), ink=colours.GOLD, most=37
    )
    wide = (right - _PAD + 6) // columns
    size = canvas.common(scene.choices, wide - 34, high - 10, most=34, least=_LEAST_CHOICE)
    for n, choice in enumerate(scene.choices):
        x, y = _PAD + n % columns * wide, top + n // columns * high
        box = (x, y, x + wide - 6, y + high - 5)
        canvas.box(box, colours.PANEL, edge=colours.EDGE)
        if choice in scene.players:
            canvas.stripe((x + 6, y + 7, x + 12, y + high - 12), colours.player(choice, scene.players))
        room = (x + 18, y, x + wide - 12, y + high - 5)
        if columns == 1 and long:
            canvas.paragraph(choice, room, most=_LEAST_CHOICE, least=12, middle=True)
        else:
            canvas.words(choice, room, most=size)


# ---- beside the round


_BESIDE = {
    "winner": ("crown", colours.GOLD),
    "paused": ("pause", colours.GOLD),
    "disconnected": ("cable", colours.LOSS),
}


def _over_scores(canvas: Canvas, scene: Scene, marked: int) -> None:
    """A large word over the scores."""
    name, ink = _BESIDE[scene.kind]
    top = _BAR if marked else 8
    canvas.icon(name, (_PAD, top), 60, ink=ink)
    left, right, split = _PAD + 70, canvas.width - _PAD, top + 44
    more = scene.missing.line if scene.missing is not None and scene.kind == "disconnected" else ""
    if scene.kind == "paused":
        more = scene.title.line.partition(": ")[2]
    if more:
        canvas.words(scene.title.panel, (left, top - 6, right, split), ink=ink, most=48)
        canvas.words(more, (left, split, right, split + 24), ink=colours.MUTED, most=24)
    else:
        canvas.paragraph(scene.title, (left, top - 6, right, top + 66), ink=ink, most=48, least=20)
    bottom = _warning(canvas, scene, canvas.height - 2)
    shown = sorted(scene.figures, key=lambda figure: -figure.value) if scene.kind == "winner" else scene.figures
    figures(canvas, scene, shown, (_PAD - 4, top + 72, canvas.width - _PAD + 4, bottom))
