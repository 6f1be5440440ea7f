"""What bombers and Flying Fortresses fly at, and when a fortress goes home (P19, P35, P38, P39)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.flying import (
    allowance,
    crosses,
    entries_of,
    entry_facing,
    entry_hex,
    is_entering,
    least_here,
    may_turn,
    table_of,
    turns_back,
    turns_over,
)
from simlab.systems.continental_siege.doctrine.loads import ap_works, value_by_loads
from simlab.systems.continental_siege.doctrine.names import BomberTarget, FortressTarget, Withdrawal
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    is_ground,
    is_here,
    is_new,
    living_cp,
    new_mark,
    squads_with,
)
from simlab.systems.continental_siege.rules.layout import (
    AP,
    BOMBER_TARGET,
    BOMBLOAD,
    BOXES,
    CLASS,
    COST,
    CP,
    DISARMED,
    ENTRY_COST,
    FACING,
    FAR,
    FORTRESS_TARGET,
    HEAVY_AA,
    HEX,
    HOOKS,
    HOWITZER,
    INFANTRY,
    LIGHT_AA,
    LOADS,
    OGRE,
    ON_MAP,
    PLACE,
    POLICY,
    RAID,
    SIDE,
    TRACKING,
    UNITS,
    WAITING,
    WEAPONS,
    WITHDRAW,
    WITHDRAW_AT,
    WITHDRAWAL,
    apart,
    step_to,
)

GOES_HOME, IS_LOST = 1, 2  # options of ruling ff_disarmed


@part
def turns_to_cross(battle, unit, aim):
    """Turns until a unit can cross a map hex (P38); of one that enters, over all its entries (R16)."""
    table = table_of(battle, unit)
    if not is_entering(battle, unit):
        return turns_over(battle, table, battle.units[unit, HEX], battle.units[unit, FACING], aim)
    best = FAR
    steps = allowance(battle, unit) - battle.numbers[ENTRY_COST]
    for entry in range(entries_of(battle, unit)):
        begin, facing = entry_hex(battle, unit, entry), entry_facing(battle, unit, entry)
        for a in range(steps + 1):
            end = begin + a * step_to(facing) + (steps - a) * step_to((facing + 1) % 6)
            if crosses(battle, begin, facing, end, aim, True):
                return 1
            if battle.numbers[TRACKING] and battle.hexes[end, ON_MAP] < 0:
                continue  # the searches know no way back (R70)
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
    if not is_entering(battle, unit):
        return apart(battle.units[unit, HEX], place)
    best = FAR
    for entry in range(entries_of(battle, unit)):
        best = min(best, apart(entry_hex(battle, unit, entry), place))
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
        value = battle.units[target, COST] * value_by_loads(battle, target, battle.units[unit, LOADS])
        if battle.units[target, CLASS] == INFANTRY:
            value *= squads_with(battle, target)
        if value < best_value:
            continue
        key = nearness(battle, unit, battle.units[target, HEX])
        if value > best_value or key < best_key:
            best_value, best_key, best_target = value, key, target
    return best_target if best_target != NOBODY else ogre


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
        if battle.game[BOXES + BOMBLOAD] == 0 and not ap_works(battle, target):
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
