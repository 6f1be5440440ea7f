"""Bars: outcomes with their intervals, and amounts in order of size."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, text_width_pt, wrap_to
from simlab.plots.frames import groups, in_order, interval_ends, is_exact, need, per_cent
from simlab.plots.many import WIDEST_IN, are_numbers, histogram, level_bars
from simlab.plots.style import ACCENT, FONT_PT, INK, MAIN, bar_style, dress, series_style, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LONGEST_NAME_PT = 52.0
BESIDE_PT = 46.0
"""What the vertical axis with its numbers takes."""


def distribution(
    frame: pd.DataFrame,
    *,
    outcome: str = "outcome",
    series: str | None = None,
    xlabel: str = "",
    ylabel: str = "chance",
    title: str = "",
    decimals: int = 0,
    ax: Axes | None = None,
) -> Axes:
    """How likely each outcome is: a bar each, with the ends of its interval and its number above.

    Outcomes that have no room side by side on a page are drawn as level bars, or as a histogram if they are numbers.

    Args:
        frame: one row an outcome (and series); ``p, p_lo, p_hi`` are shares of 1.
        outcome: column that names the outcomes, drawn in the order of the frame.
        series: column that tells groups of bars apart; two or three read well.
        xlabel: what the outcomes are.
        ylabel: what the share means.
        title: heading inside the picture.
        decimals: of the numbers above the bars.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    need(frame, outcome, "p", series)
    names, found = in_order(frame[outcome]), groups(frame, series)
    breadth = (0.8 if len(found) == 1 else 0.9) / len(found)
    numbers = [per_cent(float(share), decimals) for share in frame["p"]]
    room_pt = _room(names, numbers, len(found), breadth)
    if room_pt * len(names) > 72.0 * NARROW_IN - BESIDE_PT:  # many bars: the unit is on the axis too
        numbers = [text.removesuffix(" %") for text in numbers]
        room_pt = _room(names, numbers, len(found), breadth)
    if ax is None and room_pt * len(names) + BESIDE_PT > 72.0 * WIDEST_IN:
        if are_numbers(names):
            return histogram(names, found, outcome, xlabel=xlabel, ylabel=ylabel, title=title)
        return level_bars(names, found, outcome, xlabel=xlabel or ylabel, title=title, decimals=decimals)
    written = dict(zip(frame["p"], numbers, strict=True))
    ax = axes_on(ax, max(NARROW_IN, (room_pt * len(names) + BESIDE_PT) / 72.0), title=title)
    dress(ax, grid="y")
    top = max(interval_ends(frame)[1])
    for place, (name, rows) in enumerate(found):
        look = series_style(place)
        middles = [names.index(value) + (place - (len(found) - 1) / 2) * breadth for value in rows[outcome]]
        shares = (100.0 * rows["p"].astype(float)).tolist()
        low, high = interval_ends(rows)
        ax.bar(middles, shares, 0.92 * breadth, label=name, **bar_style(look))
        if not is_exact(rows):
            below = [share - end for share, end in zip(shares, low, strict=True)]
            above = [end - share for share, end in zip(shares, high, strict=True)]
            ax.errorbar(middles, shares, yerr=[below, above], fmt="none", ecolor=INK, elinewidth=1.2, capsize=3)
        for middle, share, end in zip(middles, rows["p"], high, strict=True):
            ax.text(middle, end + 0.02 * top, written[share], ha="center", va="bottom", **text_style())
    ax.set_xticks(range(len(names)), [_words(name) for name in names])
    ax.set_xlim(-0.6, len(names) - 0.4)
    ax.set_ylim(0, 1.18 * top if top > 0 else 1.0)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=4))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
    ax.set_xlabel(xlabel, **text_style())
    ax.set_ylabel(ylabel, **text_style())
    if len(found) > 1:
        ax.legend(
            frameon=False, fontsize=FONT_PT, labelcolor=INK, loc="lower left", bbox_to_anchor=(-0.02, 1.0),
            ncols=len(found),
        )  # fmt: skip
    return ax


def _room(names: list[Any], numbers: list[str], series: int, breadth: float) -> float:
    """Points that a group of bars needs, so that neither the numbers above nor the names below touch each other."""
    above, below = ([text_width_pt(text) for text in texts] for texts in (numbers, map(_words, names)))
    bar = max(((a + b) / 2.0 + 4.0 for a, b in pairwise(above)), default=above[0]) if series == 1 else max(above) + 3.0
    apart = max(((a + b) / 2.0 + 6.0 for a, b in pairwise(below)), default=below[0])
    return max(bar if series == 1 else bar / breadth, apart)


def _words(name: object) -> str:
    """An outcome as people write it, broken where it is long."""
    return wrap_to(str(name).replace("_", " "), LONGEST_NAME_PT)


def ranked_bars(
    frame: pd.DataFrame,
    *,
    name: str = "name",
    value: str = "value",
    text: str | None = None,
    title: str = "",
    xlabel: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Amounts as level bars, each with its name above it, in the order of the frame; those below zero point left.

    Args:
        frame: one row a bar.
        name: column with its name.
        value: column with its length, in any unit.
        text: column with what stands beside it; None writes the value.
        title: heading inside the picture.
        xlabel: what the length means.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, name, value, text)
    amounts = [float(amount) for amount in frame[value]]
    lines = 2.6 * len(amounts) + 0.4 + (1.6 if xlabel else 0.0)
    longest_name = max((text_width_pt(str(label)) for label in frame[name]), default=0.0)
    ax = axes_on(ax, max(NARROW_IN, (longest_name + 14.0) / 72.0), lines * LINE_PT / 72.0, title)
    dress(ax)
    longest = max((abs(amount) for amount in amounts), default=0.0) or 1.0
    texts = [str(entry) for entry in frame[text]] if text is not None else [f"{amount:.1f}" for amount in amounts]
    for place, (label, amount, beside) in enumerate(zip(frame[name], amounts, texts, strict=True)):
        look = MAIN if amount >= 0 else ACCENT
        ax.barh(place, amount, 0.42, **bar_style(look))
        ax.text(0.0 if min(amounts) >= 0 else min(amounts), place - 0.27, str(label), va="bottom", **text_style())
        ax.text(max(amount, 0.0) + 0.02 * longest, place, beside, va="center", **text_style())
    ax.set_ylim(len(amounts) - 0.6, -0.85)
    ax.set_xlim(min(0.0, *amounts, 0.0), 1.32 * max(longest if max(amounts) > 0 else 0.3 * longest, 1e-9))
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.vlines([0.0] * len(amounts), [i - 0.26 for i in range(len(amounts))], [i + 0.26 for i in range(len(amounts))],
              color=INK, linewidth=0.8)  # fmt: skip
    if xlabel:
        ax.set_xlabel(xlabel, **text_style())
    return ax
