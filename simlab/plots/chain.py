"""The survivability chain as a waterfall: how far a threat gets, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on
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
    lines = 2.5 * (rows + 0.5 * bool(start)) + 0.2
    ax = axes_on(ax, NARROW_IN, lines * LINE_PT / 72.0, title)
    dress(ax)
    low, high = interval_ends(frame)
    exact = is_exact(frame)
    conditional = [None] * rows if given is None else [float(value) for value in frame[given]]
    before = 1.0
    for place, (name, share, chance) in enumerate(zip(frame[step], shares, conditional, strict=True)):
        look = ACCENT if place == rows - 1 else MAIN
        ax.barh(place, 100.0 * before, 0.44, color=FAINT)
        ax.barh(place, 100.0 * share, 0.44, **bar_style(look))
        if not exact:
            ends = [[100.0 * share - low[place]], [high[place] - 100.0 * share]]
            ax.errorbar([100.0 * share], [place], xerr=ends, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3)
        ax.text(0, place - 0.28, str(name).replace("_", " "), va="bottom", **text_style(fontweight="bold"))
        ax.text(103, place, per_cent(share, decimals), va="center", **text_style(fontweight="bold"))
        if chance is not None and chance == chance:
            words = "of all" if place == 0 else "of the step above"
            ax.text(100, place - 0.28, f"{per_cent(chance, decimals)} {words}", va="bottom", ha="right", **text_style())
        before = share
    ax.set_xlim(0, 122)
    ax.set_ylim(rows - 0.65, -0.75 - (0.5 if start else 0.0))
    if start:
        ax.text(0, -0.8, f"100 % = {start}", va="bottom", **text_style())
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return ax
