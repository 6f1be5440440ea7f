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
DAMAGE, HEAT, JOINT = 0, 1, 2
GROUP_BITS = 8  # fields that are tallied together
# Columns of `fields`.
UNIT, SORT, WORD, SHIFT, MASK, FIRST, MOST = range(7)
# Columns of `groups`: word, shift, mask, first cell of its tally, its fields.
GROUP_WORD, GROUP_SHIFT, GROUP_MASK, GROUP_FIRST, FIELD_FROM, FIELD_TO = range(6)


class Packed(NamedTuple):
    """A run: landing tables, and what each bomb does from each landing place.

    falls: int64[different bombs, words, 1296], what a bomb does at every fall of its four dice, fields of all units and
    of the joint table; which: int64[bombs], its row of ``falls``; landing: int64[target numbers, 1296], landing place
    of every fall; row: int64[bombs], its row of ``landing``; effects: int64[bombs, places, words], fields by landing
    place; fields: int64[fields, 7], columns `UNIT` to `MOST` (FIRST: its first cell; MOST: its largest value), the
    joint field last: enemy damage * (most friendly damage + 1) + friendly damage; groups: int64[groups, 6], fields
    tallied together; friends: int64[units]; names: int64[units, 40], letters; targets: int64[bombs], target numbers;
    steps: of scatter; shared: 1 when all misses share the first one's scatter; enemy_most, friend_most: largest sums;
    heat_cap: heat that counts; by_margin: 1 for 2xmof; small: cells of the tally of groups.
    """

    falls: np.ndarray
    which: np.ndarray
    landing: np.ndarray
    row: np.ndarray
    effects: np.ndarray
    fields: np.ndarray
    groups: np.ndarray
    friends: np.ndarray
    names: np.ndarray
    targets: np.ndarray
    steps: int
    shared: int
    enemy_most: int
    friend_most: int
    heat_cap: int
    by_margin: int
    small: int


def letters(names: Sequence[str], most: int = NAME_LETTERS) -> np.ndarray:
    """Names as int64[units, most] letters; none is longer than `most`."""
    return np.array([[ord(letter) for letter in name.ljust(most, "\0")] for name in names], np.int64)


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


def landing_tables(run: Bombardment, rulings: Any) -> tuple[np.ndarray, np.ndarray]:
    """Landing places of every fall by landing law, and the law of each bomb; what does not scatter lands nowhere."""
    by_margin = int(rulings.scatter_distance == ScatterDistance.TWICE_MARGIN)
    laws = [(drop.target, bool(drop.bomb.scatters)) for drop in run.drops]
    different = sorted(set(laws), key=lambda law: (law[0], not law[1]))
    tables = []
    for target, scatters in different:
        places = landing_table(target, run.steps, by_margin)
        tables.append(places if scatters else [place and run.nowhere for place in places])
    return np.array(tables, np.int64), np.array([different.index(law) for law in laws], np.int64)


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
    sums = _sums(run, units)
    most = [int(side.max(axis=1).sum()) for side in sums]
    if (most[0] + 1) * (most[1] + 1) > MOST_JOINT:
        raise ScenarioError(f"{where}, bombs: {most[0]} points on enemies by {most[1]} on friends; too large a table")
    fields = _fields(run, len(units), (most[0] + 1) * (most[1] + 1) - 1)
    effects = _effects(run, fields, sums[0] * (most[1] + 1) + sums[1])
    landing, row = landing_tables(run, rulings)
    falls, which = _falls(landing, row, effects)
    groups, small = _groups(fields)
    return Packed(
        falls=falls,
        which=which,
        landing=landing,
        row=row,
        effects=effects,
        fields=fields,
        groups=groups,
        friends=np.array([unit.friend for unit in units], np.int64),
        names=letters(names),
        targets=np.array([drop.target for drop in run.drops], np.int64),
        steps=run.steps,
        shared=int(rulings.scatter_grouping == ScatterGrouping.PER_ATTACK),
        enemy_most=most[0],
        friend_most=most[1],
        heat_cap=cap,
        by_margin=by_margin,
        small=small,
    )


