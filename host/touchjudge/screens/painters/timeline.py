"""The touches of a round on an axis, as on the pages: how far apart they were, and the band where no order is told."""

from touchjudge.screens.painters import colours
from touchjudge.screens.painters.canvas import Box, Canvas
from touchjudge.screens.scene import Scene

_SHORTEST_US = 2_000
_ICON = 24
_TARGETS = ("mushroom", "pig", "sweep")


def timeline(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The axis; nothing with fewer than two times, where there is nothing to compare."""
    timed = [(touch.reaction_us, touch) for touch in scene.touches if touch.reaction_us is not None]
    if len(timed) < 2:
        return
    left, top, right, bottom = box
    begin_us = timed[0][0]
    length_us = max(_SHORTEST_US, timed[-1][0] - begin_us)
    room = right - left - _ICON

    def at(reaction_us: int) -> int:
        return left + _ICON // 2 + round(room * (reaction_us - begin_us) / length_us)

    axis = top + _ICON + 4
    close_us = timed[0][1].bound_us + max(touch.bound_us for _, touch in timed[1:])
    band = max(3, at(begin_us + close_us) - at(begin_us))
    heat = timed[1][1].dead_heat
    canvas.line((left, axis, right, axis + 2), colours.MUTED)
    canvas.line(
        (at(begin_us), axis - 3, min(right, at(begin_us) + band), axis + 5), colours.GOLD if heat else colours.EDGE
    )
    for reaction_us, touch in reversed(timed):
        x = at(reaction_us)
        canvas.line((x - 1, axis - 4, x + 1, axis + 5), colours.player(touch.name, scene.players))
        canvas.icon(touch.target if touch.target in _TARGETS else "hand", (x - _ICON // 2, top), _ICON)
    canvas.words(timed[0][1].when, (left, axis + 5, right, bottom), ink=colours.MUTED, most=16, bold=False)
    canvas.words(
        timed[-1][1].gap, (left, axis + 5, right, bottom), ink=colours.MUTED, align="right", most=16, bold=False
    )
