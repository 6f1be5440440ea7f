"""Deviations from tuned settings: what each gains or loses, with its interval, around an upright at nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, wrap_to
from simlab.plots.frames import need
from simlab.plots.style import ACCENT, INK, MAIN, dress, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

NAME_PT = 125.0
"""Width that a deviation may take before it is broken."""
MOST = 20
"""Deviations that are drawn when nobody says how many: those that gain most."""


def deviation_gains(
    frame: pd.DataFrame,
    *,
    name: str = "key",
    before: str = "value",
    after: str = "other",
    gain: str = "gain",
    low: str = "lo",
    high: str = "hi",
    flag: str = "gains",
    most: int = MOST,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """A line a deviation: a dot at its gain in points, a bar for its interval; the greatest gains first.

    A deviation that gains more than its noise stands out in colour and by a square in place of the dot.

    Args:
        frame: one row a deviation, as `simlab.analysis.deviations` makes it; shares of 1.
        name: column with the dial.
        before: column with its tuned value.
        after: column with the value tried.
        gain: column with the gain.
        low: column with the lower end of its interval.
        high: column with the upper end.
        flag: column that says whether it gains more than its noise.
        most: rows that are drawn at most.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, name, before, after, gain, low, high, flag)
    rows: list[dict[str, Any]] = [
        {str(key): value for key, value in row.items()}
        for row in frame.sort_values(gain, ascending=False, kind="stable").head(most).to_dict("records")
    ]
    names = [wrap_to(_words(row[name], row[before], row[after]), NAME_PT) for row in rows]
    places, top = [], 0.0
    for text in names:
        lines = text.count("\n") + 1
        places.append(top + (lines + 0.5) / 2)
        top += lines + 0.5
    ax = axes_on(ax, NARROW_IN, (top + 3.0) * LINE_PT / 72.0, title)
    dress(ax, grid="x")
    for place, row in zip(places, rows, strict=True):
        look, mark = (ACCENT, "s") if row[flag] else (MAIN, "o")
        ax.plot([100 * row[low], 100 * row[high]], [place, place], color=look.colour, linewidth=2.0, zorder=2,
                solid_capstyle="butt")  # fmt: skip
        ax.plot([100 * row[gain]], [place], marker=mark, markersize=5.5, color=look.colour, markeredgecolor=INK,
                markeredgewidth=0.6, zorder=3)  # fmt: skip
    ax.axvline(0.0, color=INK, linewidth=1.2, zorder=1)
    ax.set_yticks(places, names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(top, 0)
    ax.set_xlabel("points", **text_style())
    return ax


def _words(key: Any, before: Any, after: Any) -> str:
    """A deviation in words; of a key of a battle the side, hook and weight alone."""
    parts = [part for part in str(key).split(".") if part not in ("weights", "policies")]
    return f"{' '.join(parts)}: {before} to {after}".replace("_", " ")
