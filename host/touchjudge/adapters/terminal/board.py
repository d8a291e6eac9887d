"""A scene laid out for a terminal: lines of Rich text that fit into the columns and rows there are.

Everything is built as :class:`rich.text.Text`, so nothing in a name is read as markup, and widths are counted in cells,
so that wide and combining characters keep the columns straight.
"""

import math
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

from touchjudge.adapters.terminal.lying import lying_lines
from touchjudge.screens.painters.digits import giant, width_that_fits
from touchjudge.screens.scene import Figure, Scene

_ROOM_COLUMNS, _ROOM_ROWS = 56, 16  # less than this is laid out as a few lines without giant digits
_USUAL_MIDDLE = 5  # rows of a card with three counts, and an empty one
_AROUND_DIGITS = 2  # rows: a label above, lucky numbers below
_CODE_BORDER = 2  # squares; the screen around it is no border for a phone
_AROUND_CODE = 7  # rows of what stands above and below it
_CELLS = {"00": " ", "10": "▀", "01": "▄", "11": "█"}
_VERDICT_STYLES = {"ok": "green", "foul": "bold red", "ask": "bold yellow", "info": "cyan", "over": "bold magenta"}


def board(scene: Scene, columns: int, rows: int, *, ascii_only: bool = False) -> list[Text]:
    """The whole scoreboard in at most ``rows`` lines of at most ``columns`` cells."""
    roomy = columns >= _ROOM_COLUMNS and rows >= _ROOM_ROWS
    lines = _roomy(scene, columns, rows, ascii_only) if roomy else _small(scene, columns, rows, ascii_only)
    for line in lines:
        line.truncate(columns, overflow="ellipsis" if not ascii_only else "crop")
    return lines[:rows]


