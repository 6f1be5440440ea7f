"""Curves of rates with their bands: survival by turn, and a rate over a number such as the range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, figure_of, moved_apart, text_width_pt, wrap_to
from simlab.plots.frames import groups, interval_ends, is_exact, need, per_cent
from simlab.plots.style import SeriesStyle, dress, series_style, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


USUAL_NAME_PT = 62.0
"""Room for a name at a line's end that the usual width holds."""
LONGEST_SIDE_PT = 100.0
"""Length of a line of the upright label that the usual height holds."""


class LineEnd(NamedTuple):
    """Where a line ends: place, value in per cent, what to write there, its style."""

    x: float
    value: float
    text: str
    look: SeriesStyle


def survival_curves(
    frame: pd.DataFrame,
    *,
    series: str | None = None,
    turn: str = "turn",
    ylabel: str = "still in the game",
    xlabel: str = "end of turn",
    title: str = "",
    from_zero: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Share that survives by the end of each turn, as steps with bands, each curve named at its end.

    Args:
        frame: one row a series and turn; ``p, p_lo, p_hi`` are shares of 1.
        series: column that tells the curves apart; None for a single curve.
        turn: column with the turn, 1 and up (numbers or their texts).
        ylabel: what the share means.
        xlabel: what the number means.
        title: heading inside the picture.
        from_zero: vertical axis from 0 to 100 %, so that pictures side by side compare; else as the curves need.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, turn, "p", series)
    start = (0.0, 100.0)  # everybody is there before the first turn
    ax = axes_on(ax, _width_in(frame, series), title=title)
    ends = _draw_curves(ax, frame, turn, series, start, "post")
    ax.set_xlim(0, max(float(value) for value in frame[turn]))
    _label(ax, xlabel, ylabel, from_zero)
    name_line_ends(ax, ends)
    return ax


def rate_by_range(
    frame: pd.DataFrame,
    *,
    x: str = "range_in",
    series: str | None = None,
    steps: bool = False,
    xlabel: str = "range, inches",
    ylabel: str = "chance",
    title: str = "",
    from_zero: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """A rate over a number, a line a series, each named at its end.

    Args:
        frame: one row a series and number; ``p, p_lo, p_hi`` are shares of 1.
        x: column with the number.
        series: column that tells the lines apart.
        steps: between two numbers the rate of the farther one, for rates that jump at limits that count as within.
        xlabel: what the number means, with its unit.
        ylabel: what the share means.
        title: heading inside the picture.
        from_zero: vertical axis from 0 to 100 %; else from 0 to a little above the highest value.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, x, "p", series)
    ax = axes_on(ax, _width_in(frame, series), title=title)
    ends = _draw_curves(ax, frame, x, series, None, "pre" if steps else None)
    ax.set_xlim(right=float(frame[x].astype(float).max()))
    _label(ax, xlabel, ylabel, from_zero)
    name_line_ends(ax, ends)
    return ax


def mean_by_number(
    frame: pd.DataFrame,
    *,
    x: str,
    series: str | None = None,
    steps: bool = False,
    xlabel: str = "",
    ylabel: str = "mean",
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """A mean over a number, a line a series with its band, each named at its end.

    Args:
        frame: one row a series and number, with ``mean, lo, hi`` in any unit (`Sweep.means` gives such a frame).
        x: column with the number.
        series: column that tells the lines apart.
        steps: between two numbers the mean of the farther one, for means that jump at limits that count as within.
        xlabel: what the number is, with its unit.
        ylabel: what the mean is, with its unit.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, x, "mean", "lo", "hi", series)
    ax = axes_on(ax, _width_in(frame, series), title=title)
    # curves are drawn of shares, in hundredths of what the axis shows
    shares = frame.assign(p=frame["mean"] / 100.0, p_lo=frame["lo"] / 100.0, p_hi=frame["hi"] / 100.0)
    ends = _draw_curves(ax, shares, x, series, None, "pre" if steps else None)
    ax.set_xlim(right=float(frame[x].astype(float).max()))
    _label(ax, xlabel, ylabel, from_zero=False, unit="")
    name_line_ends(ax, ends)
    return ax


