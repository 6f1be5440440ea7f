"""Where a bomb comes down: directions and distances of scatter (AS-2.4, AS-7.3 to 7.8) and radii (AS-9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.dice import LOWEST, WAYS, chance
from simlab.systems.alpha_strike.rulings.scatter import (
    AltitudeScatterMap,
    AoeMeasure,
    ScatterDistance,
    ScatterGrouping,
    ScatterReference,
    ScatterRotation,
)

FACES = 6
HITS = 0  # landing place: on its point; 1 and up: scattered
DIVE_BEARINGS = (0, 60, 120, 180, 240, 300)  # of the faces 1 to 6 (AS-7.4)
ALTITUDE_BEARINGS = {  # of the faces 1 to 6, by ruling altitude_scatter_map
    AltitudeScatterMap.FORWARD_FAN: (-60, -60, 0, 0, 60, 60),
    AltitudeScatterMap.THREE_AXES: (0, 0, 120, 120, 240, 240),
    AltitudeScatterMap.LINE: (0, 0, 0, 0, 180, 180),
    AltitudeScatterMap.SIX: DIVE_BEARINGS,
}


def bearings(kind: str, rulings: Any, heading: float = 0) -> tuple[float, ...]:
    """Bearing of each face 1 to 6, in degrees clockwise from the path (AS-7.4).

    kind: dive, altitude, or artillery, which scatters like a dive; heading: of the path from north, for
    scatter_reference = north.
    """
    faces = ALTITUDE_BEARINGS[rulings.altitude_scatter_map] if kind == "altitude" else DIVE_BEARINGS
    turn = -1 if rulings.scatter_rotation == ScatterRotation.COUNTERCLOCKWISE else 1
    north = heading if rulings.scatter_reference == ScatterReference.NORTH else 0
    return tuple(turn * bearing - north for bearing in faces)


def most_steps(target: int, rulings: Any) -> int:
    """The most steps that a bomb scatters: six pips, or the largest margin of failure (AS-7.5)."""
    return FACES if rulings.scatter_distance == ScatterDistance.D6_TIMES_2 else max(min(target - LOWEST, 99), 1)


@rule
def landing_place(total, target, direction, distance, steps, by_margin):
    """Where a bomb lands: 0 on its point, else 1 + (face - 1) * steps + (steps gone - 1) (AS-7.3, 7.4, 7.5).

    total: of 2d6; direction, distance: faces of two d6; by_margin: 1 when the distance is the margin of failure.

    >>> landing_place(6, 6, 1, 1, 6, 0), landing_place(5, 6, 2, 3, 6, 0), landing_place(3, 6, 1, 6, 4, 1)
    (0, 9, 3)
    """
    if total >= target:
        return 0
    gone = target - total if by_margin == 1 else distance
    return 1 + (direction - 1) * steps + gone - 1


def landing_law(target: int, steps: int, rulings: Any) -> dict[int, Fraction]:
    """Law of the landing place of one bomb (AS-7.6): on its point with P(2d6 >= target), else evenly scattered.

    >>> from types import SimpleNamespace
    >>> law = landing_law(6, 6, SimpleNamespace(scatter_distance=ScatterDistance.D6_TIMES_2))
    >>> law[0], law[1], len(law)
    (Fraction(13, 18), Fraction(5, 648), 37)
    """
    law = {HITS: chance(target)} if chance(target) else {}
    by_margin = rulings.scatter_distance == ScatterDistance.TWICE_MARGIN
    for total in range(LOWEST, min(target, 13)):
        for direction in range(1, FACES + 1):
            gone = [(target - total, Fraction(1))] if by_margin else [(n, Fraction(1, 6)) for n in range(1, FACES + 1)]
            for number, share in gone:
                cell = 1 + (direction - 1) * steps + number - 1
                law[cell] = law.get(cell, Fraction(0)) + Fraction(WAYS[total], 36) * share / FACES
    return law


def landing_laws(targets: Sequence[int], steps: int, rulings: Any) -> list[dict[int, Fraction]]:
    """Law of the landing place of each bomb of a run, in the order in which they fall (AS-7.3, AS-7.6).

    Under scatter_grouping = per_attack a bomb that misses scatters as the first miss did, whose margin may be another.
    """
    own = [landing_law(target, steps, rulings) for target in targets]
    if rulings.scatter_grouping == ScatterGrouping.PER_BOMB:
        return own
    laws, all_hit = [], Fraction(1)
    shared: dict[int, Fraction] = {}  # place of the first miss so far
    for law in own:
        hits, missed = law.get(HITS, Fraction(0)), {place: share for place, share in law.items() if place != HITS}
        first = {place: all_hit * share for place, share in missed.items()}
        found = {HITS: hits} if hits else {}
        for place in sorted({*first, *shared}):
            found[place] = first.get(place, Fraction(0)) + (1 - hits) * shared.get(place, Fraction(0))
        laws.append(found)
        shared = {place: first.get(place, Fraction(0)) + shared.get(place, Fraction(0)) for place in {*first, *shared}}
        all_hit *= hits
    return laws


def radius_in(bomb: Any, rulings: Any) -> float:
    """Radius of a bomb's area in inches: as printed, or half of it when the figures are diameters (AS-9.4).

    A type that only the Commander's Edition prints (Thunder) has half of its template there.
    """
    if rulings.aoe_measure == AoeMeasure.DIAMETER:
        diameter = bomb.asce_diameter_in if bomb.asce_diameter_in is not None else bomb.radius_in
        return (diameter or 0) / 2
    return bomb.radius_in if bomb.radius_in is not None else (bomb.asce_diameter_in or 0) / 2


def covers_its_point(target: int, radius: float, step: float = 2) -> Fraction:
    """Chance that a bomb aimed at a point covers it: h + (1 - h) floor(R / 2) / 6 (AS-7.7, edge included).

    >>> covers_its_point(6, 2), covers_its_point(4, 6)
    (Fraction(83, 108), Fraction(23, 24))
    """
    hit = chance(target)
    return hit + (1 - hit) * Fraction(min(int(radius // step), FACES), FACES)
