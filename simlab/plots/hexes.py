"""A hex map from above: hexes with their numbers, craters, rubble, and what stands, moves and fires on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.plots.canvas import LINE_PT, axes_on, figure_of, wrap_to
from simlab.plots.counters import draw_counters
from simlab.plots.frames import need, rows_of
from simlab.plots.hex_grid import CORNERS, HEX_PT, NUMBER_AT, ROOT_3, Hex, Point, Sheet, middle, ring_of
from simlab.plots.style import FAINT, FONT_PT, INK, MUTED, PAPER, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

GROUND = "ground"
"""How the ids of everything begin that is the same in every picture of a map."""
KEY = (
    "Filled: defender; outlined: attacker; round corners: aircraft, the wedge shows where it faces. D and a broken "
    "edge: disabled; ×: destroyed here; ∗: bombs with their results. Lines: moves. Arrows: attacks with their "
    "results, broken for D, dotted for NE."
)


def hex_map(frame: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """A map of flat-topped hexes in axial coordinates, q eastwards, r southwards.

    Args:
        frame: a row a thing; ``what`` is one of

            - ``hex`` (q, r, ``name``: its number, ``crater``: true or false);
            - ``rubble`` (q, r and ``to_q``, ``to_r``: the hexes on both sides);
            - ``counter`` (q, r, ``name``, ``note``: a second line, ``side`` defender or attacker, ``sort`` ground, air
              or big, ``facing`` 0 to 5 clockwise from the north-eastern corner, ``status`` empty, disabled or lost);
            - ``move`` (q, r to to_q, to_r, ``side``), ``shot`` (the same with ``result`` NE, D or X);
            - ``bomb`` (q, r, ``result``);
            - ``margin``: keep a ring of hexes around the map free for aircraft beyond its edge, as is done unasked
              where something stands there; what is farther away is drawn in the ring, with its distance to it;
            - ``note`` (``name``): a line of text below the map.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure large enough for every label at 9 points.

    Raises:
        SimlabError: a column is missing, or there is no hex.
    """
    need(frame, "what", "q", "r")
    rows = rows_of(frame)
    hexes = [row for row in rows if row["what"] == "hex"]
    if not hexes:
        raise SimlabError("frame: no row with what = hex, so there is no map")
    on_map = {(int(row["q"]), int(row["r"])) for row in hexes}
    beyond = any(row["what"] == "margin" for row in rows) or any(
        (int(row[q]), int(row[r])) not in on_map
        for row in rows
        if row["what"] in ("counter", "move")
        for q, r in (("q", "r"), ("to_q", "to_r"))
        if q in row
    )
    ring = ring_of(on_map) if beyond else []
    left, bottom, right, top = _window([*on_map, *ring])
    notes = [str(row["name"]) for row in rows if row["what"] == "note"] + [KEY]
    wide_pt = 0.96 * HEX_PT * (right - left) - 8.0  # letters on a screen are a little wider than their outlines
    written = [wrap_to(text, wide_pt) for text in notes]
    lines = sum(text.count("\n") + 1 for text in written)
    below = (LINE_PT * lines + 6.0 * len(written)) / HEX_PT
    heading = ""
    if ax is None:
        heading = wrap_to(title, wide_pt, bold=True) if title else ""
        above = LINE_PT * (heading.count("\n") + 1.5) / HEX_PT if title else 0.0
        top += above
        ax = axes_on(None, HEX_PT * (right - left) / 72.0, HEX_PT * (top - bottom + below) / 72.0)
        figure_of(ax).set_layout_engine("none")
        ax.set_position((0.0, 0.0, 1.0, 1.0))
        unit_pt = HEX_PT
    else:
        ax = axes_on(ax, title=title)
        box = ax.get_position()
        figure = figure_of(ax)
        unit_pt = 72.0 * min(
            box.width * figure.get_figwidth() / (right - left),
            box.height * figure.get_figheight() / (top - bottom + below),
        )
    ax.set_xlim(left, right)
    ax.set_ylim(bottom - below, top)
    ax.set_aspect("equal")
    ax.set_axis_off()
    sheet = Sheet(ax, unit_pt, FONT_PT * min(1.0, unit_pt / HEX_PT), on_map, ring)
    _draw_ground(sheet, hexes, [row for row in rows if row["what"] == "rubble"])
    draw_counters(sheet, rows)
    _write_notes(sheet, written, left, bottom)
    if heading:
        bold = sheet.letters(fontweight="bold", linespacing=1.25)
        ax.text(left + 4.0 / unit_pt, top - 0.1, heading, va="top", **bold)
    return ax


def _window(hexes: list[Hex]) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of these hexes, with a narrow edge."""
    xs, ys = zip(*(middle(place) for place in hexes), strict=True)
    return min(xs) - 1.1, min(ys) - 1.0, max(xs) + 1.1, max(ys) + 1.0


