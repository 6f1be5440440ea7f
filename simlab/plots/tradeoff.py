"""What is gained against what it costs: the plans that no other beats, a line a way to attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.plots.canvas import NARROW_IN, axes_on, text_width_pt
from simlab.plots.curves import LineEnd, name_line_ends
from simlab.plots.frames import groups, need
from simlab.plots.style import dress, series_style, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

NAME_PT = 62.0  # room for a name that the usual width holds


def trade_off(
    frame: pd.DataFrame,
    *,
    series: str | None = "attack",
    xlabel: str = "expected damage on friends",
    ylabel: str = "expected damage on enemies",
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Expected harm to enemies over expected harm to friends, in steps: so much can be had for so little.

    Args:
        frame: a row an efficient plan, with ``enemy`` and ``friend``, as `analysis.paths.Paths.curve` gives them.
        series: column that tells the lines apart, named at their ends; None for one line.
        xlabel: what the cost means.
        ylabel: what the gain means.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, "enemy", "friend", series)
    widest = max(text_width_pt(name) for name, _ in groups(frame, series))
    ax = axes_on(ax, NARROW_IN + max(0.0, widest - NAME_PT) / 72.0, 2.6, title)
    dress(ax, grid="y")
    right = float(frame["friend"].max())
    right = right * 1.05 if right > 0 else 1.0
    ends = []
    for place, (name, rows) in enumerate(groups(frame, series)):
        look = series_style(place)
        rows = rows.sort_values("friend")
        cost, gain = rows["friend"].astype(float).tolist(), rows["enemy"].astype(float).tolist()
        line = {"color": look.colour, "linestyle": look.line, "linewidth": 2.0, "drawstyle": "steps-post"}
        ax.plot([*cost, right], [*gain, gain[-1]], clip_on=False, zorder=3, **line)
        ax.plot(cost, gain, color=look.colour, linestyle="", marker=look.marker or "o", markersize=4.5, zorder=4)
        ends.append(LineEnd(right, gain[-1], name, look))
    ax.set_xlim(0, right)
    ax.set_ylim(0, 1.08 * float(frame["enemy"].max()) or 1.0)
    ax.set_xlabel(xlabel, **text_style())
    ax.set_ylabel(ylabel, **text_style())
    if series is not None:
        name_line_ends(ax, ends)
    return ax
