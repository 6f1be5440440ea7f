"""`best_dp`: the attack after which the chance that a fit bomber is left is least, by a dynamic programme (6e, R74).

Guns of one strength that reach the same bombers are one sort, so a state is how many of each sort have not fired and
which bombers are still fit. Chances are whole numbers: those of a state with g guns are counted in parts of 6 ** g.
"""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.groups import HALVES_AT, IDS
from simlab.systems.continental_siege.doctrine.guns import gun_halves, strongest_gun
from simlab.systems.continental_siege.doctrine.seen import NEVER, NOBODY, column_of, defence_of, is_able
from simlab.systems.continental_siege.rules.layout import (
    BEST_FIRE,
    BEST_FIRE_ROOM,
    BOMBER,
    CHANCES,
    CLASS,
    COMBINED_ON_AIR,
    CP_HEX,
    FACING,
    FIRED,
    GUNS,
    HEX,
    LOADS,
    RECEIVED,
    SIDE,
    UNITS,
    apart,
)
from simlab.systems.continental_siege.rules.odds import NONE

MOST_BOMBERS, MOST_GUNS = 10, 23  # 6 ** 23 fits an integer of 64 bits with room for a factor of 6
# Lists behind the table: bombers; of every gun its unit and sort; of every sort strength, bombers reached, how many,
# step in the table; numbers used of each sort: tried, best; of every gun its place within its sort.
_LISTS = BEST_FIRE + BEST_FIRE_ROOM
BOMBERS_AT, GUN_AT, SORT_OF, NTH_OF = _LISTS, _LISTS + 32, _LISTS + 96, _LISTS + 160
STRENGTH_OF, REACH_OF, COUNT_OF, STEP_OF, TRIED, BEST, LEFT_OF = (_LISTS + 256 + 64 * i for i in range(7))
KEY_AT = _LISTS + 720


@part
def list_bombers(battle, side):
    """Write the fit bombers with loads that a gun may attack, in the order of `bombers_first`; how many (P41)."""
    count = 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] == side or battle.units[unit, CLASS] != BOMBER or not is_able(battle, unit):
            continue
        if battle.units[unit, LOADS] == 0 or strongest_gun(battle, side, unit) == NOBODY:
            continue
        place = battle.units[unit, HEX]
        key = battle.units[unit, RECEIVED] << 32 | apart(place, battle.game[CP_HEX]) << 24 | place << 4
        key |= battle.units[unit, FACING]
        at = count
        while at > 0 and battle.scratch[KEY_AT + at - 1] > key:
            battle.scratch[KEY_AT + at] = battle.scratch[KEY_AT + at - 1]
            battle.scratch[BOMBERS_AT + at] = battle.scratch[BOMBERS_AT + at - 1]
            at -= 1
        battle.scratch[KEY_AT + at], battle.scratch[BOMBERS_AT + at] = key, unit
        count = min(count + 1, MOST_BOMBERS)
    return count


@part
def sort_guns(battle, side, bombers):
    """Write the guns by id and their sorts; (guns, sorts, states of the guns)."""
    guns, sorts = 0, 0
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != side or guns >= MOST_GUNS:
            continue
        reach, halves = 0, 0
        for n in range(bombers):
            there = gun_halves(battle, unit, battle.scratch[BOMBERS_AT + n])
            if there > 0:
                reach |= 1 << n
                halves = there
        if reach == 0:
            continue
        for _ in range(min(battle.units[unit, GUNS] - battle.units[unit, FIRED], MOST_GUNS - guns)):
            at = 0
            while at < sorts and (battle.scratch[STRENGTH_OF + at] != halves or battle.scratch[REACH_OF + at] != reach):
                at += 1
            if at == sorts:
                battle.scratch[STRENGTH_OF + at], battle.scratch[REACH_OF + at] = halves, reach
                battle.scratch[COUNT_OF + at] = 0
                sorts += 1
            battle.scratch[GUN_AT + guns], battle.scratch[SORT_OF + guns] = unit, at
            battle.scratch[NTH_OF + guns] = battle.scratch[COUNT_OF + at]
            battle.scratch[COUNT_OF + at] += 1
            guns += 1
    states = 1
    for at in range(sorts):
        battle.scratch[STEP_OF + at] = states
        states *= battle.scratch[COUNT_OF + at] + 1
        if states > BEST_FIRE_ROOM:
            return guns, sorts, BEST_FIRE_ROOM + 1
    return guns, sorts, states


@part
def next_trial(battle, sorts, n):
    """The next set of guns for bomber n in TRIED, none of a sort that does not reach it; its size, 0 after the last."""
    at = 0
    while at < sorts:
        reaches = (battle.scratch[REACH_OF + at] >> n) & 1
        if reaches and battle.scratch[TRIED + at] < battle.scratch[LEFT_OF + at]:
            battle.scratch[TRIED + at] += 1
            break
        battle.scratch[TRIED + at] = 0
        at += 1
    size = 0
    for other in range(sorts):
        size += battle.scratch[TRIED + other]
    return size


