"""The sheet that is drawn on: axes without pyplot, lengths of texts, labels moved apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.plots.style import FONT_PT, PAPER, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

NARROW_IN = 3.3
"""Width of a picture that fits a phone and stands three to a row on a desk."""
LINE_PT = 1.25 * FONT_PT
"""Height of a line of text."""
SHOWN_DPI = 110
"""Points of a screen to an inch at which a notebook shows a picture."""


def axes_on(ax: Axes | None, width_in: float = NARROW_IN, height_in: float = 2.1, title: str = "") -> Axes:
    """The axes given, or those of a new figure that knows no window and no backend, with a bold heading.

    width_in, height_in: of the figure in inches, without the lines that the heading takes. On a figure of its own the
    heading is broken to the width and begins at the left edge; on somebody's axes it stands above them.
    """
    style = text_style(fontweight="bold")
    if ax is not None:
        if title:
            ax.set_title(title, loc="left", **style)
        return ax
    from matplotlib.figure import Figure

    heading = wrap_to(title, 72.0 * width_in - 10.0, bold=True) if title else ""
    lines = heading.count("\n") + 1 if title else 0
    figure = Figure(figsize=(width_in, height_in + 1.2 * lines * LINE_PT / 72.0), layout="constrained")
    figure.patch.set_alpha(0.0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0.0)
    if title:
        figure.suptitle(heading, x=4.0 / (72.0 * width_in), ha="left", **style)
    # what a notebook asks the last value of a cell for
    axes._repr_png_ = lambda: _shown(figure)  # type: ignore[attr-defined]
    return axes


def _shown(figure: Figure) -> tuple[bytes, dict[str, int]]:
    """The picture as a notebook shows it: on paper, with twice the pixels of its size on the page, in 256 colours.

    Notebooks are kept with their pictures; a palette makes them a third as large.
    """
    from io import BytesIO

    from PIL import Image

    drawn, kept = BytesIO(), BytesIO()
    wide, tall = (round(SHOWN_DPI * inches) for inches in figure.get_size_inches())
    before = figure.patch.get_alpha()
    figure.patch.set_alpha(1.0)
    try:
        figure.savefig(drawn, format="png", dpi=2 * SHOWN_DPI, facecolor=PAPER)
    finally:
        figure.patch.set_alpha(before)
    Image.open(drawn).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(kept, "png", optimize=True)
    return kept.getvalue(), {"width": wide, "height": tall}


def figure_of(ax: Axes) -> Figure:
    """The figure that the axes lie on."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def text_width_pt(text: str, size_pt: float = FONT_PT, bold: bool = False) -> float:
    """Width of the longest line of a text in points, in the letters that pictures use."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    letters = FontProperties(size=size_pt, weight="bold" if bold else "normal")
    widths = (text_to_path.get_text_width_height_descent(line, letters, ismath=False)[0] for line in text.split("\n"))
    return float(max(widths, default=0.0))


def wrap_to(text: str, width_pt: float, size_pt: float = FONT_PT, bold: bool = False) -> str:
    """A text broken at spaces and after underscores, so that no line is wider, where its words allow."""
    words = text.replace("_", "_\u200b").replace(" ", " \u200b").split("\u200b")
    lines, line = [], ""
    for word in words:
        if line and text_width_pt((line + word).rstrip(), size_pt, bold) > width_pt:
            lines.append(line.rstrip())
            line = ""
        line += word
    return "\n".join([*lines, line.rstrip()])


def moved_apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, in the same order, each ``gap`` from the next, within low..high.

    >>> moved_apart([50.0, 51.0, 90.0], 10.0, 0.0, 100.0)
    [45.5, 55.5, 90.0]
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    clusters: list[tuple[list[int], float]] = []  # members in order, middle of the cluster
    for i in order:
        members, middle = [i], wanted[i]
        while clusters and clusters[-1][1] + gap * (len(clusters[-1][0]) + len(members)) / 2 > middle:
            before, _ = clusters.pop()
            members = before + members
            middle = sum(wanted[j] for j in members) / len(members)
            half = gap * (len(members) - 1) / 2
            middle = min(max(middle, low + half), high - half)
        clusters.append((members, middle))
    places = [0.0] * len(wanted)
    for members, middle in clusters:
        for rank, i in enumerate(members):
            places[i] = middle + gap * (rank - (len(members) - 1) / 2)
    return places


def overlapping(texts: Sequence[Text], slack_px: float = 0.0) -> list[tuple[str, str]]:
    """Pairs of visible texts of one figure whose boxes overlap when drawn."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    shown = [text for text in texts if text.get_visible() and text.get_text()]
    if not shown:
        return []
    figure = shown[0].get_figure(root=True)
    assert figure is not None
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    boxes = [(text.get_text(), text.get_window_extent(canvas.get_renderer())) for text in shown]
    return [
        (one, other)
        for place, (one, a) in enumerate(boxes)
        for other, b in boxes[place + 1 :]
        if min(a.x1, b.x1) - max(a.x0, b.x0) > slack_px and min(a.y1, b.y1) - max(a.y0, b.y0) > slack_px
    ]
