"""Heat maps: a rate for every pair of a row and a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab.errors import SimlabError
from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, figure_of, text_width_pt
from simlab.plots.frames import in_order, need, per_cent
from simlab.plots.style import COLOUR_MAP, FONT_PT, INK, PAPER, dress, readable_on, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SMALLEST_PT = 4.0
"""Numbers that would have to be smaller than this are left out; the colours remain."""


def heat_map(
    frame: pd.DataFrame,
    *,
    rows: str,
    columns: str,
    value_label: str = "chance",
    title: str = "",
    decimals: int = 0,
    low: float = 0.0,
    high: float = 1.0,
    colour_bar: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """A rate for every pair of a row and a column, as colour and as number; cells and colour bar both in per cent.

    Args:
        frame: one row a pair, with ``p`` a share of 1; a pair that is missing stays blank.
        rows: column whose values name the rows.
        columns: column whose values name the columns.
        value_label: what the share means, along the colour bar; "" leaves it to the caption.
        title: heading inside the picture.
        decimals: of the numbers in the cells.
        low: share at the dark end of the colours.
        high: share at the bright end.
        colour_bar: draw the colour bar.
        ax: axes to draw on; None makes a figure large enough for every label at 9 points.

    Raises:
        SimlabError: a column is missing, there are no rows, or a pair stands twice.
    """
    import numpy as np

    need(frame, rows, columns, "p")
    row_names, column_names = in_order(frame[rows]), in_order(frame[columns])
    shares = np.full((len(row_names), len(column_names)), np.nan)
    for row, column, share in zip(frame[rows], frame[columns], frame["p"], strict=True):
        place = row_names.index(row), column_names.index(column)
        if not np.isnan(shares[place]):
            raise SimlabError(f"frame: {rows} {row} with {columns} {column} stands twice; pick one case a pair")
        shares[place] = share

    texts = {(i, j): "–" if np.isnan(v) else per_cent(float(v), decimals) for (i, j), v in np.ndenumerate(shares)}
    names = [str(name) for name in row_names], [str(name) for name in column_names]
    if ax is None:
        width_in, height_in, cell = _own_sheet(*names, texts, colour_bar)
        ax = axes_on(None, width_in, height_in, title)
    else:
        ax = axes_on(ax, title=title)
        box, figure = ax.get_position(), figure_of(ax)
        cell = Cell(72.0 * box.width * figure.get_figwidth() / len(column_names),
                    72.0 * box.height * figure.get_figheight() / len(row_names))  # fmt: skip
    dress(ax)
    image = ax.pcolormesh(
        100.0 * shares, cmap=COLOUR_MAP, vmin=100.0 * low, vmax=100.0 * high, edgecolors=PAPER, linewidth=1.0
    )
    ax.invert_yaxis()
    _name_cells(ax, *names, cell)
    _write_cells(ax, image, texts, cell)
    if colour_bar:
        _add_colour_bar(ax, image, value_label)
    return ax


class Cell(NamedTuple):
    """Room of one cell in points."""

    wide: float
    tall: float


def _own_sheet(
    rows: list[str], columns: list[str], texts: Mapping[Any, str], colour_bar: bool
) -> tuple[float, float, Cell]:
    """Width and height in inches in which every name and number has room at 9 points, and the room of a cell."""
    beside = _widest(rows) + 8.0 + (50.0 if colour_bar else 8.0)
    number, head = _widest(texts.values()) + 8.0, _widest(columns) + 4.0
    # Names stand level where that makes the picture no wider than a row of six such names.
    level = head if len(columns) <= 6 and head <= 60.0 else 0.0
    cell = Cell(max(number, level, LINE_PT + 2.0, (72.0 * NARROW_IN - beside) / len(columns)), 2.2 * LINE_PT)
    below = _widest(columns) if _upright(columns, cell) else LINE_PT
    tall = cell.tall * len(rows) + below + 1.6 * LINE_PT
    return (beside + cell.wide * len(columns)) / 72.0, tall / 72.0, cell


def _widest(texts: Iterable[str]) -> float:
    return max(text_width_pt(text) for text in texts)


def _upright(columns: list[str], cell: Cell) -> bool:
    """Must column names stand upright, because side by side they would run into each other?"""
    return _widest(columns) + 2.0 > cell.wide


def _name_cells(ax: Axes, rows: list[str], columns: list[str], cell: Cell) -> None:
    """Names of rows and columns at 9 points, smaller only where somebody's own axes have no room."""
    upright = _upright(columns, cell)
    size = min(FONT_PT, cell.wide / 1.4) if upright else FONT_PT
    ax.set_xticks([place + 0.5 for place in range(len(columns))], columns, fontsize=size, rotation=90 if upright else 0)
    ax.set_yticks([place + 0.5 for place in range(len(rows))], rows, fontsize=min(FONT_PT, cell.tall / 1.4))
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _write_cells(ax: Axes, image: Any, texts: Mapping[tuple[int, int], str], cell: Cell) -> None:
    """The number in each cell, black or white; left out where somebody's own axes have no room for it."""
    size = min(FONT_PT, FONT_PT * (cell.wide - 3.0) / _widest(texts.values()), cell.tall / 1.4)
    if size < SMALLEST_PT:
        return
    shares = image.get_array().reshape(max(i for i, _ in texts) + 1, -1)
    for (i, j), text in texts.items():
        colour = INK if text == "–" else readable_on(image.cmap(image.norm(shares[i, j])))
        ax.text(j + 0.5, i + 0.5, text, ha="center", va="center", fontsize=size, color=colour)


def _add_colour_bar(ax: Axes, image: Any, value_label: str) -> None:
    """A thin colour bar with per cent on its scale."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    bar = figure_of(ax).colorbar(image, ax=ax, fraction=0.05, pad=0.03, aspect=25)
    bar.ax.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
    bar.ax.tick_params(labelsize=FONT_PT, colors=INK, length=2)
    bar.outline.set_visible(False)
    if value_label:
        bar.set_label(value_label, **text_style())
