"""A price list: what each unit is worth with its interval, beside what it costs so far."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, wrap_to
from simlab.plots.frames import need
from simlab.plots.style import ACCENT, INK, MAIN, dress, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

NAME_PT = 92.0
"""Width that a name may take before it is broken."""
MOST_TIMES = 3.0
"""An interval that reaches further than so many times the dearest price is cut and ends in an arrow."""


def price_list(
    frame: pd.DataFrame,
    *,
    name: str = "unit",
    price: str = "price",
    low: str = "price_lo",
    high: str = "price_hi",
    cost: str = "cost",
    unit: str = "points",
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """A line a unit: a dot at what it is worth, a bar for its interval, a diamond at what it costs so far.

    A bar that ends in an arrow goes on beyond the picture; a unit that no price makes even has no dot.

    Args:
        frame: one row a unit, in the order to draw; amounts in points.
        name: column with the unit.
        price: column with what it is worth, nan where nothing is even.
        low: column with the lower end, may be infinite.
        high: column with the upper end, may be infinite.
        cost: column with what it costs so far; no diamonds where it is missing or empty.
        unit: what a point is.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    need(frame, name, price, low, high)
    rows: list[dict[str, Any]] = [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
    names = [wrap_to(str(row[name]).replace("_", " "), NAME_PT) for row in rows]
    lines = [max(text.count("\n") + 1, 1) for text in names]
    places, top = [], 0.0
    for many in lines:
        places.append(top + (many + 0.6) / 2)
        top += many + 0.6
    known = [_amount(row.get(cost)) for row in rows]
    costs = any(value is not None for value in known)
    ax = axes_on(ax, NARROW_IN, (top + (4.6 if costs else 2.6)) * LINE_PT / 72.0, title)
    dress(ax, grid="x")
    most = max([value for row in rows for value in (_amount(row[price]),) if value is not None] + [
        value for value in known if value is not None] or [1.0])  # fmt: skip
    ends = [_end(row[high], most) for row in rows]
    edge = 1.06 * max(most, *(min(end, MOST_TIMES * most) if math.isfinite(end) else 1.3 * most for end in ends))
    for place, row, paid in zip(places, rows, known, strict=True):
        _draw(ax, place, _amount(row[price]), _end(row[low], 0.0), _end(row[high], math.inf), paid, edge)
    numbers = [_words(_amount(row[price])) for row in rows]
    beside = ax.get_yaxis_transform()
    for place, text in zip(places, numbers, strict=True):
        ax.text(1.05, place, text, transform=beside, ha="left", va="center", **text_style())
    ax.set_yticks(places, names)
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, edge)
    ax.set_ylim(top, 0)
    ax.set_xlabel(unit, **text_style())
    if costs:
        (found,) = ax.plot([], [], marker="o", color=MAIN.colour, linewidth=2.2, label="worth, with interval")
        (so_far,) = ax.plot([], [], marker="D", color="none", markeredgecolor=ACCENT.colour, label="cost so far")
        ax.legend(
            handles=[found, so_far], loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=1, frameon=False,
            fontsize=9.0, borderaxespad=0.1, handlelength=1.6, labelspacing=0.2,
        )  # fmt: skip
    return ax


def _draw(
    ax: Axes, place: float, price: float | None, low: float, high: float, cost: float | None, edge: float
) -> None:
    """One unit: its bar, its dot, its diamond."""
    if cost is not None:
        ax.plot([cost], [place], marker="D", markersize=7, markerfacecolor="none", markeredgecolor=ACCENT.colour,
                markeredgewidth=1.6, zorder=4)  # fmt: skip
    if price is None:
        return
    start, end = max(low, 0.0), min(high, edge)
    ax.plot([start, end], [place, place], color=MAIN.colour, linewidth=2.2, solid_capstyle="butt", zorder=2)
    ax.plot([price], [place], marker="o", markersize=5.5, color=MAIN.colour, markeredgecolor=INK, markeredgewidth=0.6,
            zorder=3)  # fmt: skip
    for at, beyond, sign in ((start, low < 0.0, "<"), (end, high > edge, ">")):
        if beyond:
            ax.plot([at], [place], marker=sign, color=MAIN.colour, markersize=6, clip_on=False, zorder=3)


def _amount(value: Any) -> float | None:
    """A number, None for what is missing or infinite."""
    if value is None or isinstance(value, str):
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def _end(value: Any, beyond: float) -> float:
    """An end of an interval; ``beyond`` where it is missing."""
    number = float(value) if value is not None else math.nan
    return beyond if math.isnan(number) else number


def _words(price: float | None) -> str:
    if price is None:
        return "no price"
    digits = 1 if abs(price) >= 10 else 2
    return f"{price:.{digits}f}"
