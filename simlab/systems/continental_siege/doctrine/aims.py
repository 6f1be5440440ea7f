"""What bombers and Flying Fortresses fly at, and what a fortress drops on what it crosses (P19, P20, P38, P39)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.flying import (
    allowance,
    crosses,
    entries_of,
    least_here,
    may_turn,
    table_of,
    turns_back,
    turns_over,
)
from simlab.systems.continental_siege.doctrine.names import BomberTarget, FortressTarget, Withdrawal
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    column_of,
    defence_of,
    is_ground,
    is_here,
    is_new,
    new_mark,
    squads_in,
)
from simlab.systems.continental_siege.rules.layout import (
    AP,
    AP_HALVES,
    AP_ON_CP,
    BOMBER_TARGET,
    BOMBLOAD,
    BOXES,
    CHANCES,
    CLASS,
    COST,
    CP,
    D_KILLS_SQUAD,
    DISABLED,
    DISARMED,
    ENTRY_COST,
    FACING,
    FAR,
    FORTRESS_TARGET,
    HALVED_LOAD,
    HEAVY_AA,
    HEX,
    HOOKS,
    HOWITZER,
    INFANTRY,
    LIGHT_AA,
    LOADS,
    LOADS_DROP,
    OFF_MAP,
    OGRE,
    ON_MAP,
    PLACE,
    POLICY,
    RAID,
    SECOND_D_ARMOUR,
    SIDE,
    UNITS,
    WAITING,
    WEAPONS,
    WITHDRAW,
    WITHDRAW_AT,
    WITHDRAWAL,
    apart,
    step_to,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NONE
from simlab.systems.continental_siege.rules.results import KILLS

MOST_LOADS = 3
GOES_HOME, IS_LOST = 1, 2  # options of ruling ff_disarmed


@part
def turns_to_cross(battle, unit, aim):
    """Turns until a unit can cross a map hex (P38); of one that enters, over all its entries (R16)."""
    table = table_of(battle, unit)
    if battle.units[unit, PLACE] != WAITING:
        return turns_over(battle, table, battle.units[unit, HEX], battle.units[unit, FACING], aim)
    at, best = entries_of(battle, unit), FAR
    steps = allowance(battle, unit) - battle.numbers[ENTRY_COST]
    for entry in range(battle.numbers[at]):
        begin, facing = battle.numbers[at + 1 + 2 * entry], battle.numbers[at + 2 + 2 * entry]
        for a in range(steps + 1):
            end = begin + a * step_to(facing) + (steps - a) * step_to((facing + 1) % 6)
            if crosses(battle, begin, facing, end, aim, True):
                return 1
            turn = may_turn(battle, unit, False)
            least = 0
            if battle.hexes[end, ON_MAP] < 0:
                least = least_here(battle, table, end, facing, turn)
            for change in range(-1 if turn else 0, 2 if turn else 1):
                to = (facing + change + 6) % 6
                if turns_back(battle, table, end, to) == least:
                    best = min(best, 1 + turns_over(battle, table, end, to, aim))
    return best


@part
def hexes_to(battle, unit, place):
    """Distance of a unit to a hex; of one that enters, the least over its entry hexes (P34)."""
    if battle.units[unit, PLACE] != WAITING:
        return apart(battle.units[unit, HEX], place)
    at, best = entries_of(battle, unit), FAR
    for entry in range(battle.numbers[at]):
        best = min(best, apart(battle.numbers[at + 1 + 2 * entry], place))
    return best


@rule
def is_aim(battle, unit, kind):
    """Is a ground unit of the kind that a bomber's policy names (P38)?"""
    sort = battle.units[unit, CLASS]
    if kind == BomberTarget.CP:
        return sort == CP
    if kind == BomberTarget.OGRE:
        return sort == OGRE
    if kind == BomberTarget.HOWITZERS:
        return sort == HOWITZER
    if kind == BomberTarget.AA:
        return sort in (LIGHT_AA, HEAVY_AA)
    return True


