"""The survivability chain as a waterfall: how far a threat gets, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, text_width_pt
from simlab.plots.frames import interval_ends, is_exact, need, per_cent
from simlab.plots.style import ACCENT, FAINT, INK, MAIN, bar_style, dress, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def chain_waterfall(
    frame: pd.DataFrame,
    *,
    step: str = "stage",
    given: str | None = "p_given",
    start: str = "",
    title: str = "",
    decimals: int = 0,
    ax: Axes | None = None,
) -> Axes:
    """Share of all cases that gets at least as far as each step, and the chance of each step given the one before.

    A pale ghost behind each bar shows the step before, so that what is lost between two steps can be seen.

    Args:
        frame: one row a step, in order; ``p`` is the share that reaches it, of all cases.
        step: column that names the steps.
        given: column with the chance of the step given the one before; None leaves it out.
        start: what 100 % are, as the first line ("turns over the table"); "" leaves it out.
        title: heading inside the picture.
        decimals: of the percentages.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, step, "p", given)
    shares = [float(share) for share in frame["p"]]
    rows = len(shares)
    # The chance given the step above stands beside the name of a step, or below it where there is no room.
    words = [
        f"{per_cent(float(chance), decimals)} {'of all' if place == 0 else 'of the step above'}"
        if chance == chance
        else ""
        for place, chance in enumerate(frame[given] if given is not None else [])
    ]
    names = [str(name).replace("_", " ") for name in frame[step]]
    beside = all(
        text_width_pt(name, bold=True) + text_width_pt(text) + 8.0 < 0.78 * 72.0 * NARROW_IN
        for name, text in zip(names, words or [""] * rows, strict=True)
    )
    each = 2.5 if beside else 3.6
    lines = each * (rows + 0.5 * bool(start)) + 0.2
    line = 1.0 / each
    ax = axes_on(ax, NARROW_IN, lines * LINE_PT / 72.0, title)
    dress(ax)
    low, high = interval_ends(frame)
    exact = is_exact(frame)
    before = 1.0
    for place, (name, share, text) in enumerate(zip(names, shares, words or [""] * rows, strict=True)):
        look = ACCENT if place == rows - 1 else MAIN
        ax.barh(place, 100.0 * before, 1.1 * line, color=FAINT)
        ax.barh(place, 100.0 * share, 1.1 * line, **bar_style(look))
        if not exact:
            ends = [[100.0 * share - low[place]], [high[place] - 100.0 * share]]
            ax.errorbar([100.0 * share], [place], xerr=ends, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3)
        above = place - 0.7 * line
        ax.text(0, above - (0.0 if beside else 1.1 * line), name, va="bottom", **text_style(fontweight="bold"))
        ax.text(103, place, per_cent(share, decimals), va="center", **text_style(fontweight="bold"))
        if text:
            x, side = (100.0, "right") if beside else (0.0, "left")
            ax.text(x, above, text, va="bottom", ha=side, **text_style())
        before = share
    ax.set_xlim(0, 122)
    first = -(1.9 if beside else 3.0) * line
    ax.set_ylim(rows - 1 + 0.88 * line, first - (0.5 if start else 0.0))
    if start:
        ax.text(0, first - 0.12 * line, f"100 % = {start}", va="bottom", **text_style())
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return ax
