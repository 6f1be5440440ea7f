"""Distributions of many outcomes: level bars where they have names, a histogram where they are numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, figure_of, text_width_pt, wrap_to
from simlab.plots.frames import interval_ends, is_exact, per_cent
from simlab.plots.style import FONT_PT, INK, bar_style, dress, series_style, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

WIDEST_IN = 7.2
"""Width beyond which bars side by side are no picture for a page any more."""
NAME_PT = 92.0
NUMBERS_PT = 40.0
"""Room beside the longest bar for its number."""


def are_numbers(names: list[Any]) -> bool:
    """Are all outcomes numbers?

    >>> are_numbers([0, 1, "2"]), are_numbers(["0", "never"])
    (True, False)
    """
    try:
        [float(name) for name in names]
    except (TypeError, ValueError):
        return False
    return True


def histogram(
    names: list[Any],
    found: list[tuple[str, pd.DataFrame]],
    outcome: str,
    *,
    xlabel: str,
    ylabel: str,
    title: str,
) -> Axes:
    """Bars of many numbers without a number of their own: the axis tells their height."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    ax = axes_on(None, WIDEST_IN, 2.4, title=title)
    dress(ax, grid="y")
    values = sorted({float(name) for name in names})
    apart = min((b - a for a, b in pairwise(values)), default=1.0)
    breadth = 0.9 * apart / len(found)
    for place, (name, rows) in enumerate(found):
        look = series_style(place)
        middles = [float(value) + (place - (len(found) - 1) / 2) * breadth for value in rows[outcome]]
        shares = [100.0 * float(share) for share in rows["p"]]
        ax.bar(middles, shares, breadth, label=name, **bar_style(look))
        if not is_exact(rows):
            low, high = interval_ends(rows)
            ends = [
                [s - a for s, a in zip(shares, low, strict=True)],
                [b - s for s, b in zip(shares, high, strict=True)],
            ]
            ax.errorbar(middles, shares, yerr=ends, fmt="none", ecolor=INK, elinewidth=0.9, capsize=0)
    ax.set_xlim(values[0] - 0.6 * apart, values[-1] + 0.6 * apart)
    ax.set_ylim(bottom=0.0)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=all(value.is_integer() for value in values)))
    ax.yaxis.set_major_locator(MaxNLocator(nbins=4))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
    ax.set_xlabel(xlabel, **text_style())
    ax.set_ylabel(ylabel, **text_style())
    _legend(ax, found)
    return ax


def level_bars(
    names: list[Any], found: list[tuple[str, pd.DataFrame]], outcome: str, *, xlabel: str, title: str, decimals: int
) -> Axes:
    """A level bar an outcome (and series), its name at the left, its number behind its interval."""
    written = [wrap_to(str(name).replace("_", " "), NAME_PT) for name in names]
    places, top = [], 0.0
    for text in written:
        tall = max(text.count("\n") + 1.0, 1.15 * len(found)) + 0.5
        places.append(top + tall / 2)
        top += tall
    top += 0.2
    beside = max(text_width_pt(text) for text in written) + 12.0
    label = [xlabel] if xlabel else []
    lines = top + 1.2 * len(label) + (1.6 * ((len(found) + 1) // 2) if len(found) > 1 else 0.0)
    ax = axes_on(None, max(NARROW_IN, (beside + 150.0) / 72.0), lines * LINE_PT / 72.0, title=title)
    dress(ax)
    tall = 0.95 if len(found) == 1 else 0.9 * 1.15
    most = max(max(interval_ends(rows)[1]) for _, rows in found) or 1.0
    for place, (name, rows) in enumerate(found):
        look = series_style(place)
        at = {
            value: middle + (place - (len(found) - 1) / 2) * 1.15 for value, middle in zip(names, places, strict=True)
        }
        middles = [at[value] for value in rows[outcome]]
        shares = [100.0 * float(share) for share in rows["p"]]
        low, high = interval_ends(rows)
        ax.barh(middles, shares, tall, label=name, **bar_style(look))
        if not is_exact(rows):
            ends = [
                [s - a for s, a in zip(shares, low, strict=True)],
                [b - s for s, b in zip(shares, high, strict=True)],
            ]
            ax.errorbar(shares, middles, xerr=ends, fmt="none", ecolor=INK, elinewidth=1.2, capsize=2.5)
        for middle, share, end in zip(middles, rows["p"], high, strict=True):
            words = per_cent(float(share), decimals)
            ax.text(end + 0.02 * most, middle, words, va="center_baseline", ha="left", **text_style())
    inside = 72.0 * max(NARROW_IN, (beside + 150.0) / 72.0) - beside
    ax.set_xlim(0.0, most * inside / max(inside - NUMBERS_PT, 40.0))
    ax.set_ylim(top, 0.0)
    ax.set_yticks(places, written, fontsize=FONT_PT)
    ax.tick_params(axis="y", length=0)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    if xlabel:
        ax.set_xlabel(xlabel, **text_style())
    _legend(ax, found)
    return ax


def _legend(ax: Axes, found: list[Any]) -> None:
    """Names of the series below the picture, two to a row where it is narrow."""
    if len(found) > 1:
        columns = 2 if figure_of(ax).get_figwidth() < WIDEST_IN else len(found)
        figure_of(ax).legend(frameon=False, fontsize=FONT_PT, labelcolor=INK, loc="outside lower left", ncols=columns)