def _width_in(frame: pd.DataFrame, series: str | None) -> float:
    """Width of a figure in which the names at the line ends leave the curves their room."""
    names = [text_width_pt(name) for name, _ in groups(frame, series)]
    return NARROW_IN + max(0.0, max(names) - USUAL_NAME_PT) / 72.0


def _draw_curves(
    ax: Axes,
    frame: pd.DataFrame,
    x: str,
    series: str | None,
    start: tuple[float, float] | None,
    steps: Literal["pre", "post"] | None,
) -> list[LineEnd]:
    """Lines and bands of all series; returns the ends of those that have a name."""
    dress(ax, grid="y")
    ends = []
    for place, (name, rows) in enumerate(groups(frame, series)):
        look = series_style(place)
        rows = rows.assign(_x=rows[x].astype(float)).sort_values("_x")
        numbers, shares = rows["_x"].tolist(), (100.0 * rows["p"].astype(float)).tolist()
        low, high = interval_ends(rows)
        if start is not None and numbers[0] > start[0]:
            numbers, shares = [start[0], *numbers], [start[1], *shares]
            low, high = [start[1], *low], [start[1], *high]
        if not is_exact(rows):
            ax.fill_between(numbers, low, high, step=steps, color=look.colour, alpha=0.2, linewidth=0)
        ax.plot(
            numbers, shares, color=look.colour, linestyle=look.line, linewidth=2.0,
            drawstyle=f"steps-{steps}" if steps else "default",
            marker=look.marker, markersize=4.5, markevery=_marks(len(numbers), place), clip_on=False, zorder=3,
        )  # fmt: skip
        if series is not None:
            ends.append(_end_of(numbers, shares, name, look, with_value=start is not None))
    return ends


def _end_of(numbers: list[float], shares: list[float], name: str, look: SeriesStyle, with_value: bool) -> LineEnd:
    """The end of a line; of one that falls to 0 the last place above it, since many lines end at 0."""
    last = max((place for place, share in enumerate(shares) if share > 0), default=len(shares) - 1)
    if with_value:
        last = len(shares) - 1
    text = f"{name} {per_cent(shares[last] / 100.0)}" if with_value else name
    return LineEnd(numbers[last], shares[last], text, look)


def _marks(points: int, place: int) -> list[int]:
    """Points that carry a marker: about four a line, shifted so that lines on top of each other stay told apart."""
    return list(range(min(place, points - 1), points, max(1, points // 4)))


def _label(ax: Axes, xlabel: str, ylabel: str, from_zero: bool, unit: str = " %") -> None:
    """Scales in per cent, or in the unit of an amount, axis titles."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    if from_zero:
        ax.set_ylim(0, 100)
    else:
        ax.set_ylim(bottom=0)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=5, min_n_ticks=3))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}{unit}"))
    ax.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    ax.set_xlabel(xlabel, **text_style())
    ax.set_ylabel(wrap_to(ylabel, LONGEST_SIDE_PT), **text_style())


def name_line_ends(ax: Axes, ends: list[LineEnd]) -> None:
    """Write each line's name to the right of its end, joined to it by a stroke, none on top of another."""
    low, high = ax.get_ylim()
    height_pt = 72.0 * ax.get_position().height * figure_of(ax).get_figheight()
    # The layout is made when the figure is drawn: allow for what axis titles and heading will take from the axes.
    gap = LINE_PT / max(height_pt - 3.0 * LINE_PT, 3.0 * LINE_PT) * (high - low)
    places = moved_apart([end.value for end in ends], gap, low, high)
    beside = ax.get_yaxis_transform()
    right = ax.get_xlim()[1]
    for end, place in zip(ends, places, strict=True):
        thin: dict[str, Any] = {"color": end.look.colour, "linewidth": 1.0, "clip_on": False}
        if end.x < right:
            ax.plot([end.x, right], [end.value, end.value], linestyle=(0, (1, 3)), **thin)
        ax.plot([1.0, 1.06], [end.value, place], transform=beside, **thin)
        ax.text(1.08, place, end.text, transform=beside, va="center", **text_style())
