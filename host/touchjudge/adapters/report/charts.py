"""The pictures of the page, as SVG that stands in the page itself and takes its colours.

In: figures and names. Out: SVG text. matplotlib draws with stand-ins for colours and names; the page's colours, which
differ between light and dark, and the names, escaped, are put in their places afterwards. So no font on this machine
decides what a name looks like, and no name can say anything but itself.
"""

import io
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from touchjudge.adapters.report.figures import Summary
from touchjudge.words.plain import plain

WIDTH_IN = 4.6
COLOURS = 8  # of people; then they begin again
LOG_FROM = 5  # times this much between the quickest and the slowest need a logarithmic axis
_INK, _MUTED, _GRID = "#010101", "#010102", "#010103"
_SETTINGS: Any = {
    "svg.fonttype": "none",  # letters stay letters, in the page's own font
    "svg.hashsalt": "touchjudge",
    "font.size": 10,
    "axes.edgecolor": _MUTED,
    "axes.labelcolor": _INK,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "grid.color": _GRID,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_LONGEST_NAME = 14
_ROW_IN = 0.46
_PANEL_IN = 0.72  # height of one player's evenings
_DATES_IN = 1.2  # below them


@dataclass(frozen=True, slots=True)
class Sample:
    """One player's reactions, with a bound for each."""

    name: str
    times_us: Sequence[int]
    bounds_us: Sequence[int]
    figures: Summary | None


@dataclass(frozen=True, slots=True)
class Past:
    """One player's evenings: index of the evening → its figures."""

    name: str
    evenings: Mapping[int, Summary]


def reaction_strip(samples: Sequence[Sample], axis: tuple[str, str], number: Callable[[float], str]) -> Markup:
    """A row a player: every reaction as a dot, quartiles as a bar, the median with its interval.

    Args:
        axis: the axis' name, linear and logarithmic.
        number: a figure of the axis in the reader's language.
    """
    everything = [time for one in samples for time in one.times_us]
    with _settings():
        figure, axes = _figure(0.75 + _ROW_IN * len(samples), left=1.15)
        for row, one in enumerate(samples):
            _strip(axes, row, one)
        axes.set_yticks(range(len(samples)), [_stand_in(row) for row in range(len(samples))])
        axes.set_ylim(len(samples) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        logarithmic = _is_wide(everything)
        if logarithmic:
            axes.set_xscale("log")
            axes.xaxis.set_major_locator(
                LogLocator(subs=(1, 2, 3, 5) if max(everything) < 10 * min(everything) else (1, 2, 5))
            )
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.tick_params(axis="x", which="minor", length=0)
        else:
            axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
        axes.set_xlabel(axis[logarithmic])
        return _drawn(figure, [one.name for one in samples])


def scores_by_round(
    scores: Mapping[str, Sequence[tuple[int, int]]], axes_names: tuple[str, str], number: Callable[[float], str]
) -> Markup:
    """A line a player: the score after each round, the name at its end.

    Args:
        scores: name → (round, score), in order.
        axes_names: of the rounds and of the scores.
    """
    with _settings():
        figure, axes = _figure(2.9, left=0.6, right=1.1)
        for index, told in enumerate(scores.values()):
            rounds, values = zip(*told, strict=True)
            axes.step(
                rounds, values, where="post", color=_colour(index), linewidth=1.8,
                linestyle=("-", "--", "-.", ":")[index % 4],
            )  # fmt: skip
        _end_labels(axes, [told[-1] for told in scores.values()])
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
        axes.set_xlabel(axes_names[0])
        axes.set_ylabel(axes_names[1])
        axes.grid(axis="y")
        return _drawn(figure, list(scores))


def medians_by_evening(
    players: Sequence[Past], dates: Sequence[str], axes_names: tuple[str, str], number: Callable[[float], str]
) -> Markup:
    """A small picture a player, all on one scale: the median of each evening with its interval, the last being this."""
    ends = [end for one in players for figures in one.evenings.values() for end in _ends_us(figures)]
    height = _DATES_IN + _PANEL_IN * len(players) + 0.1
    with _settings():
        figure = _empty(height)
        for index, one in enumerate(players):
            bottom = _DATES_IN + _PANEL_IN * (len(players) - 1 - index)
            axes = figure.add_axes((0.8 / WIDTH_IN, bottom / height, 2.7 / WIDTH_IN, (_PANEL_IN - 0.14) / height))
            axes.patch.set_visible(False)
            _past(axes, index, one)
            axes.set_xlim(-0.4, len(dates) - 0.6)
            if _is_wide(ends):
                axes.set_yscale("log")
                axes.yaxis.set_major_locator(LogLocator(subs=(1, 3)))
                axes.yaxis.set_minor_formatter(NullFormatter())
                axes.tick_params(axis="y", which="minor", length=0)
            else:
                axes.yaxis.set_major_locator(MaxNLocator(3))
            axes.set_ylim(min(ends) / 1000 * 0.9, max(ends) / 1000 * 1.1)
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
            last = index == len(players) - 1
            axes.set_xticks(
                range(len(dates)), dates if last else [""] * len(dates), rotation=40, ha="right", rotation_mode="anchor"
            )
            axes.grid(axis="y")
            axes.annotate(
                _stand_in(index), (1, 0.5), xytext=(6, 0), xycoords="axes fraction", textcoords="offset points",
                va="center", color=_colour(index), annotation_clip=False,
            )  # fmt: skip
            if last:
                axes.set_xlabel(axes_names[0])
        middle = _DATES_IN + _PANEL_IN * len(players) / 2
        figure.text(0.12 / WIDTH_IN, middle / height, axes_names[1], rotation=90, va="center", ha="center", color=_INK)
        return _drawn(figure, [one.name for one in players])


@contextmanager
def _settings() -> Iterator[None]:
    """Matplotlib as it comes, whatever its user has set, and then as the page wants it."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


def _strip(axes: Axes, row: int, one: Sample) -> None:
    colour = _colour(row)
    # Dots that would hide each other stand apart, in an order that says nothing.
    heights = [row - 0.1 - 0.11 * (place % 3) for place in range(len(one.times_us))]
    times_ms = [time / 1000 for time in one.times_us]
    axes.errorbar(
        times_ms, heights, xerr=[bound / 1000 for bound in one.bounds_us], fmt="o", markersize=3.6, color=colour,
        ecolor=colour, elinewidth=0.8, alpha=0.75, markeredgewidth=0,
    )  # fmt: skip
    if one.figures is None:
        return
    figures, low = one.figures, row + 0.2
    axes.plot(
        [figures.first_quartile / 1000, figures.third_quartile / 1000], [low, low], color=colour, linewidth=7,
        alpha=0.35, solid_capstyle="butt",
    )  # fmt: skip
    if figures.median_interval is not None:
        interval = [figures.median_interval.low / 1000, figures.median_interval.high / 1000]
        axes.plot(interval, [low, low], color=colour, linewidth=1.4, solid_capstyle="butt")
    axes.plot([figures.median / 1000], [low], marker="|", markersize=13, markeredgewidth=2.6, color=_INK)


def _past(axes: Axes, index: int, one: Past) -> None:
    colour = _colour(index)
    evenings = sorted(one.evenings)
    medians = [one.evenings[evening].median / 1000 for evening in evenings]
    axes.plot(evenings, medians, color=colour, marker="o", markersize=4.5, linewidth=1.4)
    for evening in evenings:
        interval = one.evenings[evening].median_interval
        if interval is not None:
            ends = [interval.low / 1000, interval.high / 1000]
            axes.plot([evening, evening], ends, color=colour, linewidth=1.1)


def _ends_us(figures: Summary) -> tuple[float, ...]:
    interval = figures.median_interval
    return (figures.median,) if interval is None else (interval.low, interval.high)


def _is_wide(times_us: Sequence[float]) -> bool:
    """Whether the times are so far apart that only a logarithmic axis shows them all."""
    return max(times_us) > LOG_FROM * min(times_us) > 0


def _end_labels(axes: Axes, ends: Sequence[tuple[float, float]]) -> None:
    """A name beside the end of each line, moved up or down where it would cover another."""
    low, high = axes.get_ylim()
    apart = (high - low) * 0.085
    at = None
    right = axes.get_xlim()[1]
    for index, (_, y) in sorted(enumerate(ends), key=lambda each: each[1][1]):
        at = y if at is None else max(y, at + apart)
        axes.annotate(
            _stand_in(index), (right, at), xytext=(5, 0), textcoords="offset points", va="center", color=_colour(index),
            annotation_clip=False,
        )  # fmt: skip


def _empty(height_in: float) -> Figure:
    figure = Figure(figsize=(WIDTH_IN, height_in))
    FigureCanvasSVG(figure)
    figure.patch.set_visible(False)
    return figure


def _figure(height_in: float, *, left: float, right: float = 0.15) -> tuple[Figure, Axes]:
    """A figure with one pair of axes; margins in inches."""
    figure, bottom = _empty(height_in), 0.55
    axes = figure.add_axes(
        (
            left / WIDTH_IN,
            bottom / height_in,
            (WIDTH_IN - left - right) / WIDTH_IN,
            (height_in - bottom - 0.1) / height_in,
        )
    )
    axes.patch.set_visible(False)
    return figure, axes


def _stand_in(index: int) -> str:
    return f"@{index}@"


def _colour(index: int) -> str:
    return f"#0202{index % COLOURS:02x}"


def _drawn(figure: Figure, names: Sequence[str]) -> Markup:
    """The picture as it stands in a page, in the page's colours, with the names in their places."""
    content = io.StringIO()
    figure.savefig(content, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = content.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r'(<svg[^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1), count=1
    )
    svg = re.sub(r"font-family: [^;\"]*", "font-family: var(--letters)", svg)
    svg = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font: \1 var(--letters)", svg)  # as older ones of matplotlib write it
    for stand_in, name in ((_INK, "ink"), (_MUTED, "muted"), (_GRID, "faint")):
        svg = svg.replace(stand_in, f"var(--{name})")
    for index in range(COLOURS):
        svg = svg.replace(_colour(index), f"var(--person{index + 1})")
    return Markup(re.sub(r"@(\d+)@", lambda found: str(_shortened(names[int(found[1])])), svg))  # noqa: S704 - names are escaped


def _shortened(name: str) -> Markup:
    """A name that has room beside a picture; wide letters and pictures take more of it."""
    harmless = plain(name)
    room, kept = _LONGEST_NAME, 0
    for kept, letter in enumerate(harmless, 1):
        room -= 3 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return escape(f"{harmless[: kept - 1]}…")
    return escape(harmless[:kept])
