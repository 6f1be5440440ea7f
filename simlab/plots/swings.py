"""Tornado: how far each reading of the rules, turned alone, moves the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, text_width_pt, wrap_to
from simlab.plots.frames import need, per_cent
from simlab.plots.style import ACCENT, INK, MAIN, MUTED, bar_style, dress, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def tornado(
    frame: pd.DataFrame,
    *,
    base: float,
    name: str = "ruling",
    low: str = "p_low",
    high: str = "p_high",
    low_label: str = "low_option",
    high_label: str = "high_option",
    answer: str = "answer",
    title: str = "",
    decimals: int = 0,
    ax: Axes | None = None,
) -> Axes:
    """One bar a ruling, from the lowest to the highest answer its options give, all others standing still.

    Above the bar stands the ruling, at its ends the answers, below it the options that give them.

    Args:
        frame: one row a ruling, in the order to draw.
        base: answer with every ruling as the scenario has it, a share of 1; the upright line.
        name: column with the ruling.
        low: column with the lowest answer, a share of 1.
        high: column with the highest.
        low_label: column with the option that gives the lowest.
        high_label: column with the option that gives the highest.
        answer: what the share means.
        title: heading inside the picture.
        decimals: of the percentages.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, name, low, high, low_label, high_label)
    width_pt = 72.0 * NARROW_IN - 10.0
    blocks = [_words(row, name, low_label, high_label, width_pt) for row in frame.to_dict("records")]
    tops, place = [], 1.4  # lines from the top: the first line names the upright
    for heading, below in blocks:
        tops.append(place)
        place += heading.count("\n") + 1 + 1.15 + below.count("\n") + 1 + 0.75
    ax = axes_on(ax, NARROW_IN, (place + 0.2) * LINE_PT / 72.0, title)
    dress(ax)
    lows, highs = [float(v) for v in frame[low]], [float(v) for v in frame[high]]
    left, right = _limits(lows, highs, base)
    upright = f"{answer} as played: {per_cent(base, decimals)}"
    beside = ax.get_yaxis_transform()
    start = _start((base - left) / (right - left), text_width_pt(upright) / width_pt)
    ax.text(start, 0.95, upright, transform=beside, ha="left", va="bottom", **text_style())
    common: dict[str, Any] = {"transform": beside, "va": "top", "linespacing": 1.2}
    for (heading, below), top, one, other in zip(blocks, tops, lows, highs, strict=True):
        middle = top + heading.count("\n") + 1 + 0.55
        for a, b, look in ((one, base, ACCENT), (base, other, MAIN)):
            ax.barh(middle, 100 * (b - a), 0.85, left=100 * a, zorder=2, **bar_style(look))
        ax.plot([100 * base, 100 * base], [middle - 0.6, middle + 0.6], color=INK, linewidth=1.2, zorder=3)
        for end, share, ha in ((-3, one, "right"), (3, other, "left")):
            ax.annotate(
                per_cent(share, decimals), (100 * share, middle), (end, 0), textcoords="offset points",
                ha=ha, va="center", **text_style(),
            )  # fmt: skip
        ax.text(0, top, heading, **text_style(fontweight="bold", **common))
        ax.text(0, middle + 0.6, below, **text_style(color=MUTED, **common))
    ax.set_xlim(100 * left, 100 * right)
    ax.set_ylim(place, 0)
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return ax


def _words(row: Mapping[Any, Any], name: str, low_label: str, high_label: str, width_pt: float) -> tuple[str, str]:
    """Heading and option lines of one ruling, broken to the width of the picture."""
    below = f"← {row[low_label]}\u2003→ {row[high_label]}"  # an em space: pages would run plain ones together
    if text_width_pt(below) > width_pt:
        ends = (("←", low_label), ("→", high_label))
        below = "\n".join(wrap_to(f"{sign} {row[label]}", width_pt) for sign, label in ends)
    return wrap_to(str(row[name]), width_pt), below


def _limits(lows: list[float], highs: list[float], base: float) -> tuple[float, float]:
    """Ends of the axis that leave the answers at the bar ends room inside the picture."""
    least, most = min([*lows, base]), max([*highs, base])
    span = max(most - least, 0.02)
    return least - 0.25 * span, most + 0.25 * span


def _start(middle: float, width: float) -> float:
    """Where a text of this width begins, in shares of the picture: about its middle, but inside.

    >>> _start(0.5, 0.4), _start(0.1, 0.4), _start(0.9, 0.4)
    (0.3, 0.0, 0.6)
    """
    return min(max(middle - width / 2, 0.0), max(1.0 - width, 0.0))
