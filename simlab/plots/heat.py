"""Heat maps: a rate for every pair of a row and a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.plots.canvas import LINE_PT, NARROW_IN, axes_on, figure_of, text_width_pt
from simlab.plots.frames import in_order, need, per_cent
from simlab.plots.style import COLOUR_MAP, FONT_PT, INK, dress, readable_on, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SMALLEST_PT = 4.0
"""Labels shrink to this where somebody's own axes leave no room for 9 points."""


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
        value_label: what the share means (title of the colour bar).
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
    own_figure = ax is None
    width_in, height_in = _size(row_names, column_names, texts, colour_bar)
    ax = axes_on(ax, width_in, height_in)
    dress(ax)
    image = ax.imshow(100.0 * shares, cmap=COLOUR_MAP, vmin=100.0 * low, vmax=100.0 * high, aspect="auto")
    _name_cells(ax, row_names, column_names, own_figure)
    _write_cells(ax, image, shares, texts, own_figure)
    if title:
        ax.set_title(title, loc="left", **text_style(fontweight="bold"))
    if colour_bar:
        _add_colour_bar(ax, image, value_label)
    return ax


def _size(
    row_names: list[Any], column_names: list[Any], texts: dict[Any, str], colour_bar: bool
) -> tuple[float, float]:
    """Inches in which every label and number has room at 9 points."""
    cell = max(text_width_pt(text) for text in texts.values()) + 8.0
    names = max(text_width_pt(str(name)) for name in row_names) + 12.0
    heads = max(text_width_pt(str(name)) for name in column_names)
    upright = len(column_names) * (heads + 8.0) > 72.0 * NARROW_IN - names - 45.0
    wide = names + len(column_names) * max(cell, LINE_PT + 2.0) + (65.0 if colour_bar else 10.0)
    tall = len(row_names) * 2.2 * LINE_PT + (heads if upright else LINE_PT) + 3.0 * LINE_PT
    return max(NARROW_IN, wide / 72.0), tall / 72.0


def _name_cells(ax: Axes, row_names: list[Any], column_names: list[Any], own_figure: bool) -> None:
    """Row and column names: level where they have room, else upright; smaller only on somebody's own axes."""
    position, figure = ax.get_position(), figure_of(ax)
    names_pt = max(text_width_pt(str(name)) for name in row_names) + 55.0 if own_figure else 0.0
    wide_pt = (
        72.0 * position.width * figure.get_figwidth() if not own_figure else 72.0 * figure.get_figwidth() - names_pt
    )
    tall_pt = 72.0 * position.height * figure.get_figheight()
    column_pt, row_pt = wide_pt / len(column_names), tall_pt / len(row_names)
    upright = max(text_width_pt(str(name)) for name in column_names) + 6.0 > column_pt
    column_size = FONT_PT if own_figure or not upright else _fitting(column_pt)
    row_size = FONT_PT if own_figure else _fitting(row_pt)
    ax.set_xticks(
        range(len(column_names)), [str(n) for n in column_names], fontsize=column_size, rotation=90 if upright else 0
    )
    ax.set_yticks(range(len(row_names)), [str(name) for name in row_names], fontsize=row_size)
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _fitting(room_pt: float) -> float:
    """Letter size whose line fits into the room."""
    return max(SMALLEST_PT, min(FONT_PT, room_pt / 1.4))


def _write_cells(ax: Axes, image: Any, shares: Any, texts: dict[tuple[int, int], str], own_figure: bool) -> None:
    """The number in each cell, black or white; left out where somebody's own axes have no room for it."""
    position, figure = ax.get_position(), figure_of(ax)
    size = FONT_PT
    if not own_figure:
        room = 72.0 * position.width * figure.get_figwidth() / shares.shape[1]
        widest = max(text_width_pt(text) for text in texts.values())
        size = min(
            FONT_PT,
            FONT_PT * (room - 3.0) / widest,
            _fitting(72.0 * position.height * figure.get_figheight() / shares.shape[0]),
        )
        if size < SMALLEST_PT:
            return
    for (i, j), text in texts.items():
        colour = INK if text == "–" else readable_on(image.cmap(image.norm(100.0 * shares[i, j])))
        ax.text(j, i, text, ha="center", va="center", fontsize=size, color=colour)


def _add_colour_bar(ax: Axes, image: Any, value_label: str) -> None:
    """A thin colour bar with per cent on its scale."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    bar = figure_of(ax).colorbar(image, ax=ax, fraction=0.05, pad=0.03, aspect=25)
    bar.ax.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
    bar.ax.tick_params(labelsize=FONT_PT, colors=INK, length=2)
    bar.outline.set_visible(False)  # type: ignore[operator]
    bar.set_label(value_label, **text_style())
