"""Good paths over a layout and what they cost in friends (P-b): lines through enemies, points and lanes on them.

The search finds good paths, not provably the best. It ranks by expectation, which is a sum over bombs or rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.areas import Bombardment, bombardment
from simlab.systems.alpha_strike.attack.drops import TORPEDO, drops_of
from simlab.systems.alpha_strike.attack.expected import TOLERANCE, Areas, worths
from simlab.systems.alpha_strike.attack.layout import Placed, bombs_of, path_of, placed_units
from simlab.systems.alpha_strike.attack.shapes import BOMBING, AttackShape, LaneShape
from simlab.systems.alpha_strike.attack.shots import Shot, shots_of
from simlab.systems.alpha_strike.rules.damage import Hit
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.geometry import INCH, Path, Point, path_over, place
from simlab.systems.alpha_strike.rules.scatter import radius_in
from simlab.systems.alpha_strike.rulings.declaring import AltitudeBombsPerPoi

HEADING_STEP = 15  # degrees between the lines through one enemy


class Plan(NamedTuple):
    """One way to attack: its path, where along it (inches), and what is to be expected of it.

    along: points of impact of the bombs in order, or the start of a lane, or nothing; target: of a strike.
    """

    path: Path
    along: tuple[float, ...]
    target: str
    enemy: float
    friend: float

    def words(self) -> str:
        """The plan in words, for notes."""
        where = ", ".join(f"{one:g}" for one in dict.fromkeys(self.along))
        over = ""
        if self.path.table is not None:
            over = f"p0 = [{self.path.entry[0]:.4g}, {self.path.entry[1]:.4g}], heading = {self.path.heading:.4g}; "
        at = f"at {where} in along the path" if where else f"on {self.target}"
        return f"{over}{at}; expected on enemies {self.enemy:.4g}, on friends {self.friend:.4g}"


def lines(shape: Any, rulings: Any, where: str) -> Iterator[Path]:
    """The paths to try: through each two enemies, and through each enemy at headings every 15 degrees.

    In the path frame there is only the path itself.
    """
    if shape.path is None or shape.path.p0 is None:
        yield path_of(shape.path, rulings, where)
        return
    enemies = [target.at for target in shape.target if target.side == "enemy"]
    seen: set[tuple[float, ...]] = set()
    for at in enemies:
        turns = [
            float(np.degrees(np.arctan2(other[0] - at[0], other[1] - at[1]))) % 360 for other in enemies if other != at
        ]
        for heading in (*turns, *range(0, 360, HEADING_STEP)):
            path = path_over(at, heading, shape.path.table)
            if path is None or path.length is None or path.length < float(rulings.path_min_length) * INCH:
                continue
            name = (round(path.entry[0], 6), round(path.entry[1], 6), round(heading, 6))
            if name not in seen:
                seen.add(name)
                yield path


def moved(units: Sequence[Placed], shape: Any, path: Path) -> list[Placed]:
    """The same units in the frame of a path."""
    return [replace(unit, place=path.place(target.at)) for unit, target in zip(units, shape.target, strict=True)]


def _places(path: Path, values: Sequence[float]) -> list[float]:
    """Places along a path, each once, those off it left out."""
    length = np.inf if path.length is None else path.length / INCH
    first = -np.inf if path.length is None else 0.0
    return sorted({round(value, 9) for value in values if first <= value <= length})


def dive_points(path: Path, units: Sequence[Placed], radius: float) -> list[float]:
    """Points of a path worth diving at: beside each enemy near enough, and midway between neighbours."""
    near = sorted(
        unit.place.inches()[0]
        for unit in units
        if not unit.friend and abs(unit.place.inches()[1]) <= radius + unit.base / INCH
    )
    middles = [(a + b) / 2 for a, b in pairwise(near) if b - a <= 2 * radius + TOLERANCE]
    return _places(path, [*near, *middles])


def bomb_plans(shape: Any, rulings: Any, catalog: Catalog, where: str) -> Iterator[Plan]:
    """Every candidate of a bombing run with what is to be expected of it."""
    types = bombs_of(shape)
    if shape.attack == "artillery" or TORPEDO in types:
        raise ScenarioError(f"{where}, placement: torpedoes and Arrow IVs have no best path; give the points")
    radius = max(radius_in(catalog.row("bombs", type_, f"{where}, bombs.type"), rulings) for type_ in types)
    spacing = {row.name: row.value for row in catalog.rows("constants")}["poi_spacing_in"]
    units = placed_units(shape.target, Path(), catalog, where)
    areas = Areas(shape, units, rulings, catalog, where)
    for path in lines(shape, rulings, where):
        areas.fly(path)
        points = dive_points(path, moved(units, shape, path), radius)
        if shape.attack == "dive":
            runs = [(point,) * len(types) for point in points]
        else:
            runs = list(_altitude_runs(len(types), points, spacing, path, rulings))
        for along in runs:
            yield Plan(path, along, "", *areas.run(types, along))


def _altitude_runs(
    bombs: int, points: Sequence[float], spacing: float, path: Path, rulings: Any
) -> Iterator[tuple[float, ...]]:
    """Points of altitude runs, one for each bomb in order, evenly shared, one of them on a point worth bombing."""
    least = bombs if rulings.altitude_bombs_per_poi == AltitudeBombsPerPoi.EXACTLY_1 else rulings.altitude_min_pois
    for count in range(least, bombs + 1):
        starts = _places(path, [point - spacing * number for point in points for number in range(count)])
        numbers = [bombs // count + (place_ < bombs % count) for place_ in range(count)]
        for start in starts:
            if path.length is None or start + spacing * (count - 1) <= path.length / INCH + TOLERANCE:
                yield tuple(
                    round(start + spacing * number, 9) for number, share in enumerate(numbers) for _ in range(share)
                )


def shot_plans(shape: AttackShape, rulings: Any, catalog: Catalog, where: str) -> Iterator[tuple[Plan, Any]]:
    """Every candidate of a strafe or strike, and the shape that plays it."""
    on_table = placed_units(shape.target, Path(), catalog, where)
    worth = worths(on_table, shape)
    riders_from = {row.name: row.value for row in catalog.rows("constants")}["riders_from"]
    share = (7 - riders_from) / 6  # of the hits on a transport that its riders take (AS-8.9)
    for path in lines(shape, rulings, where):
        units = moved(on_table, shape, path)
        for along, target, played in _shot_shapes(shape, path, units):
            try:
                shots = shots_of(played, path, units, rulings, catalog, where)
            except ScenarioError:
                if shape.attack == "strike":
                    continue  # this enemy cannot be struck from this path
                raise
            sides = [0.0, 0.0]
            for shot in shots:
                gain = points_of(shot.hit, rulings) * worth[shot.target]
                if shot.rider >= 0:
                    gain += share * (points_of(shot.rider_hit, rulings) * worth[shot.rider] - gain)
                sides[units[shot.target].friend] += float(chance(shot.number)) * gain
            yield Plan(path, along, target, sides[0], sides[1]), (units, shots)


def points_of(hit: Hit, rulings: Any) -> float:
    """Expected damage of a hit; minimal damage does its point with the chance of its die (AS-1.5)."""
    return hit.points + (max(min(7 - int(rulings.minimal_damage_roll), 6), 0) / 6 if hit.minimal else 0)


def _shot_shapes(
    shape: AttackShape, path: Path, units: Sequence[Placed]
) -> Iterator[tuple[tuple[float, ...], str, AttackShape]]:
    if shape.attack == "strike":
        for unit in units:
            if not unit.friend and unit.rides < 0 and unit.aboard < 0:
                yield (), unit.name, shape.model_copy(update={"strike_at": unit.name, "placement": None})
        return
    length = shape.strafe.length_in if shape.strafe else LaneShape().length_in
    for start in lane_starts(path, units, length):
        lane = LaneShape(start=start, length_in=length)
        yield (start,), "", shape.model_copy(update={"strafe": lane, "placement": None})


def lane_starts(path: Path, units: Sequence[Placed], length: float) -> list[float]:
    """Starts of lanes that are enough on a line (G-5): where units come in or out, the ends, and between each two."""
    along = [unit.place.inches()[0] for unit in units]
    ends = [] if path.length is None else [0.0, path.length / INCH - length]
    starts = _places(path, [value for one in along for value in (one, one - length)] + ends)
    if path.length is not None:
        starts = [start for start in starts if start + length <= path.length / INCH + TOLERANCE]
    middles = [(a + b) / 2 for a, b in pairwise(starts)]
    return sorted({*starts, *middles})


def _better(plans: Iterator[Any], weight: float, where: str, plan_of: Any) -> Any:
    best, height = None, -np.inf
    for candidate in plans:
        plan = plan_of(candidate)
        score = round(plan.enemy - weight * plan.friend, 9)
        if score > height:
            best, height = candidate, score
    if best is None:
        raise ScenarioError(f"{where}, placement: no enemy lies near enough to a path that is allowed")
    return best


def best_plan(shape: Any, rulings: Any, catalog: Catalog, where: str) -> Plan:
    """The plan of the highest expected worth on enemies less ``friend_weight`` times that on friends."""
    if shape.attack in BOMBING:
        found: Plan = _better(bomb_plans(shape, rulings, catalog, where), shape.friend_weight, where, lambda plan: plan)
        return found
    pair = _better(shot_plans(shape, rulings, catalog, where), shape.friend_weight, where, lambda pair: pair[0])
    return pair[0]


def best_layout(shape: Any, rulings: Any, catalog: Catalog, where: str) -> tuple[Path, list[Placed], Bombardment]:
    """A bombing run on the best path found: the path, the units in its frame, the bombs with their patterns."""
    plan = best_plan(shape, rulings, catalog, where)
    units = placed_units(shape.target, plan.path, catalog, where)
    bombs = [
        bomb.model_copy(update={"count": 1, "at": _at(plan.path, place((along, 0.0)))})
        for bomb, along in zip([bomb for bomb in shape.bombs for _ in range(bomb.count)], plan.along, strict=True)
    ]
    placed = shape.model_copy(update={"bombs": bombs, "placement": None})
    drops = drops_of(placed, plan.path, units, rulings, catalog, where)
    return plan.path, units, bombardment(drops, shape.attack, plan.path, units, rulings, catalog)


def _at(path: Path, point: Point) -> tuple[float, float]:
    """A point of the path in the frame of the scenario."""
    return point.inches() if path.table is None else path.on_table(point)


def best_shots(shape: AttackShape, rulings: Any, catalog: Catalog, where: str) -> tuple[list[Placed], list[Shot]]:
    """A strafe or strike on the best path found: the units in its frame and the rolls."""
    pair = _better(shot_plans(shape, rulings, catalog, where), shape.friend_weight, where, lambda pair: pair[0])
    units, shots = pair[1]
    return units, shots


def trade_off(shape: Any, rulings: Any, catalog: Catalog, where: str = "trade-off") -> list[Plan]:
    """Expected worth on enemies against friends: the plans that no other beats in both, most on enemies first."""
    if shape.attack in BOMBING:
        plans = list(bomb_plans(shape, rulings, catalog, where))
    else:
        plans = [plan for plan, _ in shot_plans(shape, rulings, catalog, where)]
    front: list[Plan] = []
    for plan in sorted(plans, key=lambda plan: (-round(plan.enemy, 9), round(plan.friend, 9))):
        if not front or plan.friend < front[-1].friend - TOLERANCE:
            front.append(plan)
    return front


def flown(shape: Any, rulings: Any, catalog: Catalog) -> list[str]:
    """What an attack takes for granted beyond the values of tables: the path that was found for it."""
    if shape.placement is None:
        return []
    return [f"path found, not provably the best: {best_plan(shape, rulings, catalog, 'placement').words()}"]
