"""What a bomb is expected to do from a point of a path: the sum over where it may land, for searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.systems.alpha_strike.attack.areas import effect_of, landings
from simlab.systems.alpha_strike.attack.drops import Sorted, with_numbers
from simlab.systems.alpha_strike.attack.layout import Placed
from simlab.systems.alpha_strike.rules.geometry import INCH, Path, place, turn
from simlab.systems.alpha_strike.rules.scatter import landing_laws, most_steps, radius_in
from simlab.systems.alpha_strike.rulings.declaring import Ruleset
from simlab.systems.alpha_strike.rulings.scatter import (
    AoeAirborne,
    AoeBoundary,
    AoeInsideTest,
    ScatterDistance,
    ScatteredBombHitsFriends,
    ScatterGrouping,
    ScatterOffMap,
    ScatterReference,
)

TOLERANCE = 1e-9  # of an inch, as section 21 allows


def worths(units: Sequence[Placed], shape: Any) -> np.ndarray:
    """What a point of damage on each unit is worth: 1, or its PV shared out over armor and structure."""
    if shape.worth == "damage":
        return np.ones(len(units))
    return np.array(
        [unit.worth / (unit.row.armor + unit.row.structure) if unit.row is not None else 0 for unit in units]
    )


class _Bomb(NamedTuple):
    """A bomb type as a search sees it.

    reach, value: float64[units], inches, and worth of its effect; targets: its number, by whether an immobile unit
    stands on its point; scatter: offsets of landing places in inches and their chances, by that and by the numbers of
    the bombs before it, where it may share their scatter.
    """

    reach: np.ndarray
    value: np.ndarray
    targets: dict[bool, int]
    scatter: dict[tuple[bool, tuple[int, ...]], tuple[np.ndarray, np.ndarray]]


class Areas:
    """Expected worth of bombs of each type on points of one path after the other."""

    def __init__(self, shape: Any, units: Sequence[Placed], rulings: Any, catalog: Catalog, where: str) -> None:
        self.shape, self.units, self.rulings, self.catalog, self.where = shape, units, rulings, catalog, where
        self.constants = {row.name: row.value for row in catalog.rows("constants")}
        self.friends = np.array([unit.friend for unit in units])
        self.worth = worths(units, shape)
        self.path = Path()
        self.bombs: dict[str, _Bomb] = {}
        self._known: dict[tuple[str, float, tuple[int, ...]], tuple[float, float]] = {}
        by_margin = rulings.scatter_distance == ScatterDistance.TWICE_MARGIN
        # the margin of the first miss is shared; an even scatter is the same whoever missed first
        self._shares = by_margin and rulings.scatter_grouping == ScatterGrouping.PER_ATTACK

    def fly(self, path: Path) -> None:
        """Take another path."""
        self.path, self._known = path, {}
        self.places = np.array([path.place(target.at).inches() for target in self.shape.target])
        if path.heading and self.rulings.scatter_reference == ScatterReference.NORTH:
            self.bombs = {}

    def run(self, types: Sequence[str], along: Sequence[float]) -> tuple[float, float]:
        """(enemy, friend) expected worth of bombs of these types, in order, each aimed at its point of the path."""
        before: tuple[int, ...] = ()
        gains = [0.0, 0.0]
        for type_, point in zip(types, along, strict=True):
            for side, gain in enumerate(self.expected(type_, point, before)):
                gains[side] += gain
            if self._shares:
                before += (self.bombs[type_].targets[self._immobile_at(point)],)
        return gains[0], gains[1]

    def expected(self, type_: str, along: float, before: tuple[int, ...] = ()) -> tuple[float, float]:
        """(enemy, friend) expected worth of one bomb of a type aimed at a point of the path.

        before: numbers of the bombs that fell before it, where it may share their scatter.
        """
        key = (type_, along, before)
        if key not in self._known:
            self._known[key] = self._expected(*key)
        return self._known[key]

    def _immobile_at(self, along: float) -> bool:
        """Does an immobile unit stand on this point of the path?"""
        on_point = np.abs(self.places - (along, 0.0)).max(axis=1) <= TOLERANCE
        return any(unit.immobile for unit, on in zip(self.units, on_point, strict=True) if on)

    def _expected(self, type_: str, along: float, before: tuple[int, ...]) -> tuple[float, float]:
        if type_ not in self.bombs:
            self.bombs[type_] = self._bomb(type_)
        bomb, rulings = self.bombs[type_], self.rulings
        immobile = self._immobile_at(along)
        if (immobile, before) not in bomb.scatter:
            bomb.scatter[immobile, before] = self._scatter((*before, bomb.targets[immobile]))
        offsets, chances = bomb.scatter[immobile, before]
        at, weights = self._on_table(along, offsets), np.repeat(chances[:, None], len(self.units), axis=1)
        weights[np.isnan(at[:, 0])] = 0
        distance = np.hypot(at[:, None, 0] - self.places[None, :, 0], at[:, None, 1] - self.places[None, :, 1])
        inside = distance <= bomb.reach + TOLERANCE
        if rulings.aoe_boundary == AoeBoundary.EXCLUSIVE:
            inside = distance < bomb.reach - TOLERANCE
        if rulings.scattered_bomb_hits_friends == ScatteredBombHitsFriends.NO:
            weights[1:, self.friends] = 0
        value = (inside * weights).sum(axis=0) * bomb.value
        return float(value[~self.friends].sum()), float(value[self.friends].sum())

    def _on_table(self, along: float, offsets: np.ndarray) -> np.ndarray:
        """Impacts in the path frame; not a number for those lost off the table."""
        at = offsets + np.array([along, 0.0])
        if self.path.table is None:
            return at
        sine, cosine = turn(self.path.heading)
        across = self.path.entry[0] + at[:, 0] * sine + at[:, 1] * cosine
        up = self.path.entry[1] + at[:, 0] * cosine - at[:, 1] * sine
        width, height = self.path.table
        off = (across < -TOLERANCE) | (across > width + TOLERANCE) | (up < -TOLERANCE) | (up > height + TOLERANCE)
        for number in np.flatnonzero(off):
            clamp = self.rulings.scatter_off_map == ScatterOffMap.CLAMP_TO_EDGE
            impact = place((float(at[number, 0]), float(at[number, 1])))
            at[number] = self.path.clamped(place((along, 0.0)), impact).inches() if clamp else np.nan
        return at

    def _bomb(self, type_: str) -> _Bomb:
        row = self.catalog.row("bombs", type_, f"{self.where}, bombs.type")
        reach, damage = self._reach(row)
        here, targets = place((0.0, 0.0)), {}
        for immobile in (False, True):
            stander = [unit for unit in self.units if unit.immobile][:1] if immobile else []
            units = [replace(unit, place=here) for unit in stander]
            drop = with_numbers([Sorted(type_, here)], self.shape, units, self.rulings, self.catalog, self.where)[0]
            targets[immobile] = drop.target
        return _Bomb(reach, damage * self.worth, targets, {})

    def _scatter(self, targets: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Offsets of the landing places of the last of these bombs, and their chances."""
        step, here = round(self.constants["scatter_step_in"] * INCH), place((0.0, 0.0))
        steps = max(most_steps(target, self.rulings) for target in targets)
        heading = Path(heading=self.path.heading)
        impacts = landings(here, self.shape.attack, steps, step, heading, self.rulings)
        law = landing_laws(targets, steps, self.rulings)[-1]
        return (
            np.array([impact.inches() for impact in impacts if impact is not None]),
            np.array([float(law.get(number, 0)) for number in range(len(impacts))]),
        )

    def _reach(self, bomb: Any) -> tuple[np.ndarray, np.ndarray]:
        """How far from an impact each unit is affected, in inches, and the damage it then takes."""
        rulings, radius = self.rulings, radius_in(bomb, self.rulings)
        with_base = rulings.aoe_inside_test == AoeInsideTest.ANY_BASE
        reach, damage = [], []
        for unit in self.units:
            far = radius + (unit.base if with_base else 0) / INCH - unit.depth / INCH
            far -= unit.elevation / INCH if rulings.ruleset == Ruleset.ASCE else 0
            spared = unit.aboard >= 0 or (unit.flying and rulings.aoe_airborne == AoeAirborne.NO)
            reach.append(-1.0 if spared else far)
            damage.append(effect_of(bomb, unit, rulings, self.constants).damage)
        return np.array(reach), np.array(damage)
