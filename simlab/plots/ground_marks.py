"""What falls on the table of `ground_table`: points, areas, impacts; each with its name where there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from simlab.plots.board import Board
from simlab.plots.canvas import text_width_pt
from simlab.plots.counters import colour_of
from simlab.plots.hex_grid import Box
from simlab.plots.style import INK, PAPER, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTERS_PT = 11.0  # room that a name takes upwards
AROUND = [(along, across) for reach in (0, 1, 2, 3) for along in range(-reach, reach + 1)
          for across in range(-reach, reach + 1) if max(abs(along), abs(across)) == reach]  # fmt: skip


def draw_point(sheet: Board, row: dict[str, Any], filled: list[Box]) -> None:
    """The point that is attacked: a cross whose ends show around a counter that stands there."""
    _mark(sheet.ax, float(row["x"]), float(row["y"]), "+", INK, 30)


def draw_area(sheet: Board, row: dict[str, Any], filled: list[Box]) -> None:
    """An attacked square, or a ring around what is attacked alone; its name stands above its right corner."""
    from matplotlib.patches import Rectangle

    x, y, square, colour = float(row["x"]), float(row["y"]), float(row["square"]), colour_of(str(row.get("side", "")))
    if square > 0.0:
        corner = x - square / 2, y - square / 2
        sheet.ax.add_patch(
            Rectangle(corner, square, square, fill=False, edgecolor=colour, linewidth=1.3, linestyle="--", zorder=3.6)
        )
    else:
        _mark(sheet.ax, x, y, "o", colour, 30)
    _name(sheet, str(row.get("name", "")), (x + square / 2, y + square / 2), colour, filled)


def draw_impact(sheet: Board, row: dict[str, Any], filled: list[Box]) -> None:
    """Where a bomb struck: its area, a cross, and the way from where it was aimed."""
    from matplotlib.patches import Circle, FancyArrowPatch

    x, y, colour = float(row["x"]), float(row["y"]), colour_of(str(row.get("side", "")))
    sheet.ax.add_patch(
        Circle((x, y), float(row["size"]), fill=False, edgecolor=colour, linestyle=":", linewidth=1.3, zorder=3.6)
    )
    _mark(sheet.ax, x, y, "x", colour, 9)
    aimed = float(row["from_x"]), float(row["from_y"])
    if (x, y) != aimed:
        _mark(sheet.ax, *aimed, "+", colour, 9)
        sheet.ax.add_patch(
            FancyArrowPatch(aimed, (x, y), arrowstyle="-|>", mutation_scale=8, color=colour, linewidth=0.9, zorder=3.6,
                            shrinkA=0, shrinkB=0)
        )  # fmt: skip
    _name(sheet, str(row.get("name", "")), (x, y), colour, filled)


def _mark(ax: Axes, x: float, y: float, marker: str, colour: str, size: float) -> None:
    """A mark under the counters."""
    ax.plot([x], [y], marker=marker, color=colour, markersize=size, markeredgewidth=1.4, markerfacecolor="none",
            linestyle="", zorder=3.6)  # fmt: skip


def _name(sheet: Board, text: str, at: tuple[float, float], colour: str, filled: list[Box]) -> None:
    """A name beside a place, where it meets nothing that stands there already."""
    if not text:
        return
    wide = (text_width_pt(text, sheet.size_pt, bold=True) + 4.0) / sheet.unit_pt
    tall = LETTERS_PT / sheet.unit_pt
    start = at[0] + 0.6 * wide, at[1] + 0.6 * tall
    for along, across in AROUND:
        x, y = start[0] + across * wide, start[1] + along * tall
        box = Box(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
        if not box.meets(filled):
            break
    filled.append(box)
    if (x, y) != start:
        sheet.ax.plot([at[0], x], [at[1], y], color=colour, linewidth=0.6, zorder=3.6)
    patch = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
    style = text_style(fontsize=sheet.size_pt, color=colour, zorder=5)
    sheet.ax.text(x, y, text, ha="center", va="center", fontweight="bold", bbox=patch, **style)


DRAWN: dict[str, Callable[[Board, dict[str, Any], list[Box]], None]] = {
    "point": draw_point, "area": draw_area, "impact": draw_impact,
}  # fmt: skip