def _sums(run: Bombardment, units: Sequence[Placed]) -> tuple[np.ndarray, np.ndarray]:
    """Damage on enemies and on friends by bomb and landing place."""
    sums = np.zeros((2, len(run.drops), run.places), np.int64)
    for bomb, patterns in enumerate(run.patterns):
        for place, pattern in enumerate(patterns):
            for unit, effect in pattern:
                sums[int(units[unit].friend), bomb, place] += effect.damage
    return sums[0], sums[1]


def _fields(run: Bombardment, units: int, joint_most: int) -> np.ndarray:
    """A field for the damage of every unit, the heat of those that can be heated, and the joint table."""
    most = np.zeros((units, 2), np.int64)
    for patterns in run.patterns:
        worst = np.zeros((units, 2), np.int64)
        for pattern in patterns:
            for unit, effect in pattern:
                worst[unit] = np.maximum(worst[unit], effect)
        most += worst
    wanted = [(unit, DAMAGE, int(most[unit, DAMAGE])) for unit in range(units)]
    wanted += [(unit, HEAT, int(most[unit, HEAT])) for unit in range(units) if most[unit, HEAT]]
    wanted.append((-1, JOINT, joint_most))
    rows, word, used, first = [], 0, 0, 0
    for unit, sort, largest in wanted:
        bits = max(largest.bit_length(), 1)
        if used + bits > MOST_BITS:
            word, used = word + 1, 0
        rows.append([unit, sort, word, used, (1 << bits) - 1, first, largest])
        used, first = used + bits, first + largest + 1
    return np.array(rows, np.int64)


def _effects(run: Bombardment, fields: np.ndarray, joint: np.ndarray) -> np.ndarray:
    """Fields by bomb, landing place and word; joint: what it adds to the place in the joint table."""
    effects = np.zeros((*joint.shape, int(fields[:, WORD].max()) + 1), np.int64)
    place = {(unit, sort): field for unit, sort, *field in fields.tolist()}
    for bomb, patterns in enumerate(run.patterns):
        for landing, pattern in enumerate(patterns):
            for unit, effect in pattern:
                for sort, amount in ((DAMAGE, effect.damage), (HEAT, effect.heat)):
                    if amount:
                        word, shift, *_ = place[unit, sort]
                        effects[bomb, landing, word] += amount << shift
    word, shift, *_ = place[-1, JOINT]
    effects[:, :, word] += joint << shift
    return effects


def _falls(landing: np.ndarray, row: np.ndarray, effects: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each different bomb does at every fall of its dice, and which of them each bomb is."""
    different: dict[bytes, int] = {}
    falls: list[np.ndarray] = []
    which = []
    for bomb, place in enumerate(row):
        fall = np.ascontiguousarray(effects[bomb, landing[place]].T)
        if fall.tobytes() not in different:
            different[fall.tobytes()] = len(falls)
            falls.append(fall)
        which.append(different[fall.tobytes()])
    return np.array(falls, np.int64), np.array(which, np.int64)


def _groups(fields: np.ndarray) -> tuple[np.ndarray, int]:
    """Neighbouring fields whose values are tallied together, and the cells of that tally.

    Fewer cells are then touched in a trial. A large field stands alone (first cell -1) and is counted in its place.
    """
    groups: list[list[int]] = []
    first, start = 0, 0
    while start < len(fields):
        end, bits = start, 0
        while end < len(fields) and fields[end, WORD] == fields[start, WORD]:
            more = int(fields[end, MASK]).bit_length()
            if end > start and bits + more > GROUP_BITS:
                break
            bits, end = bits + more, end + 1
        mask = (1 << bits) - 1
        alone = bits > GROUP_BITS
        groups.append([int(fields[start, WORD]), int(fields[start, SHIFT]), mask, -1 if alone else first, start, end])
        first, start = first + (0 if alone else mask + 1), end
    return np.array(groups, np.int64), max(first, 1)