def _draw_ground(sheet: Sheet, hexes: list[dict[str, Any]], rubble: list[dict[str, Any]]) -> None:
    """Hexes, craters, rubble and numbers: what is the same in every picture of a map."""
    from matplotlib.collections import LineCollection, PolyCollection

    middles = [(middle((int(row["q"]), int(row["r"]))), bool(row.get("crater", False))) for row in hexes]
    plain = [_around(place) for place, crater in middles if not crater]
    craters = [_around(place) for place, crater in middles if crater]
    pits = [_around(place, 0.55) for place, crater in middles if crater]
    edge: dict[str, Any] = {"edgecolors": FAINT, "linewidths": 0.8}
    drawn = {
        "hexes": PolyCollection(plain, facecolors=PAPER, zorder=1.0, **edge),
        "craters": PolyCollection(craters, facecolors=FAINT, zorder=1.0, **edge),
        "pits": PolyCollection(pits, facecolors=MUTED, alpha=0.35, zorder=1.1),
        "rubble": LineCollection(
            [_hexside(row) for row in rubble], colors=MUTED, linewidths=3.2 * sheet.unit_pt / HEX_PT, zorder=1.2,
            capstyle="round",
        ),
    }  # fmt: skip
    for name, collection in drawn.items():
        if collection.get_paths():
            collection.set(gid=f"{GROUND}-{name}", clip_on=False)
            sheet.ax.add_collection(collection, autolim=False)
    for (x, y), row in zip((place for place, _ in middles), hexes, strict=True):
        sheet.ax.text(
            x, y + NUMBER_AT, str(row.get("name", "")), ha="center", va="center", gid=f"{GROUND}-{row.get('name')}",
            **sheet.letters(color=MUTED, zorder=1.3),
        )  # fmt: skip


def _around(place: Point, size: float = 1.0) -> list[Point]:
    """The corners of a hex, or of a smaller one inside it."""
    return [(place[0] + size * x, place[1] + size * y) for x, y in CORNERS]


def _hexside(row: dict[str, Any]) -> list[tuple[float, float]]:
    """The two ends of the side between two neighbouring hexes."""
    (x, y), (to_x, to_y) = middle((int(row["q"]), int(row["r"]))), middle((int(row["to_q"]), int(row["to_r"])))
    across, along = (to_x - x) / ROOT_3, (to_y - y) / ROOT_3
    at_x, at_y = (x + to_x) / 2, (y + to_y) / 2
    return [(at_x - 0.5 * along, at_y + 0.5 * across), (at_x + 0.5 * along, at_y - 0.5 * across)]


def _write_notes(sheet: Sheet, written: list[str], left: float, bottom: float) -> None:
    """The lines below the map; those of the frame first."""
    place = bottom
    for number, text in enumerate(written):
        colour = MUTED if number == len(written) - 1 else INK
        style = text_style(color=colour, linespacing=1.25, fontsize=sheet.size_pt)
        sheet.ax.text(left + 4.0 / sheet.unit_pt, place, text, va="top", **style)
        place -= (LINE_PT * (text.count("\n") + 1) + 6.0) / HEX_PT
