"""Lines over the table that a side may fly, and what ground units can fire at who flies them (ROUNDS.md 4.4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.systems.alpha_strike.engagement.cards import Book
from simlab.systems.alpha_strike.engagement.return_fire.pack import shooter_of
from simlab.systems.alpha_strike.engagement.return_fire.shapes import DefenderShape
from simlab.systems.alpha_strike.mission.sortie.columns import DISTANCE, GRAZES, LINE_COLUMNS, REACH, VALUES
from simlab.systems.alpha_strike.mission.sortie.shapes import GroundShape
from simlab.systems.alpha_strike.rules.end_phase import ALTITUDES
from simlab.systems.alpha_strike.rules.fighting_card import EXTREME
from simlab.systems.alpha_strike.rules.geometry import INCH, Path, path_over
from simlab.systems.alpha_strike.rules.ground_to_air import bracket_of
from simlab.systems.alpha_strike.units import Aerospace

HEADINGS = (0, 90, 180, 270)
NO_SHOT = -1


class Line(NamedTuple):
    """A line over the table: its path, the enemy units it was drawn through, whether it is one of heading 0."""

    path: Path
    through: tuple[int, ...]
    northward: bool


def lines_of(enemies: Sequence[int], ground: Sequence[GroundShape], table: Any, least_in: float) -> list[Line]:
    """Lines through each enemy unit at four headings, then through each two of them (P-b, AS-4.6)."""
    wanted: list[tuple[tuple[int, ...], tuple[float, float], float]]
    wanted = [((unit,), ground[unit].at, float(heading)) for unit in enemies for heading in HEADINGS]
    for first, second in combinations(enemies, 2):
        (x, y), (to_x, to_y) = ground[first].at, ground[second].at
        if (x, y) != (to_x, to_y):
            wanted.append(((first, second), (x, y), math.degrees(math.atan2(to_x - x, to_y - y)) % 360))
    lines = []
    for through, at, heading in wanted:
        path = path_over(at, heading, table)
        if path is not None and path.length is not None and path.length >= least_in * INCH:
            lines.append(Line(path, through, len(through) == 1 and heading == 0))
    return lines


def fire_on_lines(
    lines: Sequence[Line], ground: Sequence[GroundShape], book: Book, catalog: Catalog, where: str
) -> np.ndarray:
    """Brackets, values and distances of all ground units on all lines (AS-13.1 to AS-13.3): int64[lines, g, 13]."""
    table = np.zeros((max(len(lines), 1), len(ground), LINE_COLUMNS), np.int64)
    table[:, :, REACH : REACH + 4] = NO_SHOT
    for unit, one in enumerate(ground):
        defender = DefenderShape(
            unit=one.unit, at=one.at, facing=one.facing, base_radius=one.base_radius,
            hidden=one.concealed or one.depth > 0,
        )  # fmt: skip
        for number, line in enumerate(lines):
            shooter = shooter_of(defender, line.path, book.rulings, catalog, f"{where}, ground[{unit}]")
            if shooter.distance is None:
                continue
            here = table[number, unit]
            here[DISTANCE] = math.floor(shooter.distance * 1000 + 1e-6)  # lines of one place are equally near
            here[VALUES : VALUES + 4], here[GRAZES : GRAZES + 4] = shooter.tokens, shooter.flak
            for altitude, name in enumerate(ALTITUDES):
                add = book.rulings.g2a_altitude_add
                higher = book.constants[f"altitude_{name}_in"] if isinstance(add, str) else float(add)
                bracket = bracket_of(shooter.distance + higher, book.bounds)
                if bracket != EXTREME or isinstance(shooter.row, Aerospace):
                    here[REACH + altitude] = bracket
    return table