@part
def destroyed_by_loads(battle, unit, loads):
    """Chance, in 216ths, that ``loads`` bombloads one after another destroy a ground unit as it is (B8, W1, W14)."""
    if battle.units[unit, CLASS] == INFANTRY:
        return group_by_loads(battle, squads_in(battle, battle.units[unit, HEX]), loads)
    column = column_of(battle, battle.numbers[LOADS_DROP], defence_of(battle, unit))
    x, d = battle.numbers[CHANCES + 2 * column], battle.numbers[CHANCES + 2 * column + 1]
    if battle.units[unit, CLASS] == CP:
        d = 0
    kills = battle.numbers[SECOND_D_ARMOUR] == KILLS
    fit, disabled, dead = 1, 0, 0
    if battle.units[unit, DISABLED]:
        fit, disabled = 0, 1
    for load in range(MOST_LOADS):
        if load < loads:
            gone = x + d if kills else x
            fit, disabled, dead = (
                fit * (6 - x - d),
                fit * d + disabled * (6 - gone),
                6 * dead + fit * x + disabled * gone,
            )
        else:
            dead *= 6
    return dead


@part
def group_by_loads(battle, squads, loads):
    """The same for a group of squads: an X kills all, a D one of them (B10, 12.07)."""
    one, two, three, dead = (squads == 1) * 1, (squads == 2) * 1, (squads == 3) * 1, 0
    kills = battle.numbers[D_KILLS_SQUAD]
    for load in range(MOST_LOADS):
        if load >= loads:
            dead *= 6
            continue
        dead *= 6
        for size in range(1, 4):
            here = one if size == 1 else two if size == 2 else three
            column = column_of(battle, battle.numbers[HALVED_LOAD], size)
            x, d = battle.numbers[CHANCES + 2 * column], battle.numbers[CHANCES + 2 * column + 1] * kills
            if size == 1:
                dead += here * (x + d)
                one = here * (6 - x - d)
            elif size == 2:
                dead += here * x
                one += here * d
                two = here * (6 - x - d)
            else:
                dead += here * x
                two += here * d
                three = here * (6 - x - d)
    return dead


@part
def bomber_aim(battle, unit):
    """The ground unit that a bomber flies at, NOBODY without an enemy ground unit on the map (P38, P19, R20)."""
    kind = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + BOMBER_TARGET]
    found = nearest_aim(battle, unit, kind)
    return found if found != NOBODY else best_aim(battle, unit)


@part
def nearest_aim(battle, unit, kind):
    """The nearest enemy of a kind: fewest turns to a crossing, least distance, P1 (P38); NOBODY for `best_value`."""
    if kind == BomberTarget.BEST_VALUE:
        return NOBODY
    best, best_target = NEVER, NOBODY
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if is_ground(battle, target) and is_aim(battle, target, kind):
            key = nearness(battle, unit, battle.units[target, HEX])
            if key < best:
                best, best_target = key, target
    return best_target


@part
def nearness(battle, unit, place):
    """Sort key of a target's hex: turns to a crossing, distance, hex (P38)."""
    return turns_to_cross(battle, unit, place) << 40 | hexes_to(battle, unit, place) << 20 | place


@part
def best_aim(battle, unit):
    """The target of `best_value`: cost x P(destroyed with the loads left), then the nearest (P38, R20)."""
    best_value, best_key, best_target, ogre = 0, NEVER, NOBODY, NOBODY
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if not is_ground(battle, target) or not is_new(battle, target, mark):
            continue
        if battle.units[target, CLASS] == OGRE:
            ogre = target
            continue
        value = battle.units[target, COST] * destroyed_by_loads(battle, target, battle.units[unit, LOADS])
        if battle.units[target, CLASS] == INFANTRY:
            value *= squads_in(battle, battle.units[target, HEX])
        if value < best_value:
            continue
        key = nearness(battle, unit, battle.units[target, HEX])
        if value > best_value or key < best_key:
            best_value, best_key, best_target = value, key, target
    return best_target if best_target != NOBODY else ogre


