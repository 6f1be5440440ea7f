"""What stands, moves and fires on a hex map: counters and stacks, facings, ways, bombs, arrows of attacks."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, NamedTuple

from simlab.plots.hex_grid import NUMBER_AT, Box, Hex, Point, Sheet, middle
from simlab.plots.style import ACCENT, FAINT, INK, MAIN, MUTED, PAPER

Row = dict[str, Any]
MOST_LINES = 3  # of a stack, in the room of a hex
TOP = 0.43  # where a stack begins, below the number of its hex
FIRST_FACING, FACINGS = 60.0, 6  # degrees of facing 0, against the clock from east; clockwise from there
RESULTS = {"X": ("solid", 1.8), "D": ((0, (4, 1.5)), 1.5), "NE": ((0, (1, 1.6)), 1.1)}
AT_SHARE = (0.4, 0.5, 0.3, 0.6, 0.7, 0.22, 0.8)  # of an arrow: places for its result, the best first

BESIDE = (0.0, 0.35, -0.35)  # and beside the arrow


class Line(NamedTuple):
    """A line of a stack: its text, whose it is, its sort (ground, air, big, lost, bomb, more), is its edge broken?"""

    text: str
    side: str
    sort: str
    broken: bool = False


def draw_counters(sheet: Sheet, rows: list[Row]) -> None:
    """Everything that is not ground, on a map whose ground is drawn."""
    stacks: dict[Hex, list[Row]] = {}
    for row in rows:
        if row["what"] in ("counter", "bomb"):
            place, away = sheet.place_of((int(row["q"]), int(row["r"])))
            stacks.setdefault(place, []).append({**row, "away": away})
    _draw_moves(sheet, [row for row in rows if row["what"] == "move"])
    for place, things in stacks.items():
        _draw_stack(sheet, place, things)
    _draw_shots(sheet, [row for row in rows if row["what"] == "shot"])


def colour_of(side: str) -> str:
    """The colour of a side."""
    return ACCENT.colour if side == "attacker" else MAIN.colour


def _draw_stack(sheet: Sheet, place: Hex, things: list[Row]) -> None:
    """The counters in a hex: one alone on two lines, else a line each, like ones together; the rest as a number."""
    x, y = middle(place)
    standing = [row for row in things if row["what"] == "counter" and row.get("status") != "lost"]
    for row in standing:
        if "facing" in row:
            _draw_facing(sheet, (x, y), int(row["facing"]), str(row.get("side", "")))
    if len(things) == len(standing) == 1:
        _draw_alone(sheet, (x, y), standing[0])
        return
    lines = lines_of(things)
    if len(lines) > MOST_LINES:
        left_out = len(lines) - MOST_LINES + 1
        lines = [*lines[: MOST_LINES - 1], Line(f"+{left_out} more", "", "more")]
    pitch = sheet.height(1.0) + 0.005
    for number, line in enumerate(lines):
        at = (x, y + TOP - pitch * (number + 0.5))
        wide = sheet.width(line.text, bold=line.sort not in ("lost", "more")) + 0.12
        _draw_box(sheet, at, wide, pitch - 0.03, line)
        _write(sheet, at, line.text, line)


def lines_of(things: list[Row]) -> list[Line]:
    """The lines of a stack: counters, the big one first, then bombs, then what was destroyed here."""
    order = {"big": 0, "ground": 1, "air": 2}
    alike: dict[tuple[Any, ...], list[Row]] = {}
    counters = [row for row in things if row["what"] == "counter"]
    for row in sorted(counters, key=lambda row: (row.get("status") == "lost", order.get(str(row.get("sort")), 1))):
        key = (row["name"], row.get("side", ""), row.get("sort", "ground"), row.get("status", ""))
        alike.setdefault(key, []).append(row)
    standing, lost = [], []
    for (name, side, sort, status), found in alike.items():
        note = str(found[0].get("note", ""))
        text = f"{name} {note}".rstrip() if len(found) == 1 else f"{len(found)} {name}"
        if status == "lost":
            lost.append(Line(f"× {text}", side, "lost"))
        else:
            disabled = status == "disabled"
            standing.append(Line(text + (" D" if disabled else ""), side, sort, disabled))
    bombs = [str(row.get("result", "")) for row in things if row["what"] == "bomb"]
    side = next((str(row.get("side", "")) for row in things if row["what"] == "bomb"), "")
    fallen = [Line(f"\u2217 {shortened(' '.join(bombs))}".rstrip(), side, "bomb")] if bombs else []
    return [*standing, *fallen, *lost]


def shortened(results: str) -> str:
    """Results with equal ones counted, the worst first.

    >>> shortened("NE X NE NE D"), shortened("D")
    ('X D 3NE', 'D')
    """
    counted = Counter(results.split())
    order = [*RESULTS, *(word for word in counted if word not in RESULTS)]
    return " ".join((str(counted[word]) if counted[word] > 1 else "") + word for word in order if counted[word])


def _draw_alone(sheet: Sheet, at: Point, row: Row) -> None:
    """A counter that has its hex to itself: its name above its note."""
    disabled, away = row.get("status") == "disabled", int(row["away"])
    note = str(row.get("note", "")) + (" D" if disabled else "") + (f" +{away}" if away else "")
    name, line = str(row["name"]), Line("", str(row.get("side", "")), str(row.get("sort", "ground")), disabled)
    lines = [text for text in (name, note.strip()) if text]
    pitch = sheet.height()
    tall = pitch * len(lines) + 0.06
    wide = max(sheet.width(text, bold=True) for text in lines) + 0.2
    _draw_box(sheet, (at[0], at[1] + TOP - tall / 2), wide, tall, line)
    for number, text in enumerate(lines):
        _write(sheet, (at[0], at[1] + TOP - 0.03 - pitch * (number + 0.5)), text, line, bold=number == 0)


def _draw_box(sheet: Sheet, at: Point, wide: float, tall: float, line: Line) -> None:
    """The body of a counter: filled for the defender, outlined for the attacker, round for aircraft."""
    from matplotlib.patches import FancyBboxPatch

    box = Box(at[0] - wide / 2, at[1] - tall / 2, at[0] + wide / 2, at[1] + tall / 2)
    sheet.filled.append(box)
    fill, edge, width = PAPER, colour_of(line.side), 2.4 if line.sort == "big" else 1.4
    if line.sort in ("lost", "more", "bomb"):
        edge, width = MUTED if line.sort != "bomb" else edge, 0.5
    elif line.side != "attacker":
        fill = edge
        edge = INK if line.broken else edge
    style = "round,pad=0,rounding_size=0.17" if line.sort == "air" else "round,pad=0,rounding_size=0.03"
    sheet.ax.add_patch(
        FancyBboxPatch(
            (box.left, box.bottom), wide, tall, boxstyle=style, facecolor=fill, edgecolor=edge, linewidth=width,
            linestyle=(0, (3, 1.5)) if line.broken else "solid", zorder=5, clip_on=False,
        )
    )  # fmt: skip


def _write(sheet: Sheet, at: Point, text: str, line: Line, bold: bool = True) -> None:
    """A text on a counter."""
    plain = line.sort in ("lost", "more")
    filled = not plain and line.sort != "bomb" and line.side != "attacker"
    style = sheet.letters(color=PAPER if filled else MUTED if plain else INK, zorder=6)
    weight = "bold" if bold and not plain else "normal"
    sheet.ax.text(at[0], at[1], text, ha="center", va="center_baseline", fontweight=weight, **style)


def _draw_facing(sheet: Sheet, at: Point, facing: int, side: str) -> None:
    """A wedge at the corner that an aircraft faces."""
    from matplotlib.patches import Polygon

    angle = math.radians(FIRST_FACING * (1 - facing % FACINGS))
    ahead, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    corners = [
        (at[0] + a * ahead[0] + b * across[0], at[1] + a * ahead[1] + b * across[1])
        for a, b in ((1.16, 0.0), (0.88, 0.15), (0.88, -0.15))
    ]
    sheet.ax.add_patch(
        Polygon(corners, facecolor=colour_of(side), edgecolor=PAPER, linewidth=0.6, zorder=5.5, clip_on=False)
    )


def _draw_moves(sheet: Sheet, moves: list[Row]) -> None:
    """The ways that units have come, as pale lines."""
    from matplotlib.collections import LineCollection

    for side in dict.fromkeys(str(row.get("side", "")) for row in moves):
        legs = []
        for row in moves:
            if str(row.get("side", "")) == side:
                begin, _ = sheet.place_of((int(row["q"]), int(row["r"])))
                end, _ = sheet.place_of((int(row["to_q"]), int(row["to_r"])))
                if begin != end:
                    legs.append([middle(begin), middle(end)])
        if legs:
            lines = LineCollection(legs, colors=colour_of(side), linewidths=1.6, alpha=0.55, zorder=2, capstyle="round")
            lines.set_clip_on(False)
            sheet.ax.add_collection(lines, autolim=False)


def _draw_shots(sheet: Sheet, shots: list[Row]) -> None:
    """An arrow for all attacks from a hex at another, as strong as the best of them, with their results beside it."""
    together: dict[tuple[Hex, Hex, str], list[str]] = {}
    for row in shots:
        begin, _ = sheet.place_of((int(row["q"]), int(row["r"])))
        end, _ = sheet.place_of((int(row["to_q"]), int(row["to_r"])))
        together.setdefault((begin, end, str(row.get("side", ""))), []).append(str(row.get("result", "")))
    middles = [middle(place) for place in sorted(sheet.on_map)]
    sheet.numbered = [Box(x - 0.45, y + NUMBER_AT - 0.15, x + 0.45, y + NUMBER_AT + 0.15) for x, y in middles]
    for (begin, end, side), results in sorted(together.items(), key=lambda found: -len(found[1])):
        if begin != end:
            _draw_arrow(sheet, middle(begin), middle(end), side, shortened(" ".join(results)))


def _hide(sheet: Sheet, box: Box, colour: str) -> None:
    """Cover the number of a hex, under all that is drawn on it."""
    from matplotlib.patches import Rectangle

    wide, tall = box.right - box.left, box.top - box.bottom + 0.1  # the digits stand a little above their middle
    sheet.ax.add_patch(
        Rectangle((box.left, box.bottom), wide, tall, facecolor=colour, edgecolor="none", zorder=1.4, clip_on=False)
    )


def _draw_arrow(sheet: Sheet, begin: Point, end: Point, side: str, results: str) -> None:
    from matplotlib.patches import FancyArrowPatch

    best = next((word for word in RESULTS if word in [part.lstrip("0123456789") for part in results.split()]), "NE")
    line, width = RESULTS[best]
    length = math.dist(begin, end)
    along = ((end[0] - begin[0]) / length, (end[1] - begin[1]) / length)
    start, tip = 0.45, length - 0.55
    points = [(begin[0] + a * along[0], begin[1] + a * along[1]) for a in (start, tip)]
    sheet.ax.add_patch(
        FancyArrowPatch(
            points[0], points[1], arrowstyle="-|>", mutation_scale=0.36 * sheet.unit_pt, linestyle=line,
            linewidth=width, color=colour_of(side), shrinkA=0, shrinkB=0, zorder=4, clip_on=False,
        )
    )  # fmt: skip
    if not results:
        return
    places = [
        (begin[0] + a * along[0] - b * along[1], begin[1] + a * along[1] + b * along[0])
        for b in BESIDE
        for a in (start + share * (tip - start) for share in AT_SHARE)
    ]
    boxes = [sheet.box(at, results, bold=True) for at in places]
    free = [n for n, box in enumerate(boxes) if not box.meets(sheet.filled)]
    chosen = next((n for n in free if not boxes[n].meets(sheet.numbered)), free[0] if free else None)
    if chosen is None:
        return  # the arrow itself tells the best result; the rest stands in the text of the turn
    sheet.filled.append(boxes[chosen])
    for place, number in zip(sorted(sheet.on_map), sheet.numbered, strict=True):
        if boxes[chosen].meets([number]):  # rather no number than half of one
            _hide(sheet, number, FAINT if place in sheet.craters else PAPER)
    patch = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6}
    style = sheet.letters(color=INK, zorder=8)
    sheet.ax.text(*places[chosen], results, ha="center", va="center_baseline", fontweight="bold", bbox=patch, **style)
