"""A board laid out by hand: one pair of axes without a frame, a heading above and lines of text below what is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from simlab.plots.canvas import LINE_PT, axes_on, figure_of, wrap_to
from simlab.plots.style import FONT_PT, INK, MUTED, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAP_PT = 5.0  # between two lines of text below the board
EDGE_PT = 4.0


class Board(NamedTuple):
    """Axes in the units of the board, points that a unit takes, size of letters."""

    ax: Axes
    unit_pt: float
    size_pt: float


def board(
    low: tuple[float, float],
    high: tuple[float, float],
    unit_pt: float,
    *,
    title: str = "",
    notes: Sequence[str] = (),
    key: str = "",
    ax: Axes | None = None,
) -> Board:
    """Axes from one corner of a board to the other, x to the right and y upwards.

    Args:
        low: its lower left corner.
        high: its upper right corner.
        unit_pt: points that a unit takes on a figure of its own.
        title: heading above it.
        notes: lines below it.
        key: the last line below it, paler: how to read the picture.
        ax: axes to draw on; None makes a figure on which letters have 9 points.
    """
    (left, bottom), (right, top) = low, high
    # Letters on a screen are a little wider than their outlines.
    wide_pt = 0.96 * unit_pt * (right - left) - 2 * EDGE_PT
    written = [wrap_to(text, wide_pt) for text in (*notes, key) if text]
    below = sum(_tall_pt(text) for text in written) / unit_pt
    heading, above, size_pt = "", 0.0, FONT_PT
    if ax is None:
        if title:
            heading = wrap_to(title, wide_pt, bold=True)
            above = (_tall_pt(heading) + EDGE_PT) / unit_pt
        ax = axes_on(None, unit_pt * (right - left) / 72.0, unit_pt * (top + above - bottom + below) / 72.0)
        figure_of(ax).set_layout_engine("none")
        ax.set_position((0.0, 0.0, 1.0, 1.0))
    else:
        ax = axes_on(ax, title=title)
        box, figure = ax.get_position(), figure_of(ax)
        across = box.width * figure.get_figwidth() / (right - left)
        along = box.height * figure.get_figheight() / (top - bottom + below)
        size_pt *= min(1.0, 72.0 * min(across, along) / unit_pt)
        unit_pt = 72.0 * min(across, along)
    ax.set_xlim(left, right)
    ax.set_ylim(bottom - below, top + above)
    ax.set_aspect("equal")
    ax.set_axis_off()
    start = left + EDGE_PT / unit_pt
    if heading:
        style = text_style(fontweight="bold", linespacing=1.25)
        ax.text(start, top + above - EDGE_PT / unit_pt, heading, va="top", **style)
    place = bottom
    for text in written:
        pale = bool(key) and text is written[-1]
        style = text_style(color=MUTED if pale else INK, linespacing=1.25, fontsize=size_pt)
        ax.text(start, place, text, va="top", **style)
        place -= _tall_pt(text) * size_pt / FONT_PT / unit_pt
    return Board(ax, unit_pt, size_pt)


def _tall_pt(text: str) -> float:
    """Height of a text with the gap below it."""
    return LINE_PT * (text.count("\n") + 1) + GAP_PT
