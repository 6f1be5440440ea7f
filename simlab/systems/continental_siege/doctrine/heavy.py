"""Whom an Ogre or a Flying Fortress fires at, and with which weapons: `value_first`, `nearest_first` (P26, R30, R31).

A set of weapons is (AP guns, secondaries, mains, missiles); equal boxes of a sheet are interchangeable (P29).
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    able_boxes,
    arc_facing,
    column_of,
    defence_of,
    is_aircraft,
    is_here,
    is_new,
    living_cp,
    new_mark,
    sees,
    wanted_halves,
    worth,
)
from simlab.systems.continental_siege.doctrine.weights import BIG_ODDS, RESERVE
from simlab.systems.continental_siege.rules.layout import (
    AAM_ARC,
    ALONE,
    AP,
    AP_MARK,
    AP_MARKS,
    ARC_GROUND_OWN_HEX,
    BIG,
    BIG_FIRE,
    CLASS,
    COMBINED_ON_AIR,
    CP,
    CP_DEFENCE,
    DEFENDER,
    FORTRESS,
    GUN_TARGET,
    HAS_OGRE,
    HEX,
    HOOKS,
    INFANTRY,
    MAIN,
    MISSILE,
    MISSILE_WORTH,
    OGRE,
    ONE_GUN_TARGET,
    REACH,
    SAME_HEX_AIR,
    SECONDARY,
    SIDE,
    STRENGTH,
    STRENGTH_AIR,
    UNITS,
    VALUED,
    WEIGHT_ROOM,
    WEIGHTS,
    apart,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NONE, ODDS_1_2

MOST = 63  # boxes of a sort that a key has room for


@rule
def weapon_halves(battle, sort, target):
    """Strength in halves of one weapon of the sheet against a unit; 0 where it may not be used (11.081, 14.05)."""
    return battle.numbers[(STRENGTH_AIR if is_aircraft(battle, target) else STRENGTH) + sort]


@rule
def group_mark(battle, target):
    """A number for what is attacked: the hex of a group of squads, else the unit (ids lie below all hex numbers)."""
    grouped = battle.units[target, CLASS] == INFANTRY and not battle.numbers[ALONE]
    return battle.units[target, HEX] if grouped else target


@part
def usable(battle, sort, target):
    """Unfired boxes of a sort that may attack a unit: range, arc, sort of target (B12, 11.081, 14.04, 14.05)."""
    count = able_boxes(battle, sort)
    if count <= 0 or weapon_halves(battle, sort, target) == 0:
        return 0
    big = battle.game[BIG]
    here, there = battle.units[big, HEX], battle.units[target, HEX]
    away = apart(here, there)
    if away > battle.numbers[REACH + sort]:
        return 0
    air = is_aircraft(battle, target)
    if battle.units[big, CLASS] == OGRE:
        if sort == AP:  # B12
            if battle.units[target, CLASS] == INFANTRY:
                return 0 if battle.scratch[AP_MARKS + group_mark(battle, target)] == battle.game[AP_MARK] else count
            return count if battle.units[target, CLASS] == CP and battle.numbers[CP_DEFENCE] == 0 else 0
        return 0 if air and away == 0 and not battle.numbers[SAME_HEX_AIR] else count
    if sort == MISSILE and away == 0 and not battle.numbers[SAME_HEX_AIR]:
        return 0  # only fighters and guns may
    if sort != MISSILE and battle.numbers[ONE_GUN_TARGET]:
        aimed = battle.game[GUN_TARGET]
        if aimed != NOBODY and aimed != group_mark(battle, target):
            return 0
    if sort == MISSILE and not battle.numbers[AAM_ARC]:
        return count
    if not air and away == 0 and not battle.numbers[ARC_GROUND_OWN_HEX]:
        return 0
    return count if sees(battle, here, arc_facing(battle, big), battle.numbers[REACH + sort], there) else 0


@part
def least_set(a_most, s_most, m_most, x_most, a_halves, s_halves, m_halves, x_halves, wanted, alone):
    """Key of the set of least strength that reaches ``wanted`` halves, NEVER without one (P1, P26).

    *_most: boxes that may be used, *_halves: their strength in halves; alone: no more than one weapon in the set.

    The key orders by strength, members, then lowest ids; `from_key` reads the set back.
    """
    best = NEVER
    for x in range(x_most + 1):
        for m in range(m_most + 1):
            for s in range(s_most + 1):
                total = x * x_halves + m * m_halves + s * s_halves
                a = 0
                if total < wanted:
                    if a_most == 0:
                        continue
                    a = (wanted - total + a_halves - 1) // a_halves
                    if a > a_most:
                        continue
                    total += a * a_halves
                if not alone or a + s + m + x == 1:
                    key = (total << 40) | ((a + s + m + x) << 32)
                    key |= ((MOST - a) << 24) | ((MOST - s) << 16) | ((MOST - m) << 8) | x
                    best = min(best, key)
    return best


@rule
def halves_in(key):
    """Strength in halves of the set in a key."""
    return key >> 40


@rule
def boxes_in(key, sort):
    """Boxes of a sort in the set of a key."""
    if sort == MISSILE:
        return key & 255
    return MOST - ((key >> (24 - 8 * sort)) & 255)


@part
def value_first(battle):
    """The next attack of `value_first`: (target, key of the set), or NOBODY (P26).

    The weighted policy is the same over other values of the targets, with missiles kept for the CP and a least column
    (W5); the row of weights of `value_first` is all zeros.
    """
    best_target, best_key, best_worth, best_halves = NOBODY, NEVER, 0, 1
    row = WEIGHTS + WEIGHT_ROOM * (HOOKS * battle.units[battle.game[BIG], SIDE] + BIG_FIRE)
    kept = battle.numbers[row + RESERVE] if battle.numbers[row + RESERVE] > 0 and living_cp(battle) != NOBODY else 0
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] != DEFENDER or not is_here(battle, target) or not is_new(battle, target, mark):
            continue
        reach = battle.numbers[REACH + MISSILE]
        if apart(battle.units[battle.game[BIG], HEX], battle.units[target, HEX]) > reach:
            continue
        defence = defence_of(battle, target)
        level = battle.numbers[MISSILE_WORTH]
        from_column = AUTOMATIC if defence == 0 else max(ODDS_1_2, min(battle.numbers[row + BIG_ODDS], AUTOMATIC))
        missiles_from = from_column
        while missiles_from <= AUTOMATIC and worth(battle, target, missiles_from, VALUED) < level:
            missiles_from += 1
        a, s = usable(battle, AP, target), usable(battle, SECONDARY, target)
        m, x = usable(battle, MAIN, target), usable(battle, MISSILE, target)
        if battle.units[target, CLASS] != CP:
            x = min(x, max(able_boxes(battle, MISSILE) - kept, 0))
        if a + s + m + x == 0:
            continue
        a_halves, s_halves = weapon_halves(battle, AP, target), weapon_halves(battle, SECONDARY, target)
        m_halves, x_halves = weapon_halves(battle, MAIN, target), weapon_halves(battle, MISSILE, target)
        alone = is_aircraft(battle, target) and not battle.numbers[COMBINED_ON_AIR]
        with_missiles = NEVER
        if missiles_from <= AUTOMATIC and x > 0:
            wanted = wanted_halves(battle, missiles_from, defence)
            with_missiles = least_set(a, s, m, x, a_halves, s_halves, m_halves, x_halves, wanted, alone)
        for column in range(from_column, AUTOMATIC + 1):
            wanted = wanted_halves(battle, column, defence)
            boxes_x = x if column > missiles_from else 0
            key = least_set(a, s, m, boxes_x, a_halves, s_halves, m_halves, x_halves, wanted, alone)
            if column <= missiles_from:
                key = min(key, with_missiles)
            if key == NEVER:
                break
            halves = halves_in(key)
            value = worth(battle, target, column_of(battle, halves, defence), VALUED)
            if value <= 0:
                continue
            better = value * best_halves - best_worth * halves
            if better == 0:
                better = best_halves - halves
            if better == 0 and best_target != NOBODY:
                better = battle.units[best_target, HEX] - battle.units[target, HEX]
            if better > 0 or best_target == NOBODY:
                best_target, best_key, best_worth, best_halves = target, key, value, halves
    return best_target, best_key


@part
def nearest_first(battle):
    """The next attack of `nearest_first`: weapons one by one in their order, at the nearest unit (R31)."""
    for sort in range(MISSILE + 1):
        best, best_target = NEVER, NOBODY
        if able_boxes(battle, sort) <= 0:
            continue
        mark = new_mark(battle)
        for target in range(battle.numbers[UNITS]):
            if battle.units[target, SIDE] != DEFENDER or not is_here(battle, target):
                continue
            if not is_new(battle, target, mark) or usable(battle, sort, target) == 0:
                continue
            halves = weapon_halves(battle, sort, target)
            if column_of(battle, halves, defence_of(battle, target)) == NONE:
                continue
            there = battle.units[target, HEX]
            key = (apart(battle.units[battle.game[BIG], HEX], there) << 20) | there
            if key < best:
                best, best_target = key, target
        if best_target != NOBODY:
            a, s, m = 1 if sort == AP else 0, 1 if sort == SECONDARY else 0, 1 if sort == MAIN else 0
            key = (weapon_halves(battle, sort, best_target) << 40) | (1 << 32)
            key |= ((MOST - a) << 24) | ((MOST - s) << 16) | ((MOST - m) << 8) | (1 if sort == MISSILE else 0)
            return best_target, key
    return NOBODY, NEVER


assert (AP, SECONDARY, MAIN, MISSILE) == (0, 1, 2, 3)
assert FORTRESS > OGRE
assert HAS_OGRE > 0
