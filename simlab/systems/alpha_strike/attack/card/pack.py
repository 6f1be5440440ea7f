"""From the words of an `attack` to the numbers it is played with: rolls or bombs, cards and conditions of targets.

The steps are those of AS-5.9: sight, arc, range, number, roll, damage, criticals. All damage hits the front (AS-8.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.areas import Bombardment, heat_cap
from simlab.systems.alpha_strike.attack.layout import Placed, path_of, placed_units
from simlab.systems.alpha_strike.attack.run.pack import MOST_JOINT, landing_tables, letters, plan_run
from simlab.systems.alpha_strike.attack.shapes import AttackShape, StruckShape, names_of
from simlab.systems.alpha_strike.attack.shots import Shot, shots_of
from simlab.systems.alpha_strike.attack.struck import specials_of, type_of
from simlab.systems.alpha_strike.engagement.cards import (
    Book,
    effect_columns,
    fighting_card,
    fresh_condition,
    settings_of,
)
from simlab.systems.alpha_strike.rules.condition import ARMOR, BYTE, MOVE, SEVEN, STRUCTURE, part, with_part
from simlab.systems.alpha_strike.rules.fighting_card import TWELVE_COUNTS
from simlab.systems.alpha_strike.rules.scatter import FACES
from simlab.systems.alpha_strike.rulings.declaring import StrafeRolls
from simlab.systems.alpha_strike.rulings.scatter import BombInstances, ScatterGrouping
from simlab.systems.alpha_strike.units import Ground

# Columns of `shots`: target, number, points of a hit, 1 for minimal damage, heat, nth roll at its target, 1 in a lane;
# who rides on it (-1: nobody), and points, minimal damage and heat of a hit that the riders take.
(TARGET, NUMBER, POINTS, MINIMAL, SHOT_HEAT, NTH, OF_LANE, RIDER, RIDER_POINTS, RIDER_MINIMAL,
 RIDER_HEAT) = range(11)  # fmt: skip
# Columns of `units`: 1 for a friend, 1 for a card that is marked off, 1 when submerged, condition before; then its
# cells: first cell and most of damage, the same of heat (most -1: no block), first cell of fates; who carries it
# inside (-1: nobody); its Point Value.
FRIEND, MARKED_OFF, SUBMERGED, CONDITION, DAMAGE_AT, DAMAGE_MOST, HEAT_AT, HEAT_MOST, FATE_AT, ABOARD, PV = range(11)
FATES = (
    "untouched", "armor", "structure", "slowed", "critical", "immobile", "destroyed_by_critical", "destroyed",
)  # fmt: skip


class Packed(NamedTuple):
    """An attack: bombs, then shots. A strafe or strikes have no bombs, a bombing run seldom has shots beside.

    shots: int64[shots, 11]; landing: int64[landing laws, 1296]; row: int64[bombs]; harm: int64[3, bombs, places,
    units], damage, heat, critical rolls owed in any case; cards: int64[units, CARD_COLUMNS]; columns, settings: as
    ROUNDS.md has them, TWELVE_COUNTS being 1; units: int64[units, 11]; names: int64[units, 40]; joint_at, hit_at,
    lost_at: first cells of the joint blocks; enemies, friends: units of either side; enemy_most, friend_most:
    largest damage; single: 1 for one roll a lane; pooled: 1 when all bombs on a unit are one instance; shared: 1
    when misses share their scatter; natural: 1 when a natural 12 owes a critical roll; heat_cap: heat that counts;
    steps: of scatter; riders_from: face from which riders take a hit; value_at: first cell of the PV lost, enemies
    before friends; enemy_value, friend_value: PV of all of them.
    """

    shots: np.ndarray
    landing: np.ndarray
    row: np.ndarray
    harm: np.ndarray
    cards: np.ndarray
    columns: np.ndarray
    settings: np.ndarray
    units: np.ndarray
    names: np.ndarray
    joint_at: int
    hit_at: int
    lost_at: int
    enemies: int
    friends: int
    enemy_most: int
    friend_most: int
    single: int
    pooled: int
    shared: int
    natural: int
    heat_cap: int
    steps: int
    riders_from: int
    value_at: int
    enemy_value: int
    friend_value: int

    @property
    def damage(self) -> np.ndarray:
        """int64[bombs, places, units]."""
        return self.harm[0]

    @property
    def heat(self) -> np.ndarray:
        """int64[bombs, places, units]."""
        return self.harm[1]


def pack_attack(shape: AttackShape, rulings: Rulings, catalog: Catalog, where: str) -> Packed:
    """An `attack` as numbers. ScenarioError names what cannot be."""
    book = Book(rulings, catalog)
    if shape.attack in ("strafe", "strike"):
        if shape.placement == "best":
            from simlab.systems.alpha_strike.attack.best import best_shots

            units, shots = best_shots(shape, rulings, catalog, where)
        else:
            path = path_of(shape.path, rulings, where)
            units = placed_units(shape.target, path, catalog, where)
            shots = shots_of(shape, path, units, rulings, catalog, where)
        run = None
    else:
        path, units, run = plan_run(shape, rulings, catalog, where)
        beside = shape.strikes or shape.strafe  # attacks of other arcs (AS-15.1)
        shots = shots_of(shape, path, units, rulings, catalog, where) if beside else []
    return _packed(shape, units, shots, run, book, where)


def _packed(
    shape: AttackShape, units: Sequence[Placed], shots: Sequence[Shot], run: Bombardment | None, book: Book, where: str
) -> Packed:
    rulings = book.rulings
    harm, landing, row = _bombs(run, len(units), rulings)
    settings = settings_of(book)
    settings[TWELVE_COUNTS] = 1  # extra rolls are added up by the kernel: submerged, natural 12
    cards, states = _cards(shape, units, book, where)
    most = _most(shots, harm, len(units))
    cells, first = [], 0
    for damage_most, heat_most in most:
        heat_at = first + damage_most + 1
        fate_at = heat_at + (heat_most + 1 if heat_most else 0)
        cells.append([first, damage_most, heat_at, heat_most or -1, fate_at])
        first = fate_at + len(FATES)
    friends = [unit.friend for unit in units]
    enemy_most = sum(one for (one, _), friend in zip(most, friends, strict=True) if not friend)
    friend_most = sum(one for (one, _), friend in zip(most, friends, strict=True) if friend)
    joint, sides = (enemy_most + 1) * (friend_most + 1), (len(units) - sum(friends) + 1) * (sum(friends) + 1)
    if joint > MOST_JOINT:
        raise ScenarioError(f"{where}: {enemy_most} points on enemies by {friend_most} on friends; too large a table")
    return Packed(
        shots=_shot_rows(shots, row.shape[0]),
        landing=landing, row=row, harm=harm,
        cards=np.array(cards, np.int64),
        columns=effect_columns(book.catalog),
        settings=np.array(settings, np.int64),
        units=np.array(
            [
                [*_unit_row(unit, state), *own, unit.aboard, int(unit.worth)]
                for unit, state, own in zip(units, states, cells, strict=True)
            ],
            np.int64,
        ),
        names=letters(names_of(shape.target)),
        joint_at=first, hit_at=first + joint, lost_at=first + joint + sides,
        enemies=len(units) - sum(friends), friends=sum(friends), enemy_most=enemy_most, friend_most=friend_most,
        single=int(rulings.strafe_rolls == StrafeRolls.SINGLE_ROLL),
        pooled=int(rulings.bomb_instances == BombInstances.POOLED),
        shared=int(rulings.scatter_grouping == ScatterGrouping.PER_ATTACK),
        natural=int(rulings.natural_12_crit),
        heat_cap=heat_cap(rulings, book.constants),
        steps=run.steps if run else 1,
        riders_from=book.whole("riders_from"),
        value_at=first + joint + 2 * sides,
        enemy_value=sum(int(unit.worth) for unit in units if not unit.friend),
        friend_value=sum(int(unit.worth) for unit in units if unit.friend),
    )  # fmt: skip


def _unit_row(unit: Placed, state: int | None) -> list[int]:
    return [int(unit.friend), int(state is not None), int(unit.submerged), state or 0]


def _shot_rows(shots: Sequence[Shot], bombs: int) -> np.ndarray:
    """Rolls at a target are numbered behind the bombs of the attack, whose instances come before."""
    rows, rolls = [], dict.fromkeys((shot.target for shot in shots), bombs)
    for shot in shots:
        rows.append([shot.target, shot.number, shot.hit.points, shot.hit.minimal, shot.heat, rolls[shot.target],
                     shot.of_lane, shot.rider, shot.rider_hit.points, shot.rider_hit.minimal,
                     shot.rider_heat])  # fmt: skip
        rolls[shot.target] += 1
    return np.array(rows, np.int64).reshape(-1, RIDER_HEAT + 1)


def _bombs(run: Bombardment | None, units: int, rulings: Any) -> tuple[np.ndarray, ...]:
    """Damage, heat and rolls owed by bomb, landing place and unit; landing tables and the row of each bomb."""
    if run is None:
        return np.zeros((3, 0, 1, units), np.int64), np.zeros((1, FACES**4), np.int64), np.zeros(0, np.int64)
    harm = np.zeros((3, len(run.drops), run.places, units), np.int64)
    for bomb, (drop, patterns) in enumerate(zip(run.drops, run.patterns, strict=True)):
        for place, pattern in enumerate(patterns):
            for unit, effect in pattern:
                harm[:, bomb, place, unit] = (*effect, drop.bomb.automatic_critical and effect.damage > 0)
    return harm, *landing_tables(run, rulings)


def _most(shots: Sequence[Shot], harm: np.ndarray, units: int) -> list[tuple[int, int]]:
    """Largest damage and heat of each unit."""
    most = np.zeros((units, 2), np.int64)
    for shot in shots:
        most[shot.target] += (shot.hit.points + shot.hit.minimal, shot.heat)
        if shot.rider >= 0:
            most[shot.rider] += (shot.rider_hit.points + shot.rider_hit.minimal, shot.rider_heat)
    if harm.shape[1]:
        most += harm[:2].max(axis=2).sum(axis=1).T
    return [(int(one), int(two)) for one, two in most]


def _cards(
    shape: AttackShape, units: Sequence[Placed], book: Book, where: str
) -> tuple[list[list[int]], list[int | None]]:
    """Cards and conditions of all targets; None for one of bare values without armor and structure."""
    cards, states = [], []
    for number, (target, unit) in enumerate(zip(shape.target, units, strict=True)):
        here = f"{where}, target[{number}]"
        row = unit.row if unit.row is not None else _bare_row(target, unit)
        cards.append(fighting_card(row, 4, book, here))
        bare = unit.row is None and not target.armor and not target.structure
        states.append(None if bare else _condition(target, row, here))
    return cards, states


def _bare_row(target: StruckShape, unit: Placed) -> Ground:
    """The card of bare values; its damage values are out of reach of Weapon Hits."""
    return Ground(
        id="bare", name=unit.name, type=type_of(target, unit), move=str(target.move_in or 0), size=1, dmg_s="99",
        dmg_m="99", dmg_l="99", armor=target.armor or 0, structure=target.structure or 1,
        specials=specials_of(target, unit),
    )  # fmt: skip


def _condition(target: StruckShape, row: Any, where: str) -> int:
    """What is left of a target before the attack."""
    state = int(fresh_condition(row))
    for name, place, left in (("armor", ARMOR, target.armor_left), ("structure", STRUCTURE, target.structure_left)):
        if left is not None:
            if left > part(state, place, BYTE):
                raise ScenarioError(f"{where}.{name}_left: {left}, but the card has {part(state, place, BYTE)}")
            state = with_part(state, place, BYTE, left)
    move = part(state, MOVE, SEVEN)
    return int(with_part(state, MOVE, SEVEN, max(move - target.move_lost_in, 0)))
