"""A table from above: units, lanes, points of aim and of impact, the way a bomb scattered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.plots.canvas import NARROW_IN, axes_on, overlapping
from simlab.plots.frames import need
from simlab.plots.style import FONT_PT, INK, dress, series_style, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LEAST_IN, EDGE_IN = 4.0, 1.5  # inches of table shown at least, and left free around what stands on it
UNIT_IN = 0.4  # radius at which a unit without a base is drawn
SIDES = {"enemy": 1, "friend": 0}  # places in the series of colours


def table_scene(frame: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """What stands and falls on a stretch of table, the flight path going from left to right.

    Args:
        frame: a row a thing. ``what`` is unit (with name, side enemy or friend, x, y and size, the radius of its base),
            lane (x, y of its corner, length ahead, width) or impact (x, y and size, the radius of its area; from_x,
            from_y, where it was aimed; x missing: lost off the table). Inches ahead along the path, and to its right.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or nothing stands on the table.
    """
    from matplotlib.patches import Circle, Rectangle

    need(frame, "what", "x", "y")
    rows = [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
    shown = [row for row in rows if not _is_missing(row["x"])]
    if not shown:
        raise SimlabError("frame: nothing stands on the table")
    low, high = _window(shown)
    tall = max(2.2, NARROW_IN * (high[1] - low[1]) / (high[0] - low[0]))
    ax = axes_on(ax, height_in=min(tall, 6.0), title=title)
    ax.axhline(0.0, color=INK, linewidth=0.6, linestyle=(0, (6, 3)), zorder=1)
    for row in shown:
        if row["what"] == "lane":
            box = Rectangle((row["x"], row["y"]), row["length"], row["width"], facecolor=INK, alpha=0.12, zorder=1)
            ax.add_patch(box)
        elif row["what"] == "impact":
            _impact(ax, row)
    units = [row for row in shown if row["what"] == "unit"]
    for row in units:
        look = series_style(SIDES.get(str(row.get("side")), 1))
        ax.add_patch(Circle((row["x"], row["y"]), _radius(row), facecolor=look.colour, edgecolor=INK, zorder=3))
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(high[1], low[1])  # to the right of the path is down
    ax.set_aspect("equal", adjustable="box")
    dress(ax)
    ax.set_xlabel("inches ahead", fontsize=FONT_PT)
    ax.set_ylabel("inches to the right", fontsize=FONT_PT)
    _name_all(ax, units)
    return ax


def _radius(row: dict[str, Any]) -> float:
    """Radius at which a unit is drawn: its base, or a usual one."""
    size = 0.0 if _is_missing(row.get("size")) else float(row["size"])
    return size if size > 0.0 else UNIT_IN


def _name_all(ax: Axes, units: list[dict[str, Any]]) -> None:
    """A name at every unit: below, above, to the right or to the left of it, wherever it meets no other name first."""
    placed: list[Any] = []
    for row in units:
        x, y, radius = row["x"], row["y"], _radius(row)
        name = str(row["name"]) + (" (friend)" if row.get("side") == "friend" else "")
        tries = [
            ((x, y + radius), (0, -2), "center", "top"), ((x, y - radius), (0, 2), "center", "bottom"),
            ((x + radius, y), (3, 0), "left", "center"), ((x - radius, y), (-3, 0), "right", "center"),
        ]  # fmt: skip
        for number, (at, offset, across, along) in enumerate(tries):
            label = ax.annotate(
                name, at, xytext=offset, textcoords="offset points", ha=across, va=along, **text_style(zorder=4)
            )
            if not overlapping([*placed, label]) or number == len(tries) - 1:
                placed.append(label)
                break
            label.remove()


def _impact(ax: Axes, row: dict[str, Any]) -> None:
    """The area of a bomb, where it was aimed, and the way between the two."""
    from matplotlib.patches import Circle

    ax.add_patch(Circle((row["x"], row["y"]), row["size"], fill=False, edgecolor=INK, linestyle=":", zorder=2))
    ax.plot([row["from_x"]], [row["from_y"]], marker="+", color=INK, markersize=9, linestyle="", zorder=4)
    ax.plot([row["x"]], [row["y"]], marker="x", color=INK, markersize=7, linestyle="", zorder=4)
    if (row["x"], row["y"]) != (row["from_x"], row["from_y"]):
        ax.annotate(
            "", (row["x"], row["y"]), xytext=(row["from_x"], row["from_y"]), zorder=4,
            arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 0.8},
        )  # fmt: skip


def _window(rows: list[dict[str, Any]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """(lowest, highest) corner of what is shown, with some room."""
    xs: list[float] = []
    ys: list[float] = []
    for row in rows:
        size = 0.0 if _is_missing(row.get("size")) else float(row["size"])
        xs += [row["x"] - size, row["x"] + size]
        ys += [row["y"] - size, row["y"] + size]
        if row["what"] == "lane":
            xs.append(row["x"] + row["length"])
            ys.append(row["y"] + row["width"])
        if row["what"] == "impact":
            xs.append(row["from_x"])
            ys.append(row["from_y"])
    low = [min(places) - EDGE_IN for places in (xs, ys)]
    high = [max(places) + EDGE_IN for places in (xs, ys)]
    for axis in (0, 1):
        short = max(LEAST_IN - (high[axis] - low[axis]), 0.0) / 2
        low[axis], high[axis] = low[axis] - short, high[axis] + short
    return (low[0], low[1]), (high[0], high[1])


def _is_missing(value: Any) -> bool:
    return value is None or value != value