@rule
def ap_column(battle, target):
    """Column of one antipersonnel bomb on a unit: infantry and CPs only (14.031; `ap_bomb_vs_cp`, `ap_bomb_halved`)."""
    sort = battle.units[target, CLASS]
    if sort == INFANTRY:
        return column_of(battle, battle.numbers[AP_HALVES], squads_in(battle, battle.units[target, HEX]))
    return battle.numbers[AP_ON_CP] if sort == CP else NONE


@part
def living_cp(battle):
    """The command post, NOBODY once it is destroyed."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, CLASS] == CP and battle.units[unit, PLACE] <= OFF_MAP:
            return unit
    return NOBODY


@part
def fortress_aim(battle, unit):
    """The ground unit that a Flying Fortress flies at, NOBODY without one (P39, R42)."""
    cp = living_cp(battle)
    policy = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + FORTRESS_TARGET]
    if cp != NOBODY and policy == FortressTarget.BEELINE_CP:
        return cp
    best, best_target, best_other, other = NEVER, NOBODY, NEVER, NOBODY
    mark = new_mark(battle)
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if not is_ground(battle, target) or not is_new(battle, target, mark) or target == cp:
            continue
        loads = battle.game[BOXES + BOMBLOAD] > 0
        antipersonnel = battle.game[BOXES + AP] > 0 and ap_column(battle, target) != NONE
        if not loads and not antipersonnel:
            continue
        key = nearness(battle, unit, battle.units[target, HEX])
        if is_aim(battle, target, BomberTarget.AA):
            if key < best:
                best, best_target = key, target
        elif key < best_other:
            best_other, other = key, target
    if best_target != NOBODY:
        return best_target
    return cp if cp != NOBODY else other


@rule
def is_armed(battle):
    """Is a weapon left on the sheet (14.06)?"""
    weapons = 0
    for sort in range(WEAPONS):
        weapons += battle.game[BOXES + sort]
    return weapons > 0


@part
def withdraws(battle, unit):
    """Does a Flying Fortress head for its own edge, to leave for good (P13, P35; ruling `ff_withdrawal`)?"""
    if battle.numbers[DISARMED] == GOES_HOME and battle.units[unit, PLACE] != WAITING and not is_armed(battle):
        return True
    ruling = battle.numbers[WITHDRAWAL]
    if not battle.numbers[RAID] or ruling == 1 or battle.units[unit, PLACE] == WAITING:
        return False
    if ruling == 2 and battle.game[BOXES + BOMBLOAD] + battle.game[BOXES + AP] > 0:
        return False
    policy = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + WITHDRAW]
    if policy == Withdrawal.NEVER:
        return False
    slow = allowance(battle, unit) <= battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + WITHDRAW_AT]
    return living_cp(battle) == NOBODY or (policy == Withdrawal.MA_AT_MOST and slow)


@part
def fortress_drop(battle, target, aim):
    """What a fortress drops next on a unit that it crosses: AP, BOMBLOAD, or NOBODY for nothing (P20, P39)."""
    loads, antipersonnel = battle.game[BOXES + BOMBLOAD], battle.game[BOXES + AP]
    cp = living_cp(battle)
    column = ap_column(battle, target)
    if battle.units[target, CLASS] == CP:
        if antipersonnel > 0 and column == AUTOMATIC:
            return AP
        if loads > 0:
            return BOMBLOAD
        return AP if antipersonnel > 0 and column != NONE else NOBODY
    kept = 0 if cp == NOBODY else 1
    useful = antipersonnel if kept and ap_column(battle, cp) != NONE else 0
    sort = battle.units[target, CLASS]
    if sort == INFANTRY and antipersonnel > 0 and column != NONE and useful - (1 if useful else 0) + loads >= kept:
        return AP
    hurts = sort in (HOWITZER, LIGHT_AA, HEAVY_AA) or target == aim
    if hurts and loads > 0 and (sort != INFANTRY or column == NONE or antipersonnel == 0):
        return BOMBLOAD if useful + loads - 1 >= kept else NOBODY
    return NOBODY