@part
def misses(battle, sorts, n):
    """Chance in sixths that the set in TRIED leaves bomber n fit; 6 where it may not or need not be tried.

    A set is left out where its weakest gun is superfluous: without it the odds are the same and a gun more is left.
    """
    halves, least, size = 0, 1 << 20, 0
    for at in range(sorts):
        used = battle.scratch[TRIED + at]
        if used > 0:
            halves += used * battle.scratch[STRENGTH_OF + at]
            least = min(least, battle.scratch[STRENGTH_OF + at])
            size += used
    if size > 1 and not battle.numbers[COMBINED_ON_AIR]:
        return 6
    defence = defence_of(battle, battle.scratch[BOMBERS_AT + n])
    column = column_of(battle, halves, defence)
    missed = missed_sixths(battle, column)
    if column == NONE or (size > 1 and missed_sixths(battle, column_of(battle, halves - least, defence)) == missed):
        return 6
    return missed


@rule
def missed_sixths(battle, column):
    """Chance in sixths of no effect in a column."""
    return 6 - battle.numbers[CHANCES + 2 * column] - battle.numbers[CHANCES + 2 * column + 1]


@part
def value_of_trial(battle, missed, base, mask, n, size):
    """Chance that a fit bomber is left after the set in TRIED at bomber n, in parts of 6 ** (guns of the state).

    missed: chance in sixths of no effect; base: where the table has the state without these guns.
    """
    value = missed * battle.scratch[base + mask] + (6 - missed) * battle.scratch[base + (mask & ~(1 << n))]
    for _ in range(size - 1):
        value *= 6
    return value


@part
def best_fire(battle, side):
    """(bomber, how many guns) of the best attack, its guns at the front of the lists; (NOBODY, 0) without one."""
    bombers = list_bombers(battle, side)
    while bombers > 0:
        guns, sorts, states = sort_guns(battle, side, bombers)
        if states << bombers <= BEST_FIRE_ROOM:
            break
        bombers -= 1  # the last of the order are left out
    if bombers == 0:
        return NOBODY, 0
    masks = 1 << bombers
    best, best_size, best_n = NEVER, 0, 0
    for index in range(states):
        whole, left = 1, index
        for at in range(sorts - 1, -1, -1):
            battle.scratch[LEFT_OF + at] = left // battle.scratch[STEP_OF + at]
            left = left % battle.scratch[STEP_OF + at]
            for _ in range(battle.scratch[LEFT_OF + at]):
                whole *= 6
        for mask in range(masks):
            battle.scratch[BEST_FIRE + index * masks + mask] = whole if mask > 0 else 0
        for n in range(bombers):
            for at in range(sorts):
                battle.scratch[TRIED + at] = 0
            size = next_trial(battle, sorts, n)
            while size > 0:
                missed = misses(battle, sorts, n)
                if missed < 6:
                    rest = index
                    for at in range(sorts):
                        rest -= battle.scratch[TRIED + at] * battle.scratch[STEP_OF + at]
                    for mask in range(masks):
                        if (mask >> n) & 1:
                            value = value_of_trial(battle, missed, BEST_FIRE + rest * masks, mask, n, size)
                            cell = BEST_FIRE + index * masks + mask
                            battle.scratch[cell] = min(battle.scratch[cell], value)
                            if (
                                index == states - 1
                                and mask == masks - 1
                                and (
                                    best == NEVER
                                    or is_better(battle, guns, sorts, value, size, n, best, best_size, best_n)
                                )
                            ):
                                best, best_size, best_n = value, size, n
                                for at in range(sorts):
                                    battle.scratch[BEST + at] = battle.scratch[TRIED + at]
                size = next_trial(battle, sorts, n)
    if best_size == 0:
        return NOBODY, 0
    members = 0
    for gun in range(guns):
        if battle.scratch[NTH_OF + gun] < battle.scratch[BEST + battle.scratch[SORT_OF + gun]]:
            battle.scratch[IDS + members] = battle.scratch[GUN_AT + gun]
            battle.scratch[HALVES_AT + members] = battle.scratch[STRENGTH_OF + battle.scratch[SORT_OF + gun]]
            members += 1
    return battle.scratch[BOMBERS_AT + best_n], members


@part
def is_better(battle, guns, sorts, value, size, n, best, best_size, best_n):
    """Does the set in TRIED at bomber n come before the best one: chance, fewest guns, P1 of the bomber, ids (R74)?"""
    if value != best:
        return value < best
    if size != best_size:
        return size < best_size
    if n != best_n:
        one, other = battle.scratch[BOMBERS_AT + n], battle.scratch[BOMBERS_AT + best_n]
        first = battle.units[one, HEX] << 4 | battle.units[one, FACING]
        second = battle.units[other, HEX] << 4 | battle.units[other, FACING]
        return first < second or (first == second and one < other)
    for gun in range(guns):
        sort = battle.scratch[SORT_OF + gun]
        here = battle.scratch[NTH_OF + gun] < battle.scratch[TRIED + sort]
        there = battle.scratch[NTH_OF + gun] < battle.scratch[BEST + sort]
        if here != there:
            return here
    return False