def digit_rows(rows: int, spare: int) -> int:
    """How high the giant digits are: a third of the screen, less where room is short, but at least a fifth.

    >>> digit_rows(24, spare=9), digit_rows(24, spare=6), digit_rows(24, spare=0)
    (8, 6, 5)
    """
    return max(_lowest_digits(rows), min(rows // 3, spare))


def _lowest_digits(rows: int) -> int:
    return max(3, math.ceil(rows / 5))


def _roomy(scene: Scene, columns: int, rows: int, ascii_only: bool) -> list[Text]:
    top = [_header(scene, columns), _rule(columns, ascii_only), *_headline(scene, columns)]
    code = _code(scene, rows, ascii_only)
    middle = _beside(code or _card(scene), [*_choices(scene), *_touches(scene)], columns)
    footer = _footer(scene, columns)
    if not code:
        most = rows - len(top) - len(footer) - len(middle) - _lowest_digits(rows) - _AROUND_DIGITS
        lying = lying_lines(scene, columns, most, ascii_only=ascii_only)
        middle = [*middle, *lying] if scene.choices else [*lying, *middle]
    # Room is kept for a card and a few touches, so that the digits do not jump when they come.
    taken = len(top) + max(len(middle), _USUAL_MIDDLE) + len(footer) + _AROUND_DIGITS
    bottom = [*_figures(scene, columns, digit_rows(rows, rows - taken), ascii_only), *footer]
    room = rows - len(top) - len(bottom)
    middle = middle[: max(0, room)]
    spare = [Text()] * (room - len(middle))
    above = min(1, len(spare))
    return [*top, *spare[:above], *middle, *spare[above:], *bottom]


def _small(scene: Scene, columns: int, rows: int, ascii_only: bool) -> list[Text]:
    lines = [*_marks(scene, short=True), _title(scene, columns, short=True)]
    choices = [Text(f"{n} {choice}") for n, choice in enumerate(scene.choices, 1)]
    bodies = any(body.player for body in scene.lying)
    below = [] if bodies else _scores(scene, columns)
    if scene.lying:
        below.append(Text("  ").join(Text(f"{fact.label.panel} {fact.value}", "dim") for fact in scene.facts))
    left = rows - len(lines) - len(choices) - len(below)
    lying = lying_lines(scene, columns, left - 1, scores=bodies, ascii_only=ascii_only)
    most = max(1, min(3, left - len(lying))) if scene.lying else 3
    lines += _wrapped(scene.sentence, columns, most, _VERDICT_STYLES.get(scene.verdict, ""))
    lines += [*choices, *lying, *below]
    if scene.card:
        lines.append(Text(scene.card.label.panel, "bold"))
    lines += [*_touches(scene), *_footer(scene, columns)]
    return lines[:rows]


def _scores(scene: Scene, columns: int) -> list[Text]:
    """All figures in small, with what they count where that is not plain."""
    scores = ", ".join(
        f"{figure.label.panel} {figure.value}{f' {figure.demand.panel}' if figure.demand else ''}"
        for figure in scene.figures
    )
    counted = f"{scene.figures_label.panel}: " if scene.figures_label and scores else ""
    return _wrapped(counted + scores, columns, 4, "bold")


def _header(scene: Scene, columns: int) -> Text:
    right = Text(" ").join(_marks(scene, short=False))
    for link in scene.links:
        right.append("  ")
        right.append(link.state.line, "green" if link.up else "bold red")
    # What is counted is worth more than the program's name and long words.
    ways = [_counted(scene, own_name=True, short=False), _counted(scene, own_name=True, short=True)]
    ways.append(_counted(scene, own_name=not scene.facts, short=True))
    fitting = [left for left in ways if left.cell_len + 1 + right.cell_len <= columns]
    return _spread((fitting or ways[-1:])[0], right, columns)


def _counted(scene: Scene, *, own_name: bool, short: bool) -> Text:
    left = Text.assemble((" touchjudge ", "bold reverse")) if own_name else Text()
    left.append(f" {scene.game}" if scene.game else "", "bold")
    for fact in scene.facts:
        left.append(f"  {fact.label.panel} " if short else f"   {fact.label.line} ", "dim")
        left.append(fact.value, "bold")
    return left


def _marks(scene: Scene, *, short: bool) -> list[Text]:
    marks = []
    if scene.simulated:
        marks.append(Text(f" {scene.simulated.line} ", "bold black on yellow"))
    if scene.missing and short:
        marks.append(Text(f" {scene.missing.line} ", "bold white on red"))
    return marks


def _rule(columns: int, ascii_only: bool) -> Text:
    return Text(("-" if ascii_only else "─") * columns, "dim")


def _headline(scene: Scene, columns: int) -> list[Text]:
    style = _VERDICT_STYLES.get(scene.verdict, "")
    return [_title(scene, columns, short=False), *_wrapped(scene.sentence, columns, 2, style)]


def _title(scene: Scene, columns: int, *, short: bool) -> Text:
    """Who was first and what it costs, where a round was just settled; else what is going on."""
    if not scene.outcomes:
        lengths = (scene.title.full, scene.title.line, scene.title.panel)
        fitting = [length for length in lengths if cell_len(length) <= columns] or [scene.title.line]
        title = Text(scene.title.panel if short else fitting[0], "bold")
        if scene.kind == "react" and scene.touches:
            first = scene.touches[0]
            title.append(f": {first.name or first.spot.line}  {first.when}")
        return title
    title = Text()
    for outcome in scene.outcomes:
        title.append("   " if title else "")
        title.append(f"{outcome.name} ", "bold")
        cost = outcome.cost.panel if short else outcome.cost.line
        title.append(f" {cost} ", "bold black on green" if outcome.change > 0 else "bold white on red")
    return title


def _card(scene: Scene) -> list[Text]:
    if scene.card is None:
        return []
    named = scene.card.label.line if not scene.card.counts else scene.card.label.panel
    lines = [Text.assemble((f"{scene.card.heading.line} ", "dim"), (named, "bold"))]
    for _, name, count in scene.card.counts:
        line = Text()
        line.append(f"{count} " if count else "", "bold yellow")
        line.append(name.line, "bold")
        owners = [figure.label.line for figure in scene.figures if count in figure.numbers]
        line.append(f"  {', '.join(owners)}" if owners else "", "dim")
        lines.append(line)
    return lines


def _choices(scene: Scene) -> list[Text]:
    return [Text.assemble((f" {n} ", "reverse"), f" {choice}") for n, choice in enumerate(scene.choices, 1)]


def _touches(scene: Scene) -> list[Text]:
    names = _column([touch.name or "?" for touch in scene.touches])
    spots = _column([touch.spot.line for touch in scene.touches])
    lines = []
    for touch, name, spot in zip(scene.touches, names, spots, strict=True):
        line = Text.assemble((name, "bold"))
        line.append(f"  {spot}" if spot else "")
        line.append(f"  {touch.when}", "bold")
        line.append(f"  {touch.gap}" if touch.gap else "", "dim")
        line.append("  =" if touch.dead_heat else "", "bold yellow")
        line.append(f"  {touch.attribution}" if touch.attribution else "", "dim")
        lines.append(line)
    return lines


def _column(cells: Sequence[str]) -> list[str]:
    width = max((cell_len(cell) for cell in cells), default=0)
    return [cell + " " * (width - cell_len(cell)) for cell in cells]


def _figures(scene: Scene, columns: int, rows: int, ascii_only: bool) -> list[Text]:
    """Labels, giant digits and lucky numbers, one column each; one line of small figures where they do not fit."""
    if not scene.figures:
        return [Text("   ").join(Text(name, "bold") for name in scene.players)] if scene.players else []
    column = columns // len(scene.figures)
    width = width_that_fits((figure.value for figure in scene.figures), rows=rows, columns=column - 2)
    painted = [giant(figure.value, rows=rows, width=width, ascii_only=ascii_only) for figure in scene.figures]
    if any(cell_len(digits[0]) > column for digits in painted):
        return _wrapped(
            "  ".join(f"{figure.label.line} {figure.value}" for figure in scene.figures), columns, 3, "bold"
        )
    styles = ["bold green" if figure.leads else "bold" for figure in scene.figures]
    labels = [_label(figure, figure.label.line, ascii_only) for figure in scene.figures]
    if any(cell_len(label) >= column for label in labels):
        labels = [_label(figure, figure.label.panel, ascii_only) for figure in scene.figures]
    lines = [Text(scene.figures_label.line, "dim")] if scene.figures_label else []
    lines.append(_row(labels, styles, column))
    lines += [_row([digits[row] for digits in painted], styles, column) for row in range(rows)]
    if any(figure.numbers for figure in scene.figures):
        numbers = [f"{scene.numbers_label.panel} {' '.join(map(str, figure.numbers))}" for figure in scene.figures]
        lines.append(_row(numbers, ["yellow"] * len(numbers), column))
    elif any(figure.demand for figure in scene.figures):
        demands = [figure.demand.panel if figure.demand else "" for figure in scene.figures]
        lines.append(_row(demands, ["bold yellow"] * len(demands), column))
    return lines


def _label(figure: Figure, name: str, ascii_only: bool) -> str:
    mark = (">" if ascii_only else "▶") + " " if figure.turn else ""
    return mark + name


def _row(cells: Sequence[str], styles: Sequence[str], column: int) -> Text:
    row = Text()
    for cell, style in zip(cells, styles, strict=True):
        part = Text(cell, style)
        part.truncate(column - 1, overflow="ellipsis")
        part.pad_right(column - part.cell_len)
        row.append_text(part)
    return row


def _code(scene: Scene, rows: int, ascii_only: bool) -> list[Text]:
    """The code to scan, two squares in a cell above each other; nothing where it does not fit whole."""
    if scene.way_in is None or not scene.way_in.large or ascii_only:
        return []
    wide = len(scene.way_in.code) + 2 * _CODE_BORDER
    if wide // 2 + _AROUND_CODE > rows:
        return []
    border = ["0" * wide] * _CODE_BORDER
    sides = "0" * _CODE_BORDER
    squares = [*border, *(f"{sides}{row}{sides}" for row in scene.way_in.code), *border, "0" * wide]
    lines = []
    for upper, lower in zip(squares[::2], squares[1::2], strict=True):
        cells = "".join(_CELLS[above + below] for above, below in zip(upper, lower, strict=True))
        lines.append(Text(cells, "black on white"))
    return lines


def _footer(scene: Scene, columns: int) -> list[Text]:
    lines: list[Text] = []
    if scene.way_in is not None:
        label = scene.way_in.label
        lines.append(Text(label.line if cell_len(label.line) <= columns else label.panel, "bold"))
    elif scene.page is not None:
        lines.append(Text(scene.page.line if cell_len(scene.page.line) <= columns else scene.page.panel, "dim"))
    for warning in scene.warnings[-2:]:
        lines += _wrapped(warning, columns, 2, "bold yellow")
    for link in scene.links:
        if not link.up:
            lines += _wrapped(link.sentence or link.state.full, columns, 2, "red")
    return lines


def _beside(left: list[Text], right: list[Text], columns: int) -> list[Text]:
    """Two blocks beside each other, the left one as wide as it needs, at most half."""
    if not left:
        return right
    width = min(max(line.cell_len for line in left) + 4, columns // 2)
    lines = []
    for n in range(max(len(left), len(right))):
        line = left[n].copy() if n < len(left) else Text()
        line.truncate(width - 2, overflow="ellipsis")
        line.pad_right(width - line.cell_len)
        lines.append(line.append_text(right[n]) if n < len(right) else line)
    return lines


def _spread(left: Text, right: Text, columns: int) -> Text:
    """One line with a part at each end; the right one, which warns, is never cut for the left one."""
    room = columns - right.cell_len - 1
    left.truncate(max(0, room), overflow="ellipsis")
    left.pad_right(max(0, columns - right.cell_len - left.cell_len))
    return left.append_text(right)


def _wrapped(sentence: str, columns: int, most: int, style: str) -> list[Text]:
    """The sentence broken at spaces into at most so many lines."""
    if not sentence:
        return []
    lines: list[Text] = []
    for word in _words(sentence, columns):
        if lines and lines[-1].cell_len + 1 + cell_len(word) <= columns:
            lines[-1].append(f" {word}")
        elif len(lines) < most:
            lines.append(Text(word, style))
        else:
            lines[-1].append("…")
            lines[-1].truncate(columns, overflow="ellipsis")
            break
    return lines


def _words(sentence: str, columns: int) -> Iterable[str]:
    for word in sentence.split():
        text = Text(word)
        text.truncate(columns, overflow="ellipsis")
        yield text.plain
