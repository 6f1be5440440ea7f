"""Amounts in order of size, each with the ends of its interval: what moves an answer, what a choice is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, text_width_pt, wrap_to
from simlab.plots.frames import need
from simlab.plots.style import ACCENT, FAINT, INK, MAIN, bar_style, dress, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_FACTORS = 12


def ranked_intervals(
    frame: pd.DataFrame,
    *,
    name: str = "name",
    value: str = "value",
    lo: str = "lo",
    hi: str = "hi",
    inner: str | None = None,
    text: str | None = None,
    title: str = "",
    xlabel: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Amounts as level bars with whiskers, each with its name above it, in the order of the frame.

    Args:
        frame: one row a bar.
        name: column with its name.
        value: column with its length, in any unit; below zero it points left.
        lo: column with the lower end of its interval.
        hi: column with the upper end.
        inner: column with a second length, drawn darker inside the bar.
        text: column with what stands beside it; None writes the value.
        title: heading inside the picture.
        xlabel: what the length means.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, name, value, lo, hi, inner, text)
    amounts, lows, highs = ([float(amount) for amount in frame[column]] for column in (value, lo, hi))
    texts = [str(entry) for entry in frame[text]] if text is not None else [f"{amount:.1f}" for amount in amounts]
    width_pt = 72.0 * NARROW_IN - 10.0
    names = [wrap_to(str(entry), width_pt) for entry in frame[name]]
    tops, place = [], 0.2
    for label in names:
        tops.append(place)
        place += label.count("\n") + 1 + 1.4
    ax = axes_on(ax, NARROW_IN, (place + (1.8 if xlabel else 0.2)) * LINE_PT / 72.0, title)
    dress(ax)
    least, most = min([0.0, *lows, *amounts]), max([0.0, *highs, *amounts])
    span = (most - least) or 1.0
    beside = ax.get_yaxis_transform()
    for number, (label, top, amount, low, high) in enumerate(zip(names, tops, amounts, lows, highs, strict=True)):
        middle = top + label.count("\n") + 1 + 0.55
        style = bar_style(MAIN if amount >= 0 else ACCENT)
        if inner is None:
            ax.barh(middle, amount, 0.8, **style)
        else:
            ax.barh(middle, amount, 0.8, color=FAINT, edgecolor=INK, linewidth=0.8)
            ax.barh(middle, float(frame[inner].iloc[number]), 0.4, **style)
        if high > low:
            ax.plot([low, high], [middle, middle], color=INK, linewidth=1.2, zorder=3)
            for end in (low, high):
                ax.plot([end, end], [middle - 0.25, middle + 0.25], color=INK, linewidth=1.2, zorder=3)
        ax.text(0.0, top, label, transform=beside, va="top", **text_style())
        ax.text(max(amount, high, 0.0) + 0.02 * span, middle, texts[number], va="center", **text_style())
        ax.plot([0.0, 0.0], [middle - 0.55, middle + 0.55], color=INK, linewidth=0.8)
    room = max(text_width_pt(entry) for entry in texts) / width_pt + 0.03
    ax.set_ylim(place, 0)
    ax.set_xlim(least - 0.01 * span, most + span * room / max(1.0 - room, 0.3))
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    if xlabel:
        ax.set_xlabel(xlabel, **text_style())
    return ax


def overall_bars(frame: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """What moves the answer when all may move at once, the strongest first; what does not matter is left out.

    Args:
        frame: that of `simlab.analysis.overall_sensitivity`: with ``total`` and ``first`` (shares of the variance; the
            dark bar is the factor alone, the pale one with all its interactions), or with ``change``.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or nothing matters.
    """
    need(frame, "factor", "matters")
    moving = frame[frame["matters"] != "no"].head(MOST_FACTORS)
    column, inner = ("total", "first") if "total" in frame.columns else ("change", None)
    drawn = [column, f"{column}_lo", f"{column}_hi", *([inner] if inner else [])]
    shown = {name: (100.0 * moving[name].astype(float)).clip(lower=0.0) for name in drawn}
    words = "share of the variance, %" if inner else "mean change by one move, points"
    return ranked_intervals(
        moving.assign(**shown), name="factor", value=column, lo=f"{column}_lo", hi=f"{column}_hi", inner=inner,
        title=title, xlabel=words, ax=ax,
    )  # fmt: skip
