"""The table of a game from above, north at the top: units on the ground, and the lines that aircraft fly over them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.plots import ground_marks as marks
from simlab.plots.board import Board, board
from simlab.plots.canvas import text_width_pt
from simlab.plots.counters import colour_of
from simlab.plots.frames import need, rows_of
from simlab.plots.hex_grid import Box
from simlab.plots.style import FAINT, INK, MUTED, PAPER, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

WIDE_PT = 455.0
AROUND_IN, LEAST_IN = 4.0, 12.0  # inches of table left free around the units, and shown at least
TALLEST = 1.15  # heights of a picture to its width
SHORT_PT = 11.0  # an arrow that ends at a unit ends so far before it
TALL_PT = 13.0  # of a counter
BEFORE = {"lost": "× ", "back": "« ", "suppressed": "! "}  # on the counter of a unit of that status
STEPS = (0, 1, -1, 2, -2, 3, -3)  # a counter stands that many steps aside where another one stands already
KEY = (
    "Filled: defender; outlined: attacker; ×: lost. Dots: where units stand. Arrows: lines of flight with the number "
    "of the aircraft. Scale: inches of the table."
)
IMPACTS = " Dotted circles: bombs, aimed at + and fallen at the x in their middle, by aircraft and number."


def ground_table(frame: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """The part of a table on which something stands.

    Args:
        frame: a row a thing; ``what`` is table (x, y of its corner, ``length`` eastwards, ``width`` northwards), unit
            (``name``: a letter or two, ``side`` attacker or defender, x, y, ``size``: radius of its base or ``square``:
            side of it, ``status`` empty, suppressed, back or lost), line (x, y to to_x, to_y, ``name``, ``side``), area
            (x, y, ``square``: side of what is attacked, 0 for a ring, ``name``, ``side``), impact (x, y, ``size``: its
            radius, ``name``; from_x, from_y: where it was aimed; x missing: lost off the table), point (x, y: what is
            attacked), note (``name``: a line below the table) or key (``name``: how to read it).
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or nothing stands on the table.
    """
    need(frame, "what", "x", "y")
    rows = rows_of(frame)
    units = [row for row in rows if row["what"] == "unit"]
    if not units:
        raise SimlabError("frame: no unit stands on the table")
    shown = [row for row in rows if row["what"] in ("unit", "area", "impact", "point") and "x" in row]
    low, high = _window(shown)
    unit_pt = WIDE_PT / (high[0] - low[0])
    notes = [str(row["name"]) for row in rows if row["what"] == "note"]
    key = next((str(row["name"]) for row in rows if row["what"] == "key"), KEY)
    key += IMPACTS if any(row["what"] == "impact" for row in rows) else ""
    sheet = board(low, high, unit_pt, title=title, notes=notes, key=key, ax=ax)
    _draw_table(sheet, [row for row in rows if row["what"] == "table"], low, high)
    filled: list[Box] = []
    for row in units:
        _draw_unit(sheet, row, filled)
    for row in rows:
        if row["what"] == "line":
            _draw_line(sheet, row, low, high, filled, _ends_at(row, units))
    for row in shown:
        if row["what"] in marks.DRAWN:
            marks.DRAWN[row["what"]](sheet, row, filled)
    return sheet.ax


def _room(row: dict[str, Any]) -> float:
    """Inches to be shown around a thing: all of the area of a bomb, some table around all else."""
    return float(row["size"]) + 1.0 if row["what"] == "impact" else AROUND_IN


def _ends_at(line: dict[str, Any], units: list[dict[str, Any]]) -> bool:
    """Does a line end where a unit stands?"""
    return any(line["to_x"] == row["x"] and line["to_y"] == row["y"] for row in units)


def _window(shown: list[dict[str, Any]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The corners of the picture: all that is shown, with some room, and not less than a foot each way."""
    low, high = [0.0, 0.0], [0.0, 0.0]
    for axis, name in enumerate("xy"):
        places = [(float(row[name]), _room(row)) for row in shown]
        least, most = min(at - room for at, room in places), max(at + room for at, room in places)
        middle, half = (least + most) / 2, (most - least) / 2
        half = max(half, LEAST_IN / 2)
        low[axis], high[axis] = middle - half, middle + half
    missing = (high[1] - low[1]) / TALLEST - (high[0] - low[0])
    if missing > 0.0:
        low[0], high[0] = low[0] - missing / 2, high[0] + missing / 2
    return (low[0], low[1]), (high[0], high[1])


def _draw_table(
    sheet: Board, tables: list[dict[str, Any]], low: tuple[float, float], high: tuple[float, float]
) -> None:
    """The table as far as it is shown, with a line every six inches and their numbers along two sides."""
    from matplotlib.patches import Rectangle

    for row in tables:
        x, y = float(row["x"]), float(row["y"])
        to_x, to_y = x + float(row["length"]), y + float(row["width"])
        left, bottom, right, top = max(low[0], x), max(low[1], y), min(high[0], to_x), min(high[1], to_y)
        sheet.ax.add_patch(
            Rectangle((left, bottom), right - left, top - bottom, facecolor=PAPER, edgecolor="none", zorder=0.3)
        )
        corners = [(x, y), (x, to_y), (to_x, to_y), (to_x, y), (x, y)]
        for begin, end in pairwise(corners):
            side = clipped(begin, end, low, high)
            if side is not None:
                (a, b), (to_a, to_b) = side
                sheet.ax.plot([a, to_a], [b, to_b], color=MUTED, linewidth=1.4, zorder=0.6)
    style = text_style(color=MUTED, fontsize=sheet.size_pt)
    margin = 10.0 / sheet.unit_pt
    for step in range(-20, 200):
        at = 6.0 * step
        if low[0] + 2 * margin < at < high[0] - margin:
            sheet.ax.plot([at, at], [low[1], high[1]], color=FAINT, linewidth=0.8, zorder=0.5)
            sheet.ax.text(at, low[1] + margin / 5, f"{at:g}", ha="center", va="bottom", **style)
        if low[1] + 2 * margin < at < high[1] - margin:
            sheet.ax.plot([low[0], high[0]], [at, at], color=FAINT, linewidth=0.8, zorder=0.5)
            sheet.ax.text(low[0] + margin / 5, at, f"{at:g}", ha="left", va="center", **style)


