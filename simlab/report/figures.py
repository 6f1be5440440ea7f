"""Drawings as inline SVG: text stays text, colours follow the page (light, dark, print), the same bytes each time."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from simlab.plots.style import ACCENT, FAINT, INK, MAIN, MUTED, PAPER, SERIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDEST_COLUMN_PX = 345
GROWTH = 1.25
"""How much larger than drawn a figure may be shown."""

# Colours of the drawings -> what the page's style sheet may set them to.
FOLLOW = {
    INK: "currentColor",
    MUTED: "var(--muted, #5b636d)",
    FAINT: "var(--faint, #d5d9de)",
    PAPER: "var(--card, #ffffff)",
    MAIN.colour: f"var(--series-1, {MAIN.colour})",
    ACCENT.colour: f"var(--series-2, {ACCENT.colour})",
    SERIES[2].colour: f"var(--series-3, {SERIES[2].colour})",
}


@dataclass(frozen=True)
class Figure:
    """One figure: key (unique on the page), inline SVG, caption, what it says in words, and where it comes from."""

    key: str
    svg: str
    caption: str
    alt: str
    command: str = ""
    width_px: int = 0

    @property
    def wide(self) -> bool:
        """Does it need the room of two figures?"""
        return self.width_px > WIDEST_COLUMN_PX

    @property
    def full(self) -> bool:
        """Does it need the whole breadth of the page?"""
        return self.width_px > 2 * WIDEST_COLUMN_PX

    @property
    def most_px(self) -> int:
        """Largest width at which it is shown."""
        return round(GROWTH * self.width_px)


def figure(ax: Axes, key: str, caption: str, alt: str, command: str = "") -> Figure:
    """The drawing on these axes as a figure of the page.

    Args:
        ax: what a function of `simlab.plots` returned.
        key: letters, digits and hyphens, unique on the page.
        caption: the line below it.
        alt: what one would tell somebody who cannot see it: the numbers that matter.
        command: shell command that gives its numbers again.
    """
    drawn = ax.get_figure(root=True)
    assert drawn is not None
    width_px = round(96 * drawn.get_figwidth())
    return Figure(key, inlined(svg_of(ax), key, alt), caption, alt, command, width_px)


def svg_of(ax: Axes) -> str:
    """The drawing on these axes as an SVG file."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.layout_engine import PlaceHolderLayoutEngine

    text = io.StringIO()
    drawn = ax.get_figure(root=True)
    assert drawn is not None
    metadata = {"Date": None, "Creator": None}
    # The salt makes ids the same each time; without a date the bytes are.
    with rc_context({"svg.hashsalt": "simlab", "svg.fonttype": "none"}):
        if isinstance(drawn.get_layout_engine(), PlaceHolderLayoutEngine):  # laid out by hand: savefig would draw twice
            FigureCanvasSVG(drawn).print_svg(text, metadata=metadata)
        else:
            drawn.savefig(text, format="svg", metadata=metadata, transparent=True)
    return text.getvalue()


def inlined(svg: str, key: str, alt: str) -> str:
    """An SVG file as an element of the page: own ids, colours of the page, a title for screen readers."""
    opening, rest = bare(svg, key).split(">", 1)
    size = " ".join(re.findall(r'\b(?:width|height|viewBox)="[^"]*"', opening))
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    label = f'role="img" aria-labelledby="{key}-alt"'
    return f'<svg {names} {size} {label}><title id="{key}-alt">{escape(alt)}</title>{rest}'


def bare(svg: str, key: str) -> str:
    """An SVG file without what a page does not need, its ids begun with a key, its colours those of the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{key}-', svg)
    svg = re.sub(r"url\(#", f"url(#{key}-", svg)
    svg = re.sub(r'xlink:href="#', f'xlink:href="#{key}-', svg)
    svg = re.sub(r"font-family:[^;\"]*;?", "", svg)
    svg = re.sub(r"(font:[^;\"]*?[\d.]+px)\s+[^;\"]*", r"\1 var(--figure-font, sans-serif)", svg)
    for drawn, shown in FOLLOW.items():
        svg = re.sub(re.escape(drawn), shown, svg, flags=re.IGNORECASE)
    return svg
