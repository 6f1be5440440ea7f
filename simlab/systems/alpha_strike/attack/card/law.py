"""The exact law of `attack` (P-a, P-b): rolls are independent; bombs are followed by what each unit suffers of them.

Given what hit them, units fare independently of one another: `HarmLaw` has the law of each. For bombs the joint law
runs over *histories*, one a unit: the instances it has suffered so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from simlab.systems.alpha_strike.attack.card.histories import Law, histories_at_most, history_law, image
from simlab.systems.alpha_strike.attack.card.kernel import BY_EFFECT, UNTOUCHED, fate_of
from simlab.systems.alpha_strike.attack.card.pack import (
    ABOARD,
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
    PV,
    RIDER,
    RIDER_HEAT,
    RIDER_MINIMAL,
    RIDER_POINTS,
    SHOT_HEAT,
    SUBMERGED,
    TARGET,
    Packed,
)
from simlab.systems.alpha_strike.engagement.harm import HarmLaw
from simlab.systems.alpha_strike.rules.dice import HIGHEST, LOWEST, WAYS
from simlab.systems.alpha_strike.rules.fighting_card import MINIMAL_ROLL

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
        self._conditions: dict[Any, Law] = {}

    def step(self, condition: int, damage: int, natural: int, owed: int = 0) -> Law:
        """Law of the condition after one more instance; owed: critical rolls in any case (torpedoes)."""
        if not self.marked_off:
            return {condition: self.number(1)}
        return self.harm.after(condition, damage, self.submerged + natural * self.natural + owed)

    def fate(self, condition: int) -> int:
        """The worst that befell it."""
        return int(fate_of(self.before, condition)) if self.marked_off else UNTOUCHED

    def conditions(self, instances: tuple[tuple[int, int, int], ...]) -> Law:
        """Law of the condition after instances (damage, natural 12, rolls owed)."""
        if instances not in self._conditions:
            law: Law = {self.before: self.number(1)}
            for instance in instances:
                law = _stepped(law, lambda state, instance=instance: self.step(state, *instance))
            self._conditions[instances] = law
        return self._conditions[instances]

    def fates(self, instances: tuple[tuple[int, int, int], ...]) -> Law:
        """Law of the fate after the same."""
        if instances not in self._fates:
            self._fates[instances] = image(self.conditions(instances), self.fate)
        return self._fates[instances]


def _stepped(law: Law, step: Any) -> Law:
    after: Law = {}
    for state, chance in law.items():
        for following, share in step(state).items():
            after[following] = after.get(following, 0) + chance * share
    return after


def groups_of(packed: Packed) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Units whose fates hang together: (who can be hit, their cargo). A transport with riders comes before them."""
    riders = {shot[TARGET]: shot[RIDER] for shot in packed.shots.tolist() if shot[RIDER] >= 0}
    carriers = packed.units[:, ABOARD].tolist()
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for unit, carrier in enumerate(carriers):
        if carrier < 0 and unit not in riders.values():
            hit: tuple[int, ...] = (unit, riders[unit]) if unit in riders else (unit,)
            groups.append((hit, tuple(other for other, mine in enumerate(carriers) if mine in hit)))
    return groups


def roll_results(packed: Packed, shot: list[int], lane_total: int | None, number: type) -> Law:
    """Law of (place in the group, points, heat, natural 12) of one roll, None for a miss."""
    rolls = {total: number(Fraction(WAYS[total], 36)) for total in range(LOWEST, HIGHEST + 1)}
    if lane_total is not None and shot[OF_LANE]:
        rolls = {lane_total: number(1)}
    minimal_hits = number(Fraction(max(min(7 - int(packed.settings[MINIMAL_ROLL]), 6), 0), 6))
    ridden = number(Fraction(7 - packed.riders_from, 6)) if shot[RIDER] >= 0 else number(0)
    sides = ((0, 1 - ridden, POINTS, MINIMAL, SHOT_HEAT), (1, ridden, RIDER_POINTS, RIDER_MINIMAL, RIDER_HEAT))
    results: Law = {}
    for total, chance in rolls.items():
        if total < shot[NUMBER]:
            results[None] = results.get(None, 0) + chance
            continue
        for place, share, points, minimal, heat in sides:
            values = {shot[points]: number(1)}
            if shot[minimal]:
                values = {shot[points]: 1 - minimal_hits, shot[points] + 1: minimal_hits}
            for value, part_of in values.items():
                key = (place, value, shot[heat], int(total == HIGHEST))
                if share * part_of:
                    results[key] = results.get(key, 0) + chance * share * part_of
    return results


def shot_laws(
    packed: Packed, hit: Sequence[int], sufferings: Sequence[Suffering], start: Law, lane_total: int | None
) -> Law:
    """Law of the ((damage, heat, condition) ...) of a group after the rolls at it; lane_total: of one roll for a lane.

    start: the law before them.
    """
    law = start
    for shot in packed.shots.tolist():
        if shot[TARGET] == hit[0]:
            results = roll_results(packed, shot, lane_total, sufferings[0].number)
            law = _stepped(law, lambda state, results=results: _after_roll(state, results, hit, sufferings))
    return law


def _after_roll(state: tuple[Any, ...], results: Law, hit: Sequence[int], sufferings: Sequence[Suffering]) -> Law:
    after: Law = {}
    for result, chance in results.items():
        if result is None:
            after[state] = after.get(state, 0) + chance
            continue
        place, points, more_heat, natural = result
        damage, heat, condition = state[place]
        for following, share in sufferings[hit[place]].step(condition, points, natural).items():
            mine = (damage + points, heat + more_heat, following)
            key = (*state[:place], mine, *state[place + 1 :])
            after[key] = after.get(key, 0) + chance * share
    return after


