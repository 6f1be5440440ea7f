"""A hex map from above: hexes with their numbers, craters, rubble, and what stands, moves and fires on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.plots.board import board
from simlab.plots.counters import draw_counters
from simlab.plots.frames import need, rows_of
from simlab.plots.hex_grid import CORNERS, HEX_PT, NUMBER_AT, ROOT_3, Hex, Point, Sheet, middle, ring_of
from simlab.plots.style import FAINT, MUTED, PAPER

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
    notes = [str(row["name"]) for row in rows if row["what"] == "note"]
    ground = board((left, bottom), (right, top), HEX_PT, title=title, notes=notes, key=KEY, ax=ax)
    craters = {(int(row["q"]), int(row["r"])) for row in hexes if bool(row.get("crater", False))}
    sheet = Sheet(ground.ax, ground.unit_pt, ground.size_pt, on_map, ring, craters=craters)
    _draw_ground(sheet, hexes, [row for row in rows if row["what"] == "rubble"])
    draw_counters(sheet, rows)
    return ground.ax


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
