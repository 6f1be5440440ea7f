"""Strips: rates that are flat over long stretches of a range, such as a gun's abort chance by distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, text_width_pt, wrap_to
from simlab.plots.frames import groups, need, per_cent
from simlab.plots.style import COLOUR_MAP, FAINT, PAPER, dress, readable_on, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def stretches(xs: list[float], shares: list[float]) -> list[tuple[float, float, float]]:
    """Merge neighbouring points of equal rate into (first x, last x, share).

    >>> stretches([5, 10, 15, 20], [0.2, 0.2, 0.1, 0.0])
    [(5, 10, 0.2), (15, 15, 0.1), (20, 20, 0.0)]
    """
    merged: list[tuple[float, float, float]] = []
    for x, share in zip(xs, shares, strict=True):
        if merged and abs(merged[-1][2] - share) < 1e-12:
            merged[-1] = (merged[-1][0], x, share)
        else:
            merged.append((x, x, share))
    return merged


def range_strips(
    frame: pd.DataFrame,
    *,
    x: str = "range_in",
    series: str = "series",
    xlabel: str = "range, inches",
    title: str = "",
    decimals: int = 0,
    ax: Axes | None = None,
) -> Axes:
    """A strip a series along the range, cut where its rate changes, each piece with its rate; blank where it is 0.

    Between two points of the frame the rate is that of the farther one, as for limits that count as within. Series with
    the same pieces share a strip.

    Args:
        frame: one row a series and number; ``p`` is a share of 1.
        x: column with the number, above 0.
        series: column that names the strips.
        xlabel: what the number means, with its unit.
        title: heading inside the picture.
        decimals: of the percentages.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    from matplotlib import colormaps

    need(frame, x, "p", series)
    strips = alike(frame, x, series)
    width_pt = 0.95 * (72.0 * NARROW_IN - 14.0)  # drawn letters are a little wider than their outlines
    names = [wrap_to(", ".join(members), width_pt) for members, _ in strips]
    middles, place = [], 0.2
    for name in names:
        place += name.count("\n") + 1
        middles.append(place + 0.6)
        place += 1.6
    ax = axes_on(ax, NARROW_IN, (place + 2.6) * LINE_PT / 72.0, title)
    dress(ax, grid="x")
    farthest, highest = float(frame[x].max()), float(frame["p"].max()) or 1.0
    beside = ax.get_yaxis_transform()
    for name, middle, (_, pieces) in zip(names, middles, strips, strict=True):
        ax.text(0, middle - 0.62, name, transform=beside, va="bottom", linespacing=1.15, **text_style())
        ax.barh(middle, farthest, 0.9, color=FAINT, alpha=0.35)
        begin = 0.0
        for _, end, share in pieces:
            if share > 0:
                fill = colormaps[COLOUR_MAP](0.25 + 0.65 * share / highest)
                ax.barh(middle, end - begin, 0.9, left=begin, color=fill, edgecolor=PAPER, linewidth=0.8)
                text = per_cent(share, decimals)
                if text_width_pt(text) < (end - begin) / farthest * width_pt:
                    style = text_style(color=readable_on(fill))
                    ax.text((begin + end) / 2, middle, text, ha="center", va="center_baseline", **style)
            begin = end
    ax.set_xlim(0, farthest)
    ax.set_ylim(place, 0)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(xlabel, **text_style())
    return ax


def alike(frame: pd.DataFrame, x: str, series: str) -> list[tuple[list[str], list[tuple[float, float, float]]]]:
    """(names, pieces) of the series, those with the same pieces together; the longest reach first."""
    found: dict[tuple[tuple[float, float, float], ...], list[str]] = {}
    for name, rows in groups(frame, series):
        rows = rows.assign(_x=rows[x].astype(float)).sort_values("_x")
        pieces = stretches(rows["_x"].tolist(), [round(float(share), 12) for share in rows["p"]])
        found.setdefault(tuple(pieces), []).append(name)
    reach = {pieces: max((end for _, end, share in pieces if share > 0), default=0.0) for pieces in found}
    return [(found[pieces], list(pieces)) for pieces in sorted(found, key=lambda pieces: -reach[pieces])]
