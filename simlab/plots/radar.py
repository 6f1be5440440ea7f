"""A Radar Map: zones in rings around the table, and aircraft in them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError
from simlab.plots.board import Board, board
from simlab.plots.canvas import text_width_pt
from simlab.plots.counters import colour_of
from simlab.plots.frames import need, rows_of
from simlab.plots.style import FAINT, INK, MUTED, PAPER, text_style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

UNIT_PT = 45.0
RADII = (0.0, 1.45, 2.55, 3.9, 5.4)  # of the rings from the middle outwards
SPOT_PT = (25.0, 14.0)  # room of an aircraft
COLUMNS = (4, 0, 3, 3)  # aircraft side by side in a zone, by ring; the inner zone is a ring itself
ROUND_PLACES = 11  # of aircraft around the inner zone, its name in the twelfth
KEY = "Filled: defender; outlined: attacker; ×: lost in this game. Lines: moves of this turn."


def radar_map(frame: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Zones around the table and the aircraft in them.

    Args:
        frame: a row a thing; ``what`` is zone (``zone``: its name, ``ring`` 0 to 3 from the middle, ``place`` in its
            ring clockwise from north, ``of``: zones in the ring), counter (``zone``, ``name``: a number or two letters,
            ``side`` attacker or defender, ``status`` empty or lost), move (``zone``, ``to``, ``side``) or note
            (``name``: a line below the map).
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there is no zone.
    """
    need(frame, "what", "zone")
    rows = rows_of(frame)
    zones = {str(row["zone"]): row for row in rows if row["what"] == "zone"}
    if not zones:
        raise SimlabError("frame: no row with what = zone, so there is no map")
    edge = RADII[1 + max(int(row["ring"]) for row in zones.values())] + 0.05
    notes = [str(row["name"]) for row in rows if row["what"] == "note"]
    sheet = board((-edge, -edge - 0.1), (edge, edge), UNIT_PT, title=title, notes=notes, key=KEY, ax=ax)
    for name, zone in zones.items():
        _draw_zone(sheet, name, zone)
    for row in rows:
        if row["what"] == "move":
            _draw_move(sheet, zones[str(row["zone"])], zones[str(row["to"])], str(row.get("side", "")))
    for name, zone in zones.items():
        here = [row for row in rows if row["what"] == "counter" and str(row["zone"]) == name]
        _draw_aircraft(sheet, zone, here)
    return sheet.ax


def _angles(zone: dict[str, Any]) -> tuple[float, float]:
    """Degrees against the clock from east at which a zone begins and ends; the first of a ring lies east of north."""
    step = 360.0 / int(zone["of"])
    return 90.0 - step * (int(zone["place"]) + 1), 90.0 - step * int(zone["place"])


def _middle(zone: dict[str, Any]) -> tuple[float, float]:
    """The middle of a zone; of a ring that is one zone, its upper middle."""
    ring = int(zone["ring"])
    if ring == 0:
        return 0.0, 0.0
    radius = (RADII[ring] + RADII[ring + 1]) / 2
    angle = math.radians(90.0 if int(zone["of"]) == 1 else sum(_angles(zone)) / 2)
    return radius * math.cos(angle), radius * math.sin(angle)


def _draw_zone(sheet: Board, name: str, zone: dict[str, Any]) -> None:
    """Its area and its name."""
    from matplotlib.patches import Wedge

    ring, (first, last) = int(zone["ring"]), _angles(zone)
    wide = RADII[ring + 1] - RADII[ring]
    sheet.ax.add_patch(
        Wedge((0.0, 0.0), RADII[ring + 1], first, last, width=wide, facecolor=PAPER, edgecolor=FAINT, linewidth=1.0)
    )
    x, y = _middle(zone)
    up = (0.0 if ring == 1 else 1.9 if ring == 0 else 1.5) * SPOT_PT[1] / UNIT_PT
    style = text_style(color=MUTED, fontsize=sheet.size_pt, zorder=2)
    patch = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.0}
    sheet.ax.text(x, y + up, name.replace("_", " "), ha="center", va="center", bbox=patch, **style)


def _spots(zone: dict[str, Any], count: int) -> list[tuple[float, float]]:
    """Places of so many aircraft in a zone, below its name, or around the inner one."""
    ring, (x, y) = int(zone["ring"]), _middle(zone)
    if int(zone["of"]) == 1 and ring > 0:
        step, radius = 360.0 / (ROUND_PLACES + 1), math.hypot(x, y)
        angles = [math.radians(90.0 - step * (n + 1)) for n in range(count)]
        return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    across, along = SPOT_PT[0] / UNIT_PT, SPOT_PT[1] / UNIT_PT
    columns = COLUMNS[ring]
    spots = []
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        spots.append((x + (column - (in_row - 1) / 2) * across, y + ((0.7 if ring == 0 else 0.4) - row) * along))
    return spots


def _room(zone: dict[str, Any]) -> int:
    """How many aircraft a zone has room for."""
    ring = int(zone["ring"])
    if int(zone["of"]) == 1 and ring > 0:
        return ROUND_PLACES
    return 3 * COLUMNS[ring]


def _draw_aircraft(sheet: Board, zone: dict[str, Any], here: list[dict[str, Any]]) -> None:
    """The aircraft in a zone; those it has no room for as a number."""
    from matplotlib.patches import FancyBboxPatch

    room = _room(zone)
    if len(here) > room:
        here = [*here[: room - 1], {"name": f"+{len(here) - room + 1}", "side": "", "status": "more"}]
    tall = SPOT_PT[1] / UNIT_PT - 0.04
    for row, (x, y) in zip(here, _spots(zone, len(here)), strict=True):
        side, status = str(row.get("side", "")), str(row.get("status", ""))
        text = ("×" if status == "lost" else "") + str(row["name"])
        wide = (text_width_pt(text, sheet.size_pt, bold=True) + 5.0) / sheet.unit_pt
        filled = side == "defender" and not status
        edge = colour_of(side) if not status else MUTED
        sheet.ax.add_patch(
            FancyBboxPatch(
                (x - wide / 2, y - tall / 2), wide, tall, boxstyle="round,pad=0,rounding_size=0.1",
                facecolor=edge if filled else PAPER, edgecolor=edge, linewidth=0.6 if status else 1.4, zorder=4,
            )
        )  # fmt: skip
        style = text_style(fontsize=sheet.size_pt, color=PAPER if filled else MUTED if status else INK, zorder=5)
        weight = "normal" if status else "bold"
        sheet.ax.text(x, y, text, ha="center", va="center_baseline", fontweight=weight, **style)


def _draw_move(sheet: Board, begin: dict[str, Any], end: dict[str, Any], side: str) -> None:
    """A way from one zone to another, beside their names and aircraft rather than through them."""
    from matplotlib.patches import FancyArrowPatch

    sheet.ax.add_patch(
        FancyArrowPatch(
            _middle(begin), _middle(end), arrowstyle="-|>", mutation_scale=9, color=colour_of(side), alpha=0.55,
            linewidth=1.4, zorder=1.5, shrinkA=10, shrinkB=14, connectionstyle="arc3,rad=0.15",
        )
    )  # fmt: skip
