"""Both forces of a sortie with their lines and plans, on the way to numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.systems.alpha_strike.attack.areas import effect_of
from simlab.systems.alpha_strike.attack.layout import Placed, placed_units
from simlab.systems.alpha_strike.engagement.cards import Book, fighting_card
from simlab.systems.alpha_strike.engagement.return_fire.pack import Shooter, to_hit_base
from simlab.systems.alpha_strike.engagement.return_fire.shapes import DefenderShape
from simlab.systems.alpha_strike.mission.sortie.columns import MOST_LOAD, MOST_TYPES, STRAFE_POINTS, STRAFE_TOKENS
from simlab.systems.alpha_strike.mission.sortie.lines import Line, fire_on_lines, lines_of
from simlab.systems.alpha_strike.mission.sortie.plans import (
    ALTITUDE,
    DIVE,
    KINDS,
    NO_MODE,
    STRAFE,
    Flyer,
    Ground,
    Plans,
)
from simlab.systems.alpha_strike.mission.sortie.shapes import AircraftShape, GroundShape
from simlab.systems.alpha_strike.rules.end_phase import ALTITUDES
from simlab.systems.alpha_strike.rules.fighting_card import TOKENS
from simlab.systems.alpha_strike.rules.geometry import Path
from simlab.systems.alpha_strike.rules.to_hit import range_bracket
from simlab.systems.alpha_strike.rulings.declaring import SpheroidStrikeArc
from simlab.systems.alpha_strike.rulings.flying import G2aBudget, StartZone
from simlab.systems.alpha_strike.rulings.to_hit import JumpCapableTmm
from simlab.systems.alpha_strike.tables import modifiers
from simlab.systems.alpha_strike.units import Aerospace

ROLES = ("strike", "escort", "interceptor")
WISHES = ("never", "when_damaged", "when_structure")
OWN_HALF = {"attacker": [f"outer_{n}" for n in range(1, 7)], "defender": [f"outer_{n}" for n in range(7, 13)]}


def value_of_card(row: Any) -> int:
    """Printed Point Value, else that of the formula."""
    return int(row.pv or row.pv_formula or 0)


def price_of(row: Any) -> Fraction:
    """PV for each point of armor and structure."""
    return Fraction(value_of_card(row), row.armor + row.structure)


class Force:
    """Both forces with their lines and plans, on the way to numbers."""

    def __init__(
        self, flown: Sequence[AircraftShape], rows: Sequence[Any], ground: Sequence[GroundShape], landed: Sequence[Any],
        types: Sequence[str], book: Book, catalog: Catalog, table: Any, where: str,
    ) -> None:  # fmt: skip
        self.flown, self.rows, self.ground, self.landed = flown, rows, ground, landed
        self.types, self.book, self.where, self.catalog = types, book, where, catalog
        rulings = book.rulings
        self.flyers = [self._flyer(one, row) for one, row in zip(flown, rows, strict=True)]
        self.sides = [Ground(side, ground, rulings, catalog, where) for side in (0, 1)]
        figures = modifiers(catalog.rows("to_hit"), rulings.ruleset)
        self.plans = Plans(figures, rulings, catalog, types)
        self.lines: list[Line] = []
        for side in self.sides:
            strikers = [
                f for f, one in zip(self.flyers, flown, strict=True) if f.side == side.side and one.task == "strike"
            ]
            if not strikers:
                continue
            enemies = [number for number, enemy in enumerate(side.enemy) if enemy]
            lines = lines_of(enemies, ground, table, float(rulings.path_min_length))
            kinds = {kind for flyer in strikers for kind in flyer.kinds}
            self.plans.add(side, lines, len(self.lines), kinds, {len(flyer.bombs) for flyer in strikers})
            self.lines += lines
        self.fire = fire_on_lines(self.lines, ground, book, catalog, where)

    def _flyer(self, one: AircraftShape, row: Any) -> Flyer:
        kinds = (KINDS.index(one.first_attack), NO_MODE if one.then == "leave" else KINDS.index(one.then))
        card = fighting_card(row, one.skill, self.book, self.where)
        shorts = (card[TOKENS], card[TOKENS + 4 * self._arc(row)])
        return Flyer(row, int(one.side == "defender"), one.skill, kinds, tuple(one.bombs), shorts)

    def _arc(self, row: Any) -> int:
        """The arc that strikes: the rear one of a spheroid DropShip by ruling spheroid_strike_arc (AS-8.6)."""
        return 3 if row.type == "DS" and self.book.rulings.spheroid_strike_arc == SpheroidStrikeArc.REAR else 0

    def aircraft(self, zones: Sequence[str]) -> list[list[int]]:
        """int[n][43], see `columns`."""
        found = []
        for one, row, flyer in zip(self.flown, self.rows, self.flyers, strict=True):
            modes = [(self.plans.base(kind, flyer), range_bracket(KINDS[kind], None, self.book.rulings))
                     if kind != NO_MODE else (0, 0) for kind in flyer.kinds]  # fmt: skip
            (first_base, first_bracket), (then_base, then_bracket) = modes
            loaded = [self.types.index(type_) for type_ in one.bombs]
            found.append([
                flyer.side, ROLES.index(one.task), zones.index(self._zone(one, zones)), ALTITUDES.index(one.altitude),
                *flyer.kinds, len(one.bombs), WISHES.index(one.leaves), self._arc(row), first_base, then_base,
                int("ENE" in row.specials.split(";")), first_bracket, then_bracket, *self._bomb_bases(flyer),
                *loaded, *[0] * (MOST_LOAD - len(loaded)),
            ])  # fmt: skip
        return found

    def _zone(self, one: AircraftShape, zones: Sequence[str]) -> str:
        """Where an aircraft starts (AS-4.4; ruling start_zone).

        home_edge: the Commander's Edition has no zones (AS-4.8), so everybody is over the table from the first turn.
        """
        start, here = self.book.rulings.start_zone, f"{self.where}, aircraft.zone"
        if one.zone is not None and one.zone not in zones:
            raise ScenarioError(f'{here}: no zone "{one.zone}"; nearest: {nearest(one.zone, zones)}')
        if start in (StartZone.CENTRAL, StartZone.HOME_EDGE):
            return "central"
        if start == StartZone.INNER:
            return "inner"
        if start == StartZone.SCENARIO:
            if one.zone is None:
                raise ScenarioError(f"{here}: start_zone = scenario asks for a zone of each aircraft ({one.unit})")
            return one.zone
        half = OWN_HALF[one.side]
        if one.zone is not None and one.zone not in half:
            raise ScenarioError(f"{here}: {one.zone}; start_zone = outer_own_half allows {half[0]} to {half[-1]}")
        return one.zone or half[0]

    def ground_columns(self) -> list[list[int]]:
        """int[g][31], see `columns`."""
        rulings, found = self.book.rulings, []
        for number, (one, row) in enumerate(zip(self.ground, self.landed, strict=True)):
            side = self.sides[0]
            struck = side.shapes[number]
            still = self._still(number)
            jumper = not isinstance(row, Aerospace) and row.jumps
            jumps = {JumpCapableTmm.ALWAYS: jumper, JumpCapableTmm.IF_JUMPED: one.jumped, JumpCapableTmm.NEVER: False}
            busy = one.engaged_on_ground and rulings.g2a_budget == G2aBudget.YES
            spheroid = isinstance(row, Aerospace) and row.type == "DS"
            found.append([
                int(one.side == "defender"), int(one.fires), int(busy), still, int(jumps[rulings.jump_capable_tmm]),
                int(one.immobile or spheroid), int(one.in_water or one.depth > 0), int(struck.stood_still),
                int(row.type in ("BM", "IM")), int(one.depth > 0), int("RFA" in row.specials.split(";")),
                *self._effects(number, 0), *self._effects(number, 1), *self._fire_bases(one, row),
            ])  # fmt: skip
        return found

    def _still(self, number: int) -> int:
        return self.plans.still_modifiers(self.sides[0], self._placed(), number)

    def _placed(self) -> list[Placed]:
        """All ground units, places aside."""
        return placed_units(self.sides[0].shapes, Path(), self.catalog, self.where)

    def _bomb_bases(self, flyer: Flyer) -> list[int]:
        """TN of each bomb type by mode, without heat and hits."""
        bases = []
        for kind in flyer.kinds:
            falls = kind in (DIVE, ALTITUDE)
            known = [self.plans.bomb_target(kind, flyer, bomb, False) if falls else 0 for bomb in self.plans.bombs]
            bases += known + [0] * (MOST_TYPES - len(known))
        return bases

    def _effects(self, number: int, sort: int) -> list[int]:
        """Damage (0) or heat (1) of each bomb type to a ground unit in its area."""
        unit = self._placed()[number]
        known = [effect_of(bomb, unit, self.book.rulings, self.book.constants)[sort] for bomb in self.plans.bombs]
        return known + [0] * (MOST_TYPES - len(known))

    def _fire_bases(self, one: GroundShape, row: Any) -> list[int]:
        """TN of a ground unit's fire at each aircraft without range, heat and hits (AS-13.4)."""
        shape = DefenderShape(
            unit=one.unit, skill=one.skill, range_in=0, spotting=one.spotting, jumped=one.jumped,
            stood_still=one.stood_still,
        )  # fmt: skip
        return [to_hit_base(Shooter(row, shape, 0.0, [], []), target, self.book) for target in self.rows]

    def weights(self, aims: Sequence[bool]) -> np.ndarray:
        """int64[plans, n g]: what a plan is worth to each aircraft, by ground unit.

        aims: which of the defender's units the attacker's aircraft are after.
        """
        price = [price_of(row) for row in self.landed]
        known: dict[Flyer, list[list[int]]] = {}
        found = np.zeros((max(len(self.plans.rows), 1), len(self.flown), len(price)), np.int64)
        for number, (flyer, one) in enumerate(zip(self.flyers, self.flown, strict=True)):
            if one.task == "strike" and self.plans.rows:
                if flyer not in known:
                    known[flyer] = self.plans.weights(flyer, self.sides[flyer.side], self.lines, price)
                found[:, number] = known[flyer]
                if flyer.side == 0:
                    other = [unit for unit, aim in enumerate(aims) if not aim and self.ground[unit].side == "defender"]
                    found[:, number, other] = 0
        return found.reshape(len(found), -1)

    def strafe_table(self) -> list[int]:
        """Damage of a strafe by ENE, token and overheat points; -(points + 1) where ``0*`` rolls: int[2 * 24 * 10]."""
        table = np.zeros((2, STRAFE_TOKENS, STRAFE_POINTS), np.int64)
        for energy in (0, 1):
            row = next((f.row for f in self.flyers if int("ENE" in f.row.specials.split(";")) == energy), None)
            if row is None:
                continue
            flyer = Flyer(row, 0, 0, (STRAFE, NO_MODE), (), (0, 0))
            for token in range(1, STRAFE_TOKENS):
                for points in range(STRAFE_POINTS):
                    hit = self.plans.hit(STRAFE, flyer, token, points, self.sides[0])
                    table[energy, token, points] = -(hit.points + 1) if hit.minimal else hit.points
        return table.ravel().tolist()
