"""The exact law of `attack` (P-a, P-b): rolls are independent; bombs are followed by what each unit suffers of them.

Given what hit them, units fare independently of one another: `HarmLaw` has the law of each. For bombs the joint law
runs over *histories*, one a unit: the instances it has suffered so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from simlab.systems.alpha_strike.attack.card.kernel import BY_EFFECT, UNTOUCHED, fate_of
from simlab.systems.alpha_strike.attack.card.pack import (
    CONDITION,
    DAMAGE_AT,
    FATE_AT,
    FRIEND,
    HEAT_AT,
    HEAT_MOST,
    MARKED_OFF,
    MINIMAL,
    NUMBER,
    OF_LANE,
    POINTS,
    SHOT_HEAT,
    SUBMERGED,
    TARGET,
    Packed,
)
from simlab.systems.alpha_strike.engagement.harm import HarmLaw
from simlab.systems.alpha_strike.rules.dice import HIGHEST, LOWEST, WAYS
from simlab.systems.alpha_strike.rules.fighting_card import MINIMAL_ROLL

Law = dict[Any, Any]
MOST_HISTORIES, QUICK_HISTORIES = 100_000, 3_000
NOTHING = (0, 0)  # damage and heat so far


class Suffering:
    """What instances of damage do to one unit: law of its fate, remembered by the instances."""

    def __init__(self, packed: Packed, unit: int, number: type) -> None:
        row = packed.units[unit].tolist()
        self.friend, self.marked_off, self.before = row[FRIEND], row[MARKED_OFF], row[CONDITION]
        self.submerged, self.natural, self.number = row[SUBMERGED], packed.natural, number
        self.harm = HarmLaw(packed.cards[unit].tolist(), packed.columns, packed.settings.tolist(), number)
        self._fates: dict[Any, Law] = {}

    def step(self, condition: int, damage: int, natural: int) -> Law:
        """Law of the condition after one more instance."""
        if not self.marked_off:
            return {condition: self.number(1)}
        return self.harm.after(condition, damage, self.submerged + natural * self.natural)

    def fate(self, condition: int) -> int:
        """The worst that befell it."""
        return int(fate_of(self.before, condition)) if self.marked_off else UNTOUCHED

    def fates(self, instances: tuple[tuple[int, int], ...]) -> Law:
        """Law of the fate after instances (damage, natural 12)."""
        if instances not in self._fates:
            law: Law = {self.before: self.number(1)}
            for damage, natural in instances:
                law = _stepped(law, lambda state, damage=damage, natural=natural: self.step(state, damage, natural))
            self._fates[instances] = _image(law, self.fate)
        return self._fates[instances]


def _stepped(law: Law, step: Any) -> Law:
    after: Law = {}
    for state, chance in law.items():
        for following, share in step(state).items():
            after[following] = after.get(following, 0) + chance * share
    return after


def _image(law: Law, function: Any) -> Law:
    image: Law = {}
    for state, chance in law.items():
        outcome = function(state)
        image[outcome] = image.get(outcome, 0) + chance
    return image


def shot_laws(packed: Packed, unit: int, suffering: Suffering, lane_total: int | None) -> Law:
    """Law of (damage, heat, condition) of a unit under the rolls at it; lane_total: of the one roll for a lane."""
    number = suffering.number
    law: Law = {(*NOTHING, suffering.before): number(1)}
    rolls = {total: number(Fraction(WAYS[total], 36)) for total in range(LOWEST, HIGHEST + 1)}
    minimal_hits = number(Fraction(max(min(7 - int(packed.settings[MINIMAL_ROLL]), 6), 0), 6))
    for shot in packed.shots.tolist():
        if shot[TARGET] != unit:
            continue
        totals = {lane_total: number(1)} if lane_total is not None and shot[OF_LANE] else rolls
        points = {shot[POINTS]: number(1)}
        if shot[MINIMAL]:
            points = {shot[POINTS]: 1 - minimal_hits, shot[POINTS] + 1: minimal_hits}
        results: Law = {}  # (points, heat, natural 12) of one roll
        for total, chance in totals.items():
            if total is not None and total >= shot[NUMBER]:
                for value, share in points.items():
                    key = (value, shot[SHOT_HEAT], int(total == HIGHEST))
                    results[key] = results.get(key, 0) + chance * share
            else:
                results[None] = results.get(None, 0) + chance
        law = _stepped(law, lambda state, results=results: _after_roll(state, results, suffering))
    return law


def _after_roll(state: tuple[int, int, int], results: Law, suffering: Suffering) -> Law:
    damage, heat, condition = state
    after: Law = {}
    for result, chance in results.items():
        if result is None:
            after[state] = after.get(state, 0) + chance
            continue
        points, more_heat, natural = result
        for following, share in suffering.step(condition, points, natural).items():
            key = (damage + points, heat + more_heat, following)
            after[key] = after.get(key, 0) + chance * share
    return after


def unit_outcomes(law: Law, suffering: Suffering) -> Law:
    """Law of (damage, heat, fate) from one of (damage, heat, condition)."""
    return _image(law, lambda state: (state[0], state[1], suffering.fate(state[2])))


def add_independent(packed: Packed, cells: list[Any], laws: Sequence[Law], sides: Sequence[int], weight: Any) -> None:
    """Add ``weight`` times the law of all tables, units being independent; laws: of (damage, heat, fate) by unit."""
    joint: list[Law] = [{0: weight}, {0: 1}]  # of damage; the weight goes in once
    hit: list[Law] = [{0: weight}, {0: 1}]
    lost: list[Law] = [{0: weight}, {0: 1}]
    for unit, (law, side) in enumerate(zip(laws, sides, strict=True)):
        at = packed.units[unit].tolist()
        for (damage, heat, fate), chance in law.items():
            cells[at[DAMAGE_AT] + damage] += weight * chance
            if at[HEAT_MOST] >= 0:
                cells[at[HEAT_AT] + heat] += weight * chance
            cells[at[FATE_AT] + fate] += weight * chance
        joint[side] = _summed(joint[side], _image(law, lambda state: state[0]))
        hit[side] = _summed(hit[side], _image(law, lambda state: int(state[0] + state[1] > 0)))
        lost[side] = _summed(lost[side], _image(law, lambda state: int(state[2] >= BY_EFFECT)))
    widths = (packed.friend_most + 1, packed.friends + 1, packed.friends + 1)
    firsts = (packed.joint_at, packed.hit_at, packed.lost_at)
    for (enemy, friend), first, width in zip((joint, hit, lost), firsts, widths, strict=True):
        for a, chance in enemy.items():
            for b, share in friend.items():
                cells[first + a * width + b] += chance * share


def _summed(left: Law, right: Law) -> Law:
    total: Law = {}
    for a, chance in left.items():
        for b, share in right.items():
            total[a + b] = total.get(a + b, 0) + chance * share
    return total


def bomb_outcomes(packed: Packed, bomb: int, number: type) -> list[tuple[int, int, Any]]:
    """(landing place, natural 12, chance) of a bomb by itself; the 12 only where it matters."""
    faces = np.arange(packed.landing.shape[1]) // 36
    natural = ((faces // 6 + faces % 6 + 2) == HIGHEST).astype(np.int64) * packed.natural
    codes, ways = np.unique(packed.landing[packed.row[bomb]] * 2 + natural, return_counts=True)
    falls = packed.landing.shape[1]
    return [
        (int(code) // 2, int(code) % 2, number(Fraction(int(n), falls)))
        for code, n in zip(codes, ways, strict=True)
    ]  # fmt: skip


def history_law(packed: Packed, number: type) -> Law:
    """Law of the histories of all units: for each the (damage, heat, natural 12) of every bomb that affected it."""
    units = packed.units.shape[0]
    law: Law = {(0, ((),) * units): number(1)}
    for bomb in range(packed.row.shape[0]):
        outcomes = bomb_outcomes(packed, bomb, number)
        effects = _effects(packed, bomb)
        after: Law = {}
        for (miss, histories), chance in law.items():
            for landed, natural, share in outcomes:
                place, first = landed, miss
                if packed.shared == 1 and place > 0:
                    first = miss if miss else place
                    place = first
                key = (first, _longer(histories, effects[place], natural))
                after[key] = after.get(key, 0) + chance * share
        law = after
    return _image(law, lambda state: state[1])


def _effects(packed: Packed, bomb: int) -> list[list[tuple[int, int, int]]]:
    """(unit, damage, heat) of those affected, by landing place."""
    damage, heat = packed.damage[bomb].tolist(), packed.heat[bomb].tolist()
    return [
        [(unit, d, h) for unit, (d, h) in enumerate(zip(hurt, warm, strict=True)) if d or h]
        for hurt, warm in zip(damage, heat, strict=True)
    ]


def _longer(histories: tuple[Any, ...], affected: Sequence[tuple[int, int, int]], natural: int) -> tuple[Any, ...]:
    if not affected:
        return histories
    longer = list(histories)
    for unit, damage, heat in affected:
        longer[unit] = (*longer[unit], (damage, heat, natural if damage else 0))
    return tuple(longer)


def histories_at_most(packed: Packed) -> int:
    """A bound of the number of histories: bombs with the same effects everywhere are interchangeable."""
    groups: dict[bytes, list[int]] = {}
    for bomb in range(packed.row.shape[0]):
        rows = np.concatenate([packed.damage[bomb], packed.heat[bomb]], axis=1)
        patterns = len(np.unique(rows, axis=0)) * (1 + packed.natural)
        group = groups.setdefault(rows.tobytes(), [0, patterns])
        group[0] += 1
    bound = 1 + (packed.damage.shape[1] if packed.shared else 0)
    for count, patterns in groups.values():
        bound *= comb(count + patterns - 1, count)
    return bound


def feasible(packed: Packed) -> bool:
    """Can the exact law be had at all? Strafes and strikes always; bombs as far as histories stay few."""
    return histories_at_most(packed) <= MOST_HISTORIES


def cheap(packed: Packed) -> bool:
    """Is it quick enough to be the default?"""
    return histories_at_most(packed) <= QUICK_HISTORIES


def law_of_cells(packed: Packed, rational: bool) -> list[Any]:
    """The flat vector in rationals or floats."""
    number = Fraction if rational else float
    cells: list[Any] = [0] * size_of(packed)
    sufferings = [Suffering(packed, unit, number) for unit in range(packed.units.shape[0])]
    sides = packed.units[:, FRIEND].tolist()
    if packed.row.shape[0]:
        for histories, chance in history_law(packed, number).items():
            laws = [_from_history(one, mine, packed.pooled) for one, mine in zip(histories, sufferings, strict=True)]
            add_independent(packed, cells, laws, sides, chance)
        return cells
    lane_totals = [None] if not packed.single else list(range(LOWEST, HIGHEST + 1))
    for total in lane_totals:
        weight = number(1) if total is None else number(Fraction(WAYS[total], 36))
        laws = [unit_outcomes(shot_laws(packed, unit, mine, total), mine) for unit, mine in enumerate(sufferings)]
        add_independent(packed, cells, laws, sides, weight)
    return cells


def _from_history(history: tuple[Any, ...], suffering: Suffering, pooled: int) -> Law:
    """Law of (damage, heat, fate) given a history."""
    damage, heat = sum(one[0] for one in history), sum(one[1] for one in history)
    instances = tuple((hurt, natural) for hurt, _, natural in history if hurt)
    if pooled and instances:
        instances = ((damage, max(natural for _, natural in instances)),)
    return {(damage, heat, fate): chance for fate, chance in suffering.fates(instances).items()}


def size_of(packed: Packed) -> int:
    """Length of the flat vector."""
    return packed.lost_at + (packed.enemies + 1) * (packed.friends + 1)


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(chance) for chance in law_of_cells(packed, rational=True)]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array([float(chance) for chance in law_of_cells(packed, rational=False)])
