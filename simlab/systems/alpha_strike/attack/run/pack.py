"""From the words of a `bombing_run` to the numbers it is played with.

What one bomb does to all units is a sum of small fields in a few integers, so a kernel adds a whole layout at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.areas import Bombardment, bombardment, heat_cap
from simlab.systems.alpha_strike.attack.drops import drops_of
from simlab.systems.alpha_strike.attack.layout import Placed, path_of, placed_units
from simlab.systems.alpha_strike.attack.shapes import NAME_LETTERS, BombingRunShape, names_of
from simlab.systems.alpha_strike.rules.scatter import FACES, landing_place
from simlab.systems.alpha_strike.rulings.scatter import ScatterDistance, ScatterGrouping

FALLS = FACES**4  # of two attack dice, direction and distance
MOST_BITS = 62  # of an integer that fields may fill
MOST_JOINT = 1_000_000
DAMAGE, HEAT = 0, 1
# Columns of `fields`.
UNIT, SORT, WORD, SHIFT, MASK, FIRST, MOST = range(7)


class Packed(NamedTuple):
    """A run: landing tables, and what each bomb does from each landing place.

    landing: int64[target numbers, 1296], landing place of every fall of the four dice; row: int64[bombs], its row of
    ``landing``; effects: int64[bombs, places, words], fields of all units; sums: int64[bombs, places], what it adds to
    the place in the joint table, enemy damage * (most friendly damage + 1) + friendly damage; fields: int64[fields, 7],
    columns `UNIT` to `MOST` (FIRST: its first cell; MOST: its largest value); friends: int64[units]; names:
    int64[units, 40], letters; targets: int64[bombs], target numbers; steps: of scatter; shared: 1 when all misses
    share the first one's scatter; enemy_most, friend_most: largest sums; heat_cap: heat that
    counts; by_margin: 1 for 2xmof.
    """

    landing: np.ndarray
    row: np.ndarray
    effects: np.ndarray
    sums: np.ndarray
    fields: np.ndarray
    friends: np.ndarray
    names: np.ndarray
    targets: np.ndarray
    steps: int
    shared: int
    enemy_most: int
    friend_most: int
    heat_cap: int
    by_margin: int


def letters(names: Sequence[str]) -> np.ndarray:
    """Names as int64[units, 40] letters."""
    return np.array([[ord(letter) for letter in name.ljust(NAME_LETTERS, "\0")] for name in names], np.int64)


def names_in(numbers: np.ndarray) -> list[str]:
    """Names from their letters."""
    return ["".join(chr(letter) for letter in row if letter) for row in numbers.tolist()]


def landing_table(target: int, steps: int, by_margin: int) -> list[int]:
    """Landing place of every fall of two attack dice, direction and distance, the first die slowest."""
    dice = range(1, FACES + 1)
    return [
        landing_place(a + b, target, direction, distance, steps, by_margin)
        for a in dice
        for b in dice
        for direction in dice
        for distance in dice
    ]


def pack_run(shape: BombingRunShape, rulings: Rulings, catalog: Catalog, where: str) -> Packed:
    """A `bombing_run` as numbers. ScenarioError names what cannot be."""
    _, units, run = plan_run(shape, rulings, catalog, where)
    constants = {row.name: row.value for row in catalog.rows("constants")}
    return packed_run(run, units, names_of(shape.target), heat_cap(rulings, constants), rulings, where)


def plan_run(shape: Any, rulings: Rulings, catalog: Catalog, where: str) -> tuple[Any, list[Placed], Bombardment]:
    """The path, the units in its frame, and the bombs with their patterns; placed by the scenario or by `best`."""
    if shape.placement == "best":
        from simlab.systems.alpha_strike.attack.best import best_layout

        return best_layout(shape, rulings, catalog, where)
    path = path_of(shape.path, rulings, where)
    units = placed_units(shape.target, path, catalog, where)
    drops = drops_of(shape, path, units, rulings, catalog, where)
    return path, units, bombardment(drops, shape.attack, path, units, rulings, catalog)


def packed_run(
    run: Bombardment, units: Sequence[Placed], names: Sequence[str], cap: int, rulings: Any, where: str
) -> Packed:
    """The numbers of a run whose patterns are known."""
    by_margin = int(rulings.scatter_distance == ScatterDistance.TWICE_MARGIN)
    targets = [drop.target for drop in run.drops]
    rows = sorted(set(targets))
    fields = _fields(run, len(units))
    words = int(fields[:, WORD].max()) + 1
    effects = np.zeros((len(targets), 1 + FACES * run.steps, words), np.int64)
    enemy, friend = np.zeros(effects.shape[:2], np.int64), np.zeros(effects.shape[:2], np.int64)
    place = {(unit, sort): number for number, (unit, sort) in enumerate(fields[:, :2].tolist())}
    for bomb, patterns in enumerate(run.patterns):
        for landing, pattern in enumerate(patterns):
            for unit, effect in pattern:
                (friend if units[unit].friend else enemy)[bomb, landing] += effect.damage
                for sort, amount in ((DAMAGE, effect.damage), (HEAT, effect.heat)):
                    if amount:
                        field = fields[place[unit, sort]]
                        effects[bomb, landing, field[WORD]] += amount << int(field[SHIFT])
    most = int(enemy.max(axis=1).sum()), int(friend.max(axis=1).sum())
    if (most[0] + 1) * (most[1] + 1) > MOST_JOINT:
        raise ScenarioError(f"{where}, bombs: {most[0]} points on enemies by {most[1]} on friends; too large a table")
    return Packed(
        landing=np.array([landing_table(target, run.steps, by_margin) for target in rows], np.int64),
        row=np.array([rows.index(target) for target in targets], np.int64),
        effects=effects,
        sums=enemy * (most[1] + 1) + friend,
        fields=fields,
        friends=np.array([unit.friend for unit in units], np.int64),
        names=letters(names),
        targets=np.array(targets, np.int64),
        steps=run.steps,
        shared=int(rulings.scatter_grouping == ScatterGrouping.PER_ATTACK),
        enemy_most=most[0],
        friend_most=most[1],
        heat_cap=cap,
        by_margin=by_margin,
    )


def _fields(run: Bombardment, units: int) -> np.ndarray:
    """A field for the damage of every unit, and for the heat of those that can be heated; int64[fields, 7]."""
    most = np.zeros((units, 2), np.int64)
    for patterns in run.patterns:
        worst = np.zeros((units, 2), np.int64)
        for pattern in patterns:
            for unit, effect in pattern:
                worst[unit] = np.maximum(worst[unit], effect)
        most += worst
    wanted = [(unit, DAMAGE) for unit in range(units)]
    wanted += [(unit, HEAT) for unit in range(units) if most[unit, HEAT]]
    rows, word, used, first = [], 0, 0, 0
    for unit, sort in wanted:
        largest = int(most[unit, sort])
        bits = max(largest.bit_length(), 1)
        if used + bits > MOST_BITS:
            word, used = word + 1, 0
        rows.append([unit, sort, word, used, (1 << bits) - 1, first, largest])
        used, first = used + bits, first + largest + 1
    return np.array(rows, np.int64)
