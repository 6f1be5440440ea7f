"""Colours, line styles and letter sizes of every picture.

Colours are those of Okabe and Ito (2008), chosen to be told apart under the common kinds of colour blindness; each
comes with a line style, a marker and a hatch of its own, so that a grey print loses nothing. Heat maps use cividis,
whose lightness rises steadily.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#1a1d21"
"""Text, axes, outlines."""
MUTED = "#5b636d"
"""Second-rank text."""
FAINT = "#d5d9de"
"""Grid lines and ghosts of bars."""
PAPER = "#fdfdfc"
"""What shows through: halos of text, gaps between bars."""

FONT_PT = 9.0
COLOUR_MAP = "cividis"


class SeriesStyle(NamedTuple):
    """How one series is drawn: colour, and for grey prints line style, marker and hatch."""

    colour: str
    line: Any
    marker: str
    hatch: str


SERIES = (
    SeriesStyle("#0072B2", "solid", "o", ""),
    SeriesStyle("#D55E00", (0, (5, 1.6)), "s", "////"),
    SeriesStyle("#009E73", (0, (1.2, 1.4)), "^", "...."),
    SeriesStyle("#CC79A7", (0, (6, 1.5, 1.2, 1.5)), "D", "\\\\\\\\"),
    SeriesStyle("#E69F00", (0, (9, 2)), "v", "xxxx"),
    SeriesStyle("#56B4E9", (0, (3, 1.2, 1.2, 1.2, 1.2, 1.2)), "P", "----"),
)
MAIN = SERIES[0]
ACCENT = SERIES[1]


def series_style(place: int) -> SeriesStyle:
    """Style of the series at that place; after the last one they start again.

    >>> series_style(0).colour, series_style(6) == series_style(0)
    ('#0072B2', True)
    """
    return SERIES[place % len(SERIES)]


def dress(ax: Axes, grid: str = "") -> None:
    """Letters of 9 points, ink axes at the left and bottom only, faint grid lines along ``x`` or ``y``."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(INK)
        ax.spines[side].set_linewidth(0.8)
    ax.tick_params(labelsize=FONT_PT, colors=INK, length=3, width=0.8)
    ax.set_axisbelow(True)
    if grid:
        ax.grid(axis=grid, color=FAINT, linewidth=0.8)  # type: ignore[arg-type]


def bar_style(look: SeriesStyle) -> dict[str, Any]:
    """Keywords of a bar: its colour, and its hatch cut out of it."""
    return {"color": look.colour, "hatch": look.hatch, "edgecolor": PAPER, "linewidth": 0}


def text_style(**more: Any) -> dict[str, Any]:
    """Keywords of a text: 9 points, ink."""
    return {"fontsize": FONT_PT, "color": INK, **more}


def readable_on(rgba: tuple[float, ...]) -> str:
    """Black or white, whichever stands out more on a colour (relative luminance of WCAG 2).

    >>> readable_on((1.0, 0.9, 0.3, 1.0)), readable_on((0.0, 0.13, 0.3, 1.0))
    ('#000000', '#ffffff')
    """
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgba[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#000000" if (luminance + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"
