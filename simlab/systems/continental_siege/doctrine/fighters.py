"""What a fighter looks for and fires at, and what a ground target is worth to it (P27, R24, R28, R29)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.guns import column_at
from simlab.systems.continental_siege.doctrine.names import Fighters
from simlab.systems.continental_siege.doctrine.seen import (
    NEVER,
    NOBODY,
    arc_facing,
    column_of,
    defence_of,
    is_ground,
    is_here,
    is_new,
    loss_of,
    new_mark,
    sees,
    worth,
)
from simlab.systems.continental_siege.rules.layout import (
    AP,
    ARC_GROUND_OWN_HEX,
    ATTACK,
    ATTACK_AIR,
    BODY,
    BOMBER,
    BOXES,
    CHANCES,
    CLASS,
    COST,
    DISABLED,
    FIGHTER,
    FIGHTER_HOOK,
    FORTRESS,
    HALVES,
    HEX,
    HOOKS,
    INITIAL,
    KIND,
    LISTED,
    MAIN,
    MISSILE,
    OGRE,
    POLICY,
    RANGE,
    RANKS,
    SCALE,
    SECONDARY,
    SIDE,
    SIXTHS,
    STRENGTH,
    TOUGH,
    UNITS,
)
from simlab.systems.continental_siege.rules.odds import NONE, ODDS_1_1

# Whom a fighter looks for, in this order (R24).
KINDS = 4
SEEK_BOMBERS, SEEK_FORTRESS, SEEK_FIGHTERS, SEEK_GROUND = range(KINDS)
VALUE_BITS = 30  # of a value that goes behind the place in the list of `strafe`


@part
def fighter_kind(battle, fighter, first, second, third, fourth):
    """The kind of target that a fighter looks for: the first of which an enemy is on the map, -1 if none is (R24)."""
    has_bombers, has_fortress, has_fighters, has_ground = False, False, False, False
    side = battle.units[fighter, SIDE]
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != side and is_here(battle, unit):
            sort = battle.units[unit, CLASS]
            if sort == BOMBER:
                has_bombers = True
            elif sort == FORTRESS:
                has_fortress = True
            elif sort == FIGHTER:
                has_fighters = True
            else:
                has_ground = True
    for place in range(KINDS):
        kind = first if place == 0 else second if place == 1 else third if place == 2 else fourth
        if kind == SEEK_BOMBERS and has_bombers:
            return kind
        if kind == SEEK_FORTRESS and has_fortress:
            return kind
        if kind == SEEK_FIGHTERS and has_fighters:
            return kind
        if kind == SEEK_GROUND and has_ground:
            return kind
    return NOBODY


@rule
def is_kind(battle, unit, kind):
    """Is a unit of the kind that a fighter looks for?"""
    sort = battle.units[unit, CLASS]
    if kind == SEEK_GROUND:
        return is_ground(battle, unit)
    if kind == SEEK_BOMBERS:
        return sort == BOMBER
    return sort == FIGHTER if kind == SEEK_FIGHTERS else sort == FORTRESS


@rule
def weapon_named(battle):
    """The weapon that is named on an Ogre without treads: main, secondary, missile, AP (P25, R28); -1 without one."""
    if battle.game[BOXES + MAIN] > 0:
        return MAIN
    if battle.game[BOXES + SECONDARY] > 0:
        return SECONDARY
    if battle.game[BOXES + MISSILE] > 0:
        return MISSILE
    return AP if battle.game[BOXES + AP] > 0 else NOBODY


@part
def strafe_value(battle, fighter, target):
    """Value of a ground target for a fighter (R28), in parts of a chance times cost times initial treads."""
    halves = battle.units[fighter, ATTACK]
    if battle.units[target, CLASS] != OGRE:
        column = column_of(battle, halves, defence_of(battle, target))
        return worth(battle, target, column, COST) * battle.numbers[INITIAL]
    left = battle.game[BOXES + BODY]
    if left > 0:
        x = battle.numbers[CHANCES + 2 * ODDS_1_1]
        return x * battle.units[target, COST] * min(loss_of(battle, halves), left)
    weapon = weapon_named(battle)
    if weapon == NOBODY:
        return 0
    column = column_of(battle, halves, battle.numbers[TOUGH + weapon])
    attack = battle.numbers[STRENGTH + weapon] * battle.numbers[SCALE] // (SIXTHS * HALVES)  # as P26 counts it
    return battle.numbers[CHANCES + 2 * column] * attack * battle.numbers[INITIAL]


@part
def listed_here(battle, side):
    """Is an enemy ground unit on the map that the list of a side's `strafe` names (R76)?"""
    if not (battle.numbers[LISTED] >> side) & 1:
        return False
    for unit in range(battle.numbers[UNITS]):
        listed = battle.numbers[RANKS + battle.units[unit, KIND]] > 0 and is_ground(battle, unit)
        if listed and battle.units[unit, SIDE] != side and is_here(battle, unit):
            return True
    return False


@rule
def value_listed(battle, target, value, listed):
    """The value of a ground target for a fighter; behind its place in the list where listed ones are there (R76)."""
    if not listed or value == 0:
        return value
    rank = battle.numbers[RANKS + battle.units[target, KIND]]
    return rank << VALUE_BITS | value if rank > 0 else 0


@part
def fighter_target(battle, fighter, kind):
    """What a fighter in the fire phase attacks: a unit of the kind in arc and range, NOBODY without one (R29)."""
    best, best_target = NEVER, NOBODY
    place, reach, facing = battle.units[fighter, HEX], battle.units[fighter, RANGE], arc_facing(battle, fighter)
    policy = battle.numbers[POLICY + HOOKS * battle.units[fighter, SIDE] + FIGHTER_HOOK]
    fit_first = kind == SEEK_BOMBERS and policy == Fighters.INTERCEPT_BOMBERS
    disabled_first = kind == SEEK_FIGHTERS and policy == Fighters.ESCORT
    mark = new_mark(battle)
    listed = kind == SEEK_GROUND and listed_here(battle, battle.units[fighter, SIDE])
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[fighter, SIDE] or not is_here(battle, target):
            continue
        there = battle.units[target, HEX]
        if not is_kind(battle, target, kind) or not sees(battle, place, facing, reach, there):
            continue
        if kind == SEEK_GROUND:
            if not is_new(battle, target, mark) or (there == place and not battle.numbers[ARC_GROUND_OWN_HEX]):
                continue
            value = value_listed(battle, target, strafe_value(battle, fighter, target), listed)
            if value == 0:
                continue
            key = ((1 << 40) - value << 16) | there
        else:
            if column_at(battle, target, battle.units[fighter, ATTACK_AIR]) == NONE:
                continue
            disabled = battle.units[target, DISABLED] > 0
            key = (1 << 20 | there) if (fit_first and disabled) or (disabled_first and not disabled) else there
        if key < best:
            best, best_target = key, target
    return best_target
