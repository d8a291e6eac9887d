"""What lies open on the table in lines for a terminal: a line for each body, the cards in the middle in several.

Each thing is in words; its colour only helps. Of three lengths the longest is taken in which everything fits.
"""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.text import Text

from touchjudge.screens.scene import Lying, Scene, Thing

_COLOURS: Mapping[str, str] = {
    "red": "red",
    "green": "green",
    "blue": "bright_blue",
    "yellow": "yellow",
    "violet": "magenta",
    "multi": "bright_white",
}
_BETWEEN = ", "
_SHORTEST_NAME = 3  # cells


def lying_lines(scene: Scene, columns: int, rows: int, *, scores: bool = False, ascii_only: bool = False) -> list[Text]:
    """Everything that lies open in at most ``rows`` lines.

    Args:
        scores: say each player's score beside the name, where nothing else does.
    """
    if not scene.lying or rows <= 0:
        return []
    values = {figure.label.line: figure.value for figure in scene.figures} if scores else {}
    mark = "> " if ascii_only else "▶ "
    lines: list[Text] = []
    for form in ("full", "line", "panel"):
        lines = _bodies(scene, values, form, mark) if scene.lying[0].player else _rows(scene, columns, form)
        if len(lines) <= rows and all(line.cell_len <= columns for line in lines):
            break
    else:
        if scene.lying[0].player:
            lines = _bodies(scene, values, "panel", mark.strip(), columns)
    if form == "panel" and scene.legend is not None and len(lines) < rows and cell_len(scene.legend.line) <= columns:
        lines.append(Text(scene.legend.line, "dim"))
    return lines[:rows]


def _bodies(scene: Scene, values: Mapping[str, int], form: str, mark: str, columns: int = 0) -> list[Text]:
    """One line for each player; where ``columns`` says how wide they may be, names are cut for the organs' sake."""
    organs = [_things(body, form) for body in scene.lying]
    tails = [f" {values[body.player]}" if body.player in values else "" for body in scene.lying]
    widest = max(map(cell_len, (body.player for body in scene.lying)))
    if columns:
        beside = max(part.cell_len + cell_len(tail) for part, tail in zip(organs, tails, strict=True))
        widest = max(_SHORTEST_NAME, min(widest, columns - beside - len(mark) - 1))
    lines = []
    for body, tail, part in zip(scene.lying, tails, organs, strict=True):
        name = Text(body.player)
        name.truncate(widest, overflow="ellipsis" if not mark.isascii() else "crop")
        name.pad_right(widest - name.cell_len)
        line = Text.assemble((mark if body.turn else " " * len(mark), "bold"), (name.plain + tail, "bold"))
        lines.append(line.append(" ").append_text(part))
    return lines


def _things(body: Lying, form: str) -> Text:
    if not body.things:
        return Text(getattr(body.empty, form), "dim")
    line = Text()
    for thing in body.things:
        # Commas would cost more room than the shortest form has.
        line.append((" " if form == "panel" else _BETWEEN) if line else "")
        line.append_text(_thing(thing, form))
    return line


def _rows(scene: Scene, columns: int, form: str) -> list[Text]:
    """The label and the cards of each place, broken between cards."""
    lines = []
    for place in scene.lying:
        style = "bold yellow" if place.urgent else "dim"
        line = Text.assemble((f"{getattr(place.label, 'panel' if form == 'panel' else 'line')}: ", style))
        empty = Text(getattr(place.empty, form), "dim")
        parts = [_thing(thing, form) for thing in place.things] or [empty]
        for n, part in enumerate(parts):
            comma = "," if n + 1 < len(parts) else ""
            if line.cell_len + part.cell_len + len(comma) > columns:
                line.rstrip()
                lines.append(line)
                line = Text("  ")
            line.append_text(part).append(f"{comma} ")
        line.rstrip()
        lines.append(line)
    return lines


def _thing(thing: Thing, form: str) -> Text:
    colour = _COLOURS.get(thing.colour, "")
    loud = {"infected": "reverse", "immunised": "bold", "must_draw": "bold yellow"}.get(thing.how, "")
    return Text(getattr(thing.label, form), f"{loud} {colour}".strip())