def group_outcomes(law: Law, hit: Sequence[int], cargo: Sequence[int], sufferings: Sequence[Suffering]) -> Law:
    """Law of the ((damage, heat, fate) ...) of a group and its cargo, which dies with who carries it (AS-8.9)."""

    def outcome(state: tuple[Any, ...]) -> tuple[Any, ...]:
        ends = [(one[0], one[1], sufferings[unit].fate(one[2])) for unit, one in zip(hit, state, strict=True)]
        lost = ends[0][2] if ends[0][2] >= BY_EFFECT else UNTOUCHED
        return (*ends, *((0, 0, lost) for _ in cargo))

    return image(law, outcome)


def add_independent(packed: Packed, cells: list[Any], groups: Sequence[Any], laws: Sequence[Law], weight: Any) -> None:
    """Add ``weight`` times the law of all tables, groups being independent; laws: of ((damage, heat, fate) ...)."""
    joint: list[Law] = [{0: weight}, {0: 1}]  # of damage; the weight goes in once
    hit: list[Law] = [{0: weight}, {0: 1}]
    lost: list[Law] = [{0: weight}, {0: 1}]
    value: list[Law] = [{0: weight}, {0: weight}]  # PV lost of either side, each in a table of its own
    for (struck, cargo), law in zip(groups, laws, strict=True):
        members = (*struck, *cargo)
        for outcomes, chance in law.items():
            for unit, (damage, heat, fate) in zip(members, outcomes, strict=True):
                at = packed.units[unit].tolist()
                cells[at[DAMAGE_AT] + damage] += weight * chance
                if at[HEAT_MOST] >= 0:
                    cells[at[HEAT_AT] + heat] += weight * chance
                cells[at[FATE_AT] + fate] += weight * chance
        side = int(packed.units[struck[0], FRIEND])
        joint[side] = _summed(joint[side], image(law, lambda ends: sum(one[0] for one in ends)))
        hit[side] = _summed(hit[side], image(law, lambda ends: sum(one[0] + one[1] > 0 for one in ends)))
        lost[side] = _summed(lost[side], image(law, lambda ends: sum(one[2] >= BY_EFFECT for one in ends)))
        prices = packed.units[list(members), PV].tolist()
        value[side] = _summed(value[side], image(law, lambda ends, prices=prices: _price_of_lost(ends, prices)))
    widths = (packed.friend_most + 1, packed.friends + 1, packed.friends + 1)
    firsts = (packed.joint_at, packed.hit_at, packed.lost_at)
    for (enemy, friend), first, width in zip((joint, hit, lost), firsts, widths, strict=True):
        for a, chance in enemy.items():
            for b, share in friend.items():
                cells[first + a * width + b] += chance * share
    for law, first in zip(value, (packed.value_at, packed.value_at + packed.enemy_value + 1), strict=True):
        for pv, chance in law.items():
            cells[first + pv] += chance


def _price_of_lost(ends: Sequence[Any], prices: Sequence[int]) -> int:
    """PV of those that are destroyed, from the ends of a group."""
    return sum(pv for one, pv in zip(ends, prices, strict=True) if one[2] >= BY_EFFECT)


def _summed(left: Law, right: Law) -> Law:
    total: Law = {}
    for a, chance in left.items():
        for b, share in right.items():
            total[a + b] = total.get(a + b, 0) + chance * share
    return total


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
    groups = groups_of(packed)
    lanes = packed.single == 1 and bool(packed.shots[:, OF_LANE].any())
    totals = [(total, number(Fraction(WAYS[total], 36))) for total in range(LOWEST, HIGHEST + 1)]
    for histories, chance in history_law(packed, number).items():
        for total, weight in totals if lanes else [(None, number(1))]:
            laws = [_group_law(packed, hit, cargo, sufferings, histories, total) for hit, cargo in groups]
            add_independent(packed, cells, groups, laws, chance * weight)
    return cells


def _group_law(
    packed: Packed, hit: tuple[int, ...], cargo: tuple[int, ...], sufferings: Sequence[Suffering], histories: Any,
    lane_total: int | None,
) -> Law:  # fmt: skip
    """Law of the ((damage, heat, fate) ...) of a group, given what bombs did to it."""
    mine = [_instances(histories[unit], packed.pooled) for unit in hit]
    if len(hit) == 1 and not cargo and not (packed.shots[:, TARGET] == hit[0]).any():
        damage, heat, instances = mine[0]
        return {((damage, heat, fate),): share for fate, share in sufferings[hit[0]].fates(instances).items()}
    start: Law = {(): sufferings[0].number(1)}
    for unit, (damage, heat, instances) in zip(hit, mine, strict=True):
        conditions = sufferings[unit].conditions(instances)
        start = {
            (*before, (damage, heat, condition)): chance * share
            for before, chance in start.items()
            for condition, share in conditions.items()
        }
    return group_outcomes(shot_laws(packed, hit, sufferings, start, lane_total), hit, cargo, sufferings)


def _instances(history: tuple[Any, ...], pooled: int) -> tuple[int, int, tuple[tuple[int, int, int], ...]]:
    """Damage and heat of a history, and the instances (damage, natural 12, rolls owed) that it is marked off in."""
    damage, heat = sum(one[0] for one in history), sum(one[1] for one in history)
    instances = tuple((hurt, natural, owed) for hurt, _, natural, owed in history if hurt)
    if pooled and instances:
        instances = ((damage, max(one[1] for one in instances), max(one[2] for one in instances)),)
    return damage, heat, instances


def size_of(packed: Packed) -> int:
    """Length of the flat vector."""
    return packed.value_at + packed.enemy_value + packed.friend_value + 2


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(chance) for chance in law_of_cells(packed, rational=True)]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array([float(chance) for chance in law_of_cells(packed, rational=False)])
