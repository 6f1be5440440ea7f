"""How many trials a difference takes: smaller differences are dear, common dice are cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.plots.canvas import NARROW_IN, axes_on
from simlab.plots.frames import groups, need
from simlab.plots.style import FONT_PT, dress, series_style, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def trials_needed(
    frame: pd.DataFrame, *, series: str | None = "dice", title: str = "", ax: Axes | None = None
) -> Axes:  # fmt: skip
    """Trials of each variant over the difference that they show, on scales of powers of ten.

    Args:
        frame: a row a difference and series, with ``difference`` (a share of 1) and ``trials``, as `Plan.frame` gives.
        series: column that tells the lines apart, such as what dice are rolled; None for one line.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

    need(frame, "difference", "trials", series)
    ax = axes_on(ax, NARROW_IN, 2.6, title)
    dress(ax, grid="y")
    several = groups(frame, series)
    for place, (name, rows) in enumerate(several):
        look, rows = series_style(place), rows.sort_values("difference")
        points = (100.0 * rows["difference"].astype(float)).tolist()
        line = {"color": look.colour, "linestyle": look.line, "marker": look.marker or "o", "markersize": 4.5}
        ax.plot(
            points, rows["trials"].astype(float).tolist(), linewidth=2.0, label=f"dice {name}" if name else "", **line
        )
    ax.set_xscale("log")
    ax.set_yscale("log")
    shown = sorted({100.0 * float(value) for value in frame["difference"]})
    ax.xaxis.set_major_locator(FixedLocator(shown))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.3g}"))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel("difference to be seen, points", **text_style())
    ax.set_ylabel("trials of each variant", **text_style())
    if len(several) > 1:
        ax.legend(frameon=False, fontsize=FONT_PT, loc="upper right")
    return ax
