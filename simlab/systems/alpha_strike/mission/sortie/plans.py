"""Plans of attack on the ground: what each would hit, and what it is worth to each aircraft (ROUNDS.md 4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.systems.alpha_strike.attack.areas import effect_of, landings, patterns_at
from simlab.systems.alpha_strike.attack.layout import Placed, placed_units
from simlab.systems.alpha_strike.attack.shapes import StruckShape
from simlab.systems.alpha_strike.attack.shots import strafed_units
from simlab.systems.alpha_strike.attack.struck import is_seen, target_of
from simlab.systems.alpha_strike.mission.sortie.lines import Line
from simlab.systems.alpha_strike.mission.sortie.shapes import GroundShape
from simlab.systems.alpha_strike.rules.damage import Hit, damage_to_rfa, strafing_damage, striking_damage
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.geometry import INCH, Number, Point
from simlab.systems.alpha_strike.rules.scatter import landing_law
from simlab.systems.alpha_strike.rules.to_hit import (
    Attacker,
    base_number,
    bomb_number,
    range_bracket,
    stealth_modifier,
    target_modifiers,
    terrain_modifier,
    type_modifier,
)
from simlab.systems.alpha_strike.rules.values import has
from simlab.systems.alpha_strike.rulings.scatter import ScatterDistance

KINDS = ("dive", "altitude", "strike", "strafe")
DIVE, ALTITUDE, STRIKE, STRAFE, NO_MODE = range(5)
SIDE, KIND, LINE, AIM, POINT, COUNT, LANE, WEIGHT = range(8)  # columns of plans; weights by aircraft and ground unit
D6_STEPS, MARGIN_STEPS = 6, 20
LAW_SCALE = 46_656  # 6**6: of the landing law in whole numbers
WEIGHT_SCALE = 1000
NONE = -1


class Flyer(NamedTuple):
    """An aircraft as plans see it: row, side, Skill, kinds of attack (first, then), types of its bombs, Short tokens.

    `shorts`: of a strafe, always with the front arc, and of a strike (AS-8.6).
    """

    row: Any
    side: int
    skill: int
    kinds: tuple[int, int]
    bombs: tuple[str, ...]
    shorts: tuple[int, int]


class Ground:
    """The ground force as one side sees it, on any line."""

    def __init__(self, side: int, shapes: Sequence[GroundShape], rulings: Any, catalog: Catalog, where: str) -> None:
        self.side, self.rulings, self.catalog, self.where = side, rulings, catalog, where
        self.enemy = [(one.side == "attacker") != (side == 0) for one in shapes]
        self.shapes = [
            StruckShape(
                name=f"unit_{number}", at=one.at, side="enemy" if enemy else "friend", unit=one.unit,
                base_radius=one.base_radius, depth=one.depth, concealed=one.concealed, immobile=one.immobile,
                jumped=one.jumped, stood_still=one.stood_still, terrain=one.terrain,
            )
            for number, (one, enemy) in enumerate(zip(shapes, self.enemy, strict=True))
        ]  # fmt: skip
        self.constants: Mapping[str, float] = {row.name: row.value for row in catalog.rows("constants")}
        self._on: dict[Any, list[Placed]] = {}

    def on(self, line: Line) -> list[Placed]:
        """All units in the frame of a line."""
        key = (line.path.entry, line.path.heading)
        if key not in self._on:
            self._on[key] = placed_units(self.shapes, line.path, self.catalog, self.where)
        return self._on[key]


def steps_of(rulings: Any) -> int:
    """Steps of scatter that covers have room for."""
    return D6_STEPS if rulings.scatter_distance == ScatterDistance.D6_TIMES_2 else MARGIN_STEPS


class Plans:
    """All plans of the sides that strike, the areas of their bombs, and their weights."""

    def __init__(self, figures: Mapping[str, int], rulings: Any, catalog: Catalog, types: Sequence[str]) -> None:
        self.figures, self.rulings, self.catalog = figures, rulings, catalog
        self.bombs = [catalog.row("bombs", key, "bombs") for key in types]
        self.rows: list[list[int]] = []
        self.covers: list[list[list[int]]] = []  # [point][type][landing place] -> bits of ground units
        self._points: dict[tuple[int, int, int, str], int] = {}
        self._laws: dict[int, dict[int, int]] = {}

    def add(self, ground: Ground, lines: Sequence[Line], first_line: int, kinds: set[int], loads: set[int]) -> None:
        """Add the plans of one side, in the order of lines and of the units on each."""
        for kind in (DIVE, ALTITUDE, STRIKE, STRAFE):
            if kind not in kinds:
                continue
            for number, line in enumerate(lines):
                for unit in line.through:
                    self._add_one(kind, ground, line, first_line + number, unit, loads)

    def _add_one(self, kind: int, ground: Ground, line: Line, number: int, unit: int, loads: set[int]) -> None:
        units = ground.on(line)
        assert line.path.length is not None
        ahead, end = units[unit].place.s.a, line.path.length
        if kind == DIVE:
            self._row(ground.side, kind, number, unit, self._point(ground, line, number, ahead, "dive"), 1, 0)
        elif kind == ALTITUDE:
            spacing = round(ground.constants["poi_spacing_in"] * INCH)
            for load in sorted(loads):
                places = [ahead + spacing * step for step in range(load)]
                if load >= self.rulings.altitude_min_pois and places[-1] <= end + 1:
                    points = [self._point(ground, line, number, place, "altitude") for place in places]
                    first = points[0]
                    if points != list(range(first, first + load)):  # covers of one plan stand side by side
                        first = len(self.covers)
                        self.covers += [self.covers[point] for point in points]
                    self._row(ground.side, kind, number, unit, first, load, 0)
        elif kind == STRIKE:
            if line.northward and is_seen(units[unit], self.rulings):
                self._row(ground.side, kind, number, unit, NONE, 0, 1 << unit)
        else:
            length = round(ground.constants["lane_length_in"] * INCH)
            for start in (ahead - length, ahead - length // 2, ahead):
                if start >= 0 and start + length <= end:
                    struck = strafed_units(units, start, length, self.rulings, ground.constants)
                    self._row(ground.side, kind, number, unit, NONE, 0, sum(1 << one for one in struck))

    def _row(self, *row: int) -> None:
        self.rows.append(list(row))

    def _point(self, ground: Ground, line: Line, number: int, ahead: int, kind: str) -> int:
        """Index of a point of impact: its covers are made when first asked for."""
        key = (ground.side, number, ahead, kind)
        if key not in self._points:
            step = round(ground.constants["scatter_step_in"] * INCH)
            point = Point(Number(ahead), Number(0))
            impacts = landings(point, kind, steps_of(self.rulings), step, line.path, self.rulings)
            units = ground.on(line)
            covers = []
            for bomb in self.bombs:
                patterns = patterns_at(bomb, impacts, units, self.rulings, ground.constants)
                covers.append([sum(1 << unit for unit, _ in pattern) for pattern in patterns])
            self._points[key] = len(self.covers)
            self.covers.append(covers)
        return self._points[key]

    def base(self, kind: int, flyer: Flyer) -> int:
        """TN of an attack by an undamaged aircraft without heat, its own modifiers included (AS-6.1)."""
        word = KINDS[kind]
        drone = has(flyer.row.specials, "DRO", "RBT")
        control = "AFC" if has(flyer.row.specials, "AFC") else "BFC" if has(flyer.row.specials, "BFC") else ""
        attacker = Attacker(flyer.skill, drone=drone, support_vehicle=flyer.row.type == "SV", fire_control=control)
        return base_number(word, attacker, range_bracket(word, None, self.rulings), self.rulings, self.figures)

    def bomb_target(self, kind: int, flyer: Flyer, bomb: Any, immobile: bool) -> int:
        """TN of one bomb."""
        base = self.base(kind, flyer)
        return bomb_number(base, bomb.key == "cluster", bomb.to_hit_mod, immobile, self.rulings, self.figures)

    def weights(
        self, flyer: Flyer, ground: Ground, lines: Sequence[Line], price: Sequence[Fraction]
    ) -> list[list[int]]:
        """int[plans][ground units]: what each plan is worth to an aircraft; zeros for plans that are not its own.

        price: PV for each point of armor and structure of a ground unit.
        """
        return [self._weights(row, flyer, ground, lines, price) for row in self.rows]

    def _weights(
        self, row: list[int], flyer: Flyer, ground: Ground, lines: Sequence[Line], price: Sequence[Fraction]
    ) -> list[int]:
        kind, nothing = row[KIND], [0] * len(price)
        if row[SIDE] != flyer.side or kind not in flyer.kinds or (kind == ALTITUDE and row[COUNT] != len(flyer.bombs)):
            return nothing
        units = ground.on(lines[row[LINE]])
        expected = (
            self._bombs(row, flyer, units, ground)
            if kind in (DIVE, ALTITUDE)
            else self._shots(row, flyer, units, ground)
        )
        return [
            (1 if ground.enemy[unit] else -1) * int(WEIGHT_SCALE * damage * price[unit])
            for unit, damage in enumerate(expected)
        ]

    def _bombs(self, row: list[int], flyer: Flyer, units: Sequence[Placed], ground: Ground) -> list[Fraction]:
        expected = [0] * len(units)
        names = [bomb.key for bomb in self.bombs]
        for place, type_ in enumerate(flyer.bombs):
            number = names.index(type_)
            bomb = self.bombs[number]
            target = self.bomb_target(row[KIND], flyer, bomb, units[row[AIM]].immobile)
            law = self._landing(target)
            effects = [sum(effect_of(bomb, unit, self.rulings, ground.constants)) for unit in units]
            covers = self.covers[row[POINT] + (place if row[KIND] == ALTITUDE else 0)][number]
            for at, ways in law.items():
                mask = covers[at]
                for unit, effect in enumerate(effects):
                    if mask >> unit & 1:
                        expected[unit] += ways * effect
        return [Fraction(total, LAW_SCALE) for total in expected]

    def _landing(self, target: int) -> dict[int, int]:
        """Law of the landing place of a bomb in whole numbers out of `LAW_SCALE`."""
        if target not in self._laws:
            law = landing_law(target, steps_of(self.rulings), self.rulings)
            self._laws[target] = {place: int(share * LAW_SCALE) for place, share in law.items()}
        return self._laws[target]

    def _shots(self, row: list[int], flyer: Flyer, units: Sequence[Placed], ground: Ground) -> list[Fraction]:
        expected = [Fraction(0)] * len(units)
        bracket = range_bracket(KINDS[row[KIND]], None, self.rulings)
        for unit, placed in enumerate(units):
            if row[LANE] >> unit & 1:
                target = target_of(ground.shapes[unit], placed)
                number = self.base(row[KIND], flyer) + target_modifiers(
                    target, bracket, self.rulings, self.figures, ground.constants
                )
                hit = self.hit(row[KIND], flyer, flyer.shorts[row[KIND] == STRIKE], 0, ground)
                hit = damage_to_rfa(hit, row[KIND] == STRAFE) if placed.doubled else hit
                die = Fraction(7 - self.rulings.minimal_damage_roll, 6) if hit.minimal else Fraction(0)
                expected[unit] = chance(number) * (hit.points + die)
        return expected

    def hit(self, kind: int, flyer: Flyer, token: int, overheat: int, ground: Ground) -> Hit:
        """Damage of a strafe or strike with this token (AS-8.2, AS-8.3)."""
        if token == 0:
            return Hit(0)
        value = 1 if token == 1 else 2 * (token - 1)  # in half points
        if kind == STRIKE:
            return striking_damage(value, overheat)
        return strafing_damage(
            value, overheat, has(flyer.row.specials, "ENE"), self.rulings, int(ground.constants["strafe_share"]),
            int(ground.constants["strafe_minimum"]),
        )  # fmt: skip

    def still_modifiers(self, ground: Ground, units: Sequence[Placed], unit: int) -> int:
        """What a ground unit's type, terrain and stealth add to strafes and strikes (AS-6.7, AS-6.8)."""
        target, bracket = target_of(ground.shapes[unit], units[unit]), range_bracket("strike", None, self.rulings)
        return (
            type_modifier(target, self.rulings, self.figures)
            + terrain_modifier(target, self.rulings, self.figures)
            + stealth_modifier(target, bracket, self.figures)
        )

    def table(self) -> np.ndarray:
        """int64[plans, 7]; one plan of no side where there are none."""
        return np.array(self.rows or [[NONE] * 7], np.int64)

    def cover_table(self) -> np.ndarray:
        """int64[points, types, landing places]: bits of the ground units that a bomb affects."""
        if not self.covers:
            return np.zeros((1, 1, 1), np.int64)
        return np.array(self.covers, np.int64)
