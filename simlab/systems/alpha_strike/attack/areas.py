"""Which units a bomb affects from each place where it may land, and what it does to them (AS-8.4, 8.5, section 9)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.systems.alpha_strike.attack.drops import Drop, torpedoed
from simlab.systems.alpha_strike.attack.layout import Placed
from simlab.systems.alpha_strike.rules.damage import underwater_damage
from simlab.systems.alpha_strike.rules.geometry import FAR, INCH, Path, Point, billionths, is_within, scattered
from simlab.systems.alpha_strike.rules.scatter import FACES, bearings, most_steps, radius_in
from simlab.systems.alpha_strike.rulings.declaring import Ruleset
from simlab.systems.alpha_strike.rulings.scatter import (
    AoeAirborne,
    AoeBoundary,
    AoeInsideTest,
    InfernoDropship,
    InfernoHeatCap,
    InfernoNonHeat,
    ScatteredBombHitsFriends,
    ScatterOffMap,
)


class Effect(NamedTuple):
    """What one bomb does to one unit: points of damage, points of heat."""

    damage: int
    heat: int


Pattern = tuple[tuple[int, Effect], ...]  # (unit, what is done to it) of all units affected


class Bombardment(NamedTuple):
    """A run ready to be played: bombs, steps of scatter, and patterns[bomb][landing place]."""

    drops: tuple[Drop, ...]
    steps: int
    patterns: tuple[tuple[Pattern, ...], ...]

    @property
    def nowhere(self) -> int:
        """Landing place of what misses without scattering, behind those of scatter."""
        return 1 + FACES * self.steps

    @property
    def places(self) -> int:
        """Landing places: its point, those of scatter, and nowhere where something does not scatter."""
        return self.nowhere + (0 if all(drop.bomb.scatters for drop in self.drops) else 1)


def landings(point: Point, kind: str, steps: int, step: int, path: Path, rulings: Any) -> list[Point | None]:
    """Where a bomb aimed at a point can come down: on it, then by face and steps gone (AS-7.4, 7.5); None: lost."""
    places: list[Point | None] = [point]
    for bearing in bearings(kind, rulings, path.heading):
        for gone in range(1, steps + 1):
            impact = scattered(point, bearing, gone * step)
            if path.is_off(impact):  # AS-7.8
                clamp = rulings.scatter_off_map == ScatterOffMap.CLAMP_TO_EDGE
                places.append(path.clamped(point, impact) if clamp else None)
            else:
                places.append(impact)
    return places


def effect_of(bomb: Any, unit: Placed, rulings: Any, constants: Any) -> Effect:
    """What a bomb does to a unit in its area (AS-8.4, AS-8.5, AS-9.1, AS-9.2, AS-9.3)."""
    damage, heat = bomb.damage, 0
    if bomb.heat:
        if unit.dropship and rulings.inferno_dropship == InfernoDropship.YES:
            return Effect(0, 0)
        if unit.heats:
            heat = bomb.heat
            if rulings.inferno_heat_cap == InfernoHeatCap.TWO_PER_ATTACK:
                heat = min(heat, int(constants["outside_heat_cap"]))
        elif rulings.inferno_non_heat == InfernoNonHeat.TWO_DAMAGE:
            damage = int(constants["inferno_damage"])
    if unit.doubled:
        damage *= 2
    if unit.submerged:
        share, least = int(constants["underwater_share"]), int(constants["underwater_minimum"])
        damage = underwater_damage(damage, rulings, share, least)
    return Effect(damage, heat)


def heat_cap(rulings: Any, constants: Any) -> int:
    """The most outside heat that counts in a turn (AS-11.4; ruling inferno_heat_cap)."""
    per_turn = rulings.inferno_heat_cap == InfernoHeatCap.TWO_PER_TURN
    return int(constants["outside_heat_cap" if per_turn else "heat_top"])


def patterns_at(
    bomb: Any, impacts: Sequence[Point | None], units: Sequence[Placed], rulings: Any, constants: Any
) -> tuple[Pattern, ...]:
    """The units that a bomb affects from each place where it may land (AS-9.4, AS-7.8, G-8).

    impacts: its point first, then the places it may scatter to; None: lost off the table. Floats tell who is plainly
    inside or outside; whoever is near an edge is judged in exact numbers.
    """
    radius = billionths(radius_in(bomb, rulings))
    exclusive = rulings.aoe_boundary == AoeBoundary.EXCLUSIVE
    with_base = rulings.aoe_inside_test == AoeInsideTest.ANY_BASE
    misses_flyers = rulings.aoe_airborne == AoeAirborne.NO
    spares_friends = rulings.scattered_bomb_hits_friends == ScatteredBombHitsFriends.NO
    asce = rulings.ruleset == Ruleset.ASCE
    rows = np.array([(math.nan, math.nan) if at is None else at.inches() for at in impacts])
    found: list[list[tuple[int, Effect]]] = [[] for _ in impacts]
    for number, unit in enumerate(units):
        if unit.aboard >= 0 or (unit.flying and misses_flyers):
            continue
        effect = effect_of(bomb, unit, rulings, constants)
        if effect == (0, 0):
            continue
        reach = radius + (unit.base if with_base else 0) - unit.depth - (unit.elevation if asce else 0)
        ahead, right = unit.place.inches()
        apart = np.hypot(rows[:, 0] - ahead, rows[:, 1] - right) - reach / INCH
        for place in np.flatnonzero(apart < FAR / INCH).tolist():
            impact = impacts[place]
            if impact is None or (place > 0 and unit.friend and spares_friends):
                continue
            if apart[place] < -FAR / INCH or is_within(unit.place, impact, reach, exclusive):
                found[place].append((number, effect))
    return tuple(tuple(pattern) for pattern in found)


def bombardment(
    drops: Sequence[Drop], kind: str, path: Path, units: Sequence[Placed], rulings: Any, catalog: Catalog
) -> Bombardment:
    """Patterns of all bombs at all landing places."""
    constants = {row.name: row.value for row in catalog.rows("constants")}
    step = round(constants["scatter_step_in"] * INCH)
    steps = max(most_steps(drop.target, rulings) for drop in drops)
    known: dict[tuple[str, Point], tuple[Pattern, ...]] = {}
    spare: tuple[Pattern, ...] = () if all(drop.bomb.scatters for drop in drops) else ((),)
    for drop in drops:
        if not drop.bomb.scatters:
            hit = torpedoed(drop.point, units)
            assert hit is not None
            on_point: Pattern = ((hit, effect_of(drop.bomb, units[hit], rulings, constants)),)
            known[drop.bomb.key, drop.point] = (on_point, *((),) * (FACES * steps), *spare)
        elif (drop.bomb.key, drop.point) not in known:
            places = landings(drop.point, kind, steps, step, path, rulings)
            patterns = patterns_at(drop.bomb, places, units, rulings, constants)
            known[drop.bomb.key, drop.point] = (*patterns, *spare)
    assert all(len(patterns) == 1 + FACES * steps + len(spare) for patterns in known.values())
    return Bombardment(tuple(drops), steps, tuple(known[drop.bomb.key, drop.point] for drop in drops))