def _draw_unit(sheet: Board, row: dict[str, Any], filled: list[Box]) -> None:
    """A dot where it stands, its base, and its counter there or beside it."""
    from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

    x, y, side, lost = float(row["x"]), float(row["y"]), str(row.get("side", "")), row.get("status") == "lost"
    colour = MUTED if lost else colour_of(side)
    text = BEFORE.get(str(row.get("status", "")), "") + str(row["name"])
    wide = (text_width_pt(text, sheet.size_pt, bold=True) + 6.0) / sheet.unit_pt
    tall = TALL_PT / sheet.unit_pt
    tries = [
        (x + across * 1.1 * wide, y + along * 1.1 * tall)
        for along, across in sorted(
            ((a, b) for a in STEPS for b in STEPS), key=lambda step: abs(step[0]) + abs(step[1])
        )
    ]
    boxes = [Box(a - wide / 2, b - tall / 2, a + wide / 2, b + tall / 2) for a, b in tries]
    chosen = next((n for n, box in enumerate(boxes) if not box.meets(filled)), 0)
    filled.append(boxes[chosen])
    at = tries[chosen]
    size, square = float(row.get("size", 0.0)), float(row.get("square", 0.0))
    if square > 0.0:
        corner = x - square / 2, y - square / 2
        base = Rectangle(corner, square, square, facecolor=colour, alpha=0.25, edgecolor="none", zorder=2)
        sheet.ax.add_patch(base)
    elif size > 0.0:
        sheet.ax.add_patch(Circle((x, y), size, fill=False, edgecolor=colour, linewidth=0.8, zorder=2))
    if chosen:
        sheet.ax.plot([x, at[0]], [y, at[1]], color=colour, linewidth=0.8, zorder=2)
    sheet.ax.plot([x], [y], marker="o", markersize=3.5, color=colour, linestyle="", zorder=3)
    solid = side == "defender" and not lost
    box = boxes[chosen]
    sheet.ax.add_patch(
        FancyBboxPatch(
            (box.left, box.bottom), wide, tall, boxstyle="round,pad=0,rounding_size=0.02",
            linewidth=0.6 if lost else 1.4, facecolor=colour if solid else PAPER, edgecolor=colour, zorder=4,
        )
    )  # fmt: skip
    style = text_style(fontsize=sheet.size_pt, color=PAPER if solid else MUTED if lost else INK, zorder=5)
    weight = "normal" if lost else "bold"
    sheet.ax.text(*at, text, ha="center", va="center_baseline", fontweight=weight, **style)


def _draw_line(
    sheet: Board, row: dict[str, Any], low: tuple[float, float], high: tuple[float, float], filled: list[Box],
    short: bool,
) -> None:  # fmt: skip
    """A line of flight as far as it is shown, the number of its aircraft beside it where there is room."""
    from matplotlib.patches import FancyArrowPatch

    ends = clipped((float(row["x"]), float(row["y"])), (float(row["to_x"]), float(row["to_y"])), low, high)
    if ends is None:
        return
    (x, y), (to_x, to_y) = ends
    colour = colour_of(str(row.get("side", "")))
    sheet.ax.add_patch(
        FancyArrowPatch(
            (x, y), (to_x, to_y), arrowstyle="-|>", mutation_scale=11, color=colour, linewidth=1.3, alpha=0.7,
            zorder=1.8, shrinkA=0, shrinkB=SHORT_PT if short else 0.0,
        )
    )  # fmt: skip
    text = str(row.get("name", ""))
    half = ((text_width_pt(text, sheet.size_pt, bold=True) + 4.0) / 2 / sheet.unit_pt, TALL_PT / 2 / sheet.unit_pt)
    for share in (0.12, 0.2, 0.28, 0.36, 0.5, 0.64, 0.76, 0.88):
        at = (x + share * (to_x - x), y + share * (to_y - y))
        box = Box(at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1])
        if not box.meets(filled):
            filled.append(box)
            patch = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}
            style = text_style(fontsize=sheet.size_pt, zorder=5)
            sheet.ax.text(*at, text, ha="center", va="center", fontweight="bold", bbox=patch, **style)
            return


def clipped(
    begin: tuple[float, float], end: tuple[float, float], low: tuple[float, float], high: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of a line inside a rectangle (Liang and Barsky); None if it misses it.

    >>> clipped((0.0, -2.0), (0.0, 6.0), (-1.0, 0.0), (1.0, 4.0))
    ((0.0, 0.0), (0.0, 4.0))
    """
    first, last = 0.0, 1.0
    for axis in (0, 1):
        way = end[axis] - begin[axis]
        if way == 0.0:
            if not low[axis] <= begin[axis] <= high[axis]:
                return None
            continue
        one, other = sorted(((low[axis] - begin[axis]) / way, (high[axis] - begin[axis]) / way))
        first, last = max(first, one), min(last, other)
    if first > last:
        return None
    start, stop = (
        (begin[0] + share * (end[0] - begin[0]), begin[1] + share * (end[1] - begin[1])) for share in (first, last)
    )
    return start, stop
